//! The diagram of the solutions that are left: how wide it is level by level, what a move keeps of it, and a small one
//! node by node.

use game::DiagramScreen;
use ratatui::text::{Line, Span};

use crate::face::Face;

/// The columns of the picture: those of the narrowest panel.
const COLUMNS: usize = 28;
/// The rows of the picture.
const ROWS: usize = 6;
/// The rows of a screen that are not for nodes.
const OTHER_ROWS: u16 = 19;

/// As many nodes of a small diagram as there is room for, from the one that is scrolled to on.
pub(super) fn nodes(face: &Face, screen: &DiagramScreen) -> Vec<Line<'static>> {
    let puzzle = face.model.board().puzzle();
    // A node may take two rows of a narrow panel.
    let room = usize::from(face.screen.1.saturating_sub(OTHER_ROWS)) / 2;
    screen.nodes().skip(screen.scrolled()).take(room).map(|node| Line::raw(node.told(puzzle))).collect()
}

/// The widths of the levels from the first variable on the left to the last on the right, what the move keeps of them in
/// front; on the way to the diagram its size after each step, that of the step that is looked at in front.
pub(super) fn picture(face: &Face, screen: &DiagramScreen) -> Vec<Line<'static>> {
    let theme = face.theme;
    let (now, then) = match screen.conjoined() {
        None => (columns(screen.widths()), screen.effect().map(|(_, widths)| columns(widths))),
        Some((at, sizes)) => {
            let only = |step| if step == at { sizes[step] } else { 0 };
            (columns(&sizes), Some(columns(&(0..sizes.len()).map(only).collect::<Vec<_>>())))
        }
    };
    let most = now.iter().copied().max().filter(|&most| most > 0);
    let Some(most) = most else { return Vec::new() };
    let glyphs = theme.glyphs.levels;
    // In eighths of a row; what is there at all is seen.
    let height = |width: usize| (width * ROWS * glyphs.len()).div_ceil(most);
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

/// The largest number of each of so many parts, as there are columns.
fn columns(numbers: &[usize]) -> Vec<usize> {
    let columns = COLUMNS.min(numbers.len());
    let part = |column: usize| &numbers[column * numbers.len() / columns..(column + 1) * numbers.len() / columns];
    (0..columns).map(|column| part(column).iter().copied().max().unwrap_or(0)).collect()
}
