//! The answers of `nqueens explain`.

use serde_json::{Value, json};

use super::{answer, error};

fn explanation(arguments: &str) -> Value {
    serde_json::from_str(&answer(&format!("explain {arguments} --json"))).unwrap()
}

#[test]
fn a_dead_square_has_its_core_its_chain_and_its_repair() {
    assert_eq!(
        answer("explain 8 --queens a1,c2 --square e3"),
        "\
e3 is dead because of the queens on a1 and c2.
  Suppose a queen on e3.
  Then d6 is the only square left on rank 6: a6 and f6 are attacked by a1; b6, e6 and h6 by e3; c6 and g6 by c2.
  Then g8 is the only square left on rank 8: a8 and h8 are attacked by a1; b8, d8 and f8 by d6; c8 by c2; e8 by e3.
  Then file f has no square left: f1 and f6 are attacked by a1; f2 and f5 by c2; f3 and f4 by e3; f7 by g8; f8 by d6.
  So e3 must be empty.
Remove a1, and e3 opens (2 solutions).
"
    );
    let e3 = explanation("8 --queens a1,c2 --square e3");
    assert_eq!(e3["core"], json!({"queens": ["a1", "c2"], "blocked": []}));
    assert_eq!(e3["repair"]["lift"], json!(["a1"]));
    assert_eq!(e3["repair"]["solutions"].to_string(), answer("count 8 --queens c2,e3").trim());
    let steps: Vec<_> = e3["steps"].as_array().unwrap().iter().map(|step| step["step"].as_str().unwrap()).collect();
    assert_eq!(steps, ["only", "only", "empty"]);
}

/// The core is subset-minimal, but not the smallest one: the queen on b3 alone excludes the square as well, by a longer
/// argument.
#[test]
fn the_core_is_enough_and_none_of_it_can_be_left_out() {
    let why = explanation("7 --queens a5,e4,b3 --blocked c5 --square g1");
    assert_eq!(why["core"], json!({"queens": ["e4", "a5"], "blocked": []}));
    let with_g1 = |queens: &str| answer(&format!("count 7 --queens {queens}"));
    assert_eq!(with_g1("a5,e4,g1"), "0\n");
    for rest in ["a5,g1", "e4,g1"] {
        assert_ne!(with_g1(rest), "0\n", "{rest}");
    }
    assert_eq!(with_g1("b3,g1"), "0\n", "so the core is not the smallest");
}

#[test]
fn every_status_has_its_answer() {
    for (arguments, status, kind) in [
        ("8 --queens a1 --square b2", "attacked", json!("direct")),
        ("8 --blocked b2 --square b2", "blocked", json!("direct")),
        ("6 --square a1", "dead", json!("split")),
        ("8 --queens a1,b2 --square e6", "dead", json!("direct")),
        ("4 --queens b1 --square d2", "forced", json!("empty-line")),
        ("8 --square a1", "open", Value::Null),
        ("8 --queens a1 --square a1", "queen", Value::Null),
    ] {
        let explained = explanation(arguments);
        assert_eq!((&explained["status"], &explained["kind"]), (&json!(status), &kind), "{arguments}");
        assert_eq!(explained["steps"].as_array().unwrap().is_empty(), kind.is_null(), "{arguments}");
    }
    // No solution of 6 x 6 has a queen in a corner, so there are no marks whose removal repairs the position.
    assert_eq!(explanation("6 --queens c2 --square a1")["repair"], Value::Null);
}

#[test]
fn a_square_or_size_that_can_not_be_explained_is_named() {
    assert!(error(2, ["explain", "8", "--square", "a9"]).contains("a9 is off the board"));
    assert!(error(2, ["explain", "8"]).contains("--of"));
    assert!(error(1, ["explain", "101", "--square", "a1"]).contains("a size of at most 100"));
}
