//! A puzzle whose diagram has another variable order than the puzzle. All answers must have the names and the order of
//! the puzzle's variables.

use serde_json::Value;

use super::{answer, error};

/// The number of pairs of variables. At least one variable of each pair must be true. In the puzzle's order, the first
/// variables of all pairs precede the second ones, so that a diagram must distinguish all values of the first ones. A
/// diagram in the order pair by pair has three nodes for each pair.
const PAIRS: usize = 26;

/// Writes the puzzle file of the pairs. The price of each variable is its number.
fn pairs() -> tempfile::NamedTempFile {
    let mut text = format!("* #variable= {} #constraint= {PAIRS}\nmin:", 2 * PAIRS);
    (1..=2 * PAIRS).for_each(|variable| text.push_str(&format!(" +{variable} x{variable}")));
    text.push_str(" ;\n");
    (1..=PAIRS).for_each(|first| text.push_str(&format!("+1 x{first} +1 x{} >= 1 ;\n", PAIRS + first)));
    let file = tempfile::Builder::new().suffix(".opb").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

/// Returns the output of `nqueens puzzle COMMAND FILE ARGUMENTS` for the file of the pairs.
fn said(command: &str, arguments: &str) -> String {
    let file = pairs();
    answer(format!("puzzle {command} {} {arguments}", file.path().display()).trim_end())
}

fn names(variables: impl IntoIterator<Item = usize>) -> Vec<String> {
    variables.into_iter().map(|variable| format!("x{variable}")).collect()
}

#[test]
fn the_best_solutions_are_told_in_the_order_of_the_variables() {
    let found: Value = serde_json::from_str(&said("solve", "--cheapest --best 2 --place x30 --json")).unwrap();
    let best = found["best"].as_array().unwrap();
    assert_eq!(best.len(), 2);
    // The second variable of pair 4 is placed. The cheapest solution has the first variable of every other pair; the
    // next best one has the first variable of pair 4 as well.
    let without_4 = (1..=PAIRS).filter(|&first| first != 4);
    let total = without_4.clone().sum::<usize>() + 30;
    let solution = |best: &Value| serde_json::from_value::<Vec<String>>(best["solution"].clone()).unwrap();
    assert_eq!((best[0]["total"].as_u64(), solution(&best[0])), (Some(total as u64), names(without_4.chain([30]))));
    assert_eq!(
        (best[1]["total"].as_u64(), solution(&best[1])),
        (Some(total as u64 + 4), names((1..=PAIRS).chain([30])))
    );
}

/// Evaluates a diagram, given as JSON, for the valuation in which the variables accepted by `is_true` are true.
fn holds(diagram: &Value, is_true: impl Fn(&str) -> bool) -> bool {
    let nodes = diagram["nodes"].as_array().unwrap();
    let mut id = diagram["root"].as_u64().unwrap();
    while id > 1 {
        let node = nodes.iter().find(|node| node["id"].as_u64() == Some(id)).unwrap();
        let child = if is_true(node["variable"].as_str().unwrap()) { "high" } else { "low" };
        id = node[child].as_u64().unwrap();
    }
    id == 1
}

#[test]
fn an_exported_diagram_names_its_levels() {
    let diagram: Value = serde_json::from_str(&said("export", "--format json")).unwrap();
    assert_eq!(diagram["solutions"], 3u64.pow(PAIRS as u32));
    assert!(diagram["nodes"].as_array().unwrap().len() <= 3 * PAIRS);
    // A valuation in which both variables, the first one, or the second one of each pair are true, in turn. No variable
    // of the pair `left_out` is true.
    let taken = |variable: &str, left_out: usize| {
        let variable: usize = variable[1..].parse().unwrap();
        let pair = (variable - 1) % PAIRS + 1;
        pair != left_out && [true, variable <= PAIRS, variable > PAIRS][pair % 3]
    };
    assert!(holds(&diagram, |variable| taken(variable, 0)));
    for pair in 1..=PAIRS {
        assert!(!holds(&diagram, |variable| taken(variable, pair)), "{pair}");
    }
    let drawn = said("export", "--format dot");
    for name in names(1..=2 * PAIRS) {
        assert!(drawn.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn what_can_not_be_had_in_any_order_is_told() {
    let board = answer("export 30 --format dimacs");
    let file = tempfile::Builder::new().suffix(".cnf").tempfile().unwrap();
    std::fs::write(file.path(), board).unwrap();
    let path = file.path().to_str().unwrap();
    let message = error(1, ["puzzle", "export", path, "--format", "json"]);
    assert!(message.ends_with("the diagram of the puzzle on line 1 does not fit in memory"), "{message}");
}
