//! Puzzles one after the other: those of a file, or new ones without end.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use puzzle_core::kind::{GenerateError, Generator};
use puzzle_core::{Budget, Entry, OpenError};

use super::{Catalogue, Numbering};

type Make = Box<dyn FnMut(&mut Budget<'_>) -> Result<Entry, OpenError> + Send>;

/// Puzzles numbered from 1.
pub struct Series {
    stock: Mutex<Stock>,
    last: usize,
}

struct Stock {
    entries: BTreeMap<usize, Entry>,
    /// How many were made, all from the first one on.
    made: usize,
    make: Make,
}

impl Series {
    /// A series of these puzzles.
    #[must_use]
    pub fn of(puzzles: Vec<Entry>) -> Series {
        let last = puzzles.len();
        let make = Box::new(|_: &mut Budget<'_>| Err(OpenError::Failed("there are no more puzzles".to_owned())));
        Series { stock: Mutex::new(Stock { entries: (1..).zip(puzzles).collect(), made: last, make }), last }
    }

    /// An endless series of new puzzles, as a generator makes them, each when it is first asked for.
    #[must_use]
    pub fn generated(mut generator: Box<dyn Generator>) -> Series {
        Series::made_by(move |budget| match generator.next(budget) {
            Ok(made) => Ok(made.entry),
            Err(GenerateError::Stopped(stopped)) => Err(OpenError::Stopped(stopped)),
            Err(error) => Err(OpenError::Failed(error.to_string())),
        })
    }

    /// An endless series of new puzzles, each made when it is first asked for, and then kept.
    pub fn made_by(make: impl FnMut(&mut Budget<'_>) -> Result<Entry, OpenError> + Send + 'static) -> Series {
        let stock = Stock { entries: BTreeMap::new(), made: 0, make: Box::new(make) };
        Series { stock: Mutex::new(stock), last: usize::MAX }
    }

    /// This series with the puzzle of a number that is known already, so that nobody waits until those before it are made
    /// once more.
    #[must_use]
    pub fn with(mut self, number: usize, entry: Entry) -> Series {
        self.stock.get_mut().unwrap_or_else(PoisonError::into_inner).entries.insert(number, entry);
        self
    }
}

impl fmt::Debug for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series").field("last", &self.last).finish_non_exhaustive()
    }
}

impl Catalogue for Series {
    fn numbers(&self) -> RangeInclusive<usize> {
        1..=self.last
    }

    fn numbering(&self) -> Numbering {
        Numbering::Puzzles
    }

    fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError> {
        // A panic of somebody else's leaves only finished puzzles behind.
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(entry) = stock.entries.get(&number) {
                return Ok(entry.clone());
            }
            let entry = (stock.make)(budget)?;
            stock.made += 1;
            let made = stock.made;
            stock.entries.entry(made).or_insert(entry);
        }
    }
}
