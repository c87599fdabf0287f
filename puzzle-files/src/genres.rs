//! Puzzles of known genres, as files: their grids and clues, however they were drawn.

use std::fmt::Write as _;
use std::ops::Range;

use crate::board::letters_of;
use crate::tree::{Checked, Fault};

/// The letters of regions.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

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

    pub(crate) fn name(&self, cell: usize) -> String {
        format!("{}{}", letters_of(cell % self.columns), cell / self.columns + 1)
    }

    /// A sign for each cell, a text line a row.
    pub(crate) fn drawn(&self, sign: impl Fn(usize) -> char) -> String {
        let row = |row: usize| -> String {
            (0..self.columns).map(|column| format!(" {}", sign(row * self.columns + column))).collect()
        };
        (0..self.rows).map(|number| format!(" {}\n", row(number))).collect()
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
