//! `nqueens check`: the verdict on a board, by an independent checker.

use std::io::{self, Write};

use clap::Args;
use nqueens_guide::answer;
use nqueens_guide::check::{BoardReader, Verdict, check};
use nqueens_guide::{Size, Square};

use super::board_args::one_board;
use super::{Failure, whole, write_json};
use crate::output::Output;

/// Check whether boards are solutions, or part of one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckCommand {
    /// The number of ranks, of files and of queens, 1 to 255
    #[arg(value_name = "N", allow_negative_numbers = true)]
    size: Size,
    /// A board, or - for boards from the standard input [default: -]
    #[arg(value_name = "BOARD")]
    board: Vec<String>,
    /// Give up the search for a completion after this many search nodes
    #[arg(long, value_name = "NODES", default_value = "1000000", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    limit: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens check 8 1,5,8,6,3,7,2,4
  nqueens check 8 '[0, 4, 7, 5, 2, 6, 1, 3]'
  nqueens check 8 a1 b5 c8
  nqueens solve 8 --all | nqueens check 8

The forms of a board:
  1,5,8,...    the row number of the queen on each file, counted from 1; _ for a file without a queen
  [0, 4, ...]  the position of the queen in each rank, counted from 0, as Cryptol prints it
  a1 b5 c8     the squares of the queens
  drawn        N lines of Q and ., the highest rank first

The standard input has one board on each line, or drawn boards.

Exit code 0 if every board is a solution or can be completed to one, else 1. The checker is a direct statement of the \
puzzle, after the n-queens demo of Cryptol, and shares no code with the guide.";

impl CheckCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let mut judged = Vec::new();
        let mut all_positive = true;
        let mut judge = |line, queens: &[Square], prefix: &str| -> Result<(), Failure> {
            let verdict = check(self.size, queens, self.limit);
            all_positive &= verdict.is_positive();
            if self.json {
                judged.push(answer::judged(line, queens, &verdict));
                return Ok(());
            }
            for sentence in sentences(&verdict) {
                writeln!(out, "{prefix}{sentence}")?;
            }
            Ok(())
        };
        if self.board.is_empty() || self.board == ["-"] {
            let mut boards = 0;
            for (line, board) in BoardReader::new(self.size, io::stdin().lock()) {
                boards += 1;
                match board {
                    Ok(queens) => judge(line, &queens, &format!("line {line}: "))?,
                    // After an error, the earlier verdicts are written and reading stops: the text after the error
                    // might be misread.
                    Err(error) => {
                        out.flush()?;
                        return Err(Failure::Usage(format!("standard input, line {line}: {error}")));
                    }
                }
            }
            if boards == 0 {
                return Err(Failure::Usage(
                    "expected a board as an argument or on the standard input, found none".to_owned(),
                ));
            }
        } else {
            judge(1, &one_board(self.size, &self.board)?, "")?;
        }
        if self.json {
            write_json(out, &answer::checked(self.size, judged))?;
        }
        if all_positive { Ok(()) } else { Err(Failure::Told) }
    }
}

fn sentences(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Solution => vec!["a solution".to_owned()],
        Verdict::Completable(rest) => {
            let names: Vec<String> = rest.iter().map(Square::to_string).collect();
            vec![format!("completable: no two queens attack each other; add {} for a solution", names.join(" "))]
        }
        Verdict::NotCompletable => {
            vec!["consistent, not completable: no two queens attack each other, but no completion exists".to_owned()]
        }
        Verdict::Unknown(nodes) => {
            vec![format!(
                "consistent; {nodes} search nodes did not decide whether the board can be completed; raise --limit to search further"
            )]
        }
        Verdict::Conflicting(conflicts) => {
            conflicts.iter().map(|pair| format!("not consistent: {}", answer::conflict(pair))).collect()
        }
    }
}
