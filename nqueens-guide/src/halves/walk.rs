//! The counting of the pairs of lower and upper halves that fit together, for one set of files of the lower half.

use bdd_core::{Budget, Interrupted};

use super::Halves;
use super::cut::{across, crossing};
use super::half::{FillList, HalfPosition, Rest};
use super::orbit::Share;
use super::slices::{BLOCK, Slices, fastest};
use crate::mask::each_file;

/// Lists of up to this number of lower halves are always transposed into [`Slices`] instead of being filtered.
const SHORT: usize = 8 * BLOCK;

/// Returns the number of missing queens of the upper half up to which even a long list of lower halves is transposed
/// into [`Slices`]. If more queens are missing, the next queen first filters a long list. If few queens are missing,
/// there are few upper halves left to match, so that filtering saves less than it costs. The test
/// `measure_sliced_ranks` prints the times of other numbers.
fn sliced_ranks(n: usize) -> usize {
    if n > 18 { 9 } else { 8 }
}

/// A counter of completions for one thread. It uses the tables of the [`Halves`]. The counts of all sets of files share
/// the counter's buffers.
#[derive(Debug)]
pub struct Counter<'a> {
    halves: &'a Halves,
    /// The number of lower halves that are collected in `list` before they are matched with the upper halves.
    batch: usize,
    /// The largest number of missing queens at which long lists are transposed into [`Slices`]; see [`sliced_ranks`].
    sliced_ranks: usize,
    list: FillList,
    /// For each rank of the upper half, from the cut outwards, the lower halves that fit the queens up to this rank.
    lists: Vec<Vec<u64>>,
    rest: Rest,
    slices: Slices,
}

impl<'a> Counter<'a> {
    /// Creates a counter whose buffers take about `memory` bytes.
    pub(super) fn new(halves: &'a Halves, memory: usize) -> Counter<'a> {
        // The lists that are filtered from this list are together about as long as the list itself.
        let batch = (memory / (2 * size_of::<u64>())).max(SHORT);
        let lists = vec![Vec::new(); halves.cut.n()];
        let sliced_ranks = sliced_ranks(halves.cut.n());
        Counter {
            halves,
            batch,
            sliced_ranks,
            list: FillList::default(),
            lists,
            rest: Rest::default(),
            slices: Slices::none(),
        }
    }

    /// Counts the completions in which the queens of the lower half take the files of the set with index `number`, or
    /// of one of its images under the symmetries of the placement. Only one of these sets is counted, for all of them:
    /// returns `None` for the others.
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
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
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

    /// Computes the result of [`Counter::count`] in another way, as a check: it counts the image of the set under a
    /// symmetry instead of the set itself, if possible an image with the halves swapped. Returns `None` if
    /// [`Counter::count`] returns `None`, or if the symmetries map some division of the files with this set only to
    /// itself.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
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

    /// Counts the completions of each [`Share`] in `shares`, all of which have the files `lower` in the lower half.
    /// Returns the sum of these counts, each multiplied by the weight of its share.
    fn weighted(&mut self, lower: u64, shares: &[(Share, u64)], budget: &mut Budget<'_>) -> Result<u64, Interrupted> {
        let (halves, batch, mut total) = (self.halves, self.batch, 0);
        let mut list = std::mem::take(&mut self.list);
        let mut take = |list: &[u64]| {
            budget.spend(cost(2 * list.len()), || 0.0)?;
            total += self.pairs_of(list, lower, shares, budget)?;
            Ok(())
        };
        let listed = halves.below.list(lower, batch, &mut list, &mut take);
        self.list = list;
        listed.map(|()| total)
    }

    /// Counts the pairs of a lower half in `list` and an upper half that fit together, for each [`Share`] in `shares`.
    /// Returns the sum of these counts, each multiplied by the weight of its share. `lower` has the files of the lower
    /// half.
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
        let tabulated = above.tabulated();
        let is_sliced = list.len() <= SHORT || above.left(&position) <= self.sliced_ranks;
        if position.step == *tabulated.end() || is_sliced && tabulated.contains(&position.step) {
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
        let length = filter(list, lines, &mut kept);
        budget.spend(cost(list.len() / 16), || 0.0)?;
        let total = self.walk(&kept[..length], above.place(&position, file), budget);
        self.lists[position.step] = kept;
        total
    }

    fn pairs(&mut self, list: &[u64], position: HalfPosition, budget: &mut Budget<'_>) -> Result<u64, Interrupted> {
        self.halves.above.rest(&position, &mut self.rest);
        if self.rest.len() == 0 {
            return Ok(0);
        }
        let mut total = 0;
        for part in list.chunks(BLOCK) {
            budget.spend(cost(self.rest.len() / 8), || 0.0)?;
            fastest::slice(part, &mut self.slices);
            total += fastest::pairs(&mut self.slices, &self.rest);
        }
        Ok(total)
    }
}

/// Copies the entries of `list` that have no bit in common with `lines` to the beginning of `kept`, and returns their
/// number. `kept` may be longer than this number; its further entries have no meaning.
fn filter(list: &[u64], lines: u64, kept: &mut Vec<u64>) -> usize {
    if kept.len() < list.len() {
        kept.resize(list.len(), 0);
    }
    let mut length = 0;
    for &half in list {
        kept[length] = half;
        length += usize::from(half & lines == 0);
    }
    length
}

/// Returns `steps` as an argument of [`Budget::spend`]: at least 1, and at most the largest `u32`.
fn cost(steps: usize) -> u32 {
    u32::try_from(steps).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use cpu_time::ThreadTime;

    use super::*;
    use crate::{Placement, Size};

    /// Returns the processor time, in seconds, of counting about `sets` sets of files if [`sliced_ranks`] had the value
    /// `sliced_ranks`.
    fn seconds(halves: &Halves, sets: u64, sliced_ranks: usize) -> f64 {
        let mut counter = Counter { sliced_ranks, ..halves.counter(1) };
        let start = ThreadTime::now();
        for number in 0..sets.min(halves.sets()) {
            counter.count(number, &mut Budget::unlimited()).unwrap();
        }
        start.elapsed().as_secs_f64()
    }

    #[test]
    #[ignore = "measures; cargo test --release -p nqueens-guide --features simd --lib -- --ignored --nocapture sliced"]
    fn measure_sliced_ranks() {
        for (n, sets) in [(16, 2000), (17, 2000), (18, 1000), (19, 400), (20, 100), (21, 40), (22, 10)] {
            let halves = Halves::new(&Placement::empty(Size::new(n).unwrap())).unwrap();
            let mut times = [7, 8, 9, 10].map(|ranks| (ranks, f64::INFINITY));
            // The values are measured in turn, so that other programs slow down all of them alike.
            for _ in 0..5 {
                for (ranks, least) in &mut times {
                    *least = least.min(seconds(&halves, sets, *ranks));
                }
            }
            let best = times.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
            println!("n = {n}: seconds by ranks {times:.4?}, best {best}, used {}", sliced_ranks(n));
        }
    }
}
