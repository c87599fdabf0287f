//! Heat: the share of the solutions through each open cell, in eight levels.

use puzzle_core::{BigUint, Guide, Status};

/// The scale of the heat: the hottest open cell, which has the largest number of solutions, has the highest level.
pub(super) struct Heat {
    hottest: BigUint,
    total: BigUint,
}

impl Heat {
    /// Builds the scale of a board. Returns `None` if no cell is open. Also returns `None` if the numbers of solutions
    /// come from a sample whose size is unknown or smaller than the number of open cells: differences between the cells
    /// would be due to chance.
    pub(super) fn of(guide: &Guide) -> Option<Heat> {
        let open = || guide.variables().filter(|(_, status, _)| *status == Status::Open);
        let hottest = open().map(|(.., completions)| completions.value()).max()?.clone();
        let (is_exact, total) = (open().all(|(.., completions)| completions.is_exact()), guide.total());
        // A total that is not exact is the size of the sample. If the total is exact, the size of the sample is
        // unknown, and the sample does not count as large.
        let is_large = || !total.is_exact() && *total.value() >= BigUint::from(open().count());
        (is_exact || is_large()).then(|| Heat { hottest, total: total.value().clone() })
    }

    /// Returns the heat level of an open cell, `ceil(8 * completions / hottest) - 1`, from 0 to 7. `completions` is the
    /// number of solutions that contain the cell, and `hottest` is the largest such number of an open cell.
    pub(super) fn level(&self, completions: &BigUint) -> usize {
        let eighths = (completions * 8u8 + &self.hottest - 1u8) / &self.hottest;
        usize::try_from(eighths).unwrap_or(8).clamp(1, 8) - 1
    }

    /// Returns the share of the solutions that contain the hottest cell (the open cell with the most solutions), in
    /// percent, rounded down.
    pub(super) fn highest(&self) -> BigUint {
        &self.hottest * 100u8 / &self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_eighths_of_the_hottest() {
        let heat = Heat { hottest: 16u8.into(), total: 92u8.into() };
        let levels = [1u8, 2, 3, 8, 9, 14, 15, 16].map(|count| heat.level(&count.into()));
        assert_eq!(levels, [0, 0, 1, 3, 4, 6, 7, 7]);
    }
}
