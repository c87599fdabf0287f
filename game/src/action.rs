//! The actions of the player.

use crate::assist::Assist;
use crate::screen_step::ScreenStep;

/// An action of the player. A face (a user interface, such as a terminal or a web page) maps keys and buttons to
/// actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the cursor by one cell.
    Move(Arrow),
    /// Place the variable of the cell under the cursor, or remove it if it is placed. For a cell with several values,
    /// open a prompt for the value.
    Place,
    /// Place the value with this number, counted from 1, in the cell under the cursor.
    Value(u8),
    /// Remove the player's value from the cell under the cursor; without such a value, erase the notes in the cell.
    Remove,
    /// Block the cell under the cursor (rule it out), or unblock it. For a cell with several values, open a prompt for
    /// the value.
    Block,
    /// Undo the last turn, or the last change of notes or colours.
    Undo,
    /// Redo the turn, or the change of notes or colours, that was undone last.
    Redo,
    /// Store the player's placed and blocked variables as [`Attempt::checkpoint`](crate::Attempt::checkpoint).
    SetCheckpoint,
    /// Return to the marks of the checkpoint.
    ToCheckpoint,
    /// Remove all placed and blocked variables of the player. On a solved board, begin a new attempt as
    /// [`Action::Restart`] does.
    Clear,
    /// Begin a new [`Attempt`](crate::Attempt) at the puzzle, with an empty board. Undo returns to the present attempt.
    Restart,
    /// Start the next puzzle of the [`Catalogue`](crate::Catalogue). In a catalogue of boards by size, this is the next
    /// larger board. After a daily puzzle of today, open the [next daily puzzle](crate::Model::next_daily) instead, if
    /// one is left.
    NextPuzzle,
    /// Start the next puzzle of the [`Catalogue`](crate::Catalogue), also after a daily puzzle.
    AnotherPuzzle,
    /// Start the previous puzzle of the [`Catalogue`](crate::Catalogue). In a catalogue of boards by size, this is the
    /// next smaller board.
    PreviousPuzzle,
    /// Show or hide the number of solutions on each open cell ([`Model::has_counts`](crate::Model::has_counts)).
    Counts,
    /// Show or hide the heat map, which colours each open cell by its share of the solutions
    /// ([`Model::has_heat`](crate::Model::has_heat)).
    Heat,
    /// Explain why the cell under the cursor is ruled out or forced, or close the explanation.
    Why,
    /// Give a hint, or the next part of the hint shown: first the place to look at, then the move, then the reason.
    /// Once the move is shown, [`Action::Place`] makes the move.
    Hint,
    /// Open or close the page that explains the technique of the hint or argument shown.
    Technique,
    /// Switch to the next [`Assist`] level.
    NextAssist,
    /// Switch to the next [`Assist`] level that [is guided](Assist::is_guided).
    NextGuided,
    /// Switch to this [`Assist`] level.
    Assist(Assist),
    /// Switch the keys for values between placing values and writing notes in the middle of cells.
    Notes,
    /// Switch the keys for values between placing values and writing notes in corners of cells.
    CornerNotes,
    /// On boards with values, switch the letter keys between entering values and giving commands.
    Letters,
    /// Move the cursor by one cell and select both cells, on boards with values. A value, a note or a colour then
    /// changes all selected cells; [`Action::Move`] drops the selection.
    Select(Arrow),
    /// Give the selected cells, or the cell under the cursor, the next colour.
    Colour,
    /// Switch between automatic and manual marks of [`Status::Excluded`](puzzle_core::Status::Excluded) variables.
    Marking,
    /// Show or hide clashes of placed variables at [`Assist::Nothing`]. Higher levels always show clashes.
    Clashes,
    /// Tell whether the position still has a solution.
    Verify,
    /// Prove the solutions of the position, and let an independent checker compare its own counts with the counts of
    /// the guide.
    Certify,
    /// Undo turns back to the last position that has a solution.
    BackToSolvable,
    /// Open or close the [`BrowseScreen`](crate::BrowseScreen) of the remaining solutions.
    Browse,
    /// Open or close the [`DiagramScreen`](crate::DiagramScreen) of the remaining solutions.
    Diagram,
    /// On the diagram screen, show the conjunction of the rules step by step, in the order of the next
    /// [`Schedule`](bdd_core::Schedule). After the last schedule, show the diagram again.
    Conjunction,
    /// Go to another step of an explanation, another solution, or another node of the diagram.
    Step(ScreenStep),
    /// Fold or unfold the cases of an explanation (the alternatives that it tries in turn). In a tree, fold or unfold
    /// the lines below the selected line of [`Model::tree`](crate::Model::tree).
    Fold,
    /// Remove enough placed and blocked variables of the player that the explained variable is no longer ruled out or
    /// forced, or that the clash shown is gone.
    Repair,
    /// Place all variables of the solution that the [`BrowseScreen`](crate::BrowseScreen) shows.
    Adopt,
    /// Start to type a text to search for in the names of the options of a configurator.
    Search,
    /// Select this line of [`Model::tree`](crate::Model::tree), and hide or show the lines below it.
    FoldAt(usize),
    /// Decide all open options of a configurator by the cheapest configuration, or by a configuration with the fewest
    /// options if the options have no prices.
    Cheapest,
    /// Start to type the name of a file for the list of chosen and forced options.
    SaveList,
    /// Replay the turns of the solved puzzle on the [`ResultScreen`](crate::ResultScreen).
    Replay,
    /// List the turns of the solved puzzle with their times and techniques.
    Path,
    /// Start to type the name of a cell, or the number of a solution, to go to.
    Go,
    /// Open or close [`Page::Paused`](crate::Page::Paused), which covers the board and stops the clock.
    Pause,
    /// Switch the clock on or off.
    Clock,
    /// Open or close [`Page::Rules`](crate::Page::Rules).
    Rules,
    /// Open or close [`Page::Settings`](crate::Page::Settings).
    Settings,
    /// Open or close [`Page::Statistics`](crate::Page::Statistics).
    Statistics,
    /// Open or close [`Page::Found`](crate::Page::Found).
    Found,
    /// Copy a line about the result to the clipboard, without giving the solution away.
    Copy,
    /// Copy the shell command that starts a game at the present position.
    CopyCommand,
    /// Start to type a command, such as `w FILE`.
    Command,
    /// Open or close [`Page::Menu`](crate::Page::Menu).
    Menu,
    /// Delete the selected saved game of the menu. [`Action::Restore`] restores it.
    Delete,
    /// Start to type another name for the selected saved game of the menu.
    Rename,
    /// Restore the saved game that was deleted last.
    Restore,
    /// Take the selected choice of the menu: open its puzzle, or its list of further choices.
    Choose,
    /// Start to type the ID, the text or the link of a puzzle to open.
    Open,
    /// Take the choice of the menu at this index, counted from 0.
    ChooseAt(usize),
    /// Select the menu's choice at this index, or the line of [`Model::tree`](crate::Model::tree), without choosing it.
    /// The index is counted from 0.
    SelectAt(usize),
    /// Go one step back: cancel or close the first of the following that is active: typing, a job, a screen in place of
    /// the game, a load, the hint. If none of these is active, open the menu.
    Cancel,
}

/// A direction of the cursor on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// One cell to the left.
    Left,
    /// One cell down.
    Down,
    /// One cell up.
    Up,
    /// One cell to the right.
    Right,
}
