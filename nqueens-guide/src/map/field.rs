//! The candidates of a board without a diagram: the squares that are left, and unit propagation of them.

use bdd_core::{Budget, Stopped};
use nqueens_board::Square;

use crate::mask::{Mask, Wide};
use crate::placement::Placement;

/// The squares left on every rank, and the queens that stand.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// For each rank the files on which its queen can stand; of a rank with a queen, her file alone.
    left: Vec<Wide>,
    /// The ranks whose queen stands.
    settled: Wide,
    /// The files of the queens that stand.
    taken: Wide,
}

/// There is no completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Impossible;

impl Field {
    /// The squares that a placement leaves, before anything is concluded from them.
    pub(super) fn new(placement: &Placement) -> Result<Field, Impossible> {
        let n = placement.size().get();
        let mut field = Field { left: vec![Wide::below(n); n], settled: Wide::default(), taken: Wide::default() };
        for square in placement.blocked() {
            field.left[square.rank()] = field.left[square.rank()] & !Wide::bit(square.file());
        }
        placement.queens().iter().try_for_each(|&queen| field.place(queen))?;
        Ok(field)
    }

    pub(super) fn size(&self) -> usize {
        self.left.len()
    }

    /// The files left on a rank.
    pub(super) fn left(&self, rank: usize) -> Wide {
        self.left[rank]
    }

    pub(super) fn has(&self, square: Square) -> bool {
        !(self.left[square.rank()] & Wide::bit(square.file())).is_empty()
    }

    /// The ranks whose queen does not stand yet.
    pub(super) fn open_ranks(&self) -> impl Iterator<Item = usize> + use<> {
        (Wide::below(self.size()) & !self.settled).iter()
    }

    /// The files without a queen.
    pub(super) fn open_files(&self) -> Wide {
        Wide::below(self.size()) & !self.taken
    }

    /// The number of queens that are missing.
    pub(super) fn missing(&self) -> usize {
        self.size() - self.settled.count()
    }

    /// The squares of the queens, by rank, once all of them stand.
    pub(super) fn queens(&self) -> Option<Vec<u8>> {
        (self.missing() == 0)
            .then(|| self.left.iter().map(|&files| files.last().expect("a queen stands") as u8).collect())
    }

    /// Rules out what another field of this size has ruled out.
    pub(super) fn keep(&mut self, other: &Field) -> Result<(), Impossible> {
        for (left, other) in self.left.iter_mut().zip(&other.left) {
            *left = *left & *other;
            if left.is_empty() {
                return Err(Impossible);
            }
        }
        Ok(())
    }

    /// Rules a square out.
    pub(super) fn rule_out(&mut self, square: Square) -> Result<(), Impossible> {
        let rank = &mut self.left[square.rank()];
        *rank = *rank & !Wide::bit(square.file());
        if rank.is_empty() { Err(Impossible) } else { Ok(()) }
    }

    /// Places a queen, and rules out what she attacks.
    pub(super) fn place(&mut self, queen: Square) -> Result<(), Impossible> {
        if !self.has(queen) {
            return Err(Impossible);
        }
        let (n, bit) = (self.size(), Wide::bit(queen.file()));
        self.left[queen.rank()] = bit;
        self.settled = self.settled | Wide::bit(queen.rank());
        self.taken = self.taken | bit;
        let (mut diagonal, mut anti_diagonal) = (bit, bit);
        for rank in queen.rank() + 1..n {
            (diagonal, anti_diagonal) = (diagonal.up(), anti_diagonal.down());
            self.left[rank] = self.left[rank] & !(bit | diagonal | anti_diagonal);
        }
        (diagonal, anti_diagonal) = (bit, bit);
        for rank in (0..queen.rank()).rev() {
            (diagonal, anti_diagonal) = (diagonal.up(), anti_diagonal.down());
            self.left[rank] = self.left[rank] & !(bit | diagonal | anti_diagonal);
        }
        Ok(())
    }

    /// Places the queens that have to stand where they do, because it is the only square left of a rank or a file, and
    /// so on until nothing follows.
    pub(super) fn settle(&mut self, budget: &mut Budget<'_>) -> Result<Result<(), Impossible>, Stopped> {
        let n = self.size();
        'again: loop {
            budget.spend(n as u32, || 0.0)?;
            // The files with one square left at least, and those with two.
            let (mut once, mut twice) = (Wide::default(), Wide::default());
            for rank in 0..n {
                let files = self.left[rank];
                if files.is_empty() {
                    return Ok(Err(Impossible));
                }
                if (self.settled & Wide::bit(rank)).is_empty() {
                    if let Some(file) = files.only() {
                        if self.place(Square::at(file, rank)).is_err() {
                            return Ok(Err(Impossible));
                        }
                        continue 'again;
                    }
                    twice = twice | (once & files);
                    once = once | files;
                }
            }
            let files = self.open_files();
            if !(files & !once).is_empty() {
                return Ok(Err(Impossible));
            }
            let Some(file) = (files & once & !twice).last() else { return Ok(Ok(())) };
            let rank = self.open_ranks().find(|&rank| !(self.left[rank] & Wide::bit(file)).is_empty());
            let rank = rank.expect("the file has a square left on an open rank");
            if self.place(Square::at(file, rank)).is_err() {
                return Ok(Err(Impossible));
            }
        }
    }

    /// The squares left, rank by rank.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.size()).flat_map(|rank| self.left[rank].iter().map(move |file| Square::at(file, rank)))
    }
}
