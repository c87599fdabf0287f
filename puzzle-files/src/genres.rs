//! Writes puzzle files of known genres, such as Sudoku, from grids and clues. Errors are messages without a position;
//! the callers add the position.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use puzzle_kind::links::{FPuzzle, LinkClue, block_of};

use crate::board::letters_of;

/// The letters for regions in drawings, in order.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

pub(crate) struct GridSize {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

pub(crate) type Clues = Vec<Option<LinkClue>>;

impl GridSize {
    pub(crate) fn cells(&self) -> usize {
        self.columns * self.rows
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        format!("{}{}", letters_of(cell % self.columns), cell / self.columns + 1)
    }

    /// Returns a drawing with the character `sign(cell)` for each cell and a line for each row.
    pub(crate) fn drawn(&self, sign: impl Fn(usize) -> char) -> String {
        let row = |row: usize| -> String {
            (0..self.columns).map(|column| format!(" {}", sign(row * self.columns + column))).collect()
        };
        (0..self.rows).map(|number| format!(" {}\n", row(number))).collect()
    }
}

pub(crate) fn star_battle(grid: &GridSize, stars: usize, regions: &[usize]) -> Result<String, String> {
    let letters: Vec<char> = LETTERS.chars().collect();
    if regions.iter().any(|&region| region >= letters.len()) {
        return Err(format!("expected at most {} regions", letters.len()));
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

/// Returns the character of a cell in a drawing: a digit for a number up to 9, `#` for any other clue, `.` for an open
/// cell.
fn sign_of(clue: Option<LinkClue>) -> char {
    match clue {
        Some(LinkClue::Number(number)) => char::from_digit(number, 10).unwrap_or('#'),
        Some(LinkClue::Unsaid) => '#',
        None => '.',
    }
}

pub(crate) fn light_up(grid: &GridSize, clues: &Clues) -> String {
    let is_open = |cell: usize| clues[cell].is_none();
    // The longest runs of open cells in rows and columns: a lamp lights the two runs of its cell.
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
    file.push_str(clue_rule(clues));
    for (key, groups) in [("at-most", crowded), ("at-least", seen)] {
        if !groups.is_empty() {
            let _ = write!(file, "\n[[rule]]\n{key} = 1\ngroups = [\n{groups}]\n");
        }
    }
    file
}

/// Returns the TOML text of the rule that each number is the count of pieces in the neighbouring cells; empty if no
/// clue is a number.
fn clue_rule(clues: &Clues) -> &'static str {
    match clues.iter().any(|clue| matches!(clue, Some(LinkClue::Number(_)))) {
        true => "\n[[rule]]\nexactly = \"clues\"\nevery = \"neighbourhood\"\n",
        false => "",
    }
}

pub(crate) fn mines(grid: &GridSize, clues: &Clues) -> Result<String, String> {
    if clues.iter().any(|clue| matches!(clue, Some(LinkClue::Number(9..)))) {
        return Err("expected numbers of mines from 0 to 8".to_owned());
    }
    Ok(format!(
        "title = \"Minesweeper\"\n\
         task = \"Find the mines: a number tells how many of its neighbours are mines.\"\n\
         piece = \"mine\"\nsymbol = \"*\"\nneighbours = \"touching\"\nclues = \"\"\"\n{}\"\"\"\n{}",
        grid.drawn(|cell| sign_of(clues[cell])),
        clue_rule(clues)
    ))
}

pub(crate) fn sudoku(grid: &GridSize, clues: &Clues) -> Result<String, String> {
    let n = grid.columns;
    if grid.rows != n {
        return Err(format!("expected as many rows as columns, found {} rows of {n} cells", grid.rows));
    }
    let (rows, columns) = block_of(n);
    if n.div_ceil(rows) * n.div_ceil(columns) > LETTERS.len() {
        return Err(format!("expected at most {} blocks", LETTERS.len()));
    }
    for (cell, clue) in clues.iter().enumerate() {
        match clue {
            Some(LinkClue::Number(number)) if !(1..=n as u32).contains(number) => {
                return Err(format!("expected values from 1 to {n}, found {number} in {}", grid.name(cell)));
            }
            Some(LinkClue::Unsaid) => {
                return Err(format!("expected a value or none in {}, found the clue \"?\"", grid.name(cell)));
            }
            _ => {}
        }
    }
    let region = |cell: usize| cell / n / rows * n.div_ceil(columns) + cell % n / columns;
    let given = |cell: usize| match clues[cell] {
        Some(LinkClue::Number(number)) => Some(number),
        _ => None,
    };
    // A block with fewer cells than there are values can't have every value, so its rule is "at most once".
    let (task, rules) = if rows * columns == n {
        ("Every value once in every row, column and block.", ONCE)
    } else {
        (
            "Every value once in every row and column, and no value twice in a block.",
            "[[rule]]\nexactly = 1\nof = \"each\"\nevery = [\"row\", \"column\"]\n\
             [[rule]]\nat-most = 1\nof = \"each\"\nevery = \"region\"\n",
        )
    };
    Ok(sudoku_file(grid, task, region, given, rules))
}

/// The TOML text of the rule that each value occurs once in every row, column and region, for regions with as many
/// cells as there are values.
const ONCE: &str = "[[rule]]\nexactly = 1\nof = \"each\"\nevery = [\"row\", \"column\", \"region\"]\n";

fn sudoku_file(
    grid: &GridSize,
    task: &str,
    region: impl Fn(usize) -> usize,
    given: impl Fn(usize) -> Option<u32>,
    rules: &str,
) -> String {
    let letters: Vec<char> = LETTERS.chars().collect();
    let given = |cell: usize| Some(format!("\"{}={}\"", grid.name(cell), given(cell)?));
    let givens: Vec<String> = (0..grid.cells()).filter_map(given).collect();
    format!(
        "title = \"Sudoku\"\ntask = \"{task}\"\nvalues = {}\nregions = \"\"\"\n{}\"\"\"\ngivens = [{}]\n\n{rules}",
        grid.columns,
        grid.drawn(|cell| letters[region(cell)]),
        givens.join(", ")
    )
}

/// Returns the puzzle file of a Sudoku with irregular regions.
pub(crate) fn jigsaw(puzzle: &FPuzzle) -> Result<String, String> {
    let n = puzzle.size;
    let mut cells: BTreeMap<u64, usize> = BTreeMap::new();
    puzzle.regions.iter().for_each(|&region| *cells.entry(region).or_default() += 1);
    if let Some(found) = cells.values().find(|&&count| count != n) {
        return Err(format!("expected regions of {n} cells each, found a region of {found}"));
    }
    let numbers: Vec<u64> = cells.into_keys().collect();
    let region = |cell: usize| numbers.partition_point(|&number| number < puzzle.regions[cell]);
    let given = |cell: usize| Some(u32::from(puzzle.givens[cell])).filter(|&value| value > 0);
    let grid = GridSize { columns: n, rows: n };
    Ok(sudoku_file(&grid, "Every value once in every row, column and region.", region, given, ONCE))
}
