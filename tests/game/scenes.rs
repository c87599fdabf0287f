//! Every screen on terminals of several sizes and in every look, with colours and modifiers.

use std::collections::BTreeMap;
use std::fmt::Write;

use nqueens_tui::face::Face;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::memory::{ASCII, COLOR, NO_COLOR, draw, game, keys};

/// Scenes by name, board size, and the keys that lead to the frame.
const SCENES: &[(&str, usize, &str)] = &[
    ("assist_0", 8, "0gb4\n\nga8\nxgd2\n\n"),
    ("assist_1", 8, "1gb4\n\nga8\nxgd2\n\n"),
    ("assist_2", 8, "2gb4\n\nga8\nxgd1\n\n"),
    ("assist_3", 8, "3gb4\n\nga8\nxgc2\n"),
    ("assist_4", 8, "4gb4\n\ngd1\n\n"),
    ("counts", 8, "gb4\n\nn"),
    ("heat", 8, "gb4\n\nm"),
    ("free_play_yes", 8, "0gb4\n\nv"),
    ("free_play_no", 8, "1ga1\n\ngc2\n\nv"),
    ("free_play_back", 8, "1ga1\n\ngc2\n\nb"),
    ("why_direct", 8, "gb4\n\ngd1\n\ngd7\nw"),
    ("why_empty_line", 8, "gb4\n\ngd1\n\ngf6\nwl"),
    ("why_chain", 6, "gb1\n\ngd6\nwll"),
    ("why_split", 6, "gb1\n\ngf2\nwl"),
    ("why_case", 6, "gb1\n\ngf2\nwlll"),
    ("why_folded", 6, "gb1\n\ngf2\nwfl"),
    ("why_conclusion", 6, "gb1\n\ngf2\nw$"),
    ("why_forced", 8, "gb4\n\ngd1\n\ngc7\nwl"),
    ("diagram", 8, "gb4\n\ngc1\nB"),
    ("diagram_whole", 4, "gb1\nB "),
    ("hint_look", 8, "gb4\n\ni"),
    ("hint_move", 8, "gb4\n\nii"),
    ("hint_why", 8, "gb4\n\niii"),
    ("hint_astray", 8, "1ga1\n\ngb2\n\nii"),
    ("browse", 8, "sl"),
    ("browse_placed", 8, "gb4\n\nsg9\n"),
];

#[test]
fn scenes() {
    for (scene, n, script) in SCENES {
        for screen in [(40, 15), (80, 24), (200, 60)] {
            let shown = in_every_look(|environment| {
                let mut face = game(*n, screen, environment);
                keys(&mut face, script);
                face
            });
            insta::assert_snapshot!(format!("{scene}_{}x{}", screen.0, screen.1), shown);
        }
    }
}

/// Draws every scene on the smallest terminals. The ASCII look draws ASCII only.
#[test]
fn no_scene_panics_on_any_terminal_and_ascii_is_ascii() {
    for (scene, n, script) in SCENES {
        for screen in [(0, 0), (1, 1), (19, 8), (20, 7), (20, 8), (21, 9), (30, 12), (46, 16), (50, 16), (300, 20)] {
            let mut face = game(*n, screen, ASCII);
            keys(&mut face, script);
            for cell in draw(&face).backend().buffer().content() {
                assert!(cell.symbol().is_ascii(), "{scene} at {screen:?}: {:?}", cell.symbol());
            }
        }
    }
}

/// Returns a screen in every look: its characters and its styles.
pub(super) fn in_every_look(play: impl Fn(&[(&str, &str)]) -> Face) -> String {
    let mut shown = String::new();
    for (look, environment) in [("colour", COLOR), ("no colour", NO_COLOR), ("ASCII", ASCII)] {
        let terminal = draw(&play(environment));
        let buffer = terminal.backend().buffer();
        writeln!(shown, "== {look}\n{}{}", characters(buffer), styles(buffer)).unwrap();
    }
    shown
}

/// Returns the rows; equal rows in succession are written once, with their number.
fn characters(buffer: &Buffer) -> String {
    let row =
        |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    repeated((0..buffer.area.height).map(row).collect())
}

/// Returns the styles of each row as runs: `3a` for three cells of style a, `.` for no style. A legend of the letters
/// comes last.
fn styles(buffer: &Buffer) -> String {
    let mut letters: BTreeMap<String, char> = BTreeMap::new();
    let mut row = |y: u16| {
        let mut runs: Vec<(char, usize)> = Vec::new();
        for x in 0..buffer.area.width {
            let name = name_of(buffer[(x, y)].style());
            let next = (b'a' + letters.len() as u8) as char;
            let letter = if name.is_empty() { '.' } else { *letters.entry(name).or_insert(next) };
            match runs.last_mut() {
                Some((last, count)) if *last == letter => *count += 1,
                _ => runs.push((letter, 1)),
            }
        }
        runs.pop_if(|(letter, _)| *letter == '.');
        runs.iter().map(|(letter, count)| format!("{count}{letter}")).collect::<Vec<_>>().join(" ")
    };
    let rows = repeated((0..buffer.area.height).map(&mut row).collect());
    let mut named: Vec<_> = letters.into_iter().map(|(name, letter)| format!("{letter}: {name}\n")).collect();
    named.sort();
    format!("-- styles\n{rows}{}", named.concat())
}

fn name_of(style: Style) -> String {
    let colour = |name: &str, colour: Option<Color>| match colour {
        None | Some(Color::Reset) => None,
        Some(colour) => Some(format!("{name} {colour}")),
    };
    let modifiers = (style.add_modifier != Modifier::empty()).then(|| format!("{:?}", style.add_modifier));
    [colour("fg", style.fg), colour("bg", style.bg), modifiers].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn repeated(rows: Vec<String>) -> String {
    let mut text = String::new();
    for same in rows.chunk_by(|a, b| a == b) {
        let times = if same.len() > 1 { format!("  (x{})", same.len()) } else { String::new() };
        writeln!(text, "|{}{times}", same[0]).unwrap();
    }
    text
}
