//! The command `certify`, with certificates that are whole, damaged, or of another board.

use std::fs;
use std::path::Path;

use super::{Run, answer, error, nqueens};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Writes the certificate of a board to a new folder.
fn certified(n: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    answer(&format!("certify {n} --out {}", text(folder.path())));
    folder
}

#[test]
fn the_guide_agrees_with_the_certificate_for_any_queens() {
    let folder = certified(6);
    let dir = text(folder.path());
    for (queens, completions) in [("b1", 1), ("a1", 0), ("b1,b2", 0), ("b1,d2", 1), ("d2", 1), ("c1,f2", 1)] {
        let said = answer(&format!("certify check {dir} --queens {queens}"));
        assert_eq!(
            said,
            format!("proved: 4 solutions, {completions} with these queens\nthe guide agrees on all 36 squares\n")
        );
    }
}

#[test]
fn every_file_is_checked() {
    for name in ["rules.cnf", "certificate.cpog", "diagram.zdd", "manifest.json"] {
        let folder = certified(5);
        let (dir, path) = (text(folder.path()).to_owned(), folder.path().join(name));
        let whole = fs::read(&path).unwrap();
        // A changed digit in the middle, the last byte missing, and no file.
        let mut changed = whole.clone();
        let digit = (whole.len() / 2..).find(|&at| changed[at].is_ascii_digit() || name.ends_with("zdd")).unwrap();
        changed[digit] = if changed[digit] == b'1' { b'2' } else { b'1' };
        for damaged in [&changed, &whole[..whole.len() - 3]] {
            fs::write(&path, damaged).unwrap();
            error(1, ["certify", "check", &dir]);
        }
        fs::remove_file(&path).unwrap();
        assert!(error(1, ["certify", "check", &dir]).contains(name));
        fs::write(&path, &whole).unwrap();
        assert_eq!(nqueens(["certify", "check", &dir]).code, Some(0));
    }
}

#[test]
fn a_missing_certificate_is_reported_with_the_command_that_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let (missing, empty) = (folder.path().join("missing"), folder.path());
    for (dir, found) in [(text(&missing), "no folder"), (text(empty), "no manifest.json")] {
        let expected = format!(
            "{dir}: expected a folder with a certificate, found {found}; write one with `nqueens certify N --out {dir}` \
             for a board, or `nqueens KIND certify PUZZLE --out {dir}` for a puzzle"
        );
        let message = error(1, ["certify", "check", dir]);
        assert!(message.contains(&expected), "{message}");
    }
    let (_, run) = certified_puzzle("sudoku", "1...............\n", &["--check"]);
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(run.stderr.contains("found no folder; write one with `nqueens certify N"), "{}", run.stderr);
    // The command in the message, for a board of six, makes a certificate that is found.
    answer(&format!("certify 6 --out {}", text(&missing)));
    answer(&format!("certify check {}", text(&missing)));
}

/// A sound certificate of other rules, with a manifest that fits, proves nothing about the board.
#[test]
fn the_rules_must_be_those_of_the_board() {
    let (five, six) = (certified(5), certified(6));
    let manifest = fs::read_to_string(six.path().join("manifest.json")).unwrap();
    fs::write(six.path().join("manifest.json"), manifest.replace("\"n\": 6", "\"n\": 5")).unwrap();
    let message = error(1, ["certify", "check", text(six.path())]);
    assert!(message.contains("these are not the rules of 5"), "{message}");
    // Another diagram and its true hash: the guide counts from a different one.
    let other = six.path().join("diagram.zdd");
    fs::copy(&other, five.path().join("diagram.zdd")).unwrap();
    let entry = |text: &str| text.split_once("\"diagram\"").unwrap().1.to_owned();
    let own = fs::read_to_string(five.path().join("manifest.json")).unwrap();
    fs::write(five.path().join("manifest.json"), own.replace(&entry(&own), &entry(&manifest))).unwrap();
    let message = error(1, ["certify", "check", text(five.path())]);
    assert!(message.contains("the file differs from the diagram that the guide uses"), "{message}");
}

/// The hashes of the certificates are part of the project, in a format that other programs check.
#[test]
fn precomputed_certificates_are_compared_by_their_hashes() {
    let folder = tempfile::tempdir().unwrap();
    let dir = text(folder.path());
    let said = answer(&format!("precompute --sizes 4-6 --certify --out {dir}"));
    assert!(said.lines().count() == 3 && said.lines().all(|line| line.ends_with(" bytes of certificate")), "{said}");
    let listed = fs::read_to_string(folder.path().join("CERTIFICATES")).unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../precomputed/CERTIFICATES");
    let shipped = fs::read_to_string(shipped).unwrap();
    assert_eq!(listed, shipped.lines().take(9).map(|line| format!("{line}\n")).collect::<String>());
    answer(&format!("certify check {dir}/certificate-06"));
    answer(&format!("precompute --sizes 4-6 --check --certify --out {dir}"));
    let first = &listed[..1];
    let changed = format!("{}{}", if first == "0" { "1" } else { "0" }, &listed[1..]);
    fs::write(folder.path().join("CERTIFICATES"), changed).unwrap();
    let checked = nqueens(["precompute", "--sizes", "4-6", "--check", "--certify", "--out", dir]);
    assert_eq!(checked.code, Some(1));
    assert!(checked.stdout.contains("its certificate differs from CERTIFICATES"), "{}", checked.stdout);
    assert!(error(2, ["precompute", "--sizes", "17", "--certify", "--out", dir]).contains("up to 16 x 16, found 17"));
}

/// Runs `KIND certify` on a text, with further arguments.
fn certified_puzzle(kind: &str, text: &str, arguments: &[&str]) -> (tempfile::TempDir, Run) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle");
    fs::write(&file, text).unwrap();
    let out = folder.path().join("out");
    let arguments = [&[kind, "certify", self::text(&file), "--out", self::text(&out)], arguments].concat();
    let run = nqueens(arguments);
    (folder, run)
}

/// Sudokus of 4 x 4 have 288 solutions (OEIS A107739).
#[test]
fn puzzles_of_all_kinds_have_certificates() {
    let empty = "................\n";
    let two = "AABB\nABBB\nCCDD\nCCDD\n";
    for (kind, text, arguments, solutions) in [
        ("sudoku", empty, &[][..], "288 solutions"),
        ("sudoku", "1...............\n", &[], "72 solutions"),
        ("sudoku", "11..............\n", &[], "0 solutions"),
        ("regions", two, &[], "2 solutions"),
        ("challenge", "....\n....\n....\n....\n", &["--queens", "b1"], "1 solution"),
    ] {
        let (folder, run) = certified_puzzle(kind, text, arguments);
        assert!(run.stdout.contains(&format!("\nproved: {solutions}, ")), "{kind}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("\nthe guide agrees on all "), "{}", run.stdout);
        let out = folder.path().join("out");
        assert_eq!(answer(&format!("certify check {}", self::text(&out))), format!("proved: {solutions}\n"));
        // Damage of each file is found.
        for name in ["rules.cnf", "certificate.cpog", "manifest.json"] {
            let path = out.join(name);
            let whole = fs::read_to_string(&path).unwrap();
            let count = whole.replacen("\"solutions\": \"", "\"solutions\": \"9", 1);
            let damaged = if name == "manifest.json" { count } else { whole.replacen(" 0\n", " 1 0\n", 1) };
            assert_ne!(damaged, whole, "{name}");
            fs::write(&path, &damaged).unwrap();
            error(1, ["certify", "check", self::text(&out)]);
            fs::write(&path, &whole).unwrap();
        }
        assert!(
            error(2, ["certify", "check", self::text(&out), "--queens", "a1"]).contains("only for boards of queens")
        );
    }
}

/// `KIND certify --check` accepts the certificate of a puzzle for the same puzzle and marks only.
#[test]
fn a_certificate_is_compared_with_its_puzzle() {
    let (regions, board) = ("AABB\nABBB\nCCDD\nCCDD\n", "....\n....\n....\n....\n");
    let latin = &answer("puzzle new latin-square")[..];
    for (kind, puzzle, marks, others) in [
        ("sudoku", "1...............\n", &[][..], &[("2...............\n", &[][..])][..]),
        ("regions", regions, &[], &[("AABB\nAABB\nCCDD\nCCDD\n", &[]), (regions, &["--attack", "queen"])]),
        ("challenge", board, &["--queens", "b1"], &[(board, &["--queens", "c1"]), (board, &[])]),
        ("puzzle", latin, &[], &[(latin, &["--place", "a1=1"])]),
    ] {
        let (folder, written) = certified_puzzle(kind, puzzle, marks);
        let (file, out) = (folder.path().join("puzzle"), folder.path().join("out"));
        let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
        let check = |puzzle: &str, marks: &[&str]| {
            fs::write(&file, puzzle).unwrap();
            nqueens([&[kind, "certify", text(&file), "--out", text(&out), "--check"], marks].concat())
        };
        let same = check(puzzle, marks);
        let proved = written.stdout.lines().skip(2).map(|line| format!("{line}\n")).collect::<String>();
        let expected = format!("rules.cnf is the formula of the puzzle\n{proved}");
        assert_eq!((same.code, same.stdout), (Some(0), expected), "{kind}: {}", same.stderr);
        for (puzzle, marks) in others {
            let differs = check(puzzle, marks);
            assert_eq!((differs.code, &differs.stdout[..]), (Some(1), ""), "{kind}");
            let message = "rules.cnf: expected the formula of the puzzle on line 1 with its marks, found another one";
            assert!(differs.stderr.contains(message), "{kind}: {}", differs.stderr);
        }
        // Nothing was written, and a damaged proof of the right formula is found.
        assert_eq!(fs::read_to_string(out.join("manifest.json")).unwrap(), manifest);
        let proof = fs::read_to_string(out.join("certificate.cpog")).unwrap();
        fs::write(out.join("certificate.cpog"), proof.replacen(" 0\n", " 1 0\n", 1)).unwrap();
        assert_eq!(check(puzzle, marks).code, Some(1), "{kind}");
    }
    let board = certified(4);
    let file = board.path().join("sudoku");
    fs::write(&file, "1...............\n").unwrap();
    let message = error(1, ["sudoku", "certify", text(&file), "--out", text(board.path()), "--check"]);
    assert!(message.contains("expected the manifest of a puzzle; a board of queens is checked by"), "{message}");
}

#[test]
fn one_puzzle_has_a_certificate_at_a_time() {
    let (_, run) = certified_puzzle("sudoku", "1...............\n2...............\n", &[]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("expected one puzzle, found another one on line 2"), "{}", run.stderr);
}
