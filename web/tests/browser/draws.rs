//! Random placements, the same in every run.

use std::ops::Range;

use nqueens_guide::{Placement, Size, Square};

pub(crate) struct Draws(u64);

impl Draws {
    /// A sequence of its own for every seed, which must not be 0.
    pub(crate) fn new(seed: u64) -> Draws {
        Draws(seed)
    }

    /// A number of the range, by Marsaglia's xorshift.
    pub(crate) fn number(&mut self, range: Range<usize>) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        range.start + (self.0 % range.len() as u64) as usize
    }

    /// At most two queens, which leave something to see and attack each other now and then, and three blocked squares.
    pub(crate) fn placement(&mut self, sizes: Range<usize>) -> Placement {
        let size = Size::new(self.number(sizes)).unwrap();
        let squares: Vec<Square> = size.squares().collect();
        let queens = self.number(0..3);
        let mut some = |count: usize| (0..count).map(|_| squares[self.number(0..squares.len())]).collect::<Vec<_>>();
        let (queens, blocked) = (some(queens), some(3));
        Placement::new(size, queens, blocked).unwrap()
    }
}

/// The page's address of a placement.
pub(crate) fn address(placement: &Placement) -> String {
    let [queens, blocked] = [placement.queens(), placement.blocked()]
        .map(|squares| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(","));
    format!("?n={}&queens={queens}&blocked={blocked}", placement.size())
}
