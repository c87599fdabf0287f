//! Tests of explanations and hints of boards with two stars: the checker refuses their mutations.

#[path = "mutations.rs"]
mod mutations;

use bdd_core::Sampler;
use puzzle_core::check;
use puzzle_core::deduce::easiest;
use puzzle_core::explain::{RuledOut, Step, Technique};
use puzzle_core::{Budget, Diagram, Explanation, Guide, Marks, Puzzle, Seen, Source, Status, Variable, explain};
use regions_guide::{RegionsPuzzle, all_solutions};

use crate::battle::{board_around, placements, puzzle};

/// Returns `many` boards with one solution, made around random placements, and their solutions.
fn boards(many: usize) -> Vec<(Diagram<RegionsPuzzle>, Vec<Variable>)> {
    let all = placements(9, 2);
    let mut sampler = Sampler::new(19);
    let mut found = Vec::new();
    while found.len() < many {
        let hidden = &all[sampler.index(all.len()).unwrap()];
        let source =
            all_solutions(puzzle(&board_around(hidden, 2, &mut sampler), 2), &mut Budget::unlimited()).unwrap();
        if source.solutions().model_count() == 1u32.into() {
            let solution = source.solutions().models().next().unwrap();
            found.push((source, solution));
        }
    }
    found
}

/// Returns the steps of a part of an explanation. The parts are the lemmas, and then the argument itself.
fn steps_of(why: &mut Explanation, part: usize) -> &mut Vec<Step> {
    if part < why.lemmas.len() { &mut why.lemmas[part].steps } else { &mut why.steps }
}

fn reasons(step: &mut Step) -> Option<&mut Vec<RuledOut>> {
    match step {
        Step::Only { ruled_out, .. }
        | Step::Locked { ruled_out, .. }
        | Step::Empty { ruled_out, .. }
        | Step::Split { ruled_out, .. } => Some(ruled_out),
        _ => None,
    }
}

/// Returns all mutations of an explanation, each with one error.
fn wrong(why: &Explanation, puzzle: &RegionsPuzzle, solution: &[Variable]) -> Vec<(String, Explanation)> {
    let mut wrong = Vec::new();
    let mut mutate = |what: String, change: &dyn Fn(&mut Explanation)| {
        let mut other = why.clone();
        change(&mut other);
        wrong.push((what, other));
    };
    let is_forced = why.status == Status::Forced;
    mutate("another status".to_owned(), &|why| why.status = if is_forced { Status::Dead } else { Status::Forced });
    // A conclusion that contradicts the solution.
    let all: Vec<Variable> = Variable::all(puzzle.variables()).collect();
    let false_claims = all.iter().filter(|one| solution.contains(one) != is_forced);
    false_claims.for_each(|&one| mutate(format!("about {one}"), &|why| why.variable = one));
    for (place, lemma) in why.lemmas.iter().enumerate() {
        // A variable is ruled out because a later step cites it.
        if lemma.conclusions.iter().all(|one| !one.value) {
            mutate(format!("no lemma {place}"), &|why| drop(why.lemmas.remove(place)));
        }
        let is_placed = lemma.conclusions[0].value;
        for &one in all.iter().filter(|one| solution.contains(one) != is_placed) {
            mutate(format!("lemma {place} says {one}"), &|why| why.lemmas[place].conclusions[0].variable = one);
        }
    }
    for part in 0..=why.lemmas.len() {
        let mut copy = why.clone();
        for place in 0..steps_of(&mut copy, part).len() {
            let Some(count) = reasons(&mut steps_of(&mut copy, part)[place]).map(|reasons| reasons.len()) else {
                continue;
            };
            // A line with too many stars is broken without any squares ruled out, so that its reasons are no premises.
            let mut without = why.clone();
            reasons(&mut steps_of(&mut without, part)[place]).unwrap().clear();
            if count == 0 || check::explanation(puzzle, &without).is_ok() {
                continue;
            }
            // A line that lacks two stars still lacks one without one of its reasons.
            if matches!(steps_of(&mut without, part)[place], Step::Empty { .. }) {
                mutate(format!("no reasons in step {place} of {part}"), &|why| {
                    reasons(&mut steps_of(why, part)[place]).unwrap().clear();
                });
                continue;
            }
            for reason in 0..count {
                mutate(format!("no reason {reason} in step {place} of {part}"), &|why| {
                    reasons(&mut steps_of(why, part)[place]).unwrap().remove(reason);
                });
            }
        }
    }
    wrong
}

#[test]
fn explanations_and_hints_with_something_wrong_are_refused() {
    let (mut refused, mut lemmas, mut explained) = (0, 0, 0);
    for (source, solution) in boards(1) {
        let budget = &mut Budget::unlimited();
        let tally = source.completions(&Marks::default(), budget).unwrap().tally(budget).unwrap();
        let guide = Guide::new(source.puzzle(), Marks::default(), tally);
        for variable in Variable::all(source.puzzle().variables()) {
            let why = explain(&source, &guide, variable, budget).unwrap().unwrap();
            assert_eq!(check::explanation(source.puzzle(), &why), Ok(()), "{why:?}");
            for (what, other) in wrong(&why, source.puzzle(), &solution) {
                assert!(check::explanation(source.puzzle(), &other).is_err(), "{what}: {why:?}");
                refused += 1;
            }
            explained += 1;
            lemmas += why.lemmas.len();
        }
        let mut seen = Seen::default();
        while let Some(deduction) = easiest(source.puzzle(), &seen, budget).unwrap() {
            assert_eq!(check::deduction(source.puzzle(), &seen, &deduction), Ok(()));
            // Only for splits, which are frequent, may the search for the shortest argument end early.
            assert!(deduction.is_easiest || deduction.technique() == Technique::Split, "{deduction:?}");
            let is_placed = deduction.conclusions[0].value;
            let false_claims: Vec<Variable> = Variable::all(source.puzzle().variables())
                .filter(|variable| solution.contains(variable) != is_placed)
                .collect();
            for other in mutations::mutations(&deduction, &false_claims) {
                // A premise may be superfluous if a line has too many stars.
                if other.conclusions != deduction.conclusions || other.steps.is_empty() {
                    assert!(check::deduction(source.puzzle(), &seen, &other).is_err(), "{deduction:?}\n{other:?}");
                    refused += 1;
                }
            }
            assert!(deduction.conclusions.iter().all(|one| solution.contains(&one.variable) == one.value));
            seen.take(&deduction);
        }
        assert_eq!(seen.marks.placed.len(), solution.len());
    }
    println!("{explained} explanations with {lemmas} lemmas; {refused} mutations refused");
    assert!(refused > 10_000 && lemmas > 100);
}
