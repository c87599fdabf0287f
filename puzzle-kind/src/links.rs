//! Readers of the notations of two other programs, f-puzzles and puzz.link. A Sudoku of f-puzzles is a link or JSON.
//! From a link of puzz.link, the module reads the clues, in the encoding of <https://github.com/robx/pzprjs>.
//!
//! f-puzzles writes a puzzle as a JSON object, with the number of rows under the key `size` and the rows of cells under
//! `grid`. A link contains this object, compressed by LZ-string and encoded in base 64. Each variant rule has a key
//! next to `grid`; puzzles with variant rules are refused. A cell without a `region` belongs to a block, by its
//! position. Blocks are as square as possible, and wider than high if they can't be square.

use std::fmt;

use serde_json::Value;

use crate::input::{BadArgument, InputError};

/// The maximum length of a link, in bytes. The decompressed text can grow with the square of this length.
const LONGEST: usize = 12_000;
/// The maximum number of rows of a Sudoku.
const MOST: usize = 25;

/// The keys in the JSON object of an f-puzzles puzzle that do not state a variant rule.
const PLAIN: [&str; 9] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
];
/// The keys in the JSON object of an f-puzzles cell that do not state a variant rule.
const PLAIN_OF_CELL: [&str; 8] =
    ["value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "highlight", "c", "hasValue"];

/// A Sudoku of f-puzzles: every value occurs once in every row, column and region.
///
/// ```
/// use puzzle_kind::links::FPuzzle;
///
/// let link = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A";
/// assert_eq!(FPuzzle::of_link(link)?.expect("a link of f-puzzles").size, 9);
/// assert_eq!(FPuzzle::of_link("https://puzz.link/p?sudoku/4/4/1")?, None);
/// # Ok::<(), puzzle_kind::input::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FPuzzle {
    /// The number of rows, which is also the number of columns and of values.
    pub size: usize,
    /// The given values, row by row; 0 for an open cell.
    pub givens: Vec<u8>,
    /// The region of every cell, row by row.
    pub regions: Vec<u64>,
}

fn fault<T>(expected: impl fmt::Display, found: impl fmt::Display) -> Result<T, InputError> {
    Err(InputError::malformed(1, None, format!("expected {expected}, found {found}")))
}

impl FPuzzle {
    /// Reads the puzzle of a link; `None` if the link does not belong to f-puzzles.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the link is too long, and the errors of [`FPuzzle::of_json`].
    pub fn of_link(link: &str) -> Result<Option<FPuzzle>, InputError> {
        if link.len() > LONGEST {
            return fault("a link of 12000 characters at most", link.len());
        }
        let Some((_, data)) = link.split_once("load=").filter(|_| link.contains("f-puzzles")) else { return Ok(None) };
        let data = data.split(['&', '#']).next().unwrap_or_default();
        let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace(' ', "+");
        let text = lz_str::decompress_from_base64(&data).and_then(|units| String::from_utf16(&units).ok());
        match text.as_deref().map(serde_json::from_str) {
            Some(Ok(value)) => FPuzzle::of_json(&value).map(Some),
            _ => fault("a puzzle of f-puzzles after load=", "other data"),
        }
    }

    /// Reads the puzzle of a JSON object.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the object is not a puzzle, or has rules of a variant.
    pub fn of_json(puzzle: &Value) -> Result<FPuzzle, InputError> {
        let Some(object) = puzzle.as_object() else {
            return fault("a puzzle of f-puzzles as a JSON object", "another value");
        };
        if let Some((key, _)) = object.iter().find(|(key, value)| !PLAIN.contains(&key.as_str()) && is_set(value)) {
            return fault("a usual Sudoku, without rules of a variant", format!("{key:?}"));
        }
        let size = object.get("size").and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
        let Some(n) = size.filter(|n| (1..=MOST).contains(n)) else {
            return fault("a \"size\" from 1 to 25", object.get("size").map_or("none".to_owned(), Value::to_string));
        };
        let rows = object.get("grid").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let rows: Option<Vec<&Vec<Value>>> = rows.iter().map(Value::as_array).collect();
        let Some(rows) = rows.filter(|rows| rows.len() == n && rows.iter().all(|row| row.len() == n)) else {
            return fault(format!("a \"grid\" of {n} rows of {n} cells"), "another grid");
        };
        let mut puzzle = FPuzzle { size: n, givens: Vec::new(), regions: Vec::new() };
        for (place, cell) in rows.into_iter().flatten().enumerate() {
            let name = format!("r{}c{}", place / n + 1, place % n + 1);
            let Some(cell) = cell.as_object() else {
                return fault(format!("a JSON object for the cell {name}"), cell);
            };
            let more = |(key, value): &(&String, &Value)| !PLAIN_OF_CELL.contains(&key.as_str()) && is_set(value);
            if let Some((key, _)) = cell.iter().find(more) {
                return fault("a usual Sudoku", format!("{key:?} in {name}"));
            }
            puzzle.regions.push(match cell.get("region") {
                None => default_region(n, place),
                Some(region) => match region.as_u64() {
                    Some(region) => region,
                    None => return fault(format!("the number of a region for the cell {name}"), region),
                },
            });
            let is_given = match cell.get("given") {
                None | Some(Value::Null) => false,
                Some(Value::Bool(given)) => *given,
                Some(other) => return fault(format!("true or false as \"given\" of the cell {name}"), other),
            };
            // A value that is not given was entered by a player, and is ignored.
            puzzle.givens.push(match cell.get("value").filter(|_| is_given) {
                None => 0,
                Some(value) => match value.as_u64() {
                    Some(value) if (1..=n as u64).contains(&value) => value as u8,
                    _ => return fault(format!("a value from 1 to {n} in the cell {name}"), value),
                },
            });
        }
        Ok(puzzle)
    }
}

/// Returns the default region of the cell at index `place` of a Sudoku with `n` rows, for a cell whose JSON has no
/// `region`. The default region is the number of the cell's block. The number of rows of a block is the largest divisor
/// of `n` that is at most the square root of `n`.
fn default_region(n: usize, place: usize) -> u64 {
    let rows = (1..=n.isqrt()).rfind(|&rows| n.is_multiple_of(rows)).unwrap_or(1);
    (place / n / rows * rows + place % n / (n / rows)) as u64
}

/// Returns `true` if a value is neither `false`, `null` nor empty.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(object) => !object.is_empty(),
    }
}

/// A clue in a cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkClue {
    /// A clue without a number, such as `?`.
    Unsaid,
    /// A clue that is a number.
    Number(u32),
}

/// Decodes the clues of a grid with `cells` cells, with `None` for a cell without a clue. A clue is a digit of base 16,
/// or `-` and two such digits, or `+` and three such digits. A `.` is a clue without a number, and `g` to `z` are runs
/// of 1 to 20 cells without a clue.
///
/// ```
/// use puzzle_kind::links::{LinkClue, clues};
///
/// let decoded = clues("1h-10", 6)?;
/// assert_eq!(decoded, [Some(LinkClue::Number(1)), None, None, Some(LinkClue::Number(16)), None, None]);
/// assert_eq!(clues("!", 6).unwrap_err().to_string(), "expected a clue, found '!'");
/// # Ok::<(), puzzle_kind::BadArgument>(())
/// ```
///
/// # Errors
///
/// [`BadArgument`] for a character that begins no clue, or for a clue beyond the grid.
pub fn clues(text: &str, cells: usize) -> Result<Vec<Option<LinkClue>>, BadArgument> {
    let mut clues = Vec::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        let number = match sign {
            '.' => {
                clues.push(Some(LinkClue::Unsaid));
                continue;
            }
            'g'..='z' => {
                clues.extend(std::iter::repeat_n(None, sign as usize - 'g' as usize + 1));
                continue;
            }
            '-' | '+' => {
                let length = if sign == '-' { 2 } else { 3 };
                let digits: String = signs.by_ref().take(length).collect();
                let is_whole = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                u32::from_str_radix(&digits, 16).ok().filter(|_| is_whole)
            }
            _ => sign.to_digit(16),
        };
        let number = number.ok_or_else(|| format!("expected a clue, found {sign:?}"))?;
        clues.push(Some(LinkClue::Number(number)));
    }
    padded(clues, cells)
}

/// Returns exactly `cells` entries of `clues`. If `clues` has fewer entries, cells without a clue (`None`) are added at
/// the end; if it has more, cells without a clue are dropped from the end.
///
/// # Errors
///
/// [`BadArgument`] if a clue lies beyond the grid.
pub fn padded(mut clues: Vec<Option<LinkClue>>, cells: usize) -> Result<Vec<Option<LinkClue>>, BadArgument> {
    let found = clues.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    if found > cells {
        return Err(format!("expected clues for {cells} cells at most, found {found}").into());
    }
    clues.resize(cells, None);
    Ok(clues)
}

/// Returns the number of rows and of columns of the blocks that pzprjs draws in a Sudoku of `n` rows. Both numbers are
/// the integer square root of `n`; only for `n` = 6, a block has 2 rows and 3 columns. If the numbers don't divide `n`,
/// the blocks at the right and at the bottom are cut off.
///
/// ```
/// use puzzle_kind::links::block_of;
///
/// assert_eq!([block_of(6), block_of(9), block_of(8)], [(2, 3), (3, 3), (2, 2)]);
/// ```
#[must_use]
pub fn block_of(n: usize) -> (usize, usize) {
    if n == 6 { (2, 3) } else { (n.isqrt(), n.isqrt()) }
}
