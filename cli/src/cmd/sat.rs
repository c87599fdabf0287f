//! `nqueens sat`: a solution from a SAT solver.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqueens_guide::check::{Verdict, check};
use nqueens_guide::sat::{self, Answer, Encoding, SOLVER};
use nqueens_guide::{Placement, Queens};
use puzzle_core::Variable;
use puzzle_core::proof::Formula;
use serde::Serialize;

use super::board_args::{BoardArgs, why_none};
use super::{Failure, wait, write_json};
use crate::cmd::proofs;
use crate::machine::{self, Limits};
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
    /// The folder for the proof. With a proof, the encoding is [`Encoding::Pairwise`], because the proof uses only the
    /// variables of the squares
    #[arg(long, value_name = "DIR", help = proofs::HELP, conflicts_with = "encoding")]
    proof: Option<PathBuf>,
}

/// Returns the parser of [`Encoding::name`], with a help text for each encoding.
fn encodings() -> impl TypedValueParser<Value = Encoding> {
    let help = |encoding| match encoding {
        Encoding::Pairwise => "A clause for every pair of squares",
        Encoding::Ladder => {
            "A variable for each square of a line, true on the square of the queen and on all squares after it"
        }
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
  nqueens sat 10 --queens a1,c2 --proof a1c2

The board is printed as in the n-queens demo of Cryptol: the queens' positions in the ranks, counted from 0, rank 1 \
first. The answer is checked, see nqueens check. Exit code 1 if there is no solution.

--proof writes rules.opb, the rules with the queens and blocks, and proof.pbp, a solution or the proof that there is \
none. 'veripb DIR/rules.opb DIR/proof.pbp' checks it.";

#[derive(Serialize)]
struct SatJson {
    n: usize,
    satisfiable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<usize>>,
    solver: &'static str,
    encoding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<u64>,
    seconds: f64,
}

impl SatCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let size = placement.size();
        let answer = match &self.proof {
            Some(folder) => proved(&placement, folder)?,
            None => sat::solve(&placement, self.encoding),
        };
        if let Some(queens) = &answer.queens {
            let fits = placement.queens().iter().all(|queen| queens.contains(queen))
                && !placement.blocked().iter().any(|square| queens.contains(square));
            if check(size, queens, 0) != Verdict::Solution || !fits {
                return Err(Failure::Failed(format!("{SOLVER} gave a wrong answer, which the checker refused")));
            }
        }
        // The files of the queens are listed rank by rank, like the solver's answer.
        let files = |queens: &Vec<nqueens_guide::Square>| queens.iter().map(|queen| queen.file()).collect::<Vec<_>>();
        let solution = answer.queens.as_ref().map(files);
        let satisfiable = solution.is_some();
        if self.json {
            let json = SatJson {
                n: size.get(),
                satisfiable,
                solution,
                solver: SOLVER,
                encoding: if self.proof.is_some() { Encoding::Pairwise } else { self.encoding }.name(),
                variables: self.proof.is_none().then_some(answer.variables),
                clauses: self.proof.is_none().then_some(answer.clauses),
                conflicts: self.proof.is_none().then_some(answer.conflicts),
                seconds: answer.elapsed.as_secs_f64(),
            };
            write_json(out, &json)?;
            return if satisfiable { Ok(()) } else { Err(Failure::Told) };
        }
        match solution {
            Some(solution) => {
                writeln!(out, "{solution:?}")?;
                Ok(writeln!(out, "(found by {SOLVER} in {:.3} s, checked)", answer.elapsed.as_secs_f64())?)
            }
            None => Err(Failure::Failed(format!("no solution: {} (decided by {SOLVER})", why_none(&placement)))),
        }
    }
}

/// Searches for a solution, and writes a proof of the answer to `folder`.
fn proved(placement: &Placement, folder: &Path) -> Result<Answer, Failure> {
    let (start, queens) = (Instant::now(), Queens::new(placement.size()));
    let formula = Formula::new(&queens, &placement.marks());
    let limits = Limits::new(machine::memory(), None);
    let proof = wait::shown(&limits, "searching a solution", |budget| proofs::of_solution(folder, &formula, budget))?;
    let square = |&variable: &Variable| placement.size().square_of(variable);
    let queens = proof.model().map(|model| model.iter().map(square).collect());
    Ok(Answer { queens, variables: 0, clauses: 0, conflicts: 0, elapsed: start.elapsed() })
}
