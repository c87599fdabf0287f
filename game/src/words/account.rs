//! The sentences beside the board that describe the state of the game, the same on every face (user interface).

use crate::model::Model;
use crate::screen::Mode;
use crate::screen_text::TextRole;

/// Returns the sentences beside the board, each with its [`TextRole`]; empty on a [page](Mode::Page).
#[must_use]
pub fn account(model: &Model) -> Vec<(TextRole, String)> {
    let (puzzle, is_guided) = (model.board().puzzle(), model.assist().is_guided());
    if matches!(model.mode(), Mode::Page(_)) {
        return Vec::new();
    }
    let mut lines = model.mode().describe(puzzle).map_or_else(Vec::new, |text| text.lines);
    if let Some(notice) = model.notice() {
        lines.push((notice.role(), notice.text.clone()));
    }
    lines.extend(super::lesson(model).map(|(title, task)| (TextRole::Lesson, format!("{title}. {task}"))));
    let Some(guide) = model.guide().filter(|_| matches!(model.mode(), Mode::Play)) else { return lines };
    lines.extend(ending(model));
    let dailies = model.is_solved().then(|| super::dailies_left(model)).flatten();
    lines.extend(dailies.map(|line| (TextRole::Result, line)));
    // A question and a refusal replace the hint, so that Enter has one meaning.
    let hint = model.hint().filter(|_| model.question().is_none() && !model.is_refused());
    if hint.is_some() {
        lines.extend(super::hint(model).into_iter().map(|line| (TextRole::Hint, line)));
        let trouble = super::trouble(model).into_iter();
        let more = trouble.chain(super::hint_technique(model)).chain(super::hint_keys(model));
        lines.extend(more.map(|line| (TextRole::Note, line)));
    }
    let clashes = super::excess(puzzle, guide.marks()).into_iter().chain(super::clashes(model));
    lines.extend(clashes.map(|line| (TextRole::Clash, line)));
    if model.tree().is_some() {
        // The tree shows the totals and prices.
        let option = model.selected_option().and_then(|_| super::describe_cursor(model, false));
        lines.extend(option.map(|line| (TextRole::Cell, line)));
        return lines;
    }
    lines.extend(super::totals(puzzle, guide, is_guided).map(|line| (TextRole::Total, line)));
    lines.extend(super::describe_cursor(model, false).map(|line| (TextRole::Cell, line)));
    if let Some(variable) = model.board().only(model.cursor()) {
        lines.extend(super::price(puzzle, guide, variable, is_guided).map(|line| (TextRole::Price, line)));
        let effect = super::effect(puzzle, guide, variable).filter(|_| is_guided);
        lines.extend(effect.map(|line| (TextRole::Effect, line)));
    }
    lines
}

/// Returns the sentences about a solved puzzle, a puzzle without a solution or a full board with a mistake.
pub(crate) fn ending(model: &Model) -> Vec<(TextRole, String)> {
    let puzzle = model.board().puzzle();
    let has_none = model.guide().is_some_and(|guide| !guide.is_completable() && guide.marks().is_empty());
    if model.tree().is_some() {
        return Vec::new();
    }
    if model.is_solved() {
        let finished = super::finished(model).into_iter().map(|line| (TextRole::Result, line));
        return [(TextRole::Solved, puzzle.solved())].into_iter().chain(finished).collect();
    }
    if has_none {
        return vec![(TextRole::Unsolved, super::unsolvable(model))];
    }
    // With too many pieces, the sentence about the excess says more.
    let has_excess = model.guide().is_some_and(|guide| super::excess(puzzle, guide.marks()).is_some());
    (model.is_full() && !has_excess).then(|| (TextRole::Unsolved, puzzle.unsolved())).into_iter().collect()
}

/// Returns the number of placed variables and, at [guided](crate::Assist::is_guided) levels, of remaining solutions;
/// `None` until the puzzle is loaded.
#[must_use]
pub fn state(model: &Model) -> Option<String> {
    let guide = model.guide()?;
    let standing = super::standing(model.board().puzzle(), guide.marks());
    let remaining = super::remaining_now(model)?;
    Some(if model.assist().is_guided() { format!("{standing}, {remaining}.") } else { format!("{standing}.") })
}
