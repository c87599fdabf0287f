//! The rays between a piece and the cells that it attacks, drawn from cell to cell without gaps.

use game::{Drawing, LineDirection};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::middle;
use crate::face::Face;
use crate::view::cells::CellPainter;
use crate::view::layout::ScreenLayout;

/// The dots of a character in Braille, in columns and rows.
const DOTS: (u16, u16) = (2, 4);

/// Draws the rays through the cells that a piece attacks, in place of the signs of these cells. Draws nothing if cells
/// are only one text row high, or if the terminal has no Unicode. A ray ends where another line is.
pub(super) fn draw(face: &Face, layout: &ScreenLayout, cells: &CellPainter<'_>, buffer: &mut Buffer) {
    if layout.cell.1 == 1 || !face.theme.glyphs.has_weights {
        return;
    }
    for (cell, rect) in layout.cells() {
        let square = face.model.board().only(cell).and_then(|variable| cells.scene.square(variable));
        let Some(Drawing::Path(way)) = square.and_then(|square| square.mark).and_then(|mark| mark.sign) else {
            continue;
        };
        let inner = ScreenLayout::inner(rect);
        let (x, y) = (inner.x + (inner.width - 1) / 2, middle(inner));
        let style = buffer[(x, y)].style();
        let [across, down, ..] = face.theme.glyphs.ways;
        match way {
            LineDirection::Row => (rect.left()..rect.right()).for_each(|x| put(buffer, (x, y), across, style)),
            LineDirection::Column => (rect.top()..rect.bottom()).for_each(|y| put(buffer, (x, y), down, style)),
            LineDirection::Diagonal => slanted(buffer, rect, (x, y), style, true),
            LineDirection::AntiDiagonal => slanted(buffer, rect, (x, y), style, false),
            LineDirection::Crossing => {}
        }
    }
}

/// Writes a part of a ray, if its place on the screen is empty.
fn put(buffer: &mut Buffer, at: (u16, u16), symbol: &str, style: Style) {
    let place = &mut buffer[at];
    if place.symbol() == " " {
        place.set_symbol(symbol).set_style(Style { bg: None, ..style });
    }
}

/// Draws the diagonal of `rect` in dots, and erases the sign at `sign`. `rises` is `true` for the diagonal from the
/// lower left to the upper right.
fn slanted(buffer: &mut Buffer, rect: Rect, sign: (u16, u16), style: Style, rises: bool) {
    buffer[sign].set_symbol(" ");
    let (width, height) = (DOTS.0 * rect.width, DOTS.1 * rect.height);
    for y in rect.top()..rect.bottom() {
        for x in rect.left()..rect.right() {
            let is_on = |column: u16, row: u16| {
                let (across, down) = (DOTS.0 * (x - rect.x) + column, DOTS.1 * (y - rect.y) + row);
                let from_top = if rises { height - 1 - down } else { down };
                // Each row has one dot. It divides the width in the same ratio in which the row divides the height.
                across == from_top * width / height
            };
            let dots = (0..DOTS.1).flat_map(|row| (0..DOTS.0).map(move |column| (column, row)));
            let sign = dots.filter(|&(column, row)| is_on(column, row)).fold(0, |sign, dot| sign | braille(dot));
            if let Some(symbol) = char::from_u32(0x2800 + sign).filter(|_| sign > 0) {
                put(buffer, (x, y), symbol.encode_utf8(&mut [0; 4]), style);
            }
        }
    }
}

/// Returns the bit of a dot in the Braille patterns of Unicode, by its column and row.
fn braille((column, row): (u16, u16)) -> u32 {
    match (column, row) {
        (0, 3) => 0x40,
        (_, 3) => 0x80,
        (column, row) => 1 << (3 * column + row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(width: u16, height: u16, rises: bool) -> Vec<String> {
        let rect = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(rect);
        slanted(&mut buffer, rect, (0, 0), Style::new(), rises);
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(row).collect()
    }

    #[test]
    fn a_diagonal_leads_from_corner_to_corner() {
        assert_eq!(drawn(4, 2, false), ["⠑⢄  ", "  ⠑⢄"]);
        assert_eq!(drawn(4, 2, true), ["  ⡠⠊", "⡠⠊  "]);
    }
}
