//! Large pictures of values, drawn with blocks in cells that have room for them.

use std::iter;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::pieces::{characters, put};

/// Symbols with their pictures: rows of pixels, separated by blanks. `#` is a pixel of the symbol. A pixel is as wide as
/// a character and half as high.
type Font = [(char, &'static str); 36];

/// Pictures with 5 rows.
const SMALL: Font = [
    ('0', "### #.# #.# #.# ###"),
    ('1', ".#. ##. .#. .#. ###"),
    ('2', "### ..# ### #.. ###"),
    ('3', "### ..# ### ..# ###"),
    ('4', "#.# #.# ### ..# ..#"),
    ('5', "### #.. ### ..# ###"),
    ('6', "### #.. ### #.# ###"),
    ('7', "### ..# ..# ..# ..#"),
    ('8', "### #.# ### #.# ###"),
    ('9', "### #.# ### ..# ###"),
    ('A', "### #.# ### #.# #.#"),
    ('B', "##. #.# ##. #.# ##."),
    ('C', "### #.. #.. #.. ###"),
    ('D', "##. #.# #.# #.# ##."),
    ('E', "### #.. ##. #.. ###"),
    ('F', "### #.. ##. #.. #.."),
    ('G', "#### #... #.## #..# ####"),
    ('H', "#.# #.# ### #.# #.#"),
    ('I', "### .#. .#. .#. ###"),
    ('J', "..# ..# ..# #.# ###"),
    ('K', "#..# #.#. ##.. #.#. #..#"),
    ('L', "#.. #.. #.. #.. ###"),
    ('M', "#...# ##.## #.#.# #...# #...#"),
    ('N', "#...# ##..# #.#.# #..## #...#"),
    ('O', ".##. #..# #..# #..# .##."),
    ('P', "### #.# ### #.. #.."),
    ('Q', ".##. #..# #..# #.#. .#.#"),
    ('R', "### #.# ##. #.# #.#"),
    ('S', ".### #... .##. ...# ###."),
    ('T', "### .#. .#. .#. .#."),
    ('U', "#.# #.# #.# #.# ###"),
    ('V', "#.# #.# #.# #.# .#."),
    ('W', "#...# #...# #.#.# ##.## #...#"),
    ('X', "#.# #.# .#. #.# #.#"),
    ('Y', "#.# #.# .#. .#. .#."),
    ('Z', "#### ..#. .#.. #... ####"),
];

/// Pictures with 7 rows.
const LARGE: Font = [
    ('0', ".##. #..# #..# #..# #..# #..# .##."),
    ('1', "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."),
    ('2', ".###. #...# ....# ..##. .#... #.... #####"),
    ('3', ".###. #...# ....# ..##. ....# #...# .###."),
    ('4', "...#. ..##. .#.#. #..#. ##### ...#. ...#."),
    ('5', "##### #.... ####. ....# ....# #...# .###."),
    ('6', ".###. #.... #.... ####. #...# #...# .###."),
    ('7', "##### ....# ...#. ..#.. .#... .#... .#..."),
    ('8', ".###. #...# #...# .###. #...# #...# .###."),
    ('9', ".###. #...# #...# .#### ....# ....# .###."),
    ('A', ".###. #...# #...# ##### #...# #...# #...#"),
    ('B', "####. #...# #...# ####. #...# #...# ####."),
    ('C', ".###. #...# #.... #.... #.... #...# .###."),
    ('D', "####. #...# #...# #...# #...# #...# ####."),
    ('E', "##### #.... #.... ####. #.... #.... #####"),
    ('F', "##### #.... #.... ####. #.... #.... #...."),
    ('G', ".###. #...# #.... #.### #...# #...# .###."),
    ('H', "#...# #...# #...# ##### #...# #...# #...#"),
    ('I', ".###. ..#.. ..#.. ..#.. ..#.. ..#.. .###."),
    ('J', "..### ...#. ...#. ...#. ...#. #..#. .##.."),
    ('K', "#...# #..#. #.#.. ##... #.#.. #..#. #...#"),
    ('L', "#.... #.... #.... #.... #.... #.... #####"),
    ('M', "#...# ##.## #.#.# #.#.# #...# #...# #...#"),
    ('N', "#...# ##..# ##..# #.#.# #..## #..## #...#"),
    ('O', ".###. #...# #...# #...# #...# #...# .###."),
    ('P', "####. #...# #...# ####. #.... #.... #...."),
    ('Q', ".###. #...# #...# #...# #.#.# #..#. .##.#"),
    ('R', "####. #...# #...# ####. #.#.. #..#. #...#"),
    ('S', ".#### #.... #.... .###. ....# ....# ####."),
    ('T', "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#.."),
    ('U', "#...# #...# #...# #...# #...# #...# .###."),
    ('V', "#...# #...# #...# #...# #...# .#.#. ..#.."),
    ('W', "#...# #...# #...# #.#.# #.#.# ##.## #...#"),
    ('X', "#...# #...# .#.#. ..#.. .#.#. #...# #...#"),
    ('Y', "#...# #...# .#.#. ..#.. ..#.. ..#.. ..#.."),
    ('Z', "##### ....# ...#. ..#.. .#... #.... #####"),
];

/// The pictures by size, the largest first: a font, and the width and height of its pixels in relation to [`Font`].
const SIZES: [(&Font, usize); 3] = [(&SMALL, 2), (&LARGE, 1), (&SMALL, 1)];

/// The width of the widest picture of a font, in pixels. Symbols of one board differ in width, but not in size.
const WIDEST: usize = 5;

/// Returns `true` if there are pictures of all `symbols`.
pub(in crate::view) fn has_pictures(symbols: &[char]) -> bool {
    symbols.iter().all(|symbol| SMALL.iter().any(|(known, _)| known == symbol))
}

/// Returns the pixels of the largest picture of `symbol` that fits into `room`: twice as many columns, and at most twice
/// as many rows, as `room` has. There are `margin` free rows of pixels above the picture and one more below it, since
/// without a margin the text row above the room has the line of the cell, and is empty but for this line. Returns `None`
/// if no picture fits, or if the symbol has none.
fn pixels(symbol: char, room: Rect, margin: usize) -> Option<Vec<String>> {
    let (width, height) = (2 * usize::from(room.width), 2 * usize::from(room.height));
    SIZES.into_iter().find_map(|(font, scale)| {
        let (_, picture) = font.iter().find(|(known, _)| *known == symbol)?;
        let rows: Vec<&str> = picture.split(' ').collect();
        let free = height.checked_sub(scale * rows.len() + margin + 1)?;
        let above = margin + free / 2;
        let widest = width.checked_sub(2 * scale * WIDEST)?;
        let left = widest / 2 + scale * (WIDEST - rows[0].len());
        let stretched = |row: &str| row.chars().map(|pixel| String::from(pixel).repeat(2 * scale)).collect::<String>();
        let row = |row: &str| format!("{:width$}", " ".repeat(left) + &stretched(row));
        let drawn = rows.iter().flat_map(|pixels| iter::repeat_n(row(pixels), scale));
        Some(iter::repeat_n(row(""), above).chain(drawn).collect())
    })
}

/// Draws the largest picture of `symbol` that fits into `room`, with `margin` free rows of pixels above it. An underline
/// is below the whole picture. Returns `false` if no picture fits, or if the symbol has none.
pub(super) fn draw(symbol: char, room: Rect, margin: usize, style: Style, buffer: &mut Buffer) -> bool {
    let Some(pixels) = pixels(symbol, room, margin) else { return false };
    put(&characters(&pixels, 2, 0).collect::<Vec<_>>(), (room.x, room.y), style, buffer);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(symbol: char, width: u16, height: u16) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(symbol, buffer.area, 0, Style::new(), &mut buffer);
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(row).collect()
    }

    #[test]
    fn every_symbol_has_a_picture_of_its_own() {
        for (font, rows) in [(&SMALL, 5), (&LARGE, 7)] {
            for (index, (symbol, picture)) in font.iter().enumerate() {
                let pixels: Vec<&str> = picture.split(' ').collect();
                assert_eq!(pixels.len(), rows, "{symbol}");
                assert!(pixels.iter().all(|row| row.len() == pixels[0].len() && row.len() <= WIDEST), "{symbol}");
                assert!(picture.bytes().all(|pixel| b"#. ".contains(&pixel)), "{symbol}");
                assert!(font[..index].iter().all(|(_, other)| other != picture), "{symbol}");
                assert_eq!(*symbol, SMALL[index].0);
            }
        }
    }

    #[test]
    fn a_value_is_as_large_as_its_cell_allows() {
        assert_eq!(drawn('4', 5, 2), ["     ", "     "], "the text has to do");
        assert_eq!(drawn('♛', 7, 3), ["       "; 3], "no picture");
        assert_eq!(drawn('4', 7, 3), ["  █ █  ", "  ▀▀█  ", "    ▀  "]);
        assert_eq!(drawn('4', 6, 3), [" ▐▌▐▌ ", " ▝▀▜▌ ", "   ▝▘ "], "in the middle");
        assert_eq!(drawn('4', 9, 4), ["    ▄█   ", "  ▄▀ █   ", "  ▀▀▀█▀  ", "     ▀   "].map(str::to_owned));
        assert_eq!(drawn('1', 13, 6)[..2], ["     ▐█▌     ", "   ▐███▌     "], "twice the size");
        assert!(has_pictures(&['1', 'G']) && !has_pictures(&['1', 'g']));
    }
}
