//! `nqueens count`: the number of solutions.

use std::io::Write;

use clap::Args;
use nqueens_guide::Library;

use super::board_args::{BoardArgs, BoardJson};
use super::{Failure, wait, write_json};
use crate::cli::Output;

/// Print the number of solutions, alone on a line
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Count {
    #[command(flatten)]
    board: BoardArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens count 8
  nqueens count 8 --queens a1
  nqueens count 10 --queens a1 --blocked c2,b3 --json

Two queens that attack each other leave 0 solutions.";

impl Count {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let solutions = wait::completions(library, &placement)?.model_count();
        if self.json {
            return write_json(out, &BoardJson::new(&placement, &solutions));
        }
        Ok(writeln!(out, "{solutions}")?)
    }
}
