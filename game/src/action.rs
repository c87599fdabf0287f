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
    /// Store the marks as [`Attempt::checkpoint`](crate::Attempt::checkpoint).
    SetCheckpoint,
    /// Return to the marks of the checkpoint.
    ToCheckpoint,
    /// Empty the board.
    Clear,
    /// Start the next puzzle of the [`Catalogue`](crate::Catalogue), or the next larger board.
    NextPuzzle,
    /// Start the previous puzzle of the [`Catalogue`](crate::Catalogue), or the next smaller board.
    PreviousPuzzle,
    /// Show or hide the counts on the board ([`Model::has_counts`](crate::Model::has_counts)).
    Counts,
    /// Show or hide the heat map ([`Model::has_heat`](crate::Model::has_heat)).
    Heat,
    /// Explain the cell under the cursor, or close the explanation.
    Why,
    /// Give a hint, or the next grade of the present hint.
    Hint,
    /// Switch to the next [`Assist`] level.
    NextAssist,
    /// Switch to the next level with [`Assist::is_guided`].
    NextGuided,
    /// Switch to this [`Assist`] level.
    Assist(Assist),
    /// Switch the value keys between notes and values.
    Notes,
    /// Switch the automatic marks of [`Status::Excluded`](puzzle_core::Status::Excluded) on or off.
    Marking,
    /// Switch the display of clashes at [`Assist::Nothing`] on or off.
    Clashes,
    /// Tell whether the marks have a completion.
    Verify,
    /// Undo to the last position that has a completion.
    BackToSolvable,
    /// Open or close the [`BrowseScreen`](crate::BrowseScreen) of the remaining solutions.
    Browse,
    /// Open or close the [`DiagramScreen`](crate::DiagramScreen) of the remaining solutions.
    Diagram,
    /// On the diagram screen, show the conjunction of the rules by the next [`Schedule`](bdd_core::Schedule); after the
    /// last one, the diagram.
    Conjunction,
    /// Go to another step of an explanation, another solution, or another node of the diagram.
    Step(ScreenStep),
    /// Fold or unfold the cases of an explanation.
    Fold,
    /// Remove the marks at fault of the explanation or the clash shown.
    Repair,
    /// Place the solution shown on the board.
    Adopt,
    /// Start to type the name of a cell, or the number of a solution, to go to.
    Go,
    /// Open or close [`Page::Paused`](crate::Page::Paused), which covers the board and stops the clock.
    Pause,
    /// Switch the clock on or off.
    Clock,
    /// Open or close [`Page::Statistics`](crate::Page::Statistics).
    Statistics,
    /// Copy the result, without the solution.
    Copy,
    /// Copy the command for the present position.
    CopyCommand,
    /// Start to type a command, such as `w FILE`.
    Command,
    /// Open or close [`Page::Menu`](crate::Page::Menu).
    Menu,
    /// Open the selected choice of the menu.
    Choose,
    /// Open the choice of the menu at this index, counted from 0.
    ChooseAt(usize),
    /// Cancel or close the innermost of typing, job, screen, load, notice and hint. If none is active, open the menu.
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
