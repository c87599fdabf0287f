//! The lines along which queens attack.

use std::fmt;

use crate::board::Size;
use crate::square::{Square, file_name};

/// A kind of line that two squares share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// The same rank: side by side.
    Rank,
    /// The same file: one above the other.
    File,
    /// Rising to the right, as a1 and b2 do.
    Diagonal,
    /// Falling to the right, as a2 and b1 do.
    AntiDiagonal,
}

impl Line {
    /// The four kinds.
    pub const ALL: [Line; 4] = [Line::Rank, Line::File, Line::Diagonal, Line::AntiDiagonal];

    /// The line that two different squares share, along which queens on them attack each other.
    #[must_use]
    pub fn between(a: Square, b: Square) -> Option<Line> {
        if a == b {
            None
        } else if a.rank() == b.rank() {
            Some(Line::Rank)
        } else if a.file() == b.file() {
            Some(Line::File)
        } else if a.rank() + b.file() == b.rank() + a.file() {
            Some(Line::Diagonal)
        } else if a.rank() + a.file() == b.rank() + b.file() {
            Some(Line::AntiDiagonal)
        } else {
            None
        }
    }

    /// The line of this kind through a square, in words: `rank 4`, `file c`, `the diagonal`, `the anti-diagonal`.
    #[must_use]
    pub fn through(self, square: Square) -> String {
        match self {
            Line::Rank => format!("rank {}", square.rank() + 1),
            Line::File => format!("file {}", file_name(square.file())),
            Line::Diagonal | Line::AntiDiagonal => format!("the {self}"),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Line::Rank => "rank",
            Line::File => "file",
            Line::Diagonal => "diagonal",
            Line::AntiDiagonal => "anti-diagonal",
        })
    }
}

/// Whether queens on these two squares attack each other. A square does not attack itself.
#[must_use]
pub fn attacks(a: Square, b: Square) -> bool {
    Line::between(a, b).is_some()
}

/// The squares that a queen attacks on a board, in variable order; nothing stands in a queen's way.
pub fn attacked_from(size: Size, queen: Square) -> impl Iterator<Item = Square> {
    size.squares().filter(move |&square| attacks(queen, square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sq(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_queen_attacks_along_four_lines() {
        let size = Size::new(5).unwrap();
        let mut drawn = String::new();
        for rank in (0..5).rev() {
            for square in size.rank(rank) {
                drawn.push(match Line::between(sq("b3"), square) {
                    None if square == sq("b3") => 'Q',
                    None => '.',
                    Some(Line::Rank) => '-',
                    Some(Line::File) => '|',
                    Some(Line::Diagonal) => '/',
                    Some(Line::AntiDiagonal) => '\\',
                });
            }
            drawn.push('\n');
        }
        assert_eq!(drawn, ".|./.\n\\|/..\n-Q---\n/|\\..\n.|.\\.\n");
        assert_eq!(attacked_from(size, sq("b3")).count(), drawn.matches(['-', '|', '/', '\\']).count());
    }
}
