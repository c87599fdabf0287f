//! Tests of counts against plain backtracking over squares, and against the diagram.

use bdd_core::{Cancel, Progress};

use super::*;

/// Returns the completions of a placement by trying every square of every rank, without any code of the count.
fn completions(placement: &Placement) -> Vec<Vec<usize>> {
    fn extend(placement: &Placement, files: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        let rank = files.len();
        if rank == placement.size().get() {
            return all.push(files.clone());
        }
        for file in 0..placement.size().get() {
            let here = Square::at(file, rank);
            let mut given = placement.queens().iter().filter(|queen| queen.rank() == rank);
            let is_free = !placement.blocked().contains(&here) && given.all(|&queen| queen == here);
            let clashes = |(other, &at): (usize, &usize)| at == file || at.abs_diff(file) == rank - other;
            if is_free && !files.iter().enumerate().any(clashes) {
                files.push(file);
                extend(placement, files, all);
                files.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(placement, &mut Vec::new(), &mut all);
    all
}

fn check(placement: &Placement, threads: usize) {
    let all = completions(placement);
    let mut tallying = Tallying::new(placement).unwrap();
    tallying.work(NonZeroUsize::new(threads).unwrap(), &mut Budget::unlimited()).unwrap();
    let counts = tallying.counts().unwrap();
    assert_eq!(counts.total, all.len().into(), "{placement:?}");
    for square in placement.size().squares() {
        let with = all.iter().filter(|files| files[square.rank()] == square.file()).count();
        let variable = placement.size().variable(square);
        assert_eq!(counts.by_variable[usize::from(variable)], with.into(), "{square} of {placement:?}");
    }
}

#[test]
fn every_placement_of_up_to_two_queens_is_counted_as_plain_backtracking_counts() {
    for n in 1..=6 {
        let size = Size::new(n).unwrap();
        check(&Placement::empty(size), 1);
        for a in size.squares() {
            check(&Placement::new(size, [], [a]).unwrap(), 1);
            for b in size.squares().filter(|&b| b >= a) {
                check(&Placement::new(size, [a, b], []).unwrap(), 1);
            }
        }
    }
}

#[test]
fn random_boards_are_counted_as_plain_backtracking_counts() {
    let mut sampler = Sampler::new(5);
    let mut below = |limit: usize| usize::try_from(&sampler.below(&limit.into()).unwrap()).unwrap();
    for case in 0..300 {
        let n = 5 + case % 5;
        let size = Size::new(n).unwrap();
        let mut draw = |count: usize| -> Vec<Square> { (0..count).map(|_| Square::at(below(n), below(n))).collect() };
        let (queens, blocked) = (draw(case % 3), draw(case % 7));
        check(&Placement::new(size, queens, blocked).unwrap(), 1 + case % 3);
    }
}

/// Compares counts of wide boards, which need wide words for their diagonals. With few queens missing, their diagram is
/// small enough to compare.
#[test]
fn wide_boards_are_counted_as_the_diagram_counts() {
    for (n, missing) in [(31, 12), (32, 12), (33, 12), (34, 11), (63, 9), (64, 9)] {
        let size = Size::new(n).unwrap();
        // A completion without a few of its queens.
        let mut map = crate::Map::new(&Placement::empty(size));
        map.completable(&mut Budget::unlimited()).unwrap();
        let files = map.completions().min().unwrap();
        let queens = files.iter().enumerate().skip(missing).map(|(rank, &file)| Square::at(file.into(), rank));
        let placement = Placement::new(size, queens, []).unwrap();
        let mut tallying = Tallying::new(&placement).unwrap();
        tallying.work(NonZeroUsize::MIN, &mut Budget::unlimited()).unwrap();
        let counts = crate::build_completions(&placement, &mut Budget::unlimited())
            .unwrap()
            .counts(&mut Budget::unlimited())
            .unwrap();
        assert!(counts.total > BigUint::ZERO);
        assert_eq!(tallying.counts().unwrap(), counts, "{n}");
    }
    assert!(Tallying::new(&Placement::empty(Size::new(65).unwrap())).is_none());
}

#[test]
fn a_count_that_is_broken_off_goes_on_where_it_was() {
    let size = Size::new(11).unwrap();
    let mut tallying = Tallying::new(&Placement::empty(size)).unwrap();
    let mut rounds = 0;
    while tallying.work(NonZeroUsize::MIN, &mut Budget::unlimited().with_steps(2_000)).is_err() {
        assert!(tallying.counts().is_none(), "not all is counted");
        rounds += 1;
    }
    assert!(rounds > 3);
    // The number of solutions is from OEIS A000170.
    assert_eq!(tallying.counts().unwrap().total, 2_680_u32.into());
    // Work on several threads is interrupted and repeated, and no part is counted twice.
    let mut tallying = Tallying::new(&Placement::empty(size)).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let threads = NonZeroUsize::new(2).unwrap();
    assert_eq!(tallying.work(threads, &mut Budget::unlimited().with_cancel(cancel)), Err(Interrupted::Cancelled));
    tallying.work(threads, &mut Budget::unlimited()).unwrap();
    assert_eq!(tallying.counts().unwrap().total, 2_680_u32.into());
}

#[test]
fn how_far_it_is_is_told_and_what_it_took_is_spent() {
    let placement = Placement::empty(Size::new(13).unwrap());
    for threads in [1, 2] {
        let mut told = Vec::new();
        let mut hear = |progress: Progress| told.push(progress.fraction);
        let mut tallying = Tallying::new(&placement).unwrap();
        let threads = NonZeroUsize::new(threads).unwrap();
        tallying.work(threads, &mut Budget::unlimited().with_progress(&mut hear)).unwrap();
        assert!(told.len() > 3 && told[0] < 0.5 && told[told.len() - 1] > 0.5, "{told:?}");
    }
    let mut tallying = Tallying::new(&placement).unwrap();
    let mut budget = Budget::unlimited().with_steps(1 << 40);
    tallying.work(NonZeroUsize::MIN, &mut budget).unwrap();
    let spent = ((1 << 40) - budget.steps_left()) as f64 * Tallying::NODES_A_STEP as f64;
    // The estimate is twice the number of visited nodes, since the empty board is its own mirror image and only half of
    // its search tree is visited.
    let ratio = tallying.search_nodes() / spent;
    assert!((1.5..2.7).contains(&ratio), "{ratio}");
}

#[test]
fn the_estimate_is_about_right() {
    for (n, queens) in [(11, vec![]), (13, vec!["a1", "c2"]), (14, vec!["e5", "g1", "n9"])] {
        let size = Size::new(n).unwrap();
        let queens = queens.into_iter().map(|name| name.parse().unwrap());
        let mut tallying = Tallying::new(&Placement::new(size, queens, []).unwrap()).unwrap();
        let mut spent = 0.0;
        while let Some(part) = tallying.parts.get(tallying.counted) {
            let (_, nodes) = tallying.walk.count(part);
            spent += nodes as f64 * if part.is_mirrored { 2.0 } else { 1.0 };
            tallying.counted += 1;
        }
        let ratio = tallying.search_nodes() / spent;
        assert!((0.5..2.0).contains(&ratio), "n = {n}: {ratio}");
    }
}
