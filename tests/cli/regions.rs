//! `nqueens regions`: boards with coloured regions.

use super::help::examples_work;
use super::{answer, error, finished, nqueens, program, with_input};

/// A board with one solution.
const UNIQUE: &str = "AABB\nABBC\nAACC\nDDDC\n";
/// A board with two solutions.
const TWO: &str = "AABB\nABBB\nCCDD\nCCDD\n";
/// A board without a solution: both solutions of the empty 4 x 4 board have two queens in region A.
const NONE: &str = "BBBB\nACCC\nACCD\nAAAD\n";

#[track_caller]
fn says(arguments: &str, input: &str, code: i32, expected: &str) {
    let run = with_input(arguments, input);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (expected, "", Some(code)), "nqueens {arguments}");
}

#[test]
fn solve() {
    says(
        "regions solve",
        UNIQUE,
        0,
        "\
one solution: b1 d2 a3 c4
  ┌───────┬───────┐
4 │ A   A │ ♛   B │
  │   ┌───┘   ┌───┤
3 │ ♛ │ B   B │ C │
  │   └───┬───┘   │
2 │ A   A │ C   ♛ │
  ├───────┴───┐   │
1 │ D   ♛   D │ C │
  └───────────┴───┘
    a   b   c   d
",
    );
    says("regions solve", NONE, 1, "no solution\n");
    let two = with_input("regions solve -", TWO);
    assert!(two.stdout.starts_with("several solutions, such as: b1 d2 a3 c4 and c1 a2 d3 b4\n  ┌"), "{}", two.stdout);
    assert_eq!((two.stdout.matches('♛').count(), two.code), (8, Some(0)));
}

#[test]
fn several_boards_are_answered_in_turn() {
    let boards = format!("# three boards\n{UNIQUE}\n{NONE}\n# rank 4\n{TWO}");
    says(
        "regions solve --json",
        &boards,
        1,
        "\
{\"line\":2,\"n\":4,\"attack\":\"king\",\"status\":\"unique\",\"solution\":[\"b1\",\"d2\",\"a3\",\"c4\"]}
{\"line\":7,\"n\":4,\"attack\":\"king\",\"status\":\"none\",\"solution\":null}
{\"line\":13,\"n\":4,\"attack\":\"king\",\"status\":\"multiple\",\"solution\":[\"b1\",\"d2\",\"a3\",\"c4\"],\
\"other\":[\"c1\",\"a2\",\"d3\",\"b4\"]}
",
    );
    says("regions count", &boards, 0, "1\n0\n2\n");
    // The boards before a malformed board are answered.
    let run = with_input("regions count", format!("{UNIQUE}\nA?"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), "1\n"));
    assert!(run.stderr.starts_with("error: standard input, line 6, column 2: '?' is not a region"), "{}", run.stderr);
}

#[test]
fn counts_are_exact_and_take_queens_and_blocks() {
    says("regions count --queens b1", TWO, 0, "1\n");
    says("regions count --blocked b1", TWO, 0, "1\n");
    says("regions count --queens b1,a2", TWO, 0, "0\n");
    says(
        "regions count --queens b1 --json",
        TWO,
        0,
        "{\"line\":1,\"n\":4,\"attack\":\"king\",\"queens\":[\"b1\"],\"blocked\":[],\"consistent\":true,\
         \"solutions\":1,\"exact\":true}\n",
    );
    let stripes: String = ('A'..='L').map(|letter| format!("{}\n", letter.to_string().repeat(12))).collect();
    says("regions count", &stripes, 0, "63779034\n");
    says("regions count --attack queen", &stripes, 0, "14200\n");
}

#[test]
fn guide() {
    says(
        "regions guide --queens b1 --blocked a4",
        TWO,
        0,
        "  ┌───────┬───────┐    ┌───────┬───────┐
4 │ #   . │ !   x │  4 │ #   . │ 1   x │
  │   ┌───┘       │    │   ┌───┘       │
3 │ ! │ .   x   x │  3 │ 1 │ .   x   x │
  ├───┴───┬───────┤    ├───┴───┬───────┤
2 │ .   . │ .   ! │  2 │ .   . │ .   1 │
  │       │       │    │       │       │
1 │ .   Q │ .   . │  1 │ .   Q │ .   . │
  └───────┴───────┘    └───────┴───────┘
    a   b   c   d        a   b   c   d

Q queen   # blocked   . attacked   x dead   ! forced
1 solution
",
    );
    let last = |arguments: &str, input| with_input(arguments, input).stdout.lines().last().unwrap().to_owned();
    assert_eq!(last("regions guide", NONE), "0 solutions: the rules of this board allow no solution");
    assert_eq!(last("regions guide --queens a1", TWO), "0 solutions: this placement can't be completed");
    let corner = "0 solutions: the queens on b1 and a2 attack each other at a corner";
    assert_eq!(last("regions guide --queens b1,a2", TWO), corner);
    let region = "0 solutions: the queens on b3 and d4 attack each other in region B";
    assert_eq!(last("regions guide --queens b3,d4", TWO), region);
    let blocked = "0 solutions: the queen on b1 is on a blocked square";
    assert_eq!(last("regions guide --queens b1 --blocked b1", TWO), blocked);
    says(
        "regions guide --json",
        "a",
        0,
        "{\"line\":1,\"n\":1,\"attack\":\"king\",\"queens\":[],\"blocked\":[],\"consistent\":true,\
         \"solutions\":1,\"exact\":true,\
         \"squares\":[{\"square\":\"a1\",\"region\":\"A\",\"status\":\"forced\",\"solutions\":1}]}\n",
    );
}

#[test]
fn explanations_name_regions() {
    let run = with_input("regions guide --explain a1", TWO);
    assert!(
        run.stdout.starts_with("a1 is dead: no solution has a queen there.\n  Suppose a queen on a1.\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("b4 is the only square left in region A: a3 and a4 are attacked by a1"),
        "{}",
        run.stdout
    );
    says("regions guide --explain b1", TWO, 0, "b1 is open: 1 of 2 solutions has a queen there.\n");
    let off = with_input("regions guide --explain e1", TWO);
    assert_eq!(off.code, Some(2));
    assert!(off.stderr.contains("'e1' for '--explain <SQUARE>': e1 is off the board"), "{}", off.stderr);
}

#[test]
fn check() {
    let easy = "a proper puzzle, easy: its regions are connected, and it has exactly one solution\n";
    says("regions check", UNIQUE, 0, easy);
    says("regions check", TWO, 1, "not a proper puzzle: several solutions, such as b1 d2 a3 c4 and c1 a2 d3 b4\n");
    says("regions check", NONE, 1, "not a proper puzzle: no solution\n");
    let scattered = "not a proper puzzle: region A is not connected: it lies in 2 parts\n";
    says("regions check", "ABBB\nAABB\nCCAD\nCCCC\n", 1, scattered);
    says("regions check --queens b1,d2,a3,c4", UNIQUE, 0, "a solution\n");
    says("regions check --queens b1,d2", UNIQUE, 0, "completable: add a3 c4 for a solution\n");
    says("regions check --queens c1", UNIQUE, 1, "consistent, not completable: no solution has all of these marks\n");
    let touching = "not consistent: the queens on b1 and c2 attack each other at a corner\n";
    says("regions check --queens b1,c2", TWO, 1, touching);
    let far = "not consistent: the queens on a1 and d4 attack each other along the diagonal\n";
    says("regions check --attack queen --queens a1,d4", TWO, 1, far);
    let json = with_input("regions check --json", UNIQUE);
    assert_eq!(
        json.stdout,
        "{\"line\":1,\"n\":4,\"attack\":\"king\",\"proper\":true,\"status\":\"unique\",\"rating\":\"easy\",\"faults\":[]}\n"
    );
    // A malformed text is a negative answer of `check`, and wrong usage for all other verbs.
    assert_eq!(with_input("regions check", "A?").code, Some(1));
    assert_eq!(with_input("regions solve", "A?").code, Some(2));
}

#[test]
fn generated_boards_are_read_back() {
    for attack in ["king", "queen"] {
        let boards = answer(&format!("regions generate 7 --seed 1 --count 3 --attack {attack}"));
        assert_eq!(boards, answer(&format!("regions generate 7 --seed 1 --count 3 --attack {attack}")));
        let checked = with_input(&format!("regions check --attack {attack}"), &boards);
        assert_eq!(checked.code, Some(0), "{boards}");
        assert_eq!(checked.stdout.matches("a proper puzzle, ").count(), 3);
        // The rating in the comment of a generated board equals the rating that `check` prints.
        for (comment, verdict) in boards.lines().filter(|line| line.starts_with('#')).zip(checked.stdout.split("\n\n"))
        {
            let rating = ["easy", "medium", "hard"].into_iter().find(|rating| comment.contains(rating)).unwrap();
            assert!(verdict.contains(&format!("a proper puzzle, {rating}:")), "{comment}\n{verdict}");
        }
    }
    let json = answer("regions generate 5 --seed 1 --json");
    assert!(json.starts_with("{\"n\":5,\"attack\":\"king\",\"seed\":1,\"number\":1,\"rating\":\""), "{json}");
}

#[test]
fn wrong_usage() {
    let refused = |arguments: &str, expected: &str| {
        let message = error(2, arguments.split(' '));
        assert!(message.contains(expected), "nqueens {arguments}\nsays: {message}\nexpected: {expected}");
    };
    refused("regions so-so", "unrecognized subcommand 'so-so'");
    refused(
        "regions generate 3",
        "invalid value '3' for '<SIZE>': boards of size 3 have no solution: expected 1, or a size",
    );
    refused("regions generate 40", "boards of size 40 take too long to generate");
    refused("regions generate 0", "must be a whole number from 1 to 255");
    refused("regions generate 8 --rating so-so", "[possible values: easy, medium, hard]");
    refused("regions generate 8 --attack rook", "[possible values: king, queen]");
    refused("regions generate 8 --count 0", "expected a whole number from 1 to ");
    refused("regions solve", "standard input: expected a board, a line of letters for each rank");
    refused("regions guide --json --explain a1", "cannot be used with");
    let off = with_input("regions guide --queens a9", UNIQUE);
    assert!(off.stderr.contains("'a9' for '--queens <SQUARES>': a9 is off the board: a board of size 4 ends at d4"));
    let missing = error(1, ["regions", "solve", "nowhere.txt"]);
    assert!(missing.starts_with("can't read nowhere.txt: "), "{missing}");
    let never = error(1, ["regions", "generate", "4", "--rating", "hard", "--seed", "1"]);
    assert!(never.contains("none of 20000 boards of size 4 was hard: ask for"), "{never}");
}

#[test]
fn boards_that_are_no_text_or_directories_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = folder.path().join("bytes.txt");
    std::fs::write(&bytes, b"AB\n\xff\xfe\n").unwrap();
    for path in [bytes.as_path(), folder.path()] {
        let message = error(1, ["regions".as_ref(), "solve".as_ref(), path.as_os_str()]);
        assert!(message.starts_with(path.to_str().unwrap()) || message.starts_with("can't read"), "{message}");
    }
}

#[test]
fn no_colour_where_none_is_wanted() {
    let drawn = |color: &str| {
        let mut command = program();
        finished(command.env("NO_COLOR", "1").args(["regions", "generate", "5", "--seed", "1", "--color", color]))
            .stdout
    };
    assert!(drawn("always").contains("\x1b[48;5;"));
    assert!(!drawn("auto").contains('\x1b') && !drawn("never").contains('\x1b'));
}

#[cfg(unix)]
#[test]
fn the_verbs_have_examples_that_work() {
    for verb in ["solve", "guide", "count", "check", "explain", "generate"] {
        examples_work(&format!("regions {verb}"));
    }
}

#[test]
fn there_is_a_manual_page_that_names_the_verbs() {
    let page = nqueens(["man", "regions"]).stdout;
    for verb in ["solve", "guide", "count", "check", "explain", "generate"] {
        assert!(page.contains(verb), "{verb}");
    }
}

#[test]
fn where_the_locale_has_ascii_alone_drawings_are_of_that() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, UNIQUE).unwrap();
    let arguments = ["regions", "solve", file.to_str().unwrap()];
    let drawn = finished(program().args(arguments).env("LC_ALL", "C")).stdout;
    let expected = "\
one solution: b1 d2 a3 c4
  +-------+-------+
4 | A   A | Q   B |
  |   +---+   +---+
3 | Q | B   B | C |
  |   +---+---+   |
2 | A   A | C   Q |
  +-------+---+   |
1 | D   Q   D | C |
  +-----------+---+
    a   b   c   d
";
    assert_eq!(drawn, expected);
}
