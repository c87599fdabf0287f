//! A board: its squares, each in a region.

use std::fmt;

use nqueens_board::{Size, Square};

/// The most stars that a line may ask for.
pub(crate) const MOST_STARS: usize = 6;

/// An n x n board with n regions, each with a letter of its own.
///
/// Regions are numbered from 0 in the order of their letters. They need not be connected.
///
/// ```
/// let board: regions_guide::Board = "ABBB\nAABD\nCABD\nCCDD".parse()?;
/// assert_eq!(board.part_count(0), 1);
/// assert_eq!(board.to_string(), "ABBB\nAABD\nCABD\nCCDD\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of ranks, of files, of regions and of queens.
    pub(crate) size: Size,
    /// The letter of every region; sorted, without duplicates, one a rank.
    pub(crate) letters: Vec<char>,
    /// The region of every square, in variable order.
    regions: Vec<u8>,
}

impl Board {
    /// The largest board: one region a letter, A to Z.
    pub const MAX: usize = 26;

    /// Returns the board with these letters of its squares, in variable order: rank 1 from file a on, then rank 2, ...; or
    /// says that there are not as many different letters as ranks.
    pub(crate) fn new(size: Size, squares: &[char]) -> Result<Board, String> {
        assert_eq!(squares.len(), size.square_count(), "one letter a square");
        let mut letters = squares.to_vec();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() != size.get() {
            let found: Vec<String> = letters.iter().map(char::to_string).collect();
            return Err(format!(
                "a board of {size} x {size} needs {size} regions, as many as it has ranks, but there are {}: {}",
                found.len(),
                found.join(" ")
            ));
        }
        let number = |letter| letters.binary_search(letter).expect("a letter of the board") as u8;
        let regions = squares.iter().map(number).collect();
        Ok(Board { size, letters, regions })
    }

    /// Returns the board whose regions are its ranks.
    pub(crate) fn of_ranks(size: Size) -> Board {
        let letters: Vec<char> = ('A'..='Z').take(size.get()).flat_map(|letter| vec![letter; size.get()]).collect();
        Board::new(size, &letters).expect("a letter for every rank")
    }

    /// The region that a square lies in, counted from 0.
    pub(crate) fn region(&self, square: Square) -> usize {
        usize::from(self.regions[usize::from(self.size.variable(square))])
    }

    /// The squares of a region, in variable order.
    pub(crate) fn squares_of(&self, region: usize) -> impl Iterator<Item = Square> + '_ {
        self.size.squares().filter(move |&square| self.region(square) == region)
    }

    /// The number of parts of a region that no two neighbours side by side or one above the other join: 1 if it is
    /// connected.
    #[must_use]
    pub fn part_count(&self, region: usize) -> usize {
        part_count(self.size, self.squares_of(region).collect())
    }
}

/// The squares side by side with this one, above it and below it.
pub(crate) fn neighbours(size: Size, square: Square) -> impl Iterator<Item = Square> {
    let (file, rank) = (square.file(), square.rank());
    let places = [(file.wrapping_sub(1), rank), (file + 1, rank), (file, rank.wrapping_sub(1)), (file, rank + 1)];
    places.into_iter().filter_map(|(file, rank)| Square::new(file, rank)).filter(move |&square| size.contains(square))
}

/// The number of parts of a set of squares that neighbours do not join.
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
    /// The letters, a rank a line, the highest rank first.
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
