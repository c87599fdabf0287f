//! Cells with several values: the value that is placed, or the candidates as pencil marks.

use game::{BoardScene, CellStyle, Content, Drawing, PencilMark, Shade};
use puzzle_core::{Status, Variable};
use puzzle_kind::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{centred, draw_picture, middle, picture_room};
use crate::face::Face;
use crate::view::cells::CellPainter;
use crate::view::layout::{ScreenLayout, value_grid};

pub(super) fn draw(
    cells: &CellPainter<'_>,
    cell: Cell,
    rect: Rect,
    shade: Shade,
    has_lines: bool,
    buffer: &mut Buffer,
) {
    let theme = cells.face.theme;
    let content = cells.scene.content(cell);
    let (Content::One { style: ground, .. } | Content::Values(_, ground) | Content::Notes { ground, .. }) = content;
    let ground = cells.placed_style(ground, shade, cell);
    let hue = hue(cells, &content);
    let ground = hue.map_or(ground, |hue| ground.patch(hue));
    if ground.bg.is_some() {
        // Set only the background: an underlined value must not underline its whole cell.
        buffer.set_style(rect, Style { add_modifier: Modifier::empty(), ..ground });
    }
    let inner = ScreenLayout::inner(rect);
    let styled = |guise: CellStyle, is_lit: bool| {
        if is_lit { cells.lit_style(guise, shade, cell) } else { cells.placed_style(guise, shade, cell) }
    };
    let board = cells.face.model.board();
    let symbol = board.variables(cell).first().map_or(' ', |&first| board.puzzle().symbol(first));
    let values = match content {
        Content::One { drawing, style, is_lit } => {
            // The colour of a cell that is named after a colour is more important than equal values.
            let is_lit = is_lit && hue.is_none();
            let style = styled(style, is_lit);
            let mut style = hue.map_or(style, |hue| style.patch(hue));
            if drawing == Drawing::Clue('T') {
                // Trees are green.
                style = style.patch(Style { bg: None, ..theme.square(Status::Forced, shade.light) });
            }
            if is_lit {
                let filled = if theme.has_blocks() { rect } else { inner };
                buffer.set_style(filled, Style { add_modifier: style.add_modifier & Modifier::REVERSED, ..style });
            }
            let name = named(cells, drawing, inner);
            let (mut room, margin) = picture_room(cells.face, rect, has_lines);
            if cells.has_corners && rect.height > 1 {
                // The pictures of all values have the same size, with and without texts in the corner.
                room = Rect { y: inner.y + 1, height: inner.height - 1, ..room };
            }
            let large = match drawing {
                Drawing::Value(variable) if cells.has_pictures && name.is_none() => {
                    Some(board.puzzle().symbol(variable))
                }
                Drawing::Clue(clue) => Some(clue),
                _ => None,
            };
            let has_drawn = |symbol: char| {
                draw_picture(cells.face, (symbol, false), (room, margin), cells.picture_style(style, cell), buffer)
            };
            if large.is_some_and(has_drawn) {
                return;
            }
            let text = name.unwrap_or_else(|| cells.glyph(drawing, symbol));
            return centred(buffer, inner, middle(inner), &text, style);
        }
        Content::Notes { centre, corner, .. } => {
            let notes = |marks: &[PencilMark]| -> Vec<(String, Style)> {
                marks.iter().map(|mark| (cells.glyph(mark.drawing, symbol), styled(mark.style, mark.is_lit))).collect()
            };
            return draw_notes(&notes(&centre), &notes(&corner), inner, ground, theme.glyphs.more, buffer);
        }
        Content::Values(values, _) => values,
    };
    let text = |value: &PencilMark| cells.glyph(value.drawing, symbol);
    let style = |value: &PencilMark| styled(value.style, value.is_lit);
    if let Some(grid) = ValueGrid::fitting(cells.face, inner) {
        for value in &values {
            let (x, y) = grid.place(value.index);
            buffer.set_string(x, y, text(value), style(value));
        }
        return;
    }
    // The cell is too small for the grid of values: write the candidates side by side, or the sign for omitted content.
    let left: Vec<&PencilMark> = values.iter().filter(|value| value.is_left).collect();
    let width = usize::from(inner.width);
    let rows: Vec<String> = match left.as_slice() {
        [] => values.first().map(text).into_iter().collect(),
        // A part of the candidates would look like all of them, so no candidate is written if they don't all fit. The
        // panel lists the candidates of the cell under the cursor.
        left if !has_room(left.len(), inner) => vec![theme.glyphs.more.to_owned()],
        // A single candidate must not look like the value of the cell.
        [only] => vec![format!("{}{}", theme.glyphs.excluded, text(only))],
        left => left.chunks(width).map(|row| row.iter().map(|value| text(value)).collect()).collect(),
    };
    let style = left.first().copied().or(values.first()).map_or(ground, style);
    let first = middle(inner) - (rows.len() as u16).saturating_sub(1) / 2;
    for (y, row) in (first..).zip(&rows) {
        centred(buffer, inner, y, row, style);
    }
}

/// The sign between the notes in the corner and the notes in the middle of a cell that is only one text row high.
pub(crate) const CORNER_SIGN: &str = "'";

/// Draws the notes of a cell, each with its text and style: the notes in the corner from the upper left corner on, the
/// notes in the middle centred below them. In a cell that is one text row high, [`CORNER_SIGN`] follows the notes in
/// the corner. Draws the sign `more` in place of notes that have no room.
fn draw_notes(
    centre: &[(String, Style)],
    corner: &[(String, Style)],
    inner: Rect,
    ground: Style,
    more: &str,
    buffer: &mut Buffer,
) {
    if !has_room_for_notes(centre.len(), corner.len(), inner) {
        return centred(buffer, inner, middle(inner), more, ground);
    }
    let mut write = |x: u16, y: u16, (text, style): &(String, Style)| buffer.set_string(x, y, text, *style);
    if inner.height == 1 {
        (inner.x..).zip(corner).for_each(|(x, note)| write(x, inner.y, note));
        let sign = inner.x + corner.len() as u16;
        write(sign, inner.y, &(CORNER_SIGN.to_owned(), ground));
        return (sign + 1..).zip(centre).for_each(|(x, note)| write(x, inner.y, note));
    }
    let width = usize::from(inner.width);
    for (y, row) in (inner.y..).zip(corner.chunks(width)) {
        (inner.x..).zip(row).for_each(|(x, note)| write(x, y, note));
    }
    let rows = centre.len().div_ceil(width) as u16;
    let first = (inner.y + corner.len().div_ceil(width) as u16).max(inner.bottom() - rows - (inner.height - rows) / 2);
    for (y, row) in (first.min(inner.bottom() - rows)..).zip(centre.chunks(width)) {
        let left = inner.x + (inner.width - row.len() as u16) / 2;
        (left..).zip(row).for_each(|(x, note)| write(x, y, note));
    }
}

/// Returns `true` if a cell has room for these numbers of notes in the middle and in the corner.
fn has_room_for_notes(centre: usize, corner: usize, inner: Rect) -> bool {
    let (width, height) = (usize::from(inner.width), usize::from(inner.height));
    match height {
        0 => false,
        1 => corner + 1 + centre <= width,
        _ => corner.div_ceil(width) + centre.div_ceil(width) <= height,
    }
}

/// Returns `true` if this number of candidates fits a cell side by side, in one row or several.
fn has_room(candidates: usize, inner: Rect) -> bool {
    let (width, height) = (usize::from(inner.width), usize::from(inner.height));
    width > 1 && candidates.div_ceil(width) <= height
}

/// Returns `true` if a cell at `rect` shows the sign for omitted content instead of its candidates.
pub(crate) fn is_cut(face: &Face, rect: Rect, content: &Content) -> bool {
    let inner = ScreenLayout::inner(rect);
    let values = match content {
        Content::One { .. } => return false,
        Content::Notes { centre, corner, .. } => return !has_room_for_notes(centre.len(), corner.len(), inner),
        Content::Values(values, _) => values,
    };
    let left = values.iter().filter(|value| value.is_left).count();
    left > 0 && ValueGrid::fitting(face, inner).is_none() && !has_room(left, inner)
}

/// Returns the colours of a cell whose given or placed value is named after a colour, as in the colouring of a map;
/// `None` for other cells, and in palettes without such colours.
fn hue(cells: &CellPainter<'_>, content: &Content) -> Option<Style> {
    let &Content::One { drawing: Drawing::Value(variable), style: CellStyle::Status(status), .. } = content else {
        return None;
    };
    let (_, name) = cells.face.model.board().puzzle().cell_and_value(variable)?;
    cells.face.theme.hue(&name, status)
}

/// Returns the name of a placed or forced value on a board with a single column, if the name fits `inner`; `None`
/// otherwise.
fn named(cells: &CellPainter<'_>, drawing: Drawing, inner: Rect) -> Option<String> {
    let board = cells.face.model.board();
    let (sign, variable) = match drawing {
        Drawing::Value(variable) => ("", variable),
        Drawing::Forced(variable) => (cells.face.theme.glyphs.forced, variable),
        _ => return None,
    };
    let (_, name) = board.puzzle().cell_and_value(variable).filter(|_| board.columns() == 1)?;
    let text = format!("{sign}{name}");
    (text.chars().count() <= usize::from(inner.width)).then_some(text)
}

/// The grid of pencil marks in a cell that is large enough for it.
struct ValueGrid {
    x: u16,
    y: u16,
    /// The distance between two values, in columns of the screen.
    step: u16,
    columns: u16,
    rows: u16,
}

impl ValueGrid {
    /// Returns the grid that fits `inner`: a square if possible, or else a grid with fewer rows.
    fn fitting(face: &Face, inner: Rect) -> Option<ValueGrid> {
        let (columns, rows) = value_grid(face.model.board());
        let values = face.model.board().values() as u16;
        let flatter = (1..rows.min(inner.height + 1)).rev().map(|rows| (values.div_ceil(rows), rows));
        let shapes = [(columns, rows)].into_iter().chain(flatter);
        shapes.filter(|&(_, rows)| rows <= inner.height).find_map(|(columns, rows)| {
            let step = [2, 1].into_iter().find(|step| (columns - 1) * step < inner.width)?;
            let width = (columns - 1) * step + 1;
            Some(ValueGrid {
                x: inner.x + (inner.width - width) / 2,
                y: inner.y + (inner.height - rows) / 2,
                step,
                columns,
                rows,
            })
        })
    }

    /// Returns the column and row of the screen for the value with the index `place`, counted from 0.
    fn place(&self, place: usize) -> (u16, u16) {
        // A cell has at most 625 values.
        let place = place as u16;
        (self.x + place % self.columns * self.step, self.y + place / self.columns)
    }

    /// Returns the index of the value at a column and row of the screen, counted from 0; `None` between the values.
    fn at(&self, column: u16, row: u16) -> Option<usize> {
        let (across, down) = (column.checked_sub(self.x)?, row.checked_sub(self.y)?);
        let is_there = across.is_multiple_of(self.step) && across / self.step < self.columns && down < self.rows;
        is_there.then(|| usize::from(down * self.columns + across / self.step))
    }
}

/// Returns the cell at a column and row of the screen, and the pencil mark drawn exactly there, if any.
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
        let Content::Values(values, _) = BoardScene::of(&face.model).content(cell) else { return None };
        let is_there = values.iter().any(|value| value.index == place);
        face.model.board().variables(cell).get(place).copied().filter(|_| is_there)
    };
    Some((cell, value()))
}
