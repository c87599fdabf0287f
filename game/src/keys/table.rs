//! The table of keys.

use super::{Applies, Binding, Code, Command, Key, Place};
use crate::assist::Assist;
use crate::message::{Action, Direction};
use crate::step::Step;

const LEFT: Key = Key::plain(Code::Left);
const DOWN: Key = Key::plain(Code::Down);
const UP: Key = Key::plain(Code::Up);
const RIGHT: Key = Key::plain(Code::Right);
const ENTER: Key = Key::plain(Code::Enter);
const HOME: Key = Key::plain(Code::Home);
const END: Key = Key::plain(Code::End);
const BACKSPACE: Key = Key::plain(Code::Backspace);
const DELETE: Key = Key::plain(Code::Delete);
const ESC: Key = Key::plain(Code::Esc);

/// The keys that move the cursor.
const MOVES: &[(Key, Command)] = &[
    (LEFT, Command::Game(Action::Move(Direction::Left))),
    (DOWN, Command::Game(Action::Move(Direction::Down))),
    (UP, Command::Game(Action::Move(Direction::Up))),
    (RIGHT, Command::Game(Action::Move(Direction::Right))),
    (Key::char('h'), Command::Game(Action::Move(Direction::Left))),
    (Key::char('j'), Command::Game(Action::Move(Direction::Down))),
    (Key::char('k'), Command::Game(Action::Move(Direction::Up))),
    (Key::char('l'), Command::Game(Action::Move(Direction::Right))),
];

/// Every key of the game.
pub const KEYS: &[Binding] = &[
    bind(Place::Board, MOVES, "move the cursor"),
    bind_if(
        Applies::ToSquares,
        &[(ENTER, Command::Game(Action::Place)), (Key::char(' '), Command::Game(Action::Place))],
        "place or remove a {piece}",
    ),
    bind_if(Applies::ToSquares, &[(Key::char('x'), Command::Game(Action::Block))], "block or unblock a {spot}"),
    bind_if(
        Applies::ToValues,
        &[
            (Key::char('1'), Command::Game(Action::Value(1))),
            (Key::char('2'), Command::Game(Action::Value(2))),
            (Key::char('3'), Command::Game(Action::Value(3))),
            (Key::char('4'), Command::Game(Action::Value(4))),
            (Key::char('5'), Command::Game(Action::Value(5))),
            (Key::char('6'), Command::Game(Action::Value(6))),
            (Key::char('7'), Command::Game(Action::Value(7))),
            (Key::char('8'), Command::Game(Action::Value(8))),
            (Key::char('9'), Command::Game(Action::Value(9))),
        ],
        "place or remove this value",
    ),
    bind_if(
        Applies::ToValues,
        &[(ENTER, Command::Game(Action::Place)), (Key::char(' '), Command::Game(Action::Place))],
        "place any value: type A or 10",
    ),
    bind_if(
        Applies::ToValues,
        &[
            (BACKSPACE, Command::Game(Action::Remove)),
            (DELETE, Command::Game(Action::Remove)),
            (Key::char('0'), Command::Game(Action::Remove)),
        ],
        "take the value away",
    ),
    bind_if(
        Applies::ToValues,
        &[(Key::char('x'), Command::Game(Action::Block))],
        "block or unblock a value: then type it",
    ),
    bind_if(Applies::ToValues, &[(Key::char('n'), Command::Game(Action::Notes))], "write notes, or values again"),
    bind(Place::Board, &[(Key::char('u'), Command::Game(Action::Undo))], "undo"),
    bind(Place::Board, &[(Key::control('r'), Command::Game(Action::Redo))], "redo"),
    bind(Place::Board, &[(Key::char('M'), Command::Game(Action::SetCheckpoint))], "set a checkpoint"),
    bind(Place::Board, &[(Key::char('R'), Command::Game(Action::ToCheckpoint))], "return to the checkpoint"),
    bind(Place::Board, &[(Key::char('c'), Command::Game(Action::Clear))], "clear the {board}"),
    bind(Place::Board, &[(Key::char('g'), Command::Game(Action::Go))], "go to a {spot}: type {example}, Enter"),
    bind_if(
        Applies::ToSquares,
        &[(Key::char('w'), Command::Game(Action::Why))],
        "why the {spot} is ruled out, or forced",
    ),
    bind_if(Applies::ToValues, &[(Key::char('w'), Command::Game(Action::Why))], "why a value is ruled out, or forced"),
    bind(Place::Board, &[(Key::char('i'), Command::Game(Action::Hint))], "a hint: where to look, the move, why"),
    bind(Place::Board, &[(Key::char('s'), Command::Game(Action::Browse))], "the solutions that are left"),
    bind(Place::Board, &[(Key::char('a'), Command::Game(Action::NextAssist))], "the next level of help"),
    bind(Place::Board, &[(Key::char('A'), Command::Game(Action::NextGuided))], "more help, by what the solutions have"),
    bind(Place::Board, &[(Key::char('f'), Command::Game(Action::Marking))], "marks filled in for you, or by hand"),
    bind(Place::Board, &[(Key::char('C'), Command::Game(Action::Clashes))], "clashes at help level 0 as well"),
    bind_if(
        Applies::ToSquares,
        &[
            (Key::char('0'), Command::Game(Action::Assist(Assist::Nothing))),
            (Key::char('1'), Command::Game(Action::Assist(Assist::Attacks))),
            (Key::char('2'), Command::Game(Action::Assist(Assist::Dead))),
            (Key::char('3'), Command::Game(Action::Assist(Assist::Counts))),
            (Key::char('4'), Command::Game(Action::Assist(Assist::Forced))),
        ],
        "this level of help",
    ),
    bind_if(Applies::ToSquares, &[(Key::char('n'), Command::Game(Action::Counts))], "counts {on_board}"),
    bind_if(Applies::ToSquares, &[(Key::char('m'), Command::Game(Action::Heat))], "heat map {on_board}"),
    bind_if(Applies::ToSquares, &[(Key::char('Z'), Command::Narrow)], "more of a {board} that does not fit, or less"),
    bind(Place::Board, &[(Key::char('p'), Command::Game(Action::Pause))], "pause: the {board} is hidden"),
    bind(Place::Board, &[(Key::char('T'), Command::Game(Action::Clock))], "clock on or off"),
    bind(Place::Board, &[(Key::char('S'), Command::Game(Action::Statistics))], "what was solved so far"),
    bind(Place::Board, &[(Key::char('y'), Command::Game(Action::Copy))], "copy the result"),
    bind(Place::Board, &[(Key::char('Y'), Command::Game(Action::CopyCommand))], "copy the command for this position"),
    bind(Place::Board, &[(Key::char(':'), Command::Game(Action::Command))], ":w FILE writes the game as a text"),
    bind(Place::Board, &[(Key::char('B'), Command::Game(Action::Diagram))], "the diagram of the solutions"),
    bind(Place::Board, &[(Key::char('v'), Command::Game(Action::Verify))], "are we still on a solution?"),
    bind(Place::Board, &[(Key::char('b'), Command::Game(Action::BackToSolvable))], "back to where we last were"),
    bind_if(
        Applies::ToSizes,
        &[
            (Key::char('N'), Command::Game(Action::NextPuzzle)),
            (Key::char('+'), Command::Game(Action::NextPuzzle)),
            (Key::char('='), Command::Game(Action::NextPuzzle)),
        ],
        "a larger board; u comes back",
    ),
    bind_if(
        Applies::ToSizes,
        &[
            (Key::char('P'), Command::Game(Action::PreviousPuzzle)),
            (Key::char('-'), Command::Game(Action::PreviousPuzzle)),
        ],
        "a smaller board; u comes back",
    ),
    bind_if(
        Applies::ToSeries,
        &[
            (Key::char('N'), Command::Game(Action::NextPuzzle)),
            (Key::char('+'), Command::Game(Action::NextPuzzle)),
            (Key::char('='), Command::Game(Action::NextPuzzle)),
        ],
        "the next puzzle; u comes back",
    ),
    bind_if(
        Applies::ToSeries,
        &[
            (Key::char('P'), Command::Game(Action::PreviousPuzzle)),
            (Key::char('-'), Command::Game(Action::PreviousPuzzle)),
        ],
        "the puzzle before; u comes back",
    ),
    bind(
        Place::Why,
        &[
            (RIGHT, Command::Game(Action::Step(Step::Next))),
            (Key::char('l'), Command::Game(Action::Step(Step::Next))),
            (Key::char(' '), Command::Game(Action::Step(Step::Next))),
        ],
        "next step",
    ),
    bind(
        Place::Why,
        &[
            (LEFT, Command::Game(Action::Step(Step::Previous))),
            (Key::char('h'), Command::Game(Action::Step(Step::Previous))),
        ],
        "previous step",
    ),
    bind(
        Place::Why,
        &[
            (DOWN, Command::Game(Action::Step(Step::SkipCase))),
            (Key::char('j'), Command::Game(Action::Step(Step::SkipCase))),
        ],
        "skip the rest of the case",
    ),
    bind(
        Place::Why,
        &[
            (UP, Command::Game(Action::Step(Step::CaseStart))),
            (Key::char('k'), Command::Game(Action::Step(Step::CaseStart))),
        ],
        "back to its beginning",
    ),
    bind(Place::Why, &[(Key::char('f'), Command::Game(Action::Fold))], "fold or unfold the cases"),
    bind(
        Place::Why,
        &[(HOME, Command::Game(Action::Step(Step::First))), (Key::char('0'), Command::Game(Action::Step(Step::First)))],
        "first step",
    ),
    bind(
        Place::Why,
        &[(END, Command::Game(Action::Step(Step::Last))), (Key::char('$'), Command::Game(Action::Step(Step::Last)))],
        "last step",
    ),
    bind(Place::Why, &[(Key::char('r'), Command::Game(Action::Repair))], "take away what has to go"),
    bind(Place::Why, &[(Key::char('y'), Command::Game(Action::Copy))], "copy the command for this position"),
    bind(Place::Why, &[(Key::char('w'), Command::Game(Action::Why))], "back to the {board}"),
    bind(
        Place::Browse,
        &[
            (RIGHT, Command::Game(Action::Step(Step::Next))),
            (Key::char('l'), Command::Game(Action::Step(Step::Next))),
            (Key::char(' '), Command::Game(Action::Step(Step::Next))),
        ],
        "next solution",
    ),
    bind(
        Place::Browse,
        &[
            (LEFT, Command::Game(Action::Step(Step::Previous))),
            (Key::char('h'), Command::Game(Action::Step(Step::Previous))),
        ],
        "previous solution",
    ),
    bind(Place::Browse, &[(Key::char('r'), Command::Game(Action::Step(Step::Random)))], "any solution"),
    bind(
        Place::Browse,
        &[(HOME, Command::Game(Action::Step(Step::First))), (Key::char('0'), Command::Game(Action::Step(Step::First)))],
        "first solution",
    ),
    bind(
        Place::Browse,
        &[(END, Command::Game(Action::Step(Step::Last))), (Key::char('$'), Command::Game(Action::Step(Step::Last)))],
        "last solution",
    ),
    bind(Place::Browse, &[(Key::char('g'), Command::Game(Action::Go))], "go to a solution: type 17, Enter"),
    bind(Place::Browse, &[(ENTER, Command::Game(Action::Adopt))], "play on from here"),
    bind(
        Place::Browse,
        &[
            (DOWN, Command::Game(Action::Move(Direction::Down))),
            (UP, Command::Game(Action::Move(Direction::Up))),
            (Key::char('j'), Command::Game(Action::Move(Direction::Down))),
            (Key::char('k'), Command::Game(Action::Move(Direction::Up))),
        ],
        "scroll a {board} that does not fit",
    ),
    bind(Place::Browse, &[(Key::char('y'), Command::Game(Action::Copy))], "copy the command for this position"),
    bind(Place::Browse, &[(Key::char('s'), Command::Game(Action::Browse))], "back to the {board}"),
    bind(Place::Diagram, MOVES, "what another {spot} makes of it"),
    bind(
        Place::Diagram,
        &[
            (Key::char(' '), Command::Game(Action::Step(Step::Next))),
            (Key::plain(Code::PageDown), Command::Game(Action::Step(Step::Next))),
        ],
        "further down among its nodes, or the next step",
    ),
    bind(
        Place::Diagram,
        &[
            (BACKSPACE, Command::Game(Action::Step(Step::Previous))),
            (Key::plain(Code::PageUp), Command::Game(Action::Step(Step::Previous))),
        ],
        "further up, or the step before",
    ),
    bind(
        Place::Diagram,
        &[(Key::char('r'), Command::Game(Action::Conjunction))],
        "the rules, step by step; again: in another order",
    ),
    bind(Place::Diagram, &[(HOME, Command::Game(Action::Step(Step::First)))], "the first node, or the first step"),
    bind(Place::Diagram, &[(END, Command::Game(Action::Step(Step::Last)))], "the last node, or the last step"),
    bind(Place::Diagram, &[(Key::char('y'), Command::Game(Action::Copy))], "copy the command for this position"),
    bind(Place::Diagram, &[(Key::char('B'), Command::Game(Action::Diagram))], "back to the {board}"),
    bind(
        Place::Page,
        &[
            (DOWN, Command::Game(Action::Move(Direction::Down))),
            (UP, Command::Game(Action::Move(Direction::Up))),
            (Key::char('j'), Command::Game(Action::Move(Direction::Down))),
            (Key::char('k'), Command::Game(Action::Move(Direction::Up))),
        ],
        "another choice",
    ),
    bind(
        Place::Page,
        &[(ENTER, Command::Game(Action::Choose)), (Key::char(' '), Command::Game(Action::Choose))],
        "play it",
    ),
    bind(
        Place::Page,
        &[
            (Key::char('1'), Command::Game(Action::ChooseAt(0))),
            (Key::char('2'), Command::Game(Action::ChooseAt(1))),
            (Key::char('3'), Command::Game(Action::ChooseAt(2))),
            (Key::char('4'), Command::Game(Action::ChooseAt(3))),
            (Key::char('5'), Command::Game(Action::ChooseAt(4))),
            (Key::char('6'), Command::Game(Action::ChooseAt(5))),
            (Key::char('7'), Command::Game(Action::ChooseAt(6))),
            (Key::char('8'), Command::Game(Action::ChooseAt(7))),
            (Key::char('9'), Command::Game(Action::ChooseAt(8))),
            (Key::char('0'), Command::Game(Action::ChooseAt(9))),
        ],
        "play this one",
    ),
    bind(
        Place::Page,
        &[(Key::char('p'), Command::Game(Action::Pause)), (Key::char('S'), Command::Game(Action::Statistics))],
        "back to the {board}",
    ),
    bind(Place::Anywhere, &[(Key::char('t'), Command::Theme)], "next theme"),
    bind(Place::Anywhere, &[(Key::char('?'), Command::Help)], "show or hide this help"),
    bind(Place::Anywhere, &[(ESC, Command::Game(Action::Cancel))], "leave what is shown, cancel, or the menu"),
    bind(Place::Anywhere, &[(Key::control('z'), Command::Suspend)], "suspend (fg comes back)"),
    bind(Place::Anywhere, &[(Key::char('q'), Command::Close)], "leave what is shown, then quit"),
    bind(Place::Anywhere, &[(Key::control('c'), Command::Quit)], "quit"),
];

const fn bind(place: Place, keys: &'static [(Key, Command)], does: &'static str) -> Binding {
    Binding { place, applies: Applies::Always, keys, does }
}

/// On the board of some games only.
const fn bind_if(applies: Applies, keys: &'static [(Key, Command)], does: &'static str) -> Binding {
    Binding { place: Place::Board, applies, keys, does }
}

/// What the mouse does, for the help screen.
pub const MOUSE: &[(Applies, &str, &str)] = &[
    (Applies::WhereClicksTake, "left click", "place or remove a {piece}; explain a {spot}"),
    (Applies::WhereClicksRuleOut, "left click", "rule a {spot} out, place a {piece}, clear it"),
    (Applies::WhereClicksRuleOut, "left drag", "rule out all {spot}s on the way"),
    (Applies::ToSquares, "right click", "block or unblock a {spot}"),
    (Applies::ToValues, "left click", "choose a {spot}, place a pencil mark; explain"),
    (Applies::ToValues, "right click", "block a pencil mark"),
    (Applies::Always, "wheel", "next and previous step or solution"),
];
