//! All screens on three terminals: each shows its board whole. The pictures of the book are some of these screens, as
//! SVG in truecolor: the test compares them with the game, and writes them anew if `NQUEENS_RECORD` is set. If
//! `NQUEENS_PICTURES` names a folder, the test writes a picture of every screen there:
//!
//! ```sh
//! NQUEENS_PICTURES=/tmp/pictures cargo test -p nqueens-cli --test e2e pictures
//! ```

use std::path::PathBuf;
use std::time::Duration;

use bdd_core::Budget;
use game::{Action, Message, Save, Setting};
use jiff::civil::date;
use nqueens_guide::Library;
use nqueens_tui::face::{Face, Input};
use nqueens_tui::view::layout::ScreenLayout;
use puzzle_files::TEMPLATES;
use puzzles::{Choice, Collection, PlayerData, StoredGame};

use super::lists::of_file;
use super::memory::{COLOR, carry_out, draw, game, keys};
use super::puzzles::{regions, sudoku};
use super::svg::picture;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// A Sudoku with one solution.
const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The screens in the book, and their sizes.
const SHOWN: [&str; 13] = [
    "start",
    "new-game",
    "saved-games",
    "queens-play",
    "regions",
    "sudoku",
    "file-futoshiki",
    "queens-why",
    "regions-hint",
    "queens-result",
    "queens-palette",
    "settings",
    "lesson",
];
const SHOWN_AT: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// The most bytes that the pictures of the book may have.
const LARGEST: usize = 1_000_000;

/// The screens of 8 x 8 queens by name, with the keys that lead to each.
const QUEENS: [(&str, &str); 13] = [
    ("play", "gb4\n\n"),
    ("done", "gb4\n\nu"),
    ("refused", "gb4\n\ngd4\n\n"),
    ("counts", "gb4\n\nnm"),
    ("hint", "gb4\n\nii"),
    ("why", "gb4\n\ngd1\n\ngf6\nwl"),
    ("solutions", "gb4\n\nsl"),
    ("diagram", "gb4\n\ngc1\nB"),
    ("palette", "gb4\n\n:"),
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
    let mut face = game(8, SIZES[0], COLOR);
    face.model.options = SETTINGS.to_vec();
    keys(&mut face, ",___");
    screens.push(("settings".to_owned(), face));
    let menu = [
        ("start", ""),
        ("new-game", "New game"),
        ("calendar", "Calendar of daily puzzles"),
        ("saved-games", "Saved games (3)"),
    ];
    for (name, label) in menu {
        let mut face = start();
        let opened = face.model.choices.iter().position(|choice| choice.label == label);
        if let Some(number) = opened {
            let _ = face.update(Input::Game(Message::Act(Action::ChooseAt(number))));
        }
        screens.push((name.to_owned(), face));
    }
    screens.push(("lesson".to_owned(), lesson()));
    screens
}

/// Settings as on the page of settings.
const SETTINGS: [Setting; 4] = [
    Setting::new(
        "theme",
        "The colours (the key t changes them, too); auto: colours that suit the terminal.",
        &["auto", "dark"],
    ),
    Setting::new("mouse", "Use the mouse.", &["true", "false"]),
    Setting::new(
        "clock",
        "Measure and show the time (the key T switches this, too); auto: on.",
        &["auto", "on", "off"],
    ),
    Setting::new(
        "clashes",
        "When clashes are marked: from help level 1 on, or at level 0 as well.",
        &["with-help", "always"],
    ),
];

/// Returns the lesson after its first steps.
fn lesson() -> Face {
    let mut face = game(4, SIZES[0], COLOR);
    let collection = Collection::new(Library::embedded());
    let opened = collection.open(&Choice::Learn, date(2026, 11, 26), Vec::new(), |_| None).unwrap();
    let outcomes = face.update(Input::Game(Message::Opened(Box::new(opened))));
    carry_out(&mut face, outcomes);
    keys(&mut face, "gb1\n\n");
    face
}

/// Returns saved games: two under way, and one that can't be read.
fn games() -> Vec<StoredGame> {
    let queens = "version = 1\nkind = \"queens\"\npuzzle = \"8\"\nmilliseconds = 161000\n\
                  turns = [\"place a1\", \"place b5\", \"place c8\"]\n";
    let sudoku = format!("version = 1\nkind = \"sudoku\"\npuzzle = \"{SUDOKU}\"\nturns = [\"place r1c3=4\"]\n");
    let game = |name: &str, title: Option<&str>, save: Result<Save, String>, minutes: u64| StoredGame {
        name: name.to_owned(),
        title: title.map(str::to_owned),
        save,
        age: Duration::from_secs(60 * minutes),
    };
    vec![
        game("a", None, Ok(Save::from_transcript(queens).unwrap()), 3),
        game("b", Some("Sunday's Sudoku"), Ok(Save::from_transcript(&sudoku).unwrap()), 300),
        game("c", None, Err("it is damaged: its end is missing".to_owned()), 3000),
    ]
}

/// Returns the start screen of a player with saved games.
fn start() -> Face {
    let mut face = game(8, SIZES[0], COLOR);
    let today = date(2026, 11, 26);
    let collection = Collection::new(Library::embedded());
    let menu = collection.start_menu(today, PlayerData { games: games(), ..PlayerData::default() }, |daily| {
        collection.thumbnail(daily, today, &mut Budget::unlimited())
    });
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
            let file = folder.join(file_name(&name, size));
            std::fs::write(file, picture(terminal.backend().buffer())).unwrap();
        }
    }
}

fn file_name(name: &str, (columns, rows): (u16, u16)) -> String {
    format!("{name}-{columns}x{rows}.svg")
}

#[test]
fn the_pictures_of_the_book_show_the_game() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures"));
    let is_recording = std::env::var_os("NQUEENS_RECORD").is_some();
    std::fs::create_dir_all(&folder).unwrap();
    let (mut total, mut differing) = (0, Vec::new());
    for (name, mut face) in screens().into_iter().filter(|(name, _)| SHOWN.contains(&name.as_str())) {
        for size in SHOWN_AT {
            assert!(face.update(Input::Resized(size.0, size.1)).is_empty());
            let picture = picture(draw(&face).backend().buffer());
            let file = folder.join(file_name(&name, size));
            if is_recording {
                std::fs::write(&file, &picture).unwrap();
            }
            total += picture.len();
            let is_same = std::fs::read_to_string(&file).is_ok_and(|present| present == picture);
            differing.extend((!is_same).then_some(file));
        }
    }
    assert!(total <= LARGEST, "{total} bytes");
    assert!(differing.is_empty(), "these differ from the game: {differing:?}; set NQUEENS_RECORD to write them anew");
    // No picture is left over.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), SHOWN.len() * SHOWN_AT.len());
}
