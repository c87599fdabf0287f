//! The directions in which queens attack.

use std::fmt;

use crate::square::{Square, file_name};

/// A direction in which queens attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The same rank: side by side.
    Rank,
    /// The same file: one above the other.
    File,
    /// Rising to the right, as a1 and b2 do.
    Diagonal,
    /// Falling to the right, as a2 and b1 do.
    AntiDiagonal,
}

impl Direction {
    /// The direction in which queens on two different squares attack each other; `None` if they don't.
    #[must_use]
    pub fn between(a: Square, b: Square) -> Option<Direction> {
        match () {
            () if a == b => None,
            () if a.rank() == b.rank() => Some(Direction::Rank),
            () if a.file() == b.file() => Some(Direction::File),
            () if a.rank() + b.file() == b.rank() + a.file() => Some(Direction::Diagonal),
            () if a.rank() + a.file() == b.rank() + b.file() => Some(Direction::AntiDiagonal),
            () => None,
        }
    }

    /// The rank, file or diagonal through a square in this direction, in words: `rank 4`, `file c`, `the diagonal`, `the anti-diagonal`.
    #[must_use]
    pub fn through(self, square: Square) -> String {
        match self {
            Direction::Rank => format!("rank {}", square.rank() + 1),
            Direction::File => format!("file {}", file_name(square.file())),
            Direction::Diagonal | Direction::AntiDiagonal => format!("the {self}"),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Direction::Rank => "rank",
            Direction::File => "file",
            Direction::Diagonal => "diagonal",
            Direction::AntiDiagonal => "anti-diagonal",
        })
    }
}

/// Whether queens on these two squares attack each other. A square does not attack itself.
#[must_use]
pub fn attacks(a: Square, b: Square) -> bool {
    Direction::between(a, b).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;

    fn sq(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_queen_attacks_along_four_lines() {
        let size = Size::new(5).unwrap();
        let mut drawn = String::new();
        for rank in (0..5).rev() {
            for square in size.rank(rank) {
                drawn.push(match Direction::between(sq("b3"), square) {
                    None if square == sq("b3") => 'Q',
                    None => '.',
                    Some(Direction::Rank) => '-',
                    Some(Direction::File) => '|',
                    Some(Direction::Diagonal) => '/',
                    Some(Direction::AntiDiagonal) => '\\',
                });
            }
            drawn.push('\n');
        }
        assert_eq!(drawn, ".|./.\n\\|/..\n-Q---\n/|\\..\n.|.\\.\n");
        assert_eq!(
            size.squares().filter(|&square| attacks(sq("b3"), square)).count(),
            drawn.matches(['-', '|', '/', '\\']).count()
        );
    }
}
