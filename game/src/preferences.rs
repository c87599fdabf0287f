//! Player preferences besides the help level, configured or switched in the game.

use crate::board::GameBoard;

/// The preferences of a player, for [`Model::preferences`](crate::Model::preferences). `None` leaves a choice to the
/// puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preferences {
    /// `true` to show clashes at level 0 as well ([`Assist::Nothing`](crate::Assist::Nothing)).
    pub clashes_always: bool,
    /// `true` to mark excluded variables automatically at level 1 ([`Assist::Attacks`](crate::Assist::Attacks)). `None`
    /// is `true` for squares, and `false` for cells with values, where players write notes.
    pub marks_excluded: Option<bool>,
    /// `true` if clicks block, place and clear a cell in turn; `false` if they place and clear it. `None` is `true` on
    /// boards with named regions. Clicks never block cells with values.
    pub rules_out_first: Option<bool>,
}

impl Preferences {
    /// Returns `true` if excluded variables are marked automatically on a board at level 1.
    pub(crate) fn marks_excluded_on(self, board: &GameBoard) -> bool {
        self.marks_excluded.unwrap_or(!board.has_values())
    }

    /// Returns `true` if the first click blocks a cell of a board.
    pub(crate) fn rules_out_first_on(self, board: &GameBoard) -> bool {
        !board.has_values() && self.rules_out_first.unwrap_or_else(|| board.has_named_regions())
    }
}
