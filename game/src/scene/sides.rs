//! The numbers beside rows and columns, and whether what stands there has reached them.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use puzzle_kind::SideClue;

use crate::board::Side;
use crate::model::Model;

impl Model {
    /// The number beside a row or a column: how many are wanted there, and how many stand there compared with that; `None` if
    /// the puzzle has none. All that stands is counted, whatever the level of help.
    #[must_use]
    pub fn side_number(&self, side: Side) -> Option<(usize, Ordering)> {
        let puzzle = self.board().puzzle();
        let SideClue { number, variables } = match side {
            Side::Row(row) => puzzle.row_clue(row)?,
            Side::Column(column) => puzzle.column_clue(column)?,
        };
        let standing = self.guide().map_or_else(BTreeSet::new, |guide| guide.marks().standing(puzzle));
        let standing = variables.iter().filter(|variable| standing.contains(variable)).count();
        Some((*number, standing.cmp(number)))
    }
}
