//! `nqueens daily`: the puzzle of the day, the same for everybody.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use jiff::Zoned;
use jiff::civil::Date;
use puzzle_kind::Kind;

use super::play::{GameArgs, PlayContext};
use super::{Failure, wait};
use crate::host;
use crate::machine::Limits;
use crate::output::Output;

/// Play the puzzle of the day, the same for everybody
///
/// It is easiest on Mondays, and hardest at the weekend.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DailyCommand {
    /// The puzzle to play
    #[arg(value_name = "PUZZLE", default_value = "queens", value_parser = puzzles())]
    puzzle: puzzles::Daily,
    /// The day, such as 2026-12-24 [default: today]
    #[arg(long, value_name = "DATE", value_parser = date)]
    date: Option<Date>,
    /// Print the puzzle instead of playing it, in the format that `solve` and the other verbs of its kind read
    #[arg(long, conflicts_with_all = ["assist", "from"])]
    print: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
Examples:
  nqueens daily
  nqueens daily sudoku
  nqueens daily regions --date 2026-12-24
  nqueens daily --print | nqueens challenge solve --steps

The puzzle of a day depends on its date alone: it is the same on every machine.";

/// Parses a date such as `2026-12-24`.
fn date(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| "expected a date such as 2026-12-24".to_owned())
}

/// Returns the parser of [`Daily::name`](puzzles::Daily::name).
fn puzzles() -> impl TypedValueParser<Value = puzzles::Daily> {
    let all = puzzles::Daily::ALL;
    let named = move |name: String| {
        all.into_iter().find(|puzzle| puzzle.name() == name).expect("the parser accepts only these names")
    };
    PossibleValuesParser::new(all.map(|puzzle| PossibleValue::new(puzzle.name()).help(puzzle.about()))).map(named)
}

impl DailyCommand {
    pub(crate) fn run(self, kinds: &[Arc<dyn Kind>], table: PlayContext, out: &mut Output) -> Result<(), Failure> {
        let date = self.date.unwrap_or_else(|| Zoned::now().date());
        let recipe = self.puzzle.recipe(kinds, date).map_err(|error| Failure::Usage(error.to_string()))?;
        if self.print {
            let mut generator = recipe
                .kind
                .generator(&recipe.arguments(), recipe.seed)
                .map_err(|error| Failure::Usage(error.to_string()))?;
            let limits = Limits::new(table.memory.for_texts(), None);
            let made = wait::shown(&limits, "making", |budget| generator.next(budget)).map_err(Failure::failed)?;
            out.write_all(made.entry.puzzle().text().as_bytes())?;
            return Ok(());
        }
        let instead = format!("nqueens daily {} --print", self.puzzle.name());
        let taken = table.outside.collection.by_recipe(recipe).map_err(|error| Failure::Usage(error.to_string()))?;
        self.game.play(host::game(taken, Some(instead)), table)
    }
}
