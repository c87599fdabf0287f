//! The player's preferences apart from the help level. The configuration file sets them, and the game can change some.

use crate::board::GameBoard;

/// The preferences of a player, for [`Model::preferences`](crate::Model::preferences). A preference that is `None`
/// depends on the puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preferences {
    /// `true` to show clashes at level 0 as well ([`Assist::Nothing`](crate::Assist::Nothing)).
    pub clashes_always: bool,
    /// `true` to show no animation.
    pub is_still: bool,
    /// `true` to ask before the first help of an attempt. After this help the attempt no longer counts as solved
    /// without help.
    pub asks_before_help: bool,
    /// `true` to mark excluded variables automatically at level 1 ([`Assist::Attacks`](crate::Assist::Attacks)). `None`
    /// means `true` for cells with one variable, and `false` for cells with several values, where players write notes.
    pub marks_excluded: Option<bool>,
    /// `true` if repeated clicks on a cell block it, place it and clear it, in this order; `false` if they place it and
    /// clear it. `None` means `true` at levels that are not [guided](crate::Assist::is_guided), and `false` at levels
    /// that are, which show excluded cells anyway. Clicks never block cells with values.
    pub rules_out_first: Option<bool>,
}

impl Preferences {
    /// Returns `true` if the game marks excluded variables automatically on `board` at level 1.
    pub(crate) fn marks_excluded_on(self, board: &GameBoard) -> bool {
        self.marks_excluded.unwrap_or(!board.has_values())
    }
}
