//! Placements: queens on the board and blocked squares, consistent or not.

use std::collections::BTreeSet;

use puzzle_core::Marks;

use nqueens_board::{Direction, OffBoard, Size, Square, attacks};

/// Queens and blocked squares on a board.
///
/// A placement need not be consistent: queens may attack each other, and a queen may stand on a blocked square. It
/// then simply has no completion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    size: Size,
    queens: BTreeSet<Square>,
    blocked: BTreeSet<Square>,
}

/// Why a placement is not consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two queens attack each other in a direction.
    Attack(Square, Square, Direction),
    /// A queen stands on a square that was ruled out.
    QueenOnBlocked(Square),
}

impl Placement {
    /// An empty board.
    #[must_use]
    pub fn empty(size: Size) -> Placement {
        Placement { size, queens: BTreeSet::new(), blocked: BTreeSet::new() }
    }

    /// A board with these queens and these blocked squares; naming a square twice says nothing new.
    ///
    /// # Errors
    ///
    /// [`OffBoard`] with the first square that the board does not have.
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

    /// The placement that marks say.
    ///
    /// # Panics
    ///
    /// If a variable is that of no square of the board.
    #[must_use]
    pub fn of(size: Size, marks: &Marks) -> Placement {
        Placement {
            size,
            queens: marks.placed.iter().map(|&variable| size.square_of(variable)).collect(),
            blocked: marks.blocked.iter().map(|&variable| size.square_of(variable)).collect(),
        }
    }

    /// The marks that say this placement, by the variables of its squares (see [`Size::variable`]).
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks {
            placed: self.queens.iter().map(|&square| self.size.variable(square)).collect(),
            blocked: self.blocked.iter().map(|&square| self.size.variable(square)).collect(),
        }
    }

    /// The placement with ranks and files exchanged.
    pub(crate) fn mirrored(&self) -> Placement {
        let mirror = |&square: &Square| Square::at(square.rank(), square.file());
        let [queens, blocked] = [&self.queens, &self.blocked].map(|squares| squares.iter().map(mirror).collect());
        Placement { size: self.size, queens, blocked }
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The squares with a queen, in variable order.
    #[must_use]
    pub fn queens(&self) -> &BTreeSet<Square> {
        &self.queens
    }

    /// The squares that the player has ruled out, in variable order.
    #[must_use]
    pub fn blocked(&self) -> &BTreeSet<Square> {
        &self.blocked
    }

    /// Whether nothing was placed and nothing blocked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.queens.is_empty() && self.blocked.is_empty()
    }

    /// Puts a queen on a square; whether there was none yet.
    ///
    /// # Panics
    ///
    /// If the square is off the board, as all four changes do.
    pub fn place(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.queens.insert(square)
    }

    /// Takes the queen off a square; whether there was one.
    pub fn remove(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.queens.remove(&square)
    }

    /// Rules a square out; whether it was not yet.
    pub fn block(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.blocked.insert(square)
    }

    /// No longer rules a square out; whether it was.
    pub fn unblock(&mut self, square: Square) -> bool {
        self.assert_on_board(square);
        self.blocked.remove(&square)
    }

    fn assert_on_board(&self, square: Square) {
        assert!(self.size.contains(square), "{}", OffBoard { square, size: self.size });
    }

    /// The queens that attack a square, in variable order.
    pub fn attackers(&self, square: Square) -> impl Iterator<Item = Square> + Clone {
        self.queens.iter().copied().filter(move |&queen| attacks(queen, square))
    }

    /// Everything that is wrong with the placement; nothing if it is consistent.
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict> {
        let pairs = self.queens.iter().enumerate().flat_map(move |(i, &a)| {
            self.queens.iter().skip(i + 1).filter_map(move |&b| Some(Conflict::Attack(a, b, Direction::between(a, b)?)))
        });
        pairs.chain(self.queens.intersection(&self.blocked).map(|&square| Conflict::QueenOnBlocked(square)))
    }

    /// Whether no two queens attack each other and no queen stands on a blocked square.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.conflicts().next().is_none()
    }

    /// Whether all n queens stand and none attacks another.
    #[must_use]
    pub fn is_solution(&self) -> bool {
        self.queens.len() == self.size.get() && self.is_consistent()
    }
}

/// A placement drawn as challenges are written: the highest rank first, `Q` a queen, `x` a blocked square, `.` any other.
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
    fn an_inconsistent_placement_is_represented_and_says_why() {
        let conflicts: Vec<_> = placement("a1 c3 b5", "b5 f6").conflicts().collect();
        let [a1, c3, b5] = ["a1", "c3", "b5"].map(|name| name.parse().unwrap());
        assert_eq!(conflicts, [Conflict::Attack(a1, c3, Direction::Diagonal), Conflict::QueenOnBlocked(b5)]);
        assert!(placement("a1 b3", "f6").is_consistent());
    }

    #[test]
    fn a_square_off_the_board_is_named() {
        let off = Placement::new(Size::new(6).unwrap(), ["a7".parse().unwrap()], []).unwrap_err();
        assert_eq!(off.to_string(), "a7 is off the board: a board of size 6 ends at f6");
    }
}
