//! The map of a board that is larger than the screen.

use puzzle_core::Status;
use puzzle_kind::Cell;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::layout::ScreenLayout;
use crate::face::Face;

/// The minimum and the maximum number of rows of the map.
const ROWS: (usize, usize) = (6, 20);

/// The statuses that the map shows, in order of priority. A part of the board is drawn with the first of these statuses
/// that occurs in its cells, or as excluded if none of these statuses occurs.
const PRIORITY: [Status; 5] = [Status::Given, Status::Placed, Status::Forced, Status::Unknown, Status::Open];

/// Returns the lines of the map. The visible part of the board is in reverse video. Returns no lines if the whole board
/// is visible, or the panel is below the board.
pub(super) fn draw(face: &Face) -> Vec<Line<'static>> {
    let Some(layout) = ScreenLayout::of(face).filter(|layout| layout.is_wide && layout.is_cut() && layout.size.0 > 1)
    else {
        return Vec::new();
    };
    // The terminal's characters are twice as high as wide.
    let rows = usize::from(layout.panel.height / 3).clamp(ROWS.0, ROWS.1).min(layout.size.1);
    let columns = (2 * rows).min(layout.panel.width.into()).min(layout.size.0);
    let part = |of: usize, parts: usize, at: usize| at * of / parts..(at + 1) * of / parts;
    let line = |row: usize| {
        let on_row = part(layout.size.1, rows, row);
        let span = |column: usize| {
            let on_column = part(layout.size.0, columns, column);
            let cells = on_row.clone().flat_map(|row| on_column.clone().map(move |column| Cell { row, column }));
            let is_shown = cells.clone().any(|cell| layout.rect_of(cell).is_some());
            glyph(face, cells, is_shown)
        };
        Line::from_iter((0..columns).map(span))
    };
    (0..rows).map(line).collect()
}

/// Returns the glyph for a part of the board; `is_shown` is `true` if this part contains a visible cell.
fn glyph(face: &Face, cells: impl Iterator<Item = Cell>, is_shown: bool) -> Span<'static> {
    let board = face.model.board();
    let known: Vec<Status> =
        cells.filter_map(|cell| Some(face.model.shown(face.model.guide()?.status(board.only(cell)?)))).collect();
    let drawn = PRIORITY.into_iter().find(|status| known.contains(status)).unwrap_or(Status::Excluded);
    let style = match drawn {
        Status::Given | Status::Placed | Status::Forced => face.theme.strong(),
        _ => face.theme.faint(),
    };
    let style = if is_shown { style.remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED) } else { style };
    Span::styled(face.theme.glyphs.of(drawn), style)
}
