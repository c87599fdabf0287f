//! Tints: backgrounds of regions, chosen so that regions that touch along a side differ.

use std::collections::BTreeSet;

use puzzle_kind::Cell;

use crate::board::GameBoard;
use crate::menu::Thumbnail;

/// The largest number of regions whose tints are exchanged to differ more.
const LARGEST_SPREAD: usize = 40;

/// The largest number of times that all exchanges of tints are tried.
const MOST_ROUNDS: usize = 20;

/// The factor by which an exchange must lower the repulsion of tints, so that errors of rounding are no gain.
const LEAST_GAIN: f32 = 0.9999;

/// The tint (background colour) of each region, as an index counted from 0.
pub struct Tints(Vec<usize>);

impl Tints {
    /// Assigns one of `grounds` tints to each named region of a board; `None` if the board has no named regions, or if
    /// `grounds` is 0.
    ///
    /// The regions get their tints one by one, as in DSATUR (Brélaz 1979): next comes a region whose neighbours have
    /// the largest number of distinct tints so far. This region takes the least used tint that no neighbour has. If
    /// `grounds` is at least the number of regions, all regions have different tints.
    #[must_use]
    pub fn of(board: &GameBoard, grounds: usize) -> Option<Tints> {
        Tints::apart(board, grounds, |_, _| 0.0)
    }

    /// Assigns tints as [`Tints::of`] does. Among several equally suitable tints, a region takes the tint that differs
    /// most from the tints of its neighbours; `difference` returns the difference of two tints. Prefers the first
    /// tints, so that a board with few regions does not use the last tints.
    #[must_use]
    pub fn apart(board: &GameBoard, grounds: usize, difference: impl Fn(usize, usize) -> f32) -> Option<Tints> {
        if !board.has_named_regions() {
            return None;
        }
        let region = |cell| if board.contains(cell) { board.puzzle().region(cell) } else { None };
        Tints::with_neighbours(&neighbours(board.columns(), board.rows(), region), grounds, difference)
    }

    /// Assigns the same tints to the regions of a thumbnail as [`Tints::apart`] assigns to the regions of the board.
    /// Returns `None` if the thumbnail has no regions, or if `grounds` is 0.
    #[must_use]
    pub fn of_thumbnail(
        thumbnail: &Thumbnail,
        grounds: usize,
        difference: impl Fn(usize, usize) -> f32,
    ) -> Option<Tints> {
        let Thumbnail { columns, cells, .. } = thumbnail;
        let region = |Cell { row, column }| {
            let cell = cells.get(row * columns + column).filter(|_| column < *columns)?;
            cell.region
        };
        Tints::with_neighbours(&neighbours(*columns, cells.len().div_ceil(*columns), region), grounds, difference)
    }

    /// Assigns tints to regions, each of which has the neighbours `beside`.
    fn with_neighbours(
        beside: &[BTreeSet<usize>],
        grounds: usize,
        difference: impl Fn(usize, usize) -> f32,
    ) -> Option<Tints> {
        if grounds == 0 || beside.is_empty() {
            return None;
        }
        // Choose among at most 1.5 times as many tints as there are regions, so that the last region has a choice too.
        let grounds = grounds.min(beside.len() + beside.len() / 2);
        let mut chosen: Vec<Option<usize>> = vec![None; beside.len()];
        let mut uses = vec![0; grounds];
        for _ in 0..beside.len() {
            let around =
                |region: usize| beside[region].iter().filter_map(|&other| chosen[other]).collect::<BTreeSet<_>>();
            let open = (0..beside.len()).filter(|&region| chosen[region].is_none());
            let next =
                open.max_by_key(|&region| (around(region).len(), beside[region].len(), std::cmp::Reverse(region)))?;
            let taken = around(next);
            let rank = |ground: usize| (taken.contains(&ground), uses[ground]);
            let best = (0..grounds).map(rank).min()?;
            let nearest = |ground: usize| taken.iter().map(|&other| difference(ground, other)).fold(f32::MAX, f32::min);
            // Of several tints that differ equally, take the first.
            let free = (0..grounds).filter(|&ground| rank(ground) == best).rev();
            let free = free.max_by(|&a, &b| nearest(a).total_cmp(&nearest(b)))?;
            chosen[next] = Some(free);
            uses[free] += 1;
        }
        let mut tints = Tints(chosen.into_iter().flatten().collect());
        tints.spread(beside, grounds, difference);
        Some(tints)
    }

    /// Exchanges tints for as long as this makes the tints of neighbours differ more: those of two regions, or the tint
    /// of a region and one that no region has. Never gives neighbours the same tint.
    fn spread(&mut self, beside: &[BTreeSet<usize>], grounds: usize, difference: impl Fn(usize, usize) -> f32) {
        if beside.len() > LARGEST_SPREAD {
            return;
        }
        // Close tints repel each other like charges, and equal ones far more.
        let repulsion = |a: usize, b: usize| if a == b { 1e9 } else { difference(a, b).powi(2).max(1e-6).recip() };
        let repulsions: Vec<Vec<f32>> = (0..grounds).map(|a| (0..grounds).map(|b| repulsion(a, b)).collect()).collect();
        let around = |tints: &[usize], region: usize| -> f32 {
            beside[region].iter().map(|&other| repulsions[tints[region]][tints[other]]).sum()
        };
        for _ in 0..MOST_ROUNDS {
            let mut is_better = false;
            for region in 0..beside.len() {
                for other in region + 1..beside.len() {
                    let before = around(&self.0, region) + around(&self.0, other);
                    self.0.swap(region, other);
                    let is_kept = around(&self.0, region) + around(&self.0, other) < before * LEAST_GAIN;
                    is_better |= is_kept;
                    if !is_kept {
                        self.0.swap(region, other);
                    }
                }
                for free in (0..grounds).filter(|free| !self.0.contains(free)).collect::<Vec<_>>() {
                    let (before, old) = (around(&self.0, region), self.0[region]);
                    self.0[region] = free;
                    let is_kept = around(&self.0, region) < before * LEAST_GAIN;
                    is_better |= is_kept;
                    if is_kept {
                        break;
                    }
                    self.0[region] = old;
                }
            }
            if !is_better {
                return;
            }
        }
    }

    /// Returns the tint of a region: an index, less than the number `grounds` given to [`Tints::of`].
    #[must_use]
    pub fn ground(&self, region: usize) -> usize {
        self.0.get(region).copied().unwrap_or(0)
    }
}

/// Returns for each region the regions that it touches along a side. `region` returns the region of a cell; `None` for
/// cells without a region, and for cells off the board.
fn neighbours(columns: usize, rows: usize, region: impl Fn(Cell) -> Option<usize>) -> Vec<BTreeSet<usize>> {
    let region = |row: usize, column: usize| region(Cell { row, column });
    let mut beside: Vec<BTreeSet<usize>> = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let Some(here) = region(row, column) else { continue };
            for other in [Some(here), region(row + 1, column), region(row, column + 1)].into_iter().flatten() {
                beside.resize(beside.len().max(here + 1).max(other + 1), BTreeSet::new());
                if other != here {
                    beside[here].insert(other);
                    beside[other].insert(here);
                }
            }
        }
    }
    beside
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Budget;
    use puzzle_kind::Kind;
    use puzzle_kind::{Arguments, Parameter, Verb};
    use regions_guide::RegionsKind;

    /// Checks that four regions in a row, of which each has a tint of its own, have no neighbours with close tints.
    #[test]
    fn tints_of_neighbours_differ_as_far_as_possible() {
        let beside: Vec<BTreeSet<usize>> = vec![[1].into(), [0, 2].into(), [1, 3].into(), [2].into()];
        let tints = Tints::with_neighbours(&beside, 4, |a, b| a.abs_diff(b) as f32).unwrap().0;
        let steps: Vec<usize> = tints.windows(2).map(|pair| pair[0].abs_diff(pair[1])).collect();
        assert!(steps.iter().all(|&step| step >= 2), "{tints:?}");
    }

    #[test]
    fn regions_that_touch_have_different_grounds_and_few_share_one() {
        for n in [5, 7] {
            for seed in 0..3 {
                let said = |parameter: &Parameter| match parameter.name {
                    "N" | "n" | "size" => vec![n.to_string()],
                    _ => parameter.default.map(str::to_owned).into_iter().collect(),
                };
                let arguments = Arguments::new(RegionsKind.parameters(Verb::Play), said);
                let mut generator = RegionsKind.generator(&arguments, seed).unwrap();
                let made = generator.next(&mut Budget::unlimited()).unwrap();
                let board = GameBoard::new(std::sync::Arc::clone(made.entry.puzzle()));
                let region = |cell| if board.contains(cell) { board.puzzle().region(cell) } else { None };
                let beside = neighbours(board.columns(), board.rows(), region);
                assert_eq!(beside.len(), board.rows());
                for grounds in [5, 6, 10] {
                    let tints = Tints::of(&board, grounds).unwrap();
                    for (region, others) in beside.iter().enumerate() {
                        assert!(others.iter().all(|&other| tints.ground(other) != tints.ground(region)));
                    }
                    let used: BTreeSet<usize> = (0..beside.len()).map(|region| tints.ground(region)).collect();
                    assert!(used.len() == beside.len() || used.len() < grounds.min(beside.len()) + 1);
                    assert!(grounds < beside.len() || used.len() == beside.len(), "all differ where they can");
                }
                assert!(Tints::of(&board, 0).is_none());
                let thumbnail = Thumbnail::of(made.entry.puzzle());
                let difference = |a: usize, b: usize| (a * a).abs_diff(b * b) as f32;
                let [of_board, of_thumbnail] =
                    [Tints::apart(&board, 10, difference), Tints::of_thumbnail(&thumbnail, 10, difference)]
                        .map(|tints| tints.unwrap().0);
                assert_eq!(of_board, of_thumbnail, "a thumbnail has the colours of its board");
            }
        }
    }
}
