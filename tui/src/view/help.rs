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

pub(super) fn draw(face: &Face, frame: &mut Frame<'_>) {
    let (columns, rows) = face.screen;
    let width = WIDTH.min(columns);
    let lines = lines(face);
    let height = (lines.len() as u16).min(rows - 1);
    let x = (columns - width) / 2;
    let y = (rows - 1 - height) / 2;
    let text = Paragraph::new(lines).scroll((face.help.unwrap_or(0), 0));
    frame.render_widget(text, Rect::new(x, y, width, height));
    let hint = if furthest(face) > 0 { "j k scroll  ? back" } else { "? back" };
    frame.render_widget(Line::styled(hint, face.theme.faint()), Rect::new(x, rows - 1, width, 1));
}

/// Returns the number of lines by which [`Face::help`] can be scrolled.
pub(crate) fn furthest(face: &Face) -> u16 {
    (lines(face).len() as u16).saturating_sub(face.screen.1.saturating_sub(1))
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
