//! Queens on the first files of a board, and where the next one can stand.

use crate::mask::{Attacked, Mask};
use crate::placement::Placement;

/// Calls a generic search with the fastest mask that has a bit for every rank of the placement's board.
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

/// For each file, the ranks on which a placement lets a queen stand: not blocked, and not attacked by another queen.
///
/// A queen attacks all the other squares of its file and so leaves only its own; if two attack each other, or one
/// stands on a blocked square, nothing is left on its file. No search has to care about placements further. If nothing
/// is left on a file or a rank, there is no solution, and then nothing is allowed on any file.
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
    /// The rank of the queen on each of the files.
    pub(super) ranks: Vec<u8>,
    pub(super) attacked: Attacked<M>,
}

impl<M: Mask> Prefix<M> {
    pub(crate) fn empty() -> Prefix<M> {
        Prefix { ranks: Vec::new(), attacked: Attacked::default() }
    }

    /// The number of queens placed, which is the next file.
    pub(super) fn files(&self) -> usize {
        self.ranks.len()
    }

    /// The partial boards with one more queen, by its rank. The board must have a next file.
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
