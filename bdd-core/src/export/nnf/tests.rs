use proptest::prelude::*;

use super::*;
use crate::budget::Budget;
use crate::dnnf::Dnnf;
use crate::id::Variable;
use crate::rules::{Literal, Rules};
use crate::testing::{smaller_in_miri, valuations};

fn read_text(text: &str, variables: Option<usize>) -> Result<Dnnf, ReadError> {
    read(text, variables, &mut Budget::unlimited())
}

/// Evaluates the text of c2d's format, line by line.
fn c2d_value(text: &str, valuation: &[bool]) -> bool {
    let mut values: Vec<bool> = Vec::new();
    for line in text.lines().skip(1) {
        let numbers: Vec<i64> = line.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
        let child = |&number: &i64| values[number as usize];
        values.push(match &line[..1] {
            "L" => valuation[numbers[0].unsigned_abs() as usize - 1] == (numbers[0] > 0),
            "A" => numbers[1..].iter().all(child),
            _ => numbers[2..].iter().any(child),
        });
    }
    *values.last().unwrap()
}

/// Returns the same function in the format of d4: each node of c2d's text as a node, with the literals on the edges.
fn as_d4(text: &str) -> String {
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let (mut nodes, mut edges) = (String::new(), String::new());
    // The root comes first; the last node is an anchor for literals.
    let truth = lines.len() + 1;
    for (number, line) in lines.iter().enumerate().rev() {
        let kind = if line.starts_with('O') { "o" } else { "a" };
        nodes += &format!("{kind} {} 0\n", number + 1);
        let numbers: Vec<i64> = line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
        let children = match &line[..1] {
            "L" => {
                edges += &format!("{} {truth} {} 0\n", number + 1, numbers[0]);
                continue;
            }
            "A" => &numbers[1..],
            _ => &numbers[2..],
        };
        for &child in children {
            // The literal parts of a branch are on the edge, as d4 writes them.
            let line = lines[child as usize];
            match line.strip_prefix("L ") {
                Some(literal) => edges += &format!("{} {truth} {literal} 0\n", number + 1),
                None if kind == "o" && line.starts_with('A') => {
                    let parts: Vec<usize> = line.split(' ').skip(2).map(|word| word.parse().unwrap()).collect();
                    let literal = |&part: &usize| lines[part].strip_prefix("L ");
                    let literals: String = parts.iter().filter_map(literal).map(|one| format!("{one} ")).collect();
                    let rest: Vec<usize> = parts.iter().copied().filter(|part| literal(part).is_none()).collect();
                    let middle = lines.len() + 2 + child as usize + number * lines.len();
                    nodes += &format!("a {middle} 0\n");
                    edges += &format!("{} {middle} {literals}0\n", number + 1);
                    rest.iter().for_each(|part| edges += &format!("{middle} {} 0\n", part + 1));
                }
                None => edges += &format!("{} {} 0\n", number + 1, child + 1),
            }
        }
    }
    format!("{nodes}t {truth} 0\n{edges}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(smaller_in_miri(400, 4)))]

    #[test]
    fn both_formats_hold_the_function(
        variables in 1usize..9,
        clauses in prop::collection::vec(prop::collection::vec((0usize..9, any::<bool>()), 1..5), 0..9),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0u8..128), 1..3),
    ) {
        let mut rules = Rules::new(variables);
        for clause in &clauses {
            let mut literals: Vec<Literal> = Vec::new();
            for &(variable, value) in clause {
                let variable = Variable::from_index(variable % variables);
                if literals.iter().all(|literal| literal.variable != variable) {
                    literals.push(Literal { variable, value });
                }
            }
            rules.at_least_one(&literals);
        }
        let budget = &mut Budget::unlimited();
        let dnnf = Dnnf::compile(&rules, &[], budget).unwrap();
        let mut text = Vec::new();
        write(&mut text, &dnnf).unwrap();
        let text = String::from_utf8(text).unwrap();
        let d4 = as_d4(&text);
        for (text, variables) in [(&text, None), (&text, Some(variables)), (&d4, Some(variables))] {
            let again = read_text(text, variables).unwrap_or_else(|error| panic!("{error}\n{text}"));
            for valuation in valuations(rules.variables()) {
                let literals: Vec<Literal> = valuation
                    .iter()
                    .enumerate()
                    .map(|(variable, &value)| Literal { variable: Variable::from_index(variable), value })
                    .collect();
                assert_eq!(again.is_satisfiable(&literals, budget).unwrap(), rules.are_satisfied_by(&valuation));
            }
            assert_eq!(again.counts(&[], budget).unwrap().by_variable, dnnf.counts(&[], budget).unwrap().by_variable);
        }
        // A damaged text is refused, or is another function, which the reader reads as the text says.
        let mut damaged = text.clone().into_bytes();
        for (place, byte) in damage {
            let place = place.index(damaged.len());
            damaged[place] = byte;
        }
        let damaged = String::from_utf8(damaged).unwrap();
        if let Ok(read) = read_text(&damaged, Some(variables))
            && damaged.lines().next() == text.lines().next()
            && damaged.lines().all(|line| line.starts_with(['n', 'L', 'A', 'O']) )
        {
            let expected = valuations(variables).filter(|valuation| c2d_value(&damaged, valuation)).count();
            assert_eq!(read.model_count(&[], budget).unwrap(), expected.into(), "{damaged}");
        }
    }
}

#[test]
fn errors_name_the_line_and_the_fault() {
    for (text, expected) in [
        ("", "expected a d-DNNF in the format of c2d or d4, found the end of the file"),
        ("nnf 1 0 x\nA 0\n", "line 1: expected the header nnf NODES EDGES VARIABLES, found \"x\""),
        ("nnf 2 0 1\nA 0\n", "expected as many nodes as the header states, found the end of the file"),
        ("nnf 1 0 1\nL 2\n", "line 2: expected variables from 1 to 1, found 2"),
        ("nnf 1 0 1\nL 0\n", "line 2: expected a literal, a number other than 0, found \"0\""),
        ("nnf 1 0 1\nB 1\n", "line 2: expected L, A or O, found \"B\""),
        ("nnf 1 1 1\nA 1 0\n", "line 2: expected a node of an earlier line, found \"0\""),
        (
            "nnf 2 2 1\nL 1\nA 2 0 0\n",
            "line 3: expected parts of a conjunction that share no variable, found variable 1 in two parts",
        ),
        (
            "nnf 3 2 2\nL 1\nL 2\nO 0 2 0 1\n",
            "line 4: expected a decision (two branches with opposite literals of one variable), found a disjunction of another form",
        ),
        ("nnf 1 0 70000\nA 0\n", "line 1: expected variables from 1 to 65535, found 70000"),
        ("o 1 0\no 1 0\n", "line 2: expected the number of a new node, found \"1\""),
        ("o 1 0\n1 2 0\n", "line 2: expected a declared node, found \"2\""),
        ("o 1 0\n1 1 0\n", "line 1: expected nodes without a cycle, found a node that is its own descendant"),
        ("o 1 0\nt 2 0\n1 2 3\n", "line 3: expected a literal, a number other than 0, found \"\""),
        ("hello\n", "line 1: expected a node or an edge, found \"hello\""),
    ] {
        assert_eq!(read_text(text, None).map(|_| ()).unwrap_err().to_string(), expected, "{text}");
    }
    assert_eq!(
        read_text("nnf 1 0 2\nA 0\n", Some(3)).unwrap_err().to_string(),
        "line 1: expected 3 variables, found 2"
    );
}

#[test]
fn constants_and_comments_are_read() {
    let budget = &mut Budget::unlimited();
    for (text, count) in [
        ("c by hand\nnnf 1 0 2\nA 0\n", 4u32),
        ("nnf 1 0 2\nO 0 0\n", 0),
        ("t 1 0\n", 4),
        ("f 1 0\n", 0),
        ("o 1 0\nf 2 0\nt 3 0\n1 2 -1 0\n1 3 1 0\n", 2),
    ] {
        assert_eq!(read_text(text, Some(2)).unwrap().model_count(&[], budget).unwrap(), count.into(), "{text}");
    }
}

#[test]
fn a_long_chain_takes_no_stack() {
    let length = smaller_in_miri(50_000, 100);
    let mut text: String = (1..=length).map(|node| format!("a {node} 0\n")).collect();
    text += &format!("t {} 0\n", length + 1);
    (1..=length).for_each(|node| text += &format!("{node} {} {} 0\n", node + 1, node));
    let chain = read(&text, None, &mut Budget::unlimited().with_memory(1 << 33)).unwrap();
    assert_eq!(chain.model_count(&[], &mut Budget::unlimited()).unwrap(), 1u32.into());
    let limited = read(&text, None, &mut Budget::unlimited().with_memory(1 << 20));
    assert!(matches!(limited, Err(ReadError::Interrupted(_))));
}
