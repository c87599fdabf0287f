//! Large pictures of pieces, drawn with half blocks in cells that have room for them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The picture of a piece: rows of pixels, an even number of them. `#` is a pixel of the piece. A character of the
/// screen shows two pixels, one above the other.
type Picture = &'static [&'static str];

/// The pictures of a queen, the largest first. Each picture is a crown.
const QUEENS: [Picture; 5] = [
    &[
        "...........",
        "#....#....#",
        "##..###..##",
        "###.###.###",
        "###########",
        "###########",
        ".#########.",
        "...........",
        ".#########.",
        "...........",
    ],
    &[".........", "#...#...#", "##.###.##", "#########", "#########", ".#######.", ".#######.", "........."],
    &[".......", "#..#..#", "#.###.#", "#######", ".#####.", "......."],
    &[".....", "#.#.#", "#####", "#####", ".###.", "....."],
    &["#.#.#", "#####", "#####", "....."],
];

/// The pictures of a star, the largest first.
const STARS: [Picture; 3] = [
    &[".......", "...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", "......."],
    &[".....", "..#..", "#####", ".###.", ".#.#.", "....."],
    &["..#..", "#####", ".###.", ".#.#."],
];

/// Returns the largest picture of a piece with this symbol that fits into `inner`, the area of a cell without its
/// lines. The picture leaves a free column on each side, except in a cell of five columns. Returns `None` if no picture
/// fits.
pub(super) fn picture(symbol: char, inner: Rect) -> Option<Picture> {
    let pictures: &[Picture] = match symbol {
        'Q' => &QUEENS,
        '*' => &STARS,
        _ => return None,
    };
    let (width, height) = (usize::from(inner.width), usize::from(inner.height));
    let widest = if width == 5 { 5 } else { width.saturating_sub(2) };
    let fits = |picture: &&Picture| picture[0].len() <= widest && picture.len() / 2 <= height;
    pictures.iter().find(fits).copied()
}

/// Draws a picture in the middle of `inner`.
pub(super) fn draw(picture: Picture, inner: Rect, style: Style, buffer: &mut Buffer) {
    let (width, height) = (picture[0].len() as u16, (picture.len() / 2) as u16);
    let (left, top) = (inner.x + (inner.width - width) / 2, inner.y + (inner.height - height) / 2);
    for (y, rows) in (top..).zip(picture.chunks(2)) {
        for (x, (upper, lower)) in (left..).zip(rows[0].bytes().zip(rows[1].bytes())) {
            let block = match (upper == b'#', lower == b'#') {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => continue,
            };
            buffer[(x, y)].set_symbol(block).set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_a_rectangle_of_whole_characters() {
        for picture in QUEENS.iter().chain(&STARS) {
            assert!(picture.len().is_multiple_of(2), "{picture:?}");
            for row in *picture {
                assert!(row.len() == picture[0].len() && row.bytes().all(|pixel| b"#.".contains(&pixel)), "{row}");
                assert!(row.bytes().eq(row.bytes().rev()), "{row} is symmetric");
            }
        }
    }

    #[test]
    fn a_cell_shows_the_largest_picture_that_fits() {
        let of = |symbol, width, height| picture(symbol, Rect::new(0, 0, width, height)).map(|rows| rows[0].len());
        assert_eq!(of('Q', 3, 1), None, "the glyph has to do");
        assert_eq!(of('Q', 5, 2), Some(5));
        assert_eq!(of('Q', 7, 3), Some(5));
        assert_eq!(of('Q', 9, 4), Some(7));
        assert_eq!(of('Q', 15, 7), Some(11));
        assert_eq!(of('*', 15, 7), Some(7));
        assert_eq!(of('7', 15, 7), None, "values are text");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 7, 3));
        draw(picture('Q', buffer.area).unwrap(), buffer.area, Style::new(), &mut buffer);
        assert_eq!(buffer, Buffer::with_lines([" ▄ ▄ ▄ ", " █████ ", "  ▀▀▀  "]));
    }
}
