//! Wrong deductions, made by changing right ones.

use puzzle_core::explain::{Reason, RuledOut, Step};
use puzzle_core::{Deduction, Literal, Variable};

/// Returns wrong variants of a deduction: a premise or a step is left out, or the conclusion is replaced.
pub(crate) fn mutations(deduction: &Deduction, open: &[Variable]) -> Vec<Deduction> {
    let mut mutated = Vec::new();
    let conclusion = deduction.conclusions[0];
    for &variable in open.iter().filter(|&&variable| variable != conclusion.variable) {
        let mut other = deduction.clone();
        other.conclusions[0] = Literal { variable, ..conclusion };
        mutated.push(other);
    }
    let mut denied = deduction.clone();
    denied.conclusions[0].value = !conclusion.value;
    mutated.push(denied);
    for place in 0..deduction.steps.len() {
        let mut shorter = deduction.clone();
        shorter.steps.remove(place);
        mutated.push(shorter);
        for reason in 0..deduction.steps[place].ruled_out().len() {
            let mut without = deduction.clone();
            reasons(&mut without.steps[place]).remove(reason);
            mutated.push(without);
            let mut otherwise = deduction.clone();
            let because = &mut reasons(&mut otherwise.steps[place])[reason].because;
            *because = if *because == Reason::Supposed { Reason::Blocked } else { Reason::Supposed };
            mutated.push(otherwise);
        }
        if let Step::Locked { base, .. } = &deduction.steps[place] {
            for line in 0..base.len() {
                let mut fewer = deduction.clone();
                let Step::Locked { base, .. } = &mut fewer.steps[place] else { unreachable!("a clone") };
                base.remove(line);
                mutated.push(fewer);
            }
        }
        if let Step::Split { cases, .. } = &deduction.steps[place] {
            for case in 0..cases.len() {
                let mut fewer = deduction.clone();
                let Step::Split { cases, .. } = &mut fewer.steps[place] else { unreachable!("a clone") };
                cases.remove(case);
                mutated.push(fewer);
            }
        }
    }
    mutated
}

fn reasons(step: &mut Step) -> &mut Vec<RuledOut> {
    match step {
        Step::Only { ruled_out, .. }
        | Step::Locked { ruled_out, .. }
        | Step::Common { ruled_out, .. }
        | Step::Empty { ruled_out, .. }
        | Step::Split { ruled_out, .. } => ruled_out,
        step => unreachable!("{step:?} has no reasons"),
    }
}
