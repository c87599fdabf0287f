//! `nqueens play`: the game.

use std::path::PathBuf;

use clap::Args;
use nqueens_guide::{Library, Size};

use super::Failure;
use crate::assist::Assist;
use crate::game::{self, ColorChoice, GameOptions};
use crate::machine;

/// Play in the terminal (this is also what happens without any command)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The number of ranks, of files and of queens
    #[arg(value_name = "N", default_value = "8", allow_negative_numbers = true)]
    size: Size,
    /// How much to help, from 0 (not at all) to 4 (forced squares are played); else as at the last time, or 2
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=4))]
    assist: Option<u8>,
    /// Append the time of every frame to a file, in milliseconds since the start
    #[arg(long, value_name = "FILE", hide = true)]
    timings: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nqueens play                       on 8 x 8
  nqueens play 11                    on 11 x 11
  nqueens play 8 --assist 0          without any help, until asked for
  NO_COLOR=1 nqueens play 6          on 6 x 6, without colours

Press ? in the game for its keys.";

impl Default for Play {
    fn default() -> Play {
        Play { size: Size::new(8).expect("8 is between 1 and 255"), assist: None, timings: None }
    }
}

impl Play {
    pub(crate) fn run(self, library: Library, color: ColorChoice) -> Result<(), Failure> {
        let Play { size, assist, timings } = self;
        let assist = assist.and_then(Assist::of_level);
        game::run(GameOptions { size, library, color, assist, settings: machine::settings(), timings })
            .map_err(Failure::failed)
    }
}
