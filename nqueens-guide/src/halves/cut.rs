//! The board as the two halves see it: the allowed squares, the cut, and the lines across the cut.

use super::orbit::Symmetries;
use super::subsets::FILES;
use crate::placement::Placement;

/// A board with the files allowed on each rank, and a cut between two ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The files that a queen may take, as bits, rank by rank. A rank with a queen has only that queen's file.
    pub(super) allowed: Vec<u64>,
    /// The files of the given queens, as bits, rank by rank; `0` for a rank without one.
    pub(super) givens: Vec<u64>,
    /// The number of ranks below the cut.
    pub(super) lower: usize,
    /// The symmetries that keep the placement and the cut.
    pub(super) symmetries: Symmetries,
}

impl Cut {
    /// Cuts a board so that half of the missing queens, rounded down, belong to the lower half. Returns `None` if the
    /// board is wider than [`FILES`].
    pub(super) fn new(placement: &Placement) -> Option<Cut> {
        let n = placement.size().get();
        if n > FILES {
            return None;
        }
        let mut givens = vec![0; n];
        for queen in placement.queens() {
            givens[queen.rank()] |= 1 << queen.file();
        }
        let allowed = placement.open::<u64>();
        let symmetries = Symmetries::of(&allowed);
        let missing = givens.iter().filter(|&&files| files == 0).count();
        let lower = if symmetries.turn_over() {
            n / 2
        } else {
            let below = |lower: &usize| givens[..*lower].iter().filter(|&&files| files == 0).count() >= missing / 2;
            (0..n).find(below).unwrap_or(0)
        };
        Some(Cut { allowed, givens, lower, symmetries })
    }

    pub(super) fn n(&self) -> usize {
        self.allowed.len()
    }

    /// Returns `true` if the halves have the same height apart from a middle rank, the first of the upper half.
    pub(super) fn has_middle(&self) -> bool {
        self.n() % 2 == 1 && self.lower == self.n() / 2
    }

    /// Returns `allowed` for the ranks of the lower half, from the cut outwards.
    pub(super) fn below(&self) -> Vec<u64> {
        self.allowed[..self.lower].iter().rev().copied().collect()
    }

    /// Returns `allowed` for the ranks of the upper half, from the cut outwards.
    pub(super) fn above(&self) -> Vec<u64> {
        self.allowed[self.lower..].to_vec()
    }
}

/// Returns the diagonals through a square that cross the cut, as the half with the square sees them. `distance` ranks
/// lie between the square and the cut.
///
/// The low 32 bits are for the diagonal that leads to the right towards the cut, by the file on which it leaves the
/// half; the high 32 bits are for the diagonal that leads to the left, by the file on which it arrives on the other
/// side. A diagonal that leads to the right for one half leads to the left for the other, and has the same number in
/// both; see [`across`]. There are at most `n - 1` of each.
pub(super) fn crossing(n: usize, distance: usize, file: usize) -> u64 {
    let square = 1_u64 << file;
    let inside = (1_u64 << (n - 1)) - 1;
    let right = (square << distance) & inside;
    let left = square >> distance >> 1;
    right | left << 32
}

/// Returns the diagonals `lines` as the other half sees them. Two squares on different sides of the cut are on one
/// diagonal if `across` of the lines of one has a bit in common with the lines of the other.
pub(super) fn across(lines: u64) -> u64 {
    lines.rotate_left(32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_share_a_crossing_line_if_they_share_a_diagonal() {
        for n in 1..=9_usize {
            for lower in 0..=n {
                for (below, above) in (0..lower).flat_map(|below| (lower..n).map(move |above| (below, above))) {
                    for (f, g) in (0..n).flat_map(|f| (0..n).map(move |g| (f, g))) {
                        let seen = crossing(n, lower - 1 - below, f) & across(crossing(n, above - lower, g)) != 0;
                        assert_eq!(
                            seen,
                            f.abs_diff(g) == above - below,
                            "n = {n}, cut {lower}: {f} {below}, {g} {above}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_bit_of_either_side_stands_for_no_line() {
        let all = (0..FILES).flat_map(|d| (0..FILES).map(move |f| crossing(FILES, d, f))).fold(0, |all, l| all | l);
        assert_eq!(all, !(1 << 31 | 1 << 63));
    }
}
