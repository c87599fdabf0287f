//! Variable elimination by resolution: clauses over fewer variables with the same models.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bdd_core::{Literal, Variable};

use crate::constraints::Constraint;
use crate::counters;

/// The most literals in all clauses at any time.
const MOST_LITERALS: usize = 400_000;
/// The most pairs of clauses that are resolved, and that are compared: some seconds.
const MOST_STEPS: usize = 20_000_000;

/// The constraints over the shown variables alone: an assignment of these satisfies them if, and
/// only if, some assignment of the others satisfies the clauses given. Clauses that this program has written for lines that
/// count become these lines again. Any other variable is left out by resolving each clause that has it with each that has
/// its negation (M. Davis and H. Putnam, *A Computing Procedure for Quantification Theory*, 1960); the one that makes the
/// fewest clauses first, and clauses that follow from a shorter one are left out as they come. `None` where that takes too
/// many clauses.
pub(crate) fn only(shown: &BTreeSet<Variable>, variables: usize, clauses: Vec<Constraint>) -> Option<Vec<Constraint>> {
    let (mut kept, mut rest, mut all_hidden) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (clauses, hidden) in parts(shown, variables, clauses) {
        if hidden.is_empty() {
            kept.extend(clauses);
        } else if let Some(line) = counters::line_of(&clauses, &hidden) {
            kept.push(line);
        } else {
            rest.extend(clauses);
            all_hidden.extend(hidden);
        }
    }
    kept.extend(resolved(variables, rest, all_hidden)?);
    kept.sort_by_key(|constraint| constraint.at.start);
    Some(kept)
}

/// The clauses in parts that share no hidden variable, each with its hidden variables in order.
fn parts(
    shown: &BTreeSet<Variable>,
    variables: usize,
    clauses: Vec<Constraint>,
) -> impl Iterator<Item = (Vec<Constraint>, Vec<Variable>)> {
    // The part of each variable, as a tree whose root stands for it; shown variables belong to none.
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
    let mut parts: BTreeMap<Option<usize>, (Vec<Constraint>, Vec<Variable>)> = BTreeMap::new();
    for clause in clauses {
        let part = hidden_of(&clause).first().map(|&index| root(&mut parents, index));
        parts.entry(part).or_default().0.push(clause);
    }
    for variable in Variable::all(variables).filter(|variable| !shown.contains(variable)) {
        if let Some((_, hidden)) = parts.get_mut(&Some(root(&mut parents, variable.index()))) {
            hidden.push(variable);
        }
    }
    parts.into_values()
}

/// What clauses say of all variables but some.
fn resolved(variables: usize, clauses: Vec<Constraint>, mut hidden: BTreeSet<Variable>) -> Option<Vec<Constraint>> {
    let mut clauses = Clauses::new(variables, clauses);
    while let Some(next) = clauses.cheapest(&hidden) {
        hidden.remove(&next);
        if !clauses.leave_out(next) {
            return None;
        }
    }
    let kept = clauses.all.into_iter().flatten();
    Some(kept.map(|(literals, at)| Constraint { at, bounds: 1..=literals.len().max(1), literals }).collect())
}

/// A clause, sorted, and where the text says it; of one that was made, where it says one of those that it is made of.
type Clause = (Vec<Literal>, Range<usize>);

struct Clauses {
    /// The clauses; those that were left out are not there any more.
    all: Vec<Option<Clause>>,
    /// The clauses in which each literal has been, by twice the variable's index and one more if it is negated.
    with: Vec<Vec<usize>>,
    literals: usize,
    steps: usize,
    /// Whether the empty clause is there, from which all others follow.
    is_contradictory: bool,
}

impl Clauses {
    fn new(variables: usize, said: Vec<Constraint>) -> Clauses {
        let with = vec![Vec::new(); 2 * variables];
        let mut clauses = Clauses { all: Vec::new(), with, literals: 0, steps: 0, is_contradictory: false };
        for Constraint { at, literals, .. } in said {
            clauses.push(literals, at);
        }
        clauses
    }

    fn push(&mut self, literals: Vec<Literal>, at: Range<usize>) {
        literals.iter().for_each(|&literal| self.with[slot(literal)].push(self.all.len()));
        self.literals += literals.len();
        self.is_contradictory |= literals.is_empty();
        self.all.push(Some((literals, at)));
    }

    fn remove(&mut self, clause: usize) {
        if let Some((literals, _)) = self.all[clause].take() {
            self.literals -= literals.len();
        }
    }

    /// The clauses that have a literal.
    fn having(&self, literal: Literal) -> Vec<usize> {
        self.with[slot(literal)].iter().copied().filter(|&clause| self.all[clause].is_some()).collect()
    }

    /// Of some variables the one that makes the fewest clauses.
    fn cheapest(&self, of: &BTreeSet<Variable>) -> Option<Variable> {
        let count = |literal| self.with[slot(literal)].len();
        let cost = |&variable: &Variable| count(Literal::positive(variable)) * count(Literal::negative(variable));
        of.iter().copied().min_by_key(cost)
    }

    /// Leaves out a variable; `false` if that takes too much.
    fn leave_out(&mut self, variable: Variable) -> bool {
        let literal = Literal::positive(variable);
        let (positive, negative) = (self.having(literal), self.having(!literal));
        let mut made = Vec::new();
        let mut size = 0;
        for (&a, &b) in positive.iter().flat_map(|a| negative.iter().map(move |b| (a, b))) {
            let (Some((a, at)), Some((b, _))) = (&self.all[a], &self.all[b]) else { continue };
            self.steps += a.len() + b.len();
            let mut union: Vec<Literal> =
                a.iter().chain(b).copied().filter(|other| other.variable != variable).collect();
            union.sort_unstable();
            union.dedup();
            if union.windows(2).all(|pair| pair[0].variable != pair[1].variable) {
                size += union.len();
                made.push((union, at.clone()));
            }
            if self.steps > MOST_STEPS || size > MOST_LITERALS {
                return false;
            }
        }
        positive.into_iter().chain(negative).for_each(|clause| self.remove(clause));
        made.sort_by(|(a, _), (b, _)| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        for (literals, at) in made {
            if !self.follows(&literals) {
                self.leave_out_weaker(&literals);
                self.push(literals, at);
            }
            if self.steps > MOST_STEPS || self.literals > MOST_LITERALS {
                return false;
            }
        }
        // What is gone need not be looked through again.
        for slot in 0..self.with.len() {
            if self.with[slot].len() > 64 {
                let all = &self.all;
                self.with[slot].retain(|&clause| all[clause].is_some());
            }
        }
        true
    }

    /// Whether a clause that is there has no other literals than these.
    fn follows(&mut self, literals: &[Literal]) -> bool {
        if self.is_contradictory {
            return true;
        }
        for &literal in literals {
            for &clause in &self.with[slot(literal)] {
                let Some((there, _)) = &self.all[clause] else { continue };
                self.steps += 1;
                // Every clause is looked at by its first literal alone.
                if there[0] == literal && there.len() <= literals.len() && is_within(there, literals) {
                    return true;
                }
            }
        }
        false
    }

    /// Leaves out the clauses that have all of these literals, and more.
    fn leave_out_weaker(&mut self, literals: &[Literal]) {
        let Some(rarest) = literals.iter().copied().min_by_key(|&literal| self.with[slot(literal)].len()) else {
            self.all.iter_mut().for_each(|clause| *clause = None);
            self.literals = 0;
            return;
        };
        for clause in self.having(rarest) {
            self.steps += 1;
            let is_weaker = self.all[clause].as_ref().is_some_and(|(there, _)| is_within(literals, there));
            if is_weaker {
                self.remove(clause);
            }
        }
    }
}

fn slot(literal: Literal) -> usize {
    2 * literal.variable.index() + usize::from(!literal.value)
}

/// Whether all of some literals are among others, both sorted.
fn is_within(some: &[Literal], others: &[Literal]) -> bool {
    let mut others = others.iter();
    some.iter().all(|one| others.any(|other| other == one))
}
