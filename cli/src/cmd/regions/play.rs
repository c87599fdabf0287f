//! `nqueens regions play`: the game of queens in coloured regions.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use game::catalogue::{Catalogue, Series};
use nqueens_tui::run::{ColorChoice, GameOptions};
use puzzle_core::{Budget, Entry, OpenError, Opened};
use regions_guide::{GenerateError, Generator, Rating, RegionsPuzzle, Size, all_solutions};

use super::input::{AttackArg, BoardsArgs, one_of};
use crate::cmd::play::GameArgs;
use crate::cmd::{Failure, any_seed};

/// Play in the terminal: boards of a file, or new ones
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// A file with boards, or - for the standard input [default: new boards, one after the other]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    attack: AttackArg,
    /// The size of new boards: 1, or 4 to 12
    #[arg(long, value_name = "N", default_value = "8", allow_negative_numbers = true)]
    size: Size,
    /// Only new boards as hard as this
    #[arg(long, value_parser = one_of(Rating::ALL, Rating::name), conflicts_with = "file")]
    rating: Option<Rating>,
    /// Where the random numbers of new boards start, as in generate [default: a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with = "file")]
    seed: Option<u64>,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
Examples:
  nqueens regions play                    a new board of 8 x 8
  nqueens regions play --size 10 --rating medium
  nqueens regions play board.txt          those of a file; N takes the next one
  nqueens regions play --attack queen --seed 1

Press ? in the game for its keys.";

impl Play {
    pub(super) fn run(self, color: ColorChoice) -> Result<(), Failure> {
        let reads_input = self.file.as_ref().is_none_or(|file| file.as_os_str() != "-");
        let (series, instead) = match self.file {
            Some(file) => {
                let instead = format!("nqueens regions guide {}", file.display());
                let mut boards = Vec::new();
                BoardsArgs::of(file, self.attack).each(Failure::Usage, |_, board| {
                    boards.push(entry(board));
                    Ok(())
                })?;
                (Series::of(boards), instead)
            }
            None => {
                let (size, attack) = (self.size, self.attack.attack);
                let mut boards = Generator::new(size, attack, self.rating, self.seed.unwrap_or_else(any_seed))
                    .map_err(|error| Failure::Usage(format!("invalid value '{size}' for '--size <N>': {error}")))?;
                let make = move |budget: &mut Budget<'_>| {
                    let made = boards.next_board(budget).map_err(|error| match error {
                        GenerateError::Stopped(stopped) => OpenError::Stopped(stopped),
                        error => OpenError::Failed(error.to_string()),
                    })?;
                    Ok(entry(RegionsPuzzle::new(made.board, attack)))
                };
                (Series::made_by(make), format!("nqueens regions generate {size}"))
            }
        };
        let first = series.entry(1, &mut Budget::unlimited()).map_err(Failure::failed)?;
        let first = Arc::clone(first.puzzle());
        let options = GameOptions::new(Arc::new(series), 1, first, instead);
        self.game.play(GameOptions { reads_input, ..options }, color)
    }
}

/// A board with the diagram of its solutions.
fn entry(puzzle: RegionsPuzzle) -> Entry {
    let shared = Arc::new(puzzle.clone());
    Entry::new(shared, move |budget| Ok(Opened::new(all_solutions(puzzle.clone(), budget)?)))
}
