//! `nqueens cache`: the stored diagrams that take long to build.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use nqueens_guide::{Library, Size, cached_name_of, file_name_of};

use super::Failure;
use crate::machine;
use crate::output::Output;

/// List or clear the cached diagrams of 12 x 12 to 16 x 16
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CacheCommand {
    /// The action on the cache
    #[arg(default_value = "list")]
    action: CacheAction,
}

#[derive(Clone, Debug, ValueEnum)]
enum CacheAction {
    /// List the files and their sizes
    List,
    /// Remove the files
    Clear,
}

const EXAMPLES: &str = "\
Examples:
  nqueens cache
  nqueens cache clear

The cache is the folder nqueens in XDG_CACHE_HOME, or else in ~/.cache.";

impl CacheCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let Some(folder) = machine::cache() else {
            return Err(Failure::Failed("there is no cache: set HOME or XDG_CACHE_HOME".to_owned()));
        };
        for path in Library::CACHED.flat_map(|n| files_in(&folder, n)) {
            let bytes = match fs::metadata(&path) {
                Ok(metadata) => metadata.len(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(Failure::Failed(format!("can't read {}: {error}", path.display()))),
            };
            let done = match self.action {
                CacheAction::List => "",
                CacheAction::Clear => {
                    fs::remove_file(&path)
                        .map_err(|error| Failure::Failed(format!("can't remove {}: {error}", path.display())))?;
                    "removed "
                }
            };
            writeln!(out, "{done}{}  {bytes} bytes", path.display())?;
        }
        Ok(())
    }
}

/// Returns the path of the cached diagram of a size, and that of a `.bdd` file, which earlier versions wrote.
fn files_in(folder: &Path, n: usize) -> [PathBuf; 2] {
    let size = Size::new(n).expect("cached sizes are between 1 and 255");
    [cached_name_of(size), file_name_of(size)].map(|name| folder.join(name))
}
