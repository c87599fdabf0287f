//! The game as a dialogue: a line of text in, sentences out, for screen readers, scripts and simple terminals.
//!
//! A line becomes the same [`Message`]s that a screen sends. Only the input and the answers differ.

pub(crate) mod ask;
mod commands;
mod tell;

use puzzle_core::{Marks, Status, Variable};

use crate::action::Action;
use crate::message::Message;
use crate::model::Model;
use crate::notice::NoticeKind;
use crate::screen::Mode;
use crate::words;
use ask::Ask;
use commands::{Interpretation, interpret};

/// A game played as a dialogue in lines of text. A face (user interface) reads a line, passes it to [`Dialogue::hear`],
/// sends the messages to the model, and prints [`Dialogue::answer`].
///
/// ```
/// # use std::sync::Arc;
/// # use game::{Dialogue, Model, Series};
/// # use nqueens_guide::{Queens, Size};
/// # let queens = Arc::new(Queens::new(Size::new(6)?));
/// # let mut model = Model::new(Arc::new(Series::of(Vec::new())), 1, queens);
/// let mut dialogue = Dialogue::default();
/// for message in dialogue.hear(&model, "undo").expect("the player goes on") {
///     let _effects = model.update(message);
/// }
/// assert!(!dialogue.answer(&model).is_empty(), "a line has an answer");
/// assert!(dialogue.hear(&model, "quit").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Dialogue {
    /// The request of the player that the next answer replies to; `None` to report the outcome of the last action, as
    /// [`Ask::Event`] does.
    ask: Option<Ask>,
    /// The position described by the last answer; `None` if no puzzle was loaded.
    reported: Option<ReportedPosition>,
    /// The lesson prompt at the time of the last answer. The next answer does not repeat the same prompt.
    lesson: Option<String>,
}

/// A position described to the player: the marks, and the variables shown as [`Status::Forced`].
#[derive(Clone, Debug, PartialEq)]
struct ReportedPosition {
    marks: Marks,
    forced: Vec<Variable>,
}

impl Dialogue {
    /// Returns the greeting: the puzzle, its task, and the command `help`.
    #[must_use]
    pub fn greeting(&mut self, model: &Model) -> Vec<String> {
        let mut said = match model.mode() {
            Mode::Page(_) => tell::menu(model),
            _ => [tell::title(model)].into_iter().chain(tell::event(model)).chain(tell::position(model, &[])).collect(),
        };
        said.push("Type help for the commands.".to_owned());
        (self.ask, self.reported) = (None, ReportedPosition::of(model));
        said
    }

    /// Returns the messages for a typed line; `None` if the player quits. Before each further message, wait until the
    /// jobs started by the previous message have ended.
    #[must_use]
    pub fn hear(&mut self, model: &Model, line: &str) -> Option<Vec<Message>> {
        let Interpretation { ask, messages, is_within, agrees } = interpret(model, line);
        // The screen shown closes at the next request that is not about it.
        let is_covered = matches!(model.mode(), Mode::Page(_));
        let is_open = model.can_leave_screen() && (is_covered || !messages.is_empty());
        let close = (is_open && !is_within && !agrees).then_some(Message::Act(Action::Cancel));
        // `Message::Point` hides the previous notice, which the answer must not repeat.
        let forget = (!agrees).then(|| Message::Point(model.cursor()));
        let is_over = ask == Ask::Quit;
        self.ask = Some(ask);
        (!is_over).then(|| close.into_iter().chain(forget).chain(messages).collect())
    }

    /// Returns the sentences that answer the last line. Call this after [`Model::update`] has handled the messages.
    #[must_use]
    pub fn answer(&mut self, model: &Model) -> Vec<String> {
        let ask = self.ask.take().unwrap_or(Ask::Event);
        let mut said = tell::answer(model, &ask);
        let now = ReportedPosition::of(model);
        if model.notice().is_some_and(|notice| notice.kind == NoticeKind::GameStarted) {
            said.insert(0, tell::title(model));
            self.reported = None;
        }
        if self.reported != now {
            said.extend(tell::position(model, self.reported.as_ref().map_or(&[], |reported| &reported.forced)));
        }
        let lesson = words::lesson_spoken(model);
        if lesson != self.lesson {
            said.extend(lesson.clone());
        }
        self.lesson = lesson;
        said.retain(|line| !line.is_empty());
        self.reported = now;
        said
    }
}

impl ReportedPosition {
    fn of(model: &Model) -> Option<ReportedPosition> {
        let guide = model.guide()?;
        Some(ReportedPosition { marks: guide.marks().clone(), forced: tell::with_status(model, Status::Forced) })
    }
}
