//! Every rule of a puzzle is on the screen: drawn on the board, or on the page of rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bdd_core::Budget;
use game::Series;
use nqueens_guide::{Library, Queens, Size};
use nqueens_tui::face::Face;
use nqueens_tui::view::layout::ScreenLayout;
use puzzle_core::Variable;
use puzzle_files::TEMPLATES;
use puzzle_kind::{Cell, Entry, Playable};
use puzzles::Recipe;
use ratatui::layout::Rect;
use regions_guide::{Attack, RegionsPuzzle};

use super::lists::{of_file, of_file_in};
use super::memory::{ASCII, COLOR, cell, draw, game, game_of, keys, text};

const SCREEN: (u16, u16) = (120, 40);

/// Kinds and options of generated puzzles.
const GENERATED: [(&str, &[(&str, &str)]); 10] = [
    ("challenge", &[("size", "7"), ("level", "easy")]),
    ("challenge", &[("size", "8"), ("level", "medium")]),
    ("challenge", &[("size", "10"), ("level", "hard")]),
    ("regions", &[("size", "7"), ("rating", "easy")]),
    ("regions", &[("size", "8"), ("attack", "queen")]),
    ("regions", &[("size", "10"), ("rating", "medium")]),
    ("regions", &[("size", "6"), ("rating", "easy")]),
    ("sudoku", &[("rating", "easy")]),
    ("sudoku", &[("box", "2x3")]),
    ("sudoku", &[("box", "2x2")]),
];

/// Starts the game of a generated puzzle.
fn generated(kind: &str, options: &[(&str, &str)]) -> Face {
    let kinds = puzzles::kinds(Library::embedded());
    let kind = kinds.iter().find(|other| other.name() == kind).unwrap();
    let options: BTreeMap<String, String> = options.iter().map(|&(key, value)| (key.into(), value.into())).collect();
    let recipe = Recipe { kind: Arc::clone(kind), options, seed: 20_260_101 };
    let mut generator = kind.generator(&recipe.arguments(), recipe.seed).unwrap();
    let entry: Entry = generator.next(&mut Budget::unlimited()).unwrap().entry;
    let first = Arc::clone(entry.puzzle());
    game_of(Arc::new(Series::of(vec![entry])), 1, first, SCREEN, COLOR)
}

/// Returns the text of the screen in one line, with single blanks between words.
fn words_of(face: &Face) -> String {
    let (columns, rows) = face.screen;
    words_in(face, Rect::new(0, 0, columns, rows))
}

/// Returns the text of the panel in one line, with single blanks between words.
fn panel_of(face: &Face) -> String {
    words_in(face, ScreenLayout::of(face).unwrap().panel)
}

fn words_in(face: &Face, area: Rect) -> String {
    let terminal = draw(face);
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (area.left()..area.right()).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let rows: Vec<String> = (area.top()..area.bottom()).map(row).collect();
    rows.iter().flat_map(|row| row.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// Checks that the stated rules of a puzzle contain each rule that its solutions have to satisfy: each line
/// (constraint) and each exclusion. Rules about one cell, and those with auxiliary variables, need not be stated.
fn states_everything(name: &str, puzzle: &dyn Playable) {
    let stated = puzzle.stated_rules();
    let counts: Vec<_> = stated.iter().flat_map(|rule| &rule.scopes).flat_map(|scope| &scope.counts).collect();
    let is_shown = |variable: &Variable| variable.index() < puzzle.variables();
    let is_one_cell = |variables: &[Variable]| {
        variables
            .iter()
            .map(|&variable| puzzle.cell(variable))
            .collect::<Vec<_>>()
            .windows(2)
            .all(|two| two[0] == two[1])
    };
    let sets: BTreeSet<(usize, BTreeSet<Variable>)> = counts
        .iter()
        .map(|count| (*count.bounds.start(), count.literals.iter().map(|literal| literal.variable).collect()))
        .collect();
    for (id, line) in puzzle.rules().numbered_constraints() {
        let variables = line.variables();
        if !variables.iter().all(is_shown) || variables.len() > 1 && is_one_cell(variables) {
            continue;
        }
        let wanted = (line.min(), variables.iter().copied().collect());
        assert!(sets.contains(&wanted), "{name}: {} is not stated", puzzle.line_name(id));
    }
    let mut exclusive = BTreeSet::new();
    for count in counts.iter().filter(|count| *count.bounds.end() == 1) {
        let variables: Vec<Variable> = count.literals.iter().map(|literal| literal.variable).collect();
        exclusive.extend(variables.iter().flat_map(|&a| variables.iter().map(move |&b| (a, b))));
    }
    for (a, b) in puzzle.rules().exclusions().filter(|(a, b)| is_shown(a) && is_shown(b) && !is_one_cell(&[*a, *b])) {
        let names = [a, b].map(|variable| puzzle.name(variable));
        assert!(exclusive.contains(&(a, b)), "{name}: {names:?} exclude each other, but no rule says so");
    }
}

/// Checks that each rule is on the page of rules, and that each of its scopes is there or drawn on the board.
fn shows_everything(name: &str, mut face: Face) {
    let stated = face.model.board().puzzle().stated_rules();
    assert!(!stated.is_empty(), "{name} states no rule");
    // The first action ends the introduction.
    keys(&mut face, "L\x1b");
    let board = words_of(&face);
    let puzzle = face.model.board().puzzle();
    let clues: Vec<String> = stated
        .iter()
        .flat_map(|rule| &rule.scopes)
        .flat_map(|scope| &scope.cells)
        .filter_map(|&cell| puzzle.clue(cell).map(String::from))
        .collect();
    assert!(clues.iter().all(|clue| board.contains(clue)), "{name}: {clues:?} are drawn\n{board}");
    keys(&mut face, "L");
    for rule in &stated {
        let page = words_of(&face);
        assert!(page.contains(&rule.sentence), "{name}: {:?} is not on the page\n{page}", rule.sentence);
        for scope in &rule.scopes {
            // The sentence tells a rule about one cell and the cells around it, and a rule with one scope.
            let neighbours: Vec<String> =
                scope.neighbours.iter().map(|&cell| face.model.board().puzzle().cell_name(cell)).collect();
            let beside = format!("{}: {}", scope.name, neighbours.join(", "));
            assert!(neighbours.is_empty() || page.contains(&beside), "{name}: {beside:?} is not on the page\n{page}");
            let is_told = scope.cells.len() == 1 || rule.scopes.len() == 1;
            assert!(is_told || page.contains(&scope.name), "{name}: {:?} is not on the page\n{page}", scope.name);
        }
        keys(&mut face, "_");
    }
    keys(&mut face, "\x1b");
    assert_eq!(words_of(&face), board, "{name}: Esc returns to the board");
}

#[test]
fn every_rule_of_the_examples_is_on_the_screen() {
    for (name, file) in TEMPLATES {
        let face = of_file(file, SCREEN);
        let puzzle = face.model.board().puzzle();
        let (rules, stated) = (file.matches("[[rule]]").count(), puzzle.stated_rules().len());
        assert!(stated >= rules, "{name}: {stated} of {rules} rules are stated");
        states_everything(name, puzzle);
        shows_everything(name, face);
    }
}

#[test]
fn every_rule_of_generated_puzzles_is_on_the_screen() {
    for (kind, options) in GENERATED {
        let face = generated(kind, options);
        states_everything(kind, face.model.board().puzzle());
        shows_everything(&format!("{kind} {options:?}"), face);
    }
    for attack in Attack::ALL {
        let board = "AABBBCCC\nAABBBBCC\nADDDBECC\nADDDEEEE\nFFDDGEEE\nFFFGGGHE\nFFGGGHHH\nFFGGHHHH".parse().unwrap();
        states_everything("stars", &RegionsPuzzle::with_stars(board, attack, 2));
    }
    for n in [4, 8] {
        states_everything("queens", &Queens::new(Size::new(n).unwrap()));
        shows_everything("queens", game(n, SCREEN, COLOR));
    }
}

#[test]
fn signs_stand_between_their_cells() {
    let file = "rows = 2\nvalues = 2\ncompare = [\"a1 < b1\", \"a2 < a1\", \"b2 >= a2\", \"b1 != b2\"]\n";
    for (environment, across, down) in [(COLOR, ["<", "≤"], ["∨", "≠"]), (ASCII, ["<", "{"], ["v", "~"])] {
        let mut face = of_file_in(file, SCREEN, environment);
        // The cursor's brackets leave the signs alone.
        for at in ["a1", "b2"] {
            keys(&mut face, &format!("g{at}\n"));
            let terminal = draw(&face);
            let buffer = terminal.backend().buffer();
            let layout = ScreenLayout::of(&face).unwrap();
            let inner = |name: &str| {
                let rect = layout.rect_of(cell(&face, name)).unwrap();
                (rect, ScreenLayout::inner(rect))
            };
            let left = |name: &str| {
                let (rect, inner) = inner(name);
                buffer[(rect.x, inner.y + (inner.height - 1) / 2)].symbol().to_owned()
            };
            let above = |name: &str| {
                let (rect, inner) = inner(name);
                buffer[(inner.x + (inner.width - 1) / 2, rect.y)].symbol().to_owned()
            };
            assert_eq!([left("b1"), left("b2")], across);
            assert_eq!([above("a2"), above("b2")], down);
        }
    }
}

#[test]
fn the_rules_for_the_cell_under_the_cursor_are_beside_the_board() {
    let map = TEMPLATES.iter().find(|(name, _)| *name == "map-colouring").unwrap().1;
    let mut face = of_file(map, SCREEN);
    assert!(panel_of(&face).contains("○ Two neighbours have different values. WA: NT, SA."), "{}", text(&face));
    let neighbours = |face: &Face| {
        let puzzle = face.model.board().puzzle();
        face.model.neighbours_of_cursor().into_iter().map(|cell| puzzle.cell_name(cell)).collect::<Vec<_>>()
    };
    assert_eq!(neighbours(&face), ["NT", "SA"]);
    // At level 1, both can have the same colour.
    keys(&mut face, "aaaa1_1");
    assert!(panel_of(&face).contains("! Two neighbours have different values. NT: WA, SA, Q."), "{}", text(&face));
    let names = panel_of(&face);
    assert!(names.contains("r red g green b blue"), "the legend has the values: {names}");

    let mut queens = game(8, SCREEN, COLOR);
    keys(&mut queens, "1ga1\n\n");
    let screen = panel_of(&queens);
    assert!(screen.contains("✓ rank 1: satisfied ✓ file a: satisfied"), "{screen}");
    keys(&mut queens, "gb3\n");
    assert!(panel_of(&queens).contains("○ rank 3: needs a queen"), "{}", text(&queens));
    keys(&mut queens, "ga8\n\n");
    assert!(panel_of(&queens).contains("! file a: broken, has 2, at most 1"), "{}", text(&queens));
    // Level 0 tells the rules without their states.
    keys(&mut queens, "0");
    let rules = panel_of(&queens);
    assert!(rules.contains("Rules for a8 (L: all rules)") && rules.contains(" rank 8 file a"), "{}", text(&queens));
}

/// The rules about cells without a piece are told by the number of pieces: the tents of column a, whose clue is 0, and the
/// trees that each tent needs beside it.
#[test]
fn a_piece_where_none_may_be_breaks_a_rule_in_words() {
    let file = TEMPLATES.iter().find(|(name, _)| *name == "tents").unwrap().1;
    let mut face = of_file(file, SCREEN);
    keys(&mut face, "1ga1\n\n");
    let screen = panel_of(&face);
    assert!(screen.contains("column a: broken, has 1, none allowed"), "{screen}");
    assert!(!screen.contains("but has room for 0"), "{screen}");
    keys(&mut face, "w");
    let screen = panel_of(&face);
    assert!(screen.contains("A tent is on a1. It breaks a rule. Column a: broken, has 1, none allowed."), "{screen}");
}

#[test]
fn lists_show_whole_names_prices_and_all_pencil_marks() {
    let file = |name: &str| TEMPLATES.iter().find(|(other, _)| *other == name).unwrap().1;
    let screen = text(&of_file(file("seating-plan"), SCREEN));
    assert!(screen.contains("▌      Ann      ▌") && !screen.contains('…'), "{screen}");
    // Parts with prices on a board, not options of a configurator.
    let parts = text(&of_file("names = \"petrol diesel\"\npiece = \"part\"\nprices = \"diesel 1900\"\n", SCREEN));
    let diesel = parts.lines().find(|line| line.contains("diesel") && !line.contains("Price")).unwrap_or_default();
    assert!(diesel.contains("1900"), "{parts}");
    // Twelve values a cell, and two rows of the screen: all marks stand side by side.
    let names: Vec<String> = (1..=18).map(|number| format!("n{number}")).collect();
    let long = format!("names = \"{}\"\nvalues = 12\n", names.join(" "));
    let screen = text(&of_file(&long, SCREEN));
    assert_eq!(screen.matches("a b c d e f g h i j k l").count(), 18, "{screen}");
}

#[test]
fn the_legend_has_what_is_on_the_board() {
    let mut queens = game(8, SCREEN, COLOR);
    keys(&mut queens, "1");
    let legend = |face: &Face| {
        let screen = words_of(face);
        ["♛ queen", "× ruled out", "· attacked", "○ not attacked", "! clash"].map(|entry| screen.contains(entry))
    };
    assert_eq!(legend(&queens), [false; 5], "open squares have no sign");
    keys(&mut queens, "ga1\n\n");
    assert_eq!(legend(&queens), [true, false, true, false, false]);
    keys(&mut queens, "gb4\nx");
    assert_eq!(legend(&queens), [true, true, true, false, false]);
    keys(&mut queens, "ga2\n\n");
    assert_eq!(legend(&queens), [true, true, true, false, true]);
    let tents = TEMPLATES.iter().find(|(name, _)| *name == "tents").unwrap().1;
    let face = of_file(tents, SCREEN);
    assert!(text(&face).contains("2 0✓"), "{}", text(&face));
    let layout = ScreenLayout::of(&face).unwrap();
    let row = layout.rect_of(Cell { row: 1, column: 0 }).unwrap();
    let label = layout.board.x - layout.row_names;
    let terminal = draw(&face);
    let ground = |x: u16| terminal.backend().buffer()[(x, row.y + row.height / 2)].bg;
    assert_ne!(ground(label), ground(label + 2), "labels and clues differ: {}", text(&face));
}
