//! A catalogue of puzzles numbered from 1: the puzzles of a file, or an endless series of new puzzles.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use puzzle_core::Budget;
use puzzle_kind::{Arguments, Entry, Generator, Kind, OpenError};

use super::Catalogue;

type Make = Box<dyn FnMut(usize, &mut Budget<'_>) -> Result<Entry, OpenError> + Send>;

/// A catalogue of puzzles numbered from 1: a given list, or an endless series of generated puzzles.
pub struct Series {
    stock: Mutex<Stock>,
    last: usize,
}

struct Stock {
    entries: BTreeMap<usize, Entry>,
    make: Make,
}

impl Series {
    /// Builds a catalogue of `puzzles`.
    #[must_use]
    pub fn of(puzzles: Vec<Entry>) -> Series {
        let last = puzzles.len();
        let make = Box::new(|_, _: &mut Budget<'_>| Err(OpenError::Failed("there are no more puzzles".to_owned())));
        Series { stock: Mutex::new(Stock { entries: (1..).zip(puzzles).collect(), make }), last }
    }

    /// Builds an endless series from a [`Generator`], which makes the puzzles in order.
    #[must_use]
    pub fn generated(mut generator: Box<dyn Generator>) -> Series {
        let mut made = Vec::new();
        Series::made_by(move |number, budget| {
            while made.len() < number {
                made.push(generator.next(budget)?.entry);
            }
            Ok(made[number - 1].clone())
        })
    }

    /// Builds an endless series. Generates each puzzle from the seed that `seed` returns for the number of the puzzle,
    /// without generating the puzzles before it.
    #[must_use]
    pub fn seeded(kind: Arc<dyn Kind>, arguments: Arguments, seed: impl Fn(usize) -> u64 + Send + 'static) -> Series {
        Series::made_by(move |number, budget| {
            let generator = kind.generator(&arguments, seed(number));
            Ok(generator.map_err(|why| OpenError::Failed(why.to_string()))?.next(budget)?.entry)
        })
    }

    /// Builds an endless series. On the first access to a number, `make` generates the puzzle with this number, and the
    /// series keeps it.
    fn made_by(make: impl FnMut(usize, &mut Budget<'_>) -> Result<Entry, OpenError> + Send + 'static) -> Series {
        let stock = Stock { entries: BTreeMap::new(), make: Box::new(make) };
        Series { stock: Mutex::new(stock), last: usize::MAX }
    }

    /// Adds `entry` as the puzzle with `number`, in place of a generated puzzle.
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

    fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError> {
        // If another thread has panicked, the stock still has only complete entries.
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = stock.entries.get(&number) {
            return Ok(entry.clone());
        }
        let entry = (stock.make)(number, budget)?;
        stock.entries.insert(number, entry.clone());
        Ok(entry)
    }
}
