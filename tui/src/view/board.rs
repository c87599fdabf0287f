//! The board.

use nqueens_guide::{BigUint, Square, Status, file_name};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use crate::model::Model;

/// Draws the squares shown, the lines between them, and the names of ranks and files.
pub(super) fn draw(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    if layout.square.1 > 1 && !model.theme.palette.is_checkered() {
        draw_grid(model, layout, buffer);
    }
    for square in layout.squares() {
        draw_square(model, layout, square, buffer);
    }
    draw_names(model, layout, buffer);
    draw_cursor(model, layout, buffer);
}

fn draw_square(model: &Model, layout: &Layout, square: Square, buffer: &mut Buffer) {
    let Some(rect) = layout.rect_of(square) else { return };
    let theme = model.theme;
    // Before the diagram is there, nothing is known of any square.
    let guide = model.session.as_ref().map(nqueens_guide::Session::guide).filter(|guide| guide.size() == layout.size);
    let status = guide.map_or(Status::Open, |guide| guide.status(square));
    let style = theme.square(status, (square.file() + square.rank()) % 2 == 1);
    if theme.palette.is_checkered() {
        buffer.set_style(rect, style);
    }
    let inner = inner(rect);
    let glyph = if guide.is_some() { theme.glyphs.of(status) } else { " " };
    let count = guide
        .filter(|_| model.counts_shown && status.is_live())
        .map(|guide| count(guide.completions(square), inner.width, theme.glyphs.more));
    match count {
        None => centred(buffer, inner, middle(inner), glyph, style),
        // One row has room for one of the two.
        Some(count) if inner.height == 1 => centred(buffer, inner, inner.y, &count, style),
        Some(count) => {
            let row = inner.y + (inner.height - 2) / 2;
            centred(buffer, inner, row, glyph, style);
            centred(buffer, inner, row + 1, &count, style);
        }
    }
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
fn count(number: &BigUint, width: u16, more: &str) -> String {
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
    let style = |is_cursor: bool| if is_cursor { model.theme.strong() } else { model.theme.faint() };
    for rank in layout.origin.1..layout.origin.1 + layout.shown.1 {
        let Some(rect) = Square::new(layout.origin.0, rank).and_then(|square| layout.rect_of(square)) else { continue };
        let width = usize::from(layout.rank_names) - 1;
        let name = format!("{:>width$}", rank + 1);
        let x = layout.board.x - layout.rank_names;
        buffer.set_string(x, middle(inner(rect)), name, style(rank == model.cursor.rank()));
    }
    let below = layout.board.bottom();
    for file in layout.origin.0..layout.origin.0 + layout.shown.0 {
        let Some(rect) = Square::new(file, layout.origin.1).and_then(|square| layout.rect_of(square)) else { continue };
        centred(buffer, inner(rect), below, &file_name(file), style(file == model.cursor.file()));
    }
    if layout.is_cut() {
        let x = layout.board.x - layout.rank_names;
        buffer.set_string(x, below, model.theme.glyphs.more, model.theme.faint());
    }
}

/// Reverses the square under the cursor and brackets it: either alone is invisible in some terminals.
fn draw_cursor(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let Some(rect) = layout.rect_of(model.cursor) else { return };
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
