//! Names for rules that a file does not name: clauses, and lines of listed things.

use bdd_core::Literal;

/// The most names that are told one by one.
const MOST: usize = 6;

/// `a`, `a and b`, `a, b and c`, `the 40 from a to z`.
pub(crate) fn several(names: &[String], joint: &str) -> String {
    match names {
        [most @ .., last] if (1..MOST).contains(&most.len()) => format!("{} {joint} {last}", most.join(", ")),
        [first, .., last] if names.len() > 1 => format!("the {} from {first} to {last}", names.len()),
        _ => names.concat(),
    }
}

/// What a clause is called: `the choice of a, b and c`, `the rule that a requires b or c`.
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
        (all, []) => format!("the rule against all of {}", several(all, "and")),
        ([cause], some) => format!("the rule that {cause} requires {}", several(some, "or")),
        (causes, some) => format!("the rule that {} require {}", several(causes, "and"), several(some, "or")),
    }
}

/// What is counted among some things: `the choice of a, b and c`.
pub(crate) fn choice(names: &[String]) -> String {
    format!("the choice of {}", several(names, "and"))
}
