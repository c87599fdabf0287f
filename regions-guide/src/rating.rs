//! The difficulty of a board for a person.
//!
//! A `Field` rules squares out as `puzzle-core` argues: a line left empty at once (easy), after a chain of forced
//! queens (medium), or by trying (hard). It is quick enough for the many drafts of the generator, which whole
//! explanations would not be; the tests compare the two.

use bdd_core::Rules;
use puzzle_kind::Difficulty;

use crate::field::{Contradiction, Field, Lines};
use crate::search;

/// Returns the difficulty of rules; `None` if they have not exactly one solution.
pub(crate) fn of(rules: &Rules) -> Option<Difficulty> {
    let lines = Lines::new(rules);
    (search::solutions(&lines, lines.field(), 2).len() == 1).then(|| rate_unique(&lines))
}

/// The rating of rules that are known to have exactly one solution.
pub(crate) fn rate_unique(lines: &Lines) -> Difficulty {
    let (field, needed_chains) = reason(lines).expect("there is a solution");
    match field.narrowest(lines) {
        Some(_) => Difficulty::Hard,
        None if needed_chains => Difficulty::Medium,
        None => Difficulty::Easy,
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
