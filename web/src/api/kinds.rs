//! Questions about puzzles of any kind: `kind` names it, `puzzle` is its text, and the options of the command go by their
//! names.

use std::sync::Arc;

use puzzle_core::Budget;
use puzzle_core::answer::Facts;
use puzzle_kind::{Arguments, Kind, Parameter, Role, Verb};

use super::answers::{Answer, random_seed};
use crate::error::{LONGEST_DETAIL, Problem, Refusal, quoted, shortened};
use crate::query::Query;

/// The kinds that a server answers about, beside boards of n-queens by their size.
pub(crate) type Kinds = Arc<[Arc<dyn Kind>]>;

/// The parameter that names the kind.
pub(super) const KIND: &str = "kind";

/// The kind of the boards that are asked about by their size.
const USUAL: &str = "queens";

/// The text of one puzzle, as its commands read it.
const PUZZLE: &str = "puzzle";

/// The most random solutions that an answer has.
const MOST_DRAWN: u64 = 1000;

/// Returns the kind that the part of a URI behind the question mark names; `None` if it names none, or the usual one.
pub(super) fn named(query: &str, kinds: &Kinds) -> Result<Option<Arc<dyn Kind>>, Refusal> {
    let Some((_, name)) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == KIND) else {
        return Ok(None);
    };
    if name == USUAL {
        return Ok(None);
    }
    let kind = kinds.iter().find(|kind| kind.name() == name).cloned();
    kind.map(Some).ok_or_else(|| {
        let others = kinds.iter().map(|kind| kind.name()).filter(|&name| name != USUAL);
        let names = [USUAL].into_iter().chain(others).collect::<Vec<_>>().join(", ");
        Refusal::parameter(KIND, format!("expected one of {names}, not {}", quoted(&name)))
    })
}

/// Answers the question of a verb about a puzzle of a kind.
pub(super) fn answer(
    kind: &dyn Kind,
    verb: Verb,
    query: Option<String>,
    budget: &mut Budget<'_>,
) -> Result<Answer, Refusal> {
    if !kind.verbs().contains(&verb) {
        return Err(Refusal::parameter(KIND, format!("{} has no {}", kind.name(), verb.name())));
    }
    let options: Vec<Parameter> = kind.parameters(verb).into_iter().filter(is_option).collect();
    let known: Vec<&str> = [KIND, PUZZLE].into_iter().chain(options.iter().map(|option| option.name)).collect();
    let query = Query::parse(query, &known)?;
    let arguments = arguments(options, &query)?;
    let text = query.required(PUZZLE)?;
    let mut puzzles = kind.read(&arguments, Box::new(text.as_bytes()));
    let unread = |detail: String| Refusal::parameter(PUZZLE, shortened(&detail, LONGEST_DETAIL));
    let (_, entry) = match puzzles.next() {
        Some(read) => read.map_err(|error| unread(error.to_string()))?,
        None => return Err(unread(kind.empty_input_message())),
    };
    if puzzles.next().is_some() {
        return Err(unread("more than one puzzle; ask for each by itself".to_owned()));
    }
    let puzzle = &**entry.puzzle();
    let refused = |error: puzzle_kind::BadArgument| {
        Refusal::new(Problem::Parameter, shortened(&error.to_string(), LONGEST_DETAIL))
    };
    let marks = arguments.marks(puzzle).map_err(refused)?;
    let operation = arguments.operation(verb, puzzle, random_seed()).map_err(refused)?;
    let operation = operation.ok_or_else(|| Refusal::parameter(KIND, format!("{} is no question", verb.name())))?;
    let answered = operation.answer(&entry, &marks, "", budget)?.facts(puzzle);
    let facts = Facts::new().with("of_kind", kind.name()).and(puzzle.head()).and(answered);
    let is_random = verb == Verb::Sample && arguments.role(Role::Seed).is_none();
    Ok(if is_random { Answer::Passing(facts) } else { Answer::Lasting(facts) })
}

/// Whether a parameter of a command is one of the API, too: the others choose files and formats.
fn is_option(parameter: &Parameter) -> bool {
    !matches!(parameter.role, Role::File | Role::Names | Role::Json | Role::Format | Role::Export | Role::Force)
}

/// The values of the options, each in its usual form.
fn arguments(options: Vec<Parameter>, query: &Query) -> Result<Arguments, Refusal> {
    let mut values = Vec::new();
    for option in &options {
        let given = query.text(option.name);
        if let Some(other) = option.excludes.filter(|&other| given.is_some() && query.text(other).is_some()) {
            return Err(Refusal::parameter(option.name, format!("it can't be given together with {other}")));
        }
        values.push(value(option, query)?);
    }
    let mut values = values.into_iter();
    Ok(Arguments::new(options, |_| values.next().flatten().into_iter().collect()))
}

/// The value of an option, if it has one.
fn value(option: &Parameter, query: &Query) -> Result<Option<String>, Refusal> {
    let refused = |detail: String| Refusal::parameter(option.name, detail);
    if option.value.is_none() {
        return Ok(query.flag(option.name)?.then(String::new));
    }
    let text = match query.text(option.name).or(option.default) {
        Some(text) => text,
        None if option.is_required => query.required(option.name)?,
        None => return Ok(None),
    };
    if !option.values.is_empty() {
        let names: Vec<&str> = option.values.iter().map(|&(name, _)| name).collect();
        if !names.contains(&text) {
            return Err(refused(format!("expected one of {}, not {}", names.join(", "), quoted(text))));
        }
    }
    let value = (option.check)(text).map_err(|why| refused(shortened(&why.to_string(), LONGEST_DETAIL)))?;
    if option.role == Role::Number && value.parse().is_ok_and(|number: u64| number > MOST_DRAWN) {
        return Err(refused(format!("expected a whole number from 1 to {MOST_DRAWN}, not {value}")));
    }
    Ok(Some(value))
}
