//! Tests of counting by halves, against plain backtracking, known totals, and its own second count.

use nqueens_guide::halves::Halves;
use nqueens_guide::{Budget, Placement, Size, Square};
use puzzle_core::{Cancel, Interrupted};

use std::num::NonZeroUsize;

/// Returns the number of completions of a placement by plain backtracking, square by square.
fn completions(placement: &Placement) -> u64 {
    fn below(n: usize, placement: &Placement, taken: &mut Vec<usize>) -> u64 {
        let rank = taken.len();
        if rank == n {
            return 1;
        }
        let mut total = 0;
        for file in 0..n {
            let here = Square::new(file, rank).unwrap();
            let free = (0..rank).all(|r| taken[r] != file && taken[r].abs_diff(file) != rank - r)
                && !placement.blocked().contains(&here)
                && placement.queens().iter().all(|queen| queen.rank() != rank || queen.file() == file);
            if free {
                taken.push(file);
                total += below(n, placement, taken);
                taken.pop();
            }
        }
        total
    }
    // Every given queen must be the queen of her rank.
    let distinct = (0..placement.size().get())
        .all(|rank| placement.queens().iter().filter(|queen| queen.rank() == rank).count() <= 1);
    if distinct { below(placement.size().get(), placement, &mut Vec::new()) } else { 0 }
}

fn size(n: usize) -> Size {
    Size::new(n).unwrap()
}

fn count(placement: &Placement) -> u64 {
    let halves = Halves::new(placement).unwrap();
    let total = halves.count(NonZeroUsize::MIN, &mut Budget::unlimited()).unwrap();
    u64::try_from(total).unwrap()
}

/// A generator of pseudorandom numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn square(&mut self, n: usize) -> Square {
        Square::new(self.below(n), self.below(n)).unwrap()
    }
}

#[test]
fn empty_boards_have_as_many_solutions_as_backtracking_finds() {
    for n in 1..=12 {
        let placement = Placement::empty(size(n));
        assert_eq!(count(&placement), completions(&placement), "n = {n}");
    }
}

/// Checks that the counts of larger boards equal the known numbers of solutions (OEIS A000170).
#[test]
fn larger_boards_have_the_known_totals() {
    for (n, total) in [(13, 73_712), (14, 365_596), (15, 2_279_184)] {
        assert_eq!(count(&Placement::empty(size(n))), total, "n = {n}");
    }
}

#[test]
fn blocked_boards_and_boards_with_queens_agree_with_backtracking() {
    let random = &mut Random(14);
    let mut completable = 0;
    for round in 0..600 {
        let n = 1 + random.below(11);
        let (queens, blocked) = (random.below(1 + n / 3), random.below(1 + n * n / 3));
        let queens: Vec<Square> = (0..queens).map(|_| random.square(n)).collect();
        let blocked: Vec<Square> = (0..blocked).map(|_| random.square(n)).collect();
        let placement = Placement::new(size(n), queens, blocked).unwrap();
        let expected = completions(&placement);
        completable += u32::from(expected > 0);
        assert_eq!(count(&placement), expected, "round {round}: {placement:?}");
    }
    assert!(completable > 200, "only {completable} boards had completions");
}

/// Counts placements whose queens and blocked squares keep one symmetry or several: left for right, top for bottom,
/// both.
#[test]
fn symmetrical_placements_agree_with_backtracking() {
    let random = &mut Random(15);
    for round in 0..300 {
        let n = 2 + random.below(9);
        let (mirror, flip, turn) =
            [(true, false, false), (false, true, false), (false, false, true), (true, true, true)][round % 4];
        let mut blocked = Vec::new();
        for _ in 0..random.below(n) {
            let square = random.square(n);
            let (file, rank) = (square.file(), square.rank());
            blocked.push(square);
            let (left, down) = (n - 1 - file, n - 1 - rank);
            blocked.extend(mirror.then(|| Square::new(left, rank).unwrap()));
            blocked.extend(flip.then(|| Square::new(file, down).unwrap()));
            blocked.extend(turn.then(|| Square::new(left, down).unwrap()));
        }
        let centre = (n % 2 == 1 && round % 8 < 4).then(|| Square::new(n / 2, n / 2).unwrap());
        let placement = Placement::new(size(n), centre, blocked).unwrap();
        assert_eq!(count(&placement), completions(&placement), "round {round}: {placement:?}");
    }
}

#[test]
fn a_set_that_others_are_counted_by_gives_the_same_by_each_of_them() {
    for n in 6..=13 {
        let halves = Halves::new(&Placement::empty(size(n))).unwrap();
        let (mut first, mut second) = (halves.counter(1), halves.counter(1));
        let mut recounted = 0;
        for number in 0..halves.sets() {
            let budget = &mut Budget::unlimited();
            let count = first.count(number, budget).unwrap();
            let other = second.recount(number, budget).unwrap();
            assert_eq!(count, other, "n = {n}, set {number}");
            recounted += u32::from(count.is_some());
        }
        assert!(recounted > 0);
    }
}

#[test]
fn threads_count_the_same() {
    for n in [1, 8, 11, 12] {
        let halves = Halves::new(&Placement::empty(size(n))).unwrap();
        let counts = |threads: usize| {
            let mut counts = Vec::new();
            let threads = NonZeroUsize::new(threads).unwrap();
            let budget = &mut Budget::unlimited();
            halves.counts_on(threads, 0..halves.sets(), budget, |number, count| counts.push((number, count))).unwrap();
            counts.sort_unstable();
            counts
        };
        let alone = counts(1);
        assert_eq!(alone, counts(2), "n = {n}");
        assert_eq!(alone, counts(5), "n = {n}");
    }
}

#[test]
fn ranges_of_sets_add_up_to_all() {
    let halves = Halves::new(&Placement::empty(size(11))).unwrap();
    let budget = &mut Budget::unlimited();
    let mut total = 0;
    for from in (0..halves.sets()).step_by(100) {
        let to = (from + 100).min(halves.sets());
        halves.counts_on(NonZeroUsize::MIN, from..to, budget, |_, count| total += count.unwrap_or(0)).unwrap();
    }
    assert_eq!(total, 2680);
}

#[test]
fn counting_can_be_stopped_and_says_how_far_it_is() {
    // The whole count takes at least a minute, on any number of threads.
    let halves = Halves::new(&Placement::empty(size(20))).unwrap();
    for threads in [1, 3] {
        let cancel = Cancel::new();
        let mut told = Vec::new();
        let mut hear = |progress: nqueens_guide::Progress| {
            told.push(progress.fraction);
            if told.len() == 5 {
                cancel.cancel();
            }
        };
        let budget = &mut Budget::unlimited().with_cancel(cancel.clone()).with_progress(&mut hear);
        let threads = NonZeroUsize::new(threads).unwrap();
        let stopped = halves.counts_on(threads, 0..halves.sets(), budget, |_, _| ());
        assert_eq!(stopped, Err(Interrupted::Cancelled));
        assert!(told.is_sorted() && told.len() < 10, "{told:?}");
    }
}

#[test]
fn a_board_too_wide_to_cut_is_refused() {
    assert!(Halves::new(&Placement::empty(size(Halves::MAX))).is_some());
    assert!(Halves::new(&Placement::empty(size(Halves::MAX + 1))).is_none());
}
