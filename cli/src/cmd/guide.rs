//! `nqueens guide`: what the guide says of a placement.

use std::io::Write;

use clap::Args;
use nqueens_guide::{Library, Queens};
use puzzle_core::{Playable, answer};

use super::board_args::BoardArgs;
use super::{Failure, wait, write_json};
use crate::drawing;
use crate::output::Output;

/// Show what every square is, and how many solutions have a queen there
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Guide {
    #[command(flatten)]
    board: BoardArgs,
    /// Print one JSON object with all squares, a1, b1, ... first
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens guide 8
  nqueens guide 8 --queens b4,d1
  nqueens guide 6 --queens b1 --blocked f3 --json

What a square can be:
  queen      a queen stands on it
  blocked    it is ruled out
  attacked   by a queen
  dead       not attacked, but in none of the solutions that are left
  open       in some of them
  forced     in all of them";

impl Guide {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let guide = wait::guide(library, &placement)?;
        let queens = Queens::new(placement.size());
        if !self.json {
            let color = out.color;
            return Ok(out.write_all(drawing::guide(&queens, &guide, color).as_bytes())?);
        }
        write_json(out, &queens.head().and(answer::guide(&queens, &guide)))
    }
}
