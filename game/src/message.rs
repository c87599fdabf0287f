//! What can happen to the game.

use puzzle_core::{Cell, ExplainError, OpenError, Variable};

use crate::assist::Assist;
use crate::catalogue::Loaded;
use crate::job::{Answer, Ticket};

/// Something that happened to the game, to be told by [`Model::update`](crate::Model::update).
#[derive(Debug)]
#[non_exhaustive]
pub enum Message {
    /// The player asked for something by a key.
    Act(Action),
    /// The player clicked on a cell, and perhaps on one of its values, to place or remove it.
    ClickPlace(Cell, Option<Variable>),
    /// The player clicked on a cell, and perhaps on one of its values, to block or unblock it.
    ClickBlock(Cell, Option<Variable>),
    /// A character of what is being typed.
    Typed(char),
    /// The last typed character is to go.
    Erased,
    /// What was typed is complete.
    Entered,
    /// A load has come this far, from 0 to 1.
    Progressed {
        /// Which load.
        ticket: Ticket,
        /// How far it is.
        fraction: f64,
    },
    /// A load has ended.
    Loaded {
        /// Which load.
        ticket: Ticket,
        /// The new game, or why there is none.
        result: Result<Loaded, OpenError>,
    },
    /// What was to be worked out is there.
    Answered {
        /// Which work.
        ticket: Ticket,
        /// What came out of it.
        answer: Result<Answer, ExplainError>,
    },
    /// The face of the game has something to say of itself.
    Say {
        /// A sentence.
        text: String,
        /// Whether the player's wish was not fulfilled.
        is_refusal: bool,
    },
}

/// What the player can ask for; by which key or button, the face of the game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the cursor by one cell.
    Move(Direction),
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
    /// Empty the board.
    Clear,
    /// A new game of the next puzzle, which may be a larger board.
    NextPuzzle,
    /// A new game of the puzzle before.
    PreviousPuzzle,
    /// Show the counts on the board, or hide them.
    Counts,
    /// Show the heat map, or hide it.
    Heat,
    /// Explain the cell under the cursor, or stop explaining.
    Why,
    /// A hint, or more of it.
    Hint,
    /// The next level of help.
    NextAssist,
    /// This level of help.
    Assist(Assist),
    /// Ask whether there still is a completion.
    Verify,
    /// Go back to where there last was one.
    BackToSolvable,
    /// Leaf through the solutions that are left, or stop it.
    Browse,
    /// Step through an explanation, or through the solutions.
    Step(Step),
    /// Step over the cases of an explanation, or into them again.
    Fold,
    /// Take away what the explanation says has to go.
    Repair,
    /// Go on from the solution shown.
    Adopt,
    /// Type the name of a cell to move the cursor to, or the number of a solution.
    Go,
    /// Leave what was begun: the typing, the explanation, the solutions, the loading.
    Cancel,
}

/// A step through an explanation or through the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next one.
    Next,
    /// The one before.
    Previous,
    /// The first one.
    First,
    /// The last one.
    Last,
    /// Past the rest of the case, to the next one.
    SkipCase,
    /// To the beginning of the case, or to the case before.
    CaseStart,
    /// Any one.
    Random,
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left.
    Left,
    /// Down.
    Down,
    /// Up.
    Up,
    /// Right.
    Right,
}
