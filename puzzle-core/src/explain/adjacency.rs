//! The rules in the form in which a field of possible variables is kept up to date fastest.

use std::cell::OnceCell;

use bdd_core::{Line, LineId, Rules, Variable};

use crate::deduce::{Family, families};
use crate::puzzle::{Puzzle, Sight};

/// For every variable what it excludes, as bits, and its lines. Made once for all fields of a puzzle.
pub(crate) struct Adjacency<'a> {
    pub(crate) rules: &'a Rules,
    /// For each variable what it excludes: a word's place, and its bits. Most puzzles exclude within a few words.
    excluded: Lists<(u32, u64)>,
    /// For each line its variables, as such bits.
    bits_of: Lists<(u32, u64)>,
    /// For each variable the lines it is on, in order.
    lines_of: Lists<u32>,
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
        let mut lines_of = Lists { begins: vec![0; rules.variables() + 1], items: Vec::new() };
        lines.iter().copied().flatten().for_each(|variable| lines_of.begins[variable.index() + 1] += 1);
        for variable in 0..rules.variables() {
            lines_of.begins[variable + 1] += lines_of.begins[variable];
        }
        lines_of.items = vec![0; lines_of.begins[rules.variables()] as usize];
        let mut next = lines_of.begins.clone();
        for (line, variables) in lines.iter().enumerate() {
            for variable in *variables {
                lines_of.items[next[variable.index()] as usize] = line as u32;
                next[variable.index()] += 1;
            }
        }
        let excluded = Lists::of_words(Variable::all(rules.variables()).map(|variable| rules.excluded_by(variable)));
        let bits_of = Lists::of_words(lines.iter().copied());
        let sights = (0..lines.len()).map(|line| puzzle.sight(LineId::at(line))).collect();
        let counts = puzzle.has_counts().then(|| rules.line_rules().collect());
        let families = OnceCell::new();
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
        self.excluded.get(usize::from(variable))
    }

    /// The variables of a line: a word's place, and its bits.
    pub(crate) fn bits_of(&self, line: LineId) -> &[(u32, u64)] {
        self.bits_of.get(line.index())
    }

    pub(crate) fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.rules.excluded_by(a).binary_search(&b).is_ok()
    }

    /// Whether any two of a line's variables exclude each other.
    pub(crate) fn is_clique(&self, line: LineId) -> bool {
        self.lines[line.index()].iter().all(|&variable| {
            let mut excluded = self.excluded_by(variable).iter().peekable();
            self.bits_of(line).iter().all(|&(word, bits)| {
                while excluded.next_if(|&&(other, _)| other < word).is_some() {}
                let by = excluded.next_if(|&&(other, _)| other == word).map_or(0, |&(_, bits)| bits);
                let itself = if variable.index() / 64 == word as usize { 1 << (variable.index() % 64) } else { 0 };
                bits & !(by | itself) == 0
            })
        })
    }

    pub(crate) fn lines_of(&self, variable: Variable) -> &[u32] {
        self.lines_of.get(usize::from(variable))
    }
}

/// Lists by number, one after the other in one array: they are gone through millions of times.
struct Lists<T> {
    /// Where each list begins, and where the last one ends.
    begins: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn get(&self, number: usize) -> &[T] {
        &self.items[self.begins[number] as usize..self.begins[number + 1] as usize]
    }
}

impl Lists<(u32, u64)> {
    /// Sets of variables, each in order, as words: a word's place, and its bits.
    fn of_words<'v>(sets: impl Iterator<Item = &'v [Variable]>) -> Self {
        let mut lists = Lists { begins: vec![0], items: Vec::new() };
        for set in sets {
            let mut last: Option<(u32, u64)> = None;
            for &variable in set {
                let (word, bit) = (u32::from(variable) / 64, 1 << (variable.index() % 64));
                match &mut last {
                    Some((place, bits)) if *place == word => *bits |= bit,
                    _ => lists.items.extend(last.replace((word, bit))),
                }
            }
            lists.items.extend(last);
            lists.begins.push(lists.items.len() as u32);
        }
        lists
    }
}
