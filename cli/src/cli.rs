//! The command line: what can be said, and how the program ends.
//!
//! Exit codes: 0 for success, 1 for a failed run or a negative answer, 2 for wrong usage.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use nqueens_guide::Library;
use nqueens_tui::run::ColorChoice;

use crate::cmd::{
    Failure, cache, check, completions, count, explain, export, guide, man, play, precompute, rank, regions, sample,
    sat, serve, solve, sudoku, tasking, verify,
};
use crate::machine;

/// Play N-Queens in the terminal, with a guide that is never wrong.
///
/// Put n queens on a board of n x n squares so that no two attack each other. The guide knows all solutions: it greys
/// out every square that would leave none, and counts exactly how many remain.
#[derive(Debug, Parser)]
#[command(name = "nqueens", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// Use the .bdd files of this folder instead of the built-in ones
    #[arg(long, global = true, value_name = "DIR")]
    bdd_dir: Option<PathBuf>,
    /// When to use colours: on a terminal unless NO_COLOR is set, or as said
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> ColorChoice {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  nqueens                            play on 8 x 8
  nqueens play 6                     play on 6 x 6
  nqueens guide 8 --queens b4,d1     what is left with queens on b4 and d1
  nqueens count 10                   the number of solutions
  nqueens solve 8 --all              all of them

Exit codes: 0 success, 1 a failed run or a negative answer, 2 wrong usage.";

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Play),
    Serve(serve::Serve),
    Guide(guide::Guide),
    Count(count::Count),
    Explain(explain::Explain),
    Solve(solve::Solve),
    Tasking(tasking::Tasking),
    Sample(sample::Sample),
    Rank(rank::Rank),
    Check(check::Check),
    Sat(sat::Sat),
    Export(export::Export),
    Sudoku(sudoku::Sudoku),
    Regions(regions::Regions),
    Precompute(precompute::Precompute),
    Verify(verify::Verify),
    Cache(cache::Cache),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Cli {
    fn run(self, out: &mut Output) -> Result<(), Failure> {
        let library = library(self.bdd_dir);
        match self.color {
            Color::Auto => {}
            Color::Always => {
                // The drawing library would otherwise follow NO_COLOR on its own.
                crossterm::style::force_color_output(true);
                out.color = true;
            }
            Color::Never => out.color = false,
        }
        match self.command.unwrap_or_else(|| Command::Play(play::Play::default())) {
            Command::Play(play) => play.run(library, self.color.into()),
            Command::Serve(serve) => serve.run(library, out),
            Command::Guide(guide) => guide.run(&library, out),
            Command::Count(count) => count.run(&library, out),
            Command::Solve(solve) => solve.run(&library, out),
            Command::Tasking(tasking) => tasking.run(out),
            Command::Sample(sample) => sample.run(&library, out),
            Command::Rank(rank) => rank.run(&library, out),
            Command::Check(check) => check.run(out),
            Command::Sat(sat) => sat.run(out),
            Command::Export(export) => export.run(&library, out),
            Command::Sudoku(sudoku) => sudoku.run(out, self.color.into()),
            Command::Regions(regions) => regions.run(out, self.color.into()),
            Command::Explain(explain) => explain.run(&library, out),
            Command::Precompute(precompute) => precompute.run(out),
            Command::Verify(verify) => verify.run(out),
            Command::Cache(cache) => cache.run(out),
            Command::Completions(completions) => completions.run(out),
            Command::Man(man) => man.run(out),
        }
    }
}

/// The diagrams of the folder, if one is given, or the embedded ones; others are built and cached as this machine can.
fn library(folder: Option<PathBuf>) -> Library {
    let library = folder.map_or_else(Library::embedded, Library::in_dir).with_memory_limit(machine::memory());
    match machine::cache() {
        Some(cache) => library.with_cache(cache),
        None => library,
    }
}

/// The definition of the command line, for completions and manual pages.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}

/// Where a command's result goes: the standard output, buffered, and whether it may be in colour.
pub struct Output {
    to: Box<dyn Write + Send>,
    /// Whether colours are used: on a terminal, unless `NO_COLOR` is set to anything or the user said otherwise.
    pub(crate) color: bool,
}

impl Output {
    fn stdout() -> Output {
        let stdout = io::stdout();
        let color = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Output { to: Box::new(io::BufWriter::new(stdout)), color }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Runs the program with the process's arguments and standard streams.
#[must_use]
pub fn main() -> ExitCode {
    let mut out = Output::stdout();
    let result = match Cli::try_parse() {
        Ok(cli) => cli.run(&mut out),
        Err(error) if error.use_stderr() => Err(Failure::Usage(one_line(&error))),
        Err(help) => print_help(&help, &mut out),
    };
    let (message, code) = match result.and_then(|()| out.flush().map_err(Failure::from)) {
        Ok(()) => return ExitCode::SUCCESS,
        // Whoever read our output has read enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Told) => return ExitCode::FAILURE,
        Err(Failure::Output(error)) => {
            (format!("can't write the output: {error}; nothing says that all of it arrived"), ExitCode::FAILURE)
        }
        Err(Failure::Failed(message)) => (message, ExitCode::FAILURE),
        Err(Failure::Usage(message)) => (message, ExitCode::from(2)),
    };
    tell(&message);
    code
}

/// Says something that the user should know beside the answer, on the standard error.
pub(crate) fn note(message: &impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "note: {message}");
}

/// Says what went wrong, on the standard error. If even that is closed there is nobody left to tell.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "error: {message}");
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

/// A usage error in one line, for which clap takes a paragraph each for the error, a tip and the usage.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let line = paragraphs.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    let line = line.strip_suffix('.').unwrap_or(line);
    line.replace("; For more information, try '--help'", "; for more, try '--help'").replace("; Usage:", "; usage:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
    }

    #[test]
    fn usage_errors_fit_one_line_and_keep_their_tips() {
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
            assert_eq!(one_line(&Cli::try_parse_from(arguments).unwrap_err()), expected);
        }
    }
}
