//! The numbers beside rows and columns, and whether what stands there has reached them.

use std::collections::BTreeSet;

use puzzle_kind::Wanted;

use crate::board::Side;
use crate::model::Model;

/// A number beside a row or a column: how many are wanted there, and how far that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideNumber {
    /// How many are wanted.
    pub number: usize,
    /// How many stand there, against that.
    pub reached: Reached,
}

/// What stands somewhere, against what is wanted there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Fewer than are wanted.
    Fewer,
    /// As many as are wanted.
    All,
    /// More than are wanted.
    More,
}

impl Model {
    /// The number beside a row or a column, if the puzzle has one there. What stands is counted, whatever the level of help.
    #[must_use]
    pub fn side_number(&self, side: Side) -> Option<SideNumber> {
        let puzzle = self.board().puzzle();
        let Wanted { number, variables } = match side {
            Side::Row(row) => puzzle.row_wanted(row)?,
            Side::Column(column) => puzzle.column_wanted(column)?,
        };
        let standing = self.guide().map_or_else(BTreeSet::new, |guide| guide.marks().standing(puzzle));
        let standing = variables.iter().filter(|variable| standing.contains(variable)).count();
        let reached = match standing.cmp(number) {
            std::cmp::Ordering::Less => Reached::Fewer,
            std::cmp::Ordering::Equal => Reached::All,
            std::cmp::Ordering::Greater => Reached::More,
        };
        Some(SideNumber { number: *number, reached })
    }
}
