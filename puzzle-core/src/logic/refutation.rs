//! Refutations: the consequences that lead from a supposition to a contradiction.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use super::adjacency::Adjacency;
use super::argument::Cover;
use super::field::Field;
use super::hardness::{self, Hardness};

/// The cost of placing a variable, in elementary steps of the [`Budget`].
pub(crate) const PLACING: u32 = 64;

impl Cover {
    pub(crate) fn has(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        let variables = match self {
            Cover::Line(line) => &*adjacency.lines[line.index()],
            Cover::Clique(variables) => variables,
        };
        variables.binary_search(&variable).is_ok()
    }
}

/// A counting argument: the candidates of the base lines lie within the covers, and these lines together need at least
/// the number of true variables that the covers can hold.
#[derive(Clone, Debug)]
pub(crate) struct Locked {
    pub(crate) hardness: Hardness,
    pub(crate) base: Vec<ConstraintId>,
    pub(crate) covers: Vec<Cover>,
    /// The variables that the argument rules out, in ascending order.
    pub(crate) out: Vec<Variable>,
}

impl Locked {
    /// Returns `true` if the argument holds in `field`. The puzzle must have lines with bounds (`Field::counts`).
    ///
    /// Every candidate of the base lines must lie in at least as many covers as base lines. Then a variable is false if
    /// `covers - lines > room - need`. Here `covers` and `lines` are the numbers of covers and base lines that contain
    /// the variable, `room` is the number of further true variables that all covers can hold, and `need` is the number
    /// that all base lines need.
    pub(crate) fn follows(&self, field: &Field<'_>) -> bool {
        let need: i32 = self.base.iter().map(|&line| field.need(line)).sum();
        let room = self.covers.iter().map(|cover| match cover {
            Cover::Line(line) => field.room(*line),
            Cover::Clique(variables) => Some(1 - variables.iter().filter(|one| field.is_placed(**one)).count() as i32),
        });
        let Some(room) = room.sum::<Option<i32>>() else { return false };
        let on_lines = |variable| self.base.iter().filter(|&&line| field.has(line, variable)).count() as i32;
        let covered = |variable| self.covers.iter().filter(|cover| cover.has(field.adjacency, variable)).count() as i32;
        let mut left = self.base.iter().flat_map(|&line| field.possible(line));
        left.all(|variable| covered(variable) >= on_lines(variable))
            && self.out.iter().all(|&out| covered(out) - on_lines(out) > room - need)
    }

    pub(crate) fn is_covered(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        self.covers.iter().any(|cover| cover.has(adjacency, variable))
    }
}

/// A consequence of a supposition.
#[derive(Clone, Debug)]
pub(crate) enum Link {
    /// A variable that becomes true because this line needs all its candidates.
    Only(Variable, ConstraintId),
    /// Variables ruled out by a counting argument.
    Locked(Locked),
    /// A line with negated variables. Only one assignment of its undecided variables satisfies the line, and the link
    /// makes this assignment.
    Decided(ConstraintId),
}

impl Link {
    pub(crate) fn rules_out(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        match self {
            Link::Only(by, _) => adjacency.excludes(*by, variable),
            Link::Locked(locked) => locked.out.binary_search(&variable).is_ok(),
            // The variables that a decided line rules out depend on the field, which this function does not have.
            Link::Decided(_) => false,
        }
    }

    pub(crate) fn make(&self, field: &mut Field<'_>) {
        match self {
            Link::Only(variable, _) => field.place(*variable),
            Link::Locked(locked) => locked.out.iter().for_each(|&variable| field.rule_out(variable)),
            Link::Decided(line) => {
                let (trues, falses) = field.decision(*line);
                falses.into_iter().for_each(|variable| field.rule_out(variable));
                // If one of the true variables excludes another of them, that variable is no longer a candidate and is
                // not placed. The need of the line then shows the contradiction.
                for variable in trues {
                    if field.is_possible(variable) {
                        field.place(variable);
                    }
                }
            }
        }
    }

    pub(crate) fn follows(&self, field: &Field<'_>) -> bool {
        match self {
            Link::Only(variable, line) => field.is_only(*variable, *line),
            Link::Locked(locked) => locked.follows(field),
            Link::Decided(line) => field.decision(*line) != Default::default(),
        }
    }
}

/// A refutation: the consequences of a supposition in order, and the contradiction at the end.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    pub(crate) links: Vec<Link>,
    pub(crate) end: End,
}

/// A refuted supposition, with the hardness of its refutation.
pub(crate) struct Refuted {
    pub(crate) hardness: Hardness,
    pub(crate) against: Variable,
    pub(crate) refutation: Refutation,
}

impl Refuted {
    pub(crate) fn by_split(against: Variable, refutation: Refutation) -> Refuted {
        Refuted { hardness: hardness::split(refutation.cost()), against, refutation }
    }

    /// Returns the sort key of refutations: the easiest first, then the smallest variable.
    pub(crate) fn order(&self) -> (Hardness, Variable) {
        (self.hardness, self.against)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum End {
    /// A line that can't be satisfied, such as a line without a candidate.
    Empty(ConstraintId),
    /// A split: the line needs one of several variables, each of which leads to a contradiction.
    Split(ConstraintId, Cases),
}

/// The cases of a split: the variables supposed in turn, each with its refutation.
pub(crate) type Cases = Vec<(Variable, Refutation)>;

impl Refutation {
    /// Returns the refutations of the cases of the split at the end; no refutation if there is no split at the end.
    fn cases(&self) -> impl Iterator<Item = &Refutation> {
        let cases = match &self.end {
            End::Empty(_) => &[],
            End::Split(_, cases) => cases.as_slice(),
        };
        cases.iter().map(|(_, case)| case)
    }

    pub(crate) fn cost(&self) -> usize {
        self.links.len() + 1 + self.cases().map(Refutation::cost).sum::<usize>()
    }

    /// Returns the number of links (consequences), including the links of all cases.
    pub(crate) fn links_count(&self) -> usize {
        self.links.len() + self.cases().map(Refutation::links_count).sum::<usize>()
    }

    pub(crate) fn leave_out(&mut self, mut number: usize) {
        if number < self.links.len() {
            self.links.remove(number);
            return;
        }
        number -= self.links.len();
        if let End::Split(_, cases) = &mut self.end {
            for (_, case) in cases {
                let count = case.links_count();
                if number < count {
                    return case.leave_out(number);
                }
                number -= count;
            }
        }
    }

    /// Returns `true` if every link follows from `field` and the links before it, and if the contradiction at the end
    /// follows from all links. Replaces the line of an [`End::Empty`] if another line is now the first that can't be
    /// satisfied.
    pub(crate) fn holds(&mut self, field: &Field<'_>, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let mut after = field.clone();
        for link in &self.links {
            if !link.follows(&after) {
                return Ok(false);
            }
            budget.spend(PLACING, || 0.0)?;
            link.make(&mut after);
        }
        match &mut self.end {
            End::Empty(line) => {
                let end = after.empty_line();
                end.into_iter().for_each(|end| *line = end);
                Ok(end.is_some())
            }
            End::Split(line, cases) => {
                let is_case = |variable| cases.iter().any(|(case, _)| *case == variable);
                let left = after.cases(*line);
                // A line is not split if it needs no further true variable, or if it has no case left.
                if !after.is_open(*line) || left.is_empty() || !left.into_iter().all(is_case) {
                    return Ok(false);
                }
                for (case, refutation) in cases {
                    let supposed = after.with(*case);
                    if !refutation.holds(&supposed, budget)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a link that the tests recognise by its number.
    fn link(number: u16) -> Link {
        Link::Only(Variable::new(number), ConstraintId::new(0))
    }

    fn chain(numbers: &[u16]) -> Refutation {
        Refutation { links: numbers.iter().copied().map(link).collect(), end: End::Empty(ConstraintId::new(0)) }
    }

    /// A refutation with the links 0 and 1 and three cases. The first case has the links 2 and 3, and the second case
    /// has no link. The third case has the link 4 and two cases of its own: the first with the link 5, the second with
    /// the links 6 and 7.
    fn split() -> Refutation {
        let cases = |cases: Vec<Refutation>| {
            let numbered = cases.into_iter().enumerate().map(|(at, case)| (Variable::from_index(10 + at), case));
            End::Split(ConstraintId::new(1), numbered.collect())
        };
        let last = Refutation { end: cases(vec![chain(&[5]), chain(&[6, 7])]), ..chain(&[4]) };
        Refutation { end: cases(vec![chain(&[2, 3]), chain(&[]), last]), ..chain(&[0, 1]) }
    }

    fn numbers(refutation: &Refutation) -> Vec<u16> {
        let own = refutation.links.iter().map(|link| match link {
            Link::Only(variable, _) => u16::from(*variable),
            Link::Locked(_) | Link::Decided(_) => panic!("no such link is there"),
        });
        let of_cases = match &refutation.end {
            End::Empty(_) => Vec::new(),
            End::Split(_, cases) => cases.iter().flat_map(|(_, case)| numbers(case)).collect(),
        };
        own.chain(of_cases).collect()
    }

    #[test]
    fn any_link_can_be_left_out_and_no_other_goes() {
        assert_eq!((split().links_count(), numbers(&split())), (8, Vec::from_iter(0..8)));
        for left_out in 0..8 {
            let mut shorter = split();
            shorter.leave_out(left_out.into());
            assert_eq!(numbers(&shorter), Vec::from_iter((0..8).filter(|&number| number != left_out)));
            assert_eq!(shorter.links_count(), 7);
        }
    }

    #[test]
    fn an_argument_costs_its_steps_and_those_of_its_cases() {
        for (links, cost) in [(vec![], 1), (vec![0], 2), (vec![0, 1], 3)] {
            assert_eq!(chain(&links).cost(), cost);
        }
        // Eight links, and each of the six lists of steps has an end.
        assert_eq!(split().cost(), 8 + 6);
    }
}
