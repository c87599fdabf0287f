//! The command line: its definition, the standard output, errors, exit codes.
//!
//! Exit codes: 0 for success, 1 for a failed run or a negative answer, 2 for wrong usage.
//!
//! Commands return failures, and only [`main`] ends the program. A closed pipe means that its reader has read enough,
//! and counts as success; any other failed write is an error. The program never calls `println!`, since `println!`
//! panics if writing fails. A message is one line, names the file that it concerns, and tells the user what to do.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use nqueens_guide::{Library, QueensKind, Square};
use nqueens_tui::run::ColorChoice;
use puzzle_kind::{Kind, Verb};

use crate::cmd::{
    Failure, cache, certify, check, completions, config, count, daily, explain, export, guide, kind, man, play,
    precompute, rank, sample, sat, serve, shard, solve, tasking, verify,
};
use crate::host::GameHost;
use crate::machine::{self, MemoryLimit};
use crate::output::{Output, one_line, tell};

/// Play N-Queens in the terminal, with a guide that is never wrong.
///
/// Put n queens on a board of n x n squares so that no two attack each other. The guide knows all solutions: it greys
/// out every square that would leave none, and counts exactly how many remain.
#[derive(Debug, Parser)]
#[command(name = "nqueens", version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    /// Load diagrams from the .bdd files of this folder instead of the built-in files
    #[arg(long, global = true, value_name = "DIR")]
    bdd_dir: Option<PathBuf>,
    /// Limit the memory for diagrams and tables, such as 512M or 2G [default: 512M for puzzles from files and texts;
    /// most of the free memory for n-queens boards given by their size]
    #[arg(long, global = true, value_name = "SIZE", value_parser = MemoryLimit::parse)]
    memory: Option<MemoryLimit>,
    /// When to use colours; by default on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,
    /// Play line by line: type commands and read sentences, instead of a drawn screen
    #[arg(long)]
    plain: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens                            choose a game, or continue the last one
  nqueens play 6                     play on 6 x 6
  nqueens play sudoku                play a new Sudoku, or regions, or challenge
  nqueens guide 8 --queens b4,d1     the guide with queens on b4 and d1
  nqueens count 10                   the number of solutions
  nqueens solve 8 --all              all solutions

Exit codes: 0 success, 1 a failed run or a negative answer, 2 wrong usage.";

/// The commands of n-queens, and the commands of the program as a whole. [`command`](kind::command()) builds the
/// commands of the other kinds of puzzle.
#[derive(Debug, Subcommand)]
enum Own {
    Play(play::PlayCommand),
    Daily(daily::DailyCommand),
    Serve(serve::ServeCommand),
    Guide(guide::GuideCommand),
    Count(count::CountCommand),
    Explain(explain::ExplainCommand),
    Solve(solve::SolveCommand),
    Tasking(tasking::TaskingCommand),
    Sample(sample::SampleCommand),
    Rank(rank::RankCommand),
    Check(check::CheckCommand),
    Sat(sat::SatCommand),
    Export(export::ExportCommand),
    Precompute(precompute::PrecomputeCommand),
    Verify(verify::VerifyCommand),
    Certify(certify::CertifyCommand),
    Cache(cache::CacheCommand),
    Config(config::ConfigCommand),
    Shard(shard::ShardCommand),
    Completions(completions::CompletionsCommand),
    Man(man::ManCommand),
}

/// The groups of commands in the help, each as a heading and the names of its commands. The group with an empty list
/// contains the commands of the puzzle kinds.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "daily", "serve"]),
    ("Puzzles", &[]),
    ("Boards of n-queens", &["guide", "count", "explain", "solve", "sample", "rank", "check", "export"]),
    ("Files and settings", &["precompute", "verify", "certify", "cache", "config", "completions", "man"]),
    ("Laboratory", &["sat", "tasking", "shard"]),
];

/// Runs the command that `arguments` name. Their first element is the program name.
fn execute(
    kinds: &[Arc<dyn Kind>],
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut program = definition(kinds);
    let matches = match program.try_get_matches_from_mut(arguments) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => return Err(Failure::Usage(with_tip(kinds, &error))),
        Err(help) => return print_help(&help, out),
    };
    let parsed = |error: clap::Error| Failure::Usage(one_line(&error));
    let Cli { bdd_dir, memory, color, plain } = Cli::from_arg_matches(&matches).map_err(parsed)?;
    let color = match color {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => {
            // `crossterm` would otherwise obey `NO_COLOR` on its own.
            crossterm::style::force_color_output(true);
            out.color = true;
            ColorChoice::Always
        }
        clap::ColorChoice::Never => {
            out.color = false;
            ColorChoice::Never
        }
    };
    let memory = memory.unwrap_or_default();
    let library = library(bdd_dir, memory);
    let outside = GameHost::new(library.clone(), machine::state());
    let table = play::PlayContext { outside, memory, color, is_plain: plain };
    if let (true, Some((command, of))) = (plain, matches.subcommand())
        && !plays(of)
    {
        let usage = "expected --plain without a command, or with a command that plays";
        return Err(Failure::Usage(format!("{usage}, found it before {command}")));
    }
    let of_kind = |name: &str| kinds.iter().find(|kind| kind.name() == name && is_listed(kind));
    if let Some((name, matches)) = matches.subcommand()
        && let Some(kind) = of_kind(name)
    {
        return kind::run(kind, matches, out, table);
    }
    if matches.subcommand().is_none() {
        return play::front(table);
    }
    match Own::from_arg_matches(&matches).map_err(parsed)? {
        Own::Play(play) => play.run(table),
        Own::Daily(daily) => daily.run(kinds, table, out),
        Own::Serve(serve) => serve.run(library.with_memory_limit(memory.for_texts()), kinds, out),
        Own::Guide(guide) => guide.run(&library, out),
        Own::Count(count) => count.run(&library, out),
        Own::Solve(solve) => solve.run(&library, out),
        Own::Tasking(tasking) => tasking.run(out),
        Own::Sample(sample) => sample.run(&library, out),
        Own::Rank(rank) => rank.run(&library, out),
        Own::Check(check) => check.run(out),
        Own::Sat(sat) => sat.run(out),
        Own::Export(export) => export.run(&library, out),
        Own::Explain(explain) => explain.run(&library, out),
        Own::Precompute(precompute) => precompute.run(memory, out),
        Own::Verify(verify) => verify.run(memory, out),
        Own::Certify(certify) => certify.run(&library, out),
        Own::Cache(cache) => cache.run(out),
        Own::Config(config) => config.run(out),
        Own::Shard(shard) => shard.run(out),
        Own::Completions(completions) => completions.run(definition(kinds), out),
        Own::Man(man) => man.run(definition(kinds), out),
    }
}

/// Returns `true` if `matches` are those of a command that plays: it, or the command that it names, has the option
/// `--plain`.
fn plays(matches: &clap::ArgMatches) -> bool {
    matches.try_contains_id("plain").is_ok() || matches.subcommand().is_some_and(|(_, matches)| plays(matches))
}

/// Returns `true` if a kind of puzzle has a command of its own, such as `nqueens sudoku`. The commands of n-queens are
/// commands of the program itself.
fn is_listed(kind: &Arc<dyn Kind>) -> bool {
    kind.name() != QueensKind::NAME
}

/// Returns the library of `folder`, or the library of the embedded diagrams if `folder` is `None`. Missing diagrams are
/// built and cached within the limits of this machine.
fn library(folder: Option<PathBuf>, memory: MemoryLimit) -> Library {
    let library = folder
        .map_or_else(Library::embedded, Library::in_dir)
        .with_memory_limit(memory.for_boards())
        .with_threads(machine::threads(None));
    match machine::cache() {
        Some(cache) => library.with_cache(cache),
        None => library,
    }
}

/// Returns the [`clap::Command`] of the program, with the commands of `kinds`, in the order of [`GROUPS`].
fn definition(kinds: &[Arc<dyn Kind>]) -> clap::Command {
    let own = Own::augment_subcommands(clap::Command::new("own"));
    let groups = GROUPS.map(|(heading, names)| {
        let named = names.iter().map(|name| own.find_subcommand(name).expect("a group has only commands").clone());
        let of_kinds = kinds.iter().filter(|kind| names.is_empty() && is_listed(kind));
        (heading, named.chain(of_kinds.map(|kind| kind::command(&**kind))).collect::<Vec<_>>())
    });
    let template = help_template(&groups);
    let commands: Vec<_> = groups.into_iter().flat_map(|(_, commands)| commands).collect();
    let names = commands.iter().map(|command| command.get_name().to_owned()).collect();
    let numbered = (0..).zip(commands).map(|(number, command)| command.display_order(number));
    let program = Cli::command().subcommands(numbered).help_template(template);
    program.mut_subcommand("man", |command| man::ManCommand::define(command, names))
}

/// Returns an error of `clap` in one line, with a tip where a player is likely to have left a word out: the command of
/// a kind, as in `sudoku 10`, or the option of a square, as in `explain 8 a1`.
fn with_tip(kinds: &[Arc<dyn Kind>], error: &clap::Error) -> String {
    let line = one_line(error);
    let Some((start, usage)) = line.split_once("; usage: ") else { return line };
    let word = |key| error.get(key).map(ToString::to_string);
    let kind = kinds.iter().find(|kind| usage.starts_with(&format!("nqueens {} [", kind.name())));
    let is_square = |word: &String| word.parse::<Square>().is_ok() && usage.contains("--of <SQUARE>");
    let is_file =
        |word: &String| Path::new(word).extension().is_some_and(|it| it == "toml") || Path::new(word).is_file();
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand if word(ContextKind::InvalidSubcommand).as_ref().is_some_and(is_file) => {
            word(ContextKind::InvalidSubcommand).map(|file| format!("'nqueens play {file}' plays a file"))
        }
        ErrorKind::InvalidSubcommand if word(ContextKind::SuggestedSubcommand).is_none() => kind.map(|kind| {
            let name = kind.name();
            match kind.verbs().contains(&Verb::Generate) {
                true => {
                    format!("'nqueens {name} play' plays new ones, 'nqueens {name} generate --help' lists their sizes")
                }
                false => format!("'nqueens {name} play FILE' plays a file"),
            }
        }),
        ErrorKind::UnknownArgument => {
            word(ContextKind::InvalidArg).filter(is_square).map(|word| format!("use '--of {word}'"))
        }
        _ => None,
    };
    tip.map_or_else(|| line.clone(), |tip| format!("{start}; tip: {tip}; usage: {usage}"))
}

/// Returns the template of the program's help. The template lists the commands in groups, which `clap` does not
/// support.
fn help_template(groups: &[(&str, Vec<clap::Command>)]) -> String {
    let styles = clap::builder::Styles::default();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let names = groups.iter().flat_map(|(_, commands)| commands).map(|command| command.get_name().len());
    let width = names.max().unwrap_or(0);
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (heading, commands) in groups {
        template += &format!("\n{header}{heading}:{header:#}\n");
        for command in commands {
            let (name, about) = (command.get_name(), command.get_about().map(ToString::to_string).unwrap_or_default());
            template += &format!("  {literal}{name:width$}{literal:#}  {about}\n");
        }
    }
    template + &format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}")
}

/// Runs the program with the arguments and standard streams of the process. See [`run`].
#[must_use]
pub fn main() -> ExitCode {
    let kinds = puzzles::kinds(Library::embedded());
    ExitCode::from(run(&kinds, std::env::args_os(), &mut Output::stdout()))
}

/// Runs the program on `arguments`, whose first element is the program name. Returns the exit code; errors are written
/// to the standard error, results to `out`.
pub fn run(kinds: &[Arc<dyn Kind>], arguments: impl IntoIterator<Item = OsString>, out: &mut Output) -> u8 {
    let (message, code) = match execute(kinds, arguments, out).and_then(|()| out.flush().map_err(Failure::from)) {
        Ok(()) => return 0,
        // The reader, such as `head`, has read enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
        Err(Failure::Told) => return 1,
        Err(Failure::Output(error)) => (format!("can't write the output: {error}; the output may be incomplete"), 1),
        Err(Failure::Failed(message)) => (message, 1),
        Err(Failure::Usage(message)) => (message, 2),
    };
    tell(&message);
    code
}

fn print_help(help: &clap::Error, out: &mut Output) -> Result<(), Failure> {
    let text = help.render();
    if out.color {
        write!(out, "{}", text.ansi())?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        let kinds = puzzles::kinds(Library::embedded());
        definition(&kinds).debug_assert();
        let program = definition(&kinds);
        let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(names[2..8], ["serve", "challenge", "sudoku", "regions", "puzzle", "guide"]);
    }

    #[test]
    fn every_command_is_in_a_group_and_fits_a_line_of_the_help() {
        let own = Own::augment_subcommands(clap::Command::new("own"));
        let mut names: Vec<&str> = own.get_subcommands().map(clap::Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        names.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(names, grouped);
        let kinds = puzzles::kinds(Library::embedded());
        let mut help = definition(&kinds);
        let text = help.render_help().to_string();
        let listed = text.lines().take_while(|line| *line != "Options:").filter(|line| line.starts_with("  "));
        for line in listed {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn commands_that_play_have_the_option_plain() {
        let kinds = puzzles::kinds(Library::embedded());
        for (line, expected) in [
            ("play sudoku", true),
            ("daily", true),
            ("sudoku play", true),
            ("puzzle play file", true),
            ("count 8", false),
            ("sudoku generate", false),
        ] {
            let arguments = ["nqueens", "--plain"].into_iter().chain(line.split(' '));
            let matches = definition(&kinds).try_get_matches_from(arguments).unwrap();
            let (_, of) = matches.subcommand().unwrap();
            assert_eq!(plays(of), expected, "{line}");
        }
    }

    #[test]
    fn a_tip_has_the_word_that_was_left_out() {
        let kinds = puzzles::kinds(Library::embedded());
        for (line, expected) in [
            (
                "nqueens sudoku 10",
                "unrecognized subcommand '10'; tip: 'nqueens sudoku play' plays new ones, 'nqueens sudoku generate --help' \
                 lists their sizes; usage: nqueens sudoku [OPTIONS] [COMMAND]; for more, try '--help'",
            ),
            (
                "nqueens my/tents.toml",
                "unrecognized subcommand 'my/tents.toml'; tip: 'nqueens play my/tents.toml' plays a file; usage: nqueens \
                 [OPTIONS] [COMMAND]; for more, try '--help'",
            ),
            (
                "nqueens explain 8 a1",
                "unexpected argument 'a1' found; tip: use '--of a1'; usage: nqueens explain [OPTIONS] --of <SQUARE> <N>; \
                 for more, try '--help'",
            ),
            (
                "nqueens explain 8 zz",
                "unexpected argument 'zz' found; usage: nqueens explain [OPTIONS] --of <SQUARE> <N>; for more, try '--help'",
            ),
        ] {
            let error = definition(&kinds).try_get_matches_from(line.split(' ')).unwrap_err();
            assert_eq!(with_tip(&kinds, &error), expected);
        }
    }

    #[test]
    fn usage_errors_fit_one_line_and_keep_their_tips() {
        let kinds = puzzles::kinds(Library::embedded());
        for (arguments, expected) in [
            (
                &["nqueens", "gide", "8"][..],
                "unrecognized subcommand 'gide'; tip: a similar subcommand exists: 'guide'; \
                 usage: nqueens [OPTIONS] [COMMAND]; for more, try '--help'",
            ),
            (
                &["nqueens", "count"],
                "the following required arguments were not provided: <N>; usage: nqueens count <N>; \
                 for more, try '--help'",
            ),
            (
                &["nqueens", "count", "300"],
                "invalid value '300' for '<N>': the board size must be a whole number from 1 to 255, not \"300\"; \
                 for more, try '--help'",
            ),
        ] {
            assert_eq!(one_line(&definition(&kinds).try_get_matches_from(arguments).unwrap_err()), expected);
        }
    }
}
