//! The remaining squares of a board, on which queens may still stand, and unit propagation on them.

use bdd_core::{Budget, Interrupted};
use nqueens_board::Square;

use crate::mask::{Attacked, Mask, Wide};
use crate::placement::Placement;

/// A board with the squares on which queens may still stand, and the queens placed.
#[derive(Clone, Debug)]
pub(super) struct RemainingSquares {
    /// For each rank, the files on which its queen may still stand; for a rank with a queen, only her file.
    left: Vec<Wide>,
    /// The ranks with a queen, as a set of bits.
    filled: Wide,
    /// The files with a queen, as a set of bits.
    taken: Wide,
}

impl RemainingSquares {
    /// Returns the squares that a placement leaves, before propagation; `None` if a queen stands on a blocked or
    /// attacked square.
    pub(super) fn new(placement: &Placement) -> Option<RemainingSquares> {
        let n = placement.size().get();
        let mut field =
            RemainingSquares { left: vec![Wide::below(n); n], filled: Wide::default(), taken: Wide::default() };
        for square in placement.blocked() {
            field.left[square.rank()] = field.left[square.rank()].without(square.file());
        }
        placement.queens().iter().all(|&queen| field.place(queen)).then_some(field)
    }

    pub(super) fn size(&self) -> usize {
        self.left.len()
    }

    pub(super) fn left(&self, rank: usize) -> Wide {
        self.left[rank]
    }

    pub(super) fn has(&self, square: Square) -> bool {
        self.left[square.rank()].has(square.file())
    }

    pub(super) fn open_ranks(&self) -> impl Iterator<Item = usize> + use<> {
        (Wide::below(self.size()) & !self.filled).iter()
    }

    pub(super) fn open_files(&self) -> Wide {
        Wide::below(self.size()) & !self.taken
    }

    /// Returns the number of queens still to be placed.
    pub(super) fn missing(&self) -> usize {
        self.size() - self.filled.count()
    }

    /// Returns the file of the queen on each rank; `None` if a queen is missing.
    pub(super) fn queens(&self) -> Option<Vec<u8>> {
        (self.missing() == 0)
            .then(|| self.left.iter().map(|&files| files.last().expect("a queen stands") as u8).collect())
    }

    /// Rules out the squares that are ruled out in `other`, which has the same size. Returns `false` if a rank has no
    /// square left.
    pub(super) fn intersect(&mut self, other: &RemainingSquares) -> bool {
        self.left.iter_mut().zip(&other.left).for_each(|(left, &other)| *left = *left & other);
        !self.left.contains(&Wide::default())
    }

    /// Rules out a square. Returns `false` if its rank has no square left.
    pub(super) fn rule_out(&mut self, square: Square) -> bool {
        let rank = &mut self.left[square.rank()];
        *rank = rank.without(square.file());
        !rank.is_empty()
    }

    /// Places a queen and rules out the squares that she attacks. Returns `false` if her square is ruled out.
    pub(super) fn place(&mut self, queen: Square) -> bool {
        if !self.has(queen) {
            return false;
        }
        let (n, bit) = (self.size(), Wide::bit(queen.file()));
        self.left[queen.rank()] = bit;
        self.filled = self.filled.with(queen.rank());
        self.taken = self.taken | bit;
        self.attack(bit, queen.rank() + 1..n);
        self.attack(bit, (0..queen.rank()).rev());
        true
    }

    /// Rules out the squares that a queen attacks on `ranks`. These are the ranks on one side of her rank, beginning
    /// with the neighbour of her rank. `queen` is the bit of her file.
    fn attack(&mut self, queen: Wide, ranks: impl Iterator<Item = usize>) {
        let mut attacked = Attacked::default().next(queen);
        for rank in ranks {
            self.left[rank] = self.left[rank] & !attacked.squares();
            attacked = attacked.next(Wide::default());
        }
    }

    /// Places the queen of every rank or file with a single square left, until there is no such rank or file. Returns
    /// `false` if this shows that there is no completion.
    pub(super) fn propagate(&mut self, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let n = self.size();
        'again: loop {
            budget.spend(n as u32, || 0.0)?;
            // The files with at least one remaining square, and the files with at least two remaining squares.
            let (mut once, mut twice) = (Wide::default(), Wide::default());
            for rank in 0..n {
                let files = self.left[rank];
                if files.is_empty() {
                    return Ok(false);
                }
                if !self.filled.has(rank) {
                    if let Some(file) = files.only() {
                        self.place(Square::at(file, rank));
                        continue 'again;
                    }
                    twice = twice | (once & files);
                    once = once | files;
                }
            }
            let files = self.open_files();
            if !(files & !once).is_empty() {
                return Ok(false);
            }
            let Some(file) = (files & once & !twice).last() else { return Ok(true) };
            let rank = self.open_ranks().find(|&rank| self.left[rank].has(file));
            self.place(Square::at(file, rank.expect("the file has a square left on an open rank")));
        }
    }

    /// Returns the remaining squares, rank by rank.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.size()).flat_map(|rank| self.left[rank].iter().map(move |file| Square::at(file, rank)))
    }
}
