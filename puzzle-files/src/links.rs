//! Links to puzzles of puzz.link and f-puzzles, translated to puzzle files.
//!
//! A link of puzz.link contains the genre, the number of columns, the number of rows and then the clues, encoded as in
//! <https://github.com/robx/pzprjs>.

use puzzle_kind::input::regions_between;
use puzzle_kind::links::{self, FPuzzle, LinkClue};

use crate::genres::{Clues, GridSize, jigsaw, light_up, mines, star_battle, sudoku};
use crate::penpa;
use crate::tree::{ReadResult, Word, fail, shortened};

/// The genres of puzz.link that can be translated to puzzle files.
const GENRES: [&str; 4] = ["starbattle", "lightup", "mines", "sudoku"];
/// The maximum number of rows and of columns of a grid.
const MAX_SIDE: usize = 50;

/// Returns `true` if a text begins like a link.
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    ["http://", "https://", "puzz.link/"].iter().any(|start| text.starts_with(start))
}

/// Returns the text of the puzzle file for a link.
pub(crate) fn file_of(text: &str) -> ReadResult<String> {
    let link = text.trim();
    let span = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    let word = |text| Word { text, span: span(text) };
    if let Some(more) = link.split_once(char::is_whitespace).map(|(_, more)| more.trim_start()) {
        return fail(&span(more), "expected only one link, found more text after it");
    }
    // Puts the link into the first line of the file, as a comment. An error gets the position of `part` in the link.
    let translated = |part, file: Result<String, String>| match file {
        Ok(file) => Ok(format!("# {link}\n{file}")),
        Err(message) => fail(&span(part), message),
    };
    if link.contains("penpa") {
        return translated(link, penpa::file_of(link));
    }
    if link.contains("f-puzzles")
        && let Some(puzzle) = FPuzzle::of_link(link).or_else(|error| fail(&span(link), error.fault))?
    {
        return translated(link, jigsaw(&puzzle));
    }
    let Some((_, query)) = link.split_once('?') else {
        return fail(&span(link), "expected a link such as https://puzz.link/p?starbattle/5/5/1/...");
    };
    let parts: Vec<&str> = query.split('/').collect();
    let mode = ["_edit", "_play"].iter().find_map(|mode| parts[0].strip_suffix(mode));
    let (genre, rest) = (mode.unwrap_or(parts[0]), &parts[1..]);
    if !GENRES.contains(&genre) {
        return word(parts[0]).expected(format!("one of {}", GENRES.join(", ")));
    }
    // If the part before the number of columns is no number, it is an option of pzprjs, such as "v:" for a variant of
    // the rules.
    if let [option, _, ..] = rest
        && option.parse::<usize>().is_err()
    {
        let found = shortened(option);
        return fail(&span(option), format!("expected the number of columns, found the unknown option {found:?}"));
    }
    let [columns, rows, data @ ..] = rest else {
        return fail(&span(query), "expected the number of columns, the number of rows and the clues after the genre");
    };
    let side = |part| match str::parse(part) {
        Ok(side) if (1..=MAX_SIDE).contains(&side) => Ok(side),
        _ => word(part).expected(format!("a number from 1 to {MAX_SIDE}")),
    };
    let grid = GridSize { columns: side(columns)?, rows: side(rows)? };
    let end = span(query).end..span(query).end;
    let part = |index: usize| match data.get(index) {
        Some(part) => Ok(*part),
        None => fail(&end, "expected the clues, found the end of the link"),
    };
    // The link may end with a slash.
    let data = if let [data @ .., ""] = data { data } else { data };
    let expected = if genre == "starbattle" { 2 } else { 1 };
    if let Some(more) = data.get(expected) {
        return word(more).expected("the end of the link after the clues");
    }
    let first = part(0)?;
    let clues = |text| links::clues(text, grid.cells()).map_err(|error| error.to_string());
    match genre {
        "starbattle" => {
            let stars = match first.parse::<usize>() {
                Ok(stars) if (1..=grid.columns).contains(&stars) => stars,
                _ => return word(first).expected(format!("a number of stars from 1 to {}", grid.columns)),
            };
            let borders = part(1)?;
            translated(borders, grid.regions(borders).and_then(|regions| star_battle(&grid, stars, &regions)))
        }
        "lightup" => translated(first, grid.small_clues(first).map(|clues| light_up(&grid, &clues))),
        "mines" => translated(first, clues(first).and_then(|clues| mines(&grid, &clues))),
        _ => translated(first, clues(first).and_then(|clues| sudoku(&grid, &clues))),
    }
}

impl GridSize {
    /// Returns the region of each cell. `borders` has a bit for each two neighbouring cells, which is 1 if there is a
    /// border between them. The bits for neighbours in a row come first, and then the bits for neighbours in a column.
    /// Each of these two parts begins a new digit of base 32, which holds five bits.
    fn regions(&self, borders: &str) -> Result<Vec<usize>, String> {
        let (across, down) = ((self.columns - 1) * self.rows, self.columns * (self.rows - 1));
        let (first, second) = (across.div_ceil(5), down.div_ceil(5));
        let digits: Option<Vec<u32>> = borders.chars().map(|sign| sign.to_digit(32)).collect();
        let Some(digits) = digits.filter(|digits| digits.len() == first + second) else {
            let (expected, found) = (first + second, shortened(borders));
            return Err(format!("expected {expected} digits of base 32 for the borders, found {found:?}"));
        };
        let is_border = |part: &[u32], number: usize| part[number / 5] >> (4 - number % 5) & 1 == 1;
        Ok(regions_between(self.rows, self.columns, |cell, other| match other - cell == self.columns {
            true => is_border(&digits[first..], cell),
            false => is_border(&digits[..first], cell / self.columns * (self.columns - 1) + cell % self.columns),
        }))
    }

    /// Reads clues from 0 to 4. A digit of base 16 from `0` to `e` is a clue plus 5 times the number of cells without a
    /// clue after it: `7` is a 2 and one such cell. A letter from `g` to `z` stands for 1 to 20 cells without a clue. A
    /// `.` is a clue without a number.
    fn small_clues(&self, text: &str) -> Result<Clues, String> {
        let mut clues = Vec::new();
        for sign in text.chars() {
            let (clue, open) = match sign {
                '.' => (Some(LinkClue::Unsaid), 0),
                '0'..='9' | 'a'..='e' => {
                    let digit = sign.to_digit(16).unwrap_or_default();
                    (Some(LinkClue::Number(digit % 5)), digit as usize / 5)
                }
                'g'..='z' => (None, sign as usize - 'g' as usize + 1),
                _ => return Err(format!("expected a clue, found {sign:?}")),
            };
            clues.extend(clue.map(Some));
            clues.extend(std::iter::repeat_n(None, open));
        }
        links::padded(clues, self.cells()).map_err(|error| error.to_string())
    }
}
