//! The algebra against truth tables, for both reduction rules.

use bdd_core::{
    Bdd, Budget, DecisionDiagram, DiagramBuilder, Interrupted, Literal, Reduction, Rules, Sampler, Variable, Zdd,
};

/// A function of up to 10 variables by its values: bit `row` is the value where each variable `v` has the value of bit
/// `v` of `row`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Table {
    variables: usize,
    words: Vec<u64>,
}

impl Table {
    fn from_fn(variables: usize, value: impl Fn(usize) -> bool) -> Table {
        let mut words = vec![0; (1usize << variables).div_ceil(64)];
        (0..1 << variables).filter(|&row| value(row)).for_each(|row| words[row / 64] |= 1 << (row % 64));
        Table { variables, words }
    }

    fn get(&self, row: usize) -> bool {
        self.words[row / 64] >> (row % 64) & 1 == 1
    }

    fn of<R: Reduction>(diagram: &DecisionDiagram<R>) -> Table {
        Table::from_fn(diagram.variables(), |row| {
            let valuation: Vec<bool> = (0..diagram.variables()).map(|v| row >> v & 1 == 1).collect();
            diagram.is_satisfied_by(&valuation)
        })
    }

    fn map(&self, value: impl Fn(usize) -> bool) -> Table {
        Table::from_fn(self.variables, value)
    }

    /// Returns the diagram: the disjunction of a minterm for each model, made by `select`.
    fn diagram<R: Reduction>(&self) -> DecisionDiagram<R> {
        let budget = &mut Budget::unlimited();
        let mut all = DecisionDiagram::constant(self.variables, false);
        for row in (0..1usize << self.variables).filter(|&row| self.get(row)) {
            let literals: Vec<Literal> = (0..self.variables)
                .map(|v| Literal { variable: Variable::from_index(v), value: row >> v & 1 == 1 })
                .collect();
            let minterm = DecisionDiagram::constant(self.variables, true).select(&literals, budget).unwrap();
            all = all.or(&minterm, budget).unwrap();
        }
        all
    }
}

fn variable(number: usize) -> Variable {
    Variable::from_index(number)
}

/// Checks that no node is redundant and that no two nodes are equal.
fn check_reduced<R: Reduction>(diagram: &DecisionDiagram<R>) {
    let mut seen = std::collections::HashSet::new();
    for variable in Variable::all(diagram.variables()) {
        for (_, node) in diagram.level_nodes(variable) {
            let redundant = if R::SKIPS_FREE { node.low() == node.high() } else { node.high().index() == 0 };
            assert!(!redundant && seen.insert((variable, node.low(), node.high())), "{node:?}");
        }
    }
}

/// Returns all functions of three variables, in the order of the numbers whose bits are their truth tables.
fn all_functions<R: Reduction>() -> Vec<DecisionDiagram<R>> {
    let functions: Vec<_> = (0..256u32).map(|bits| Table::from_fn(3, |row| bits >> row & 1 == 1).diagram()).collect();
    for (bits, function) in functions.iter().enumerate() {
        check_reduced(function);
        assert_eq!(Table::of(function).words, [bits as u64]);
    }
    functions
}

fn every_pair<R: Reduction>() {
    let functions = all_functions::<R>();
    let budget = &mut Budget::unlimited();
    for (a, f) in functions.iter().enumerate() {
        assert_eq!(f.not(budget).unwrap(), functions[!a & 0xff], "not {a:08b}");
        for v in 0..3 {
            let bit = |row: usize, value: bool| a >> (if value { row | 1 << v } else { row & !(1 << v) }) & 1;
            let number = |value: &dyn Fn(usize) -> usize| (0..8).map(|row| value(row) << row).sum::<usize>();
            let at = |value| number(&|row| bit(row, value));
            assert_eq!(
                f.restrict(&[Literal { variable: variable(v), value: false }], budget).unwrap(),
                functions[at(false)]
            );
            assert_eq!(
                f.restrict(&[Literal { variable: variable(v), value: true }], budget).unwrap(),
                functions[at(true)]
            );
            assert_eq!(
                f.exists(&[variable(v)], budget).unwrap(),
                functions[at(false) | at(true)],
                "exists {v} {a:08b}"
            );
            assert_eq!(
                f.forall(&[variable(v)], budget).unwrap(),
                functions[at(false) & at(true)],
                "forall {v} {a:08b}"
            );
        }
        for (b, g) in functions.iter().enumerate() {
            assert_eq!(f.and(g, budget).unwrap(), functions[a & b], "{a:08b} and {b:08b}");
            assert_eq!(f.or(g, budget).unwrap(), functions[a | b], "{a:08b} or {b:08b}");
            assert_eq!(f.xor(g, budget).unwrap(), functions[a ^ b], "{a:08b} xor {b:08b}");
            assert_eq!(f.and_not(g, budget).unwrap(), functions[a & !b], "{a:08b} and not {b:08b}");
            assert_eq!(f.implies(g, budget).unwrap(), functions[(!a | b) & 0xff], "{a:08b} implies {b:08b}");
            assert_eq!(f.iff(g, budget).unwrap(), functions[!(a ^ b) & 0xff], "{a:08b} iff {b:08b}");
            assert_eq!(f.is_subset_of(g, budget).unwrap(), a & !b == 0);
            assert_eq!(f.is_disjoint_from(g, budget).unwrap(), a & b == 0);
            for v in [0, 2] {
                let composed: usize = (0..8)
                    .map(|row: usize| {
                        let inner = b >> row & 1;
                        let changed = row & !(1 << v) | inner << v;
                        (a >> changed & 1) << row
                    })
                    .sum();
                assert_eq!(f.compose(variable(v), g, budget).unwrap(), functions[composed]);
            }
        }
    }
    // The operation with three arguments is compared on triples of some of the functions.
    for a in (0..256).step_by(7) {
        for b in (0..256).step_by(11) {
            for c in (0..256).step_by(13) {
                let chosen = functions[a].ite(&functions[b], &functions[c], budget).unwrap();
                assert_eq!(chosen, functions[a & b | !a & c], "ite {a:08b} {b:08b} {c:08b}");
            }
        }
    }
}

#[test]
fn every_pair_of_functions_of_three_variables_as_bdd() {
    every_pair::<bdd_core::EqualChildren>();
}

#[test]
fn every_pair_of_functions_of_three_variables_as_zdd() {
    every_pair::<bdd_core::ZeroSuppressed>();
}

/// Returns a random expression over `variables` variables: its table, and its diagrams under both reduction rules, by
/// the same operations.
fn random_expression(variables: usize, operations: usize, sampler: &mut Sampler) -> (Table, Bdd, Zdd) {
    let budget = &mut Budget::unlimited();
    let mut draw = |limit: usize| sampler.index(limit).expect("a limit above 0");
    let mut stack: Vec<(Table, Bdd, Zdd)> = Vec::new();
    for step in 0..operations {
        let needs_operand = stack.len() < 2 || (stack.len() < 4 && draw(2) == 0);
        if needs_operand && step + stack.len() < operations {
            let literal = Literal { variable: variable(draw(variables)), value: draw(2) == 0 };
            let table = Table::from_fn(variables, |row| (row >> literal.variable.index() & 1 == 1) == literal.value);
            stack.push((table, Bdd::literal(variables, literal), Zdd::literal(variables, literal)));
            continue;
        }
        if stack.len() < 2 {
            break;
        }
        let (t, b, z) = stack.pop().unwrap();
        let (u, c, y) = stack.pop().unwrap();
        let v = draw(variables);
        let flip = |row: usize| row ^ 1 << v;
        stack.push(match draw(9) {
            0 => (t.map(|r| t.get(r) && u.get(r)), b.and(&c, budget).unwrap(), z.and(&y, budget).unwrap()),
            1 => (t.map(|r| t.get(r) || u.get(r)), b.or(&c, budget).unwrap(), z.or(&y, budget).unwrap()),
            2 => (t.map(|r| t.get(r) != u.get(r)), b.xor(&c, budget).unwrap(), z.xor(&y, budget).unwrap()),
            3 => (t.map(|r| !t.get(r) || u.get(r)), b.implies(&c, budget).unwrap(), z.implies(&y, budget).unwrap()),
            4 => (t.map(|r| t.get(r) == u.get(r)), b.iff(&c, budget).unwrap(), z.iff(&y, budget).unwrap()),
            5 => {
                let or = t.map(|r| t.get(r) || u.get(r));
                let both = (b.or(&c, budget).unwrap(), z.or(&y, budget).unwrap());
                let vs = [variable(v)];
                (
                    or.map(|r| or.get(r) && or.get(flip(r))),
                    both.0.forall(&vs, budget).unwrap(),
                    both.1.forall(&vs, budget).unwrap(),
                )
            }
            6 => {
                let and = t.map(|r| t.get(r) && u.get(r));
                let both = (b.and(&c, budget).unwrap(), z.and(&y, budget).unwrap());
                let vs = [variable(v)];
                (
                    and.map(|r| and.get(r) || and.get(flip(r))),
                    both.0.exists(&vs, budget).unwrap(),
                    both.1.exists(&vs, budget).unwrap(),
                )
            }
            7 => {
                let at = |r: usize| if u.get(r) { r | 1 << v } else { r & !(1 << v) };
                (
                    t.map(|r| t.get(at(r))),
                    b.compose(variable(v), &c, budget).unwrap(),
                    z.compose(variable(v), &y, budget).unwrap(),
                )
            }
            _ => {
                let (n, m) = (b.not(budget).unwrap(), z.not(budget).unwrap());
                (
                    t.map(|r| if u.get(r) { !t.get(r) } else { t.get(r) }),
                    c.ite(&n, &b, budget).unwrap(),
                    y.ite(&m, &z, budget).unwrap(),
                )
            }
        });
    }
    stack.pop().unwrap()
}

fn check_random_expressions(count: usize) {
    let mut sampler = Sampler::new(20_261_125);
    for number in 0..count {
        let variables = 1 + number % 10;
        let operations = 2 + number % 37;
        let (table, bdd, zdd) = random_expression(variables, operations, &mut sampler);
        assert_eq!(Table::of(&bdd), table, "expression {number}");
        assert_eq!(Table::of(&zdd), table, "expression {number}");
        assert_eq!(bdd.to_zdd(&mut Budget::unlimited()).unwrap(), zdd);
        assert_eq!(zdd.to_bdd(&mut Budget::unlimited()).unwrap(), bdd);
        check_reduced(&bdd);
        check_reduced(&zdd);
    }
}

#[test]
fn random_expressions_have_the_values_of_their_tables() {
    check_random_expressions(3_000);
}

/// Compares every renaming of three variables into three and into four variables.
fn every_renaming<R: Reduction>() {
    let budget = &mut Budget::unlimited();
    for variables in [3, 4] {
        let names =
            (0..variables).flat_map(|a| (0..variables).flat_map(move |b| (0..variables).map(move |c| [a, b, c])));
        for names in names.filter(|[a, b, c]| a != b && b != c && a != c) {
            for bits in (0..256usize).step_by(3) {
                let function: DecisionDiagram<R> = Table::from_fn(3, |row| bits >> row & 1 == 1).diagram();
                let renamed = function.rename(variables, &names.map(variable), budget).unwrap();
                check_reduced(&renamed);
                let expected = Table::from_fn(variables, |row| {
                    let old: usize = names.iter().enumerate().map(|(v, name)| (row >> name & 1) << v).sum();
                    bits >> old & 1 == 1
                });
                assert_eq!(Table::of(&renamed), expected, "{names:?} {bits:08b}");
            }
        }
    }
}

#[test]
fn every_renaming_of_three_variables() {
    every_renaming::<bdd_core::EqualChildren>();
    every_renaming::<bdd_core::ZeroSuppressed>();
}

/// Conversions and operations whose results would not fit the budget's memory end early, with the reason.
#[test]
fn operations_and_conversions_keep_to_their_budget() {
    let unlimited = &mut Budget::unlimited();
    let count = |times: usize, variables: std::ops::Range<u16>| {
        let mut rules = Rules::new(400);
        rules.exactly(times, &variables.collect::<Vec<_>>());
        DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap()
    };
    let (f, g) = (count(100, 0..400), count(60, 100..300));
    let (f_zdd, g_zdd) = (f.to_zdd(unlimited).unwrap(), g.to_zdd(unlimited).unwrap());
    let limited = || Budget::unlimited().with_memory(100_000);
    let too_large = |interrupted: Option<Interrupted>| matches!(interrupted, Some(Interrupted::TooLarge { .. }));
    assert!(too_large(f.and(&g, &mut limited()).err()));
    assert!(too_large(f_zdd.xor(&g_zdd, &mut limited()).err()));
    assert!(too_large(f.is_subset_of(&f.or(&g, unlimited).unwrap(), &mut limited()).err()));
    assert!(too_large(f.to_zdd(&mut limited()).err()));
    assert!(too_large(f_zdd.to_bdd(&mut limited()).err()));
    assert!(f.and(&g, &mut Budget::unlimited().with_memory(100_000_000)).is_ok());
}

#[test]
#[ignore = "takes some minutes"]
fn a_hundred_thousand_random_expressions() {
    check_random_expressions(100_000);
}

/// Checks the laws of Boolean algebra on a diagram of a million nodes, whose truth table would be too large.
fn laws<R: Reduction>(from_bdd: fn(&Bdd, &mut Budget<'_>) -> DecisionDiagram<R>) {
    const VARIABLES: usize = 2000;
    let budget = &mut Budget::unlimited();
    let mut count = |times: usize, variables: std::ops::Range<u16>| {
        let mut rules = Rules::new(VARIABLES);
        rules.exactly(times, &variables.collect::<Vec<_>>());
        from_bdd(&DiagramBuilder::new(&rules).build(budget).unwrap(), budget)
    };
    let (f, g, h) = (count(1000, 0..2000), count(20, 900..940), count(3, 1980..2000));
    let budget = &mut Budget::unlimited();
    assert!(f.node_count() > 1_000_000, "{}", f.node_count());

    // De Morgan's laws hold.
    let [not_f, not_g] = [&f, &g].map(|one| one.not(&mut Budget::unlimited()).unwrap());
    assert_eq!(f.and(&g, budget).unwrap().not(budget).unwrap(), not_f.or(&not_g, budget).unwrap());
    assert_eq!(not_f.not(budget).unwrap(), f);
    // The law of distributivity holds.
    let or_then_and = f.and(&g.or(&h, budget).unwrap(), budget).unwrap();
    assert_eq!(or_then_and, f.and(&g, budget).unwrap().or(&f.and(&h, budget).unwrap(), budget).unwrap());
    // Shannon's expansion, and the duality of the quantifiers, at the first, a middle and the last variable.
    for v in [0, 917, 1999].map(Variable::new) {
        let [low, high] =
            [false, true].map(|value| f.restrict(&[Literal { variable: v, value }], &mut Budget::unlimited()).unwrap());
        let decision = DecisionDiagram::literal(VARIABLES, Literal::positive(v));
        assert_eq!(decision.ite(&high, &low, budget).unwrap(), f);
        assert_eq!(f.exists(&[v], budget).unwrap(), low.or(&high, budget).unwrap());
        assert_eq!(not_f.forall(&[v], budget).unwrap(), f.exists(&[v], budget).unwrap().not(budget).unwrap());
    }
    // The implication is decided without building its diagram.
    let both = f.and(&g, budget).unwrap();
    assert!(both.is_subset_of(&g, budget).unwrap() && !g.is_subset_of(&both, budget).unwrap());
    assert!(both.is_disjoint_from(&not_f, budget).unwrap());
}

#[test]
#[ignore = "takes a minute"]
fn laws_hold_on_a_million_nodes() {
    laws(|bdd, _| bdd.clone());
    laws(|bdd, budget| bdd.to_zdd(budget).unwrap());
}
