//! `nqueens guide`: what the guide says of a placement.

use std::io::Write;

use clap::Args;
use nqueens_guide::Library;
use serde::Serialize;

use super::board_args::{BoardArgs, BoardJson, exact};
use super::{Failure, wait, write_json};
use crate::cli::Output;
use crate::drawing;

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

#[derive(Serialize)]
struct GuideJson {
    #[serde(flatten)]
    board: BoardJson,
    squares: Vec<SquareJson>,
}

#[derive(Serialize)]
struct SquareJson {
    square: String,
    status: &'static str,
    solutions: serde_json::Number,
}

impl Guide {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let guide = wait::guide(library, &placement)?;
        if !self.json {
            let color = out.color;
            return Ok(out.write_all(drawing::guide(&guide, color).as_bytes())?);
        }
        let squares = guide.squares().map(|(square, status, completions)| SquareJson {
            square: square.to_string(),
            status: status.name(),
            solutions: exact(completions),
        });
        write_json(out, &GuideJson { board: BoardJson::new(&placement, guide.total()), squares: squares.collect() })
    }
}
