//! `--proof` of `explain`, `guide`, `sat` and `solve`: the files that it writes, and the requests that it refuses.

use std::collections::BTreeSet;
use std::fs;

use super::{answer, error, nqueens};

#[test]
fn the_index_lists_a_proof_for_each_status() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let ran = nqueens(["guide", "6", "--queens", "b1", "--blocked", "f6", "--proof", dir]);
    assert_eq!(ran.stdout, answer("guide 6 --queens b1 --blocked f6"));
    assert!(ran.code == Some(0) && ran.stderr.starts_with("note: 40 proofs, listed in "), "{ran:?}");
    let index: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("index.json")).unwrap()).unwrap();
    let mut listed: BTreeSet<String> = ["rules.opb", "index.json"].map(str::to_owned).into();
    for variable in index["variables"].as_array().unwrap() {
        let proofs = variable["proofs"].as_array().unwrap();
        let verdicts: Vec<(bool, &str)> =
            proofs.iter().map(|one| (one["value"].as_bool().unwrap(), one["verdict"].as_str().unwrap())).collect();
        // b1 is part of one solution, so that no square is open.
        let expected: &[(bool, &str)] = match variable["status"].as_str().unwrap() {
            "queen" => &[],
            "forced" => &[(true, "satisfiable"), (false, "unsatisfiable")],
            _ => &[(true, "unsatisfiable")],
        };
        assert_eq!(verdicts, expected, "{variable}");
        assert_eq!(variable["unproved"], serde_json::Value::Null);
        for proof in proofs {
            assert_eq!(proof["formula"][0], "rules.opb");
            listed.extend([&proof["formula"][1], &proof["proof"]].map(|file| file.as_str().unwrap().to_owned()));
        }
    }
    let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), listed);
}

#[test]
fn an_explanation_has_one_formula_and_one_proof() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let ran = nqueens(["explain", "8", "--queens", "a1,c2", "--of", "e3", "--json", "--proof", dir]);
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 1), "{ran:?}");
    assert!(ran.stderr.starts_with("note: check the proof with: veripb "), "{ran:?}");
    let rules = fs::read_to_string(folder.path().join("rules.opb")).unwrap();
    assert!(rules.ends_with("* 61: assumption, e3 is true\n+1 x21 >= 1 ;\n"), "{rules}");
    let proof = fs::read_to_string(folder.path().join("proof.pbp")).unwrap();
    for sentence in answer("explain 8 --queens a1,c2 --of e3").lines().filter(|line| line.contains(" only square ")) {
        assert!(proof.contains(&format!("* {}\n", sentence.trim())), "{proof}");
    }
}

/// Returns the files of a folder with their texts.
fn files(folder: &std::path::Path) -> Vec<(String, String)> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let texts = files.map(|file| (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap()));
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    texts
}

#[test]
fn a_solver_writes_a_solution_or_the_clauses_that_it_learned() {
    for (placed, code, conclusion) in
        [("a1,e2", 0, "conclusion SAT : x1 ~x2 "), ("a1,c2,e3,b4", 1, "conclusion UNSAT : ")]
    {
        let folder = tempfile::tempdir().unwrap();
        let ran = nqueens(["sat", "8", "--queens", placed, "--proof", folder.path().to_str().unwrap()]);
        let verdict = if code == 0 { "a solution" } else { "no solution" };
        let note = format!("note: proved: {verdict}; check with: veripb ");
        assert!(ran.code == Some(code) && ran.stderr.starts_with(&note), "{ran:?}");
        let [(proof, steps), (rules, formula)] = &files(folder.path())[..] else { panic!("{ran:?}") };
        assert_eq!([proof, rules], ["proof.pbp", "rules.opb"]);
        assert!(steps.contains(conclusion) && formula.contains("mark, a1 is true"), "{steps}");
    }
    let refused = error(2, ["sat", "8", "--proof", "folder", "--encoding", "product"]);
    assert!(refused.contains("cannot be used with"), "{refused}");
}

#[test]
fn a_solution_is_proved_to_be_the_only_one() {
    let folder = tempfile::tempdir().unwrap();
    let sudoku = folder.path().join("sudoku");
    let many = format!("53..7....6..195....98....6.{}", ".".repeat(54));
    // The second puzzle has the first three rows of the first; the third has two 5s in a row.
    for (cells, another) in [
        ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", Some("UNSAT")),
        (many.as_str(), Some("SAT")),
        ("55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", None),
    ] {
        fs::write(&sudoku, format!("{cells}\n")).unwrap();
        let proofs = folder.path().join(format!("{another:?}"));
        let ran = nqueens(["sudoku", "solve", sudoku.to_str().unwrap(), "--proof", proofs.to_str().unwrap()]);
        let said = nqueens(["sudoku", "solve", sudoku.to_str().unwrap()]);
        assert_eq!((ran.code, &ran.stdout), (said.code, &said.stdout), "{ran:?}");
        let files = files(&proofs);
        let text = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, text)| text.as_str());
        let first = if another.is_some() { "conclusion SAT" } else { "conclusion UNSAT" };
        assert!(text("proof.pbp").is_some_and(|proof| proof.contains(first)), "{ran:?}");
        let other = another.map(|verdict| format!("conclusion {verdict}"));
        assert_eq!(text("another.pbp").is_some(), other.is_some(), "{ran:?}");
        assert!(other.is_none_or(|other| text("another.pbp").is_some_and(|proof| proof.contains(&other))), "{ran:?}");
        assert_eq!(text("another.opb").is_some(), another.is_some());
    }
}

#[test]
fn a_large_board_without_a_solution_has_one_proof() {
    let folder = tempfile::tempdir().unwrap();
    // Two files whose only squares are on the same rank.
    let blocked: Vec<String> = (2..=16).flat_map(|rank| [format!("a{rank}"), format!("c{rank}")]).collect();
    let dir = folder.path().to_str().unwrap();
    let ran = nqueens(["guide", "16", "--blocked", &blocked.join(","), "--proof", dir]);
    assert_eq!(ran.stdout, answer(&format!("guide 16 --blocked {}", blocked.join(","))));
    assert!(ran.stderr.starts_with("note: proved: no solution; check with: veripb "), "{ran:?}");
    let files = files(folder.path());
    let [(index, listed), (proof, steps), (rules, _)] = &files[..] else { panic!("{ran:?}") };
    assert_eq!([index, proof, rules], ["index.json", "proof.pbp", "rules.opb"]);
    assert!(steps.contains("conclusion UNSAT"), "{steps}");
    let index: serde_json::Value = serde_json::from_str(listed).unwrap();
    let variables = index["variables"].as_array().unwrap();
    assert_eq!(variables.len(), 256);
    for variable in variables {
        let expected = serde_json::json!([
            {"value": true, "verdict": "unsatisfiable", "formula": ["rules.opb"], "proof": "proof.pbp"}
        ]);
        assert_eq!(variable["proofs"], expected, "{variable}");
    }
}

#[test]
fn requests_without_a_proof_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let open = error(1, ["explain", "8", "--of", "a1", "--proof", dir]);
    assert!(open.contains("a1 is open: --proof needs a candidate that is ruled out or forced"), "{open}");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let unwritable = error(1, ["guide", "5", "--proof", file.to_str().unwrap()]);
    assert!(unwritable.contains("can't write to "), "{unwritable}");
    let boards = folder.path().join("boards.txt");
    fs::write(&boards, "AABB\nAABB\nCCDD\nCCDD\n\nABCD\nABCD\nABCD\nABCD\n").unwrap();
    let several = nqueens(["regions", "guide", boards.to_str().unwrap(), "--proof", dir]);
    assert_eq!(several.code, Some(1), "{several:?}");
    assert!(several.stderr.ends_with("expected one puzzle with --proof, found another one on line 6\n"), "{several:?}");
}
