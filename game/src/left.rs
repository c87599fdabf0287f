//! The game before the one that is played.

use std::sync::Arc;

use puzzle_core::Session;
use puzzle_kind::Cell;

use crate::assist::Assist;
use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::lesson::Lesson;
use crate::notes::Notes;
use crate::played::Played;

/// A game that was left for another one.
#[derive(Debug)]
pub(crate) struct LeftGame {
    pub(crate) catalogue: Arc<dyn Catalogue>,
    pub(crate) number: usize,
    pub(crate) board: Board,
    pub(crate) session: Session,
    pub(crate) cursor: Cell,
    pub(crate) notes: Notes,
    pub(crate) played: Played,
    pub(crate) assist: Assist,
    pub(crate) lesson: Option<Lesson>,
}
