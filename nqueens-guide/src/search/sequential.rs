//! Wirth's backtracking: one queen after the other, file by file.

use std::ops::ControlFlow;
use std::time::Instant;

use super::Statistics;
use super::prefix::{Prefix, allowed, with_ranks};
use crate::mask::{Attacked, Mask};
use crate::placement::Placement;

/// Hands all completions of a placement to the visitor, in lexicographic order, until it breaks.
///
/// After N. Wirth, *Program Development by Stepwise Refinement*, CACM 14(4), 1971, with bit masks for the attacked
/// ranks. Takes memory for one board only.
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

/// The solutions that begin as a partial board does, one after the other in lexicographic order.
pub(crate) struct Backtracking<'a, M> {
    /// For each file of the board, the ranks that the placement allows.
    allowed: &'a [M],
    /// The first file that the partial board leaves empty.
    first: usize,
    /// The rank of the queen on each file; beyond the last level, those of an earlier solution.
    ranks: Vec<u8>,
    /// The files from the first empty one to the one where the search stands.
    levels: Vec<Level<M>>,
    nodes: u64,
}

/// A file during the search.
#[derive(Clone, Copy)]
struct Level<M> {
    /// The safe ranks that are yet to be tried.
    untried: M,
    /// What the queens on the files before attack here.
    attacked: Attacked<M>,
}

impl<'a, M: Mask> Backtracking<'a, M> {
    /// How many queens are placed between two looks at whether the search is interrupted: some ten microseconds.
    pub(crate) const PATIENCE: u64 = 1 << 12;

    /// The solutions below a partial board that has at least one file left.
    pub(crate) fn below(allowed: &'a [M], prefix: &Prefix<M>) -> Backtracking<'a, M> {
        let mut ranks = prefix.ranks.clone();
        ranks.resize(allowed.len(), 0);
        let attacked = prefix.attacked;
        let mut levels = Vec::with_capacity(allowed.len() - prefix.files());
        levels.push(Level { untried: allowed[prefix.files()] & !attacked.squares(), attacked });
        Backtracking { allowed, first: prefix.files(), ranks, levels, nodes: 0 }
    }

    /// The queens placed so far, those of the partial board not among them.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The next solution; `None` if there is no other, or the search was interrupted meanwhile.
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
            self.levels.push(Level { untried: allowed & !attacked.squares(), attacked });
            if self.nodes.is_multiple_of(Self::PATIENCE) && interrupted() {
                return None;
            }
        }
        None
    }
}
