//! The only place where the model changes.

use nqueens_guide::{BigUint, CacheNote, LoadError, Move, Session, Size, Square, Status, sentences};

use crate::assist::Assist;
use crate::browse::BrowseScreen;
use crate::message::{Action, Direction, Message, Step};
use crate::model::{GivenHint, Grade, Loading, Mode, Model, Notice, first_square};
use crate::turns::Turns;
use crate::view::{help, layout};
use crate::why::WhyScreen;
use crate::words;
use crate::work::{Answer, Work};

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

fn place_or_remove(model: &mut Model) -> Option<Effect> {
    let square = model.cursor;
    let Some(guide) = model.guide() else { return not_loaded(model) };
    match (guide.status(square), guide.refusal(square)) {
        (Status::Queen, _) => make(model, Move::Remove(square)),
        // Without a guide only what the player has ruled out is refused.
        (status, Some(refusal)) if model.assist.is_guided() || status == Status::Blocked => {
            model.notice = Some(Notice::Refused(square, refusal));
            None
        }
        _ => make(model, Move::Place(square)),
    }
}

fn block_or_unblock(model: &mut Model) -> Option<Effect> {
    let square = model.cursor;
    let Some(guide) = model.guide() else { return not_loaded(model) };
    match guide.status(square) {
        Status::Queen => model.notice = Some(Notice::QueenInTheWay(square)),
        Status::Forced if model.assist.is_guided() => model.notice = Some(Notice::NeedsQueen(square)),
        Status::Blocked => return make(model, Move::Unblock(square)),
        _ => return make(model, Move::Block(square)),
    }
    None
}

/// Makes a move of the player, and at the highest level of help what it forces.
fn make(model: &mut Model, made: Move) -> Option<Effect> {
    let adds = matches!(made, Move::Place(_) | Move::Block(_));
    let with_forced = adds && model.assist == Assist::Forced;
    begin(model, Work::Play { moves: vec![made], with_forced, done: Notice::Made(made) })
}

/// Has something worked out: at once if that is quick, otherwise without holding the screen up.
fn begin(model: &mut Model, work: Work) -> Option<Effect> {
    let Some(game) = &mut model.game else { return not_loaded(model) };
    model.notice = None;
    if work.is_quick(model.size) {
        let answer = work.run(game);
        answered(model, answer);
        return None;
    }
    model.tickets += 1;
    model.working = Some(model.tickets);
    Some(Effect::Work { ticket: model.tickets, work, game: Box::new(game.clone()) })
}

fn answered(model: &mut Model, answer: Answer) {
    match answer {
        Answer::Played(done) => {
            model.notice = Some(done);
            model.mode = Mode::Play;
            model.hint = None;
        }
        Answer::Explained(_, Some(explanation)) => model.mode = Mode::Why(Box::new(WhyScreen::new(*explanation))),
        Answer::Explained(square, None) => {
            model.mode = Mode::Play;
            model.notice = model.guide().map(|guide| {
                let reason = if model.assist.is_guided() || guide.status(square) == Status::Queen {
                    sentences::nothing_to_explain(guide, square)
                } else {
                    words::nothing_rules_out(square)
                };
                Notice::NothingToExplain(reason)
            });
        }
        Answer::Hinted(Some(hint)) => {
            model.hint = Some(GivenHint { hint, grade: Grade::Look });
            model.hints += 1;
        }
        Answer::Hinted(None) => model.notice = Some(Notice::NoHint),
        Answer::Numbered(solutions) => match BrowseScreen::new(solutions) {
            Some(screen) => model.mode = Mode::Browse(Box::new(screen)),
            None => model.notice = Some(Notice::NothingToBrowse),
        },
    }
}

/// The first grade of the hint, or the next one.
fn more_hint(model: &mut Model) -> Option<Effect> {
    model.notice = None;
    let Some(given) = &mut model.hint else { return begin(model, Work::Hint) };
    let next = match given.grade {
        Grade::Look => Grade::Play,
        Grade::Play | Grade::Why => Grade::Why,
    };
    if next > given.grade {
        given.grade = next;
        model.hints += 1;
    }
    // Why a square is forced is a matter of steps.
    if let (Grade::Why, nqueens_guide::Why::Forced(explanation)) = (given.grade, &given.hint.why) {
        model.mode = Mode::Why(Box::new(WhyScreen::new(explanation.as_ref().clone())));
    }
    None
}

fn assist(model: &mut Model, level: Assist) -> Effect {
    model.set_assist(level);
    model.notice = Some(Notice::Assist(level));
    Effect::Remember(level)
}

/// Back to the last placement that had a completion.
fn go_back(model: &mut Model) {
    model.notice = Some(match &mut model.game {
        None => Notice::NotLoaded,
        Some(game) if game.guide().is_completable() => Notice::StillSolvable,
        Some(game) => match game.turns_to_completable() {
            None => Notice::NeverSolvable,
            Some(turns) => {
                for _ in 0..turns {
                    game.undo();
                }
                model.hint = None;
                Notice::WentBack(turns)
            }
        },
    });
}

fn take_step(model: &mut Model, step: Step) {
    model.notice = None;
    match &mut model.mode {
        Mode::Play => {}
        Mode::Why(screen) => screen.step(step),
        Mode::Browse(screen) => screen.step(step, &mut model.dice),
    }
}

/// Takes away what the explanation shown says has to go.
fn repair(model: &mut Model) -> Option<Effect> {
    let Mode::Why(screen) = &model.mode else { return None };
    let Some(repair) = &screen.explanation.repair else {
        model.notice = Some(Notice::NothingToRepair);
        return None;
    };
    let lift = repair.lift.iter().map(|&queen| Move::Remove(queen));
    let moves: Vec<Move> = lift.chain(repair.unblock.iter().map(|&square| Move::Unblock(square))).collect();
    begin(model, Work::Play { done: Notice::Repaired(moves.clone()), moves, with_forced: false })
}

/// Places all queens of the solution shown.
fn adopt(model: &mut Model) -> Option<Effect> {
    let Mode::Browse(screen) = &model.mode else { return None };
    let moves: Vec<Move> = screen.queens().map(Move::Place).collect();
    let done = Notice::Adopted(words::grouped(&screen.number()));
    begin(model, Work::Play { moves, with_forced: false, done })
}

fn not_loaded(model: &mut Model) -> Option<Effect> {
    model.notice = Some(Notice::NotLoaded);
    None
}

fn travel(
    model: &mut Model,
    step: fn(&mut Turns) -> Option<Vec<Move>>,
    done: fn(Vec<Move>) -> Notice,
    nothing: Notice,
) {
    model.notice = Some(match &mut model.game {
        None => Notice::NotLoaded,
        Some(game) => match step(game) {
            None => nothing,
            Some(moves) => {
                model.hint = None;
                done(moves)
            }
        },
    });
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
