//! [`Board`], a board whose squares belong to regions.

use std::fmt;

use nqueens_board::{Size, Square};

/// The maximum number of stars on a line (a rank, a file or a region).
pub(crate) const MAX_STARS: usize = 6;

/// An n x n board with n regions, which have different letters and need not be connected.
///
/// Regions are numbered from 0 in the order of their letters. A board is read from a text with a rank on each line.
///
/// ```
/// let board: regions_guide::Board = "ABBB\nAABD\nCABD\nCCDD".parse()?;
/// assert_eq!(board.part_count(0), 1);
/// assert_eq!(board.to_string(), "ABBB\nAABD\nCABD\nCCDD\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of ranks, of files and of regions.
    pub(crate) size: Size,
    /// The letter of every region, in ascending order.
    pub(crate) letters: Vec<char>,
    /// The number of the region of every square, in the order of the squares' variables.
    regions: Vec<u8>,
}

impl Board {
    /// The size of the largest board, with a region for each letter from A to Z.
    pub const MAX: usize = 26;

    /// Returns the board whose squares have these letters, in the order of the squares' variables: rank 1 from file a
    /// on, then rank 2 and so on. Returns an error message if the number of different letters is not `size`.
    pub(crate) fn new(size: Size, squares: &[char]) -> Result<Board, String> {
        assert_eq!(squares.len(), size.square_count(), "expected one letter for each square");
        let mut letters = squares.to_vec();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() != size.get() {
            let found: Vec<String> = letters.iter().map(char::to_string).collect();
            return Err(format!(
                "expected {size} regions on a board of {size} x {size}, found {}: {}",
                found.len(),
                found.join(" ")
            ));
        }
        let number = |letter| letters.binary_search(letter).expect("the letter is one of the board's") as u8;
        let regions = squares.iter().map(number).collect();
        Ok(Board { size, letters, regions })
    }

    /// Returns the board whose regions are its ranks.
    pub(crate) fn of_ranks(size: Size) -> Board {
        let letters: Vec<char> = ('A'..='Z').take(size.get()).flat_map(|letter| vec![letter; size.get()]).collect();
        Board::new(size, &letters).expect("every rank has a letter of its own")
    }

    /// Returns the region of a square, counted from 0.
    pub(crate) fn region(&self, square: Square) -> usize {
        usize::from(self.regions[usize::from(self.size.variable(square))])
    }

    /// Returns the squares of a region, in variable order.
    pub(crate) fn squares_of(&self, region: usize) -> impl Iterator<Item = Square> + '_ {
        self.size.squares().filter(move |&square| self.region(square) == region)
    }

    /// Returns the number of connected parts of a region, where squares are connected along their sides.
    #[must_use]
    pub fn part_count(&self, region: usize) -> usize {
        part_count(self.size, self.squares_of(region).collect())
    }
}

/// Returns the squares that share a side with a square.
pub(crate) fn neighbours(size: Size, square: Square) -> impl Iterator<Item = Square> {
    let (file, rank) = (square.file(), square.rank());
    let beside = [(file.wrapping_sub(1), rank), (file + 1, rank), (file, rank.wrapping_sub(1)), (file, rank + 1)];
    beside.into_iter().filter_map(|(file, rank)| Square::new(file, rank)).filter(move |&square| size.contains(square))
}

/// Returns the number of connected parts of a set of squares.
pub(crate) fn part_count(size: Size, mut left: Vec<Square>) -> usize {
    let mut count = 0;
    while let Some(first) = left.pop() {
        count += 1;
        let mut reached = vec![first];
        while let Some(from) = reached.pop() {
            for neighbour in neighbours(size, from) {
                if let Some(place) = left.iter().position(|&square| square == neighbour) {
                    reached.push(left.swap_remove(place));
                }
            }
        }
    }
    count
}

impl fmt::Display for Board {
    /// Writes the letters of the regions, a rank on each line, the highest rank first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.size.get()).rev().try_for_each(|rank| {
            self.size.rank(rank).try_for_each(|square| write!(f, "{}", self.letters[self.region(square)]))?;
            writeln!(f)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_knows_its_regions() {
        let board: Board = "AAB\nCAB\nBBB\n".parse().unwrap();
        assert_eq!(board.to_string(), "AAB\nCAB\nBBB\n");
        let c: Vec<_> = board.squares_of(2).map(|square| square.to_string()).collect();
        assert_eq!((board.letters[2], c), ('C', vec!["a2".to_owned()]));
        assert_eq!([0, 1, 2].map(|region| board.part_count(region)), [1, 1, 1]);
    }

    #[test]
    fn corners_do_not_join_the_parts_of_a_region() {
        let board: Board = "ABA\nBCB\nABA".parse().unwrap();
        assert_eq!([0, 1, 2].map(|region| board.part_count(region)), [4, 4, 1]);
    }
}
