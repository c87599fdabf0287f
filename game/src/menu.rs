//! Pages that cover the board, and the choice of another catalogue.

use std::sync::Arc;

use puzzle_kind::Playable;

use crate::assist::Assist;
use crate::catalogue::Catalogue;
use crate::words::TechniqueText;

/// A page that covers the board.
#[derive(Clone, Copy, Debug)]
pub enum Page {
    /// A pause: the board is hidden and the clock stands still.
    Paused,
    /// The technique of a hint or argument, with an example.
    Technique(&'static TechniqueText),
    /// The statistics of solved puzzles; see [`PlayStatistics`](crate::PlayStatistics).
    Statistics,
    /// The rules, with the index of the rule whose scopes are listed.
    Rules(usize),
    /// The menu, with the selected index of [`Model::choices`](crate::Model::choices).
    Menu(usize),
}

/// A catalogue that the face has opened, from the menu or for a pasted text; for
/// [`Message::Opened`](crate::Message::Opened).
#[derive(Debug)]
pub struct OpenedCatalogue {
    /// The catalogue.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number in `catalogue` of the puzzle to start with.
    pub number: usize,
    /// The puzzle to start with, or its outline until it is loaded.
    pub puzzle: Arc<dyn Playable>,
    /// The help level of the new game.
    pub assist: Assist,
    /// `true` if the game starts with the lesson.
    pub is_lesson: bool,
}
