//! `nqueens sudoku`: puzzles in, answers out.

use super::{Run, answer, error, finished, program, with_input};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Runs a verb with puzzles on its standard input.
fn sudoku(arguments: &str, input: &str) -> Run {
    with_input(&format!("sudoku {arguments}"), input)
}

#[track_caller]
fn says(arguments: &str, input: &str, code: i32, expected: &str) {
    let run = sudoku(arguments, input);
    assert_eq!((run.code, run.stderr.as_str(), run.stdout.as_str()), (Some(code), "", expected), "{arguments}");
}

#[track_caller]
fn refuses(arguments: &str, input: &str, expected: &str) {
    let run = sudoku(arguments, input);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("error: ") && run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn each_puzzle_is_answered_in_turn() {
    let several = format!("{NINE}\n\n55{}\n{}\n", ".".repeat(79), ".".repeat(16));
    let run = sudoku("solve --format line", &several);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, lines.len()), (Some(1), 3));
    assert_eq!(lines[..2], [SOLVED, "none"]);
    let words: Vec<&str> = lines[2].split(' ').collect();
    assert!(words.len() == 3 && words[0] == "multiple" && words[1] != words[2], "{}", lines[2]);
    says("count", &several, 1, "1\n0\n288\n");
    let check = "line 1: consistent, 30 of 81 cells filled, and one solution completes it\n\
                 line 3: not consistent: two 5s in row 1 (r1c1 and r1c2)\n\
                 line 4: consistent, 0 of 16 cells filled, and several solutions complete it\n";
    says("check", &several, 1, check);
    says("check", SOLVED, 0, "line 1: a solution\n");
}

#[test]
fn answers_are_data_as_well() {
    let json = |arguments: &str, input: &str| -> serde_json::Value {
        serde_json::from_str(&sudoku(arguments, input).stdout).unwrap()
    };
    let unique = json("solve --json", NINE);
    assert_eq!((&unique["status"], &unique["solution"]), (&"unique".into(), &SOLVED.into()));
    assert_eq!(json("solve --format json", NINE), unique);
    let none = json("solve --json", "11..............");
    assert_eq!((&none["status"], &none["box"]), (&"none".into(), &"2x2".into()));
    assert!(none.get("solution").is_none());
    let multiple = json("solve --json", ".2.4.4.221434321");
    assert_eq!(multiple["status"], "multiple");
    assert_eq!(multiple["differ"], serde_json::json!(["r1c1", "r1c3", "r2c1", "r2c3"]));
    let count = json("count --json --limit 10", "................");
    assert_eq!((&count["solutions"], &count["exact"]), (&10.into(), &false.into()));
    let guide = json("guide --json", ".2.4.4.221434321");
    assert_eq!((&guide["solutions"], &guide["exact"]), (&2.into(), &true.into()));
    let first = &guide["cells"][0];
    assert_eq!(first["cell"], "r1c1");
    let statuses: Vec<_> = first["values"].as_array().unwrap().iter().map(|value| &value["status"]).collect();
    assert_eq!(statuses, ["open", "excluded", "open", "excluded"]);
    assert_eq!(first["values"][2]["solutions"], 1);
    let check = json("check --json", "11..............");
    assert_eq!(check["conflicts"], serde_json::json!([{"value": "1", "cells": ["r1c1", "r1c2"], "house": "row 1"}]));
}

#[test]
fn guides_show_what_is_left_and_explain_it() {
    let guide = sudoku("guide", "1...............\n");
    assert_eq!(guide.code, Some(0));
    assert!(guide.stdout.ends_with("\n72 solutions\n"), "{}", guide.stdout);
    let why = sudoku("guide --explain r2c1=1", "1...............\n").stdout;
    assert!(why.starts_with("1 in r2c1 is ruled out"), "{why}");
    let open = sudoku("guide --explain r4c4=1", "1...............\n").stdout;
    assert!(open.contains("1 in r4c4"), "{open}");
    refuses("guide --explain r5c1=1", "1...............\n", "expected a cell and a value from r1c1=1 to r4c4=4");
    let none = sudoku("guide", "11..............\n");
    assert_eq!(none.code, Some(1));
    assert!(none.stdout.ends_with("0 solutions: two 1s in row 1 (r1c1 and r1c2)\n"), "{}", none.stdout);
}

#[test]
fn what_is_no_puzzle_is_refused_with_its_place() {
    refuses("solve", "", "standard input: expected a puzzle, found none");
    refuses("solve", "12..\n34..\n..5.\n....\n", "standard input, line 3, column 3: expected a value (1 to 4)");
    refuses("solve --box 3x3", "12..", "line 1: expected 9 values for a row, found 4");
    refuses(
        "solve --box 6x6",
        "12..",
        "expected ROWSxCOLUMNS of a block such as 3x3 or 2x3, each from 1 to 5, found \"6x6\"",
    );
    refuses(
        "generate --clues 82",
        "",
        "--clues 82: expected at most 81 givens, one for each cell of a Sudoku with blocks of 3x3",
    );
    refuses("count --limit 0", NINE, "invalid value '0' for '--limit <K>'");
    // The Sudokus before a malformed one are answered.
    let run = sudoku("solve --format line", &format!("{NINE}\n12\n"));
    assert_eq!((run.code, run.stdout), (Some(2), format!("{SOLVED}\n")));
    let missing = error(1, ["sudoku", "solve", "nowhere.txt"]);
    assert!(missing.starts_with("can't read nowhere.txt: "), "{missing}");
}

#[test]
fn a_seed_makes_the_same_puzzles_in_every_format() {
    let line = answer("sudoku generate --seed 7 --format line --count 3");
    assert_eq!(line, answer("sudoku generate --seed 7 --format line --count 3"));
    let grids = answer("sudoku generate --seed 7 --count 3");
    let solved = sudoku("solve --format line", &line);
    assert_eq!(solved.stdout.lines().filter(|line| line.len() == 81).count(), 3);
    assert_eq!(sudoku("solve --format line", &grids).stdout, solved.stdout);
    let wide = answer("sudoku generate --seed 7 --box 4x4");
    assert!(sudoku("check", &wide).stdout.ends_with("and one solution completes it\n"));
}

#[test]
fn puzzles_are_made_as_hard_as_is_wished_and_tell_it() {
    for (rating, hardest) in
        [("easy", vec!["only"]), ("medium", vec!["locked"]), ("hard", vec!["empty-line", "chain", "split"])]
    {
        let run = sudoku(&format!("generate --rating {rating} --seed 1 --format line"), "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let comment = run.stdout.lines().next().unwrap();
        assert!(comment.starts_with(&format!("# blocks of 3x3, {rating}, rated ")), "{comment}");
        // `rate` can read the printed Sudokus, and gives them the same rating.
        let rated = sudoku("rate", &run.stdout).stdout;
        let (number, kind) = rated.split_once(", ").unwrap();
        assert!(comment.contains(&format!("rated {}:", number.rsplit(' ').next().unwrap())), "{comment} {rated}");
        assert!(hardest.contains(&kind.split(':').next().unwrap()), "{rating} {rated}");
    }
    let json = sudoku("generate --rating medium --seed 1 --json", "").stdout;
    assert!(json.contains("\"rated\":\"medium\"") && json.contains("\"rating\":"), "{json}");
    refuses("generate --rating deadly", "", "deadly");
}

#[test]
fn an_id_stands_for_the_file_of_its_puzzle() {
    let made = answer("sudoku generate --seed 7");
    assert_eq!(answer("sudoku solve sudoku-70K"), sudoku("solve", &made).stdout);
    assert_eq!(answer("sudoku guide sudoku-70K"), sudoku("guide", &made).stdout);
    let mistyped = error(2, ["sudoku", "solve", "sudoku-70X"]);
    assert!(mistyped.contains("sudoku-70X: there is no such file, and it is no ID"), "{mistyped}");
    let missing = error(1, ["sudoku", "solve", "regions-n10rh-3RJ0J2"]);
    assert!(missing.contains("can't read regions-n10rh-3RJ0J2: No such file"), "{missing}");
    // If a file has the name of a mistyped ID, the file is read.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("sudoku-70X"), NINE).unwrap();
    let run =
        finished(program().current_dir(folder.path()).args(["sudoku", "solve", "sudoku-70X", "--format", "line"]));
    assert_eq!(run.stdout, format!("{SOLVED}\n"));
}
