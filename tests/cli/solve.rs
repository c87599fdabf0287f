//! The answers of `nqueens solve` and `nqueens count --fundamental`.

use std::collections::BTreeSet;
use std::process::Stdio;

use serde_json::Value;

use super::{Run, answer, error, finished, nqueens, program};

const METHODS: [&str; 5] = ["bdd", "sequential", "spawn", "spawn --cutoff 0 --threads 8", "square --threads 1"];

#[test]
fn the_first_solution_as_the_paper_prints_it() {
    assert_eq!(answer("solve 8"), "1, 5, 8, 6, 3, 7, 2, 4\n");
    assert_eq!(answer("solve 1"), "1\n");
    assert_eq!(answer("solve 8 --queens h8 --blocked a1"), "4, 7, 5, 2, 6, 1, 3, 8\n");
    for method in METHODS {
        assert_eq!(answer(&format!("solve 8 --method {method}")), answer("solve 8"));
    }
}

#[test]
fn some_and_all_solutions_in_order() {
    let all = answer("solve 8 --all");
    assert_eq!(all.lines().count(), 92);
    let rows = |line: &str| line.split(", ").map(|rank| rank.parse::<u8>().unwrap()).collect::<Vec<_>>();
    assert!(all.lines().map(rows).is_sorted_by(|a, b| a < b));
    for method in METHODS {
        assert_eq!(answer(&format!("solve 8 --all --method {method}")), all, "{method}");
        let some = answer(&format!("solve 8 --limit 5 --method {method}"));
        assert_eq!(some.lines().collect::<Vec<_>>(), all.lines().take(5).collect::<Vec<_>>(), "{method}");
        let unordered = answer(&format!("solve 8 --all --unordered --method {method}"));
        assert_eq!(unordered.lines().collect::<BTreeSet<_>>(), all.lines().collect::<BTreeSet<_>>(), "{method}");
        assert_eq!(unordered.lines().count(), 92, "{method}");
    }
    assert_eq!(answer("solve 8 --limit 1000"), all);
}

#[test]
fn placements_are_completed() {
    for method in METHODS {
        let found = answer(&format!("solve 8 --queens b4,d1 --all --method {method}"));
        assert_eq!(found.lines().count(), 2);
        for line in found.lines() {
            let ranks: Vec<&str> = line.split(", ").collect();
            assert_eq!((ranks[1], ranks[3]), ("4", "1"));
        }
        assert_eq!(answer(&format!("solve 5 --queens a1 --blocked b4 --all --method {method}")), "1, 3, 5, 2, 4\n");
    }
}

#[test]
fn boards_and_json() {
    assert_eq!(
        answer("solve 4 --all --format board"),
        ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n"
    );
    assert_eq!(answer("solve 4 --all --format json"), "{\"n\":4,\"solutions\":[[2,4,1,3],[3,1,4,2]]}\n");
    let found: Value = serde_json::from_str(&answer("solve 6 --all --format json --stats --method square")).unwrap();
    assert_eq!(found["solutions"].as_array().unwrap().len(), 4);
    let statistics = &found["statistics"];
    assert_eq!(statistics["solutions"], 4);
    assert_eq!(statistics["search_nodes"], 152);
    assert_eq!(statistics["messages"], 152);
    assert_eq!(statistics["tasks_created"], 36);
    assert_eq!(statistics["squares_never_used"], serde_json::json!(["f1", "f6"]));
    assert!(statistics["elapsed_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn statistics_leave_the_standard_output_alone() {
    let run = nqueens("solve 8 --all --method spawn --cutoff 0 --stats".split(' '));
    assert_eq!((run.code, run.stdout), (Some(0), answer("solve 8 --all")));
    for line in
        ["method             spawn", "solutions          92", "search nodes       2056", "tasks created      1965"]
    {
        assert!(run.stderr.lines().any(|found| found == line), "{line}\n{}", run.stderr);
    }
    assert!(run.stderr.contains("\nCPU time "), "{}", run.stderr);
}

#[test]
fn no_solution_is_a_negative_answer_with_its_reason() {
    for method in METHODS {
        let solve = |rest: &str| error(1, format!("solve {rest} --method {method}").split(' '));
        assert_eq!(solve("3"), "no solution: the rules of this board allow no solution");
        assert_eq!(solve("4 --queens a1 --all"), "no solution: this placement can't be completed");
        let attacking = "no solution: the queens on a1 and b2 attack each other along the diagonal";
        assert_eq!(solve("8 --queens a1,b2"), attacking);
        assert_eq!(solve("8 --queens a1 --blocked a1"), "no solution: there is a queen on a1, which is blocked");
    }
    let json = nqueens(["solve", "3", "--format", "json"]);
    assert_eq!((json.code, json.stdout.as_str()), (Some(1), "{\"n\":3,\"solutions\":[]}\n"));
}

#[test]
fn solutions_up_to_symmetry() {
    let counts: Vec<String> = (1..=11).map(|n| answer(&format!("count {n} --fundamental"))).collect();
    assert_eq!(counts.concat(), "1\n0\n0\n1\n2\n1\n6\n12\n46\n92\n341\n");
    for method in METHODS {
        assert_eq!(answer(&format!("solve 5 --all --fundamental --method {method}")), "1, 3, 5, 2, 4\n2, 5, 3, 1, 4\n");
    }
    assert_eq!(answer("solve 8 --all --fundamental").lines().count(), 12);
    assert_eq!(
        answer("count 6 --blocked a1 --fundamental --json"),
        "{\"n\":6,\"queens\":[],\"blocked\":[\"a1\"],\"consistent\":true,\"solutions\":4,\"fundamental\":1}\n"
    );
    assert_eq!(answer("count 4 --queens a1 --fundamental"), "0\n");
}

#[test]
fn contradictory_and_wrong_options() {
    for (arguments, expected) in [
        ("8 --all --limit 3", "'--all' cannot be used with '--limit <K>'"),
        ("8 --limit 0", "expected a whole number from 1 to 18446744073709551615"),
        ("8 --limit -3", "invalid value '-3' for '--limit <K>'"),
        ("8 --threads 2", "--threads is only for --method spawn or square, not for --method sequential"),
        ("8 --threads 2 --method bdd", "not for --method bdd"),
        ("8 --cutoff 2 --method square", "--cutoff is only for --method spawn, not for --method square"),
        ("8 --threads 0 --method spawn", "expected a whole number from 1 to 1024"),
        ("8 --threads 5000 --method square", "expected a whole number from 1 to 1024"),
        ("8 --cutoff -1 --method spawn", "expected a whole number from 0 to 255"),
        ("8 --method quantum", "[possible values: bdd, sequential, spawn, square]"),
        ("8 --format xml", "[possible values: rows, board, json]"),
        ("0", "must be a whole number from 1 to 255"),
        ("300", "must be a whole number from 1 to 255"),
        ("8 --queens i1", "i1 is off the board"),
    ] {
        let message = error(2, format!("solve {arguments}").split(' '));
        assert!(message.contains(expected), "nqueens solve {arguments}\nsays: {message}");
    }
}

/// Listing all solutions of 22 x 22 would take more than a lifetime. So the solutions must be printed as they are
/// found, and the search must end when its output is closed.
#[test]
fn solutions_stream_and_the_search_ends_with_its_reader() {
    for method in ["sequential", "spawn", "spawn --unordered", "square", "square --unordered"] {
        let arguments = format!("solve 22 --all --method {method}");
        let mut child =
            program().args(arguments.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut stdout, &mut line).unwrap();
        assert_eq!(line.split(", ").count(), 22, "{method}");
        drop(stdout);
        let stderr = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{method}");
    }
}

#[test]
fn the_bdd_method_uses_the_files_of_bdd_dir() {
    let folder = tempfile::tempdir().unwrap();
    let run: Run = finished(program().args(["solve", "8", "--method", "bdd", "--bdd-dir"]).arg(folder.path()));
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("queens-08.bdd"), "{}", run.stderr);
}
