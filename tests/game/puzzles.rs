//! The same game with other puzzles: Sudoku and queens in regions, by keys and clicks, without a terminal.

use std::collections::BTreeSet;
use std::sync::Arc;

use bdd_core::Budget;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use game::{Effect, Message, Mode, Model, Series};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::keys::input_of;
use nqueens_tui::view::cell_at;
use nqueens_tui::view::layout::ScreenLayout;
use proptest::prelude::*;
use puzzle_core::{Hint, Move, Status, Variable};
use puzzle_kind::{Arguments, Cell, Entry, Kind, Opened, Parameter, Playable, Verb};
use regions_guide::{Attack, RegionsKind, RegionsPuzzle, all_solutions};
use sudoku_guide::{Grid, Shape, Sudoku, SudokuKind};

use super::features::said;
use super::memory::{
    ASCII, COLOR, NO_COLOR, any_keys, cell, draw, game, game_of, keys, mouse, notice, only_job, text, theme, total,
    variable,
};
use super::scenes::in_every_look;
use crate::cli::kinds::rooks;

/// A Sudoku with one solution.
pub(super) const PROPER: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A Sudoku with two solutions.
pub(super) const TWOFOLD: &str = "53..7....6..1.5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....";

/// A Sudoku of 6 x 6 with 22 solutions, and an empty one of 4 x 4 with 288.
const SIX: &str = "....4.12......1..2......6.5......4..";
const FOUR: &str = "................";

/// A Sudoku of 16 x 16: `nqueens sudoku generate --box 4x4 --seed 1`.
pub(super) const SIXTEEN: &str = "\
    .......8....21...63.5..E..2..4F7G..DF.B.A..E3...E.FA.C.7.9.5.8.. \
    .C.5.........D...G..D8......9F......G....F....BC..4.C..3..B7..18 \
    ...2AD...5G8.7...B9..G.F.6.....4...G.B..E...FC52.D.7359.2.....A. \
    CEB.......A31.G.....9...7.F...6.9..48.3C..52....75.......B1.C.4.";

const REGIONS: &str = "AABBBCCC\nAABBBBCC\nADDDBECC\nADDDEEEE\nFFDDGEEE\nFFFGGGHE\nFFGGGHHH\nFFGGHHHH";

pub(super) type Look<'a> = &'a [(&'a str, &'a str)];

fn sudokus(shape: Shape, grids: &[&str], screen: (u16, u16), environment: Look) -> Face {
    let puzzles = grids.iter().map(|grid| Sudoku::new(Grid::parse(shape, grid).unwrap()));
    let entry = |sudoku: Sudoku| Entry::new(Arc::new(sudoku.clone()), move |_| Ok(Opened::new(sudoku.clone())));
    game_of_entries(puzzles.map(entry).collect(), screen, environment)
}

pub(super) fn sudoku(grid: &str, screen: (u16, u16), environment: Look) -> Face {
    let given = grid.split_whitespace().map(str::len).sum::<usize>();
    let shape = [(16, 2, 2), (36, 2, 3), (81, 3, 3), (256, 4, 4)].into_iter().find(|(cells, ..)| *cells == given);
    let (_, rows, columns) = shape.unwrap();
    sudokus(Shape::new(rows, columns).unwrap(), &[grid], screen, environment)
}

pub(super) fn regions(screen: (u16, u16), environment: Look) -> Face {
    let puzzle = RegionsPuzzle::new(REGIONS.parse().unwrap(), Attack::King);
    let open = |budget: &mut Budget<'_>| {
        let puzzle = RegionsPuzzle::new(REGIONS.parse().unwrap(), Attack::King);
        Ok(Opened::new(all_solutions(puzzle, budget)?))
    };
    game_of_entries(vec![Entry::new(Arc::new(puzzle), open)], screen, environment)
}

/// Starts a game of a board of queens in regions, whose solutions are not known.
pub(super) fn board_of_regions(board: &str, screen: (u16, u16), environment: Look) -> Face {
    let puzzle: Arc<dyn Playable> = Arc::new(RegionsPuzzle::new(board.parse().unwrap(), Attack::King));
    let model = Model::new(Arc::new(Series::of(Vec::new())), 1, puzzle);
    Face::new(model, theme(environment), screen)
}

/// Starts a game of the first of the puzzles `entries`.
fn game_of_entries(entries: Vec<Entry>, screen: (u16, u16), environment: Look) -> Face {
    let first = Arc::clone(entries[0].puzzle());
    game_of(Arc::new(Series::of(entries)), 1, first, screen, environment)
}

/// Scenes by name, help level, puzzle, and the keys that lead to the frame.
const SUDOKU_SCENES: &[(&str, u8, &str, &str)] = &[
    ("beginning", 1, TWOFOLD, ""),
    ("free", 0, TWOFOLD, "_"),
    ("played", 1, TWOFOLD, "gr1c3\n1gr2c2\nx2gr2c2\nx4gr1c1\n7"),
    ("guided", 2, TWOFOLD, "gr1c7\n"),
    ("refused", 2, TWOFOLD, "gr1c3\n1"),
    ("typing", 2, TWOFOLD, "gr1c7\nx"),
    ("why_direct", 1, TWOFOLD, "gr1c3\nw5"),
    ("why_chain", 1, TWOFOLD, "gr1c3\nw1ll"),
    ("hint", 1, TWOFOLD, "ii"),
    ("browse", 1, TWOFOLD, "sl"),
    ("six", 2, SIX, ""),
    ("six_why", 1, SIX, "gr1c1\nw1l"),
    ("sixteen", 1, SIXTEEN, ""),
];

#[test]
fn sudoku_scenes() {
    for (scene, level, grid, script) in SUDOKU_SCENES {
        for screen in [(40, 15), (80, 24), (200, 60)] {
            let shown = in_every_look(|environment| {
                let mut face = sudoku(grid, screen, environment);
                assist(&mut face, *level);
                keys(&mut face, script);
                face
            });
            insta::assert_snapshot!(format!("sudoku_{scene}_{}x{}", screen.0, screen.1), shown);
        }
    }
}

#[test]
fn regions_scenes() {
    for (scene, script) in [
        ("beginning", "1"),
        ("played", "1ga8\n\ngc7\nxgb7\n\n"),
        ("guided", "3ga8\n\n"),
        ("why", "2gc1\nwl"),
        ("browse", "2s"),
    ] {
        for screen in [(40, 15), (80, 24), (200, 60)] {
            let shown = in_every_look(|environment| {
                let mut face = regions(screen, environment);
                keys(&mut face, script);
                face
            });
            insta::assert_snapshot!(format!("regions_{scene}_{}x{}", screen.0, screen.1), shown);
        }
    }
}

#[test]
fn no_scene_panics_on_any_terminal_and_ascii_is_ascii() {
    for screen in
        [(0, 0), (1, 1), (19, 8), (20, 7), (20, 8), (21, 9), (30, 12), (46, 16), (50, 16), (300, 20), (130, 45)]
    {
        let scenes = SUDOKU_SCENES.iter().map(|(_, _, grid, script)| (sudoku(grid, screen, ASCII), *script));
        for (mut face, script) in scenes.chain([(regions(screen, ASCII), "ww"), (regions(screen, ASCII), "4ga8\n\n?")])
        {
            keys(&mut face, script);
            for cell in draw(&face).backend().buffer().content() {
                assert!(cell.symbol().is_ascii(), "{script:?} at {screen:?}: {:?}", cell.symbol());
            }
        }
    }
}

/// Steps to a help level, and confirms it if it reveals the solution.
pub(super) fn assist(face: &mut Face, level: u8) {
    while face.model.assist().level() != level {
        keys(face, if level < 2 { "a" } else { "A" });
        if face.model.question().is_some() {
            keys(face, if level < 2 { "a" } else { "\n" });
        }
    }
}

fn placed(face: &Face) -> BTreeSet<String> {
    let name = |&variable: &Variable| face.model.board().puzzle().name(variable);
    face.model.guide().unwrap().marks().placed.iter().map(name).collect()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn values_are_typed_replaced_and_taken_away() {
    let mut face = sudoku(PROPER, (80, 24), NO_COLOR);
    assist(&mut face, 1);
    keys(&mut face, "gr1c3\n1");
    assert_eq!(placed(&face), names(&["r1c3=1"]), "only what the player wants, without a guide");
    assist(&mut face, 2);
    keys(&mut face, "4");
    assert!(said(&face).contains("Not placed. r1c3=4: ruled out by r1c3=1"), "{}", text(&face));
    assist(&mut face, 0);
    keys(&mut face, "4");
    assert_eq!(placed(&face), names(&["r1c3=4"]), "without a guide the other value makes way");
    keys(&mut face, "u");
    assert_eq!(placed(&face), names(&["r1c3=1"]), "in one turn");
    keys(&mut face, "u4");
    assert_eq!(placed(&face), names(&["r1c3=4"]));
    keys(&mut face, "4");
    assert!(placed(&face).is_empty(), "the same value again takes it away");
    for key in ["\x08", "0"] {
        keys(&mut face, "4");
        keys(&mut face, key);
        assert!(placed(&face).is_empty());
    }
    keys(&mut face, "0");
    assert_eq!(notice(&face), "r1c3 is empty: nothing to remove.");
}

/// Where 0 is a value, its key gives it, and 1 is the value 1 although it is the second. Where a value is no digit, the
/// row of keys says which value each gives.
#[test]
fn the_key_of_a_digit_gives_this_value() {
    let file = |text: &str| super::lists::of_file(text, (80, 24));
    let mut binary = file("rows = 2\nvalues = \"0 1\"\n");
    assert!(text(&binary).contains("0 1   Backspace remove"), "{}", text(&binary));
    for (key, name) in [('0', "a1=0"), ('1', "a1=1")] {
        keys(&mut binary, &key.to_string());
        let placed = &binary.model.guide().unwrap().marks().placed;
        assert!(placed.iter().eq([&variable(&binary, name)]), "{key}: {}", text(&binary));
        // A click on the value in the row of keys does the same, so that it takes the value away again.
        let shown = text(&binary);
        let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains("0 1   Backspace")).unwrap();
        let start = line.chars().collect::<Vec<char>>().windows(3).position(|at| at == ['0', ' ', '1']).unwrap();
        let column = (start - 1 + if key == '1' { 2 } else { 0 }) as u16;
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column, row: row as u16, modifiers: KeyModifiers::NONE };
        let outcomes = binary.update(input_of(&Event::Mouse(event), &binary).unwrap());
        super::memory::carry_out(&mut binary, outcomes);
        assert!(binary.model.guide().unwrap().marks().is_empty(), "{key}: {}", text(&binary));
    }
    let colours = file("names = \"WA NT\"\nvalues = \"red green blue\"\n");
    assert!(text(&colours).contains("1 red   2 green   3 blue"), "{}", text(&colours));
}

/// On a screen of 120 x 40, a cell of a Sudoku shows nine pencil marks, and no `…` instead of some.
#[test]
fn nine_pencil_marks_fit_a_cell_on_a_screen_of_120_columns() {
    let mut face = sudoku(PROPER, (120, 40), COLOR);
    assist(&mut face, 0);
    keys(&mut face, "gr3c1\nn123456789");
    let rect = ScreenLayout::of(&face).unwrap().rect_of(cell(&face, "r3c1")).unwrap();
    let terminal = draw(&face);
    let inner = ScreenLayout::inner(rect).positions();
    let shown: String = inner.map(|at| terminal.backend().buffer()[at].symbol()).collect();
    assert_eq!(shown.split_whitespace().collect::<String>(), "123456789", "{}", text(&face));
}

#[test]
fn givens_stay() {
    let mut face = sudoku(PROPER, (80, 24), NO_COLOR);
    for key in ["5", "1", "0", "x", "\n", " "] {
        keys(&mut face, "gr1c1\n");
        keys(&mut face, key);
        assert!(notice(&face).ends_with(" is given: you can't change it."), "{key:?}");
    }
    assert!(text(&face).contains("r1c1=5 is given: you can't change it."), "{}", text(&face));
    assert_eq!(face.model.session().unwrap().moves().count(), 0);
    keys(&mut face, "w");
    assert!(text(&face).contains("5 in r1c1 is given."), "{}", text(&face));
}

#[test]
fn a_value_beyond_9_is_typed_as_a_letter_or_as_a_number() {
    let mut face = sudoku(SIXTEEN, (200, 60), NO_COLOR);
    assist(&mut face, 0);
    keys(&mut face, "gr1c1\n\n");
    for (typed, placed_then) in [
        ("b", &["r1c1=B"][..]),
        // After a complete value, the first Enter has no effect, and the second one opens a prompt.
        ("\n", &["r1c1=B"]),
        ("\n", &["r1c1=B"]),
        ("\x1b0", &[]),
        ("1", &[]),
        ("1", &["r1c1=B"]),
        ("\n", &["r1c1=B"]),
        ("0", &[]),
        ("1\n", &["r1c1=1"]),
        ("\x08", &[]),
        // An arrow enters a digit that could be the first of two.
        ("1>", &["r1c1=1"]),
        ("<\x08", &[]),
        ("12\n", &["r1c1=C"]),
        ("0", &[]),
        ("\nb", &["r1c1=B"]),
    ] {
        keys(&mut face, typed);
        assert_eq!(placed(&face), names(placed_then), "{typed:?}");
    }
    assert!(face.model.typing().is_none());
    keys(&mut face, "gr4c2\n\n2");
    assert_eq!(placed(&face), names(&["r1c1=B", "r4c2=2"]), "a value that can be no other is complete");
    keys(&mut face, "gr3c2\n\nz\n");
    assert!(text(&face).contains("r3c2 has no value \"z\": expected 1 to G."), "{}", text(&face));
}

#[test]
fn pencil_marks_are_blocked_and_come_back() {
    let mut face = sudoku(TWOFOLD, (80, 24), NO_COLOR);
    keys(&mut face, "gr1c7\nx1");
    assert_eq!(total(&face), "1");
    assert!(text(&face).contains("r1c7=9: forced"), "{}", text(&face));
    keys(&mut face, "x9");
    assert!(notice(&face).starts_with("Not ruled out: every remaining solution needs "), "{}", notice(&face));
    keys(&mut face, "x1");
    assert_eq!(total(&face), "2");
    keys(&mut face, "xq\n");
    assert!(notice(&face).contains(" has no value "), "{}", notice(&face));
    keys(&mut face, "x\x1b");
    assert!(face.model.typing().is_none() && notice(&face) != "Nothing to undo.");
}

#[test]
fn clicks_choose_a_cell_and_on_a_pencil_mark_its_value() {
    let mut face = sudoku(FOUR, (80, 24), NO_COLOR);
    let at = cell(&face, "r2c3");
    // Each position in the cell belongs to it, and each of the four values has one position.
    let rect = ScreenLayout::of(&face).unwrap().rect_of(at).unwrap();
    let places: Vec<(u16, u16)> = (rect.top()..rect.bottom())
        .flat_map(|row| (rect.left()..rect.right()).map(move |column| (column, row)))
        .collect();
    let found = places.iter().map(|&(column, row)| cell_at(&face, column, row).unwrap());
    let values: Vec<_> = found.inspect(|(found, _)| assert_eq!(*found, at)).filter_map(|(_, value)| value).collect();
    assert_eq!(values, face.model.board().variables(at));
    let three =
        places.iter().find(|&&(column, row)| cell_at(&face, column, row).unwrap().1 == Some(values[2])).unwrap();
    let click = |face: &mut Face, button| {
        let (column, row) = *three;
        let event = MouseEvent { kind: MouseEventKind::Down(button), column, row, modifiers: KeyModifiers::NONE };
        let input = input_of(&Event::Mouse(event), face).unwrap();
        let message = only_job(face.update(input)).run(&mut Budget::unlimited());
        assert!(face.update(Input::Game(message)).is_empty());
    };
    click(&mut face, MouseButton::Right);
    assert_eq!(face.model.guide().unwrap().status(values[2]), Status::Blocked);
    keys(&mut face, "u");
    click(&mut face, MouseButton::Left);
    assert_eq!(placed(&face), names(&["r2c3=3"]));
    // A click beside the values only moves the cursor.
    mouse(&mut face, MouseEventKind::Down(MouseButton::Left), "r4c1");
    assert_eq!((face.model.cursor(), placed(&face).len()), (cell(&face, "r4c1"), 1));
}

#[test]
fn a_sudoku_has_a_grid_and_no_board() {
    let mut face = sudoku(TWOFOLD, (80, 60), COLOR);
    let mut shown = String::new();
    for script in ["?", "?t", "t", "c", "gr1c3\n4", "c", "u", "s\n", "w", "\x1bN"] {
        keys(&mut face, script);
        shown.push_str(&text(&face));
    }
    for says in ["clear the grid", "Theme: light grid.", "The grid is already empty.", "Grid cleared.", "on the grid"] {
        assert!(shown.contains(says), "{says}\n{shown}");
    }
    assert!(!shown.to_lowercase().contains("board"), "{shown}");
}

#[test]
fn every_solution_of_a_sudoku_can_be_leafed_to_and_taken_over() {
    let mut face = sudoku(TWOFOLD, (80, 24), NO_COLOR);
    keys(&mut face, "s");
    let Mode::Browse(screen) = face.model.mode() else { panic!("no solutions") };
    assert_eq!(screen.total(), &2u8.into());
    assert_eq!(screen.solution().len(), 81);
    keys(&mut face, ">\n");
    assert!(face.model.is_solved() && text(&face).contains("Solved!"), "{}", text(&face));
    assert_eq!(placed(&face).len(), 81 - TWOFOLD.bytes().filter(u8::is_ascii_digit).count());
    keys(&mut face, "u");
    assert!(placed(&face).is_empty());
}

#[test]
fn following_the_hints_solves_every_puzzle_from_a_wrong_beginning() {
    for mut face in [sudoku(PROPER, (80, 24), NO_COLOR), regions((80, 24), NO_COLOR)] {
        let wrong = if face.model.board().has_values() { "gr1c3\n1" } else { "ga1\n\n" };
        assist(&mut face, 1);
        keys(&mut face, wrong);
        for _ in 0..300 {
            keys(&mut face, "ii");
            let Some(hint) = face.model.hint() else { break };
            // Enter makes the move of a deduction.
            if matches!(hint, Hint::Deduced(_)) {
                keys(&mut face, "\n");
                continue;
            }
            let (Move::Place(at) | Move::Remove(at) | Move::Unblock(at)) = hint.first_move() else {
                panic!("{hint:?}")
            };
            let puzzle = face.model.board().puzzle();
            let go = format!("\x1bg{}\n", puzzle.cell_name(puzzle.cell(at)));
            let play = if face.model.board().has_values() { puzzle.symbol(at).to_string() } else { "\n".to_owned() };
            keys(&mut face, &(go + &play));
        }
        assert!(face.model.is_solved(), "{}", text(&face));
    }
}

/// A hint that shows its move names the key that makes it, on the usual screen of 80 x 24, too.
#[test]
fn the_key_that_makes_the_move_of_a_hint_is_on_the_screen() {
    let screen = (80, 24);
    for mut face in [game(8, screen, NO_COLOR), sudoku(PROPER, screen, NO_COLOR), regions(screen, NO_COLOR)] {
        assist(&mut face, 1);
        keys(&mut face, "i");
        assert!(said(&face).contains("Enter show the move"), "{}", text(&face));
        keys(&mut face, "i");
        assert!(said(&face).contains("Enter make the move i reason"), "{}", text(&face));
    }
}

#[test]
fn what_is_forced_is_played_with_the_move_that_forced_it() {
    let mut face = sudoku(TWOFOLD, (80, 24), NO_COLOR);
    assist(&mut face, 4);
    let at_once = placed(&face);
    assert!(!at_once.is_empty() && !face.model.is_solved(), "what is forced from the beginning");
    keys(&mut face, "gr1c7\n1");
    assert!(face.model.is_solved(), "{}", text(&face));
    keys(&mut face, "u");
    assert_eq!(placed(&face), at_once, "one undo takes all back that came of the move");
    keys(&mut face, "u");
    assert!(placed(&face).is_empty());
}

#[test]
fn the_next_puzzle_of_the_file_and_the_one_before() {
    let mut face = sudokus(Shape::NINE, &[PROPER, TWOFOLD], (80, 24), NO_COLOR);
    assert_eq!((face.model.number(), total(&face).as_str()), (1, "1"));
    keys(&mut face, "gr1c3\n4N");
    assert_eq!((face.model.number(), total(&face).as_str()), (2, "2"));
    assert!(placed(&face).is_empty());
    keys(&mut face, "N");
    assert!(text(&face).contains("This is the last puzzle."), "{}", text(&face));
    keys(&mut face, "P");
    assert_eq!(face.model.number(), 1);
    keys(&mut face, "-");
    assert_eq!(notice(&face), "This is the first puzzle.");
}

#[test]
fn what_all_solutions_have_is_told_without_a_number_where_nobody_counted_them() {
    let mut face = sudoku(&format!("12345678{}", ".".repeat(73)), (120, 40), NO_COLOR);
    assert!(!face.model.guide().unwrap().total().is_exact());
    keys(&mut face, ">>>>>>>>");
    assert!(text(&face).contains("forced, all remaining solutions"), "{}", text(&face));
}

#[test]
fn solutions_that_are_not_all_known_are_not_numbered() {
    // The solutions of an empty 9 x 9 are too many to list.
    let mut face = sudoku(&".".repeat(81), (80, 24), NO_COLOR);
    assert!(!face.model.guide().unwrap().total().is_exact());
    keys(&mut face, "a");
    assert!(text(&face).contains("too many solutions to count"), "{}", text(&face));
    keys(&mut face, "s");
    assert_eq!(notice(&face), "The solutions can't be numbered: there are too many.");
}

#[test]
fn the_board_of_a_sudoku_is_nobodys_business_but_the_players_without_help() {
    let mut face = sudoku(PROPER, (80, 24), NO_COLOR);
    assist(&mut face, 0);
    let shown = text(&face);
    for told in ["◆", "remaining", "×  "] {
        assert!(!shown.contains(told), "{shown}");
    }
    keys(&mut face, "v");
    assert!(notice(&face).starts_with("Yes, it is still solvable."));
    keys(&mut face, "gr1c3\n1v");
    assert_eq!(notice(&face), "No solution from here. Press b to go back to a solvable position.");
    keys(&mut face, "b");
    assert_eq!(notice(&face), "Went back 1 move; the puzzle is solvable again.");
}

#[test]
fn the_help_speaks_of_the_puzzle() {
    for (mut face, says, never) in [
        (sudoku(PROPER, (100, 160), NO_COLOR), &["place or remove this value", "type r5c5", "Cells"][..], "queen"),
        (regions((100, 160), NO_COLOR), &["place or remove a queen", "type e4", "Squares", "next puzzle"], "value"),
    ] {
        keys(&mut face, "?");
        let shown = text(&face);
        assert!(says.iter().all(|words| shown.contains(words)) && !shown.contains(never), "{shown}");
    }
}

#[test]
fn regions_are_told_apart_without_colours() {
    for environment in [NO_COLOR, ASCII, COLOR] {
        let face = regions((80, 24), environment);
        let layout = ScreenLayout::of(&face).unwrap();
        let terminal = draw(&face);
        let buffer = terminal.backend().buffer();
        let puzzle = face.model.board().puzzle();
        let cursor = face.model.bracketed_cell().unwrap();
        for row in 0..8 {
            for column in 1..8 {
                let (left, right) = (Cell { row, column: column - 1 }, Cell { row, column });
                // The cursor has brackets, or a frame as wide as a border.
                if [left, right].contains(&cursor) {
                    continue;
                }
                let rect = layout.rect_of(right).unwrap();
                let drawn = buffer[(rect.x, rect.y + 1)].symbol();
                let is_border = ["┃", "|", "▌"].contains(&drawn);
                let differ = puzzle.region(left) != puzzle.region(right);
                assert!(is_border == differ, "{row} {column}: {drawn:?}\n{}", text(&face));
            }
        }
    }
}

#[test]
fn a_keystroke_while_a_value_is_asked_for_can_still_quit() {
    let mut face = sudoku(PROPER, (80, 24), NO_COLOR);
    keys(&mut face, "gr1c3\nx");
    let control_c = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let input = input_of(&control_c, &face).unwrap();
    assert!(matches!(face.update(input)[..], [Outcome::Quit]));
}

/// Starts a game of a fourth kind, which neither the game nor its face knows.
fn rooks_of(text: &'static str, screen: (u16, u16)) -> Face {
    let read = rooks().read(&Arguments::default(), Box::new(text.as_bytes())).map(|read| read.unwrap().1).collect();
    game_of_entries(read, screen, NO_COLOR)
}

#[test]
fn a_fourth_kind_is_played_without_any_change_to_the_game() {
    let mut face = rooks_of("4\n4 b2\n", (80, 24));
    assert_eq!(total(&face), "24");
    keys(&mut face, "2\n>_xgd4\nw");
    let shown = text(&face);
    for says in [
        "4 × 4 puzzle",
        "4 solutions",
        "1 placed, 1 ruled out",
        "│  █▀▀▀▄  │",
        "d4 is open: 1 of 4 solutions has",
        "R placed",
    ] {
        assert!(shown.contains(says), "{says}\n{shown}");
    }
    keys(&mut face, "iiga2\nw");
    assert!(text(&face).contains("a2 is ruled out by a1"), "{}", text(&face));
    keys(&mut face, "ws\n");
    assert!(face.model.is_solved() && text(&face).contains("Solved!"), "{}", text(&face));
    keys(&mut face, "uuu");
    assert_eq!(total(&face), "24");
    // The next puzzle has a given rook; hints solve it.
    keys(&mut face, "N");
    assert!((face.model.number(), total(&face).as_str()) == (2, "6") && placed(&face).is_empty());
    keys(&mut face, "gb2\n\n");
    assert_eq!(notice(&face), "b2 is given: you can't change it.");
    for _ in 0..3 {
        keys(&mut face, "ii");
        let Move::Place(at) = face.model.hint().unwrap().first_move() else { panic!("nothing is wrong") };
        let go = format!("g{}\n\n", face.model.board().puzzle().name(at));
        keys(&mut face, &go);
    }
    assert!(face.model.is_solved() && placed(&face).len() == 3, "{}", text(&face));
}

/// Starts a game of new puzzles on a screen, as the program does.
fn new_puzzles(kind: &dyn Kind, seed: u64) -> (Face, Vec<Outcome>) {
    let said = |parameter: &Parameter| parameter.default.map(str::to_owned).into_iter().collect();
    let generator = kind.generator(&Arguments::new(kind.parameters(Verb::Play), said), seed).unwrap();
    let outline = generator.outline();
    let model = Model::new(Arc::new(Series::generated(generator)), 1, outline);
    let mut face = Face::new(model, theme(NO_COLOR), (80, 24));
    let outcomes = face.start();
    (face, outcomes)
}

#[test]
fn until_the_first_new_puzzle_is_made_its_outline_is_on_the_screen() {
    for (kind, title) in [
        (Arc::new(SudokuKind) as Arc<dyn Kind>, "9 × 9 Sudoku"),
        (Arc::new(RegionsKind), "8 × 8 queens in regions"),
        (rooks(), "2 × 2 puzzle"),
    ] {
        let (mut face, outcomes) = new_puzzles(&*kind, 7);
        let job = only_job(outcomes);
        let ticket = job.ticket();
        let _ = face.update(Input::Game(Message::Progressed { ticket, fraction: 0.3 }));
        let shown = text(&face);
        for says in [title, "Building puzzle 1: ███░░░░░░░ 30 %", "Esc cancels"] {
            assert!(shown.contains(says), "{says}\n{shown}");
        }
        let board = face.model.board();
        assert!(board.puzzle().givens().is_empty());
        // The outline of a Sudoku has blocks, but regions with letters differ from puzzle to puzzle.
        let has_region = board.puzzle().region(Cell { row: 0, column: 0 }).is_some();
        assert_eq!(has_region, title.ends_with("Sudoku"));
        keys(&mut face, "\n");
        assert!(notice(&face).starts_with("No puzzle yet."), "{}", notice(&face));
        // The load is cancelled, and then requested again.
        let stop = Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
        let outcomes = face.update(input_of(&stop, &face).unwrap());
        assert!(matches!(outcomes[..], [Outcome::Game(Effect::Cancel(cancelled))] if cancelled == ticket));
        assert!(text(&face).contains("Cancelled: puzzle 1."), "{}", text(&face));
        assert!(face.update(Input::Game(job.run(&mut Budget::unlimited()))).is_empty() && face.model.guide().is_none());
        keys(&mut face, "N");
        assert_eq!((face.model.number(), total(&face).as_str()), (1, "1"));
        let (mut other, outcomes) = new_puzzles(&*kind, 7);
        let made = only_job(outcomes).run(&mut Budget::unlimited());
        assert!(other.update(Input::Game(made)).is_empty());
        assert_eq!(face.model.board().puzzle().text(), other.model.board().puzzle().text());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// All keys, in any order, on any terminal.
    #[test]
    fn no_keys_break_the_game_and_all_can_be_undone(
        which in 0usize..4,
        columns in 18u16..100,
        rows in 7u16..40,
        script in "[><^_\n xucgwisa01234nmvbrf$t?hNP9\x08\x1b]{1,60}",
    ) {
        let screen = (columns, rows);
        let mut face = match which {
            0 => sudoku(FOUR, screen, NO_COLOR),
            1 => sudoku(TWOFOLD, screen, COLOR),
            2 => rooks_of("4\n4 b2\n", screen),
            _ => regions(screen, COLOR),
        };
        any_keys(&mut face, &script)?;
    }
}
