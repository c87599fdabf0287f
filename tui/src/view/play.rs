//! The state of the game in words.

use puzzle_core::{Count, Guide};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::curve::curve;
use super::legend;
use super::panel::{Group, Panel, outcome};
use crate::model::{Model, Notice};
use crate::words;

/// The columns of the curve: those of the narrowest panel, less a number.
const CURVE: usize = 20;

pub(super) fn panel(model: &Model) -> Panel {
    let theme = model.theme;
    let (mut square, mut effect) = (Vec::new(), Vec::new());
    if let Some(guide) = model.guide() {
        square.push(Line::raw(words::cell_told(&model.board, guide, model.cursor, model.assist, false)));
        if let Some(variable) = model.board.only(model.cursor).filter(|_| model.assist.is_guided()) {
            let puzzle = model.board.puzzle();
            effect.extend(words::effect(puzzle, guide, variable, theme.glyphs.becomes).map(Line::raw));
        }
    }
    let hint = model
        .hint
        .iter()
        .flat_map(|given| words::hint(model.board.puzzle(), given))
        .map(|line| Line::styled(line, theme.strong()))
        .collect();
    Panel {
        top: top(model),
        brief: brief(model),
        groups: vec![
            Group { weight: 1, lines: square },
            Group { weight: 0, lines: effect },
            Group { weight: 2, lines: hint },
            Group { weight: 3, lines: news(model) },
        ],
        legend: legend::draw(model),
        keys: vec!["? help   u undo   q quit".to_owned()],
        heads: heads(model),
    }
}

/// The level of help, and the hints given.
fn help_in_use(model: &Model) -> Vec<String> {
    let mut parts = vec![format!("assist {}", model.assist.level())];
    if model.hints > 0 {
        parts.push(words::hints(model.hints));
    }
    parts
}

fn total_style(model: &Model) -> Style {
    if model.is_solved() { model.theme.joy() } else { model.theme.strong() }
}

fn top(model: &Model) -> Vec<Line<'static>> {
    let theme = model.theme;
    let in_use = format!("   {}", help_in_use(model).join("   "));
    let title = Span::styled(words::title(&model.board, theme.glyphs.times), theme.strong());
    let mut lines = vec![Line::from(vec![title, Span::styled(in_use, theme.faint())]), Line::default()];
    let Some(game) = &model.game else { return lines };
    let guide = game.guide();
    if model.assist.is_guided() {
        lines.push(Line::styled(words::remaining(guide.total()), total_style(model)));
    }
    lines.push(Line::raw(words::standing(model.board.puzzle(), guide.marks())));
    if model.assist.is_guided() {
        // Bounds have no curve: they may rise where the count falls.
        let totals = game.session().history().chain([guide]).map(Guide::total);
        let totals = totals.filter(|total| total.is_exact()).map(Count::value);
        let drawn = curve(totals, CURVE, theme.glyphs);
        if !drawn.is_empty() && guide.total().is_exact() {
            lines.push(Line::raw(format!("{drawn} {}", words::counted(guide.total()))));
        }
    }
    lines
}

fn heads(model: &Model) -> Vec<Line<'static>> {
    let times = model.theme.glyphs.times;
    let (title, short) = (words::title(&model.board, times), words::title_briefly(&model.board, times));
    let Some(guide) = model.guide() else { return vec![Line::styled(title, model.theme.strong())] };
    let (long_state, state) = if model.assist.is_guided() {
        (words::remaining(guide.total()), format!("{} remaining", words::counted(guide.total())))
    } else {
        let puzzle = model.board.puzzle();
        (words::standing(puzzle, guide.marks()), words::standing_briefly(puzzle, guide.marks()))
    };
    let in_use = help_in_use(model);
    let long = [vec![title, long_state], in_use.clone()].concat();
    let middle = [vec![short.clone(), state.clone()], in_use].concat();
    let line = |parts: Vec<String>| Line::styled(parts.join("  "), total_style(model));
    vec![line(long), line(middle), line(vec![short, state.clone()]), line(vec![state])]
}

/// The outcome of the last wish, a solved board, a board without solutions.
fn news(model: &Model) -> Vec<Line<'static>> {
    let theme = model.theme;
    let mut lines = outcome(model);
    let puzzle = model.board.puzzle();
    let Some(marks) = model.guide().map(Guide::marks) else { return lines };
    if model.entry.is_some() {
        return lines;
    }
    let has_none = model.assist.is_guided() && model.guide().is_some_and(|guide| !guide.is_completable());
    if model.is_solved() {
        lines.push(Line::styled(puzzle.solved(), theme.joy()));
    } else if has_none && marks.is_empty() {
        lines.push(Line::styled(words::unsolvable(model), theme.strong()));
    } else if puzzle.places().is_some_and(|places| marks.placed.len() >= places) {
        lines.push(Line::styled(puzzle.unsolved(), theme.strong()));
    }
    lines
}

/// Two or three rows: what was just done is the most urgent.
fn brief(model: &Model) -> Vec<Line<'static>> {
    let mut lines = news(model);
    let puzzle = model.board.puzzle();
    let Some(guide) = model.guide() else { return lines };
    match (&model.notice, &model.hint) {
        (None, Some(given)) if lines.is_empty() => lines.push(Line::raw(words::hint_briefly(puzzle, given))),
        (None, None) if lines.is_empty() => {
            lines.push(Line::raw(words::cell_told(&model.board, guide, model.cursor, model.assist, true)));
        }
        (Some(Notice::Refused(variable, refusal)), _) if model.loading.is_none() && model.entry.is_none() => {
            lines = vec![Line::styled(words::why_not_briefly(puzzle, *variable, *refusal), model.theme.refusal())];
        }
        _ => {}
    }
    // The best news must not be scrolled out by the move that brought it.
    if model.is_solved() && lines.len() > 1 {
        lines.remove(0);
    }
    lines
}
