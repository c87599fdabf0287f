//! `nqueens verify`: a check that diagram files hold all solutions of their boards, and only these.

use std::io::Write;
use std::path::{Path, PathBuf};

use bdd_core::AnyDiagram;
use bdd_core::format::{Header, read_any_file};
use clap::Args;
use nqueens_guide::{Budget, Size, prove_solutions};

use super::Failure;
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
}

const EXAMPLES: &str = "\
Examples:
  nqueens verify precomputed/queens-08.bdd
  nqueens verify precomputed/*.bdd

A file passes if it is complete and in the canonical form, its header matches its content, every model of its diagram is a solution, \
and the number of models is that of OEIS A000170. Files that need more memory than --memory allows are refused.

Exit code 1 if any file fails.";

impl VerifyCommand {
    pub(crate) fn run(self, memory: MemoryLimit, out: &mut Output) -> Result<(), Failure> {
        let mut all_sound = true;
        for file in &self.files {
            match describe(file, &mut memory.budget()) {
                Ok(description) => writeln!(out, "{}: {description}", file.display())?,
                Err(problem) => {
                    all_sound = false;
                    // Flushed so that the order is kept if the standard output and the standard error go to the same
                    // place.
                    out.flush()?;
                    output::tell(&problem);
                }
            }
        }
        if all_sound { Ok(()) } else { Err(Failure::Told) }
    }
}

fn describe(file: &Path, budget: &mut Budget<'_>) -> Result<String, String> {
    let (diagram, header) = read_any_file(file, budget).map_err(|error| {
        let stopped = error.content().is_some_and(|content| content.interrupted().is_some());
        format!("{error}{}", if stopped { "; raise the limit with --memory" } else { "" })
    })?;
    let named = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let solutions = header.models_in_brief();
    let Header { label, variables, nodes, models } = header;
    // The game refuses a file with the `label` of another size.
    let size = usize::try_from(label.size).ok().and_then(|n| Size::new(n).ok());
    match size.filter(|&size| label == nqueens_guide::label(size) && variables == size.square_count()) {
        Some(size) => {
            let proof = match diagram {
                AnyDiagram::Bdd(bdd) => prove_solutions(&bdd, &models, size, budget),
                AnyDiagram::Zdd(zdd) => prove_solutions(&zdd, &models, size, budget),
            };
            proof.map_err(|why| named(&why))?;
            Ok(format!("n = {size}, {variables} variables, {nodes} nodes, {solutions} solutions"))
        }
        None => {
            Err(named(&format!("expected n-queens, found a complete diagram of {label} with {variables} variables")))
        }
    }
}
