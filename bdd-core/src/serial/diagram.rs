//! Diagrams by serde.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bdd::Bdd;
use crate::budget::Budget;
use crate::format::{Label, from_bytes, to_bytes};

/// The bytes of a `.bdd` file without a label.
impl Serialize for Bdd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&to_bytes(self, &unlabelled()).map_err(S::Error::custom)?)
    }
}

/// The bytes of a `.bdd` file without a label, which are checked as those of any file.
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
        // One value, one form.
        if header.label == unlabelled() { Ok(bdd) } else { Err(E::custom("a .bdd file with a label, expected none")) }
    }

    /// Formats for people to read have no bytes, but lists of numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Bdd, A::Error> {
        let mut bytes: Vec<u8> = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
