//! `nqueens sudoku guide`: what is left for every cell.

use std::io::Write;

use clap::Args;
use puzzle_core::answer::Value;
use puzzle_core::{Budget, Status, Words, explain, sentences};
use serde::Serialize;
use sudoku_guide::{Cell, Sudoku, drawn, rules::variable, symbol};

use super::super::Failure;
use super::puzzles::{Outcome, Puzzles, why_none, write_answer};
use super::wait;
use crate::cli::Output;

/// Show which values every cell can still have, and in how many solutions
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Guide {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Print one JSON object a puzzle, with every value of every open cell
    #[arg(long)]
    json: bool,
    /// Explain why a cell can't have a value, or must have it, instead
    #[arg(long, value_name = "CELL=VALUE", conflicts_with = "json")]
    explain: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  echo 1.....3......... | nqueens sudoku guide --box 2x2
  echo 1.....3......... | nqueens sudoku guide --box 2x2 --explain r2c4=1
  nqueens sudoku generate --seed 1 | nqueens sudoku guide --json

What a value of a cell can be:
  given      the puzzle says so
  excluded   it is given to another cell of the row, the column or the block
  dead       not excluded, but in none of the solutions
  open       in some of them
  forced     in all of them
Exit code 1 if a puzzle has no solution.";

#[derive(Serialize)]
struct GuideJson {
    solutions: Value,
    /// Whether that is the number itself, and not a bound from below.
    exact: bool,
    cells: Vec<CellJson>,
}

#[derive(Serialize)]
struct CellJson {
    cell: String,
    values: Vec<ValueJson>,
}

#[derive(Serialize)]
struct ValueJson {
    value: String,
    status: &'static str,
    solutions: Value,
}

impl Guide {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let mut is_first = true;
        self.puzzles.answer(out, |out, puzzle| {
            let sudoku = Sudoku::new(puzzle.grid.clone());
            let guide = wait::with_clock("guiding", || sudoku.guide());
            if let Some(name) = &self.explain {
                for line in explained(&sudoku, &guide, name)? {
                    writeln!(out, "{line}")?;
                }
            } else if self.json {
                write_answer(out, puzzle, GuideJson::new(&sudoku, &guide))?;
            } else {
                let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
                write!(out, "{gap}{}", text(&sudoku, &guide))?;
            }
            Ok(if guide.is_completable() { Outcome::Positive } else { Outcome::Negative })
        })
    }
}

/// Why a value is what it is, a sentence a line.
fn explained(sudoku: &Sudoku, guide: &puzzle_core::Guide, name: &str) -> Result<Vec<String>, Failure> {
    let Some(variable) = sudoku.variable_named(name) else {
        let last = sudoku.shape().cells() as Cell - 1;
        let example = sudoku.shape().cell_name(last);
        let expected = format!("expected a cell and a value, up to {example}={}", symbol(sudoku.shape().n() as u8));
        return Err(Failure::Usage(format!("invalid value '{name}' for '--explain <CELL=VALUE>': {expected}")));
    };
    let explanation = wait::with_clock("explaining", || explain(sudoku, guide, variable, &mut Budget::unlimited()));
    let explanation = explanation.map_err(Failure::failed)?;
    Ok(match explanation {
        Some(explanation) => sentences::explanation(sudoku, &explanation),
        None => vec![sentences::nothing_to_explain(sudoku, guide, variable)],
    })
}

/// The grid with the live values of every cell, what the signs mean, and the number of solutions.
fn text(sudoku: &Sudoku, guide: &puzzle_core::Guide) -> String {
    let shape = sudoku.shape();
    let cell = |cell: Cell| {
        let mut text = String::new();
        for value in 1..=shape.n() as u8 {
            match guide.status(variable(shape, cell, value)) {
                Status::Open | Status::Given | Status::Placed => text.push(symbol(value)),
                Status::Forced => text.extend([symbol(value), '!']),
                Status::Blocked | Status::Excluded | Status::Dead => {}
            }
        }
        if text.is_empty() { "x".to_owned() } else { text }
    };
    let signs = "! forced   several values: open   x none   values not shown: excluded or dead";
    let plural = if guide.total().value() == &1u8.into() { "" } else { "s" };
    let why = if guide.is_completable() { String::new() } else { format!(": {}", why_none(sudoku.givens())) };
    format!("{}{signs}\n{} solution{plural}{why}\n", drawn(shape, cell), guide.total())
}

impl GuideJson {
    fn new(sudoku: &Sudoku, guide: &puzzle_core::Guide) -> GuideJson {
        let shape = sudoku.shape();
        let open = (0..shape.cells() as Cell).filter(|&cell| sudoku.givens().value(cell) == 0);
        let cells = open.map(|cell| CellJson {
            cell: shape.cell_name(cell),
            values: (1..=shape.n() as u8)
                .map(|value| {
                    let variable = variable(shape, cell, value);
                    ValueJson {
                        value: symbol(value).to_string(),
                        status: guide.status(variable).name(),
                        solutions: Value::from(guide.completions(variable)),
                    }
                })
                .collect(),
        });
        let total = guide.total();
        GuideJson { solutions: Value::from(total), exact: total.is_exact(), cells: cells.collect() }
    }
}
