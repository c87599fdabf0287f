//! Queens on the first files of a board, and where the next one can stand.

use bnum::types::U256;
use num_traits::{PrimInt, Unsigned};

use crate::placement::Placement;
use nqueens_board::attacks;

/// A set of ranks as a bit mask.
pub(super) trait Ranks: PrimInt + Unsigned + Send + Sync + 'static {}

/// Boards up to 64 x 64.
impl Ranks for u64 {}
/// All others.
impl Ranks for U256 {}

/// Calls a generic search with the fastest mask that has a bit for every rank of the placement's board.
macro_rules! with_ranks {
    ($placement:expr, $search:ident($($argument:expr),* $(,)?)) => {
        if $placement.size().get() <= 64 {
            $search::<u64>($($argument),*)
        } else {
            $search::<bnum::types::U256>($($argument),*)
        }
    };
}
pub(super) use with_ranks;

/// Takes the lowest rank out of a set that is not empty, and returns it with its bit.
#[inline]
pub(super) fn take_lowest<M: Ranks>(set: &mut M) -> (u8, M) {
    let rest = *set & (*set - M::one());
    let bit = *set ^ rest;
    *set = rest;
    (bit.trailing_zeros() as u8, bit)
}

/// For each file, the ranks on which a placement lets a queen stand: not blocked, and not attacked by another queen.
///
/// A queen attacks all the other squares of its file and so leaves only its own; if two attack each other, or one
/// stands on a blocked square, nothing is left on its file. No search has to care about placements further. If nothing
/// is left on a file or a rank, there is no solution, and then nothing is allowed on any file.
pub(super) fn allowed<M: Ranks>(placement: &Placement) -> Vec<M> {
    let size = placement.size();
    let on_file = |file| {
        size.file(file)
            .filter(|square| !placement.blocked().contains(square))
            .filter(|&square| !placement.queens().iter().any(|&queen| attacks(queen, square)))
            .fold(M::zero(), |set, square| set | M::one() << square.rank())
    };
    let files: Vec<M> = (0..size.get()).map(on_file).collect();
    let ranks = files.iter().fold(M::zero(), |ranks, &file| ranks | file);
    if files.iter().any(M::is_zero) || ranks.count_ones() as usize != size.get() {
        return vec![M::zero(); size.get()];
    }
    files
}

/// The ranks that queens on the files so far attack on the next file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacked<M> {
    ranks: M,
    rising: M,
    falling: M,
}

impl<M: Ranks> Attacked<M> {
    pub(super) fn nothing() -> Attacked<M> {
        Attacked { ranks: M::zero(), rising: M::zero(), falling: M::zero() }
    }

    /// The ranks among those allowed on the next file that are not attacked.
    #[inline]
    pub(super) fn safe(&self, allowed: M) -> M {
        allowed & !(self.ranks | self.rising | self.falling)
    }

    /// What is attacked on the file after the next, with a queen on this rank of the next.
    #[inline]
    pub(super) fn with(&self, rank: M) -> Attacked<M> {
        Attacked { ranks: self.ranks | rank, rising: (self.rising | rank) << 1, falling: (self.falling | rank) >> 1 }
    }
}

/// A partial board: queens on the first files, none attacking another.
#[derive(Clone, Debug)]
pub(super) struct Prefix<M> {
    /// The rank of the queen on each of the files.
    pub(super) ranks: Vec<u8>,
    pub(super) attacked: Attacked<M>,
}

impl<M: Ranks> Prefix<M> {
    pub(super) fn empty() -> Prefix<M> {
        Prefix { ranks: Vec::new(), attacked: Attacked::nothing() }
    }

    /// The number of queens placed, which is the next file.
    pub(super) fn files(&self) -> usize {
        self.ranks.len()
    }

    /// The partial boards with one more queen, by its rank. The board must have a next file.
    #[cfg(feature = "tasking")]
    pub(super) fn children(&self, allowed: &[M]) -> impl Iterator<Item = Prefix<M>> {
        let mut safe = self.attacked.safe(allowed[self.files()]);
        std::iter::from_fn(move || {
            if safe.is_zero() {
                return None;
            }
            let (rank, bit) = take_lowest(&mut safe);
            let mut ranks = Vec::with_capacity(self.ranks.len() + 1);
            ranks.extend_from_slice(&self.ranks);
            ranks.push(rank);
            Some(Prefix { ranks, attacked: self.attacked.with(bit) })
        })
    }
}
