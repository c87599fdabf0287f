//! Cells that have one of several values: the value, or as pencil marks those that are left.

use game::{Content, Guise, Pencil, Scene, Shade};
use puzzle_core::Variable;
use puzzle_kind::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{centred, middle};
use crate::face::Face;
use crate::view::cells::CellPainter;
use crate::view::layout::{ScreenLayout, value_grid};

/// Draws a cell.
pub(super) fn draw(cells: &CellPainter<'_>, cell: Cell, rect: Rect, shade: Shade, buffer: &mut Buffer) {
    let theme = cells.face.theme;
    let content = cells.scene.content(cell);
    let (Content::One { guise: ground, .. } | Content::Values(_, ground)) = content;
    let ground = cells.style(ground, shade);
    if ground.bg.is_some() {
        // The background alone: what is underlined is the value, and not its cell.
        buffer.set_style(rect, Style { add_modifier: Modifier::empty(), ..ground });
    }
    let inner = ScreenLayout::inner(rect);
    let styled = |guise: Guise, is_lit: bool| {
        let style = cells.style(guise, shade);
        // A value like the one under the cursor is in reverse, so that it is seen without colours.
        if is_lit { style.add_modifier(Modifier::REVERSED) } else { style }
    };
    let board = cells.face.model.board();
    let symbol = board.variables(cell).first().map_or(' ', |&first| board.puzzle().symbol(first));
    let values = match content {
        Content::One { drawing, guise, is_lit } => {
            return centred(buffer, inner, middle(inner), &cells.glyph(drawing, symbol), styled(guise, is_lit));
        }
        Content::Values(values, _) => values,
    };
    let text = |value: &Pencil| cells.glyph(value.drawing, symbol);
    let style = |value: &Pencil| styled(value.guise, value.is_lit);
    if let Some(grid) = ValueGrid::fitting(cells.face, inner) {
        for value in &values {
            let (x, y) = grid.place(value.place);
            buffer.set_string(x, y, text(value), style(value));
        }
        return;
    }
    // No room for a place a value: those that are left side by side, or that there are some.
    let left: Vec<&Pencil> = values.iter().filter(|value| value.is_left).collect();
    let (width, height) = (usize::from(inner.width), usize::from(inner.height));
    let rows: Vec<String> = match left.as_slice() {
        [] => values.first().map(text).into_iter().collect(),
        _ if width == 1 => vec![theme.glyphs.more.to_owned()],
        // A single one must not be taken for the value of the cell.
        [only] => vec![format!("{}{}", theme.glyphs.excluded, text(only))],
        // A number of them would be taken for one; the panel has those under the cursor.
        left if left.len().div_ceil(width) > height => vec![theme.glyphs.more.to_owned()],
        left => left.chunks(width).map(|row| row.iter().map(|value| text(value)).collect()).collect(),
    };
    let style = left.first().copied().or(values.first()).map_or(ground, style);
    let first = middle(inner) - (rows.len() as u16).saturating_sub(1) / 2;
    for (y, row) in (first..).zip(&rows) {
        centred(buffer, inner, y, row, style);
    }
}

/// The little grid of values in a cell that is large enough for it.
struct ValueGrid {
    x: u16,
    y: u16,
    /// The columns from one value to the next.
    step: u16,
    columns: u16,
    rows: u16,
}

impl ValueGrid {
    fn fitting(face: &Face, inner: Rect) -> Option<ValueGrid> {
        let (columns, rows) = value_grid(face.model.board());
        let step = [2, 1].into_iter().find(|step| (columns - 1) * step < inner.width)?;
        let width = (columns - 1) * step + 1;
        (rows <= inner.height).then(|| ValueGrid {
            x: inner.x + (inner.width - width) / 2,
            y: inner.y + (inner.height - rows) / 2,
            step,
            columns,
            rows,
        })
    }

    /// The column and the row of the screen for a value.
    fn place(&self, place: usize) -> (u16, u16) {
        // A cell has 625 values at most.
        let place = place as u16;
        (self.x + place % self.columns * self.step, self.y + place / self.columns)
    }

    /// The place of the value that is written at a column and a row of the screen.
    fn at(&self, column: u16, row: u16) -> Option<usize> {
        let (across, down) = (column.checked_sub(self.x)?, row.checked_sub(self.y)?);
        let is_there = across.is_multiple_of(self.step) && across / self.step < self.columns && down < self.rows;
        is_there.then(|| usize::from(down * self.columns + across / self.step))
    }
}

/// The cell at a column and a row of the screen, and the value that is written just there, if it has several.
#[must_use]
pub fn cell_at(face: &Face, column: u16, row: u16) -> Option<(Cell, Option<Variable>)> {
    let layout = ScreenLayout::of(face)?;
    let cell = layout.cell_at(column, row)?;
    let value = || {
        if face.model.board().only(cell).is_some() {
            return None;
        }
        let grid = ValueGrid::fitting(face, ScreenLayout::inner(layout.rect_of(cell)?))?;
        let place = grid.at(column, row)?;
        let Content::Values(values, _) = Scene::of(&face.model).content(cell) else { return None };
        let is_there = values.iter().any(|value| value.place == place);
        face.model.board().variables(cell).get(place).copied().filter(|_| is_there)
    };
    Some((cell, value()))
}
