//! The player's actions in the tree of a configurator.

use bdd_core::Objective;
use puzzle_core::{Move, Source, Status, Variable, Weights};

use super::Effect;
use super::work::{arrive, ask, not_loaded};
use crate::action::{Action, Arrow};
use crate::message::ModelChange;
use crate::model::Model;
use crate::screen::Mode;
use crate::text_input::{InputPurpose, TextInput};
use crate::words;

/// Performs an action that has a meaning of its own in the tree. Returns `None` for all other actions: they have the
/// same effect in the tree as on a board.
pub(super) fn act(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let line = model.selected_line().filter(|_| matches!(model.screen.mode, Mode::Play))?;
    let is_searching = model.screen.typing.as_ref().is_some_and(|typing| typing.purpose == InputPurpose::Search);
    if model.screen.typing.is_some() && !is_searching {
        return None;
    }
    match action {
        Action::Move(Arrow::Up) => model.move_selection(-1),
        Action::Move(Arrow::Down) => model.move_selection(1),
        Action::Step(step) => model.step_in_tree(step),
        Action::SelectAt(line) => {
            model.screen.typing = None;
            model.select_line(line);
        }
        _ if is_searching => return None,
        Action::Move(Arrow::Left) => {
            let parent = model.tree()?.parent(line);
            if !model.fold(line, true)
                && let Some(parent) = parent
            {
                model.select_line(parent);
            }
        }
        Action::Move(Arrow::Right) => {
            if !model.fold(line, false) {
                let part =
                    Some(line + 1).filter(|part| model.tree().is_some_and(|tree| tree.parts(line).contains(part)));
                part.into_iter().for_each(|part| model.select_line(part));
            }
        }
        Action::Fold => toggle(model, line),
        Action::FoldAt(line) => {
            model.select_line(line);
            toggle(model, line);
        }
        Action::Place if model.selected_option().is_none() && !model.would_agree() => toggle(model, line),
        Action::Block | Action::Why if model.selected_option().is_none() => {
            return Some(model.refuse(words::NO_OPTION));
        }
        Action::Clear if model.is_empty() => return Some(model.refuse(words::NOTHING_CHOSEN)),
        Action::Search | Action::Go => model.search(),
        Action::SaveList => {
            model.screen.typing = Some(TextInput::new(InputPurpose::SaveList));
        }
        Action::Cheapest => return Some(cheapest(model)),
        _ => return None,
    }
    Some(model.hush())
}

fn toggle(model: &mut Model, line: usize) {
    if !model.fold(line, true) {
        model.fold(line, false);
    }
}

/// Decides all options by the cheapest configuration with the present choices, or by a configuration with the fewest
/// options if the options have no prices. One undo takes back all these decisions.
fn cheapest(model: &mut Model) -> Vec<Effect> {
    let Some(session) = model.play.session.clone() else { return not_loaded(model) };
    let guide = session.guide();
    if !guide.is_completable() {
        return model.refuse(words::NO_CONFIGURATION);
    }
    let open = |(variable, status, _): (Variable, Status, _)| {
        matches!(status, Status::Open | Status::Forced | Status::Unknown).then_some(variable)
    };
    let open: Vec<Variable> = guide.variables().filter_map(open).collect();
    if open.is_empty() {
        return model.refuse(words::ALL_DECIDED);
    }
    ask(model, <dyn Source>::is_quick, move |source, guide, budget| {
        let puzzle = source.puzzle();
        let prices = puzzle.weights().cloned();
        let weights = prices.clone().unwrap_or_else(|| Weights::new(vec![1; puzzle.variables()]));
        let completions = source.completions(guide.marks(), budget)?;
        let best = completions.best(&weights, Objective::Cheapest, 1, budget)?;
        let Some(best) = best.and_then(|best| best.into_iter().next()) else {
            return Ok(ModelChange::new(|model| {
                model.refuse(words::NO_CHEAPEST);
            }));
        };
        let decide = |variable: Variable| match best.model.binary_search(&variable) {
            Ok(_) => Move::Place(variable),
            Err(_) => Move::Block(variable),
        };
        let moves: Vec<Move> = open.into_iter().map(decide).collect();
        let turn = session.turn(&moves).expect("open options are neither placed nor blocked").compute(budget)?;
        let text = words::completed(prices.map(|prices| prices.written(best.total)));
        Ok(ModelChange::new(move |model| arrive(model, turn, true, |_, _| text)))
    })
}

/// Returns the effect that writes the chosen and forced options to a file. A name with a `!` after it replaces an
/// existing file.
pub(super) fn save_list(model: &mut Model, file: &str) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    let text = words::option_list(model, guide);
    let (file, overwrites) = file.strip_suffix('!').map_or((file, false), |file| (file, true));
    vec![Effect::Write { file: file.trim().to_owned(), text, overwrites }]
}
