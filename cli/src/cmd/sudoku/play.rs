//! `nqueens sudoku play`: the game of Sudoku.

use std::path::PathBuf;
use std::sync::Arc;

use bdd_core::{Budget, Dice};
use clap::Args;
use game::catalogue::{Catalogue, Series};
use nqueens_tui::run::{ColorChoice, GameOptions};
use puzzle_core::{Entry, OpenError, Opened};
use sudoku_guide::{GenerateError, Shape, Sudoku, Wish, generate};

use super::super::play::GameArgs;
use super::super::{Failure, any_seed};
use super::puzzles::Puzzles;

/// Play in the terminal: puzzles of a file, or new ones
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// A file with puzzles, or - for the standard input [default: new puzzles, one after the other]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The rows and columns of a block [default: as the number of values tells; 3x3 for new puzzles]
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,
    /// Where the random numbers of new puzzles start, as in generate [default: a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with = "file")]
    seed: Option<u64>,
    /// Let the given cells of new puzzles look the same turned by half a turn
    #[arg(long, conflicts_with = "file")]
    symmetric: bool,
    /// Give no cell of new puzzles without need
    #[arg(long, conflicts_with = "file")]
    minimal: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
Examples:
  nqueens sudoku play                    a new puzzle
  nqueens sudoku play --box 2x3          on 6 x 6
  nqueens sudoku play puzzles.txt        those of a file; N takes the next one
  nqueens sudoku play --seed 1 --assist 0

Press ? in the game for its keys.";

impl Play {
    pub(super) fn run(self, color: ColorChoice) -> Result<(), Failure> {
        let reads_input = self.file.as_ref().is_none_or(|file| file.as_os_str() != "-");
        let (series, instead) = match &self.file {
            Some(file) => {
                let mut puzzles = Vec::new();
                Puzzles::of(file.clone(), self.shape).each(|puzzle| {
                    puzzles.push(entry(Sudoku::new(puzzle.grid)));
                    Ok(())
                })?;
                (Series::of(puzzles), format!("nqueens sudoku guide {}", file.display()))
            }
            None => {
                let mut dice = Dice::new(self.seed.unwrap_or_else(any_seed));
                let shape = self.shape.unwrap_or(Shape::NINE);
                let wish = Wish { shape, clues: None, symmetric: self.symmetric, minimal: self.minimal };
                let make = move |budget: &mut Budget<'_>| match generate(&wish, &mut dice, budget) {
                    Ok(grid) => Ok(entry(Sudoku::new(grid))),
                    Err(GenerateError::Stopped(stopped)) => Err(stopped.into()),
                    Err(error) => Err(OpenError::Failed(error.to_string())),
                };
                (Series::made_by(make), "nqueens sudoku generate".to_owned())
            }
        };
        let first = series.entry(1, &mut Budget::unlimited()).map_err(Failure::failed)?;
        let first = Arc::clone(first.puzzle());
        let options = GameOptions::new(Arc::new(series), 1, first, instead);
        self.game.play(GameOptions { reads_input, ..options }, color)
    }
}

/// A Sudoku, which is its own source.
fn entry(sudoku: Sudoku) -> Entry {
    let puzzle = Arc::new(sudoku);
    let source = Arc::clone(&puzzle);
    Entry::new(puzzle, move |_| Ok(Opened { source: Arc::clone(&source) as Arc<_>, note: None }))
}
