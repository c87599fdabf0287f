//! The board.

mod values;

use std::cmp::Ordering;

use game::{Shade, Side};
use puzzle_core::BigUint;
use puzzle_kind::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::cells::{CellPainter, DrawnCell};
use super::layout::ScreenLayout;
use super::lines;
use crate::face::Face;

pub use values::cell_at;

/// Draws the cells shown, the lines between them, and the names of columns and rows.
pub(super) fn draw(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let cells = CellPainter::of(face, layout.cell.1 > 1 || face.theme.palette.is_checkered());
    for (cell, rect) in layout.cells() {
        draw_cell(face, &cells, cell, rect, buffer);
    }
    lines::draw(face, layout, buffer);
    draw_clashes(face, layout, &cells, buffer);
    draw_sides(face, layout, buffer);
    draw_cursor(face, layout, buffer);
}

fn draw_cell(face: &Face, cells: &CellPainter<'_>, cell: Cell, rect: Rect, buffer: &mut Buffer) {
    let shade = Shade::of(face.model.board(), cell);
    let Some(variable) = face.model.board().only(cell) else {
        return values::draw(cells, cell, rect, shade, buffer);
    };
    let DrawnCell { glyph, fills, count, matters, style } = cells.drawn(variable, shade);
    if style.bg.is_some() {
        buffer.set_style(rect, style);
    }
    let inner = ScreenLayout::inner(rect);
    let repeated = || glyph.repeat(if fills { usize::from(inner.width) } else { 1 });
    // One column has no room for numbers.
    let Some(number) = count.filter(|_| inner.width > 1) else {
        return centred(buffer, inner, middle(inner), &repeated(), style);
    };
    let text = count_text(&number, inner.width, face.theme.glyphs.more);
    if inner.height > 1 {
        let row = inner.y + (inner.height - 2) / 2;
        centred(buffer, inner, row, &repeated(), style);
        return centred(buffer, inner, row + 1, &text, style);
    }
    // One row has room for one of the two, or for both if the number is short.
    let beside = number.to_string() + &glyph;
    let text = match matters {
        true if beside.chars().count() <= usize::from(inner.width) => beside,
        true => repeated(),
        false => text,
    };
    centred(buffer, inner, inner.y, &text, style);
}

pub(super) fn middle(rect: Rect) -> u16 {
    rect.y + (rect.height - 1) / 2
}

/// An exact count if it fits, otherwise its thousands, otherwise that there is more than fits.
fn count_text(number: &BigUint, width: u16, more: &str) -> String {
    let width = usize::from(width);
    let exact = number.to_string();
    let thousands = format!("{}k", number / 1000u32);
    if exact.len() <= width {
        exact
    } else if exact.len() > 3 && thousands.len() <= width {
        thousands
    } else {
        more.to_owned()
    }
}

/// Writes a text in the middle of a row.
pub(super) fn centred(buffer: &mut Buffer, rect: Rect, row: u16, text: &str, style: Style) {
    let width = text.chars().count().min(usize::from(rect.width));
    let column = rect.x + (rect.width - width as u16) / 2;
    buffer.set_stringn(column, row, text, usize::from(rect.width), style);
}

/// Puts a sign before all that stands and clashes: in the cell where there is room, or else in the gap before it.
fn draw_clashes(face: &Face, layout: &ScreenLayout, cells: &CellPainter<'_>, buffer: &mut Buffer) {
    // What stands in a cell without such a gap is underlined alone.
    for (_, rect) in layout.cells().filter(|&(cell, rect)| rect.width > 1 && cells.scene.clashes_at(cell)) {
        let inner = ScreenLayout::inner(rect);
        let (x, y) = (inner.x + (inner.width - 1) / 2, middle(inner));
        let style = buffer[(x, y)].style();
        let sign = &mut buffer[(x - 1, y)];
        sign.set_symbol(face.theme.glyphs.clash).set_style(style);
    }
}

/// Writes the names of rows and columns beside the board, and between each and the board how many are wanted there, with a
/// sign after the numbers that are reached, and another after those that are exceeded.
fn draw_sides(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let (puzzle, theme) = (face.model.board().puzzle(), face.theme);
    let cursor = face.model.bracketed_cell();
    let pointed = face.model.pointed_side();
    let [from_left, from_below] = theme.glyphs.pointers;
    let style = |side: Side| {
        let is_cursor = cursor.is_some_and(|cell| side.contains(cell));
        if is_cursor || pointed == Some(side) { theme.strong() } else { theme.faint() }
    };
    let wanted = |side: Side| {
        let (number, reached) = face.model.side_number(side)?;
        Some(match reached {
            Ordering::Less => (number, " ", theme.strong()),
            Ordering::Equal => (number, theme.glyphs.enough, theme.faint()),
            Ordering::Greater => (number, theme.glyphs.clash, theme.refusal().add_modifier(Modifier::BOLD)),
        })
    };
    let left = layout.board.x - layout.row_names;
    let below = layout.board.bottom() + layout.column_numbers;
    for (row, rect) in layout.rows() {
        let (side, y) = (Side::Row(row), middle(ScreenLayout::inner(rect)));
        let width = usize::from(layout.row_names - layout.row_numbers) - 1;
        let pointer = if pointed == Some(side) { from_left } else { "" };
        let name = format!("{:>width$}{pointer}", shortened(puzzle.row_label(row), width, theme.glyphs.more));
        buffer.set_string(left, y, name, style(side));
        let Some((number, sign, style)) = wanted(side) else { continue };
        let width = usize::from(layout.row_numbers).saturating_sub(1);
        let text = format!("{number:>width$}{sign}");
        buffer.set_stringn(layout.board.x - layout.row_numbers, y, text, width + 1, style);
    }
    draw_column_names(face, layout, style, buffer);
    for (column, rect) in layout.columns() {
        let side = Side::Column(column);
        if pointed == Some(side) {
            // Left of the name, where the grid has its line.
            let x = rect.x + (rect.width - 2) / 2;
            buffer.set_string(x, below, from_below, style(side));
        }
        let Some((number, sign, style)) = wanted(side) else { continue };
        let text = number.to_string();
        let width = text.len() as u16;
        let x = under(rect, width);
        buffer.set_string(x, layout.board.bottom(), text, style);
        if rect.width > width {
            buffer.set_string(x + width, layout.board.bottom(), sign, style);
        }
    }
    if layout.is_cut() {
        buffer.set_string(left, below, theme.glyphs.more, theme.faint());
    }
}

/// Returns the column where a text of a width begins below a cell. One that is wider than the cell reaches into the gap before it.
fn under(rect: Rect, width: u16) -> u16 {
    let inner = ScreenLayout::inner(rect);
    (inner.x + inner.width.saturating_sub(width) / 2).min(inner.right().saturating_sub(width))
}

/// A name, or as much of it as there is room for.
fn shortened(name: String, width: usize, more: &str) -> String {
    if name.chars().count() <= width {
        return name;
    }
    let kept = width.saturating_sub(more.chars().count());
    name.chars().take(kept).chain(more.chars()).take(width).collect()
}

/// Writes the names of the columns below them: all that can be read. Where they are too long to stand side by side, the
/// one of the cursor comes first, then from the left those that there is room for.
fn draw_column_names(face: &Face, layout: &ScreenLayout, style: impl Fn(Side) -> Style, buffer: &mut Buffer) {
    let puzzle = face.model.board().puzzle();
    let below = layout.board.bottom() + layout.column_numbers;
    let cursor = face.model.bracketed_cell().map(|cell| cell.column);
    let of_cursor = layout.columns().filter(|&(column, _)| Some(column) == cursor);
    let mut taken: Vec<(u16, u16)> = Vec::new();
    for (column, rect) in of_cursor.chain(layout.columns()) {
        let name = puzzle.column_label(column);
        let width = name.chars().count() as u16;
        let x = under(rect, width);
        if taken.iter().all(|&(from, to)| x > to || x + width < from) {
            buffer.set_string(x, below, name, style(Side::Column(column)));
            taken.push((x, x + width));
        }
    }
}

/// Reverses the cell under the cursor and brackets it: either alone is invisible in some terminals.
fn draw_cursor(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let Some(rect) = face.model.bracketed_cell().and_then(|cell| layout.rect_of(cell)) else { return };
    let inner = ScreenLayout::inner(rect);
    buffer.set_style(inner, Style::new().add_modifier(Modifier::REVERSED));
    if rect == inner {
        // No room for brackets: the names of the cell's column and row are lit, and the terminal's cursor stands there.
        return;
    }
    let row = middle(inner);
    // The right bracket takes the line, or the gap, of the next cell; with one row and three columns, the gap after
    // the glyph if a count has left one.
    let has_gap = (rect.width, rect.height) == (3, 1) && buffer[(rect.right() - 1, row)].symbol() == " ";
    for (column, bracket) in [(rect.x, "["), (rect.right() - u16::from(has_gap), "]")] {
        if let Some(cell) = buffer.cell_mut(Position::new(column, row)) {
            cell.set_symbol(bracket).modifier = Modifier::BOLD;
        }
    }
}
