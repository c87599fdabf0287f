//! `nqueens sample`: random solutions, uniformly distributed if all solutions are known.

use std::time::Duration;

use clap::Args;
use nqueens_guide::{BigUint, Library, Map, Placement, Sampler, ranks_in};
use puzzle_core::answer::Facts;

use super::board_args::{BoardArgs, why_none};
use super::listing::{ListFormat, SolutionPrinter};
use super::{Failure, any_seed, wait, whole};
use crate::machine::Limits;
use crate::output::{self, Output};

/// Draw random solutions, each with the same probability
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SampleCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// The number of solutions to draw
    #[arg(long, value_name = "K", default_value = "1", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    count: u64,
    /// The seed of the random numbers: the same seed draws the same solutions, on every machine [default: random]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Draw no solution twice
    #[arg(long)]
    distinct: bool,
    /// On boards larger than 15 x 15, build the diagram for at most this number of seconds; if it is not finished by
    /// then, search for solutions for the same time
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = whole::<u32>(1, u32::MAX.into()))]
    budget: u32,
    /// How to print a solution
    #[arg(long, default_value = "rows")]
    format: ListFormat,
    /// Print one JSON object, like --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens sample 8
  nqueens sample 8 --count 5 --seed 1
  nqueens sample 12 --queens a1 --blocked l12 --format board
  nqueens sample 8 --count 92 --distinct --seed 1 --format json

Every solution is drawn with the same probability. Without --seed, the seed is random and is printed on the standard \
error. The command imitates constrained random generation in SystemVerilog, where randomize() draws a board.

If the diagram exceeds the memory or the time of --budget, a search collects solutions for the same time, and the \
sample is drawn from these solutions. A note then states their number; in JSON it is `found`.";

impl SampleCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let time = Duration::from_secs(self.budget.into());
        let all = wait::numbered_that_fit(library, &placement, time)?;
        let known = match all {
            Some(_) => Vec::new(),
            None => found_within(time, library.memory_limit(), &placement)?,
        };
        // The number of solutions found, if there may be further solutions.
        let found = all.is_none().then_some(known.len());
        let total = all.as_ref().map_or_else(|| known.len().into(), |all| all.total().clone());
        if total == BigUint::ZERO {
            return Err(Failure::Failed(format!("no solution: {}", why_none(&placement))));
        }
        if self.distinct && total < self.count.into() {
            let (count, such) = (self.count, if found.is_some() { "found" } else { "distinct" });
            return Err(Failure::Failed(format!("there are only {total} {such} solutions to draw, not {count}")));
        }
        let seed = self.seed.unwrap_or_else(any_seed);
        let format = if self.json { ListFormat::Json } else { self.format };
        let mut sampler = Sampler::new(seed);
        let mut listing = SolutionPrinter::new(out, format, placement.size().get())?;
        let mut numbers = sampler.numbers(&total, self.distinct);
        for number in (0..self.count).map_while(|_| numbers.next()) {
            let ranks = match &all {
                Some(all) => all.nth(&number).and_then(|solution| ranks_in(placement.size(), &solution)),
                None => usize::try_from(&number).ok().and_then(|number| known.get(number).cloned()),
            };
            listing.write(&ranks.expect("the number drawn is below the number of solutions"))?;
        }
        let about = Facts::new().with("seed", seed);
        listing.end(&found.iter().fold(about, |about, &found| about.with("found", found)))?;
        if format != ListFormat::Json {
            if let Some(found) = found {
                let these = if found == 1 { "1 solution" } else { &format!("{found} solutions") };
                output::note(&format!("drawn from the {these} found within --budget; there may be more solutions"));
            }
            if self.seed.is_none() {
                output::note(&format!("drawn with --seed {seed}"));
            }
        }
        Ok(())
    }
}

/// Searches for completions of `placement` for at most `time`. Returns all completions found, sorted in lexicographic
/// order, each as the rank of the queen on each file. `memory` is the limit in bytes.
fn found_within(time: Duration, memory: usize, placement: &Placement) -> Result<Vec<Vec<u8>>, Failure> {
    let size = placement.size();
    let mut map = Map::new(placement);
    // An `Interrupted` search keeps the completions found.
    let _ = wait::shown(&Limits::new(memory, Some(time)), &format!("searching solutions for n = {size}"), |budget| {
        map.work(budget)
    });
    if map.is_completable().is_none() {
        let seconds = time.as_secs();
        return Err(Failure::Failed(format!(
            "within {seconds} s no solution was found, nor a proof that there is none; raise --budget"
        )));
    }
    let by_file = |files: &[u8]| {
        let mut ranks = vec![0; files.len()];
        (0..).zip(files).for_each(|(rank, &file)| ranks[usize::from(file)] = rank);
        ranks
    };
    let mut found: Vec<Vec<u8>> = map.completions().map(by_file).collect();
    found.sort_unstable();
    Ok(found)
}
