//! The progress of commands at a terminal.

use std::process::Command;

use super::pty::Pty;

const PROGRAM: &str = env!("CARGO_BIN_EXE_nqueens");

#[test]
fn a_puzzle_that_takes_long_shows_how_far_it_is_until_it_is_stopped() {
    let file = tempfile::Builder::new().suffix(".cnf").tempfile().unwrap();
    let board = Command::new(PROGRAM).args(["export", "30", "--format", "dimacs"]).output().unwrap();
    std::fs::write(file.path(), board.stdout).unwrap();
    let mut pty = Pty::start(PROGRAM, &["puzzle", "export", file.path().to_str().unwrap(), "--format", "json"], &[]);
    pty.wait("clock", |screen| screen.contents().contains("line 1") && screen.contents().contains("(Ctrl-C stops)"));
    pty.wait_for(" % ");
    pty.send("\x03");
    assert!(!pty.end().success());
    assert!(!pty.wrote("too large"));
}

#[test]
fn a_diagram_that_takes_long_shows_the_time_that_is_left() {
    let mut pty = Pty::start(PROGRAM, &["guide", "15"], &[]);
    pty.wait("bar", |screen| {
        screen.contents().contains("building diagram for n = 15") && screen.contents().contains(" left")
    });
    pty.send("\x03");
    assert!(!pty.end().success());
}
