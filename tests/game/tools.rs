//! The tools for cells with values in the terminal, and the colours of large boards.

use std::collections::BTreeSet;

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use game::Mode;
use nqueens_tui::face::Face;
use nqueens_tui::view::layout::ScreenLayout;
use puzzle_kind::Cell;
use ratatui::style::{Color, Modifier};

use super::memory::{COLOR, NO_COLOR, cell, draw, game, keys, mouse, notice, press, text};
use super::puzzles::{SIXTEEN, TWOFOLD, assist, board_of_regions, sudoku};

fn placed(face: &Face) -> Vec<String> {
    let name = |&variable| face.model.board().puzzle().name(variable);
    face.model.guide().unwrap().marks().placed.iter().map(name).collect()
}

/// Returns the background of the middle of a cell.
fn ground(face: &Face, name: &str) -> Color {
    let inner = ScreenLayout::inner(ScreenLayout::of(face).unwrap().rect_of(cell(face, name)).unwrap());
    draw(face).backend().buffer()[(inner.right() - 1, inner.bottom() - 1)].bg
}

#[test]
fn letters_are_values_of_a_large_sudoku_on_request() {
    let mut face = sudoku(SIXTEEN, (200, 60), NO_COLOR);
    assist(&mut face, 0);
    keys(&mut face, "gr1c1\n");
    keys(&mut face, "Vc");
    assert_eq!(placed(&face), ["r1c1=C"]);
    assert!(text(&face).contains("letters are values"), "{}", text(&face));
    // A digit is a value at once, an arrow moves, and a letter that is no value keeps its command.
    keys(&mut face, ">1");
    assert_eq!((placed(&face).len(), face.model.typing()), (2, None));
    keys(&mut face, "u");
    assert_eq!(placed(&face), ["r1c1=C"]);
    keys(&mut face, "\x1bc");
    assert!(placed(&face).is_empty(), "c clears the grid again");
}

#[test]
fn several_cells_are_selected_by_shift_with_arrows_and_by_drags() {
    for environment in [COLOR, NO_COLOR] {
        for screen in [(80, 24), (120, 40)] {
            let mut face = sudoku(TWOFOLD, screen, environment);
            assist(&mut face, 0);
            // The way to level 0 leads through level 4, which has placed values.
            keys(&mut face, "cgr1c3\n");
            let before = draw(&face).backend().buffer().clone();
            press(&mut face, KeyCode::Right, KeyModifiers::SHIFT);
            assert_eq!(face.model.selected_cells().len(), 2);
            assert_ne!(&before, draw(&face).backend().buffer(), "the selection is shown");
            keys(&mut face, "7");
            assert_eq!(placed(&face), ["r1c3=7", "r1c4=7"]);
            keys(&mut face, "\x1b");
            assert!(face.model.selected_cells().is_empty() && matches!(face.model.mode(), Mode::Play));
            mouse(&mut face, MouseEventKind::Down(MouseButton::Left), "r4c2");
            for at in ["r5c2", "r5c3"] {
                mouse(&mut face, MouseEventKind::Drag(MouseButton::Left), at);
            }
            assert_eq!(face.model.selected_cells().len(), 3);
            mouse(&mut face, MouseEventKind::Down(MouseButton::Left), "r4c2");
            assert!(face.model.selected_cells().is_empty());
        }
    }
    // Where nothing can be selected, Shift makes no difference.
    let mut face = game(8, (80, 24), NO_COLOR);
    press(&mut face, KeyCode::Right, KeyModifiers::SHIFT);
    assert_eq!(face.model.cursor(), cell(&face, "b1"));
}

#[test]
fn colours_of_cells_are_backgrounds_or_signs() {
    let mut face = sudoku(TWOFOLD, (120, 40), COLOR);
    assist(&mut face, 0);
    keys(&mut face, "gr9c1\n");
    let plain = ground(&face, "r1c3");
    keys(&mut face, "gr1c3\nK");
    let first = ground(&face, "r1c3");
    keys(&mut face, "K");
    let second = ground(&face, "r1c3");
    let grounds = [plain, first, second].map(|colour| format!("{colour:?}"));
    assert_eq!(grounds.iter().collect::<BTreeSet<_>>().len(), 3, "{grounds:?}");
    assert_eq!(notice(&face), "Colour 2 of 6 on r1c3.");
    let mut face = sudoku(TWOFOLD, (120, 40), NO_COLOR);
    assist(&mut face, 0);
    keys(&mut face, "gr1c3\n");
    let signs = |face: &Face| text(face).matches('#').count();
    let before = signs(&face);
    keys(&mut face, "KKK");
    assert_eq!(signs(&face), before + 1);
}

/// Corner notes stand in the upper left corner of a cell, and the notes in the middle below them. In cells with a single
/// row, a sign separates them, if all have room.
#[test]
fn corner_notes_stand_beside_the_notes_in_the_middle() {
    for (screen, drawn) in [((120, 40), &["25     ", "  14   ", "       "][..]), ((80, 24), &[" … "])] {
        let mut face = sudoku(TWOFOLD, screen, NO_COLOR);
        assist(&mut face, 0);
        keys(&mut face, "cgr1c3\nn14O2>");
        if screen.1 > 24 {
            keys(&mut face, "<5>");
        }
        assert_eq!(rows(&face, "r1c3"), drawn, "{}", text(&face));
        assert!(text(&face).contains("your note in the corner"), "{}", text(&face));
        // Too many notes for the cell.
        keys(&mut face, "<356789>");
        let is_cut = screen.1 == 24;
        assert_eq!(rows(&face, "r1c3").concat().contains('…'), is_cut, "{}", text(&face));
        keys(&mut face, "<");
        let described = game::words::describe_cursor(&face.model, false).unwrap();
        assert!(
            described.starts_with("r1c3: 1 4 noted, 2 ") && described.ends_with("noted in the corner"),
            "{described}"
        );
    }
}

/// Returns the rows of a cell without its lines.
fn rows(face: &Face, name: &str) -> Vec<String> {
    let inner = ScreenLayout::inner(ScreenLayout::of(face).unwrap().rect_of(cell(face, name)).unwrap());
    let terminal = draw(face);
    let buffer = terminal.backend().buffer();
    (inner.top()..inner.bottom())
        .map(|y| (inner.left()..inner.right()).map(|x| buffer[(x, y)].symbol()).collect())
        .collect()
}

/// The frame of the cursor, and the outline of a hint, leave the borders of regions visible.
#[test]
fn borders_of_regions_are_visible_below_the_cursor() {
    for screen in [(80, 24), (120, 40)] {
        let mut face = board_of_regions("AABB\nAABB\nCCDD\nCCDD\n", screen, COLOR);
        let border = |face: &Face, name: &str| {
            let rect = ScreenLayout::of(face).unwrap().rect_of(cell(face, name)).unwrap();
            let terminal = draw(face);
            let buffer = terminal.backend().buffer();
            (buffer[(rect.x, rect.y + 1)].symbol().to_owned(), buffer[(rect.x, rect.y + 1)].fg)
        };
        keys(&mut face, "ga1\n");
        let (symbol, colour) = border(&face, "c4");
        assert!(["▌", "┃"].contains(&symbol.as_str()), "{symbol:?}\n{}", text(&face));
        keys(&mut face, "gc4\n");
        let (below, of_cursor) = border(&face, "c4");
        assert_eq!(below, symbol, "{}", text(&face));
        assert_ne!(of_cursor, colour);
    }
}

#[test]
fn the_row_the_column_and_the_block_of_the_cursor_stand_out() {
    let mut face = sudoku(TWOFOLD, (120, 40), COLOR);
    assist(&mut face, 0);
    keys(&mut face, "gr5c5\n");
    let peers: Vec<Color> = ["r5c1", "r1c5", "r4c4"].map(|name| ground(&face, name)).to_vec();
    let others: Vec<Color> = ["r1c1", "r9c9", "r7c3"].map(|name| ground(&face, name)).to_vec();
    assert!(peers.iter().all(|ground| !others.contains(ground)), "{peers:?} {others:?}");
}

/// Twenty-five regions have 25 backgrounds, and each differs clearly from its neighbours.
#[test]
fn a_board_of_25_regions_has_25_colours() {
    let row = |row: u8| (0..25).map(|column: u8| char::from(b'A' + row / 5 * 5 + column / 5)).collect::<String>();
    let board = (0..25).map(row).collect::<Vec<_>>().join("\n");
    for theme in ["", "t"] {
        let mut face = board_of_regions(&board, (200, 60), COLOR);
        keys(&mut face, theme);
        let layout = ScreenLayout::of(&face).unwrap();
        let buffer = draw(&face).backend().buffer().clone();
        let ground = |row: usize, column: usize| {
            let inner = ScreenLayout::inner(layout.rect_of(Cell { row, column }).unwrap());
            buffer[(inner.right() - 1, inner.y)].bg
        };
        let all: BTreeSet<String> = (0..5)
            .flat_map(|row| (0..5).map(move |column| (row, column)))
            .map(|(row, column)| format!("{:?}", ground(5 * row + 2, 5 * column + 2)))
            .collect();
        assert_eq!(all.len(), 25, "{all:?}");
    }
}

#[test]
fn the_result_does_not_repeat_the_last_move_and_the_palette_says_why_not() {
    let mut face = game(4, (80, 24), COLOR);
    keys(&mut face, ":redo");
    assert!(text(&face).contains("redo · Nothing to redo."), "{}", text(&face));
    keys(&mut face, "\x1bgb1\n\ngd2\n\nga3\n\ngc4\n\n");
    let shown = text(&face);
    assert!(shown.contains("You solved it") && !shown.contains("placed on"), "{shown}");
}

#[test]
fn every_place_of_the_screen_has_the_ground_of_the_theme() {
    for script in ["", "?", ":", "L", "p", "S", "gb4\n\nwl"] {
        for theme in ["", "t"] {
            let mut face = game(8, (120, 40), COLOR);
            keys(&mut face, theme);
            keys(&mut face, script);
            let terminal = draw(&face);
            let bare = terminal.backend().buffer().content().iter().filter(|cell| cell.bg == Color::Reset).count();
            assert_eq!(bare, 0, "{script:?} {theme:?}");
        }
    }
    let plain = draw(&game(8, (80, 24), NO_COLOR));
    assert!(plain.backend().buffer().content().iter().all(|cell| cell.bg == Color::Reset));
    assert!(plain.backend().buffer().content().iter().any(|cell| cell.modifier.contains(Modifier::BOLD)));
}
