//! Answers as JSON: what the command line prints with `--json`, and what a server sends.
//!
//! Squares go by their names, and numbers have all their digits, however many they are.

mod board;
mod explanation;
mod hint;
mod list;

pub use board::{BoardJson, GuideJson};
pub use explanation::ExplanationJson;
pub use hint::HintJson;
pub use list::SolutionsJson;

use bdd_core::BigUint;

/// A JSON number with all its digits.
#[must_use]
pub fn exact(number: &BigUint) -> serde_json::Number {
    number.to_string().parse().expect("decimal digits are a JSON number")
}
