//! `nqueens regions count`: the number of solutions.

use std::io::Write;

use clap::Args;
use puzzle_core::Source;
use serde::Serialize;

use super::input::{BoardJson, BoardsArgs, MarksArgs, solutions};
use crate::cli::Output;
use crate::cmd::{Failure, write_json};
use nqueens_guide::json::exact;

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
    solutions: serde_json::Number,
}

impl Count {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        self.boards.answer_each(out, false, Failure::Usage, |out, line, puzzle| {
            let board = BoardJson::new(line, &puzzle);
            let marks = self.marks.on(&puzzle)?;
            let total = solutions(line, puzzle)?.completions(&marks).tally().total;
            if self.boards.json {
                return write_json(out, &CountJson { board, solutions: exact(total.value()) });
            }
            Ok(writeln!(out, "{total}")?)
        })
    }
}
