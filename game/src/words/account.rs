//! The account of the game beside the board: the sentences that every face shows.

use crate::model::Model;
use crate::screen::Mode;
use crate::told::About;

/// Returns the account of the screen shown, a sentence each with what it is about: of an argument, of solutions, of the
/// game on the board. Pages have none. `becomes` stands between a number and what it becomes.
#[must_use]
pub fn account(model: &Model, becomes: &str) -> Vec<(About, String)> {
    let (puzzle, is_guided) = (model.board().puzzle(), model.assist().is_guided());
    if matches!(model.mode(), Mode::Page(_)) {
        return Vec::new();
    }
    let mut told = model.mode().told(puzzle).map_or_else(Vec::new, |told| told.lines);
    if let Some(notice) = model.notice() {
        let about = if notice.is_refusal() { About::Refusal } else { About::Outcome };
        told.push((about, super::notice(model, notice)));
    }
    let Some(guide) = model.guide().filter(|_| matches!(model.mode(), Mode::Play)) else { return told };
    told.extend(super::lesson(model).map(|lesson| (About::Lesson, lesson)));
    told.extend(ending(model));
    told.extend(super::hint(model).into_iter().map(|line| (About::Hint, line)));
    let clashes = super::excess(puzzle, guide.marks()).into_iter().chain(super::clashes(model));
    told.extend(clashes.map(|line| (About::Clash, line)));
    told.extend(super::totals(puzzle, guide, is_guided).map(|line| (About::Total, line)));
    told.extend(super::cell_told(model, false).map(|line| (About::Cell, line)));
    if let Some(variable) = model.board().only(model.cursor()) {
        told.extend(super::price(puzzle, guide, variable, is_guided).map(|line| (About::Price, line)));
        let effect = super::effect(puzzle, guide, variable, becomes).filter(|_| is_guided);
        told.extend(effect.map(|line| (About::Effect, line)));
    }
    told
}

/// Returns what there is to say of a board that is solved, or full, or has no solution.
pub(crate) fn ending(model: &Model) -> Vec<(About, String)> {
    let puzzle = model.board().puzzle();
    let has_none = model.guide().is_some_and(|guide| !guide.is_completable() && guide.marks().is_empty());
    if model.is_solved() {
        let finished = super::finished(model).into_iter().map(|line| (About::Result, line));
        return [(About::Solved, puzzle.solved())].into_iter().chain(finished).collect();
    }
    if model.assist().is_guided() && has_none {
        return vec![(About::Unsolved, super::unsolvable(model))];
    }
    model.is_full().then(|| (About::Unsolved, puzzle.unsolved())).into_iter().collect()
}

/// Returns how much is placed, and how many solutions are left, if that may be told; `None` before there is a game.
#[must_use]
pub fn state(model: &Model) -> Option<String> {
    let guide = model.guide()?;
    let standing = super::standing(model.board().puzzle(), guide.marks());
    let remaining = super::remaining(guide.total());
    Some(if model.assist().is_guided() { format!("{standing}, {remaining}.") } else { format!("{standing}.") })
}
