//! The help screen, made from the table of keys.

use game::{KeyContext, keys, words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{legend, wrap};
use crate::face::Face;

/// The width of a column of the help, in columns of the terminal.
const WIDTH: u16 = 56;

/// The gap between two columns of the help, and the sum of the margins beside them.
const GAP: u16 = 4;

/// The minimum height of a screen whose help has a title, in rows.
const FOR_TITLE: u16 = 16;

/// Returns the width of a column of the help.
fn width(face: &Face) -> u16 {
    WIDTH.min(face.screen.0.saturating_sub(if face.screen.0 > 2 * GAP { 2 } else { 0 }))
}

/// Returns the number of rows above the text, for the title.
fn head(face: &Face) -> u16 {
    if face.screen.1 >= FOR_TITLE { 2 } else { 0 }
}

pub(super) fn draw(face: &Face, frame: &mut Frame<'_>) {
    let (columns, rows) = face.screen;
    let (parts, width, head) = (parts(face), width(face), head(face));
    let total = parts.len() as u16 * (width + GAP) - GAP;
    let height = (longest(&parts)).min(rows - 1 - head);
    let left = (columns - total) / 2;
    let y = head + (rows - 1 - head - height) / 2;
    if head > 0 {
        let title = if face.is_help_whole { "Help: all screens" } else { "Help" };
        frame.render_widget(Line::styled(title, face.theme.strong()), Rect::new(left, y - head, width, 1));
    }
    for (lines, x) in parts.into_iter().zip((left..).step_by(usize::from(width + GAP))) {
        let text = Paragraph::new(lines).scroll((face.help.unwrap_or(0), 0));
        frame.render_widget(text, Rect::new(x, y, width, height));
    }
    let more = if face.is_help_whole { "Space less" } else { "Space more" };
    let hint = match furthest(face) {
        0 => format!("{more}   ? Esc back"),
        _ => format!("j k scroll   {more}   ? Esc back"),
    };
    frame.render_widget(Line::styled(hint, face.theme.faint()), Rect::new(left, rows - 1, width, 1));
}

/// Returns the number of lines by which [`Face::help`] can be scrolled.
pub(crate) fn furthest(face: &Face) -> u16 {
    longest(&parts(face)).saturating_sub(face.screen.1.saturating_sub(1 + head(face)))
}

/// Returns the number of lines of the longest column of the help.
fn longest(parts: &[Vec<Line<'static>>]) -> u16 {
    parts.iter().map(|lines| lines.len() as u16).max().unwrap_or(0)
}

/// Returns the columns of the help: two if the screen has room for them side by side, otherwise one. The second column
/// begins with the heading that makes the longer column as short as possible.
fn parts(face: &Face) -> Vec<Vec<Line<'static>>> {
    let mut lines = lines(face);
    if face.screen.0 < 2 * (WIDTH + GAP) {
        return vec![lines];
    }
    let headings = (1..lines.len()).filter(|&at| lines[at - 1].width() == 0);
    let Some(middle) = headings.min_by_key(|&at| at.max(lines.len() - at)) else { return vec![lines] };
    let second = lines.split_off(middle);
    vec![lines, second]
}

fn lines(face: &Face) -> Vec<Line<'static>> {
    let (theme, puzzle) = (face.theme, face.model.board().puzzle());
    let mut headings: Vec<(String, Vec<(Span<'static>, String)>)> = Vec::new();
    let strong = |rows: Vec<(String, String)>| {
        rows.into_iter().map(|(term, meaning)| (Span::styled(term, theme.strong()), meaning)).collect()
    };
    for (title, rows) in face.keymap.help(&face.model, theme.glyphs.arrows, face.is_help_whole, |_| true) {
        headings.push((title.to_owned(), strong(rows)));
    }
    // The board is not in sight on a page.
    if face.is_help_whole || face.model.mode().key_context() != KeyContext::Page {
        headings.push(("Mouse".to_owned(), strong(keys::mouse(&face.model))));
        headings.push(("Levels of help".to_owned(), strong(words::assist_levels(puzzle))));
        let legend = legend::entries(face).into_iter().map(|(glyph, status)| {
            let glyph = if glyph == " " { "blank".to_owned() } else { glyph };
            (Span::styled(glyph, theme.square(status, true)), words::meaning(puzzle, status))
        });
        headings.push((words::filled(&face.model, "{Spot}s"), legend.collect()));
    }

    let width = usize::from(width(face));
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (title, rows) in headings {
        lines.push(Line::styled(title, theme.strong()));
        for (term, meaning) in rows {
            push(&mut lines, term, &meaning, width);
        }
        lines.push(Line::default());
    }
    lines.pop();
    lines
}

/// The column of the help in which meanings, such as `undo`, begin. Left of a meaning is its term, such as a key.
const MEANING: usize = 17;

/// The minimum number of columns for a meaning beside its term.
const ROOM_FOR_MEANING: usize = 24;

/// Adds an entry of the help: `term`, and beside it `meaning`, in several rows if it is long. A meaning without room
/// beside its term begins below it.
fn push(lines: &mut Vec<Line<'static>>, term: Span<'static>, meaning: &str, width: usize) {
    let column = MEANING.max(term.width() + 2);
    let beside = width.saturating_sub(column);
    if beside >= ROOM_FOR_MEANING.min(meaning.chars().count()) {
        let gap = " ".repeat(column - term.width());
        let mut rows = wrap::wrapped(meaning, beside).into_iter();
        lines.push(Line::from(vec![term, Span::raw(gap), Span::raw(rows.next().unwrap_or_default())]));
        lines.extend(rows.map(|row| Line::raw(format!("{}{row}", " ".repeat(column)))));
        return;
    }
    lines.push(Line::from(term));
    let rows = wrap::wrapped(meaning, width.saturating_sub(2));
    lines.extend(rows.into_iter().map(|row| Line::raw(format!("  {row}"))));
}
