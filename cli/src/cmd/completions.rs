//! `nqueens completions`: a completion script for a shell.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use super::Failure;
use crate::output::Output;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  nqueens completions bash > ~/.local/share/bash-completion/completions/nqueens
  nqueens completions fish > ~/.config/fish/completions/nqueens.fish";

impl CompletionsCommand {
    pub(crate) fn run(self, mut program: clap::Command, out: &mut Output) -> Result<(), Failure> {
        // The generator panics if it can't write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "nqueens", &mut script);
        Ok(out.write_all(&script)?)
    }
}
