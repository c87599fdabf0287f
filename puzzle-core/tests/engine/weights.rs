//! Tests of total weights in guides.

use std::sync::Arc;

use puzzle_core::answer::{self, Facts, Value};
use puzzle_core::{
    Adaptive, Budget, Diagram, Guide, Literal, Marks, Move, Puzzle, Rules, Session, Source, Variable, Weights, Words,
};

/// Exactly two of four parts. The first and the last part exclude each other.
#[derive(Debug)]
struct Parts(Rules, Weights);

impl Puzzle for Parts {
    fn rules(&self) -> &Rules {
        &self.0
    }

    fn weights(&self) -> Option<&Weights> {
        Some(&self.1)
    }
}

impl Words for Parts {}

const PRICES: [&str; 5] = ["10.5", "-2", "3.25", "8", "0"];

fn parts() -> Parts {
    let mut rules = Rules::new(5);
    rules.exactly(2, &[0, 1, 2, 3]);
    rules.exclude(0, 3);
    Parts(rules, Weights::parse(PRICES).unwrap())
}

/// Returns the cheapest and the dearest total of the solutions that satisfy `literals`, in hundredths, by trying all
/// valuations.
fn tried(literals: &[Literal]) -> Option<(i128, i128)> {
    let prices = [1050, -200, 325, 800, 0];
    let totals = (0..1u32 << 5).map(|bits| [0, 1, 2, 3, 4].map(|place| bits >> place & 1 == 1)).filter(|values| {
        let chosen = values[..4].iter().filter(|&&value| value).count();
        let agrees = literals.iter().all(|literal| values[literal.variable.index()] == literal.value);
        chosen == 2 && !(values[0] && values[3]) && agrees
    });
    let totals =
        totals.map(|values| values.iter().zip(prices).filter(|(value, _)| **value).map(|(_, price)| price).sum());
    let totals: Vec<i128> = totals.collect();
    totals.iter().min().copied().zip(totals.iter().max().copied())
}

fn guide(source: &dyn Source, marks: Marks) -> Guide {
    let budget = &mut Budget::unlimited();
    let completions = source.completions(&marks, budget).unwrap();
    Guide::of(source.puzzle(), marks, &completions, budget).unwrap()
}

#[test]
fn totals_are_those_of_the_completions() {
    let source = Diagram::conjoin(parts(), &mut Budget::unlimited()).unwrap();
    for code in 0..3u32.pow(5) {
        let literal = |place: u32| match code / 3u32.pow(place) % 3 {
            0 => None,
            value => Some(Literal { variable: Variable::new(place as u16), value: value == 1 }),
        };
        let literals: Vec<Literal> = (0..5).filter_map(literal).collect();
        let guide = guide(&source, literals.iter().copied().collect());
        let totals = guide.totals().expect("a diagram knows them");
        assert_eq!(totals.range(), tried(&literals), "{literals:?}");
        for variable in Variable::all(5) {
            let with: Vec<Literal> = literals.iter().copied().chain([Literal::positive(variable)]).collect();
            assert_eq!(totals.range_with(variable), tried(&with), "{literals:?} {variable}");
        }
    }
}

#[test]
fn a_game_tells_what_is_left_to_pay() {
    let budget = &mut Budget::unlimited();
    let mut game =
        Session::new(Arc::new(Diagram::conjoin(parts(), &mut Budget::unlimited()).unwrap()), budget).unwrap();
    assert_eq!(game.guide().totals().unwrap().range(), Some((125, 1375)));
    // With the first part and without the second, the third part is forced, so that the turn places it as well.
    let moves = [Move::Place(Variable::new(0)), Move::Block(Variable::new(1))];
    let turn = game.turn(&moves).unwrap().with_forced().compute(budget).unwrap();
    game.apply(turn).unwrap();
    assert!(game.marks().placed.contains(&Variable::new(2)));
    assert_eq!(game.guide().totals().unwrap().range(), Some((1375, 1375)));
    game.undo();
    assert_eq!(game.guide().totals().unwrap().range(), Some((125, 1375)));
}

#[test]
fn data_tell_totals_with_all_their_decimals() {
    let source = Diagram::conjoin(parts(), &mut Budget::unlimited()).unwrap();
    let facts = answer::guide(&parts(), &guide(&source, Marks::default()));
    let number = |facts: &Facts, name: &str| facts.get(name).cloned();
    let decimal = |digits: &str| Some(Value::Decimal(digits.to_owned()));
    assert_eq!([number(&facts, "cheapest"), number(&facts, "dearest")], [decimal("1.25"), decimal("13.75")]);
    let Some(Value::List(variables)) = facts.get("variables") else { panic!("{facts:?}") };
    let Value::Facts(first) = &variables[0] else { panic!("{variables:?}") };
    assert_eq!([number(first, "cheapest"), number(first, "dearest")], [decimal("8.50"), decimal("13.75")]);
    // Without a diagram the totals are unknown.
    let solver = Adaptive::open_with(parts(), 0, &mut Budget::unlimited()).unwrap();
    let guide = guide(&solver, Marks::default());
    assert_eq!(guide.totals(), None);
    assert_eq!(number(&answer::guide(&parts(), &guide), "cheapest"), Some(Value::Nothing));
}
