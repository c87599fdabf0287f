//! Large pictures of pieces, drawn with half blocks in cells that have room for them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The picture of a piece: rows of pixels. `#` is a pixel of the piece. A character of the
/// screen shows two rows of pixels. In each row it shows two pixels in [`EVEN_QUEENS`] and the like, whose pictures are
/// an even number of characters wide, and one pixel in [`QUEENS`] and the like, whose pictures are an odd number of
/// characters wide.
type Picture = &'static [&'static str];

/// The pictures of a queen for areas with an odd number of columns, the largest first. Each picture is a crown.
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

/// The pictures of a queen for areas with an even number of columns, the largest first.
const EVEN_QUEENS: [Picture; 7] = [
    &[
        "#..........##..........#",
        "##........####........##",
        "###......######......###",
        "#####...########...#####",
        "######.##########.######",
        "########################",
        "########################",
        "########################",
        ".######################.",
        "........................",
        ".######################.",
        ".######################.",
    ],
    &[
        "#........##........#",
        "##......####......##",
        "####...######...####",
        "#####.########.#####",
        "####################",
        "####################",
        ".##################.",
        "....................",
        ".##################.",
        ".##################.",
    ],
    &[
        "#......##......#",
        "##....####....##",
        "####.######.####",
        "################",
        "################",
        ".##############.",
        "................",
        ".##############.",
    ],
    &["#....##....#", "##..####..##", "############", "############", ".##########.", ".##########."],
    &[".#...##...#.", ".##.####.##.", ".##########.", "..########.."],
    &["#..##..#", "##.##.##", "########", ".######."],
    &[".#.##.#.", ".######."],
];

/// The pictures of a star for areas with an odd number of columns, the largest first.
const STARS: [Picture; 3] = [
    &[".......", "...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", "......."],
    &[".....", "..#..", "#####", ".###.", ".#.#.", "....."],
    &["..#..", "#####", ".###.", ".#.#."],
];

/// The pictures of a star for areas with an even number of columns, the largest first.
const EVEN_STARS: [Picture; 3] = [
    &[
        ".......##.......",
        "......####......",
        "################",
        "..############..",
        "...##########...",
        "..############..",
        "..####....####..",
        "..#..........#..",
    ],
    &[".....##.....", "....####....", "############", "..########..", "..########..", "..##....##.."],
    &["...##...", "########", ".######.", ".##..##."],
];

/// The pictures of a tent for areas with an odd number of columns, the largest first.
const TENTS: [Picture; 2] =
    [&["...#...", "..###..", ".##.##.", "##...##", "#.....#", "......."], &["..#..", ".###.", "##.##", "#...#"]];

/// The pictures of a tent for areas with an even number of columns, the largest first.
const EVEN_TENTS: [Picture; 3] = [
    &[
        ".......##.......",
        "......####......",
        ".....######.....",
        "....########....",
        "...####..####...",
        "..####....####..",
        ".####......####.",
        "####........####",
    ],
    &[".....##.....", "....####....", "...######...", "..###..###..", ".###....###.", "####....####"],
    &["...##...", "..####..", ".##..##.", "##....##"],
];

/// The pictures of a tree for areas with an odd number of columns, the largest first.
const TREES: [Picture; 2] =
    [&["..###..", ".#####.", "#######", ".#####.", "...#...", "...#..."], &[".###.", "#####", ".###.", "..#.."]];

/// The pictures of a tree for areas with an even number of columns, the largest first.
const EVEN_TREES: [Picture; 3] = [
    &[
        ".....######.....",
        "...##########...",
        "..############..",
        "..############..",
        "...##########...",
        ".....######.....",
        ".......##.......",
        ".......##.......",
    ],
    &["....####....", "..########..", ".##########.", "..########..", ".....##.....", ".....##....."],
    &["..####..", ".######.", "..####..", "...##..."],
];

/// Returns the largest picture of a piece with this symbol that fits into `room`, with `margin` free rows of pixels
/// above and below it. In an area with an odd number of columns, the picture leaves a free column on each side, except
/// in an area of at most five columns. Returns `None` if no picture fits.
pub(super) fn picture(symbol: char, room: Rect, margin: usize) -> Option<Picture> {
    let is_even = room.width.is_multiple_of(2);
    let pictures: &[Picture] = match (symbol, is_even) {
        ('Q', false) => &QUEENS,
        ('Q', true) => &EVEN_QUEENS,
        ('*', false) => &STARS,
        ('*', true) => &EVEN_STARS,
        ('A', false) => &TENTS,
        ('A', true) => &EVEN_TENTS,
        ('T', false) => &TREES,
        ('T', true) => &EVEN_TREES,
        _ => return None,
    };
    let (width, height) = (usize::from(room.width), usize::from(room.height));
    let widest = if is_even || width <= 5 { width } else { width - 2 };
    let highest = (2 * height).saturating_sub(2 * margin);
    let fits = |picture: &&Picture| picture[0].len() / across(room) <= widest && picture.len() <= highest;
    pictures.iter().find(fits).copied()
}

/// Returns the number of pixels side by side in a character, in pictures for `room`.
fn across(room: Rect) -> usize {
    if room.width.is_multiple_of(2) { 2 } else { 1 }
}

/// The characters for two rows of two pixels. The index of a character has a bit for each pixel: for the upper left
/// pixel 8, for the upper right pixel 4, for the lower left pixel 2, for the lower right pixel 1.
const BLOCKS: [&str; 16] = [" ", "▗", "▖", "▄", "▝", "▐", "▞", "▟", "▘", "▚", "▌", "▙", "▀", "▜", "▛", "█"];

/// Returns the outline of a picture: the pixels that have no pixel of the piece at one of their four sides.
fn outline(picture: Picture) -> Vec<String> {
    let is_on =
        |row: usize, column: usize| picture.get(row).is_some_and(|pixels| pixels.as_bytes().get(column) == Some(&b'#'));
    let is_inner = |row: usize, column: usize| {
        let sides =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        sides.into_iter().all(|(row, column)| is_on(row, column))
    };
    let pixel = |row: usize, column: usize| if is_on(row, column) && !is_inner(row, column) { '#' } else { '.' };
    (0..picture.len()).map(|row| (0..picture[row].len()).map(|column| pixel(row, column)).collect()).collect()
}

/// Draws a picture in the middle of `room`: its outline alone if `is_hollow`. An underline is below the whole picture.
pub(super) fn draw(picture: Picture, is_hollow: bool, room: Rect, style: Style, buffer: &mut Buffer) {
    let picture = if is_hollow { outline(picture) } else { picture.iter().map(|row| (*row).to_owned()).collect() };
    let across = across(room);
    let width = (picture[0].len() / across) as u16;
    let (left, above) = (room.x + (room.width - width) / 2, (2 * usize::from(room.height) - picture.len()) / 2);
    put(&characters(&picture, across, above).collect::<Vec<_>>(), (left, room.y), style, buffer);
}

/// Writes the characters of a picture, row by row, from the position `left`, `top` on. An underline is below the last
/// row, and as wide as the picture.
pub(super) fn put(rows: &[Vec<&str>], (left, top): (u16, u16), style: Style, buffer: &mut Buffer) {
    let is_used = |column: &usize| rows.iter().any(|row| row[*column] != BLOCKS[0]);
    let columns = || 0..rows.first().map_or(0, Vec::len);
    let (Some(first), Some(last)) = (columns().find(is_used), columns().rev().find(is_used)) else { return };
    for ((index, row), y) in rows.iter().enumerate().zip(top..) {
        let is_line = index + 1 == rows.len() && style.add_modifier.contains(Modifier::UNDERLINED);
        let style = if is_line { style } else { style.remove_modifier(Modifier::UNDERLINED) };
        for (x, symbol) in (left..).zip(row).skip(first).take(last + 1 - first) {
            if *symbol != BLOCKS[0] || is_line {
                buffer[(x, y)].set_symbol(symbol).set_style(style);
            }
        }
    }
}

/// Returns the characters of a picture, row by row, below `above` empty rows of pixels. `across` is the number of
/// pixels side by side in a character, 1 or 2.
pub(in crate::view) fn characters(
    picture: &[impl AsRef<str>],
    across: usize,
    above: usize,
) -> impl Iterator<Item = Vec<&'static str>> {
    let width = picture.first().map_or(0, |row| row.as_ref().len());
    let is_on = move |row: usize, column: usize| {
        let row = row.checked_sub(above).and_then(|row| picture.get(row));
        row.is_some_and(|row| row.as_ref().as_bytes().get(column) == Some(&b'#'))
    };
    (0..above + picture.len()).step_by(2).map(move |row| {
        let character = |column: usize| {
            let last = column + across - 1;
            let pixels = [(row, column), (row, last), (row + 1, column), (row + 1, last)];
            BLOCKS[pixels.iter().fold(0, |index, &(row, column)| 2 * index + usize::from(is_on(row, column)))]
        };
        (0..width).step_by(across).map(character).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_a_symmetric_rectangle() {
        let queens_and_stars = QUEENS.iter().chain(&EVEN_QUEENS).chain(&STARS).chain(&EVEN_STARS);
        let tents_and_trees = TENTS.iter().chain(&EVEN_TENTS).chain(&TREES).chain(&EVEN_TREES);
        for picture in queens_and_stars.chain(tents_and_trees) {
            for row in *picture {
                assert!(row.len() == picture[0].len() && row.bytes().all(|pixel| b"#.".contains(&pixel)), "{row}");
                assert!(row.bytes().eq(row.bytes().rev()), "{row} is symmetric");
            }
        }
    }

    #[test]
    fn a_cell_shows_the_largest_picture_that_fits() {
        let of = |symbol, width, height| picture(symbol, Rect::new(0, 0, width, height), 0).map(|rows| rows[0].len());
        assert_eq!(of('Q', 3, 1), None, "the glyph has to do");
        assert_eq!(of('Q', 5, 2), Some(5));
        assert_eq!(of('Q', 7, 3), Some(5));
        assert_eq!(of('Q', 9, 4), Some(7));
        assert_eq!(of('Q', 15, 7), Some(11));
        assert_eq!(of('*', 15, 7), Some(7));
        assert_eq!(of('7', 15, 7), None, "values are text");
        assert_eq!([of('Q', 2, 1), of('*', 2, 2)], [None; 2], "the glyph has to do");
        assert_eq!([of('Q', 4, 2), of('Q', 6, 3), of('Q', 16, 8)], [8, 12, 24].map(Some));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 7, 3));
        draw(picture('Q', buffer.area, 0).unwrap(), false, buffer.area, Style::new(), &mut buffer);
        assert_eq!(buffer, Buffer::with_lines([" ▄ ▄ ▄ ", " █████ ", "  ▀▀▀  "]));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 3));
        draw(picture('Q', buffer.area, 1).unwrap(), false, buffer.area, Style::new(), &mut buffer);
        assert_eq!(buffer, Buffer::with_lines(["▗ ▗▖ ▖", "▐▙██▟▌", " ▀▀▀▀ "]), "in the middle");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 6));
        draw(picture('Q', buffer.area, 0).unwrap(), true, buffer.area, Style::new(), &mut buffer);
        let hollow = buffer.content.iter().filter(|place| place.symbol() == " ").count();
        assert!(hollow > 24, "{buffer:?}");
    }
}
