//! `play`: the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Save, Series};
use nqueens_tui::run::GameOptions;
use puzzle_core::Entry;
use puzzle_core::kind::{Role, STDIN, Verb};

use super::Asked;
use crate::cmd::play::{GameArgs, Table};
use crate::cmd::{Failure, any_seed};
use crate::games::{self, Source};

pub(super) fn run(asked: &Asked, game: GameArgs, table: Table) -> Result<(), Failure> {
    let name = asked.kind.name();
    let reads_input = asked.file.as_ref().is_none_or(|file| file.as_os_str() != STDIN);
    let mut said = said(asked);
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
            said.insert(games::SEED.to_owned(), seed.to_string());
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
    let like = games::origin(&*asked.kind, &said, &*first).options;
    // Whoever asks for any new puzzle goes on with the one that was begun.
    let is_any = asked.file.is_none() && asked.number(Role::Seed).is_none() && !game.is_from_file();
    let latest = is_any.then(|| table.outside.games.as_ref()?.latest(|save| goes_on(save, name, &like))).flatten();
    let resumed = latest.and_then(|save| table.outside.resumed(&save).ok());
    let options = match resumed {
        Some(options) => GameOptions { instead, ..options },
        None => {
            let source = Source { catalogue: Arc::new(series), number: 1, puzzle: first };
            table.outside.kept(source, name, said, instead)
        }
    };
    game.play(GameOptions { reads_input, ..options }, table)
}

/// What was said of the puzzles, seed aside.
fn said(asked: &Asked) -> BTreeMap<String, String> {
    let own = asked.kind.parameters(Verb::Play).into_iter().filter(|parameter| parameter.role == Role::Own);
    own.filter_map(|own| Some((own.name.to_owned(), asked.arguments.get(own.name)?.to_owned()))).collect()
}

/// Whether a kept game is an unsolved one of new puzzles for which the same was said, whatever the seed.
fn goes_on(save: &Save, kind: &str, like: &BTreeMap<String, String>) -> bool {
    let but_seed = |options: &BTreeMap<String, String>| {
        options.iter().filter(|(name, _)| *name != games::SEED).map(|(a, b)| (a.clone(), b.clone())).collect::<Vec<_>>()
    };
    let is_new = save.options.contains_key(games::SEED);
    save.kind == kind && is_new && !save.is_solved() && but_seed(&save.options) == but_seed(like)
}
