//! Tests that generated puzzles have exactly one solution, by a search that shares no code with the generator.

use bdd_core::{Budget, Sampler};
use sudoku_guide::{GenerateOptions, Grid, Shape, generate};

use super::backtracking::Plain;

fn solutions(grid: &Grid) -> usize {
    let shape = grid.shape();
    let plain = Plain { rows: shape.block_rows(), columns: shape.block_columns(), values: grid.values().to_vec() };
    plain.count(2)
}

fn options(rows: usize, columns: usize) -> GenerateOptions {
    GenerateOptions { shape: Shape::new(rows, columns).unwrap(), clues: None, symmetric: false, minimal: false }
}

#[test]
fn every_shape_up_to_ten_values() {
    for (rows, columns) in
        [(1, 1), (1, 2), (1, 3), (2, 2), (1, 5), (5, 1), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5)]
    {
        for seed in 0..3 {
            let puzzle = generate(&options(rows, columns), &mut Sampler::new(seed), &mut Budget::unlimited()).unwrap();
            assert_eq!(solutions(&puzzle), 1, "{rows}x{columns} {puzzle}");
        }
    }
}

#[test]
fn large_shapes() {
    for (rows, columns) in [(4, 4), (4, 5), (5, 5)] {
        let puzzle = generate(&options(rows, columns), &mut Sampler::new(1), &mut Budget::unlimited()).unwrap();
        println!("{rows}x{columns}: {} clues", puzzle.clues());
        let answer = sudoku_guide::solve(&puzzle, &mut Budget::unlimited()).unwrap();
        assert!(matches!(answer, sudoku_guide::Uniqueness::Unique(_)));
    }
}

#[test]
fn wishes_are_kept() {
    for seed in 0..5 {
        let nine = options(3, 3);
        let made =
            |options: &GenerateOptions| generate(options, &mut Sampler::new(seed), &mut Budget::unlimited()).unwrap();
        for clues in [81, 50, 27] {
            let puzzle = made(&GenerateOptions { clues: Some(clues), ..nine });
            assert_eq!((puzzle.clues(), solutions(&puzzle)), (clues, 1));
        }
        let minimal = made(&GenerateOptions { minimal: true, ..nine });
        assert!(minimal.filled().all(|(cell, _)| solutions(&minimal.with(cell, 0)) == 2));
        let symmetric = made(&GenerateOptions { symmetric: true, minimal: true, ..nine });
        assert_eq!(solutions(&symmetric), 1);
        for (cell, _) in symmetric.filled() {
            assert_ne!(symmetric.value(80 - cell), 0);
            assert_eq!(solutions(&symmetric.with(cell, 0).with(80 - cell, 0)), 2);
        }
        assert_eq!(made(&nine), made(&nine), "a seed is a seed");
    }
    assert_ne!(
        generate(&options(3, 3), &mut Sampler::new(1), &mut Budget::unlimited()),
        generate(&options(3, 3), &mut Sampler::new(2), &mut Budget::unlimited())
    );
    let impossible = GenerateOptions { clues: Some(3), ..options(2, 2) };
    let message = generate(&impossible, &mut Sampler::new(1), &mut Budget::unlimited()).unwrap_err().to_string();
    assert!(message.starts_with("no puzzle with 3 clues came up in 100 tries; the nearest had 4"), "{message}");
}

#[test]
fn a_thousand_puzzles_have_one_solution_each() {
    let start = std::time::Instant::now();
    let mut sampler = Sampler::new(2026);
    let wishes = [(false, false), (true, false), (false, true), (true, true)];
    let puzzles: Vec<Grid> = (0..1000)
        .map(|number| {
            let (symmetric, minimal) = wishes[number % 4];
            generate(&GenerateOptions { symmetric, minimal, ..options(3, 3) }, &mut sampler, &mut Budget::unlimited())
                .unwrap()
        })
        .collect();
    let generated = start.elapsed();
    assert!(puzzles.iter().all(|puzzle| solutions(puzzle) == 1));
    println!("generated in {generated:?}, checked in {:?}", start.elapsed() - generated);
}
