//! Answers about puzzles for programs, as JSON: the engine of the npm package in `web/npm`.
//!
//! [`Answers`] holds open puzzles. The answers have the keys of the commands' JSON.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use bdd_core::export::dot;
use bdd_core::{Bdd, Budget};
use nqueens_guide::{Library, Size};
use puzzle_core::answer::Facts;
use puzzle_core::{Completions, Marks, Variable};
use puzzle_kind::{AnswerError, Entry, Kind, OpenError, Opened, Operation, Parameter, Role, Verb};
use puzzles::{Collection, QueensCatalogue, Recipe, Taken};
use serde::{Deserialize, Serialize};

/// The memory limit for the diagram of a puzzle, in bytes.
const MEMORY: usize = 1 << 30;
/// The maximum number of nodes of a diagram to draw, as for `nqueens export --format dot`.
const DRAWABLE: usize = 2_500;
/// The name of the kind that reads puzzle files.
const FILES: &str = "puzzle";

/// The description of a puzzle to open: a text or an ID, or a kind with its options.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wanted {
    /// The ID of the new puzzle to open, if the puzzle is given by an ID.
    id: Option<String>,
    /// The text of the puzzle, in a format that `kind` reads. If `kind` is `None`, in a format of one of the kinds.
    text: Option<String>,
    kind: Option<String>,
    /// The size of the n-queens board to open, if the puzzle is such a board.
    n: Option<usize>,
    /// The options of the kind by their names on the command line. A flag has an empty text as its value.
    options: BTreeMap<String, String>,
    /// The seed of the new puzzle to make.
    seed: Option<u64>,
}

/// A question about an open puzzle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The number of the puzzle, from [`Answers::open`].
    puzzle: usize,
    /// The name of the verb, such as `guide`, or `dot` for a drawing of the diagram.
    verb: String,
    #[serde(default)]
    placed: Vec<String>,
    #[serde(default)]
    blocked: Vec<String>,
    /// The name of the variable to explain.
    of: Option<String>,
    /// The number of solutions at which counting stops.
    limit: Option<u64>,
    /// The number of solutions to choose at random.
    number: Option<u64>,
    seed: Option<u64>,
}

/// The reason why there is no answer.
#[derive(Debug, Serialize)]
struct NoAnswer {
    /// `input` if the request is invalid, `budget` if memory does not suffice, `unanswered` otherwise.
    code: &'static str,
    message: String,
}

impl NoAnswer {
    fn input(message: impl ToString) -> NoAnswer {
        NoAnswer { code: "input", message: message.to_string() }
    }
}

impl From<AnswerError> for NoAnswer {
    fn from(error: AnswerError) -> NoAnswer {
        let code = if matches!(error, AnswerError::None(_)) { "unanswered" } else { "budget" };
        NoAnswer { code, message: error.to_string() }
    }
}

impl From<OpenError> for NoAnswer {
    fn from(error: OpenError) -> NoAnswer {
        let code = if matches!(error, OpenError::Interrupted(_)) { "budget" } else { "unanswered" };
        NoAnswer { code, message: error.to_string() }
    }
}

impl From<bdd_core::Interrupted> for NoAnswer {
    fn from(stopped: bdd_core::Interrupted) -> NoAnswer {
        AnswerError::from(stopped).into()
    }
}

/// A reply: the answer, or the reason why there is none.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply<T> {
    Answer(T),
    Refusal(NoAnswer),
}

/// The facts about an opened puzzle.
#[derive(Serialize)]
struct OpenedFacts {
    /// The number of the puzzle, by which questions name it.
    puzzle: usize,
    /// The noun for puzzles of this kind, such as `Sudoku`.
    kind: String,
    task: String,
    text: String,
    /// The ID of the puzzle, if it is a new puzzle.
    id: Option<String>,
    /// The names of all variables. Questions use these names for placed, blocked and explained variables.
    variables: Vec<String>,
}

/// Open puzzles, and the answers about them.
///
/// ```
/// use engine::Answers;
///
/// let mut answers = Answers::default();
/// let opened = answers.open(r#"{"n": 8}"#, &mut |_| {});
/// assert!(opened.starts_with(r#"{"answer":{"puzzle":0,"kind":"#), "{opened}");
/// let counted = answers.ask(r#"{"puzzle": 0, "verb": "count", "placed": ["b4"]}"#, &mut |_| {});
/// assert!(counted.contains(r#""solutions":8"#), "{counted}");
/// ```
#[derive(Debug)]
pub struct Answers {
    collection: Collection,
    entries: Vec<Option<Entry>>,
}

impl Default for Answers {
    fn default() -> Answers {
        Answers { collection: Collection::new(Library::embedded().with_memory_limit(MEMORY)), entries: Vec::new() }
    }
}

impl Answers {
    /// Opens the puzzle that `wanted` describes as JSON, and returns its number and facts as JSON. Making a new puzzle
    /// calls `progress` with fractions from `0` to `1`.
    pub fn open(&mut self, wanted: &str, progress: &mut dyn FnMut(f64)) -> String {
        reply(self.opened(wanted, progress))
    }

    /// Answers a question, given as JSON, about an open puzzle. Meanwhile `progress` is called with fractions from `0`
    /// to `1`.
    pub fn ask(&mut self, question: &str, progress: &mut dyn FnMut(f64)) -> String {
        reply(self.answered(question, progress))
    }

    /// Forgets the open puzzle with this number.
    pub fn close(&mut self, puzzle: usize) {
        if let Some(entry) = self.entries.get_mut(puzzle) {
            *entry = None;
        }
    }

    fn opened(&mut self, wanted: &str, progress: &mut dyn FnMut(f64)) -> Result<OpenedFacts, NoAnswer> {
        let wanted: Wanted = serde_json::from_str(wanted).map_err(NoAnswer::input)?;
        let (taken, id) = self.taken(wanted)?;
        let mut hear = |now: bdd_core::Progress| progress(now.fraction);
        let budget = &mut Budget::unlimited().with_memory(MEMORY).with_progress(&mut hear);
        let entry = remembering(taken.catalogue.entry(taken.number, budget)?);
        let puzzle = Arc::clone(entry.puzzle());
        self.entries.push(Some(entry));
        Ok(OpenedFacts {
            puzzle: self.entries.len() - 1,
            kind: puzzle.kind().to_owned(),
            task: puzzle.task(),
            text: puzzle.text(),
            id,
            variables: Variable::all(puzzle.rules().variables()).map(|variable| puzzle.name(variable)).collect(),
        })
    }

    /// Returns the puzzle that `wanted` describes, and its ID if it is a new puzzle.
    fn taken(&self, wanted: Wanted) -> Result<(Taken, Option<String>), NoAnswer> {
        let has_options = !wanted.options.is_empty() || wanted.seed.is_some();
        match wanted {
            Wanted { n: Some(n), id: None, text: None, kind: None, .. } if !has_options => {
                let largest = QueensCatalogue::LARGEST;
                let size = Size::new(n).ok().filter(|size| size.get() <= largest);
                let expected = || NoAnswer::input(format!("expected a size n from 1 to {largest}, found {n}"));
                Ok((self.collection.queens(size.ok_or_else(expected)?), None))
            }
            Wanted { id: Some(id), text: None, kind: None, n: None, .. } if !has_options => {
                let recipe = Recipe::named(self.collection.kinds(), &id).map_err(NoAnswer::input)?;
                Ok((self.collection.by_recipe(recipe).map_err(NoAnswer::input)?, Some(id)))
            }
            Wanted { text: Some(text), kind: None, id: None, n: None, .. } if !has_options => {
                let taken = self.collection.of_text(&text).map_err(|why| match why {
                    Some(why) => NoAnswer::input(why),
                    None => self.unread(&text),
                });
                Ok((taken?, None))
            }
            Wanted { kind: Some(name), text, id: None, n: None, options, seed } => {
                let kind = self.kind(&name)?;
                match text {
                    Some(text) => Ok((read(&*kind, &options, &text)?, None)),
                    None => self.made(&kind, options, seed.unwrap_or(1)),
                }
            }
            _ => Err(NoAnswer::input("expected one of n, id, text, or kind; only kind takes options and a seed")),
        }
    }

    fn kind(&self, name: &str) -> Result<Arc<dyn Kind>, NoAnswer> {
        let kinds = self.collection.kinds();
        kinds.iter().find(|kind| kind.name() == name).cloned().ok_or_else(|| {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            NoAnswer::input(format!("expected a kind among {}, found {name:?}", names.join(", ")))
        })
    }

    /// Returns the error for a text that no kind can read: the fault that the reader of puzzle files finds in it.
    fn unread(&self, text: &str) -> NoAnswer {
        let found = self.kind(FILES).and_then(|kind| read(&*kind, &BTreeMap::new(), text));
        found.err().unwrap_or_else(|| NoAnswer::input("the text is no puzzle"))
    }

    /// Returns a new puzzle with its ID.
    fn made(
        &self,
        kind: &Arc<dyn Kind>,
        options: BTreeMap<String, String>,
        seed: u64,
    ) -> Result<(Taken, Option<String>), NoAnswer> {
        check_options(&**kind, Verb::Play, &options)?;
        let recipe = Recipe { kind: Arc::clone(kind), options, seed };
        let id = recipe.id();
        Ok((self.collection.by_recipe(recipe).map_err(NoAnswer::input)?, id))
    }

    fn answered(&self, question: &str, progress: &mut dyn FnMut(f64)) -> Result<serde_json::Value, NoAnswer> {
        let asked: Question = serde_json::from_str(question).map_err(NoAnswer::input)?;
        let entry = self.entries.get(asked.puzzle).and_then(Option::as_ref);
        let entry = entry.ok_or_else(|| NoAnswer::input(format!("puzzle {} is not open", asked.puzzle)))?;
        let puzzle = &**entry.puzzle();
        let named = |name: &String| puzzle.named(name).map_err(|why| NoAnswer::input(format!("{name:?}: {why}")));
        let variables = |names: &[String]| names.iter().map(named).collect::<Result<_, _>>();
        let marks = Marks { placed: variables(&asked.placed)?, blocked: variables(&asked.blocked)? };
        let mut hear = |now: bdd_core::Progress| progress(now.fraction);
        let budget = &mut Budget::unlimited().with_memory(MEMORY).with_progress(&mut hear);
        let operation = match asked.verb.as_str() {
            "dot" => return Ok(drawn(entry, &marks, budget)?.into()),
            "guide" => Operation::Guide,
            "count" => Operation::Count { limit: asked.limit },
            "check" => Operation::Check,
            "hint" => Operation::Hint,
            "rate" => Operation::Rate,
            "solve" => Operation::Solve { steps: true },
            "explain" => Operation::Explain(named(&asked.of.unwrap_or_default())?),
            "sample" => {
                let (count, seed) = (asked.number.unwrap_or(1), asked.seed.unwrap_or(1));
                Operation::Sample { count, seed, distinct: false }
            }
            verb => return Err(NoAnswer::input(format!("expected a verb such as guide, found {verb:?}"))),
        };
        let answered: Facts = operation.answer(entry, &marks, "", budget)?.facts(puzzle);
        Ok(serde_json::to_value(puzzle.head().and(answered)).expect("facts can always be written as JSON"))
    }
}

fn reply<T: Serialize>(answered: Result<T, NoAnswer>) -> String {
    let reply = match answered {
        Ok(answer) => Reply::Answer(answer),
        Err(refusal) => Reply::Refusal(refusal),
    };
    serde_json::to_string(&reply).expect("plain data can always be written as JSON")
}

/// Returns an entry that opens its source only once.
fn remembering(entry: Entry) -> Entry {
    let known = OnceLock::new();
    Entry::new(Arc::clone(entry.puzzle()), move |budget| {
        if let Some((source, note)) = known.get() {
            return Ok(Opened { source: Arc::clone(source), note: Option::clone(note) });
        }
        let opened = entry.open(budget)?;
        let (source, note) = known.get_or_init(|| (opened.source, opened.note));
        Ok(Opened { source: Arc::clone(source), note: Option::clone(note) })
    })
}

/// Checks that `kind` has the options for `verb`, with valid values.
fn check_options(kind: &dyn Kind, verb: Verb, options: &BTreeMap<String, String>) -> Result<Vec<Parameter>, NoAnswer> {
    if !kind.verbs().contains(&verb) {
        return Err(NoAnswer::input(format!("the kind {} has no command {}", kind.name(), verb.name())));
    }
    let parameters = kind.parameters(verb);
    for (name, value) in options {
        let known = |parameter: &&Parameter| parameter.name == name && parameter.role == Role::Own;
        let Some(parameter) = parameters.iter().find(known) else {
            let names = parameters.iter().filter(|parameter| parameter.role == Role::Own);
            let names: Vec<&str> = names.map(|parameter| parameter.name).collect();
            return Err(NoAnswer::input(format!("expected options among {}, found {name:?}", names.join(", "))));
        };
        if !parameter.values.is_empty() && !parameter.values.iter().any(|(known, _)| known == value) {
            let names: Vec<&str> = parameter.values.iter().map(|&(name, _)| name).collect();
            return Err(NoAnswer::input(format!("{name}: expected one of {}, found {value:?}", names.join(", "))));
        }
        (parameter.check)(value).map_err(|why| NoAnswer::input(format!("{name}: {why}")))?;
    }
    Ok(parameters)
}

/// Reads the first puzzle of `text` as `kind` with the `options` of its commands.
fn read(kind: &dyn Kind, options: &BTreeMap<String, String>, text: &str) -> Result<Taken, NoAnswer> {
    let parameters = check_options(kind, Verb::Count, options)?;
    let arguments = puzzle_kind::Arguments::new(parameters, |parameter| {
        let given = options.get(parameter.name).cloned();
        given.or_else(|| parameter.default.map(str::to_owned)).into_iter().collect()
    });
    let first = kind.read(&arguments, Box::new(text.as_bytes())).next();
    let (_, entry) = first.ok_or_else(|| NoAnswer::input(kind.empty_input_message()))?.map_err(NoAnswer::input)?;
    let puzzle = Arc::clone(entry.puzzle());
    Ok(Taken { catalogue: Arc::new(game::Series::of(vec![entry])), number: 1, puzzle })
}

/// Draws the diagram of the completions of `marks` in the format of Graphviz.
fn drawn(entry: &Entry, marks: &Marks, budget: &mut Budget<'_>) -> Result<String, NoAnswer> {
    let puzzle = &**entry.puzzle();
    let completions = entry.open(budget)?.source.diagram(marks, budget)?;
    let (bdd, names): (Arc<Bdd>, Vec<String>) = match (completions.binary(budget)?, completions) {
        (Some(bdd), _) => {
            let names = Variable::all(bdd.variables()).map(|variable| puzzle.name(variable)).collect();
            (bdd, names)
        }
        (None, Completions::Reordered { bdd, order }) => {
            let names = Variable::all(bdd.variables()).map(|level| puzzle.name(order.variable(level))).collect();
            (bdd, names)
        }
        _ => {
            let message = format!("the diagram of the {} does not fit in memory", puzzle.puzzle_noun());
            return Err(NoAnswer { code: "budget", message });
        }
    };
    let nodes = bdd.node_count();
    if nodes > DRAWABLE {
        let message = format!("expected at most {DRAWABLE} nodes to draw, found {nodes}; place more pieces or values");
        return Err(NoAnswer { code: "unanswered", message });
    }
    let mut text = Vec::new();
    dot::write(&mut text, &bdd, &|level| names[level.index()].clone()).expect("writing to a vector never fails");
    Ok(String::from_utf8_lossy(&text).into_owned())
}
