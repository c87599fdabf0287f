//! `play`: the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::Series;
use nqueens_tui::run::GameOptions;
use puzzle_kind::Entry;
use puzzle_kind::{Role, STDIN, Verb};
use puzzles::Taken;

use super::KindRequest;
use crate::cmd::Failure;
use crate::cmd::play::{GameArgs, PlayContext};
use crate::host;

pub(super) fn run(asked: &KindRequest, game: GameArgs, table: PlayContext) -> Result<(), Failure> {
    let name = asked.kind.name();
    let reads_input = asked.file.as_ref().is_none_or(|file| file.as_os_str() != STDIN);
    let options = match (&asked.file, asked.recipe()?) {
        (Some(id), Some(recipe)) => table.outside.of_recipe(recipe, &id.display().to_string())?,
        (Some(file), None) => {
            let mut puzzles = Vec::new();
            asked.each(|_, entry| {
                puzzles.push(entry);
                Ok(())
            })?;
            let first: &Entry = puzzles.first().expect("a file without puzzles was refused before");
            let puzzle = Arc::clone(first.puzzle());
            let taken = Taken { catalogue: Arc::new(Series::of(puzzles)), number: 1, puzzle };
            let taken = table.outside.collection.with_saves(taken, name, options(asked));
            host::game(taken, Some(format!("nqueens {name} guide {}", file.display())))
        }
        (None, _) => {
            // Most operands of `generate` are arguments of `play` as well.
            let operands = asked.kind.parameters(Verb::Generate).into_iter().filter(|parameter| parameter.is_operand);
            let operands =
                operands.filter_map(|operand| asked.arguments.get(operand.name).map(|value| format!(" {value}")));
            let instead = format!("nqueens {name} generate{}", operands.collect::<String>());
            let seed = asked.number(Role::Seed);
            let taken = table
                .outside
                .collection
                .new_puzzles(&asked.kind, options(asked), seed)
                .map_err(|error| Failure::Usage(error.to_string()))?;
            host::game(taken, Some(instead))
        }
    };
    game.play(GameOptions { reads_input, ..options }, table)
}

/// Returns the values of the kind's own parameters, such as the size of new puzzles, by the name of the parameter.
fn options(asked: &KindRequest) -> BTreeMap<String, String> {
    let own = asked.kind.parameters(Verb::Play).into_iter().filter(|parameter| parameter.role == Role::Own);
    own.filter_map(|own| Some((own.name.to_owned(), asked.arguments.get(own.name)?.to_owned()))).collect()
}
