//! What commands show at a terminal while they take their time.

use std::process::Command;

use super::pty::Pty;

const PROGRAM: &str = env!("CARGO_BIN_EXE_nqueens");

#[test]
fn a_puzzle_that_takes_long_shows_how_far_it_is_until_it_is_stopped() {
    let file = tempfile::Builder::new().suffix(".cnf").tempfile().unwrap();
    let board = Command::new(PROGRAM).args(["export", "40", "--format", "dimacs"]).output().unwrap();
    std::fs::write(file.path(), board.stdout).unwrap();
    let mut pty = Pty::start(PROGRAM, &["puzzle", "export", file.path().to_str().unwrap(), "--format", "json"], &[]);
    pty.wait("clock", |screen| screen.contents().contains("line 1") && screen.contents().contains("(Ctrl-C stops)"));
    pty.wait_for(" % ");
    pty.send("\x03");
    assert!(!pty.end().success());
    assert!(!pty.wrote("too large"));
}

#[test]
fn a_large_board_shows_how_much_of_its_time_has_passed() {
    let mut pty = Pty::start(PROGRAM, &["guide", "26", "--budget", "2"], &[]);
    pty.wait("bar", |screen| {
        screen.contents().contains("mapping n = 26") && screen.contents().contains("left at most")
    });
    assert!(pty.end().success());
    // The bar is gone, and what it was for is there.
    assert!(!pty.contents().contains("mapping"), "{}", pty.contents());
}

#[test]
fn a_diagram_that_takes_long_shows_the_time_that_is_left() {
    let mut pty = Pty::start(PROGRAM, &["guide", "14"], &[]);
    pty.wait("bar", |screen| screen.contents().contains("building n = 14") && screen.contents().contains(" left"));
    pty.send("\x03");
    assert!(!pty.end().success());
}
