//! What can happen to the game.

use nqueens_guide::{CacheNote, LoadError, Session, Square};

use crate::assist::Assist;
use crate::turns::Turns;
use crate::work::Answer;

/// Something that happened; [`crate::update::update`] is the only one that acts on it.
#[derive(Debug)]
pub enum Message {
    /// The player asked for something by a key.
    Act(Action),
    /// The player clicked on a square to place or remove a queen.
    ClickPlace(Square),
    /// The player clicked on a square to block or unblock it.
    ClickBlock(Square),
    /// A character of the square or the number to go to.
    Typed(char),
    /// The last typed character is to go.
    Erased,
    /// What was typed is complete.
    Entered,
    /// The terminal now has this many columns and rows.
    Resized(u16, u16),
    /// A load has come this far, from 0 to 1.
    Progressed {
        /// Which load.
        ticket: u64,
        /// How far it is.
        fraction: f64,
    },
    /// A load has ended.
    Loaded {
        /// Which load.
        ticket: u64,
        /// The new game with what went wrong with the cache, or why there is none.
        result: Result<(Box<Session>, Vec<CacheNote>), LoadError>,
    },
    /// What was to be worked out is there.
    Answered {
        /// Which work.
        ticket: u64,
        /// What came out of it.
        answer: Answer,
        /// The game as it is now.
        game: Box<Turns>,
    },
    /// The game was to be suspended, but no shell is there to bring it back.
    CannotSuspend,
}

/// What the player can ask for by a key; [`crate::keys::KEYS`] says by which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the cursor by one square.
    Move(Direction),
    /// Place a queen under the cursor, or remove it.
    Place,
    /// Block the square under the cursor, or unblock it.
    Block,
    /// Take the last move back.
    Undo,
    /// Make the move that was undone last again.
    Redo,
    /// Empty the board.
    Clear,
    /// A new game on a board one larger.
    Larger,
    /// A new game on a board one smaller.
    Smaller,
    /// Show the counts on the board, or hide them.
    Counts,
    /// Show the heat map, or hide it.
    Heat,
    /// Explain the square under the cursor, or stop explaining.
    Why,
    /// A hint, or more of it.
    Hint,
    /// The next level of help.
    NextAssist,
    /// This level of help.
    Assist(Assist),
    /// Ask whether the placement still has a completion.
    Verify,
    /// Go back to the last placement that had a completion.
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
    /// Type the name of a square to move the cursor to, or the number of a solution.
    Go,
    /// The next theme.
    Theme,
    /// Show the help, or hide it.
    Help,
    /// Leave what was begun: the help, the typing, the explanation, the solutions, the loading.
    Cancel,
    /// Stop the game and return to the shell, which can bring it back.
    Suspend,
    /// End the game.
    Quit,
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
    /// Towards file a.
    Left,
    /// Towards rank 1.
    Down,
    /// Away from rank 1.
    Up,
    /// Away from file a.
    Right,
}
