//! `nqueens rank`: the number of a solution in the list of all solutions.

use std::io::Write;

use clap::Args;
use nqueens_guide::check::{Verdict, check};
use nqueens_guide::{Library, answer, ranks_of};

use super::board_args::{BoardArgs, one_board};
use super::{Failure, wait, write_json};
use crate::output::Output;

/// Print the number of a solution, as `solve --nth` takes it
///
/// Number 1 is the first line of `solve --all`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RankCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// The solution: the row of each file's queen (1,5,8,...), the position of each rank's queen, counted from 0
    /// ([0, 4, 7, ...]), or squares (a1 b5 ...)
    #[arg(value_name = "BOARD", required = true)]
    solution: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens rank 8 1,5,8,6,3,7,2,4
  nqueens rank 8 '[7, 3, 0, 2, 5, 1, 6, 4]'
  nqueens rank 8 1,5,8,6,3,7,2,4 --queens a1 --json

With --queens or --blocked, the number is that among the remaining solutions.";

impl RankCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let size = placement.size();
        let queens = one_board(size, &self.solution)?;
        if let Verdict::Conflicting(conflicts) = check(size, &queens, 0) {
            return Err(Failure::Failed(format!("not a solution: {}", answer::conflict(&conflicts[0]))));
        }
        if ranks_of(size, &queens).is_none() {
            let found = queens.len();
            return Err(Failure::Failed(format!("not a solution: expected {size} queens, found {found}")));
        }
        let solutions = wait::numbered(library, &placement)?;
        let Some(number) = solutions.number_of(&queens.iter().map(|&queen| size.variable(queen)).collect::<Vec<_>>())
        else {
            return Err(Failure::Failed("the solution does not fit --queens and --blocked".to_owned()));
        };
        if self.json {
            return write_json(out, &answer::ranked(size, number, solutions.total()));
        }
        // `number` counts from 0, but people count from 1.
        Ok(writeln!(out, "{}", number + 1u8)?)
    }
}
