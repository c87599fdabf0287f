//! Configurators: the tree of options by keys and by mouse, on every size of screen, and line by line.

use crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use game::Mode;
use nqueens_tui::face::Face;
use nqueens_tui::keys::input_of;
use puzzle_core::Status;

use super::lists::{of_file, of_file_in};
use super::memory::{ASCII, COLOR, NO_COLOR, carry_out, draw, keys, text, variable};
use super::plain::said;

const CAR: &str = "\
features
    Car
        mandatory
            Engine {price 2000}
                alternative
                    Petrol
                    Diesel {price 1900}
                    Electric {price 7200}
            Gearbox
                alternative
                    Manual
                    Automatic {price 1600}
        optional
            Comfort
                or
                    Heating {price 380}
                    Massage {price 870}
                    Sunroof {price 950}
            Towbar {price 780}
constraints
    Electric => Automatic
    Massage => Heating
    !(Electric & Towbar)
";

fn status(face: &Face, name: &str) -> Status {
    face.model.guide().unwrap().status(variable(face, name))
}

/// Returns the line of the screen with `name`, without the quotes and the blanks around.
#[track_caller]
fn line(face: &Face, name: &str) -> String {
    let screen = text(face);
    let found = screen.lines().map(|line| line.trim_matches('"').trim()).find(|line| line.contains(name));
    found.unwrap_or_else(|| panic!("{name} is not shown:\n{screen}")).to_owned()
}

#[test]
fn each_option_has_its_state_as_a_sign_and_a_word_with_what_is_left() {
    let mut face = of_file(CAR, (100, 24));
    // 5 pairs of engine and gearbox with 5 extras, each with or without a tow bar, which an electric car can't have.
    let expected = "54 configurations left · 0 so far · total from 2000 · 0 chosen · 2 forced";
    assert!(text(&face).contains(expected), "{}", text(&face));
    assert!(line(&face, "Engine").ends_with("forced, w: why") && line(&face, "Engine").contains("◆ Engine"));
    // Prices and numbers are below each other.
    assert!(line(&face, "Electric").ends_with(" 6 left  from 10800"), "{}", line(&face, "Electric"));
    assert!(line(&face, "Towbar").ends_with("24 left   from 2780"), "{}", line(&face, "Towbar"));
    let end_of = |name: &str, price: &str| {
        let line = line(&face, name);
        line.split(price).next().unwrap().chars().count() + price.len()
    };
    let screen = text(&face);
    let indent = |name: &str| {
        let line = screen.lines().find(|line| line.contains(name)).unwrap();
        line.chars().count() - line.trim_start_matches(['"', ' ']).chars().count()
    };
    let ends = [("Engine", "2000"), ("Electric", "7200"), ("Towbar", "780")];
    let ends = ends.map(|(name, price)| indent(name) + end_of(name, price));
    assert_eq!(ends, [ends[0]; 3], "{screen}");
    assert!(line(&face, "Gearbox").contains("(exactly 1 of 2)"));
    keys(&mut face, "___\n");
    assert!(line(&face, "Diesel").starts_with("▸") && line(&face, "Diesel").ends_with("chosen by you"));
    assert!(line(&face, "Electric").ends_with("excluded, w: why"), "{}", line(&face, "Electric"));
    keys(&mut face, "_________x");
    assert!(line(&face, "Towbar").ends_with("excluded by you"), "{}", text(&face));
    assert!(text(&face).contains("Towbar excluded."), "{}", text(&face));
    // A mistake is refused with the reason.
    keys(&mut face, "/electric\n\n");
    assert_eq!(status(&face, "Electric"), Status::Excluded);
    assert!(text(&face).contains("Not chosen. Electric: excluded by Diesel"), "{}", text(&face));
    // Undo and redo.
    keys(&mut face, "uu");
    assert!(text(&face).contains(expected), "{}", text(&face));
    keys(&mut face, "r");
    assert_eq!((status(&face, "Diesel"), status(&face, "Towbar")), (Status::Placed, Status::Open));
}

/// The number of configurations, counted by hand: an engine, a gearbox, extras and the tow bar.
#[test]
fn the_number_of_configurations_is_that_of_a_plain_search() {
    let mut count = 0;
    for code in 0..3 * 2 * 8 * 2 {
        let (engine, gearbox, extras, towbar) = (code % 3, code / 3 % 2, code / 6 % 8, code / 48);
        let (heating, massage) = (extras & 1, extras >> 1 & 1);
        let is_electric = engine == 2;
        count += usize::from(!(is_electric && (gearbox == 0 || towbar == 1)) && (massage == 0 || heating == 1));
    }
    let face = of_file(CAR, (100, 24));
    assert_eq!(face.model.guide().unwrap().total().to_string(), count.to_string());
}

#[test]
fn a_search_suggests_names_and_shows_the_chosen_line() {
    let mut face = of_file(CAR, (80, 20));
    // Folded: the engines are hidden.
    keys(&mut face, "_<");
    assert!(!text(&face).contains("Diesel"), "{}", text(&face));
    assert!(line(&face, "Engine").contains("▸ ◆ Engine"));
    keys(&mut face, "/e");
    let rows: Vec<usize> = face.model.tree_rows().iter().map(|row| row.depth).collect();
    assert!(rows.len() > 4 && rows.iter().all(|&depth| depth == 0), "all names with an e, one below the other");
    keys(&mut face, "l");
    assert!(line(&face, "Electric").starts_with("▸"), "{}", text(&face));
    keys(&mut face, "\n");
    assert!(line(&face, "Electric").starts_with("▸"), "the group is unfolded: {}", text(&face));
    assert!(text(&face).contains("Petrol"));
    keys(&mut face, "/zebra\n");
    assert!(text(&face).contains("No option has these words in its name."), "{}", text(&face));
    // An arrow selects another suggestion, and Esc leaves the search.
    keys(&mut face, "/a_\n");
    let second = face.model.tree().unwrap().matching("a")[1];
    let selected = face.model.tree_rows().into_iter().find(|row| row.is_selected).unwrap();
    assert_eq!(selected.line, second);
    keys(&mut face, "/x\x1b");
    assert!(face.model.typing().is_none() && matches!(face.model.mode(), Mode::Play));
}

#[test]
fn arrows_fold_and_unfold_and_go_to_groups() {
    let mut face = of_file(CAR, (80, 24));
    let selected = |face: &Face| {
        let row = face.model.tree_rows().into_iter().find(|row| row.is_selected).expect("a line is selected");
        face.model.tree().unwrap().lines()[row.line].name.clone()
    };
    let rows = |face: &Face| face.model.tree_rows().len();
    let all = rows(&face);
    keys(&mut face, "__<");
    assert_eq!((selected(&face).as_str(), rows(&face)), ("Engine", all), "to the group");
    keys(&mut face, "<");
    assert_eq!((selected(&face).as_str(), rows(&face)), ("Engine", all - 3), "folded");
    keys(&mut face, ">");
    assert_eq!(rows(&face), all, "unfolded");
    keys(&mut face, ">");
    assert_eq!(selected(&face), "Petrol", "to the first option");
    super::memory::press(&mut face, crossterm::event::KeyCode::End, KeyModifiers::NONE);
    assert_eq!(selected(&face), "Towbar");
    super::memory::press(&mut face, crossterm::event::KeyCode::PageUp, KeyModifiers::NONE);
    assert_ne!(selected(&face), "Towbar");
    super::memory::press(&mut face, crossterm::event::KeyCode::Home, KeyModifiers::NONE);
    assert_eq!(selected(&face), "Car");
    super::memory::press(&mut face, crossterm::event::KeyCode::Tab, KeyModifiers::NONE);
    assert_eq!(rows(&face), 1);
}

#[test]
fn causes_are_listed_by_their_names_and_taken_back() {
    let mut face = of_file(CAR, (80, 24));
    keys(&mut face, "/massage\n\n/heating\nw");
    let screen = text(&face);
    for expected in [
        "Why Heating is forced",
        "✓ Massage",
        "the rule that Massage requires Heating",
        "Take back Massage. That allows 18 configurations without Heating.",
    ] {
        assert!(screen.contains(expected), "{expected}: {screen}");
    }
    keys(&mut face, "r");
    assert_eq!((status(&face, "Massage"), status(&face, "Heating")), (Status::Open, Status::Open));
    // The rules alone force the gearbox; `e` asks as well.
    keys(&mut face, "/gearbox\ne");
    assert!(text(&face).contains("The rules alone force Gearbox."), "{}", text(&face));
    keys(&mut face, "\x1b");
    assert!(matches!(face.model.mode(), Mode::Play));
}

#[test]
fn the_cheapest_configuration_is_one_turn() {
    let mut face = of_file(CAR, (100, 24));
    keys(&mut face, "/massage\n\nb");
    // Engine, heating and massage: everything else is free.
    assert!(text(&face).contains("Completed by the cheapest configuration (total 3250)."), "{}", text(&face));
    assert!(text(&face).contains("complete · ") && text(&face).contains("total 3250"), "{}", text(&face));
    assert!(matches!(face.model.mode(), Mode::Play), "a configuration is no solved puzzle");
    keys(&mut face, "b");
    assert!(text(&face).contains("Every option is decided already."), "{}", text(&face));
    keys(&mut face, "u");
    assert_eq!((status(&face, "Massage"), status(&face, "Petrol")), (Status::Placed, Status::Open));
    // Without prices, the fewest options are chosen.
    let mut face =
        of_file("names = \"a b c\"\n[[rule]]\nat-least = 1\ncells = \"a b c\"\n[requires]\na = \"b\"\n", (60, 16));
    keys(&mut face, "b");
    assert!(text(&face).contains("Completed with the fewest options."), "{}", text(&face));
    assert_eq!(face.model.guide().unwrap().marks().placed.len(), 1);
}

#[test]
fn the_mouse_chooses_excludes_and_folds() {
    let mut face = of_file(CAR, (80, 24));
    let click = |face: &mut Face, name: &str, button, on_sign: bool| {
        let screen = text(face);
        let lines = screen.lines().map(|line| line.trim_matches('"'));
        let (row, line) = lines.enumerate().skip(2).find(|(_, line)| line.contains(name)).unwrap();
        let column =
            line.chars().position(|sign| if on_sign { "▾▸+-".contains(sign) } else { sign == '○' || sign == '◆' });
        let column = column.unwrap() as u16;
        let kind = MouseEventKind::Down(button);
        let event = MouseEvent { kind, column, row: row as u16, modifiers: KeyModifiers::NONE };
        let input = input_of(&Event::Mouse(event), face).expect("a click on a line");
        let outcomes = face.update(input);
        carry_out(face, outcomes);
    };
    click(&mut face, "Diesel", MouseButton::Left, false);
    assert_eq!(status(&face, "Diesel"), Status::Placed);
    click(&mut face, "Towbar", MouseButton::Right, false);
    assert_eq!(status(&face, "Towbar"), Status::Blocked);
    let rows = face.model.tree_rows().len();
    click(&mut face, "Gearbox", MouseButton::Left, true);
    assert_eq!(face.model.tree_rows().len(), rows - 2, "{}", text(&face));
    assert_eq!(status(&face, "Gearbox"), Status::Forced, "a fold chooses nothing");
}

#[test]
fn the_tree_is_drawn_on_every_screen_with_and_without_colours() {
    for environment in [COLOR, NO_COLOR, ASCII] {
        let mut face = of_file_in(CAR, (100, 30), environment);
        for (columns, rows) in [(100, 30), (80, 24), (60, 16), (40, 20), (28, 10), (20, 8), (200, 60)] {
            let _ = face.update(nqueens_tui::face::Input::Resized(columns, rows));
            for script in ["", "/sun", "\n\nw", "_", "\x1b", "?", "\x1b", "b", "u", "u"] {
                keys(&mut face, script);
                let screen = text(&face);
                assert_eq!(screen.lines().count(), usize::from(rows), "{columns} x {rows}");
            }
            assert!(text(&face).contains("Car"), "{}", text(&face));
            keys(&mut face, "cc");
        }
        let drawn = draw(&face);
        let is_coloured = drawn
            .backend()
            .buffer()
            .content()
            .iter()
            .any(|cell| (cell.fg, cell.bg) != (ratatui::style::Color::Reset, ratatui::style::Color::Reset));
        assert_eq!(is_coloured, environment == COLOR || environment == ASCII);
    }
}

/// States differ without colours: by their signs and by their words.
#[test]
fn states_are_told_apart_without_colours() {
    let mut face = of_file_in(CAR, (80, 24), ASCII);
    keys(&mut face, "/diesel\n\n/towbar\nx");
    let sign = |name: &str| line(&face, name).split(name).next().unwrap().trim().chars().last().unwrap();
    let signs = ["Diesel", "Towbar", "Electric", "Gearbox", "Manual"].map(sign);
    assert_eq!(signs, ['*', '#', '.', '!', 'o'], "{}", text(&face));
}

#[test]
fn groups_of_a_puzzle_file_are_headings() {
    let camper = include_str!("../../puzzle-files/puzzles/camper-van.toml");
    let mut face = of_file(camper, (90, 30));
    assert!(line(&face, "beds").contains("▾   beds  (exactly 1 of 3)"), "{}", line(&face, "beds"));
    keys(&mut face, "w");
    assert!(text(&face).contains("This is a group: select one of its options."), "{}", text(&face));
    keys(&mut face, "\n");
    assert!(!text(&face).contains("double-bed"), "Enter folds a group: {}", text(&face));
    keys(&mut face, "/pop\n\n/roof-box\n\n/awning\nw");
    let screen = text(&face);
    assert!(screen.contains("roof if pop-up-roof"), "{screen}");
}

#[test]
fn a_file_for_solvers_is_a_list_with_a_search() {
    let mut file = String::from("c 3 Towbar\np cnf 500 499\n");
    (1..500).for_each(|number| file.push_str(&format!("-{number} {} 0\n", number + 1)));
    let mut face = of_file(&file, (60, 16));
    // Each variable requires the next one: 501 configurations. The model is large, so it is compiled after the load.
    assert!(text(&face).contains("501 configurations left"), "{}", text(&face));
    keys(&mut face, "/tow\n\n");
    assert!(text(&face).contains("497 forced") || text(&face).contains("1 chosen"), "{}", text(&face));
    assert_eq!(face.model.guide().unwrap().total().to_string(), "3");
}

#[test]
fn line_by_line_the_options_are_described_and_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let (file, list) = (folder.path().join("car.uvl"), folder.path().join("list.txt"));
    std::fs::write(&file, CAR).unwrap();
    let save = format!("save-list {}", list.display());
    let lines = [
        "tree",
        "tree engine",
        "find heat",
        "Massage",
        "why Heating",
        "Electric",
        "x Towbar",
        "Petrol",
        "cheapest",
        &save,
        "undo",
        "tree nothing",
        "find nothing",
        "help",
    ];
    let said = said(&["puzzle", "play", file.to_str().unwrap()], &lines);
    let mut rest = said.lines();
    for expected in [
        "Car, a configurator.",
        "0 chosen, 54 configurations left.",
        "Engine (2000): forced, choose exactly 1 of 3, 3 below.",
        "Towbar (780): open, 24 configurations left, from 2780.",
        "  Electric (7200): open, 6 configurations left, from 10800.",
        "  Heating (380): open, 36 configurations left, from 2380.",
        "Massage chosen.",
        "Why Heating is forced:",
        "Your choices: Massage.",
        "Rules: the rule that Massage requires Heating.",
        "Electric chosen.",
        "Towbar excluded.",
    ] {
        assert!(rest.any(|line| line == expected), "{expected:?} is not said, or not there:\n{said}");
    }
    assert!(said.contains("Not chosen. Petrol: excluded by Electric"), "{said}");
    assert!(said.contains("Completed by the cheapest configuration (total 12050). Press u to undo."), "{said}");
    assert!(said.contains("There is no group \"nothing\". Type tree to list the groups."), "{said}");
    assert!(said.contains("No option has these words in its name."), "{said}");
    assert!(!said.contains("level NUMBER"), "a configurator has no levels of help: {said}");
    let list = std::fs::read_to_string(list).unwrap();
    assert!(list.contains("# Car: complete") && list.contains("\nMassage\t870\n"), "{list}");
    assert!(list.contains("\nnot Towbar\t780\n"), "{list}");
}
