//! Exact statuses of variables without a diagram, by a SAT solver over the rules.
//!
//! The solver is [BatSat](https://crates.io/crates/batsat), a Rust port of MiniSat. It learns clauses from conflicts
//! and keeps them from one question to the next.

mod nearby;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::ops::RangeInclusive;

use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, lbool};
use bdd_core::{BigUint, Budget, Cancel, Constraint, Interrupted, Literal, Rules, Variable, encode, propagate};

use crate::count::{Count, Tally};
use nearby::{Nearby, Occurrences};

/// A SAT solver for the models of rules in which some fixed literals are true.
///
/// It can search many times, each time under other assumptions; all its answers are exact. A search may take very long,
/// since finding a model is NP-complete. It ends early if the budget's steps are used up or the budget is cancelled.
///
/// ```
/// use puzzle_core::sat::Solver;
/// use puzzle_core::{Budget, Literal, Rules, Variable};
///
/// let budget = &mut Budget::unlimited();
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let mut solver = Solver::new(&rules, [Literal::negative(0)], budget)?;
/// assert_eq!(solver.model(&[Literal::negative(1)], budget)?, Some(vec![Variable::new(2)]));
/// assert_eq!(solver.model(&[Literal::positive(0)], budget)?, None);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
pub struct Solver {
    solver: batsat::Solver<Switch>,
    /// The meaning of each variable of the rules: first the variables of the puzzle, then the auxiliary variables.
    meanings: Vec<Meaning>,
    shown: usize,
    /// `true` if no clause was added by [`Solver::require`], so that the models of the solver are exactly the models of
    /// the rules in which the fixed literals are true.
    is_of_rules: bool,
    /// `true` if unit propagation showed that the rules and the fixed literals contradict each other.
    is_impossible: bool,
    memory: Memory,
}

/// Results of earlier tallies that save searches in the next tally.
#[derive(Default)]
struct Memory {
    models: ModelCache,
    assumed: Vec<Literal>,
    /// The literals that the last call of [`Solver::tally`] found to follow from its assumptions, `assumed`.
    implied: Vec<Literal>,
    occurrences: Option<Occurrences>,
}

/// The models found last, each once, the oldest first. A model is the list of its true variables, auxiliary variables
/// included.
#[derive(Default)]
struct ModelCache(VecDeque<Vec<Variable>>);

impl ModelCache {
    /// The maximum number of models kept; more models would save few searches.
    const MOST: usize = 512;

    fn keep(&mut self, model: Vec<Variable>) {
        if self.0.len() == ModelCache::MOST {
            self.0.pop_front();
        }
        self.0.push_back(model);
    }

    /// Returns the models in which the literals are true.
    fn with(&self, literals: &[Literal]) -> impl DoubleEndedIterator<Item = &Vec<Variable>> {
        let holds = |model: &[Variable], one: &Literal| model.binary_search(&one.variable).is_ok() == one.value;
        self.0.iter().filter(move |model| literals.iter().all(|one| holds(model, one)))
    }
}

/// The limits of a search. The solver checks them before every decision.
#[derive(Default)]
struct Switch {
    cancel: Option<Cancel>,
    /// The number of decisions that the search may still make.
    left: Cell<u64>,
}

impl Callbacks for Switch {
    fn stop(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left == 0 || self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }
}

/// The elementary steps counted for a decision of the solver with all its consequences, which takes about a
/// microsecond.
pub(crate) const DECISION: u64 = 100;

/// The bytes estimated for each variable, for each clause, and for each literal of a clause. The estimates are twice
/// the memory that BatSat was measured to take for clauses of three literals and for cardinality constraints, encoded
/// as counters, adders or pairs. This leaves room for learned clauses.
const BYTES: [usize; 3] = [250, 60, 10];

/// The meaning of a variable of the rules to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The variable has this value, by unit propagation of the fixed literals.
    Decided(bool),
    /// The variable is undecided. This literal of the solver is true if the variable is true.
    Open(Lit),
}

impl Solver {
    /// Creates a solver for the models of the rules in which all `literals` are true. These literals and their
    /// consequences by unit propagation are fixed and left out of the clauses. The models returned do not include the
    /// auxiliary variables of the rules.
    ///
    /// # Errors
    ///
    /// [`Interrupted::TooLarge`] if the clauses would take more memory than the budget has. No clause is made in this
    /// case.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the rules do not have.
    pub fn new(
        rules: &Rules,
        literals: impl IntoIterator<Item = Literal>,
        budget: &mut Budget<'_>,
    ) -> Result<Solver, Interrupted> {
        budget.check()?;
        let solver = batsat::Solver::new(SolverOpts::default(), Switch::default());
        let (shown, memory) = (rules.projected_variables(), Memory::default());
        let mut made = Solver { solver, meanings: Vec::new(), shown, is_of_rules: true, is_impossible: true, memory };
        let Some(decided) = propagate(rules, literals) else { return Ok(made) };
        budget.check_memory(bytes(rules, &decided))?;
        made.is_impossible = false;
        let mut open = || Meaning::Open(Lit::new(made.solver.new_var_default(), true));
        made.meanings = decided.iter().map(|decided| decided.map_or_else(&mut open, Meaning::Decided)).collect();
        // Unit propagation has dealt with the decided variables. So their exclusions need no clauses, and lines need
        // clauses for their undecided literals only.
        for (a, b) in rules.exclusions() {
            if let (Ok(a), Ok(b)) = (made.literal(Literal::negative(a)), made.literal(Literal::negative(b))) {
                made.solver.add_clause_reuse(&mut vec![a, b]);
            }
        }
        for line in rules.constraints() {
            let (open, bounds) = open_part(line, &decided);
            let open: Vec<Lit> = open.into_iter().filter_map(|literal| made.literal(literal).ok()).collect();
            // Two closures use the solver in turn: one creates variables, the other adds clauses.
            let (solver, mut said) = (RefCell::new(&mut made.solver), Vec::new());
            let mut fresh = || Lit::new(solver.borrow_mut().new_var_default(), true);
            encode::count(&open, bounds, &mut fresh, &mut |clause| {
                said.clear();
                said.extend_from_slice(clause);
                made.is_impossible |= !solver.borrow_mut().add_clause_reuse(&mut said);
            });
        }
        Ok(made)
    }

    /// Returns the solver's literal for a literal of the rules. If its variable is decided, returns the value of the
    /// literal as an error.
    fn literal(&self, Literal { variable, value }: Literal) -> Result<Lit, bool> {
        match self.meanings[variable.index()] {
            Meaning::Open(literal) => Ok(if value { literal } else { !literal }),
            Meaning::Decided(decided) => Err(decided == value),
        }
    }

    /// Returns the true variables, in order, of a model in which the assumptions are true. Returns `None` if there is
    /// no such model.
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if the computation was cancelled, and [`Interrupted::TooLong`] if the budget's steps
    /// did not suffice.
    ///
    /// # Panics
    ///
    /// If an assumption has a variable that the rules do not have.
    pub fn model(
        &mut self,
        assumptions: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Variable>>, Interrupted> {
        let is_found = self.search(assumptions, budget)?;
        Ok(is_found.then(|| trues(self.values().take(self.shown))))
    }

    fn search(&mut self, assumptions: &[Literal], budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        budget.check()?;
        if self.is_impossible {
            return Ok(false);
        }
        let mut assumed = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            match self.literal(assumption) {
                Ok(literal) => assumed.push(literal),
                Err(true) => {}
                Err(false) => return Ok(false),
            }
        }
        let decisions = budget.steps_left() / DECISION;
        *self.solver.cb_mut() = Switch { cancel: budget.cancel().cloned(), left: Cell::new(decisions) };
        let before = self.solver.num_propagations();
        let answer = self.solver.solve_limited(&assumed);
        // The steps count decisions or propagations, whichever take more: if a decision has many consequences,
        // propagating them takes most of the time.
        let propagations = self.solver.num_propagations() - before;
        let steps = (DECISION * (decisions - self.solver.cb().left.get())).max(propagations);
        spend(budget, steps, answer == lbool::UNDEF)?;
        if answer == lbool::UNDEF {
            budget.check()?;
            return Err(budget.too_long());
        }
        Ok(answer == lbool::TRUE)
    }

    fn values(&self) -> impl Iterator<Item = bool> {
        self.meanings.iter().map(|&meaning| match meaning {
            Meaning::Decided(value) => value,
            Meaning::Open(literal) => self.solver.value_lit(literal) == lbool::TRUE,
        })
    }

    /// Adds a clause: from now on, at least one of these literals is true in every model.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the rules do not have.
    pub fn require(&mut self, clause: impl IntoIterator<Item = Literal>) {
        // The kept models may violate the clause.
        self.memory.models.0.clear();
        self.is_of_rules = false;
        self.add(clause);
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        if self.is_impossible {
            return;
        }
        let mut open = Vec::new();
        for literal in clause {
            match self.literal(literal) {
                Ok(literal) => open.push(literal),
                Err(true) => return,
                Err(false) => {}
            }
        }
        self.is_impossible = !self.solver.add_clause_reuse(&mut open);
    }

    /// Finds and counts models in which all `assumptions` are true. Ends when it is known for each variable whether it
    /// is true in all such models, in some of them or in none of them. Each model of `seen` is counted once.
    ///
    /// The total is exact if there is no model or a single model. Otherwise it is the number of models counted, a lower
    /// bound. Variables for which the budget's steps did not suffice are in [`Tally::unknown`].
    ///
    /// The assumptions must be true in all models of `seen`, and `rules` must be the rules passed to [`Solver::new`].
    /// The solver keeps some of the models, so that a tally with one more assumption takes few searches.
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if the computation was cancelled.
    ///
    /// # Panics
    ///
    /// If an assumption has a variable that the rules do not have.
    pub fn tally(
        &mut self,
        rules: &Rules,
        assumptions: &[Literal],
        seen: impl IntoIterator<Item = Vec<Variable>>,
        budget: &mut Budget<'_>,
    ) -> Result<Tally, Interrupted> {
        let mut found =
            ModelTally { total: 0, by_variable: vec![0; rules.projected_variables()], unknown: BTreeSet::new() };
        /// The maximum number of kept models near which further models are searched.
        const AROUND: usize = 16;
        self.memory.models.with(assumptions).for_each(|model| found.add(model));
        for model in seen {
            let is_seen =
                |kept: &Vec<Variable>| kept.iter().filter(|one| one.index() < rules.projected_variables()).eq(&model);
            if !self.memory.models.with(assumptions).any(is_seen) {
                found.add(&model);
            }
        }
        let around: Vec<_> = self.memory.models.with(assumptions).rev().take(AROUND).cloned().collect();
        for model in around {
            self.look_around(rules, assumptions, &model, &mut found, budget);
        }
        if found.total == 0 {
            match self.search(assumptions, budget) {
                Ok(true) => self.found(rules, assumptions, &mut found, budget),
                Ok(false) => return Ok(found.tally()),
                Err(Interrupted::TooLong { .. }) => {
                    let nothing = vec![Count::UNKNOWN; rules.projected_variables()];
                    let unknown = Variable::all(rules.projected_variables()).collect();
                    return Ok(Tally { total: Count::UNKNOWN, by_variable: nothing, unknown });
                }
                Err(stopped) => return Err(stopped),
            }
        }
        let mut asked = assumptions.to_vec();
        asked.sort_unstable();
        let before = std::mem::replace(&mut self.memory.assumed, asked.clone());
        let mut implied = std::mem::take(&mut self.memory.implied);
        // If no assumption was dropped since the last tally, all literals implied then are still implied.
        if before.iter().any(|one| asked.binary_search(one).is_err()) {
            implied.clear();
        }
        let mut is_implied = vec![false; rules.projected_variables()];
        implied.iter().for_each(|literal| is_implied[literal.variable.index()] = true);
        asked.extend(&implied);
        let mut is_over = false;
        // For each variable and value that no counted model has, searches a model with this value; such a model is new.
        // If there is no such model, the opposite literal is implied. Without assumptions, this literal is added as a
        // clause, so that the solver need not derive it again.
        for variable in Variable::all(rules.projected_variables()) {
            if is_implied[variable.index()] {
                continue;
            }
            for literal in [Literal::positive(variable), Literal::negative(variable)] {
                let seen = found.by_variable[usize::from(variable)];
                if seen != if literal.value { 0 } else { found.total } {
                    continue;
                }
                if is_over {
                    found.unknown.insert(variable);
                    continue;
                }
                asked.push(literal);
                let answer = self.search(&asked, budget);
                asked.pop();
                match answer {
                    Ok(true) => self.found(rules, assumptions, &mut found, budget),
                    Ok(false) => {
                        implied.push(!literal);
                        if assumptions.is_empty() {
                            self.add([!literal]);
                        }
                    }
                    Err(Interrupted::TooLong { .. }) => {
                        is_over = true;
                        found.unknown.insert(variable);
                    }
                    Err(stopped) => return Err(stopped),
                }
            }
        }
        self.memory.implied = implied;
        Ok(found.tally())
    }

    /// Counts the model found by the last search, and new models near it. Keeps the model for later tallies.
    fn found(&mut self, rules: &Rules, assumptions: &[Literal], found: &mut ModelTally, budget: &mut Budget<'_>) {
        let model = trues(self.values());
        found.add(&model);
        self.look_around(rules, assumptions, &model, found, budget);
        self.memory.models.keep(model);
    }

    /// Counts further models near a counted model. In each of them, some variable has a value that it has in no model
    /// counted before. If the rules leave many choices open, this saves most searches.
    fn look_around(
        &mut self,
        rules: &Rules,
        assumptions: &[Literal],
        model: &[Variable],
        found: &mut ModelTally,
        budget: &mut Budget<'_>,
    ) {
        if !self.is_of_rules || (0..rules.projected_variables()).all(|variable| found.has_both(variable)) {
            return;
        }
        let mut may_change: Vec<bool> =
            self.meanings.iter().map(|meaning| matches!(meaning, Meaning::Open(_))).collect();
        assumptions.iter().for_each(|literal| may_change[literal.variable.index()] = false);
        let occurrences = self.memory.occurrences.get_or_insert_with(|| nearby::occurrences(rules));
        let mut nearby = Nearby::new(rules, occurrences, model);
        for variable in (0..rules.projected_variables()).filter(|&variable| may_change[variable]) {
            if found.has_both(variable) {
                continue;
            }
            if let Some(model) = nearby.with_other(variable, |second| may_change[second]) {
                let variables = trues(model);
                found.add(&variables);
                self.memory.models.keep(variables);
            }
        }
        // If this uses up the budget's steps, the next search returns the error.
        let _ = budget.spend(u32::try_from(nearby.work).unwrap_or(u32::MAX), || 0.0);
    }
}

/// Spends the steps of a search from `budget`. Returns an error only if the search is undecided: an answer counts even
/// if it took the last steps of the budget.
pub(crate) fn spend(budget: &mut Budget<'_>, steps: u64, is_undecided: bool) -> Result<(), Interrupted> {
    let mut left = steps;
    while left > 0 {
        let some = u32::try_from(left).unwrap_or(u32::MAX);
        let spent = budget.spend(some, || 0.0);
        if is_undecided {
            spent?;
        }
        left -= u64::from(some);
    }
    Ok(())
}

fn trues(valuation: impl IntoIterator<Item = bool>) -> Vec<Variable> {
    valuation.into_iter().enumerate().filter(|&(_, is_true)| is_true).map(|(at, _)| Variable::from_index(at)).collect()
}

/// Returns the undecided literals of a line, and the bounds on the number of true literals among them.
pub(crate) fn open_part(line: &Constraint, decided: &[Option<bool>]) -> (Vec<Literal>, RangeInclusive<usize>) {
    let value = |literal: &Literal| decided[literal.variable.index()].map(|value| value == literal.value);
    let trues = line.literals().filter(|literal| value(literal) == Some(true)).count();
    let open: Vec<Literal> = line.literals().filter(|literal| value(literal).is_none()).collect();
    // The exclusions of an at-most-one line already enforce its maximum. The decided literals alone do not exceed a
    // maximum, since unit propagation found no contradiction.
    let is_excluded = line.max() == 1 && line.is_positive();
    let most = if is_excluded { open.len() } else { line.max().saturating_sub(trues) };
    (open, line.min().saturating_sub(trues)..=most)
}

/// Returns an upper bound of the bytes that a solver takes for the undecided part of the rules.
pub(crate) fn bytes(rules: &Rules, decided: &[Option<bool>]) -> usize {
    let is_open = |variable: Variable| decided[variable.index()].is_none();
    let pairs = rules.exclusions().filter(|&(a, b)| is_open(a) && is_open(b)).count();
    let open = decided.iter().filter(|decided| decided.is_none()).count();
    let mut all = [open, pairs, 2 * pairs];
    for line in rules.constraints() {
        let (open, bounds) = open_part(line, decided);
        let cost = encode::cost(open.len(), bounds);
        for (all, more) in all.iter_mut().zip([cost.variables, cost.clauses, cost.literals]) {
            *all = all.saturating_add(more);
        }
    }
    all.iter().zip(BYTES).fold(0, |sum: usize, (&number, bytes)| sum.saturating_add(number.saturating_mul(bytes)))
}

/// The number of models found, and the number of models in which each variable is true.
struct ModelTally {
    total: u64,
    by_variable: Vec<u64>,
    /// The variables for which a search ran out of steps, or was not begun.
    unknown: BTreeSet<Variable>,
}

impl ModelTally {
    /// Counts a model, given by its true variables. Auxiliary variables among them are ignored.
    fn add(&mut self, model: &[Variable]) {
        self.total += 1;
        for variable in model {
            if let Some(count) = self.by_variable.get_mut(variable.index()) {
                *count += 1;
            }
        }
    }

    /// Returns `true` if the variable is true in some of the models and false in others.
    fn has_both(&self, variable: usize) -> bool {
        !(self.by_variable[variable] == 0 || self.by_variable[variable] == self.total)
    }

    /// Converts the counts to a [`Tally`]. For every variable outside of `unknown`, the search must have decided
    /// whether it is true in all models, in some, or in none. So if it has found at most one model and no variable is
    /// unknown, there is no other model, and the counts are exact.
    fn tally(self) -> Tally {
        let is_exact = self.total <= 1 && self.unknown.is_empty();
        let count = |number: u64, is_known: bool| match number {
            0 if is_known => Count::ZERO,
            _ if is_exact => Count::Exact(BigUint::from(number)),
            _ => Count::AtLeast(BigUint::from(number)),
        };
        let by_variable = Variable::all(self.by_variable.len()).zip(&self.by_variable);
        let by_variable = by_variable.map(|(variable, &number)| count(number, !self.unknown.contains(&variable)));
        Tally { total: count(self.total, true), by_variable: by_variable.collect(), unknown: self.unknown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{Budget, DiagramBuilder};
    use proptest::prelude::*;

    /// A line with bounds: its literals, its minimum, and the difference of maximum and minimum.
    type Counted = (std::collections::BTreeMap<u16, bool>, usize, usize);

    fn counted() -> impl Strategy<Value = Vec<Counted>> {
        let line = (proptest::collection::btree_map(0u16..9, any::<bool>(), 1..9), 0usize..5, 0usize..9);
        proptest::collection::vec(line, 0..4)
    }

    /// Returns rules over 9 variables with at-least-one lines, exclusions and lines with bounds.
    fn counting(lines: &[Vec<u16>], exclusions: &[(u16, u16)], counted: &[Counted]) -> Rules {
        let mut rules = rules(lines, exclusions);
        for (line, least, more) in counted {
            rules.count(
                *least..=least + more,
                &line.iter().map(|(&one, &value)| literal((one, value))).collect::<Vec<_>>(),
            );
        }
        rules
    }

    /// Returns rules over 9 variables with at-least-one lines and exclusions.
    fn rules(lines: &[Vec<u16>], exclusions: &[(u16, u16)]) -> Rules {
        let mut rules = Rules::new(9);
        lines.iter().for_each(|line| rules.at_least_one(line));
        exclusions.iter().filter(|(a, b)| a != b).for_each(|&(a, b)| rules.exclude(a, b));
        rules
    }

    fn literal((variable, value): (u16, bool)) -> Literal {
        Literal { variable: variable.into(), value }
    }

    proptest! {
        #[test]
        fn answers_are_those_of_the_diagram(
            lines in proptest::collection::vec(proptest::collection::vec(0u16..9, 1..4), 0..6),
            exclusions in proptest::collection::vec((0u16..9, 0u16..9), 0..14),
            counted in counted(),
            fixed in proptest::collection::vec((0u16..9, any::<bool>()), 0..4),
            assumed in proptest::collection::vec((0u16..9, any::<bool>()), 0..4),
            seen in 0usize..4,
        ) {
            let rules = counting(&lines, &exclusions, &counted);
            let fixed: Vec<_> = fixed.into_iter().map(literal).collect();
            let assumed: Vec<_> = assumed.into_iter().map(literal).collect();
            let all = DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap().select(&fixed, &mut Budget::unlimited()).unwrap();
            let budget = &mut Budget::unlimited();
            let mut solver = Solver::new(&rules, fixed.iter().copied(), budget).unwrap();
            let allowed = all.select(&assumed, &mut Budget::unlimited()).unwrap();
            match solver.model(&assumed, budget).unwrap() {
                None => prop_assert!(allowed.is_false()),
                Some(model) => prop_assert!(allowed.models().any(|other| other == model)),
            }
            let tally = solver.tally(&rules, &[], all.models().take(seen), budget).unwrap();
            let counts = all.counts(&mut Budget::unlimited()).unwrap();
            prop_assert_eq!(tally.total.is_zero(), all.is_false());
            prop_assert!(*tally.total.value() <= counts.total && *tally.total.value() >= all.models().take(seen).count().into());
            prop_assert!(!tally.total.is_exact() || *tally.total.value() == counts.total);
            for (found, exact) in tally.by_variable.iter().zip(&counts.by_variable) {
                prop_assert!(found.value() <= exact);
                prop_assert_eq!(found.is_zero(), *exact == BigUint::ZERO);
                prop_assert_eq!(found == &tally.total, *exact == counts.total);
                prop_assert!(!found.is_exact() || found.value() == exact);
            }
        }

        #[test]
        fn what_is_required_is_so_in_every_model(
            lines in proptest::collection::vec(proptest::collection::vec(0u16..9, 1..4), 0..6),
            exclusions in proptest::collection::vec((0u16..9, 0u16..9), 0..14),
            counted in counted(),
        ) {
            // Forbidding the models one by one finds each of them once.
            let rules = counting(&lines, &exclusions, &counted);
            let mut solver = Solver::new(&rules, [], &mut Budget::unlimited()).unwrap();
            let mut found = 0u32;
            while let Some(model) = solver.model(&[], &mut Budget::unlimited()).unwrap() {
                found += 1;
                solver.require(Variable::all(9).map(|variable| Literal { variable, value: !model.contains(&variable) }));
            }
            prop_assert_eq!(DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap().model_count(), found.into());
        }
    }

    #[test]
    fn contradictions_have_no_models() {
        let budget = &mut Budget::unlimited();
        let mut empty = Rules::new(2);
        empty.at_least_one::<Variable>(&[]);
        assert_eq!(Solver::new(&empty, [], budget).unwrap().model(&[], budget), Ok(None));
        assert!(Solver::new(&empty, [], budget).unwrap().tally(&empty, &[], [], budget).unwrap().total.is_zero());
        let mut both = Solver::new(&Rules::new(1), [Literal::positive(0), Literal::negative(0)], budget).unwrap();
        both.require([Literal::positive(0)]);
        assert_eq!(both.model(&[], budget), Ok(None));
        assert_eq!(Solver::new(&Rules::new(0), [], budget).unwrap().model(&[], budget), Ok(Some(Vec::new())));
    }

    #[test]
    fn counters_too_large_for_the_memory_are_refused_before_they_are_made() {
        let mut rules = Rules::new(3_000);
        rules.exactly(80, &Variable::all(3_000).collect::<Vec<_>>());
        let budget = &mut Budget::unlimited().with_memory(32 << 20);
        assert!(matches!(Solver::new(&rules, [], budget), Err(Interrupted::TooLarge { .. })));
    }

    #[test]
    fn the_search_ends_with_the_steps_of_the_budget() {
        // The pigeonhole problem: nine pigeons in eight holes, which has no solution.
        let mut rules = Rules::new(72);
        for pigeon in 0..9u16 {
            rules.at_least_one(&Vec::from_iter((0..8).map(|hole| 8 * pigeon + hole)));
            for (other, hole) in (0..pigeon).flat_map(|other| (0..8).map(move |hole| (other, hole))) {
                rules.exclude(8 * pigeon + hole, 8 * other + hole);
            }
        }
        let mut solver = Solver::new(&rules, [], &mut Budget::unlimited()).unwrap();
        let budget = &mut Budget::unlimited().with_steps(10_000);
        assert_eq!(solver.model(&[], budget), Err(Interrupted::TooLong { limit: 10_000 }));
        let tally = solver.tally(&rules, &[], [], &mut Budget::unlimited().with_steps(10_000)).unwrap();
        assert_eq!((tally.total, tally.unknown.len()), (Count::UNKNOWN, 72));
        assert_eq!(solver.model(&[], &mut Budget::unlimited()), Ok(None), "with enough steps it is told");
    }

    proptest! {
        #[test]
        fn tallies_under_assumptions_are_exact_and_leave_no_trace(
            lines in proptest::collection::vec(proptest::collection::vec(0u16..9, 1..4), 0..6),
            exclusions in proptest::collection::vec((0u16..9, 0u16..9), 0..14),
            counted in counted(),
            questions in proptest::collection::vec(proptest::collection::vec((0u16..9, any::<bool>()), 0..4), 1..5),
            decisions in 0u64..60,
            hidden in 0usize..3,
        ) {
            let rules = counting(&lines, &exclusions, &counted).with_auxiliary(hidden);
            let shown = rules.projected_variables();
            let all = DiagramBuilder::new(&rules).projected().build(&mut Budget::unlimited()).unwrap();
            let mut solver = Solver::new(&rules, [], &mut Budget::unlimited()).unwrap();
            for (number, assumed) in questions.into_iter().enumerate() {
                let assumed: Vec<_> =
                    assumed.into_iter().map(literal).filter(|one| one.variable.index() < shown).collect();
                let steps = if number % 2 == 0 { u64::MAX } else { decisions * DECISION };
                let budget = &mut Budget::unlimited().with_steps(steps);
                let tally = solver.tally(&rules, &assumed, [], budget).unwrap();
                let counts = all.select(&assumed, &mut Budget::unlimited()).unwrap().counts(&mut Budget::unlimited()).unwrap();
                prop_assert!(*tally.total.value() <= counts.total);
                prop_assert!(!tally.total.is_exact() || *tally.total.value() == counts.total);
                prop_assert!(steps < u64::MAX || tally.unknown.is_empty());
                for (variable, exact) in Variable::all(shown).zip(&counts.by_variable) {
                    let found = &tally.by_variable[variable.index()];
                    prop_assert!(found.value() <= exact && (!found.is_exact() || found.value() == exact));
                    if !tally.unknown.contains(&variable) {
                        prop_assert_eq!(found.is_zero(), *exact == BigUint::ZERO);
                        prop_assert_eq!(found == &tally.total, *exact == counts.total);
                    }
                }
            }
        }
    }
}
