//! `nqueens verify`: a check that diagram files hold exactly the solutions of their boards.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use bdd_core::AnyDiagram;
use bdd_core::format::{Header, read_any_file};
use clap::Args;
use nqueens_guide::{BigUint, Budget, Size, prove_solutions};
use puzzle_core::answer::Facts;

use super::{Failure, write_json};
use crate::machine::MemoryLimit;
use crate::output::{self, Output};

/// Prove that files hold exactly the solutions of their boards
///
/// The files are read as the game reads them.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyCommand {
    /// The .bdd or .zdd files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens verify precomputed/queens-08.bdd
  nqueens verify precomputed/*.bdd
  nqueens verify --json precomputed/*.bdd

A file passes if it is complete and in the canonical form, its header matches its content, every model of its diagram is a solution, \
and the number of models is that of OEIS A000170. Files that need more memory than --memory allows are refused.

Exit code 1 if any file fails.";

impl VerifyCommand {
    pub(crate) fn run(self, memory: MemoryLimit, out: &mut Output) -> Result<(), Failure> {
        let mut all_sound = true;
        let mut answers = Vec::new();
        for file in &self.files {
            let proof = prove(file, &mut memory.budget());
            all_sound &= proof.is_ok();
            if self.json {
                answers.push(answer(file, proof));
                continue;
            }
            match proof {
                Ok(proved) => writeln!(out, "{}: {proved}", file.display())?,
                Err(problem) => {
                    // The output is flushed first, so that the order is kept if the standard output and the standard
                    // error go to the same place.
                    out.flush()?;
                    output::tell(&problem);
                }
            }
        }
        if self.json {
            write_json(out, &Facts::new().with("files", answers))?;
        }
        if all_sound { Ok(()) } else { Err(Failure::Told) }
    }
}

/// The figures of a file that holds exactly the solutions of its board.
struct ProvedFile {
    size: Size,
    variables: usize,
    nodes: u64,
    solutions: BigUint,
}

impl fmt::Display for ProvedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProvedFile { size, variables, nodes, solutions } = self;
        write!(f, "n = {size}, {variables} variables, {nodes} nodes, {solutions} solutions")
    }
}

/// Returns the JSON facts about a file: its figures if it is proved, and otherwise the problem.
fn answer(file: &Path, proof: Result<ProvedFile, String>) -> Facts {
    let answer = Facts::new().with("file", file.display().to_string()).with("proved", proof.is_ok());
    match proof {
        Ok(ProvedFile { size, variables, nodes, solutions }) => {
            answer.with("n", size.get()).with("variables", variables).with("nodes", nodes).with("solutions", &solutions)
        }
        Err(problem) => answer.with("problem", problem),
    }
}

/// Proves that `file` holds exactly the solutions of its board. The error names the file and the fault.
fn prove(file: &Path, budget: &mut Budget<'_>) -> Result<ProvedFile, String> {
    let (diagram, header) = read_any_file(file, budget).map_err(|error| {
        let stopped = error.content().is_some_and(|content| content.interrupted().is_some());
        format!("{error}{}", if stopped { "; raise the limit with --memory" } else { "" })
    })?;
    let named = |why: &dyn fmt::Display| format!("{}: {why}", file.display());
    let Header { label, variables, nodes, models } = header;
    // The game refuses a file with the `label` of another size.
    let size = usize::try_from(label.size).ok().and_then(|n| Size::new(n).ok());
    let Some(size) = size.filter(|&size| label == nqueens_guide::label(size) && variables == size.square_count())
    else {
        let found = format!("a complete diagram of {label} with {variables} variables");
        return Err(named(&format!("expected n-queens, found {found}")));
    };
    let proof = match diagram {
        AnyDiagram::Bdd(bdd) => prove_solutions(&bdd, &models, size, budget),
        AnyDiagram::Zdd(zdd) => prove_solutions(&zdd, &models, size, budget),
    };
    proof.map_err(|why| named(&why))?;
    Ok(ProvedFile { size, variables, nodes, solutions: models })
}
