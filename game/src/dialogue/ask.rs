//! The requests of the player in the dialogue, and the meanings of its commands.

use puzzle_core::Status;
use puzzle_kind::Cell;

use crate::text_input::InputPurpose;

/// A request of the player, which decides the answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ask {
    /// A report of the outcome of the last action, usually its notice.
    Event,
    /// A report of the outcome of a confirmed action. If the action has opened a screen, the report includes the
    /// sentences of this screen.
    Agreed,
    /// The description of the cell under the cursor.
    Look,
    /// The descriptions of these cells.
    Cells(Vec<Cell>),
    /// The description of the whole board, row by row.
    Board,
    /// The names of the variables with this [`Status`].
    List(Status),
    Why,
    Hint,
    /// The lines of the tree of a configurator at these indices.
    Options(Vec<usize>),
    Clashes,
    /// A report of the number of remaining solutions.
    Count,
    Solution,
    /// The page that explains the technique of the hint or argument.
    Technique,
    /// The turns of the solved puzzle with their times and techniques.
    Path,
    Diagram,
    /// Lines about the result, which the player can share with other people.
    Result,
    Command,
    Time,
    Statistics,
    Found,
    Rules,
    Settings,
    Menu,
    /// The result of a choice of the menu: a game, further choices, or a page.
    Choice,
    /// The notes that the player has written in this cell.
    Noted(Cell),
    Help,
    Quit,
    /// The reason why a line was not understood.
    Misheard(String),
}

/// The meaning of a command in the dialogue: its effect, and the use of its operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CommandMeaning {
    /// The game runs the command; then the dialogue answers the request that the function returns.
    Act(fn() -> Ask),
    /// The game runs the command on the screen shown. The screen must be this [`ShownScreen`], and stays open. Then the
    /// dialogue answers the request that the function returns.
    Within(ShownScreen, fn() -> Ask),
    /// The dialogue answers the [`Ask`] that the function returns; no command of the game runs.
    Asks(fn() -> Ask),
    /// Performs the action of this purpose on each variable that the operand names: `place b4 d1` places two variables.
    Names(InputPurpose),
    /// Moves the cursor to the cell that the operand names, if there is an operand, and describes the cell under the
    /// cursor.
    Looks,
    Row,
    Column,
    Region,
    Levels,
    /// Opens the screen of the remaining solutions. If there is an operand, goes to the solution with this number.
    Leafs,
    Chooses,
    /// Deletes or renames a saved game of the list shown. The operand begins with the number of the game in the list;
    /// to rename it, the new name follows.
    Keeps,
    /// Writes the game to the file named by the operand. `overwrites` is `true` if an existing file may be replaced.
    Writes {
        overwrites: bool,
    },
    /// Describes the group that the operand names, and its options. Without an operand, describes the top of the tree.
    Options,
    /// Describes the options whose names contain the words of the operand.
    Finds,
    /// Writes the chosen options to the file named by the operand.
    Lists,
    Loads,
    /// Sets the setting that the operand names to the value that follows.
    Sets,
    /// Confirms a question, or makes the moves of a hint, as [`Action::Place`](crate::Action::Place) does.
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
