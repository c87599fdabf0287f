use proptest::prelude::*;

use super::*;
use crate::reduction::{EqualChildren, ZeroSuppressed};
use crate::testing::smaller_in_miri;

/// Returns the diagram of a truth table: bit `row` is the value where each variable `v` has the value of bit `v` of
/// `row`.
fn diagram<R: Reduction>(variables: usize, bits: u64) -> DecisionDiagram<R> {
    let value = |low: bool| if low { TRUE } else { FALSE };
    let mut children: Vec<Index> = (0..1 << variables).map(|row| value(bits >> row & 1 == 1)).collect();
    // Variable 0 is the lowest bit of a row and decides first: halves are joined from the last variable on.
    let mut listed = Vec::new();
    for level in (0..variables).rev() {
        let half = children.len() / 2;
        children = (0..half)
            .map(|row| {
                listed.push((Variable::from_index(level), children[row].into(), children[row + half].into()));
                listed.len() as Index + 1
            })
            .collect();
    }
    DecisionDiagram::from_nodes(variables, listed, children[0].into(), &mut Budget::unlimited()).unwrap()
}

fn bits<R: Reduction>(diagram: &DecisionDiagram<R>) -> u64 {
    let variables = diagram.variables();
    (0..1u64 << variables)
        .filter(|row| diagram.is_satisfied_by(&(0..variables).map(|v| row >> v & 1 == 1).collect::<Vec<_>>()))
        .map(|row| 1 << row)
        .sum()
}

fn every_pair<R: Reduction>() {
    let budget = &mut Budget::unlimited();
    let mut manager = Manager::<R>::new(3);
    let functions: Vec<Function> = (0..256).map(|bits| manager.add(&diagram(3, bits), budget).unwrap()).collect();
    let step = smaller_in_miri(1, 37);
    for (a, &f) in functions.iter().enumerate().step_by(step) {
        assert_eq!(bits(&manager.diagram(f, budget).unwrap()), a as u64);
        assert_eq!(manager.not(f, budget).unwrap(), functions[!a & 0xff]);
        for v in 0..3usize {
            let fixed = |value: usize| -> usize {
                (0..8).map(|row: usize| (a >> (row & !(1 << v) | value << v) & 1) << row).sum()
            };
            let variable = Variable::from_index(v);
            for value in [false, true] {
                let literal = Literal { variable, value };
                assert_eq!(manager.restrict(f, &[literal], budget).unwrap(), functions[fixed(value.into())]);
            }
            assert_eq!(manager.exists(f, &[variable], budget).unwrap(), functions[fixed(0) | fixed(1)]);
            assert_eq!(manager.forall(f, &[variable], budget).unwrap(), functions[fixed(0) & fixed(1)]);
        }
        for (b, &g) in functions.iter().enumerate().step_by(step) {
            assert_eq!(manager.and(f, g, budget).unwrap(), functions[a & b], "{a:08b} and {b:08b}");
            assert_eq!(manager.or(f, g, budget).unwrap(), functions[a | b], "{a:08b} or {b:08b}");
            assert_eq!(manager.xor(f, g, budget).unwrap(), functions[a ^ b], "{a:08b} xor {b:08b}");
            assert_eq!(manager.and_not(f, g, budget).unwrap(), functions[a & !b], "{a:08b} and not {b:08b}");
            assert_eq!(manager.implies(f, g, budget).unwrap(), functions[(!a | b) & 0xff]);
            assert_eq!(manager.iff(f, g, budget).unwrap(), functions[!(a ^ b) & 0xff]);
            let h = (a * 31 + b * 17) % 256;
            let chosen = manager.ite(f, g, functions[h], budget).unwrap();
            assert_eq!(chosen, functions[a & b | !a & h], "ite {a:08b} {b:08b} {h:08b}");
        }
    }
}

#[test]
fn operations_agree_with_truth_tables_of_three_variables() {
    every_pair::<EqualChildren>();
    every_pair::<ZeroSuppressed>();
}

/// An operation of a random sequence: its kind and the places of its operands, modulo the number of functions so far.
type Operation = (u8, usize, usize, u8);

fn sequence<R: Reduction>(operations: &[Operation]) {
    const VARIABLES: usize = 6;
    let unlimited = &mut Budget::unlimited();
    let mut manager = Manager::<R>::new(VARIABLES);
    let mut functions: Vec<Function> = Vec::new();
    let mut values: Vec<u64> = Vec::new();
    for variable in 0..VARIABLES as u16 {
        functions.push(manager.literal(Literal::positive(variable), unlimited).unwrap());
        values.push((0..64).filter(|row| row >> variable & 1 == 1).map(|row| 1 << row).sum());
    }
    for &(kind, i, j, mask) in operations {
        let (i, j) = (i % functions.len(), j % functions.len());
        let (f, g, a, b) = (functions[i], functions[j], values[i], values[j]);
        let quantified: Vec<usize> = (0..VARIABLES).filter(|v| mask >> v & 1 == 1).collect();
        let variables: Vec<Variable> = quantified.iter().map(|&v| Variable::from_index(v)).collect();
        let fixed = |bits: u64, v: usize, value: u64| -> u64 {
            (0..64).map(|row: u64| (bits >> (row & !(1 << v) | value << v) & 1) << row).sum()
        };
        let merged = |merge: fn(u64, u64) -> u64| {
            quantified.iter().fold(a, |bits, &v| merge(fixed(bits, v, 0), fixed(bits, v, 1)))
        };
        let (function, value) = match kind % 8 {
            0 => (manager.and(f, g, unlimited), a & b),
            1 => (manager.or(f, g, unlimited), a | b),
            2 => (manager.xor(f, g, unlimited), a ^ b),
            3 => (manager.and_not(f, g, unlimited), a & !b),
            4 => (manager.exists(f, &variables, unlimited), merged(|low, high| low | high)),
            5 => (manager.forall(f, &variables, unlimited), merged(|low, high| low & high)),
            6 => {
                let literals: Vec<Literal> =
                    variables.iter().map(|&variable| Literal { variable, value: variable.index() % 2 == 1 }).collect();
                (
                    manager.restrict(f, &literals, unlimited),
                    quantified.iter().fold(a, |a, &v| fixed(a, v, v as u64 % 2)),
                )
            }
            _ => {
                // Half of the functions are dropped.
                let kept = functions.len().div_ceil(2);
                functions.drain(..functions.len() - kept);
                values.drain(..values.len() - kept);
                manager.collect(&mut functions);
                continue;
            }
        };
        functions.push(function.unwrap());
        values.push(value);
    }
    for (i, (&function, &value)) in functions.iter().zip(&values).enumerate() {
        let diagram = manager.diagram(function, unlimited).unwrap();
        assert_eq!(bits(&diagram), value);
        assert_eq!(manager.add(&diagram, unlimited).unwrap(), function);
        for (other, other_value) in functions.iter().zip(&values).take(i) {
            assert_eq!(function == *other, value == *other_value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(smaller_in_miri(512, 4)))]

    #[test]
    fn random_sequences_agree_with_truth_tables(
        operations in prop::collection::vec((any::<u8>(), any::<usize>(), any::<usize>(), any::<u8>()), 0..40),
    ) {
        sequence::<EqualChildren>(&operations);
        sequence::<ZeroSuppressed>(&operations);
    }
}

#[test]
fn an_operation_without_memory_leaves_the_functions_valid() {
    let mut manager = Manager::<EqualChildren>::new(40);
    let unlimited = &mut Budget::unlimited();
    // A disjunction of pairs in a bad order has 2^21 nodes.
    let pair = |manager: &mut Manager<EqualChildren>, i: u16, budget: &mut Budget<'_>| {
        let [a, b] = [i, i + 20].map(|variable| manager.literal(Literal::positive(variable), budget));
        manager.and(a?, b?, budget)
    };
    let mut some = manager.constant(false);
    let mut last = some;
    let refused = (0..20).find_map(|i| {
        let budget = &mut Budget::unlimited().with_memory(1 << 20);
        last = some;
        let pair = pair(&mut manager, i, budget).and_then(|pair| manager.or(some, pair, budget));
        pair.map(|function| some = function).err()
    });
    assert!(matches!(refused, Some(Interrupted::TooLarge { .. })), "{refused:?}");
    // The sequence goes on with the last function, and the nodes that only other functions need are dropped.
    manager.collect([&mut last]);
    let diagram = manager.diagram(last, unlimited).unwrap();
    assert_eq!(manager.node_count(), diagram.node_count());
    let again = manager.and(last, last, unlimited).unwrap();
    assert_eq!(again, last);
    let steps = manager.not(last, &mut Budget::unlimited().with_steps(10));
    assert_eq!(steps, Err(Interrupted::TooLong { limit: 10 }));
}

#[test]
fn as_many_levels_as_there_can_be_take_no_stack() {
    let budget = &mut Budget::unlimited();
    let variables = smaller_in_miri(Variable::MAX_COUNT, 100);
    let mut manager = Manager::<ZeroSuppressed>::new(variables);
    let literal = Literal { variable: Variable::from_index(variables - 1), value: true };
    let last = manager.literal(literal, budget).unwrap();
    let not = manager.not(last, budget).unwrap();
    assert_eq!(manager.or(last, not, budget).unwrap(), manager.constant(true));
    assert_eq!(manager.exists(last, &[literal.variable], budget).unwrap(), manager.constant(true));
}

#[test]
#[should_panic(expected = "expected a function of this manager that was not dropped")]
fn a_dropped_function_is_refused() {
    let budget = &mut Budget::unlimited();
    let mut manager = Manager::<EqualChildren>::new(2);
    let mut kept = manager.literal(Literal::positive(0), budget).unwrap();
    let dropped = manager.literal(Literal::positive(1), budget).unwrap();
    manager.collect([&mut kept]);
    let _ = manager.and(kept, dropped, budget);
}
