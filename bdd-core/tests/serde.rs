//! Tests of serialization with serde: values in a human-readable and in a binary format, and data that are refused.

use bdd_core::format::{Label, to_bytes};
use bdd_core::{Bdd, Budget, ConstraintId, DiagramBuilder, Literal, NodeId, Rules, Variable, Zdd};
use serde::Serialize;
use serde::de::DeserializeOwned;

const BINARY: bincode::config::Configuration = bincode::config::standard();

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = json(value);
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    let bytes = bincode::serde::encode_to_vec(value, BINARY).unwrap();
    let (read, length) = bincode::serde::decode_from_slice::<T, _>(&bytes, BINARY).unwrap();
    assert_eq!((&read, length), (value, bytes.len()));
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn rules() -> Rules {
    let mut rules = Rules::new(5);
    rules.exactly_one(&[0, 1, 2]);
    rules.exclude(4, 0);
    rules.at_least_one(&[3, 4]);
    rules.at_least_one::<Variable>(&[]);
    rules
}

fn counting() -> Rules {
    let mut rules = Rules::new(4);
    rules.at_least_one(&[1, 0]);
    rules.exactly(2, &[0, 1, 3]);
    rules.imply(0, Literal::negative(2));
    rules.at_most(1, &[1, 2]);
    rules.at_least(9, &[0]);
    rules
}

#[test]
fn what_is_written_is_read() {
    comes_back(&Variable::new(17));
    comes_back(&ConstraintId::new(70_000));
    comes_back(&NodeId::TRUE);
    comes_back(&Literal::negative(3));
    comes_back(&rules());
    comes_back(&Rules::new(0));
    comes_back(&counting());
    let mut possible = Rules::new(4);
    possible.exactly_one(&[0, 1, 3]);
    comes_back(&DiagramBuilder::new(&possible).build(&mut Budget::unlimited()).unwrap());
    comes_back(&Bdd::constant(3, false));
}

#[test]
fn the_form_is_fixed() {
    assert_eq!(json(&Literal::positive(2)), r#"{"variable":2,"value":true}"#);
    let expected = r#"{"variables":5,"exclusions":[[0,1],[0,2],[0,4],[1,2]],"lines":[[0,1,2],[3,4],[]]}"#;
    assert_eq!(json(&rules()), expected);
    let expected = concat!(
        r#"{"variables":4,"exclusions":[[1,2]],"lines":[[0,1],[0,1,3],[0,2],[1,2],[0]],"counts":["#,
        r#"{"line":1,"negated":[],"least":2,"most":2},{"line":2,"negated":[0,2],"least":1,"most":2},"#,
        r#"{"line":3,"negated":[],"least":0,"most":1},{"line":4,"negated":[],"least":9,"most":1}]}"#
    );
    assert_eq!(json(&counting()), expected);
    let bdd = Bdd::constant(2, true);
    let bytes = to_bytes(&bdd, &Label { puzzle: String::new(), size: 0 }).unwrap();
    assert_eq!(json(&bdd), json(&bytes));
}

#[test]
fn rules_that_can_t_be_are_refused() {
    for (json, problem) in [
        (r#"{"variables":65536,"exclusions":[],"lines":[]}"#, "fewer than 65536 variables"),
        (r#"{"variables":2,"exclusions":[[0,2]],"lines":[]}"#, "there is no variable 2 among the 2 variables"),
        (r#"{"variables":2,"exclusions":[],"lines":[[1],[5]]}"#, "there is no variable 5"),
        (
            r#"{"variables":2,"exclusions":[],"lines":[[1]],"counts":[{"line":1,"negated":[],"least":0,"most":1}]}"#,
            "the bounds of constraint 1",
        ),
        (
            r#"{"variables":2,"exclusions":[],"lines":[[1,1]],"counts":[{"line":0,"negated":[],"least":0,"most":1}]}"#,
            "constraint 0 names variable 1 twice",
        ),
        (
            r#"{"variables":2,"exclusions":[],"lines":[[1]],"counts":[{"line":0,"negated":[0],"least":0,"most":1}]}"#,
            "constraint 0 negates variable 0, which it does not contain",
        ),
        (r#"{"variables":2,"exclusions":[[1,1]],"lines":[]}"#, "variable 1 excludes itself"),
        (r#"{"variables":2,"exclusions":[[0,70000]],"lines":[]}"#, "70000"),
        (r#"{"variables":2,"exclusions":[],"lines":[],"more":1}"#, "more"),
    ] {
        let error = serde_json::from_str::<Rules>(json).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn a_sparse_diagram_is_serialized_as_its_file() {
    let mut rules = Rules::new(3);
    rules.exactly_one(&[0, 1, 2]);
    let zdd = DiagramBuilder::new(&rules).build_zdd(&mut Budget::unlimited()).unwrap();
    let json = serde_json::to_string(&zdd).unwrap();
    assert_eq!(serde_json::from_str::<Zdd>(&json).unwrap(), zdd);
    assert!(serde_json::from_str::<Bdd>(&json).unwrap_err().to_string().contains("not a .bdd file"));
}

#[test]
fn a_diagram_is_read_as_a_file_is() {
    let bdd = DiagramBuilder::new(&Rules::new(3)).build(&mut Budget::unlimited()).unwrap();
    let label = |puzzle: &str| Label { puzzle: puzzle.to_owned(), size: 0 };
    let error = |bytes: &[u8]| serde_json::from_value::<Bdd>(bytes.into()).unwrap_err().to_string();
    assert!(error(&to_bytes(&bdd, &label("queens")).unwrap()).contains("expected a .bdd file without a label"));
    let mut damaged = to_bytes(&bdd, &label("")).unwrap();
    damaged[20] ^= 1;
    assert!(error(&damaged).contains("checksum"), "{}", error(&damaged));
    assert!(serde_json::from_str::<Bdd>("7").unwrap_err().to_string().contains("the bytes of a .bdd file"));
}
