//! The description of a kind of puzzle: name, options, reader and generator.
//!
//! A [`Kind`] has everything that a front end needs to offer an unknown puzzle, as a `struct game` has in Simon
//! Tatham's *Portable Puzzle Collection*. It is data: options, help and style are values, from which commands, games
//! and pages are made. Every verb is a function from an [`Entry`] to a [`Report`](crate::Report). [`Playable`]
//! overrides the usual words of a report.

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;
use std::sync::Arc;

use puzzle_core::Budget;

use crate::difficulty::Difficulty;
use crate::entry::{Entry, OpenError, Playable};
use crate::input::BadArgument;
pub use crate::input::InputError;
use puzzle_core::answer::Facts;

mod verb;

pub use verb::{Verb, usual_help, usual_parameters};

/// The help of a kind of puzzle, or of one of its verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Help {
    /// The purpose, on one line.
    pub about: &'static str,
    /// The text at the end: examples, formats, exit codes.
    pub epilogue: &'static str,
}

/// The meaning of a [`Parameter`] to front ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// No meaning: the kind itself reads the value.
    Own,
    /// The file with the puzzles.
    File,
    /// The file with the names of variables, by default the puzzle's file with `.names` appended. The kind gets the
    /// text of this file.
    Names,
    /// The output is JSON.
    Json,
    /// The output format: `grid`, `line` or `json`.
    Format,
    /// The output has the steps to the solution before it.
    Steps,
    /// The number of solutions at which a count stops.
    Limit,
    /// The number of puzzles to make, or of solutions to draw.
    Number,
    /// The seed of the random numbers.
    Seed,
    /// The name of the variable to explain.
    Explained,
    /// The names of variables to place, separated by commas.
    Placed,
    /// The names of variables to block, separated by commas.
    Blocked,
    /// The solution with the minimum total weight.
    Cheapest,
    /// The solution with the maximum total weight.
    Dearest,
    /// The number of best solutions.
    Best,
    /// The samples have no repetitions.
    Distinct,
    /// The export format.
    Export,
    /// The diagram is drawn whatever its size.
    Force,
}

/// A parameter of a verb: an option, a flag, or an operand without a name.
///
/// ```
/// use puzzle_kind::{Parameter, Role};
///
/// let limit = Parameter::positive("limit", "Stop counting at K", Role::Limit).or("100");
/// assert_eq!(limit.shown(), "--limit <K>");
/// assert_eq!((limit.check)("7"), Ok("7".to_owned()));
/// assert!((limit.check)("0").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, as in `box` for `--box`.
    pub name: &'static str,
    /// The placeholder of the value in help, as in `RxC`; `None` for a flag.
    pub value: Option<&'static str>,
    /// `true` if the value has no name before it.
    pub is_operand: bool,
    /// `true` if the parameter must be given.
    pub is_required: bool,
    /// `true` if the value is a number: `-1` is then parsed as a value, not as an option.
    pub is_number: bool,
    /// The help text.
    pub help: &'static str,
    /// The default value.
    pub default: Option<&'static str>,
    /// The possible values with their meanings, if there are few. A meaning may be empty.
    pub values: Vec<(&'static str, &'static str)>,
    /// Checks a value and returns its canonical form.
    pub check: fn(&str) -> Result<String, BadArgument>,
    /// The name of a parameter that can't be combined with this one.
    pub excludes: Option<&'static str>,
    /// The meaning to front ends.
    pub role: Role,
    /// The lower-case letter in the IDs of new puzzles, which must never change; `None` if IDs omit the parameter.
    pub letter: Option<char>,
}

/// The file name of the standard input.
pub const STDIN: &str = "-";

impl Parameter {
    /// Creates an option with a value, such as `--box RxC`.
    #[must_use]
    pub fn option(name: &'static str, value: &'static str, help: &'static str) -> Parameter {
        Parameter {
            name,
            value: Some(value),
            is_operand: false,
            is_required: false,
            is_number: false,
            help,
            default: None,
            values: Vec::new(),
            check: |value| Ok(value.to_owned()),
            excludes: None,
            role: Role::Own,
            letter: None,
        }
    }

    /// Creates a flag, such as `--minimal`.
    #[must_use]
    pub fn flag(name: &'static str, help: &'static str) -> Parameter {
        Parameter { value: None, ..Parameter::option(name, "", help) }
    }

    /// Creates a required value without a name before it, such as `SIZE`.
    #[must_use]
    pub fn operand(name: &'static str, value: &'static str, help: &'static str) -> Parameter {
        Parameter { is_operand: true, is_required: true, ..Parameter::option(name, value, help) }
    }

    /// Creates the operand for the file with the puzzles, by default the standard input.
    #[must_use]
    pub fn file(help: &'static str) -> Parameter {
        let operand = Parameter::operand("file", "FILE", help);
        Parameter { is_required: false, default: Some(STDIN), role: Role::File, ..operand }
    }

    /// Creates the flag `--json`, which asks for data.
    #[must_use]
    pub fn json(help: &'static str) -> Parameter {
        Parameter { role: Role::Json, ..Parameter::flag("json", help) }
    }

    /// Creates the flag `--steps`, which asks for the steps to the solution.
    #[must_use]
    pub fn steps() -> Parameter {
        let help = "Print the steps to the solution first, each the easiest available";
        Parameter { role: Role::Steps, ..Parameter::flag("steps", help) }
    }

    /// Creates the option `--seed`, the seed of the random numbers.
    #[must_use]
    pub fn seed(help: &'static str) -> Parameter {
        Parameter { role: Role::Seed, ..Parameter::option("seed", "S", help).number::<u64>() }
    }

    /// Creates an option for a positive integer, such as `--limit`.
    #[must_use]
    pub fn positive(name: &'static str, help: &'static str, role: Role) -> Parameter {
        Parameter { role, check: positive, is_number: true, ..Parameter::option(name, "K", help) }
    }

    /// Creates the option `--count`, the number of puzzles to make: one by default.
    #[must_use]
    pub fn number_of(help: &'static str) -> Parameter {
        Parameter::positive("count", help, Role::Number).or("1")
    }

    /// Creates an option for the difficulty of new puzzles: easy, medium or hard.
    #[must_use]
    pub fn difficulty(name: &'static str, value: &'static str, help: &'static str) -> Parameter {
        Parameter::option(name, value, help).one_of(&Difficulty::ALL.map(|difficulty| (difficulty.name(), "")))
    }

    /// Accepts numbers of type `T`.
    #[must_use]
    pub fn number<T: FromStr<Err: fmt::Display> + fmt::Display>(self) -> Parameter {
        Parameter { is_number: true, ..self.parsed::<T>() }
    }

    /// Accepts the values that `T` parses, and writes them as `T` does.
    #[must_use]
    pub fn parsed<T: FromStr<Err: fmt::Display> + fmt::Display>(self) -> Parameter {
        Parameter {
            check: |text| text.parse::<T>().map(|value| value.to_string()).map_err(|error| error.to_string().into()),
            ..self
        }
    }

    /// Accepts only `values`, each with its meaning.
    #[must_use]
    pub fn one_of(self, values: &[(&'static str, &'static str)]) -> Parameter {
        Parameter { values: values.to_vec(), ..self }
    }

    /// Makes the parameter optional, with a default.
    #[must_use]
    pub fn or(self, default: &'static str) -> Parameter {
        Parameter { default: Some(default), is_required: false, ..self }
    }

    /// Sets the meaning to front ends.
    #[must_use]
    pub fn with_role(self, role: Role) -> Parameter {
        Parameter { role, ..self }
    }

    /// Sets the letter in the IDs of new puzzles.
    #[must_use]
    pub fn with_letter(self, letter: char) -> Parameter {
        Parameter { letter: Some(letter), ..self }
    }

    /// Makes the parameter required.
    #[must_use]
    pub fn required(self) -> Parameter {
        Parameter { is_required: true, ..self }
    }

    /// Refuses the parameter `other` together with this one.
    #[must_use]
    pub fn without(self, other: &'static str) -> Parameter {
        Parameter { excludes: Some(other), ..self }
    }

    /// Returns the notation in messages, as in `--box <RxC>`, `--minimal` or `<SIZE>`.
    #[must_use]
    pub fn shown(&self) -> String {
        match self.value {
            Some(value) if self.is_operand => format!("<{value}>"),
            Some(value) => format!("--{} <{value}>", self.name),
            None => format!("--{}", self.name),
        }
    }
}

/// Checks for a positive integer.
fn positive(text: &str) -> Result<String, BadArgument> {
    match text.parse::<u64>() {
        Ok(0) => Err(format!("0 is not in 1..{}", u64::MAX).into()),
        Ok(number) => Ok(number.to_string()),
        Err(error) => Err(error.to_string().into()),
    }
}

/// The arguments of a verb: checked values of its parameters.
///
/// ```
/// use puzzle_kind::{Arguments, Parameter};
///
/// let parameters = vec![Parameter::flag("minimal", "No clue is redundant"), Parameter::option("box", "RxC", "The blocks")];
/// let arguments = Arguments::new(parameters, |parameter| match parameter.name {
///     "box" => vec!["2x3".to_owned()],
///     _ => Vec::new(),
/// });
/// assert_eq!(arguments.get("box"), Some("2x3"));
/// assert!(!arguments.has("minimal"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Arguments(Vec<(Parameter, Vec<String>)>);

impl Arguments {
    /// Collects the values of `parameters` from a function: an empty list if none is given and there is no default,
    /// and an empty string for a given flag.
    pub fn new(parameters: Vec<Parameter>, mut values_of: impl FnMut(&Parameter) -> Vec<String>) -> Arguments {
        let with_values = |parameter: Parameter| {
            let values = values_of(&parameter);
            (parameter, values)
        };
        Arguments(parameters.into_iter().map(with_values).collect())
    }

    /// Returns the first value of a parameter, if it has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(parameter, _)| parameter.name == name)?.1.first().map(String::as_str)
    }

    /// Returns `true` if a flag was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the value of a parameter parsed as `T`; `None` without a value, or if it is invalid, which
    /// [`Parameter::check`] has reported.
    #[must_use]
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// Returns the parameter with a role and its values, if it has any.
    #[must_use]
    pub fn role(&self, role: Role) -> Option<(&Parameter, &[String])> {
        let (parameter, values) =
            self.0.iter().find(|(parameter, values)| parameter.role == role && !values.is_empty())?;
        Some((parameter, values))
    }

    /// Returns the error for a value of a parameter that passed its check.
    #[must_use]
    pub fn refusal(&self, name: &str, why: impl fmt::Display) -> BadArgument {
        match self.0.iter().find(|(parameter, _)| parameter.name == name) {
            Some((parameter, values)) => refusal(parameter, values.first().map_or("", String::as_str), why).into(),
            None => why.to_string().into(),
        }
    }
}

/// Returns the message for an invalid value of a parameter.
pub(crate) fn refusal(parameter: &Parameter, value: &str, why: impl fmt::Display) -> String {
    format!("invalid value '{value}' for '{}': {why}", parameter.shown())
}

/// The puzzles of a text, each with its first line; nothing follows an error.
pub type Reading<'a> = Box<dyn Iterator<Item = Result<(usize, Entry), InputError>> + 'a>;

/// A new puzzle.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub entry: Entry,
    /// The facts about the puzzle, as data.
    pub facts: Facts,
    /// The facts and the seed in words, if the text of the puzzle has room for a comment.
    pub comment: Option<String>,
}

/// A sequence of new puzzles, fixed by a seed.
pub trait Generator: fmt::Debug + Send {
    /// Returns the common part of all puzzles, such as an empty grid of their size, to show until the first puzzle is
    /// made.
    fn outline(&self) -> Arc<dyn Playable>;

    /// Makes the next puzzle. After an interruption, the next call makes the same puzzle.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if the budget does not suffice, or if no puzzle is found.
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Generated, OpenError>;
}

/// The style of printed answers about puzzles of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The verbs whose answers are separated by an empty line.
    pub apart: &'static [Verb],
    /// The verbs whose answers begin with the first line of the puzzle.
    pub numbered: &'static [Verb],
    /// The verbs for which a puzzle without a solution is a negative answer.
    pub negative: &'static [Verb],
    /// The verbs for which a malformed text is a negative answer instead of wrong usage.
    pub judging: &'static [Verb],
}

impl Default for Style {
    fn default() -> Style {
        Style {
            apart: &[Verb::Solve, Verb::Guide, Verb::Check, Verb::Explain, Verb::Generate],
            numbered: &[],
            negative: &[Verb::Solve],
            judging: &[Verb::Check],
        }
    }
}

/// A kind of puzzle, whose puzzles are read from texts and made by generators.
pub trait Kind: fmt::Debug + Send + Sync {
    /// Returns the name, as in `sudoku`: one word in lower case, which is also its command.
    fn name(&self) -> &'static str;

    /// Returns the help of the kind.
    fn help(&self) -> Help;

    /// Returns the verbs of its command.
    fn verbs(&self) -> &'static [Verb] {
        &Verb::ALL
    }

    /// Returns the help of a verb.
    fn verb_help(&self, verb: Verb) -> Help {
        usual_help(verb)
    }

    /// Returns the parameters of a verb, in the order of its help.
    fn parameters(&self, verb: Verb) -> Vec<Parameter> {
        usual_parameters(verb, Vec::new())
    }

    /// Reads the puzzles of a text, one by one.
    fn read<'a>(&self, arguments: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a>;

    /// Returns the message for a text without a puzzle, as a clause with the expectation.
    fn empty_input_message(&self) -> String {
        "expected a puzzle, found none".to_owned()
    }

    /// Returns the message for a file that can't be opened.
    fn file_error_message(&self, file: &str, error: &std::io::Error) -> String {
        format!("can't read {file}: {error}; give a file with puzzles, or - for the standard input")
    }

    /// Returns the generator of new puzzles from a seed.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] if the arguments do not describe a new puzzle.
    fn generator(&self, arguments: &Arguments, seed: u64) -> Result<Box<dyn Generator>, BadArgument>;

    /// Returns a puzzle to begin with, which [`Verb::New`] prints; `None` if the kind doesn't have this verb.
    fn template(&self, arguments: &Arguments) -> Option<&'static str> {
        let _ = arguments;
        None
    }

    /// Returns the style of the answers.
    fn style(&self) -> Style {
        Style::default()
    }
}
