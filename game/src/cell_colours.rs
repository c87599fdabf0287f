//! The colours that the player gives to cells.

use std::collections::BTreeMap;

use puzzle_kind::{Cell, Playable};

/// The number of colours that a player can give to cells.
pub const CELL_COLOURS: u8 = 6;

/// The colours that the player has given to cells, each from 1 to [`CELL_COLOURS`]. The guide ignores them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellColours(BTreeMap<Cell, u8>);

impl CellColours {
    /// Returns the colour of a cell, from 1 to [`CELL_COLOURS`]; `None` if the cell has no colour.
    #[must_use]
    pub fn of(&self, cell: Cell) -> Option<u8> {
        self.0.get(&cell).copied()
    }

    /// Gives a cell a colour, or takes its colour away.
    pub(crate) fn set(&mut self, cell: Cell, colour: Option<u8>) {
        match colour {
            Some(colour) => drop(self.0.insert(cell, colour)),
            None => drop(self.0.remove(&cell)),
        }
    }

    /// Returns the colour of each coloured cell by the name of the cell, for saved games.
    pub(crate) fn written(&self, puzzle: &dyn Playable) -> BTreeMap<String, u8> {
        self.0.iter().map(|(&cell, &colour)| (puzzle.cell_name(cell), colour)).collect()
    }

    /// Reads the colours of a saved game. The error describes the fault.
    pub(crate) fn read(puzzle: &dyn Playable, written: &BTreeMap<String, u8>) -> Result<CellColours, String> {
        let read = |(name, &colour): (&String, &u8)| {
            let cell = puzzle.cell_named(name).map_err(|why| format!("colours: {why}"))?;
            let is_known = (1..=CELL_COLOURS).contains(&colour);
            let fault = || format!("colours: {name} has colour {colour}: expected 1 to {CELL_COLOURS}");
            is_known.then_some((cell, colour)).ok_or_else(fault)
        };
        written.iter().map(read).collect::<Result<_, _>>().map(CellColours)
    }
}
