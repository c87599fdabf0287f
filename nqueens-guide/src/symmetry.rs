//! The eight symmetries of the board, and the solutions that they map to each other.

use crate::placement::Placement;
use nqueens_board::{Size, Square};

/// A rotation or a reflection that maps the board onto itself.
///
/// ```
/// use nqueens_guide::Size;
/// use nqueens_guide::symmetry::Symmetry;
///
/// let size = Size::new(8)?;
/// let images = Symmetry::ALL.map(|symmetry| symmetry.apply(size, "a1".parse().unwrap()).to_string());
/// assert_eq!(images, ["a1", "h1", "h8", "a8", "h1", "h8", "a8", "a1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(
    /// The number of quarter turns counterclockwise, 0 to 3, plus 4 if the board is first mirrored left to right.
    u8,
);

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] =
        [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3), Symmetry(4), Symmetry(5), Symmetry(6), Symmetry(7)];

    /// Returns the image of `square` on a board of `size`.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn apply(self, size: Size, square: Square) -> Square {
        assert!(size.contains(square), "{square} is off a board of {size}");
        let (file, rank) = self.map(size.get() - 1, square.file(), square.rank());
        Square::at(file, rank)
    }

    /// Returns the image of a solution. Both are lists of the rank of the queen on each file, counted from 0.
    ///
    /// ```
    /// use nqueens_guide::symmetry::Symmetry;
    ///
    /// // The two solutions of 4 x 4 are images of each other.
    /// let images = Symmetry::ALL.map(|symmetry| symmetry.apply_to_ranks(&[1, 3, 0, 2]));
    /// assert!(images.contains(&vec![2, 0, 3, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// Unless `ranks` has every rank of a board once.
    #[must_use]
    pub fn apply_to_ranks(self, ranks: &[u8]) -> Vec<u8> {
        const NONE: u8 = u8::MAX;
        let mut image = vec![NONE; ranks.len()];
        for (file, &rank) in ranks.iter().enumerate() {
            let (file, rank) = self.map(ranks.len() - 1, file, usize::from(rank));
            assert!(image[file] == NONE, "two queens share a rank: {ranks:?}");
            image[file] = rank as u8;
        }
        image
    }

    fn map(self, last: usize, file: usize, rank: usize) -> (usize, usize) {
        let file = if self.0 >= 4 { last - file } else { file };
        match self.0 % 4 {
            0 => (file, rank),
            1 => (last - rank, file),
            2 => (last - file, last - rank),
            _ => (rank, last - file),
        }
    }
}

/// Returns `true` if a completion represents its images under [`Symmetry::ALL`]: it is the first, in lexicographic
/// order, of the images that complete the same placement. `ranks` has the rank of the queen on each file, counted from
/// 0.
///
/// On an empty board, the representatives are the fundamental solutions, OEIS A002562. A symmetry may map a completion
/// to a solution that does not complete the placement; such images are not counted.
///
/// ```
/// use std::ops::ControlFlow;
/// use nqueens_guide::symmetry::is_representative;
/// use nqueens_guide::{Placement, Size, search};
///
/// let (board, mut fundamental) = (Placement::empty(Size::new(8)?), 0);
/// let statistics = search::sequential(&board, |ranks| {
///     fundamental += u32::from(is_representative(&board, ranks));
///     ControlFlow::Continue(())
/// });
/// assert_eq!((statistics.solutions, fundamental), (92, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_representative(placement: &Placement, ranks: &[u8]) -> bool {
    Symmetry::ALL[1..].iter().all(|symmetry| {
        let image = symmetry.apply_to_ranks(ranks);
        image.as_slice() >= ranks || !completes(placement, &image)
    })
}

/// Returns `true` if a solution has a queen on the square of every queen of `placement`, and no queen on its blocked
/// squares.
fn completes(placement: &Placement, ranks: &[u8]) -> bool {
    let has = |square: &Square| usize::from(ranks[square.file()]) == square.rank();
    placement.queens().iter().all(has) && !placement.blocked().iter().any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_different_maps_of_the_board_that_keep_attacks() {
        let size = Size::new(5).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for symmetry in Symmetry::ALL {
            let images: Vec<_> = size.squares().map(|square| symmetry.apply(size, square)).collect();
            for (i, a) in size.squares().enumerate() {
                for (j, b) in size.squares().enumerate() {
                    assert_eq!(crate::attacks(a, b), crate::attacks(images[i], images[j]), "{symmetry:?} {a} {b}");
                }
            }
            seen.insert(images);
        }
        assert_eq!(seen.len(), 8);
        assert_eq!(Symmetry::ALL[0].apply(size, Square::at(1, 3)), Square::at(1, 3));
        assert_eq!(Symmetry(1).apply(size, "b1".parse().unwrap()), "e2".parse().unwrap(), "counterclockwise");
    }

    #[test]
    fn ranks_go_where_their_squares_go() {
        let size = Size::new(8).unwrap();
        let ranks = [0, 4, 7, 5, 2, 6, 1, 3];
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply_to_ranks(&ranks);
            for (file, &rank) in ranks.iter().enumerate() {
                let square = symmetry.apply(size, Square::at(file, rank.into()));
                assert_eq!(usize::from(image[square.file()]), square.rank());
            }
        }
    }

    #[test]
    fn a_representative_completes_the_placement() {
        // The two solutions of the 4 x 4 board mirror each other; with a queen on b1 only the second is left.
        let size = Size::new(4).unwrap();
        let b1 = Placement::new(size, ["b1".parse().unwrap()], []).unwrap();
        assert!(is_representative(&Placement::empty(size), &[1, 3, 0, 2]));
        assert!(!is_representative(&Placement::empty(size), &[2, 0, 3, 1]));
        assert!(is_representative(&b1, &[2, 0, 3, 1]));
    }
}
