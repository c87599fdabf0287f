//! The help screen, made from the table of keys.

use game::{Assist, keys, words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::legend;
use crate::face::Face;

/// The width of the text with keys and meanings side by side, in columns.
const WIDTH: u16 = 64;

/// The gap between two columns of the help.
const GAP: u16 = 4;

pub(super) fn draw(face: &Face, frame: &mut Frame<'_>) {
    let (columns, rows) = face.screen;
    let parts = parts(face);
    let width = WIDTH.min(columns);
    let total = parts.len() as u16 * (width + GAP) - GAP;
    let height = (longest(&parts)).min(rows - 1);
    let left = (columns - total) / 2;
    let y = (rows - 1 - height) / 2;
    for (lines, x) in parts.into_iter().zip((left..).step_by(usize::from(width + GAP))) {
        let text = Paragraph::new(lines).scroll((face.help.unwrap_or(0), 0));
        frame.render_widget(text, Rect::new(x, y, width, height));
    }
    let hint = if furthest(face) > 0 { "j k scroll  ? Esc back" } else { "? Esc back" };
    frame.render_widget(Line::styled(hint, face.theme.faint()), Rect::new(left, rows - 1, width, 1));
}

/// Returns the number of lines by which [`Face::help`] can be scrolled.
pub(crate) fn furthest(face: &Face) -> u16 {
    longest(&parts(face)).saturating_sub(face.screen.1.saturating_sub(1))
}

/// Returns the number of lines of the longest column of the help.
fn longest(parts: &[Vec<Line<'static>>]) -> u16 {
    parts.iter().map(|lines| lines.len() as u16).max().unwrap_or(0)
}

/// Returns the columns of the help: two if the screen has room for them side by side, otherwise one. The second column
/// begins with the heading that makes the longer of the two shortest.
fn parts(face: &Face) -> Vec<Vec<Line<'static>>> {
    let mut lines = lines(face);
    if face.screen.0 < 2 * WIDTH + GAP {
        return vec![lines];
    }
    let headings = (1..lines.len()).filter(|&at| lines[at - 1].width() == 0);
    let Some(middle) = headings.min_by_key(|&at| at.max(lines.len() - at)) else { return vec![lines] };
    let second = lines.split_off(middle);
    vec![lines, second]
}

fn lines(face: &Face) -> Vec<Line<'static>> {
    let (theme, puzzle) = (face.theme, face.model.board().puzzle());
    let side_by_side = face.screen.0 >= WIDTH;
    let mut headings = face.keymap.help(&face.model, theme.glyphs.arrows, |_| true);
    let names = headings.iter().flat_map(|(_, rows)| rows).map(|(keys, _)| keys.chars().count());
    let column = names.max().unwrap_or(0).min(22) + 2;
    headings.last_mut().into_iter().for_each(|(_, rows)| rows.extend(keys::mouse(&face.model)));
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (title, rows) in headings {
        lines.push(Line::styled(title, theme.strong()));
        for (keys, does) in rows {
            push(&mut lines, Span::styled(keys, theme.strong()), does, column, side_by_side);
        }
        lines.push(Line::default());
    }
    lines.push(Line::styled("Levels of help", theme.strong()));
    for assist in Assist::ALL {
        let level = Span::styled(assist.level().to_string(), theme.strong());
        push(&mut lines, level, words::assist(puzzle, assist), 3, true);
    }
    lines.push(Line::default());
    lines.push(Line::styled(words::filled(&face.model, "{Spot}s"), theme.strong()));
    for (glyph, status) in legend::entries(face) {
        let glyph = Span::styled(glyph, theme.square(status, true));
        push(&mut lines, glyph, words::meaning(puzzle, status), 3, true);
    }
    lines
}

/// Adds an entry of the help: `term`, then `meaning` from `column` on if `side_by_side`, otherwise indented on the next
/// line.
fn push(lines: &mut Vec<Line<'static>>, term: Span<'static>, meaning: String, column: usize, side_by_side: bool) {
    if side_by_side {
        let gap = " ".repeat(column.saturating_sub(term.width()).max(1));
        lines.push(Line::from(vec![term, Span::raw(gap), Span::raw(meaning)]));
    } else {
        lines.push(Line::from(term));
        lines.push(Line::raw(format!("  {meaning}")));
    }
}
