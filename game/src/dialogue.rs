//! The game as a dialogue: a line in, sentences out. For screen readers, scripts, and terminals that can't place the
//! cursor.
//!
//! Whatever the player asks for becomes messages to the same game that a screen shows; only how it is asked for and told
//! differs.

pub(crate) mod ask;
mod commands;
mod tell;

use puzzle_core::{Marks, Status, Variable};

use crate::action::Action;
use crate::message::Message;
use crate::model::Model;
use crate::notice::NoticeKind;
use crate::screen::Mode;
use ask::Ask;
use commands::{Meant, understood};

/// A dialogue about a game: a face reads a line, [hears](Dialogue::hear) what the game is to be told, has that done, and
/// says what the dialogue [answers](Dialogue::answer).
#[derive(Debug, Default)]
pub struct Dialogue {
    /// What the player asked for last.
    ask: Option<Ask>,
    /// What stood on the board when something was last told.
    told: Option<ToldPosition>,
    /// What the player was taught when something was last told.
    lesson: Option<String>,
}

/// A position, as the player was told of it.
#[derive(Clone, Debug, PartialEq)]
struct ToldPosition {
    marks: Marks,
    forced: Vec<Variable>,
}

impl Dialogue {
    /// What is said at the beginning: the puzzle, what is to be done, and how to go on.
    #[must_use]
    pub fn greeting(&mut self, model: &Model) -> Vec<String> {
        let mut said = match model.mode() {
            Mode::Page(_) => tell::menu(model),
            _ => [tell::title(model)].into_iter().chain(tell::event(model)).chain(tell::position(model, &[])).collect(),
        };
        said.push("Type help for the commands.".to_owned());
        (self.ask, self.told) = (None, ToldPosition::of(model));
        said
    }

    /// Returns the messages that a typed line stands for; send each one after all work that the one before it began has
    /// ended. Returns `None` if the player wants to quit.
    #[must_use]
    pub fn hear(&mut self, model: &Model, line: &str) -> Option<Vec<Message>> {
        let Meant { ask, messages, is_within, agrees } = understood(model, line);
        // What was shown ends with the next wish that is not about it.
        let is_covered = matches!(model.mode(), Mode::Page(_));
        let is_open = model.can_leave_screen() && (is_covered || !messages.is_empty());
        let close = (is_open && !is_within && !agrees).then_some(Message::Act(Action::Cancel));
        // What the game said before is not said again.
        let forget = (!agrees).then(|| Message::Point(model.cursor()));
        let is_over = ask == Ask::Quit;
        self.ask = Some(ask);
        (!is_over).then(|| close.into_iter().chain(forget).chain(messages).collect())
    }

    /// What is to be said once the game has done what it was told.
    #[must_use]
    pub fn answer(&mut self, model: &Model) -> Vec<String> {
        let ask = self.ask.take().unwrap_or(Ask::Event);
        let mut said = tell::answer(model, &ask);
        let now = ToldPosition::of(model);
        if model.notice().is_some_and(|notice| notice.kind == NoticeKind::GameStarted) {
            said.insert(0, tell::title(model));
            self.told = None;
        }
        if self.told != now {
            said.extend(tell::position(model, self.told.as_ref().map_or(&[], |told| &told.forced)));
        }
        let lesson = tell::lesson(model);
        if lesson != self.lesson {
            said.extend(lesson.clone());
        }
        self.lesson = lesson;
        said.retain(|line| !line.is_empty());
        self.told = now;
        said
    }
}

impl ToldPosition {
    fn of(model: &Model) -> Option<ToldPosition> {
        let guide = model.guide()?;
        Some(ToldPosition { marks: guide.marks().clone(), forced: tell::with_status(model, Status::Forced) })
    }
}
