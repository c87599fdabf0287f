//! `nqueens explain`: why a square is ruled out, or forced.

use std::io::Write;

use clap::Args;
use nqueens_guide::explain::LARGEST_EXPLAINED;
use nqueens_guide::json::ExplanationJson;
use nqueens_guide::{Library, OffBoard, Square, explain, sentences};

use super::board_args::BoardArgs;
use super::{Failure, wait, write_json};
use crate::cli::Output;

/// Explain why no solution that is left has a queen on a square, or why every one has
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    #[command(flatten)]
    board: BoardArgs,
    /// The square to explain, such as d4
    #[arg(long, value_name = "SQUARE")]
    square: Square,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens explain 8 --queens a1,c2 --square e3
  nqueens explain 6 --square a1
  nqueens explain 8 --queens a1 --blocked c2 --square f3 --json

The answer names a smallest choice of the queens and blocks that rules the square out already, an argument step by
step, and the fewest queens and blocks to take away so that the square opens.";

impl Explain {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let (square, size) = (self.square, placement.size());
        if !size.contains(square) {
            let off = OffBoard { square, size };
            return Err(Failure::Usage(format!("invalid value '{square}' for '--square <SQUARE>': {off}")));
        }
        if size.get() > LARGEST_EXPLAINED {
            return Err(Failure::Failed(format!(
                "squares are explained up to size {LARGEST_EXPLAINED}, not {size}: 'nqueens guide' tells what they are"
            )));
        }
        let solutions = wait::solutions(library, size)?;
        let guide = solutions.guide(&placement);
        let explanation = explain(&solutions, &guide, square);
        if self.json {
            return write_json(out, &ExplanationJson::new(&guide, square, explanation.as_ref()));
        }
        match explanation {
            Some(explanation) => {
                for line in sentences::explanation(&explanation) {
                    writeln!(out, "{line}")?;
                }
            }
            None => writeln!(out, "{}", sentences::nothing_to_explain(&guide, square))?,
        }
        Ok(())
    }
}
