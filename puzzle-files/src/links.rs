//! Links to puzzles of puzz.link, as the files that say the same: those whose rules a file can say.
//!
//! A link names the kind, the columns and the rows, and then the clues, as <https://github.com/robx/pzprjs> writes them.

use std::fmt::Write as _;
use std::ops::Range;

use crate::board::letters_of;
use crate::tree::{Checked, Fault, shortened};

/// The kinds that are understood.
const KINDS: &str = "starbattle, lightup, mines, sudoku";
/// The most rows and columns.
const LONGEST_SIDE: usize = 50;
/// The letters of regions.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

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

pub(crate) struct Grid {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// A cell that shows a number, or nothing in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clue {
    Number(u32),
    Unsaid,
}

pub(crate) type Clues = Vec<Option<Clue>>;

impl Grid {
    pub(crate) fn cells(&self) -> usize {
        self.columns * self.rows
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", letters_of(cell % self.columns), cell / self.columns + 1)
    }

    /// A sign for each cell, a text line a row.
    pub(crate) fn drawn(&self, sign: impl Fn(usize) -> char) -> String {
        let row = |row: usize| -> String {
            (0..self.columns).map(|column| format!(" {}", sign(row * self.columns + column))).collect()
        };
        (0..self.rows).map(|number| format!(" {}\n", row(number))).collect()
    }

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

pub(crate) fn star_battle(grid: &Grid, stars: usize, regions: &[usize], at: &Range<usize>) -> Checked<String> {
    let letters: Vec<char> = LETTERS.chars().collect();
    if regions.iter().any(|&region| region >= letters.len()) {
        return Fault::at(at, format!("expected {} regions at most", letters.len()));
    }
    let s = if stars == 1 { "" } else { "s" };
    Ok(format!(
        "title = \"Star Battle\"\n\
         task = \"{stars} star{s} in every row, column and region; no two stars touch, not even at a corner.\"\n\
         piece = \"star\"\nsymbol = \"*\"\nneighbours = \"touching\"\nregions = \"\"\"\n{}\"\"\"\n\n\
         [[rule]]\nexactly = {stars}\nevery = [\"row\", \"column\", \"region\"]\n\
         [[rule]]\nat-most = 1\nevery = \"pair\"\n",
        grid.drawn(|cell| letters[regions[cell]])
    ))
}

/// A sign for a cell that shows a number, or none.
fn sign_of(clue: Option<Clue>) -> char {
    match clue {
        Some(Clue::Number(number)) => char::from_digit(number, 10).unwrap_or('#'),
        Some(Clue::Unsaid) => '#',
        None => '.',
    }
}

pub(crate) fn light_up(grid: &Grid, clues: &Clues) -> String {
    let is_open = |cell: usize| clues[cell].is_none();
    // All runs of open cells, along rows and along columns.
    let row = |row: usize| (row * grid.columns..(row + 1) * grid.columns).collect::<Vec<_>>();
    let column = |column: usize| (0..grid.rows).map(|row| row * grid.columns + column).collect::<Vec<_>>();
    let lines = (0..grid.rows).map(row).chain((0..grid.columns).map(column));
    let runs: Vec<Vec<usize>> = lines
        .flat_map(|line| line.split(|&cell| !is_open(cell)).map(<[usize]>::to_vec).collect::<Vec<_>>())
        .filter(|run| !run.is_empty())
        .collect();
    let named = |cells: &[usize]| {
        let names: Vec<String> = cells.iter().map(|&cell| grid.name(cell)).collect();
        format!("  \"{}\",\n", names.join(" "))
    };
    let crowded: String = runs.iter().filter(|run| run.len() > 1).map(|run| named(run)).collect();
    let seen: String = (0..grid.cells())
        .filter(|&cell| is_open(cell))
        .map(|cell| {
            let mut from: Vec<usize> = runs.iter().filter(|run| run.contains(&cell)).flatten().copied().collect();
            from.sort_unstable();
            from.dedup();
            named(&from)
        })
        .collect();
    let mut file = format!(
        "title = \"Light up\"\n\
         task = \"Every open cell is lit by a lamp in its row or column; no lamp lights another; numbers count lamps beside.\"\n\
         piece = \"lamp\"\nsymbol = \"o\"\nneighbours = \"beside\"\nclues = \"\"\"\n{}\"\"\"\n",
        grid.drawn(|cell| sign_of(clues[cell]))
    );
    if clues.iter().any(|clue| matches!(clue, Some(Clue::Number(_)))) {
        file.push_str("\n[[rule]]\nexactly = \"clues\"\nevery = \"neighbourhood\"\n");
    }
    for (key, groups) in [("at-most", crowded), ("at-least", seen)] {
        if !groups.is_empty() {
            let _ = write!(file, "\n[[rule]]\n{key} = 1\ngroups = [\n{groups}]\n");
        }
    }
    file
}

pub(crate) fn mines(grid: &Grid, clues: &Clues, at: &Range<usize>) -> Checked<String> {
    if clues.iter().any(|clue| matches!(clue, Some(Clue::Number(9..)))) {
        return Fault::at(at, "expected numbers of mines from 0 to 8");
    }
    let rule = match clues.iter().any(|clue| matches!(clue, Some(Clue::Number(_)))) {
        true => "\n[[rule]]\nexactly = \"clues\"\nevery = \"neighbourhood\"\n",
        false => "",
    };
    Ok(format!(
        "title = \"Minesweeper\"\n\
         task = \"Find the mines: a number tells how many of its neighbours are mines.\"\n\
         piece = \"mine\"\nsymbol = \"*\"\nneighbours = \"touching\"\nclues = \"\"\"\n{}\"\"\"\n{rule}",
        grid.drawn(|cell| sign_of(clues[cell]))
    ))
}

/// The rows and the columns of the blocks that pzprjs draws in a Sudoku of `n` rows: the whole part of the square root of `n`
/// each, and 2 and 3 where `n` is 6. The last blocks of a row or a column are cut off where they don't divide `n`.
fn block_of(n: usize) -> (usize, usize) {
    if n == 6 { (2, 3) } else { (n.isqrt(), n.isqrt()) }
}

pub(crate) fn sudoku(grid: &Grid, clues: &Clues, at: &Range<usize>) -> Checked<String> {
    let n = grid.columns;
    if grid.rows != n {
        return Fault::at(at, format!("expected a square, found {} rows of {n} cells", grid.rows));
    }
    let (rows, columns) = block_of(n);
    let letters: Vec<char> = LETTERS.chars().collect();
    if n.div_ceil(rows) * n.div_ceil(columns) > letters.len() {
        return Fault::at(at, format!("expected {} blocks at most", letters.len()));
    }
    for (cell, clue) in clues.iter().enumerate() {
        match clue {
            Some(Clue::Number(number)) if !(1..=n as u32).contains(number) => {
                return Fault::at(at, format!("expected values from 1 to {n}, found {number} in {}", grid.name(cell)));
            }
            Some(Clue::Unsaid) => {
                let what = format!("expected a value or none in {}, found the clue \"?\"", grid.name(cell));
                return Fault::at(at, what);
            }
            _ => {}
        }
    }
    let region = |cell: usize| letters[cell / n / rows * n.div_ceil(columns) + cell % n / columns];
    let given = |(cell, clue): (usize, &Option<Clue>)| match clue {
        Some(Clue::Number(number)) => Some(format!("\"{}={number}\"", grid.name(cell))),
        _ => None,
    };
    let givens: Vec<String> = clues.iter().enumerate().filter_map(given).collect();
    // A block of fewer cells than values has no value twice.
    let (task, rules) = if rows * columns == n {
        (
            "Every value once in every row, column and block.",
            "[[rule]]\nexactly = 1\nof = \"each\"\nevery = [\"row\", \"column\", \"region\"]\n",
        )
    } else {
        (
            "Every value once in every row and column, and no value twice in a block.",
            "[[rule]]\nexactly = 1\nof = \"each\"\nevery = [\"row\", \"column\"]\n\
             [[rule]]\nat-most = 1\nof = \"each\"\nevery = \"region\"\n",
        )
    };
    Ok(format!(
        "title = \"Sudoku\"\ntask = \"{task}\"\nvalues = {n}\nregions = \"\"\"\n{}\"\"\"\ngivens = [{}]\n\n{rules}",
        grid.drawn(region),
        givens.join(", ")
    ))
}
