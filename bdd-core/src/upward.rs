//! Conjunction rule by rule, from the last level up, in a given order of the variables or in an order found by FORCE.
//!
//! Variables that `merged` finds to be decided or equal are merged before an order is sought. Of the 1,638 variables of
//! one feature model, fewer than 200 remain (`docs/variable-order.md`).

use std::ops::RangeInclusive;

use crate::budget::{Budget, Interrupted};
use crate::construct::{LayerFunction, NodeTable};
use crate::diagram::{Bdd, Level};
use crate::id::Variable;
use crate::merged::Merged;
use crate::order::{Edges, Order};
use crate::rules::{Constraint, Literal, Rules};
use crate::slots::hash;

/// Builds the diagram of `rules` and `literals` as [`DiagramBuilder::build_in`](crate::DiagramBuilder::build_in) does,
/// without projection.
pub(crate) fn conjoin_in(
    rules: &Rules,
    literals: &[Literal],
    order: &Order,
    budget: &mut Budget<'_>,
) -> Result<Bdd, Interrupted> {
    assert_eq!(order.variables().len(), rules.variables(), "the order must have every variable of the rules");
    match Relations::of(rules, literals, budget)? {
        None => Ok(Bdd::constant(rules.variables(), false)),
        Some(relations) => relations.conjoin(order, SPARE, budget),
    }
}

/// Builds the diagram of `rules` and `literals` as
/// [`DiagramBuilder::build_reordered`](crate::DiagramBuilder::build_reordered) does, without projection.
pub(crate) fn conjoin_reordered(
    rules: &Rules,
    literals: &[Literal],
    budget: &mut Budget<'_>,
) -> Result<(Bdd, Order), Interrupted> {
    /// The limit of elementary steps for each order of the variables in the first round of attempts. In each further
    /// round the same orders are tried with a limit that is `MORE` times as high.
    const FIRST: u64 = 1 << 25;
    const MORE: u64 = 4;
    let Some(relations) = Relations::of(rules, literals, budget)? else {
        return Ok((Bdd::constant(rules.variables(), false), Order::natural(rules.variables())));
    };
    let orders = relations.orders(budget)?;
    let mut steps = FIRST;
    loop {
        let mut too_large = 0;
        for order in &orders {
            match budget.limited(usize::MAX, steps, |budget| relations.conjoin(order, SPARE, budget)) {
                Ok(bdd) => return Ok((bdd, order.clone())),
                Err(Interrupted::TooLong { limit }) if limit == steps => {}
                // The whole budget has no steps left, not only this order: report the limit of the whole budget.
                Err(interrupted @ Interrupted::TooLong { .. }) => {
                    budget.spend(u32::MAX, || 1.0)?;
                    return Err(interrupted);
                }
                Err(interrupted @ Interrupted::TooLarge { .. }) => {
                    too_large += 1;
                    if too_large == orders.len() {
                        return Err(interrupted);
                    }
                }
                Err(interrupted) => return Err(interrupted),
            }
        }
        steps = steps.saturating_mul(MORE);
    }
}

/// The number of dead nodes that the table may hold before they are dropped. Dead nodes are the nodes that the diagram
/// no longer uses.
const SPARE: usize = 1 << 17;

/// The rules as constraints, after the search for values and equalities. In clauses, equal variables are replaced by
/// their representatives. The values and equalities are constraints too.
struct Relations {
    merged: Merged,
    relations: Vec<Constraint>,
    variables: usize,
}

impl Relations {
    /// Finds values and equalities, and rewrites the rules with them. Returns `None` if it finds that the rules and
    /// `literals` contradict each other.
    fn of(rules: &Rules, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Option<Relations>, Interrupted> {
        let Some(merged) = budget.part(0.0..0.1, |budget| Merged::of(rules, literals, budget))? else {
            return Ok(None);
        };
        let variables = rules.variables();
        let mut relations = Vec::new();
        for (a, b) in rules.exclusions() {
            relations.extend(merged.clause([Literal::negative(a), Literal::negative(b)]));
        }
        for constraint in rules.constraints().filter(|constraint| !constraint.is_trivial()) {
            if constraint.is_clause() {
                relations.extend(merged.clause(constraint.literals()));
            } else {
                // A counting constraint counts equal literals separately, so that it keeps its variables.
                let trues = constraint.literals().filter(|&literal| merged.value(literal) == Some(true)).count();
                let literals = constraint.literals().filter(|&literal| merged.value(literal).is_none()).collect();
                let [min, max] =
                    [constraint.min(), constraint.max_beside_exclusions()].map(|n| n.saturating_sub(trues));
                if constraint.max_beside_exclusions() < trues {
                    return Ok(None);
                }
                relations.push(Constraint::new(literals, RangeInclusive::new(min, max)));
            }
        }
        let bounds = |constraint: &Constraint| (constraint.min(), constraint.max());
        relations.sort_by(|a, b| a.literals().cmp(b.literals()).then_with(|| bounds(a).cmp(&bounds(b))));
        relations.dedup();
        for variable in Variable::all(variables) {
            let first = merged.equal[variable.index()];
            match merged.values[variable.index()] {
                Some(value) => relations.push(Constraint::new(vec![Literal { variable, value }], 1..=1)),
                None if first.variable != variable => {
                    relations.push(Constraint::new(vec![Literal::positive(variable), !first], 1..=1));
                }
                None => {}
            }
        }
        Ok(Some(Relations { merged, relations, variables }))
    }

    /// Returns the orders to try, the most promising first.
    fn orders(&self, budget: &mut Budget<'_>) -> Result<Vec<Order>, Interrupted> {
        const STARTS: usize = 30;
        const KEPT: usize = 4;
        let mut members: Vec<Vec<Variable>> = vec![Vec::new(); self.variables];
        for variable in Variable::all(self.variables) {
            members[self.merged.equal[variable.index()].variable.index()].push(variable);
        }
        let edges = self.relations.iter().map(|relation| {
            let firsts = relation.variables().iter().map(|variable| self.merged.equal[variable.index()].variable);
            let mut edge: Vec<Variable> = firsts.collect();
            edge.sort_unstable();
            edge.dedup();
            edge
        });
        let edges = Edges::new(edges.filter(|edge| edge.len() > 1).collect(), self.variables, budget)?;
        let firsts = Variable::all(self.variables).filter(|variable| !members[variable.index()].is_empty());
        let (mut start, rest): (Vec<Variable>, Vec<Variable>) = firsts.partition(|&first| edges.has(first));
        let mut found = Vec::new();
        let mut state = 0u64;
        for _ in 0..STARTS {
            found.push(edges.force(start.clone(), budget)?);
            // A Fisher-Yates shuffle, with hashes of a counter as random numbers.
            for place in (1..start.len()).rev() {
                state += 1;
                start.swap(place, (hash(&[state, 1]) >> 32) as usize % (place + 1));
            }
        }
        found.sort();
        found.dedup();
        let orders = found.into_iter().take(KEPT).flat_map(|(_, firsts)| {
            let firsts = firsts.iter().chain(&rest);
            let order: Vec<Variable> = firsts.flat_map(|first| members[first.index()].iter().copied()).collect();
            [order.iter().rev().copied().collect(), order]
        });
        Ok(orders.filter_map(Order::new).collect())
    }

    /// Conjoins all rules in `order`. Nodes of earlier intermediate diagrams stay in the table, dead, until they are
    /// dropped. That happens whenever the table has more than `2 * needed + spare` nodes, where `needed` is the number
    /// of nodes left after the last drop.
    fn conjoin(&self, order: &Order, spare: usize, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        // For each level, the relations whose first variable is there: the level of the last variable, and the index of
        // the relation.
        let mut by_first: Vec<Vec<(Level, usize)>> = vec![Vec::new(); self.variables];
        for (number, relation) in self.relations.iter().enumerate() {
            let levels = relation.variables().iter().map(|&variable| order.level(variable));
            match (levels.clone().min(), levels.max()) {
                (Some(first), Some(last)) => by_first[first.index()].push((last.into(), number)),
                _ if relation.min() == 0 => {}
                _ => return Ok(Bdd::constant(self.variables, false)),
            }
        }
        budget.with_tables(|budget| {
            let mut diagrams = Conjunctions::new(self.variables, budget)?;
            let mut all = LayerFunction::TRUE;
            let mut needed = 0;
            for relations in by_first.iter_mut().rev().filter(|relations| !relations.is_empty()) {
                relations.sort_unstable();
                let mut group = LayerFunction::TRUE;
                for &mut (_, number) in relations {
                    let relation = diagrams.relation(&self.relations[number], order, budget)?;
                    group = diagrams.and(group, relation, budget)?;
                }
                all = diagrams.and(all, group, budget)?;
                if diagrams.table.len() > 2 * needed + spare {
                    diagrams.known.fill(Conjunctions::NOTHING);
                    all = diagrams.table.keep(all, budget)?;
                    needed = diagrams.table.len();
                }
            }
            budget.give_back(diagrams.known.len() * size_of::<[LayerFunction; 3]>());
            drop(diagrams.known);
            diagrams.table.into_bdd(all, budget)
        })
    }
}

/// A node table with a cache of conjunctions.
struct Conjunctions {
    table: NodeTable,
    /// The cache: two functions and their conjunction, at an index given by a hash of the two functions. A later entry
    /// replaces an earlier entry at the same index.
    known: Vec<[LayerFunction; 3]>,
    tasks: Vec<ApplyStep>,
    results: Vec<LayerFunction>,
}

#[derive(Clone, Copy)]
enum ApplyStep {
    And(LayerFunction, LayerFunction),
    /// Makes a node on this level, with the last two results as its children, and stores it in the cache as the
    /// conjunction of the two given functions.
    Node(Level, [LayerFunction; 2]),
}

impl Conjunctions {
    const KNOWN: usize = 1 << 12;
    const MOST_KNOWN: usize = 1 << 24;
    const NOTHING: [LayerFunction; 3] = [LayerFunction::FALSE; 3];

    fn new(variables: usize, budget: &mut Budget<'_>) -> Result<Conjunctions, Interrupted> {
        budget.take(Conjunctions::KNOWN * size_of::<[LayerFunction; 3]>())?;
        let known = vec![Conjunctions::NOTHING; Conjunctions::KNOWN];
        Ok(Conjunctions { table: NodeTable::new(variables, budget)?, known, tasks: Vec::new(), results: Vec::new() })
    }

    /// Builds the diagram of one constraint. Its nodes count the true literals, level by level.
    fn relation(
        &mut self,
        relation: &Constraint,
        order: &Order,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        let mut levels: Vec<(Level, bool)> =
            relation.literals().map(|literal| (order.level(literal.variable).into(), literal.value)).collect();
        levels.sort_unstable();
        let bounds = relation.min()..=relation.max();
        let met = |trues: usize| if bounds.contains(&trues) { LayerFunction::TRUE } else { LayerFunction::FALSE };
        let mut by_trues: Vec<LayerFunction> = (0..=levels.len()).map(met).collect();
        for (place, &(level, value)) in levels.iter().enumerate().rev() {
            budget.spend(4 * (place as u32 + 1), || 0.0)?;
            for trues in 0..=place {
                let [without, with] = [by_trues[trues], by_trues[trues + 1]];
                let (low, high) = if value { (without, with) } else { (with, without) };
                by_trues[trues] = self.table.node(level, low, high, budget)?;
            }
        }
        Ok(by_trues[0])
    }

    /// Returns the conjunction of two functions. Uses an explicit stack, since diagrams may be deeper than the
    /// program's stack.
    fn and(
        &mut self,
        a: LayerFunction,
        b: LayerFunction,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        /// The elementary steps that a conjunction of two nodes costs, most of them for memory accesses.
        const STEPS: u32 = 80;
        self.tasks.push(ApplyStep::And(a, b));
        while let Some(task) = self.tasks.pop() {
            match task {
                ApplyStep::And(a, b) if a == LayerFunction::TRUE || a == b => self.results.push(b),
                ApplyStep::And(a, b) if b == LayerFunction::TRUE => self.results.push(a),
                ApplyStep::And(a, b) if a == LayerFunction::FALSE || b == LayerFunction::FALSE => {
                    self.results.push(LayerFunction::FALSE);
                }
                ApplyStep::And(a, b) => {
                    let pair = [a.min(b), a.max(b)];
                    let [first, second, result] = self.known[self.place(pair)];
                    if [first, second] == pair {
                        self.results.push(result);
                        continue;
                    }
                    budget.spend(STEPS, || 0.5)?;
                    let level = self.table.level(a).min(self.table.level(b));
                    let [a, b] = [a, b].map(|function| self.table.cofactors(function, level));
                    self.tasks.extend([
                        ApplyStep::Node(level, pair),
                        ApplyStep::And(a[1], b[1]),
                        ApplyStep::And(a[0], b[0]),
                    ]);
                }
                ApplyStep::Node(level, pair) => {
                    let high = self.results.pop().expect("the conjunction of the high children was computed");
                    let low = self.results.pop().expect("the conjunction of the low children was computed before");
                    let result = self.table.node(level, low, high, budget)?;
                    let place = self.place(pair);
                    self.known[place] = [pair[0], pair[1], result];
                    self.results.push(result);
                }
            }
        }
        self.grow(budget)?;
        Ok(self.results.pop().expect("every task leaves a result"))
    }

    fn place(&self, [a, b]: [LayerFunction; 2]) -> usize {
        let hash = hash(&[a.number() as u64 | (b.number() as u64) << 32]);
        (hash >> (self.known.len() as u64 - 1).leading_zeros()) as usize
    }

    /// Replaces the cache by a larger, empty one if the table has more nodes than the cache has entries.
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let length = self.table.len().next_power_of_two().min(Conjunctions::MOST_KNOWN);
        if length > self.known.len() {
            budget.take((length - self.known.len()) * size_of::<[LayerFunction; 3]>())?;
            self.known = Vec::new();
            self.known = vec![Conjunctions::NOTHING; length];
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "biodivine"))]
mod tests;
