//! The only place where the model changes.

use nqueens_guide::{CacheNote, LoadError, Move, Session, Size, Square, Status};

use crate::message::{Action, Direction, Message};
use crate::model::{Loading, Model, Notice, first_square};
use crate::view::{help, layout};

/// What is to be done outside of the model.
#[derive(Debug)]
pub enum Effect {
    /// Load the diagram of a size without holding anything up, and tell by messages with this ticket. A load begun
    /// before has become pointless.
    Load {
        /// Which load this is.
        ticket: u64,
        /// The size of the board.
        size: Size,
    },
    /// Break off the load under way.
    CancelLoad,
    /// Stop the program and return to the shell.
    Suspend,
    /// End the game.
    Quit,
    /// End the game: it could not even begin.
    Fail(LoadError),
}

/// Asks for the diagram of a size, for the game to begin.
pub fn start(model: &mut Model) -> Effect {
    load(model, model.size)
}

/// Changes the model by what happened, and returns what is to be done outside of it.
pub fn update(model: &mut Model, message: Message) -> Option<Effect> {
    let effect = match message {
        Message::Act(action) => act(model, action),
        Message::ClickPlace(square) => {
            point_at(model, square);
            place_or_remove(model);
            None
        }
        Message::ClickBlock(square) => {
            point_at(model, square);
            block_or_unblock(model);
            None
        }
        Message::Typed(letter) => {
            // The longest name of a square, iu255, has five characters.
            if let Some(entry) = model.entry.as_mut().filter(|entry| entry.chars().count() < 5) {
                entry.extend(letter.is_ascii_alphanumeric().then_some(letter));
            }
            None
        }
        Message::Erased => {
            model.entry.as_mut().and_then(String::pop);
            None
        }
        Message::Entered => {
            enter(model);
            None
        }
        Message::Resized(columns, rows) => {
            model.screen = (columns, rows);
            None
        }
        Message::Progressed { ticket, fraction } => {
            if let Some(loading) = model.loading.as_mut().filter(|loading| loading.ticket == ticket) {
                loading.fraction = fraction.clamp(0.0, 1.0);
            }
            None
        }
        Message::Loaded { ticket, result } => loaded(model, ticket, result),
        Message::CannotSuspend => {
            model.notice = Some(Notice::CannotSuspend);
            None
        }
    };
    follow(model);
    effect
}

/// Keeps the cursor in view and the help's scrolling within its text.
fn follow(model: &mut Model) {
    if let Some(layout) = layout::Layout::of(model) {
        model.origin = layout.origin;
    }
    model.help = model.help.map(|scrolled| scrolled.min(help::furthest(model)));
}

fn act(model: &mut Model, action: Action) -> Option<Effect> {
    if let Some(scrolled) = model.help {
        // The help covers the board: what can't be seen is not changed.
        match action {
            Action::Move(Direction::Down) => model.help = Some(scrolled.saturating_add(1)),
            Action::Move(Direction::Up) => model.help = Some(scrolled.saturating_sub(1)),
            Action::Help | Action::Cancel => model.help = None,
            Action::Suspend => return Some(Effect::Suspend),
            Action::Quit => return Some(Effect::Quit),
            Action::Theme => next_theme(model),
            _ => {}
        }
        return None;
    }
    match action {
        Action::Move(direction) => {
            let (file, rank) = (model.cursor.file(), model.cursor.rank());
            let (file, rank) = match direction {
                Direction::Left => (file.wrapping_sub(1), rank),
                Direction::Down => (file, rank.wrapping_sub(1)),
                Direction::Up => (file, rank + 1),
                Direction::Right => (file + 1, rank),
            };
            if let Some(square) = Square::new(file, rank).filter(|&square| model.size.contains(square)) {
                model.cursor = square;
            }
            model.notice = None;
        }
        Action::Place => place_or_remove(model),
        Action::Block => block_or_unblock(model),
        Action::Undo => travel(model, Session::undo, Notice::Undone, Notice::NothingToUndo),
        Action::Redo => travel(model, Session::redo, Notice::Redone, Notice::NothingToRedo),
        Action::Clear => make(model, Move::Clear),
        Action::Larger => return resize_board(model, 1),
        Action::Smaller => return resize_board(model, -1),
        Action::Counts => model.counts_shown = !model.counts_shown,
        Action::Go => model.entry = Some(String::new()),
        Action::Theme => next_theme(model),
        Action::Help => model.help = Some(0),
        Action::Cancel if model.entry.is_some() => model.entry = None,
        Action::Cancel => {
            if let Some(loading) = model.loading.take() {
                model.notice = Some(Notice::Cancelled(loading.size));
                return Some(Effect::CancelLoad);
            }
            model.notice = None;
        }
        Action::Suspend => return Some(Effect::Suspend),
        Action::Quit => return Some(Effect::Quit),
    }
    None
}

fn point_at(model: &mut Model, square: Square) {
    if model.size.contains(square) {
        model.cursor = square;
    }
}

fn place_or_remove(model: &mut Model) {
    let square = model.cursor;
    let Some(session) = &model.session else {
        model.notice = Some(Notice::NotLoaded);
        return;
    };
    if session.guide().status(square) == Status::Queen {
        make(model, Move::Remove(square));
    } else if let Some(refusal) = session.guide().refusal(square) {
        model.notice = Some(Notice::Refused(square, refusal));
    } else {
        make(model, Move::Place(square));
    }
}

fn block_or_unblock(model: &mut Model) {
    let square = model.cursor;
    let Some(session) = &model.session else {
        model.notice = Some(Notice::NotLoaded);
        return;
    };
    match session.guide().status(square) {
        Status::Queen => model.notice = Some(Notice::QueenInTheWay(square)),
        Status::Forced => model.notice = Some(Notice::NeedsQueen(square)),
        Status::Blocked => make(model, Move::Unblock(square)),
        Status::Attacked | Status::Dead | Status::Open => make(model, Move::Block(square)),
    }
}

fn make(model: &mut Model, made: Move) {
    model.notice = Some(match model.session.as_mut().map(|session| session.play(made)) {
        None => Notice::NotLoaded,
        Some(true) => Notice::Made(made),
        // Moves on squares are chosen to fit the board: only clearing can find nothing to do.
        Some(false) => Notice::NothingToClear,
    });
}

fn travel(model: &mut Model, step: fn(&mut Session) -> Option<Move>, done: fn(Move) -> Notice, nothing: Notice) {
    model.notice = Some(match &mut model.session {
        None => Notice::NotLoaded,
        Some(session) => step(session).map_or(nothing, done),
    });
}

fn enter(model: &mut Model) {
    let Some(text) = model.entry.take() else { return };
    if text.is_empty() {
        return;
    }
    match text.parse::<Square>() {
        Err(error) => model.notice = Some(Notice::NoSquare(error.to_string())),
        Ok(square) if !model.size.contains(square) => {
            let off = nqueens_guide::OffBoard { square, size: model.size };
            model.notice = Some(Notice::NoSquare(off.to_string()));
        }
        Ok(square) => {
            model.cursor = square;
            model.notice = None;
        }
    }
}

fn next_theme(model: &mut Model) {
    model.theme = model.theme.next();
    model.notice = Some(Notice::Theme(model.theme.palette.name()));
}

fn resize_board(model: &mut Model, by: isize) -> Option<Effect> {
    let from = model.loading.map_or(model.size, |loading| loading.size);
    let size = from.get().checked_add_signed(by).filter(|&n| n <= Model::LARGEST).and_then(|n| Size::new(n).ok());
    let Some(size) = size else {
        model.notice = Some(Notice::NoSuchSize);
        return None;
    };
    Some(load(model, size))
}

fn load(model: &mut Model, size: Size) -> Effect {
    model.tickets += 1;
    model.loading = Some(Loading { ticket: model.tickets, size, fraction: 0.0 });
    model.notice = None;
    Effect::Load { ticket: model.tickets, size }
}

fn loaded(model: &mut Model, ticket: u64, result: Result<(Box<Session>, Vec<CacheNote>), LoadError>) -> Option<Effect> {
    // What was cancelled or overtaken may still arrive.
    model.loading.take_if(|loading| loading.ticket == ticket)?;
    match result {
        Ok((session, notes)) => {
            model.size = session.size();
            model.session = Some(*session);
            model.cursor = first_square();
            model.origin = (0, 0);
            model.notice = Some(match notes.first() {
                None => Notice::NewGame(model.size),
                Some(note) => Notice::NewGameDespite(model.size, note.to_string()),
            });
            None
        }
        Err(error) if ticket == 1 => Some(Effect::Fail(error)),
        Err(error) => {
            model.notice = Some(Notice::Failed(error.to_string()));
            None
        }
    }
}
