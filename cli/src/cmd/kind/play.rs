//! `play`: the game.

use std::sync::Arc;

use game::{Catalogue, Series};
use nqueens_tui::run::{ColorChoice, GameOptions};
use puzzle_core::Budget;
use puzzle_core::kind::{Role, STDIN, Verb};

use super::Asked;
use crate::cmd::play::GameArgs;
use crate::cmd::{Failure, any_seed};

pub(super) fn run(asked: &Asked, game: GameArgs, color: ColorChoice) -> Result<(), Failure> {
    let name = asked.kind.name();
    let reads_input = asked.file.as_ref().is_none_or(|file| file.as_os_str() != STDIN);
    let (series, instead) = match &asked.file {
        Some(file) => {
            let mut puzzles = Vec::new();
            asked.each(|_, entry| {
                puzzles.push(entry);
                Ok(())
            })?;
            (Series::of(puzzles), format!("nqueens {name} guide {}", file.display()))
        }
        None => {
            let seed = asked.number(Role::Seed).unwrap_or_else(any_seed);
            let generator = asked.kind.generator(&asked.arguments, seed).map_err(Failure::Usage)?;
            // What has to be said to make such puzzles elsewhere is mostly said here as well.
            let operands = asked.kind.parameters(Verb::Generate).into_iter().filter(|parameter| parameter.is_operand);
            let said =
                operands.filter_map(|operand| asked.arguments.get(operand.name).map(|value| format!(" {value}")));
            (Series::generated(generator), format!("nqueens {name} generate{}", said.collect::<String>()))
        }
    };
    let first = series.entry(1, &mut Budget::unlimited()).map_err(Failure::failed)?;
    let first = Arc::clone(first.puzzle());
    let options = GameOptions::new(Arc::new(series), 1, first, instead);
    game.play(GameOptions { reads_input, ..options }, color)
}
