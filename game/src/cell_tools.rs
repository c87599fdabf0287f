//! The player's tools for cells with values: several selected cells, and letters typed as values.

use std::collections::BTreeSet;

use puzzle_kind::Cell;

use crate::cell_colours::CellColours;
use crate::model::Model;
use crate::screen::Mode;

impl Model {
    /// Returns the cells that the player has selected to change them together; empty if only the cell under the cursor
    /// is selected.
    #[must_use]
    pub fn selected_cells(&self) -> &BTreeSet<Cell> {
        &self.screen.selected
    }

    /// Returns the cells that a value, a note or a colour changes: the selected cells, or the cell under the cursor.
    pub(crate) fn chosen_cells(&self) -> BTreeSet<Cell> {
        if self.screen.selected.is_empty() { BTreeSet::from([self.play.cursor]) } else { self.screen.selected.clone() }
    }

    /// Returns the colours that the player has given to cells.
    #[must_use]
    pub fn cell_colours(&self) -> &CellColours {
        self.play.annotations.colours()
    }

    /// Returns `true` if letters are values, and not commands.
    #[must_use]
    pub fn types_letters(&self) -> bool {
        self.screen.types_letters && self.play.board.has_values()
    }

    /// Returns `true` if a typed letter or digit is a value of the cell under the cursor, and not a command: letters are
    /// values, and no other screen or prompt takes the key.
    #[must_use]
    pub fn takes_as_value(&self, letter: char) -> bool {
        let is_free = matches!(self.screen.mode, Mode::Play) && self.screen.typing.is_none();
        let puzzle = self.play.board.puzzle();
        let mut values = self.play.board.variables(self.play.cursor).iter();
        let is_value = values.any(|&value| puzzle.symbol(value).eq_ignore_ascii_case(&letter));
        self.types_letters() && is_free && is_value
    }

    /// Returns `true` if a cell shares a row, a column or a region with the cell under the cursor, on a board with
    /// values; `false` on screens in place of the game.
    #[must_use]
    pub fn is_peer_of_cursor(&self, cell: Cell) -> bool {
        let (board, cursor) = (&self.play.board, self.play.cursor);
        let region = |cell| board.puzzle().region(cell);
        let shares = cell.row == cursor.row
            || cell.column == cursor.column
            || region(cell).is_some() && region(cell) == region(cursor);
        matches!(self.screen.mode, Mode::Play) && board.has_values() && board.columns() > 1 && shares
    }
}
