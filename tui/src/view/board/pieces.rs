//! Large pictures of pieces, drawn with half blocks in cells that have room for them.

use ratatui::buffer::{Buffer, Cell as BufferCell};
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};

/// The picture of a piece: rows of pixels. `#` is a pixel of the piece. A character of the screen shows two rows of
/// two pixels each, which are twice as high as wide.
type Picture = &'static [&'static str];

/// The numbers of free rows of pixels above and below a picture in its room.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Margins {
    pub above: usize,
    pub below: usize,
}

/// The pictures of a queen, the widest first, and the highest first among the pictures of one width: crowns with a long
/// point in the middle, which no rook has.
const QUEENS: [Picture; 16] = [
    &[
        "...........##...........",
        "...........##...........",
        "#.........####.........#",
        "##........####........##",
        "###......######......###",
        "#####....######....#####",
        "######.##########.######",
        "########################",
        "########################",
        ".######################.",
        "........................",
        ".######################.",
    ],
    &[
        "...........##...........",
        "#.........####.........#",
        "##........####........##",
        "###......######......###",
        "#####....######....#####",
        "######.##########.######",
        "########################",
        "########################",
        ".######################.",
        "........................",
        ".######################.",
    ],
    &[
        "..........##..........",
        "..........##..........",
        "#........####........#",
        "##.......####.......##",
        "####....######....####",
        "#####.##########.#####",
        "######################",
        ".####################.",
        "......................",
        ".####################.",
    ],
    &[
        "..........##..........",
        "#........####........#",
        "##.......####.......##",
        "####....######....####",
        "#####.##########.#####",
        "######################",
        ".####################.",
        "......................",
        ".####################.",
    ],
    &[
        ".........##.........",
        ".........##.........",
        "#.......####.......#",
        "##......####......##",
        "####...######...####",
        "#####.########.#####",
        "####################",
        ".##################.",
        "....................",
        ".##################.",
    ],
    &[
        ".........##.........",
        "#.......####.......#",
        "##......####......##",
        "####...######...####",
        "#####.########.#####",
        "####################",
        ".##################.",
        "....................",
        ".##################.",
    ],
    &[
        "........##........",
        "#.......##.......#",
        "##.....####.....##",
        "###...######...###",
        "#####.######.#####",
        "##################",
        "..................",
        ".################.",
    ],
    &[
        "........##........",
        "#......####......#",
        "###....####....###",
        "#####.######.#####",
        "##################",
        "..................",
        ".################.",
    ],
    &[
        ".......##.......",
        "#......##......#",
        "##....####....##",
        "###...####...###",
        "#####.####.#####",
        "################",
        "................",
        ".##############.",
    ],
    &[
        ".......##.......",
        "#.....####.....#",
        "###...####...###",
        "#####.####.#####",
        "################",
        "................",
        ".##############.",
    ],
    &["......##......", "#....####....#", "###..####..###", "##############", "..............", ".############."],
    &[".....##.....", "#....##....#", "###.####.###", "############", "............", ".##########."],
    &[".....##.....", "#....##....#", "###.####.###", "############", ".##########."],
    &[".....##.....", ".#...##...#.", ".##.####.##.", ".##########."],
    &["....##....", "#...##...#", "##.####.##", "##########"],
    &["...##...", "#..##..#", "##.##.##", "########"],
];

/// The outlines of the [`QUEENS`] that are too small for [`outline`] to leave a blank in them.
const HOLLOW_QUEENS: [Picture; 6] = [
    &[".....##.....", "#...#..#...#", "#.##....##.#", "#..........#", "############"],
    &[".....##.....", "#...#..#...#", "#.##....##.#", "#..........#", "#..........#", "############"],
    &["......##......", "#....#..#....#", "#.###....###.#", "#............#", "#............#", "##############"],
    &["....####....", ".#..#..#..#.", ".##.#..#.##.", ".##########."],
    &["....##....", "#..#..#..#", "##.#..#.##", "##########"],
    &["...##...", "#.#..#.#", "##....##", "########"],
];

/// The pictures of a star, the widest first.
const STARS: [Picture; 8] = [
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
    &[
        ".......##.......",
        "......####......",
        "################",
        "..############..",
        "...##########...",
        "..#####..#####..",
        "..##........##..",
    ],
    &[
        "..............",
        "......##......",
        "......##......",
        "##############",
        "..##########..",
        "....######....",
        "..####..####..",
        "..............",
    ],
    &[".....##.....", "....####....", "############", "..########..", "..########..", "..##....##.."],
    &[".....##.....", "############", "..########..", "..########..", ".###....###."],
    &["..........", "....##....", "##########", "..######..", "..##..##..", ".........."],
    &["....##....", "##########", "..######..", "..##..##.."],
    &["...##...", "########", ".######.", ".##..##."],
];

/// The pictures of a tent, the widest first.
const TENTS: [Picture; 6] = [
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
    &["......##......", "....######....", "..####..####..", "####......####", "##..........##", ".............."],
    &[".....##.....", "....####....", "...######...", "..###..###..", ".###....###.", "####....####"],
    &[".....##.....", "....####....", "..###..###..", ".###....###.", "####....####"],
    &["....##....", "..######..", "####..####", "##......##"],
    &["...##...", "..####..", ".##..##.", "##....##"],
];

/// The pictures of a tree, the widest first.
const TREES: [Picture; 6] = [
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
    &["....######....", "..##########..", "##############", "..##########..", "......##......", "......##......"],
    &["....####....", "..########..", ".##########.", "..########..", ".....##.....", ".....##....."],
    &["....####....", "..########..", ".##########.", "..########..", ".....##....."],
    &["..######..", "##########", "..######..", "....##...."],
    &["..####..", ".######.", "..####..", "...##..."],
];

/// Returns the largest picture of a piece with this symbol that fits into the middle of `room`, between `margins`. In a
/// room with an odd number of columns, the picture leaves a free column on each side, except in a room of at most five
/// columns. Returns `None` if no picture fits.
pub(super) fn picture(symbol: char, room: Size, margins: Margins) -> Option<Picture> {
    let pictures: &[Picture] = match symbol {
        'Q' => &QUEENS,
        '*' => &STARS,
        'A' => &TENTS,
        'T' => &TREES,
        _ => return None,
    };
    let (width, height) = (usize::from(room.width), usize::from(room.height));
    let widest = if width.is_multiple_of(2) || width <= 5 { width } else { width - 2 };
    let highest = (2 * height).saturating_sub(margins.above + margins.below);
    let fits = |picture: &&Picture| {
        let columns = picture[0].len() / 2;
        columns <= widest && columns % 2 == width % 2 && picture.len() <= highest
    };
    pictures.iter().find(fits).copied()
}

/// The characters for two rows of two pixels. The index of a character has a bit for each pixel: for the upper left
/// pixel 8, for the upper right pixel 4, for the lower left pixel 2, for the lower right pixel 1.
const BLOCKS: [&str; 16] = [" ", "▗", "▖", "▄", "▝", "▐", "▞", "▟", "▘", "▚", "▌", "▙", "▀", "▜", "▛", "█"];

fn is_as_large(a: Picture, b: Picture) -> bool {
    (a.len(), a[0].len()) == (b.len(), b[0].len())
}

/// Returns the outline of a picture: the pixels that have no pixel of the piece at one of their four sides.
fn outline(picture: Picture) -> Vec<String> {
    let hollow = HOLLOW_QUEENS.iter().find(|hollow| is_as_large(hollow, picture));
    if let Some(hollow) = hollow.filter(|_| QUEENS.contains(&picture)) {
        return hollow.iter().map(|row| (*row).to_owned()).collect();
    }
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

/// Draws a picture in the middle of `room`, between `margins`: its outline alone if `is_hollow`. An underline is below
/// the whole picture.
pub(super) fn draw(
    picture: Picture,
    is_hollow: bool,
    (room, margins): (Rect, Margins),
    style: Style,
    buffer: &mut Buffer,
) {
    let picture = if is_hollow { outline(picture) } else { picture.iter().map(|row| (*row).to_owned()).collect() };
    let width = (picture[0].len() / 2) as u16;
    let free = 2 * usize::from(room.height) - margins.above - margins.below - picture.len();
    let (left, above) = (room.x + (room.width - width) / 2, margins.above + free / 2);
    put(&characters(&picture, 2, above).collect::<Vec<_>>(), (left, room.y), style, buffer);
}

/// Returns the rows of characters of the piece with this symbol, in the middle of a room of this size; `None` if no
/// picture fits.
pub(in crate::view) fn drawn(symbol: char, room: Size) -> Option<Vec<String>> {
    let mut buffer = Buffer::empty(Rect::from((Position::ORIGIN, room)));
    let picture = picture(symbol, room, Margins::default())?;
    draw(picture, false, (buffer.area, Margins::default()), Style::new(), &mut buffer);
    let row = |row: &[BufferCell]| row.iter().map(BufferCell::symbol).collect();
    Some(buffer.content.chunks(usize::from(room.width)).map(row).collect())
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
        for picture in QUEENS.iter().chain(&HOLLOW_QUEENS).chain(&STARS).chain(&TENTS).chain(&TREES) {
            for row in *picture {
                assert!(row.len() == picture[0].len() && row.bytes().all(|pixel| b"#.".contains(&pixel)), "{row}");
                assert!(row.bytes().eq(row.bytes().rev()), "{row} is symmetric");
            }
        }
    }

    #[test]
    fn a_cell_shows_the_largest_picture_that_fits() {
        let free = |above: usize, below: usize| Margins { above, below };
        let of = |symbol, width, height| picture(symbol, Size { width, height }, free(0, 0)).map(|rows| rows[0].len());
        assert_eq!([of('Q', 3, 1), of('Q', 2, 1), of('*', 2, 2)], [None; 3], "the glyph has to do");
        assert_eq!([of('Q', 5, 2), of('Q', 7, 3), of('Q', 9, 4), of('Q', 15, 7)], [10, 10, 14, 22].map(Some));
        assert_eq!([of('Q', 4, 2), of('Q', 6, 3), of('Q', 16, 8)], [8, 12, 24].map(Some));
        assert_eq!([of('*', 15, 7), of('7', 15, 7)], [Some(14), None], "values are text");
        let crown = |width: u16, is_hollow: bool, margins: Margins| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, 3));
            let picture = picture('Q', buffer.area.as_size(), margins).unwrap();
            draw(picture, is_hollow, (buffer.area, margins), Style::new(), &mut buffer);
            buffer
        };
        assert_eq!(crown(7, false, free(0, 0)), Buffer::with_lines(["   ▄   ", " ▙▗█▖▟ ", " ▀▀▀▀▀ "]));
        assert_eq!(crown(6, false, free(1, 1)), Buffer::with_lines(["  ▗▖  ", "▐▖▟▙▗▌", "▝▀▀▀▀▘"]), "in the middle");
        assert_eq!(
            crown(6, false, free(0, 1)),
            Buffer::with_lines(["▖ ▐▌ ▗", "█▙██▟█", "▝▀▀▀▀▘"]),
            "not at the lower line"
        );
        assert_ne!(crown(6, true, free(0, 0)), crown(6, false, free(0, 0)));
        assert!(HOLLOW_QUEENS.iter().all(|hollow| QUEENS.iter().any(|queen| is_as_large(hollow, queen))));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 6));
        let picture = picture('Q', buffer.area.as_size(), free(0, 0)).unwrap();
        draw(picture, true, (buffer.area, free(0, 0)), Style::new(), &mut buffer);
        let hollow = buffer.content.iter().filter(|place| place.symbol() == " ").count();
        assert!(hollow > 24, "{buffer:?}");
    }
}
