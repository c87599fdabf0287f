//! `nqueens shard audit`: checks the results by counting a part of each result again. The second count replaces each
//! set of files (columns of the board) by its mirror image or its complement, so it repeats no earlier computation.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use nqueens_guide::Sampler;
use nqueens_guide::halves::shard::{Faults, sort};
use puzzle_core::answer::Facts;

use super::super::{Failure, any_seed, wait, whole, write_json};
use super::{Folder, FolderArgs, ShardShare};
use crate::machine;
use crate::output::{self, Output};

/// Check results: count a part of each result again, in another way
///
/// A task counts the solutions for some of the sets of files (columns) that the queens in the lower half of the board
/// can take. The mirror image and the complement of a set have the same number of solutions as the set. So the audit
/// counts the solutions for the image or for the complement, and compares the number with the result. This count goes
/// through other half boards in another order.
#[derive(Debug, Args)]
pub(super) struct Audit {
    #[command(flatten)]
    folder: FolderArgs,
    /// The share of the sets of files (columns of the board) to check in each result, such as 1%; at least one set
    #[arg(long, value_name = "SHARE", default_value = "1%")]
    share: ShardShare,
    /// The seed of the random numbers: the same seed draws the same sample [default: random]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The number of threads, 1 to 1024 [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Audit {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or_else(any_seed);
        let folder = Folder::open(self.folder.folder)?;
        let (results, faults) = sort(&folder.plan, folder.results()?);
        // Missing results do not matter here: only the results that are there are checked.
        let faults = Faults { missing: Vec::new(), ..faults };
        if faults != Faults::default() {
            return Err(Failure::Failed(format!(
                "wrong results: {faults}; remove these files and run their tasks again"
            )));
        }
        let sampler = &mut Sampler::new(seed);
        // Maps the number of each set drawn to its file and its count.
        let mut drawn = BTreeMap::new();
        let mut sets = 0;
        for (name, counted) in &results {
            let is_counted = |&number: &u64| folder.halves.is_counted(number);
            let numbers: Vec<u64> = (counted.first..counted.end).filter(is_counted).collect();
            drawn.extend(self.share.draw(numbers.len(), sampler).map(|at| (numbers[at], (name, counted.counts[at]))));
            sets += numbers.len();
        }
        let (mut same, mut alone, mut wrong) = (0usize, 0usize, Vec::new());
        wait::counting("audit", |budget| {
            let threads = machine::threads(self.threads);
            folder.halves.recounts_on(threads, drawn.keys().copied(), budget, |number, found| {
                let (name, expected) = drawn[&number];
                match found {
                    None => alone += 1,
                    Some(found) if found == expected => same += 1,
                    Some(found) => wrong.push(format!("{name}: set {number}: expected {found}, found {expected}")),
                }
            })
        })?;
        wrong.sort_unstable();
        let tasks = folder.plan.tasks.len();
        if self.json {
            let answer = Facts::new()
                .with("n", folder.plan.n)
                .with("sets", sets)
                .with("confirmed", same)
                .with("without_image", alone)
                .with("wrong", wrong.clone())
                .with("results", results.len())
                .with("tasks", tasks)
                .with("seed", seed);
            write_json(out, &answer)?;
            return if wrong.is_empty() { Ok(()) } else { Err(Failure::Told) };
        }
        if !wrong.is_empty() {
            return Err(Failure::Failed(format!(
                "wrong: {}; remove these files and run their tasks again",
                wrong.join("; ")
            )));
        }
        let results = results.len();
        writeln!(
            out,
            "counted {same} of {sets} sets again, and all counts are confirmed; {results} of {tasks} tasks have results"
        )?;
        if alone > 0 {
            writeln!(out, "{alone} more sets can't be checked: each is its own mirror image")?;
        }
        if self.seed.is_none() {
            output::note(&format!("the sets were drawn with --seed {seed}"));
        }
        Ok(())
    }
}
