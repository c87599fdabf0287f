//! Serialization of diagrams.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::budget::Budget;
use crate::diagram::Bdd;
use crate::format::{Label, from_bytes, to_bytes};

/// Serializes as the bytes of a `.bdd` file without a label.
impl Serialize for Bdd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&to_bytes(self, &unlabelled()).map_err(S::Error::custom)?)
    }
}

/// Deserializes the bytes of a `.bdd` file without a label, with all the checks of [`from_bytes`].
impl<'de> Deserialize<'de> for Bdd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bdd, D::Error> {
        deserializer.deserialize_byte_buf(File)
    }
}

fn unlabelled() -> Label {
    Label { puzzle: String::new(), size: 0 }
}

struct File;

impl<'de> Visitor<'de> for File {
    type Value = Bdd;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a .bdd file")
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Bdd, E> {
        let (bdd, header) = from_bytes(bytes, &mut Budget::unlimited()).map_err(E::custom)?;
        // A diagram has only one serialized form, without a label.
        if header.label == unlabelled() {
            Ok(bdd)
        } else {
            Err(E::custom("expected a .bdd file without a label, found one with a label"))
        }
    }

    /// Reads the bytes from a list of numbers, the form of bytes in human-readable formats.
    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Bdd, A::Error> {
        let mut bytes: Vec<u8> = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
