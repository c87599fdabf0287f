//! Reading puzzles in the formats that people write them in.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use puzzle_kind::input::read_line;

use crate::foreign;
use crate::grid::Grid;
use crate::shape::Shape;

/// The longest JSON that is read, in bytes.
const LONGEST_JSON: usize = 1 << 16;

/// Why a text is no puzzle, and where.
#[derive(Debug, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}", place = place(*line, *column))]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; `None` where the whole line is meant, or what comes after it.
    pub column: Option<usize>,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

fn place(line: usize, column: Option<usize>) -> String {
    match column {
        Some(column) => format!("line {line}, column {column}"),
        None => format!("line {line}"),
    }
}

impl PartialEq for ReadError {
    fn eq(&self, other: &ReadError) -> bool {
        self.to_string() == other.to_string()
    }
}

/// Reads puzzles one after the other, each with the line it begins on.
///
/// A puzzle is written on one line with the values of all its cells, or as a grid with a line for each row. A value is
/// a digit, a letter from A for 10 on, or, if blanks stand between all values, a number; an open cell is `.`, `0`,
/// `_` or `*`. Blanks and the rules `|`, `-`, `+`, `=` (and those of the Unicode box drawings) may stand between values and
/// rows. What follows a `#` is a comment. Empty lines may stand between puzzles, not within.
///
/// A line may also be a link of f-puzzles or puzz.link, or begin the JSON of f-puzzles; puzzles with rules of variants are
/// refused.
///
/// The number of values tells the shape, if it is not given: 81 values, or nine on a row, are a 9 x 9 with blocks of
/// 3 x 3 (see [`Shape::of_values`]). Sixteen lines of 16 values are taken as one 16 x 16, and fewer as so many 4 x 4.
///
/// After an error nothing more is read: what comes after it can't be trusted to be read as meant.
pub fn read<R: BufRead>(shape: Option<Shape>, from: R) -> Reader<R> {
    Reader { shape, from, lines: VecDeque::new(), line: 0, is_done: false }
}

impl Grid {
    /// Reads a single grid of a known shape, in any of the formats that [`read`](read()) takes.
    ///
    /// # Errors
    ///
    /// As [`read`](read()), and if there is not exactly one grid.
    pub fn parse(shape: Shape, text: &str) -> Result<Grid, ReadError> {
        one(Some(shape), text)
    }
}

/// Reads a single puzzle.
pub(crate) fn one(shape: Option<Shape>, text: &str) -> Result<Grid, ReadError> {
    let error = |line, expected: &str, found: &str| {
        Err(ReadError { line, column: None, expected: expected.to_owned(), found: found.to_owned() })
    };
    let mut grids = read(shape, text.as_bytes());
    match (grids.next(), grids.next()) {
        (None, _) => error(1, "a puzzle", "none"),
        (Some(Err(failure)), _) | (_, Some(Err(failure))) => Err(failure.told()),
        (Some(Ok(_)), Some(Ok((line, _)))) => error(line, "a single puzzle", "another"),
        (Some(Ok((_, grid))), None) => Ok(grid),
    }
}

/// Why no more puzzles are read.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// The text is no puzzle.
    #[error(transparent)]
    Malformed(#[from] ReadError),
    /// The text can't be had.
    #[error("can't be read: {0}")]
    Io(#[from] io::Error),
}

impl Unread {
    /// For texts in memory, where the only failure of reading is text that is none.
    fn told(self) -> ReadError {
        match self {
            Unread::Malformed(error) => error,
            Unread::Io(error) => {
                ReadError { line: 1, column: None, expected: "a puzzle in UTF-8".to_owned(), found: error.to_string() }
            }
        }
    }
}

/// The puzzles of a text; see [`read`].
#[derive(Debug)]
pub struct Reader<R> {
    shape: Option<Shape>,
    from: R,
    /// Lines that were read ahead.
    lines: VecDeque<Line>,
    /// The number of lines read.
    line: usize,
    is_done: bool,
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<(usize, Grid), Unread>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let puzzle = self.puzzle().transpose();
        self.is_done = !matches!(puzzle, Some(Ok(_)));
        puzzle
    }
}

impl<R: BufRead> Reader<R> {
    /// The next puzzle, if there is one.
    fn puzzle(&mut self) -> Result<Option<(usize, Grid)>, Unread> {
        let first = loop {
            match self.look(0)? {
                None => return Ok(None),
                Some(Line { content: Content::Values(_), .. }) => break self.take(),
                Some(Line { content: Content::Foreign(_), .. }) => return self.foreign().map(Some),
                Some(_) => drop(self.take()),
            }
        };
        let (shape, is_whole) = self.shape_of(&first)?;
        let mut values = Vec::with_capacity(shape.cells());
        if is_whole {
            first.read(shape, shape.cells(), &mut values)?;
        } else {
            first.read(shape, shape.n(), &mut values)?;
            for row in 1..shape.n() {
                self.row(shape, row, &mut values)?;
            }
        }
        let grid = Grid::new(shape, values).expect("so many values of this shape were read");
        Ok(Some((first.number, grid)))
    }

    /// The puzzle of a link, or of a JSON object, which may go on over several lines.
    fn foreign(&mut self) -> Result<(usize, Grid), Unread> {
        let Line { number, content: Content::Foreign(mut text) } = self.take() else {
            unreachable!("only such lines are taken for puzzles of other programs");
        };
        let grid = if text.trim_start().starts_with('{') {
            // To its last bracket, unless there are some in its texts: then all is tried that could be the end.
            let is_whole = |text: &str| text.matches('{').count() == text.matches('}').count();
            loop {
                let is_tried = is_whole(&text) || text.len() >= LONGEST_JSON;
                match if is_tried { serde_json::from_str(&text).map_err(|error| error.is_eof()) } else { Err(true) } {
                    Ok(value) => break foreign::of_json(&value, self.shape),
                    Err(true) if text.len() < LONGEST_JSON && read_line(&mut self.from, &mut text)? > 0 => {
                        self.line += 1;
                    }
                    Err(_) => break Err(("a puzzle of f-puzzles in JSON".to_owned(), "something else".to_owned())),
                }
            }
        } else {
            foreign::of_link(&text, self.shape)
        };
        match grid {
            Ok(grid) => Ok((number, grid)),
            Err((expected, found)) => Err(ReadError { line: number, column: None, expected, found }.into()),
        }
    }

    /// A row of a grid after the first.
    fn row(&mut self, shape: Shape, row: usize, values: &mut Vec<u8>) -> Result<(), Unread> {
        while matches!(self.look(0)?, Some(Line { content: Content::Rule, .. })) {
            self.take();
        }
        match self.look(0)? {
            Some(Line { content: Content::Values(_), .. }) => Ok(self.take().read(shape, shape.n(), values)?),
            end => {
                let number = end.map(|line| line.number);
                let number = number.unwrap_or(self.line + 1);
                let found = format!("the end of the puzzle after {row}");
                Err(ReadError { line: number, column: None, expected: format!("{} rows", shape.n()), found }.into())
            }
        }
    }

    /// The shape of the puzzle that begins with a line, and whether it is all on this line.
    fn shape_of(&mut self, first: &Line) -> Result<(Shape, bool), Unread> {
        let text = first.text();
        if let Some(shape) = self.shape {
            let whole = text.count(shape.n(), shape.cells()) == shape.cells();
            // A line of neither length is told from the nearer one.
            let is_long = text.signs.len() > shape.n() * 2 && shape.n() > 1;
            return Ok((shape, whole || (is_long && text.count(shape.n(), shape.n()) != shape.n())));
        }
        let of_row = Shape::of_values(text.row_length());
        let of_whole = (1..=Shape::MAX * Shape::MAX)
            .filter_map(Shape::of_values)
            .find(|shape| text.count(shape.n(), shape.cells()) == shape.cells());
        match (of_row, of_whole) {
            (None, None) => {
                let found = format!("{} values", text.row_length());
                let expected =
                    "all values of a puzzle (81, or 16, 36, 64, ...) or of its first row (9, or 4, 6, 8, ...), \
                                or else the blocks' size"
                        .to_owned();
                Err(ReadError { line: first.number, column: None, expected, found }.into())
            }
            (Some(shape), None) => Ok((shape, false)),
            (None, Some(shape)) => Ok((shape, true)),
            (Some(of_row), Some(of_whole)) => {
                let is_grid = self.rows_follow(of_row)?;
                Ok(if is_grid { (of_row, false) } else { (of_whole, true) })
            }
        }
    }

    /// Whether the lines that come next are the other rows of a grid.
    fn rows_follow(&mut self, shape: Shape) -> io::Result<bool> {
        let mut rows = 1;
        for ahead in 0.. {
            match self.look(ahead)? {
                Some(Line { content: Content::Rule, .. }) => {}
                Some(line @ Line { content: Content::Values(_), .. })
                    if line.text().count(shape.n(), shape.n()) == shape.n() =>
                {
                    rows += 1;
                    if rows == shape.n() {
                        return Ok(true);
                    }
                }
                _ => break,
            }
        }
        Ok(rows == shape.n())
    }

    /// A line that has not been taken yet, so many after the next one.
    fn look(&mut self, ahead: usize) -> io::Result<Option<&Line>> {
        while self.lines.len() <= ahead {
            let mut text = String::new();
            if read_line(&mut self.from, &mut text)? == 0 {
                return Ok(None);
            }
            self.line += 1;
            if self.line == 1 && text.starts_with('\u{feff}') {
                text.remove(0);
            }
            self.lines.push_back(Line::new(self.line, &text));
        }
        Ok(self.lines.get(ahead))
    }

    /// The next line, which was looked at.
    fn take(&mut self) -> Line {
        self.lines.pop_front().expect("the line was looked at")
    }
}

#[derive(Debug)]
struct Line {
    number: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Nothing, which ends a puzzle.
    Empty,
    /// A comment or a rule, which may stand within a puzzle.
    Rule,
    /// The puzzle of another program, or its first line.
    Foreign(String),
    Values(Text),
}

/// The values of a line, not knowing yet whether they are characters or words.
#[derive(Debug)]
struct Text {
    /// The characters that are neither blank nor rule, with their columns.
    signs: Vec<(usize, char)>,
    /// Words of the line, joined where nothing stands between them.
    words: Vec<(usize, String)>,
}

const OPEN: [char; 4] = ['.', '0', '_', '*'];

fn is_rule(sign: char) -> bool {
    matches!(sign, '|' | '-' | '+' | '=' | '\u{2500}'..='\u{257f}')
}

impl Line {
    fn new(number: usize, text: &str) -> Line {
        if foreign::is_foreign(text) {
            return Line { number, content: Content::Foreign(text.to_owned()) };
        }
        let (text, is_commented) = match text.split_once('#') {
            Some((before, _)) => (before, true),
            None => (text, false),
        };
        let mut signs = Vec::new();
        let mut words: Vec<(usize, String)> = Vec::new();
        for (column, sign) in (1..).zip(text.chars()) {
            if sign.is_whitespace() || is_rule(sign) {
                continue;
            }
            match words.last_mut() {
                Some((_, word)) if signs.last().is_some_and(|&(last, _)| last + 1 == column) => word.push(sign),
                _ => words.push((column, sign.to_string())),
            }
            signs.push((column, sign));
        }
        let content = match (signs.is_empty(), text.trim().is_empty()) {
            (false, _) => Content::Values(Text { signs, words }),
            (true, true) if !is_commented => Content::Empty,
            (true, _) => Content::Rule,
        };
        Line { number, content }
    }

    fn text(&self) -> &Text {
        match &self.content {
            Content::Values(text) => text,
            Content::Empty | Content::Rule | Content::Foreign(_) => {
                unreachable!("only lines with values are asked for them")
            }
        }
    }

    /// Reads so many values.
    fn read(&self, shape: Shape, length: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        let n = shape.n();
        let text = self.text();
        let error = |column, expected, found| Err(ReadError { line: self.number, column, expected, found });
        let is_words = text.is_words(n, length);
        let pieces: Vec<(usize, String)> = if is_words {
            text.words.clone()
        } else {
            text.signs.iter().map(|&(column, sign)| (column, sign.to_string())).collect()
        };
        for (column, piece) in pieces.iter().take(length) {
            match value(piece).filter(|&value| usize::from(value) <= n) {
                Some(value) => values.push(value),
                None => {
                    let last = crate::symbol(n as u8);
                    let range = if n < 10 { format!("1 to {last}") } else { format!("1 to 9, A to {last}") };
                    return error(Some(*column), format!("a value ({range}) or . for an open cell"), piece.clone());
                }
            }
        }
        if pieces.len() == length {
            return Ok(());
        }
        let what = if length == n { "a row" } else { "a puzzle" };
        let expected = format!("{length} values for {what}");
        error(pieces.get(length).map(|&(column, _)| column), expected, pieces.len().to_string())
    }
}

impl Text {
    /// Whether words are meant: then there are as many as there should be, and each is a value.
    fn is_words(&self, n: usize, length: usize) -> bool {
        self.words.len() == length
            && self.words.iter().all(|(_, word)| value(word).is_some_and(|value| usize::from(value) <= n))
    }

    /// The number of values, if there should be so many.
    fn count(&self, n: usize, length: usize) -> usize {
        if self.is_words(n, length) { length } else { self.signs.len() }
    }

    /// The number of values, if this is a row.
    fn row_length(&self) -> usize {
        self.count(self.words.len(), self.words.len())
    }
}

/// The value that a character or a word means, 0 for an open cell.
fn value(word: &str) -> Option<u8> {
    let mut signs = word.chars();
    match (signs.next()?, signs.next()) {
        (open, None) if OPEN.contains(&open) => Some(0),
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
        let show = |puzzle: Result<(usize, Grid), Unread>| match puzzle {
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
        // Without an empty line between them.
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
            ["line 16: expected 16 rows, found the end of the puzzle after 15"]
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
        assert_eq!(error("12..\n34..\n\n....\n....\n"), "line 3: expected 4 rows, found the end of the puzzle after 2");
        assert_eq!(error("12..\n34.."), "line 3: expected 4 rows, found the end of the puzzle after 2");
        let message = error(&format!("{NINE}\n{NINE}1\n"));
        assert!(message.starts_with("line 2: expected all values of a puzzle (81,"), "{message}");
        assert!(message.ends_with("or else the blocks' size, found 82 values"), "{message}");
        let with_box = |text: &str| grids(Some("3x3"), text).pop().unwrap();
        assert_eq!(with_box(&format!("{NINE}1")), "line 1, column 82: expected 81 values for a puzzle, found 82");
        assert_eq!(with_box(&NINE[..80]), "line 1: expected 81 values for a puzzle, found 80");
        assert_eq!(with_box("12345678"), "line 1: expected 9 values for a row, found 8");
        assert_eq!(with_box("ü"), "line 1, column 1: expected a value (1 to 9) or . for an open cell, found ü");
        assert!(error("hello").starts_with("line 1"));
        assert_eq!(grids(None, "\n# nothing\n"), [] as [&str; 0]);
        assert_eq!(one(None, "").unwrap_err().to_string(), "line 1: expected a puzzle, found none");
        let two = format!("{NINE}\n{NINE}\n");
        assert_eq!(one(None, &two).unwrap_err().to_string(), "line 2: expected a single puzzle, found another");
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        let mut reader = read(None, &b"\xff\xfe12"[..]);
        assert!(matches!(reader.next(), Some(Err(Unread::Io(_)))));
        assert!(reader.next().is_none());
    }
}
