//! The answers of `nqueens sample`, `rank`, `check`, `sat` and `export`.

use serde_json::Value;

use super::{answer, error, nqueens, with_input};

#[test]
fn a_seed_always_draws_the_same() {
    let draws = "2, 8, 6, 1, 3, 5, 7, 4\n6, 3, 7, 2, 4, 8, 1, 5\n4, 2, 7, 3, 6, 8, 5, 1\n";
    assert_eq!(answer("sample 8 --seed 1986 --count 3"), draws);
    let json: Value = serde_json::from_str(&answer("sample 8 --seed 1986 --format json --queens b4")).unwrap();
    assert_eq!((&json["seed"], &json["solutions"][0][1]), (&Value::from(1986), &Value::from(4)));
}

#[test]
fn without_a_seed_the_one_taken_is_told_and_draws_the_same_again() {
    let run = nqueens(["sample", "10", "--count", "4"]);
    let seed = run.stderr.trim().strip_prefix("note: drawn with --seed ").expect("the seed is told");
    assert_eq!(answer(&format!("sample 10 --count 4 --seed {seed}")), run.stdout);
}

#[test]
fn distinct_draws_are_all_solutions_in_another_order() {
    let drawn = answer("sample 8 --seed 3 --count 92 --distinct");
    let mut lines: Vec<&str> = drawn.lines().collect();
    let all = answer("solve 8 --all");
    assert_ne!(drawn, all);
    lines.sort_unstable();
    assert_eq!(lines, all.lines().collect::<Vec<_>>());
    let message = error(1, "sample 8 --seed 3 --count 93 --distinct".split(' '));
    assert_eq!(message, "there are only 92 distinct solutions to draw, not 93");
}

#[test]
fn where_no_diagram_fits_it_is_drawn_among_what_was_found() {
    let run = nqueens("sample 60 --queens a1 --seed 5 --budget 1 --count 3 --distinct --format json".split(' '));
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(json["found"].as_u64().unwrap() >= 60, "every rank's squares are shown to be possible: {}", json["found"]);
    let drawn: Vec<Vec<i64>> = serde_json::from_value(json["solutions"].clone()).unwrap();
    assert_eq!(drawn.len(), 3);
    for ranks in &drawn {
        assert_eq!((ranks.len(), ranks[0]), (60, 1));
        for (b, a) in (0..60).flat_map(|b| (0..b).map(move |a| (b, a))) {
            let apart = (ranks[b] - ranks[a]).abs();
            assert!(apart != 0 && apart != (b - a) as i64, "{ranks:?}");
        }
    }
    assert!(drawn[0] != drawn[1] && drawn[1] != drawn[2] && drawn[0] != drawn[2]);
    let run = nqueens("sample 60 --queens a1 --seed 5 --budget 1".split(' '));
    assert_eq!(run.stdout.lines().count(), 1);
    let found = format!(
        "note: drawn from the {} solutions found within --budget; there may be more solutions\n",
        json["found"]
    );
    assert_eq!(run.stderr, found);
    // Queens in two opposite corners attack each other.
    assert!(
        error(1, ["sample", "60", "--queens", "a1,bh60"]).starts_with("no solution: the queens on a1 and bh60 attack")
    );
}

#[test]
fn nothing_to_draw() {
    assert_eq!(error(1, ["sample", "3"]), "no solution: the rules of this board allow no solution");
    let message = error(1, ["sample", "8", "--queens", "a1,b2"]);
    assert_eq!(message, "no solution: the queens on a1 and b2 attack each other along the diagonal");
}

#[test]
fn the_rank_is_the_line_of_the_list() {
    for arguments in ["", " --queens b4", " --blocked a1,c5"] {
        let all = answer(&format!("solve 7 --all{arguments}"));
        for (line, board) in all.lines().enumerate().step_by(5) {
            let rank = answer(&format!("rank 7 {}{arguments}", board.replace(' ', "")));
            assert_eq!(rank, format!("{}\n", line + 1), "{board}");
            assert_eq!(answer(&format!("solve 7 --nth {}{arguments}", line + 1)), format!("{board}\n"));
        }
    }
    assert_eq!(answer("rank 8 1,5,8,6,3,7,2,4 --json"), "{\"n\":8,\"rank\":1,\"solutions\":92}\n");
    let message = error(1, ["rank", "4", "1,2,3,4"]);
    assert_eq!(message, "not a solution: the queens on a1 and b2 attack each other along the diagonal");
    assert_eq!(error(1, ["rank", "4", "b1"]), "not a solution: expected 4 queens, found 1");
    let message = error(1, ["rank", "4", "2,4,1,3", "--queens", "a3"]);
    assert_eq!(message, "the solution does not fit --queens and --blocked");
    assert!(error(2, ["rank", "4", "2,4,1"]).contains("the list has 3 entries; expected 4"));
}

#[test]
fn numbers_that_are_not_in_the_list() {
    assert_eq!(
        error(1, ["solve", "8", "--nth", "93"]),
        "there is no solution number 93: the number of solutions is 92"
    );
    assert_eq!(
        error(1, ["solve", "3", "--nth", "1"]),
        "there is no solution number 1: the rules of this board allow no solution"
    );
    assert!(error(2, ["solve", "8", "--nth", "0"]).contains("the first solution is number 1"));
    assert!(error(2, ["solve", "8", "--nth", "-1"]).contains("invalid value '-1' for '--nth <K>'"));
    assert!(error(2, ["solve", "8", "--nth", "1", "--all"]).contains("cannot be used with"));
    assert!(error(2, ["solve", "8", "--nth", "1", "--method", "spawn"]).contains("cannot be used with"));
}

#[test]
fn check_names_every_conflict() {
    assert_eq!(answer("check 8 1,5,8,6,3,7,2,4"), "a solution\n");
    assert_eq!(answer("check 8 [0, 4, 7, 5, 2, 6, 1, 3]"), "a solution\n");
    assert!(answer("check 8 a1 b5").starts_with("completable: no two queens attack each other; add "));
    let run = nqueens(["check", "4", "a1 b2 c3"]);
    let expected = [("a1", "b2"), ("a1", "c3"), ("b2", "c3")]
        .map(|(a, b)| format!("not consistent: the queens on {a} and {b} attack each other along the diagonal\n"));
    assert_eq!((run.code, run.stdout, run.stderr.as_str()), (Some(1), expected.concat(), ""));
    let run = nqueens(["check", "4", "a1", "--json"]);
    let expected = "{\"n\":4,\"boards\":[{\"line\":1,\"queens\":[\"a1\"],\"verdict\":\"not completable\"}]}\n";
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), expected));
    assert!(nqueens(["check", "12", "", "--limit", "2"]).stdout.contains("2 search nodes did not decide"));
}

#[test]
fn check_reads_what_solve_prints() {
    for format in ["rows", "board"] {
        let solutions = answer(&format!("solve 7 --all --format {format}"));
        let run = with_input("check 7", &solutions);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert_eq!(run.stdout.lines().filter(|line| line.ends_with(": a solution")).count(), 40);
    }
    let run = with_input("check 4 -", "2 4 1 3\nb1\nnonsense\n");
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.starts_with("line 1: a solution\nline 2: completable: "), "{}", run.stdout);
    assert!(run.stderr.starts_with("error: standard input, line 3: \"nonsense\" is not a square"), "{}", run.stderr);
    assert_eq!(with_input("check 4 -", "\n").code, Some(2));
}

#[test]
fn sat_answers_in_the_way_of_the_demo() {
    for n in [1, 8, 40] {
        let text = answer(&format!("sat {n} --queens a1"));
        let (board, note) = text.trim_end().split_once('\n').unwrap();
        assert!(
            board.starts_with("[0") && note.starts_with("(found by batsat ") && note.ends_with(" s, checked)"),
            "{text}"
        );
        assert_eq!(answer(&format!("check {n} {board}")), "a solution\n");
    }
    assert_eq!(
        error(1, ["sat", "3"]),
        "no solution: the rules of this board allow no solution (decided by batsat 0.6)"
    );
    let run = nqueens(["sat", "4", "--queens", "a1", "--json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &json["satisfiable"], &json["solution"]), (Some(1), &Value::Bool(false), &Value::Null));
}

#[test]
fn exports() {
    let cnf = answer("export 4 --format dimacs --queens b1 --blocked a1");
    assert!(cnf.starts_with("c 4 queens, queens on b1, blocked: a1\nc Variable v says"), "{cnf}");
    assert!(cnf.contains("\nc 5=a2 6=b2 7=c2 8=d2\n") && cnf.ends_with("\n2 0\n-1 0\n"), "{cnf}");
    let smt = answer("export 4 --format smtlib2 --formulation rows --queens b1 --blocked a1");
    assert!(smt.contains("(assert (= rank1 1))\n(assert (not (= rank1 0)))\n(check-sat)\n"), "{smt}");
    assert!(answer("export 4 --format smtlib2").contains("(assert (not (and a1 b1)))\n"));
    assert!(answer("export 4 --format dot").starts_with("digraph bdd {\n"));
    let json: Value = serde_json::from_str(&answer("export 8 --format json")).unwrap();
    let nodes = json["nodes"].as_array().unwrap();
    assert_eq!((nodes.len() + 2, &json["solutions"]), (2453, &Value::from(92)));
    let root = nodes.iter().find(|node| node["id"] == json["root"]).unwrap();
    assert_eq!(root["square"], "a1");
    let svg = answer("export 8 --format svg --queens a1");
    assert!(svg.contains("8 queens: 4 solutions") && svg.contains("<title>b2: attacked</title>"), "{svg}");
    assert_eq!(svg.matches("<title>").count(), 64);
}

#[test]
fn exports_that_are_refused() {
    let message = error(1, ["export", "9", "--format", "dot"]);
    assert!(message.starts_with("expected at most 2500 nodes to draw, found 9559"), "{message}");
    assert!(answer("export 9 --format dot --force").ends_with("}\n"));
    assert!(error(2, ["export", "8"]).contains("--format"));
    assert!(
        error(2, ["export", "8", "--format", "svg", "--formulation", "rows"]).contains("--formulation is only for")
    );
    assert!(error(2, ["export", "8", "--format", "svg", "--force"]).contains("--force is only for"));
}
