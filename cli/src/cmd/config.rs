//! `nqueens config`: the configuration in effect.

use std::io::Write;

use clap::Args;

use super::{Failure, write_json};
use crate::config::Config as Configuration;
use crate::machine;
use crate::output::Output;

/// Print the configuration in effect, with the possible values
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConfigCommand {
    /// Print the configuration as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens config
  nqueens config --json
  mkdir -p ~/.config/nqueens && nqueens config > ~/.config/nqueens/config.toml

The configuration is the file nqueens/config.toml in XDG_CONFIG_HOME, or else in ~/.config. \
Settings that it omits have their defaults; an unknown name is an error.";

impl ConfigCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let file = machine::config();
        let config = Configuration::read(file.as_deref()).map_err(Failure::Failed)?;
        if self.json {
            return write_json(out, &config.json());
        }
        match &file {
            Some(file) if file.exists() => writeln!(out, "# The configuration in effect, from {}.", file.display())?,
            Some(file) => writeln!(out, "# The configuration in effect. There is no file {}.", file.display())?,
            None => writeln!(out, "# The configuration in effect. There is no home folder for a configuration file.")?,
        }
        write!(out, "{}", config.text())?;
        Ok(())
    }
}
