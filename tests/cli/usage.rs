//! Wrong usage: exit code 2, and a message of one line that names the fault.

use super::{error, with_input};

#[track_caller]
fn refused(arguments: &str, expected: &str) {
    let message = error(2, arguments.split(' '));
    assert!(message.contains(expected), "nqueens {arguments}\nsays: {message}\nexpected: {expected}");
}

#[test]
fn board_sizes() {
    for command in ["count", "guide", "play"] {
        refused(&format!("{command} 0"), "invalid value '0' for '");
        refused(&format!("{command} 300"), "must be a whole number from 1 to 255, not \"300\"");
        refused(&format!("{command} -1"), "not \"-1\"");
        refused(&format!("{command} 8x8"), "not \"8x8\"");
        refused(&format!("{command} 99999999999999999999999"), "not \"99999999999999999999999\"");
        refused(&format!("{command} 8 9"), "unexpected argument '9'");
    }
    refused("count", "required arguments were not provided: <N>");
}

#[test]
fn squares() {
    for option in ["--queens", "--blocked"] {
        refused(&format!("guide 8 {option} z9"), &format!("'z9' for '{option} <SQUARES>': z9 is off the board"));
        refused(&format!("count 8 {option} a1,a9"), "a9 is off the board: a board of size 8 ends at h8");
        refused(&format!("guide 8 {option} 4a"), "\"4a\" is not a square: expected the file's letters");
        refused(&format!("guide 8 {option} a1,,b3"), "the name of a square is missing: expected the file's letters");
        refused(&format!("guide 8 {option} a1;b3"), "\"a1;b3\" is not a square");
        refused(&format!("guide 8 {option} a0"), "\"a0\" is not a square");
        refused(&format!("guide 8 {option} ♛4"), "\"♛4\" is not a square");
        refused(&format!("guide 8 {option}"), "a value is required");
    }
}

#[test]
fn sizes_of_precompute() {
    refused("precompute --sizes 0-4", "'0-4' for '--sizes <SIZES>': the board size must be a whole number");
    refused("precompute --sizes 8-4", "8-4 is an empty range: write the smaller size first, 4-8");
    refused("precompute --sizes 4..6", "must be a whole number");
}

#[test]
fn commands_and_options() {
    refused("gide 8", "tip: a similar subcommand exists: 'guide'");
    refused("count 8 --jsn", "tip: a similar argument exists: '--json'");
    refused("completions cmd", "[possible values: bash, elvish, fish, powershell, zsh]");
    refused("man paly", "[possible values: play, daily, serve, challenge");
    refused("verify", "required arguments were not provided: <FILE>...");
}

/// Values that are no number, date or puzzle are answered by what is expected, with an example.
#[test]
fn values_of_options_and_games() {
    refused("solve 8 --nth abc", "'abc' for '--nth <K>': expected a whole number; the first solution is number 1");
    refused("daily --date yesterday", "'yesterday' for '--date <DATE>': expected a date such as 2026-12-24");
    refused("play foo", "foo: expected a size from 1 to 255, a kind of puzzle (challenge, sudoku, regions), an ID");
    refused("play sudok", "sudok: expected the name of a puzzle; did you mean sudoku?");
    refused("play Regoins", "Regoins: expected the name of a puzzle; did you mean regions?");
    let missing = error(1, ["play", "/nowhere/puzzle"]);
    assert!(missing.starts_with("/nowhere/puzzle: No such file"), "{missing}");
    refused("play puzzle", "or a file with a puzzle");
    refused("regions play 8", "8: there is no such file; for new puzzles, give --size 8");
    let no_terminal = error(1, ["sudoku", "play", "sudoku-3E3"]);
    assert!(no_terminal.contains("`nqueens sudoku guide sudoku-3E3` prints the puzzle instead"), "{no_terminal}");
    let no_terminal = error(1, ["play", "Sudoku"]);
    assert!(no_terminal.contains("`nqueens sudoku generate` prints the puzzle instead"), "{no_terminal}");
}

/// A solution without pieces is said to be empty, not listed as no names.
#[test]
fn a_solution_without_pieces() {
    let run = with_input("puzzle solve -", "rows = 2\n[[rule]]\nexactly = 0\nevery = \"board\"\n");
    assert!(run.stdout.starts_with("one solution: (empty)\n"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    assert!(error(2, [std::ffi::OsStr::new("count"), bytes]).contains("invalid UTF-8"));
}

/// The diagrams of these boards are too large for any memory. The error must appear before any attempt to build them.
#[test]
fn boards_that_are_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for arguments in
        [&["count", "33"][..], &["solve", "255", "--nth", "1"], &["precompute", "--sizes", "20", "--out", out]]
    {
        let message = error(1, arguments);
        let size = arguments.iter().find(|argument| argument.parse::<u8>().is_ok()).unwrap();
        assert!(message.starts_with(&format!("the diagram of all solutions of size {size} takes ")), "{message}");
        assert!(message.contains("place queens first"), "{message}");
    }
}
