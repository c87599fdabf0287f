//! Tests of the four ways to list solutions, against each other and against published figures.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use nqueens_guide::search::{self, SolutionOrder, Statistics, default_cutoff};
use nqueens_guide::symmetry::{Symmetry, is_representative};
use nqueens_guide::{Budget, Library, Placement, Size, Square};
use proptest::prelude::*;

type List = Vec<Vec<u8>>;

/// The numbers of solutions, fundamental solutions, and search nodes for n = 1, 2, ...: OEIS A000170, A002562 and
/// A319284.
const KNOWN: [(usize, usize, Option<u64>); 12] = [
    (1, 1, Some(1)),
    (0, 0, None),
    (0, 0, None),
    (2, 1, Some(16)),
    (10, 2, Some(53)),
    (4, 1, Some(152)),
    (40, 6, Some(551)),
    (92, 12, Some(2_056)),
    (352, 46, Some(8_393)),
    (724, 92, Some(35_538)),
    (2_680, 341, Some(166_925)),
    (14_200, 1_787, None),
];

fn empty(n: usize) -> Placement {
    Placement::empty(Size::new(n).unwrap())
}

fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).unwrap()
}

fn sequential(placement: &Placement) -> (List, Statistics) {
    let mut list = List::new();
    let statistics = search::sequential(placement, |ranks| {
        list.push(ranks.to_vec());
        ControlFlow::Continue(())
    });
    (list, statistics)
}

fn spawn(placement: &Placement, cutoff: usize, workers: usize, order: SolutionOrder) -> (List, Statistics) {
    let mut list = List::new();
    let statistics = search::spawn(placement, cutoff, threads(workers), order, |ranks| {
        list.push(ranks.to_vec());
        ControlFlow::Continue(())
    });
    (list, statistics.unwrap())
}

fn square(placement: &Placement, workers: usize, order: SolutionOrder) -> (List, Statistics) {
    let mut list = List::new();
    let statistics = search::square(placement, threads(workers), order, |ranks| {
        list.push(ranks.to_vec());
        ControlFlow::Continue(())
    });
    (list, statistics.unwrap())
}

fn diagram(placement: &Placement) -> List {
    Library::embedded().by_file(placement, &mut Budget::unlimited()).unwrap().0.iter().collect()
}

/// Returns all completions of a placement by definition: all n! arrangements are tried.
fn by_definition(placement: &Placement) -> List {
    fn extend(placement: &Placement, ranks: &mut Vec<u8>, list: &mut List) {
        let n = placement.size().get();
        if ranks.len() < n {
            for rank in (0..n as u8).filter(|rank| !ranks.contains(rank)).collect::<Vec<_>>() {
                ranks.push(rank);
                extend(placement, ranks, list);
                ranks.pop();
            }
            return;
        }
        let squares = ranks.iter().enumerate().map(|(file, &rank)| Square::new(file, rank.into()).unwrap());
        let all = placement.queens().iter().copied().chain(squares);
        let whole = Placement::new(placement.size(), all, placement.blocked().iter().copied()).unwrap();
        if whole.is_consistent() && whole.queens().len() == n {
            list.push(ranks.clone());
        }
    }
    let mut list = List::new();
    extend(placement, &mut Vec::new(), &mut list);
    list
}

/// Returns the lexicographically first image of a solution under the eight symmetries.
fn canonical(ranks: &[u8]) -> Vec<u8> {
    Symmetry::ALL.iter().map(|symmetry| symmetry.apply_to_ranks(ranks)).min().unwrap()
}

fn sorted(mut list: List) -> List {
    list.sort();
    list
}

fn all_methods_agree(placement: &Placement, expected: &List) {
    assert_eq!(&sequential(placement).0, expected);
    assert_eq!(&diagram(placement), expected);
    for cutoff in [0, default_cutoff(placement.size())] {
        assert_eq!(&spawn(placement, cutoff, 2, SolutionOrder::Lexicographic).0, expected, "cut-off {cutoff}");
        assert_eq!(&sorted(spawn(placement, cutoff, 2, SolutionOrder::Any).0), expected, "cut-off {cutoff}");
    }
    assert_eq!(&square(placement, 2, SolutionOrder::Lexicographic).0, expected);
    assert_eq!(&sorted(square(placement, 2, SolutionOrder::Any).0), expected);
}

fn agree_on_the_empty_board(n: usize) {
    let (list, statistics) = sequential(&empty(n));
    let (solutions, fundamental, search_nodes) = KNOWN[n - 1];
    assert_eq!(list.len(), solutions, "n = {n}");
    assert_eq!(statistics.solutions, solutions as u64);
    if let Some(search_nodes) = search_nodes {
        assert_eq!(statistics.search_nodes, search_nodes, "n = {n}");
    }
    let representatives: List = list.iter().filter(|ranks| is_representative(&empty(n), ranks)).cloned().collect();
    assert_eq!(representatives.len(), fundamental, "n = {n}");
    let mut canonicals = sorted(list.iter().map(|ranks| canonical(ranks)).collect());
    canonicals.dedup();
    assert_eq!(representatives, canonicals, "n = {n}");
    all_methods_agree(&empty(n), &list);
}

#[test]
fn all_methods_list_the_same_solutions_up_to_n_11() {
    for n in 1..=11 {
        agree_on_the_empty_board(n);
    }
}

#[test]
#[ignore = "takes seconds"]
fn all_methods_list_the_same_solutions_of_n_12() {
    agree_on_the_empty_board(12);
}

#[test]
fn solutions_by_definition() {
    for n in 1..=7 {
        assert_eq!(sequential(&empty(n)).0, by_definition(&empty(n)), "n = {n}");
    }
}

#[test]
fn tasks_are_created_as_the_paper_says() {
    let expected = [15, 44, 149, 512, 1_965, 8_042, 34_815];
    for (n, expected) in (4..=10).zip(expected) {
        for order in [SolutionOrder::Lexicographic, SolutionOrder::Any] {
            let (_, statistics) = spawn(&empty(n), 0, 2, order);
            assert_eq!(statistics.tasks_created, expected, "n = {n}");
            assert_eq!(statistics.tasks_created, 1 + statistics.search_nodes - statistics.solutions);
            assert!((1..=expected).contains(&statistics.peak_tasks));
        }
    }
    let (_, alone) = spawn(&empty(8), 8, 2, SolutionOrder::Any);
    assert_eq!((alone.tasks_created, alone.peak_tasks, alone.search_nodes), (1, 1, 2_056));
}

#[test]
fn tasks_that_wait_are_few_in_order() {
    // The search goes depth first, so that each thread keeps about the siblings of a path in the tree, which has
    // 166,925 search nodes.
    let (_, statistics) = spawn(&empty(11), 0, 2, SolutionOrder::Lexicographic);
    assert!(statistics.peak_tasks < 500, "{statistics:?}");
}

#[test]
fn squares_are_used_as_the_paper_says() {
    for n in 4..=10 {
        for order in [SolutionOrder::Lexicographic, SolutionOrder::Any] {
            let (_, statistics) = square(&empty(n), 2, order);
            let unused: Vec<_> = statistics.squares_never_used.unwrap().iter().map(ToString::to_string).collect();
            let expected: &[&str] = match n {
                4 => &["d1", "d4"],
                6 => &["f1", "f6"],
                _ => &[],
            };
            assert_eq!(unused, expected, "n = {n}");
            assert_eq!(statistics.tasks_created, (n * n) as u64);
            assert_eq!(statistics.messages, KNOWN[n - 1].2.unwrap());
        }
    }
}

/// Repeats each search 200 times on 1, 2 and 8 threads. The test fails if a run hangs.
#[test]
fn no_run_differs_or_hangs() {
    let expected = sequential(&empty(6)).0;
    for workers in [1, 2, 8] {
        for run in 0..200 {
            let order = if run % 2 == 0 { SolutionOrder::Lexicographic } else { SolutionOrder::Any };
            let (sender, receiver) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                let cutoff = run % 4;
                // Sending fails if the test has failed already.
                let _ = sender.send((spawn(&empty(6), cutoff, workers, order).0, square(&empty(6), workers, order).0));
            });
            let lists = receiver.recv_timeout(Duration::from_secs(60)).expect("no run takes a minute");
            for list in [lists.0, lists.1] {
                let list = if order == SolutionOrder::Any { sorted(list) } else { list };
                assert_eq!(list, expected, "run {run} on {workers} threads");
            }
        }
    }
}

/// Stops each search at several solutions; the visitor must get no further solution.
#[test]
fn a_search_ends_where_the_visitor_stops_it() {
    let all = sequential(&empty(8)).0;
    for limit in [1, 2, 17, 91, 92] {
        for order in [SolutionOrder::Lexicographic, SolutionOrder::Any] {
            for method in 0..3 {
                let mut list = List::new();
                let visit = |ranks: &[u8]| {
                    list.push(ranks.to_vec());
                    if list.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let solutions = match method {
                    0 => search::sequential(&empty(8), visit).solutions,
                    1 => search::spawn(&empty(8), 3, threads(2), order, visit).unwrap().solutions,
                    _ => search::square(&empty(8), threads(2), order, visit).unwrap().solutions,
                };
                assert_eq!(solutions, limit as u64);
                assert_eq!(list.len(), limit);
                if order == SolutionOrder::Lexicographic || method == 0 {
                    assert_eq!(list, all[..limit]);
                } else {
                    assert!(list.iter().all(|ranks| all.contains(ranks)));
                }
            }
        }
    }
}

/// Checks that a slow visitor makes the searches wait, and loses no solution.
#[test]
fn a_slow_visitor_gets_all_in_order() {
    let expected = sequential(&empty(9)).0;
    for method in 0..2 {
        let mut list = List::new();
        let visit = |ranks: &[u8]| {
            std::thread::sleep(Duration::from_micros(200));
            list.push(ranks.to_vec());
            ControlFlow::Continue(())
        };
        if method == 0 {
            search::spawn(&empty(9), 0, threads(8), SolutionOrder::Lexicographic, visit).unwrap();
        } else {
            search::square(&empty(9), threads(8), SolutionOrder::Lexicographic, visit).unwrap();
        }
        assert_eq!(list, expected);
    }
}

/// Boards wider than 64 need wider masks. These boards are nearly full.
#[test]
fn boards_beyond_64_files() {
    for n in [64, 65, 253] {
        // Knight's moves up from the second rank, then from the first: a solution unless n % 6 is 2 or 3.
        let half = n / 2;
        let ranks: Vec<u8> =
            (0..n).map(|file| (if file < half { 2 * file + 1 } else { 2 * (file - half) }) as u8).collect();
        let squares = ranks.iter().enumerate().map(|(file, &rank)| Square::new(file, rank.into()).unwrap());
        let placement = Placement::new(Size::new(n).unwrap(), squares.skip(5), []).unwrap();
        let (list, _) = sequential(&placement);
        assert!(list.contains(&ranks), "n = {n}");
        assert_eq!(spawn(&placement, 1, 2, SolutionOrder::Lexicographic).0, list, "n = {n}");
        assert_eq!(square(&placement, 2, SolutionOrder::Lexicographic).0, list, "n = {n}");
    }
}

/// Checks that a search does not try the files before queens that attack each other, or before files without a square.
#[test]
fn a_search_without_hope_ends_at_once() {
    let size = Size::new(40).unwrap();
    let queens = ["t1", "u2"].map(|name| name.parse().unwrap());
    let attacking = Placement::new(size, queens, []).unwrap();
    let no_file = Placement::new(size, [], size.file(39)).unwrap();
    let no_rank = Placement::new(size, [], size.rank(39)).unwrap();
    for placement in [attacking, no_file, no_rank] {
        assert_eq!(sequential(&placement).1.search_nodes, 0);
    }
}

/// Generates placements of a few queens, consistent or not, and some blocked squares.
fn placements() -> impl Strategy<Value = Placement> {
    (4usize..=9).prop_flat_map(|n| {
        let squares = |most| proptest::collection::vec((0..n, 0..n), 0..=most);
        (squares(3), squares(n)).prop_map(move |(queens, blocked)| {
            let square = |(file, rank)| Square::new(file, rank).unwrap();
            Placement::new(Size::new(n).unwrap(), queens.into_iter().map(square), blocked.into_iter().map(square))
                .unwrap()
        })
    })
}

proptest! {
    #[test]
    fn all_methods_agree_on_any_placement(placement in placements()) {
        let (list, _) = sequential(&placement);
        if placement.size().get() <= 6 {
            prop_assert_eq!(&list, &by_definition(&placement));
        }
        all_methods_agree(&placement, &list);
        // Of the completions that symmetries map to each other, exactly one is the representative.
        let representatives: List = list.iter().filter(|ranks| is_representative(&placement, ranks)).cloned().collect();
        let classes = |list: &List| {
            let mut classes = sorted(list.iter().map(|ranks| canonical(ranks)).collect());
            classes.dedup();
            classes
        };
        prop_assert_eq!(representatives.len(), classes(&list).len());
        prop_assert_eq!(classes(&representatives), classes(&list));
    }
}
