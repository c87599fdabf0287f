//! Named values in a tree: what answers to programs are made of.

use std::borrow::Cow;

use bdd_core::BigUint;

use crate::count::Count;

/// A value of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// There is no such thing.
    Nothing,
    /// Whether something is so.
    Flag(bool),
    /// A whole number.
    Number(BigUint),
    /// A number that may have a sign and decimals, as its digits.
    Decimal(String),
    /// A text.
    Text(Cow<'static, str>),
    /// Several values.
    List(Vec<Value>),
    /// Several named values.
    Facts(Facts),
}

/// Named values, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(Vec<(&'static str, Value)>);

impl Facts {
    /// No facts yet.
    #[must_use]
    pub fn new() -> Facts {
        Facts::default()
    }

    /// These facts, and one more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Facts {
        self.0.push((name, value.into()));
        self
    }

    /// These facts, and others after them.
    #[must_use]
    pub fn and(mut self, others: Facts) -> Facts {
        self.0.extend(others.0);
        self
    }

    /// The value with a name, if there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// The names with their values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Number(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Number(number.into())
    }
}

impl From<&BigUint> for Value {
    fn from(number: &BigUint) -> Value {
        Value::Number(number.clone())
    }
}

/// The number, or the bound from below.
impl From<&Count> for Value {
    fn from(count: &Count) -> Value {
        Value::from(count.value())
    }
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Value {
        Value::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text.into())
    }
}

impl From<Facts> for Value {
    fn from(facts: Facts) -> Value {
        Value::Facts(facts)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Value {
        Value::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Nothing, Into::into)
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::Error;
    use serde::{Serialize, Serializer};
    use serde_json::value::RawValue;

    use super::{BigUint, Facts, Value};

    impl Serialize for Value {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            match self {
                Value::Nothing => to.serialize_none(),
                Value::Flag(flag) => to.serialize_bool(*flag),
                Value::Number(number) => digits(number, to),
                Value::Decimal(digits) => {
                    RawValue::from_string(digits.clone()).map_err(S::Error::custom)?.serialize(to)
                }
                Value::Text(text) => to.serialize_str(text),
                Value::List(list) => list.serialize(to),
                Value::Facts(facts) => facts.serialize(to),
            }
        }
    }

    impl Serialize for Facts {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_map(self.iter())
        }
    }

    /// A number with all its digits. Beyond 128 bits that is JSON's own text of it, since serde knows no larger
    /// numbers; other formats get what they make of that.
    fn digits<S: Serializer>(number: &BigUint, to: S) -> Result<S::Ok, S::Error> {
        if let Ok(number) = u64::try_from(number) {
            to.serialize_u64(number)
        } else if let Ok(number) = u128::try_from(number) {
            to.serialize_u128(number)
        } else {
            RawValue::from_string(number.to_string()).map_err(S::Error::custom)?.serialize(to)
        }
    }
}
