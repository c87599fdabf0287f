//! The requests of the dialogue, and the effects of its commands.

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
    /// The descriptions of cells.
    Cells(Vec<Cell>),
    /// The whole board, row by row.
    Board,
    /// The variables with this [`Status`].
    List(Status),
    Why,
    Hint,
    Clashes,
    /// The number of remaining solutions.
    Count,
    Solution,
    Diagram,
    /// The result, for others to read.
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

/// The effect of a command with its operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// The game runs the command, and the dialogue answers the request.
    Act(fn() -> Ask),
    /// The game runs the command on the [`ShownScreen`], which stays open.
    Within(ShownScreen, fn() -> Ask),
    /// The dialogue answers without a command.
    Asks(fn() -> Ask),
    /// Acts on the named variables, for a [`InputPurpose`].
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
    /// Writes the game to a file. `overwrites` permits replacing a file.
    Writes {
        overwrites: bool,
    },
    Loads,
    /// Confirms, as [`Action::Place`](crate::Action::Place) does.
    Agrees,
}

/// The screen that a command needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ShownScreen {
    Anything,
    Solution,
    /// An argument or a clash: [`Mode::Why`](crate::Mode::Why) or [`Mode::Clash`](crate::Mode::Clash).
    Argument,
}
