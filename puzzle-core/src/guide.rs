//! The guide: a status and a count for every variable.
//!
//! A [`Guide`] is a function of the source and the marks, without a state of its own. It reads statuses and counts off
//! one pass over the completions, and tries no variable by itself.
//!
//! Excluded and dead are different facts. An excluded variable has a local reason, a piece that stands or a full line.
//! A dead one has only the global reason that no completion has it.
//!
//! The guide computes the *valid domains* of a configuration problem, complete and backtrack-free, in the sense of
//! Hadzic, Jensen and Andersen, *Calculating Valid Domains for BDD-Based Interactive Configuration*.

use std::fmt;

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use crate::count::{Count, Tally, Totals};
use crate::marks::{Marks, filled};
use crate::puzzle::Puzzle;
use crate::source::Completions;

/// The status of a variable, given the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// The puzzle says that it is true.
    Given,
    /// The player has made it true.
    Placed,
    /// The player has ruled it out, or it is false from the beginning.
    Blocked,
    /// Something that is placed or given excludes it.
    Excluded,
    /// Nothing excludes it, yet it is true in no completion.
    Dead,
    /// It is true in some completions, and in some not.
    Open,
    /// It is true in every completion, and there is one at least.
    Forced,
    /// Nothing excludes it; what else it is, the source has not found out.
    Unknown,
}

impl Status {
    /// All eight, in the order of their definition.
    pub const ALL: [Status; 8] = [
        Status::Given,
        Status::Placed,
        Status::Blocked,
        Status::Excluded,
        Status::Dead,
        Status::Open,
        Status::Forced,
        Status::Unknown,
    ];

    /// The name: `given`, `placed`, `blocked`, `excluded`, `dead`, `open`, `forced` or `unknown`. A puzzle may call them
    /// otherwise (see [`Words::status_name`](crate::Words::status_name)).
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Given => "given",
            Status::Placed => "placed",
            Status::Blocked => "blocked",
            Status::Excluded => "excluded",
            Status::Dead => "dead",
            Status::Open => "open",
            Status::Forced => "forced",
            Status::Unknown => "unknown",
        }
    }

    /// Whether the variable is true in the position: given, or placed.
    #[must_use]
    pub fn stands(self) -> bool {
        matches!(self, Status::Given | Status::Placed)
    }

    /// Whether nothing is known against the variable, and nothing says that it has to be: open, or unknown.
    #[must_use]
    pub fn is_possible(self) -> bool {
        matches!(self, Status::Open | Status::Unknown)
    }

    /// Whether it is known that placing the variable leaves a completion.
    #[must_use]
    pub fn is_live(self) -> bool {
        matches!(self, Status::Open | Status::Forced)
    }
}

impl fmt::Display for Status {
    /// Its [name](Status::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The reason why placing a variable would be, or already is, a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player has ruled it out, or it is false from the beginning.
    Blocked,
    /// This variable, which is placed or given, excludes it.
    Excluded(Variable),
    /// A line through it has as much as it may have already.
    Full(ConstraintId),
    /// Nothing excludes it, but no completion would be left.
    Dead,
}

/// The guide to some marks: a function of the puzzle, the marks and the tally of their completions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    marks: Marks,
    total: Count,
    variables: Vec<Known>,
    totals: Option<Totals>,
}

/// What is known of one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    status: Status,
    completions: Count,
    /// The simplest reason against it, if there is one.
    refusal: Option<Refusal>,
}

impl Guide {
    /// Reads the statuses off the completions of marks, and the totals that are left, if the puzzle has weights.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub fn of(
        puzzle: &dyn Puzzle,
        marks: Marks,
        completions: &Completions,
        budget: &mut Budget<'_>,
    ) -> Result<Guide, Interrupted> {
        let tally = completions.tally(budget)?;
        let totals = puzzle.weights().map(|weights| completions.totals(weights, budget)).transpose()?;
        Ok(Guide::new(puzzle, marks, tally).with_totals(totals.flatten()))
    }

    /// This guide with the totals that are left.
    pub(crate) fn with_totals(self, totals: Option<Totals>) -> Guide {
        Guide { totals, ..self }
    }

    /// Reads the statuses off the tally of the marks' completions.
    #[must_use]
    pub fn new(puzzle: &dyn Puzzle, marks: Marks, tally: Tally) -> Guide {
        let (standing, ruled_out) = (marks.standing(puzzle), marks.ruled_out(puzzle));
        let mut full = vec![None; if puzzle.has_counts() { puzzle.rules().variables() } else { 0 }];
        if puzzle.has_counts() {
            for (line, _) in filled(puzzle, &standing) {
                for variable in puzzle.rules().constraint(line).variables() {
                    full[variable.index()].get_or_insert(line);
                }
            }
        }
        let known = |(variable, completions): (Variable, Count)| {
            let (status, refusal) = if marks.placed.contains(&variable) {
                (Status::Placed, None)
            } else if standing.contains(&variable) {
                (Status::Given, None)
            } else if ruled_out.contains(&variable) {
                (Status::Blocked, Some(Refusal::Blocked))
            } else if completions.is_zero() || tally.unknown.contains(&variable) {
                let by = standing.iter().copied().find(|&other| puzzle.excludes(other, variable));
                let on = || full.get(variable.index()).copied().flatten();
                match by.map(Refusal::Excluded).or_else(|| on().map(Refusal::Full)) {
                    Some(refusal) => (Status::Excluded, Some(refusal)),
                    None if completions.is_zero() => (Status::Dead, Some(Refusal::Dead)),
                    None => (Status::Unknown, None),
                }
            } else if completions == tally.total {
                (Status::Forced, None)
            } else {
                (Status::Open, None)
            };
            Known { status, completions, refusal }
        };
        let variables = Variable::all(tally.by_variable.len()).zip(tally.by_variable).map(known).collect();
        Guide { marks, total: tally.total, variables, totals: None }
    }

    /// The bytes of memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        // Most counts are of one word, for which the memory's own book-keeping takes two more.
        let counts = self.variables.len() * (size_of::<Known>() + 3 * size_of::<usize>());
        counts + self.totals.as_ref().map_or(0, Totals::bytes)
    }

    /// Returns the marks that the guide speaks of.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns the number of completions.
    #[must_use]
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// Returns the totals that are left; `None` if the puzzle has no weights, or they are not known.
    #[must_use]
    pub fn totals(&self) -> Option<&Totals> {
        self.totals.as_ref()
    }

    /// Whether there may be a completion: `false` where it is certain that there is none. A total of at least one says
    /// that there is one.
    #[must_use]
    pub fn is_completable(&self) -> bool {
        !self.total.is_zero()
    }

    /// Whether the marks are a solution: there is a completion, and nothing is left to place.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let is_left = |status: Status| status.is_live() || status == Status::Unknown;
        self.is_completable() && !self.variables.iter().any(|known| is_left(known.status))
    }

    /// Whether the source has not found out what some variable is.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.variables.iter().any(|known| known.status == Status::Unknown)
    }

    /// Returns the status of a variable.
    ///
    /// # Panics
    ///
    /// If there is no such variable, as all that is asked of one variable does.
    #[must_use]
    pub fn status(&self, variable: Variable) -> Status {
        self.variables[usize::from(variable)].status
    }

    /// Returns the number of completions in which a variable is true.
    #[must_use]
    pub fn completions(&self, variable: Variable) -> &Count {
        &self.variables[usize::from(variable)].completions
    }

    /// Returns every variable with its status and its number of completions, in order.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (Variable, Status, &Count)> {
        let variables = Variable::all(self.variables.len()).zip(&self.variables);
        variables.map(|(variable, known)| (variable, known.status, &known.completions))
    }

    /// What is not placed and true in all completions, in order.
    pub(crate) fn forced(&self) -> impl Iterator<Item = Variable> {
        self.variables().filter(|(_, status, _)| *status == Status::Forced).map(|(variable, ..)| variable)
    }

    /// Returns the simplest reason why a variable should not be placed; `None` where nothing is known against it, or where
    /// it is.
    #[must_use]
    pub fn refusal(&self, variable: Variable) -> Option<Refusal> {
        self.variables[usize::from(variable)].refusal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{BigUint, Rules, Weights};

    /// Variables of which one at least is true, with weights or without.
    #[derive(Debug)]
    struct Line(Rules, Option<Weights>);

    impl Puzzle for Line {
        fn rules(&self) -> &Rules {
            &self.0
        }

        fn weights(&self) -> Option<&Weights> {
            self.1.as_ref()
        }
    }

    #[test]
    fn a_status_prints_as_its_name_and_says_what_can_be_done() {
        let names = Status::ALL.map(|status| status.to_string());
        assert_eq!(names, ["given", "placed", "blocked", "excluded", "dead", "open", "forced", "unknown"]);
        assert_eq!(format!("{:>8}{:<8}|", Status::Dead, Status::Open), "    deadopen    |");
        let those = |is: fn(Status) -> bool| Status::ALL.into_iter().filter(|&status| is(status)).collect::<Vec<_>>();
        assert_eq!(those(Status::stands), [Status::Given, Status::Placed]);
        assert_eq!(those(Status::is_possible), [Status::Open, Status::Unknown]);
        assert_eq!(those(Status::is_live), [Status::Open, Status::Forced]);
    }

    #[test]
    fn a_guide_tells_about_the_memory_that_it_takes() {
        const VARIABLES: usize = 50;
        let mut rules = Rules::new(VARIABLES);
        rules.at_least_one(&Variable::all(VARIABLES).collect::<Vec<_>>());
        let all = Completions::Diagram(std::sync::Arc::new(
            bdd_core::DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap(),
        ));
        let bytes = |weights| {
            let puzzle = Line(rules.clone(), weights);
            Guide::of(&puzzle, Marks::default(), &all, &mut Budget::unlimited()).unwrap().bytes()
        };
        // Every variable has a count, whose digits lie elsewhere: a word, and what the allocator needs beside it.
        let count = BigUint::from(2u8).pow(VARIABLES as u32 - 1);
        let digits = count.to_u64_digits().len() * size_of::<u64>();
        let least = VARIABLES * (size_of::<Known>() + digits + size_of::<usize>());
        let plain = bytes(None);
        assert!((least..2 * least).contains(&plain), "{plain} {least}");
        // And the cheapest and the dearest total, with the variable and without.
        let totals = 4 * VARIABLES * size_of::<i128>();
        let priced = bytes(Some(Weights::new(vec![1; VARIABLES]))) - plain;
        assert!((totals..=2 * totals).contains(&priced), "{priced} {totals}");
    }
}
