//! What is known of completions without a diagram: by a SAT solver over the rules.
//!
//! The solver is [BatSat](https://crates.io/crates/batsat), a Rust version of MiniSat: it learns from dead ends, and
//! keeps what it learned from one question to the next.

use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, lbool};
use bdd_core::{BigUint, Budget, Cancel, Literal, Rules, Stopped, Variable, encode, propagate};

use crate::count::{Count, Tally};

/// A SAT solver for the models of some rules, together with literals that always hold.
///
/// It is asked again and again, under assumptions; all its answers are exact. An answer may take any time, for to find a
/// model of such rules is NP-complete: the budget's switch ends the search.
///
/// ```
/// use puzzle_core::sat::Solver;
/// use puzzle_core::{Budget, Literal, Rules, Variable};
///
/// let budget = &mut Budget::unlimited();
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let mut solver = Solver::new(&rules, [Literal::negative(0)]);
/// assert_eq!(solver.model(&[Literal::negative(1)], budget)?, Some(vec![Variable::new(2)]));
/// assert_eq!(solver.model(&[Literal::positive(0)], budget)?, None);
/// # Ok::<(), bdd_core::Stopped>(())
/// ```
pub struct Solver {
    solver: batsat::Solver<Switch>,
    /// Those of the shown variables.
    meanings: Vec<Meaning>,
    /// Whether the rules and the literals that always hold were found to contradict each other on the way here.
    is_impossible: bool,
}

/// What tells the solver to stop: the switch of the budget that it works under.
#[derive(Default)]
struct Switch(Option<Cancel>);

impl Callbacks for Switch {
    fn stop(&self) -> bool {
        self.0.as_ref().is_some_and(Cancel::is_cancelled)
    }
}

/// What a variable is to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// Nothing to ask: the literals that always hold decide it, by unit propagation.
    Decided(bool),
    /// This literal says that it is true.
    Open(Lit),
}

impl Solver {
    /// A solver for the models of the rules in which all these literals are true. What follows from them at once is
    /// left out of the solver's clauses. Of models it knows what is shown: hidden variables of the rules are some way or
    /// other, and can be neither assumed nor required.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[must_use]
    pub fn new(rules: &Rules, literals: impl IntoIterator<Item = Literal>) -> Solver {
        let mut solver = batsat::Solver::new(SolverOpts::default(), Switch::default());
        let Some(decided) = propagate(rules, literals) else {
            return Solver { solver, meanings: Vec::new(), is_impossible: true };
        };
        let mut open = || Meaning::Open(Lit::new(solver.new_var_default(), true));
        let mut meanings: Vec<Meaning> =
            decided.iter().map(|decided| decided.map_or_else(&mut open, Meaning::Decided)).collect();
        let literal = |variable: Variable| match meanings[usize::from(variable)] {
            Meaning::Open(literal) => Some(literal),
            Meaning::Decided(_) => None,
        };
        // An exclusion of a decided variable is kept already, and so is a line with a true one.
        for (a, b) in rules.exclusions() {
            if let (Some(a), Some(b)) = (literal(a), literal(b)) {
                solver.add_clause_reuse(&mut vec![!a, !b]);
            }
        }
        let mut is_impossible = false;
        for line in rules.line_rules() {
            let value = |variable: Variable| decided[usize::from(variable)];
            let trues = line.literals().filter(|literal| value(literal.variable) == Some(literal.value)).count();
            // What is decided contradicts no line.
            let (least, most) = (line.least().saturating_sub(trues), line.most().saturating_sub(trues));
            let open: Vec<Lit> = line
                .literals()
                .filter_map(|line| literal(line.variable).map(|open| if line.value { open } else { !open }))
                .collect();
            // Of which one may be true at most: the exclusions say so already.
            let most = if line.most() == 1 && line.is_positive() { open.len() } else { most };
            let mut clauses = Vec::new();
            let mut fresh = || Lit::new(solver.new_var_default(), true);
            encode::count(&open, least..=most, &mut fresh, &mut |clause| clauses.push(clause.to_vec()));
            for mut clause in clauses {
                is_impossible |= !solver.add_clause_reuse(&mut clause);
            }
        }
        meanings.truncate(rules.shown());
        Solver { solver, meanings, is_impossible }
    }

    /// The true variables, in order, of a model in which the assumptions are true; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`] if the budget's switch was switched first.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    pub fn model(
        &mut self,
        assumptions: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Variable>>, Stopped> {
        budget.check()?;
        if self.is_impossible {
            return Ok(None);
        }
        let mut assumed = Vec::with_capacity(assumptions.len());
        for &Literal { variable, value } in assumptions {
            match self.meanings[usize::from(variable)] {
                Meaning::Open(literal) => assumed.push(if value { literal } else { !literal }),
                Meaning::Decided(decided) if decided == value => {}
                Meaning::Decided(_) => return Ok(None),
            }
        }
        self.solver.cb_mut().0 = budget.cancel().cloned();
        let answer = self.solver.solve_limited(&assumed);
        if answer == lbool::UNDEF {
            // Only the switch makes the solver give up.
            return Err(Stopped::Cancelled);
        }
        Ok((answer == lbool::TRUE).then(|| {
            let is_true = |&(_, meaning): &(Variable, &Meaning)| match *meaning {
                Meaning::Decided(value) => value,
                Meaning::Open(literal) => self.solver.value_lit(literal) == lbool::TRUE,
            };
            Variable::all(self.meanings.len())
                .zip(&self.meanings)
                .filter(is_true)
                .map(|(variable, _)| variable)
                .collect()
        }))
    }

    /// Adds a clause: from now on one of these literals is true in every model.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    pub fn require(&mut self, clause: impl IntoIterator<Item = Literal>) {
        if self.is_impossible {
            return;
        }
        let mut open = Vec::new();
        for Literal { variable, value } in clause {
            match self.meanings[usize::from(variable)] {
                Meaning::Open(literal) => open.push(if value { literal } else { !literal }),
                Meaning::Decided(decided) if decided == value => return,
                Meaning::Decided(_) => {}
            }
        }
        self.is_impossible = !self.solver.add_clause_reuse(&mut open);
    }

    /// Counts models that were seen already, each once, and as many more as it takes to tell for every variable
    /// whether it is true in some model, and whether in all.
    ///
    /// The total is exact if there is no model or a single one; otherwise it is the number of models seen, and there
    /// may be more.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`] if the budget's switch was switched first.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    pub fn tally(
        mut self,
        rules: &Rules,
        seen: impl IntoIterator<Item = Vec<Variable>>,
        budget: &mut Budget<'_>,
    ) -> Result<Tally, Stopped> {
        let mut found = Found { total: 0, by_variable: vec![0; rules.shown()] };
        seen.into_iter().for_each(|model| found.add(model));
        if found.total == 0
            && let Some(model) = self.model(&[], budget)?
        {
            found.add(model);
        }
        if found.total == 0 {
            return Ok(found.tally());
        }
        // A model that has what none seen so far had is a new one. An answer that there is none is worth telling the
        // solver: it need not find that out again.
        for variable in Variable::all(rules.shown()) {
            for literal in [Literal::positive(variable), Literal::negative(variable)] {
                let seen = found.by_variable[usize::from(variable)];
                if seen == if literal.value { 0 } else { found.total } {
                    match self.model(&[literal], budget)? {
                        Some(model) => found.add(model),
                        None => self.require([Literal { value: !literal.value, ..literal }]),
                    }
                }
            }
        }
        Ok(found.tally())
    }
}

/// The number of models found, and of those in which each variable is true.
struct Found {
    total: u64,
    by_variable: Vec<u64>,
}

impl Found {
    fn add(&mut self, model: Vec<Variable>) {
        self.total += 1;
        model.into_iter().for_each(|variable| self.by_variable[usize::from(variable)] += 1);
    }

    /// The tally, if every variable is known to be true in some model or in none, and in all or not in all. So if
    /// there is but one, all variables are as in this one.
    fn tally(self) -> Tally {
        let is_exact = self.total <= 1;
        let count = |number: u64| match number {
            0 => Count::ZERO,
            _ if is_exact => Count::Exact(BigUint::from(number)),
            _ => Count::AtLeast(BigUint::from(number)),
        };
        Tally::new(count(self.total), self.by_variable.into_iter().map(count).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::conjoin;
    use proptest::prelude::*;

    /// A line that counts: its literals, and its bounds.
    type Counted = (std::collections::BTreeMap<u16, bool>, usize, usize);

    fn counted() -> impl Strategy<Value = Vec<Counted>> {
        let line = (proptest::collection::btree_map(0u16..9, any::<bool>(), 1..9), 0usize..5, 0usize..9);
        proptest::collection::vec(line, 0..4)
    }

    /// Rules over 9 variables with lines of neighbours and exclusions from pairs of numbers, and lines that count.
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

    /// Rules over 9 variables with lines of neighbours and exclusions from pairs of numbers.
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
            let all = conjoin(&rules).unwrap().select(&fixed);
            let mut solver = Solver::new(&rules, fixed.iter().copied());
            let allowed = all.select(&assumed);
            let budget = &mut Budget::unlimited();
            match solver.model(&assumed, budget).unwrap() {
                None => prop_assert!(allowed.is_false()),
                Some(model) => prop_assert!(allowed.models().any(|other| other == model)),
            }
            let tally = solver.tally(&rules, all.models().take(seen), budget).unwrap();
            let counts = all.counts();
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
            let mut solver = Solver::new(&rules, []);
            let mut found = 0u32;
            while let Some(model) = solver.model(&[], &mut Budget::unlimited()).unwrap() {
                found += 1;
                solver.require(Variable::all(9).map(|variable| Literal { variable, value: !model.contains(&variable) }));
            }
            prop_assert_eq!(conjoin(&rules).unwrap().model_count(), found.into());
        }
    }

    #[test]
    fn contradictions_have_no_models() {
        let budget = &mut Budget::unlimited();
        let mut empty = Rules::new(2);
        empty.at_least_one::<Variable>(&[]);
        assert_eq!(Solver::new(&empty, []).model(&[], budget), Ok(None));
        assert!(Solver::new(&empty, []).tally(&empty, [], budget).unwrap().total.is_zero());
        let mut both = Solver::new(&Rules::new(1), [Literal::positive(0), Literal::negative(0)]);
        both.require([Literal::positive(0)]);
        assert_eq!(both.model(&[], budget), Ok(None));
        assert_eq!(Solver::new(&Rules::new(0), []).model(&[], budget), Ok(Some(Vec::new())));
    }
}
