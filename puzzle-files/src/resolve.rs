//! Variable elimination by resolution: replaces clauses with clauses that contain only the shown variables. An
//! assignment of the shown variables satisfies the new clauses exactly if it can be extended to a model of the old
//! clauses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bdd_core::{Literal, Variable};

use crate::constraints::Constraint;
use crate::counters;

/// The maximum number of literals in all clauses together, at any time.
const MAX_LITERALS: usize = 400_000;
/// The maximum number of steps, which take some seconds. Each literal of two resolved clauses counts as a step, and so
/// does each comparison of two clauses.
const MAX_STEPS: usize = 20_000_000;

/// Projects clauses on the `shown` variables. The result has an assignment of the shown variables as a model exactly if
/// this assignment can be extended to a model of `clauses`. Returns `None` if the result would take too many clauses.
/// `variables` is the number of all variables.
///
/// Clauses by which this program encoded a cardinality constraint become the constraint again. All other hidden
/// variables are eliminated, first the variable whose elimination makes the fewest clauses. To eliminate a variable,
/// each clause with the variable is resolved with each clause with its negation (M. Davis and H. Putnam, *A Computing
/// Procedure for Quantification Theory*, 1960). Subsumed clauses are removed.
pub(crate) fn project(
    shown: &BTreeSet<Variable>,
    variables: usize,
    clauses: Vec<Constraint>,
) -> Option<Vec<Constraint>> {
    let (mut kept, mut rest, mut all_hidden) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (clauses, hidden) in components(shown, variables, clauses) {
        if hidden.is_empty() {
            kept.extend(clauses);
        } else if let Some(count) = counters::count_of(&clauses, &hidden) {
            kept.push(count);
        } else {
            rest.extend(clauses);
            all_hidden.extend(hidden);
        }
    }
    kept.extend(eliminate(variables, rest, all_hidden)?);
    kept.sort_by_key(|constraint| constraint.span.start);
    Some(kept)
}

/// Splits clauses into components that share no hidden variables. Returns each component with its hidden variables in
/// ascending order.
fn components(
    shown: &BTreeSet<Variable>,
    variables: usize,
    clauses: Vec<Constraint>,
) -> impl Iterator<Item = (Vec<Constraint>, Vec<Variable>)> {
    // A union-find forest: the root of a hidden variable's tree stands for its component.
    let mut parents: Vec<usize> = (0..variables).collect();
    fn root(parents: &mut [usize], mut of: usize) -> usize {
        while parents[of] != of {
            parents[of] = parents[parents[of]];
            of = parents[of];
        }
        of
    }
    let hidden_of = |clause: &Constraint| -> Vec<usize> {
        let hidden = clause.literals.iter().filter(|literal| !shown.contains(&literal.variable));
        hidden.map(|literal| literal.variable.index()).collect()
    };
    for clause in &clauses {
        for pair in hidden_of(clause).windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|index| root(&mut parents, index));
            parents[a] = b;
        }
    }
    let mut components: BTreeMap<Option<usize>, (Vec<Constraint>, Vec<Variable>)> = BTreeMap::new();
    for clause in clauses {
        let component = hidden_of(&clause).first().map(|&index| root(&mut parents, index));
        components.entry(component).or_default().0.push(clause);
    }
    for variable in Variable::all(variables).filter(|variable| !shown.contains(variable)) {
        if let Some((_, hidden)) = components.get_mut(&Some(root(&mut parents, variable.index()))) {
            hidden.push(variable);
        }
    }
    components.into_values()
}

/// Eliminates the `hidden` variables by resolution, and returns the clauses that remain; `None` if that takes too many
/// clauses.
fn eliminate(variables: usize, clauses: Vec<Constraint>, mut hidden: BTreeSet<Variable>) -> Option<Vec<Constraint>> {
    let with = vec![Vec::new(); 2 * variables];
    let mut all = ClauseSet { clauses: Vec::new(), with, literals: 0, steps: 0, is_contradictory: false };
    clauses.into_iter().for_each(|clause| all.push(clause.literals, clause.span));
    while let Some(next) = all.cheapest(&hidden) {
        hidden.remove(&next);
        if !all.eliminate(next) {
            return None;
        }
    }
    let kept = all.clauses.into_iter().flatten();
    Some(
        kept.map(|(literals, span)| Constraint { span, bounds: 1..=literals.len().max(1), literals, name: None })
            .collect(),
    )
}

/// The sorted literals of a clause, and its position in the text. A resolvent has the position of one of the two
/// clauses that it was made from.
type DerivedClause = (Vec<Literal>, Range<usize>);

struct ClauseSet {
    /// The clauses; `None` in place of a removed clause.
    clauses: Vec<Option<DerivedClause>>,
    /// For each literal, at the index that [`slot`] returns, the indices of the clauses that contain the literal.
    /// Removed clauses may be among them.
    with: Vec<Vec<usize>>,
    /// The number of literals in all clauses.
    literals: usize,
    steps: usize,
    /// `true` if the set has the empty clause.
    is_contradictory: bool,
}

impl ClauseSet {
    fn push(&mut self, literals: Vec<Literal>, span: Range<usize>) {
        literals.iter().for_each(|&literal| self.with[slot(literal)].push(self.clauses.len()));
        self.literals += literals.len();
        self.is_contradictory |= literals.is_empty();
        self.clauses.push(Some((literals, span)));
    }

    fn remove(&mut self, clause: usize) {
        if let Some((literals, _)) = self.clauses[clause].take() {
            self.literals -= literals.len();
        }
    }

    /// Returns the indices of the clauses that contain `literal`.
    fn having(&self, literal: Literal) -> Vec<usize> {
        self.with[slot(literal)].iter().copied().filter(|&clause| self.clauses[clause].is_some()).collect()
    }

    /// Returns the variable of `hidden` whose elimination is estimated to make the fewest clauses.
    fn cheapest(&self, hidden: &BTreeSet<Variable>) -> Option<Variable> {
        let count = |literal| self.with[slot(literal)].len();
        let cost = |&variable: &Variable| count(Literal::positive(variable)) * count(Literal::negative(variable));
        hidden.iter().copied().min_by_key(cost)
    }

    /// Eliminates a variable. Returns `false` if that takes more than [`MAX_LITERALS`] literals or [`MAX_STEPS`] steps.
    fn eliminate(&mut self, variable: Variable) -> bool {
        let literal = Literal::positive(variable);
        let (positive, negative) = (self.having(literal), self.having(!literal));
        let mut made = Vec::new();
        let mut size = 0;
        for (&a, &b) in positive.iter().flat_map(|a| negative.iter().map(move |b| (a, b))) {
            let (Some((a, span)), Some((b, _))) = (&self.clauses[a], &self.clauses[b]) else { continue };
            self.steps += a.len() + b.len();
            let mut union: Vec<Literal> =
                a.iter().chain(b).copied().filter(|other| other.variable != variable).collect();
            union.sort_unstable();
            union.dedup();
            if union.windows(2).all(|pair| pair[0].variable != pair[1].variable) {
                size += union.len();
                made.push((union, span.clone()));
            }
            if self.steps > MAX_STEPS || size > MAX_LITERALS {
                return false;
            }
        }
        positive.into_iter().chain(negative).for_each(|clause| self.remove(clause));
        made.sort_by(|(a, _), (b, _)| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        for (literals, span) in made {
            if !self.is_subsumed(&literals) {
                self.remove_subsumed(&literals);
                self.push(literals, span);
            }
            if self.steps > MAX_STEPS || self.literals > MAX_LITERALS {
                return false;
            }
        }
        // Drops removed clauses from the long lists, so that later visits skip fewer entries.
        for having in self.with.iter_mut().filter(|having| having.len() > 64) {
            having.retain(|&clause| self.clauses[clause].is_some());
        }
        true
    }

    /// Returns `true` if a clause of the set subsumes `literals`: all literals of the clause are in `literals`.
    fn is_subsumed(&mut self, literals: &[Literal]) -> bool {
        if self.is_contradictory {
            return true;
        }
        for &literal in literals {
            for &clause in &self.with[slot(literal)] {
                let Some((there, _)) = &self.clauses[clause] else { continue };
                self.steps += 1;
                // A clause is compared only if `literal` is its first literal, so at most once.
                if there[0] == literal && there.len() <= literals.len() && is_within(there, literals) {
                    return true;
                }
            }
        }
        false
    }

    /// Removes the clauses that contain all of `literals`, since the clause of `literals` subsumes them.
    fn remove_subsumed(&mut self, literals: &[Literal]) {
        let Some(rarest) = literals.iter().copied().min_by_key(|&literal| self.with[slot(literal)].len()) else {
            self.clauses.iter_mut().for_each(|clause| *clause = None);
            self.literals = 0;
            return;
        };
        for clause in self.having(rarest) {
            self.steps += 1;
            let is_weaker = self.clauses[clause].as_ref().is_some_and(|(there, _)| is_within(literals, there));
            if is_weaker {
                self.remove(clause);
            }
        }
    }
}

/// Returns the index of a literal in a table of all literals: twice the index of its variable, plus 1 if it is negated.
fn slot(literal: Literal) -> usize {
    2 * literal.variable.index() + usize::from(!literal.value)
}

/// Returns `true` if all literals of `subset` are in `all`; both are sorted.
fn is_within(subset: &[Literal], all: &[Literal]) -> bool {
    let mut all = all.iter();
    subset.iter().all(|literal| all.any(|other| other == literal))
}
