//! Tests of the sentences that the documentation of [`Words`] shows.

use bdd_core::{ConstraintId, Literal, Rules, Variable};

use super::{consequence, exclusion};
use crate::logic::{RuledOut, Step};
use crate::puzzle::Puzzle;
use crate::words::Words;

const PLACES: [&str; 3] = ["a1", "d4", "e4"];
const PARTS: [&str; 2] = ["light", "battery"];

/// A rank of two squares, and a queen that attacks one of them.
#[derive(Debug)]
struct Rank(Rules);

impl Puzzle for Rank {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

impl Words for Rank {
    fn piece(&self) -> Option<&str> {
        Some("queen")
    }

    fn cell_noun(&self) -> &str {
        "square"
    }

    fn name(&self, variable: Variable) -> String {
        PLACES[variable.index()].to_owned()
    }

    fn line_name(&self, _: ConstraintId) -> String {
        "rank 4".to_owned()
    }

    fn line_phrase(&self, line: ConstraintId) -> String {
        format!("on {}", self.line_name(line))
    }

    fn exclusion_verbs(&self) -> [&'static str; 2] {
        ["attack", "attacked"]
    }

    fn along(&self, _: Variable, _: Variable) -> Option<String> {
        Some("along the diagonal".to_owned())
    }
}

/// A light that needs a battery, by two lines of different names.
#[derive(Debug)]
struct Torch(Rules);

impl Puzzle for Torch {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

impl Words for Torch {
    fn name(&self, variable: Variable) -> String {
        PARTS[variable.index()].to_owned()
    }

    fn line_name(&self, line: ConstraintId) -> String {
        ["the power supply", "the rule that light requires battery"][line.index()].to_owned()
    }

    fn line_phrase(&self, line: ConstraintId) -> String {
        format!("for {}", self.line_name(line))
    }

    fn candidate_noun(&self, _: ConstraintId) -> &str {
        "part"
    }
}

#[test]
fn names_appear_as_documented() {
    let line = |index| ConstraintId::from_index(index);
    let [a1, d4] = [0, 1].map(Variable::new);
    let mut rules = Rules::new(3);
    rules.at_least_one(&[1, 2]);
    let rank = Rank(rules);
    let said = |step| consequence(&rank, &step);
    assert_eq!(exclusion(&rank, a1, d4), "d4 is attacked by a1 along the diagonal");
    let only = Step::Only { variable: d4, on: line(0), ruled_out: Vec::<RuledOut>::new() };
    assert_eq!(said(only), "d4 is the only square left on rank 4");
    assert_eq!(said(Step::Empty { on: line(0), ruled_out: Vec::new(), by: Vec::new() }), "rank 4 has no square left");
    let common = Step::Common { on: line(0), ruled_out: Vec::new(), left: vec![a1], out: vec![d4] };
    assert_eq!(said(common), "every square of rank 4 attacks d4");

    let [light, battery] = [0, 1].map(Variable::new);
    let mut rules = Rules::new(2);
    rules.at_least_one(&[Literal::negative(light), Literal::positive(battery)]);
    rules.imply(light, battery);
    let torch = Torch(rules);
    let said = |step| consequence(&torch, &step);
    let decided = |on| Step::Decided {
        on: line(on),
        ruled_out: Vec::new(),
        by: Vec::new(),
        place: vec![battery],
        out: Vec::new(),
    };
    assert_eq!(exclusion(&torch, light, battery), "battery is ruled out by light");
    assert_eq!(said(decided(0)), "the power supply requires battery");
    assert_eq!(said(decided(1)), "by a rule, light requires battery");
    assert_eq!(
        said(Step::Empty { on: line(0), ruled_out: Vec::new(), by: Vec::new() }),
        "the power supply can't be met"
    );
}
