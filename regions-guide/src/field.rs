//! The candidates of a board by the simplest reasoning: a queen rules squares out, and a line (a rank, a file or a
//! region) with one square left has its queen there.
//!
//! The difficulty of a board follows from it: squares are ruled out as `puzzle-core` argues, by a line left empty at once
//! (easy), after a chain of forced queens (medium), or by trying (hard). It is quick enough for the many drafts of the
//! generator, which whole explanations would not be; the tests compare the two.

use std::ops::{BitAnd, Not};

use bdd_core::{Rules, Variable};
use puzzle_kind::Difficulty;

use crate::board::Board;

/// The words that hold one bit a square of the largest board.
const WORDS: usize = (Board::MAX * Board::MAX).div_ceil(64);

/// A set of squares, by their variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SquareSet([u64; WORDS]);

impl SquareSet {
    const EMPTY: SquareSet = SquareSet([0; WORDS]);

    pub(crate) fn of(variables: impl IntoIterator<Item = Variable>) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        variables.into_iter().for_each(|variable| set.insert(variable));
        set
    }

    pub(crate) fn insert(&mut self, variable: Variable) {
        self.0[variable.index() / 64] |= 1 << (variable.index() % 64);
    }

    pub(crate) fn remove(&mut self, variable: Variable) {
        self.0[variable.index() / 64] &= !(1 << (variable.index() % 64));
    }

    pub(crate) fn contains(&self, variable: Variable) -> bool {
        self.0[variable.index() / 64] >> (variable.index() % 64) & 1 == 1
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Variable> {
        (0..).zip(self.0).flat_map(|(index, word): (u16, u64)| {
            let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), next)
                .map(move |rest| Variable::new(index * 64 + rest.trailing_zeros() as u16))
        })
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|word| !word))
    }
}

/// The rules as sets of squares.
#[derive(Clone, Debug)]
pub(crate) struct LineSets {
    /// For each square what a queen there leaves possible, herself included.
    beside: Vec<SquareSet>,
    lines: Vec<SquareSet>,
    /// For each square its rank, its file and its region, by their places among the lines.
    pub(crate) through: Vec<[usize; 3]>,
    all: SquareSet,
}

impl LineSets {
    pub(crate) fn new(rules: &Rules) -> LineSets {
        let all = SquareSet::of(Variable::all(rules.variables()));
        let beside = |variable| all & !SquareSet::of(rules.excluded_by(variable).iter().copied());
        let lines: Vec<SquareSet> =
            rules.constraints().map(|line| SquareSet::of(line.variables().iter().copied())).collect();
        let through = |variable| {
            let mut lines = (0..lines.len()).filter(|&line| lines[line].contains(variable));
            std::array::from_fn(|_| lines.next().expect("a square lies on three lines"))
        };
        let squares = Variable::all(rules.variables());
        let (beside, through) = squares.map(|variable| (beside(variable), through(variable))).unzip();
        LineSets { beside, lines, through, all }
    }

    /// The number of ranks, of files and of regions.
    pub(crate) fn size(&self) -> usize {
        self.lines.len() / 3
    }

    /// The field where nothing is ruled out.
    pub(crate) fn field(&self) -> SearchState {
        SearchState { possible: self.all, queens: SquareSet::EMPTY }
    }

    /// Returns the field after all reasoning without case splits, the simplest always first, and whether chains were needed.
    pub(crate) fn reason(&self) -> Result<(SearchState, bool), NoSquareLeft> {
        let mut field = self.field();
        let mut needed_chains = false;
        loop {
            field.follow(self)?;
            if field.refute(self, false) {
                continue;
            }
            if !field.refute(self, true) {
                return Ok((field, needed_chains));
            }
            needed_chains = true;
        }
    }

    /// Returns the difficulty of rules that are known to have exactly one solution.
    pub(crate) fn difficulty(&self) -> Difficulty {
        let (field, needed_chains) = self.reason().expect("there is a solution");
        match field.narrowest(self) {
            Some(_) => Difficulty::Hard,
            None if needed_chains => Difficulty::Medium,
            None => Difficulty::Easy,
        }
    }
}

/// Some line has no square left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoSquareLeft;

/// The squares where queens may still stand, and those where they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchState {
    pub(crate) possible: SquareSet,
    pub(crate) queens: SquareSet,
}

impl SearchState {
    /// The field with a queen on a possible square.
    pub(crate) fn with(mut self, lines: &LineSets, variable: Variable) -> SearchState {
        self.queens.insert(variable);
        self.possible = self.possible & lines.beside[variable.index()];
        self
    }

    /// Places every queen that is the only one left to some line, until there is none.
    pub(crate) fn follow(&mut self, lines: &LineSets) -> Result<(), NoSquareLeft> {
        loop {
            let before = self.queens;
            for &line in &lines.lines {
                let mut left = (line & self.possible).iter();
                match (left.next(), left.next()) {
                    (None, _) => return Err(NoSquareLeft),
                    (Some(only), None) if !self.queens.contains(only) => *self = self.with(lines, only),
                    _ => {}
                }
            }
            if self.queens == before {
                return Ok(());
            }
        }
    }

    /// Rules out every square whose queen leaves some line without a square: at once, or, in `chains`, after the queens
    /// that have to follow. Whether there was any.
    pub(crate) fn refute(&mut self, lines: &LineSets, chains: bool) -> bool {
        let before = self.possible;
        for square in (before & !self.queens).iter() {
            let mut supposed = self.with(lines, square);
            let is_refuted = if chains { supposed.follow(lines).is_err() } else { !supposed.is_open(lines) };
            if is_refuted {
                self.possible.remove(square);
            }
        }
        self.possible != before
    }

    /// Whether every line has a square left.
    pub(crate) fn is_open(&self, lines: &LineSets) -> bool {
        lines.lines.iter().all(|&line| line & self.possible != SquareSet::EMPTY)
    }

    /// The squares left on the line that has the fewest, but more than its queen; `None` if all queens stand.
    pub(crate) fn narrowest(&self, lines: &LineSets) -> Option<SquareSet> {
        let open = lines.lines.iter().map(|&line| line & self.possible);
        open.map(|left| (left.count(), left))
            .filter(|(count, _)| *count > 1)
            .min_by_key(|(count, _)| *count)
            .map(|(_, left)| left)
    }
}
