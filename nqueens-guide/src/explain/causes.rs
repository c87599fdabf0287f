//! Which of the player's queens and blocks exclude the solutions in question: cores and repairs.
//!
//! Each solution contradicts a set of queens (that it does without) and blocks (that it has a queen on). A set of
//! queens and blocks excludes all solutions if it meets each of these sets; taking away one of the sets lets that
//! solution in. So subset-minimal cores are the minimal hitting sets of the minimal contradicted sets, and the
//! smallest repair is the smallest contradicted set (R. Reiter, *A Theory of Diagnosis from First Principles*, 1987).

use bdd_core::{Bdd, FALSE, Index, TRUE, Variable};
use rustc_hash::FxHashSet;

use super::{Core, LARGEST_EXPLAINED};
use crate::placement::Placement;
use crate::square::Square;

/// A set of causes: bit `i` stands for the `i`th.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Set([u64; WORDS]);

/// A square may be a queen's, and blocked too.
const WORDS: usize = 2 * LARGEST_EXPLAINED * LARGEST_EXPLAINED / 64;

impl Set {
    fn with(mut self, cause: usize) -> Set {
        self.0[cause / 64] |= 1 << (cause % 64);
        self
    }

    fn without(mut self, cause: usize) -> Set {
        self.0[cause / 64] &= !(1 << (cause % 64));
        self
    }

    fn contains(&self, cause: usize) -> bool {
        self.0[cause / 64] & 1 << (cause % 64) != 0
    }

    fn is_subset(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        (0..WORDS * 64).filter(|&cause| self.contains(cause))
    }
}

/// The queens and blocks of a placement, and which of them the solutions in question contradict.
pub(super) struct Causes {
    /// The queens first, then the blocked squares, each in variable order.
    squares: Vec<Square>,
    queens: usize,
    /// The subset-minimal contradicted sets, the smallest first. None if there is no solution in question; only the
    /// empty one if a solution contradicts nothing.
    contradicted: Vec<Set>,
}

impl Causes {
    /// The causes in a placement against all models of a diagram.
    pub(super) fn of(models: &Bdd, placement: &Placement) -> Causes {
        let squares: Vec<Square> = placement.queens().iter().chain(placement.blocked()).copied().collect();
        let queens = placement.queens().len();
        let mut walk = Walk {
            bdd: models,
            queen_at: vec![None; usize::from(models.variables())],
            block_at: vec![None; usize::from(models.variables())],
            last: None,
            seen: FxHashSet::default(),
            found: Vec::new(),
        };
        for (cause, &square) in squares.iter().enumerate() {
            let variable = placement.size().variable(square);
            let list = if cause < queens { &mut walk.queen_at } else { &mut walk.block_at };
            list[usize::from(variable)] = Some(cause);
            walk.last = walk.last.max(Some(variable));
        }
        walk.visit(models.root(), Set::default());
        let mut contradicted = walk.found;
        contradicted.sort_by_key(|set| (set.len(), std::cmp::Reverse(set.0.map(u64::reverse_bits))));
        Causes { squares, queens, contradicted }
    }

    /// Subset-minimal cores, smallest first: all of up to [`SMALL`] causes, or else the smallest ones, or, where many
    /// blocks make that too much work, one that need not be smallest. At least one, provided the causes do exclude
    /// all solutions.
    pub(super) fn minimal_cores(&self) -> Vec<Core> {
        debug_assert!(self.contradicted.iter().all(|set| set.len() > 0), "every solution is excluded");
        let mut found = Vec::new();
        let mut work = 0;
        for most in SMALL.. {
            let mut seen = FxHashSet::default();
            self.hit(Set::default(), most, &mut seen, &mut found);
            work += seen.len();
            if !found.is_empty() || work > MOST_SETS {
                break;
            }
        }
        if found.is_empty() {
            found.push(self.any_minimal());
        }
        found.sort_by_key(|set| (set.len(), std::cmp::Reverse(set.0.map(u64::reverse_bits))));
        found.truncate(MOST_CORES);
        found.into_iter().map(|set| self.core(&set)).collect()
    }

    /// The smallest set to take away; `None` if there is no solution to let in.
    pub(super) fn smallest_repair(&self) -> Option<Core> {
        let queens = |set: &Set| set.iter().filter(|&cause| cause < self.queens).count();
        self.contradicted.iter().min_by_key(|set| (set.len(), queens(set))).map(|set| self.core(set))
    }

    fn core(&self, set: &Set) -> Core {
        let mut core = Core::default();
        for cause in set.iter() {
            if cause < self.queens { &mut core.queens } else { &mut core.blocked }.insert(self.squares[cause]);
        }
        core
    }

    /// Collects the minimal hitting sets that extend `chosen` by at most `more`, trying every cause of the first set
    /// that is not yet hit.
    fn hit(&self, chosen: Set, more: usize, seen: &mut FxHashSet<Set>, found: &mut Vec<Set>) {
        if found.len() >= MOST_CORES || seen.len() > MOST_SETS || !seen.insert(chosen) {
            return;
        }
        let Some(missed) = self.contradicted.iter().find(|set| !set.meets(&chosen)) else {
            if self.is_minimal(&chosen) {
                found.push(chosen);
            }
            return;
        };
        if more > 0 {
            for cause in missed.iter() {
                self.hit(chosen.with(cause), more - 1, seen, found);
            }
        }
    }

    /// Whether each cause is the only one that hits some set.
    fn is_minimal(&self, core: &Set) -> bool {
        core.iter().all(|cause| !self.excludes_all(&core.without(cause)))
    }

    fn excludes_all(&self, core: &Set) -> bool {
        self.contradicted.iter().all(|set| set.meets(core))
    }

    /// A minimal core by deletion, blocks first: a queen says more than a block.
    fn any_minimal(&self) -> Set {
        let mut core = (0..self.squares.len()).fold(Set::default(), Set::with);
        for cause in (0..self.squares.len()).rev() {
            if self.excludes_all(&core.without(cause)) {
                core = core.without(cause);
            }
        }
        core
    }
}

/// Cores of up to this many causes are all looked for. Without blocks, dead squares of placements with a completion
/// need no more up to n = 8; for n = 9 and 10 a few need 4 (320 and 2,880 pairs of core and square, by listing all).
const SMALL: usize = 3;

/// As many sets of causes are tried at most.
const MOST_SETS: usize = 5_000;

/// As many cores are enough to choose the one with the simplest explanation from.
const MOST_CORES: usize = 24;

/// A walk down the diagram that collects the minimal contradicted sets.
struct Walk<'a> {
    bdd: &'a Bdd,
    /// For each variable the queen on its square.
    queen_at: Vec<Option<usize>>,
    /// For each variable the block on its square.
    block_at: Vec<Option<usize>>,
    /// The last variable with either.
    last: Option<Variable>,
    seen: FxHashSet<(Index, Set)>,
    found: Vec<Set>,
}

impl Walk<'_> {
    fn visit(&mut self, index: Index, set: Set) {
        if index == FALSE || self.found.iter().any(|smaller| smaller.is_subset(&set)) {
            return;
        }
        let level = self.bdd.level(index);
        // Below the last cause every node has a model, and none of it matters.
        if index == TRUE || Some(level) > self.last {
            self.found.retain(|larger| !set.is_subset(larger));
            self.found.push(set);
            return;
        }
        if !self.seen.insert((index, set)) {
            return;
        }
        let node = self.bdd.nodes()[index as usize];
        let high = (node.high, self.block_at[usize::from(level)].map_or(set, |cause| set.with(cause)));
        let low = (node.low, self.queen_at[usize::from(level)].map_or(set, |cause| set.with(cause)));
        // The queens that do stand first: small sets found early save the most.
        let order = if self.queen_at[usize::from(level)].is_some() { [high, low] } else { [low, high] };
        for (child, set) in order {
            self.visit(child, set);
        }
    }
}
