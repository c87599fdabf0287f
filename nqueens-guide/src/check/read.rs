//! The reader of boards that are written as row lists, position lists, square lists or drawings.

use std::io::BufRead;

use nqueens_board::{Size, Square, SquareNameError, file_name, square_named};
use puzzle_kind::input::{read_line, shortened};

/// An iterator over the boards of a text, each with the number of its last line, counted from 1.
///
/// A board of size n is written on one line or drawn on n lines. Empty lines are skipped. A board on one line is one
/// of:
///
/// - the row numbers in file order, counted from 1, as Clapp, Mudge and Volz print them: `1, 5, 8, 6, 3, 7, 2, 4`;
/// - in brackets, the position of the queen on each rank from rank 1 on, counted from 0, as Cryptol prints them:
///   `[0, 4, 7, 5, 2, 6, 1, 3]`; in both lists `_` means no queen;
/// - squares: `a1 b5` or `a1,b5`.
///
/// In a drawn board the highest rank comes first. `Q` is a square with a queen. `.` is a square without a queen, and so
/// are the signs `x`, `#`, `o` and `!` from drawings of the guide. Rank numbers at the left and a line of file letters
/// below are allowed.
///
/// ```
/// use nqueens_guide::Size;
/// use nqueens_guide::check::BoardReader;
///
/// let text = "2, 4, 1, 3\n[1, 3, 0, 2]\na2 b4 c1 d3\n..Q.\nQ...\n...Q\n.Q..\n";
/// let boards: Vec<_> = BoardReader::new(Size::new(4)?, text.as_bytes()).collect();
/// assert_eq!(boards.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3, 7]);
/// assert!(boards.iter().all(|(_, queens)| queens.as_ref().is_ok_and(|queens| queens.len() == 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BoardReader<R> {
    size: Size,
    from: R,
    /// The number of lines of the text that were read.
    line: usize,
    /// The lines of a drawn board so far, without rank numbers and spaces.
    drawn: Vec<String>,
    done: bool,
}

/// An error: a text that is not a board. The message says the expected and the found text.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoardError(String);

impl<R: BufRead> BoardReader<R> {
    /// Creates a reader of boards of `size`.
    pub fn new(size: Size, from: R) -> BoardReader<R> {
        BoardReader { size, from, line: 0, drawn: Vec::new(), done: false }
    }

    /// Returns the queens of the next board, or an error if it is malformed; `None` at the end of the text.
    fn board(&mut self) -> Option<Result<Vec<Square>, BoardError>> {
        loop {
            let mut text = String::new();
            match read_line(&mut self.from, &mut text) {
                Err(error) => {
                    self.done = true;
                    self.line += 1;
                    return Some(Err(BoardError(format!("can't read the board: {error}"))));
                }
                Ok(0) => {
                    self.done = true;
                    return self.unfinished();
                }
                Ok(_) => self.line += 1,
            }
            let text = text.trim();
            if let Some((rank, squares)) = drawn_line(text) {
                let (n, length) = (self.size.get(), squares.chars().count());
                let expected = n - self.drawn.len();
                let wrong = match rank {
                    Some(rank) if rank != expected.to_string() => Some(format!(
                        "the drawn line says rank {}; expected rank {expected}, since the highest rank comes first",
                        shortened(rank)
                    )),
                    _ if length != n => {
                        Some(format!("the drawn line {:?} has {length} squares; expected {n}", shortened(&squares)))
                    }
                    _ => None,
                };
                if let Some(wrong) = wrong {
                    self.drawn.clear();
                    return Some(Err(BoardError(wrong)));
                }
                self.drawn.push(squares);
                if self.drawn.len() == self.size.get() {
                    return Some(Ok(self.take_drawn()));
                }
            } else if let Some(error) = self.unfinished() {
                return Some(error);
            } else if !text.is_empty() && !self.names_the_files(text) {
                return Some(list(self.size, text));
            }
        }
    }

    /// Ends an unfinished drawn board: discards its lines and returns the error that lines are missing. Returns `None`
    /// if no drawn board has begun.
    fn unfinished(&mut self) -> Option<Result<Vec<Square>, BoardError>> {
        let found = std::mem::take(&mut self.drawn).len();
        let wrong = || BoardError(format!("the drawn board has {found} lines; expected {}", self.size));
        (found > 0).then(|| Err(wrong()))
    }

    fn take_drawn(&mut self) -> Vec<Square> {
        let ranks = std::mem::take(&mut self.drawn).into_iter().rev().enumerate();
        let queens = ranks.map(|(rank, line)| {
            let files = line.chars().enumerate().filter(|&(_, sign)| matches!(sign, 'Q' | 'q'));
            files.map(|(file, _)| Square::at(file, rank)).collect::<Vec<_>>()
        });
        queens.flatten().collect()
    }

    fn names_the_files(&self, text: &str) -> bool {
        text.split_whitespace().eq((0..self.size.get()).map(file_name))
    }
}

/// Yields the boards with the number of the last line of each, counted from 1.
impl<R: BufRead> Iterator for BoardReader<R> {
    type Item = (usize, Result<Vec<Square>, BoardError>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let board = self.board()?;
        Some((self.line, board))
    }
}

/// Parses a line of a drawn board. Returns the rank number at its left, if it has one, and the symbols of its squares;
/// `None` if `text` is not such a line.
fn drawn_line(text: &str) -> Option<(Option<&str>, String)> {
    let squares = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rank = &text[..text.len() - squares.len()];
    let squares: String = squares.chars().filter(|c| !c.is_whitespace()).collect();
    let is_drawn = !squares.is_empty() && squares.chars().all(|c| ".Qqx#o!".contains(c));
    is_drawn.then_some(((!rank.is_empty()).then_some(rank), squares))
}

fn list(size: Size, text: &str) -> Result<Vec<Square>, BoardError> {
    if let Some(text) = text.strip_prefix('[') {
        let text = text
            .strip_suffix(']')
            .ok_or_else(|| BoardError("expected ] at the end of a list that begins with [, found none".to_owned()))?;
        let files = numbers(size, text, 0, "rank")?;
        return Ok((0..).zip(files).filter_map(|(rank, file)| Some(Square::at(file?, rank))).collect());
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || "_-+".contains(c)) {
        let ranks = numbers(size, text, 1, "file")?;
        return Ok((0..).zip(ranks).filter_map(|(file, rank)| Some(Square::at(file, rank?))).collect());
    }
    let square = |word: &str| {
        square_named(size, word).map_err(|error| match error {
            SquareNameError::NoSquare(error) => BoardError(format!(
                "{error}; a board is given by the row of each queen from 1 (1, 5, 8), by its position from 0 in brackets ([0, 4, 7]), by squares (a1 b5), or drawn with . and Q"
            )),
            SquareNameError::OffBoard(error) => BoardError(error.to_string()),
        })
    };
    words(text).map(square).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
}

/// Parses a list with one entry for each rank or each file of a board of `size`. An entry is a number counted from
/// `first`, or `_` for no queen, which becomes `None`. The numbers of the result count from 0. `line` is the word
/// `rank` or `file` for error messages.
fn numbers(size: Size, text: &str, first: usize, line: &str) -> Result<Vec<Option<usize>>, BoardError> {
    let last = size.get() - 1 + first;
    let number = |word: &str| match word {
        "_" => Ok(None),
        _ => match word.parse() {
            Ok(number) if (first..=last).contains(&number) => Ok(Some(number - first)),
            _ => Err(BoardError(format!(
                "{:?} in the list is out of range: expected a number from {first} to {last}, or _ for no queen",
                shortened(word)
            ))),
        },
    };
    let numbers = words(text).map(number).collect::<Result<Vec<_>, _>>()?;
    if numbers.len() != size.get() {
        return Err(BoardError(format!(
            "the list has {} entries; expected {size}, one for each {line} (_ for a {line} without a queen)",
            numbers.len()
        )));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(n: usize, text: &str) -> Vec<String> {
        let boards = BoardReader::new(Size::new(n).unwrap(), text.as_bytes());
        boards
            .map(|(line, board)| match board {
                Ok(queens) => format!("{line}: {}", queens.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")),
                Err(error) => format!("{line}: error: {error}"),
            })
            .collect()
    }

    #[test]
    fn all_notations() {
        assert_eq!(
            read(
                4,
                "2, 4, 1, 3\n\n[2, 0, 3, 1]\nb1,d2\nB1 d2\n_, 4, _, _\n[_,_,1,0]\n..Q.\nQ...\n...Q\n.Q..\n2 4 1 3\r\n"
            ),
            [
                "1: a2 b4 c1 d3",
                "3: c1 a2 d3 b4",
                "4: b1 d2",
                "5: b1 d2",
                "6: b4",
                "7: b3 a4",
                "11: b1 d2 a3 c4",
                "12: a2 b4 c1 d3"
            ]
        );
    }

    #[test]
    fn drawn_boards_may_have_ranks_files_and_the_glyphs_of_the_guide() {
        let drawn = " 4  . x # !\n 3  Q . . .\n 2  o . . .\n 1  . Q . .\n    a b c d\n\n....\n....\n....\n...q\n";
        assert_eq!(read(4, drawn), ["4: b1 a3", "10: d1"]);
        assert_eq!(read(1, "Q\na\n.\n1\n[0]\na1"), ["1: a1", "3: ", "4: a1", "5: a1", "6: a1"]);
    }

    #[test]
    fn what_is_no_board_is_refused_and_reading_goes_on() {
        let errors = [
            (
                "1, 2, 3",
                "1: error: the list has 3 entries; expected 4, one for each file (_ for a file without a queen)",
            ),
            (
                "[1, 2, 3]",
                "1: error: the list has 3 entries; expected 4, one for each rank (_ for a rank without a queen)",
            ),
            (
                "0, 1, 2, 3",
                "1: error: \"0\" in the list is out of range: expected a number from 1 to 4, or _ for no queen",
            ),
            (
                "[1, 2, 3, 4]",
                "1: error: \"4\" in the list is out of range: expected a number from 0 to 3, or _ for no queen",
            ),
            (
                "-1 2 3 4",
                "1: error: \"-1\" in the list is out of range: expected a number from 1 to 4, or _ for no queen",
            ),
            ("[1, 2", "1: error: expected ] at the end of a list that begins with [, found none"),
            ("a1 e5", "1: error: e5 is off the board: a board of size 4 ends at d4"),
            ("...\n", "1: error: the drawn line \"...\" has 3 squares; expected 4"),
            ("....\n....\n\n", "3: error: the drawn board has 2 lines; expected 4"),
            ("....\n....", "2: error: the drawn board has 2 lines; expected 4"),
            ("1 ....", "1: error: the drawn line says rank 1; expected rank 4, since the highest rank comes first"),
        ];
        for (text, expected) in errors {
            assert_eq!(read(4, text), [expected]);
        }
        let [hello, good] = &read(4, "hello\n2 4 1 3")[..] else { panic!("two boards") };
        assert!(hello.starts_with("1: error: \"hello\" is not a square"), "{hello}");
        assert_eq!(good, "2: a2 b4 c1 d3");
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error_once() {
        let mut boards = BoardReader::new(Size::new(4).unwrap(), &b"\xff\xfe\n1 2"[..]);
        let (line, board) = boards.next().unwrap();
        assert!(line == 1 && board.unwrap_err().to_string().starts_with("can't read the board: "));
        assert!(boards.next().is_none());
    }
}
