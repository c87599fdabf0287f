//! The program from outside: arguments in, output and exit code out.

mod answers;
mod count;
mod daily;
mod draw;
mod explain;
mod files;
mod help;
pub(crate) mod kinds;
// The record has the names of the system's errors, and folders with slashes.
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

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// The program, without a terminal, with no say of the environment in its colours, and with a cache of its own.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nqueens"));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    // Nor in its characters.
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

/// A run with this on its standard input.
fn with_input(arguments: &str, input: impl AsRef<[u8]>) -> Run {
    let mut command = program();
    command.args(arguments.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // What is refused at once need not be read.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The standard output of a run in which all went well.
#[track_caller]
fn answer(arguments: &str) -> String {
    let run = nqueens(arguments.split(' '));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "nqueens {arguments}");
    run.stdout
}

/// The message of a run that ended with this exit code: one line, and nothing on the standard output.
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
