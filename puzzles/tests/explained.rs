//! Explanations against deductions: nothing is tried in turn where a deduction shows it without.

use bdd_core::Budget;
use puzzle_core::deduce::{Seen, path};
use puzzle_core::explain::{Kind, Step};
use puzzle_core::{Guide, Marks, Source, explain};
use regions_guide::{Attack, RegionsPuzzle, all_solutions};
use sudoku_guide::{Shape, Sudoku, read};

/// Whether something is tried in turn anywhere in some steps.
fn has_split(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Split { .. }))
}

/// Explains what every deduction on the way to the solution shows first, from all that was shown before as the player's
/// own marks. The number of those whose deduction is a locked set, an empty line or a chain.
fn explained_without_cases(source: &dyn Source) -> usize {
    let budget = &mut Budget::unlimited();
    let puzzle = source.puzzle();
    let mut seen = Seen::from(Marks::default());
    let mut explained = 0;
    for deduction in path(puzzle, &seen, Kind::Split, budget).unwrap().steps {
        if matches!(deduction.kind(), Kind::Locked | Kind::EmptyLine | Kind::Chain) {
            let marks = Marks { blocked: seen.out.clone(), ..seen.marks.clone() };
            let tally = source.completions(&marks, budget).unwrap().tally(budget).unwrap();
            let guide = Guide::new(puzzle, marks, tally);
            let why = explain(source, &guide, deduction.conclusions[0].variable, budget).unwrap().unwrap();
            let lemmas = why.lemmas.iter().map(|lemma| &lemma.steps);
            let is_split = lemmas.chain([&why.steps]).any(|steps| has_split(steps));
            assert!(!is_split, "{why:?} where {deduction:?} does");
            explained += 1;
        }
        seen.take(&deduction);
    }
    explained
}

#[test]
fn nothing_is_tried_in_turn_where_a_deduction_does_without() {
    // By Arto Inkala, 2012.
    let sudoku = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let sudoku = Sudoku::new(read(Some(Shape::NINE), sudoku.as_bytes()).next().unwrap().unwrap().1);
    // Both made by the generator: a hard board, and one with two stars.
    let regions = "AAAAAABB\nAACCAABB\nCCCAABBB\nCCAAABDB\nEFFFFDDD\nEEEFFDDD\nGEFFGDDH\nGGGGGHHH";
    let stars = "AAAAABBBB\nAAAAABBBC\nDDDAABBBC\nDDDDEEEEC\nFFFFEEECC\nGFFFEEECH\nGGIFEEHHH\nGIIIIIHHH\nGIIIIIHHH";
    let budget = &mut Budget::unlimited();
    let regions = all_solutions(RegionsPuzzle::new(regions.parse().unwrap(), Attack::King), budget).unwrap();
    let stars = all_solutions(RegionsPuzzle::with_stars(stars.parse().unwrap(), Attack::King, 2), budget).unwrap();
    let explained: Vec<usize> =
        [&sudoku as &dyn Source, &regions, &stars].into_iter().map(explained_without_cases).collect();
    println!("{explained:?} explained");
    assert!(explained.iter().all(|&explained| explained > 3), "{explained:?}");
}
