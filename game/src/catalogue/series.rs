//! Puzzles of one kind: those of a file, or new ones without end.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use bdd_core::Budget;
use puzzle_core::{Marks, Puzzle, Session, Source};

use super::{Catalogue, Counts, Loaded};

type Make<P> = Box<dyn FnMut(&mut Budget<'_>) -> Result<P, String> + Send>;
type Know<P> = Box<dyn Fn(P, &mut Budget<'_>) -> Result<Arc<dyn Source>, String> + Send + Sync>;

/// Puzzles one after the other.
pub struct Series<P> {
    stock: Mutex<Stock<P>>,
    last: usize,
    know: Know<P>,
}

struct Stock<P> {
    made: Vec<P>,
    make: Make<P>,
}

impl<P: Puzzle + Clone + 'static> Series<P> {
    /// These puzzles; `know` says where their completions come from.
    pub fn of(
        puzzles: Vec<P>,
        know: impl Fn(P, &mut Budget<'_>) -> Result<Arc<dyn Source>, String> + Send + Sync + 'static,
    ) -> Series<P> {
        let last = puzzles.len();
        let make = Box::new(|_: &mut Budget<'_>| Err("there are no more puzzles".to_owned()));
        Series { stock: Mutex::new(Stock { made: puzzles, make }), last, know: Box::new(know) }
    }

    /// New puzzles for ever, each made when it is first asked for and then kept.
    pub fn made_by(
        make: impl FnMut(&mut Budget<'_>) -> Result<P, String> + Send + 'static,
        know: impl Fn(P, &mut Budget<'_>) -> Result<Arc<dyn Source>, String> + Send + Sync + 'static,
    ) -> Series<P> {
        let stock = Stock { made: Vec::new(), make: Box::new(make) };
        Series { stock: Mutex::new(stock), last: usize::MAX, know: Box::new(know) }
    }

    /// The puzzle with a number, counted from 1.
    ///
    /// # Errors
    ///
    /// Why there is none, as a clause.
    pub fn puzzle(&self, number: usize, budget: &mut Budget<'_>) -> Result<P, String> {
        // A panic of somebody else's leaves only finished puzzles behind.
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        while stock.made.len() < number {
            let made = (stock.make)(budget)?;
            stock.made.push(made);
        }
        Ok(stock.made[number - 1].clone())
    }
}

impl<P> fmt::Debug for Series<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series").field("last", &self.last).finish_non_exhaustive()
    }
}

impl<P: Puzzle + Clone + 'static> Catalogue for Series<P> {
    fn numbers(&self) -> RangeInclusive<usize> {
        1..=self.last
    }

    fn counts(&self) -> Counts {
        Counts::Puzzles
    }

    fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<Loaded, String> {
        let puzzle = self.puzzle(number, budget)?;
        let source = (self.know)(puzzle.clone(), budget)?;
        let session = Session::open(source, Marks::default(), budget).map_err(|stopped| stopped.to_string())?;
        Ok(Loaded { puzzle: Arc::new(puzzle), session: Box::new(session), note: None })
    }
}
