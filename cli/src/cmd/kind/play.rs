//! `play`: the game.

use std::sync::Arc;

use game::Series;
use nqueens_tui::run::{ColorChoice, GameOptions};
use puzzle_core::Entry;
use puzzle_core::kind::{Role, STDIN, Verb};

use super::Asked;
use crate::cmd::play::GameArgs;
use crate::cmd::{Failure, any_seed};

pub(super) fn run(asked: &Asked, game: GameArgs, color: ColorChoice) -> Result<(), Failure> {
    let name = asked.kind.name();
    let reads_input = asked.file.as_ref().is_none_or(|file| file.as_os_str() != STDIN);
    let (series, first, instead) = match &asked.file {
        Some(file) => {
            let mut puzzles = Vec::new();
            asked.each(|_, entry| {
                puzzles.push(entry);
                Ok(())
            })?;
            let first: &Entry = puzzles.first().expect("a file without puzzles is refused");
            let first = Arc::clone(first.puzzle());
            (Series::of(puzzles), first, format!("nqueens {name} guide {}", file.display()))
        }
        None => {
            let seed = asked.number(Role::Seed).unwrap_or_else(any_seed);
            let generator = asked.kind.generator(&asked.arguments, seed).map_err(Failure::Usage)?;
            // What has to be said to make such puzzles elsewhere is mostly said here as well.
            let operands = asked.kind.parameters(Verb::Generate).into_iter().filter(|parameter| parameter.is_operand);
            let said =
                operands.filter_map(|operand| asked.arguments.get(operand.name).map(|value| format!(" {value}")));
            let instead = format!("nqueens {name} generate{}", said.collect::<String>());
            let outline = generator.outline();
            (Series::generated(generator), outline, instead)
        }
    };
    let options = GameOptions::new(Arc::new(series), 1, first, instead);
    game.play(GameOptions { reads_input, ..options }, color)
}
