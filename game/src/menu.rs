//! Pages that cover the board, and the way from one kind of puzzle to another.

use std::sync::Arc;

use puzzle_kind::Playable;

use crate::assist::Assist;
use crate::catalogue::Catalogue;

/// What covers the board.
#[derive(Clone, Copy, Debug)]
pub enum Page {
    /// Nothing to be seen until the player goes on: the clock stands still.
    Paused,
    /// What was solved so far.
    Statistics,
    /// The choices of the menu, of which the one with this number is selected.
    Menu(usize),
}

/// Puzzles to play instead of the present ones, as the player chose from the menu.
#[derive(Debug)]
pub struct OpenedCatalogue {
    /// Where the puzzles come from.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number of the first one.
    pub number: usize,
    /// The first one, or an outline of it, to be shown until it is there.
    pub puzzle: Arc<dyn Playable>,
    /// The level of help.
    pub assist: Assist,
    /// Whether the player is to be shown how to play.
    pub is_lesson: bool,
}
