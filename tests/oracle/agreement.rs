//! The guide of a placement agrees with a plain search: total, counts, statuses and consistency.

use nqueens_guide::{Queens, build_completions};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use puzzle_core::{Budget, Count, Words};

use super::backtracking::{all_solutions, consistent_placements, truth};
use super::{placement, solutions};

/// A board with all its solutions, found by the plain search.
struct Board {
    n: usize,
    all: Vec<Vec<usize>>,
}

impl Board {
    fn new(n: usize) -> Board {
        Board { n, all: all_solutions(n) }
    }

    #[track_caller]
    fn check(&self, queens: &[usize], blocked: &[usize]) {
        let truth = truth(self.n, &self.all, queens, blocked);
        let placement = placement(self.n, queens, blocked);
        let guide = solutions(self.n).guide(&placement);
        assert_eq!(placement.is_consistent(), truth.consistent, "{placement:?}");
        assert_eq!(guide.total(), &Count::Exact(truth.total.into()), "{placement:?}");
        assert_eq!(guide.is_completable(), truth.total > 0, "{placement:?}");
        assert_eq!(guide.variables().len(), truth.squares.len());
        // The diagram that is built for the placement equals the diagram selected from all solutions.
        let direct = build_completions(&placement, &mut Budget::unlimited());
        let selected = solutions(self.n).completions(&placement, &mut Budget::unlimited()).unwrap();
        assert_eq!(direct, selected.to_bdd(&mut Budget::unlimited()), "{placement:?}");
        let queens = Queens::new(placement.size());
        for ((square, status, completions), (true_status, true_count)) in guide.variables().zip(truth.squares) {
            let expected = (true_status, &Count::Exact(true_count.into()));
            assert_eq!((queens.status_name(status), completions), expected, "{square} of {placement:?}");
        }
    }

    fn square_count(&self) -> usize {
        self.n * self.n
    }
}

/// A generator of random choices, the same in every run.
struct Chance(TestRng);

impl Chance {
    fn new() -> Chance {
        Chance(TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }

    /// Returns a random subset of `items`, which contains each item with a probability of `percent`.
    fn some(&mut self, items: impl IntoIterator<Item = usize>, percent: usize) -> Vec<usize> {
        items.into_iter().filter(|_| self.below(100) < percent).collect()
    }
}

#[test]
fn every_consistent_placement_up_to_6() {
    for board in (1..=6).map(Board::new) {
        for queens in consistent_placements(board.n) {
            board.check(&queens, &[]);
        }
    }
}

#[test]
fn every_consistent_placement_up_to_6_with_squares_blocked_at_random() {
    let mut chance = Chance::new();
    for board in (1..=6).map(Board::new) {
        for queens in consistent_placements(board.n) {
            for percent in [3, 10, 40] {
                // The square of a queen may be blocked as well.
                let blocked = chance.some(0..board.square_count(), percent);
                board.check(&queens, &blocked);
                let free: Vec<usize> = blocked.into_iter().filter(|k| !queens.contains(k)).collect();
                board.check(&queens, &free);
            }
        }
    }
}

#[test]
fn every_placement_up_to_3_with_every_choice_of_blocked_squares() {
    for board in (1..=3).map(Board::new) {
        let sets = 1u32 << board.square_count();
        let members = |set: u32| (0..board.square_count()).filter(|k| set >> k & 1 == 1).collect::<Vec<_>>();
        for queens in (0..sets).map(members) {
            for blocked in (0..sets).map(members) {
                board.check(&queens, &blocked);
            }
        }
    }
}

#[test]
fn every_set_of_queens_on_4_consistent_or_not() {
    let board = Board::new(4);
    for set in 0u32..1 << 16 {
        let queens: Vec<usize> = (0..16).filter(|k| set >> k & 1 == 1).collect();
        board.check(&queens, &[]);
    }
}

#[test]
fn every_choice_of_blocked_squares_on_4() {
    let board = Board::new(4);
    for set in 0u32..1 << 16 {
        let blocked: Vec<usize> = (0..16).filter(|k| set >> k & 1 == 1).collect();
        board.check(&[], &blocked);
    }
}

#[test]
fn every_three_queens_on_5_and_6_consistent_or_not() {
    for board in [5, 6].map(Board::new) {
        for a in 0..board.square_count() {
            for b in 0..=a {
                for c in 0..=b {
                    board.check(&[a, b, c], &[]);
                }
            }
        }
    }
}

#[test]
fn thousands_of_random_placements_from_7_to_10() {
    let mut chance = Chance::new();
    for board in (7..=10).map(Board::new) {
        for round in 0..1500 {
            let solution = &board.all[chance.below(board.all.len())];
            let solution = solution.iter().enumerate().map(|(rank, file)| rank * board.n + file);
            let percent = chance.below(30);
            let blocked = chance.some(0..board.square_count(), percent);
            let percent = chance.below(101);
            let mut queens = match round % 3 {
                // Some queens of a solution. They have a completion, unless a blocked square or the queen that may be
                // added below rules it out.
                0 | 1 => chance.some(solution, percent),
                // Up to two queens on random squares.
                _ => (0..chance.below(3)).map(|_| chance.below(board.square_count())).collect(),
            };
            if round % 3 > 0 {
                queens.push(chance.below(board.square_count()));
            }
            let free: Vec<usize> = blocked.iter().copied().filter(|k| !queens.contains(k)).collect();
            board.check(&queens, if round % 2 == 0 { &free } else { &blocked });
        }
    }
}
