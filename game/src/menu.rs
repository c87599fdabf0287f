//! Pages that cover the board, and the choice of another catalogue.

use std::sync::Arc;

use puzzle_kind::Playable;

use crate::assist::Assist;
use crate::catalogue::Catalogue;

/// A page that covers the board.
#[derive(Clone, Copy, Debug)]
pub enum Page {
    /// A pause: the board is hidden and the clock stands still.
    Paused,
    /// The statistics of solved puzzles; see [`PlayStatistics`](crate::PlayStatistics).
    Statistics,
    /// The menu, with the selected index of [`Model::choices`](crate::Model::choices).
    Menu(usize),
}

/// A catalogue chosen from the menu, for [`Message::Opened`](crate::Message::Opened).
#[derive(Debug)]
pub struct OpenedCatalogue {
    /// The catalogue.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number of the first puzzle in `catalogue`.
    pub number: usize,
    /// The first puzzle, or its outline until it is loaded.
    pub puzzle: Arc<dyn Playable>,
    /// The help level.
    pub assist: Assist,
    /// `true` if the game starts with the lesson.
    pub is_lesson: bool,
}
