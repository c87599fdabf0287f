//! The reasons why a command is impossible.

use crate::action::Action;
use crate::model::Model;
use crate::words;

/// Returns the reason why `action` is impossible now, as a sentence; `None` if it is possible, or if only trying it can
/// tell.
pub(crate) fn obstacle(model: &Model, action: Action) -> Option<&'static str> {
    let numbers = model.catalogue().numbers();
    let is_by_size = model.catalogue().is_by_size();
    let is_loaded = model.session().is_some();
    let unless = |is_possible: bool, reason: &'static str| (!is_possible).then_some(reason);
    match action {
        Action::NextPuzzle | Action::PreviousPuzzle if model.lesson_after(action).is_some() => None,
        Action::NextPuzzle if model.has_lesson() => unless(model.next_lesson().is_some(), words::LAST_STEP),
        Action::PreviousPuzzle if model.has_lesson() => Some(words::FIRST_STEP),
        Action::NextPuzzle if model.next_daily().is_some() => None,
        Action::NextPuzzle | Action::AnotherPuzzle => {
            let reason = if is_by_size { "This is the largest board." } else { "This is the last puzzle." };
            unless(model.number() < *numbers.end(), reason)
        }
        Action::PreviousPuzzle => {
            let reason = if is_by_size { "This is the smallest board." } else { "This is the first puzzle." };
            unless(model.number() > *numbers.start(), reason)
        }
        Action::Undo => unless(model.can_undo(), words::NOTHING_TO_UNDO),
        Action::Redo => unless(model.can_redo(), words::NOTHING_TO_REDO),
        Action::Hint => unless(!model.is_solved(), "The puzzle is solved."),
        Action::Clear => unless(is_loaded && !model.is_empty(), "There is nothing to clear."),
        Action::ToCheckpoint => unless(model.attempt().checkpoint.is_some(), words::NO_CHECKPOINT),
        Action::Counts | Action::Heat | Action::Certify => unless(model.assist().is_guided(), words::NEEDS_GUIDE),
        Action::Replay => unless(model.is_solved(), words::NOT_SOLVED),
        Action::Found => unless(model.found_pictures() > 0, words::NOTHING_FOUND),
        Action::Settings => unless(!model.options.is_empty(), words::NO_SETTINGS),
        Action::Why | Action::Browse | Action::Diagram | Action::Verify | Action::BackToSolvable | Action::Restart => {
            unless(is_loaded, "No puzzle is loaded yet.")
        }
        Action::Step(_) | Action::Fold | Action::Repair => {
            unless(model.mode().offers(action).unwrap_or(true), "There is no further step.")
        }
        _ => None,
    }
}
