//! The state of the game in words, beside or below the board.

use nqueens_guide::{Guide, Status};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::layout::Layout;
use crate::model::{Loading, Model, Notice};
use crate::words;

/// Draws the panel, and on a narrow screen the total above the board.
pub(super) fn draw(model: &Model, layout: &Layout, frame: &mut Frame<'_>) {
    if layout.is_wide { beside(model, layout.panel, frame) } else { below(model, layout.panel, frame) }
}

fn beside(model: &Model, area: Rect, frame: &mut Frame<'_>) {
    let theme = model.theme;
    let mut lines = vec![title(model), Line::default()];
    lines.extend(total(model));
    lines.push(Line::default());
    lines.extend(square(model));
    lines.push(Line::default());
    lines.extend(outcome(model));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);

    // Legend and hints keep their place at the bottom, whatever is said above.
    let glyph = |status: Status| Span::styled(theme.glyphs.of(status), theme.square(status, true));
    let pair = |a: Status, b: Status| {
        let name = format!(" {:<10}", a.name());
        Line::from(vec![glyph(a), Span::raw(name), glyph(b), Span::raw(format!(" {}", b.name()))])
    };
    let foot = vec![
        pair(Status::Queen, Status::Open),
        pair(Status::Forced, Status::Attacked),
        pair(Status::Blocked, Status::Dead),
        Line::default(),
        Line::styled("? help   u undo   q quit", theme.faint()),
    ];
    let height = foot.len() as u16;
    if area.height >= 12 + height {
        let y = area.bottom() - height;
        frame.render_widget(Paragraph::new(foot), Rect::new(area.x, y, area.width, height));
    }
}

fn below(model: &Model, area: Rect, frame: &mut Frame<'_>) {
    let top = Rect::new(0, 0, area.width, 1);
    let head = match guide(model) {
        Some(guide) if area.width >= 34 => {
            vec![title(model).spans, vec![Span::raw("  ")], head_count(model, guide, words::remaining(guide.total()))]
        }
        Some(guide) => {
            let short = format!("{} remaining", words::grouped(guide.total()));
            vec![head_count(model, guide, short)]
        }
        None => vec![title(model).spans],
    };
    let head = Line::from(head.concat()).alignment(Alignment::Center);
    frame.render_widget(Paragraph::new(head), top);

    let mut lines = outcome(model);
    // Two or three rows have room for one of the two; what was just done is the more urgent.
    if area.height > 3 {
        lines.splice(0..0, square(model));
    } else if let Some(guide) = guide(model) {
        match &model.notice {
            None if lines.is_empty() => lines.push(Line::raw(words::square_briefly(guide, model.cursor))),
            Some(Notice::Refused(square, refusal)) if model.loading.is_none() && model.entry.is_none() => {
                lines = vec![Line::styled(words::why_not_briefly(*square, *refusal), model.theme.refusal())];
            }
            _ => {}
        }
        // The best news must not be scrolled out by the move that brought it.
        if model.is_solved() && lines.len() > 1 {
            lines.remove(0);
        }
    }
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center).wrap(Wrap { trim: true }), area);
    if area.height >= 5 {
        let hint = Line::styled("? help   u undo   q quit", model.theme.faint()).alignment(Alignment::Center);
        frame.render_widget(Paragraph::new(hint), Rect::new(area.x, area.bottom() - 1, area.width, 1));
    }
}

fn guide(model: &Model) -> Option<&Guide> {
    model.session.as_ref().map(nqueens_guide::Session::guide)
}

fn title(model: &Model) -> Line<'static> {
    let times = model.theme.glyphs.times;
    Line::styled(format!("{0} {times} {0} queens", model.size), model.theme.strong())
}

fn head_count(model: &Model, guide: &Guide, text: String) -> Vec<Span<'static>> {
    let style = if guide.placement().is_solution() { model.theme.joy() } else { model.theme.strong() };
    vec![Span::styled(text, style)]
}

/// The exact number of remaining solutions, and how many queens stand.
fn total(model: &Model) -> Vec<Line<'static>> {
    let Some(guide) = guide(model) else { return Vec::new() };
    let placement = guide.placement();
    let mut standing = format!("{} of {} queens placed", placement.queens().len(), placement.size());
    if !placement.blocked().is_empty() {
        standing.push_str(&format!(", {} blocked", placement.blocked().len()));
    }
    vec![Line::from(head_count(model, guide, words::remaining(guide.total()))), Line::raw(standing)]
}

/// What the square under the cursor is.
fn square(model: &Model) -> Vec<Line<'static>> {
    guide(model).map(|guide| Line::raw(words::square(guide, model.cursor))).into_iter().collect()
}

/// What is going on: typing, loading, the outcome of the last wish, a solved board, a board without solutions.
fn outcome(model: &Model) -> Vec<Line<'static>> {
    let theme = model.theme;
    if let Some(entry) = &model.entry {
        return vec![Line::styled(format!("Go to square: {entry}_"), theme.strong())];
    }
    let mut lines = Vec::new();
    if let Some(loading) = &model.loading {
        lines.push(progress(model, loading));
        lines.push(Line::styled("Esc cancels", theme.faint()));
    }
    if let Some(notice) = &model.notice {
        let style = if notice.is_refusal() { theme.refusal() } else { ratatui::style::Style::new() };
        lines.push(Line::styled(words::notice(notice), style));
    }
    let empty = guide(model).is_some_and(|guide| guide.placement().is_empty() && !guide.is_completable());
    if model.is_solved() {
        lines.push(Line::styled(format!("Solved! All {} queens stand in peace.", model.size), theme.joy()));
    } else if empty {
        lines.push(Line::styled("No board of this size has a solution: try another with + or -.", theme.strong()));
    }
    lines
}

fn progress(model: &Model, loading: &Loading) -> Line<'static> {
    let [full, rest] = model.theme.glyphs.bar;
    let width = 10;
    // The fraction is between 0 and 1.
    let done = (loading.fraction * width as f64) as usize;
    let percent = (loading.fraction * 100.0) as u32;
    let times = model.theme.glyphs.times;
    let bar = full.repeat(done) + &rest.repeat(width - done);
    Line::raw(format!("Building {0} {times} {0}: {bar} {percent} %", loading.size))
}
