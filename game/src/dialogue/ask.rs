//! The questions of the dialogue, and the meanings of its words.

use puzzle_core::Status;
use puzzle_kind::Cell;

use crate::text_input::Purpose;

/// The request of the player, which decides the answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ask {
    /// An action whose outcome is told.
    Event,
    /// Consent to a question, whose outcome is told in any case.
    Agreed,
    /// What the cell under the cursor is.
    Look,
    /// What these cells are.
    Cells(Vec<Cell>),
    /// The whole board, row by row.
    Board,
    /// All that has this status.
    List(Status),
    Why,
    Hint,
    Clashes,
    /// How many solutions are left.
    Count,
    Solution,
    Diagram,
    /// How the game stands, to be shown to others.
    Result,
    Command,
    Time,
    Statistics,
    Menu,
    /// What was noted in this cell.
    Noted(Cell),
    Help,
    Quit,
    /// What was said is not understood, for this reason.
    Misheard(String),
}

/// The meaning of words, with the operand behind them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Does {
    /// The game does what the command asks for, and this is told.
    Act(fn() -> Ask),
    /// The same, about what is shown beside the board, which stays there.
    Within(ShownScreen, fn() -> Ask),
    /// Something is told.
    Asks(fn() -> Ask),
    /// Something is done with variables, by their names.
    Names(Purpose),
    /// A cell is told, and the cursor put there.
    Looks,
    Row,
    Column,
    Region,
    Levels,
    /// The solutions are told, or the one with a number.
    Leafs,
    Chooses,
    /// A file is written; one that is there is overwritten only if that is said.
    Writes {
        overwrites: bool,
    },
    Loads,
    /// What Enter does.
    Agrees,
}

/// What has to be shown for words to have a meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ShownScreen {
    Anything,
    Solution,
    /// An argument, or a clash.
    Argument,
}
