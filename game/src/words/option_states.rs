//! The states of options and numbers of configurations in words, without the state of a game.

use puzzle_core::{BigUint, Count, Explanation, Status, sentences};
use puzzle_kind::Playable;

use super::numbers::grouped;

/// Returns the state of an option in a word or two, such as `chosen by you`.
///
/// ```
/// use game::words;
/// use puzzle_core::Status;
///
/// assert_eq!(words::option_state(Status::Dead), "excluded");
/// ```
#[must_use]
pub fn option_state(status: Status) -> &'static str {
    match status {
        Status::Given => "always chosen",
        Status::Placed => "chosen by you",
        Status::Forced => "forced",
        Status::Blocked => "excluded by you",
        Status::Excluded | Status::Dead => "excluded",
        Status::Open => "open",
        Status::Unknown => "not known yet",
    }
}

/// Returns the choices to take back so that the status of the explained option changes, such as `Take back leather. That
/// allows 12 configurations with sunroof.`
pub(crate) fn option_repair(puzzle: &dyn Playable, explanation: &Explanation) -> String {
    let name = puzzle.name(explanation.variable);
    let is_forced = explanation.status == Status::Forced;
    match &explanation.repair {
        None if explanation.core.is_empty() && is_forced => format!("The rules alone force {name}."),
        None if explanation.core.is_empty() => format!("The rules alone exclude {name}."),
        None => format!("Take back one of your choices above, and look at {name} again."),
        Some(repair) => {
            let lift = sentences::list(repair.lift.literals().map(|literal| puzzle.name(literal.variable)));
            match is_forced {
                true => format!("Take back {lift}. That allows {} without {name}.", configurations(&repair.without)),
                false => format!("Take back {lift}. That allows {} with {name}.", configurations(&repair.solutions)),
            }
        }
    }
}

/// Formats a count with up to 15 digits in groups of three, and a larger count as in `about 5.5e30`.
fn briefly(count: &Count) -> String {
    let digits = count.value().to_string();
    match digits.len() {
        0..16 => {
            let bound = if count.is_exact() { "" } else { "at least " };
            format!("{bound}{}", grouped(count.value()))
        }
        length => format!("about {}.{}e{}", &digits[..1], &digits[1..2], length - 1),
    }
}

/// Formats a number of configurations, such as `12 configurations`.
pub(super) fn configurations(count: &Count) -> String {
    let is_one = *count.value() == BigUint::from(1u8);
    format!("{} configuration{}", briefly(count), if is_one { "" } else { "s" })
}
