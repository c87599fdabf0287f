//! The rules in the form in which a field of possible variables is kept up to date fastest.

use std::cell::OnceCell;

use bdd_core::{Line, LineId, Rules, Variable};

use crate::deduce::{Family, families};
use crate::puzzle::{Puzzle, Sight};

/// For every variable what it excludes, as bits, and its lines. Made once for all fields of a puzzle.
pub(crate) struct Adjacency<'a> {
    pub(crate) rules: &'a Rules,
    /// For each variable what it excludes: a word's place, and its bits. Most puzzles exclude within a few words.
    excluded: Vec<Vec<(u32, u64)>>,
    /// For each line its variables, as such bits.
    bits_of: Vec<Vec<(u32, u64)>>,
    /// For each variable the lines it is on, in order.
    lines_of: Vec<Vec<u32>>,
    /// The variables of each line, in order.
    pub(crate) lines: Vec<&'a [Variable]>,
    /// What is asked of each line, if it is of any something else than one of its variables.
    pub(crate) counts: Option<Vec<&'a Line>>,
    /// How the places of each line lie before the eye.
    sights: Vec<Sight>,
    families: OnceCell<Vec<Family>>,
}

impl<'a> Adjacency<'a> {
    pub(crate) fn new(puzzle: &'a dyn Puzzle) -> Adjacency<'a> {
        let rules = puzzle.rules();
        let lines: Vec<&[Variable]> = rules.lines().collect();
        let mut lines_of = vec![Vec::new(); rules.variables()];
        for (line, variables) in lines.iter().enumerate() {
            for &variable in *variables {
                lines_of[usize::from(variable)].push(line as u32);
            }
        }
        let words = |variables: &[Variable]| {
            let mut words: Vec<(u32, u64)> = Vec::new();
            for &other in variables {
                let (word, bit) = (u32::from(other) / 64, 1 << (other.index() % 64));
                match words.last_mut() {
                    Some((last, bits)) if *last == word => *bits |= bit,
                    _ => words.push((word, bit)),
                }
            }
            words
        };
        let excluded = Variable::all(rules.variables()).map(|variable| words(rules.excluded_by(variable)));
        let bits_of = lines.iter().map(|line| words(line)).collect();
        let sights = (0..lines.len()).map(|line| puzzle.sight(LineId::at(line))).collect();
        let counts = puzzle.has_counts().then(|| rules.line_rules().collect());
        let (excluded, families) = (excluded.collect(), OnceCell::new());
        Adjacency { rules, excluded, bits_of, lines_of, lines, counts, sights, families }
    }

    /// So deep case splits may be nested before everything is decided: each decides a line, or, where lines count, a
    /// variable.
    pub(crate) fn deepest_split(&self) -> usize {
        if self.counts.is_some() { self.rules.variables() } else { self.lines.len() }
    }

    /// How the places of a line lie before the eye.
    pub(crate) fn sight(&self, line: LineId) -> Sight {
        self.sights[line.index()]
    }

    /// Sets of variables of which one is true at most, made when they are first asked for.
    pub(crate) fn families(&self) -> &[Family] {
        self.families.get_or_init(|| families(self))
    }

    pub(crate) fn excluded_by(&self, variable: Variable) -> &[(u32, u64)] {
        &self.excluded[usize::from(variable)]
    }

    /// The variables of a line: a word's place, and its bits.
    pub(crate) fn bits_of(&self, line: LineId) -> &[(u32, u64)] {
        &self.bits_of[line.index()]
    }

    pub(crate) fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.rules.excluded_by(a).binary_search(&b).is_ok()
    }

    pub(crate) fn lines_of(&self, variable: Variable) -> &[u32] {
        &self.lines_of[usize::from(variable)]
    }
}
