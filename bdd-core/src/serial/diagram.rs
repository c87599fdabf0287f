//! Serialization of diagrams.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::budget::Budget;
use crate::diagram::DecisionDiagram;
use crate::format::{Label, diagram_from_bytes, to_bytes};
use crate::reduction::Reduction;

/// Serializes as the bytes of a `.bdd` or `.zdd` file without a label.
impl<R: Reduction> Serialize for DecisionDiagram<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&to_bytes(self, &unlabelled()).map_err(S::Error::custom)?)
    }
}

/// Deserializes the bytes of a `.bdd` or `.zdd` file without a label, with all the checks of the reader.
impl<'de, R: Reduction> Deserialize<'de> for DecisionDiagram<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(File(PhantomData))
    }
}

fn unlabelled() -> Label {
    Label { puzzle: String::new(), size: 0 }
}

struct File<R>(PhantomData<R>);

impl<'de, R: Reduction> Visitor<'de> for File<R> {
    type Value = DecisionDiagram<R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bytes of a .{} file", R::NAME.to_lowercase())
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<DecisionDiagram<R>, E> {
        let (diagram, header) = diagram_from_bytes(bytes, &mut Budget::unlimited()).map_err(E::custom)?;
        // A diagram has only one serialized form, without a label.
        if header.label == unlabelled() {
            Ok(diagram)
        } else {
            let kind = R::NAME.to_lowercase();
            Err(E::custom(format!("expected a .{kind} file without a label, found one with a label")))
        }
    }

    /// Reads the bytes from a list of numbers, the form of bytes in human-readable formats.
    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<DecisionDiagram<R>, A::Error> {
        let mut bytes: Vec<u8> = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
