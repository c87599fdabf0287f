//! The description of a kind of puzzle: name, options, reader and generator.
//!
//! A [`Kind`] has everything that a front end needs to offer a puzzle that it does not know. The model is the `struct
//! game` of Simon Tatham's *Portable Puzzle Collection*. The options, help and style of a kind are plain data, from
//! which front ends make commands, games and pages. Verbs such as `solve` turn an [`Entry`] into a
//! [`Report`](crate::Report). A [`Playable`] can replace the usual report by its own.

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
    /// The text at the end of the help: examples, formats, exit codes.
    pub epilogue: &'static str,
}

/// The meaning of a [`Parameter`], by which front ends recognize it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A parameter that only the kind of puzzle itself understands.
    Own,
    /// The file with the puzzles.
    File,
    /// The file with the names of variables, by default the puzzle's file with `.names` appended. The kind gets the
    /// text of this file.
    Names,
    /// A flag that asks for JSON as output.
    Json,
    /// The output format: `grid`, `line` or `json`.
    Format,
    /// A flag that asks for the steps that lead to the solution, to print before the solution.
    Steps,
    /// The number of solutions at which counting stops.
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
    /// A flag that asks for the solution with the minimum total weight.
    Cheapest,
    /// A flag that asks for the solution with the maximum total weight.
    Dearest,
    /// The number of solutions to find, those with the best total weights.
    Best,
    /// A flag that asks for samples without repetitions.
    Distinct,
    /// The format of an export, such as `dimacs`.
    Export,
    /// A flag that asks for the drawing of a diagram even if it is large.
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
    /// The name, such as `box` for `--box`. It is the key of the parameter in [`Arguments`] and in the HTTP API.
    pub name: &'static str,
    /// The name of the option on the command line. The command line also accepts [`Parameter::name`], but does not show
    /// it.
    pub long: &'static str,
    /// `true` to leave the parameter out of help: it is kept only for compatibility, and another verb replaces it.
    pub is_hidden: bool,
    /// The placeholder of the value in help, such as `RxC`; `None` for a flag.
    pub value: Option<&'static str>,
    /// `true` if the value is given without a name before it, such as `FILE` in `solve FILE`.
    pub is_operand: bool,
    /// `true` if the parameter must be given.
    pub is_required: bool,
    /// `true` if the value is a number, so that `-1` is parsed as a value and not as an option.
    pub is_number: bool,
    /// The help text.
    pub help: &'static str,
    /// The default value; `None` without a default.
    pub default: Option<&'static str>,
    /// The possible values with their meanings; empty if the values can't be listed. A meaning may be empty.
    pub values: Vec<(&'static str, &'static str)>,
    /// The function that checks a value and returns its canonical form.
    pub check: fn(&str) -> Result<String, BadArgument>,
    /// The name of a parameter that can't be combined with this parameter.
    pub excludes: Option<&'static str>,
    /// The meaning of the parameter for front ends.
    pub role: Role,
    /// The lower-case letter for the parameter in the IDs of new puzzles. The letter must never change. `None` if IDs
    /// omit the parameter.
    pub letter: Option<char>,
}

/// The file name that stands for the standard input.
pub const STDIN: &str = "-";

impl Parameter {
    /// Creates an option with a value, such as `--box RxC`.
    #[must_use]
    pub fn option(name: &'static str, value: &'static str, help: &'static str) -> Parameter {
        Parameter {
            name,
            long: name,
            is_hidden: false,
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

    /// Creates the flag `--json`, which asks for JSON as output.
    #[must_use]
    pub fn json(help: &'static str) -> Parameter {
        Parameter { role: Role::Json, ..Parameter::flag("json", help) }
    }

    /// Creates the flag `--steps`, which asks for the steps to the solution.
    #[must_use]
    pub fn steps() -> Parameter {
        let help = "First print the steps to the solution, each the easiest one available";
        Parameter { role: Role::Steps, ..Parameter::flag("steps", help) }
    }

    /// Creates the option `--seed`, the seed of the random numbers.
    #[must_use]
    pub fn seed(help: &'static str) -> Parameter {
        Parameter { role: Role::Seed, check: natural, is_number: true, ..Parameter::option("seed", "S", help) }
    }

    /// Creates an option for a positive integer, such as `--limit`.
    #[must_use]
    pub fn positive(name: &'static str, help: &'static str, role: Role) -> Parameter {
        Parameter { role, check: positive, is_number: true, ..Parameter::option(name, "K", help) }
    }

    /// Creates the option `--count`, the number of puzzles to make or of solutions to draw: one by default.
    #[must_use]
    pub fn number_of(help: &'static str) -> Parameter {
        Parameter::positive("count", help, Role::Number).or("1")
    }

    /// Creates the option `--difficulty` of new puzzles: easy, medium or hard. `name` is its key in [`Arguments`].
    #[must_use]
    pub fn difficulty(name: &'static str, help: &'static str) -> Parameter {
        let values = Difficulty::ALL.map(|difficulty| (difficulty.name(), ""));
        Parameter::option(name, "DIFFICULTY", help).called("difficulty").one_of(&values)
    }

    /// Creates the option `--of`, the variable to explain. `name` is its key in [`Arguments`], `value` the placeholder
    /// in help.
    #[must_use]
    pub fn explained(name: &'static str, value: &'static str, help: &'static str) -> Parameter {
        Parameter::option(name, value, help).called("of").with_role(Role::Explained)
    }

    /// Sets the name of the option on the command line.
    #[must_use]
    pub fn called(self, long: &'static str) -> Parameter {
        Parameter { long, ..self }
    }

    /// Leaves the parameter out of help.
    #[must_use]
    pub fn hidden(self) -> Parameter {
        Parameter { is_hidden: true, ..self }
    }

    /// Accepts only numbers that `T` can parse.
    #[must_use]
    pub fn number<T: FromStr<Err: fmt::Display> + fmt::Display>(self) -> Parameter {
        Parameter { is_number: true, ..self.parsed::<T>() }
    }

    /// Accepts only values that `T` can parse. The canonical form of a value is the text by which `T` displays it.
    #[must_use]
    pub fn parsed<T: FromStr<Err: fmt::Display> + fmt::Display>(self) -> Parameter {
        Parameter {
            check: |text| text.parse::<T>().map(|value| value.to_string()).map_err(|error| error.to_string().into()),
            ..self
        }
    }

    /// Accepts only `values`, which are pairs of a value and its meaning.
    #[must_use]
    pub fn one_of(self, values: &[(&'static str, &'static str)]) -> Parameter {
        Parameter { values: values.to_vec(), ..self }
    }

    /// Makes the parameter optional, with the default value `default`.
    #[must_use]
    pub fn or(self, default: &'static str) -> Parameter {
        Parameter { default: Some(default), is_required: false, ..self }
    }

    /// Sets the meaning of the parameter for front ends.
    #[must_use]
    pub fn with_role(self, role: Role) -> Parameter {
        Parameter { role, ..self }
    }

    /// Sets the letter for the parameter in the IDs of new puzzles.
    #[must_use]
    pub fn with_letter(self, letter: char) -> Parameter {
        Parameter { letter: Some(letter), ..self }
    }

    /// Makes the parameter required.
    #[must_use]
    pub fn required(self) -> Parameter {
        Parameter { is_required: true, ..self }
    }

    /// Forbids the use of this parameter together with the parameter named `other`.
    #[must_use]
    pub fn without(self, other: &'static str) -> Parameter {
        Parameter { excludes: Some(other), ..self }
    }

    /// Returns the parameter as messages show it: `--box <RxC>`, `--minimal` or `<SIZE>`, for example.
    #[must_use]
    pub fn shown(&self) -> String {
        match self.value {
            Some(value) if self.is_operand => format!("<{value}>"),
            Some(value) => format!("--{} <{value}>", self.long),
            None => format!("--{}", self.long),
        }
    }
}

/// Checks that a text is a positive integer, and returns its canonical form.
fn positive(text: &str) -> Result<String, BadArgument> {
    whole(text, 1)
}

/// Checks that a text is an integer of 64 bits that is not negative, and returns its canonical form.
fn natural(text: &str) -> Result<String, BadArgument> {
    whole(text, 0)
}

/// Checks that a text is an integer of 64 bits from `min` on, and returns its canonical form.
fn whole(text: &str, min: u64) -> Result<String, BadArgument> {
    match text.parse::<u64>() {
        Ok(number) if number >= min => Ok(number.to_string()),
        _ => Err(format!("expected a whole number from {min} to {}, found {text:?}", u64::MAX).into()),
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
    /// Collects the values of `parameters` by calling `values_of` for each. `values_of` must return an empty list for a
    /// parameter without a value or default, and a single empty string for a flag that is given.
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

    /// Returns the value of a parameter parsed as `T`. Returns `None` if there is no value, or if the value is invalid,
    /// which [`Parameter::check`] has reported before.
    #[must_use]
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// Returns the parameter with this role and its values; `None` if it has no values.
    #[must_use]
    pub fn role(&self, role: Role) -> Option<(&Parameter, &[String])> {
        let (parameter, values) =
            self.0.iter().find(|(parameter, values)| parameter.role == role && !values.is_empty())?;
        Some((parameter, values))
    }

    /// Returns the error for a value that passed the check of its parameter, but is refused later. `why` is the reason,
    /// as words without a full stop.
    #[must_use]
    pub fn refusal(&self, name: &str, why: impl fmt::Display) -> BadArgument {
        match self.0.iter().find(|(parameter, _)| parameter.name == name) {
            Some((parameter, values)) => refusal(parameter, values.first().map_or("", String::as_str), why).into(),
            None => why.to_string().into(),
        }
    }
}

/// Returns the message for an invalid value of a parameter. `why` is the reason, as words without a full stop.
pub(crate) fn refusal(parameter: &Parameter, value: &str, why: impl fmt::Display) -> String {
    format!("invalid value '{value}' for '{}': {why}", parameter.shown())
}

/// An iterator over the puzzles of a text, each with the number of its first line. It ends after the first error.
pub type Reading<'a> = Box<dyn Iterator<Item = Result<(usize, Entry), InputError>> + 'a>;

/// A new puzzle from a [`Generator`].
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub entry: Entry,
    /// The facts about the puzzle, as data.
    pub facts: Facts,
    /// The facts and the seed in words, for a comment before the puzzle; `None` for no comment.
    pub comment: Option<String>,
}

/// A generator of a sequence of new puzzles, which a seed determines.
pub trait Generator: fmt::Debug + Send {
    /// Returns a puzzle to show until the first puzzle is made, such as an empty grid of the same size.
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
    /// The verbs that print an empty line between the answers about successive puzzles.
    pub apart: &'static [Verb],
    /// The verbs whose answers begin with the number of the puzzle's first line, such as `line 3: `.
    pub numbered: &'static [Verb],
    /// The verbs for which a puzzle without a solution is a negative answer: the command exits with code 1.
    pub negative: &'static [Verb],
    /// The verbs for which a malformed text is a negative answer instead of a usage error.
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
    /// Returns the name, such as `sudoku`: one word in lower case, which is also its command.
    fn name(&self) -> &'static str;

    /// Returns the help of the kind.
    fn help(&self) -> Help;

    /// Returns the verbs that the command of this kind has.
    fn verbs(&self) -> &'static [Verb] {
        &Verb::ALL
    }

    /// Returns the help of a verb.
    fn verb_help(&self, verb: Verb) -> Help {
        usual_help(verb)
    }

    /// Returns the parameters of a verb, in the order in which its help lists them.
    fn parameters(&self, verb: Verb) -> Vec<Parameter> {
        usual_parameters(verb, Vec::new())
    }

    /// Reads the puzzles of a text, one by one.
    fn read<'a>(&self, arguments: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a>;

    /// Returns the message for a text without a puzzle, such as `expected a puzzle, found none`.
    fn empty_input_message(&self) -> String {
        "expected a puzzle, found none".to_owned()
    }

    /// Returns the message for a file that can't be opened.
    fn file_error_message(&self, file: &str, error: &std::io::Error) -> String {
        format!("can't read {file}: {error}; give a file with puzzles, or - for the standard input")
    }

    /// Returns a generator of new puzzles. The arguments and `seed` determine the puzzles.
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

    /// Returns the style of the printed answers.
    fn style(&self) -> Style {
        Style::default()
    }
}
