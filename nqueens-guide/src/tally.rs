//! The counting of completions by backtracking with very little memory: their total, and for each square the number of
//! completions with a queen on it.
//!
//! A search node takes about ten nanoseconds, so millions of completions, whose diagram may fit no memory, take
//! seconds. The number of nodes is estimated first, from random paths down the search tree (Knuth, *Estimating the
//! Efficiency of Backtrack Programs*, Mathematics of Computation 29, 1975).

mod walk;

use std::num::NonZeroUsize;

use bdd_core::{BigUint, Budget, Counts, Interrupted, Sampler};
use nqueens_board::{Size, Square};

use self::walk::{Rank, RankWalk, SearchPart, Sum};
use crate::placement::Placement;
use crate::threads::on_threads;

/// A count of completions that can be interrupted and continued.
///
/// ```
/// use std::num::NonZeroUsize;
/// use nqueens_guide::{Budget, Placement, Size, Tallying};
///
/// let placement = Placement::new(Size::new(8)?, ["a1".parse()?], [])?;
/// let mut tallying = Tallying::new(&placement).expect("the board is not too wide");
/// assert!(tallying.search_nodes() < 10_000.0);
/// tallying.work(NonZeroUsize::MIN, &mut Budget::unlimited())?;
/// assert_eq!(tallying.counts().unwrap().total, 4u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tallying {
    size: Size,
    /// The given queens of the placement.
    queens: Vec<Square>,
    walk: RankWalk,
    parts: Vec<SearchPart>,
    /// The number of `parts` counted so far.
    counted: usize,
    /// The sum of the completions in the parts counted so far.
    sum: Sum,
    search_nodes: f64,
}

impl Tallying {
    /// The largest board size: the 127 diagonals of a board of this size are bits of a `u128`.
    pub const MAX: usize = 64;
    /// The number of search nodes that count as one elementary step of a [`Budget`].
    pub const NODES_A_STEP: u64 = 4;

    /// The least number of parts into which a large search is divided, so that threads share it and interruptions lose
    /// little.
    const PARTS: usize = 3_000;
    /// The numbers of random paths down the search tree: first for the choice of the order of the ranks, then for the
    /// estimate of the number of search nodes.
    const PROBES: [u32; 2] = [200, 2_000];

    /// Prepares the count of the completions of a placement. Returns `None` if the board is larger than
    /// [`Tallying::MAX`].
    #[must_use]
    pub fn new(placement: &Placement) -> Option<Tallying> {
        let size = placement.size();
        let n = size.get();
        if n > Tallying::MAX {
            return None;
        }
        let has_queen = |rank: &usize| placement.queens().iter().any(|queen| queen.rank() == *rank);
        let open = placement.open::<u64>();
        let ranks = (0..n).filter(|rank| !has_queen(rank)).map(|rank| Rank { rank, files: open[rank] }).collect();
        let (walk, search_nodes) = Tallying::ordered(n, ranks);
        let parts = if placement.is_consistent() { walk.parts(Tallying::PARTS) } else { Vec::new() };
        let queens = placement.queens().iter().copied().collect();
        Some(Tallying { size, queens, walk, parts, counted: 0, sum: Sum::new(n), search_nodes })
    }

    /// Returns the best of three orders of the ranks, and the estimated number of search nodes with this order. The
    /// first order is the order of `ranks`, the second leads from the middle of the board outwards, and the third
    /// begins with the ranks that have the fewest allowed files. A few random paths show which order has the shortest
    /// search.
    fn ordered(n: usize, ranks: Vec<Rank>) -> (RankWalk, f64) {
        let mut sampler = Sampler::new(1);
        let [mut from_middle, mut fewest_first] = [ranks.clone(), ranks.clone()];
        from_middle.sort_by_key(|rank| (2 * rank.rank + 1).abs_diff(n));
        fewest_first.sort_by_key(|rank| rank.files.count_ones());
        let orders = [ranks, from_middle, fewest_first].map(|ranks| RankWalk::new(n, ranks));
        let estimated = orders.map(|walk| (walk.estimate(Tallying::PROBES[0], &mut sampler), walk));
        let shortest = estimated.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, walk) = shortest.expect("the array has three walks");
        let search_nodes = walk.estimate(Tallying::PROBES[1], &mut sampler);
        (walk, search_nodes)
    }

    /// Returns the estimated number of search nodes of the whole count.
    #[must_use]
    pub fn search_nodes(&self) -> f64 {
        self.search_nodes
    }

    /// Returns the number of completions, and for each square the number of completions with a queen on it; `None`
    /// until all completions are counted.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use nqueens_guide::{Budget, Placement, Size, Tallying};
    ///
    /// let size = Size::new(8)?;
    /// let mut tallying = Tallying::new(&Placement::empty(size)).expect("8 is at most Tallying::MAX");
    /// assert!(tallying.counts().is_none());
    /// tallying.work(NonZeroUsize::MIN, &mut Budget::unlimited())?;
    /// let counts = tallying.counts().expect("all parts are counted");
    /// assert_eq!(counts.total, 92u8.into());
    /// assert_eq!(counts.by_variable[size.variable("d1".parse()?).index()], 18u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn counts(&self) -> Option<Counts> {
        if self.counted < self.parts.len() {
            return None;
        }
        let Sum { total, mut through } = self.sum.clone();
        for &queen in &self.queens {
            through[usize::from(self.size.variable(queen))] = total;
        }
        Some(Counts { total: total.into(), by_variable: through.into_iter().map(BigUint::from).collect() })
    }

    /// Counts the remaining completions on `threads` threads, or on one thread if the budget limits the steps. After an
    /// interruption on one thread, another call continues the count. After an interruption on several threads, the
    /// counts of the interrupted call are lost, and another call repeats its work.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn work(&mut self, threads: NonZeroUsize, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        budget.check()?;
        if threads.get() > 1 && budget.steps_left() == u64::MAX {
            return self.on_threads(threads, budget);
        }
        let all = self.parts.len() as f64;
        while let Some(part) = self.parts.get(self.counted) {
            let (sum, nodes) = self.walk.count(part);
            self.sum.add(&sum);
            self.counted += 1;
            let done = self.counted as f64 / all;
            budget.spend(steps(nodes), || done)?;
        }
        Ok(())
    }

    /// Counts the remaining parts on several threads; a free thread takes the next part. An interruption discards the
    /// parts counted by this call.
    fn on_threads(&mut self, threads: NonZeroUsize, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let (walk, parts, mut sum) = (&self.walk, &self.parts[self.counted..], self.sum.clone());
        let count = |(): &mut (), part: &SearchPart, _: &mut Budget<'_>| Ok(walk.count(part).0);
        on_threads(threads, parts.iter(), parts.len(), || (), count, budget, |part| sum.add(&part))?;
        self.sum = sum;
        self.counted = self.parts.len();
        Ok(())
    }
}

/// Converts a number of search nodes to elementary steps of a [`Budget`]; see [`Tallying::NODES_A_STEP`].
fn steps(nodes: u64) -> u32 {
    u32::try_from(nodes / Tallying::NODES_A_STEP).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
