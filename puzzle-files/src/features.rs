//! The rules of a feature model: the translation of its tree and its formulas into constraints over variables.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use bdd_core::{Literal, Variable, Weights};
use puzzle_core::features::{Feature, FeatureFormula, FeatureModel, GroupKind};

use crate::constraints::{Constraint, Listing, Names};
use crate::linear::Linear;
use crate::normal::Relation;
use crate::tree::{ReadResult, fail, is_sign, nearest, shortened};

/// The maximum depth of formulas, which keeps recursion within the smallest stacks.
pub(crate) const MAX_DEPTH: usize = 200;
/// The maximum number of clauses that a disjunction of two conjunctions becomes. If it would become more clauses,
/// auxiliary variables replace the conjunctions.
const MAX_PRODUCT: usize = 64;
/// The size from which an auxiliary variable replaces a side of an equivalence; see [`size`].
const MAX_SIDE: usize = 16;

/// A feature model with the positions of its parts in the text.
#[derive(Debug, Default)]
pub(crate) struct LocatedModel {
    pub(crate) model: FeatureModel,
    /// The position of each feature.
    pub(crate) features: Vec<Range<usize>>,
    /// The position of each constraint.
    pub(crate) constraints: Vec<Range<usize>>,
    by_name: HashMap<String, usize>,
}

impl LocatedModel {
    /// Adds a feature with the name at `span`, and returns its index.
    pub(crate) fn add(&mut self, mut feature: Feature, span: Range<usize>) -> ReadResult<usize> {
        // A comma separates names on the command line, and other signs can't be shown.
        feature.name = clean(&feature.name);
        if feature.name.is_empty() {
            return fail(&span, "expected the name of a feature, found an empty name");
        }
        let index = self.model.features.len();
        if self.by_name.insert(feature.name.clone(), index).is_some() {
            return fail(
                &span,
                format!("there are two features {:?}: expected names that all differ", shortened(&feature.name)),
            );
        }
        self.features.push(span);
        Ok(self.model.add(feature))
    }

    /// Adds a constraint with its position.
    pub(crate) fn constrain(&mut self, formula: FeatureFormula, span: Range<usize>) {
        self.model.constraints.push(formula);
        self.constraints.push(span);
    }

    /// Returns the index of the feature with the name at `span`.
    pub(crate) fn named(&self, name: &str, span: &Range<usize>) -> ReadResult<usize> {
        match self.by_name.get(clean(name).as_str()) {
            Some(&index) => Ok(index),
            None => {
                let similar = nearest(name, self.model.features.iter().map(|feature| feature.name.as_str()));
                let advice = similar.map_or_else(String::new, |near| format!(": did you mean {near:?}?"));
                fail(span, format!("expected the name of a feature, found {:?}{advice}", shortened(name)))
            }
        }
    }

    /// Returns the variables and constraints of the model.
    pub(crate) fn listing(self) -> ReadResult<Listing> {
        let Some(root) = self.model.features.first() else {
            return fail(&(0..0), "expected a feature model with a root, found no feature");
        };
        let title: String = root.name.chars().take(60).collect();
        let features = &self.model.features;
        let names = features.iter().map(|feature| feature.name.clone()).collect();
        let mut translation = Translation {
            model: &self.model,
            names: Names::of_features(names, &self.features[0])?,
            shown: (0..features.len()).filter(|&index| !features[index].is_hidden).map(Variable::from_index).collect(),
            constraints: Vec::new(),
            defined: HashMap::new(),
        };
        if translation.shown.is_empty() {
            return fail(&self.features[0], "expected at least one feature that is not hidden");
        }
        translation.tree(&self.features)?;
        for (formula, span) in self.model.constraints.iter().zip(&self.constraints) {
            translation.formula(formula, span)?;
        }
        let (objective, decimals) = prices(features, &self.features[0])?;
        let Translation { names, shown, constraints, .. } = translation;
        Ok(Listing {
            default_title: "Feature model",
            title: Some(title),
            shown: (shown.len() < names.len()).then_some(shown),
            names,
            constraints,
            objective,
            decimals,
            feature_model: Some(self.model),
            ..Listing::default()
        })
    }
}

/// Returns a name without the signs that can't stand in lists or on a screen.
fn clean(name: &str) -> String {
    name.trim().chars().map(|sign| if sign == ' ' || sign != ',' && is_sign(sign) { sign } else { '_' }).collect()
}

/// Variables with their prices.
type Prices = Vec<(i64, Variable)>;

/// Returns the prices of the features with an attribute `price` or `cost`, with their number of decimals; `None` if no
/// feature has such an attribute.
fn prices(features: &[Feature], span: &Range<usize>) -> ReadResult<(Option<Prices>, u8)> {
    let is_numeric = |name: &str| features.iter().any(|feature| number_of(feature, name).is_some());
    let Some(attribute) = ["price", "cost"].into_iter().find(|name| is_numeric(name)) else { return Ok((None, 0)) };
    let texts = features.iter().map(|feature| number_of(feature, attribute).unwrap_or("0"));
    let weights = match Weights::parse(texts) {
        Ok(weights) => weights,
        Err(error) => return fail(span, format!("can't combine the prices: {error}")),
    };
    let priced = Variable::all(features.len()).map(|variable| (weights.of(variable), variable));
    Ok((Some(priced.filter(|&(price, _)| price != 0).collect()), decimals(&weights)))
}

/// Returns the number of decimals of weights.
fn decimals(weights: &Weights) -> u8 {
    weights.written(1).split_once('.').map_or(0, |(_, decimals)| decimals.len() as u8)
}

/// Returns the value of the attribute `name` of a feature, if the value is a number.
fn number_of<'f>(feature: &'f Feature, name: &str) -> Option<&'f str> {
    let (_, value) = feature.attributes.iter().find(|(own, _)| own.eq_ignore_ascii_case(name))?;
    Weights::parse([value]).is_ok().then_some(value)
}

struct Translation<'m> {
    model: &'m FeatureModel,
    names: Names,
    shown: BTreeSet<Variable>,
    constraints: Vec<Constraint>,
    /// The literals that are equivalent to formulas, by the addresses of the formulas.
    defined: HashMap<*const FeatureFormula, Literal>,
}

type Clauses = Vec<Vec<Literal>>;

impl Translation<'_> {
    fn positive(feature: usize) -> Literal {
        Literal::positive(Variable::from_index(feature))
    }

    fn push_clause(&mut self, span: &Range<usize>, literals: Vec<Literal>) {
        self.constraints.extend(Constraint::clause(span.clone(), literals));
    }

    fn push_count(&mut self, span: &Range<usize>, features: &[usize], max: usize, name: String) {
        let mut literals: Vec<Literal> = features.iter().map(|&feature| Self::positive(feature)).collect();
        literals.sort_unstable();
        self.constraints.push(Constraint { span: span.clone(), literals, bounds: 0..=max, name: Some(name) });
    }

    /// Adds the constraints of the tree.
    fn tree(&mut self, spans: &[Range<usize>]) -> ReadResult<()> {
        self.push_clause(&spans[0], vec![Self::positive(0)]);
        for (index, feature) in self.model.features.iter().enumerate() {
            let parent = Self::positive(index);
            for group in &feature.groups {
                for &child in &group.children {
                    self.push_clause(&spans[child], vec![!Self::positive(child), parent]);
                }
                self.group(&spans[index], index, group.kind, &group.children)?;
            }
        }
        Ok(())
    }

    /// Adds the bounds of a group. The upper bound needs no condition, since no child is selected without its parent.
    fn group(&mut self, span: &Range<usize>, parent: usize, kind: GroupKind, children: &[usize]) -> ReadResult<()> {
        let no_parent = !Self::positive(parent);
        let size = children.len();
        let bounds = kind.bounds(size);
        let (min, max) = (*bounds.start(), *bounds.end());
        if max < size && size > 1 {
            self.push_count(span, children, max, format!("the choices of {}", self.model.features[parent].name));
        } else if max == 0 {
            children.iter().for_each(|&child| self.push_clause(span, vec![!Self::positive(child)]));
        }
        if min > size {
            self.push_clause(span, vec![no_parent]);
        } else if min == size {
            children.iter().for_each(|&child| self.push_clause(span, vec![no_parent, Self::positive(child)]));
        } else if min == 1 {
            self.push_clause(
                span,
                [no_parent].into_iter().chain(children.iter().map(|&c| Self::positive(c))).collect(),
            );
        } else if min > 1 {
            // If the parent is not selected, its negation and the negations of its copies count as `min` true literals.
            let mut literals: Vec<Literal> = children.iter().map(|&child| Self::positive(child)).collect();
            literals.push(no_parent);
            for _ in 1..min {
                let copy = self.auxiliary(span, &format!("{}'", self.model.features[parent].name))?;
                self.push_clause(span, vec![!copy, Self::positive(parent)]);
                self.push_clause(span, vec![copy, no_parent]);
                literals.push(!copy);
            }
            literals.sort_unstable();
            let name = Some(format!("the choices of {}", self.model.features[parent].name));
            let bounds = min..=literals.len();
            self.constraints.push(Constraint { span: span.clone(), literals, bounds, name });
        }
        Ok(())
    }

    /// Returns the literal of a new variable that is not shown.
    fn auxiliary(&mut self, span: &Range<usize>, name: &str) -> ReadResult<Literal> {
        let variable = self.names.len();
        if variable >= crate::tree::MAX_VARIABLES {
            return fail(
                span,
                "expected fewer features or simpler constraints: the constraints need too many auxiliary variables",
            );
        }
        Ok(Literal::positive(self.names.push(format!("{name}{variable}"))))
    }

    /// Adds a constraint of the model.
    fn formula(&mut self, formula: &FeatureFormula, span: &Range<usize>) -> ReadResult<()> {
        if let FeatureFormula::Sum { attribute, relation, bound } = formula {
            return self.sum(span, attribute, relation, bound);
        }
        for clause in self.clauses(formula, true, span)? {
            self.push_clause(span, clause);
        }
        Ok(())
    }

    fn sum(&mut self, span: &Range<usize>, attribute: &str, relation: &str, bound: &str) -> ReadResult<()> {
        let features = &self.model.features;
        let texts = features.iter().map(|feature| number_of(feature, attribute).unwrap_or("0"));
        let Ok(weights) = Weights::parse(texts.chain([bound])) else {
            return fail(span, format!("expected sums of {attribute} that fit in 18 digits"));
        };
        let all = Variable::all(features.len()).map(|variable| (weights.of(variable), variable));
        let terms: Vec<_> =
            all.filter(|&(unit, _)| unit != 0).map(|(unit, variable)| (unit, Literal::positive(variable))).collect();
        if terms.is_empty() {
            return fail(
                span,
                format!("expected an attribute with numbers, found {attribute:?}, which no feature has"),
            );
        }
        let bound = weights.of(Variable::from_index(features.len()));
        let (relation, bound) = match relation {
            "<=" => (Relation::AtMost, bound),
            "<" => (Relation::AtMost, bound - 1),
            ">=" => (Relation::AtLeast, bound),
            ">" => (Relation::AtLeast, bound + 1),
            _ => (Relation::Equal, bound),
        };
        Linear { span: span.clone(), terms, relation, bound }.into_constraints(&mut self.constraints)
    }

    /// Returns clauses that hold exactly if `formula` has `value`. Auxiliary variables keep the number of clauses
    /// small.
    fn clauses(&mut self, formula: &FeatureFormula, value: bool, span: &Range<usize>) -> ReadResult<Clauses> {
        match (formula, value) {
            (FeatureFormula::Feature(index), _) => {
                let literal = Self::positive(*index);
                Ok(vec![vec![if value { literal } else { !literal }]])
            }
            (FeatureFormula::Not(inner), _) => self.clauses(inner, !value, span),
            (FeatureFormula::And(parts), true) | (FeatureFormula::Or(parts), false) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.clauses(part, value, span)?);
                }
                Ok(all)
            }
            (FeatureFormula::Or(parts), true) | (FeatureFormula::And(parts), false) => {
                let mut all = vec![Vec::new()];
                for part in parts {
                    let clauses = self.clauses(part, value, span)?;
                    all = self.either(all, clauses, span)?;
                }
                Ok(all)
            }
            (FeatureFormula::Implies(a, b), true) => {
                let (a, b) = (self.clauses(a, false, span)?, self.clauses(b, true, span)?);
                self.either(a, b, span)
            }
            (FeatureFormula::Implies(a, b), false) => {
                let mut all = self.clauses(a, true, span)?;
                all.extend(self.clauses(b, false, span)?);
                Ok(all)
            }
            (FeatureFormula::Equivalent(a, b), _) => {
                let [a, b] = [self.side(a, span)?, self.side(b, span)?];
                // If `value` is `true`, `a` and `b` must have the same value, otherwise different values.
                let [[a, no_a], [b, no_b]] = [a, b];
                let (b, no_b) = if value { (b, no_b) } else { (no_b, b) };
                let mut all = self.either(no_a, b, span)?;
                all.extend(self.either(a, no_b, span)?);
                Ok(all)
            }
            _ => fail(span, "expected a sum alone, found a sum inside another constraint"),
        }
    }

    /// Returns the clauses of `formula`, one side of an equivalence, and the clauses of its negation.
    fn side(&mut self, formula: &FeatureFormula, span: &Range<usize>) -> ReadResult<[Clauses; 2]> {
        if size(formula, MAX_SIDE) < MAX_SIDE {
            return Ok([self.clauses(formula, true, span)?, self.clauses(formula, false, span)?]);
        }
        let key = std::ptr::from_ref(formula);
        let literal = match self.defined.get(&key) {
            Some(&literal) => literal,
            None => {
                let literal = self.auxiliary(span, "part")?;
                self.defined.insert(key, literal);
                for (value, absent) in [(true, !literal), (false, literal)] {
                    for mut clause in self.clauses(formula, value, span)? {
                        clause.push(absent);
                        self.push_clause(span, clause);
                    }
                }
                literal
            }
        };
        Ok([vec![vec![literal]], vec![vec![!literal]]])
    }

    /// Returns clauses that hold exactly if all clauses of `a` or all clauses of `b` hold: the unions of a clause of
    /// `a` and a clause of `b`. If this would give more than [`MAX_PRODUCT`] clauses, an auxiliary variable first
    /// replaces each side (G. S. Tseitin, *On the complexity of derivation in propositional calculus*, 1968).
    fn either(&mut self, mut a: Clauses, mut b: Clauses, span: &Range<usize>) -> ReadResult<Clauses> {
        if a.len() > 1 && b.len() > 1 && a.len() * b.len() > MAX_PRODUCT {
            for side in [&mut a, &mut b] {
                let literal = self.auxiliary(span, "part")?;
                for mut clause in std::mem::replace(side, vec![vec![literal]]) {
                    clause.push(!literal);
                    self.push_clause(span, clause);
                }
            }
        }
        Ok(a.iter().flat_map(|a| b.iter().map(move |b| a.iter().chain(b).copied().collect())).collect())
    }
}

/// Returns the size of a formula: the number of its features, sums and operators other than negations. Stops counting
/// at about `limit`.
fn size(formula: &FeatureFormula, limit: usize) -> usize {
    let sum = |parts: &mut dyn Iterator<Item = &FeatureFormula>| {
        let mut total = 1;
        for part in parts {
            if total >= limit {
                break;
            }
            total += size(part, limit - total);
        }
        total
    };
    match formula {
        FeatureFormula::Not(inner) => size(inner, limit),
        FeatureFormula::And(parts) | FeatureFormula::Or(parts) => sum(&mut parts.iter()),
        FeatureFormula::Implies(a, b) | FeatureFormula::Equivalent(a, b) => {
            sum(&mut [a.as_ref(), b.as_ref()].into_iter())
        }
        _ => 1,
    }
}
