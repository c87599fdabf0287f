//! The same conjunction for every package: the operations of a package, and the order of the rules.

use bdd_core::{Literal, Rules, Variable};
use nqueens_guide::{Size, nqueens_rules};

/// The operations that a schedule needs of a BDD package.
pub(crate) trait Package {
    type Function;

    fn constant(&self, value: bool) -> Self::Function;
    fn literal(&self, literal: Literal) -> Self::Function;
    fn and(&self, a: &Self::Function, b: &Self::Function) -> Self::Function;
    fn or(&self, a: &Self::Function, b: &Self::Function) -> Self::Function;
    fn xor(&self, a: &Self::Function, b: &Self::Function) -> Self::Function;
    /// Returns the number of nodes, both terminals included.
    fn node_count(&self, function: &Self::Function) -> usize;
    fn model_count(&self, function: &Self::Function) -> f64;
}

/// The order in which ranks are conjoined, and the exclusions added with each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PeerSchedule {
    /// The last rank first, each with its exclusions towards itself and the ranks conjoined before.
    LastRankFirst,
    /// The first rank first, each with its exclusions towards itself and the ranks conjoined before.
    FirstRankFirst,
    /// The schedule of the n-queens benchmark in bdd-benchmark (Sølvsten): the first rank first, each
    /// square with its exclusions of all squares that it attacks.
    BddBenchmark,
}

impl PeerSchedule {
    pub(crate) fn build<P: Package>(self, package: &P, size: Size) -> P::Function {
        let rules = nqueens_rules(size);
        let n = size.get();
        let mut included = vec![self == PeerSchedule::BddBenchmark; rules.variables()];
        let mut all = None;
        for step in 0..n {
            let rank = if self == PeerSchedule::LastRankFirst { n - 1 - step } else { step };
            let line: Vec<Variable> = size.rank(rank).map(|square| size.variable(square)).collect();
            line.iter().for_each(|&variable| included[usize::from(variable)] = true);
            let rank = relation(package, &rules, &line, &included);
            all = Some(match all {
                Some(all) => package.and(&all, &rank),
                None => rank,
            });
        }
        all.expect("a board has a rank")
    }
}

/// Returns the function that exactly one variable of `line` is true, and that all `included` variables that it excludes
/// are false. Forms the disjunction over the line in pairs, the quickest order found with every package.
fn relation<P: Package>(package: &P, rules: &Rules, line: &[Variable], included: &[bool]) -> P::Function {
    let mut parts: Vec<_> = line.iter().map(|&variable| choice(package, rules, variable, included)).collect();
    while parts.len() > 1 {
        let mut halved = Vec::new();
        let mut rest = parts.into_iter();
        while let Some(a) = rest.next() {
            halved.push(match rest.next() {
                Some(b) => package.or(&a, &b),
                None => a,
            });
        }
        parts = halved;
    }
    parts.pop().expect("a line has a variable")
}

/// Returns the conjunction of a variable with the negations of all `included` variables that it excludes. Forms it from
/// the last level up, so that each step adds one node.
fn choice<P: Package>(package: &P, rules: &Rules, variable: Variable, included: &[bool]) -> P::Function {
    let excluded = rules.excluded_by(variable).iter().copied().filter(|&other| included[usize::from(other)]);
    let mut literals: Vec<_> = excluded.map(Literal::negative).chain([Literal::positive(variable)]).collect();
    literals.sort_unstable();
    let mut literals = literals.into_iter().rev();
    let last = package.literal(literals.next().expect("at least the variable"));
    literals.fold(last, |cube, literal| package.and(&package.literal(literal), &cube))
}
