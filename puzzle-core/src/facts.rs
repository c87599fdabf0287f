//! Answers about a puzzle as data: a tree of named values.

use std::borrow::Cow;

use bdd_core::BigUint;

use crate::count::Count;

/// A value in an answer about a puzzle, such as a number, a text or a list.
///
/// ```
/// use puzzle_core::answer::Value;
///
/// assert_eq!(Value::from("dead"), Value::Text("dead".into()));
/// assert_eq!(Value::from(None::<bool>), Value::Nothing);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// No value; `null` in JSON.
    Nothing,
    /// A Boolean.
    Flag(bool),
    /// A whole number. In JSON it is a number if it is at most 2^53 - 1, otherwise a string of digits.
    Number(BigUint),
    /// The digits of a number that may have a sign and decimals. In JSON it is a number if it has at most 15
    /// significant digits, otherwise a string.
    Decimal(String),
    /// A text.
    Text(Cow<'static, str>),
    /// A list of values.
    List(Vec<Value>),
    /// Several named values.
    Facts(Facts),
}

/// Named values, in order.
///
/// ```
/// use puzzle_core::answer::{Facts, Value};
///
/// let facts = Facts::new().with("n", 8u64).with("exact", true);
/// assert_eq!(facts.get("n"), Some(&Value::from(8u64)));
/// assert_eq!(facts.iter().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(Vec<(&'static str, Value)>);

impl Facts {
    /// Creates an empty list of facts.
    #[must_use]
    pub fn new() -> Facts {
        Facts::default()
    }

    /// Returns these facts with a further fact: `name` with `value`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Facts {
        self.0.push((name, value.into()));
        self
    }

    /// Returns these facts, followed by the facts `others`.
    #[must_use]
    pub fn and(mut self, others: Facts) -> Facts {
        self.0.extend(others.0);
        self
    }

    /// Returns these facts without the facts named `name`.
    #[must_use]
    pub fn without(mut self, name: &str) -> Facts {
        self.0.retain(|&(other, _)| other != name);
        self
    }

    /// Returns the value of the first fact named `name`, if there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Returns the names with their values, in order.
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

/// Converts the number of a count. The value does not show whether the count is exact or a lower bound.
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

/// Serialization with numbers that every reader of JSON understands. JavaScript and most other readers parse a number
/// as a 64-bit float, which silently rounds long numbers. So long numbers are written as strings, as I-JSON recommends
/// (RFC 7493, section 2.2).
#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::Error;
    use serde::{Serialize, Serializer};
    use serde_json::value::RawValue;

    use super::{Facts, Value};

    /// The largest whole number that a 64-bit float distinguishes from its neighbours.
    const MAX_INTEGER: u64 = (1 << 53) - 1;

    /// The number of significant decimal digits that a 64-bit float always keeps.
    const MAX_DIGITS: usize = 15;

    impl Serialize for Value {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            match self {
                Value::Nothing => to.serialize_none(),
                Value::Flag(flag) => to.serialize_bool(*flag),
                Value::Number(number) => match u64::try_from(number) {
                    Ok(number) if number <= MAX_INTEGER => to.serialize_u64(number),
                    _ => to.serialize_str(&number.to_string()),
                },
                Value::Decimal(digits) if significant(digits) > MAX_DIGITS => to.serialize_str(digits),
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

    /// Counts the significant digits of a decimal number: all digits from the first non-zero digit on.
    fn significant(number: &str) -> usize {
        number.trim_start_matches(['-', '0', '.']).chars().filter(char::is_ascii_digit).count()
    }

    #[cfg(test)]
    mod tests {
        use bdd_core::BigUint;

        use super::*;

        #[test]
        fn every_reader_of_json_reads_the_number_that_was_meant() {
            let json = |value: Value| serde_json::to_string(&value).unwrap();
            let decimal = |digits: &str| Value::Decimal(digits.to_owned());
            let large = BigUint::from(10u8).pow(66);
            for (value, expected) in [
                (Value::from(MAX_INTEGER), "9007199254740991"),
                (Value::from(MAX_INTEGER + 1), "\"9007199254740992\""),
                (Value::from(&large), &*format!("\"{large}\"")),
                (decimal("-0.00000000000000000012"), "-0.00000000000000000012"),
                (decimal("123456789012.345"), "123456789012.345"),
                (decimal("-1234567890123.456"), "\"-1234567890123.456\""),
            ] {
                assert_eq!(json(value), expected);
            }
        }
    }
}
