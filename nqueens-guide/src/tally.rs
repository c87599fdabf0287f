//! The completions of a placement counted by backtracking, in all and through every square, in next to no memory.
//!
//! A search node costs some ten nanoseconds, so that millions of completions, for whose diagram no memory suffices, take
//! seconds. How many nodes it takes is estimated before it begins, by random ways down the search tree (Knuth, *Estimating
//! the Efficiency of Backtrack Programs*, Mathematics of Computation 29, 1975).

mod walk;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bdd_core::{BigUint, Budget, Cancel, Counts, Dice, Stopped};
use nqueens_board::{Size, Square};

use self::walk::{Part, Rank, Sum, Walk};
use crate::placement::Placement;

/// A count of completions that can be begun, left and gone on with.
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
    /// The queens that stand already; `None` if they, or what is blocked, leave no completion.
    queens: Option<Vec<Square>>,
    walk: Walk,
    parts: Vec<Part>,
    /// The number of parts that are counted.
    counted: usize,
    /// What was counted in parts that stand for themselves, and in those that stand for their mirror images as well.
    sums: [Sum; 2],
    search_nodes: f64,
}

/// How often the budget's switch is looked at while threads count.
const LOOK: Duration = Duration::from_millis(20);

impl Tallying {
    /// The widest board: one whose diagonals are bits of a word.
    pub const MAX: usize = 64;
    /// The search nodes that count as an elementary step of a [`Budget`].
    pub const NODES_A_STEP: u64 = 4;

    /// The parts that the work is cut into at least, if there is so much.
    const PARTS: usize = 3_000;
    /// The random ways down the search tree: to choose the order of the ranks, and for the estimate.
    const PROBES: [u32; 2] = [200, 2_000];

    /// A count of the completions of a placement; `None` if the board is wider than [`Tallying::MAX`].
    #[must_use]
    pub fn new(placement: &Placement) -> Option<Tallying> {
        let size = placement.size();
        let n = size.get();
        if n > Tallying::MAX {
            return None;
        }
        let has_queen = |rank: usize| placement.queens().iter().any(|queen| queen.rank() == rank);
        let is_open =
            |square: &Square| !placement.blocked().contains(square) && placement.attackers(*square).next().is_none();
        let files = |rank| size.rank(rank).filter(is_open).fold(0, |files, square| files | 1 << square.file());
        let ranks: Vec<Rank> =
            (0..n).filter(|&rank| !has_queen(rank)).map(|rank| Rank { rank, files: files(rank) }).collect();
        let queens = placement.is_consistent().then(|| placement.queens().iter().copied().collect());
        let (walk, search_nodes) = Tallying::ordered(n, ranks);
        let mut parts = walk.parts(Tallying::PARTS);
        if queens.is_none() {
            parts.clear();
        }
        let sums = [Sum::new(n), Sum::new(n)];
        Some(Tallying { size, queens, walk, parts, counted: 0, sums, search_nodes })
    }

    /// The ranks in an order in which a search is short, as far as few random ways tell, and how long it is.
    fn ordered(n: usize, ranks: Vec<Rank>) -> (Walk, f64) {
        let mut dice = Dice::new(1);
        let [mut from_middle, mut fewest_first] = [ranks.clone(), ranks.clone()];
        from_middle.sort_by_key(|rank| (2 * rank.rank + 1).abs_diff(n));
        fewest_first.sort_by_key(|rank| rank.files.count_ones());
        let orders = [ranks, from_middle, fewest_first].map(|ranks| Walk::new(n, ranks));
        let estimated = orders.map(|walk| (walk.estimate(Tallying::PROBES[0], &mut dice), walk));
        let shortest = estimated.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, walk) = shortest.expect("there are three orders");
        let search_nodes = walk.estimate(Tallying::PROBES[1], &mut dice);
        (walk, search_nodes)
    }

    /// About how many search nodes it takes: an estimate, before anything is counted.
    #[must_use]
    pub fn search_nodes(&self) -> f64 {
        self.search_nodes
    }

    /// Whether all is counted.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.counted == self.parts.len()
    }

    /// The number of completions, and of those through every square, once all are counted.
    #[must_use]
    pub fn counts(&self) -> Option<Counts> {
        if !self.is_finished() {
            return None;
        }
        let n = self.size.get();
        let [alone, mirrored] = &self.sums;
        let total = if self.queens.is_some() { alone.total + 2 * mirrored.total } else { 0 };
        let mut through = vec![0; n * n];
        for square in self.size.squares() {
            let at = |file: usize| square.rank() * n + file;
            let (here, there) = (at(square.file()), at(n - 1 - square.file()));
            through[usize::from(self.size.variable(square))] =
                alone.through[here] + mirrored.through[here] + mirrored.through[there];
        }
        for &queen in self.queens.iter().flatten() {
            through[usize::from(self.size.variable(queen))] = total;
        }
        let by_variable = through.into_iter().map(BigUint::from).collect();
        Some(Counts { total: total.into(), by_variable })
    }

    /// Counts what is left. If the budget ends it before, what was counted so far is kept, and another call goes on from
    /// there.
    ///
    /// # Errors
    ///
    /// [`Stopped`], as the budget says.
    pub fn work(&mut self, threads: NonZeroUsize, budget: &mut Budget<'_>) -> Result<(), Stopped> {
        budget.check()?;
        if threads.get() > 1 && budget.steps_left() == u64::MAX {
            return self.on_threads(threads, budget);
        }
        let all = self.parts.len() as f64;
        while let Some(part) = self.parts.get(self.counted) {
            let nodes = self.walk.count(part, &mut self.sums[usize::from(part.is_mirrored)]);
            self.counted += 1;
            let done = self.counted as f64 / all;
            budget.spend(steps(nodes), || done)?;
        }
        Ok(())
    }

    /// On several threads, each of which takes the next part: what is broken off is begun again.
    fn on_threads(&mut self, threads: NonZeroUsize, budget: &mut Budget<'_>) -> Result<(), Stopped> {
        let (next, cancel) = (AtomicUsize::new(self.counted), Cancel::new());
        let (walk, parts, n) = (&self.walk, &self.parts, self.size.get());
        let (sender, heard) = mpsc::channel();
        let count = |sender: mpsc::Sender<u64>| {
            let mut sums = [Sum::new(n), Sum::new(n)];
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !cancel.is_cancelled()) {
                let nodes = walk.count(part, &mut sums[usize::from(part.is_mirrored)]);
                // Who is told has gone if the work is broken off.
                let _ = sender.send(nodes);
            }
            sums
        };
        let (sums, result) = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get())
                .map(|_| {
                    let sender = sender.clone();
                    scope.spawn(|| count(sender))
                })
                .collect();
            drop(sender);
            let mut told = self.counted;
            let mut hear = || -> Result<(), Stopped> {
                loop {
                    match heard.recv_timeout(LOOK) {
                        Ok(nodes) => {
                            told += 1;
                            budget.spend(steps(nodes), || told as f64 / parts.len() as f64)?;
                        }
                        Err(mpsc::RecvTimeoutError::Timeout) => budget.check()?,
                        Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
                    }
                }
            };
            let result = hear();
            if result.is_err() {
                cancel.cancel();
            }
            let sums: Vec<[Sum; 2]> = workers.into_iter().map(|worker| worker.join().expect("counting")).collect();
            (sums, result)
        });
        result?;
        for [alone, mirrored] in &sums {
            self.sums[0].add(alone);
            self.sums[1].add(mirrored);
        }
        self.counted = self.parts.len();
        Ok(())
    }
}

/// The elementary steps that search nodes count as.
fn steps(nodes: u64) -> u32 {
    u32::try_from(nodes / Tallying::NODES_A_STEP).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
