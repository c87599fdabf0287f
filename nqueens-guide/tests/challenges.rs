//! Tests of challenges: they have one solution each and no superfluous block, are the same on every machine, and are
//! guided like any placement.

use std::ops::ControlFlow;

use bdd_core::{Budget, Variable};
use nqueens_guide::challenge::{Challenge, ChallengeGenerator, drawn, read};
use nqueens_guide::search::sequential;
use nqueens_guide::{Placement, Queens, Size, Solutions};
use puzzle_core::check;
use puzzle_core::deduce::path;
use puzzle_core::explain::Technique;
use puzzle_core::{Diagram, Guide, Marks, Puzzle, Seen, Status};
use puzzle_kind::{Difficulty, Entry, Playable};

fn challenges(n: usize, level: Difficulty, seed: u64, count: usize) -> Vec<Challenge> {
    let mut generator = ChallengeGenerator::new(Size::new(n).unwrap(), Some(level), seed).unwrap();
    (0..count).map(|_| generator.next_challenge(&mut Budget::unlimited()).unwrap()).collect()
}

/// Returns up to two completions of a placement, as squares, by another search.
fn two_completions(placement: &Placement) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    sequential(placement, |ranks| {
        let mut queens: Vec<String> =
            ranks.iter().zip('a'..).map(|(rank, file)| format!("{file}{}", rank + 1)).collect();
        queens.sort();
        found.push(queens);
        if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

fn expect_proper(challenge: &Challenge) {
    let board = drawn(&challenge.placement);
    let mut solution: Vec<String> = challenge.solution.iter().map(ToString::to_string).collect();
    solution.sort();
    assert_eq!(two_completions(&challenge.placement), [solution], "{board}");
    for &square in challenge.placement.blocked() {
        let mut without = challenge.placement.clone();
        without.unblock(square);
        assert_eq!(two_completions(&without).len(), 2, "{square} is blocked without need\n{board}");
    }
}

/// Returns the levels that occur at each size.
fn levels(n: usize) -> &'static [Difficulty] {
    match n {
        ..6 => &Difficulty::ALL[..1],
        _ => &Difficulty::ALL,
    }
}

#[test]
fn every_challenge_has_one_solution_and_no_block_without_need() {
    for n in 4..=11 {
        for &level in levels(n) {
            for challenge in challenges(n, level, 7, 40) {
                expect_proper(&challenge);
                assert_eq!(challenge.level, level);
            }
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_challenges_of_every_size_and_level() {
    for n in 4..=11 {
        for &level in levels(n) {
            challenges(n, level, 2026, 1000).iter().for_each(expect_proper);
        }
    }
}

/// Checks that a seed gives the same challenges on any machine and in every later version.
#[test]
fn the_challenges_of_a_seed_are_fixed_for_ever() {
    let hashes: Vec<String> = [(4, 0), (6, 1), (8, 0), (8, 1), (8, 2), (10, 2), (11, 1)]
        .into_iter()
        .map(|(n, level)| {
            let boards: String =
                challenges(n, Difficulty::ALL[level], 42, 20).iter().map(|made| drawn(&made.placement)).collect();
            format!("{n} {level} {:08x}", crc32fast::hash(boards.as_bytes()))
        })
        .collect();
    assert_eq!(hashes, HASHES);
}

const HASHES: [&str; 7] =
    ["4 0 1a879a9b", "6 1 6417bb27", "8 0 421426be", "8 1 d73bb414", "8 2 a7774f14", "10 2 5550a0c8", "11 1 66253f48"];

#[test]
fn a_challenge_is_guided_as_the_same_queens_and_blocks_on_an_empty_board() {
    let budget = &mut Budget::unlimited();
    for n in [6, 8, 9] {
        let solutions = Solutions::build(Size::new(n).unwrap());
        for challenge in challenges(n, Difficulty::Medium, 3, 10) {
            let entry = Entry::from(&challenge.placement);
            let source = entry.open(budget).unwrap().source;
            let tally = source.completions(&Marks::default(), budget).unwrap().tally(budget).unwrap();
            let guide = Guide::new(source.puzzle(), Marks::default(), tally);
            let expected = solutions.guide(&challenge.placement);
            for variable in Variable::all(n * n) {
                let status = match guide.status(variable) {
                    Status::Given => Status::Placed,
                    status => status,
                };
                assert_eq!(status, expected.status(variable));
                assert_eq!(guide.completions(variable), expected.completions(variable));
            }
            assert_eq!(entry.puzzle().difficulty(), Some(Difficulty::Medium));
            // The conjunction of the rules and the givens is the same diagram.
            let conjoined =
                Diagram::conjoin(Queens::completing(&challenge.placement), &mut Budget::unlimited()).unwrap();
            assert_eq!(
                conjoined.solutions(),
                &*solutions.completions(&challenge.placement, &mut Budget::unlimited()).unwrap()
            );
        }
    }
}

#[test]
fn the_way_to_the_solution_is_replayed_from_the_rules_alone() {
    let budget = &mut Budget::unlimited();
    for challenge in challenges(8, Difficulty::Medium, 5, 20) {
        let puzzle = Queens::completing(&challenge.placement);
        let mut seen = Seen::from(Marks::default());
        let way = path(&puzzle, &seen, Technique::Chain, budget).unwrap();
        assert!(way.is_complete);
        for deduction in &way.steps {
            assert_eq!(check::deduction(&puzzle, &seen, deduction), Ok(()));
            seen.take(deduction);
        }
        let placed = way.steps.iter().flat_map(|step| &step.conclusions).filter(|literal| literal.value).count();
        assert_eq!(placed + puzzle.givens().len(), 8);
    }
}

#[test]
fn challenges_are_read_as_they_are_written() {
    for challenge in challenges(9, Difficulty::Hard, 1, 5) {
        let text = Queens::completing(&challenge.placement).text();
        let (line, read) = read(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!((line, read), (1, challenge.placement));
    }
}

#[test]
fn what_was_cancelled_is_made_by_the_next_call() {
    let new = || ChallengeGenerator::new(Size::new(11).unwrap(), Some(Difficulty::Hard), 9).unwrap();
    let (mut whole, mut stopped) = (new(), new());
    let expected = whole.next_challenge(&mut Budget::unlimited()).unwrap();
    let mut stops = 0;
    for steps in (1..).map(|power| 1_u64 << power) {
        match stopped.next_challenge(&mut Budget::unlimited().with_steps(steps)) {
            Ok(made) => {
                assert_eq!(made, expected);
                break;
            }
            Err(_) => stops += 1,
        }
    }
    assert!(stops > 5, "{stops}");
}

#[test]
fn sizes_without_challenges_are_refused() {
    for n in [1, 2, 3, 15, 200] {
        let error = ChallengeGenerator::new(Size::new(n).unwrap(), None, 1).unwrap_err();
        assert_eq!(error.to_string(), format!("no challenges of size {n}: expected a size from 4 to 14"));
    }
    let mut generator = ChallengeGenerator::new(Size::new(4).unwrap(), Some(Difficulty::Hard), 1).unwrap();
    let error = generator.next_challenge(&mut Budget::unlimited()).unwrap_err().to_string();
    assert!(error.starts_with("none of 500 challenges of size 4 was hard: ask for another size"), "{error}");
}
