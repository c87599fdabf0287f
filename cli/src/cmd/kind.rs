//! The commands of a kind of puzzle, made from the kind's data and shared by all kinds. Most verbs answer a question
//! (`answers.rs`); each other verb has a file of its own.

mod answers;
mod certify;
mod export;
mod generate;
mod input;
mod play;

pub(super) use export::NamedDiagram;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, value_parser};
use puzzle_kind::Kind;
use puzzle_kind::{Arguments, Help, Parameter, Role, Verb};

use super::play::{GameArgs, PlayContext};
use super::{Failure, whole};
use crate::cmd::proofs;
use crate::machine::Limits;
use crate::output::{Output, one_line};

/// A request on the command line: a [`Verb`] of a kind of puzzle, with its arguments and limits.
struct KindRequest {
    kind: Arc<dyn Kind>,
    verb: Verb,
    arguments: Arguments,
    limits: Limits,
    /// The file with the puzzles, `-` for the standard input; `None` if no file was given.
    file: Option<PathBuf>,
    /// The folder for proofs of the answer.
    proof: Option<PathBuf>,
    /// The folder for a certificate.
    out: Option<PathBuf>,
    /// `true` to check the certificate in the folder; `false` to write it.
    only_check: bool,
}

/// The output format of answers: text or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Line,
    Json,
}

/// Builds the `clap` command of a kind, with a subcommand for each verb.
pub(crate) fn command(kind: &dyn Kind) -> clap::Command {
    let command = with_help(clap::Command::new(kind.name()), kind.help());
    command.subcommands(kind.verbs().iter().map(|&verb| {
        let command = clap::Command::new(verb.name()).args(kind.parameters(verb).iter().map(arg));
        // The description is set last: `augment_args` of the game replaces it.
        let command = if has_budget(verb) { command.arg(budget()) } else { command };
        let command = if has_proof(verb) { command.arg(proof()) } else { command };
        let command = if verb == Verb::Certify { command.args(certificate()) } else { command };
        let command = if verb == Verb::Play { GameArgs::augment_args(command) } else { command };
        with_help(command, kind.verb_help(verb))
    }))
}

/// Returns `true` if the verb takes the option `--budget`, which limits its time. `Play` runs for as long as the player
/// plays, and `New` only prints a template.
fn has_budget(verb: Verb) -> bool {
    !matches!(verb, Verb::New | Verb::Play)
}

/// Returns `true` if the verb takes the option `--proof`, the folder for proofs of its answer.
fn has_proof(verb: Verb) -> bool {
    matches!(verb, Verb::Solve | Verb::Explain | Verb::Guide)
}

const PROOF: &str = "proof";

fn proof() -> Arg {
    Arg::new(PROOF).long(PROOF).value_name("DIR").value_parser(value_parser!(PathBuf)).help(proofs::HELP)
}

const OUT: &str = "out";
const CHECK: &str = "check";

fn certificate() -> [Arg; 2] {
    let folder = Arg::new(OUT).long(OUT).value_name("DIR").value_parser(value_parser!(PathBuf));
    let check = Arg::new(CHECK).long(CHECK).action(ArgAction::SetTrue);
    [
        folder.required(true).help("The folder of the files"),
        check.help("Write nothing; check that the files in the folder are a certificate of this puzzle"),
    ]
}

const BUDGET: &str = "budget";

fn budget() -> Arg {
    Arg::new(BUDGET)
        .long(BUDGET)
        .value_name("SECONDS")
        .value_parser(whole::<u32>(1, u32::MAX.into()))
        .allow_negative_numbers(true)
        .help("Give up after this number of seconds [default: no limit]")
}

fn with_help(command: clap::Command, Help { about, epilogue }: Help) -> clap::Command {
    let command = command.about(about);
    if epilogue.is_empty() { command } else { command.after_help(epilogue) }
}

fn arg(parameter: &Parameter) -> Arg {
    let arg = Arg::new(parameter.name).help(parameter.help).required(parameter.is_required).hide(parameter.is_hidden);
    let arg = match parameter.is_operand {
        true => arg,
        false if parameter.long == parameter.name => arg.long(parameter.name),
        false => arg.long(parameter.long).alias(parameter.name),
    };
    let Some(value) = parameter.value else { return excluding(arg.action(ArgAction::SetTrue), parameter) };
    let arg = arg.value_name(value).allow_negative_numbers(parameter.is_number);
    let arg = match parameter.role {
        Role::Placed | Role::Blocked => arg.action(ArgAction::Append),
        _ => arg.action(ArgAction::Set),
    };
    let arg = match parameter.role {
        Role::File => arg.value_parser(value_parser!(PathBuf)),
        _ if parameter.values.is_empty() => arg.value_parser(parameter.check),
        _ => arg.value_parser(PossibleValuesParser::new(parameter.values.iter().map(|&(value, meaning)| {
            let value = PossibleValue::new(value);
            if meaning.is_empty() { value } else { value.help(meaning) }
        }))),
    };
    let arg = parameter.default.iter().fold(arg, |arg, &default| arg.default_value(default));
    excluding(arg, parameter)
}

fn excluding(arg: Arg, parameter: &Parameter) -> Arg {
    parameter.excludes.iter().fold(arg, |arg, &other| arg.conflicts_with(other))
}

/// Runs a verb of `kind`. Without a verb, runs `play`.
pub(crate) fn run(
    kind: &Arc<dyn Kind>,
    matches: &ArgMatches,
    out: &mut Output,
    table: PlayContext,
) -> Result<(), Failure> {
    // Without a verb, the command of a kind runs `play`.
    let alone;
    let (name, matches) = match matches.subcommand() {
        Some(said) => said,
        None => {
            let program = clap::Command::new("nqueens").subcommand(command(&**kind));
            alone = program
                .try_get_matches_from(["nqueens", kind.name(), Verb::Play.name()])
                .map_err(|error| Failure::Usage(one_line(&error)))?;
            let of_kind = alone.subcommand().and_then(|(_, of_kind)| of_kind.subcommand());
            of_kind.expect("the parser requires a subcommand")
        }
    };
    let verb = Verb::named(name).expect("the parser accepts only verbs of the kind");
    let (files, parameters): (Vec<_>, Vec<_>) =
        kind.parameters(verb).into_iter().partition(|parameter| parameter.role == Role::File);
    let file = files.first().and_then(|file| matches.get_one::<PathBuf>(file.name)).cloned();
    let names = match parameters.iter().find(|parameter| parameter.role == Role::Names) {
        Some(parameter) => input::names(matches.get_one(parameter.name).map(String::as_str), file.as_deref())?,
        None => None,
    };
    let arguments = Arguments::new(parameters, |parameter| match parameter.value {
        _ if parameter.role == Role::Names => names.iter().cloned().collect(),
        Some(_) => matches.get_many(parameter.name).into_iter().flatten().cloned().collect(),
        None if matches.get_flag(parameter.name) => vec![String::new()],
        None => Vec::new(),
    });
    let time = if has_budget(verb) { matches.get_one::<u32>(BUDGET) } else { None };
    let limits = Limits::new(table.memory.for_texts(), time.map(|&seconds| Duration::from_secs(seconds.into())));
    let proof = if has_proof(verb) { matches.get_one(PROOF).cloned() } else { None };
    let folder = if verb == Verb::Certify { matches.get_one(OUT).cloned() } else { None };
    let only_check = verb == Verb::Certify && matches.get_flag(CHECK);
    let asked = KindRequest { kind: Arc::clone(kind), verb, arguments, limits, file, proof, out: folder, only_check };
    let answered = match verb {
        Verb::Generate => generate::run(&asked, out),
        Verb::New => match kind.template(&asked.arguments) {
            Some(text) => Ok(out.write_all(text.as_bytes())?),
            None => Err(Failure::Failed(format!("the kind {} has no template", kind.name()))),
        },
        Verb::Export => export::run(&asked, out),
        Verb::Certify => certify::run(&asked, out),
        Verb::Play => {
            let game = GameArgs::from_arg_matches(matches).expect("the command has the arguments of a game");
            play::run(&asked, game, table)
        }
        _ => answers::run(&asked, out),
    };
    match (answered, asked.limits.time_passed()) {
        (Err(Failure::Failed(_)), Some(time)) => {
            let seconds = time.as_secs();
            Err(Failure::Failed(format!("no answer was found within {seconds} s; raise --budget")))
        }
        (answered, _) => answered,
    }
}

impl KindRequest {
    fn form(&self) -> Form {
        let format = self.arguments.role(Role::Format).and_then(|(_, values)| values.first());
        match format.map(String::as_str) {
            _ if self.arguments.role(Role::Json).is_some() => Form::Json,
            Some("json") => Form::Json,
            Some("line") => Form::Line,
            _ => Form::Text,
        }
    }

    /// Returns the value of the parameter with `role` as a number; `None` if no value was given, or if the value is not
    /// a number.
    fn number(&self, role: Role) -> Option<u64> {
        self.arguments.role(role)?.1.first()?.parse().ok()
    }
}
