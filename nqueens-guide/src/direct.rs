//! The diagram of a placement's completions, built without conjunctions: a search that keeps what it finds.

use std::ops::ControlFlow;

use bdd_core::{Bdd, Budget, Choices, Mdd, Progress, Reporter, Stopped};

use crate::mask::{Mask, Wide};
use crate::placement::Placement;

/// The diagram of all completions of a placement: equal to the conjunction of all rules with the placement's queens
/// and blocked squares.
///
/// A backtracking search goes from rank to rank, over bit masks of the attacked files, diagonals and anti-diagonals.
/// From every position that has a completion it returns the list of files that lead to one, shared with all
/// positions that have the same; these lists are an [`Mdd`] with the ranks as lines, which is then expanded. A
/// position that is its own mirror image is searched on one side only.
///
/// The time grows with the search, not with the diagram: an empty board of 12 takes 10 ms, one of 15 some seconds,
/// and a larger board is served well once enough queens stand. The fraction reported is that of the choices on the
/// first ranks.
///
/// # Errors
///
/// [`Stopped`] if the budget does not suffice.
pub fn build_completions(placement: &Placement, budget: &mut Budget<'_>) -> Result<Bdd, Stopped> {
    let memory_limit = budget.memory();
    let progress = &mut |Progress { fraction }| match budget.spend(Budget::STRIDE, || fraction) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let n = placement.size().get();
    if !placement.is_consistent() {
        return Ok(Bdd::constant(n * n, false));
    }
    let reporter = Reporter::new(progress);
    if n <= 64 {
        build::<u64>(placement, memory_limit, reporter)
    } else {
        build::<Wide>(placement, memory_limit, reporter)
    }
}

/// The share of the search in the whole time, as measured for boards of 12 to 15.
const SEARCH_SHARE: f64 = 0.8;

fn build<M: Mask>(placement: &Placement, memory_limit: usize, mut reporter: Reporter) -> Result<Bdd, Stopped> {
    let n = placement.size().get();
    reporter.begin(0.0..SEARCH_SHARE);
    let mut search = Search::<M>::new(placement, memory_limit, reporter);
    let free = search.open[0];
    let is_mirrored = search.open.iter().all(|open| open.is_mirrored(n));
    let root = search.rank(0, free, Taken::default(), is_mirrored);
    let Search { mdd, mut reporter, stopped, .. } = search;
    let root = root.map_err(|Interrupted| stopped.expect("it says why it was stopped"))?;
    reporter.begin(SEARCH_SHARE..1.0);
    mdd.expand(root, &mut reporter)
}

/// What the queens on the ranks before attack on this rank.
#[derive(Clone, Copy, Default)]
struct Taken<M> {
    files: M,
    diagonals: M,
    anti_diagonals: M,
}

impl<M: Mask> Taken<M> {
    /// The same on the next rank, with a queen on a file of this one.
    fn with(self, queen: M) -> Taken<M> {
        Taken {
            files: self.files | queen,
            diagonals: (self.diagonals | queen).up(),
            anti_diagonals: (self.anti_diagonals | queen).down(),
        }
    }

    fn any(self) -> M {
        self.files | self.diagonals | self.anti_diagonals
    }
}

struct Search<'a, M> {
    n: usize,
    /// The files open on each rank: neither blocked nor attacked by a queen of the placement.
    open: Vec<M>,
    mdd: Mdd,
    /// For the first ranks the number of choices and how many of them are done, for the reports.
    done: [(u32, u32); Search::<u64>::WATCHED],
    /// Positions until the next look at the clock.
    until_tick: u32,
    reporter: Reporter<'a>,
    /// Why the search was stopped, if it was.
    stopped: Option<Stopped>,
}

/// The search was stopped; [`Search::stopped`] says why. An error without a size keeps the results of the innermost
/// calls in registers.
struct Interrupted;

impl<M> Search<'_, M> {
    /// The ranks whose choices make up the fraction reported.
    const WATCHED: usize = 4;
    /// Positions between two looks at the clock: less than a millisecond.
    const STRIDE: u32 = 1 << 14;
}

impl<'a, M: Mask> Search<'a, M> {
    fn new(placement: &Placement, memory_limit: usize, reporter: Reporter<'a>) -> Search<'a, M> {
        let size = placement.size();
        let n = size.get();
        let mut open = vec![M::default(); n];
        for square in size.squares() {
            let is_open = !placement.blocked().contains(&square) && placement.attackers(square).next().is_none();
            if is_open {
                open[square.rank()] = open[square.rank()] | M::bit(square.file());
            }
        }
        let mdd = Mdd::new(&vec![n; n], memory_limit);
        Search { n, open, mdd, done: [(1, 0); _], until_tick: Self::STRIDE, reporter, stopped: None }
    }

    /// The choices on a rank, of which `free` is neither taken nor closed, that lead to a completion.
    fn rank(&mut self, rank: usize, mut free: M, taken: Taken<M>, is_mirrored: bool) -> Result<Choices, Interrupted> {
        self.until_tick -= 1;
        if self.until_tick == 0 {
            self.until_tick = Self::STRIDE;
            let done = self.done;
            self.reporter.tick(|| fraction(&done)).map_err(|error| self.stop(error))?;
        }
        if is_mirrored {
            return self.mirrored_rank(rank, free, taken);
        }
        if rank < Self::WATCHED {
            self.done[rank] = (free.count(), 0);
            self.done[rank + 1..].fill((1, 0));
        }
        let mut choices = Choices::NONE;
        while let Some(file) = free.last() {
            free = free & !M::bit(file);
            let child = self.after(rank, M::bit(file), taken, false)?;
            choices = self.prepend(rank, file, child, choices)?;
            if rank < Self::WATCHED {
                self.done[rank].1 += 1;
            }
        }
        Ok(choices)
    }

    /// The choices with one more in front of them, if anything remains after it.
    #[inline]
    fn prepend(&mut self, rank: usize, file: usize, child: Choices, rest: Choices) -> Result<Choices, Interrupted> {
        if child == Choices::NONE {
            return Ok(rest);
        }
        self.mdd.prepend(rank, file, child, rest).map_err(|error| self.stop(error))
    }

    /// Notes why the search is stopped.
    #[cold]
    fn stop(&mut self, error: Stopped) -> Interrupted {
        self.stopped = Some(error);
        Interrupted
    }

    /// What remains after a queen on this rank.
    fn after(&mut self, rank: usize, queen: M, taken: Taken<M>, is_mirrored: bool) -> Result<Choices, Interrupted> {
        let Some(&open) = self.open.get(rank + 1) else { return Ok(Choices::END) };
        let taken = taken.with(queen);
        let free = open & !taken.any();
        if free == M::default() {
            return Ok(Choices::NONE);
        }
        // A look one rank further costs little and saves a fifth of all positions at 10.
        if let Some(&open) = self.open.get(rank + 2)
            && open & !taken.with(M::default()).any() == M::default()
        {
            return Ok(Choices::NONE);
        }
        self.rank(rank + 1, free, taken, is_mirrored)
    }

    /// The same on a rank of a position that is its own mirror image: the right half is searched, the left half is
    /// its image.
    fn mirrored_rank(&mut self, rank: usize, free: M, taken: Taken<M>) -> Result<Choices, Interrupted> {
        let is_free = |file: &usize| free & M::bit(*file) != M::default();
        let files: Vec<usize> = (self.n.div_ceil(2)..self.n).rev().filter(is_free).collect();
        let middle = Some(self.n / 2).filter(|file| self.n % 2 == 1 && is_free(file));
        let mut right = Vec::new();
        if rank < Self::WATCHED {
            self.done[rank] = ((files.len() + usize::from(middle.is_some())) as u32, 0);
            self.done[rank + 1..].fill((1, 0));
        }
        let mut choices = Choices::NONE;
        for file in files {
            let child = self.after(rank, M::bit(file), taken, false)?;
            choices = self.prepend(rank, file, child, choices)?;
            right.push((file, child));
            if rank < Self::WATCHED {
                self.done[rank].1 += 1;
            }
        }
        if let Some(middle) = middle {
            let child = self.after(rank, M::bit(middle), taken, true)?;
            choices = self.prepend(rank, middle, child, choices)?;
        }
        for (file, child) in right.into_iter().rev() {
            let child = self.mdd.mirrored(rank + 1, child).map_err(|error| self.stop(error))?;
            choices = self.prepend(rank, self.n - 1 - file, child, choices)?;
        }
        Ok(choices)
    }
}

/// The part of the search that is done, if all choices of a rank take the same time.
fn fraction(done: &[(u32, u32)]) -> f64 {
    done.iter().rev().fold(0.0, |deeper, &(choices, done)| (f64::from(done) + deeper) / f64::from(choices.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::nqueens_rules;
    use bdd_core::{Cancel, Literal, Schedule, conjoin_by};
    use nqueens_board::Size;
    use nqueens_board::Square;
    use proptest::prelude::*;

    fn size(n: usize) -> Size {
        Size::new(n).unwrap()
    }

    fn direct(placement: &Placement) -> Bdd {
        build_completions(placement, &mut Budget::unlimited()).unwrap()
    }

    /// Node and model counts of the empty boards.
    const KNOWN: [(usize, usize, u32); 4] =
        [(12, 435_172, 14_200), (13, 2_044_396, 73_712), (14, 9_572_420, 365_596), (15, 51_889_031, 2_279_184)];

    #[test]
    fn the_search_builds_the_conjunction_of_the_rules() {
        for n in 1..=11 {
            let bdd = direct(&Placement::empty(size(n)));
            for schedule in [Schedule::AllAtOnce, Schedule::FirstLineFirst] {
                let conjunction = conjoin_by(&nqueens_rules(size(n)), schedule).unwrap();
                assert_eq!(bdd, conjunction, "n = {n}, {schedule:?}");
            }
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
        // A rank without an open square.
        assert!(direct(&Placement::new(size(8), [], size(8).rank(4)).unwrap()).is_false());
    }

    /// All but a few queens of a solution that goes up by knight's moves: one of every size that leaves 1 or 5 when
    /// divided by 6 (Pauls 1874).
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
                assert!(full.is_solution() && full.queens().is_superset(placement.queens()));
            }
        }
    }

    #[test]
    fn fractions_rise_from_0_to_1() {
        let mut fractions = Vec::new();
        let report = &mut |Progress { fraction }| fractions.push(fraction);
        build_completions(&Placement::empty(size(13)), &mut Budget::unlimited().with_progress(report)).unwrap();
        assert!(fractions.len() > 2 && fractions.is_sorted(), "{fractions:?}");
        assert!(fractions.iter().all(|fraction| (0.0..=1.0).contains(fraction)), "{fractions:?}");
    }

    #[test]
    fn a_break_ends_the_work_at_every_stage() {
        // On an empty board the search takes the larger part of the time and the expansion begins at 0.8.
        for stop_at in [0.0, 0.3, 0.8, 0.9] {
            let mut reports_after = 0;
            let cancel = Cancel::new();
            let mut hear = |Progress { fraction }| {
                reports_after += u32::from(fraction >= stop_at);
                if fraction >= stop_at {
                    cancel.cancel();
                }
            };
            let budget = &mut Budget::unlimited().with_cancel(cancel.clone()).with_progress(&mut hear);
            let ended = build_completions(&Placement::empty(size(14)), budget);
            assert_eq!((ended, reports_after), (Err(Stopped::Cancelled), 1), "at {stop_at}");
        }
    }

    #[test]
    fn the_memory_limit_is_kept() {
        let board = Placement::empty(size(12));
        // Too little for the search's tables, and too little for the nodes.
        for limit in [100_000, 4_000_000] {
            let error = build_completions(&board, &mut Budget::unlimited().with_memory(limit)).unwrap_err();
            assert!(matches!(error, Stopped::TooLarge { needed, limit: l } if needed > limit && l == limit), "{error}");
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
            let square = |index: &prop::sample::Index| size.square_of(bdd_core::Variable::at(index.index(n * n)));
            let mut placement = Placement::new(size, queens.iter().map(square), blocked.iter().map(square)).unwrap();
            if mirror_blocks {
                for square in placement.blocked().clone() {
                    placement.block(Square::at(n - 1 - square.file(), square.rank()));
                }
            }
            let queens = placement.queens().iter().map(|&square| Literal::positive(size.variable(square)));
            let blocked = placement.blocked().iter().map(|&square| Literal::negative(size.variable(square)));
            let literals: Vec<_> = queens.chain(blocked).collect();
            let all = conjoin_by(&nqueens_rules(size), Schedule::FirstLineFirst).unwrap();
            prop_assert_eq!(direct(&placement), all.select(&literals));
        }
    }
}
