//! The moving picture of the README: a game, drawn from the cells of the terminal. The test compares the file with the
//! game, and writes it anew if `NQUEENS_RECORD` is set.

use std::fmt::Write;

use nqueens_tui::face::Face;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::memory::{COLOR, draw, game, keys};

/// The size of the terminal, in columns and rows.
const SCREEN: (u16, u16) = (92, 27);
/// The size of a cell in pixels: a fixed-width font of 16 pixels.
const CELL: (u16, u16) = (10, 20);
/// The keys before each frame, and the time for which the frame is shown, in tenths of a second.
const SCRIPT: [(&str, u32); 16] = [
    ("", 15),
    ("gb4\n", 8),
    ("\n", 15),
    ("gd1\n", 8),
    ("\n", 18),
    ("gf6\n", 18),
    ("w", 20),
    ("l", 25),
    ("l", 25),
    ("\x1bm", 20),
    ("mi", 20),
    ("i", 20),
    ("\n", 15),
    ("gg3\n", 8),
    ("\n", 15),
    ("a", 20),
];

#[test]
fn the_picture_of_the_readme_shows_the_game() {
    let mut face = game(8, SCREEN, COLOR);
    let frames = SCRIPT.map(|(script, time)| {
        keys(&mut face, script);
        (frame(&face), time)
    });
    let picture = animated(&frames);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/game.svg");
    if std::env::var_os("NQUEENS_RECORD").is_some() {
        std::fs::write(file, &picture).unwrap();
    }
    assert!(picture.len() < 1_000_000, "{} bytes", picture.len());
    let is_same = std::fs::read_to_string(file).is_ok_and(|present| present == picture);
    assert!(is_same, "docs/game.svg differs from the game: set NQUEENS_RECORD to write it anew");
}

/// Returns an SVG that shows the frames one after the other, again and again.
fn animated(frames: &[(String, u32)]) -> String {
    let [width, height] = [SCREEN.0 * CELL.0 + 20, SCREEN.1 * CELL.1 + 20];
    let total: u32 = frames.iter().map(|(_, time)| time).sum();
    let (mut style, mut drawn, mut begin) = (String::new(), String::new(), 0);
    for (number, (frame, time)) in frames.iter().enumerate() {
        let [from, to] = [begin, begin + time].map(|time| 100.0 * f64::from(time) / f64::from(total));
        writeln!(style, "@keyframes f{number}{{0%{{opacity:0}}{from:.3}%{{opacity:1}}{to:.3}%{{opacity:0}}}}").unwrap();
        writeln!(style, "#f{number}{{animation:f{number} {}ms step-end infinite}}", total * 100).unwrap();
        writeln!(drawn, "<g id=\"f{number}\">{frame}</g>").unwrap();
        begin += time;
    }
    // A viewer with the browser's setting for reduced motion sees only the last frame.
    writeln!(
        style,
        "@media (prefers-reduced-motion){{g[id]{{animation:none;opacity:0}}g[id]:last-of-type{{opacity:1}}}}"
    )
    .unwrap();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"16\">\n\
         <title>A game of 8 queens in the terminal: dead squares, an explanation, a hint</title>\n\
         <style>{style}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <g transform=\"translate(10 10)\">\n{drawn}</g>\n</svg>\n"
    )
}

/// Returns the present screen: a rectangle and a text for each run of cells with the same style.
fn frame(face: &Face) -> String {
    let terminal = draw(face);
    let buffer: &Buffer = terminal.backend().buffer();
    let mut svg = String::new();
    for y in 0..buffer.area.height {
        let row: Vec<&Cell> = (0..buffer.area.width).map(|x| &buffer[(x, y)]).collect();
        let mut x = 0;
        for run in row.chunk_by(|a, b| colours(a) == colours(b)) {
            draw_run(&mut svg, run, x, y);
            x += run.len() as u16;
        }
    }
    svg
}

fn draw_run(svg: &mut String, run: &[&Cell], x: u16, y: u16) {
    let (fg, bg, is_bold) = colours(run[0]);
    let (left, top, width) = (x * CELL.0, y * CELL.1, run.len() as u16 * CELL.0);
    if bg != BACKGROUND {
        write!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{}\" fill=\"{bg}\"/>", CELL.1).unwrap();
    }
    // Each word has a position of its own, since the viewer's font may be wider.
    let symbols: Vec<&str> = run.iter().map(|cell| cell.symbol()).collect();
    let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
    let baseline = top + 15;
    let mut place = 0;
    for word in symbols.chunk_by(|a, b| (*a == " ") == (*b == " ")) {
        let (left, length) = (left + place * CELL.0, word.len() as u16 * CELL.0);
        place += word.len() as u16;
        if word[0] == " " {
            continue;
        }
        let escaped = word.concat().replace('&', "&amp;").replace('<', "&lt;");
        write!(
            svg,
            "<text x=\"{left}\" y=\"{baseline}\" textLength=\"{length}\" fill=\"{fg}\"{weight}>{escaped}</text>"
        )
        .unwrap();
    }
}

/// The colours of a terminal whose program chooses none.
const BACKGROUND: &str = "#16181d";
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
        _ => return None,
    };
    Some(format!("#{r:02x}{g:02x}{b:02x}"))
}
