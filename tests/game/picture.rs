//! The moving picture of the README: a game, drawn from the cells of the terminal. The test compares the file with the
//! game, and writes it anew if `NQUEENS_RECORD` is set.

use std::fmt::Write;

use super::memory::{COLOR, draw, game, keys};
use super::svg::{BACKGROUND, CELL, FONT, frame};

/// The terminal, in columns and rows.
const SCREEN: (u16, u16) = (92, 27);
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
        (frame(draw(&face).backend().buffer()), time)
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
    // Whoever prefers no motion sees the last frame.
    writeln!(
        style,
        "@media (prefers-reduced-motion){{g[id]{{animation:none;opacity:0}}g[id]:last-of-type{{opacity:1}}}}"
    )
    .unwrap();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" {FONT}>\n\
         <title>A game of 8 queens in the terminal: dead squares, an explanation, a hint</title>\n\
         <style>{style}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <g transform=\"translate(10 10)\">\n{drawn}</g>\n</svg>\n"
    )
}
