//! The game without a terminal: keys in, frames drawn to memory.

use std::sync::Arc;

use bdd_core::Budget;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use game::{Catalogue, Effect, Job, Mode, Model};
use nqueens_guide::{Library, Size};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::keys::input_of;
use nqueens_tui::run::ColorChoice;
use nqueens_tui::theme::Theme;
use nqueens_tui::view::layout::ScreenLayout;
use nqueens_tui::view::view;
use proptest::prelude::*;
use puzzle_core::Variable;
use puzzle_kind::{Cell, Playable};
use puzzles::QueensCatalogue;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// Starts a game of n-queens on a terminal of a size, as the program does.
pub(super) fn game(n: usize, screen: (u16, u16), environment: &[(&str, &str)]) -> Face {
    let catalogue = Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string));
    game_of(catalogue, n, QueensCatalogue::puzzle(Size::new(n).unwrap()), screen, environment)
}

/// Starts a game of a puzzle of any kind, which has `number` in its catalogue.
pub(super) fn game_of(
    catalogue: Arc<dyn Catalogue>,
    number: usize,
    puzzle: Arc<dyn Playable>,
    screen: (u16, u16),
    environment: &[(&str, &str)],
) -> Face {
    let mut face = Face::new(Model::new(catalogue, number, puzzle), theme(environment), screen);
    let outcomes = face.start();
    carry_out(&mut face, outcomes);
    face
}

pub(super) fn theme(environment: &[(&str, &str)]) -> Theme {
    Theme::from_env(ColorChoice::Auto, |name| {
        environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    })
}

/// Runs the jobs of outcomes at once, and ignores other effects.
pub(super) fn carry_out(face: &mut Face, outcomes: Vec<Outcome>) {
    for outcome in outcomes {
        if let Outcome::Game(Effect::Run(job)) = outcome {
            let message = job.run(&mut Budget::unlimited());
            let outcomes = face.update(Input::Game(message));
            carry_out(face, outcomes);
        }
    }
}

/// Returns the only outcome, which must be a job.
pub(super) fn only_job(outcomes: Vec<Outcome>) -> Job {
    match <[Outcome; 1]>::try_from(outcomes) {
        Ok([Outcome::Game(Effect::Run(job))]) => job,
        other => panic!("not one job: {other:?}"),
    }
}

pub(super) fn press(face: &mut Face, code: KeyCode, modifiers: KeyModifiers) {
    if let Some(input) = input_of(&Event::Key(KeyEvent::new(code, modifiers)), face) {
        let outcomes = face.update(input);
        carry_out(face, outcomes);
    }
}

/// Types keys: `>`, `^`, `<` and `_` are the arrows, `\n` is Enter, `\x1b` is Esc.
pub(super) fn keys(face: &mut Face, text: &str) {
    for letter in text.chars() {
        let code = match letter {
            '>' => KeyCode::Right,
            '<' => KeyCode::Left,
            '^' => KeyCode::Up,
            '_' => KeyCode::Down,
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            '\x08' => KeyCode::Backspace,
            other => KeyCode::Char(other),
        };
        press(face, code, KeyModifiers::NONE);
    }
}

pub(super) fn draw(face: &Face) -> Terminal<TestBackend> {
    let (columns, rows) = face.screen;
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view(face, frame)).unwrap();
    terminal
}

pub(super) fn text(face: &Face) -> String {
    // `TestBackend` can't print a screen without columns.
    let terminal = draw(face);
    if face.screen.0 == 0 { String::new() } else { terminal.backend().to_string() }
}

pub(super) fn total(face: &Face) -> String {
    face.model.guide().unwrap().total().to_string()
}

/// Returns the variable with this name.
pub(super) fn variable(face: &Face, name: &str) -> Variable {
    let puzzle = face.model.board().puzzle();
    Variable::all(puzzle.rules().variables())
        .find(|&variable| puzzle.name(variable) == name)
        .expect("there is such a variable")
}

pub(super) fn cell(face: &Face, name: &str) -> Cell {
    face.model.board().puzzle().cell_named(name).unwrap()
}

pub(super) const COLOR: &[(&str, &str)] = &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
pub(super) const NO_COLOR: &[(&str, &str)] = &[("TERM", "xterm"), ("NO_COLOR", "1")];
pub(super) const ASCII: &[(&str, &str)] = &[("TERM", "xterm"), ("LC_ALL", "C")];

/// Sends a mouse event on a cell.
pub(super) fn mouse(face: &mut Face, kind: MouseEventKind, at: &str) {
    let rect = ScreenLayout::of(face).unwrap().rect_of(cell(face, at)).unwrap();
    let event = MouseEvent { kind, column: rect.x + 1, row: rect.bottom() - 1, modifiers: KeyModifiers::NONE };
    if let Some(input) = input_of(&Event::Mouse(event), face) {
        let outcomes = face.update(input);
        carry_out(face, outcomes);
    }
}

/// Types keys one by one, checks that the game stays consistent, and undoes all moves.
pub(super) fn any_keys(face: &mut Face, script: &str) -> Result<(), TestCaseError> {
    for (i, key) in script.char_indices() {
        keys(face, &script[i..i + key.len_utf8()]);
        draw(face);
        let guide = face.model.guide().unwrap();
        prop_assert!(
            face.model.board().contains(face.model.cursor()) && face.model.board().contains(face.model.focus())
        );
        prop_assert!(guide.is_completable() || !face.model.is_solved());
        if let Mode::Browse(screen) = face.model.mode() {
            prop_assert_eq!(screen.total(), guide.total().value());
        }
    }
    keys(face, "\x1b\x1b\x1b");
    prop_assert!(matches!(face.model.mode(), Mode::Play) && face.help.is_none());
    while notice(face) != "Nothing to undo." {
        keys(face, "u");
    }
    prop_assert!(face.model.guide().unwrap().marks().is_empty());
    Ok(())
}

/// Returns the text of the notice; empty without one.
pub(super) fn notice(face: &Face) -> &str {
    face.model.notice().map_or("", |notice| &notice.text)
}
