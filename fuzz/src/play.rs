//! Targets for saved games and the input of players.

use std::io::BufRead;
use std::sync::Arc;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use game::{Dialogue, Effect, Message, Model, Save, Series};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::keys::input_of;
use nqueens_tui::run::ColorChoice;
use nqueens_tui::theme::Theme;
use nqueens_tui::view::view;
use puzzle_core::{Budget, Session};
use puzzle_kind::Entry;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::texts::{kind, usual};

/// The kinds and texts of the puzzles of the games, small so that every job is quick.
const PLAYED: [(&str, &str); 3] =
    [("queens", "5\n"), ("sudoku", "1..............2\n"), ("regions", "AABB\nABBC\nAACC\nDDDC\n")];

fn entry(number: usize) -> Entry {
    let (name, text) = PLAYED[number % PLAYED.len()];
    let kind = kind(name);
    let from: Box<dyn BufRead> = Box::new(text.as_bytes());
    let read = kind.read(&usual(&**kind), from).next();
    read.expect("there is a puzzle").expect("it is one").1
}

/// Reads bytes as a sealed [`Save`]; sealing it again must return an equal save.
pub(crate) fn save(bytes: &[u8]) {
    match Save::from_sealed(bytes) {
        Ok(save) => assert_eq!(Save::from_sealed(save.sealed().as_bytes()).unwrap(), save),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

/// Reads bytes as a transcript, checks that the [`Save`] survives both formats, and resumes its game.
pub(crate) fn transcript(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let save = match Save::from_transcript(text) {
        Ok(save) => save,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    assert_eq!(Save::from_transcript(&save.transcript()).unwrap(), save);
    assert_eq!(Save::from_sealed(save.sealed().as_bytes()).unwrap(), save);
    let number = PLAYED.iter().position(|&(name, _)| name == save.kind).unwrap_or(0);
    let entry = entry(number);
    let budget = &mut Budget::unlimited();
    let source = entry.open(budget).expect("nothing is in the way").source;
    let session = Box::new(Session::new(source, budget).expect("it is small"));
    match save.resume(&**entry.puzzle(), session, budget) {
        Ok(resumed) => assert!(resumed.session.turn_count() <= resumed.session.turns().len()),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

/// Plays on a screen: the first byte chooses a puzzle of [`PLAYED`], the other bytes are events.
pub(crate) fn keys(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let entry = entry(first.into());
    let puzzle = Arc::clone(entry.puzzle());
    let theme = Theme::from_env(ColorChoice::Always, |name| (name == "TERM").then(|| "xterm-256color".to_owned()));
    let mut face = Face::new(Model::new(Arc::new(Series::of(vec![entry])), 1, puzzle), theme, (80, 24));
    let outcomes = face.start();
    carry_out(&mut face, outcomes);
    let mut bytes = bytes.iter().copied().take(300);
    while let Some(event) = event(&mut bytes) {
        if let Some(input) = input_of(&event, &face) {
            let outcomes = face.update(input);
            carry_out(&mut face, outcomes);
        }
        let (columns, rows) = face.screen;
        assert!(face.model.board().contains(face.model.cursor()));
        let backend = TestBackend::new(columns.min(300), rows.min(300));
        let mut terminal = Terminal::new(backend).expect("memory can be drawn to");
        terminal.draw(|frame| view(&face, frame)).expect("memory can be drawn to");
    }
}

const KEYS: [KeyCode; 10] = {
    use KeyCode::{BackTab, Delete, Down, End, Home, Left, PageDown, PageUp, Right, Up};
    [Up, Down, Left, Right, Home, End, PageUp, PageDown, Delete, BackTab]
};

const MOUSE: [MouseEventKind; 5] = {
    use MouseEventKind::{Down, Drag, ScrollDown, ScrollUp};
    [Down(MouseButton::Left), Down(MouseButton::Right), Drag(MouseButton::Left), ScrollDown, ScrollUp]
};

/// Decodes the next [`Event`]: mostly keys, sometimes the mouse, pasted text or a new size of the screen.
fn event(bytes: &mut impl Iterator<Item = u8>) -> Option<Event> {
    let byte = bytes.next()?;
    let key = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
    let plain = |code| key(code, KeyModifiers::NONE);
    Some(match byte {
        b'\n' | b'\r' => plain(KeyCode::Enter),
        b'\t' => plain(KeyCode::Tab),
        0x1b => plain(KeyCode::Esc),
        0x7f | 0x08 => plain(KeyCode::Backspace),
        1..=26 => key(KeyCode::Char(char::from(byte - 1 + b'a')), KeyModifiers::CONTROL),
        0x20..0x7f => plain(KeyCode::Char(char::from(byte))),
        0x80..=0x89 => plain(KEYS[usize::from(byte - 0x80)]),
        0x8a => Event::Resize(bytes.next()?.into(), bytes.next()?.into()),
        0x8b => Event::Paste(bytes.by_ref().take_while(|&byte| byte != 0).map(char::from).collect()),
        0x8c..=0x90 => {
            let kind = MOUSE[usize::from(byte - 0x8c)];
            let (column, row) = (bytes.next()?.into(), bytes.next()?.into());
            Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }
        _ => plain(KeyCode::Char(char::from(byte))),
    })
}

/// The limit of steps of a job, in place of a player's cancellation: some diagrams take a minute to build.
const MOST_STEPS: u64 = 1 << 18;

/// Runs the jobs of [`Effect::Run`] and returns their messages; ignores other effects.
fn done(effects: impl IntoIterator<Item = Effect>) -> impl Iterator<Item = Message> {
    effects.into_iter().filter_map(|effect| match effect {
        Effect::Run(job) => Some(job.run(&mut Budget::unlimited().with_steps(MOST_STEPS))),
        _ => None,
    })
}

fn carry_out(face: &mut Face, outcomes: Vec<Outcome>) {
    let effects = outcomes.into_iter().filter_map(|outcome| match outcome {
        Outcome::Game(effect) => Some(effect),
        _ => None,
    });
    for message in done(effects) {
        let outcomes = face.update(Input::Game(message));
        carry_out(face, outcomes);
    }
}

fn settle(model: &mut Model, effects: Vec<Effect>) {
    for message in done(effects) {
        let effects = model.update(message);
        settle(model, effects);
    }
}

/// Plays line by line: the first byte chooses a puzzle of [`PLAYED`], the lines after it are the input.
pub(crate) fn dialogue(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let entry = entry(first.into());
    let puzzle = Arc::clone(entry.puzzle());
    let mut model = Model::new(Arc::new(Series::of(vec![entry])), 1, puzzle);
    let effects = model.start();
    settle(&mut model, effects);
    let mut dialogue = Dialogue::default();
    assert!(!dialogue.greeting(&model).is_empty());
    for line in String::from_utf8_lossy(bytes).lines().take(30) {
        match dialogue.hear(&model, line) {
            Some(messages) => messages.into_iter().for_each(|message: Message| {
                let effects = model.update(message);
                settle(&mut model, effects);
            }),
            None => return,
        }
        for said in dialogue.answer(&model) {
            assert!(!said.contains('\n'), "{said:?}");
        }
    }
}
