//! Output that can't be written, because a pipe is closed or a disk is full: the program ends in order and never
//! panics.

use std::process::Stdio;

use super::{Run, finished, program};

/// Returns the writing end of a pipe whose reading end is closed.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// Commands with arguments for which each of them writes to the standard output.
const WRITING: [&str; 27] = [
    "serve --port 0",
    "guide 8",
    "guide 11 --json",
    "count 8",
    "sample 8 --count 1000 --seed 1",
    "rank 8 1,5,8,6,3,7,2,4",
    "check 8 a1",
    "sat 8",
    "regions generate 8 --seed 1 --count 500",
    "regions generate 8 --seed 1 --json",
    "export 8 --format dimacs",
    "export 8 --format json",
    "export 8 --format svg",
    "solve 8",
    "solve 12 --all --method sequential",
    "solve 11 --all --method bdd --format json",
    "solve 12 --all --method spawn --stats --format json",
    "solve 11 --all --method square --unordered --format board",
    "sudoku generate --seed 1 --count 3",
    "tasking --sizes 4-5",
    "verify precomputed/queens-04.bdd precomputed/queens-05.bdd",
    "precompute --check --sizes 4-6",
    "completions bash",
    "man",
    "--help",
    "help guide",
    "--version",
];

fn run(arguments: &str, stdout: Stdio) -> Run {
    // `output()` would read the pipe, so the program is spawned.
    let mut child = program().args(arguments.split(' ')).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
    let stderr = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    Run { code: child.wait().unwrap().code(), stdout: String::new(), stderr }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in WRITING {
        let run = run(arguments, closed_pipe());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "nqueens {arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in WRITING {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = run(arguments, full.into());
        assert_eq!(run.code, Some(1), "nqueens {arguments}");
        assert!(run.stderr.starts_with("error: can't write the output: No space left on device"), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
    }
}

#[test]
fn with_nobody_to_tell_the_exit_code_is_what_is_left() {
    let code = |arguments: &str| program().args(arguments.split(' ')).stderr(closed_pipe()).status().unwrap().code();
    assert_eq!(code("count 0"), Some(2));
    assert_eq!(code("verify nowhere.bdd"), Some(1));
    assert_eq!(code("guide 8 --queens z9"), Some(2));
}

#[test]
fn no_colours_and_no_progress_outside_a_terminal() {
    for arguments in ["guide 8 --queens a1", "count 12", "precompute --check --sizes 4-11", "guide --help", "cuont"] {
        let run =
            finished(program().env("TERM", "xterm-256color").env("COLORTERM", "truecolor").args(arguments.split(' ')));
        assert!(!run.stdout.contains('\x1b') && !run.stderr.contains('\x1b'), "nqueens {arguments}");
        assert!(!run.stderr.contains("building"), "nqueens {arguments}");
    }
}

#[test]
fn colours_where_they_are_asked_for() {
    let drawn = |color: &str| {
        let run = finished(program().env("NO_COLOR", "1").args(["guide", "4", "--color", color]));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        run.stdout
    };
    assert!(drawn("always").contains("\x1b[38;5;9mx\x1b[39m"), "{:?}", drawn("always"));
    assert!(!drawn("auto").contains('\x1b') && !drawn("never").contains('\x1b'));
}
