//! The look of single cells of the screen, and the mouse.

use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use game::Mode;
use game::keys::{Command, Key, Keymap};
use nqueens_tui::face::Face;
use nqueens_tui::keys::input_of;
use nqueens_tui::view::layout::ScreenLayout;
use nqueens_tui::view::{cursor, key_at};
use puzzle_core::Status;
use puzzle_kind::Cell;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::features::said;
use super::memory::{ASCII, COLOR, NO_COLOR, carry_out, cell, draw, game, keys, mouse, notice, press, text, variable};
use super::puzzles::{PROPER, SIXTEEN, TWOFOLD, assist, regions, sudoku};

/// The start of a game, and the keys that lead to the frame.
type Scene = (fn() -> Face, &'static str);

fn buffer(face: &Face) -> Buffer {
    draw(face).backend().buffer().clone()
}

/// Returns the characters drawn in a cell, without blanks, and the style of its middle. A large picture of a queen or
/// value counts as `♛`, and as underlined if its last row is.
fn shown(face: &Face, name: &str) -> (String, Style) {
    let rect = ScreenLayout::of(face).unwrap().rect_of(cell(face, name)).unwrap();
    let inner = ScreenLayout::inner(rect);
    let buffer = buffer(face);
    let places = (inner.top()..inner.bottom()).flat_map(|y| (inner.left()..inner.right()).map(move |x| (x, y)));
    let drawn: String = places.map(|at| buffer[at].symbol().to_owned()).collect();
    let middle = (inner.x + (inner.width - 1) / 2, inner.y + (inner.height - 1) / 2);
    let is_block = |symbol: char| "█▀▄▌▐▖▗▘▝▙▟▛▜▚▞".contains(symbol);
    if drawn.contains(is_block) {
        // The sign of a clash may be on the line before the cell.
        let before = Some(buffer[(rect.x, middle.1)].symbol()).filter(|sign| *sign == "!").unwrap_or_default();
        let beside: String = drawn.chars().filter(|&symbol| !is_block(symbol) && symbol != ' ').collect();
        let modifiers = inner.positions().fold(Modifier::empty(), |all, at| all | buffer[at].modifier);
        return (format!("{before}{beside}♛"), buffer[middle].style().add_modifier(modifiers));
    }
    (drawn.split_whitespace().collect(), buffer[middle].style())
}

/// Returns the line of the screen below the board, with the column names.
fn column_names(face: &Face) -> String {
    let layout = ScreenLayout::of(face).unwrap();
    let buffer = buffer(face);
    (0..layout.board.right()).map(|x| buffer[(x, layout.board.bottom())].symbol().to_owned()).collect()
}

fn at(face: &mut Face, kind: MouseEventKind, (column, row): (u16, u16)) {
    let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    if let Some(input) = input_of(&Event::Mouse(event), face) {
        let outcomes = face.update(input);
        carry_out(face, outcomes);
    }
}

#[test]
fn what_clashes_has_a_sign_weight_and_colour_and_the_panel_names_the_line() {
    for (environment, sign) in [(COLOR, "!♛"), (NO_COLOR, "!♛"), (ASCII, "*Q")] {
        for screen in [(80, 24), (200, 60)] {
            let mut face = game(8, screen, environment);
            keys(&mut face, "1ga1\n\ngc3\n\ngh7\n\ngf1\n");
            for (name, expected) in [("a1", sign), ("c3", sign), ("h7", &sign[1..])] {
                assert_eq!(shown(&face, name).0, expected, "{name}\n{}", text(&face));
            }
            let (clash, peace) = (shown(&face, "c3").1, shown(&face, "h7").1);
            assert!(clash.add_modifier.contains(Modifier::BOLD));
            // Where there are colours, only givens are underlined.
            assert_eq!(clash.add_modifier.contains(Modifier::UNDERLINED), environment != COLOR);
            assert!(!peace.add_modifier.contains(Modifier::UNDERLINED));
            assert_eq!(environment == NO_COLOR, clash.bg == peace.bg && clash.fg == peace.fg);
            let said = said(&face);
            assert!(said.contains("The queens on a1 and c3 attack each other along"), "{said}");
            assert!(said.contains("help: attacks"), "{said}");
        }
    }
    // At level 0, clashes are shown only on request.
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "0ga1\n\ngc3\n\ngf1\n");
    assert_eq!(shown(&face, "c3").0, "♛");
    keys(&mut face, "C");
    assert_eq!(shown(&face, "c3").0, "!♛");
}

#[test]
fn w_on_a_clash_draws_the_way_and_r_ends_it() {
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "1gb2\n\nge5\n\nw");
    assert!(matches!(face.model.mode(), Mode::Clash(_)));
    assert_eq!(["c3", "d4"].map(|name| shown(&face, name).0), ["⠊", "⠊"], "{}", text(&face));
    assert!(text(&face).contains("Clashes with e5") && text(&face).contains("Clash 1 of 1"), "{}", text(&face));
    keys(&mut face, "r");
    assert_eq!(face.model.guide().unwrap().status(variable(&face, "e5")), Status::Excluded, "taken away");
    // In a Sudoku, the whole line is shown.
    let mut face = sudoku(PROPER, (80, 50), NO_COLOR);
    assist(&mut face, 1);
    keys(&mut face, "gr1c3\n5w");
    let (drawn, style) = shown(&face, "r1c7");
    assert!(drawn.is_empty() && style.add_modifier.contains(Modifier::UNDERLINED), "{drawn} {style:?}");
    assert!(said(&face).contains("in row 1 ("), "{}", text(&face));
}

#[test]
fn a_wrong_full_board_shows_where_without_any_help() {
    let mut face = game(4, (80, 24), NO_COLOR);
    keys(&mut face, "0ga1\n\ngb3\n\ngd2\n\ngc4\n\n");
    assert!(text(&face).contains("but some"), "{}", text(&face));
    keys(&mut face, "ga4\n");
    assert_eq!([shown(&face, "b3").0, shown(&face, "c4").0, shown(&face, "a1").0], ["!♛", "!♛", "♛"]);
    keys(&mut face, "\n");
    assert!(said(&face).contains("5 queens for 4 places: 1 too many."), "{}", text(&face));
}

#[test]
fn notes_are_written_by_hand_and_filled_in_only_if_asked_for() {
    let mut face = sudoku(PROPER, (120, 50), NO_COLOR);
    assist(&mut face, 1);
    keys(&mut face, "gr1c3\n");
    assert_eq!(shown(&face, "r1c4").0, "", "nothing is filled in");
    keys(&mut face, "n41");
    assert!(text(&face).contains("Notes in r1c3: 1 4."), "{}", text(&face));
    keys(&mut face, ">");
    assert_eq!(shown(&face, "r1c3").0, "14");
    assert!(face.model.guide().unwrap().marks().is_empty(), "the guide hears nothing of it");
    keys(&mut face, "u");
    assert_eq!(shown(&face, "r1c3").0, "4", "undo takes notes back");
    keys(&mut face, "n<4");
    assert_eq!(shown(&face, "r1c3").0, "♛", "a value, now, and large");
    keys(&mut face, "uf>");
    assert_eq!(face.model.preferences.marks_excluded, Some(true));
    assert_eq!(shown(&face, "r1c3").0, "124", "{}", text(&face));
    keys(&mut face, "f");
    assert_eq!(shown(&face, "r1c3").0, "4");
    // A value key in a cell with a value is refused.
    keys(&mut face, "ngr1c1\n2");
    assert!(text(&face).contains("has a value: no notes there"), "{}", text(&face));
}

#[test]
fn notes_are_rubbed_out_by_values_and_come_back_with_undo() {
    for level in [0, 1] {
        let mut face = sudoku(PROPER, (120, 50), NO_COLOR);
        assist(&mut face, level);
        // The same row, column and block as r1c3, and a cell elsewhere.
        keys(&mut face, "ngr1c3\n14gr1c4\n26gr4c3\n1gr2c2\n14gr9c5\n1n");
        let notes = |face: &Face| {
            let names = face.model.notes().iter().map(|&note| face.model.board().puzzle().name(note));
            names.collect::<Vec<_>>().join(" ")
        };
        let all = notes(&face);
        keys(&mut face, "gr1c3\n1");
        let left = if level == 0 { all.as_str() } else { "r1c4=2 r1c4=6 r2c2=4" };
        assert_eq!(notes(&face), left, "{level}");
        keys(&mut face, "u");
        assert_eq!(notes(&face), all);
        press(&mut face, KeyCode::Char('r'), KeyModifiers::CONTROL);
        assert_eq!(notes(&face), left);
    }
}

#[test]
fn the_value_under_the_cursor_is_lit_wherever_it_stands_and_what_is_left_is_counted() {
    let mut reversed = sudoku(PROPER, (200, 60), NO_COLOR);
    let mut face = sudoku(PROPER, (200, 60), COLOR);
    for face in [&mut reversed, &mut face] {
        assist(face, 0);
        keys(face, "gr1c3\n");
        let before = ["r2c6", "r8c9", "r1c2"].map(|name| shown(face, name).1);
        keys(face, "gr1c1\n");
        let lit = |face: &Face, name: &str| shown(face, name).1;
        assert_ne!(lit(face, "r2c6"), before[0]);
        assert_eq!(lit(face, "r2c6"), lit(face, "r8c9"));
        assert_eq!(lit(face, "r2c6").bg, lit(face, "r1c1").bg, "the value under the cursor, too");
        assert_ne!(lit(face, "r2c6"), lit(face, "r1c2"));
        keys(face, "gr1c3\n");
        assert_eq!(shown(face, "r2c6").1, before[0], "an empty cell lights nothing");
    }
    assert!(shown(&reversed, "r1c2").1.add_modifier.contains(Modifier::UNDERLINED), "given, without colours");
    assert!(!shown(&face, "r1c2").1.add_modifier.contains(Modifier::UNDERLINED), "given, with colours");
    let shown = text(&face);
    assert!(shown.contains("value 1 2 3 4 5 6 7 8 9"), "{shown}");
    // The expected numbers come from the text of the puzzle.
    let left: Vec<usize> =
        ('1'..='9').map(|digit| 9 - PROPER.chars().filter(|&symbol| symbol == digit).count()).collect();
    let line = format!("left {}", left.iter().map(|count| format!(" {count}")).collect::<String>());
    assert!(shown.contains(&line), "{line}\n{shown}");
    keys(&mut face, "1");
    let line = line.replacen(&format!("left  {}", left[0]), &format!("left  {}", left[0] - 1), 1);
    assert!(text(&face).contains(&line), "{line}\n{}", text(&face));
}

#[test]
fn a_typed_value_stays_and_x5_touches_nothing_else() {
    let mut face = sudoku(TWOFOLD, (80, 24), NO_COLOR);
    assist(&mut face, 0);
    let status = |face: &Face, name: &str| face.model.guide().unwrap().status(variable(face, name));
    keys(&mut face, "gr1c3\n1\n");
    assert_eq!(status(&face, "r1c3=1"), Status::Placed);
    keys(&mut face, "x5");
    assert_eq!([status(&face, "r1c3=1"), status(&face, "r1c3=5")], [Status::Placed, Status::Blocked]);
    keys(&mut face, "x1");
    assert_eq!(status(&face, "r1c3=1"), Status::Placed, "what stands is not blocked");
    assert!(notice(&face).ends_with(": remove it before you rule it out."), "{}", notice(&face));
}

#[test]
fn small_cells_show_three_marks_or_that_there_are_more_and_never_a_number_of_them() {
    for screen in [(40, 15), (60, 30), (80, 24)] {
        let mut face = sudoku(TWOFOLD, screen, NO_COLOR);
        assist(&mut face, 2);
        let shown = text(&face);
        let board = ScreenLayout::of(&face).unwrap().board;
        let on_board: Vec<String> = shown.lines().take(usize::from(board.bottom())).map(str::to_owned).collect();
        assert!(!on_board.iter().any(|row| row.contains('(')), "{shown}");
        keys(&mut face, "gr1c8\n");
        // All candidates of the cell under the cursor are listed.
        assert!(text(&face).contains("r1c8: 1 solution with 1, 1 with 9"), "{}", text(&face));
    }
}

#[test]
fn the_names_of_many_columns_can_be_read() {
    for (screen, all) in [((80, 24), false), ((60, 40), false), ((200, 60), true)] {
        let mut face = sudoku(SIXTEEN, screen, NO_COLOR);
        for column in [1, 10, 13, 16] {
            keys(&mut face, &format!("gr1c{column}\n"));
            let names = column_names(&face);
            let numbers: Vec<usize> =
                names.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            assert!(numbers.contains(&column), "{column} at {screen:?}: {names:?}");
            assert!(numbers.iter().all(|number| (1..=16).contains(number)), "{names:?}");
            assert!(numbers.is_sorted_by(|a, b| a < b), "{names:?}");
            assert!(!all || numbers == (1..=16).collect::<Vec<_>>(), "{names:?}");
        }
    }
}

#[test]
fn the_first_click_rules_out_the_second_places_and_the_third_clears() {
    let mut face = regions((80, 24), COLOR);
    assist(&mut face, 1);
    let status = |face: &Face, name: &str| face.model.guide().unwrap().status(variable(face, name));
    let down = MouseEventKind::Down(MouseButton::Left);
    let mut seen = Vec::new();
    for _ in 0..3 {
        mouse(&mut face, down, "c5");
        seen.push(status(&face, "c5"));
    }
    assert_eq!(seen[..2], [Status::Blocked, Status::Placed]);
    assert!(!matches!(seen[2], Status::Blocked | Status::Placed));
    // A draw blocks each cell of its line, also those that the pointer skips.
    mouse(&mut face, down, "a8");
    mouse(&mut face, MouseEventKind::Drag(MouseButton::Left), "b8");
    mouse(&mut face, MouseEventKind::Drag(MouseButton::Left), "e8");
    for name in ["a8", "b8", "c8", "d8", "e8"] {
        assert_eq!(status(&face, name), Status::Blocked, "{name}");
    }
    assert_ne!(status(&face, "f8"), Status::Blocked);
    // Undo takes back a draw at once.
    keys(&mut face, "u");
    for name in ["a8", "b8", "c8", "d8", "e8"] {
        assert_ne!(status(&face, name), Status::Blocked, "{name}");
    }
    keys(&mut face, "u");
    assert_eq!(status(&face, "c5"), Status::Placed, "turn by turn again");
    for _ in 0..4 {
        press(&mut face, KeyCode::Char('r'), KeyModifiers::CONTROL);
    }
    // A click that places does not start a draw.
    mouse(&mut face, down, "a8");
    mouse(&mut face, MouseEventKind::Drag(MouseButton::Left), "a7");
    assert_eq!(status(&face, "a8"), Status::Placed);
    assert_ne!(status(&face, "a7"), Status::Blocked);
    // The same on a board of n-queens. With the guide, which shows what is ruled out, the first click places.
    let mut queens = game(8, (80, 24), COLOR);
    for (level, name, first) in [("1", "c5", Status::Blocked), ("2", "a1", Status::Placed)] {
        keys(&mut queens, level);
        mouse(&mut queens, down, name);
        assert_eq!(status(&queens, name), first);
    }
}

#[test]
fn automatic_marks_can_be_switched_off() {
    let mut face = regions((80, 24), NO_COLOR);
    assist(&mut face, 1);
    keys(&mut face, "ga8\n\ngh1\n");
    assert_eq!(shown(&face, "a5").0, "·");
    keys(&mut face, "f");
    assert_ne!(shown(&face, "a5").0, "·");
    keys(&mut face, "f");
    assert_eq!(shown(&face, "a5").0, "·");
}

#[test]
fn an_open_square_is_blank_unless_only_a_sign_tells_it_apart() {
    for (environment, screen, [open, attacked]) in [
        (COLOR, (40, 15), ["", "·"]),
        (COLOR, (120, 40), ["", "·"]),
        (NO_COLOR, (80, 24), ["", "·"]),
        (NO_COLOR, (40, 15), ["○", "·"]),
        (ASCII, (80, 24), ["", "."]),
        (ASCII, (40, 15), ["o", "."]),
    ] {
        let mut face = game(8, screen, environment);
        keys(&mut face, "1ga1\n\n");
        assert_eq!(["b3", "a5"].map(|name| shown(&face, name).0), [open, attacked], "{screen:?} {}", text(&face));
    }
    // Without weights of lines, regions have borders, and their squares no lines.
    let mut face = regions((80, 24), ASCII);
    assist(&mut face, 1);
    assert_eq!(shown(&face, "b2").0, "o", "{}", text(&face));
}

#[test]
fn a_mark_of_the_player_and_a_dead_square_look_different() {
    for (environment, [blocked, dead]) in [(COLOR, ["×", "░"]), (NO_COLOR, ["×", "░"]), (ASCII, ["#", "x"])] {
        for screen in [(40, 15), (80, 24), (120, 40)] {
            let mut face = game(8, screen, environment);
            keys(&mut face, "1gb1\nx>>");
            assert_eq!(shown(&face, "b1").0, blocked, "{screen:?}");
            keys(&mut face, "u2ga1\n\ngd7\n\n");
            let squares = (0..8).map(|column| format!("{}5", char::from(b'a' + column)));
            let drawn: String = squares.map(|name| shown(&face, &name).0).collect();
            assert!(drawn.contains(dead) && !drawn.contains(blocked), "{screen:?} {drawn} {}", text(&face));
        }
    }
}

#[test]
fn regions_beside_each_other_have_different_grounds_in_256_and_in_16_colours() {
    let many = [("TERM", "tmux-256color")];
    let few = [("TERM", "xterm")];
    for environment in [&many[..], &few] {
        for steps in 0..2 {
            let mut face = regions((80, 24), environment);
            assist(&mut face, 1);
            keys(&mut face, &"t".repeat(if environment == &few[..] { 0 } else { steps }));
            let name = |row: usize, column: usize| face.model.board().puzzle().cell_name(Cell { row, column });
            let mut grounds = std::collections::BTreeMap::new();
            for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
                // With 16 colours, the cell under the cursor has a background of its own.
                if environment == &few[..] && face.model.cursor() == (Cell { row, column }) {
                    continue;
                }
                let region = face.model.board().puzzle().region(Cell { row, column }).unwrap();
                let ground = shown(&face, &name(row, column)).1.bg.unwrap();
                assert!(matches!(ground, Color::Indexed(_)), "{ground:?}");
                assert_eq!(*grounds.entry(region).or_insert(ground), ground, "one region, one ground");
            }
            for (row, column) in (0..8).flat_map(|row| (0..7).map(move |column| (row, column))) {
                let [a, b] = [column, column + 1]
                    .map(|column| face.model.board().puzzle().region(Cell { row, column }).unwrap());
                assert!(a == b || grounds[&a] != grounds[&b], "{a} and {b}");
            }
        }
    }
}

#[test]
fn the_keys_at_the_foot_can_be_clicked() {
    for (screen, word, key) in [((80, 24), "u undo", "u"), ((40, 24), "i hint", "i")] {
        let mut face = game(8, screen, NO_COLOR);
        keys(&mut face, "\n");
        let find = |face: &Face, what: &str| {
            let buffer = buffer(face);
            let row = ScreenLayout::of(face).unwrap().panel.bottom() - 1;
            let line: Vec<String> = (0..buffer.area.width).map(|x| buffer[(x, row)].symbol().to_owned()).collect();
            let at = line.concat().find(what).unwrap_or_else(|| panic!("{what}: {}", text(face)));
            let column = line.concat()[..at].chars().count() as u16;
            (column, row)
        };
        let found = find(&face, word);
        assert_eq!(key_at(&face, found.0 + 3, found.1), Key::named(key));
        assert_eq!(key_at(&face, found.0 - 1, found.1), None, "between two of them");
        at(&mut face, MouseEventKind::Down(MouseButton::Left), (found.0 + 3, found.1));
        if key == "i" {
            assert!(face.model.hint().is_some());
            keys(&mut face, "u");
        }
        assert!(face.model.guide().unwrap().marks().is_empty());
        keys(&mut face, "gb4\n\ngd1\n\nga8\nw");
        let steps = find(&face, "← → step");
        at(&mut face, MouseEventKind::Down(MouseButton::Left), (steps.0 + 4, steps.1));
        let place = |face: &Face| match face.model.mode() {
            Mode::Why(screen) => screen.progress().0,
            _ => 0,
        };
        assert_eq!(place(&face), 2);
        at(&mut face, MouseEventKind::Down(MouseButton::Left), steps);
        assert_eq!(place(&face), 1);
    }
}

#[test]
fn keys_can_be_others_and_the_screen_says_which() {
    let mut face = game(8, (140, 90), NO_COLOR);
    let key = |name: &str| Key::named(name).unwrap();
    face.keymap = Keymap::default()
        .with(Command::Game(game::Action::Undo), vec![key("z")])
        .with(Command::Help, vec![key("F1"), key("H")]);
    keys(&mut face, "\nu");
    assert!(text(&face).contains("z undo") && text(&face).contains("F1 keys"), "{}", text(&face));
    keys(&mut face, "z");
    assert!(face.model.guide().unwrap().marks().is_empty());
    keys(&mut face, "H");
    assert!(text(&face).contains("z ") && text(&face).contains("F1 H"), "{}", text(&face));
}

#[test]
fn the_terminals_own_cursor_stands_on_the_square() {
    let mut face = game(8, (80, 24), NO_COLOR);
    for name in ["a1", "d4", "h8"] {
        keys(&mut face, &format!("g{name}\n"));
        let rect = ScreenLayout::of(&face).unwrap().rect_of(cell(&face, name)).unwrap();
        let mut terminal = draw(&face);
        let at = terminal.get_cursor_position().unwrap();
        assert!(rect.contains(at), "{name}: {at:?} in {rect:?}");
        assert_eq!(cursor(&face), Some(at));
    }
    keys(&mut face, "?");
    assert_eq!(cursor(&face), None, "the help covers the board");
}

#[test]
fn no_screen_of_any_game_panics_at_any_size() {
    let scenes: [Scene; 11] = [
        (|| game(8, (80, 24), COLOR), "1ga1\n\ngc3\n\n"),
        (|| game(8, (80, 24), NO_COLOR), "1ga1\n\ngc3\n\nw"),
        (|| game(8, (80, 24), ASCII), "gb4\n\ngd1\n\ngf6\nwl"),
        (|| game(8, (80, 24), COLOR), "4?"),
        (|| sudoku(PROPER, (80, 24), COLOR), "n12>5gr1c3\n5"),
        (|| sudoku(PROPER, (80, 24), ASCII), "gr1c3\n5w"),
        (|| sudoku(SIXTEEN, (80, 24), COLOR), "fgr4c2\n2"),
        (|| regions((80, 24), COLOR), "1ga8\n\ngb8\n\n"),
        (|| regions((80, 24), NO_COLOR), "2s"),
        (|| game(6, (80, 24), COLOR), "B>>  "),
        (|| game(50, (80, 24), COLOR), "g20\n\nZ"),
    ];
    for (begin, script) in scenes {
        let mut face = begin();
        keys(&mut face, script);
        for columns in 0..=60 {
            for rows in 0..=30 {
                let _ = face.update(nqueens_tui::face::Input::Resized(columns, rows));
                let terminal = draw(&face);
                assert_eq!(terminal.backend().buffer().area.width, columns);
                for at in [(0, 0), (columns / 2, rows / 2), (columns, rows)] {
                    let _ = (key_at(&face, at.0, at.1), nqueens_tui::view::cell_at(&face, at.0, at.1));
                }
            }
        }
    }
}
