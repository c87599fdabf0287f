//! The table of keys.

use crossterm::event::KeyCode;

use super::{Binding, Key, Place};
use crate::assist::Assist;
use crate::message::{Action, Direction, Step};

const LEFT: Key = Key::plain(KeyCode::Left);
const DOWN: Key = Key::plain(KeyCode::Down);
const UP: Key = Key::plain(KeyCode::Up);
const RIGHT: Key = Key::plain(KeyCode::Right);
const ENTER: Key = Key::plain(KeyCode::Enter);
const HOME: Key = Key::plain(KeyCode::Home);
const END: Key = Key::plain(KeyCode::End);
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
    bind(Place::Board, &[(ENTER, Action::Place), (Key::char(' '), Action::Place)], "place or remove a queen"),
    bind(Place::Board, &[(Key::char('x'), Action::Block)], "block or unblock a square"),
    bind(Place::Board, &[(Key::char('u'), Action::Undo)], "undo"),
    bind(Place::Board, &[(Key::control('r'), Action::Redo)], "redo"),
    bind(Place::Board, &[(Key::char('c'), Action::Clear)], "clear the board"),
    bind(Place::Board, &[(Key::char('g'), Action::Go)], "go to a square: type e4, Enter"),
    bind(Place::Board, &[(Key::char('w'), Action::Why)], "why the square is ruled out, or forced"),
    bind(Place::Board, &[(Key::char('i'), Action::Hint)], "a hint: where to look, the move, why"),
    bind(Place::Board, &[(Key::char('s'), Action::Browse)], "the solutions that are left"),
    bind(Place::Board, &[(Key::char('a'), Action::NextAssist)], "the next level of help"),
    bind(
        Place::Board,
        &[
            (Key::char('0'), Action::Assist(Assist::Nothing)),
            (Key::char('1'), Action::Assist(Assist::Attacks)),
            (Key::char('2'), Action::Assist(Assist::Dead)),
            (Key::char('3'), Action::Assist(Assist::Counts)),
            (Key::char('4'), Action::Assist(Assist::Forced)),
        ],
        "this level of help",
    ),
    bind(Place::Board, &[(Key::char('n'), Action::Counts)], "counts on the board"),
    bind(Place::Board, &[(Key::char('m'), Action::Heat)], "heat map on the board"),
    bind(Place::Board, &[(Key::char('v'), Action::Verify)], "are we still on a solution?"),
    bind(Place::Board, &[(Key::char('b'), Action::BackToSolvable)], "back to where we last were"),
    bind(Place::Board, &[(Key::char('+'), Action::Larger), (Key::char('='), Action::Larger)], "new game, larger board"),
    bind(Place::Board, &[(Key::char('-'), Action::Smaller)], "new game, smaller board"),
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
    Binding { place, keys, does }
}

/// What the mouse does, for the help screen.
pub const MOUSE: &[(&str, &str)] = &[
    ("left click", "place or remove a queen; explain a square"),
    ("right click", "block or unblock a square"),
    ("wheel", "next and previous step or solution"),
];
