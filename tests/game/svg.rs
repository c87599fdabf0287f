//! Pictures of screens in SVG, drawn from the cells of the terminal.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The size of a cell in pixels: a fixed-width font of 16 pixels.
pub(super) const CELL: (u16, u16) = (10, 20);

/// The font of a picture, as attributes.
pub(super) const FONT: &str =
    "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"16\"";

/// Draws a screen: a rectangle for each run of cells with the same background, and a text for each run of characters
/// with the same style.
pub(super) fn frame(buffer: &Buffer) -> String {
    let mut svg = String::new();
    for y in 0..buffer.area.height {
        let row: Vec<&Cell> = (0..buffer.area.width).map(|x| &buffer[(x, y)]).collect();
        let mut x = 0;
        for run in row.chunk_by(|a, b| colours(a).1 == colours(b).1) {
            let (left, top, width) = (x * CELL.0, y * CELL.1, run.len() as u16 * CELL.0);
            let bg = colours(run[0]).1;
            if bg != BACKGROUND {
                write!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{}\" fill=\"{bg}\"/>", CELL.1)
                    .unwrap();
            }
            x += run.len() as u16;
        }
        x = 0;
        let text = |cell: &Cell| {
            let (fg, _, is_bold) = colours(cell);
            (fg, is_bold)
        };
        for run in row.chunk_by(|a, b| text(a) == text(b)) {
            draw_text(&mut svg, run, x, y);
            x += run.len() as u16;
        }
    }
    svg
}

fn draw_text(svg: &mut String, run: &[&Cell], x: u16, y: u16) {
    let (fg, _, is_bold) = colours(run[0]);
    let (left, top) = (x * CELL.0, y * CELL.1);
    // Each word has its place, since the font of the reader may be wider.
    let symbols: Vec<&str> = run.iter().map(|cell| cell.symbol()).collect();
    let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
    let baseline = top + 15;
    let mut place = 0;
    let kind = |symbol: &str| (symbol == " ", blocks(symbol).is_some());
    for word in symbols.chunk_by(|a, b| kind(a) == kind(b)) {
        let (left, length) = (left + place * CELL.0, word.len() as u16 * CELL.0);
        place += word.len() as u16;
        if word[0] == " " {
            continue;
        }
        if word.iter().all(|symbol| blocks(symbol).is_some()) {
            draw_blocks(svg, word, (left, top), &fg);
            continue;
        }
        let escaped = word.concat().replace('&', "&amp;").replace('<', "&lt;");
        let length = if word.len() > 1 { format!(" textLength=\"{length}\"") } else { String::new() };
        write!(svg, "<text x=\"{left}\" y=\"{baseline}\"{length} fill=\"{fg}\"{weight}>{escaped}</text>").unwrap();
    }
}

/// Returns the filled rectangles of a block in a cell: the column and row of the upper left corner, the width and the
/// height, in pixels; `None` for other characters.
fn blocks(symbol: &str) -> Option<Vec<[f32; 4]>> {
    let [width, height] = [CELL.0, CELL.1].map(f32::from);
    let level = "▁▂▃▄▅▆▇█".chars().zip(1u8..).find(|(level, _)| symbol.starts_with(*level));
    if let Some((_, eighths)) = level {
        let filled = height * f32::from(eighths) / 8.0;
        return Some(vec![[0.0, height - filled, width, filled]]);
    }
    let upper = [0.0, 0.0, width, height / 2.0];
    match symbol {
        "▀" => Some(vec![upper]),
        "▌" => Some(vec![[0.0, 0.0, width / 2.0, height]]),
        "▛" => Some(vec![upper, [0.0, height / 2.0, width / 2.0, height / 2.0]]),
        "▘" => Some(vec![[0.0, 0.0, width / 2.0, height / 2.0]]),
        _ => None,
    }
}

/// Draws blocks as rectangles, since fonts leave gaps between them.
fn draw_blocks(svg: &mut String, word: &[&str], (left, top): (u16, u16), fg: &str) {
    let [cell_width, mut left, top] = [CELL.0, left, top].map(f32::from);
    for same in word.chunk_by(|a, b| a == b) {
        for [x, y, width, height] in blocks(same[0]).unwrap_or_default() {
            // Blocks as wide as the cell are one rectangle.
            let is_whole = width == cell_width;
            let (count, width) = if is_whole { (1, width * same.len() as f32) } else { (same.len(), width) };
            for place in 0..count {
                let (x, y) = (left + place as f32 * cell_width + x, top + y);
                write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fg}\"/>").unwrap();
            }
        }
        left += cell_width * same.len() as f32;
    }
}

/// The colours of a terminal whose program chooses none, those of the dark theme.
pub(super) const BACKGROUND: &str = "#14171d";
const FOREGROUND: &str = "#d6d9e0";

/// Returns the colours of the text and of the ground, and `true` for bold text.
fn colours(cell: &Cell) -> (String, String, bool) {
    let rgb = |colour: Color, default: &str| hex(colour).unwrap_or_else(|| default.to_owned());
    let (mut fg, mut bg) = (rgb(cell.fg, FOREGROUND), rgb(cell.bg, BACKGROUND));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut fg, &mut bg);
    }
    if cell.modifier.contains(Modifier::DIM) {
        fg = "#8a8f9a".to_owned();
    }
    (fg, bg, cell.modifier.contains(Modifier::BOLD))
}

/// Returns a colour of the 256 of xterm, or of 24 bits, as in `#5fafff`; `None` for the colours that a terminal chooses.
fn hex(colour: Color) -> Option<String> {
    let [r, g, b] = match colour {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(index @ 232..) => [8 + 10 * (index - 232); 3],
        Color::Indexed(index @ 16..232) => {
            [36, 6, 1].map(|place| [0, 95, 135, 175, 215, 255][usize::from((index - 16) / place % 6)])
        }
        Color::Indexed(15) | Color::White => [255; 3],
        Color::Indexed(0) | Color::Black => [0; 3],
        Color::Red => [240, 100, 100],
        Color::Green => [110, 200, 120],
        _ => return None,
    };
    Some(format!("#{r:02x}{g:02x}{b:02x}"))
}

/// Returns a picture of a screen.
pub(super) fn picture(buffer: &Buffer) -> String {
    let [width, height] = [buffer.area.width * CELL.0 + 20, buffer.area.height * CELL.1 + 20];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" {FONT}>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{BACKGROUND}\"/>\n<g transform=\"translate(10 10)\">\n{}</g>\n\
         </svg>\n",
        frame(buffer)
    )
}
