//! Checks deductions and paths against a list of all completions, and the checker against mutated deductions.

use bdd_core::Sampler;
use puzzle_core::Seen;
use puzzle_core::check;
use puzzle_core::deduce::{easiest, path};
use puzzle_core::explain::Technique;
use puzzle_core::{Budget, Marks, Puzzle, Variable, sentences};

use crate::latin::{Latin, agrees, all_squares, has};
use crate::mutations::mutations;

fn below(sampler: &mut Sampler, bound: usize) -> usize {
    sampler.below(&bound.into()).and_then(|number| number.try_into().ok()).expect("below a number that is not 0")
}

/// Returns random marks that agree with `square`.
fn marks(puzzle: &Latin, square: &[usize], sampler: &mut Sampler) -> Marks {
    let mut marks = Marks::default();
    for variable in Variable::all(puzzle.rules().variables()) {
        match (has(square, variable), below(sampler, 8)) {
            (true, 0) if !puzzle.givens().contains(&variable) => drop(marks.placed.insert(variable)),
            (false, 0 | 1) => drop(marks.blocked.insert(variable)),
            _ => {}
        }
    }
    marks
}

#[test]
fn deductions_hold_in_all_completions_and_mutated_ones_are_refused() {
    let mut sampler = Sampler::new(3);
    let (mut kinds, mut mutated) = ([0; 7], 0);
    for (order, givens, cases) in [(3, vec![], 100), (4, vec![], 150), (4, vec![0, 25], 100)] {
        let puzzle = Latin::new(order, &givens);
        let all = all_squares(&puzzle);
        for _ in 0..cases {
            let square = &all[below(&mut sampler, all.len())];
            let mut seen = Seen::from(marks(&puzzle, square, &mut sampler));
            let completions: Vec<_> = all.iter().filter(|square| agrees(square, &seen.marks)).collect();
            let budget = &mut Budget::unlimited();
            let whole = path(&puzzle, &seen, Technique::Split, budget).unwrap();
            let mut steps = Vec::new();
            while let Some(deduction) = easiest(&puzzle, &seen, budget).unwrap() {
                assert_eq!(check::deduction(&puzzle, &seen, &deduction), Ok(()), "{deduction:?}");
                for literal in &deduction.conclusions {
                    let holds = |square: &&Vec<usize>| has(square, literal.variable) == literal.value;
                    assert!(completions.iter().all(holds), "{deduction:?}");
                }
                let told = sentences::deduction(&puzzle, &deduction);
                assert!(told.iter().all(|line| line.ends_with(['.', ':'])), "{told:?}");
                kinds[deduction.technique() as usize] += 1;
                let is_open = |variable: &Variable| {
                    let standing = seen.marks.standing(&puzzle);
                    let is_out = seen.out.contains(variable) || seen.marks.blocked.contains(variable);
                    let concluded = deduction.conclusions.iter().any(|literal| literal.variable == *variable);
                    !is_out && !concluded && !standing.contains(variable)
                };
                let open: Vec<Variable> = Variable::all(puzzle.rules().variables()).filter(is_open).collect();
                for wrong in mutations(&deduction, &open) {
                    assert!(check::deduction(&puzzle, &seen, &wrong).is_err(), "{wrong:?}");
                    mutated += 1;
                }
                seen.take(&deduction);
                steps.push(deduction);
            }
            assert_eq!(whole.steps, steps, "a path is the easiest deduction at every step");
            // The path is complete if there is a single completion, so no deduction was missed.
            assert_eq!(whole.is_complete, completions.len() == 1);
        }
    }
    println!("by kind: {kinds:?}; {mutated} mutated");
    assert!(kinds[Technique::Only as usize] > 100 && kinds[Technique::Locked as usize] > 0 && mutated > 10_000);
}
