//! Player preferences beside the level of help: settings of the configuration, or switched in the game.

use crate::board::GameBoard;

/// The player preferences; `None` where the puzzle decides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preferences {
    /// Whether clashes are marked at all levels of help, and not only from the level on that shows what is excluded.
    pub clashes_always: bool,
    /// Whether the game marks what is excluded, at the level of help that shows no more than that, or leaves it to the
    /// player. `None`: the game does where cells are taken or not, and the player, by notes, where they have values.
    pub marks_excluded: Option<bool>,
    /// Whether the first click on an empty cell rules it out, the second takes it and the third clears it, or the first takes
    /// it and the second clears it. `None`: the first rules out on boards with regions. Cells with values are never ruled
    /// out by it.
    pub rules_out_first: Option<bool>,
}

impl Preferences {
    /// Whether the game marks what is excluded, on this board.
    pub(crate) fn marks_excluded_on(self, board: &GameBoard) -> bool {
        self.marks_excluded.unwrap_or(!board.has_values())
    }

    /// Whether the first click rules a cell out, on this board.
    pub(crate) fn rules_out_first_on(self, board: &GameBoard) -> bool {
        !board.has_values() && self.rules_out_first.unwrap_or_else(|| board.has_named_regions())
    }
}
