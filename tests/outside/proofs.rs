//! The proofs that the commands write, checked by VeriPB. `NQUEENS_VERIPB` names its program.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program and returns the folder that it fills.
fn proofs(arguments: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the folder for temporary files is writable");
    let mut program = Command::new(env!("CARGO_BIN_EXE_nqueens"));
    let ran = program.args(arguments).arg("--proof").arg(folder.path()).output().expect("the program runs");
    // A negative answer is proved too.
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    folder
}

/// Asserts that VeriPB accepts a proof about the formula of some files, with this verdict.
fn accepted(folder: &Path, formula: &[&str], proof: &str, verdict: &str) {
    let text: String = formula.iter().map(|file| fs::read_to_string(folder.join(file)).expect("it is there")).collect();
    let whole = folder.join("whole.opb");
    fs::write(&whole, text).expect("the folder is writable");
    let program = std::env::var("NQUEENS_VERIPB").unwrap_or_else(|_| "veripb".to_owned());
    let ran = Command::new(&program).arg(&whole).arg(folder.join(proof)).output();
    let ran = ran.unwrap_or_else(|error| panic!("{program} is needed: {error}"));
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(said.contains(&format!("s VERIFIED {}", verdict.to_uppercase())), "{proof}: {said}");
}

#[test]
#[ignore = "needs VeriPB"]
fn veripb_accepts_explanations_and_guides() {
    let folder = tempfile::tempdir().expect("the folder for temporary files is writable");
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("the folder is writable");
        file.to_str().expect("the name is text").to_owned()
    };
    let sudoku = file("sudoku", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n");
    let template =
        Command::new(env!("CARGO_BIN_EXE_nqueens")).args(["puzzle", "new", "tents"]).output().expect("it runs");
    let tents = file("tents.toml", &String::from_utf8_lossy(&template.stdout));
    let regions = file(
        "regions",
        "AAAAABBBB\nAAAAABBBC\nDDDAABBBC\nDDDDEEEEC\nFFFFEEECC\nGFFFEEECH\nGGIFEEHHH\nGIIIIIHHH\nGIIIIIHHH\n",
    );
    for explained in
        [&["explain", "8", "--queens", "a1,c2", "--of", "e3"][..], &["sudoku", "explain", &sudoku, "--value", "r1c2=1"]]
    {
        accepted(proofs(explained).path(), &["rules.opb"], "proof.pbp", "unsatisfiable");
    }
    for (solved, verdicts) in [
        (&["sat", "30", "--queens", "a1,c2"][..], &["satisfiable"][..]),
        (&["sat", "16", "--queens", "a1,p2,b3,o4,c5,n6"], &["unsatisfiable"]),
        (&["sudoku", "solve", &sudoku], &["satisfiable", "unsatisfiable"]),
        (&["regions", "solve", "--stars", "2", &regions], &["satisfiable", "unsatisfiable"]),
        (&["puzzle", "solve", &tents], &["satisfiable", "unsatisfiable"]),
    ] {
        let folder = proofs(solved);
        for (&verdict, (rules, proof)) in
            verdicts.iter().zip([("rules.opb", "proof.pbp"), ("another.opb", "another.pbp")])
        {
            accepted(folder.path(), &[rules], proof, verdict);
        }
    }
    for guide in [
        &["guide", "6", "--queens", "b1"][..],
        &["guide", "5", "--queens", "a1", "--blocked", "b2"],
        &["regions", "guide", "--stars", "2", &regions],
        &["puzzle", "guide", &tents],
    ] {
        let folder = proofs(guide);
        let index = fs::read(folder.path().join("index.json")).expect("the index is there");
        let index: serde_json::Value = serde_json::from_slice(&index).expect("the index is JSON");
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let proofs = index["variables"].as_array().expect("a list").iter();
        let proofs: Vec<_> = proofs.flat_map(|variable| variable["proofs"].as_array().expect("a list")).collect();
        assert!(!proofs.is_empty(), "{guide:?}");
        for proof in proofs {
            let formula: Vec<String> = proof["formula"].as_array().expect("a list").iter().map(text).collect();
            let formula: Vec<&str> = formula.iter().map(String::as_str).collect();
            accepted(folder.path(), &formula, &text(&proof["proof"]), &text(&proof["verdict"]));
        }
    }
}
