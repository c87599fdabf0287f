//! `nqueens play`: the game.

use std::path::PathBuf;

use clap::Args;
use nqueens_guide::{Library, Size};

use super::Failure;
use crate::game::{self, ColorChoice, GameOptions};

/// Play in the terminal (this is also what happens without any command)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The number of ranks, of files and of queens
    #[arg(value_name = "N", default_value = "8", allow_negative_numbers = true)]
    size: Size,
    /// Append the time of every frame to a file, in milliseconds since the start
    #[arg(long, value_name = "FILE", hide = true)]
    timings: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nqueens play                       on 8 x 8
  nqueens play 11                    on 11 x 11
  NO_COLOR=1 nqueens play 6          on 6 x 6, without colours

Press ? in the game for its keys.";

impl Default for Play {
    fn default() -> Play {
        Play { size: Size::new(8).expect("8 is between 1 and 255"), timings: None }
    }
}

impl Play {
    pub(crate) fn run(self, library: Library, color: ColorChoice) -> Result<(), Failure> {
        let Play { size, timings } = self;
        game::run(GameOptions { size, library, color, timings }).map_err(Failure::failed)
    }
}
