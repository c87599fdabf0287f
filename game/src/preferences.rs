//! Player preferences besides the help level, from the configuration or switched in the game.

use crate::board::GameBoard;

/// The player preferences. `None` leaves a choice to the puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preferences {
    /// Whether clashes are shown at help level 0, too.
    pub clashes_always: bool,
    /// Whether excluded variables are marked automatically at help level 1. `None`: automatically if cells are taken
    /// or not, by hand (with notes) if they have values.
    pub marks_excluded: Option<bool>,
    /// Whether clicks on a cell block, place and clear it in turn; otherwise they place and clear it. `None`: they
    /// block first on boards with regions. Clicks never block cells with values.
    pub rules_out_first: Option<bool>,
}

impl Preferences {
    /// Returns whether excluded variables are marked automatically on a board.
    pub(crate) fn marks_excluded_on(self, board: &GameBoard) -> bool {
        self.marks_excluded.unwrap_or(!board.has_values())
    }

    /// Returns whether the first click blocks a cell of a board.
    pub(crate) fn rules_out_first_on(self, board: &GameBoard) -> bool {
        !board.has_values() && self.rules_out_first.unwrap_or_else(|| board.has_named_regions())
    }
}
