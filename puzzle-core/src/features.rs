//! Feature models: a tree of features with groups, and constraints over them. Readers of UVL and FeatureIDE files make
//! a [`FeatureModel`]; [`uvl`] and [`featureide`] write it.
//!
//! A configuration selects features. It contains the root, and the parent of each selected feature. From each group of
//! a selected feature, it contains an allowed number of children.
//!
//! ```
//! use puzzle_core::features::{Feature, FeatureModel, FeatureFormula, Group, GroupKind};
//!
//! let mut car = FeatureModel::default();
//! let root = car.add(Feature::new("Car"));
//! let engine = Group { kind: GroupKind::Alternative, children: vec![car.add(Feature::new("petrol")), car.add(Feature::new("electric"))] };
//! car.features[root].groups.push(engine);
//! car.constraints.push(FeatureFormula::Not(Box::new(FeatureFormula::Feature(1))));
//! let mut text = Vec::new();
//! puzzle_core::features::uvl(&mut text, &car)?;
//! assert_eq!(
//!     String::from_utf8_lossy(&text),
//!     "features\n\tCar\n\t\talternative\n\t\t\tpetrol\n\t\t\telectric\nconstraints\n\t!petrol\n"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

mod featureide;
mod uvl;

use std::ops::RangeInclusive;

pub(crate) use featureide::count;
pub use featureide::featureide;
pub use uvl::{is_plain_name, uvl};

use bdd_core::Literal;

/// A tree of features and the constraints over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureModel {
    /// The features. The first feature is the root, and each parent precedes its children.
    pub features: Vec<Feature>,
    /// The constraints, which all hold. They refer to features by their indices.
    pub constraints: Vec<FeatureFormula>,
}

/// A feature of a [`FeatureModel`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    /// The name, which no other feature of the model has.
    pub name: String,
    /// `true` for a feature that only groups other features.
    pub is_abstract: bool,
    /// `true` for a feature that users do not choose, such as an auxiliary variable.
    pub is_hidden: bool,
    /// The further attributes in the order of the file, such as `("price", "12.50")`. Values are in the syntax of UVL:
    /// numbers, `true`, `'text'`; empty for an attribute without a value.
    pub attributes: Vec<(String, String)>,
    /// The groups of children.
    pub groups: Vec<Group>,
}

/// A group of children of a feature. A configuration with the feature selects an allowed number of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The kind, which bounds the number of selected children.
    pub kind: GroupKind,
    /// The indices of the children.
    pub children: Vec<usize>,
}

/// A kind of [`Group`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupKind {
    /// All children are selected.
    Mandatory,
    /// Any number of children is selected.
    Optional,
    /// At least one child is selected.
    Or,
    /// Exactly one child is selected.
    Alternative,
    /// The number of selected children is at least the first and at most the second number.
    Cardinality(usize, usize),
}

impl GroupKind {
    /// Returns the bounds on the number of selected children, for a group of `children` children.
    ///
    /// ```
    /// use puzzle_core::features::GroupKind;
    ///
    /// assert_eq!(GroupKind::Or.bounds(3), 1..=3);
    /// ```
    #[must_use]
    pub fn bounds(self, children: usize) -> RangeInclusive<usize> {
        match self {
            GroupKind::Mandatory => children..=children,
            GroupKind::Optional => 0..=children,
            GroupKind::Or => 1..=children,
            GroupKind::Alternative => 1..=1,
            GroupKind::Cardinality(min, max) => min..=max,
        }
    }
}

/// A constraint over the features of a [`FeatureModel`]. It refers to features by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FeatureFormula {
    /// The feature with this index is selected.
    Feature(usize),
    /// The inner formula does not hold.
    Not(Box<FeatureFormula>),
    /// All formulas hold; true for an empty list.
    And(Vec<FeatureFormula>),
    /// At least one of the formulas holds; false for an empty list.
    Or(Vec<FeatureFormula>),
    /// If the first formula holds, so does the second.
    Implies(Box<FeatureFormula>, Box<FeatureFormula>),
    /// Both formulas hold, or neither does.
    Equivalent(Box<FeatureFormula>, Box<FeatureFormula>),
    /// A comparison such as `sum(price) <= 12`, with the sum of `attribute` over the selected features on the left and
    /// `bound` on the right.
    Sum {
        /// The name of the attribute.
        attribute: String,
        /// The comparison: `==`, `<=`, `>=`, `<` or `>`.
        relation: &'static str,
        /// The number that the sum is compared with, a decimal.
        bound: String,
    },
}

impl FeatureFormula {
    /// Returns the formula of a literal. The index of its variable is the index of the feature.
    pub(crate) fn literal(literal: Literal) -> FeatureFormula {
        let feature = FeatureFormula::Feature(literal.variable.index());
        if literal.value { feature } else { FeatureFormula::Not(Box::new(feature)) }
    }
}

impl FeatureModel {
    /// Adds a feature, and returns its index.
    pub fn add(&mut self, feature: Feature) -> usize {
        self.features.push(feature);
        self.features.len() - 1
    }

    /// Returns the index of the feature with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        self.features.iter().position(|feature| feature.name == name)
    }

    /// Adds the constraints that the literals hold. `name` returns the name of a literal's feature.
    pub(crate) fn require(&mut self, literals: impl Iterator<Item = Literal>, name: impl Fn(Literal) -> String) {
        for literal in literals {
            if let Some(feature) = self.named(&name(literal)) {
                let feature = FeatureFormula::Feature(feature);
                self.constraints.push(if literal.value { feature } else { FeatureFormula::Not(Box::new(feature)) });
            }
        }
    }
}

impl Feature {
    /// Returns a feature without attributes and children.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Feature {
        Feature { name: name.into(), ..Feature::default() }
    }
}
