//! The decision diagram of a placement's completions, built by a backtracking search instead of conjunctions.
//!
//! The conjunction of the rules defines the diagram; the search computes the same diagram faster. Diagrams are
//! canonical, so the tests compare both with `==`. The part that does not depend on n-queens is [`construct`].

mod endings;

use bdd_core::{Bdd, Budget, DecisionDiagram, Interrupted, Reduction, Search, Zdd, construct, construct_zdd};

use crate::mask::{Attacked, Mask, Wide};
use crate::placement::Placement;
use endings::Endings;

/// Builds the diagram of all completions of a placement: it equals the conjunction of the rules with the placement's
/// queens and blocked squares.
///
/// A backtracking search places a queen on one rank after the other. It represents the attacked files, diagonals and
/// anti-diagonals by bit masks. [`construct`] turns the search into a diagram. If the board is mirror-symmetric, only
/// one side is searched. On boards with ten or more empty ranks, the last ranks are matched with a table.
///
/// The time grows with the search, not with the diagram: an empty board of size 12 takes 10 ms, and an empty board of
/// size 15 takes a few seconds. Larger boards are fast once they have enough queens. The progress that `budget` reports
/// is the completed fraction of the choices on the first ranks.
///
/// ```
/// use bdd_core::Budget;
/// use nqueens_guide::{Placement, Size, build_completions};
///
/// let board = Placement::empty(Size::new(8)?);
/// let bdd = build_completions(&board, &mut Budget::unlimited().with_memory(1 << 20))?;
/// assert_eq!(bdd.model_count(), 92u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice or the computation was cancelled.
pub fn build_completions(placement: &Placement, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
    build(placement, Constructions { narrow: construct, wide: construct, widest: construct }, budget)
}

/// Builds the zero-suppressed diagram of all completions of a placement, by the search of [`build_completions`]. It
/// represents the same function in a tenth of the nodes.
///
/// ```
/// use bdd_core::Budget;
/// use nqueens_guide::{Placement, Size, build_completions, build_completions_zdd};
///
/// let board = Placement::empty(Size::new(8)?);
/// let budget = &mut Budget::unlimited();
/// let (bdd, zdd) = (build_completions(&board, budget)?, build_completions_zdd(&board, budget)?);
/// assert_eq!((bdd.node_count(), zdd.node_count()), (2453, 375));
/// assert_eq!(zdd.model_count(), 92u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice or the computation was cancelled.
pub fn build_completions_zdd(placement: &Placement, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
    build(placement, Constructions { narrow: construct_zdd, wide: construct_zdd, widest: construct_zdd }, budget)
}

/// A function that constructs a diagram from a search over masks of some width.
type ConstructFn<M, R> =
    fn(&mut OpenBoard<M>, RankPosition<M>, &[usize], &mut Budget<'_>) -> Result<DecisionDiagram<R>, Interrupted>;

/// The function that constructs a diagram, once for each width of the bit masks: 32, 64 and 256 bits. A board uses the
/// narrowest masks that have more bits than it has files.
struct Constructions<R: Reduction> {
    narrow: ConstructFn<u32, R>,
    wide: ConstructFn<u64, R>,
    widest: ConstructFn<Wide, R>,
}

fn build<R: Reduction>(
    placement: &Placement,
    constructions: Constructions<R>,
    budget: &mut Budget<'_>,
) -> Result<DecisionDiagram<R>, Interrupted> {
    let n = placement.size().get();
    if !placement.is_consistent() {
        return Ok(DecisionDiagram::constant(n * n, false));
    }
    match n {
        ..32 => search(placement, constructions.narrow, budget),
        32..64 => search(placement, constructions.wide, budget),
        _ => search(placement, constructions.widest, budget),
    }
}

fn search<M: Mask, R: Reduction>(
    placement: &Placement,
    construct: ConstructFn<M, R>,
    budget: &mut Budget<'_>,
) -> Result<DecisionDiagram<R>, Interrupted> {
    let n = placement.size().get();
    let open = placement.open::<M>();
    let is_mirrored = open.iter().all(|open| open.is_mirrored(n));
    let queens: Vec<usize> = placement.queens().iter().map(|queen| queen.rank()).collect();
    let endings = Endings::new(open.iter().map(|open| open.low_word()).collect(), |rank| !queens.contains(&rank));
    let mut board = OpenBoard { open, is_mirrored, endings, steps: 0 };
    match board.position(0, Attacked::default()) {
        Some(root) => construct(&mut board, root, &vec![n; n], budget),
        None => Ok(DecisionDiagram::constant(n * n, false)),
    }
}

/// The squares on which a placement allows queens, rank by rank.
struct OpenBoard<M> {
    /// For each rank, the files that are neither blocked nor attacked by a queen of the placement.
    open: Vec<M>,
    /// `true` if the set of open squares is its own mirror image, left to right.
    is_mirrored: bool,
    /// The ways to fill the last ranks; `None` if the search goes through these ranks instead.
    endings: Option<Endings>,
    /// The steps since the last call of [`Search::take_steps`].
    steps: u32,
}

/// The search state before the queen of a rank is placed.
#[derive(Clone, Copy)]
struct RankPosition<M> {
    /// The files on which the queen may stand.
    free: M,
    attacked: Attacked<M>,
}

impl<M: Mask> OpenBoard<M> {
    /// Returns the position on `rank`; `None` if `rank` or the next rank has no free square, so that the search can
    /// stop here. Looking at the next rank costs little and saves a fifth of all positions at size 10.
    #[inline]
    fn position(&mut self, rank: usize, attacked: Attacked<M>) -> Option<RankPosition<M>> {
        // Every rank has its queen: the board is complete.
        let Some(&open) = self.open.get(rank) else { return Some(RankPosition { free: M::default(), attacked }) };
        let free = open & !attacked.squares();
        let attacked_next = attacked.next(M::default()).squares();
        let is_stuck =
            free.is_empty() || self.open.get(rank + 1).is_some_and(|&open| (open & !attacked_next).is_empty());
        if is_stuck {
            return None;
        }
        if let Some(endings) = &mut self.endings
            && rank == endings.cut()
        {
            let (is_live, steps) = endings.is_live(attacked.low_words());
            self.steps += steps;
            if !is_live {
                return None;
            }
        }
        Some(RankPosition { free, attacked })
    }
}

/// The search for [`construct`]: its layers are the ranks, its choices the files. Only positions on the cut, the first
/// rank of the [`Endings`], have a memo key: on other ranks, a memo lookup would cost more than it saves.
impl<M: Mask> Search for OpenBoard<M> {
    type State = RankPosition<M>;

    #[inline]
    fn last_choice(&self, _rank: usize, position: &RankPosition<M>, before: usize) -> Option<usize> {
        (position.free & M::below(before)).last()
    }

    #[inline]
    fn choose(&mut self, rank: usize, position: &RankPosition<M>, file: usize) -> Option<RankPosition<M>> {
        self.position(rank + 1, position.attacked.next(M::bit(file)))
    }

    #[inline]
    fn residual_key(&mut self, rank: usize, position: &RankPosition<M>, words: &mut Vec<u64>) -> bool {
        match &self.endings {
            Some(endings) if rank == endings.cut() => endings.key(position.attacked.low_words(), words),
            _ => false,
        }
    }

    fn is_symmetric(&self) -> bool {
        self.is_mirrored
    }

    #[inline]
    fn take_steps(&mut self) -> u32 {
        std::mem::take(&mut self.steps)
    }

    fn bytes(&self) -> usize {
        self.endings.as_ref().map_or(0, Endings::bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::nqueens_rules;
    use bdd_core::{Budget, Cancel, DiagramBuilder, Literal, Progress, Schedule};
    use nqueens_board::{Size, Square};
    use proptest::prelude::*;

    fn size(n: usize) -> Size {
        Size::new(n).unwrap()
    }

    fn direct(placement: &Placement) -> Bdd {
        build_completions(placement, &mut Budget::unlimited()).unwrap()
    }

    /// The node counts and model counts of the diagrams of empty boards.
    const KNOWN: [(usize, usize, u32); 4] =
        [(12, 435_172, 14_200), (13, 2_044_396, 73_712), (14, 9_572_420, 365_596), (15, 51_889_031, 2_279_184)];

    #[test]
    fn the_search_builds_the_conjunction_of_the_rules() {
        for n in 1..=11 {
            let bdd = direct(&Placement::empty(size(n)));
            let rules = nqueens_rules(size(n));
            assert_eq!(bdd, DiagramBuilder::new(&rules).build_by(Schedule::FirstConstraintFirst).unwrap(), "n = {n}");
            assert_eq!(bdd, DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap(), "n = {n}");
        }
    }

    #[test]
    fn known_numbers_of_nodes_and_solutions() {
        for (n, nodes, solutions) in KNOWN.into_iter().filter(|&(n, ..)| n <= 12) {
            let bdd = direct(&Placement::empty(size(n)));
            assert_eq!((bdd.node_count(), bdd.model_count()), (nodes, solutions.into()), "n = {n}");
        }
    }

    #[test]
    #[ignore = "takes a minute and a GiB in a test build"]
    fn known_numbers_of_larger_boards() {
        for (n, nodes, solutions) in KNOWN {
            let bdd = direct(&Placement::empty(size(n)));
            assert_eq!((bdd.node_count(), bdd.model_count()), (nodes, solutions.into()), "n = {n}");
        }
    }

    #[test]
    fn an_inconsistent_placement_has_no_completion() {
        let [a1, c3, b1] = ["a1", "c3", "b1"].map(|name| name.parse().unwrap());
        assert!(direct(&Placement::new(size(8), [a1, c3], []).unwrap()).is_false());
        assert!(direct(&Placement::new(size(8), [b1], [b1]).unwrap()).is_false());
        // One rank has no open square, so that there is no completion.
        assert!(direct(&Placement::new(size(8), [], size(8).rank(4)).unwrap()).is_false());
    }

    /// Compares placements whose last ranks are filled from endings; [`KNOWN`] has the empty boards.
    #[test]
    fn endings_keep_to_open_squares() {
        for (n, marks) in [
            (10, [("", "a10 f9 j8 c7"), ("", "e10 f10 b8 i8"), ("", "a1 b10 c10 d10 e10 f10 g10 h10")]),
            (11, [("c11", "e10 d9"), ("f6", ""), ("", "a11 k11 f9 a1 k1")]),
        ] {
            let size = size(n);
            let all = DiagramBuilder::new(&nqueens_rules(size)).build(&mut Budget::unlimited()).unwrap();
            for (queens, blocked) in marks {
                let squares =
                    |names: &str| names.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
                let placement = Placement::new(size, squares(queens), squares(blocked)).unwrap();
                let queens = placement.queens().iter().map(|&square| Literal::positive(size.variable(square)));
                let blocked = placement.blocked().iter().map(|&square| Literal::negative(size.variable(square)));
                let literals: Vec<_> = queens.chain(blocked).collect();
                let selected = all.select(&literals, &mut Budget::unlimited()).unwrap();
                assert_eq!(direct(&placement), selected, "{placement:?}");
                let zdd = build_completions_zdd(&placement, &mut Budget::unlimited()).unwrap();
                assert_eq!(zdd.to_bdd(&mut Budget::unlimited()).unwrap(), selected, "{placement:?}");
            }
        }
    }

    /// Completes a solution after a few of its queens were removed. The solution goes from rank to rank by knight's
    /// moves, modulo the width of the board. Such a solution exists if `n % 6` is 1 or 5 (Pauls 1874).
    #[test]
    fn boards_beyond_64_files() {
        let n = 67;
        let solution: Vec<Square> = (0..n).map(|rank| Square::at((2 * rank + 1) % n, rank)).collect();
        for (first, last) in [(0, 3), (20, 29), (61, 67)] {
            let queens = solution.iter().copied().filter(|queen| !(first..last).contains(&queen.rank()));
            let placement = Placement::new(size(n), queens, []).unwrap();
            let bdd = direct(&placement);
            let full: Vec<_> = solution.iter().map(|&square| size(n).variable(square)).collect();
            assert!(bdd.models().any(|model| model == full));
            for model in bdd.models() {
                let queens = model.iter().map(|&variable| size(n).square_of(variable));
                let full = Placement::new(size(n), queens, []).unwrap();
                assert!(
                    full.is_consistent() && full.queens().len() == n && full.queens().is_superset(placement.queens())
                );
            }
        }
    }

    #[test]
    fn fractions_rise_from_0_to_1() {
        let mut fractions = Vec::new();
        let hear = &mut |Progress { fraction }| fractions.push(fraction);
        build_completions(&Placement::empty(size(13)), &mut Budget::unlimited().with_progress(hear)).unwrap();
        assert!(fractions.len() > 2 && fractions.is_sorted(), "{fractions:?}");
        assert!(fractions.iter().all(|fraction| (0.0..=1.0).contains(fraction)), "{fractions:?}");
    }

    #[test]
    fn cancelling_ends_the_work_at_every_stage() {
        // The construction is cancelled at these fractions of its progress. On an empty board, the search reports the
        // progress up to 0.8, and the expansion into nodes the rest.
        for stop_at in [0.0, 0.3, 0.8, 0.9] {
            let cancel = Cancel::new();
            let mut heard_after = 0;
            let hear = &mut |Progress { fraction }| {
                heard_after += u32::from(fraction >= stop_at);
                if fraction >= stop_at {
                    cancel.cancel();
                }
            };
            let mut budget = Budget::unlimited().with_cancel(cancel.clone()).with_progress(hear);
            let ended = build_completions(&Placement::empty(size(14)), &mut budget);
            assert_eq!((ended, heard_after), (Err(Interrupted::Cancelled), 1), "at {stop_at}");
        }
    }

    #[test]
    fn the_memory_limit_is_kept() {
        let board = Placement::empty(size(12));
        // The first limit is too small for the tables of the search, the second for the nodes of the diagram.
        for limit in [100_000, 4_000_000] {
            let error = build_completions(&board, &mut Budget::unlimited().with_memory(limit)).unwrap_err();
            assert!(
                matches!(error, Interrupted::TooLarge { needed, limit: l } if needed > limit && l == limit),
                "{error}"
            );
        }
        assert!(build_completions(&board, &mut Budget::unlimited().with_memory(20_000_000)).is_ok());
    }

    proptest! {
        #[test]
        fn completions_of_placements_are_the_conjunction_with_their_literals(
            n in 4usize..9,
            queens in proptest::collection::vec(any::<prop::sample::Index>(), 0..3),
            blocked in proptest::collection::vec(any::<prop::sample::Index>(), 0..8),
            mirror_blocks in any::<bool>(),
        ) {
            let size = size(n);
            let square = |index: &prop::sample::Index| size.square_of(bdd_core::Variable::from_index(index.index(n * n)));
            let mut placement = Placement::new(size, queens.iter().map(square), blocked.iter().map(square)).unwrap();
            if mirror_blocks {
                for square in placement.blocked().clone() {
                    placement.block(Square::at(n - 1 - square.file(), square.rank()));
                }
            }
            let queens = placement.queens().iter().map(|&square| Literal::positive(size.variable(square)));
            let blocked = placement.blocked().iter().map(|&square| Literal::negative(size.variable(square)));
            let literals: Vec<_> = queens.chain(blocked).collect();
            let all = DiagramBuilder::new(&nqueens_rules(size)).build_by(Schedule::FirstConstraintFirst).unwrap();
            prop_assert_eq!(direct(&placement), all.select(&literals, &mut Budget::unlimited()).unwrap());
        }
    }
}
