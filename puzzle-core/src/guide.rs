//! The guide: a status and a count for every variable.
//!
//! A [`Guide`] is computed from the puzzle and the completions of the marks. Counting these completions once gives the
//! statuses and counts of all variables, so that the guide does not try the variables one by one.
//!
//! *Excluded* and *dead* differ. An excluded variable has a local reason: a true variable excludes it, or a line
//! through it is full. A dead variable has a global reason only: no completion contains it.
//!
//! The guide computes the *valid domains* of a configuration problem, complete and backtrack-free, as defined by
//! Hadzic, Jensen and Andersen, *Calculating Valid Domains for BDD-Based Interactive Configuration*.

use std::collections::BTreeSet;
use std::fmt;

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use crate::count::{Count, Tally, Totals};
use crate::marks::{Marks, filled};
use crate::puzzle::Puzzle;
use crate::source::Completions;

/// The status of a variable under some marks.
///
/// ```
/// use puzzle_core::Status;
///
/// assert_eq!(Status::Dead.to_string(), "dead");
/// // A forced variable can be placed, but it is not undecided: it must be true.
/// assert!(Status::Forced.is_live() && !Status::Forced.is_possible());
/// // Given and placed variables stand on the board.
/// assert!(Status::ALL.iter().filter(|status| status.stands()).count() == 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// True from the beginning.
    Given,
    /// Made true by the player.
    Placed,
    /// Blocked by the player, or closed: false from the beginning.
    Blocked,
    /// Excluded by a true variable or a full line.
    Excluded,
    /// Not excluded, but in no completion.
    Dead,
    /// In some completions, but not in all.
    Open,
    /// In every completion, and there is at least one completion.
    Forced,
    /// Not excluded, and not decided by the source.
    Unknown,
}

impl Status {
    /// All statuses, in the order of their definition.
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

    /// Returns the name: `given`, `placed`, `blocked`, `excluded`, `dead`, `open`, `forced` or `unknown`. In
    /// sentences a puzzle may use another name (see [`Words::status_name`](crate::Words::status_name)).
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

    /// Returns `true` if the variable is true: given or placed.
    #[must_use]
    pub fn stands(self) -> bool {
        matches!(self, Status::Given | Status::Placed)
    }

    /// Returns `true` for [`Status::Open`] and [`Status::Unknown`]: the variable may turn out true or false.
    #[must_use]
    pub fn is_possible(self) -> bool {
        matches!(self, Status::Open | Status::Unknown)
    }

    /// Returns `true` if placing the variable certainly leaves a completion: open or forced.
    #[must_use]
    pub fn is_live(self) -> bool {
        matches!(self, Status::Open | Status::Forced)
    }
}

impl fmt::Display for Status {
    /// Writes the [name](Status::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The reason against placing a variable that is not true yet, in short; [`explain`](crate::explain()) gives the
/// argument in steps, and [`sentences`](crate::sentences) its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player has blocked the variable, or it is closed: false from the beginning.
    Blocked,
    /// This true variable, placed or given, excludes the variable.
    Excluded(Variable),
    /// This line contains the variable and has its maximum of true variables.
    Full(ConstraintId),
    /// No true variable and no full line excludes the variable, but no completion contains it.
    Dead,
}

/// The statuses and counts of all variables under some marks.
///
/// ```
/// use puzzle_core::{Budget, Diagram, Guide, Literal, Marks, Puzzle, Refusal, Rules, Source, Status, Variable};
///
/// #[derive(Debug)]
/// struct OneOfThree(Rules);
///
/// impl Puzzle for OneOfThree {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Diagram::conjoin(OneOfThree(rules), budget)?;
/// let marks: Marks = [0, 1].map(Literal::negative).into_iter().collect();
/// let completions = source.completions(&marks, budget)?;
/// let guide = Guide::of(source.puzzle(), marks, &completions, budget)?;
/// let [first, last] = [0, 2].map(Variable::new);
/// assert_eq!((guide.status(first), guide.refusal(first)), (Status::Blocked, Some(Refusal::Blocked)));
/// assert_eq!((guide.status(last), guide.total().to_string()), (Status::Forced, "1".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    marks: Marks,
    total: Count,
    variables: Vec<VariableState>,
    totals: Option<Totals>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct VariableState {
    status: Status,
    completions: Count,
    /// The simplest reason against placing the variable. `None` if there is no reason, or if the variable is true
    /// already.
    refusal: Option<Refusal>,
}

/// Returns the status of a variable that is placed, given or ruled out by `marks`, whose true and false variables are
/// `standing` and `ruled_out`. Returns `None` for any other variable.
fn marked(
    variable: Variable,
    marks: &Marks,
    standing: &BTreeSet<Variable>,
    ruled_out: &BTreeSet<Variable>,
) -> Option<(Status, Option<Refusal>)> {
    if marks.placed.contains(&variable) {
        Some((Status::Placed, None))
    } else if standing.contains(&variable) {
        Some((Status::Given, None))
    } else {
        ruled_out.contains(&variable).then_some((Status::Blocked, Some(Refusal::Blocked)))
    }
}

impl Guide {
    /// Computes the guide from the completions of `marks`, with the range of total weights if the puzzle has weights.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
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

    pub(crate) fn with_totals(self, totals: Option<Totals>) -> Guide {
        Guide { totals, ..self }
    }

    /// Computes the guide from the tally of the completions of `marks`, without total weights.
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
            let (status, refusal) = if let Some(known) = marked(variable, &marks, &standing, &ruled_out) {
                known
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
            VariableState { status, completions, refusal }
        };
        let variables = Variable::all(tally.by_variable.len()).zip(tally.by_variable).map(known).collect();
        Guide { marks, total: tally.total, variables, totals: None }
    }

    /// Returns the guide to `marks` without a search: the statuses that follow from this guide and from the new marks
    /// alone. All other statuses are [`Status::Unknown`], with the count [`Count::UNKNOWN`].
    ///
    /// A dead variable stays dead if no mark is taken back. A new true variable excludes others. A line that becomes
    /// full is not noticed.
    pub(crate) fn carried_over(&self, puzzle: &dyn Puzzle, marks: Marks) -> Guide {
        let (standing, ruled_out) = (marks.standing(puzzle), marks.ruled_out(puzzle));
        let is_extension = self.marks.without(&marks).is_empty();
        let added = marks.without(&self.marks).placed;
        let carried = |(variable, before): (Variable, &VariableState)| {
            let stays = |refusal: &Refusal| match refusal {
                Refusal::Blocked => false,
                Refusal::Excluded(by) => standing.contains(by),
                Refusal::Full(_) | Refusal::Dead => is_extension,
            };
            let excluded =
                || added.iter().copied().find(|&other| puzzle.excludes(other, variable)).map(Refusal::Excluded);
            let unmarked = || match excluded().or_else(|| before.refusal.filter(stays)) {
                Some(Refusal::Dead) => (Status::Dead, Some(Refusal::Dead)),
                Some(refusal) => (Status::Excluded, Some(refusal)),
                None => (Status::Unknown, None),
            };
            let (status, refusal) = marked(variable, &marks, &standing, &ruled_out).unwrap_or_else(unmarked);
            let completions = if refusal.is_some() { Count::ZERO } else { Count::UNKNOWN };
            VariableState { status, completions, refusal }
        };
        let total = if is_extension && self.total.is_zero() { Count::ZERO } else { Count::UNKNOWN };
        let variables = Variable::all(self.variables.len()).zip(&self.variables).map(carried).collect();
        Guide { marks, total, variables, totals: None }
    }

    /// Returns the approximate size of the guide in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        // Most counts take one word on the heap, and the allocator's own bookkeeping two more.
        let counts = self.variables.len() * (size_of::<VariableState>() + 3 * size_of::<usize>());
        counts + self.totals.as_ref().map_or(0, Totals::bytes)
    }

    /// Returns the marks under which the guide was computed.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns the number of completions of the marks.
    #[must_use]
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// Returns the range of the total weights of the completions; `None` if the puzzle has no weights, or if the source
    /// has no diagram of the completions.
    #[must_use]
    pub fn totals(&self) -> Option<&Totals> {
        self.totals.as_ref()
    }

    /// Returns `false` if there is certainly no completion, `true` otherwise. If the total is at least one, there
    /// certainly is a completion.
    #[must_use]
    pub fn is_completable(&self) -> bool {
        !self.total.is_zero()
    }

    /// Returns `true` if the marks are a solution: there is a completion, and no other variable can be true in a
    /// completion.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let is_left = |status: Status| status.is_live() || status == Status::Unknown;
        self.is_completable() && !self.variables.iter().any(|known| is_left(known.status))
    }

    /// Returns `true` if some variable has [`Status::Unknown`].
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.variables.iter().any(|known| known.status == Status::Unknown)
    }

    /// Returns the status of a variable.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle has no such variable, as do all methods with a parameter `variable`.
    #[must_use]
    pub fn status(&self, variable: Variable) -> Status {
        self.variables[usize::from(variable)].status
    }

    /// Returns the number of completions that contain `variable`, exact or a lower bound.
    #[must_use]
    pub fn completions(&self, variable: Variable) -> &Count {
        &self.variables[usize::from(variable)].completions
    }

    /// Returns every variable with its status and its number of completions, in ascending order.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (Variable, Status, &Count)> {
        let variables = Variable::all(self.variables.len()).zip(&self.variables);
        variables.map(|(variable, known)| (variable, known.status, &known.completions))
    }

    /// Returns the forced variables, in ascending order.
    pub(crate) fn forced(&self) -> impl Iterator<Item = Variable> {
        self.variables().filter(|(_, status, _)| *status == Status::Forced).map(|(variable, ..)| variable)
    }

    /// Returns the simplest reason against placing `variable`; `None` if there is no reason, or if the variable is true
    /// already.
    #[must_use]
    pub fn refusal(&self, variable: Variable) -> Option<Refusal> {
        self.variables[usize::from(variable)].refusal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{BigUint, Rules, Weights};

    /// A puzzle in which at least one variable must be true, with or without weights.
    #[derive(Debug)]
    struct OneLine(Rules, Option<Weights>);

    impl Puzzle for OneLine {
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
            let puzzle = OneLine(rules.clone(), weights);
            Guide::of(&puzzle, Marks::default(), &all, &mut Budget::unlimited()).unwrap().bytes()
        };
        // Every variable has a count on the heap: a word for its digits, and about another for the allocator.
        let count = BigUint::from(2u8).pow(VARIABLES as u32 - 1);
        let digits = count.to_u64_digits().len() * size_of::<u64>();
        let least = VARIABLES * (size_of::<VariableState>() + digits + size_of::<usize>());
        let plain = bytes(None);
        assert!((least..2 * least).contains(&plain), "{plain} {least}");
        // In addition, the cheapest and the dearest total with the variable and without it.
        let totals = 4 * VARIABLES * size_of::<i128>();
        let priced = bytes(Some(Weights::new(vec![1; VARIABLES]))) - plain;
        assert!((totals..=2 * totals).contains(&priced), "{priced} {totals}");
    }
}
