//! From a contradiction to steps with their reasons.

use std::collections::BTreeSet;

use super::field::Field;
use super::refute::{End, Refutation, refute};
use super::{Because, Case, Core, RankOrFile, RuledOut, Step};
use crate::attack::Line;
use crate::guide::Status;
use crate::placement::{Conflict, Placement};
use crate::square::Square;

/// An argument from these grounds that the square is what it is, with case splits nested at most `depth` deep.
///
/// `supposed` is what is to be refuted: a queen on the square, or none.
pub(super) fn argue(
    grounds: &Placement,
    square: Square,
    status: Status,
    supposed: bool,
    depth: usize,
) -> Option<Vec<Step>> {
    if status == Status::Blocked && grounds.blocked().contains(&square) {
        return Some(vec![Step::Blocked]);
    }
    if supposed && let Some((by, line)) = grounds.queens().iter().find_map(|&by| Some((by, Line::between(by, square)?)))
    {
        return Some(vec![Step::Attacked { by, line }]);
    }
    if let Some(conflict) = grounds.conflicts().next() {
        return Some(vec![Step::Conflict(conflict)]);
    }
    let mut field = Field::new(grounds);
    let mut known = Known { because: vec![None; grounds.size().square_count()], grounds };
    for &blocked in grounds.blocked() {
        known.rule_out(blocked, Because::Blocked);
    }
    for &queen in grounds.queens() {
        known.place(queen);
    }
    if supposed {
        field.place(square);
        known.place(square);
    } else {
        field.rule_out(square);
        known.rule_out(square, Because::Supposed);
    }
    let refutation = refute(&field, depth)?;
    let mut steps = known.steps(&refutation);
    leave_out_unused(&mut steps);
    Some(steps)
}

/// What each square is ruled out by, if it is: the first reason there was, which is the simplest.
#[derive(Clone)]
struct Known<'a> {
    /// In variable order.
    because: Vec<Option<Because>>,
    grounds: &'a Placement,
}

impl Known<'_> {
    fn rule_out(&mut self, square: Square, because: Because) {
        self.because[usize::from(self.grounds.size().variable(square))].get_or_insert(because);
    }

    fn place(&mut self, by: Square) {
        for square in self.grounds.size().squares() {
            if let Some(line) = Line::between(by, square) {
                self.rule_out(square, Because::Attacked { by, line });
            }
        }
    }

    fn ruled_out(&self, on: RankOrFile) -> Vec<RuledOut> {
        let size = self.grounds.size();
        on.squares(size)
            .filter_map(|square| Some(RuledOut { square, because: self.because[usize::from(size.variable(square))]? }))
            .collect()
    }

    fn steps(&mut self, refutation: &Refutation) -> Vec<Step> {
        let mut steps = Vec::new();
        for &(square, on) in &refutation.singles {
            steps.push(Step::Only { square, on, ruled_out: self.ruled_out(on) });
            self.place(square);
        }
        steps.push(match &refutation.end {
            End::Empty(on) => Step::Empty { on: *on, ruled_out: self.ruled_out(*on) },
            End::Split(on, cases) => {
                let cases = cases.iter().map(|(square, refutation)| {
                    let mut known = self.clone();
                    known.place(*square);
                    Case { square: *square, steps: known.steps(refutation) }
                });
                Step::Split { on: *on, cases: cases.collect(), ruled_out: self.ruled_out(*on) }
            }
        });
        steps
    }
}

/// Drops every queen that nothing afterwards mentions, and every split with a case that does without its square.
fn leave_out_unused(steps: &mut Vec<Step>) {
    if let Some(Step::Split { cases, .. }) = steps.last_mut() {
        for case in &mut *cases {
            leave_out_unused(&mut case.steps);
        }
        if let Some(needless) = cases.iter().position(|case| !mentions(&case.steps, case.square)) {
            let needless = cases.swap_remove(needless).steps;
            steps.pop();
            steps.extend(needless);
        }
    }
    for i in (0..steps.len()).rev() {
        if let Step::Only { square, .. } = steps[i]
            && !mentions(&steps[i + 1..], square)
        {
            steps.remove(i);
        }
    }
}

/// Whether some step has a square attacked from this one.
fn mentions(steps: &[Step], queen: Square) -> bool {
    let mut found = false;
    for_each_reason(steps, &mut |reason| {
        found |= matches!(reason.because, Because::Attacked { by, .. } if by == queen);
    });
    found
}

fn for_each_reason(steps: &[Step], visit: &mut dyn FnMut(&RuledOut)) {
    for step in steps {
        if let Step::Only { ruled_out, .. } | Step::Empty { ruled_out, .. } | Step::Split { ruled_out, .. } = step {
            ruled_out.iter().for_each(&mut *visit);
        }
        if let Step::Split { cases, .. } = step {
            for case in cases {
                for_each_reason(&case.steps, visit);
            }
        }
    }
}

/// The number of steps, those of cases included.
pub(super) fn count(steps: &[Step]) -> usize {
    let nested = steps.iter().map(|step| match step {
        Step::Split { cases, .. } => cases.iter().map(|case| count(&case.steps)).sum(),
        _ => 0,
    });
    steps.len() + nested.sum::<usize>()
}

/// What steps about a square mention of a placement.
pub(super) fn cited(steps: &[Step], square: Square, placement: &Placement) -> Core {
    let mut queens = BTreeSet::new();
    let mut blocked = BTreeSet::new();
    for_each_reason(steps, &mut |reason| match reason.because {
        Because::Attacked { by, .. } => drop(queens.insert(by)),
        Because::Blocked => drop(blocked.insert(reason.square)),
        Because::Supposed => {}
    });
    // The queens that the argument itself puts on the board are not the player's, even where the player has one too.
    let mut own = BTreeSet::new();
    collect_own(steps, &mut own);
    queens.retain(|queen| placement.queens().contains(queen) && !own.contains(queen));
    for step in steps {
        match *step {
            Step::Attacked { by, .. } => drop(queens.insert(by)),
            Step::Blocked => drop(blocked.insert(square)),
            Step::Conflict(Conflict::Attack(a, b, _)) => queens.extend([a, b]),
            Step::Conflict(Conflict::QueenOnBlocked(on)) => {
                queens.insert(on);
                blocked.insert(on);
            }
            Step::Only { .. } | Step::Empty { .. } | Step::Split { .. } => {}
        }
    }
    Core { queens, blocked }
}

fn collect_own(steps: &[Step], own: &mut BTreeSet<Square>) {
    for step in steps {
        match step {
            Step::Only { square, .. } => drop(own.insert(*square)),
            Step::Split { cases, .. } => {
                for case in cases {
                    own.insert(case.square);
                    collect_own(&case.steps, own);
                }
            }
            _ => {}
        }
    }
}
