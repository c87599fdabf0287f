//! The requests of the dialogue, and the meaning of its words.

use puzzle_core::Status;
use puzzle_kind::Cell;

use crate::text_input::InputPurpose;

/// A request of the player, which decides the answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ask {
    /// The outcome of an action.
    Event,
    /// The outcome of a confirmed action.
    Agreed,
    /// The description of the cell under the cursor.
    Look,
    /// The descriptions of these cells.
    Cells(Vec<Cell>),
    /// The whole board, row by row.
    Board,
    /// The variables with this status.
    List(Status),
    Why,
    Hint,
    Clashes,
    /// The number of remaining solutions.
    Count,
    Solution,
    Diagram,
    /// The result, to be shown to others.
    Result,
    Command,
    Time,
    Statistics,
    Menu,
    /// The notes in this cell.
    Noted(Cell),
    Help,
    Quit,
    /// The reason why a line was not understood.
    Misheard(String),
}

/// The meaning of a command's words and operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// The game runs the command, and answers the request.
    Act(fn() -> Ask),
    /// The game runs the command on the screen shown, which stays open.
    Within(ShownScreen, fn() -> Ask),
    /// The dialogue answers without a command.
    Asks(fn() -> Ask),
    /// Acts on the named variables.
    Names(InputPurpose),
    /// Moves the cursor to a cell and describes it.
    Looks,
    Row,
    Column,
    Region,
    Levels,
    /// Opens the solutions, or goes to the solution with a number.
    Leafs,
    Chooses,
    /// Writes the game to a file. `overwrites` permits to replace a file.
    Writes {
        overwrites: bool,
    },
    Loads,
    /// Confirms, as Enter does.
    Agrees,
}

/// The screen that must be shown for a command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ShownScreen {
    Anything,
    Solution,
    /// An argument, or a clash.
    Argument,
}
