//! Notices: the outcome of the player's last action, as data.

use puzzle_core::{Move, Refusal, Variable};
use puzzle_kind::Cell;

use crate::action::Action;
use crate::assist::Assist;

/// The outcome of what the player did last, as data; [`crate::words`] has the sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A game has begun.
    NewGame,
    /// A game was taken up again; perhaps something has to be said of it.
    Continued(Option<String>),
    /// The game that was left for another one is back.
    BroughtBack,
    /// The checkpoint is set.
    CheckpointSet,
    /// The marks are those of the checkpoint again.
    AtCheckpoint,
    /// There is no such command.
    NoSuchCommand(String),
    /// The result, or a command, is on its way to the clipboard.
    Copied(String),
    /// The position that was asked for is on the board.
    SetUp,
    /// What was pasted is neither a puzzle nor a list of names; and why, as a clause, if it is nearly the short name of one.
    NotPasted(Option<String>),
    /// Time is taken, or is not taken any more.
    Clock(bool),
    /// There is no checkpoint to go back to.
    NoCheckpoint,
    /// A game has begun, although something went wrong with the cache.
    NewGameDespite(String),
    /// A move was made.
    Made(Move),
    /// A turn was made, and what it forced was played with it.
    AndForced(Box<Notice>, Vec<Move>),
    /// A turn was taken back.
    Undone(Vec<Move>),
    /// A turn was made again.
    Redone(Vec<Move>),
    /// These moves took away what kept the variable explained from being open.
    Repaired(Vec<Move>),
    /// The solution with this number, as it is shown, was taken over.
    Adopted(String),
    /// Whether the marks have a completion.
    Verified(bool),
    /// Whether there is still a completion has not been found out yet.
    NotVerified,
    /// So many turns were taken back, to where there was a completion.
    WentBack(usize),
    /// There is a completion: no need to go back.
    StillSolvable,
    /// There never was a completion: no turn to go back to.
    NeverSolvable,
    /// A level of help is on.
    Assist(Assist),
    /// The keys of the values write notes from now on, or values.
    Noting(bool),
    /// The notes in the cell were changed.
    Noted(Cell),
    /// A value stands in the cell: there is no place for notes.
    NoPlaceForNotes(Cell),
    /// This would show the only solution of the puzzle: it is done if the player says so once more.
    GivesAway(Action),
    /// What is excluded is marked by the game from now on, or by the player.
    Marking(bool),
    /// Clashes are marked at every level of help from now on, or only where help is given.
    ClashesAlways(bool),
    /// Counts and heat are not for this level of help.
    NotAtThisLevel,
    /// The rules alone have it so: there is nothing to take away.
    NothingToRepair,
    /// It is not known what would have to be taken away.
    RepairUnknown,
    /// There is nothing to hint at.
    NoHint,
    /// There is no diagram: it would be too large.
    NoDiagram,
    /// No solution is left to be shown.
    NothingToBrowse,
    /// The solutions can't be numbered: not all of them are known.
    NotNumbered,
    /// There is no solution with the typed number.
    NoSuchSolution(String),
    /// The work was broken off.
    WorkCancelled,
    /// The work could not be done, for this reason.
    WorkFailed(String),
    /// To place that would be a mistake.
    Refused(Variable, Refusal),
    /// What is to be blocked stands.
    InTheWay(Variable),
    /// Every completion has what is to be blocked.
    Needed(Variable),
    /// The puzzle says so, and the player can't change it.
    Given(Variable),
    /// Nothing of the player's stands in the cell.
    NothingThere(Cell),
    /// The cell has no such value.
    NoSuchValue(Cell, String),
    /// There is no move to take back.
    NothingToUndo,
    /// There is no move to make again.
    NothingToRedo,
    /// The board is empty already.
    NothingToClear,
    /// The catalogue has no puzzle before or after this one.
    NoSuchNumber,
    /// The load of the puzzle with this number was broken off.
    Cancelled(usize),
    /// The load failed, for this reason.
    Failed(String),
    /// A sentence of the puzzle about what was typed or asked, or of the face about itself.
    Said {
        /// A sentence.
        text: String,
        /// Whether the player's wish was not fulfilled.
        is_refusal: bool,
    },
    /// There is no board to play on yet.
    NotLoaded,
}

impl Notice {
    /// Whether the player's wish was not fulfilled.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        !matches!(
            self,
            Notice::NewGame
                | Notice::Continued(_)
                | Notice::BroughtBack
                | Notice::CheckpointSet
                | Notice::Copied(_)
                | Notice::SetUp
                | Notice::Clock(_)
                | Notice::AtCheckpoint
                | Notice::Made(_)
                | Notice::AndForced(..)
                | Notice::Undone(_)
                | Notice::Redone(_)
                | Notice::Repaired(_)
                | Notice::Adopted(_)
                | Notice::Verified(true)
                | Notice::WentBack(_)
                | Notice::StillSolvable
                | Notice::Assist(_)
                | Notice::Noting(_)
                | Notice::Noted(_)
                | Notice::GivesAway(_)
                | Notice::Marking(_)
                | Notice::ClashesAlways(_)
                | Notice::Said { is_refusal: false, .. }
        )
    }
}
