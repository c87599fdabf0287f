//! The game line by line: commands in, sentences out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::pty::Pty;

/// Returns the exit code, the output and the errors of a game with these lines as input.
fn said_at(home: &TempDir, arguments: &[&str], lines: &[&str]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_nqueens"));
    program.args(arguments).arg("--plain").current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap());
    for variable in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
        program.env(variable, home.path());
    }
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        // A game that has ended reads no more lines.
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns the output of a new player's game.
pub(super) fn said(arguments: &[&str], lines: &[&str]) -> String {
    let (code, said, errors) = said_at(&tempfile::tempdir().unwrap(), arguments, lines);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{arguments:?}: {said}");
    said
}

#[track_caller]
fn assert_says(said: &str, expected: &[&str]) {
    let mut lines = said.lines();
    for sentence in expected {
        assert!(lines.any(|line| line == *sentence), "{sentence:?} is not said, or not there:\n{said}");
    }
}

#[test]
fn a_board_of_queens_is_played_to_its_end() {
    let said = said(
        &["play", "6", "--assist", "1"],
        &["b1", "row 2", "d2", "why d1", "d4", "f3", "undo", "c5 e6", "f3 a4", "clashes", "a4", "quit"],
    );
    assert_says(
        &said,
        &[
            "6 by 6 queens, help: attacks.",
            "Place 6 queens so that none attacks another.",
            "Queen placed on b1.",
            "1 of 6 queens placed.",
            "a2: attacked by b1 on the anti-diagonal.",
            "d2: not attacked.",
            "Queen placed on d2.",
            "d1 is attacked by b1 along rank 1.",
            "Queen placed on d4.",
            "The queens on d2 and d4 attack each other along file d.",
        ],
    );
}

#[test]
fn lines_wait_for_a_board_and_more_than_there_is_room_for_stay_where_they_come_from() {
    // The whole input arrives before the first board is loaded.
    let clicks = vec!["undo"; 3000];
    let lines = [&["a1", "next", "b1"][..], &clicks, &["count", "quit"]].concat();
    let said = said(&["play", "11", "--assist", "1"], &lines);
    assert_says(&said, &["Queen placed on a1.", "12 by 12 queens, help: attacks.", "Queen placed on b1."]);
    assert!(said.matches("Nothing to undo").count() > 2900, "{said}");
}

#[test]
fn of_two_values_in_one_cell_none_hides_the_other() {
    let puzzle = "examples/puzzles/latin-square.toml";
    let said = said(
        &["puzzle", "play", puzzle, "--place", "b1=2,b1=4", "--assist", "1"],
        &["look b1", "row 1", "region", "u", "look b1"],
    );
    assert_says(
        &said,
        &[
            "b1=2: placed by you; b1=4: placed by you.",
            "a1: empty.",
            "b1=2: placed by you; b1=4: placed by you.",
            "This puzzle has no regions with names.",
            "Undid: b1=2, b1=4.",
            "b1: empty.",
        ],
    );
}

#[test]
fn a_region_is_told_by_its_letter_of_either_case_or_as_that_of_the_cursor() {
    let cells = |lines: &[&str]| -> Vec<String> {
        let said = said(&["play", "regions-n10rh-3RJ0J2"], lines);
        said.lines().filter_map(|line| line.split_once(", region ")).map(|(cell, _)| cell.to_owned()).collect()
    };
    assert_eq!(cells(&["region a"]), ["a10", "b10", "c10", "c9"]);
    assert_eq!(cells(&["region A"]), cells(&["region a"]));
    // Without an operand, the command describes the region of the cursor.
    assert_eq!(cells(&["look a10", "region"])[1..], cells(&["region a"]));
    assert_says(&said(&["play", "regions-n10rh-3RJ0J2"], &["region z"]), &["There is no region \"z\"."]);
}

/// Solves a game of each kind with the moves that the `solve` commands print.
#[test]
fn a_game_of_every_kind_is_solved_alone() {
    let places: [(&[&str], &[&str], &str); 5] = [
        (&["play", "6"], &["b1 d2 f3", "a4 c5", "e6"], "Solved! All 6 queens placed."),
        (&["challenge", "play", "FILE"], &[], "Solved! All 6 queens placed."),
        (&["regions", "play", "FILE"], &[], "Solved! All 6 queens placed."),
        (&["sudoku", "play", "FILE"], &[], "Solved!"),
        (&["puzzle", "play", "examples/puzzles/tents.toml"], &["b1 b3", "d3 b5 d5"], "Solved!"),
    ];
    for (arguments, lines, solved) in places {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("puzzle");
        let kind = arguments[0];
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        if arguments.contains(&"FILE") {
            let make: &[&str] = match kind {
                "sudoku" => &["sudoku", "generate", "--seed", "1", "--box", "2x2"],
                kind => &[kind, "generate", "6", "--seed", "1"],
            };
            std::fs::write(&file, run(make)).unwrap();
            lines = moves(kind, &file);
        }
        let path = file.to_str().unwrap();
        let arguments: Vec<&str> = arguments.iter().map(|&word| if word == "FILE" { path } else { word }).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).chain(["statistics"]).collect();
        let said = said(&[&arguments[..], &["--assist", "1"]].concat(), &lines);
        assert!(said.contains(solved), "{kind}: {said}");
        assert!(said.contains("You solved it without help"), "{kind}: {said}");
        assert!(said.contains(": solved 1") && said.contains("  without help: 1"), "{kind}: {said}");
    }
}

fn run(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_nqueens")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the commands that solve a puzzle.
fn moves(kind: &str, file: &Path) -> Vec<String> {
    let data: serde_json::Value =
        serde_json::from_str(&run(&[kind, "solve", "--json", file.to_str().unwrap()])).unwrap();
    match kind {
        "sudoku" => {
            let (puzzle, solution) = (data["puzzle"].as_str().unwrap(), data["solution"].as_str().unwrap());
            let cells = puzzle.chars().zip(solution.chars()).enumerate();
            let open = cells.filter(|(_, (given, _))| *given == '.');
            open.map(|(i, (_, value))| format!("r{}c{} {value}", i / 4 + 1, i % 4 + 1)).collect()
        }
        "challenge" => {
            let given: Vec<&str> =
                data["given"].as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
            let ranks = data["solution"].as_array().unwrap().iter().map(|rank| rank.as_u64().unwrap());
            let squares = ('a'..).zip(ranks).map(|(file, rank)| format!("{file}{rank}"));
            squares.filter(|square| !given.contains(&square.as_str())).collect()
        }
        _ => data["solution"].as_array().unwrap().iter().map(|square| square.as_str().unwrap().to_owned()).collect(),
    }
}

#[test]
fn a_game_is_chosen_from_the_menu_and_played_to_its_result() {
    let said = said(
        &["play", "4", "--assist", "1"],
        &["menu", "choose 5", "choose 1", "choose 2", "a1 c2", "e3 b4 d5", "result"],
    );
    let mut lines = said.lines();
    for expected in
        ["5: New game", "1: N-Queens", "2: 5 x 5", "2 of 5 queens placed, 1", "Solved! All 5 queens placed."]
    {
        assert!(lines.any(|line| line.starts_with(expected)), "{expected:?} is not said, or not there:\n{said}");
    }
    assert!(said.contains("You solved it with the guide"), "{said}");
}

/// Everything on the start screen can be chosen line by line: puzzles of the day, new games of every kind with size and
/// difficulty, saved games, puzzle files, texts, statistics and settings.
#[test]
fn the_whole_menu_is_played_line_by_line() {
    let home = tempfile::tempdir().unwrap();
    let (code, said, errors) = said_at(&home, &[], &["choose 5", "choose 1", "choose 3", "T", "b1 d2", "choose 11"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_says(
        &said,
        &[
            "4: Continue: no saved game yet",
            "5: New game",
            "11: Statistics",
            "Type choose and a number.",
            "Type help for the commands.",
            "New game:",
            "Type choose and a number, or menu to go back.",
            "N-Queens:",
            "3: 6 x 6: 4 solutions",
            "6 by 6 queens, help: guide.",
            "Statistics",
        ],
    );
    assert!(!said.contains("many solutions (suggested)"), "no kind was chosen before: {said}");
    // A new game of every other kind, with its size and difficulty, each with a line of its board.
    let kinds = [
        (["2", "2", "1"], "5 by 5 queens challenge"),
        (["3", "1", "1"], "4 by 4 Sudoku"),
        (["4", "2", "1"], "5 by 5 queens in regions"),
        (["5", "1", ""], "8 by 8 Star Battle"),
    ];
    let lines = kinds.iter().flat_map(|(choices, _)| ["menu", "choose 5"].into_iter().chain(*choices).chain(["time"]));
    let lines: Vec<String> = lines
        .filter(|line| !line.is_empty())
        .map(|line| if line.len() == 1 { format!("choose {line}") } else { line.to_owned() })
        .collect();
    let (_, new, _) = said_at(&home, &[], &lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(new.contains("Resumed (2 of 6)"), "{new}");
    let mut told = new.lines();
    for (_, title) in kinds {
        assert!(told.any(|line| line.starts_with(title)), "{title}: {new}");
    }
    assert!(
        new.contains("1: N-Queens: an empty board, with many solutions (suggested)")
            && new.contains("4: Regions: a queen in every row, column and region; queens never touch (suggested)"),
        "{new}"
    );
    // The puzzle of the day, a puzzle file, a puzzle by its ID, the settings and the calendar.
    let lines = [
        "menu",
        "choose 3",
        "menu",
        "choose 8",
        "choose 2",
        "menu",
        "choose 10",
        "load sudoku-res-180",
        "menu",
        "choose 12",
        "menu",
        "choose 6",
    ];
    let (_, others, _) = said_at(&home, &[], &lines);
    assert_says(
        &others,
        &[
            "Fill every row, every column and every block with all values.",
            "Puzzle files:",
            "4 by 4 Latin square, help: clashes.",
            "Type load and an ID, a link, or a puzzle in one line.",
            "9 by 9 Sudoku, help: clashes. ID sudoku-res-180.",
            "Settings",
            "Calendar of daily puzzles:",
        ],
    );
    // The saved games, which can be renamed, deleted and restored.
    let home = tempfile::tempdir().unwrap();
    said_at(&home, &["play", "6"], &["T", "b1 d2"]);
    let lines = [
        "restore",
        "menu",
        "choose 7",
        "rename 1 my game",
        "menu",
        "menu",
        "choose 7",
        "choose 1",
        "menu",
        "choose 7",
        "delete 1",
        "u",
        "menu",
    ];
    let (_, kept, _) = said_at(&home, &[], &lines);
    assert_says(
        &kept,
        &[
            "Resumed (2 of 6). Press r to restart.",
            "Open the saved games in the menu to restore a deleted game.",
            "7: Saved games (1)",
            "Saved games (1):",
            "1: 6 x 6 queens: 2 of 6, just now",
            "Renamed.",
            "Saved games (1):",
            "1: my game: 6 x 6 queens, 2 of 6, just now",
            "Back to your game (2 of 6).",
            "Deleted. Press u to restore it.",
            "Restored.",
        ],
    );
}

/// A new player hears at once how a game with the guide counts, and how to play without, by the digit or by `level`.
#[test]
fn a_guided_game_says_at_once_how_it_counts() {
    for way in ["1", "level 1"] {
        let said = said(&["play", "6"], &[way, "b1 d2 f3 a4 c5 e6"]);
        assert_says(
            &said,
            &[
                "Place 6 queens so that none attacks another. Games with the guide have their own best time. Press 1 to \
                 play without it.",
                "Help: attacks. Attacked squares are shown.",
            ],
        );
        assert!(said.contains("You solved it without help"), "{said}");
    }
    assert!(!said(&["play", "6", "--assist", "1"], &[]).contains("best time. Press"));
    assert!(!said(&["sudoku", "play", "--box", "2x2"], &[]).contains("best time. Press"));
    assert!(
        !said(&["play", "6"], &["menu", "choose 9", "choose 1"])
            .split("Learn")
            .nth(1)
            .unwrap()
            .contains("best time. Press")
    );
}

#[test]
fn help_is_given_as_on_the_screen() {
    let lines = ["hint", "hint", "yes", "hint", "hint", "hint", "yes", "level 3", "", "yes", "open", "forced", "check"];
    let said = said(&["regions", "play", "--size", "6", "--seed", "1", "--assist", "1"], &lines);
    assert_says(
        &said,
        &[
            "Type hint again for the move.",
            "Type yes to make the move, or hint again for the reason.",
            "Type hint again for the move.",
            "This reveals the solution. Press Enter to continue.",
            "Help: counts. Counts and a heat map are shown. This attempt now counts as helped.",
            "There is nothing to confirm.",
            "Nothing is open.",
            "Yes, it is still solvable.",
        ],
    );
    // The explanation is read out as a whole, and repair removes the marks at fault.
    let said = self::said(&["play", "8"], &["a1 c2", "e3", "why g5", "x g5", "undo", "repair", "solution 2", "next"]);
    assert_says(&said, &["g5 ruled out.", "Undid: g5 ruled out."]);
    assert!(said.contains("Type why and a name first") && said.contains("Solution "), "{said}");
}

#[test]
fn what_is_not_understood_is_said_and_nothing_is_done() {
    let lines = [
        "jump",
        "i9",
        "b4 z1",
        "note a1",
        "x",
        "undo now",
        "level 7",
        "row 9",
        "column z",
        "region A",
        "choose 99",
        "why",
    ];
    let said = said(&["play", "8", "--assist", "0"], &[&lines[..], &["result"]].concat());
    for reason in [
        "\"jump\" is neither a command nor a square: expected a name such as a1, or help.",
        "\"i9\" is neither a command nor a square",
        "\"z1\" is neither",
        "This puzzle has no values to note. Type x and a name to rule out a cell.",
        "a1 ruled out.",
        "Not done: expected undo alone, found \"now\" after it.",
        "There is no level \"7\": expected a number from 0 to 4.",
        "There is no row \"9\": expected 8 to 1.",
        "There is no column \"z\": expected a to h.",
        "This board has no regions with names.",
        "The menu has no choice \"99\". Type menu to list the choices.",
        "nqueens: 8 x 8 queens, 0 of 8",
    ] {
        assert!(said.contains(reason), "{reason}: {said}");
    }
}

#[test]
fn every_command_of_the_help_is_known() {
    let help = said(&["play", "4"], &["help"]);
    // In `undo, u: undo the last move.`, operands would be in capital letters.
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("place"))
        .flat_map(|line| line.split_once(": ").unwrap().0.split([',', ' ']))
        .filter(|word| !word.is_empty() && (word.len() < 2 || **word != word.to_uppercase()))
        .collect();
    assert!(commands.len() > 60, "{commands:?}");
    for command in commands {
        let said = said(&["play", "4"], &[command]);
        assert!(!said.contains("is neither a command"), "{command}: {said}");
    }
}

#[test]
fn a_game_goes_on_where_it_was_left_on_the_screen_or_off_it() {
    let home = tempfile::tempdir().unwrap();
    said_at(&home, &["play", "8", "--assist", "0"], &["b1 d2", "checkpoint", "f3", "quit", "h4"]);
    let (_, said, _) = said_at(&home, &["play", "8", "--assist", "0"], &["return", "undo", "undo"]);
    assert_says(
        &said,
        &["Resumed (3 of 8). Press r to restart.", "Back at the checkpoint. Press u to undo.", "2 of 8 queens placed."],
    );
    let mut pty = Pty::start_at_home(home, env!("CARGO_BIN_EXE_nqueens"), &["play", "8", "--assist", "0"], &[]);
    pty.wait_for("Resumed (2 of 8");
    pty.send("q");
    assert!(pty.end().success());
}

/// Checks that a solved board begins anew, since it has other solutions, and that those found are counted.
#[test]
fn a_solved_board_begins_anew() {
    let home = tempfile::tempdir().unwrap();
    let found = ["A new solution: you have found 1 of 2.", "You have found 1 of 2 solutions."];
    for found in found {
        let (_, said, _) = said_at(&home, &["play", "4", "--assist", "1"], &["b1 d2 a3 c4", "quit"]);
        assert_says(&said, &["0 of 4 queens placed.", found]);
    }
    let (_, said, _) = said_at(&home, &["play", "4"], &["c1 a2 d3 b4", "statistics", "quit"]);
    assert_says(&said, &["You have found all solutions: 2 of 2.", "  solutions found: 2 of 2"]);
}

/// 2,453 nodes at 8 x 8 and 31 at 4 x 4, confirmed by other packages for decision diagrams.
#[test]
fn the_diagram_can_be_looked_at() {
    let said = said(&["play", "8"], &["go c1", "diagram", "c1", "diagram"]);
    assert_says(
        &said,
        &[
            "2,453 nodes on 64 levels, at most 74 on one level (b5).",
            "A queen on c1 leaves 528 nodes.",
            "Queen placed on c1.",
            "528 nodes on 64 levels, at most 16 on one level (b6).",
        ],
    );
    // From the root, a solution leads through the nodes to `a solution`.
    let said = self::said(&["play", "4"], &["diagram"]);
    let nodes: std::collections::BTreeMap<&str, (&str, [&str; 2])> = said
        .lines()
        .filter_map(|line| {
            let (node, rest) = line.split_once(": with ")?;
            let (square, rest) = rest.split_once(" go to ")?;
            let (high, low) = rest.trim_end_matches('.').split_once(", without it go to ")?;
            Some((node, (square, [low, high])))
        })
        .collect();
    assert_eq!(nodes.len(), 29);
    let ends_at = |queens: &[&str]| {
        let mut at = "30";
        while let Some((square, children)) = nodes.get(at) {
            at = children[usize::from(queens.contains(square))];
        }
        at
    };
    for queens in [["b1", "d2", "a3", "c4"], ["c1", "a2", "d3", "b4"]] {
        assert_eq!(ends_at(&queens), "a solution");
        assert_eq!(ends_at(&queens[1..]), "no solution");
    }
    // With only one solution, the diagram needs a confirmation.
    let said = self::said(&["regions", "play", "--size", "6", "--seed", "1"], &["diagram", "yes", "result"]);
    assert_says(&said, &["The diagram reveals the solution. Press Enter to continue."]);
    assert!(said.contains(" nodes on 36 levels"), "{said}");
}

#[test]
fn how_to_play_is_learnt_by_what_is_said() {
    let lines = [
        "menu", "choose 9", "choose 1", "go b1", "c3", "why b4", "d1", "undo", "x d4", "level 2", "why b4", "why a5",
        "e2", "why c3", "hint", "hint", "yes", "a4 d5 c3", "menu",
    ];
    let said = said(&["play", "8"], &lines);
    assert_says(
        &said,
        &[
            "9: Learn to play",
            "Lesson, step 1 of 11. Type go b1 to go to the square b1 and hear about it, or board to hear the whole board.",
            "Lesson, step 2 of 11. Type b1 to place a queen there. Typing b1 again would remove it.",
            "Lesson, step 3 of 11. This works too, but the lesson goes on with b1. Queens attack along ranks, files and \
             diagonals. To ask why a square is attacked, type why and its name, as in: why d1",
            "b4 is attacked by b1 along file b.",
            "Lesson, step 5 of 11. The two queens clash. Type undo.",
            "Lesson, step 7 of 11. The guide knows all solutions. Type level 2",
            "a5 is dead because of the queen on b1.",
            "Lesson, step 10 of 11. Type hint to hear where to look, hint again for the move, and yes to make it.",
            "Lesson, step 11 of 11. Place the queens that are left. Type undo to undo, hint for a hint.",
        ],
    );
}

#[test]
fn whoever_types_the_name_of_a_puzzle_plays_the_same_one() {
    let played: [&[&str]; 5] = [
        &["regions", "play", "--size", "6", "--seed", "7"],
        &["sudoku", "play", "--box", "2x3"],
        &["challenge", "play", "--level", "easy"],
        &["daily", "queens", "--date", "2026-11-23"],
        &["regions", "play", "--size", "5"],
    ];
    for arguments in played {
        // The second puzzle has an ID of its own.
        let lines = ["board", "next", "board", "result"];
        let mine = said(arguments, &lines[..if arguments[0] == "daily" { 1 } else { 4 }]);
        let titles = mine.lines().filter_map(|line| line.split_once(" ID ").map(|(_, id)| id.trim_end_matches('.')));
        let ids: Vec<&str> = titles.collect();
        assert!(!ids.is_empty() && mine.lines().last().unwrap().contains(if ids.len() > 1 { ids[1] } else { "row" }));
        for id in &ids {
            let after = |said: &str| {
                let found = said.split(&format!(" ID {id}.")).nth(1).unwrap().to_owned();
                let rows = found
                    .lines()
                    .skip_while(|line| !line.starts_with("row"))
                    .take_while(|line| line.starts_with("row"));
                rows.map(str::to_owned).collect::<Vec<_>>()
            };
            let theirs = said(&["play", &id.to_lowercase()], &["board"]);
            assert_eq!(after(&mine), after(&theirs), "{id}");
        }
    }
    let home = tempfile::tempdir().unwrap();
    let (code, _, error) = said_at(&home, &["play", "regions-n8-7K3P9Q4D"], &[]);
    assert!(code == Some(2) && error.contains("its last two characters"), "{error}");
    let (code, _, error) = said_at(&home, &["play", "chess-1"], &[]);
    assert!(code == Some(2) && error.contains("begins with challenge, sudoku, regions"), "{error}");
}

#[test]
fn a_position_can_be_given_and_is_named_by_a_command() {
    let begun = said(
        &["play", "8", "--queens", "b4,d1", "--block", "e5", "--assist", "0"],
        &["command", "undo", "redo", "load sudoku-res-180", "load 1...............", "command", "load chess"],
    );
    assert_says(
        &begun,
        &[
            "Position set up. Press u to undo.",
            "2 of 8 queens placed, 1 ruled out.",
            "nqueens play 8 --queens d1,b4 --blocked e5",
            "0 of 8 queens placed.",
            "2 of 8 queens placed, 1 ruled out.",
            "4 by 4 Sudoku, help: clashes.",
            r"printf '%s\n' '1...............' | nqueens sudoku play - --box '2x2'",
            "Can't read this as a puzzle, nor as a list of names such as r1c1=1.",
        ],
    );
    // The saved game is not lost.
    let home = tempfile::tempdir().unwrap();
    said_at(&home, &["play", "8", "--assist", "0"], &["a1 b3"]);
    let (_, other, _) = said_at(&home, &["play", "8", "--queens", "c4", "--assist", "0"], &["undo", "command"]);
    assert_says(&other, &["1 of 8 queens placed.", "nqueens play 8 --queens a1,b3"]);
    for (option, name) in [("--queens", "i9"), ("--blocked", "z"), ("--place", "r1c1=5")] {
        let (code, said, error) = said_at(&home, &["play", "8", option, name], &[]);
        assert!(code == Some(2) && said.is_empty() && error.contains(name), "{error}");
    }
}

#[test]
fn a_terminal_without_a_cursor_is_spoken_to() {
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &["play", "6"], &[("TERM", "dumb")]);
    pty.wait_for("Type help for the commands.");
    pty.wait_for("> ");
    pty.send("b4\r");
    pty.wait_for("Queen placed on b4.");
    pty.send("quit\r");
    assert!(pty.end().success());
}

#[test]
fn a_puzzle_from_the_standard_input_leaves_nothing_to_listen_to() {
    let home = tempfile::tempdir().unwrap();
    let (code, said, error) = said_at(&home, &["sudoku", "play", "-"], &["1..............."]);
    assert_eq!((code, said.as_str()), (Some(1), ""));
    assert!(error.contains("give the puzzle's file instead"), "{error}");
}

/// Checks that `play` takes a file of any kind, and that its errors name the file.
#[test]
fn a_file_is_played_without_the_name_of_its_kind() {
    let futoshiki = said(&["play", "examples/puzzles/futoshiki.toml"], &["quit"]);
    assert_says(&futoshiki, &["5 by 5 Futoshiki, help: clashes."]);
    let home = tempfile::tempdir().unwrap();
    let written = |name: &str, text: &str| {
        let file = home.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.display().to_string()
    };
    let grid = written("grid", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n");
    assert_says(&said(&["play", &grid], &["quit"]), &["9 by 9 Sudoku, help: clashes."]);
    let notes = written("notes.toml", "Buy milk.\n");
    for (file, why) in
        [(notes.as_str(), "expected a puzzle: a grid, a link, an ID or TOML"), ("no.toml", "No such file")]
    {
        let (code, _, error) = said_at(&home, &["play", file], &["quit"]);
        assert_eq!(code, Some(1));
        assert!(error.starts_with(&format!("error: {file}: {why}")), "{error}");
    }
}

/// The reader of the output may end first.
#[test]
fn a_closed_pipe_ends_the_game() {
    let script = format!("yes board | {} play 5 --plain | head -n 3", env!("CARGO_BIN_EXE_nqueens"));
    let home = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &script]).env("XDG_STATE_HOME", home.path()).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
