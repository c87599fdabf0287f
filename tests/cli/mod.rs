//! Tests of the program with given arguments, by its output and its exit code.

mod answers;
mod certify;
mod count;
mod daily;
mod draw;
mod explain;
mod files;
mod help;
pub(crate) mod kinds;
mod proofs;
// The recorded outputs contain error messages of Unix, and paths with slashes.
#[cfg(unix)]
mod recorded;
mod regions;
mod reordered;
mod serve;
pub(crate) mod shard;
mod solve;
mod streams;
mod sudoku;
mod tasking;
mod usage;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The exit code and the output of a run.
#[derive(Debug)]
pub(crate) struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Returns the program without a terminal, with a cache of its own, and without the environment variables for colours.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nqueens"));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    // The locale is fixed too, since it decides between Unicode and ASCII.
    command.env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::null()).env_remove("NO_COLOR").env("XDG_CACHE_HOME", cache).current_dir(repository());
    command
}

fn nqueens(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
    finished(program().args(arguments))
}

fn finished(command: &mut Command) -> Run {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs the program with `input` as its standard input.
fn with_input(arguments: &str, input: impl AsRef<[u8]>) -> Run {
    let mut command = program();
    command.args(arguments.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments may end before it reads its input, so errors are ignored.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Returns the standard output of a run, and asserts that the run succeeded without messages.
#[track_caller]
fn answer(arguments: &str) -> String {
    let run = nqueens(arguments.split(' '));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "nqueens {arguments}");
    run.stdout
}

/// Returns the error message of a run. Asserts that the exit code is `code`, that the message is one line, and that the
/// standard output is empty.
#[track_caller]
fn error<S: AsRef<OsStr>>(code: i32, arguments: impl IntoIterator<Item = S>) -> String {
    let run = nqueens(arguments);
    assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{}", run.stderr);
    let message = run.stderr.strip_suffix('\n').expect("a whole line");
    assert!(!message.contains('\n'), "{message}");
    message.strip_prefix("error: ").expect("it says that it is an error").to_owned()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn precomputed() -> PathBuf {
    repository().join("precomputed")
}
