//! Actions: all that the player can ask the game for.

use crate::assist::Assist;
use crate::screen_step::ScreenStep;

/// An action of the player; the face of the game assigns keys and buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the cursor by one cell.
    Move(Arrow),
    /// Place what the cell under the cursor is for, or remove it. If it may have several values, ask for one.
    Place,
    /// Place the value with this number, counted from 1, in the cell under the cursor.
    Value(u8),
    /// Take away what the player has placed in the cell under the cursor.
    Remove,
    /// Block the cell under the cursor, or unblock it. If it may have several values, ask for one.
    Block,
    /// Take the last move back.
    Undo,
    /// Make the move that was undone last again.
    Redo,
    /// Note the marks, to come back to them.
    SetCheckpoint,
    /// Go back to the marks that were noted.
    ToCheckpoint,
    /// Empty the board.
    Clear,
    /// A new game of the next puzzle, which may be a larger board.
    NextPuzzle,
    /// A new game of the puzzle before, which may be a smaller board.
    PreviousPuzzle,
    /// Show the counts on the board, or hide them.
    Counts,
    /// Show the heat map, or hide it.
    Heat,
    /// Explain the cell under the cursor, or stop explaining.
    Why,
    /// Give a hint, or more of the one given.
    Hint,
    /// Go on to the next level of help.
    NextAssist,
    /// Go on among the levels of help that the solutions are asked for.
    NextGuided,
    /// Go to this level of help.
    Assist(Assist),
    /// Write notes with the keys of the values, or values again.
    Notes,
    /// Have the game mark what is excluded, or mark it by hand.
    Marking,
    /// Mark clashes at every level of help, or only where help is given.
    Clashes,
    /// Ask whether there still is a completion.
    Verify,
    /// Go back to where there last was a completion.
    BackToSolvable,
    /// Leaf through the solutions that are left, or stop it.
    Browse,
    /// Show the diagram of the solutions that are left, or stop it.
    Diagram,
    /// At the diagram, show how the rules are conjoined to it; by another schedule each time, and none in the end.
    Conjunction,
    /// Step through an explanation, or through the solutions.
    Step(ScreenStep),
    /// Step over the cases of an explanation, or into them again.
    Fold,
    /// Take away what the explanation says has to go.
    Repair,
    /// Go on from the solution shown.
    Adopt,
    /// Type the name of a cell to move the cursor to, or the number of a solution.
    Go,
    /// Cover the board and stop the clock, or go on.
    Pause,
    /// Take time, or stop taking it.
    Clock,
    /// Show what was solved so far, or stop showing it.
    Statistics,
    /// Copy how the game stands, in words that give nothing away.
    Copy,
    /// Copy the command that comes to this position.
    CopyCommand,
    /// Type a command, such as `w FILE`.
    Command,
    /// Show the menu, or leave it.
    Menu,
    /// Choose what the menu has selected.
    Choose,
    /// Choose what the menu has at this place, counted from 0.
    ChooseAt(usize),
    /// Leave what was begun: the typing, the explanation, the solutions, the loading.
    Cancel,
}

/// A direction on the screen.
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
