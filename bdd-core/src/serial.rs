//! Values of this crate by serde, with the feature `serde`.
//!
//! Numbers that name something are numbers, [`Rules`] a record of their parts, and, with the feature `file`, a diagram is
//! the bytes of a `.bdd` file without a label. Reading trusts nothing.

#[cfg(feature = "file")]
mod diagram;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::id::{LineId, NodeId, Variable};
use crate::rules::{Rules, TooManyVariables};

macro_rules! number {
    ($($name:ident($int:ty)),*) => {$(
        /// The number alone.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$int>::from(*self).serialize(serializer)
            }
        }

        /// The number alone.
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                <$int>::deserialize(deserializer).map($name::new)
            }
        }
    )*};
}

number!(Variable(u16), LineId(u32), NodeId(u32));

/// Rules as they are written and read.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Rules", deny_unknown_fields)]
struct Parts {
    variables: usize,
    /// Each once, in order.
    exclusions: Vec<(Variable, Variable)>,
    lines: Vec<Vec<Variable>>,
}

/// A record of `variables`, their number, `exclusions`, pairs of variables, and `lines`, lists of variables.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = Parts {
            variables: self.variables(),
            exclusions: self.exclusions().collect(),
            lines: self.lines().map(<[_]>::to_vec).collect(),
        };
        parts.serialize(serializer)
    }
}

/// The record that they are written as. An error if a part names a variable that there is not, or excludes one from
/// itself.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        let Parts { variables, exclusions, lines } = Parts::deserialize(deserializer)?;
        let mut rules = Rules::try_new(variables).map_err(|error: TooManyVariables| D::Error::custom(error))?;
        let named = exclusions.iter().flat_map(|&(a, b)| [a, b]).chain(lines.iter().flatten().copied());
        if let Some(missing) = named.into_iter().find(|variable| variable.index() >= variables) {
            return Err(D::Error::custom(format!("there is no variable {missing}: there are {variables}")));
        }
        for (a, b) in exclusions {
            if a == b {
                return Err(D::Error::custom(format!("variable {a} excludes itself")));
            }
            rules.exclude(a, b);
        }
        lines.iter().for_each(|line| rules.at_least_one(line));
        Ok(rules)
    }
}
