//! Placements: queens and blocked squares on a board, consistent or not.

use std::collections::BTreeSet;

use nqueens_board::{OffBoard, Size, Square, attacks};
use puzzle_core::Marks;

use crate::mask::Mask;

/// Queens and blocked squares on a board.
///
/// A placement need not be consistent: queens may attack each other, and a queen may stand on a blocked square. An
/// inconsistent placement has no completion.
///
/// ```
/// use nqueens_guide::{Placement, Size};
///
/// let mut board = Placement::new(Size::new(4)?, ["b1".parse()?, "d2".parse()?], [])?;
/// assert!(board.is_consistent());
/// board.place("c1".parse()?);
/// assert!(!board.is_consistent(), "b1 and c1 share a rank");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    size: Size,
    queens: BTreeSet<Square>,
    blocked: BTreeSet<Square>,
}

impl Placement {
    /// Returns the empty board of `size`.
    #[must_use]
    pub fn empty(size: Size) -> Placement {
        Placement { size, queens: BTreeSet::new(), blocked: BTreeSet::new() }
    }

    /// Creates a board with these `queens` and `blocked` squares. Repeated squares count once.
    ///
    /// ```
    /// use nqueens_guide::{Placement, Size};
    ///
    /// let size = Size::new(8)?;
    /// let board = Placement::new(size, ["a1".parse()?], ["b3".parse()?, "b3".parse()?])?;
    /// assert_eq!((board.queens().len(), board.blocked().len()), (1, 1));
    /// let off_board = Placement::new(size, ["i9".parse()?], []).unwrap_err();
    /// assert_eq!(off_board.to_string(), "i9 is off the board: a board of size 8 ends at h8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`OffBoard`] with the first square that is off the board.
    pub fn new(
        size: Size,
        queens: impl IntoIterator<Item = Square>,
        blocked: impl IntoIterator<Item = Square>,
    ) -> Result<Placement, OffBoard> {
        let on_board = |square| if size.contains(square) { Ok(square) } else { Err(OffBoard { square, size }) };
        Ok(Placement {
            size,
            queens: queens.into_iter().map(on_board).collect::<Result<_, _>>()?,
            blocked: blocked.into_iter().map(on_board).collect::<Result<_, _>>()?,
        })
    }

    /// Creates the placement with these `marks`. This is the inverse of [`Placement::marks`].
    ///
    /// # Panics
    ///
    /// If a variable is off the board.
    #[must_use]
    pub fn of(size: Size, marks: &Marks) -> Placement {
        Placement {
            size,
            queens: marks.placed.iter().map(|&variable| size.square_of(variable)).collect(),
            blocked: marks.blocked.iter().map(|&variable| size.square_of(variable)).collect(),
        }
    }

    /// Returns the queens and blocked squares as marks on the variables of their squares (see [`Size::variable`]).
    ///
    /// ```
    /// use nqueens_guide::{Placement, Size};
    ///
    /// let size = Size::new(4)?;
    /// let board = Placement::new(size, ["b1".parse()?], ["a4".parse()?])?;
    /// assert!(board.marks().placed.contains(&size.variable("b1".parse()?)));
    /// assert_eq!(Placement::of(size, &board.marks()), board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks {
            placed: self.queens.iter().map(|&square| self.size.variable(square)).collect(),
            blocked: self.blocked.iter().map(|&square| self.size.variable(square)).collect(),
        }
    }

    /// Returns the placement reflected at the diagonal `a1`-`b2`, which swaps ranks and files.
    pub(crate) fn mirrored(&self) -> Placement {
        let mirror = |&square: &Square| Square::at(square.rank(), square.file());
        let [queens, blocked] = [&self.queens, &self.blocked].map(|squares| squares.iter().map(mirror).collect());
        Placement { size: self.size, queens, blocked }
    }

    /// Returns the board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the squares with a queen, in the order of their ranks, then of their files.
    #[must_use]
    pub fn queens(&self) -> &BTreeSet<Square> {
        &self.queens
    }

    /// Returns the blocked squares, in the order of their ranks, then of their files.
    #[must_use]
    pub fn blocked(&self) -> &BTreeSet<Square> {
        &self.blocked
    }

    /// Returns `true` if there are no queens and no blocked squares.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.queens.is_empty() && self.blocked.is_empty()
    }

    /// Places a queen on `square`. Returns `false` if it already had a queen.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    pub fn place(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.queens.insert(square)
    }

    /// Removes the queen on `square`. Returns `false` if it had no queen.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    pub fn remove(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.queens.remove(&square)
    }

    /// Blocks a square. Returns `false` if it was blocked already.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    pub fn block(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.blocked.insert(square)
    }

    /// Unblocks a square. Returns `false` if it was not blocked.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    pub fn unblock(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.blocked.remove(&square)
    }

    fn assert_on_board(&self, square: Square) {
        assert!(self.size.contains(square), "{}", OffBoard { square, size: self.size });
    }

    /// Returns the queens that attack `square`, in the order of their ranks, then of their files.
    ///
    /// ```
    /// use nqueens_guide::{Placement, Size, Square};
    ///
    /// let board = Placement::new(Size::new(8)?, ["a1".parse()?, "c2".parse()?], [])?;
    /// let attackers: Vec<Square> = board.attackers("c3".parse()?).collect();
    /// assert_eq!(attackers, ["a1".parse()?, "c2".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers(&self, square: Square) -> impl Iterator<Item = Square> + Clone {
        self.queens.iter().copied().filter(move |&queen| attacks(queen, square))
    }

    /// Returns `true` if no two queens attack each other and no queen stands on a blocked square.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.queens.is_disjoint(&self.blocked)
            && self.queens.iter().all(|&queen| self.attackers(queen).next().is_none())
    }

    /// Returns, for each rank, the files on which it can have a queen: the squares of the rank that are neither blocked
    /// nor attacked by a queen on another square. A rank with a queen has only her file, or no file if another queen
    /// attacks her or her square is blocked.
    pub(crate) fn open<M: Mask>(&self) -> Vec<M> {
        let is_open = |square: &Square| !self.blocked.contains(square) && self.attackers(*square).next().is_none();
        let files =
            |rank| self.size.rank(rank).filter(is_open).fold(M::default(), |open, square| open.with(square.file()));
        (0..self.size.get()).map(files).collect()
    }
}

/// Draws a placement in the format of challenges: the highest rank first, `Q` for a queen, `x` for a blocked square,
/// and `.` for any other square.
///
/// ```
/// use nqueens_guide::challenge::drawn;
/// use nqueens_guide::{Placement, Size};
///
/// let board = Placement::new(Size::new(4)?, ["b1".parse()?], ["a4".parse()?])?;
/// assert_eq!(drawn(&board), "x...\n....\n....\n.Q..\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn drawn(placement: &Placement) -> String {
    let size = placement.size();
    let symbol = |square: Square| match () {
        () if placement.queens().contains(&square) => 'Q',
        () if placement.blocked().contains(&square) => 'x',
        () => '.',
    };
    let rank = |rank| size.rank(rank).map(symbol).chain(['\n']).collect::<String>();
    (0..size.get()).rev().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(queens: &str, blocked: &str) -> Placement {
        let squares = |text: &str| text.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
        Placement::new(Size::new(6).unwrap(), squares(queens), squares(blocked)).unwrap()
    }

    #[test]
    fn an_inconsistent_placement_is_represented() {
        assert!(!placement("a1 c3", "f6").is_consistent());
        assert!(!placement("a1 b5", "b5 f6").is_consistent());
        assert!(placement("a1 b3", "f6").is_consistent());
    }

    #[test]
    fn a_square_off_the_board_is_named() {
        let off = Placement::new(Size::new(6).unwrap(), ["a7".parse().unwrap()], []).unwrap_err();
        assert_eq!(off.to_string(), "a7 is off the board: a board of size 6 ends at f6");
    }
}
