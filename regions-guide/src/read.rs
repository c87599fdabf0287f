//! Readers of boards from text.

use std::io::BufRead;
use std::str::FromStr;

use nqueens_board::Size;
use puzzle_kind::{BadArgument, input::GridFormat, input::Grids, input::InputError};

use crate::board::Board;
use crate::sbn::{is_sbn, read_sbn};

/// The error message for a text without a board.
pub(crate) const NOTHING: &str =
    "expected a board, a line of letters for each rank, such as the three lines ABB AAB CCC, found none";

/// The formats of boards: grids of letters, and lines in Star Battle Notation, which also state the number of stars.
const FORMAT: GridFormat<(Board, Option<usize>)> = GridFormat {
    sign: |character| Some(character.to_ascii_uppercase()).filter(char::is_ascii_uppercase),
    refusal: "is not a region: expected a letter from A to Z, or # before a comment",
    max_squares: Board::MAX,
    limit_reason: ": every region needs a letter of its own",
    line: |text| {
        let board = is_sbn(text.trim_start()).then(|| read_sbn(text))?;
        Some(board.map(|(board, stars)| (board, Some(stars))).map_err(BadArgument::from))
    },
    board: |rows| {
        let size = Size::new(rows.len()).expect("a board has at most 26 ranks");
        // The text begins with the top rank, the variables with the bottom rank.
        let squares: Vec<char> = rows.into_iter().rev().flatten().collect();
        Ok((Board::new(size, &squares)?, None))
    },
};

/// Reads boards one after the other. Returns each board with the number of its first line, and with its number of stars
/// if the text states it.
///
/// A board is a grid of letters, a rank on each line from the top. Lower case stands for upper case, and blanks are
/// ignored. Empty lines separate boards, and `#` begins a comment. A board may also be a line in Star Battle Notation,
/// such as `551W4Lo0YpJ`, which has a number of stars. The iterator ends after an error.
///
/// ```
/// use regions_guide::read;
///
/// let text = "# two boards\nAABB\nABBC\nAACC\nDDDC\n\n552W4Lo0YpJ\n";
/// let boards: Vec<_> = read(text.as_bytes()).collect::<Result<_, _>>()?;
/// let lines_and_stars: Vec<_> = boards.iter().map(|(line, _, stars)| (*line, *stars)).collect();
/// assert_eq!(lines_and_stars, [(2, None), (7, Some(2))]);
///
/// let error = read(&b"AB\nB?"[..]).next().unwrap().unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 2: '?' is not a region: expected a letter from A to Z"));
/// # Ok::<(), puzzle_kind::InputError>(())
/// ```
pub fn read<R: BufRead>(from: R) -> impl Iterator<Item = Result<(usize, Board, Option<usize>), InputError>> {
    Grids::new(FORMAT, from).map(|read| read.map(|(line, (board, stars))| (line, board, stars)))
}

impl FromStr for Board {
    type Err = InputError;

    /// Reads a text with a single board.
    fn from_str(text: &str) -> Result<Board, InputError> {
        let mut boards = read(text.as_bytes());
        let (_, board, _) = boards.next().unwrap_or_else(|| Err(InputError::malformed(1, Some(1), NOTHING)))?;
        match boards.next() {
            None => Ok(board),
            Some(more) => {
                let n = board.size;
                let fault = format!("expected an empty line after {n} lines of {n} squares, found another line");
                Err(InputError::malformed(more?.0, Some(1), fault))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Vec<Result<(usize, String), String>> {
        read(text.as_bytes())
            .map(|board| board.map(|(line, board, _)| (line, board.to_string())).map_err(|error| error.to_string()))
            .collect()
    }

    #[test]
    fn boards_with_blanks_comments_and_small_letters() {
        let text = "\u{feff}# two boards\n\nA b\r\n# in between\n  bB  # rank 1\n\n\n\nx\n";
        assert_eq!(boards(text), [Ok((3, "AB\nBB\n".to_owned())), Ok((9, "X\n".to_owned()))]);
        assert_eq!(boards("\n# nothing\n"), []);
    }

    #[test]
    fn boards_in_star_battle_notation_stand_on_a_line_each() {
        let text = "551W4Lo0YpJ\n 552W4Lo0YpJ # two stars\nA\n\n551W\n";
        let board = "AABBB\nAACCB\nAADEB\nDDDEE\nDDDDD\n".to_owned();
        let read = boards(text);
        assert_eq!(read[..3], [Ok((1, board.clone())), Ok((2, board)), Ok((3, "A\n".to_owned()))]);
        assert_eq!(read[3], Err("line 5, column 1: expected 7 characters for the borders, found 0".to_owned()));
        let stars: Vec<Option<usize>> = super::read(text.as_bytes()).take(3).map(|read| read.unwrap().2).collect();
        assert_eq!(stars, [Some(1), Some(2), None]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, expected) in [
            ("AB\nB?", "line 2, column 2: '?' is not a region: expected a letter from A to Z, or # before a comment"),
            ("A1\nBB", "line 1, column 2: '1' is not a region"),
            ("AB\n B", "line 2, column 3: expected 2 squares, as on the first line of the board, found 1"),
            ("AB\nB BA", "line 2, column 5: expected 2 squares, as on the first line of the board, found 3"),
            ("\nABC\nABC\n\nA", "line 4, column 1: expected 3 lines of 3 squares, found 2"),
            ("ABC\nABC", "line 3, column 1: expected 3 lines of 3 squares, found 2"),
            ("A\nB", "line 2, column 1: expected an empty line after 1 lines of 1 squares, found another line"),
            ("\n AA\nAA", "line 2, column 2: expected 2 regions on a board of 2 x 2, found 1: A"),
            ("AB\nCA", "line 1, column 1: expected 2 regions on a board of 2 x 2, found 3: A B C"),
        ] {
            let found = boards(text);
            let message = found.last().unwrap().as_ref().unwrap_err();
            assert!(message.starts_with(expected), "{text:?}\n{message}\n{expected}");
        }
        let long = boards(&"A".repeat(27));
        assert!(long[0].as_ref().unwrap_err().contains("expected at most 26 squares on a line, found 27"), "{long:?}");
    }

    #[test]
    fn after_an_error_nothing_is_read() {
        assert_eq!(boards("A\n\n?\n\nB\n").len(), 2);
        assert!("A\n\nB".parse::<Board>().is_err() && "".parse::<Board>().is_err());
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        let error = read(&b"AB\n\xff\xfe\n"[..]).next().unwrap().unwrap_err();
        assert!(error.to_string().starts_with("line 2, column 1: can't read: "), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[AB# \n?é]{0,40}") {
            for board in read(text.as_bytes()).flatten() {
                let again: Board = board.1.to_string().parse().unwrap();
                proptest::prop_assert_eq!(again, board.1);
            }
        }
    }
}
