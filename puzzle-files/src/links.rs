//! Links to puzzles of puzz.link, as the files that say the same: those whose rules a file can say.
//!
//! A link names the kind, the columns and the rows, and then the clues, as <https://github.com/robx/pzprjs> writes them.

use std::ops::Range;

use crate::genres::{Clue, Clues, Grid, light_up, mines, star_battle, sudoku};
use crate::tree::{Checked, Fault, shortened};

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
pub(crate) fn file_of(text: &str) -> Checked<String> {
    let link = text.trim();
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    if let Some(more) = link.split_once(char::is_whitespace).map(|(_, more)| more.trim_start()) {
        return Fault::at(&place(more), "expected one link alone");
    }
    if link.contains("penpa") {
        return crate::penpa::file_of(link, &place(link)).map(|file| format!("# {link}\n{file}"));
    }
    let Some((_, asked)) = link.split_once('?') else {
        return Fault::at(&place(link), "expected a link such as https://puzz.link/p?starbattle/5/5/1/...");
    };
    let parts: Vec<&str> = asked.split('/').collect();
    let mode = ["_edit", "_play"].iter().find_map(|mode| parts[0].strip_suffix(mode));
    let (kind, rest) = (mode.unwrap_or(parts[0]), &parts[1..]);
    let is_known = KINDS.split(", ").any(|known| known == kind);
    if !is_known {
        let found = shortened(kind);
        return Fault::at(&place(parts[0]), format!("no rules of {found:?} are known here: expected one of {KINDS}"));
    }
    // pzprjs takes a part before the size that is no number for options of the kind, and "v:" for a variant of its rules.
    if let [option, _, ..] = rest
        && option.parse::<usize>().is_err()
    {
        let found = shortened(option);
        return Fault::at(&place(option), format!("expected the columns, found the option {found:?}, unknown here"));
    }
    let [columns, rows, data @ ..] = rest else {
        return Fault::at(&place(asked), "expected the columns, the rows and the clues after the kind");
    };
    let side = |part: &str| match part.parse() {
        Ok(side) if (1..=LONGEST_SIDE).contains(&side) => Ok(side),
        _ => {
            let found = shortened(part);
            Fault::at(&place(part), format!("expected a number from 1 to {LONGEST_SIDE}, found {found:?}"))
        }
    };
    let grid = Grid { columns: side(columns)?, rows: side(rows)? };
    let end = place(asked).end..place(asked).end;
    let said = |number: usize| match data.get(number) {
        Some(part) => Ok((*part, place(part))),
        None => Fault::at(&end, "expected the clues, found the end"),
    };
    // A slash may end the link.
    let data = if let [data @ .., ""] = data { data } else { data };
    let expected = if kind == "starbattle" { 2 } else { 1 };
    if let Some(more) = data.get(expected) {
        let found = shortened(more);
        return Fault::at(&place(more), format!("expected the end of the link after the clues, found {found:?}"));
    }
    match kind {
        "starbattle" => {
            let (stars, at) = said(0)?;
            let stars = match stars.parse::<usize>() {
                Ok(stars) if (1..=grid.columns).contains(&stars) => stars,
                _ => {
                    let what =
                        format!("expected a number of stars from 1 to {}, found {:?}", grid.columns, shortened(stars));
                    return Fault::at(&at, what);
                }
            };
            let (borders, at) = said(1)?;
            star_battle(&grid, stars, &grid.regions(borders, &at)?, &at)
        }
        "lightup" => said(0).and_then(|(clues, at)| Ok(light_up(&grid, &grid.small_clues(clues, &at)?))),
        "mines" => said(0).and_then(|(clues, at)| mines(&grid, &grid.clues(clues, &at)?, &at)),
        _ => said(0).and_then(|(clues, at)| sudoku(&grid, &grid.clues(clues, &at)?, &at)),
    }
    .map(|file| format!("# {link}\n{file}"))
}

impl Grid {
    /// The regions of all cells by the borders between them, five in a digit of base 32: those to the right of each cell
    /// first, then those below.
    fn regions(&self, borders: &str, at: &Range<usize>) -> Checked<Vec<usize>> {
        let (across, down) = ((self.columns - 1) * self.rows, self.columns * (self.rows - 1));
        let (first, second) = (across.div_ceil(5), down.div_ceil(5));
        let digits: Option<Vec<u32>> = borders.chars().map(|sign| sign.to_digit(32)).collect();
        let Some(digits) = digits.filter(|digits| digits.len() == first + second) else {
            let what = format!(
                "expected {} digits of base 32 for the borders, found {:?}",
                first + second,
                shortened(borders)
            );
            return Fault::at(at, what);
        };
        let is_border = |part: &[u32], number: usize| part[number / 5] >> (4 - number % 5) & 1 == 1;
        Ok(self.regions_between(|cell, other| match other - cell == self.columns {
            true => is_border(&digits[first..], cell),
            false => is_border(&digits[..first], cell / self.columns * (self.columns - 1) + cell % self.columns),
        }))
    }

    /// The regions of all cells by whether there is a border between a cell and the one to its right, or below it.
    pub(crate) fn regions_between(&self, is_border: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let mut region: Vec<Option<usize>> = vec![None; self.cells()];
        let mut regions = 0;
        for start in 0..self.cells() {
            if region[start].is_some() {
                continue;
            }
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if region[cell].replace(regions).is_some() {
                    continue;
                }
                let (row, column) = (cell / self.columns, cell % self.columns);
                let next = [
                    (column + 1 < self.columns && !is_border(cell, cell + 1)).then(|| cell + 1),
                    (column > 0 && !is_border(cell - 1, cell)).then(|| cell - 1),
                    (row + 1 < self.rows && !is_border(cell, cell + self.columns)).then(|| cell + self.columns),
                    (row > 0 && !is_border(cell - self.columns, cell)).then(|| cell - self.columns),
                ];
                open.extend(next.into_iter().flatten().filter(|&next| region[next].is_none()));
            }
            regions += 1;
        }
        region.into_iter().flatten().collect()
    }

    /// Clues of 0 to 4, each with the number of open cells after it; `g` to `z` are open cells alone.
    fn small_clues(&self, said: &str, at: &Range<usize>) -> Checked<Clues> {
        let mut clues = Vec::new();
        for sign in said.chars() {
            let (clue, open) = match sign {
                '.' => (Some(Clue::Unsaid), 0),
                '0'..='9' | 'a'..='e' => {
                    let digit = sign.to_digit(16).unwrap_or_default();
                    (Some(Clue::Number(digit % 5)), digit as usize / 5)
                }
                'g'..='z' => (None, sign as usize - 'g' as usize + 1),
                _ => return self.unknown(sign, at),
            };
            clues.extend(clue.map(Some));
            clues.extend(std::iter::repeat_n(None, open));
        }
        self.whole(clues, at)
    }

    /// Clues of base 16, longer ones after `-` or `+`; `g` to `z` are open cells.
    fn clues(&self, said: &str, at: &Range<usize>) -> Checked<Clues> {
        let mut clues = Vec::new();
        let mut signs = said.chars();
        while let Some(sign) = signs.next() {
            let digits = match sign {
                '-' => 2,
                '+' => 3,
                '.' => {
                    clues.push(Some(Clue::Unsaid));
                    continue;
                }
                'g'..='z' => {
                    clues.extend(std::iter::repeat_n(None, sign as usize - 'g' as usize + 1));
                    continue;
                }
                _ => 0,
            };
            let number: String = if digits == 0 { sign.to_string() } else { signs.by_ref().take(digits).collect() };
            let is_whole = number.len() == digits.max(1) && number.bytes().all(|byte| byte.is_ascii_hexdigit());
            match u32::from_str_radix(&number, 16) {
                Ok(number) if is_whole => clues.push(Some(Clue::Number(number))),
                _ => return self.unknown(sign, at),
            }
        }
        self.whole(clues, at)
    }

    fn unknown<T>(&self, sign: char, at: &Range<usize>) -> Checked<T> {
        Fault::at(at, format!("{sign:?} is no clue"))
    }

    /// What is left out at the end is open.
    fn whole(&self, mut clues: Clues, at: &Range<usize>) -> Checked<Clues> {
        // Open cells after the last clue may be told beyond the end.
        while clues.len() > self.cells() && clues.last() == Some(&None) {
            clues.pop();
        }
        if clues.len() > self.cells() {
            return Fault::at(at, format!("expected clues for {} cells at most, found {}", self.cells(), clues.len()));
        }
        clues.resize(self.cells(), None);
        Ok(clues)
    }
}
