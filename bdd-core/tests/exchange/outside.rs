//! Tests with files of diagrams that programs of other projects read and write. The tests need these programs, and are
//! ignored by default.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use bdd_core::export::dddmp::{self, DddmpMode, Labels};
use bdd_core::{Bdd, Budget, DecisionDiagram, DiagramBuilder, Literal, Order, Reduction, Rules, Sampler, Variable};

use super::{VARIABLES, permutations, random};

struct Case {
    name: String,
    bdd: Bdd,
    order: Order,
}

/// Returns constants, literals, random functions and two large functions, in several orders.
fn cases() -> Vec<Case> {
    let budget = &mut Budget::unlimited();
    let mut diagrams: Vec<Bdd> = [false, true].map(|value| Bdd::constant(VARIABLES, value)).into();
    for literal in [Literal::positive(0), Literal::negative(3), Literal::positive(7)] {
        diagrams.push(Bdd::constant(VARIABLES, true).select(&[literal], budget).unwrap());
    }
    diagrams.extend((0..60).map(random));
    // More than 127 variables in the support take numbers of two bytes, and a node after 2^14 others takes a number of
    // three bytes.
    let mut chain = Rules::new(300);
    (0..299u16).for_each(|variable| chain.exclude(variable, variable + 1));
    diagrams.push(DiagramBuilder::new(&chain).build(budget).unwrap());
    diagrams.push(permutations(11));
    let orders = [|_, level| level, |count, level| count - 1 - level, |count, level| (level * 7 + 3) % count];
    (0..)
        .zip(diagrams)
        .map(|(number, bdd): (usize, Bdd)| {
            let count = bdd.variables();
            let variables: Vec<usize> = (0..count).map(|level| orders[number % 3](count, level)).collect();
            let order = Order::new(variables.into_iter().map(Variable::from_index).collect());
            Case { name: format!("case{number}"), bdd, order: order.expect("7 divides no number of variables") }
        })
        .collect()
}

fn written(bdd: &Bdd, mode: DddmpMode, labels: &Labels) -> Vec<u8> {
    let mut bytes = Vec::new();
    dddmp::write(&mut bytes, bdd, mode, labels, &mut Budget::unlimited()).unwrap();
    bytes
}

/// Returns the values of the function for all valuations. The root's variable changes fastest, or the last variable if
/// `reversed`.
fn table(bdd: &Bdd, reversed: bool) -> String {
    let count = bdd.variables();
    let value = |bits: u32| {
        let valuation: Vec<bool> =
            (0..count).map(|level| bits >> (if reversed { count - 1 - level } else { level }) & 1 == 1).collect();
        char::from(b'0' + u8::from(bdd.is_satisfied_by(&valuation)))
    };
    (0..1 << count).map(value).collect()
}

/// Checks that CUDD reads our files as the same functions and writes the same bytes, and that we read all of its files.
#[test]
#[ignore = "takes the Python package dd"]
fn dd_and_cudd_read_and_write_the_same_dddmp_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |case: &Case, name: &str| folder.path().join(format!("{}.{name}", case.name));
    let names = Labels::new().with_variables(Variable::all(VARIABLES).map(|variable| format!("x{variable}")));
    let cases = cases();
    let mut list = String::new();
    for case in &cases {
        let order: Vec<String> = case.order.variables().iter().map(ToString::to_string).collect();
        writeln!(list, "{} {} {}", case.name, case.bdd.variables(), order.join(" ")).unwrap();
        let labels = Labels::new().with_diagram("name").with_order(case.order.clone());
        fs::write(path(case, "ours.text"), written(&case.bdd, DddmpMode::Text, &labels)).unwrap();
        fs::write(path(case, "ours.binary"), written(&case.bdd, DddmpMode::Binary, &labels)).unwrap();
        if case.bdd.variables() == VARIABLES {
            fs::write(path(case, "named.dddmp"), written(&case.bdd, DddmpMode::Text, &names)).unwrap();
        }
    }
    fs::write(folder.path().join("cases"), list).unwrap();
    run(folder.path(), include_str!("cudd.py"));

    let budget = &mut Budget::unlimited();
    for case in &cases {
        let of =
            |name: &str| fs::read(path(case, name)).unwrap_or_else(|error| panic!("{} {name}: {error}", case.name));
        let same = |ours: &str, theirs: &str| assert!(of(ours) == of(theirs), "{} {theirs}", case.name);
        let found = String::from_utf8(of("table")).unwrap();
        if case.bdd.variables() == VARIABLES {
            assert_eq!(found, table(&case.bdd, false), "{}", case.name);
        } else {
            let models = case.bdd.model_count().to_string().parse::<f64>().unwrap();
            let share = found.parse::<f64>().unwrap() / models;
            assert!((share - 1.0).abs() < 1e-9, "{} {found} {models}", case.name);
        }
        same("ours.text", "cudd.text");
        same("ours.binary", "cudd.binary");
        for name in ["cudd.text", "cudd.binary"] {
            let (read, header) = dddmp::read(&of(name), budget).unwrap();
            assert!(read == case.bdd, "{} {name}", case.name);
            assert!(header.support.iter().all(|of| case.order.variable(of.variable) == of.id));
        }
        for name in ["roots.text", "roots.binary"] {
            let diagrams = dddmp::read_all(&of(name), budget).unwrap();
            let [plain, opposite] = [0, 1].map(|root| diagrams.diagram(root, &mut Budget::unlimited()).unwrap());
            assert!(plain == case.bdd);
            let all = Bdd::constant(case.bdd.variables(), true).model_count();
            assert_eq!(plain.model_count() + opposite.model_count(), all);
        }
        if case.bdd.variables() == VARIABLES {
            assert_eq!(String::from_utf8(of("named.table")).unwrap(), table(&case.bdd, false), "{}", case.name);
            same("named.dddmp", "dd.dddmp");
            let (read, header) = dddmp::read(&of("reversed.dddmp"), budget).unwrap();
            assert_eq!(table(&read, true), table(&case.bdd, false), "{}", case.name);
            let expected: Vec<String> = (0..VARIABLES).rev().map(|number| format!("x{number}")).collect();
            assert_eq!(header.variable_names, Some(expected));
        }
    }
}

/// An operation on functions, with its other arguments. It names its operands by their numbers.
enum Operation {
    Not(usize),
    /// An operation on two functions, by its name in dd.
    Binary(&'static str, usize, usize),
    Ite(usize, usize, usize),
    Exists(usize, Vec<Variable>),
    Forall(usize, Vec<Variable>),
    Restrict(usize, Vec<Literal>),
    Compose(usize, Variable, usize),
    Rename(usize, Vec<Variable>),
}

impl Operation {
    const BINARY: [&'static str; 6] = ["and", "or", "xor", "=>", "<=>", "diff"];

    /// Returns a random operation on `functions` functions.
    fn random(functions: usize, sampler: &mut Sampler) -> Operation {
        let mut below = |limit: usize| sampler.index(limit).expect("the limit is positive");
        let mut variables: Vec<Variable> = Variable::all(VARIABLES).collect();
        (1..VARIABLES).for_each(|last| variables.swap(last, below(last + 1)));
        let few = variables[..1 + below(3)].to_vec();
        let kind = below(12);
        let [a, b, c] = [(); 3].map(|()| below(functions));
        match kind {
            0 => Operation::Not(a),
            1 => Operation::Ite(a, b, c),
            2 => Operation::Exists(a, few),
            3 => Operation::Forall(a, few),
            4 => {
                let values = few.into_iter().map(|variable| Literal { variable, value: below(2) == 0 });
                Operation::Restrict(a, values.collect())
            }
            5 => Operation::Compose(a, variables[0], b),
            6 => Operation::Rename(a, variables),
            _ => Operation::Binary(Operation::BINARY[below(6)], a, b),
        }
    }

    fn compute<R: Reduction>(&self, of: &[DecisionDiagram<R>]) -> DecisionDiagram<R> {
        let budget = &mut Budget::unlimited();
        let computed = match self {
            &Operation::Not(a) => of[a].not(budget),
            &Operation::Binary(name, a, b) => match name {
                "and" => of[a].and(&of[b], budget),
                "or" => of[a].or(&of[b], budget),
                "xor" => of[a].xor(&of[b], budget),
                "=>" => of[a].implies(&of[b], budget),
                "<=>" => of[a].iff(&of[b], budget),
                _ => of[a].and_not(&of[b], budget),
            },
            &Operation::Ite(a, b, c) => of[a].ite(&of[b], &of[c], budget),
            Operation::Exists(a, variables) => of[*a].exists(variables, budget),
            Operation::Forall(a, variables) => of[*a].forall(variables, budget),
            Operation::Restrict(a, literals) => of[*a].restrict(literals, budget),
            Operation::Compose(a, variable, b) => of[*a].compose(*variable, &of[*b], budget),
            Operation::Rename(a, names) => of[*a].rename(VARIABLES, names, budget),
        };
        computed.unwrap()
    }

    /// Returns the line that `operations.py` reads.
    fn line(&self) -> String {
        let list = |variables: &[Variable]| variables.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        match self {
            Operation::Not(a) => format!("not {a}"),
            Operation::Binary(name, a, b) => format!("{name} {a} {b}"),
            Operation::Ite(a, b, c) => format!("ite {a} {b} {c}"),
            Operation::Exists(a, variables) => format!("exist {a} {}", list(variables)),
            Operation::Forall(a, variables) => format!("forall {a} {}", list(variables)),
            Operation::Restrict(a, literals) => {
                let variables: Vec<Variable> = literals.iter().map(|literal| literal.variable).collect();
                let values: Vec<&str> = literals.iter().map(|literal| if literal.value { "1" } else { "0" }).collect();
                format!("restrict {a} {} {}", list(&variables), values.join(","))
            }
            Operation::Compose(a, variable, b) => format!("compose {a} {variable} {b}"),
            Operation::Rename(a, names) => format!("rename {a} {}", list(names)),
        }
    }
}

/// Checks that CUDD computes the same functions as both kinds of diagrams. Each operation takes results of earlier
/// operations.
#[test]
#[ignore = "takes the Python package dd"]
fn operations_give_the_functions_of_dd_and_cudd() {
    const READ: usize = 200;
    const COMPUTED: usize = 3000;
    let folder = tempfile::tempdir().unwrap();
    let budget = &mut Budget::unlimited();
    let names: Vec<String> = Variable::all(VARIABLES).map(|variable| format!("x{variable}")).collect();
    let mut bdds: Vec<Bdd> = (0..READ as u64).map(random).collect();
    let mut zdds: Vec<_> = bdds.iter().map(|bdd| bdd.to_zdd(&mut Budget::unlimited()).unwrap()).collect();
    let mut lines = vec![names.join(" ")];
    lines.resize(1 + READ, "read".to_owned());
    let mut sampler = Sampler::new(20_261_126);
    for _ in 0..COMPUTED {
        let operation = Operation::random(bdds.len(), &mut sampler);
        bdds.push(operation.compute(&bdds));
        zdds.push(operation.compute(&zdds));
        lines.push(operation.line());
    }
    // Constants would test little, so that only few functions may be constant.
    let constants = bdds.iter().filter(|bdd| bdd.node_count() <= 2).count();
    assert!(constants < bdds.len() / 4, "{constants} of {} functions are constants", bdds.len());
    fs::write(folder.path().join("functions"), lines.join("\n")).unwrap();
    let labels = Labels::new().with_variables(names);
    for (number, (bdd, zdd)) in bdds.iter().zip(&zdds).enumerate() {
        for (form, bdd) in [("bdd", bdd), ("zdd", &zdd.to_bdd(budget).unwrap())] {
            let file = folder.path().join(format!("{number}.{form}.dddmp"));
            fs::write(file, written(bdd, DddmpMode::Text, &labels)).unwrap();
        }
    }
    run(folder.path(), include_str!("operations.py"));
}

/// Runs a script with the folder as its argument.
fn run(folder: &Path, source: &str) {
    let python = std::env::var("NQUEENS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = folder.join("script.py");
    fs::write(&script, source).unwrap();
    let run = Command::new(&python).arg(&script).arg(folder).output();
    let run = run.unwrap_or_else(|error| panic!("{python} is needed, with the package dd: {error}"));
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{python} failed, which needs the package dd (pip install dd==0.6.0): {said}");
}
