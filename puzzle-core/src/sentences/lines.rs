//! Phrases about lines: the names of several lines together, and clauses about the bounds of a line.

use bdd_core::{ConstraintId, Literal, Variable};

use crate::explain::{Cover, RuledOut};
use crate::logic::Copies;
use crate::naming::{self, names};
use crate::words::{Words, list};

/// A line that bounds a count if a condition holds: at least, or at most, a number of its options are true.
pub(super) struct Conditional {
    condition: Literal,
    options: Vec<Variable>,
    bound: usize,
    is_at_most: bool,
}

impl Conditional {
    /// Returns the conditional bound of a line that counts the negated condition several times; `None` for any other
    /// line.
    pub(super) fn of(words: &dyn Words, on: ConstraintId) -> Option<Conditional> {
        let line = words.rules().constraint(on);
        if line.is_positive() || line.min() < 2 || line.max() < line.variables().len() {
            return None;
        }
        let weighted = Copies::new(words.rules()).weighted(words.rules(), on);
        let &(negation, _) = weighted.iter().find(|&&(_, weight)| weight >= line.min())?;
        let rest = weighted.iter().map(|&(literal, _)| literal).filter(|literal| *literal != negation);
        let rest: Vec<Literal> = rest.collect();
        let is_at_most = !rest.first()?.value;
        let is_uniform = rest.iter().all(|literal| literal.value != is_at_most);
        let bound = if is_at_most { rest.len() - line.min() } else { line.min() };
        let options = rest.iter().map(|literal| literal.variable).collect();
        is_uniform.then_some(Conditional { condition: !negation, options, bound, is_at_most })
    }

    /// Returns the clause that the condition holds, such as `since bus is placed`, between commas. Returns an empty
    /// text if the name of the line has the condition already.
    fn since(&self, words: &dyn Words, line: &str) -> String {
        let name = naming::name(words, self.condition.variable);
        if line.ends_with(&name) { String::new() } else { format!(", since {},", self.holds(words)) }
    }

    fn holds(&self, words: &dyn Words) -> String {
        match self.condition.value {
            true => naming::placed_clause(words, self.condition.variable),
            false => naming::supposition(words, self.condition),
        }
    }

    /// Returns the clause for the true options of an upper bound, such as `the extras, since bus is placed, have their
    /// two already: a and b`. `by` are the true variables of the line.
    fn taken(&self, words: &dyn Words, line: &str, by: &[Variable]) -> String {
        let taken: Vec<Variable> = by.iter().copied().filter(|one| self.options.contains(one)).collect();
        let since = self.since(words, line);
        let bound = pieces(words, self.bound);
        match (self.bound, taken.len()) {
            (0, 0) => format!("{line}{since} allows none"),
            (0, _) => format!("{line}{since} allows none: {}", names(words, &taken)),
            (most, count) if count > most => format!("{line}{since} has more than {bound}: {}", names(words, &taken)),
            _ => format!("{line}{since} has its {bound} already: {}", names(words, &taken)),
        }
    }

    /// Returns the clause for a lower bound, such as `the extras, since bus is placed, has only a left and needs two`.
    fn left(&self, words: &dyn Words, line: &str, ruled_out: &[RuledOut]) -> String {
        let is_left = |variable: &Variable| !ruled_out.iter().any(|reason| reason.variable == *variable);
        let left: Vec<Variable> = self.options.iter().copied().filter(is_left).collect();
        let (since, bound) = (self.since(words, line), pieces(words, self.bound));
        match left.as_slice() {
            [] => format!("{line}{since} needs {bound} and has nothing left"),
            left => format!("{line}{since} needs {bound} and has only {} left", names(words, left)),
        }
    }

    /// Returns the clause for a step on the line: the reason, and then the variables that become true or false.
    pub(super) fn clause(
        &self,
        words: &dyn Words,
        on: ConstraintId,
        (ruled_out, by): (&[RuledOut], &[Variable]),
        (place, out): (&[Variable], &[Variable]),
    ) -> String {
        let line = words.line_name(on);
        let holds = by.contains(&self.condition.variable)
            || ruled_out.iter().any(|reason| reason.variable == self.condition.variable);
        // Without its condition, the line rules the condition out.
        let reason = match (self.is_at_most, holds) {
            (true, true) => self.taken(words, &line, by),
            (false, true) => self.left(words, &line, ruled_out),
            (true, false) => {
                let taken: Vec<Variable> = by.iter().copied().filter(|one| self.options.contains(one)).collect();
                format!("{line} allows {}, and has {}", pieces(words, self.bound), names(words, &taken))
            }
            (false, false) => self.left(words, &line, ruled_out).replacen(&self.since(words, &line), "", 1),
        };
        let must = place.iter().map(|&one| naming::must(words, Literal::positive(one)));
        let conclusions = must.chain((!out.is_empty()).then(|| naming::must_be_false(words, out)));
        let conclusions: Vec<String> = conclusions.collect();
        if conclusions.is_empty() { reason } else { format!("{reason}, so {}", list(conclusions)) }
    }
}

/// Returns a number up to ten as a word, and a larger number in digits.
pub(crate) fn number(number: usize) -> String {
    let word = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].get(number);
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Returns a number of pieces, such as `two stars`; the number alone if the puzzle has no word for a piece.
fn pieces(words: &dyn Words, count: usize) -> String {
    match words.piece() {
        None => number(count),
        Some(piece) if count == 1 => format!("one {piece}"),
        Some(piece) => format!("{} {piece}s", number(count)),
    }
}

/// Returns the plural of a noun: `ranks`, `boxes`.
pub(super) fn plural_noun(noun: &str) -> String {
    let is_hissing = ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    format!("{noun}{}", if is_hissing { "es" } else { "s" })
}

/// Returns a verb in the third person, such as `attacks` and `rules out`.
pub(super) fn third_person(verb: &str) -> String {
    let (first, rest) = verb.split_at(verb.find(' ').unwrap_or(verb.len()));
    format!("{first}s{rest}")
}

/// Splits names such as `rank 1` and `rank 2` into the noun that begins all of them (`rank`) and the rest of each name
/// (`1`, `2`). Returns `None` if the names do not begin with the same noun.
fn common_noun(names: &[String]) -> Option<(&str, Vec<String>)> {
    let split = |name: &'_ String| {
        let (noun, rest) = name.split_once(' ')?;
        let is_noun = noun.len() > 2 && noun.bytes().all(|letter| letter.is_ascii_lowercase());
        (is_noun && !rest.contains(' ')).then(|| rest.to_owned())
    };
    let noun = names.first()?.split(' ').next()?;
    let rests = names.iter().map(|name| split(name).filter(|_| name.starts_with(&format!("{noun} "))));
    Some((noun, rests.collect::<Option<_>>()?))
}

/// Joins the names of lines, and states their common words only once: `ranks 1 and 2`, `4 and 9 in row 2`, `5 in rows 2
/// and 6`.
fn joined(line_names: &[String]) -> String {
    if line_names.len() < 2 {
        return list(line_names.iter().cloned());
    }
    if let Some((values, houses)) = values_and_houses(line_names) {
        if houses.iter().all(|house| *house == houses[0]) {
            return format!("{} in {}", list(values), houses[0]);
        }
        if values.iter().all(|value| *value == values[0]) {
            return format!("{} in {}", values[0], joined(&houses));
        }
    }
    match common_noun(line_names) {
        Some((noun, rests)) => format!("{} {}", plural_noun(noun), list(rests)),
        None => list(line_names.iter().cloned()),
    }
}

/// Splits names such as `5 in row 2` into values (`5`) and houses (`row 2`); `None` if some name has another form.
fn values_and_houses(line_names: &[String]) -> Option<(Vec<String>, Vec<String>)> {
    let split = |name: &String| name.split_once(" in ").map(|(value, house)| (value.to_owned(), house.to_owned()));
    line_names.iter().map(split).collect::<Option<Vec<_>>>().map(|pairs| pairs.into_iter().unzip())
}

/// Returns the names of lines as one phrase, such as `ranks 1 and 2`.
pub(super) fn line_names(words: &dyn Words, lines: &[ConstraintId]) -> String {
    joined(&lines.iter().map(|&line| words.line_name(line)).collect::<Vec<_>>())
}

/// Returns the names of the base lines and the names of the covers of a counting argument. The third result is `true`
/// if the names of the base lines take a singular verb.
pub(super) fn base_and_covers(words: &dyn Words, base: &[ConstraintId], covers: &[Cover]) -> (String, String, bool) {
    let base: Vec<String> = base.iter().map(|&line| words.line_name(line)).collect();
    let is_many = covers.len() > 1;
    let cover_name = |cover: &Cover| match cover {
        Cover::Clique(variables) if variables.iter().all(|&one| naming::value_cell(words, one).is_some()) => {
            naming::topics(words, variables).0
        }
        Cover::Clique(variables) if is_many && variables.len() > 1 => {
            let names: Vec<String> = variables.iter().map(|&variable| naming::name(words, variable)).collect();
            format!("({})", names.join(", "))
        }
        cover => naming::cover_name(words, cover),
    };
    let covers: Vec<String> = covers.iter().map(cover_name).collect();
    let is_singular = base.len() == 1;
    let all = [base.as_slice(), covers.as_slice()].concat();
    // If all lines are about the same value, the covers are named without it.
    if let Some((values, houses)) = values_and_houses(&all)
        && values.iter().all(|value| *value == values[0])
    {
        return (joined(&base), joined(&houses[base.len()..]), true);
    }
    (joined(&base), joined(&covers), is_singular)
}

/// Returns the plural noun of the covers, such as `files`; `lines` if their names begin with different nouns.
pub(super) fn covers_noun(words: &dyn Words, covers: &[Cover]) -> String {
    let names: Vec<String> = covers.iter().map(|cover| naming::cover_name(words, cover)).collect();
    common_noun(&names).map_or_else(|| "lines".to_owned(), |(noun, _)| plural_noun(noun))
}

/// Returns the clause for a full line, such as `rank 4 has its two stars`.
#[must_use]
pub fn is_full(words: &dyn Words, on: ConstraintId) -> String {
    let (line, most) = (words.line_name(on), words.rules().constraint(on).max());
    match most {
        0 => match words.piece() {
            Some(piece) => format!("{line} must have no {piece}"),
            None => format!("{line} must have none"),
        },
        most => format!("{line} has its {}", pieces(words, most)),
    }
}

/// Returns a clause such as `rank 4 has its two stars already, on a4 and c4`.
pub(super) fn full(words: &dyn Words, on: ConstraintId, by: &[Variable]) -> String {
    match (words.piece(), by) {
        (_, []) => is_full(words, on),
        (Some(_), by) => format!("{} already, on {}", is_full(words, on), names(words, by)),
        (None, by) => format!("{} already: {}", is_full(words, on), names(words, by)),
    }
}

/// Returns a clause such as `rank 4 has more than two stars`.
pub(super) fn too_many(words: &dyn Words, on: ConstraintId) -> String {
    format!("{} has more than {}", words.line_name(on), pieces(words, words.rules().constraint(on).max()))
}

/// Returns the variables of a line that are not ruled out.
fn candidates(words: &dyn Words, on: ConstraintId, ruled_out: &[RuledOut]) -> Vec<Variable> {
    let is_out = |variable: &Variable| ruled_out.iter().any(|reason| reason.variable == *variable);
    words.rules().constraint(on).variables().iter().copied().filter(|variable| !is_out(variable)).collect()
}

/// Returns a clause such as `rank 4 has only a4 and c4 left for its two stars`.
pub(super) fn needs_all(words: &dyn Words, on: ConstraintId, ruled_out: &[RuledOut]) -> String {
    let line = words.rules().constraint(on);
    let name = words.line_name(on);
    if !line.is_positive() {
        return format!("{name} leaves no choice");
    }
    let left = naming::candidates(words, on, &candidates(words, on, ruled_out));
    match words.piece() {
        Some(_) => format!("{name} has only {left} left for its {}", pieces(words, line.min())),
        None => format!("{name} has only {left} left and needs {}", number(line.min())),
    }
}

/// Returns a clause such as `rank 4 has only a4 left and needs two stars`.
pub(super) fn too_few(words: &dyn Words, on: ConstraintId, ruled_out: &[RuledOut]) -> String {
    let line = words.rules().constraint(on);
    let (name, left) = (words.line_name(on), candidates(words, on, ruled_out));
    match left.as_slice() {
        _ if !line.is_positive() => format!("{name} can't be met"),
        left if left.len() > line.max() && left.len() >= line.min() => too_many(words, on),
        [] => format!("{name} has no {} left", words.candidate_noun(on)),
        left => {
            let left = naming::candidates(words, on, left);
            format!("{name} has only {left} left and needs {}", pieces(words, line.min()))
        }
    }
}

/// Returns a clause such as `line 3 requires a and rules out b`.
pub(super) fn decided(words: &dyn Words, on: ConstraintId, place: &[Variable], out: &[Variable]) -> String {
    let name = words.line_name(on);
    // The name of a requirement, such as `the rule that a requires b`, is a clause already.
    if let Some(requirement) = name.strip_prefix("the rule that ") {
        return format!("by a rule, {requirement}");
    }
    let topics = |variables: &[Variable]| list(variables.iter().map(|&variable| naming::topic(words, variable)));
    match (place, out) {
        (place, []) => format!("{name} requires {}", topics(place)),
        ([], out) => format!("{name} rules out {}", topics(out)),
        (place, out) => format!("{name} requires {} and rules out {}", topics(place), topics(out)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lines_share_their_words() {
        for (names, expected) in [
            (&["rank 4"][..], "rank 4"),
            (&["region E", "region G"], "regions E and G"),
            (&["box 1", "box 2", "box 3"], "boxes 1, 2 and 3"),
            (&["4 in row 2", "9 in row 2"], "4 and 9 in row 2"),
            (&["5 in row 2", "5 in row 6"], "5 in rows 2 and 6"),
            (&["5 in row 2", "7 in column 1"], "5 in row 2 and 7 in column 1"),
            (&["rank 4", "file a"], "rank 4 and file a"),
            (&["r1c2", "r1c3"], "r1c2 and r1c3"),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(joined(&names), expected);
        }
    }

    #[test]
    fn only_the_verb_itself_takes_the_third_person() {
        assert_eq!(["attack", "rule out"].map(third_person), ["attacks", "rules out"]);
    }
}
