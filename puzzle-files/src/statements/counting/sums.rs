//! Rules about sums of attributes, such as a total weight.

use bdd_core::{Literal, Variable, Weights};

use super::super::{Rule, StatementReader};
use super::conditions::Condition;
use crate::normal::{NormalizedSum, Relation};
use crate::telling::{Telling, TellingScopes};
use crate::tree::{ReadResult, TomlItem, TomlTable, fail};

/// A sum becomes clauses without hidden variables only if these clauses have at most this number of literals in total.
const MAX_CLAUSE_LITERALS: usize = 300;
/// The maximum number of terms of a sum.
const MAX_TERMS: usize = 500;
/// The maximum number of hidden variables for one sum.
const MAX_NODES: usize = 6_000;

/// Reads a `[[rule]]` with the key `sum`, which bounds the sum of an attribute over the true variables.
pub(super) fn read(
    reader: &mut StatementReader<'_>,
    table: &TomlTable<'_>,
    item: &TomlItem<'_>,
) -> ReadResult<(Vec<Rule>, Telling)> {
    super::refuse_keys(table, &["of", "window", "neighbours", "at", "when", "every"], "only for a rule with cells")?;
    super::refuse_keys(
        table,
        &["cells", "groups", "away-from", "things"],
        "only for a rule that counts, not for one with a \"sum\"",
    )?;
    let attribute = item.text(60)?;
    let Some(values) = reader.attribute(attribute) else {
        let known = reader.attribute_names();
        return match known.is_empty() {
            true => item.expected("an attribute: the file has neither [attributes] nor prices"),
            false => item.expected(format!("one of the attributes {}", known.join(", "))),
        };
    };
    let bounds = read_bounds(table)?;
    let texts = values.iter().map(String::as_str).chain(bounds.iter().map(|(_, bound)| bound.as_str()));
    let Ok(weights) = Weights::parse(texts) else {
        return fail(&item.span, format!("expected values of {attribute:?} that fit in 18 digits"));
    };
    let variables = Variable::all(reader.cells.variables());
    let terms: Vec<(i64, Literal)> = variables
        .map(|variable| (weights.of(variable), Literal::positive(variable)))
        .filter(|term| term.0 != 0)
        .collect();
    if terms.len() > MAX_TERMS {
        return item.expected(format!("an attribute of which at most {MAX_TERMS} values are not 0"));
    }
    let condition = Condition::read(reader, table)?;
    let told: Vec<String> = bounds.iter().map(|(relation, bound)| format!("{} {bound}", phrase(*relation))).collect();
    let told = format!("{attribute} of {}", told.join(" and "));
    let name = condition.named(reader, table.text("name", 60)?.unwrap_or(&told));
    let mut rules = Vec::new();
    for (number, &(relation, _)) in bounds.iter().enumerate() {
        let bound = weights.of(Variable::from_index(values.len() + number));
        let sides: &[Relation] = match relation {
            Relation::Equal => &[Relation::AtLeast, Relation::AtMost],
            ref one => std::slice::from_ref(one),
        };
        for side in sides {
            let sum = match side {
                Relation::AtMost => {
                    let negated: Vec<_> = terms.iter().map(|&(weight, literal)| (-weight, literal)).collect();
                    NormalizedSum::new(&negated, -bound)
                }
                _ => NormalizedSum::new(&terms, bound),
            };
            add(reader, item, sum, &condition, &name, &mut rules)?;
        }
    }
    let sentence = condition.named(reader, &format!("The choices have {told}"));
    Ok((rules, Telling { sentence: sentence + ".", scopes: TellingScopes::Own(Vec::new()) }))
}

fn phrase(relation: Relation) -> &'static str {
    match relation {
        Relation::AtLeast => "at least",
        Relation::AtMost => "at most",
        Relation::Equal => "exactly",
    }
}

/// Reads the bounds of a sum, each as a decimal number.
fn read_bounds(table: &TomlTable<'_>) -> ReadResult<Vec<(Relation, String)>> {
    let Some((key, item)) = table.one_of(&super::BOUND_KEYS)? else {
        return fail(&table.span, format!("expected one of {} to bound the sum", super::BOUND_KEYS.join(", ")));
    };
    let relation = match key {
        "exactly" => Relation::Equal,
        "at-least" => Relation::AtLeast,
        "at-most" => Relation::AtMost,
        _ => {
            let list = item.list();
            let [min, max] = list.as_slice() else { return item.expected("two numbers, such as [100, 250]") };
            return Ok(vec![(Relation::AtLeast, min.decimal()?), (Relation::AtMost, max.decimal()?)]);
        }
    };
    Ok(vec![(relation, item.decimal()?)])
}

/// Adds the rules by which a sum reaches its bound if the condition holds. The rules are a count if all coefficients
/// are equal, otherwise a few clauses, or clauses with hidden variables.
fn add(
    reader: &mut StatementReader<'_>,
    item: &TomlItem<'_>,
    sum: NormalizedSum,
    condition: &Condition,
    name: &str,
    rules: &mut Vec<Rule>,
) -> ReadResult<()> {
    let Some(sum) = sum.clamped() else { return Ok(()) };
    if let Some((factor, literals, bound)) = sum.uniform() {
        let min = usize::try_from((bound + factor - 1) / factor).unwrap_or(usize::MAX);
        return condition.at_least(reader, min.min(literals.len() + 1), &literals, name, rules);
    }
    if let Some(clauses) = sum.clauses(MAX_CLAUSE_LITERALS) {
        for clause in clauses {
            condition.at_least(reader, 1, &clause, name, rules)?;
        }
        return Ok(());
    }
    let mut terms = sum.terms;
    // The terms are sorted by their variables: a diagram of the solutions is first tried in this order.
    terms.sort_unstable_by_key(|&(_, literal)| literal);
    let mut diagram = SumDiagram { item, levels: vec![Vec::new(); terms.len()], terms: &terms, nodes: 0 };
    match diagram.node(0, sum.bound)?.0 {
        SumNode::True => Ok(()),
        SumNode::False => condition.at_least(reader, 1, &[], name, rules),
        SumNode::Inner(_) => {
            let root = condition.literal(reader, rules)?;
            diagram.state(reader, root, name, rules)
        }
    }
}

/// A function of the terms from a level on: `true` if the coefficients of their true literals add up to at least the
/// *need*. The need is the bound minus the coefficients of the true literals on the levels above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SumNode {
    True,
    False,
    /// The node with this index in its level.
    Inner(usize),
}

/// A node of a [`SumDiagram`], in the list of its level.
#[derive(Clone, Copy, Debug)]
struct LevelNode {
    /// The needs that share this node (see [`SumNode`]): all numbers above the first number, up to and including the
    /// second.
    needs: (i64, i64),
    /// The functions of the next level if the literal of this level is true, and if it is false.
    children: [SumNode; 2],
}

/// The decision diagram of a sum, with the literals in the order of their variables. On each level, the *need* is the
/// bound minus the coefficients of the true literals above. Two needs share a node if the same choices of the remaining
/// terms meet both (I. Abío et al., *A New Look at BDDs for Pseudo-Boolean Constraints*, 2012).
///
/// Each node becomes a hidden variable, which is true exactly if the node lies on the path that follows the values of
/// the literals (as in N. Eén and N. Sörensson, *Translating Pseudo-Boolean Constraints into SAT*, 2006). Unit
/// propagation decides this variable from the literals of the levels above, so that the variable adds no solutions and
/// no search.
struct SumDiagram<'a> {
    item: &'a TomlItem<'a>,
    terms: &'a [(i64, Literal)],
    levels: Vec<Vec<LevelNode>>,
    nodes: usize,
}

impl SumDiagram<'_> {
    /// Returns the node for the condition that the terms from `level` on add up to at least `need`, and the range of
    /// needs that have the same node. The recursion is as deep as there are terms.
    fn node(&mut self, level: usize, need: i64) -> ReadResult<(SumNode, (i64, i64))> {
        let rest: i64 = self.terms[level..].iter().map(|&(weight, _)| weight).sum();
        if need <= 0 {
            return Ok((SumNode::True, (i64::MIN / 2, 0)));
        }
        if need > rest {
            return Ok((SumNode::False, (rest, i64::MAX / 2)));
        }
        let is_known = |node: &LevelNode| node.needs.0 < need && need <= node.needs.1;
        if let Some(index) = self.levels[level].iter().position(is_known) {
            return Ok((SumNode::Inner(index), self.levels[level][index].needs));
        }
        let weight = self.terms[level].0;
        let (with, of_with) = self.node(level + 1, need - weight)?;
        let (without, of_without) = self.node(level + 1, need)?;
        let needs = ((of_with.0 + weight).max(of_without.0), (of_with.1 + weight).min(of_without.1));
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return self.item.expected(
                "an attribute with fewer or rounder values: their possible sums need too many hidden variables",
            );
        }
        self.levels[level].push(LevelNode { needs, children: [with, without] });
        Ok((SumNode::Inner(self.levels[level].len() - 1), needs))
    }

    /// Adds the rules of the diagram, which apply if `root` is true. If `root` is `None`, the rules always apply.
    fn state(
        &self,
        reader: &mut StatementReader<'_>,
        root: Option<Literal>,
        name: &str,
        rules: &mut Vec<Rule>,
    ) -> ReadResult<()> {
        let hidden_name = format!("{}'", self.item.as_text().unwrap_or("sum").replace(' ', "_"));
        let mut clause = |literals: Vec<Literal>| rules.push(Rule::clause(literals, name.to_owned()));
        let mut above = vec![root];
        for (level, nodes) in self.levels.iter().enumerate() {
            let below = self.levels.get(level + 1).map_or(0, Vec::len);
            let mut next = Vec::with_capacity(below);
            for _ in 0..below {
                next.push(Some(reader.hide(hidden_name.clone(), &self.item.span)?));
            }
            let mut parents: Vec<Vec<Literal>> = vec![Vec::new(); below];
            for (node, &on) in nodes.iter().zip(&above) {
                let literal = self.terms[level].1;
                let off = on.map(|on| !on);
                for (child, decided) in node.children.into_iter().zip([!literal, literal]) {
                    let premise = off.into_iter().chain([decided]);
                    match child {
                        SumNode::True => {}
                        SumNode::False => clause(premise.collect()),
                        SumNode::Inner(index) => {
                            parents[index].extend(on);
                            clause(premise.chain(next[index]).collect());
                        }
                    }
                }
                // The path continues through one child only.
                for (child, decided) in node.children.into_iter().zip([literal, !literal]) {
                    if let SumNode::Inner(index) = child
                        && node.children[0] != node.children[1]
                    {
                        clause(off.into_iter().chain([decided]).chain(next[index].map(|next| !next)).collect());
                    }
                }
            }
            for (&node, mut parents) in next.iter().zip(parents) {
                parents.dedup();
                // A node without a listed parent is a child of the root of a sum that always applies.
                if let Some(node) = node.filter(|_| !parents.is_empty()) {
                    clause([!node].into_iter().chain(parents).collect());
                }
            }
            above = next;
        }
        Ok(())
    }
}
