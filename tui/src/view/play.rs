//! The state of the game in words.

use nqueens_guide::{Guide, Status};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::curve::curve;
use super::heat::Heat;
use super::panel::{Group, Panel, outcome};
use crate::assist::Assist;
use crate::model::{Model, Notice};
use crate::words;

/// The columns of the curve: those of the narrowest panel, less a number.
const CURVE: usize = 20;

pub(super) fn panel(model: &Model) -> Panel {
    let theme = model.theme;
    let (mut square, mut effect) = (Vec::new(), Vec::new());
    if let Some(guide) = model.guide() {
        square.push(Line::raw(words::square_told(guide, model.cursor, model.assist, false)));
        if model.assist.is_guided() {
            effect.extend(words::effect(guide, model.cursor, theme.glyphs.becomes).map(Line::raw));
        }
    }
    let hint = model.hint.iter().flat_map(words::hint).map(|line| Line::styled(line, theme.strong())).collect();
    Panel {
        top: top(model),
        brief: brief(model),
        groups: vec![
            Group { weight: 1, lines: square },
            Group { weight: 0, lines: effect },
            Group { weight: 2, lines: hint },
            Group { weight: 3, lines: news(model) },
        ],
        legend: legend(model),
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
    let title = Span::styled(words::title(model.size, theme.glyphs.times), theme.strong());
    let mut lines = vec![Line::from(vec![title, Span::styled(in_use, theme.faint())]), Line::default()];
    let Some(game) = &model.game else { return lines };
    let (guide, placement) = (game.guide(), game.guide().placement());
    if model.assist.is_guided() {
        lines.push(Line::styled(words::remaining(guide.total()), total_style(model)));
    }
    lines.push(Line::raw(words::standing(placement)));
    if model.assist.is_guided() {
        let totals = game.session().history().chain([guide]).map(Guide::total);
        let drawn = curve(totals, CURVE, theme.glyphs);
        if !drawn.is_empty() {
            lines.push(Line::raw(format!("{drawn} {}", words::grouped(guide.total()))));
        }
    }
    lines
}

fn heads(model: &Model) -> Vec<Line<'static>> {
    let times = model.theme.glyphs.times;
    let (title, short) = (words::title(model.size, times), words::title_briefly(model.size, times));
    let Some(guide) = model.guide() else { return vec![Line::styled(title, model.theme.strong())] };
    let (long_state, state) = if model.assist.is_guided() {
        (words::remaining(guide.total()), format!("{} remaining", words::grouped(guide.total())))
    } else {
        (words::standing(guide.placement()), words::standing_briefly(guide.placement()))
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
    let Some(placement) = model.guide().map(Guide::placement) else { return lines };
    if model.entry.is_some() {
        return lines;
    }
    let has_none = model.assist.is_guided() && model.guide().is_some_and(|guide| !guide.is_completable());
    if model.is_solved() {
        lines.push(Line::styled(words::solved(model.size), theme.joy()));
    } else if has_none && placement.is_empty() {
        lines.push(Line::styled(words::NO_SOLUTION, theme.strong()));
    } else if placement.queens().len() >= placement.size().get() {
        lines.push(Line::styled(words::NOT_IN_PEACE, theme.strong()));
    }
    lines
}

/// Two or three rows: what was just done is the most urgent.
fn brief(model: &Model) -> Vec<Line<'static>> {
    let mut lines = news(model);
    let Some(guide) = model.guide() else { return lines };
    match (&model.notice, &model.hint) {
        (None, Some(given)) if lines.is_empty() => lines.push(Line::raw(words::hint_briefly(given))),
        (None, None) if lines.is_empty() => {
            lines.push(Line::raw(words::square_told(guide, model.cursor, model.assist, true)));
        }
        (Some(Notice::Refused(square, refusal)), _) if model.loading.is_none() && model.entry.is_none() => {
            lines = vec![Line::styled(words::why_not_briefly(*square, *refusal), model.theme.refusal())];
        }
        _ => {}
    }
    // The best news must not be scrolled out by the move that brought it.
    if model.is_solved() && lines.len() > 1 {
        lines.remove(0);
    }
    lines
}

fn legend(model: &Model) -> Vec<Line<'static>> {
    let theme = model.theme;
    let entry = |status: Status| {
        let name = match status {
            Status::Open if model.assist == Assist::Nothing => "empty",
            Status::Open if model.assist == Assist::Attacks => "not attacked",
            _ => status.name(),
        };
        [Span::styled(theme.glyphs.of(status), theme.square(status, true)), Span::raw(format!(" {name:<10}"))]
    };
    let pair = |a: Status, b: Status| Line::from([entry(a), entry(b)].concat());
    let mut lines = match model.assist {
        Assist::Nothing => vec![pair(Status::Queen, Status::Open), Line::from(entry(Status::Blocked).to_vec())],
        Assist::Attacks => vec![pair(Status::Queen, Status::Open), pair(Status::Blocked, Status::Attacked)],
        _ => vec![
            pair(Status::Queen, Status::Open),
            pair(Status::Forced, Status::Attacked),
            pair(Status::Blocked, Status::Dead),
        ],
    };
    lines.extend(model.guide().filter(|_| model.has_heat()).and_then(Heat::of).map(|heat| heat.legend(theme)));
    lines.push(Line::default());
    lines
}
