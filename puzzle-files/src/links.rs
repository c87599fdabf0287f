//! Links to puzzles of puzz.link and f-puzzles, as the files that say the same: those whose rules a file can say.
//!
//! A link of puzz.link names the kind, the columns and the rows, and then the clues, as <https://github.com/robx/pzprjs> writes them.

use puzzle_kind::input::regions_between;
use puzzle_kind::{links, links::FPuzzle, links::LinkClue};

use crate::genres::{Clue, Clues, GridSize, jigsaw, light_up, mines, star_battle, sudoku};
use crate::penpa;
use crate::tree::{ReadResult, SpannedError, Word, shortened};

/// The kinds that are understood.
const KINDS: &str = "starbattle, lightup, mines, sudoku";
/// The most rows and columns.
const LONGEST_SIDE: usize = 50;

/// Whether a text is a link.
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    ["http://", "https://", "puzz.link/"].iter().any(|start| text.starts_with(start))
}

/// The file that says what a link does.
pub(crate) fn file_of(text: &str) -> ReadResult<String> {
    let link = text.trim();
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    let word = |text| Word { text, at: place(text) };
    if let Some(more) = link.split_once(char::is_whitespace).map(|(_, more)| more.trim_start()) {
        return SpannedError::at(&place(more), "expected one link alone");
    }
    // What is wrong with a part of the link stands at its place.
    let of = |part, file: Result<String, String>| match file {
        Ok(file) => Ok(format!("# {link}\n{file}")),
        Err(what) => SpannedError::at(&place(part), what),
    };
    if link.contains("penpa") {
        return of(link, penpa::file_of(link));
    }
    if link.contains("f-puzzles")
        && let Some(puzzle) = FPuzzle::of_link(link).or_else(|error| SpannedError::at(&place(link), error.fault))?
    {
        return of(link, jigsaw(&puzzle));
    }
    let Some((_, asked)) = link.split_once('?') else {
        return SpannedError::at(&place(link), "expected a link such as https://puzz.link/p?starbattle/5/5/1/...");
    };
    let parts: Vec<&str> = asked.split('/').collect();
    let mode = ["_edit", "_play"].iter().find_map(|mode| parts[0].strip_suffix(mode));
    let (kind, rest) = (mode.unwrap_or(parts[0]), &parts[1..]);
    if !KINDS.split(", ").any(|known| known == kind) {
        let found = shortened(kind);
        return SpannedError::at(
            &place(parts[0]),
            format!("no rules of {found:?} are known here: expected one of {KINDS}"),
        );
    }
    // pzprjs takes a part before the size that is no number for options of the kind, and "v:" for a variant of its rules.
    if let [option, _, ..] = rest
        && option.parse::<usize>().is_err()
    {
        let found = shortened(option);
        return SpannedError::at(
            &place(option),
            format!("expected the columns, found the option {found:?}, unknown here"),
        );
    }
    let [columns, rows, data @ ..] = rest else {
        return SpannedError::at(&place(asked), "expected the columns, the rows and the clues after the kind");
    };
    let side = |part: &str| match part.parse() {
        Ok(side) if (1..=LONGEST_SIDE).contains(&side) => Ok(side),
        _ => (Word { text: part, at: place(part) }).expected(format!("a number from 1 to {LONGEST_SIDE}")),
    };
    let grid = GridSize { columns: side(columns)?, rows: side(rows)? };
    let end = place(asked).end..place(asked).end;
    let said = |number: usize| match data.get(number) {
        Some(part) => Ok(*part),
        None => SpannedError::at(&end, "expected the clues, found the end"),
    };
    // A slash may end the link.
    let data = if let [data @ .., ""] = data { data } else { data };
    let expected = if kind == "starbattle" { 2 } else { 1 };
    if let Some(more) = data.get(expected) {
        return word(more).expected("the end of the link after the clues");
    }
    let first = said(0)?;
    match kind {
        "starbattle" => {
            let stars = match first.parse::<usize>() {
                Ok(stars) if (1..=grid.columns).contains(&stars) => stars,
                _ => return word(first).expected(format!("a number of stars from 1 to {}", grid.columns)),
            };
            let borders = said(1)?;
            of(borders, grid.regions(borders).and_then(|regions| star_battle(&grid, stars, &regions)))
        }
        "lightup" => of(first, grid.small_clues(first).map(|clues| light_up(&grid, &clues))),
        "mines" => of(first, grid.clues(first).and_then(|clues| mines(&grid, &clues))),
        _ => of(first, grid.clues(first).and_then(|clues| sudoku(&grid, &clues))),
    }
}

impl GridSize {
    /// The regions of all cells by the borders between them, five in a digit of base 32: those to the right of each cell
    /// first, then those below.
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

    /// Clues of 0 to 4, each with the number of open cells after it; `g` to `z` are open cells alone.
    fn small_clues(&self, said: &str) -> Result<Clues, String> {
        let mut clues = Vec::new();
        for sign in said.chars() {
            let (clue, open) = match sign {
                '.' => (Some(Clue::Unsaid), 0),
                '0'..='9' | 'a'..='e' => {
                    let digit = sign.to_digit(16).unwrap_or_default();
                    (Some(Clue::Number(digit % 5)), digit as usize / 5)
                }
                'g'..='z' => (None, sign as usize - 'g' as usize + 1),
                _ => return Err(format!("{sign:?} is no clue")),
            };
            clues.extend(clue.map(Some));
            clues.extend(std::iter::repeat_n(None, open));
        }
        self.whole(clues)
    }

    /// Clues of base 16.
    fn clues(&self, said: &str) -> Result<Clues, String> {
        let mut clues = Vec::new();
        for (sign, clue) in links::clues(said) {
            match clue {
                Some(LinkClue::Open(count)) => clues.extend(std::iter::repeat_n(None, count)),
                Some(LinkClue::Unsaid) => clues.push(Some(Clue::Unsaid)),
                Some(LinkClue::Number(number)) => clues.push(Some(Clue::Number(number))),
                None => return Err(format!("{sign:?} is no clue")),
            }
        }
        self.whole(clues)
    }

    /// What is left out at the end is open.
    fn whole(&self, mut clues: Clues) -> Result<Clues, String> {
        // Open cells after the last clue may be told beyond the end.
        while clues.len() > self.cells() && clues.last() == Some(&None) {
            clues.pop();
        }
        if clues.len() > self.cells() {
            return Err(format!("expected clues for {} cells at most, found {}", self.cells(), clues.len()));
        }
        clues.resize(self.cells(), None);
        Ok(clues)
    }
}
