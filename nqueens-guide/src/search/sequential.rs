//! Wirth's backtracking: one queen after the other, file by file.

use std::ops::ControlFlow;
use std::time::Instant;

use super::Statistics;
use super::prefix::{Prefix, allowed, with_ranks};
use crate::mask::{Attacked, Mask};
use crate::placement::Placement;

/// Passes all completions of a placement to `visit`, in lexicographic order, until `visit` returns
/// [`ControlFlow::Break`].
///
/// The method is that of N. Wirth, *Program Development by Stepwise Refinement*, CACM 14(4), 1971, with bit masks for
/// the attacked ranks. The search takes the memory of one board.
///
/// ```
/// use std::ops::ControlFlow;
/// use nqueens_guide::{Placement, Size, search};
///
/// let mut first = Vec::new();
/// let statistics = search::sequential(&Placement::empty(Size::new(8)?), |ranks| {
///     first = ranks.to_vec();
///     ControlFlow::Break(())
/// });
/// assert_eq!((statistics.solutions, first), (1, vec![0, 4, 7, 5, 2, 6, 1, 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sequential(placement: &Placement, visit: impl FnMut(&[u8]) -> ControlFlow<()>) -> Statistics {
    with_ranks!(placement, run(placement, visit))
}

fn run<M: Mask>(placement: &Placement, mut visit: impl FnMut(&[u8]) -> ControlFlow<()>) -> Statistics {
    let start = Instant::now();
    let allowed = allowed::<M>(placement);
    let mut search = Backtracking::below(&allowed, &Prefix::empty());
    let mut solutions = 0;
    while let Some(ranks) = search.next(|| false) {
        solutions += 1;
        if visit(ranks).is_break() {
            break;
        }
    }
    Statistics { solutions, search_nodes: search.nodes(), elapsed: start.elapsed(), ..Statistics::default() }
}

/// A search for the solutions that extend a partial board, one after the other in lexicographic order.
pub(crate) struct Backtracking<'a, M> {
    /// For each file of the board, the ranks that the placement allows.
    allowed: &'a [M],
    /// The first file that the partial board leaves empty.
    first: usize,
    /// The rank of the queen on each file. The entries after the current file are left over from an earlier solution.
    ranks: Vec<u8>,
    /// The search state of each file, from the first empty file of the partial board to the current file.
    levels: Vec<FileLevel<M>>,
    nodes: u64,
}

/// The state of the search on one file of the board.
#[derive(Clone, Copy)]
struct FileLevel<M> {
    /// The safe ranks still to be tried.
    untried: M,
    /// The squares of this file that queens on earlier files attack.
    attacked: Attacked<M>,
}

impl<'a, M: Mask> Backtracking<'a, M> {
    /// The number of queens placed between two checks for an interruption, which are some tens of microseconds apart.
    pub(crate) const PATIENCE: u64 = 1 << 12;

    /// Creates the search for the solutions that extend `prefix`, a partial board with at least one file left.
    pub(crate) fn below(allowed: &'a [M], prefix: &Prefix<M>) -> Backtracking<'a, M> {
        let mut ranks = prefix.ranks.clone();
        ranks.resize(allowed.len(), 0);
        let attacked = prefix.attacked;
        let mut levels = Vec::with_capacity(allowed.len() - prefix.files());
        levels.push(FileLevel { untried: allowed[prefix.files()] & !attacked.squares(), attacked });
        Backtracking { allowed, first: prefix.files(), ranks, levels, nodes: 0 }
    }

    /// Returns the number of queens placed so far, without the queens of the partial board.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the next solution; `None` if there is no further solution, or if `interrupted` returned `true`.
    #[inline]
    pub(crate) fn next(&mut self, mut interrupted: impl FnMut() -> bool) -> Option<&[u8]> {
        while let Some(level) = self.levels.last_mut() {
            let Some(rank) = level.untried.take_first() else {
                self.levels.pop();
                continue;
            };
            let attacked = level.attacked.next(M::bit(rank));
            let file = self.first + self.levels.len() - 1;
            self.ranks[file] = rank as u8;
            self.nodes += 1;
            let Some(&allowed) = self.allowed.get(file + 1) else {
                return Some(&self.ranks);
            };
            self.levels.push(FileLevel { untried: allowed & !attacked.squares(), attacked });
            if self.nodes.is_multiple_of(Self::PATIENCE) && interrupted() {
                return None;
            }
        }
        None
    }
}
