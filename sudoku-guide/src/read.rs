//! Readers of the usual Sudoku formats.

use std::collections::VecDeque;
use std::fmt;
use std::io::BufRead;

use puzzle_kind::{input::InputError, input::Lines, links::FPuzzle};

use crate::foreign;
use crate::grid::Grid;
use crate::shape::{Shape, symbol};

/// The maximum size of a JSON object, in bytes.
const MAX_JSON_BYTES: usize = 1 << 16;

fn error(line: usize, column: Option<usize>, expected: impl fmt::Display, found: impl fmt::Display) -> InputError {
    InputError::malformed(line, column, format!("expected {expected}, found {found}"))
}

/// Reads puzzles one after the other, each with the number of its first line.
///
/// A puzzle is a line with the values of all cells, or a grid with a line for each row. A value is a digit, a letter
/// from `A` for 10 on, or, with blanks between all values, a number; an open cell is `.`, `0`, `_` or `*`. Blanks, the
/// characters `|`, `-`, `+` and `=`, and Unicode box drawings may separate values and rows. `#` begins a comment. Empty
/// lines separate puzzles.
///
/// A line may also be a link of f-puzzles or puzz.link, or begin the JSON of f-puzzles. Puzzles with the rules of a
/// variant cause an error.
///
/// Without a `shape`, the number of values on the first line of a puzzle decides the shape: 81 values, or nine values
/// in a row, make a 9 x 9 grid with blocks of 3 x 3 (see [`Shape::of_values`]). Sixteen lines of 16 values each are one
/// grid of 16 x 16; if there are fewer such lines, each is a puzzle of 4 x 4.
///
/// The iterator ends after an error, since the text after it might be misread.
///
/// ```
/// use sudoku_guide::read;
///
/// let text = "# two puzzles\n1...\n..3.\n.4..\n...2\n\n................\n";
/// let puzzles: Vec<String> = read(None, text.as_bytes())
///     .map(|puzzle| puzzle.map(|(line, grid)| format!("line {line}: {grid}")))
///     .collect::<Result<_, _>>()?;
/// assert_eq!(puzzles, ["line 2: 1.....3..4.....2", "line 7: ................"]);
///
/// let error = read(None, &b"12..\n34..\n..5.\n....\n"[..]).next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 3: expected a value (1 to 4) or . for an open cell, found 5");
/// # Ok::<(), puzzle_kind::input::InputError>(())
/// ```
pub fn read<R: BufRead>(shape: Option<Shape>, from: R) -> impl Iterator<Item = Result<(usize, Grid), InputError>> {
    let mut reader = Reader { shape, lines: Lines::new(from), ahead: VecDeque::new() };
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let puzzle = reader.puzzle().transpose();
        is_over = !matches!(puzzle, Some(Ok(_)));
        puzzle
    })
}

impl Grid {
    /// Reads a single grid of a known shape, in any format of [`read`](read()).
    ///
    /// # Errors
    ///
    /// The errors of [`read`](read()), and [`InputError`] if the text has no grid or several grids.
    pub fn parse(shape: Shape, text: &str) -> Result<Grid, InputError> {
        let mut grids = read(Some(shape), text.as_bytes());
        let (_, grid) = grids.next().unwrap_or_else(|| Err(error(1, None, "a puzzle", "none")))?;
        match grids.next().transpose()? {
            Some((line, _)) => Err(error(line, None, "a single puzzle", "another")),
            None => Ok(grid),
        }
    }
}

/// The reader of the puzzles of a text, behind the iterator that [`read`](read()) returns.
struct Reader<R> {
    shape: Option<Shape>,
    lines: Lines<R>,
    /// The lines that were read ahead and not used yet.
    ahead: VecDeque<TextLine>,
}

impl<R: BufRead> Reader<R> {
    /// Reads the next puzzle, and returns it with the number of its first line; `None` at the end.
    fn puzzle(&mut self) -> Result<Option<(usize, Grid)>, InputError> {
        let first = loop {
            let Some(line) = self.take()? else { return Ok(None) };
            match line.content {
                LineContent::Values => break line,
                LineContent::Foreign(text) => {
                    let number = line.number;
                    let grid = self.foreign(text)?.map_err(|fault| InputError::malformed(number, None, fault))?;
                    return Ok(Some((number, grid)));
                }
                LineContent::Empty | LineContent::Rule => {}
            }
        };
        let (shape, is_whole) = self.shape_of(&first)?;
        let mut values = Vec::with_capacity(shape.cells());
        first.read(shape, if is_whole { shape.cells() } else { shape.n() }, &mut values)?;
        while values.len() < shape.cells() {
            match self.take()? {
                Some(TextLine { content: LineContent::Rule, .. }) => {}
                Some(line @ TextLine { content: LineContent::Values, .. }) => {
                    line.read(shape, shape.n(), &mut values)?;
                }
                end => {
                    let number = end.map_or(self.lines.number(), |line| line.number);
                    let found = format!("the end of the puzzle after row {}", values.len() / shape.n());
                    return Err(error(number, None, format!("{} rows", shape.n()), found));
                }
            }
        }
        let grid = Grid::new(shape, values).expect("every cell has a valid value, or 0 if it is open");
        Ok(Some((first.number, grid)))
    }

    /// Reads the puzzle of a link, or of a JSON object that may continue on the next lines. The outer error is an error
    /// of reading the text, the inner error a message about the puzzle.
    fn foreign(&mut self, mut text: String) -> Result<Result<Grid, String>, InputError> {
        if !text.trim_start().starts_with('{') {
            return Ok(foreign::of_link(&text, self.shape));
        }
        // The object ends with the bracket that closes its first bracket. Texts within the object may contain brackets
        // as well, so a parser decides.
        let is_whole = |text: &str| text.matches('{').count() == text.matches('}').count();
        loop {
            let is_tried = is_whole(&text) || text.len() >= MAX_JSON_BYTES;
            match if is_tried { serde_json::from_str(&text).map_err(|error| error.is_eof()) } else { Err(true) } {
                Ok(value) => {
                    let puzzle = FPuzzle::of_json(&value).map_err(|error| error.fault);
                    return Ok(puzzle.and_then(|puzzle| foreign::of_puzzle(puzzle, self.shape)));
                }
                Err(is_incomplete) => {
                    let may_continue = is_incomplete && text.len() < MAX_JSON_BYTES;
                    let more = if may_continue { self.lines.read().map_err(InputError::unreadable)? } else { None };
                    match more {
                        Some(more) => text.push_str(&more),
                        None => return Ok(foreign::fault("a puzzle of f-puzzles in JSON", "malformed JSON")),
                    }
                }
            }
        }
    }

    /// Returns the shape of the puzzle that begins with the line `first`. The `bool` is `true` if the whole puzzle is
    /// on this line.
    fn shape_of(&mut self, first: &TextLine) -> Result<(Shape, bool), InputError> {
        let is_long = |shape: Shape| first.count(shape.n(), shape.cells()) == shape.cells();
        if let Some(shape) = self.shape {
            // If the line is neither a row nor a whole puzzle, the error names the length of a row or of a puzzle,
            // whichever is nearer.
            let is_nearly_long = first.signs() > shape.n() * 2 && shape.n() > 1;
            let is_row = first.count(shape.n(), shape.n()) == shape.n();
            return Ok((shape, is_long(shape) || (is_nearly_long && !is_row)));
        }
        // The number of values on the line, if it is a row.
        let length = first.count(first.words.len(), first.words.len());
        let of_row = Shape::of_values(length);
        let of_whole = (1..=Shape::MAX * Shape::MAX).filter_map(Shape::of_values).find(|&shape| is_long(shape));
        match (of_row, of_whole) {
            (None, None) => {
                let expected =
                    "all values of a puzzle (16, 36, 64, 81, ...) or the values of its first row (4, 6, 8, 9, ...)";
                Err(error(
                    first.number,
                    None,
                    expected,
                    format!("{length}; for other sizes, add --box, such as --box 2x5"),
                ))
            }
            (Some(of_row), Some(_)) if self.rows_follow(of_row)? => Ok((of_row, false)),
            (_, Some(of_whole)) => Ok((of_whole, true)),
            (Some(of_row), None) => Ok((of_row, false)),
        }
    }

    /// Returns `true` if the next lines are the remaining rows of a grid of this shape.
    fn rows_follow(&mut self, shape: Shape) -> Result<bool, InputError> {
        let n = shape.n();
        let mut rows = 1;
        for index in 0.. {
            if self.ahead.len() == index {
                let Some(line) = self.line()? else { break };
                self.ahead.push_back(line);
            }
            match &self.ahead[index] {
                TextLine { content: LineContent::Rule, .. } => {}
                line @ TextLine { content: LineContent::Values, .. } if rows < n && line.count(n, n) == n => rows += 1,
                _ => break,
            }
            if rows == n {
                break;
            }
        }
        Ok(rows == n)
    }

    /// Returns the next line, read ahead or from the text; `None` at the end of the text.
    fn take(&mut self) -> Result<Option<TextLine>, InputError> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.line(),
        }
    }

    fn line(&mut self) -> Result<Option<TextLine>, InputError> {
        let text = self.lines.read().map_err(InputError::unreadable)?;
        Ok(text.map(|text| TextLine::new(self.lines.number(), text)))
    }
}

/// A line of text, whose values may be its characters or its words.
struct TextLine {
    number: usize,
    content: LineContent,
    /// The words between blanks and drawn lines such as `|`, each with its column, counted from 1.
    words: Vec<(usize, String)>,
}

enum LineContent {
    /// An empty line, which ends a puzzle.
    Empty,
    /// A line with only a comment, or with only a drawn line such as `---+---`. It may stand within a puzzle.
    Rule,
    /// A link, or the first line of a JSON object.
    Foreign(String),
    Values,
}

const OPEN_SIGNS: [char; 4] = ['.', '0', '_', '*'];

fn is_rule(sign: char) -> bool {
    matches!(sign, '|' | '-' | '+' | '=' | '\u{2500}'..='\u{257f}')
}

impl TextLine {
    fn new(number: usize, text: String) -> TextLine {
        if foreign::is_foreign(&text) {
            return TextLine { number, content: LineContent::Foreign(text), words: Vec::new() };
        }
        let before = text.split('#').next().unwrap_or_default();
        let signs: Vec<(usize, char)> = (1..).zip(before.chars()).collect();
        let words = signs.split(|(_, sign)| sign.is_whitespace() || is_rule(*sign)).filter(|word| !word.is_empty());
        let words: Vec<_> = words.map(|word| (word[0].0, word.iter().map(|(_, sign)| sign).collect())).collect();
        let content = match words.is_empty() {
            false => LineContent::Values,
            true if text.trim().is_empty() => LineContent::Empty,
            true => LineContent::Rule,
        };
        TextLine { number, content, words }
    }

    /// Appends the values on the line to `values`. Returns an error unless the line has exactly `length` valid values,
    /// which are a row or a whole puzzle.
    fn read(&self, shape: Shape, length: usize, values: &mut Vec<u8>) -> Result<(), InputError> {
        let n = shape.n();
        let pieces: Vec<(usize, String)> = if self.has_words(n, length) {
            self.words.clone()
        } else {
            self.words.iter().flat_map(|(column, word)| (*column..).zip(word.chars().map(String::from))).collect()
        };
        for (column, piece) in pieces.iter().take(length) {
            match value(piece).filter(|&value| usize::from(value) <= n) {
                Some(value) => values.push(value),
                None => {
                    let last = symbol(n as u8);
                    let range = if n < 10 { format!("1 to {last}") } else { format!("1 to 9, A to {last}") };
                    let expected = format!("a value ({range}) or . for an open cell");
                    return Err(error(self.number, Some(*column), expected, piece));
                }
            }
        }
        if pieces.len() == length {
            return Ok(());
        }
        let what = if length == n { "a row" } else { "a puzzle" };
        let column = pieces.get(length).map(|&(column, _)| column);
        Err(error(self.number, column, format!("{length} values for {what}"), pieces.len()))
    }

    /// Returns `true` if each word on the line is a value up to `n`, and the line has `length` words.
    fn has_words(&self, n: usize, length: usize) -> bool {
        self.words.len() == length
            && self.words.iter().all(|(_, word)| value(word).is_some_and(|value| usize::from(value) <= n))
    }

    /// Returns the number of characters on the line that are neither blanks nor parts of drawn lines.
    fn signs(&self) -> usize {
        self.words.iter().map(|(_, word)| word.chars().count()).sum()
    }

    /// Returns the number of values on the line. Each word is a value if [`TextLine::has_words`] returns `true`;
    /// otherwise each character is a value.
    fn count(&self, n: usize, length: usize) -> usize {
        if self.has_words(n, length) { length } else { self.signs() }
    }
}

/// Returns the value of a character or a word, 0 for an open cell; `None` if the word stands for no value.
fn value(word: &str) -> Option<u8> {
    let mut signs = word.chars();
    match (signs.next()?, signs.next()) {
        (open, None) if OPEN_SIGNS.contains(&open) => Some(0),
        (letter, None) if letter.is_ascii_alphabetic() => Some(letter.to_ascii_uppercase() as u8 - b'A' + 10),
        (digit, _) if digit.is_ascii_digit() => word.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids(shape: Option<&str>, text: &str) -> Vec<String> {
        let shape = shape.map(|shape| shape.parse().unwrap());
        let show = |puzzle: Result<(usize, Grid), InputError>| match puzzle {
            Ok((line, grid)) => format!("{line} {} {grid}", grid.shape()),
            Err(error) => error.to_string(),
        };
        read(shape, text.as_bytes()).map(show).collect()
    }

    const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_same_puzzle_in_many_formats() {
        let zeros = NINE.replace('.', "0");
        let rows: Vec<&str> = (0..9).map(|row| &NINE[row * 9..][..9]).collect();
        let lines = rows.join("\n");
        let spaced: String = lines.chars().map(|sign| format!("{sign} ")).collect();
        let in_blocks =
            rows.iter().map(|row| format!("{} {} {}\n", &row[..3], &row[3..6], &row[6..])).collect::<String>();
        let ruled = rows
            .chunks(3)
            .map(|band| {
                band.iter().map(|row| format!("| {} | {} | {} |\n", &row[..3], &row[3..6], &row[6..])).collect()
            })
            .collect::<Vec<String>>()
            .join("+-----+-----+-----+\n");
        let commented = format!("# the example of an encyclopedia\n{NINE} # and nothing else\n\n");
        let bom = format!("\u{feff}{NINE}\r\n");
        let unicode = ruled.replace('|', "│").replace('-', "─").replace('+', "┼");
        for text in [NINE, &zeros, &lines, &spaced, &in_blocks, &ruled, &commented, &bom, &unicode] {
            let expected_line = if text.starts_with("# the") { 2 } else { 1 };
            assert_eq!(grids(None, text), [format!("{expected_line} 3x3 {NINE}")], "{text}");
            assert_eq!(grids(Some("3x3"), text), [format!("{expected_line} 3x3 {NINE}")], "{text}");
        }
    }

    #[test]
    fn numbers_above_nine_are_letters_or_words() {
        let row = "1 2 3 4  5 6 7 8  9 10 11 12  13 14 15 16\n";
        let rest = ". . . .  . . . .  . .  .  .   .  .  .  16\n".repeat(15);
        let expected = format!("1 4x4 123456789ABCDEFG{}", "...............G".repeat(15));
        assert_eq!(grids(None, &format!("{row}{rest}")), [expected.as_str()]);
        assert_eq!(grids(None, &format!("{row}{rest}").replace('\n', " ")), [expected.as_str()]);
        assert_eq!(grids(None, &expected[6..].to_ascii_lowercase()), [expected.as_str()]);
    }

    #[test]
    fn several_puzzles_in_one_text() {
        let text = "1...\n..3.\n.4..\n...2\n\n# two more\n................\n1234341221434321\n";
        let expected = ["1 2x2 1.....3..4.....2", "7 2x2 ................", "8 2x2 1234341221434321"];
        assert_eq!(grids(None, text), expected);
        assert_eq!(grids(Some("2x2"), text), expected);
        // Two puzzles without an empty line between them.
        assert_eq!(grids(None, "1...\n..3.\n.4..\n...2\n1...\n..3.\n.4..\n...2\n").len(), 2);
    }

    #[test]
    fn sixteen_lines_of_sixteen_are_one_grid() {
        let line = "1...............\n";
        assert_eq!(grids(None, &line.repeat(16)).len(), 1);
        assert_eq!(grids(None, &line.repeat(15)).len(), 15);
        assert_eq!(grids(Some("2x2"), &line.repeat(16)).len(), 16);
        assert_eq!(
            grids(Some("4x4"), &line.repeat(15)),
            ["line 16: expected 16 rows, found the end of the puzzle after row 15"]
        );
    }

    #[test]
    fn the_shape_can_be_said() {
        assert_eq!(grids(None, &".".repeat(36)), [format!("1 2x3 {}", ".".repeat(36))]);
        assert_eq!(grids(Some("3x2"), &".".repeat(36)), [format!("1 3x2 {}", ".".repeat(36))]);
        assert_eq!(grids(Some("1x3"), "123\n231\n312"), ["1 1x3 123231312"]);
        assert_eq!(grids(Some("1x3"), "123231312"), ["1 1x3 123231312"]);
        assert_eq!(grids(Some("1x1"), "1\n.\n"), ["1 1x1 1", "2 1x1 ."]);
        assert_eq!(grids(Some("1x2"), "1 . . 2\n"), ["1 1x2 1..2"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |text: &str| grids(None, text).pop().unwrap();
        let with = |place: usize, sign: &str| format!("{}{sign}{}", &NINE[..place], &NINE[place + 1..]);
        assert_eq!(
            error(&with(40, "x")),
            "line 1, column 41: expected a value (1 to 9) or . for an open cell, found x"
        );
        assert_eq!(
            error("12..\n34..\n..5.\n....\n"),
            "line 3, column 3: expected a value (1 to 4) or . for an open cell, found 5"
        );
        assert_eq!(error("12..\n34...\n....\n....\n"), "line 2, column 5: expected 4 values for a row, found 5");
        assert_eq!(error("12..\n34.\n....\n....\n"), "line 2: expected 4 values for a row, found 3");
        assert_eq!(
            error("12..\n34..\n\n....\n....\n"),
            "line 3: expected 4 rows, found the end of the puzzle after row 2"
        );
        assert_eq!(error("12..\n34.."), "line 3: expected 4 rows, found the end of the puzzle after row 2");
        let message = error(&format!("{NINE}\n{NINE}1\n"));
        assert!(message.starts_with("line 2: expected all values of a puzzle (16,"), "{message}");
        assert!(message.ends_with("found 82; for other sizes, add --box, such as --box 2x5"), "{message}");
        let with_box = |text: &str| grids(Some("3x3"), text).pop().unwrap();
        assert_eq!(with_box(&format!("{NINE}1")), "line 1, column 82: expected 81 values for a puzzle, found 82");
        assert_eq!(with_box(&NINE[..80]), "line 1: expected 81 values for a puzzle, found 80");
        assert_eq!(with_box("12345678"), "line 1: expected 9 values for a row, found 8");
        assert_eq!(with_box("ü"), "line 1, column 1: expected a value (1 to 9) or . for an open cell, found ü");
        assert!(error("hello").starts_with("line 1"));
        assert_eq!(grids(None, "\n# nothing\n"), [] as [&str; 0]);
        let one = |text| Grid::parse(Shape::NINE, text).unwrap_err().to_string();
        assert_eq!(one(""), "line 1: expected a puzzle, found none");
        let two = format!("{NINE}\n{NINE}\n");
        assert_eq!(one(&two), "line 2: expected a single puzzle, found another");
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        let mut reader = read(None, &b"\xff\xfe12"[..]);
        assert!(reader.next().unwrap().is_err_and(|error| !error.is_malformed));
        assert!(reader.next().is_none());
    }
}
