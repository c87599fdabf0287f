//! The diagram of the remaining solutions: the width of each level, before and after a move, and the nodes of a small
//! diagram.

use game::DiagramScreen;
use ratatui::text::{Line, Span};

use crate::face::Face;

/// The width of the picture in columns: the width of the narrowest panel.
const COLUMNS: usize = 28;
const ROWS: usize = 6;
/// The number of rows of the screen that are not available for the list of nodes.
const OTHER_ROWS: u16 = 19;

/// Returns a line for each node of a small diagram, from the scroll position on, as far as there is room.
pub(super) fn nodes(face: &Face, screen: &DiagramScreen) -> Vec<Line<'static>> {
    let puzzle = face.model.board().puzzle();
    // A node may take two rows of a narrow panel.
    let room = usize::from(face.screen.1.saturating_sub(OTHER_ROWS)) / 2;
    screen.nodes().skip(screen.scrolled()).take(room).map(|node| Line::raw(node.describe(puzzle))).collect()
}

/// Draws the widths of the diagram's levels as bars, from the first variable at the left to the last at the right. The
/// widths that remain after placing the variable under the cursor are bold.
///
/// While the player watches the diagram being built rule by rule, the bars are the sizes of the diagram after each
/// step, and the bar of the present step is bold.
pub(super) fn picture(face: &Face, screen: &DiagramScreen) -> Vec<Line<'static>> {
    let theme = face.theme;
    let (now, then) = match screen.conjoined() {
        None => (columns(screen.widths()), screen.effect().map(|(_, widths)| columns(widths))),
        Some((at, sizes)) => {
            let only = |step| if step == at { sizes[step] } else { 0 };
            (columns(&sizes), Some(columns(&(0..sizes.len()).map(only).collect::<Vec<_>>())))
        }
    };
    let Some(max) = now.iter().copied().max().filter(|&max| max > 0) else { return Vec::new() };
    let glyphs = theme.glyphs.levels;
    // The height is counted in eighths of a row, and rounded up so that a narrow level is visible.
    let height = |width: usize| (width * ROWS * glyphs.len()).div_ceil(max);
    let part = |width: usize, row: usize| {
        let filled = height(width).saturating_sub(row * glyphs.len()).min(glyphs.len());
        filled.checked_sub(1).map(|level| glyphs[level])
    };
    let row = |row: usize| {
        let spans = now.iter().enumerate().map(|(column, &width)| {
            let kept = then.as_ref().and_then(|then| part(then[column], row));
            match (kept, part(width, row)) {
                (Some(kept), _) => Span::styled(kept, theme.strong()),
                (None, Some(now)) => Span::styled(now, theme.faint()),
                (None, None) => Span::raw(" "),
            }
        });
        Line::from_iter(spans)
    };
    (0..ROWS).rev().map(row).collect()
}

/// Divides `numbers` into successive parts, one for each column of the picture, and returns the maximum of each part.
/// With fewer than [`COLUMNS`] numbers each number is a part.
fn columns(numbers: &[usize]) -> Vec<usize> {
    let columns = COLUMNS.min(numbers.len());
    let part = |column: usize| &numbers[column * numbers.len() / columns..(column + 1) * numbers.len() / columns];
    (0..columns).map(|column| part(column).iter().copied().max().unwrap_or(0)).collect()
}
