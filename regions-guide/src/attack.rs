//! Attacks between queens, and their reasons.
//!
//! The rules, the words and the generator all use [`Attack`]; the tests compare them with code of their own.

use std::fmt;

use nqueens_board::{Direction, Square};

use crate::board::Board;

/// The reach of a queen's attack along diagonals. With either reach, queens on the same rank, on the same file or in
/// the same region also exclude each other.
///
/// ```
/// use puzzle_core::Marks;
/// use regions_guide::{Attack, RegionsPuzzle, first_solutions};
///
/// let solutions = Attack::ALL.map(|attack| {
///     let puzzle = RegionsPuzzle::new("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE".parse().unwrap(), attack);
///     first_solutions(&puzzle, &Marks::default(), 100).len()
/// });
/// assert_eq!(solutions, [14, 10]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Attack {
    /// One step, like a king: no two queens touch. This is the usual rule, found in newspapers.
    #[default]
    King,
    /// Any number of steps, like a queen in chess.
    Queen,
}

impl Attack {
    /// The two reaches of an attack along diagonals.
    pub const ALL: [Attack; 2] = [Attack::King, Attack::Queen];

    /// Returns the name on the command line and in JSON: `king` or `queen`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Attack::King => "king",
            Attack::Queen => "queen",
        }
    }

    /// Returns the simplest reason why two different squares can't both have a piece; `None` if both can. The pieces
    /// are queens if `stars` is 1, otherwise stars. Stars exclude each other if they touch or, with [`Attack::Queen`],
    /// if they share a diagonal.
    pub(crate) fn clash(self, board: &Board, stars: usize, a: Square, b: Square) -> Option<Clash> {
        if stars > 1 {
            let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
            return match files.max(ranks) {
                1 => Some(Clash::Touch),
                _ => self.reaches(a, b).filter(|_| files > 0 && ranks > 0),
            };
        }
        let in_region = || (a != b && board.region(a) == board.region(b)).then(|| Clash::InRegion(board.region(a)));
        self.reaches(a, b).or_else(in_region)
    }

    /// Returns the simplest reason why queens on two different squares attack each other along a rank, file or
    /// diagonal; `None` if they do not. Ignores regions.
    pub(crate) fn reaches(self, a: Square, b: Square) -> Option<Clash> {
        match Direction::between(a, b)? {
            direction @ (Direction::Rank | Direction::File) => Some(Clash::On(direction)),
            direction if self == Attack::Queen => Some(Clash::On(direction)),
            _ => (a.rank().abs_diff(b.rank()) == 1).then_some(Clash::Touch),
        }
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The reason why two squares can't both have a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Clash {
    /// The squares share a rank, a file or a diagonal.
    On(Direction),
    /// The squares touch at a corner or, for stars, at a side.
    Touch,
    /// The squares share a region, given by its number from 0.
    InRegion(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the squares that a queen on c2 rules out, each with its reason.
    fn drawn(attack: Attack) -> String {
        let board: Board = "ACCDE\nACCDE\nBCCDE\nCCCDE\nBBBDE".parse().unwrap();
        let queen: Square = "c2".parse().unwrap();
        let mut drawn = String::new();
        for rank in (0..5).rev() {
            for square in board.size.rank(rank) {
                drawn.push(match attack.clash(&board, 1, queen, square) {
                    None if square == queen => 'Q',
                    None => '.',
                    Some(Clash::On(Direction::Rank)) => '-',
                    Some(Clash::On(Direction::File)) => '|',
                    Some(Clash::On(Direction::Diagonal)) => '/',
                    Some(Clash::On(Direction::AntiDiagonal)) => '\\',
                    Some(Clash::Touch) => 't',
                    Some(Clash::InRegion(2)) => 'r',
                    Some(Clash::InRegion(_)) => '?',
                });
            }
            drawn.push('\n');
        }
        drawn
    }

    #[test]
    fn a_queen_rules_out_her_rank_file_region_and_what_she_attacks() {
        assert_eq!(drawn(Attack::King), ".r|..\n.r|..\n.t|t.\n--Q--\n.t|t.\n");
        assert_eq!(drawn(Attack::Queen), ".r|..\n\\r|./\n.\\|/.\n--Q--\n./|\\.\n");
    }
}
