//! `nqueens daily`: the same puzzle for everybody, with one solution.

use sha2::{Digest, Sha256};

use super::{answer, error, nqueens, with_input};

const PUZZLES: [(&str, &str); 3] = [("queens", "challenge"), ("regions", "regions"), ("sudoku", "sudoku")];

/// The days of two weeks, beginning with a Monday.
const DAYS: [&str; 14] = [
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-28",
    "2026-11-29",
    "2026-11-30",
    "2026-12-01",
    "2026-12-02",
    "2026-12-03",
    "2026-12-04",
    "2026-12-05",
    "2026-12-06",
];

/// The puzzle of a day is the same on every machine and in every version.
#[test]
fn the_puzzle_of_a_day_is_fixed_for_ever_and_has_one_solution() {
    for ((puzzle, kind), expected) in PUZZLES.into_iter().zip(HASHES) {
        let all: Vec<String> = DAYS.iter().map(|day| answer(&format!("daily {puzzle} --date {day} --print"))).collect();
        let hash: String = Sha256::digest(all.concat()).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, expected, "{puzzle}");
        for (day, text) in DAYS.iter().zip(&all) {
            let count = with_input(&format!("{kind} count"), text);
            assert_eq!((count.code, count.stdout.as_str()), (Some(0), "1\n"), "{puzzle} {day}\n{text}");
        }
        // The puzzle of the Sunday is harder than that of the Monday, by the level that `check` prints. A Sudoku has a
        // rating instead of this level.
        if puzzle != "sudoku" {
            for (day, level) in
                if puzzle == "queens" { [(0, "medium"), (6, "hard")] } else { [(0, "easy"), (6, "medium")] }
            {
                let check = with_input(&format!("{kind} check"), &all[day]).stdout;
                assert!(check.contains(level), "{puzzle} {day}: {check}");
            }
        }
    }
}

const HASHES: [&str; 3] = ["723dc08c4e0c9f09", "b7187fe6f1882460", "975f9fd65bb2924c"];

#[test]
fn a_day_that_is_none_is_refused() {
    assert!(
        error(2, ["daily", "--date", "2026-02-30", "--print"])
            .contains("invalid value '2026-02-30' for '--date <DATE>'")
    );
    assert!(error(2, ["daily", "chess"]).contains("possible values: queens, regions, sudoku"));
    assert!(error(2, ["daily", "--print", "--assist", "2"]).contains("cannot be used with"));
}

/// Without a terminal, the game can't begin. The error names the command that prints the puzzle instead.
#[test]
fn a_kind_alone_and_the_day_are_played() {
    for (said, instead) in [
        (&["sudoku"][..], "`nqueens sudoku generate`"),
        (&["regions"], "`nqueens regions generate 8`"),
        (&["challenge"], "`nqueens challenge generate 8`"),
        (&["daily", "regions"], "`nqueens daily regions --print`"),
    ] {
        let run = nqueens(said);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.contains("needs a terminal") && run.stderr.contains(instead), "{}", run.stderr);
    }
    assert!(answer("daily --print").lines().all(|line| line.chars().all(|square| "Qx.".contains(square))));
}
