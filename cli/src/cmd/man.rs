//! `nqueens man`: the manual pages. The pages of the program and of `play`, which start the game, end with the keys of
//! the game.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_mangen::Man as Page;
use game::keys;
use roff::{Roff, bold, roman};

use super::Failure;
use crate::output::Output;

/// Print a manual page, in roff
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManCommand {
    /// The command whose page to print; the program's own by default
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Write the pages of the program and of all its commands to this folder, which is created if necessary
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nqueens man > ~/.local/share/man/man1/nqueens.1
  nqueens man guide > ~/.local/share/man/man1/nqueens-guide.1
  nqueens man --out ~/.local/share/man/man1";

impl ManCommand {
    /// Sets the accepted values of `nqueens man` to `commands`.
    pub(crate) fn define(man: clap::Command, commands: Vec<String>) -> clap::Command {
        man.mut_arg("command", |arg| arg.value_parser(PossibleValuesParser::new(commands)))
    }

    pub(crate) fn run(self, mut program: clap::Command, out: &mut Output) -> Result<(), Failure> {
        if let Some(folder) = &self.out {
            return write_all(program, folder);
        }
        // `build` gives the subcommands their full names and the global options.
        program.build();
        let command = match self.command {
            Some(name) => program.find_subcommand(&name).expect("every name of the list is a command").clone(),
            None => program,
        };
        Ok(out.write_all(&roff(command)?)?)
    }
}

/// Writes the pages of a command and of the commands within it, such as `nqueens.1` and `nqueens-sudoku-solve.1`.
fn write_all(program: clap::Command, folder: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::Failed(format!("can't write the manual pages to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(program, folder).map_err(failed)?;
    for name in GAME_PAGES {
        let mut page = OpenOptions::new().append(true).open(folder.join(format!("{name}.1"))).map_err(failed)?;
        keys_of_game().to_writer(&mut page).map_err(failed)?;
    }
    Ok(())
}

/// The names of the manual pages that contain the keys of the game.
const GAME_PAGES: [&str; 2] = ["nqueens", "nqueens-play"];

fn roff(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let is_of_game = GAME_PAGES.contains(&command.get_display_name().unwrap_or(command.get_name()));
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    if is_of_game {
        keys_of_game().to_writer(&mut page)?;
    }
    Ok(page)
}

/// Returns the section about the keys of the game, with a subsection for each heading of its help.
fn keys_of_game() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["KEYS"]);
    section
        .text([roman("These are the defaults. The configuration, which nqueens config prints, can set other keys.")]);
    for (heading, lines) in keys::manual() {
        section.control("SS", [heading]);
        for (names, description) in lines {
            section.control("TP", []).text([bold(names)]).text([roman(description)]);
        }
    }
    section
}
