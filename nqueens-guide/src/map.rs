//! The status of every square of a board whose diagram of solutions fits no memory, as those beyond about 15 x 15.
//!
//! Whether a placement can be completed is NP-complete (Gent, Jefferson and Nightingale, *Complexity of n-Queens
//! Completion*, JAIR 59, 2017), so a [`Map`] may stay unfinished, and says so: what it tells is exact, and what it does
//! not know it calls unknown. Several methods work together, the cheap ones first:
//!
//! 1. What follows at once, and Hall's condition between ranks and files, rule squares out and place queens.
//! 2. Local search finds completions; each shows as many squares as the board has ranks to be live, and so do its images
//!    under the symmetries that keep the placement.
//! 3. What is left is supposed square by square: it fails at once, or a search with a limit decides it.
//! 4. A SAT solver decides the rest; it learns from each square for the next ones.
//!
//! A completion found shows each of its squares to be live; a square whose supposition fails is dead. Both are certain
//! whichever method found them, so chance and limits decide the number of unknown squares only.

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
use self::field::Field;
use crate::mask::{Mask, Wide};
use crate::placement::Placement;
use crate::queens::Queens;
use crate::sat::{Completer, Outcome};
use crate::symmetry::Symmetry;

pub use self::source::Mapped;

/// What is known of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Known {
    /// No completion has a queen there.
    Dead,
    /// Some completions have a queen there, and some don't.
    Open,
    /// Every completion has a queen there, and there is one.
    Forced,
    /// Some completion has a queen there; whether all have is not known.
    Live,
    /// Nothing.
    Unknown,
}

/// What is known of every square of a board with some queens and blocks, without a diagram of the completions.
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
    /// What is left; `None` if there is no completion.
    field: Option<Field>,
    /// The symmetries that keep the placement.
    symmetries: Vec<Symmetry>,
    /// The squares of completions found, by rank.
    live: Vec<Wide>,
    /// The completions found, each once: the file of the queen on each rank. Each was looked for because of a square that
    /// none before it had, so there are no more than squares, times the symmetries.
    found: HashSet<Vec<u8>>,
    /// How many of them have a queen on each square.
    counts: Vec<u64>,
    choices: Choices,
    progress: Stage,
    solver: Option<Completer>,
}

/// What a map is working on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// What follows from the placement at once.
    Filter,
    /// A first completion, within limits.
    First,
    /// Whether there is a completion at all, by the SAT solver, which may take any time.
    Whole,
    /// Completions and contradictions square by square, each within a limit.
    Squares {
        /// The number of the next square.
        next: usize,
        /// How often in a row the local search has found nothing.
        failures: u32,
    },
    /// What these limits have left undecided, in rounds through the squares with more and more decisions of the SAT solver
    /// for each, so that a hard square keeps no easy one waiting.
    Rest {
        /// The number of the next square.
        next: usize,
        /// The decisions for a square.
        decisions: u64,
    },
    /// Everything is known.
    Done,
}

impl Map {
    /// From so many failures in a row on, local search is not tried any more: this board is not one for it.
    const PATIENCE: u32 = 8;
    /// The attempts of local search at a first completion.
    const FIRST_ATTEMPTS: u32 = 20;
    /// Up to so many missing queens a search is the fastest way to decide anything.
    const FEW: usize = 16;
    /// The search nodes for one square, where the search should decide it.
    const NODES: u32 = 20_000;
    /// The search nodes for one square, where local search has failed: that often means that the square is dead.
    const FEW_NODES: u32 = 200;
    /// The decisions of the SAT solver for one square in the first round.
    const DECISIONS: u64 = 10_000;

    /// The map of a placement, of which nothing is known yet but what stands and what is blocked. [`Map::work`] finds
    /// out the rest.
    #[must_use]
    pub fn new(placement: &Placement) -> Map {
        let size = placement.size();
        let keeps = |symmetry: &Symmetry| {
            [placement.queens(), placement.blocked()]
                .iter()
                .all(|squares| squares.iter().all(|&square| squares.contains(&symmetry.apply(size, square))))
        };
        let field = Field::new(placement);
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

    /// Finds out what every square is. If the budget ends it before, what was found out so far is kept, and another call
    /// goes on from there.
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

    /// Finds out what takes no SAT solver: on most boards all there is to know. [`Map::work`] goes on from there.
    ///
    /// # Errors
    ///
    /// As [`Map::work`].
    pub(crate) fn glance(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        while !matches!(self.progress, Stage::Whole | Stage::Rest { .. } | Stage::Done) {
            self.step(budget)?;
        }
        Ok(())
    }

    /// Takes over what another map of the same size tells of this one: what is dead where fewer marks stand is dead here,
    /// and the completions that keep to these marks are some of this placement's.
    pub(crate) fn learn(&mut self, other: &Map) {
        let Some(field) = &mut self.field else { return };
        let (here, there) = (&self.placement, &other.placement);
        let has_all = |larger: &Placement, smaller: &Placement| {
            smaller.queens().is_subset(larger.queens()) && smaller.blocked().is_subset(larger.blocked())
        };
        if has_all(here, there) && !other.field.as_ref().is_some_and(|known| field.keep(known)) {
            return self.give_up();
        }
        let keeps = |queens: &&Vec<u8>| {
            let has = |square: &Square| usize::from(queens[square.rank()]) == square.file();
            here.queens().iter().all(has) && !here.blocked().iter().any(has)
        };
        let found: Vec<Vec<u8>> = other.found.iter().filter(keeps).cloned().collect();
        found.iter().for_each(|queens| self.add(queens));
    }

    /// The placement that it is a map of.
    pub(crate) fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Finds out whether there is a completion, and not what every square is. [`Map::work`] goes on from there.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice. What was found out so far is kept.
    pub fn completable(&mut self, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        loop {
            if let Some(answer) = self.is_completable() {
                return Ok(answer);
            }
            self.step(budget)?;
        }
    }

    /// Does a piece of the work.
    fn step(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        const SQUARES: Stage = Stage::Squares { next: 0, failures: 0 };
        let next = match self.progress {
            Stage::Filter => {
                if let Some(field) = &mut self.field
                    && !matching::filter(field, budget)?
                {
                    self.give_up();
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
        // Where there turned out to be no completion, all is known.
        if self.field.is_some() {
            self.progress = next;
        }
        Ok(())
    }

    /// What is known of a square. A square with a queen is forced, or dead if there is no completion.
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

    /// Whether there is a completion; `None` if that is not known yet.
    #[must_use]
    pub fn is_completable(&self) -> Option<bool> {
        match &self.field {
            None => Some(false),
            Some(_) => (!self.found.is_empty()).then_some(true),
        }
    }

    /// Whether every square is known.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.progress == Stage::Done
    }

    /// The different completions found on the way, each by the file of the queen on each rank, both counted from 0, in
    /// no particular order.
    pub fn completions(&self) -> impl Iterator<Item = &[u8]> {
        self.found.iter().map(Vec::as_slice)
    }

    /// About how many search nodes it would take to find all completions.
    pub(crate) fn search_nodes(&mut self, budget: &mut Budget<'_>) -> Result<f64, Interrupted> {
        self.field.as_ref().map_or(Ok(0.0), |field| depth::nodes(field, &mut self.choices, budget))
    }

    /// The guide to the placement as far as it is known; see [`Map::tally`] for its counts.
    #[must_use]
    pub fn guide(&self) -> Guide {
        Guide::new(&Queens::new(self.size), self.placement.marks(), self.tally())
    }

    /// The completions of the placement as far as they are known: counts are exact where there is no completion or a single
    /// one, and bounds from below otherwise.
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

    /// The squares of which nothing is known yet, rank by rank.
    pub fn unknown(&self) -> impl Iterator<Item = Square> {
        let live = &self.live;
        let squares = self.field.iter().flat_map(Field::squares);
        squares.filter(|square| !live[square.rank()].has(square.file()))
    }

    /// There is no completion.
    fn give_up(&mut self) {
        debug_assert!(self.found.is_empty(), "a completion was found");
        self.field = None;
        self.progress = Stage::Done;
    }

    /// Looks for any completion within limits, to begin with. If there is none, all is known.
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
        self.note(outcome, None, budget)
    }

    /// Tries to decide a square within limits, unless it is known. Returns how often in a row local search has failed.
    fn decide(&mut self, number: usize, failures: u32, budget: &mut Budget<'_>) -> Result<u32, Interrupted> {
        let square = Square::at(number % self.size.get(), number / self.size.get());
        let Some(field) = &self.field else { return Ok(failures) };
        if self.known(square) != Known::Unknown {
            return Ok(failures);
        }
        let mut supposed = field.clone();
        if !(supposed.place(square) && supposed.settle(budget)?) {
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
        self.note(outcome, Some(square), budget)?;
        Ok(failures + u32::from(!is_small))
    }

    /// Lets the SAT solver decide a square, or whether there is a completion at all, with at most so many decisions.
    fn solve(&mut self, square: Option<Square>, decisions: u64, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let Some(field) = &self.field else { return Ok(()) };
        let solver = self.solver.get_or_insert_with(|| Completer::new(self.size, |square| field.has(square)));
        let outcome = solver.completion(square, decisions, budget)?;
        self.note(outcome, square, budget)
    }

    /// Notes what a search for a completion with a queen on a square, or for any, has found out.
    fn note(&mut self, outcome: Outcome, square: Option<Square>, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        match (outcome, square) {
            (Outcome::Found(queens), _) => self.add(&queens),
            (Outcome::None, Some(square)) => self.rule_out(square, budget)?,
            (Outcome::None, None) => self.give_up(),
            (Outcome::GaveUp, _) => {}
        }
        Ok(())
    }

    /// Notes that no completion has a queen on a square, nor on its images under the symmetries that keep the placement.
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
        // What follows is concluded all at once: to do half of it would do no harm, but to forget the square would.
        if !(is_possible && field.settle(&mut Budget::unlimited())?) {
            self.give_up();
        }
        budget.check()
    }

    /// Notes a completion and its images under the symmetries that keep the placement.
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
