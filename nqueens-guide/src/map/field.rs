//! The candidates of a board without a diagram: the squares that are left, and unit propagation of them.

use bdd_core::{Budget, Interrupted};
use nqueens_board::Square;

use crate::mask::{Attacked, Mask, Wide};
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

impl Field {
    /// The squares that a placement leaves, before anything is concluded from them; `None` if it has no completion.
    pub(super) fn new(placement: &Placement) -> Option<Field> {
        let n = placement.size().get();
        let mut field = Field { left: vec![Wide::below(n); n], settled: Wide::default(), taken: Wide::default() };
        for square in placement.blocked() {
            field.left[square.rank()] = field.left[square.rank()].without(square.file());
        }
        placement.queens().iter().all(|&queen| field.place(queen)).then_some(field)
    }

    pub(super) fn size(&self) -> usize {
        self.left.len()
    }

    /// The files left on a rank.
    pub(super) fn left(&self, rank: usize) -> Wide {
        self.left[rank]
    }

    pub(super) fn has(&self, square: Square) -> bool {
        self.left[square.rank()].has(square.file())
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

    /// Rules out what another field of this size has ruled out. Returns `false` if that leaves a rank no square.
    pub(super) fn keep(&mut self, other: &Field) -> bool {
        self.left.iter_mut().zip(&other.left).for_each(|(left, &other)| *left = *left & other);
        !self.left.contains(&Wide::default())
    }

    /// Rules a square out. Returns `false` if that leaves its rank none.
    pub(super) fn rule_out(&mut self, square: Square) -> bool {
        let rank = &mut self.left[square.rank()];
        *rank = rank.without(square.file());
        !rank.is_empty()
    }

    /// Places a queen, and rules out what she attacks. Returns `false` if she can't stand there.
    pub(super) fn place(&mut self, queen: Square) -> bool {
        if !self.has(queen) {
            return false;
        }
        let (n, bit) = (self.size(), Wide::bit(queen.file()));
        self.left[queen.rank()] = bit;
        self.settled = self.settled.with(queen.rank());
        self.taken = self.taken | bit;
        self.attack(bit, queen.rank() + 1..n);
        self.attack(bit, (0..queen.rank()).rev());
        true
    }

    /// Rules out what a queen attacks on these ranks, from the one next to hers on.
    fn attack(&mut self, queen: Wide, ranks: impl Iterator<Item = usize>) {
        let mut attacked = Attacked::default().next(queen);
        for rank in ranks {
            self.left[rank] = self.left[rank] & !attacked.squares();
            attacked = attacked.next(Wide::default());
        }
    }

    /// Places the queens that have to stand where they do, because it is the only square left of a rank or a file, and
    /// so on until nothing follows. Returns `false` if that leaves no completion.
    pub(super) fn settle(&mut self, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let n = self.size();
        'again: loop {
            budget.spend(n as u32, || 0.0)?;
            // The files with one square left at least, and those with two.
            let (mut once, mut twice) = (Wide::default(), Wide::default());
            for rank in 0..n {
                let files = self.left[rank];
                if files.is_empty() {
                    return Ok(false);
                }
                if !self.settled.has(rank) {
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

    /// The squares left, rank by rank.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.size()).flat_map(|rank| self.left[rank].iter().map(move |file| Square::at(file, rank)))
    }
}
