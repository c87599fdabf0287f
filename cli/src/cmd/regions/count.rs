//! `nqueens regions count`: the number of solutions.

use std::io::Write;

use clap::Args;
use puzzle_core::answer::Value;
use puzzle_core::{Budget, Source};
use serde::Serialize;

use super::input::{BoardJson, BoardsArgs, MarksArgs, solutions};
use crate::cli::Output;
use crate::cmd::{Failure, write_json};

/// Print the number of solutions of each board, alone on a line
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Count {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    marks: MarksArgs,
}

const EXAMPLES: &str = "\
Examples:
  printf 'AAAA\\nBBBB\\nCCCC\\nDDDD\\n' | nqueens regions count
  nqueens regions count board.txt
  nqueens regions count board.txt --queens b4 --json

The number is exact. Boards that have too many solutions for the memory are refused.";

#[derive(Serialize)]
struct CountJson {
    #[serde(flatten)]
    board: BoardJson,
    solutions: Value,
}

impl Count {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        self.boards.answer_each(out, false, Failure::Usage, |out, line, puzzle| {
            let board = BoardJson::new(line, &puzzle);
            let marks = self.marks.on(&puzzle)?;
            let budget = &mut Budget::unlimited();
            let completions = solutions(line, puzzle)?.completions(&marks, budget);
            let total = completions.and_then(|all| all.tally(budget)).map_err(Failure::failed)?.total;
            if self.boards.json {
                return write_json(out, &CountJson { board, solutions: Value::from(&total) });
            }
            Ok(writeln!(out, "{total}")?)
        })
    }
}
