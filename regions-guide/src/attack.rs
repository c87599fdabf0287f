//! Attacks: the queens that rule each other out, and the reason.
//!
//! [`Attack::clash`] is the one function for it. The rules, the words and the generator ask it; the oracles of the
//! tests do not.

use std::fmt;

use nqueens_board::{Direction, Square};

use crate::board::Board;

/// How far queens attack along diagonals. Along ranks and files, and within regions, there is one queen anyway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Attack {
    /// One step, as a king does: no two queens touch. The rule of the newspapers.
    #[default]
    King,
    /// Any number of steps, as a queen does in chess.
    Queen,
}

impl Attack {
    /// Both.
    pub const ALL: [Attack; 2] = [Attack::King, Attack::Queen];

    /// The name as it stands on the command line and in JSON: `king` or `queen`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Attack::King => "king",
            Attack::Queen => "queen",
        }
    }

    /// Why queens can't stand on both of two different squares, the plainest reason first.
    #[must_use]
    pub fn clash(self, board: &Board, a: Square, b: Square) -> Option<Clash> {
        let in_region = || (a != b && board.region(a) == board.region(b)).then(|| Clash::InRegion(board.region(a)));
        self.reaches(a, b).or_else(in_region)
    }

    /// Whether two stars, where a line has several, can't stand on two different squares whatever the lines: next to each
    /// other, or, if they attack as queens, on a diagonal.
    pub(crate) fn keeps_apart(self, a: Square, b: Square) -> bool {
        let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
        files.max(ranks) == 1 || (self == Attack::Queen && files == ranks && files > 0)
    }

    /// Why queens on two different squares rule each other out whatever the regions, the plainest reason first.
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

/// Why two squares can't both have a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clash {
    /// They share a rank, a file or a diagonal.
    On(Direction),
    /// They touch at a corner.
    Touch,
    /// They lie in one region, counted from 0.
    InRegion(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares that a queen on c2 rules out, each with its reason, drawn.
    fn drawn(attack: Attack) -> String {
        let board: Board = "ACCDE\nACCDE\nBCCDE\nCCCDE\nBBBDE".parse().unwrap();
        let queen: Square = "c2".parse().unwrap();
        let mut drawn = String::new();
        for rank in (0..5).rev() {
            for square in board.size().rank(rank) {
                drawn.push(match attack.clash(&board, queen, square) {
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
