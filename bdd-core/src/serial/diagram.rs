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

/// Deserializes the bytes of a `.bdd` file without a label, with all checks of the reader.
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
        // One value has one form.
        if header.label == unlabelled() { Ok(bdd) } else { Err(E::custom("a .bdd file with a label, expected none")) }
    }

    /// Human-readable formats have lists of numbers instead of bytes.
    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Bdd, A::Error> {
        let mut bytes: Vec<u8> = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
