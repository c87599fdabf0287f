//! Games of files: a long list of names as a configurator with prices, and numbers beside rows and columns.

use std::sync::Arc;

use game::{Message, Series};
use nqueens_guide::Library;
use nqueens_tui::face::{Face, Input};
use nqueens_tui::view::layout::ScreenLayout;
use puzzle_kind::Cell;
use puzzle_kind::{Arguments, Verb};

use super::memory::{COLOR, game_of, keys, text};

/// Returns the game of a file.
pub(super) fn of_file(file: &str, screen: (u16, u16)) -> Face {
    of_file_in(file, screen, COLOR)
}

/// Returns the game of a file on a terminal with these environment variables.
pub(super) fn of_file_in(file: &str, screen: (u16, u16), environment: &[(&str, &str)]) -> Face {
    let kinds = puzzles::kinds(Library::embedded());
    let kind = kinds.iter().find(|kind| kind.name() == "puzzle").unwrap();
    let arguments = Arguments::new(kind.parameters(Verb::Count), |_| Vec::new());
    let (_, entry) = kind.read(&arguments, Box::new(file.as_bytes())).next().unwrap().unwrap();
    let first = Arc::clone(entry.puzzle());
    game_of(Arc::new(Series::of(vec![entry])), 1, first, screen, environment)
}

const CAR: &str = include_str!("../../puzzle-files/puzzles/configurator.toml");

#[test]
fn a_long_list_of_options_shows_what_they_cost_and_scrolls() {
    let mut face = of_file(CAR, (80, 24));
    let screen = text(&face);
    assert!(screen.contains("0 so far") && screen.contains("total from 0"), "{screen}");
    // Each choice shows the cheapest total with it.
    let has_price = |line: &str| line.contains("hybrid") && line.contains("  3400  ") && line.ends_with("from 3400");
    assert!(screen.lines().any(|line| has_price(line.trim_matches(['"', ' ']))), "{screen}");
    keys(&mut face, "/hybrid\n\n");
    let screen = text(&face);
    assert!(screen.contains("3400 so far") && screen.contains("total from 3400"), "{screen}");
    // The tree scrolls to the last choice.
    keys(&mut face, &"_".repeat(60));
    assert!(text(&face).contains("winter-pack"), "{}", text(&face));
}

#[test]
fn names_that_are_too_long_are_cut_on_any_screen() {
    let file = "c 1 a-name-of-more-than-eighty-characters-that-goes-on-and-on-and-on-to-the-very-end-of-the-line-and-on\n\
                p cnf 60 1\n1 2 0\n";
    for screen in [(200, 60), (80, 24), (60, 16), (40, 10), (20, 8)] {
        let mut face = of_file(file, screen);
        keys(&mut face, "AA_\n_w\x1b?\x1b");
        let screen = text(&face);
        assert!(screen.contains('x'), "{screen}");
    }
}

/// Two tents in the first row, no tent in the second row, and one in each of the outer columns.
const NUMBERED: &str = "piece = \"tent\"\nsymbol = \"A\"\nrows = 3\n[[rule]]\nexactly = [2, 0, \".\"]\nevery = \"row\"\n\
                        [[rule]]\nexactly = [1, \".\", 1]\nevery = \"column\"\n";

#[test]
fn numbers_stand_beside_rows_and_columns_and_look_otherwise_once_they_are_reached() {
    let mut face = of_file(NUMBERED, (80, 24));
    // Returns the row names with their numbers, and the line below the board.
    let sides = |face: &Face| -> Vec<String> {
        let layout = ScreenLayout::of(face).unwrap();
        let lines: Vec<Vec<char>> = text(face).lines().map(|line| line.trim_matches('"').chars().collect()).collect();
        let part = |line: u16, columns: std::ops::Range<u16>| {
            let all = lines[usize::from(line)].iter().skip(columns.start.into()).take(columns.len());
            // The frame of the cursor is beside a1.
            all.filter(|&&sign| sign != '▕').collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let row = |row: usize| {
            let rect = layout.rect_of(Cell { row, column: 0 }).unwrap();
            part(rect.y + rect.height / 2, layout.board.x - layout.row_names..layout.board.x)
        };
        let below = |line: u16| part(layout.board.bottom() + line, layout.board.x..layout.board.right() + 1);
        (0..3).map(row).chain([below(0), below(1)]).collect()
    };
    assert_eq!(sides(&face), ["1 2", "2 0✓", "3", "1 1", "a b c"]);
    keys(&mut face, "1");
    // The first click rules an open square out, the second places. A ruled-out square needs the second alone.
    let place = |face: &mut Face, row: usize, column: usize, clicks: usize| {
        for _ in 0..clicks {
            let _ = face.update(Input::Game(Message::ClickPlace(Cell { row, column }, None)));
        }
    };
    place(&mut face, 0, 0, 2);
    assert_eq!(sides(&face), ["1 2", "2 0✓", "3", "1✓ 1", "a b c"]);
    place(&mut face, 0, 2, 2);
    assert_eq!(sides(&face), ["1 2✓", "2 0✓", "3", "1✓ 1✓", "a b c"]);
    place(&mut face, 0, 1, 1);
    assert_eq!(sides(&face)[0], "1 2!", "one too many");
}
