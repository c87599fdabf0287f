//! The needs and the room of lines that count, in clauses.

use bdd_core::{ConstraintId, Variable};

use crate::explain::RuledOut;
use crate::naming::names;
use crate::words::Words;

/// A small number as a word.
fn number(number: usize) -> String {
    let word = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].get(number);
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// So many pieces, as in `two stars`; the number alone where there is no word for the piece.
fn pieces(words: &dyn Words, count: usize) -> String {
    match words.piece() {
        None => number(count),
        Some(piece) if count == 1 => format!("one {piece}"),
        Some(piece) => format!("{} {piece}s", number(count)),
    }
}

/// `rank 4 has its two stars`.
pub(super) fn is_full(words: &dyn Words, on: ConstraintId) -> String {
    let (line, most) = (words.line_name(on), words.rules().constraint(on).max());
    match most {
        0 => format!("{line} has none"),
        most => format!("{line} has its {}", pieces(words, most)),
    }
}

/// `rank 4 has its two stars already, on a4 and c4`.
pub(super) fn full(words: &dyn Words, on: ConstraintId, by: &[Variable]) -> String {
    match (words.piece(), by) {
        (_, []) => is_full(words, on),
        (Some(_), by) => format!("{} already, on {}", is_full(words, on), names(words, by)),
        (None, by) => format!("{} already: {}", is_full(words, on), names(words, by)),
    }
}

/// `rank 4 has more than its two stars`.
pub(super) fn too_many(words: &dyn Words, on: ConstraintId) -> String {
    format!("{} has more than {}", words.line_name(on), pieces(words, words.rules().constraint(on).max()))
}

/// The variables of a line that are not ruled out.
fn left(words: &dyn Words, on: ConstraintId, ruled_out: &[RuledOut]) -> Vec<Variable> {
    let is_out = |variable: &Variable| ruled_out.iter().any(|reason| reason.variable == *variable);
    words.rules().constraint(on).variables().iter().copied().filter(|variable| !is_out(variable)).collect()
}

/// `rank 4 has only a4 and c4 left for its two stars`.
pub(super) fn needs_all(words: &dyn Words, on: ConstraintId, ruled_out: &[RuledOut]) -> String {
    let line = words.rules().constraint(on);
    let name = words.line_name(on);
    if !line.is_positive() {
        return format!("{name} leaves no choice");
    }
    let left = names(words, &left(words, on, ruled_out));
    match words.piece() {
        Some(_) => format!("{name} has only {left} left for its {}", pieces(words, line.min())),
        None => format!("{name} has only {left} left, and needs {}", number(line.min())),
    }
}

/// `rank 4 has only a4 left, and needs two stars`.
pub(super) fn too_few(words: &dyn Words, on: ConstraintId, ruled_out: &[RuledOut]) -> String {
    let line = words.rules().constraint(on);
    let (name, left) = (words.line_name(on), left(words, on, ruled_out));
    match left.as_slice() {
        _ if !line.is_positive() => format!("{name} can't be met"),
        left if left.len() > line.max() && left.len() >= line.min() => too_many(words, on),
        [] => format!("{name} has no {} left", words.alternative(on)),
        left => format!("{name} has only {} left, and needs {}", names(words, left), pieces(words, line.min())),
    }
}

/// `line 3 asks for a, and against b`.
pub(super) fn decided(words: &dyn Words, on: ConstraintId, place: &[Variable], out: &[Variable]) -> String {
    let name = words.line_name(on);
    match (place, out) {
        (place, []) => format!("{name} asks for {}", names(words, place)),
        ([], out) => format!("{name} rules out {}", names(words, out)),
        (place, out) => format!("{name} asks for {}, and rules out {}", names(words, place), names(words, out)),
    }
}
