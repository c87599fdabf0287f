//! Refutations: the way from a supposition to a contradiction.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use super::adjacency::Adjacency;
use super::argument::Cover;
use super::field::Field;
use super::hardness::{self, Hardness};

/// The elementary steps, as of a [`Budget`], that placing a variable takes.
pub(crate) const PLACING: u32 = 64;

impl Cover {
    pub(crate) fn has(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        let variables = match self {
            Cover::Line(line) => adjacency.lines[line.index()],
            Cover::Clique(variables) => variables,
        };
        variables.binary_search(&variable).is_ok()
    }
}

/// A counting argument: the base lines need at least as many true variables as the covers can hold.
#[derive(Clone, Debug)]
pub(crate) struct Locked {
    pub(crate) hardness: Hardness,
    pub(crate) base: Vec<ConstraintId>,
    pub(crate) covers: Vec<Cover>,
    pub(crate) out: Vec<Variable>,
}

impl Locked {
    /// Returns `true` if the argument holds in a field that counts: all candidates of the base lines lie within the
    /// covers, and the lines need all the room of the covers.
    ///
    /// True candidates lie in at least as many covers as base lines. So a variable is false if it lies in more covers
    /// than base lines, and the difference exceeds the room that the lines leave.
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
    /// A variable that is the only candidate of a line.
    Only(Variable, ConstraintId),
    /// Variables ruled out by a counting argument.
    Locked(Locked),
    /// The undecided variables of a line with negated variables that leaves no choice.
    Decided(ConstraintId),
}

impl Link {
    pub(crate) fn rules_out(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        match self {
            Link::Only(by, _) => adjacency.excludes(*by, variable),
            Link::Locked(locked) => locked.out.binary_search(&variable).is_ok(),
            // Its effect depends on the field.
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
                // If one of them excludes another, the line lacks it: its need then shows the contradiction.
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

/// A contradiction: consequences, then a line that cannot be completed.
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
    /// A line without a candidate.
    Empty(ConstraintId),
    /// A line each of whose candidates leads to a contradiction.
    Split(ConstraintId, Cases),
}

/// The variables tried in turn, each with its refutation.
pub(crate) type Cases = Vec<(Variable, Refutation)>;

impl Refutation {
    /// Returns the refutations of the cases, if the refutation ends in a split.
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

    /// Returns the number of links, those of all cases included.
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

    /// Returns `true` if every link follows from those before it, and the end from all of them. The end may move to
    /// another line.
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
                // An empty line needs no cases.
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

    /// A link to tell from others.
    fn link(number: u16) -> Link {
        Link::Only(Variable::new(number), ConstraintId::new(0))
    }

    fn chain(numbers: &[u16]) -> Refutation {
        Refutation { links: numbers.iter().copied().map(link).collect(), end: End::Empty(ConstraintId::new(0)) }
    }

    /// Links 0 and 1, then cases with 2 and 3, with none, and with 4; the last of them has cases itself, with 5, and with 6
    /// and 7.
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
