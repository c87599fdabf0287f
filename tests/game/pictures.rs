//! All screens on three terminals: each shows its board whole. If `NQUEENS_PICTURES` names a folder, the test writes a
//! picture of each screen there, as SVG in truecolor:
//!
//! ```sh
//! NQUEENS_PICTURES=/tmp/pictures cargo test -p nqueens-cli --test e2e pictures
//! ```

use std::path::PathBuf;

use bdd_core::Budget;
use game::{Action, Message};
use jiff::civil::date;
use nqueens_guide::Library;
use nqueens_tui::face::{Face, Input};
use nqueens_tui::view::layout::ScreenLayout;
use puzzle_files::TEMPLATES;
use puzzles::{Collection, PlayerData};

use super::lists::of_file;
use super::memory::{COLOR, draw, game, keys};
use super::puzzles::{regions, sudoku};
use super::svg::picture;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// A Sudoku with one solution.
const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The screens of 8 x 8 queens by name, with the keys that lead to each.
const QUEENS: [(&str, &str); 12] = [
    ("play", "gb4\n\n"),
    ("done", "gb4\n\nu"),
    ("refused", "gb4\n\ngd4\n\n"),
    ("counts", "gb4\n\nnm"),
    ("hint", "gb4\n\nii"),
    ("why", "gb4\n\ngd1\n\ngf6\nwl"),
    ("solutions", "gb4\n\nsl"),
    ("diagram", "gb4\n\ngc1\nB"),
    ("help", "?"),
    ("rules", "L"),
    ("paused", "p"),
    ("result", "ga1\n\ngb5\n\ngc8\n\ngd6\n\nge3\n\ngf7\n\ngg2\n\ngh4\n\n"),
];

/// Returns all screens by name.
fn screens() -> Vec<(String, Face)> {
    let mut screens = Vec::new();
    for (name, script) in QUEENS {
        let mut face = game(8, SIZES[0], COLOR);
        keys(&mut face, script);
        screens.push((format!("queens-{name}"), face));
    }
    let played = [
        ("regions", regions(SIZES[0], COLOR), "gb2\n\n"),
        ("regions-hint", regions(SIZES[0], COLOR), "ii"),
        ("sudoku", sudoku(SUDOKU, SIZES[0], COLOR), "gr1c3\n1"),
        ("sudoku-hint", sudoku(SUDOKU, SIZES[0], COLOR), "ii"),
        ("sudoku-why", sudoku(SUDOKU, SIZES[0], COLOR), "gr1c3\nw5l"),
    ];
    for (name, mut face, script) in played {
        keys(&mut face, script);
        screens.push((name.to_owned(), face));
    }
    screens.extend(TEMPLATES.iter().map(|(name, file)| (format!("file-{name}"), of_file(file, SIZES[0]))));
    let menu = [("start", ""), ("new-game", "New game"), ("calendar", "Calendar of daily puzzles")];
    for (name, label) in menu {
        let mut face = start();
        let opened = face.model.choices.iter().position(|choice| choice.label == label);
        if let Some(number) = opened {
            let _ = face.update(Input::Game(Message::Act(Action::ChooseAt(number))));
        }
        screens.push((name.to_owned(), face));
    }
    screens
}

/// Returns the start screen of a new player.
fn start() -> Face {
    let mut face = game(8, SIZES[0], COLOR);
    let today = date(2026, 11, 26);
    let collection = Collection::new(Library::embedded());
    let menu = collection
        .start_menu(today, PlayerData::default(), |daily| collection.thumbnail(daily, today, &mut Budget::unlimited()));
    face.model.choices = menu.choices;
    let _ = face.model.start_with_menu();
    face
}

#[test]
fn pictures_of_all_screens_show_the_whole_board() {
    let folder = std::env::var_os("NQUEENS_PICTURES").map(PathBuf::from);
    for (name, mut face) in screens() {
        for size in SIZES {
            assert!(face.update(Input::Resized(size.0, size.1)).is_empty());
            let layout = ScreenLayout::of(&face).unwrap();
            // A list is longer than a screen.
            assert!(!layout.is_cut() || face.model.board().columns() == 1, "{name} at {size:?}: {layout:?}");
            let terminal = draw(&face);
            let Some(folder) = &folder else { continue };
            std::fs::create_dir_all(folder).unwrap();
            let file = folder.join(format!("{name}-{}x{}.svg", size.0, size.1));
            std::fs::write(file, picture(terminal.backend().buffer())).unwrap();
        }
    }
}
