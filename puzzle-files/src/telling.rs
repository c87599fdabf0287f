//! The sentences in which a player reads the statements of a file, and the words of these sentences.

use std::ops::RangeInclusive;

use puzzle_kind::RuleScope;

/// The sentence in which a player reads a statement of a file, and the cells to which it applies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Telling {
    /// The rule as a sentence; empty to hide the statement from the player. Successive statements with the same
    /// sentence are shown as one rule.
    pub(crate) sentence: String,
    pub(crate) scopes: TellingScopes,
}

/// The scopes that the player sees for a statement: the sets of cells to which its rules apply.
#[derive(Clone, Debug, Default)]
pub(crate) enum TellingScopes {
    /// A scope for each group of the statement's rules, such as a row.
    #[default]
    Groups,
    /// A scope for each cell, with all rules about this cell and a neighbour. The value is `true` if each scope lists
    /// the neighbours, because the grid doesn't show them.
    Neighbours(bool),
    /// The scopes to show for the statement, instead of those of its rules, which are about hidden variables.
    Own(Vec<RuleScope>),
}

impl Telling {
    pub(crate) fn new(sentence: impl Into<String>) -> Telling {
        Telling { sentence: sentence.into(), scopes: TellingScopes::Groups }
    }
}

/// Returns the phrase for an allowed number of `noun`s, such as `one star` or `at most 2 stars`. If the minimum is
/// positive, a maximum of `limit` or more is left out.
pub(crate) fn number_of(bounds: &RangeInclusive<usize>, limit: usize, noun: &str) -> String {
    let plural = |number: usize| if number == 1 { noun.to_owned() } else { format!("{noun}s") };
    match (*bounds.start(), *bounds.end()) {
        (_, 0) => format!("no {noun}"),
        (1, 1) => format!("one {noun}"),
        (min, max) if min == max => format!("{min} {}", plural(min)),
        (0, max) => format!("at most {max} {}", plural(max)),
        (min, max) if max >= limit => format!("at least {min} {}", plural(min)),
        (min, max) => format!("{min} to {max} {}", plural(max)),
    }
}

/// Returns the phrase for an allowed number of times, such as `once` or `at most 2 times`. If the minimum is positive,
/// a maximum of `limit` or more is left out.
pub(crate) fn times(bounds: &RangeInclusive<usize>, limit: usize) -> String {
    let often = |number: usize| if number == 1 { "once".to_owned() } else { format!("{number} times") };
    match (*bounds.start(), *bounds.end()) {
        (_, 0) => "never".to_owned(),
        (min, max) if min == max => often(min),
        (0, max) => format!("at most {}", often(max)),
        (min, max) if max >= limit => format!("at least {}", often(min)),
        (min, max) => format!("{min} to {max} times"),
    }
}

/// Returns a sentence: the text with a capital first letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    format!("{}.", puzzle_core::sentences::capital(text))
}

/// Returns bounds in short notation, such as `2`, `≤2` or `1-3`. If the minimum is positive, a maximum of `limit` or
/// more is left out.
pub(crate) fn bounds(bounds: &RangeInclusive<usize>, limit: usize) -> String {
    match (*bounds.start(), *bounds.end()) {
        (min, max) if min == max => min.to_string(),
        (0, max) => format!("≤{max}"),
        (min, max) if max >= limit => format!("≥{min}"),
        (min, max) => format!("{min}-{max}"),
    }
}
