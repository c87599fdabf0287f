//! The counting of the pairs of lower and upper halves that fit together, for one set of files of the lower half.

use bdd_core::{Budget, Interrupted};

use super::Halves;
use super::cut::{across, crossing};
use super::half::{HalfPosition, Tree};
use super::orbit::Share;
use super::slices::{BLOCK, Slices, fastest};
use crate::mask::each_file;

/// The largest number of lower halves in a list that is sliced; a longer list is first filtered, queen by queen.
/// Measured for `n = 20`: with half of this limit counting takes a fifth longer, and with twice the limit a little
/// longer.
const SHORT: usize = 8 * BLOCK;

/// The largest number of ranks that a [`Tree`] covers; a tree of this height takes a few megabytes.
const TREE: usize = 11;

/// A counter of completions for one thread. It uses the tables of the [`Halves`], and reuses its buffers from set to
/// set.
#[derive(Debug)]
pub struct Counter<'a> {
    halves: &'a Halves,
    /// The number of lower halves that are collected in `list` before they are matched with the upper halves.
    batch: usize,
    list: Vec<u64>,
    /// For each rank of the upper half, from the cut outwards, the lower halves that fit the queens up to this rank.
    lists: Vec<Vec<u64>>,
    tree: Tree,
    slices: Slices,
}

impl<'a> Counter<'a> {
    /// Creates a counter whose buffers take about `memory` bytes.
    pub(super) fn new(halves: &'a Halves, memory: usize) -> Counter<'a> {
        // The lists that are filtered from this list are together about as long as the list itself.
        let batch = (memory / (2 * size_of::<u64>())).max(SHORT);
        let lists = vec![Vec::new(); halves.cut.n()];
        Counter { halves, batch, list: Vec::new(), lists, tree: Tree::default(), slices: Slices::none() }
    }

    /// Counts the completions in which the queens of the lower half take the files of set `number`, and of the sets
    /// that this set represents. The symmetries of the placement map sets to sets with the same count. Of all sets that
    /// they map to each other, one represents the others. Returns `None` if another set represents this set.
    ///
    /// ```
    /// use nqueens_guide::halves::Halves;
    /// use nqueens_guide::{Budget, Placement, Size};
    ///
    /// let halves = Halves::new(&Placement::empty(Size::new(8)?)).expect("the board is narrow enough");
    /// let (mut counter, budget) = (halves.counter(1), &mut Budget::unlimited());
    /// let mut total = 0;
    /// for number in 0..halves.sets() {
    ///     total += counter.count(number, budget)?.unwrap_or(0);
    /// }
    /// assert_eq!(total, 92);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] by the budget.
    ///
    /// # Panics
    ///
    /// If `number` is not below [`Halves::sets`].
    pub fn count(&mut self, number: u64, budget: &mut Budget<'_>) -> Result<Option<u64>, Interrupted> {
        let lower = self.halves.sets.set(number);
        let shares = self.halves.shares(lower);
        if shares.iter().all(|&(_, weight)| weight == 0) {
            return Ok(None);
        }
        self.weighted(lower, &shares, budget).map(Some)
    }

    /// Computes the result of [`Counter::count`] in another way, as a check. It counts an image of the set under a
    /// symmetry instead of the set itself, if possible an image with the halves swapped. Returns `None` if
    /// [`Counter::count`] does, or if a division of the files with this set has no other image.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] by the budget.
    ///
    /// # Panics
    ///
    /// If `number` is not below [`Halves::sets`].
    pub fn recount(&mut self, number: u64, budget: &mut Budget<'_>) -> Result<Option<u64>, Interrupted> {
        let lower = self.halves.sets.set(number);
        let mut total = None;
        for (share, weight) in self.halves.shares(lower).into_iter().filter(|&(_, weight)| weight > 0) {
            let Some(image) = self.halves.cut.symmetries.images(share).find(|&image| image != share) else {
                return Ok(None);
            };
            *total.get_or_insert(0) += self.weighted(image.lower, &[(image, weight)], budget)?;
        }
        Ok(total)
    }

    /// Counts the completions of each of the `shares`, all of which have the files `lower` in the lower half. Returns
    /// the sum of these counts, each multiplied by the weight that comes with its share.
    fn weighted(&mut self, lower: u64, shares: &[(Share, u64)], budget: &mut Budget<'_>) -> Result<u64, Interrupted> {
        let (halves, batch, mut total) = (self.halves, self.batch, 0);
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        let mut take = |list: &mut Vec<u64>| {
            budget.spend(cost(4 * list.len()), || 0.0)?;
            total += self.pairs_of(list, lower, shares, budget)?;
            list.clear();
            Ok(())
        };
        let listed = halves.below.list(lower, batch, &mut list, &mut take);
        self.list = list;
        listed.map(|()| total)
    }

    /// Counts the pairs of a lower half in `list` and an upper half that fit together, for each of the `shares`.
    /// Returns the sum of these counts, each multiplied by the weight that comes with its share.
    fn pairs_of(
        &mut self,
        list: &[u64],
        lower: u64,
        shares: &[(Share, u64)],
        budget: &mut Budget<'_>,
    ) -> Result<u64, Interrupted> {
        let start = HalfPosition::start(self.halves.all & !lower);
        let mut total = 0;
        for &(share, times) in shares.iter().filter(|&&(_, times)| times > 0) {
            let pairs = match share.middle {
                None => self.walk(list, start, budget)?,
                Some(file) => self.step(list, start, file, budget)?,
            };
            total += times * pairs;
        }
        Ok(total)
    }

    /// Counts the pairs of a lower half in `list` and an upper half that fit together, where the upper half extends
    /// `position`.
    fn walk(&mut self, list: &[u64], position: HalfPosition, budget: &mut Budget<'_>) -> Result<u64, Interrupted> {
        if list.is_empty() {
            return Ok(0);
        }
        let above = &self.halves.above;
        if position.step >= above.inner() || list.len() <= SHORT && above.left(&position) <= TREE {
            return self.pairs(list, position, budget);
        }
        let mut total = 0;
        for file in each_file(above.free(&position)) {
            total += self.step(list, position, file, budget)?;
        }
        Ok(total)
    }

    /// Counts the pairs of a lower half in `list` and an upper half that fit together, where the upper half extends
    /// `position` by a queen on `file` of the next rank.
    fn step(
        &mut self,
        list: &[u64],
        position: HalfPosition,
        file: usize,
        budget: &mut Budget<'_>,
    ) -> Result<u64, Interrupted> {
        let above = &self.halves.above;
        let lines = across(crossing(self.halves.cut.n(), position.step, file));
        let mut kept = std::mem::take(&mut self.lists[position.step]);
        filter(list, lines, &mut kept);
        budget.spend(cost(list.len() / 16), || 0.0)?;
        let total = self.walk(&kept, above.place(&position, file), budget);
        self.lists[position.step] = kept;
        total
    }

    fn pairs(&mut self, list: &[u64], position: HalfPosition, budget: &mut Budget<'_>) -> Result<u64, Interrupted> {
        self.halves.above.grow(&position, &mut self.tree);
        if self.tree.leaves.is_empty() {
            return Ok(0);
        }
        let mut total = 0;
        for part in list.chunks(BLOCK) {
            budget.spend(cost((self.tree.nodes.len() + self.tree.leaves.len()) / 2), || 0.0)?;
            fastest::slice(part, &mut self.slices);
            total += fastest::pairs(&self.slices, &self.tree);
        }
        Ok(total)
    }
}

/// Copies the entries of `list` that share no bit with `lines` to `kept`.
fn filter(list: &[u64], lines: u64, kept: &mut Vec<u64>) {
    // The old contents are overwritten below, so they need no reset.
    kept.resize(list.len().max(kept.len()), 0);
    let mut length = 0;
    for &half in list {
        kept[length] = half;
        length += usize::from(half & lines == 0);
    }
    kept.truncate(length);
}

/// Returns `steps` as an argument of [`Budget::spend`]: at least 1, and at most the largest `u32`.
fn cost(steps: usize) -> u32 {
    u32::try_from(steps).unwrap_or(u32::MAX).max(1)
}
