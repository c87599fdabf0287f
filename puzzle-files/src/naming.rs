//! Default names for rules that a file does not name.

use bdd_core::Literal;

/// The maximum number of names that a text lists one by one.
const MAX_LISTED: usize = 6;

/// Joins names: `a`, `a and b`, `a, b and c`, or `the 40 from a to z` if there are more than [`MAX_LISTED`]. The word
/// before the last name is `joint`, such as `and`.
pub(crate) fn several(names: &[String], joint: &str) -> String {
    match names {
        [most @ .., last] if (1..MAX_LISTED).contains(&most.len()) => format!("{} {joint} {last}", most.join(", ")),
        [first, .., last] if names.len() > 1 => format!("the {} from {first} to {last}", names.len()),
        _ => names.concat(),
    }
}

/// Returns the default name of a clause, such as `the choice of a, b and c` or `the rule that a requires b or c`.
pub(crate) fn clause(literals: &[Literal], name: impl Fn(Literal) -> String) -> String {
    let names = |value| -> Vec<String> {
        let of_value = literals.iter().filter(|literal| literal.value == value);
        of_value.map(|&literal| name(Literal { value: true, ..literal })).collect()
    };
    match (names(false).as_slice(), names(true).as_slice()) {
        ([], []) => "a clause without literals".to_owned(),
        ([], [one]) => one.clone(),
        ([one], []) => format!("not {one}"),
        ([], some) => choice(some),
        ([a, b], []) => format!("the rule that {a} excludes {b}"),
        (all, []) => format!("the rule that {} can't all hold", several(all, "and")),
        ([cause], some) => format!("the rule that {cause} requires {}", several(some, "or")),
        (causes, some) => format!("the rule that {} require {}", several(causes, "and"), several(some, "or")),
    }
}

/// Returns the default name of a rule that counts listed variables, such as `the choice of a, b and c`.
pub(crate) fn choice(names: &[String]) -> String {
    format!("the choice of {}", several(names, "and"))
}
