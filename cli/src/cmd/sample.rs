//! `nqueens sample`: random solutions, every one as likely as every other where all are known.

use std::borrow::Cow;
use std::time::Duration;

use clap::Args;
use nqueens_guide::{BigUint, Dice, Library, Map, Numbered, Placement};
use puzzle_core::answer::Facts;

use super::board_args::{BoardArgs, why_none};
use super::listing::{Format, Listing};
use super::{Failure, any_seed, wait};
use crate::machine::Limits;
use crate::output::{self, Output};

/// Draw random solutions, each with the same probability
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Sample {
    #[command(flatten)]
    board: BoardArgs,
    /// How many to draw
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    count: u64,
    /// Where the random numbers start: the same seed draws the same solutions, on every machine [default: a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Draw no solution twice
    #[arg(long)]
    distinct: bool,
    /// On boards larger than 15 x 15, build a diagram for so many seconds at most, and then look for solutions as long
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    budget: u32,
    /// How to print a solution
    #[arg(long, default_value = "rows")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  nqueens sample 8
  nqueens sample 8 --count 5 --seed 1
  nqueens sample 12 --queens a1 --blocked l12 --format board
  nqueens sample 8 --count 92 --distinct --seed 1 --format json

The diagram counts the solutions exactly, so a random number picks one: none is tried and thrown away. Without a seed \
the one that was taken is told on the standard error. The idea is that of constrained random in SystemVerilog, where \
randomize() draws a board.

On a board whose diagram fits neither the memory nor the time of --budget, it is drawn among the \
solutions that are found in such a time, and that is told: in JSON, `found` is their number.";

/// What is drawn from.
enum Urn {
    /// All solutions, by number.
    All(Numbered),
    /// Those that were found, by the ranks of their queens in file order.
    Found(Vec<Vec<u8>>),
}

impl Sample {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let time = Duration::from_secs(self.budget.into());
        let urn = match wait::by_file_that_fits(library, &placement, time)? {
            Some(all) => Urn::All(all.numbered()),
            None => Urn::Found(found(library.memory_limit(), &placement, time)?),
        };
        let total = urn.total();
        if total == BigUint::ZERO {
            return Err(Failure::Failed(format!("no solution: {}", why_none(&placement))));
        }
        if self.distinct && total < self.count.into() {
            let (count, such) = (self.count, if urn.found().is_some() { "found" } else { "distinct" });
            return Err(Failure::Failed(format!("there are only {total} {such} solutions to draw, not {count}")));
        }
        let seed = self.seed.unwrap_or_else(any_seed);
        let mut dice = Dice::new(seed);
        let mut listing = Listing::new(out, self.format, placement.size().get())?;
        let mut write = |number: BigUint| listing.write(&urn.nth(&number));
        if self.distinct {
            let mut numbers = dice.distinct(total);
            (0..self.count).map_while(|_| numbers.next()).try_for_each(&mut write)?;
        } else {
            (0..self.count).map_while(|_| dice.below(&total)).try_for_each(&mut write)?;
        }
        let about = Facts::new().with("seed", seed);
        listing.end(&match urn.found() {
            Some(found) => about.with("found", found),
            None => about,
        })?;
        if self.format != Format::Json {
            if let Some(found) = urn.found() {
                let these = if found == 1 { "one solution that was" } else { &format!("{found} solutions that were") };
                output::note(&format!("drawn from the {these} found; there may be more"));
            }
            if self.seed.is_none() {
                output::note(&format!("drawn with --seed {seed}"));
            }
        }
        Ok(())
    }
}

impl Urn {
    fn total(&self) -> BigUint {
        match self {
            Urn::All(all) => all.total().clone(),
            Urn::Found(found) => found.len().into(),
        }
    }

    /// How many were found, if they are not known to be all.
    fn found(&self) -> Option<usize> {
        match self {
            Urn::All(_) => None,
            Urn::Found(found) => Some(found.len()),
        }
    }

    /// A solution by its number below the total, counted from 0.
    fn nth(&self, number: &BigUint) -> Cow<'_, [u8]> {
        match self {
            Urn::All(all) => Cow::Owned(all.nth(number).expect("it is below their number")),
            Urn::Found(found) => Cow::Borrowed(&found[usize::try_from(number).expect("it is below their number")]),
        }
    }
}

/// The completions that are found in some time, in order; none if there is none.
fn found(memory: usize, placement: &Placement, time: Duration) -> Result<Vec<Vec<u8>>, Failure> {
    let size = placement.size();
    let mut map = Map::new(placement);
    // What is found by then is what there is.
    let _ = wait::shown(&Limits::new(memory, Some(time)), &format!("mapping n = {size}"), |budget| map.work(budget));
    if map.is_completable().is_none() {
        let seconds = time.as_secs();
        return Err(Failure::Failed(format!(
            "within {seconds} s no solution was found, nor that there is none; give it longer by --budget"
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
