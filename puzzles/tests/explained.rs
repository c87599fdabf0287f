//! Tests of explanations: they use no split where a deduction needs none, and contain no redundant step.

use bdd_core::Budget;
use nqueens_guide::{Library, Placement, Size};
use puzzle_core::deduce::path;
use puzzle_core::explain::{Reason, RuledOut, Step, Technique};
use puzzle_core::{Guide, Marks, Seen, Source, Status, explain};
use regions_guide::{Attack, RegionsPuzzle, all_solutions};
use sudoku_guide::{Shape, Sudoku, read};

/// Returns `true` if a step is a split.
fn has_split(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Split { .. }))
}

/// Explains the first conclusion of each locked set, empty line or chain on the solve path, with earlier conclusions as
/// player marks. Returns the number of explanations.
fn explained_without_cases(source: &dyn Source) -> usize {
    let budget = &mut Budget::unlimited();
    let puzzle = source.puzzle();
    let mut seen = Seen::from(Marks::default());
    let mut explained = 0;
    for deduction in path(puzzle, &seen, Technique::Split, budget).unwrap().steps {
        if matches!(deduction.technique(), Technique::Locked | Technique::EmptyLine | Technique::Chain) {
            let marks = Marks { blocked: seen.out.clone(), ..seen.marks.clone() };
            let tally = source.completions(&marks, budget).unwrap().tally(budget).unwrap();
            let guide = Guide::new(puzzle, marks, tally);
            let why = explain(source, &guide, deduction.conclusions[0].variable, budget).unwrap().unwrap();
            let lemmas = why.lemmas.iter().map(|lemma| &lemma.steps);
            let is_split = lemmas.chain([&why.steps]).any(|steps| has_split(steps));
            assert!(!is_split, "{why:?} where {deduction:?} does");
            explained += 1;
        }
        if !puzzle.has_counts() {
            assert_eq!(redundant_step(&deduction.steps), None, "{deduction:?}");
        }
        seen.take(&deduction);
    }
    explained
}

#[test]
fn explanations_do_without_splits_where_deductions_do() {
    // This Sudoku is by Arto Inkala, 2012.
    let sudoku = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let sudoku = Sudoku::new(read(Some(Shape::NINE), sudoku.as_bytes()).next().unwrap().unwrap().1);
    // Both boards come from the generator: a hard one, and one with two stars.
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

/// Returns `true` if a reason of the steps, or of the cases in them, satisfies `is_like`.
fn says(steps: &[Step], is_like: &dyn Fn(&RuledOut) -> bool) -> bool {
    steps.iter().any(|step| {
        let in_cases = matches!(step, Step::Split { cases, .. } if cases.iter().any(|case| says(&case.steps, is_like)));
        in_cases || step.ruled_out().iter().any(is_like)
    })
}

/// Returns a redundant step: one that no later step uses, or a split with a case that does not use its assumption.
fn redundant_step(steps: &[Step]) -> Option<&Step> {
    steps.iter().enumerate().find_map(|(number, step)| {
        let after = &steps[number + 1..];
        let is_by = |by| move |reason: &RuledOut| reason.because == Reason::Excluded { by };
        let is_redundant = match step {
            Step::Only { variable, .. } => !after.is_empty() && !says(after, &is_by(*variable)),
            Step::Locked { out, .. } => {
                let is_of_it = |reason: &RuledOut| reason.because == Reason::Out && out.contains(&reason.variable);
                !after.is_empty() && !says(after, &is_of_it)
            }
            Step::Split { cases, .. } => {
                if let Some(step) = cases.iter().find_map(|case| redundant_step(&case.steps)) {
                    return Some(step);
                }
                cases.iter().any(|case| !says(&case.steps, &is_by(case.variable)))
            }
            _ => false,
        };
        is_redundant.then_some(step)
    })
}

/// Explains every variable decided by `marks` and asserts that no step is redundant. Returns the number of splits.
fn splits_without_redundancy(source: &dyn Source, marks: &Marks) -> usize {
    let budget = &mut Budget::unlimited();
    let tally = source.completions(marks, budget).unwrap().tally(budget).unwrap();
    let guide = Guide::new(source.puzzle(), marks.clone(), tally);
    let decided = guide.variables().filter(|(_, status, _)| matches!(status, Status::Dead | Status::Forced));
    let mut splits = 0;
    for (variable, ..) in decided {
        let why = explain(source, &guide, variable, budget).unwrap().unwrap();
        for steps in why.lemmas.iter().map(|lemma| &lemma.steps).chain([&why.steps]) {
            assert_eq!(redundant_step(steps), None, "{why:?}");
            splits += usize::from(has_split(steps));
        }
    }
    splits
}

#[test]
fn explanations_have_no_redundant_step() {
    let budget = &mut Budget::unlimited();
    let regions = "AAAAAABB\nAACCAABB\nCCCAABBB\nCCAAABDB\nEFFFFDDD\nEEEFFDDD\nGEFFGDDH\nGGGGGHHH";
    let regions = all_solutions(RegionsPuzzle::new(regions.parse().unwrap(), Attack::King), budget).unwrap();
    let mut splits = splits_without_redundancy(&regions, &Marks::default());
    for (n, queens) in [(6, ""), (8, "b4"), (8, "d1 g2"), (8, "a1"), (9, "e5 a3"), (10, "c4 f6"), (11, "b2 e7 h4")] {
        let solutions = Library::embedded().load(Size::new(n).unwrap()).unwrap();
        let queens = queens.split_whitespace().map(|queen| queen.parse().unwrap());
        let placement = Placement::new(solutions.size(), queens, []).unwrap();
        splits += splits_without_redundancy(&solutions, &placement.marks());
    }
    println!("{splits} arguments with cases");
    assert!(splits > 20, "{splits}");
}
