//! `nqueens sat`: a solution from a SAT solver.

use std::io::Write;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqueens_guide::check::{Verdict, check};
use nqueens_guide::sat::{self, Encoding, SOLVER};
use serde::Serialize;

use super::board_args::{BoardArgs, why_none};
use super::{Failure, write_json};
use crate::output::Output;

/// Find a solution by a SAT solver, also on large boards
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SatCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// How to encode "at most one queen on this line" in clauses
    #[arg(long, default_value = "product", value_parser = encodings())]
    encoding: Encoding,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Returns the parser of [`Encoding::name`], with a help text for each.
fn encodings() -> impl TypedValueParser<Value = Encoding> {
    let help = |encoding| match encoding {
        Encoding::Pairwise => "A clause for every pair of squares",
        Encoding::Ladder => "A variable for each square of a line, true from the square of the queen on",
        Encoding::Product => {
            "The squares of a line arranged in a grid, in which at most one row and one column are used"
        }
    };
    let named = |name: String| Encoding::ALL.into_iter().find(|encoding| encoding.name() == name);
    PossibleValuesParser::new(Encoding::ALL.map(|encoding| PossibleValue::new(encoding.name()).help(help(encoding))))
        .map(move |name| named(name).expect("the parser accepts only these names"))
}

const EXAMPLES: &str = "\
Examples:
  nqueens sat 8
  nqueens sat 200
  nqueens sat 50 --queens a1,z30 --json

The board is printed as in the n-queens demo of Cryptol: the queens' positions in the ranks, counted from 0, rank 1 \
first. The answer is checked, see nqueens check. Exit code 1 if there is no solution.";

#[derive(Serialize)]
struct SatJson {
    n: usize,
    satisfiable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<usize>>,
    solver: &'static str,
    encoding: &'static str,
    variables: u64,
    clauses: u64,
    conflicts: u64,
    seconds: f64,
}

impl SatCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let size = placement.size();
        let answer = sat::solve(&placement, self.encoding);
        if let Some(queens) = &answer.queens {
            let fits = placement.queens().iter().all(|queen| queens.contains(queen))
                && !placement.blocked().iter().any(|square| queens.contains(square));
            if check(size, queens, 0) != Verdict::Solution || !fits {
                return Err(Failure::Failed(format!("{SOLVER} gave a wrong answer, which the checker refused")));
            }
        }
        // By rank, like the solver's answer.
        let files = |queens: &Vec<nqueens_guide::Square>| queens.iter().map(|queen| queen.file()).collect::<Vec<_>>();
        let solution = answer.queens.as_ref().map(files);
        let satisfiable = solution.is_some();
        if self.json {
            let json = SatJson {
                n: size.get(),
                satisfiable,
                solution,
                solver: SOLVER,
                encoding: self.encoding.name(),
                variables: answer.variables,
                clauses: answer.clauses,
                conflicts: answer.conflicts,
                seconds: answer.elapsed.as_secs_f64(),
            };
            write_json(out, &json)?;
            return if satisfiable { Ok(()) } else { Err(Failure::Told) };
        }
        match solution {
            Some(solution) => {
                writeln!(out, "{solution:?}")?;
                Ok(writeln!(out, "({SOLVER}, {:.3} s, checked)", answer.elapsed.as_secs_f64())?)
            }
            None => Err(Failure::Failed(format!("no solution: {} ({SOLVER})", why_none(&placement)))),
        }
    }
}
