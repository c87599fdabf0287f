//! Work of the game: asking for it, and its answers.

use std::sync::Arc;

use bdd_core::{Budget, Stopped};
use puzzle_core::{ExplainError, Guide, Hint, Session, Source, Status, Variable, sentences};

use super::Effect;
use crate::assist::Assist;
use crate::browse::BrowseScreen;
use crate::job::{Answer, Done, Found, Job, Ticket, Work};
use crate::model::{GivenHint, Grade, Learning, Model};
use crate::notice::Notice;
use crate::screen::Mode;
use crate::why::{Argument, WhyScreen};
use crate::words;

/// Has something worked out of the current position.
pub(super) fn ask(model: &mut Model, work: impl FnOnce(Arc<dyn Source>, Arc<Guide>) -> Work) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    let work = work(Arc::clone(session.source()), Arc::clone(session.guide()));
    begin(model, work)
}

/// Has something worked out: at once if that is quick, otherwise without holding the screen up.
pub(super) fn begin(model: &mut Model, work: Work) -> Vec<Effect> {
    // A face waits for what is being worked out. If one does not, its last wish counts.
    let mut effects = cancel_work(model);
    model.screen.notice = None;
    if work.is_quick() {
        let answer = work.run(&mut Budget::unlimited());
        done(model, answer);
    } else {
        let ticket = model.next_ticket();
        model.pending.working = Some(ticket);
        effects.push(Effect::Run(Job::work(ticket, work)));
    }
    effects
}

/// Breaks off what is being worked out.
pub(super) fn cancel_work(model: &mut Model) -> Vec<Effect> {
    model.pending.working.take().map(Effect::Cancel).into_iter().collect()
}

/// Has more found out of the position on the board, where its source does so bit by bit, as long as there is more.
pub(super) fn learn(model: &mut Model) -> Vec<Effect> {
    let session = model.play.session.as_ref().filter(|session| session.source().is_gradual());
    // What is being worked out may lead elsewhere, and starts from the guide as it is.
    let session = session.filter(|_| model.pending.working.is_none());
    let present = session.map(|session| (Arc::clone(session.source()), Arc::clone(session.guide())));
    if let (Some(learning), Some((_, guide))) = (&model.pending.learning, &present)
        && Arc::ptr_eq(&learning.of, guide)
    {
        return Vec::new();
    }
    let overtaken = model.pending.learning.take().and_then(|learning| learning.ticket).map(Effect::Cancel);
    let job = present.map(|(source, of)| {
        let ticket = model.next_ticket();
        model.pending.learning = Some(Learning { ticket: Some(ticket), of: Arc::clone(&of) });
        Effect::Run(Job::work(ticket, Work::Learn { source, of }))
    });
    overtaken.into_iter().chain(job).collect()
}

/// Something was worked out, or could not be, that nobody waits for.
pub(super) fn learned(model: &mut Model, ticket: Ticket, answer: Result<Answer, ExplainError>) {
    let Some(learning) = model.pending.learning.as_mut().filter(|learning| learning.ticket == Some(ticket)) else {
        return;
    };
    learning.ticket = None;
    if let (Ok(Answer(Found::More { of, guide: Some(guide) })), Some(session)) = (answer, &mut model.play.session) {
        session.learn(&of, *guide);
    }
}

/// Something was worked out, or could not be.
pub(super) fn done(model: &mut Model, answer: Result<Answer, ExplainError>) {
    match answer.map(|Answer(found)| found) {
        Ok(Found::Position(way, done)) => {
            let forced = way.forced().to_vec();
            let before = model.play.session.as_ref().map_or(0, Session::made);
            let Some(moves) = model.play.session.as_mut().and_then(|session| session.take(*way)) else { return };
            model.find_conflicts();
            follow_in_notes(model, before, matches!(done, Done::Said(_)));
            let done = match done {
                Done::Said(done) if forced.is_empty() => done,
                Done::Said(done) => Notice::AndForced(Box::new(done), forced),
                Done::Of(done) => done(moves),
            };
            reached(model, done);
        }
        Ok(Found::Explanation(_, Some(explanation))) => {
            model.screen.mode = Mode::Why(Box::new(WhyScreen::new(Argument::Explanation(explanation))));
        }
        Ok(Found::Explanation(variable, None)) => {
            model.screen.mode = Mode::Play;
            model.screen.notice = model.guide().map(|guide| {
                let puzzle = model.play.board.puzzle();
                let is_told = guide.status(variable).stands();
                let reason = if model.preferences.assist.is_guided() || is_told {
                    sentences::nothing_to_explain(puzzle, guide, variable)
                } else {
                    words::nothing_rules_out(puzzle, variable)
                };
                Notice::NothingToExplain(reason)
            });
        }
        Ok(Found::Hint(Some(hint))) => {
            model.screen.hint = Some(GivenHint { hint, grade: Grade::Look });
            model.play.played.hints = model.play.played.hints.saturating_add(1);
        }
        Ok(Found::Hint(None)) => model.screen.notice = Some(Notice::NoHint),
        Ok(Found::Diagram(None)) => model.screen.notice = Some(Notice::NoDiagram),
        Ok(Found::Diagram(Some(screen))) => {
            let screen = match model.screen.mode.diagram() {
                Some(before) => screen.scrolled_as(before),
                None => *screen,
            };
            model.screen.mode = Mode::Diagram(Box::new(screen));
        }
        Ok(Found::Conjunction(conjunction)) => {
            if let Some(screen) = model.screen.mode.diagram() {
                screen.look_at(conjunction.map(|conjunction| *conjunction));
            }
        }
        // That is heard of by `learned`.
        Ok(Found::More { .. }) => {}
        Ok(Found::Numbered(None)) => model.screen.notice = Some(Notice::NotNumbered),
        Ok(Found::Numbered(Some(solutions))) => match BrowseScreen::new(model.play.board.puzzle(), solutions) {
            Some(screen) => model.screen.mode = Mode::Browse(Box::new(screen)),
            None => model.screen.notice = Some(Notice::NothingToBrowse),
        },
        Err(ExplainError::Stopped(Stopped::Cancelled)) => model.screen.notice = Some(Notice::WorkCancelled),
        Err(error) => model.screen.notice = Some(Notice::WorkFailed(error.to_string())),
    }
}

/// Has the notes follow the game to another position: what a new turn has ruled out is noted no more, unless the player wants
/// no help at all.
fn follow_in_notes(model: &mut Model, before: usize, may_be_new: bool) {
    let Some(session) = &model.play.session else { return };
    let made = session.made();
    if may_be_new && made == before + 1 && model.preferences.assist > Assist::Nothing {
        let (board, guide) = (&model.play.board, session.guide());
        let is_over = |variable: &&Variable| {
            let cell = board.puzzle().cell(**variable);
            let is_filled = board.variables(cell).iter().any(|&other| guide.status(other) == Status::Placed);
            is_filled || guide.status(**variable) == Status::Excluded
        };
        let rubbed: Vec<Variable> = model.play.notes.noted().iter().filter(is_over).copied().collect();
        model.play.notes.rub_out(rubbed, before);
    } else {
        model.play.notes.follow(made);
    }
}

/// Another position is on the board.
pub(super) fn reached(model: &mut Model, done: Notice) {
    model.screen.notice = Some(done);
    model.screen.mode = Mode::Play;
    model.screen.hint = None;
    model.left = None;
}

/// The first grade of the hint, or the next one.
pub(super) fn more_hint(model: &mut Model) -> Vec<Effect> {
    model.screen.notice = None;
    let is_guided = model.preferences.assist.is_guided();
    let Some(given) = &mut model.screen.hint else {
        return ask(model, |source, guide| Work::Hint { source, guide, is_guided });
    };
    let next = match given.grade {
        Grade::Look => Grade::Play,
        Grade::Play | Grade::Why => Grade::Why,
    };
    if next > given.grade {
        given.grade = next;
        model.play.played.hints = model.play.played.hints.saturating_add(1);
    }
    // Why something follows is a matter of steps.
    let argument = match (given.grade, &*given.hint) {
        (Grade::Why, Hint::Forced { why, .. }) => Some(Argument::Explanation(why.clone())),
        (Grade::Why, Hint::Deduced(deduction)) => Some(Argument::Deduction(deduction.clone())),
        _ => None,
    };
    if let Some(argument) = argument {
        model.screen.mode = Mode::Why(Box::new(WhyScreen::new(argument)));
    }
    Vec::new()
}

/// There is nothing to do anything with yet.
pub(super) fn not_loaded(model: &mut Model) -> Vec<Effect> {
    model.screen.notice = Some(Notice::NotLoaded);
    Vec::new()
}
