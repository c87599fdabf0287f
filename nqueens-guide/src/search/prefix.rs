//! Partial boards with queens on the first files ([`Prefix`]), and the ranks allowed on each file ([`allowed`]).

use crate::mask::{Attacked, Mask};
use crate::placement::Placement;

/// Calls a generic search with the fastest [`Mask`] that has a bit for every rank of the placement's board.
macro_rules! with_ranks {
    ($placement:expr, $search:ident($($argument:expr),* $(,)?)) => {
        if $placement.size().get() <= 64 {
            $search::<u64>($($argument),*)
        } else {
            $search::<crate::mask::Wide>($($argument),*)
        }
    };
}
pub(super) use with_ranks;

/// Returns, for each file, the ranks on which a placement allows a queen: where the file's square is neither blocked
/// nor attacked by another queen.
///
/// A queen attacks all the other squares of her file and so leaves only her own. If two queens attack each other, or if
/// a queen stands on a blocked square, their files have no rank left, so that a search need not look at the placement
/// again. If a file or a rank of the board has no square left, there is no solution, and no rank is returned for any
/// file.
pub(crate) fn allowed<M: Mask>(placement: &Placement) -> Vec<M> {
    let n = placement.size().get();
    let files = placement.mirrored().open::<M>();
    let ranks = files.iter().fold(M::default(), |ranks, &file| ranks | file);
    let is_hopeless = files.iter().any(|file| file.is_empty()) || !(0..n).all(|rank| ranks.has(rank));
    if is_hopeless { vec![M::default(); n] } else { files }
}

/// A partial board: queens on the first files, none attacking another.
#[derive(Clone, Debug)]
pub(crate) struct Prefix<M> {
    /// The rank of the queen on each of the first files, counted from 0.
    pub(super) ranks: Vec<u8>,
    pub(super) attacked: Attacked<M>,
}

impl<M: Mask> Prefix<M> {
    pub(crate) fn empty() -> Prefix<M> {
        Prefix { ranks: Vec::new(), attacked: Attacked::default() }
    }

    /// Returns the number of files with a queen, which is also the index of the next file.
    pub(super) fn files(&self) -> usize {
        self.ranks.len()
    }

    /// Returns the partial boards with one more queen, on each safe square of the next file, in the order of her rank.
    /// There must be a next file.
    #[cfg(feature = "tasking")]
    pub(super) fn children(&self, allowed: &[M]) -> impl Iterator<Item = Prefix<M>> {
        let mut safe = allowed[self.files()] & !self.attacked.squares();
        std::iter::from_fn(move || {
            let rank = safe.take_first()?;
            let ranks = [self.ranks.as_slice(), &[rank as u8]].concat();
            Some(Prefix { ranks, attacked: self.attacked.next(M::bit(rank)) })
        })
    }
}
