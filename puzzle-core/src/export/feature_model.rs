//! The feature model of any puzzle: its own model, or a model made from its rules. In a model made from rules, the
//! variables are children of a single root.

use std::collections::BTreeSet;
use std::io;

use bdd_core::{Literal, Variable};

use crate::features::{Feature, FeatureFormula, FeatureModel, Group, GroupKind, count};
use crate::marks::Marks;
use crate::naming;
use crate::puzzle::given_literals;
use crate::words::Words;

/// The maximum number of clauses for one rule.
const MAX_CLAUSES: usize = 10_000;

/// Returns the feature model of a puzzle with `marks` as further constraints: its own model ([`Words::feature_model`]),
/// or a model made from its rules and givens.
///
/// # Errors
///
/// [`io::ErrorKind::InvalidInput`] if a rule with bounds would need too many clauses.
pub(super) fn of_puzzle(words: &dyn Words, marks: &Marks) -> io::Result<FeatureModel> {
    let marked = marks.literals();
    let Some(model) = words.feature_model() else {
        return of_rules(words, &given_literals(words).chain(marked).collect::<Vec<_>>());
    };
    let mut model = model.clone();
    model.require(marked, |literal| naming::name(words, literal.variable));
    Ok(model)
}

/// Returns a feature model with the solutions of the puzzle's rules in which `literals` hold. A satisfiable rule over
/// more than two variables, none of them negated, becomes a group if no earlier group has one of its variables. All
/// other rules become clauses. Auxiliary variables become hidden features.
fn of_rules(words: &dyn Words, literals: &[Literal]) -> io::Result<FeatureModel> {
    let rules = words.rules();
    let mut model = FeatureModel::default();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for variable in Variable::all(rules.variables()) {
        let name = naming::name(words, variable).replace('"', "'").replace(['\n', '\r'], " ");
        let feature =
            Feature { is_hidden: variable.index() >= words.variables(), ..Feature::new(unique(&mut names, name)) };
        model.add(feature);
    }
    if let Some(weights) = words.weights() {
        for variable in Variable::all(words.variables()).filter(|&variable| weights.of(variable) != 0) {
            let price = weights.written(i128::from(weights.of(variable)));
            model.features[variable.index()].attributes.push(("price".to_owned(), price));
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut grouped = vec![false; rules.variables()];
    let mut excluded: BTreeSet<(Variable, Variable)> = BTreeSet::new();
    for rule in rules.constraints() {
        let (min, max, size) = (rule.min(), rule.max(), rule.variables().len());
        let children: Vec<usize> = rule.variables().iter().map(|variable| variable.index()).collect();
        if rule.is_positive() && size > 2 && min <= max && max <= size && children.iter().all(|&child| !grouped[child])
        {
            let kind = match (min, max) {
                (1, 1) => GroupKind::Alternative,
                (1, max) if max == size => GroupKind::Or,
                _ => GroupKind::Cardinality(min, max),
            };
            if max == 1 {
                let pairs = rule.variables().iter().flat_map(|&a| rule.variables().iter().map(move |&b| (a, b)));
                excluded.extend(pairs);
            }
            children.iter().for_each(|&child| grouped[child] = true);
            groups.push(Group { kind, children });
            continue;
        }
        let max = rule.max_beside_exclusions();
        let literals: Vec<Literal> = rule.literals().collect();
        for clause in count(&(0..size).collect::<Vec<_>>(), min, max, MAX_CLAUSES)? {
            model.constraints.push(over(&clause, &literals));
        }
    }
    for (a, b) in rules.exclusions().filter(|pair| !excluded.contains(pair)) {
        let negations = [a, b].map(|variable| FeatureFormula::literal(Literal { variable, value: false }));
        model.constraints.push(FeatureFormula::Or(negations.to_vec()));
    }
    model.constraints.extend(literals.iter().map(|&literal| FeatureFormula::literal(literal)));
    let rest: Vec<usize> = (0..rules.variables()).filter(|&child| !grouped[child]).collect();
    if !rest.is_empty() {
        groups.push(Group { kind: GroupKind::Optional, children: rest });
    }
    Ok(below_root(model, groups, unique(&mut names, words.kind().replace('"', "'"))))
}

/// Returns the model with a hidden root as its first feature, so that the root adds no variable to the puzzle.
fn below_root(mut model: FeatureModel, mut groups: Vec<Group>, name: String) -> FeatureModel {
    groups.iter_mut().flat_map(|group| &mut group.children).for_each(|child| *child += 1);
    model.features.insert(0, Feature { is_abstract: true, is_hidden: true, groups, ..Feature::new(name) });
    model.constraints.iter_mut().for_each(shift);
    model
}

/// Adds 1 to the index of each feature in a formula.
fn shift(formula: &mut FeatureFormula) {
    match formula {
        FeatureFormula::Feature(index) => *index += 1,
        FeatureFormula::Not(inner) => shift(inner),
        FeatureFormula::And(parts) | FeatureFormula::Or(parts) => parts.iter_mut().for_each(shift),
        FeatureFormula::Implies(a, b) | FeatureFormula::Equivalent(a, b) => {
            shift(a);
            shift(b);
        }
        FeatureFormula::Sum { .. } => {}
    }
}

/// Replaces each feature in `clause` by a literal: the feature's index is the index of the literal in `literals`.
fn over(clause: &FeatureFormula, literals: &[Literal]) -> FeatureFormula {
    let part = |part: &FeatureFormula| match part {
        FeatureFormula::Feature(index) => FeatureFormula::literal(literals[*index]),
        FeatureFormula::Not(inner) => match inner.as_ref() {
            FeatureFormula::Feature(index) => FeatureFormula::literal(!literals[*index]),
            other => other.clone(),
        },
        other => other.clone(),
    };
    match clause {
        FeatureFormula::Or(parts) => FeatureFormula::Or(parts.iter().map(part).collect()),
        other => other.clone(),
    }
}

/// Returns `name`, with a `'` for each earlier feature of the same name.
fn unique(names: &mut BTreeSet<String>, mut name: String) -> String {
    while !names.insert(name.clone()) {
        name.push('\'');
    }
    name
}
