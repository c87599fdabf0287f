//! `nqueens verify`: whether files are what they say.

use std::io::Write;
use std::path::{Path, PathBuf};

use bdd_core::format::{Header, read_file};
use clap::Args;
use nqueens_guide::Size;

use super::Failure;
use crate::output::{self, Output};

/// Read files as the game would, and say what each holds or what is wrong with it
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The .bdd files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nqueens verify precomputed/queens-08.bdd
  nqueens verify precomputed/*.bdd

Exit code 1 if anything is wrong with any of them.";

impl Verify {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let mut all_sound = true;
        for file in &self.files {
            match describe(file) {
                Ok(description) => writeln!(out, "{}: {description}", file.display())?,
                Err(problem) => {
                    all_sound = false;
                    // In the order of the files, should both streams go to one place.
                    out.flush()?;
                    output::tell(&problem);
                }
            }
        }
        if all_sound { Ok(()) } else { Err(Failure::Told) }
    }
}

fn describe(file: &Path) -> Result<String, String> {
    let (_, header) = read_file(file).map_err(|error| error.to_string())?;
    let models = header.models_in_brief();
    let Header { label, variables, nodes, .. } = header;
    // The game asks for a size and refuses a file that is labelled otherwise.
    let size = usize::try_from(label.size).ok().and_then(|n| Size::new(n).ok());
    match size.filter(|&size| label == nqueens_guide::label(size) && variables == size.square_count()) {
        Some(size) => Ok(format!("n = {size}, {variables} variables, {nodes} nodes, {models} solutions")),
        None => Err(format!(
            "{}: whole, but of {label} over {variables} variables; the game reads only n-queens",
            file.display()
        )),
    }
}
