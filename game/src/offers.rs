//! The buttons of a web page: the commands that apply now, with their labels.

use std::borrow::Cow;

use crate::action::Action;
use crate::annotations::NoteKind;
use crate::keys::{COMMANDS, Command, GROUPS};
use crate::menu::{MenuChoice, Page};
use crate::model::{Grade, Model};
use crate::obstacles::obstacle;
use crate::screen::{KeyContext, Mode};
use crate::words;

/// A button of a web page, from [`offers()`].
pub struct OfferedAction {
    /// The name of the command, which [`keys::named`](crate::keys::named) resolves.
    pub name: &'static str,
    /// The command of the button.
    pub command: Command,
    /// The group of the button: `mode`, `main`, `analyse`, `game` or `share`.
    pub group: &'static str,
    /// The text on the button.
    pub label: Cow<'static, str>,
    /// The reason why the command is impossible now, as a sentence; `None` if it is possible.
    pub obstacle: Option<&'static str>,
    /// `true` if the button is a switch that is on, `false` if it is a switch that is off; `None` for other buttons.
    pub is_pressed: Option<bool>,
}

/// Returns the buttons of the present state, in order.
///
/// ```
/// # use std::sync::Arc;
/// # use game::{Model, Series};
/// # use nqueens_guide::{Queens, Size};
/// # let queens = Arc::new(Queens::new(Size::new(6)?));
/// # let model = Model::new(Arc::new(Series::of(Vec::new())), 1, queens);
/// let offers = game::offers(&model);
/// let undo = offers.iter().find(|offer| offer.name == "undo").expect("boards have the button");
/// assert_eq!(undo.obstacle, Some("Nothing to undo."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn offers(model: &Model) -> Vec<OfferedAction> {
    let context = model.mode().key_context();
    let is_covered = context == KeyContext::Page;
    let mut offers = Vec::new();
    for entry in COMMANDS {
        for button in entry.buttons.iter().filter(|button| button.applies.to(model)) {
            let is_here = match button.context {
                KeyContext::Anywhere => true,
                KeyContext::Board => !is_covered,
                of => of == context,
            };
            let Some(command) = entry.command.filter(|_| is_here) else { continue };
            let action = if let Command::Game(action) = command { Some(action) } else { None };
            if !has_button(model, action, button.group) {
                continue;
            }
            let obstacle = action.and_then(|action| obstacle(model, action));
            let label = label(model, action).unwrap_or(Cow::Borrowed(button.label));
            let is_pressed = pressed(model, action);
            let order = (GROUPS.iter().position(|group| *group == button.group), button.position);
            let offer = OfferedAction { name: entry.name, command, group: button.group, label, obstacle, is_pressed };
            offers.push((order, offer));
        }
    }
    offers.sort_by_key(|(order, _)| *order);
    offers.into_iter().map(|(_, offer)| offer).collect()
}

/// Returns `true` if `group` shows the button of a command now. `action` is the action of the command; it is `None` for
/// commands that the face (user interface) carries out itself.
fn has_button(model: &Model, action: Option<Action>, group: &str) -> bool {
    // After the last lesson, the player chooses what to play.
    let has_next = match model.has_lesson() {
        true => model.next_lesson().is_some(),
        false => model.number() < *model.catalogue().numbers().end(),
    };
    // A complete configuration does not end the game.
    let is_solved = model.is_solved() && model.tree().is_none();
    match action {
        // The board is in sight beside the result.
        Some(Action::Cancel) if matches!(model.mode(), Mode::Result(screen) if screen.guide().is_none()) => false,
        Some(Action::Cancel) => model.can_leave_screen(),
        Some(Action::Restart) => {
            (group == "main") == (is_solved && !model.has_lesson() && words::has_more_to_find(model))
        }
        Some(Action::Place) => model.would_agree(),
        // The button for the next puzzle is in the group `main` only once the puzzle is solved.
        // After a daily puzzle, the next puzzle is another daily puzzle; the series of the puzzle has a button of its
        // own.
        Some(Action::AnotherPuzzle) => is_solved && model.next_daily().is_some(),
        Some(Action::PreviousPuzzle) if model.catalogue().daily(model.number()).is_some() => false,
        Some(Action::NextPuzzle) => (group == "main") == (is_solved && has_next),
        Some(Action::Menu) => (group == "main") == (is_solved && !has_next),
        // A solved puzzle has no clock to stop, and is known to be solvable.
        Some(Action::Pause | Action::Verify | Action::BackToSolvable) if is_solved => false,
        Some(Action::Delete | Action::Rename) => selected(model).is_some_and(|choice| choice.saved.is_some()),
        Some(Action::Restore) => model.can_restore,
        // The game is over, so that no cause can be removed.
        Some(Action::Repair) if model.is_over() => false,
        Some(action @ (Action::Step(_) | Action::Fold | Action::Repair)) => model.mode().offers(action).is_some(),
        _ => true,
    }
}

/// Returns the selected choice of the menu; `None` on other screens.
fn selected(model: &Model) -> Option<&MenuChoice> {
    let Mode::Page(Page::Menu(selected)) = model.mode() else { return None };
    model.listed_choices().get(*selected)
}

/// Returns `Some(true)` if the button is a switch that is on, and `Some(false)` if the switch is off; `None` for
/// buttons that are no switches.
fn pressed(model: &Model, action: Option<Action>) -> Option<bool> {
    match (action?, model.mode()) {
        (Action::Notes, _) => Some(model.noted_kind() == Some(NoteKind::Centre)),
        (Action::CornerNotes, _) => Some(model.noted_kind() == Some(NoteKind::Corner)),
        (Action::Counts, _) => Some(model.has_counts()),
        (Action::Heat, _) => Some(model.has_heat()),
        (Action::Browse, mode) => Some(mode.key_context() == KeyContext::Browse),
        (Action::Diagram, mode) => Some(mode.key_context() == KeyContext::Diagram),
        (Action::Hint, _) if model.screen.hint.as_ref().is_some_and(|given| given.grade > Grade::Look) => {
            Some(model.shows_reason_of_hint())
        }
        (Action::Fold, Mode::Why(screen)) => Some(screen.is_folded()),
        _ => None,
    }
}

/// Returns the label of a button if the label depends on the state of the game. Returns `None` if the button has its
/// fixed label from the table of commands.
fn label(model: &Model, action: Option<Action>) -> Option<Cow<'static, str>> {
    let label = match action? {
        Action::Place if model.question().is_some() => Some("Yes"),
        Action::Undo if model.undo_leaves() => Some("Previous game"),
        // The button names the next part of the hint.
        Action::Hint => {
            let given = model.screen.hint.as_ref();
            given.map(|given| if given.grade == Grade::Look { "Show move" } else { "Reason" })
        }
        Action::NextPuzzle if model.lesson_after(Action::NextPuzzle).is_some() => Some("Skip this step"),
        Action::NextPuzzle if model.has_lesson() => return words::next_lesson(model).map(Cow::Owned),
        Action::NextPuzzle => return words::next_button(model).map(Cow::Owned),
        Action::PreviousPuzzle if model.lesson_after(Action::PreviousPuzzle).is_some() => Some("Step before"),
        Action::Cancel if selected(model).is_some() && model.list_title().is_some() => Some("Back"),
        Action::Cancel if !model.screen.pages_below.is_empty() => Some("Back"),
        action => model.mode().label(action),
    };
    label.map(Cow::Borrowed)
}
