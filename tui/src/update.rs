//! The only place where the model changes.

mod moves;
mod work;

use nqueens_guide::{BigUint, CacheNote, LoadError, Move, Session, Size, Square};

use crate::assist::Assist;
use crate::message::{Action, Direction, Message, Step};
use crate::model::{Loading, Mode, Model, Notice, first_square};
use crate::turns::Turns;
use crate::view::{help, layout};
use crate::work::Work;
use moves::{adopt, block_or_unblock, go_back, make, place_or_remove, repair, travel};
use work::{answered, begin, more_hint};

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
    /// Work something out without holding anything up, and tell by a message with this ticket. What was asked for
    /// before is no longer wanted.
    Work {
        /// Which work this is.
        ticket: u64,
        /// What is to be worked out.
        work: Work,
        /// From this game.
        game: Box<Turns>,
    },
    /// What is being worked out is no longer wanted.
    CancelWork,
    /// Remember this level of help for the next game.
    Remember(Assist),
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
        Message::ClickPlace(square) => click(model, square, place_or_remove),
        Message::ClickBlock(square) => click(model, square, block_or_unblock),
        Message::Typed(letter) => {
            // The largest number of solutions, 2279184, has seven digits; names of squares are shorter.
            if let Some(entry) = model.entry.as_mut().filter(|entry| entry.chars().count() < 7) {
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
        Message::Answered { ticket, answer, game } => {
            // What was cancelled or overtaken may still arrive.
            if model.working.take_if(|working| *working == ticket).is_some() {
                model.game = Some(*game);
                answered(model, answer);
            }
            None
        }
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
        Action::Move(direction) => move_cursor(model, direction),
        Action::Place => return place_or_remove(model),
        Action::Block => return block_or_unblock(model),
        Action::Undo => travel(model, Turns::undo, Notice::Undone, Notice::NothingToUndo),
        Action::Redo => travel(model, Turns::redo, Notice::Redone, Notice::NothingToRedo),
        Action::Clear if model.guide().is_some_and(|guide| guide.placement().is_empty()) => {
            model.notice = Some(Notice::NothingToClear);
        }
        Action::Clear => return make(model, Move::Clear),
        Action::Larger => return resize_board(model, 1),
        Action::Smaller => return resize_board(model, -1),
        Action::Counts | Action::Heat if !model.assist.is_guided() => model.notice = Some(Notice::NotAtThisLevel),
        Action::Counts => model.counts_shown = !model.counts_shown,
        Action::Heat => model.heat_shown = !model.heat_shown,
        Action::Why | Action::Browse if !matches!(model.mode, Mode::Play) => model.mode = Mode::Play,
        Action::Why => return begin(model, Work::Explain(model.cursor)),
        Action::Browse => return begin(model, Work::Number),
        Action::Hint => return more_hint(model),
        Action::NextAssist => return Some(assist(model, model.assist.next())),
        Action::Assist(level) => return Some(assist(model, level)),
        Action::Verify => {
            model.notice = Some(match model.guide() {
                None => Notice::NotLoaded,
                Some(guide) => Notice::Verified(guide.is_completable()),
            });
        }
        Action::BackToSolvable => go_back(model),
        Action::Step(step) => take_step(model, step),
        Action::Fold => {
            if let Mode::Why(screen) = &mut model.mode {
                screen.fold();
            }
        }
        Action::Repair => return repair(model),
        Action::Adopt => return adopt(model),
        Action::Go => model.entry = Some(String::new()),
        Action::Theme => next_theme(model),
        Action::Help => model.help = Some(0),
        Action::Cancel => return cancel(model),
        Action::Suspend => return Some(Effect::Suspend),
        Action::Quit => return Some(Effect::Quit),
    }
    None
}

/// Leaves the innermost thing that was begun.
fn cancel(model: &mut Model) -> Option<Effect> {
    if model.entry.take().is_some() {
        return None;
    }
    if model.working.take().is_some() {
        model.notice = Some(Notice::WorkCancelled);
        return Some(Effect::CancelWork);
    }
    if !matches!(model.mode, Mode::Play) {
        model.mode = Mode::Play;
        return None;
    }
    if let Some(loading) = model.loading.take() {
        model.notice = Some(Notice::Cancelled(loading.size));
        return Some(Effect::CancelLoad);
    }
    model.notice = None;
    model.hint = None;
    None
}

fn move_cursor(model: &mut Model, direction: Direction) {
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

/// A click on a square: to play there, or to have it explained while another one is.
fn click(model: &mut Model, square: Square, play: fn(&mut Model) -> Option<Effect>) -> Option<Effect> {
    if !model.size.contains(square) || matches!(model.mode, Mode::Browse(_)) {
        return None;
    }
    model.cursor = square;
    match model.mode {
        Mode::Play => play(model),
        _ => begin(model, Work::Explain(square)),
    }
}

fn assist(model: &mut Model, level: Assist) -> Effect {
    model.set_assist(level);
    model.notice = Some(Notice::Assist(level));
    Effect::Remember(level)
}

fn take_step(model: &mut Model, step: Step) {
    model.notice = None;
    match &mut model.mode {
        Mode::Play => {}
        Mode::Why(screen) => screen.step(step),
        Mode::Browse(screen) => screen.step(step, &mut model.dice),
    }
}

fn enter(model: &mut Model) {
    let Some(text) = model.entry.take().filter(|text| !text.is_empty()) else { return };
    if let Mode::Browse(screen) = &mut model.mode {
        let is_there = text.parse::<BigUint>().is_ok_and(|number| screen.go_to(&number));
        model.notice = (!is_there).then_some(Notice::NoSuchSolution(text));
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
            model.game = Some(Turns::new(*session));
            // What is being worked out is about another game.
            model.working = None;
            model.mode = Mode::Play;
            model.hint = None;
            model.hints = 0;
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
