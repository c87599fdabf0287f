//! `nqueens explain`: the reason why a square is ruled out, or forced.

use std::path::PathBuf;

use clap::Args;
use nqueens_guide::{Library, Mapped, Queens, Square};
use puzzle_core::{Budget, Guide, Source, Status};
use puzzle_kind::report;

use super::board_args::{BoardArgs, check_on_board};
use super::{Failure, wait, write_report};
use crate::cmd::proofs;
use crate::machine::Limits;
use crate::output::Output;

/// Explain why a square must have a queen, or can't have one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// The square to explain, such as d4
    #[arg(long = "of", alias = "square", value_name = "SQUARE")]
    square: Square,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[arg(long, value_name = "DIR", help = proofs::HELP)]
    proof: Option<PathBuf>,
}

/// The largest board size that `explain` accepts: explanations on larger boards take too long.
const LARGEST_EXPLAINED: usize = 100;

const EXAMPLES: &str = "\
Examples:
  nqueens explain 8 --queens a1,c2 --of e3
  nqueens explain 6 --of a1
  nqueens explain 8 --queens a1 --blocked c2 --of f3 --json
  nqueens explain 8 --queens a1,c2 --of e3 --proof e3

The answer has a minimal set of queens and blocks that rule the square out, an argument step by step, and the fewest \
queens and blocks to remove so that the square opens.

--proof writes two files: rules.opb has the rules, the queens, the blocks and the opposite of the answer, and \
proof.pbp proves that these contradict each other. 'veripb DIR/rules.opb DIR/proof.pbp' checks it.";

impl ExplainCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let (square, size) = (self.square, placement.size());
        check_on_board(size, "--of <SQUARE>", square)?;
        if size.get() > LARGEST_EXPLAINED {
            return Err(Failure::Failed(format!(
                "expected a size of at most {LARGEST_EXPLAINED} to explain squares, found {size}; 'nqueens guide' shows their status"
            )));
        }
        let (queens, variable) = (Queens::new(size), size.variable(square));
        let explained = |source: &dyn Source, guide: &Guide, budget: &mut Budget<'_>| {
            let report = report::explain(source, &queens, guide, variable, budget).map_err(Failure::failed)?;
            if let Some(folder) = &self.proof {
                proofs::of_variable(folder, source, &queens, guide, variable, budget)?;
            }
            Ok::<_, Failure>(report)
        };
        let report = if library.has_diagram(size) {
            let solutions = wait::solutions(library, size)?;
            explained(
                &solutions,
                &solutions.guide(&placement),
                &mut Budget::unlimited().with_memory(library.memory_limit()),
            )?
        } else {
            let guide = wait::guide(library, &placement, wait::USUAL_TIME)?;
            if guide.status(variable) == Status::Unknown {
                return Err(Failure::Failed(format!(
                    "the status of {square} was not found within {} seconds; place more queens",
                    wait::USUAL_TIME.as_secs()
                )));
            }
            wait::shown(
                &Limits::new(library.memory_limit(), Some(wait::USUAL_TIME)),
                &format!("checking squares for n = {size}"),
                |budget| explained(&Mapped::new(size), &guide, budget),
            )?
        };
        write_report(out, &queens, report, self.json)
    }
}
