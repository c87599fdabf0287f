//! The rules in the form in which a field of possible variables is kept up to date fastest.

use bdd_core::{Rules, Variable};

/// For every variable what it excludes, as bits, and its lines. Made once for all fields of a puzzle.
pub(crate) struct Adjacency<'a> {
    pub(super) rules: &'a Rules,
    /// For each variable what it excludes: a word's place, and its bits. Most puzzles exclude within a few words.
    excluded: Vec<Vec<(u32, u64)>>,
    /// For each variable the lines it is on, in order.
    lines_of: Vec<Vec<u32>>,
    /// The variables of each line, in order.
    pub(super) lines: Vec<&'a [Variable]>,
}

impl<'a> Adjacency<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Adjacency<'a> {
        let lines: Vec<&[Variable]> = rules.lines().collect();
        let mut lines_of = vec![Vec::new(); rules.variables()];
        for (line, variables) in lines.iter().enumerate() {
            for &variable in *variables {
                lines_of[usize::from(variable)].push(line as u32);
            }
        }
        let excluded = Variable::all(rules.variables()).map(|variable| {
            let mut words: Vec<(u32, u64)> = Vec::new();
            for &other in rules.excluded_by(variable) {
                let (word, bit) = (u32::from(other) / 64, 1 << (other.index() % 64));
                match words.last_mut() {
                    Some((last, bits)) if *last == word => *bits |= bit,
                    _ => words.push((word, bit)),
                }
            }
            words
        });
        Adjacency { rules, excluded: excluded.collect(), lines_of, lines }
    }

    pub(super) fn excluded_by(&self, variable: Variable) -> &[(u32, u64)] {
        &self.excluded[usize::from(variable)]
    }

    pub(super) fn lines_of(&self, variable: Variable) -> &[u32] {
        &self.lines_of[usize::from(variable)]
    }
}
