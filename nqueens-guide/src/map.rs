//! The status of every square of boards whose diagram of solutions fits no memory, beyond about 15 x 15.
//!
//! The completion of a placement is an NP-complete problem (Gent, Jefferson and Nightingale, *Complexity of n-Queens
//! Completion*, JAIR 59, 2017). So a [`Map`] may stay unfinished: its answers are exact, and undecided squares are
//! [`Known::Unknown`]. Several methods work together, the cheap ones first:
//!
//! 1. Unit propagation, and Hall's condition between ranks and files, rule out squares and place queens.
//! 2. Local search finds completions. Each completion shows that its n squares are live: some completion has a queen
//!    there. The images of a completion show the same, under the symmetries that map the placement to itself.
//! 3. A queen is assumed on each remaining square in turn. Propagation may show that the square is dead: no completion
//!    has a queen there. Otherwise a search with a limit may find a completion or show that there is none.
//! 4. A SAT solver decides the remaining squares and keeps its learned clauses from square to square.
//!
//! The results are certain, whichever method found them. Randomness and limits affect only the number of unknown
//! squares.

mod climb;
mod depth;
mod field;
mod matching;
mod source;

use std::collections::{BTreeSet, HashSet};

use bdd_core::{Budget, Interrupted};
use nqueens_board::{Size, Square};
use puzzle_core::{Count, Guide, Tally};

use self::climb::Choices;
use self::field::RemainingSquares;
use crate::mask::{Mask, Wide};
use crate::placement::Placement;
use crate::queens::Queens;
use crate::sat::{Completer, SatOutcome};
use crate::symmetry::Symmetry;

pub use self::source::Mapped;

/// The state of knowledge about a square: the result of [`Map::known`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Known {
    /// No completion has a queen on the square.
    Dead,
    /// Some completions have a queen on the square, and some do not.
    Open,
    /// There are completions, and all of them have a queen on the square.
    Forced,
    /// Some completion has a queen on the square; it is undecided whether all completions do.
    Live,
    /// It is undecided whether any completion has a queen on the square.
    Unknown,
}

/// The status of every square of a placement, found without a diagram of the completions. As long as the work is
/// unfinished, some squares are [`Known::Unknown`].
///
/// ```
/// use nqueens_guide::{Budget, Known, Map, Placement, Size};
///
/// let size = Size::new(40)?;
/// let mut map = Map::new(&Placement::new(size, ["a1".parse()?, "c2".parse()?], [])?);
/// map.work(&mut Budget::unlimited())?;
/// assert_eq!(map.is_completable(), Some(true));
/// assert_eq!(map.known("b2".parse()?), Known::Dead);
/// assert_eq!(map.known("e3".parse()?), Known::Open);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Map {
    size: Size,
    placement: Placement,
    /// The squares that are not ruled out; `None` once it is proved that there is no completion.
    field: Option<RemainingSquares>,
    /// The symmetries of the board that map `placement` to itself.
    symmetries: Vec<Symmetry>,
    /// For each rank, the files on which some completion in `found` has a queen.
    live: Vec<Wide>,
    /// The completions found, each as the file of the queen on each rank. They stay few: each search is for a
    /// completion with a square that no completion in `found` has.
    found: HashSet<Vec<u8>>,
    /// For each square, the number of completions in `found` with a queen on it.
    counts: Vec<u64>,
    choices: Choices,
    progress: Stage,
    solver: Option<Completer>,
}

/// The stage that the work on a [`Map`] has reached: the method that is tried next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Unit propagation and Hall's condition on the placement.
    Filter,
    /// The search for a first completion by local search and backtracking, within limits.
    First,
    /// The search for any completion by the SAT solver, however long it takes.
    Whole,
    /// The decision of square after square: within a limit, a search looks for a completion with a queen on the square,
    /// or for a proof that there is no such completion.
    Squares {
        /// The number of the next square to decide, rank by rank, counted from 0.
        next: usize,
        /// The number of consecutive failures of the local search.
        failures: u32,
    },
    /// The decision of the squares that are still undecided, by the SAT solver. It goes in rounds: in each round the
    /// solver may make more decisions for each square than in the round before, so that a hard square does not hold up
    /// easy squares.
    Rest {
        /// The number of the next square to decide in this round, rank by rank, counted from 0.
        next: usize,
        /// The largest number of decisions of the solver for each square in this round.
        decisions: u64,
    },
    /// No work is left: every square is decided.
    Done,
}

impl Map {
    /// The number of consecutive failures of local search after which a map no longer tries it.
    const PATIENCE: u32 = 8;
    /// The number of times that local search is tried to find a first completion.
    const FIRST_ATTEMPTS: u32 = 20;
    /// The number of missing queens up to which backtracking is the fastest method.
    const FEW: usize = 16;
    /// The node limit of two searches by backtracking: for a first completion of the placement, and for a completion
    /// with a queen on a given square if at most `FEW` queens are missing.
    const NODES: u32 = 20_000;
    /// The largest number of backtracking nodes for one square if more than `FEW` queens are missing. It is small:
    /// local search comes first, and its failure often means that the square is dead (no completion has a queen there).
    const FEW_NODES: u32 = 200;
    /// The largest number of decisions of the SAT solver for one square in the first round.
    const DECISIONS: u64 = 10_000;

    /// Creates the map of a placement, where only the blocked and attacked squares are decided; [`Map::work`] decides
    /// all other squares.
    #[must_use]
    pub fn new(placement: &Placement) -> Map {
        let size = placement.size();
        let keeps = |symmetry: &Symmetry| {
            [placement.queens(), placement.blocked()]
                .iter()
                .all(|squares| squares.iter().all(|&square| squares.contains(&symmetry.apply(size, square))))
        };
        let field = RemainingSquares::new(placement);
        let progress = if field.is_some() { Stage::Filter } else { Stage::Done };
        Map {
            size,
            placement: placement.clone(),
            field,
            symmetries: Symmetry::ALL.into_iter().filter(keeps).collect(),
            live: vec![Wide::default(); size.get()],
            found: HashSet::new(),
            counts: vec![0; size.square_count()],
            choices: Choices::new(1),
            progress,
            solver: None,
        }
    }

    /// Decides the status of every square. An interrupted call keeps its results, and another call continues.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice for the whole map.
    pub fn work(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        while self.progress != Stage::Done {
            self.step(budget)?;
        }
        Ok(())
    }

    /// Decides the squares that can be decided without the SAT solver: on most boards all squares. [`Map::work`]
    /// continues from there.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub(crate) fn estimate(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        while !matches!(self.progress, Stage::Whole | Stage::Rest { .. } | Stage::Done) {
            self.step(budget)?;
        }
        Ok(())
    }

    /// Takes over results of `other`, a map of a board of the same size. A completion of `other` is taken if it
    /// completes this placement, too. The dead squares of `other`, on which no completion has a queen, are taken if
    /// this placement has all queens and blocked squares of the placement of `other`.
    pub(crate) fn learn(&mut self, other: &Map) {
        let Some(field) = &mut self.field else { return };
        let (here, there) = (&self.placement, &other.placement);
        let has_all = |larger: &Placement, smaller: &Placement| {
            smaller.queens().is_subset(larger.queens()) && smaller.blocked().is_subset(larger.blocked())
        };
        if has_all(here, there) && !other.field.as_ref().is_some_and(|known| field.intersect(known)) {
            return self.set_impossible();
        }
        let keeps = |queens: &&Vec<u8>| {
            let has = |square: &Square| usize::from(queens[square.rank()]) == square.file();
            here.queens().iter().all(has) && !here.blocked().iter().any(has)
        };
        let found: Vec<Vec<u8>> = other.found.iter().filter(keeps).cloned().collect();
        found.iter().for_each(|queens| self.add(queens));
    }

    pub(crate) fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns `true` if there is a completion, and `false` if there is no completion, without deciding all squares.
    /// [`Map::work`] continues from there.
    ///
    /// ```
    /// use nqueens_guide::{Budget, Map, Placement, Size};
    ///
    /// let size = Size::new(30)?;
    /// let mut map = Map::new(&Placement::new(size, ["a1".parse()?], [])?);
    /// assert!(map.completable(&mut Budget::unlimited())?);
    /// assert!(map.completions().next().is_some_and(|files| files.len() == 30 && files[0] == 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice. The results so far are kept.
    pub fn completable(&mut self, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        loop {
            if let Some(answer) = self.is_completable() {
                return Ok(answer);
            }
            self.step(budget)?;
        }
    }

    /// Does one step of the current [`Stage`].
    fn step(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        const SQUARES: Stage = Stage::Squares { next: 0, failures: 0 };
        let next = match self.progress {
            Stage::Filter => {
                if let Some(field) = &mut self.field
                    && !matching::filter(field, budget)?
                {
                    self.set_impossible();
                }
                Stage::First
            }
            Stage::First => {
                self.find_first(budget)?;
                if self.found.is_empty() { Stage::Whole } else { SQUARES }
            }
            Stage::Whole => {
                self.solve(None, u64::MAX, budget)?;
                SQUARES
            }
            Stage::Squares { next, failures } if next < self.size.square_count() => {
                Stage::Squares { next: next + 1, failures: self.decide(next, failures, budget)? }
            }
            Stage::Squares { .. } => Stage::Rest { next: 0, decisions: Map::DECISIONS },
            Stage::Rest { next, decisions } => {
                let number = |square: &Square| usize::from(self.size.variable(*square));
                let later = self.unknown().find(|square| number(square) >= next);
                match later {
                    Some(square) => {
                        let next = number(&square) + 1;
                        self.solve(Some(square), decisions, budget)?;
                        Stage::Rest { next, decisions }
                    }
                    None if self.unknown().next().is_none() => Stage::Done,
                    None => Stage::Rest { next: 0, decisions: decisions.saturating_mul(4) },
                }
            }
            Stage::Done => Stage::Done,
        };
        // If there is no completion, every square is decided.
        if self.field.is_some() {
            self.progress = next;
        }
        Ok(())
    }

    /// Returns the knowledge about `square`. A square with a queen is [`Known::Forced`] once a completion is found, and
    /// [`Known::Dead`] once it is proved that there is no completion.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn known(&self, square: Square) -> Known {
        assert!(self.size.contains(square), "{square} is off a board of {}", self.size);
        let Some(field) = &self.field else { return Known::Dead };
        if !field.has(square) {
            return Known::Dead;
        }
        let rank = self.live[square.rank()];
        if !rank.has(square.file()) {
            return Known::Unknown;
        }
        match (rank.only(), field.left(square.rank()).only()) {
            (_, Some(_)) => Known::Forced,
            (Some(_), None) => Known::Live,
            (None, None) => Known::Open,
        }
    }

    /// Returns `true` if there is a completion, `false` if there is no completion, and `None` if this is undecided.
    #[must_use]
    pub fn is_completable(&self) -> Option<bool> {
        match &self.field {
            None => Some(false),
            Some(_) => (!self.found.is_empty()).then_some(true),
        }
    }

    /// Returns `true` if every square is decided.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.progress == Stage::Done
    }

    /// Returns the completions found so far, each once, in no particular order. A completion has, for each rank from
    /// the first to the last, the file of the queen, counted from 0.
    pub fn completions(&self) -> impl Iterator<Item = &[u8]> {
        self.found.iter().map(Vec::as_slice)
    }

    /// Estimates the number of search nodes that backtracking takes to find all completions.
    pub(crate) fn search_nodes(&mut self, budget: &mut Budget<'_>) -> Result<f64, Interrupted> {
        self.field.as_ref().map_or(Ok(0.0), |field| depth::nodes(field, &mut self.choices, budget))
    }

    /// Returns the guide of the placement as far as the statuses are known, with the counts of [`Map::tally`].
    #[must_use]
    pub fn guide(&self) -> Guide {
        Guide::new(&Queens::new(self.size), self.placement.marks(), self.tally())
    }

    /// Returns the number of completions found, and for each square the number of those with a queen on it. These
    /// numbers are exact if the map is finished and has at most one completion, and lower bounds otherwise. The number
    /// of a [`Known::Dead`] square is [`Count::ZERO`].
    ///
    /// ```
    /// use nqueens_guide::{Budget, Map, Placement, Size};
    ///
    /// let mut map = Map::new(&Placement::new(Size::new(4)?, ["b1".parse()?], [])?);
    /// map.work(&mut Budget::unlimited())?;
    /// let tally = map.tally();
    /// assert_eq!((tally.total.is_exact(), tally.total.to_string().as_str()), (true, "1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tally(&self) -> Tally {
        let is_single = self.is_finished() && self.found.len() == 1;
        let count = |found: u64| if is_single { Count::Exact(found.into()) } else { Count::AtLeast(found.into()) };
        let mut unknown = BTreeSet::new();
        let mut by_variable = Vec::with_capacity(self.size.square_count());
        for (square, &found) in self.size.squares().zip(&self.counts) {
            let known = self.known(square);
            if matches!(known, Known::Live | Known::Unknown) {
                unknown.insert(self.size.variable(square));
            }
            by_variable.push(if known == Known::Dead { Count::ZERO } else { count(found) });
        }
        let total = if self.field.is_none() { Count::ZERO } else { count(self.found.len() as u64) };
        Tally { total, by_variable, unknown }
    }

    /// Returns the [`Known::Unknown`] squares, rank by rank.
    pub fn unknown(&self) -> impl Iterator<Item = Square> {
        let live = &self.live;
        let squares = self.field.iter().flat_map(RemainingSquares::squares);
        squares.filter(|square| !live[square.rank()].has(square.file()))
    }

    /// Records the proof that the placement has no completion, which decides every square.
    fn set_impossible(&mut self) {
        debug_assert!(self.found.is_empty(), "a completion was found, so the placement is not impossible");
        self.field = None;
        self.progress = Stage::Done;
    }

    /// Searches for a first completion within limits. If the search proves that there is no completion, every square is
    /// decided.
    fn find_first(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let Some(field) = &self.field else { return Ok(()) };
        for _ in 0..Map::FIRST_ATTEMPTS {
            if let Some(queens) = climb::completion(field, &self.live, &mut self.choices, budget)? {
                self.add(&queens);
                return Ok(());
            }
        }
        let mut nodes = Map::NODES;
        let outcome = depth::completion(field, &mut nodes, budget)?;
        self.record(outcome, None, budget)
    }

    /// Tries, within limits, to decide square `number` if it is unknown. Returns the number of consecutive failures of
    /// local search, which was `failures` before.
    fn decide(&mut self, number: usize, failures: u32, budget: &mut Budget<'_>) -> Result<u32, Interrupted> {
        let square = Square::at(number % self.size.get(), number / self.size.get());
        let Some(field) = &self.field else { return Ok(failures) };
        if self.known(square) != Known::Unknown {
            return Ok(failures);
        }
        let mut supposed = field.clone();
        if !(supposed.place(square) && supposed.propagate(budget)?) {
            self.rule_out(square, budget)?;
            return Ok(failures);
        }
        let is_small = supposed.missing() <= Map::FEW;
        if !is_small && failures < Map::PATIENCE {
            let wished: Vec<Wide> = self.live.iter().map(|&live| !live).collect();
            if let Some(queens) = climb::completion(&supposed, &wished, &mut self.choices, budget)? {
                self.add(&queens);
                return Ok(0);
            }
        }
        if !matching::filter(&mut supposed, budget)? {
            self.rule_out(square, budget)?;
            return Ok(failures);
        }
        let mut nodes = if is_small { Map::NODES } else { Map::FEW_NODES };
        let outcome = depth::completion(&supposed, &mut nodes, budget)?;
        self.record(outcome, Some(square), budget)?;
        Ok(failures + u32::from(!is_small))
    }

    /// Asks the SAT solver for a completion with a queen on `square`, or for any completion if `square` is `None`. The
    /// solver makes at most `decisions` decisions.
    fn solve(&mut self, square: Option<Square>, decisions: u64, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let Some(field) = &self.field else { return Ok(()) };
        let solver = self.solver.get_or_insert_with(|| Completer::new(self.size, |square| field.has(square)));
        let outcome = solver.completion(square, decisions, budget)?;
        self.record(outcome, square, budget)
    }

    /// Records the outcome of a search for a completion with a queen on `square`, or for any completion if `square` is
    /// `None`.
    fn record(
        &mut self,
        outcome: SatOutcome,
        square: Option<Square>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        match (outcome, square) {
            (SatOutcome::Found(queens), _) => self.add(&queens),
            (SatOutcome::None, Some(square)) => self.rule_out(square, budget)?,
            (SatOutcome::None, None) => self.set_impossible(),
            (SatOutcome::GaveUp, _) => {}
        }
        Ok(())
    }

    /// Rules out `square` and its images under the symmetries that map the placement to itself.
    fn rule_out(&mut self, square: Square, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let Some(field) = &mut self.field else { return Ok(()) };
        let images = self.symmetries.iter().map(|symmetry| symmetry.apply(self.size, square));
        let mut is_possible = true;
        for image in images {
            debug_assert!(!self.live[image.rank()].has(image.file()), "{image} is live");
            is_possible &= field.rule_out(image);
            if let Some(solver) = &mut self.solver {
                solver.rule_out(image);
            }
        }
        // Propagation has no limit here: the square is decided, so an interrupted propagation would not be repeated.
        if !(is_possible && field.propagate(&mut Budget::unlimited())?) {
            self.set_impossible();
        }
        budget.check()
    }

    /// Adds a completion and its images under the symmetries that map the placement to itself.
    fn add(&mut self, queens: &[u8]) {
        let n = self.size.get();
        for symmetry in &self.symmetries {
            let mut image = vec![0; queens.len()];
            for (rank, &file) in queens.iter().enumerate() {
                let square = symmetry.apply(self.size, Square::at(usize::from(file), rank));
                image[square.rank()] = square.file() as u8;
                self.live[square.rank()] = self.live[square.rank()].with(square.file());
            }
            if !self.found.contains(&image) {
                (0..).zip(&image).for_each(|(rank, &file)| self.counts[rank * n + usize::from(file)] += 1);
                self.found.insert(image);
            }
        }
    }
}

#[cfg(test)]
mod tests;
