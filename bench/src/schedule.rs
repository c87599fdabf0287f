//! The same conjunction by any package: what a package has to do, and in which order the rules come.

use bdd_core::{Literal, Rules, Variable};
use nqueens_guide::{Size, nqueens_rules};

/// A package of binary decision diagrams, ready to conjoin.
pub(crate) trait Package {
    type Function;

    fn literal(&self, literal: Literal) -> Self::Function;
    fn and(&self, a: &Self::Function, b: &Self::Function) -> Self::Function;
    fn or(&self, a: &Self::Function, b: &Self::Function) -> Self::Function;
    /// The number of nodes, both terminals included.
    fn node_count(&self, function: &Self::Function) -> usize;
    fn model_count(&self, function: &Self::Function) -> f64;
}

/// In which order ranks are conjoined, and which exclusions come with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PeerSchedule {
    /// The last rank first; each excludes towards itself and the ranks that are in already.
    LastRankFirst,
    /// The first rank first; the same.
    FirstRankFirst,
    /// That of the n-queens benchmark in bdd-benchmark (Sølvsten): the first rank first, each with all exclusions
    /// towards the whole board.
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

/// Exactly one variable of the line is true, and none of the included ones that it excludes. The disjunction goes in
/// pairs, the quickest way found with every package.
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

/// The variable, and the negation of everything included that it excludes; conjoined from the last level up, so that
/// each step adds one node.
fn choice<P: Package>(package: &P, rules: &Rules, variable: Variable, included: &[bool]) -> P::Function {
    let excluded = rules.excluded_by(variable).iter().copied().filter(|&other| included[usize::from(other)]);
    let mut literals: Vec<_> = excluded.map(Literal::negative).chain([Literal::positive(variable)]).collect();
    literals.sort_unstable();
    let mut literals = literals.into_iter().rev();
    let last = package.literal(literals.next().expect("at least the variable"));
    literals.fold(last, |cube, literal| package.and(&package.literal(literal), &cube))
}
