//! Exact counting without a diagram: the board is cut between two ranks, and every completion joins a lower and an
//! upper half. [`Halves::count`] returns the total.
//!
//! The count adds up the numbers of completions for all sets of files that the queens of the lower half may take; the
//! queens of the upper half take the other files. For each set, all lower halves are listed. The entry of a lower half
//! is the set of the diagonals of its queens that cross the cut, in 2(n - 1) bits. An upper half fits a lower half if
//! their queens share no such diagonal.
//!
//! To compare many halves at once, the list is transposed into slices of 512 bits: a slice for each diagonal, with a
//! bit for each of 512 lower halves. The slices of the diagonals of two queens are joined once for all upper halves
//! with these queens, so that an upper half costs few vector instructions. If a list of lower halves is too long for
//! slices, a backtracking search places queens of the upper half, beginning at the cut. Each queen shortens the list:
//! the lower halves with a queen on one of her diagonals are dropped. When the list is short, or when few queens are
//! missing, the search ends and slices match the remaining halves.
//!
//! To fill half of a board, tables list all ways to fill its inner ranks (next to the cut) and all ways to fill its
//! outer ranks, by the files that the queens take. Every way for the inner ranks is compared with every way for the
//! outer ranks, which is faster than a backtracking search with its many dead ends.
//!
//! Symmetries of the board that map ranks to ranks (left for right, top for bottom, both) map completions to
//! completions and sets to sets, so that one set in four is counted on an empty board.
//!
//! Counting pairs of disjoint halves is the classic method of Horowitz and Sahni (*Computing Partitions with
//! Applications to the Knapsack Problem*, Journal of the ACM 21, 1974); slices were introduced by Biham (*A Fast New
//! DES Implementation in Software*, 1997).
//!
//! ```
//! use std::num::NonZeroUsize;
//! use nqueens_guide::halves::Halves;
//! use nqueens_guide::{Budget, Placement, Size};
//!
//! let halves = Halves::new(&Placement::empty(Size::new(13)?)).expect("the board is narrow enough");
//! assert_eq!(halves.count(NonZeroUsize::MIN, &mut Budget::unlimited())?, 73_712);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The loops run over `[u64; 8]`. The feature `simd` compiles them for the vector instructions of several machines,
//! without unsafe code in this crate; a page in the browser does without the feature. The sets of a range can be
//! counted independently: threads take single sets, machines take ranges. [`shard`] has plans and results as data; the
//! command `nqueens shard` (`cli/src/cmd/shard/`) adds folders, files and checksums, and can run on many machines.

mod cut;
mod half;
mod orbit;
mod sets;
pub mod shard;
mod slices;
mod subsets;
mod walk;

use std::num::NonZeroUsize;
use std::sync::Arc;

use bdd_core::{Budget, Interrupted};

use crate::mask::each_file;
use crate::placement::Placement;
use crate::threads::on_threads;
use cut::Cut;
use half::{Half, HalfPosition};
use orbit::Share;
use sets::Sets;
pub use walk::Counter;

/// A placement prepared for counting by halves. Its tables take at most some tens of megabytes.
///
/// ```
/// use std::num::NonZeroUsize;
/// use nqueens_guide::halves::Halves;
/// use nqueens_guide::{Budget, Placement, Size};
///
/// let board = Placement::new(Size::new(12)?, ["a1".parse()?], [])?;
/// let halves = Halves::new(&board).expect("12 is at most Halves::MAX");
/// let completions = halves.count(NonZeroUsize::MIN, &mut Budget::unlimited())?;
/// assert_eq!(completions, 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Halves {
    cut: Cut,
    /// The set of all files, a bit for each.
    all: u64,
    sets: Sets,
    below: Arc<Half>,
    above: Arc<Half>,
}

impl Halves {
    /// The largest board size: the diagonals that cross the cut must fit 64 bits. The solutions of boards near this
    /// size have never been counted.
    pub const MAX: usize = subsets::FILES;

    /// The memory of all [`Counter`]s together, in bytes. The tables of the halves are not included.
    const MEMORY: usize = 128 << 20;

    /// Cuts the board of a placement into two halves and computes their tables. Returns `None` if the board is larger
    /// than [`Halves::MAX`].
    #[must_use]
    pub fn new(placement: &Placement) -> Option<Halves> {
        let cut = Cut::new(placement)?;
        let (below, above) = (cut.below(), cut.above());
        let same = below == above;
        let below = Arc::new(Half::new(cut.n(), below));
        let above = if same { below.clone() } else { Arc::new(Half::new(cut.n(), above)) };
        Some(Halves { all: (1 << cut.n()) - 1, sets: Sets::new(&cut), cut, below, above })
    }

    /// Returns the number of sets of files that the queens of the lower half may take. It includes the sets that are
    /// not counted because another set represents them; see [`Counter::count`].
    #[must_use]
    pub fn sets(&self) -> u64 {
        self.sets.len()
    }

    /// Creates a counter for one of `threads` threads. The counters of all these threads share a fixed amount of memory
    /// equally.
    #[must_use]
    pub fn counter(&self, threads: usize) -> Counter<'_> {
        Counter::new(self, Halves::MEMORY / threads.max(1))
    }

    /// Counts the completions of the placement on `threads` threads.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled. A limit of steps is exact on a single thread
    /// only.
    pub fn count(&self, threads: NonZeroUsize, budget: &mut Budget<'_>) -> Result<u128, Interrupted> {
        let mut total = 0;
        self.counts_on(threads, 0..self.sets(), budget, |_, count| total += u128::from(count.unwrap_or(0)))?;
        Ok(total)
    }

    /// Counts the completions for the sets of files with these `numbers`, and calls `each` with the number of each set
    /// and the result of [`Counter::count`]. With several threads the order of the calls is arbitrary.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled. A limit of steps is exact on a single thread
    /// only.
    ///
    /// # Panics
    ///
    /// If a number is not below [`Halves::sets`].
    pub fn counts_on(
        &self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        budget: &mut Budget<'_>,
        each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Interrupted> {
        self.each_on(threads, numbers, Counter::count, budget, each)
    }

    /// Counts the completions for the sets of files with these `numbers` again, in another way, and calls `each` with
    /// the number of each set and the result of [`Counter::recount`]. With several threads the order of the calls is
    /// arbitrary.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled. A limit of steps is exact on a single thread
    /// only.
    ///
    /// # Panics
    ///
    /// If a number is not below [`Halves::sets`].
    pub fn recounts_on(
        &self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        budget: &mut Budget<'_>,
        each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Interrupted> {
        self.each_on(threads, numbers, Counter::recount, budget, each)
    }

    fn each_on<'h>(
        &'h self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        count: fn(&mut Counter<'h>, u64, &mut Budget<'_>) -> Result<Option<u64>, Interrupted>,
        budget: &mut Budget<'_>,
        mut each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Interrupted> {
        let length = numbers.size_hint().0;
        if threads.get() > 1 {
            let counter = || self.counter(threads.get());
            let work = |counter: &mut _, number, budget: &mut Budget<'_>| Ok((number, count(counter, number, budget)?));
            return on_threads(threads, numbers, length, counter, work, budget, |(number, count)| each(number, count));
        }
        let mut counter = self.counter(1);
        for (at, number) in numbers.enumerate() {
            let part = at as f64 / length as f64..(at + 1) as f64 / length as f64;
            each(number, budget.part(part, |budget| count(&mut counter, number, budget))?);
        }
        Ok(())
    }

    /// Returns `true` if [`Counter::count`] counts the set of files with this `number`; `false` if a symmetry of the
    /// board maps it to a set that is counted in its place.
    ///
    /// # Panics
    ///
    /// If `number` is not below [`Halves::sets`].
    #[must_use]
    pub fn is_counted(&self, number: u64) -> bool {
        self.each_share(self.sets.set(number)).any(|share| self.cut.symmetries.is_first(share))
    }

    /// Returns all divisions of the files in which the lower half takes the files `lower`: one [`Share`] for each free
    /// file of the middle rank, or a single [`Share`] if there is no middle rank.
    fn each_share(&self, lower: u64) -> impl Iterator<Item = Share> {
        let files = self.cut.has_middle().then(|| each_file(self.above.free(&HalfPosition::start(self.all & !lower))));
        let without = files.is_none().then_some(None);
        let middles = files.into_iter().flatten().map(Some).chain(without);
        middles.map(move |middle| Share { lower, middle })
    }

    /// Returns the shares of `each_share`, each with its weight. The symmetries of the board map a share to shares with
    /// the same count. Only one of these shares is counted: its weight is the number of all of them. The other shares
    /// have the weight 0.
    fn shares(&self, lower: u64) -> Vec<(Share, u64)> {
        self.each_share(lower).map(|share| (share, self.cut.symmetries.weight(share))).collect()
    }
}
