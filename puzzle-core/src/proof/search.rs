//! Proofs from a SAT solver: a model of the formula, or the clauses that the solver learned until it had proved that
//! there is no model.
//!
//! A learned clause follows by unit propagation from the clauses that the solver has at that time. So the clauses in
//! the order of learning, with the deletions between them, are a proof, if the constraints of the formula propagate at
//! least as much as the clauses of the solver. They do: every clause that the solver begins with follows from a single
//! constraint, and a bound that would need auxiliary variables is not encoded, but propagated by [`Counting`].

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use batsat::theory::{Theory, TheoryArg};
use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, clause, lbool};
use bdd_core::{Budget, Cancel, Interrupted, Literal, Variable, encode, propagate};

use super::formula::Formula;
use super::{Proof, ProofSteps, Written};
use crate::sat;

impl Formula<'_> {
    /// Decides with a SAT solver whether the formula has a model that satisfies the clause `assumption`, and returns
    /// the proof of the answer. An empty clause assumes nothing.
    ///
    /// ```
    /// use puzzle_core::proof::Formula;
    /// use puzzle_core::{Budget, Literal, Marks, Puzzle, Rules, Variable, Words};
    ///
    /// #[derive(Debug)]
    /// struct Lamps(Rules);
    ///
    /// impl Puzzle for Lamps {
    ///     fn rules(&self) -> &Rules {
    ///         &self.0
    ///     }
    /// }
    ///
    /// impl Words for Lamps {}
    ///
    /// let (mut rules, budget) = (Rules::new(3), &mut Budget::unlimited());
    /// rules.exactly_one(&[0, 1, 2]);
    /// let lamps = Lamps(rules);
    /// let formula = Formula::new(&lamps, &Marks { placed: [Variable::new(0)].into(), ..Marks::default() });
    /// assert_eq!(formula.decide(&[], budget)?.model(), Some(&[Variable::new(0)][..]));
    /// assert_eq!(formula.decide(&[Literal::positive(1), Literal::positive(2)], budget)?.model(), None);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    ///
    /// # Panics
    ///
    /// If the puzzle does not have a variable of `assumption`.
    pub fn decide(&self, assumption: &[Literal], budget: &mut Budget<'_>) -> Result<Proof, Interrupted> {
        budget.check()?;
        let unit = if let [unit] = assumption { Some(*unit) } else { None };
        let refuted =
            |learned| Proof { assumption: assumption.to_vec(), model: None, content: ProofSteps::Learned(learned) };
        let base = self.len + usize::from(!assumption.is_empty());
        let Some(decided) = propagate(self.rules(), self.facts.keys().copied().chain(unit)) else {
            return Ok(refuted(Learned { base, ..Learned::default() }));
        };
        budget.check_memory(sat::bytes(self.rules(), &decided))?;
        let mut search = RecordedSearch::new(self, &decided, assumption);
        let is_found = search.run(budget)?;
        if !is_found {
            let steps = std::mem::take(&mut search.solver.cb_mut().steps);
            return Ok(refuted(Learned { base, variables: search.variables, steps }));
        }
        let mut values = decided;
        for (&variable, &value) in search.variables.iter().zip(search.solver.get_model()) {
            values[variable.index()] = Some(value == lbool::TRUE);
        }
        let literals = Variable::all(values.len()).map(|variable| {
            let literal = Literal { variable, value: values[variable.index()] == Some(true) };
            format!(" {}", Written(literal))
        });
        let conclusion = format!("SAT :{}", literals.collect::<String>());
        let model = Variable::all(self.rules().projected_variables());
        let model = model.filter(|variable| values[variable.index()] == Some(true)).collect();
        let content = ProofSteps::Text(self.framed(assumption, "", &conclusion));
        Ok(Proof { assumption: assumption.to_vec(), model: Some(model), content })
    }
}

/// A search for a model, in which the solver records its clauses.
struct RecordedSearch {
    solver: batsat::Solver<ClauseLog>,
    counting: Counting,
    /// For each variable of the solver, the undecided variable of the rules that it stands for, in ascending order.
    variables: Vec<Variable>,
}

impl RecordedSearch {
    /// Creates a search for the models of the formula that agree with `decided` and satisfy the clause `assumption`.
    /// Unit propagation of the formula has found the values in `decided`.
    fn new(formula: &Formula<'_>, decided: &[Option<bool>], assumption: &[Literal]) -> RecordedSearch {
        let rules = formula.rules();
        let mut solver = batsat::Solver::new(SolverOpts::default(), ClauseLog::default());
        let mut open = |value: &Option<bool>| value.is_none().then(|| Lit::new(solver.new_var_default(), true));
        let literals: Vec<Option<Lit>> = decided.iter().map(&mut open).collect();
        let variables = Variable::all(decided.len()).filter(|variable| literals[variable.index()].is_some()).collect();
        let literal = |literal: Literal| {
            literals[literal.variable.index()].map(|positive| if literal.value { positive } else { !positive })
        };
        for (a, b) in rules.exclusions() {
            if let (Some(a), Some(b)) = (literal(Literal::negative(a)), literal(Literal::negative(b))) {
                solver.add_clause_reuse(&mut vec![a, b]);
            }
        }
        let mut counting = Counting::new(literals.len());
        for constraint in rules.constraints() {
            let (open, bounds) = sat::open_part(constraint, decided);
            let open: Vec<Lit> = open.into_iter().filter_map(literal).collect();
            if encode::cost(open.len(), bounds.clone()).variables == 0 {
                let fresh = &mut || unreachable!("the encoding has no auxiliary variables");
                encode::count(&open, bounds, fresh, &mut |clause| {
                    solver.add_clause_reuse(&mut clause.to_vec());
                });
                continue;
            }
            let negations = open.iter().map(|&literal| !literal).collect();
            counting.at_most(open.len().saturating_sub(*bounds.start()), negations);
            counting.at_most(*bounds.end(), open);
        }
        let is_true = |one: &Literal| decided[one.variable.index()] == Some(one.value);
        if !assumption.is_empty() && !assumption.iter().any(is_true) {
            solver.add_clause_reuse(&mut assumption.iter().copied().filter_map(literal).collect());
        }
        RecordedSearch { solver, counting, variables }
    }

    /// Searches for a model. Returns `false` if there is no model.
    fn run(&mut self, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let decisions = budget.steps_left() / sat::DECISION;
        *self.solver.cb_mut() = ClauseLog {
            cancel: budget.cancel().cloned(),
            left: Cell::new(decisions),
            memory: budget.memory(),
            ..ClauseLog::default()
        };
        let answer = self.solver.solve_limited_th(&mut self.counting, &[]);
        let steps = sat::DECISION * (decisions - self.solver.cb().left.get());
        sat::spend(budget, steps.max(self.solver.num_propagations()), answer == lbool::UNDEF)?;
        if answer == lbool::UNDEF {
            budget.check()?;
            budget.check_memory(self.solver.cb().bytes())?;
            return Err(budget.too_long());
        }
        Ok(answer == lbool::TRUE)
    }
}

/// The clauses that the solver learned and deleted, and the limits of the search.
#[derive(Default)]
struct ClauseLog {
    cancel: Option<Cancel>,
    /// The number of decisions that the search may still make.
    left: Cell<u64>,
    /// The largest number of bytes that the log may take.
    memory: usize,
    /// The learned clauses and the deletions, in the form of [`Learned::steps`].
    steps: Vec<u32>,
    /// The number of learned clauses.
    count: u32,
    /// The number of each clause with three literals or more, by the hash of its literals. The solver never deletes
    /// shorter clauses.
    numbers: HashMap<u64, u32>,
}

impl ClauseLog {
    fn bytes(&self) -> usize {
        4 * self.steps.capacity() + 16 * self.numbers.capacity()
    }

    fn hash(clause: &[Lit]) -> u64 {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        let mut hasher = DefaultHasher::new();
        sorted.hash(&mut hasher);
        hasher.finish()
    }
}

impl Callbacks for ClauseLog {
    fn on_new_clause(&mut self, clause: &[Lit], _: clause::Kind) {
        self.steps.push(clause.len() as u32);
        self.steps.extend(clause.iter().map(|literal| literal.var().idx() << 1 | u32::from(literal.sign())));
        if clause.len() > 2 {
            self.numbers.insert(ClauseLog::hash(clause), self.count);
        }
        self.count += 1;
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        // The solver may have removed false literals from the clause. The proof keeps such a clause.
        if let Some(number) = self.numbers.remove(&ClauseLog::hash(clause)) {
            self.steps.extend([Learned::DELETED, number]);
        }
    }

    fn stop(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left == 0 || self.cancel.as_ref().is_some_and(Cancel::is_cancelled) || self.bytes() > self.memory
    }
}

/// A refutation from a solver: the clauses that it learned, in the order of learning, and their deletions.
/// [`Display`](fmt::Display) writes the proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Learned {
    /// The number of constraints before the first learned clause.
    base: usize,
    /// The variable of the rules for each variable of the solver.
    variables: Vec<Variable>,
    /// The learned clauses and the deletions, as numbers. A learned clause is its length, followed by its literals:
    /// twice the number of the solver's variable, plus 1 for a positive literal. A deletion is [`Learned::DELETED`],
    /// followed by the number of the clause, counted from 0.
    steps: Vec<u32>,
}

impl Learned {
    const DELETED: u32 = u32::MAX;
}

impl fmt::Display for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "pseudo-Boolean proof version 2.0\nf {}", self.base)?;
        let (mut last, mut steps) = (self.base, self.steps.iter().copied());
        while let Some(length) = steps.next() {
            if length == Learned::DELETED {
                let number = steps.next().unwrap_or_default();
                writeln!(f, "del id {}", self.base + 1 + number as usize)?;
                continue;
            }
            f.write_str("rup")?;
            for code in steps.by_ref().take(length as usize) {
                let literal = Literal { variable: self.variables[(code >> 1) as usize], value: code & 1 == 1 };
                write!(f, " 1 {}", Written(literal))?;
            }
            f.write_str(" >= 1 ;\n")?;
            last += 1;
        }
        // The solver learns no clause from its last conflict, which has no decision.
        let last = last + 1;
        f.write_str("rup >= 1 ;\n")?;
        writeln!(f, "output NONE\nconclusion UNSAT : {last}\nend pseudo-Boolean proof")
    }
}

/// The upper bounds on numbers of true literals that the solver does not have as clauses. They propagate like the
/// constraints of the formula: once the maximum number of literals is true, all other literals are false.
struct Counting {
    bounds: Vec<AtMost>,
    /// For each literal, by [`Lit::idx`], the bounds that count it.
    counted_by: Vec<Vec<u32>>,
    /// The literals that are true and counted, in the order of the solver's assignments.
    seen: Vec<Lit>,
    /// The length of `seen` at the beginning of each decision level.
    levels: Vec<usize>,
    /// For each literal, by [`Lit::idx`], the bound that made it true, if a bound did.
    reasons: Vec<u32>,
}

/// An upper bound on the number of true literals.
struct AtMost {
    max: usize,
    literals: Vec<Lit>,
    /// The true literals, in the order of [`Counting::seen`].
    trues: Vec<Lit>,
}

impl Counting {
    fn new(variables: usize) -> Counting {
        let counted_by = vec![Vec::new(); 2 * variables];
        Counting {
            bounds: Vec::new(),
            counted_by,
            seen: Vec::new(),
            levels: Vec::new(),
            reasons: vec![0; 2 * variables],
        }
    }

    /// Adds the bound that at most `max` of the literals are true, unless it always holds.
    fn at_most(&mut self, max: usize, literals: Vec<Lit>) {
        if max < literals.len() {
            let number = self.bounds.len() as u32;
            literals.iter().for_each(|literal| self.counted_by[literal.idx() as usize].push(number));
            self.bounds.push(AtMost { max, literals, trues: Vec::new() });
        }
    }
}

impl Theory for Counting {
    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        while let Some(&literal) = acts.model().get(self.seen.len()) {
            self.seen.push(literal);
            let counted_by = &self.counted_by[literal.idx() as usize];
            counted_by.iter().for_each(|&number| self.bounds[number as usize].trues.push(literal));
            for &number in counted_by {
                let bound = &self.bounds[number as usize];
                if bound.trues.len() > bound.max {
                    let clause: Vec<Lit> = bound.trues.iter().map(|&literal| !literal).collect();
                    return acts.raise_conflict(&clause, false);
                }
                if bound.trues.len() == bound.max {
                    let open = bound.literals.iter().filter(|literal| acts.value(literal.var()) == lbool::UNDEF);
                    for implied in open.map(|&literal| !literal).collect::<Vec<Lit>>() {
                        self.reasons[implied.idx() as usize] = number;
                        acts.propagate(implied);
                    }
                }
            }
        }
    }

    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.partial_check(acts);
    }

    fn explain_propagation(&mut self, implied: Lit) -> &[Lit] {
        // When the bound was reached, exactly the first `max` of its true literals were true.
        let bound = &self.bounds[self.reasons[implied.idx() as usize] as usize];
        &bound.trues[..bound.max]
    }

    fn create_level(&mut self) {
        self.levels.push(self.seen.len());
    }

    fn pop_levels(&mut self, n: usize) {
        let level = self.levels.len() - n;
        for literal in self.seen.drain(self.levels[level]..) {
            for &number in &self.counted_by[literal.idx() as usize] {
                self.bounds[number as usize].trues.pop();
            }
        }
        self.levels.truncate(level);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }
}
