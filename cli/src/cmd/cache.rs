//! `nqueens cache`: the stored diagrams that take long to build.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use nqueens_guide::{Library, Size, cached_name_of, file_name_of};
use puzzle_core::answer::Facts;

use super::{Failure, write_json};
use crate::machine;
use crate::output::Output;

/// List or clear the cached diagrams of 12 x 12 to 16 x 16
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CacheCommand {
    /// The action on the cache
    #[arg(default_value = "list")]
    action: CacheAction,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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
  nqueens cache --json

The cache is the folder nqueens in XDG_CACHE_HOME, or else in ~/.cache.";

impl CacheCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let Some(folder) = machine::cache() else {
            return Err(Failure::Failed("there is no cache: set HOME or XDG_CACHE_HOME".to_owned()));
        };
        let is_removal = self.action == CacheAction::Clear;
        let mut files = Vec::new();
        for path in Library::CACHED.flat_map(|n| files_in(&folder, n)) {
            let bytes = match fs::metadata(&path) {
                Ok(metadata) => metadata.len(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(Failure::Failed(format!("can't read {}: {error}", path.display()))),
            };
            if is_removal {
                fs::remove_file(&path)
                    .map_err(|error| Failure::Failed(format!("can't remove {}: {error}", path.display())))?;
            }
            if self.json {
                files.push(Facts::new().with("file", path.display().to_string()).with("bytes", bytes));
            } else {
                let done = if is_removal { "removed " } else { "" };
                writeln!(out, "{done}{}  {bytes} bytes", path.display())?;
            }
        }
        if self.json {
            write_json(out, &Facts::new().with(if is_removal { "removed" } else { "files" }, files))?;
        }
        Ok(())
    }
}

/// Returns the two possible paths of the cached diagram of size `n`: the file that this version writes, and the `.bdd`
/// file that earlier versions wrote.
fn files_in(folder: &Path, n: usize) -> [PathBuf; 2] {
    let size = Size::new(n).expect("cached sizes are between 1 and 255");
    [cached_name_of(size), file_name_of(size)].map(|name| folder.join(name))
}
