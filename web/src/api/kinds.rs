//! The answers about puzzles of any kind: the parameter `kind` names the kind, and `puzzle` is the puzzle's text. All
//! other parameters are the options of the command that has the same name as the endpoint.

use std::sync::Arc;

use puzzle_core::Budget;
use puzzle_core::answer::Facts;
use puzzle_kind::{Arguments, Kind, Parameter, Role, Verb};

use super::answers::{ApiAnswer, random_seed};
use crate::error::{LONGEST_DETAIL, Problem, RequestError, quoted, shortened};
use crate::query::Query;

/// The kinds of puzzles about which the API answers requests, besides n-queens boards.
pub(crate) type Kinds = Arc<[Arc<dyn Kind>]>;

/// The parameter with the name of the kind.
pub(super) const KIND: &str = "kind";

/// The default value of [`KIND`]: n-queens boards.
const DEFAULT_KIND: &str = "queens";

/// The parameter with the text of the puzzle, in a format that the kind's commands read.
const PUZZLE: &str = "puzzle";

/// The maximum number of random solutions in an answer.
const MAX_DRAWN: u64 = 1000;

/// Returns the kind named in the query of a URI; `None` if the query names no kind, or [`DEFAULT_KIND`].
pub(super) fn named(query: &str, kinds: &Kinds) -> Result<Option<Arc<dyn Kind>>, RequestError> {
    let Some((_, name)) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == KIND) else {
        return Ok(None);
    };
    if name == DEFAULT_KIND {
        return Ok(None);
    }
    let kind = kinds.iter().find(|kind| kind.name() == name).cloned();
    kind.map(Some).ok_or_else(|| {
        let others = kinds.iter().map(|kind| kind.name()).filter(|&name| name != DEFAULT_KIND);
        let names = [DEFAULT_KIND].into_iter().chain(others).collect::<Vec<_>>().join(", ");
        RequestError::parameter(KIND, format!("expected one of {names}, not {}", quoted(&name)))
    })
}

/// Answers a request about a puzzle of `kind`, given by `query`. `verb` is the command to run, such as `solve`.
pub(super) fn answer(
    kind: &dyn Kind,
    verb: Verb,
    query: Option<String>,
    budget: &mut Budget<'_>,
) -> Result<ApiAnswer, RequestError> {
    if !kind.verbs().contains(&verb) {
        return Err(RequestError::parameter(KIND, format!("the kind {} has no command {}", kind.name(), verb.name())));
    }
    let options: Vec<Parameter> = kind.parameters(verb).into_iter().filter(is_option).collect();
    let known: Vec<&str> = [KIND, PUZZLE].into_iter().chain(options.iter().map(|option| option.name)).collect();
    let query = Query::parse(query, &known)?;
    let arguments = arguments(options, &query)?;
    let text = query.required(PUZZLE)?;
    let mut puzzles = kind.read(&arguments, Box::new(text.as_bytes()));
    let unread = |detail: String| RequestError::parameter(PUZZLE, shortened(&detail, LONGEST_DETAIL));
    let (_, entry) = match puzzles.next() {
        Some(read) => read.map_err(|error| unread(error.to_string()))?,
        None => return Err(unread(kind.empty_input_message())),
    };
    if puzzles.next().is_some() {
        return Err(unread("more than one puzzle; send a request for each".to_owned()));
    }
    let puzzle = &**entry.puzzle();
    let refused = |error: puzzle_kind::BadArgument| {
        RequestError::new(Problem::Parameter, shortened(&error.to_string(), LONGEST_DETAIL))
    };
    let marks = arguments.marks(puzzle).map_err(refused)?;
    let operation = arguments.operation(verb, puzzle, random_seed()).map_err(refused)?;
    let operation = operation
        .ok_or_else(|| RequestError::parameter(KIND, format!("{} is not available over HTTP", verb.name())))?;
    let answered = operation.answer(&entry, &marks, "", budget)?.facts(puzzle);
    let facts = Facts::new().with("of_kind", kind.name()).and(puzzle.head()).and(answered);
    let is_random = verb == Verb::Sample && arguments.role(Role::Seed).is_none();
    Ok(if is_random { ApiAnswer::Passing(facts) } else { ApiAnswer::Lasting(facts) })
}

/// Returns `true` if an option of a command is a parameter of the API, too. Options for files and for output formats
/// are not parameters of the API.
fn is_option(parameter: &Parameter) -> bool {
    !matches!(parameter.role, Role::File | Role::Names | Role::Json | Role::Format | Role::Export | Role::Force)
}

/// Returns the values that `query` gives to the `options` of a command, checked and in their normal form. An option
/// that is missing in `query` has its default value, or no value if it has no default.
fn arguments(options: Vec<Parameter>, query: &Query) -> Result<Arguments, RequestError> {
    let mut values = Vec::new();
    for option in &options {
        let given = query.text(option.name);
        if let Some(other) = option.excludes.filter(|&other| given.is_some() && query.text(other).is_some()) {
            return Err(RequestError::parameter(
                option.name,
                format!("can't be combined with {other}; remove one of them"),
            ));
        }
        values.push(value(option, query)?);
    }
    let mut values = values.into_iter();
    Ok(Arguments::new(options, |_| values.next().flatten().into_iter().collect()))
}

/// Returns the value of an option; `None` if the option was not given and has no default.
fn value(option: &Parameter, query: &Query) -> Result<Option<String>, RequestError> {
    let refused = |detail: String| RequestError::parameter(option.name, detail);
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
    if option.role == Role::Number && value.parse().is_ok_and(|number: u64| number > MAX_DRAWN) {
        return Err(refused(format!("expected a whole number from 1 to {MAX_DRAWN}, not {value}")));
    }
    Ok(Some(value))
}
