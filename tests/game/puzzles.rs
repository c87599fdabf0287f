//! The same game with other puzzles: Sudoku and queens in regions, by keys and clicks, without a terminal.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use nqueens_tui::keys::message_of;
use nqueens_tui::model::{Mode, Model, Notice};
use nqueens_tui::shelf::Series;
use nqueens_tui::update::{Effect, update};
use nqueens_tui::view::cell_at;
use nqueens_tui::view::layout::Layout;
use proptest::prelude::*;
use puzzle_core::{Cell, Diagram, Move, Puzzle, Rules, Status, Variable};
use regions_guide::{Attack, RegionsPuzzle, all_solutions};
use sudoku_guide::{Grid, Shape, Sudoku};

use super::memory::{ASCII, COLOR, NO_COLOR, any_keys, cell, draw, game_of, keys, mouse, text, total, variable};
use super::scenes::in_every_look;

/// A well-known puzzle with one solution.
const PROPER: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The same without some of its givens: it has two solutions.
const TWOFOLD: &str = "53..7....6..1.5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....";

/// One of 6 x 6 with 22 solutions, and an empty one with 288.
const SIX: &str = "....4.12......1..2......6.5......4..";
const FOUR: &str = "................";

/// One with 16 values: `nqueens sudoku generate --box 4x4 --seed 1`.
const SIXTEEN: &str = "\
    .......8....21...63.5..E..2..4F7G..DF.B.A..E3...E.FA.C.7.9.5.8.. \
    .C.5.........D...G..D8......9F......G....F....BC..4.C..3..B7..18 \
    ...2AD...5G8.7...B9..G.F.6.....4...G.B..E...FC52.D.7359.2.....A. \
    CEB.......A31.G.....9...7.F...6.9..48.3C..52....75.......B1.C.4.";

const REGIONS: &str = "AABBBCCC\nAABBBBCC\nADDDBECC\nADDDEEEE\nFFDDGEEE\nFFFGGGHE\nFFGGGHHH\nFFGGHHHH";

type Look<'a> = &'a [(&'a str, &'a str)];

fn sudokus(shape: Shape, grids: &[&str], screen: (u16, u16), environment: Look) -> Model {
    let puzzles: Vec<_> = grids.iter().map(|grid| Sudoku::new(Grid::parse(shape, grid).unwrap())).collect();
    let first = Arc::new(puzzles[0].clone());
    let series = Series::of(puzzles, |sudoku, _| Ok(Arc::new(sudoku) as Arc<_>));
    game_of(Arc::new(series), 1, first, screen, environment)
}

fn sudoku(grid: &str, screen: (u16, u16), environment: Look) -> Model {
    let given = grid.split_whitespace().map(str::len).sum::<usize>();
    let shape = [(16, 2, 2), (36, 2, 3), (81, 3, 3), (256, 4, 4)].into_iter().find(|(cells, ..)| *cells == given);
    let (_, rows, columns) = shape.unwrap();
    sudokus(Shape::new(rows, columns).unwrap(), &[grid], screen, environment)
}

fn regions(screen: (u16, u16), environment: Look) -> Model {
    let puzzle = RegionsPuzzle::new(REGIONS.parse().unwrap(), Attack::King);
    let know = |puzzle, _: nqueens_tui::shelf::OnProgress| {
        let source = all_solutions(puzzle, usize::MAX, &mut |_| ControlFlow::Continue(()));
        source.map(|source| Arc::new(source) as Arc<_>).map_err(|error| error.to_string())
    };
    game_of(Arc::new(Series::of(vec![puzzle.clone()], know)), 1, Arc::new(puzzle), screen, environment)
}

/// Name, level of help, puzzle, and the keys that lead there.
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
                let mut model = sudoku(grid, screen, environment);
                assist(&mut model, *level);
                keys(&mut model, script);
                model
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
                let mut model = regions(screen, environment);
                keys(&mut model, script);
                model
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
        for (mut model, script) in scenes.chain([(regions(screen, ASCII), "ww"), (regions(screen, ASCII), "4ga8\n\n?")])
        {
            keys(&mut model, script);
            for cell in draw(&model).backend().buffer().content() {
                assert!(cell.symbol().is_ascii(), "{script:?} at {screen:?}: {:?}", cell.symbol());
            }
        }
    }
}

/// Steps to a level of help.
fn assist(model: &mut Model, level: u8) {
    while model.assist.level() != level {
        keys(model, "a");
    }
}

fn placed(model: &Model) -> BTreeSet<String> {
    let name = |&variable: &u16| model.board.puzzle().name(variable);
    model.guide().unwrap().marks().placed.iter().map(name).collect()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn values_are_typed_replaced_and_taken_away() {
    let mut model = sudoku(PROPER, (80, 24), NO_COLOR);
    assist(&mut model, 1);
    keys(&mut model, "gr1c3\n1");
    assert_eq!(placed(&model), names(&["r1c3=1"]), "only what the player wants, without a guide");
    assist(&mut model, 2);
    keys(&mut model, "4");
    assert!(text(&model).contains("Not placed. r1c3=4: ruled out by r1c3=1"), "{}", text(&model));
    assist(&mut model, 0);
    keys(&mut model, "4");
    assert_eq!(placed(&model), names(&["r1c3=4"]), "without a guide the other value makes way");
    keys(&mut model, "u");
    assert_eq!(placed(&model), names(&["r1c3=1"]), "in one turn");
    keys(&mut model, "u4");
    assert_eq!(placed(&model), names(&["r1c3=4"]));
    keys(&mut model, "4");
    assert!(placed(&model).is_empty(), "the same value again takes it away");
    for key in ["\x08", "0"] {
        keys(&mut model, "4");
        keys(&mut model, key);
        assert!(placed(&model).is_empty());
    }
    keys(&mut model, "0");
    assert_eq!(model.notice, Some(Notice::NothingThere(cell(&model, "r1c3"))));
}

#[test]
fn givens_stay() {
    let mut model = sudoku(PROPER, (80, 24), NO_COLOR);
    let given = variable(&model, "r1c1=5");
    for key in ["5", "1", "0", "x", "\n", " "] {
        keys(&mut model, "gr1c1\n");
        keys(&mut model, key);
        assert_eq!(model.notice, Some(Notice::Given(given)), "{key:?}");
    }
    assert!(text(&model).contains("r1c1=5 is given: it can't be changed."), "{}", text(&model));
    assert_eq!(model.game.as_ref().unwrap().session().moves().len(), 0);
    keys(&mut model, "w");
    assert!(text(&model).contains("r1c1=5 is given."), "{}", text(&model));
}

#[test]
fn a_value_beyond_9_is_typed_as_a_letter_or_as_a_number() {
    let mut model = sudoku(SIXTEEN, (200, 60), NO_COLOR);
    assist(&mut model, 0);
    keys(&mut model, "gr1c1\n\n");
    for (typed, placed_then) in [("b", &["r1c1=B"][..]), ("\n", &[]), ("\n1", &[]), ("1", &["r1c1=B"])] {
        keys(&mut model, typed);
        assert_eq!(placed(&model), names(placed_then), "{typed:?}");
    }
    assert!(model.entry.is_none());
    keys(&mut model, "gr4c2\n\n2");
    assert_eq!(placed(&model), names(&["r1c1=B", "r4c2=2"]), "a value that can be no other is complete");
    keys(&mut model, "gr3c2\n\nz\n");
    assert!(text(&model).contains("\"z\" is no value of r3c2: expected 1 to G."), "{}", text(&model));
}

#[test]
fn pencil_marks_are_blocked_and_come_back() {
    let mut model = sudoku(TWOFOLD, (80, 24), NO_COLOR);
    keys(&mut model, "gr1c7\nx1");
    assert_eq!(total(&model), "1");
    assert!(text(&model).contains("r1c7=9: forced"), "{}", text(&model));
    keys(&mut model, "x9");
    assert_eq!(model.notice, Some(Notice::Needed(variable(&model, "r1c7=9"))));
    keys(&mut model, "x1");
    assert_eq!(total(&model), "2");
    keys(&mut model, "xq\n");
    assert!(matches!(model.notice, Some(Notice::NoSuchValue(..))));
    keys(&mut model, "x\x1b");
    assert!(model.entry.is_none() && model.notice != Some(Notice::NothingToUndo));
}

#[test]
fn clicks_choose_a_cell_and_on_a_pencil_mark_its_value() {
    let mut model = sudoku(FOUR, (80, 24), NO_COLOR);
    let at = cell(&model, "r2c3");
    // Every place of the cell is the cell, and each of the four values is written once.
    let rect = Layout::of(&model).unwrap().rect_of(at).unwrap();
    let places: Vec<(u16, u16)> = (rect.top()..rect.bottom())
        .flat_map(|row| (rect.left()..rect.right()).map(move |column| (column, row)))
        .collect();
    let found = places.iter().map(|&(column, row)| cell_at(&model, column, row).unwrap());
    let values: Vec<_> = found.inspect(|(found, _)| assert_eq!(*found, at)).filter_map(|(_, value)| value).collect();
    assert_eq!(values, model.board.variables(at));
    let three =
        places.iter().find(|&&(column, row)| cell_at(&model, column, row).unwrap().1 == Some(values[2])).unwrap();
    let click = |model: &mut Model, button| {
        let (column, row) = *three;
        let event = MouseEvent { kind: MouseEventKind::Down(button), column, row, modifiers: KeyModifiers::NONE };
        let message = message_of(&Event::Mouse(event), model).unwrap();
        let Some(Effect::Work { ticket, work, mut game }) = update(model, message) else { panic!("no work") };
        let answer = work.run(&mut game);
        update(model, nqueens_tui::message::Message::Answered { ticket, answer, game });
    };
    click(&mut model, MouseButton::Right);
    assert_eq!(model.guide().unwrap().status(values[2]), Status::Blocked);
    keys(&mut model, "u");
    click(&mut model, MouseButton::Left);
    assert_eq!(placed(&model), names(&["r2c3=3"]));
    // A click beside the values only chooses the cell.
    mouse(&mut model, MouseEventKind::Down(MouseButton::Left), "r4c1");
    assert_eq!((model.cursor, placed(&model).len()), (cell(&model, "r4c1"), 1));
}

#[test]
fn every_solution_of_a_sudoku_can_be_leafed_to_and_taken_over() {
    let mut model = sudoku(TWOFOLD, (80, 24), NO_COLOR);
    keys(&mut model, "s");
    let Mode::Browse(screen) = &model.mode else { panic!("no solutions") };
    assert_eq!(screen.total(), &2u8.into());
    assert_eq!(screen.solution().len(), 81);
    keys(&mut model, ">\n");
    assert!(model.is_solved() && text(&model).contains("Solved!"), "{}", text(&model));
    assert_eq!(placed(&model).len(), 81 - TWOFOLD.bytes().filter(u8::is_ascii_digit).count());
    keys(&mut model, "u");
    assert!(placed(&model).is_empty());
}

#[test]
fn following_the_hints_solves_every_puzzle_from_a_wrong_beginning() {
    for mut model in [sudoku(PROPER, (80, 24), NO_COLOR), regions((80, 24), NO_COLOR)] {
        let wrong = if model.board.has_values() { "gr1c3\n1" } else { "ga1\n\n" };
        assist(&mut model, 1);
        keys(&mut model, wrong);
        for _ in 0..80 {
            keys(&mut model, "ii");
            let Some(given) = &model.hint else { break };
            let (Move::Place(at) | Move::Remove(at) | Move::Unblock(at)) = given.hint.play else { panic!("{given:?}") };
            let puzzle = model.board.puzzle();
            let go = format!("\x1bg{}\n", puzzle.cell_name(puzzle.cell(at)));
            let play = if model.board.has_values() { puzzle.symbol(at).to_string() } else { "\n".to_owned() };
            keys(&mut model, &(go + &play));
        }
        assert!(model.is_solved(), "{}", text(&model));
    }
}

#[test]
fn what_is_forced_is_played_with_the_move_that_forced_it() {
    let mut model = sudoku(TWOFOLD, (80, 24), NO_COLOR);
    assist(&mut model, 4);
    keys(&mut model, "gr1c7\n1");
    assert!(model.is_solved(), "{}", text(&model));
    keys(&mut model, "u");
    assert!(placed(&model).is_empty(), "one undo takes all back");
}

#[test]
fn the_next_puzzle_of_the_file_and_the_one_before() {
    let mut model = sudokus(Shape::NINE, &[PROPER, TWOFOLD], (80, 24), NO_COLOR);
    assert_eq!((model.number, total(&model).as_str()), (1, "1"));
    keys(&mut model, "gr1c3\n4N");
    assert_eq!((model.number, total(&model).as_str()), (2, "2"));
    assert!(placed(&model).is_empty());
    keys(&mut model, "N");
    assert!(text(&model).contains("Puzzles go from 1 to 2."), "{}", text(&model));
    keys(&mut model, "P");
    assert_eq!(model.number, 1);
    keys(&mut model, "-");
    assert_eq!(model.notice, Some(Notice::NoSuchNumber));
}

#[test]
fn solutions_that_are_not_all_known_are_not_numbered() {
    // Of the empty 9 x 9 nobody could list all solutions.
    let mut model = sudoku(&".".repeat(81), (80, 24), NO_COLOR);
    assert!(!model.guide().unwrap().total().is_exact());
    keys(&mut model, "a");
    assert!(text(&model).contains("at least"), "{}", text(&model));
    keys(&mut model, "s");
    assert_eq!(model.notice, Some(Notice::NotNumbered));
}

#[test]
fn the_board_of_a_sudoku_is_nobodys_business_but_the_players_without_help() {
    let mut model = sudoku(PROPER, (80, 24), NO_COLOR);
    assist(&mut model, 0);
    let shown = text(&model);
    for told in ["◆", "remaining", "×  "] {
        assert!(!shown.contains(told), "{shown}");
    }
    keys(&mut model, "v");
    assert_eq!(model.notice, Some(Notice::Verified(true)));
    keys(&mut model, "gr1c3\n1v");
    assert_eq!(model.notice, Some(Notice::Verified(false)));
    keys(&mut model, "b");
    assert_eq!(model.notice, Some(Notice::WentBack(1)));
}

#[test]
fn the_help_speaks_of_the_puzzle() {
    for (mut model, says, never) in [
        (sudoku(PROPER, (100, 70), NO_COLOR), &["place or remove this value", "type r5c5", "Cells"][..], "queen"),
        (regions((100, 70), NO_COLOR), &["place or remove a queen", "type e4", "Squares", "the next puzzle"], "value"),
    ] {
        keys(&mut model, "?");
        let shown = text(&model);
        assert!(says.iter().all(|words| shown.contains(words)) && !shown.contains(never), "{shown}");
    }
}

#[test]
fn regions_are_told_apart_without_colours() {
    for environment in [NO_COLOR, ASCII, COLOR] {
        let model = regions((80, 24), environment);
        let layout = Layout::of(&model).unwrap();
        let terminal = draw(&model);
        let buffer = terminal.backend().buffer();
        let puzzle = model.board.puzzle();
        for row in 0..8 {
            for column in 1..8 {
                let (left, right) = (Cell { row, column: column - 1 }, Cell { row, column });
                let rect = layout.rect_of(right).unwrap();
                // The cursor's bracket covers a line.
                let drawn = buffer[(rect.x, rect.y + 1)].symbol();
                let is_border = ["┃", "|"].contains(&drawn);
                let differ = puzzle.region(left) != puzzle.region(right);
                assert!(
                    is_border == differ || ["[", "]"].contains(&drawn),
                    "{row} {column}: {drawn:?}\n{}",
                    text(&model)
                );
            }
        }
    }
}

#[test]
fn a_keystroke_while_a_value_is_asked_for_can_still_quit() {
    let mut model = sudoku(PROPER, (80, 24), NO_COLOR);
    keys(&mut model, "gr1c3\nx");
    let control_c = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let message = message_of(&control_c, &model).unwrap();
    assert!(matches!(update(&mut model, message), Some(Effect::Quit)));
}

/// Four rooks of which none attacks another: a puzzle that the game has never heard of, with all words left as they are.
#[derive(Clone, Debug)]
struct Rooks(Rules);

impl Rooks {
    fn new() -> Rooks {
        let mut rules = Rules::new(16);
        for line in 0..4 {
            rules.exactly_one(&[4 * line, 4 * line + 1, 4 * line + 2, 4 * line + 3]);
            rules.exactly_one(&[line, line + 4, line + 8, line + 12]);
        }
        Rooks(rules)
    }
}

impl Puzzle for Rooks {
    fn rules(&self) -> &Rules {
        &self.0
    }
    fn grid(&self) -> (usize, usize) {
        (4, 4)
    }
    fn cell(&self, variable: Variable) -> Cell {
        Cell { row: usize::from(variable) / 4, column: usize::from(variable) % 4 }
    }
    fn symbol(&self, _: Variable) -> char {
        'R'
    }
    fn name(&self, variable: Variable) -> String {
        self.cell_name(self.cell(variable))
    }
    fn line_name(&self, line: usize) -> String {
        format!("{} {}", ["row", "column"][line % 2], line / 2 + 1)
    }
}

#[test]
fn a_fourth_puzzle_is_played_without_any_change_to_the_game() {
    let know = |rooks, _: nqueens_tui::shelf::OnProgress| {
        Diagram::conjoin(rooks).map(|source| Arc::new(source) as Arc<_>).map_err(|error| error.to_string())
    };
    let shelf = Arc::new(Series::of(vec![Rooks::new()], know));
    let mut model = game_of(shelf, 1, Arc::new(Rooks::new()), (80, 24), NO_COLOR);
    assert_eq!(total(&model), "24");
    keys(&mut model, "\n>_xg44\nw");
    let shown = text(&model);
    for says in [
        "4 × 4 puzzle",
        "4 remaining solutions",
        "1 placed, 1 blocked",
        "│    R    │",
        "44 is open: 1 of 4 solutions have",
        "R placed",
    ] {
        assert!(shown.contains(says), "{says}\n{shown}");
    }
    keys(&mut model, "iig21\nw");
    assert!(text(&model).contains("21 is excluded by 11"), "{}", text(&model));
    keys(&mut model, "ws\n");
    assert!(model.is_solved() && text(&model).contains("Solved!"), "{}", text(&model));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// All keys, in any order, on any terminal.
    #[test]
    fn no_keys_break_the_game_and_all_can_be_undone(
        which in 0usize..3,
        columns in 18u16..100,
        rows in 7u16..40,
        script in "[><^_\n xucgwisa01234nmvbrf$t?hNP9\x08\x1b]{1,60}",
    ) {
        let screen = (columns, rows);
        let mut model = match which {
            0 => sudoku(FOUR, screen, NO_COLOR),
            1 => sudoku(TWOFOLD, screen, COLOR),
            _ => regions(screen, COLOR),
        };
        any_keys(&mut model, &script)?;
    }
}
