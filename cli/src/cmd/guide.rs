//! `nqueens guide`: the guide of a placement.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use nqueens_guide::{Library, Queens};
use puzzle_core::answer;
use puzzle_kind::Playable;

use super::board_args::BoardArgs;
use super::{Failure, wait, whole, write_json};
use crate::drawing;
use crate::output::Output;

/// Show the status of every square, and its number of solutions
///
/// The number is that of the solutions with a queen on the square.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GuideCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// On boards larger than 15 x 15, stop after this number of seconds and show the statuses known by then
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = whole::<u32>(1, u32::MAX.into()))]
    budget: u32,
    /// Print one JSON object with all squares, a1, b1, ... first
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens guide 8
  nqueens guide 8 --queens b4,d1
  nqueens guide 6 --queens b1 --blocked f3 --json

Statuses:
  queen      has a queen
  blocked    blocked by you
  attacked   attacked by a queen
  dead       not attacked, but a queen there leaves no solution
  open       has a queen in some of the remaining solutions
  forced     has a queen in all of them
  unknown    not found within --budget, on a large board";

impl GuideCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let guide = wait::guide(library, &placement, Duration::from_secs(self.budget.into()))?;
        let queens = Queens::new(placement.size());
        if !self.json {
            let color = out.color;
            return Ok(out.write_all(drawing::guide(&queens, &guide, color).as_bytes())?);
        }
        write_json(out, &queens.head().and(answer::guide(&queens, &guide)))
    }
}
