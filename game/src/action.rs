//! The actions of the player.

use crate::assist::Assist;
use crate::screen_step::ScreenStep;

/// An action of the player. A face maps keys and buttons to actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the cursor by one cell.
    Move(Arrow),
    /// Place the variable of the cell under the cursor, or remove it. A cell with several values asks for one.
    Place,
    /// Place the value with this number, counted from 1, in the cell under the cursor.
    Value(u8),
    /// Remove the player's value from the cell under the cursor.
    Remove,
    /// Block the cell under the cursor, or unblock it. A cell with several values asks for one.
    Block,
    /// Undo the last turn.
    Undo,
    /// Redo the turn that was undone last.
    Redo,
    /// Set a checkpoint at the present marks.
    SetCheckpoint,
    /// Return to the marks of the checkpoint.
    ToCheckpoint,
    /// Empty the board.
    Clear,
    /// Start the next puzzle of the catalogue, or the next larger board.
    NextPuzzle,
    /// Start the previous puzzle of the catalogue, or the next smaller board.
    PreviousPuzzle,
    /// Show or hide the counts on the board.
    Counts,
    /// Show or hide the heat map.
    Heat,
    /// Explain the cell under the cursor, or close the explanation.
    Why,
    /// Give a hint, or the next grade of the present hint.
    Hint,
    /// Switch to the next help level.
    NextAssist,
    /// Switch to the next of the help levels that use the guide.
    NextGuided,
    /// Switch to this help level.
    Assist(Assist),
    /// Switch the value keys between notes and values.
    Notes,
    /// Switch between automatic and manual marks of excluded variables.
    Marking,
    /// Switch the display of clashes at help level 0 on or off.
    Clashes,
    /// Tell whether the marks have a completion.
    Verify,
    /// Undo to the last position that has a completion.
    BackToSolvable,
    /// Open or close the screen of the remaining solutions.
    Browse,
    /// Open or close the screen of the diagram of the remaining solutions.
    Diagram,
    /// On the diagram screen, show the conjunction of the rules by the next schedule; after the last one, the diagram.
    Conjunction,
    /// Go to another step of an explanation, another solution, or another node of the diagram.
    Step(ScreenStep),
    /// Fold or unfold the cases of an explanation.
    Fold,
    /// Remove the marks that the explanation shows as the cause.
    Repair,
    /// Place the solution shown on the board.
    Adopt,
    /// Start to type the name of a cell, or the number of a solution, to go to.
    Go,
    /// Pause: cover the board and stop the clock, or resume.
    Pause,
    /// Switch the clock on or off.
    Clock,
    /// Open or close the statistics.
    Statistics,
    /// Copy the result, without the solution.
    Copy,
    /// Copy the command for the present position.
    CopyCommand,
    /// Start to type a command, such as `w FILE`.
    Command,
    /// Open or close the menu.
    Menu,
    /// Open the selected choice of the menu.
    Choose,
    /// Open the choice of the menu at this index, counted from 0.
    ChooseAt(usize),
    /// Cancel the typing, the running job, the screen or the load, in this order.
    Cancel,
}

/// A direction of the cursor on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// Left.
    Left,
    /// Down.
    Down,
    /// Up.
    Up,
    /// Right.
    Right,
}
