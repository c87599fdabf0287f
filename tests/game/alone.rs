//! Whole games with a single means, from the start screen to the result: by keys alone, or by the mouse alone.

use std::sync::Arc;

use bdd_core::Budget;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use game::{Action, Assist, Effect, MenuChoice, MenuTarget, Message, Mode, Model, Page, Series};
use jiff::civil::date;
use nqueens_guide::{ChallengeKind, Library, Size};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::keys::input_of;
use nqueens_tui::view::layout::ScreenLayout;
use puzzle_core::{Status, Variable};
use puzzle_kind::{Arguments, Parameter, Verb};
use puzzle_kind::{Cell, Kind};
use puzzles::{Choice, Collection, PlayerData, QueensCatalogue};
use regions_guide::RegionsKind;
use sudoku_guide::SudokuKind;

use super::memory::{NO_COLOR, carry_out, game, keys, text, theme};

const SCREEN: (u16, u16) = (80, 24);

/// Returns a new game of each kind, at an unguided help level.
fn games() -> Vec<(&'static str, Face)> {
    let kinds: [(&str, Arc<dyn Kind>); 3] =
        [("challenge", Arc::new(ChallengeKind)), ("regions", Arc::new(RegionsKind)), ("sudoku", Arc::new(SudokuKind))];
    let made = kinds.into_iter().map(|(name, kind)| {
        let said = |parameter: &Parameter| parameter.default.map(str::to_owned).into_iter().collect();
        let arguments = Arguments::new(kind.parameters(Verb::Play), said);
        let outline = kind.generator(&arguments, 3).unwrap().outline();
        let series = Series::seeded(kind, arguments, |number| number as u64);
        let model = Model::new(Arc::new(series), 1, outline).with_assist(Assist::Attacks);
        let mut face = Face::new(model, theme(NO_COLOR), SCREEN);
        let outcomes = face.start();
        carry_out(&mut face, outcomes);
        (name, face)
    });
    let (kind, example) = {
        let (kind, examples) = puzzles::examples();
        (kind, examples.into_iter().find(|text| text.contains("Tents")).expect("tents are among them"))
    };
    let read = kind.read(&Arguments::default(), Box::new(example.as_bytes()));
    let entries: Vec<_> = read.map(|entry| entry.unwrap().1).collect();
    let first = Arc::clone(entries[0].puzzle());
    let model = Model::new(Arc::new(Series::of(entries)), 1, first).with_assist(Assist::Attacks);
    let mut file = Face::new(model, theme(NO_COLOR), SCREEN);
    let outcomes = file.start();
    carry_out(&mut file, outcomes);
    let mut queens = game(6, SCREEN, NO_COLOR);
    keys(&mut queens, "1");
    [("queens", queens)].into_iter().chain(made).chain([("puzzle", file)]).collect()
}

/// Returns the variables to place for the first solution.
fn solution(face: &Face) -> Vec<Variable> {
    let session = face.model.session().unwrap();
    let numbered = session.source().numbered(session.marks(), &mut Budget::unlimited()).unwrap().unwrap();
    let given = |variable: &Variable| session.guide().status(*variable) == Status::Given;
    numbered.nth(&0u8.into()).unwrap().into_iter().filter(|variable| !given(variable)).collect()
}

#[test]
fn a_game_of_every_kind_is_solved_by_arrows_and_enter_alone() {
    for (name, mut face) in games() {
        solve_by_keys(&mut face);
        assert!(face.model.is_solved(), "{name}: {}", text(&face));
        assert!(text(&face).contains("You solved it without help"), "{name}: {}", text(&face));
    }
}

/// Places the first solution by the arrows and Enter.
fn solve_by_keys(face: &mut Face) {
    for variable in solution(face) {
        let (to, from) = (face.model.board().puzzle().cell(variable), face.model.cursor());
        let way = |arrows: [&str; 2], from: usize, to: usize| arrows[usize::from(to > from)].repeat(to.abs_diff(from));
        keys(face, &way(["<", ">"], from.column, to.column));
        keys(face, &way(["^", "_"], from.row, to.row));
        let place = face.model.board().variables(to).iter().position(|other| *other == variable).unwrap();
        // In cells with values, Enter opens a prompt and the arrows select the value.
        let choose =
            if face.model.board().has_values() { format!("\n{}", "^".repeat(place + 1)) } else { String::new() };
        keys(face, &(choose + "\n"));
    }
}

/// Places the first solution by clicks.
fn solve_by_mouse(face: &mut Face) {
    for variable in solution(face) {
        let board = face.model.board();
        let (cell, symbol) = (board.puzzle().cell(variable), board.puzzle().symbol(variable).to_string());
        let (has_values, number) = (board.has_values(), board.values());
        click_cell(face, cell);
        if has_values {
            let values: Vec<String> = (1..=number).map(|value| value.to_string()).collect();
            click_word(face, &values.join(" "), &symbol);
        } else if face.model.guide().unwrap().status(variable) == Status::Blocked {
            // The first click blocks the cell, and the second one places.
            click_cell(face, cell);
        }
    }
}

/// The start screen, with the puzzles that its choices open.
struct Started {
    face: Face,
    collection: Collection,
    opens: Vec<Choice>,
}

impl Started {
    fn new() -> Started {
        let collection = Collection::new(Library::embedded());
        let menu = collection.start_menu(date(2026, 11, 26), PlayerData::default(), |_| None);
        let mut face = game(4, SCREEN, NO_COLOR);
        face.model.choices = menu.choices;
        let _list = face.model.start_with_menu();
        Started { face, collection, opens: menu.opens }
    }

    /// Sends an input, runs its jobs, and opens the puzzle that it chooses.
    fn update(&mut self, input: Input) {
        for outcome in self.face.update(input) {
            match outcome {
                Outcome::Game(Effect::Open(number)) => {
                    let choice = &self.opens[number];
                    let opened = self.collection.open(choice, date(2026, 11, 26), Vec::new(), |_| None).unwrap();
                    self.update(Input::Game(Message::Opened(Box::new(opened))));
                }
                outcome => carry_out(&mut self.face, vec![outcome]),
            }
        }
    }

    /// Chooses the choice with this label from the list shown: by the key of its number, or by a click on its row.
    fn choose(&mut self, label: &str, by_mouse: bool) {
        let choices = self.face.model.listed_choices();
        let at = choices.iter().position(|choice| choice.label == label).expect(label);
        let key = char::from_digit((at as u32 + 1) % 10, 10).unwrap();
        let input = if by_mouse {
            let shown = text(&self.face);
            let word = format!("{key} {}", label.replace(" x ", " × "));
            let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains(&word)).expect(&word);
            let before = &line[..line.find(&word).unwrap()];
            input_at(&self.face, before.chars().count() as u16, row as u16)
        } else {
            assert!(at < 10, "{label} has a key");
            input_of(&Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE)), &self.face)
        };
        self.update(input.expect(label));
    }
}

/// The choices that lead from the start screen to a puzzle of each kind.
const WAYS: [&[&str]; 8] = [
    &["New game", "N-Queens", "5 x 5"],
    &["New game", "Queens challenge"],
    &["New game", "Sudoku"],
    &["New game", "Regions"],
    &["New game", "Star Battle (2 stars)"],
    &["Puzzle files", "Tents"],
    &["Puzzle files", "Futoshiki"],
    &["Sudoku"],
];

#[test]
fn every_kind_is_played_from_the_start_screen_to_its_result_by_keys_alone_or_by_the_mouse_alone() {
    for by_mouse in [false, true] {
        for way in WAYS {
            let mut started = Started::new();
            way.iter().for_each(|label| started.choose(label, by_mouse));
            // Sizes and levels of difficulty are lists of their own: the first choice will do.
            while let Some(first) = (started.face.model.list_title().is_some())
                .then(|| started.face.model.listed_choices()[0].label.clone())
                .filter(|_| matches!(started.face.model.mode(), Mode::Page(Page::Menu(_))))
            {
                started.choose(&first, by_mouse);
            }
            let mut face = started.face;
            assert!(face.model.session().is_some(), "{way:?}: {}", text(&face));
            if by_mouse {
                solve_by_mouse(&mut face);
            } else {
                solve_by_keys(&mut face);
            }
            assert!(face.model.is_solved(), "{way:?}: {}", text(&face));
            // New boards of n-queens begin with the guide, which counts as help.
            assert!(text(&face).contains("You solved it"), "{way:?}: {}", text(&face));
        }
    }
}

/// Returns the input of a click at a position of the screen.
fn input_at(face: &Face, column: u16, row: u16) -> Option<Input> {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    input_of(&Event::Mouse(event), face)
}

/// Clicks at a position of the screen.
fn click(face: &mut Face, column: u16, row: u16) {
    if let Some(input) = input_at(face, column, row) {
        let outcomes = face.update(input);
        carry_out(face, outcomes);
    }
}

/// Clicks on the middle of a cell.
fn click_cell(face: &mut Face, cell: Cell) {
    let rect = ScreenLayout::of(face).unwrap().rect_of(cell).unwrap();
    click(face, rect.x + rect.width / 2, rect.bottom() - 1);
}

/// Clicks on a word in the last line of the panel that contains `line_with`.
fn click_word(face: &mut Face, line_with: &str, word: &str) {
    let shown = text(face);
    let (row, line) = shown.lines().enumerate().filter(|(_, line)| line.contains(line_with)).last().expect(line_with);
    // The text has quotation marks around each line.
    let panel = line.char_indices().position(|(at, _)| line[at..].starts_with(line_with)).unwrap();
    let within = line_with.find(word).expect(word);
    click(face, (panel + within - 1) as u16, row as u16);
}

#[test]
fn a_click_chooses_from_the_menu() {
    let catalogue = Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string));
    let choices =
        ["Daily queens", "N-Queens", "Sudoku"].map(|label| MenuChoice::new(label, MenuTarget::Opens(0))).to_vec();
    let mut model = Model::new(catalogue, 8, QueensCatalogue::puzzle(Size::new(8).unwrap()));
    model.choices = choices;
    let mut face = Face::new(model, theme(NO_COLOR), SCREEN);
    let _list = face.model.start_with_menu();
    let row_of = |word: &str| text(&face).lines().position(|line| line.contains(word)).expect(word) as u16;
    let chosen = |row: u16| match input_at(&face, 40, row) {
        Some(Input::Game(Message::Act(Action::ChooseAt(number)))) => Some(number),
        None => None,
        Some(other) => panic!("{other:?}"),
    };
    assert_eq!(["Daily queens", "N-Queens", "Sudoku"].map(|word| chosen(row_of(word))), [Some(0), Some(1), Some(2)]);
    // The rows above and below the choices open no choice.
    assert_eq!([chosen(row_of("Daily queens") - 1), chosen(row_of("Sudoku") + 1)], [None, None]);
}

#[test]
fn a_game_of_every_kind_is_solved_by_the_mouse_alone() {
    for (name, mut face) in games() {
        solve_by_mouse(&mut face);
        assert!(face.model.is_solved(), "{name}: {}", text(&face));
        // The words for the next steps can be clicked as well.
        let before = face.model.number();
        if !["puzzle"].contains(&name) {
            let next = if face.model.catalogue().is_by_size() { "N larger" } else { "N next" };
            click_word(&mut face, next, "N");
            assert_eq!(face.model.number(), before + 1, "{name}");
            assert!(!face.model.is_solved());
            click_word(&mut face, "i hint", "i");
            assert!(face.model.hint().is_some(), "{name}: {}", text(&face));
            click_word(&mut face, "? keys", "?");
            assert!(face.help.is_some());
        }
    }
}
