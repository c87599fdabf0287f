//! The candidates that simple deductions leave on a board: a queen rules out squares, and a line (a rank, a file or a
//! region) with a single candidate has its queen there.
//!
//! The difficulty of a board depends on the deductions that it needs. A square is ruled out if a queen there leaves a
//! line without candidates. On an easy board, it suffices to remove the squares that this queen attacks. On a medium
//! board, it may be necessary to follow a chain of further queens that this queen forces. On a hard board, the squares
//! of a line have to be tried in turn.
//!
//! `puzzle-core` has the same arguments. The form here is fast enough for the many drafts of the generator; the tests
//! compare both forms.

use std::ops::{BitAnd, Not};

use bdd_core::{Rules, Variable};
use puzzle_kind::Difficulty;

use crate::board::Board;

/// The number of words with a bit for each square of the largest board.
const WORDS: usize = (Board::MAX * Board::MAX).div_ceil(64);

/// A set of squares, given by their variables.
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

/// The rules of a board as sets of squares.
#[derive(Clone, Debug)]
pub(crate) struct LineSets {
    /// For each square, all squares that a queen there does not attack, including the square itself.
    compatible: Vec<SquareSet>,
    lines: Vec<SquareSet>,
    /// For each square, its rank, its file and its region, as indices into `lines`.
    pub(crate) through: Vec<[usize; 3]>,
    all: SquareSet,
}

impl LineSets {
    pub(crate) fn new(rules: &Rules) -> LineSets {
        let all = SquareSet::of(Variable::all(rules.variables()));
        let compatible = |variable| all & !SquareSet::of(rules.excluded_by(variable).iter().copied());
        let lines: Vec<SquareSet> =
            rules.constraints().map(|line| SquareSet::of(line.variables().iter().copied())).collect();
        let through = |variable| {
            let mut lines = (0..lines.len()).filter(|&line| lines[line].contains(variable));
            std::array::from_fn(|_| lines.next().expect("a square lies on three lines"))
        };
        let squares = Variable::all(rules.variables());
        let (compatible, through) = squares.map(|variable| (compatible(variable), through(variable))).unzip();
        LineSets { compatible, lines, through, all }
    }

    /// Returns the number of ranks, which is also the number of files and of regions.
    pub(crate) fn size(&self) -> usize {
        self.lines.len() / 3
    }

    /// Returns the state without queens, in which all squares are candidates.
    pub(crate) fn start(&self) -> SearchState {
        SearchState { candidates: self.all, queens: SquareSet::EMPTY }
    }

    /// Returns the state after all deductions for easy and medium boards (see the module documentation), and `true` if
    /// the deductions for medium boards were needed. Returns an error if a line has no candidate left.
    pub(crate) fn deduce(&self) -> Result<(SearchState, bool), NoSquareLeft> {
        let mut state = self.start();
        let mut needed_chains = false;
        loop {
            state.propagate(self)?;
            if state.refute(self, false) {
                continue;
            }
            if !state.refute(self, true) {
                return Ok((state, needed_chains));
            }
            needed_chains = true;
        }
    }

    /// Returns the difficulty of a board with exactly one solution.
    pub(crate) fn difficulty(&self) -> Difficulty {
        let (state, needed_chains) = self.deduce().expect("the board has a solution");
        match state.smallest_line(self) {
            Some(_) => Difficulty::Hard,
            None if needed_chains => Difficulty::Medium,
            None => Difficulty::Easy,
        }
    }
}

/// The contradiction that some line has no candidate left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoSquareLeft;

/// The queens of a partial solution, and the candidates, which include the squares of the queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchState {
    pub(crate) candidates: SquareSet,
    pub(crate) queens: SquareSet,
}

impl SearchState {
    /// Returns the state with a queen on a candidate, without the candidates that this queen attacks.
    pub(crate) fn with(mut self, lines: &LineSets, variable: Variable) -> SearchState {
        self.queens.insert(variable);
        self.candidates = self.candidates & lines.compatible[variable.index()];
        self
    }

    /// Places a queen on every line with a single candidate, until every line has its queen or several candidates.
    /// Returns an error if a line has no candidate.
    pub(crate) fn propagate(&mut self, lines: &LineSets) -> Result<(), NoSquareLeft> {
        loop {
            let before = self.queens;
            for &line in &lines.lines {
                let mut left = (line & self.candidates).iter();
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

    /// Rules out every square on which a queen would leave a line without candidates: at once or, if `chains` is
    /// `true`, after propagation. Returns `true` if a square was ruled out.
    pub(crate) fn refute(&mut self, lines: &LineSets, chains: bool) -> bool {
        let before = self.candidates;
        for square in (before & !self.queens).iter() {
            let mut supposed = self.with(lines, square);
            let is_refuted = match chains {
                true => supposed.propagate(lines).is_err(),
                false => lines.lines.iter().any(|&line| line & supposed.candidates == SquareSet::EMPTY),
            };
            if is_refuted {
                self.candidates.remove(square);
            }
        }
        self.candidates != before
    }

    /// Returns the candidates of a line with the fewest candidates, among the lines with more than one candidate.
    /// Returns `None` if no line has more than one candidate.
    pub(crate) fn smallest_line(&self, lines: &LineSets) -> Option<SquareSet> {
        let open = lines.lines.iter().map(|&line| line & self.candidates);
        open.filter(|left| left.count() > 1).min_by_key(SquareSet::count)
    }
}
