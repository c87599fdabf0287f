//! What has to be worked out, and what becomes of the answers.

use puzzle_core::{Status, sentences};

use super::Effect;
use crate::browse::BrowseScreen;
use crate::model::{GivenHint, Grade, Mode, Model, Notice};
use crate::why::WhyScreen;
use crate::words;
use crate::work::{Answer, Work};

/// Has something worked out: at once if that is quick, otherwise without holding the screen up.
pub(super) fn begin(model: &mut Model, work: Work) -> Option<Effect> {
    let Some(game) = &mut model.game else { return not_loaded(model) };
    model.notice = None;
    if work.is_quick(&**game.session().source()) {
        let answer = work.run(game);
        answered(model, answer);
        return None;
    }
    model.tickets += 1;
    model.working = Some(model.tickets);
    Some(Effect::Work { ticket: model.tickets, work, game: Box::new(game.clone()) })
}

pub(super) fn answered(model: &mut Model, answer: Answer) {
    match answer {
        Answer::Played(done) => {
            model.notice = Some(done);
            model.mode = Mode::Play;
            model.hint = None;
        }
        Answer::Explained(_, Some(explanation)) => model.mode = Mode::Why(Box::new(WhyScreen::new(*explanation))),
        Answer::Explained(variable, None) => {
            model.mode = Mode::Play;
            model.notice = model.guide().map(|guide| {
                let puzzle = model.board.puzzle();
                let is_told = matches!(guide.status(variable), Status::Given | Status::Placed);
                let reason = if model.assist.is_guided() || is_told {
                    sentences::nothing_to_explain(puzzle, guide, variable)
                } else {
                    words::nothing_rules_out(puzzle, variable)
                };
                Notice::NothingToExplain(reason)
            });
        }
        Answer::Hinted(Some(hint)) => {
            model.hint = Some(GivenHint { hint, grade: Grade::Look });
            model.hints += 1;
        }
        Answer::Hinted(None) => model.notice = Some(Notice::NoHint),
        Answer::Numbered(None) => model.notice = Some(Notice::NotNumbered),
        Answer::Numbered(Some(solutions)) => match BrowseScreen::new(model.board.puzzle(), solutions) {
            Some(screen) => model.mode = Mode::Browse(Box::new(screen)),
            None => model.notice = Some(Notice::NothingToBrowse),
        },
    }
}

/// The first grade of the hint, or the next one.
pub(super) fn more_hint(model: &mut Model) -> Option<Effect> {
    model.notice = None;
    let Some(given) = &mut model.hint else { return begin(model, Work::Hint) };
    let next = match given.grade {
        Grade::Look => Grade::Play,
        Grade::Play | Grade::Why => Grade::Why,
    };
    if next > given.grade {
        given.grade = next;
        model.hints += 1;
    }
    // Why something is forced is a matter of steps.
    if let (Grade::Why, puzzle_core::Why::Forced(explanation)) = (given.grade, &given.hint.why) {
        model.mode = Mode::Why(Box::new(WhyScreen::new(explanation.as_ref().clone())));
    }
    None
}

/// There is nothing to do anything with yet.
pub(super) fn not_loaded(model: &mut Model) -> Option<Effect> {
    model.notice = Some(Notice::NotLoaded);
    None
}
