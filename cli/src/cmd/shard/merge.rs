//! `nqueens shard merge`: the number of solutions from the results of all tasks.

use std::io::Write;

use bdd_core::format::remove_abandoned;
use clap::Args;
use nqueens_guide::halves::shard;

use super::super::Failure;
use super::{Folder, FolderArgs};
use crate::output::Output;

/// Print the number of solutions, if there is exactly one sound result of each task
#[derive(Debug, Args)]
pub(super) struct Merge {
    #[command(flatten)]
    folder: FolderArgs,
}

impl Merge {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let folder = Folder::open(self.folder.folder)?;
        let shown = folder.path.display();
        let advice = "run the tasks that are missing, and remove the other files";
        let solutions = shard::merge(&folder.plan, folder.results()?)
            .map_err(|faults| Failure::Failed(format!("{shown} can't be put together: {faults}; {advice}")))?;
        // Tasks that were killed while they wrote have left files that nobody else would take away.
        remove_abandoned(&folder.path);
        Ok(writeln!(out, "{solutions}")?)
    }
}
