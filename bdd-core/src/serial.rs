//! Serialization with serde, for the feature `serde`.
//!
//! [`Rules`] become a record of their parts. With the feature `file`, a [`Bdd`](crate::Bdd) becomes the bytes of a
//! `.bdd` file without a label. Deserialization checks all data.

#[cfg(feature = "file")]
mod diagram;

use std::ops::RangeInclusive;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::id::{ConstraintId, Variable};
use crate::rules::{Literal, Rules};

/// The serialized form of [`Rules`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "Rules", deny_unknown_fields)]
struct Parts {
    variables: usize,
    /// All exclusions, each once, in order.
    exclusions: Vec<(Variable, Variable)>,
    lines: Vec<Vec<Variable>>,
    /// The bounds and negative literals of the constraints that are not clauses of positive literals. Human-readable
    /// formats omit the field if it is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    counts: Vec<Asked>,
}

/// The bounds and negative literals of one constraint, whose number is `line`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    line: ConstraintId,
    /// The variables of negative literals, in order.
    negated: Vec<Variable>,
    least: usize,
    most: usize,
}

/// Serializes as a record of four fields. `variables` is the number of variables, `exclusions` the pairs of variables
/// that exclude each other, and `lines` the variables of each constraint. `counts` holds the bounds and negative
/// literals of the constraints that are not clauses of positive literals.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbered = (0..).map(ConstraintId::new).zip(self.constraints());
        let counts = numbered.filter(|(_, line)| !(line.is_clause() && line.is_positive())).map(|(id, line)| Asked {
            line: id,
            negated: line.negated().to_vec(),
            least: line.min(),
            most: line.max(),
        });
        let parts = Parts {
            variables: self.variables(),
            exclusions: self.exclusions().collect(),
            lines: self.constraints().map(|constraint| constraint.variables().to_vec()).collect(),
            counts: counts.collect(),
        };
        match serializer.is_human_readable() {
            true => parts.serialize(serializer),
            // Binary formats omit no field.
            false => (parts.variables, parts.exclusions, parts.lines, parts.counts).serialize(serializer),
        }
    }
}

/// Deserializes the record that serialization makes. Returns an error if a part names a variable or constraint that
/// does not exist, excludes a variable from itself, or repeats a variable in a constraint with bounds.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        let Parts { variables, exclusions, lines, counts } = if deserializer.is_human_readable() {
            Parts::deserialize(deserializer)?
        } else {
            let (variables, exclusions, lines, counts) = Deserialize::deserialize(deserializer)?;
            Parts { variables, exclusions, lines, counts }
        };
        let mut rules = Rules::try_new(variables).map_err(D::Error::custom)?;
        let named = exclusions.iter().flat_map(|&(a, b)| [a, b]).chain(lines.iter().flatten().copied());
        if let Some(missing) = named.into_iter().find(|variable| variable.index() >= variables) {
            return Err(D::Error::custom(format!("there is no variable {missing} among the {variables} variables")));
        }
        for (a, b) in exclusions {
            if a == b {
                return Err(D::Error::custom(format!("variable {a} excludes itself")));
            }
            rules.exclude(a, b);
        }
        let mut counts = counts.into_iter().peekable();
        for (id, line) in (0..).map(ConstraintId::new).zip(&lines) {
            match counts.next_if(|asked| asked.line == id) {
                None => rules.at_least_one(line),
                Some(Asked { negated, least, most, .. }) => {
                    let mut sorted = line.clone();
                    sorted.sort_unstable();
                    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                        return Err(D::Error::custom(format!("constraint {id} names variable {} twice", pair[0])));
                    }
                    if let Some(other) = negated.iter().find(|negated| sorted.binary_search(negated).is_err()) {
                        return Err(D::Error::custom(format!(
                            "constraint {id} negates variable {other}, which it does not contain"
                        )));
                    }
                    let sign = |variable: &Variable| !negated.contains(variable);
                    let literals = line.iter().map(|variable| Literal { variable: *variable, value: sign(variable) });
                    rules.count(RangeInclusive::new(least, most), &literals.collect::<Vec<_>>());
                }
            }
        }
        match counts.next() {
            Some(asked) => Err(D::Error::custom(format!(
                "the bounds of constraint {} come out of order, or there is no such constraint",
                asked.line
            ))),
            None => Ok(rules),
        }
    }
}
