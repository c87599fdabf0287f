//! The candidates of every cell, and their unit propagation.

use std::sync::OnceLock;

use bdd_core::Rules;

use crate::grid::Grid;
use crate::shape::{CellIndex, Shape};

/// The houses (rows, columns and blocks) of a shape, with tables that make propagation fast.
#[derive(Clone, Debug)]
pub(crate) struct Houses {
    pub(crate) shape: Shape,
    houses: Vec<Vec<CellIndex>>,
    /// For each cell, the houses that contain it, as bits.
    of_cell: Vec<u128>,
    /// For each cell, the other cells of its houses, in ascending order.
    peers: Vec<Vec<CellIndex>>,
    /// The cells in the order of the variables; see [`Shape::transposed`].
    pub(crate) order: Vec<CellIndex>,
    rules: OnceLock<Rules>,
}

impl Houses {
    /// Returns the houses of a shape. The first call for a shape computes them.
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
        let order = (0..shape.cells() as CellIndex).map(|place| shape.transposed(place)).collect();
        Houses { shape, houses, of_cell, peers, order, rules: OnceLock::new() }
    }

    /// Returns the other cells of the houses of a cell, in ascending order.
    pub(crate) fn peers(&self, cell: CellIndex) -> &[CellIndex] {
        &self.peers[usize::from(cell)]
    }

    /// Returns the rules of the shape. The first call computes them with `make`.
    pub(crate) fn rules(&self, make: impl FnOnce() -> Rules) -> &Rules {
        self.rules.get_or_init(make)
    }

    /// Returns the set of all values as bits: bit `v - 1` for the value `v`.
    fn all(&self) -> u32 {
        (1 << self.shape.n()) - 1
    }
}

/// The contradiction that some cell or value has no candidate left, so that there is no completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dead;

/// The candidates of every cell, as bits: bit `v - 1` for the value `v`.
///
/// After [`CandidateGrid::propagate`], three conditions hold. Every cell has candidates. If a cell has a single
/// candidate, no other cell of its row, column and block has this candidate. If a value is a candidate of only one cell
/// of a house (a row, column or block), it is the single candidate of this cell. So a propagated grid in which every
/// cell has a single candidate is a solution.
#[derive(Clone, Debug)]
pub(crate) struct CandidateGrid {
    pub(crate) houses: &'static Houses,
    candidates: Vec<u32>,
    /// The cells whose single candidate has not yet been removed from the other cells of their houses.
    singles: Vec<CellIndex>,
    /// The houses that lost candidates and were not yet searched again for values with a single cell, as bits.
    changed: u128,
}

impl CandidateGrid {
    /// Returns the grid with all candidates in all cells.
    pub(crate) fn open(shape: Shape) -> CandidateGrid {
        let houses = Houses::of(shape);
        let mut field = CandidateGrid {
            houses,
            candidates: vec![houses.all(); houses.shape.cells()],
            singles: Vec::new(),
            changed: 0,
        };
        if houses.shape.n() == 1 {
            field.singles.push(0);
        }
        field
    }

    /// Returns the candidates that the values of a grid leave after propagation, or an error if the values contradict
    /// each other.
    pub(crate) fn of(grid: &Grid) -> Result<CandidateGrid, Dead> {
        let mut field = CandidateGrid::open(grid.shape());
        for (cell, value) in grid.filled() {
            field.keep(cell, 1 << (value - 1))?;
        }
        field.propagate()?;
        Ok(field)
    }

    /// Returns the candidates of a cell, as bits.
    pub(crate) fn candidates(&self, cell: CellIndex) -> u32 {
        self.candidates[usize::from(cell)]
    }

    /// Returns the grid with the values of the cells that have a single candidate; all other cells are open.
    pub(crate) fn grid(&self) -> Grid {
        let value = |&mask: &u32| if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
        Grid::new(self.houses.shape, self.candidates.iter().map(value).collect())
            .expect("every cell has a valid value, or 0 if it is open")
    }

    /// Returns the cell with the fewest candidates, among the cells with more than one candidate; `None` if there is no
    /// such cell.
    pub(crate) fn smallest_domain(&self) -> Option<CellIndex> {
        let mut smallest = (u32::MAX, None);
        for (cell, &mask) in (0..).zip(&self.candidates) {
            let count = mask.count_ones();
            if count > 1 && count < smallest.0 {
                smallest = (count, Some(cell));
                if count == 2 {
                    break;
                }
            }
        }
        smallest.1
    }

    /// Removes all candidates of a cell that are not in `values`, a set of values as bits. Returns an error if no
    /// candidate is left.
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
            self.singles.push(cell);
        }
        Ok(())
    }

    /// Repeats two deductions until neither changes a candidate. The single candidate of a cell is removed from the
    /// other cells of its row, column and block. A value that only one cell of a house (row, column or block) can have
    /// is placed there. Returns an error on a contradiction.
    pub(crate) fn propagate(&mut self) -> Result<(), Dead> {
        loop {
            while let Some(cell) = self.singles.pop() {
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

    /// Returns the number of cells with more than one candidate.
    pub(crate) fn open_cells(&self) -> usize {
        self.candidates.iter().filter(|candidates| !candidates.is_power_of_two()).count()
    }

    /// Returns the grid with a value placed in a cell, after propagation. `value` has only the bit of the value: bit
    /// `v - 1` for the value `v`. Returns an error on a contradiction.
    pub(crate) fn with(&self, cell: CellIndex, value: u32) -> Result<CandidateGrid, Dead> {
        let mut field = self.clone();
        field.keep(cell, value)?;
        field.propagate()?;
        Ok(field)
    }

    /// Returns the cost of a call of [`CandidateGrid::with`], in elementary steps of a [`Budget`](bdd_core::Budget).
    pub(crate) fn steps(&self) -> u32 {
        self.candidates.len() as u32
    }

    /// Appends candidates to `words`, packed with a bit for each value of each cell. The cells are those at index
    /// `place` or later in [`Houses::order`].
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
