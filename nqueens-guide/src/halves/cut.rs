//! A board cut into two halves: the allowed squares, the place of the cut, and the diagonals across the cut.

use super::orbit::Symmetries;
use super::subsets::FILES;
use crate::placement::Placement;

/// A board with the files allowed on each rank, and a cut between two ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// For each rank, the files on which a queen may stand, as bits. A rank with a given queen has only her file.
    pub(super) allowed: Vec<u64>,
    /// For each rank, the files of its given queens, as bits; 0 for a rank without a given queen.
    pub(super) givens: Vec<u64>,
    /// The number of ranks below the cut.
    pub(super) lower: usize,
    /// The symmetries of the board that map the allowed squares to themselves, and each half to a half.
    pub(super) symmetries: Symmetries,
}

impl Cut {
    /// Cuts the board of a placement so that half of the missing queens, rounded down, belong to the lower half.
    /// Returns `None` if the board is wider than [`FILES`].
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

    /// Returns `true` if the number of ranks is odd and the cut is just below the middle rank. Then the middle rank is
    /// the first rank of the upper half, with the same number of ranks above it and below it.
    pub(super) fn has_middle(&self) -> bool {
        self.n() % 2 == 1 && self.lower == self.n() / 2
    }

    /// Returns the allowed files of each rank of the lower half, from the cut outwards, in the form of
    /// [`Cut::allowed`].
    pub(super) fn below(&self) -> Vec<u64> {
        self.allowed[..self.lower].iter().rev().copied().collect()
    }

    /// Returns the allowed files of each rank of the upper half, from the cut outwards, in the form of
    /// [`Cut::allowed`].
    pub(super) fn above(&self) -> Vec<u64> {
        self.allowed[self.lower..].to_vec()
    }
}

/// Returns the diagonals through a square that cross the cut, as bits, seen from the half with the square. `distance`
/// ranks lie between the square and the cut.
///
/// Towards the cut, one diagonal of the square leads to the right, and one to the left. The low 32 bits are for
/// diagonals that lead to the right: bit `f` is the diagonal that leaves this half on file `f`. The high 32 bits are
/// for diagonals that lead to the left: bit `32 + f` is the diagonal that arrives on file `f` of the other half. A
/// diagonal that leads to the right from one half leads to the left from the other half, with the same `f`; see
/// [`across`]. Each direction has at most `n - 1` diagonals.
pub(super) fn crossing(n: usize, distance: usize, file: usize) -> u64 {
    let square = 1_u64 << file;
    let inside = (1_u64 << (n - 1)) - 1;
    let right = (square << distance) & inside;
    let left = square >> distance >> 1;
    right | left << 32
}

/// Converts diagonals seen from one half, as [`crossing`] returns them, to the bits of the same diagonals seen from the
/// other half. Two squares on different sides of the cut are on one diagonal if the bits of one square and the
/// converted bits of the other square have a bit in common.
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
