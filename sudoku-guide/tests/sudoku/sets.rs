//! Tests of published puzzles with known answers; see `tests/data/README.md`.

use std::path::Path;
use std::time::Instant;

use puzzle_core::deduce::path;
use puzzle_core::explain::Technique;
use puzzle_core::{Budget, Marks, Puzzle, Seen, Source};
use serde::Deserialize;
use sudoku_guide::{Grid, Shape, Sudoku, Uniqueness, solve};

#[derive(Deserialize)]
struct Known {
    id: String,
    n: usize,
    puzzle: String,
    solution: Option<String>,
    status: String,
    n_solutions: serde_json::Value,
}

const FILES: [&str; 5] = ["hard-9x9", "clue17-9x9", "9x9", "16x16", "invalid-and-multiple-9x9"];

/// A file with puzzles that take many seconds.
const LARGE: &str = "25x25";

/// The quickest puzzles of `LARGE`.
const QUICK: [&str; 2] = ["gecode-19", "gecode-20"];

fn known(file: &str) -> Vec<(Known, Grid)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file).with_extension("jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let parsed = text.lines().map(|line| {
        let known: Known = serde_json::from_str(line).unwrap();
        let grid = Grid::parse(Shape::of_values(known.n).unwrap(), &known.puzzle).unwrap();
        (known, grid)
    });
    parsed.collect()
}

#[test]
fn every_puzzle_has_its_known_status_and_solution() {
    let mut puzzles = FILES.iter().flat_map(|file| known(file)).collect::<Vec<_>>();
    assert_eq!(puzzles.len(), 479);
    puzzles.extend(known(LARGE).into_iter().filter(|(known, _)| QUICK.contains(&known.id.as_str())));
    check_answers(puzzles);
}

#[test]
#[ignore = "takes minutes"]
fn every_large_puzzle_has_its_known_solution() {
    check_answers(known(LARGE));
}

#[test]
fn the_search_for_a_hint_ends_where_arguments_would_be_too_long_to_be_told() {
    for (known, grid) in known(LARGE).into_iter().take(2) {
        let sudoku = Sudoku::new(grid);
        let way = path(&sudoku, &Seen::default(), Technique::Split, &mut Budget::unlimited()).unwrap();
        assert!(!way.is_complete && way.steps.len() > 30, "{}: {} steps", known.id, way.steps.len());
        let solution = Sudoku::new(Grid::parse(Shape::of_values(25).unwrap(), &known.solution.unwrap()).unwrap());
        let is_true = |variable| Puzzle::givens(&solution).binary_search(&variable).is_ok();
        for conclusion in way.steps.iter().flat_map(|step| &step.conclusions) {
            assert_eq!(conclusion.value, is_true(conclusion.variable), "{}", known.id);
        }
    }
}

fn check_answers(puzzles: Vec<(Known, Grid)>) {
    for (known, grid) in puzzles {
        let answer = solve(&grid, &mut Budget::unlimited()).unwrap();
        assert_eq!(answer.name(), known.status, "{}", known.id);
        match answer {
            Uniqueness::None => {}
            Uniqueness::Unique(solution) => assert_eq!(Some(solution.to_string()), known.solution, "{}", known.id),
            Uniqueness::Multiple(first, second) => {
                assert_ne!(first, second);
                for solution in [first, second] {
                    assert!(solution.is_solution(), "{}", known.id);
                    assert!(grid.filled().all(|(cell, value)| solution.value(cell) == value), "{}", known.id);
                }
            }
        }
    }
}

#[test]
fn every_puzzle_has_its_known_number_of_solutions() {
    for (known, grid) in FILES.iter().flat_map(|file| known(file)) {
        let expected = known.n_solutions.as_u64().expect("all numbers are known").into();
        let count = Sudoku::new(grid).count(&Marks::default(), &mut Budget::unlimited()).unwrap();
        assert!(count.is_exact(), "{}", known.id);
        assert_eq!(*count.value(), expected, "{}", known.id);
    }
}

/// Prints the times; run by hand with `--ignored --nocapture`, in a release build.
#[test]
#[ignore = "measures"]
fn times() {
    for file in FILES.into_iter().chain([LARGE]) {
        let mut times = Vec::new();
        for (known, grid) in known(file) {
            let start = Instant::now();
            let answer = solve(&grid, &mut Budget::unlimited()).unwrap();
            times.push((start.elapsed(), known.id));
            assert_eq!(answer.name(), known.status);
        }
        times.sort();
        let at = |percent: usize| &times[(times.len() - 1) * percent / 100];
        println!("{file}: {} puzzles, median {:?}, p99 {:?}, worst {:?}", times.len(), at(50).0, at(99).0, at(100));
    }
}
