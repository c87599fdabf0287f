//! A kind of puzzle: its name, its options, its reader and its generator.
//!
//! A [`Kind`] is to this crate what a `struct game` is to Simon Tatham's *Portable Puzzle Collection*: all that a front
//! end needs to offer a puzzle that it knows nothing of. Commands, games and pages are made from the list of kinds.
//!
//! A kind is data: options, help and the style of answers are values that a `Kind` returns. The commands are made from
//! them, and every verb is a function from an [`Entry`] to a [`Report`](crate::report::Report). Where a puzzle has
//! better words than the usual ones, its [`Playable`] supplies them.

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;
use std::sync::Arc;

use bdd_core::{Budget, Stopped};

use crate::answer::Facts;
use crate::difficulty::Difficulty;
use crate::entry::{Entry, Playable};
pub use crate::input::ReadError;

mod verb;

pub use verb::{Verb, usual_help, usual_parameters};

/// What a manual says of a kind of puzzle, or of one of its verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Help {
    /// What it is for, in one line.
    pub about: &'static str,
    /// What stands at the end: examples, formats, exit codes.
    pub epilogue: &'static str,
}

/// What a front end does with the value of a [`Parameter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing: it is for the kind.
    Own,
    /// It names the file with the puzzles.
    File,
    /// It names a file with the names of variables, by default the one beside the puzzle's that is called the same with
    /// `.names` at the end; the kind is given the text of that file.
    Names,
    /// It asks for data.
    Json,
    /// It chooses between `grid`, `line` and `json`.
    Format,
    /// It asks for the way to the solution as well.
    Steps,
    /// It is the number of solutions at which to stop counting.
    Limit,
    /// It is the number of puzzles to make, or of solutions to draw.
    Number,
    /// It is where the random numbers start.
    Seed,
    /// It names the variable to explain.
    Explained,
    /// It lists variables to place, with commas between them.
    Placed,
    /// It lists variables to block, with commas between them.
    Blocked,
    /// It asks for the solution with the smallest total.
    Cheapest,
    /// It asks for the solution with the largest total.
    Dearest,
    /// It is the number of best solutions.
    Best,
    /// It asks for samples of which no two are the same.
    Distinct,
    /// It chooses what to write for other programs.
    Export,
    /// It asks for a diagram to be drawn however large it is.
    Force,
}

/// Something that can be said to a verb: an option, a flag, or an operand that stands without a name.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, as in `box` for `--box`.
    pub name: &'static str,
    /// What stands for the value in help, as in `RxC`; `None` for a flag.
    pub value: Option<&'static str>,
    /// Whether the value stands alone, without the name before it.
    pub is_operand: bool,
    /// Whether it can't be left out.
    pub is_required: bool,
    /// Whether the value is a number, so that it may look like `-1`, if only to be refused.
    pub is_number: bool,
    /// What it is for.
    pub help: &'static str,
    /// The value where none is given.
    pub default: Option<&'static str>,
    /// The possible values, each with what it means, if they are few; what they mean may be left empty.
    pub values: Vec<(&'static str, &'static str)>,
    /// The value in its usual form, or what is wrong with it.
    pub check: fn(&str) -> Result<String, String>,
    /// The name of another parameter that can't be given together with this one.
    pub excludes: Option<&'static str>,
    /// What is done with it.
    pub role: Role,
    /// The small letter that stands for it in the short name of a new puzzle, never to be changed; none where that says
    /// nothing of it.
    pub letter: Option<char>,
}

/// The standard input, as the name of a file.
pub const STDIN: &str = "-";

impl Parameter {
    /// An option with a value, such as `--box RxC`.
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
            check: |said| Ok(said.to_owned()),
            excludes: None,
            role: Role::Own,
            letter: None,
        }
    }

    /// A flag, such as `--minimal`.
    #[must_use]
    pub fn flag(name: &'static str, help: &'static str) -> Parameter {
        Parameter { value: None, ..Parameter::option(name, "", help) }
    }

    /// A value without a name before it, such as `SIZE`; it has to be given.
    #[must_use]
    pub fn operand(name: &'static str, value: &'static str, help: &'static str) -> Parameter {
        Parameter { is_operand: true, is_required: true, ..Parameter::option(name, value, help) }
    }

    /// The file with the puzzles, by default the standard input.
    #[must_use]
    pub fn file(help: &'static str) -> Parameter {
        let operand = Parameter::operand("file", "FILE", help);
        Parameter { is_required: false, default: Some(STDIN), role: Role::File, ..operand }
    }

    /// The flag `--json`, which asks for data.
    #[must_use]
    pub fn json(help: &'static str) -> Parameter {
        Parameter { role: Role::Json, ..Parameter::flag("json", help) }
    }

    /// The flag `--steps`, which asks for the way to the solution.
    #[must_use]
    pub fn steps() -> Parameter {
        let help = "Print the whole way to the solution first, step by step, each step the easiest there is";
        Parameter { role: Role::Steps, ..Parameter::flag("steps", help) }
    }

    /// The option `--seed`, where the random numbers start.
    #[must_use]
    pub fn seed(help: &'static str) -> Parameter {
        Parameter { role: Role::Seed, ..Parameter::option("seed", "S", help).number::<u64>() }
    }

    /// The option `--count`, how many puzzles to make: one, unless it is said.
    #[must_use]
    pub fn number_of(help: &'static str) -> Parameter {
        let option = Parameter::option("count", "K", help);
        Parameter { role: Role::Number, default: Some("1"), check: positive, is_number: true, ..option }
    }

    /// The option `--limit`, the number of solutions at which counting stops.
    #[must_use]
    pub fn limit(help: &'static str) -> Parameter {
        let option = Parameter::option("limit", "K", help);
        Parameter { role: Role::Limit, check: positive, is_number: true, ..option }
    }

    /// Returns an option for the difficulty of new puzzles: easy, medium or hard.
    #[must_use]
    pub fn difficulty(name: &'static str, value: &'static str, help: &'static str) -> Parameter {
        Parameter::option(name, value, help).one_of(&Difficulty::ALL.map(|difficulty| (difficulty.name(), "")))
    }

    /// The option `--best`, how many of the best solutions to find: one, unless it is said.
    #[must_use]
    pub fn best(help: &'static str) -> Parameter {
        let option = Parameter::option("best", "K", help);
        Parameter { role: Role::Best, check: positive, is_number: true, ..option }
    }

    /// Takes a number of type `T` as the parameter's value.
    #[must_use]
    pub fn number<T: FromStr<Err: fmt::Display> + fmt::Display>(self) -> Parameter {
        Parameter { is_number: true, ..self.parsed::<T>() }
    }

    /// Takes as the parameter's value what `T` can read, in the form in which `T` writes it.
    #[must_use]
    pub fn parsed<T: FromStr<Err: fmt::Display> + fmt::Display>(self) -> Parameter {
        Parameter {
            check: |said| said.parse::<T>().map(|value| value.to_string()).map_err(|error| error.to_string()),
            ..self
        }
    }

    /// Lets a function check the parameter's value and bring it into its usual form.
    #[must_use]
    pub fn checked(self, check: fn(&str) -> Result<String, String>) -> Parameter {
        Parameter { check, ..self }
    }

    /// Takes only one of these values, each given with what it means.
    #[must_use]
    pub fn one_of(self, values: &[(&'static str, &'static str)]) -> Parameter {
        Parameter { values: values.to_vec(), ..self }
    }

    /// Makes the parameter optional, with a value for those who give none.
    #[must_use]
    pub fn or(self, default: &'static str) -> Parameter {
        Parameter { default: Some(default), is_required: false, ..self }
    }

    /// Says what a front end has to do with the parameter, if not the kind itself.
    #[must_use]
    pub fn with_role(self, role: Role) -> Parameter {
        Parameter { role, ..self }
    }

    /// Gives the parameter a letter in the short names of new puzzles.
    #[must_use]
    pub fn with_letter(self, letter: char) -> Parameter {
        Parameter { letter: Some(letter), ..self }
    }

    /// Makes the parameter one that has to be given.
    #[must_use]
    pub fn required(self) -> Parameter {
        Parameter { is_required: true, ..self }
    }

    /// Refuses the parameter together with another one, by that one's name.
    #[must_use]
    pub fn without(self, other: &'static str) -> Parameter {
        Parameter { excludes: Some(other), ..self }
    }

    /// How it is shown in messages, as in `--box <RxC>`, `--minimal` or `<SIZE>`.
    #[must_use]
    pub fn shown(&self) -> String {
        match self.value {
            Some(value) if self.is_operand => format!("<{value}>"),
            Some(value) => format!("--{} <{value}>", self.name),
            None => format!("--{}", self.name),
        }
    }
}

/// A number from 1 on.
fn positive(said: &str) -> Result<String, String> {
    match said.parse::<u64>() {
        Ok(0) => Err(format!("0 is not in 1..{}", u64::MAX)),
        Ok(number) => Ok(number.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// What was said to a verb: values for some of its parameters, all of them checked.
#[derive(Clone, Debug, Default)]
pub struct Arguments(Vec<(Parameter, Vec<String>)>);

impl Arguments {
    /// The values of parameters, each given by `said`: none where nothing was said and there is no default. A flag that
    /// was given has an empty value.
    pub fn new(parameters: Vec<Parameter>, mut said: impl FnMut(&Parameter) -> Vec<String>) -> Arguments {
        let with_values = |parameter: Parameter| {
            let values = said(&parameter);
            (parameter, values)
        };
        Arguments(parameters.into_iter().map(with_values).collect())
    }

    /// The value of a parameter, if it has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(parameter, _)| parameter.name == name)?.1.first().map(String::as_str)
    }

    /// Whether a flag was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The value of a parameter as a type, if it has one and that is one of the type: the parameter's own check tells
    /// what is wrong otherwise.
    #[must_use]
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// The parameter with a role and its values, if it has any.
    #[must_use]
    pub fn role(&self, role: Role) -> Option<(&Parameter, &[String])> {
        let (parameter, values) =
            self.0.iter().find(|(parameter, values)| parameter.role == role && !values.is_empty())?;
        Some((parameter, values))
    }

    /// What to say of a value that a parameter has, but that will not do.
    #[must_use]
    pub fn refusal(&self, name: &str, why: impl fmt::Display) -> String {
        match self.0.iter().find(|(parameter, _)| parameter.name == name) {
            Some((parameter, values)) => refusal(parameter, values.first().map_or("", String::as_str), why),
            None => why.to_string(),
        }
    }
}

/// What to say of a value that will not do for a parameter.
#[must_use]
pub fn refusal(parameter: &Parameter, value: &str, why: impl fmt::Display) -> String {
    format!("invalid value '{value}' for '{}': {why}", parameter.shown())
}

/// The puzzles of a text, each with the line on which it begins; nothing comes after an error.
pub type Reading<'a> = Box<dyn Iterator<Item = Result<(usize, Entry), ReadError>> + 'a>;

/// A puzzle that was made.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub entry: Entry,
    /// What is told of it as data.
    pub facts: Facts,
    /// What is told of it in words, seed included, where its text has room for a comment.
    pub comment: Option<String>,
}

/// Why no puzzle was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The budget did not suffice.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No puzzle was found, for this reason and with this advice, as a clause.
    #[error("{0}")]
    NotFound(String),
}

/// Makes puzzles one after the other, fixed by a seed.
pub trait Generator: fmt::Debug + Send {
    /// What all puzzles that are made look like, without what tells one from another: an empty grid of their size, say. It
    /// is shown until the first of them is made, and never played.
    fn outline(&self) -> Arc<dyn Playable>;

    /// Makes the next puzzle. What was stopped is made by the next call.
    ///
    /// # Errors
    ///
    /// [`GenerateError`] if the budget does not suffice, or if none is found.
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Generated, GenerateError>;
}

/// How the answers about puzzles of a kind are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The verbs whose answers have an empty line between them.
    pub apart: &'static [Verb],
    /// The verbs whose answers begin with the line on which the puzzle begins.
    pub numbered: &'static [Verb],
    /// The verbs for which a puzzle without a solution is a negative answer.
    pub negative: &'static [Verb],
    /// The verbs for which a text that is no puzzle is a negative answer, and not a wrong use.
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

/// A kind of puzzle. Its puzzles are read from texts and made by generators; what is to be known of one of them, its
/// [`Entry`] knows.
pub trait Kind: fmt::Debug + Send + Sync {
    /// The name, as in `sudoku`: one word in small letters, which is its command.
    fn name(&self) -> &'static str;

    /// What a manual says of the kind.
    fn help(&self) -> Help;

    /// What can be done with its puzzles.
    fn verbs(&self) -> &'static [Verb] {
        &Verb::ALL
    }

    /// What a manual says of a verb.
    fn verb_help(&self, verb: Verb) -> Help {
        usual_help(verb)
    }

    /// What can be said to a verb, in the order of its help.
    fn parameters(&self, verb: Verb) -> Vec<Parameter> {
        usual_parameters(verb, Vec::new())
    }

    /// The puzzles of a text, one after the other, each as soon as it is read.
    fn read<'a>(&self, arguments: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a>;

    /// That a text has no puzzle, as a clause that says what was expected.
    fn nothing(&self) -> String {
        "expected a puzzle, found none".to_owned()
    }

    /// That a file can't be opened, for this reason.
    fn unopened(&self, file: &str, error: &std::io::Error) -> String {
        format!("can't read {file}: {error}; give a file with puzzles, or - for the standard input")
    }

    /// New puzzles from a seed on.
    ///
    /// # Errors
    ///
    /// What is wrong with the arguments, as a message.
    fn generator(&self, arguments: &Arguments, seed: u64) -> Result<Box<dyn Generator>, String>;

    /// A puzzle to begin with, as [`Verb::New`] prints it: for kinds that offer this verb.
    fn template(&self, arguments: &Arguments) -> Option<&'static str> {
        let _ = arguments;
        None
    }

    /// How answers are printed.
    fn style(&self) -> Style {
        Style::default()
    }
}
