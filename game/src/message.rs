//! Messages: events that change the game.

use std::time::Duration;

use bdd_core::Budget;
use puzzle_core::{ExplainError, Variable};
use puzzle_kind::{Cell, OpenError};

use crate::assist::Assist;
use crate::catalogue::Loaded;
use crate::job::{Answer, Job, Task, Ticket};
use crate::menu::Opened;
use crate::step::Step;
use crate::typing::Purpose;

/// Something that happened to the game, to be told by [`Model::update`](crate::Model::update).
#[derive(Debug)]
#[non_exhaustive]
pub enum Message {
    /// The player asked for something.
    Act(Action),
    /// The player clicked on a cell, and perhaps on one of its values, to place or remove it.
    ClickPlace(Cell, Option<Variable>),
    /// The player clicked on a cell, and perhaps on one of its values, to block or unblock it.
    ClickBlock(Cell, Option<Variable>),
    /// The player has drawn the pointer from one cell to another, to block all that is empty on the straight way.
    Swept {
        /// Where the pointer was: this cell is left as it is.
        from: Cell,
        /// Where the pointer is.
        to: Cell,
    },
    /// The player pointed at a cell, or named it: the cursor goes there.
    Point(Cell),
    /// The player named a variable, for one of the purposes that values are typed for.
    Named(Variable, Purpose),
    /// A text from elsewhere: names of what is to be placed, a puzzle, or the short name of one. Where something is typed, a
    /// part of that.
    Pasted(String),
    /// A character of what is being typed.
    Typed(char),
    /// The last typed character is to go.
    Erased,
    /// What was typed is complete.
    Entered,
    /// The player chose the puzzle with this number, of those that the present one is of.
    Load(usize),
    /// A load has made progress.
    Progressed {
        /// The ticket of the load.
        ticket: Ticket,
        /// How far the load is, from 0 to 1.
        fraction: f64,
    },
    /// A load has ended.
    Loaded {
        /// The ticket of the load.
        ticket: Ticket,
        /// The new game, or why there is none.
        result: Result<Loaded, OpenError>,
    },
    /// What was to be worked out is there.
    Answered {
        /// The ticket of the work.
        ticket: Ticket,
        /// What came out of it.
        answer: Result<Answer, ExplainError>,
    },
    /// So much time has passed since the game was last told, or since it began. A face tells of it several times a second:
    /// the game has no clock, and asks to be kept when it hears of the time.
    Elapsed(Duration),
    /// The face is about to end.
    Leaving,
    /// The puzzles that were chosen from the menu.
    Opened(Box<Opened>),
    /// What was pasted is no puzzle; and why, as a clause, if it is nearly the short name of one.
    NotRead(Option<String>),
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
    Step(Step),
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

impl Job {
    /// Does the job, and returns what the game is to be told. Whoever hears of progress by the budget tells the game by
    /// [`Message::Progressed`] with the job's ticket, if the game should show it.
    #[must_use]
    pub fn run(self, budget: &mut Budget<'_>) -> Message {
        let ticket = self.ticket;
        match self.task {
            Task::Load { catalogue, number } => Message::Loaded { ticket, result: catalogue.load(number, budget) },
            Task::Work(work) => Message::Answered { ticket, answer: work.run(budget) },
        }
    }
}
