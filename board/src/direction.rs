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
    /// A diagonal that rises to the right, as from `a1` to `b2`.
    Diagonal,
    /// A diagonal that falls to the right, as from `a2` to `b1`.
    AntiDiagonal,
}

impl Direction {
    /// Returns the direction in which queens on `a` and `b` attack each other. Returns `None` if they do not attack
    /// each other, or if `a` equals `b`.
    ///
    /// ```
    /// use nqueens_board::{Direction, Square};
    ///
    /// let [a2, b1, c4]: [Square; 3] = ["a2", "b1", "c4"].map(|name| name.parse().unwrap());
    /// assert_eq!(Direction::between(a2, b1), Some(Direction::AntiDiagonal));
    /// assert_eq!(Direction::between(b1, c4), None);
    /// ```
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

    /// Returns the name of the rank, file or diagonal through `square`: `rank 4`, `file c`, `the diagonal` or `the
    /// anti-diagonal`.
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

/// Returns `true` if queens on `a` and `b` attack each other. A square does not attack itself.
///
/// ```
/// use nqueens_board::{Square, attacks};
///
/// assert!(attacks(Square::at(0, 0), Square::at(7, 7)));
/// assert!(!attacks(Square::at(0, 0), Square::at(1, 2)));
/// ```
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
