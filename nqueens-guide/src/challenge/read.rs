//! The reader of challenges.

use std::io::BufRead;

use nqueens_board::{Size, Square};
use puzzle_kind::{input::GridFormat, input::Grids};

use crate::placement::Placement;

/// The largest board size that is read: the decision diagram of a larger board may exceed any memory.
const MAX_SIZE: usize = 32;

const FORMAT: GridFormat<Placement> = GridFormat {
    sign: |character| Some(character.to_ascii_lowercase()).filter(|sign| ['q', 'x', '.'].contains(sign)),
    refusal: "is not a square: expected Q for a queen, x for a blocked square, . for any other, or # before a comment",
    max_squares: MAX_SIZE,
    limit_reason: "",
    line: |text| {
        let size: usize = text.trim().parse().ok().filter(|&size| size <= MAX_SIZE)?;
        Size::new(size).ok().map(|size| Ok(Placement::empty(size)))
    },
    board: |rows| {
        let mut placement = Placement::empty(Size::new(rows.len()).expect("a challenge has at most 32 ranks"));
        for (rank, row) in rows.into_iter().rev().enumerate() {
            for (file, sign) in row.into_iter().enumerate() {
                let square = Square::at(file, rank);
                match sign {
                    'q' => drop(placement.place(square)),
                    'x' => drop(placement.block(square)),
                    _ => {}
                }
            }
        }
        Ok(placement)
    },
};

/// Reads challenges from a text, one after the other, each with the number of its first line, counted from 1.
///
/// A challenge is a grid with the highest rank first: `Q` is a queen, `x` a blocked square, and `.` any other square. A
/// line that is only a number stands for an empty board of that size. Spaces between squares are ignored. Empty lines
/// separate challenges; `#` begins a comment up to the end of the line. The iterator ends after an error.
///
/// ```
/// use nqueens_guide::challenge::{drawn, read};
///
/// let text = "# 4 x 4\n....\n...Q\n....\nx...\n";
/// let (line, placement) = read(text.as_bytes()).next().expect("one challenge")?;
/// assert_eq!((line, drawn(&placement).as_str()), (2, "....\n...Q\n....\nx...\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read<R: BufRead>(from: R) -> Grids<R, Placement> {
    Grids::new(FORMAT, from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::drawn;

    fn boards(text: &str) -> Vec<Result<(usize, String), String>> {
        read(text.as_bytes())
            .map(|read| read.map(|(line, board)| (line, drawn(&board))).map_err(|error| error.to_string()))
            .collect()
    }

    #[test]
    fn challenges_with_blanks_and_comments() {
        let text = "\u{feff}# two\n\n. X\r\n# in between\n  Q.  # rank 1\n\n\n\nq\n";
        assert_eq!(boards(text), [Ok((3, ".x\nQ.\n".to_owned())), Ok((9, "Q\n".to_owned()))]);
        assert_eq!(boards("\n# nothing\n"), []);
    }

    #[test]
    fn an_empty_board_is_a_number_or_dots() {
        let empty = ".\n".to_owned();
        assert_eq!(boards("1 # one\n\n.\n"), [Ok((1, empty.clone())), Ok((3, empty))]);
        let number = |text| boards(text).pop().unwrap().unwrap_err();
        for text in ["0", "33", "-1", "3x", "3\n.x\nQ.\n3"] {
            assert!(number(text).contains("is not a square"), "{text}");
        }
    }

    #[test]
    fn the_first_line_is_the_highest_rank() {
        let (_, board) = read(&b"..x\n...\nQ..\n"[..]).next().unwrap().unwrap();
        let names =
            |squares: &std::collections::BTreeSet<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>();
        assert_eq!((names(board.queens()), names(board.blocked())), (vec!["a1".to_owned()], vec!["c3".to_owned()]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, expected) in [
            ("..\n.?", "line 2, column 2: '?' is not a square: expected Q for a queen"),
            ("..\n .", "line 2, column 3: expected 2 squares, as on the first line of the board, found 1"),
            ("..\n. ..", "line 2, column 5: expected 2 squares, as on the first line of the board, found 3"),
            ("\n...\n...\n\n.", "line 4, column 1: expected 3 lines of 3 squares, found 2"),
            ("...\n...", "line 3, column 1: expected 3 lines of 3 squares, found 2"),
            (".\n.", "line 2, column 1: expected an empty line after 1 lines of 1 squares"),
        ] {
            let found = boards(text);
            let message = found.last().unwrap().as_ref().unwrap_err();
            assert!(message.starts_with(expected), "{text:?}\n{message}\n{expected}");
        }
        assert!(
            boards(&".".repeat(33))[0]
                .as_ref()
                .unwrap_err()
                .contains("expected at most 32 squares on a line, found 33")
        );
        assert_eq!(boards(".\n\n?\n\n.\n").len(), 2, "after an error nothing is read");
        let error = read(&b"..\n\xff\xfe\n"[..]).next().unwrap().unwrap_err();
        assert!(error.to_string().starts_with("line 2, column 1: can't read: "), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[Qx.# \n?é]{0,40}") {
            for board in read(text.as_bytes()).flatten() {
                let text = drawn(&board.1);
                let again = read(text.as_bytes()).next().unwrap().unwrap();
                proptest::prop_assert_eq!(again.1, board.1);
            }
        }
    }
}
