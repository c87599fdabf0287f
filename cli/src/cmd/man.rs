//! `nqueens man`: the manual pages.

use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_mangen::Man as Page;

use super::Failure;
use crate::cli::{self, Output};

/// Print a manual page, in roff
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Man {
    /// The command whose page to print; the program's own without it
    #[arg(value_name = "COMMAND", value_parser = PossibleValuesParser::new(COMMANDS))]
    command: Option<String>,
}

/// The commands that have a page. Asking the definition for them would ask it for this very list.
const COMMANDS: [&str; 19] = [
    "play",
    "serve",
    "guide",
    "count",
    "explain",
    "solve",
    "tasking",
    "sample",
    "rank",
    "check",
    "sat",
    "export",
    "sudoku",
    "regions",
    "precompute",
    "verify",
    "cache",
    "completions",
    "man",
];

const EXAMPLES: &str = "\
Examples:
  nqueens man > ~/.local/share/man/man1/nqueens.1
  nqueens man guide > ~/.local/share/man/man1/nqueens-guide.1";

impl Man {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let mut program = cli::definition();
        // Gives the commands their full names, and the global options to all of them.
        program.build();
        let command = match self.command {
            Some(name) => program.find_subcommand(&name).expect("every name of the list is a command").clone(),
            None => program,
        };
        Ok(out.write_all(&roff(command)?)?)
    }
}

fn roff(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let program = cli::definition();
        let names: Vec<_> = program.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(names, COMMANDS);
    }
}
