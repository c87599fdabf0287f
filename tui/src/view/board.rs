//! The board.

use nqueens_guide::explain::RankOrFile;
use nqueens_guide::{BigUint, Square, file_name};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::faces::{Face, Faces, bracketed_square, pointed_line};
use super::layout::Layout;
use crate::model::Model;

/// Draws the squares shown, the lines between them, and the names of ranks and files.
pub(super) fn draw(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    if layout.square.1 > 1 && !model.theme.palette.is_checkered() {
        draw_grid(model, layout, buffer);
    }
    let faces = Faces::of(model, layout.square.1 > 1 || model.theme.palette.is_checkered());
    for square in layout.squares() {
        draw_square(model, layout, &faces, square, buffer);
    }
    draw_names(model, layout, buffer);
    draw_cursor(model, layout, buffer);
}

fn draw_square(model: &Model, layout: &Layout, faces: &Faces<'_>, square: Square, buffer: &mut Buffer) {
    let Some(rect) = layout.rect_of(square) else { return };
    let Face { glyph, fills, count, matters, style } = faces.face(square, (square.file() + square.rank()) % 2 == 1);
    if model.theme.palette.is_checkered() {
        buffer.set_style(rect, style);
    }
    let inner = inner(rect);
    let repeated = || glyph.repeat(if fills { usize::from(inner.width) } else { 1 });
    let Some(number) = count else {
        return centred(buffer, inner, middle(inner), &repeated(), style);
    };
    let text = count_text(&number, inner.width, model.theme.glyphs.more);
    if inner.height > 1 {
        let row = inner.y + (inner.height - 2) / 2;
        centred(buffer, inner, row, &repeated(), style);
        return centred(buffer, inner, row + 1, &text, style);
    }
    // One row has room for one of the two, or for both if the number is short.
    let beside = number.to_string() + glyph;
    let text = match matters {
        true if beside.chars().count() <= usize::from(inner.width) => beside,
        true => repeated(),
        false => text,
    };
    centred(buffer, inner, inner.y, &text, style);
}

/// The part of a square's place that is not for lines or brackets.
fn inner(rect: Rect) -> Rect {
    let line = u16::from(rect.height > 1);
    Rect::new(rect.x + 1, rect.y + line, rect.width - 1, rect.height - line)
}

fn middle(rect: Rect) -> u16 {
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

fn centred(buffer: &mut Buffer, rect: Rect, row: u16, text: &str, style: Style) {
    let width = text.chars().count().min(usize::from(rect.width));
    let column = rect.x + (rect.width - width as u16) / 2;
    buffer.set_stringn(column, row, text, usize::from(rect.width), style);
}

fn draw_grid(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let [horizontal, vertical, junctions @ ..] = &model.theme.glyphs.lines;
    let (board, (width, height)) = (layout.board, layout.square);
    // 0 at the first line, 1 between, 2 at the last: junctions lie in rows of three.
    let place = |at: u16, last: u16| usize::from(at > 0) + usize::from(at == last);
    for y in 0..board.height {
        for x in 0..board.width {
            let symbol = match (x % width == 0, y % height == 0) {
                (true, true) => junctions[place(y, board.height - 1) * 3 + place(x, board.width - 1)],
                (true, false) => vertical,
                (false, true) => horizontal,
                (false, false) => continue,
            };
            buffer[(board.x + x, board.y + y)].set_symbol(symbol).set_style(model.theme.faint());
        }
    }
}

fn draw_names(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let cursor = bracketed_square(model);
    let pointed = pointed_line(model);
    let [from_left, from_below] = model.theme.glyphs.pointers;
    let style = |line: RankOrFile| {
        let is_cursor = cursor.is_some_and(|square| line.contains(square));
        if is_cursor || pointed == Some(line) { model.theme.strong() } else { model.theme.faint() }
    };
    for rank in layout.origin.1..layout.origin.1 + layout.shown.1 {
        let Some(rect) = Square::new(layout.origin.0, rank).and_then(|square| layout.rect_of(square)) else { continue };
        let line = RankOrFile::Rank(rank);
        let width = usize::from(layout.rank_names) - 1;
        let pointer = if pointed == Some(line) { from_left } else { "" };
        let name = format!("{:>width$}{pointer}", rank + 1);
        let x = layout.board.x - layout.rank_names;
        buffer.set_string(x, middle(inner(rect)), name, style(line));
    }
    let below = layout.board.bottom();
    for file in layout.origin.0..layout.origin.0 + layout.shown.0 {
        let Some(rect) = Square::new(file, layout.origin.1).and_then(|square| layout.rect_of(square)) else { continue };
        let line = RankOrFile::File(file);
        centred(buffer, inner(rect), below, &file_name(file), style(line));
        if pointed == Some(line) {
            // Left of the name, where the grid has its line.
            let x = rect.x + (rect.width - 2) / 2;
            buffer.set_string(x, below, from_below, style(line));
        }
    }
    if layout.is_cut() {
        let x = layout.board.x - layout.rank_names;
        buffer.set_string(x, below, model.theme.glyphs.more, model.theme.faint());
    }
}

/// Reverses the square under the cursor and brackets it: either alone is invisible in some terminals.
fn draw_cursor(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let Some(rect) = bracketed_square(model).and_then(|square| layout.rect_of(square)) else { return };
    let inner = inner(rect);
    buffer.set_style(inner, Style::new().add_modifier(Modifier::REVERSED));
    let row = middle(inner);
    // The right bracket takes the line, or the gap, of the next square; with one row and three columns, the gap after
    // the glyph if a count has left one.
    let has_gap = (rect.width, rect.height) == (3, 1) && buffer[(rect.right() - 1, row)].symbol() == " ";
    for (column, bracket) in [(rect.x, "["), (rect.right() - u16::from(has_gap), "]")] {
        if let Some(cell) = buffer.cell_mut(Position::new(column, row)) {
            cell.set_symbol(bracket).modifier = Modifier::BOLD;
        }
    }
}
