//! The candidates of every cell, and unit propagation of them.

use std::sync::OnceLock;

use crate::grid::Grid;
use crate::shape::{CellIndex, Shape};

/// The houses of a shape, for those who walk through them often.
#[derive(Clone, Debug)]
pub(crate) struct Houses {
    pub(crate) shape: Shape,
    houses: Vec<Vec<CellIndex>>,
    /// For each cell the houses it is in, as bits.
    of_cell: Vec<u128>,
    /// For each cell the others of its houses.
    peers: Vec<Vec<CellIndex>>,
    /// The cells in the order in which they are decided.
    pub(crate) order: Vec<CellIndex>,
}

impl Houses {
    /// Those of a shape, which are made once.
    pub(crate) fn of(shape: Shape) -> &'static Houses {
        static KNOWN: [[OnceLock<Houses>; Shape::MAX]; Shape::MAX] =
            [const { [const { OnceLock::new() }; Shape::MAX] }; Shape::MAX];
        KNOWN[shape.block_rows() - 1][shape.block_columns() - 1].get_or_init(|| Houses::new(shape))
    }

    fn new(shape: Shape) -> Houses {
        let houses = shape.houses();
        let mut of_cell = vec![0; shape.cells()];
        let mut peers = vec![Vec::new(); shape.cells()];
        for (number, house) in houses.iter().enumerate() {
            for &cell in house {
                of_cell[usize::from(cell)] |= 1 << number;
                let peers: &mut Vec<CellIndex> = &mut peers[usize::from(cell)];
                peers.extend(house.iter().filter(|&&other| other != cell));
            }
        }
        for peers in &mut peers {
            peers.sort_unstable();
            peers.dedup();
        }
        let order = (0..shape.cells() as CellIndex).map(|place| shape.turned(place)).collect();
        Houses { shape, houses, of_cell, peers, order }
    }

    /// All values, as bits: bit 0 for the value 1.
    fn all(&self) -> u32 {
        (1 << self.shape.n()) - 1
    }
}

/// No completion is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dead;

/// For every cell the values that it may still have, as bits: bit 0 for the value 1.
///
/// After [`CandidateGrid::settle`] no value of a cell is left in its peers, no cell is without values, and no house has a value
/// that only one cell can have while that cell may have others. So a settled field in which every cell has a single
/// value is a solution.
#[derive(Clone, Debug)]
pub(crate) struct CandidateGrid {
    pub(crate) houses: &'static Houses,
    candidates: Vec<u32>,
    /// Cells with a single value that their peers may not have been told of.
    told: Vec<CellIndex>,
    /// The houses that lost candidates, as bits.
    changed: u128,
}

impl CandidateGrid {
    /// All values everywhere.
    pub(crate) fn open(shape: Shape) -> CandidateGrid {
        let houses = Houses::of(shape);
        let mut field = CandidateGrid {
            houses,
            candidates: vec![houses.all(); houses.shape.cells()],
            told: Vec::new(),
            changed: 0,
        };
        if houses.shape.n() == 1 {
            field.told.push(0);
        }
        field
    }

    /// What a grid leaves, settled.
    pub(crate) fn of(grid: &Grid) -> Result<CandidateGrid, Dead> {
        let mut field = CandidateGrid::open(grid.shape());
        for (cell, value) in grid.filled() {
            field.keep(cell, 1 << (value - 1))?;
        }
        field.settle()?;
        Ok(field)
    }

    /// The values left for a cell, as bits.
    pub(crate) fn candidates(&self, cell: CellIndex) -> u32 {
        self.candidates[usize::from(cell)]
    }

    /// The grid of the cells that have a single value left.
    pub(crate) fn grid(&self) -> Grid {
        let value = |&mask: &u32| if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
        Grid::new(self.houses.shape, self.candidates.iter().map(value).collect())
            .expect("a value of the shape for every cell")
    }

    /// The cell with the fewest values left of those that have several.
    pub(crate) fn narrowest(&self) -> Option<CellIndex> {
        let mut fewest = (u32::MAX, None);
        for (cell, &mask) in (0..).zip(&self.candidates) {
            let count = mask.count_ones();
            if count > 1 && count < fewest.0 {
                fewest = (count, Some(cell));
                if count == 2 {
                    break;
                }
            }
        }
        fewest.1
    }

    /// Leaves a cell no other values than these.
    pub(crate) fn keep(&mut self, cell: CellIndex, values: u32) -> Result<(), Dead> {
        let before = self.candidates[usize::from(cell)];
        let after = before & values;
        if after == before {
            return Ok(());
        }
        if after == 0 {
            return Err(Dead);
        }
        self.candidates[usize::from(cell)] = after;
        self.changed |= self.houses.of_cell[usize::from(cell)];
        if after.is_power_of_two() {
            self.told.push(cell);
        }
        Ok(())
    }

    /// Draws the simple conclusions until there are no more: a value that a cell has is none for its peers, and a
    /// value that a house has only one cell for is that cell's.
    pub(crate) fn settle(&mut self) -> Result<(), Dead> {
        loop {
            while let Some(cell) = self.told.pop() {
                let others = !self.candidates[usize::from(cell)];
                for &peer in &self.houses.peers[usize::from(cell)] {
                    self.keep(peer, others)?;
                }
            }
            if self.changed == 0 {
                return Ok(());
            }
            let house = &self.houses.houses[self.changed.trailing_zeros() as usize];
            self.changed &= self.changed - 1;
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                let mask = self.candidates[usize::from(cell)];
                twice |= once & mask;
                once |= mask;
            }
            if once != self.houses.all() {
                return Err(Dead);
            }
            let single = once & !twice;
            if single == 0 {
                continue;
            }
            for &cell in house {
                let only = self.candidates[usize::from(cell)] & single;
                if only == 0 {
                    continue;
                }
                if !only.is_power_of_two() {
                    return Err(Dead);
                }
                self.keep(cell, only)?;
            }
        }
    }

    /// The field after a value was placed in a cell and all that follows at once was settled.
    pub(crate) fn with(&self, cell: CellIndex, value: u32) -> Result<CandidateGrid, Dead> {
        let mut field = self.clone();
        field.keep(cell, value)?;
        field.settle()?;
        Ok(field)
    }

    /// The elementary steps, as of a [`Budget`](bdd_core::Budget), that [`CandidateGrid::with`] takes.
    pub(crate) fn steps(&self) -> u32 {
        self.candidates.len() as u32
    }

    /// Writes the values left for a cell and those decided after it, packed.
    pub(crate) fn write_rest(&self, place: usize, words: &mut Vec<u64>) {
        let n = self.houses.shape.n();
        let rest = &self.houses.order[place..];
        let begin = words.len();
        words.resize(begin + (rest.len() * n).div_ceil(64), 0);
        let words = &mut words[begin..];
        for (place, &cell) in rest.iter().enumerate() {
            let mask = self.candidates(cell);
            let (word, bit) = (place * n / 64, place * n % 64);
            words[word] |= u64::from(mask) << bit;
            if bit + n > 64 {
                words[word + 1] |= u64::from(mask) >> (64 - bit);
            }
        }
    }
}
