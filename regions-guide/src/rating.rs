//! The difficulty of a board for a person.
//!
//! A `Field` rules squares out as `puzzle-core` argues: a line left empty at once (easy), after a chain of forced
//! queens (medium), or by trying (hard). It is quick enough for the many drafts of the generator, which whole
//! explanations would not be; the tests compare the two.

use std::fmt;

use bdd_core::Rules;

use crate::field::{Contradiction, Field, Lines};
use crate::search;

/// How hard a board with one solution is: the hardest kind of reasoning that it takes.
///
/// At every rating, a person places the queen of a line (a rank, a file or a region) that has one square left, and
/// rules out what the queens rule out. Beyond that it takes:
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// Ruling out squares whose queen would leave some line without a square at once.
    Easy,
    /// Ruling out squares whose queen, with the queens that have to follow one after the other, would leave some line
    /// without a square.
    Medium,
    /// Trying the squares of a line in turn.
    Hard,
}

impl Rating {
    /// All three, the easiest first.
    pub const ALL: [Rating; 3] = [Rating::Easy, Rating::Medium, Rating::Hard];

    /// The name as it stands on the command line and in JSON: `easy`, `medium` or `hard`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rating::Easy => "easy",
            Rating::Medium => "medium",
            Rating::Hard => "hard",
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the rating of rules; `None` if they have not exactly one solution.
pub(crate) fn of(rules: &Rules) -> Option<Rating> {
    let lines = Lines::new(rules);
    (search::solutions(&lines, lines.field(), 2).len() == 1).then(|| rate_unique(&lines))
}

/// The rating of rules that are known to have exactly one solution.
pub(crate) fn rate_unique(lines: &Lines) -> Rating {
    let (field, needed_chains) = reason(lines).expect("there is a solution");
    match field.narrowest(lines) {
        Some(_) => Rating::Hard,
        None if needed_chains => Rating::Medium,
        None => Rating::Easy,
    }
}

/// The field after all reasoning without case splits, the simplest always first, and whether chains were needed.
pub(crate) fn reason(lines: &Lines) -> Result<(Field, bool), Contradiction> {
    let mut field = lines.field();
    let mut needed_chains = false;
    loop {
        field.follow(lines)?;
        if field.refute(lines, false) {
            continue;
        }
        if !field.refute(lines, true) {
            return Ok((field, needed_chains));
        }
        needed_chains = true;
    }
}
