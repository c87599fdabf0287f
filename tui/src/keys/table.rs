//! The table of keys.

use crossterm::event::KeyCode;

use super::{Applies, Binding, Key, Place};
use crate::assist::Assist;
use crate::message::{Action, Direction, Step};

const LEFT: Key = Key::plain(KeyCode::Left);
const DOWN: Key = Key::plain(KeyCode::Down);
const UP: Key = Key::plain(KeyCode::Up);
const RIGHT: Key = Key::plain(KeyCode::Right);
const ENTER: Key = Key::plain(KeyCode::Enter);
const HOME: Key = Key::plain(KeyCode::Home);
const END: Key = Key::plain(KeyCode::End);
const BACKSPACE: Key = Key::plain(KeyCode::Backspace);
const DELETE: Key = Key::plain(KeyCode::Delete);
const ESC: Key = Key::plain(KeyCode::Esc);

/// Every key of the game.
pub const KEYS: &[Binding] = &[
    bind(
        Place::Board,
        &[
            (LEFT, Action::Move(Direction::Left)),
            (DOWN, Action::Move(Direction::Down)),
            (UP, Action::Move(Direction::Up)),
            (RIGHT, Action::Move(Direction::Right)),
            (Key::char('h'), Action::Move(Direction::Left)),
            (Key::char('j'), Action::Move(Direction::Down)),
            (Key::char('k'), Action::Move(Direction::Up)),
            (Key::char('l'), Action::Move(Direction::Right)),
        ],
        "move the cursor",
    ),
    bind_if(
        Applies::ToSquares,
        &[(ENTER, Action::Place), (Key::char(' '), Action::Place)],
        "place or remove a {piece}",
    ),
    bind_if(Applies::ToSquares, &[(Key::char('x'), Action::Block)], "block or unblock a {spot}"),
    bind_if(
        Applies::ToValues,
        &[
            (Key::char('1'), Action::Value(1)),
            (Key::char('2'), Action::Value(2)),
            (Key::char('3'), Action::Value(3)),
            (Key::char('4'), Action::Value(4)),
            (Key::char('5'), Action::Value(5)),
            (Key::char('6'), Action::Value(6)),
            (Key::char('7'), Action::Value(7)),
            (Key::char('8'), Action::Value(8)),
            (Key::char('9'), Action::Value(9)),
        ],
        "place or remove this value",
    ),
    bind_if(
        Applies::ToValues,
        &[(ENTER, Action::Place), (Key::char(' '), Action::Place)],
        "place any value: type A or 10",
    ),
    bind_if(
        Applies::ToValues,
        &[(BACKSPACE, Action::Remove), (DELETE, Action::Remove), (Key::char('0'), Action::Remove)],
        "take the value away",
    ),
    bind_if(Applies::ToValues, &[(Key::char('x'), Action::Block)], "block or unblock a value: then type it"),
    bind(Place::Board, &[(Key::char('u'), Action::Undo)], "undo"),
    bind(Place::Board, &[(Key::control('r'), Action::Redo)], "redo"),
    bind(Place::Board, &[(Key::char('c'), Action::Clear)], "clear the board"),
    bind(Place::Board, &[(Key::char('g'), Action::Go)], "go to a {spot}: type {example}, Enter"),
    bind_if(Applies::ToSquares, &[(Key::char('w'), Action::Why)], "why the {spot} is ruled out, or forced"),
    bind_if(Applies::ToValues, &[(Key::char('w'), Action::Why)], "why a value is ruled out, or forced"),
    bind(Place::Board, &[(Key::char('i'), Action::Hint)], "a hint: where to look, the move, why"),
    bind(Place::Board, &[(Key::char('s'), Action::Browse)], "the solutions that are left"),
    bind(Place::Board, &[(Key::char('a'), Action::NextAssist)], "the next level of help"),
    bind_if(
        Applies::ToSquares,
        &[
            (Key::char('0'), Action::Assist(Assist::Nothing)),
            (Key::char('1'), Action::Assist(Assist::Attacks)),
            (Key::char('2'), Action::Assist(Assist::Dead)),
            (Key::char('3'), Action::Assist(Assist::Counts)),
            (Key::char('4'), Action::Assist(Assist::Forced)),
        ],
        "this level of help",
    ),
    bind_if(Applies::ToSquares, &[(Key::char('n'), Action::Counts)], "counts on the board"),
    bind_if(Applies::ToSquares, &[(Key::char('m'), Action::Heat)], "heat map on the board"),
    bind(Place::Board, &[(Key::char('v'), Action::Verify)], "are we still on a solution?"),
    bind(Place::Board, &[(Key::char('b'), Action::BackToSolvable)], "back to where we last were"),
    bind_if(
        Applies::ToSizes,
        &[(Key::char('+'), Action::NextPuzzle), (Key::char('='), Action::NextPuzzle)],
        "new game, larger board",
    ),
    bind_if(Applies::ToSizes, &[(Key::char('-'), Action::PreviousPuzzle)], "new game, smaller board"),
    bind_if(
        Applies::ToSeries,
        &[
            (Key::char('N'), Action::NextPuzzle),
            (Key::char('+'), Action::NextPuzzle),
            (Key::char('='), Action::NextPuzzle),
        ],
        "new game, the next puzzle",
    ),
    bind_if(
        Applies::ToSeries,
        &[(Key::char('P'), Action::PreviousPuzzle), (Key::char('-'), Action::PreviousPuzzle)],
        "new game, the puzzle before",
    ),
    bind(
        Place::Why,
        &[
            (RIGHT, Action::Step(Step::Next)),
            (Key::char('l'), Action::Step(Step::Next)),
            (Key::char(' '), Action::Step(Step::Next)),
        ],
        "next step",
    ),
    bind(
        Place::Why,
        &[(LEFT, Action::Step(Step::Previous)), (Key::char('h'), Action::Step(Step::Previous))],
        "previous step",
    ),
    bind(
        Place::Why,
        &[(DOWN, Action::Step(Step::SkipCase)), (Key::char('j'), Action::Step(Step::SkipCase))],
        "skip the rest of the case",
    ),
    bind(
        Place::Why,
        &[(UP, Action::Step(Step::CaseStart)), (Key::char('k'), Action::Step(Step::CaseStart))],
        "back to its beginning",
    ),
    bind(Place::Why, &[(Key::char('f'), Action::Fold)], "fold or unfold the cases"),
    bind(Place::Why, &[(HOME, Action::Step(Step::First)), (Key::char('0'), Action::Step(Step::First))], "first step"),
    bind(Place::Why, &[(END, Action::Step(Step::Last)), (Key::char('$'), Action::Step(Step::Last))], "last step"),
    bind(Place::Why, &[(Key::char('r'), Action::Repair)], "take away what has to go"),
    bind(Place::Why, &[(Key::char('w'), Action::Why)], "back to the board"),
    bind(
        Place::Browse,
        &[
            (RIGHT, Action::Step(Step::Next)),
            (Key::char('l'), Action::Step(Step::Next)),
            (Key::char(' '), Action::Step(Step::Next)),
        ],
        "next solution",
    ),
    bind(
        Place::Browse,
        &[(LEFT, Action::Step(Step::Previous)), (Key::char('h'), Action::Step(Step::Previous))],
        "previous solution",
    ),
    bind(Place::Browse, &[(Key::char('r'), Action::Step(Step::Random))], "any solution"),
    bind(
        Place::Browse,
        &[(HOME, Action::Step(Step::First)), (Key::char('0'), Action::Step(Step::First))],
        "first solution",
    ),
    bind(
        Place::Browse,
        &[(END, Action::Step(Step::Last)), (Key::char('$'), Action::Step(Step::Last))],
        "last solution",
    ),
    bind(Place::Browse, &[(Key::char('g'), Action::Go)], "go to a solution: type 17, Enter"),
    bind(Place::Browse, &[(ENTER, Action::Adopt)], "play on from here"),
    bind(
        Place::Browse,
        &[
            (DOWN, Action::Move(Direction::Down)),
            (UP, Action::Move(Direction::Up)),
            (Key::char('j'), Action::Move(Direction::Down)),
            (Key::char('k'), Action::Move(Direction::Up)),
        ],
        "scroll a board that does not fit",
    ),
    bind(Place::Browse, &[(Key::char('s'), Action::Browse)], "back to the board"),
    bind(Place::Anywhere, &[(Key::char('t'), Action::Theme)], "next theme"),
    bind(Place::Anywhere, &[(Key::char('?'), Action::Help)], "show or hide this help"),
    bind(Place::Anywhere, &[(ESC, Action::Cancel)], "leave what is shown, cancel work or typing"),
    bind(Place::Anywhere, &[(Key::control('z'), Action::Suspend)], "suspend (fg comes back)"),
    bind(Place::Anywhere, &[(Key::char('q'), Action::Quit), (Key::control('c'), Action::Quit)], "quit"),
];

const fn bind(place: Place, keys: &'static [(Key, Action)], does: &'static str) -> Binding {
    Binding { place, applies: Applies::Always, keys, does }
}

/// On the board of some games only.
const fn bind_if(applies: Applies, keys: &'static [(Key, Action)], does: &'static str) -> Binding {
    Binding { place: Place::Board, applies, keys, does }
}

/// What the mouse does, for the help screen.
pub const MOUSE: &[(Applies, &str, &str)] = &[
    (Applies::ToSquares, "left click", "place or remove a {piece}; explain a {spot}"),
    (Applies::ToSquares, "right click", "block or unblock a {spot}"),
    (Applies::ToValues, "left click", "choose a {spot}, place a pencil mark; explain"),
    (Applies::ToValues, "right click", "block a pencil mark"),
    (Applies::Always, "wheel", "next and previous step or solution"),
];
