//! The packages of other projects. Their tables depend on the size of the board: they have room for all nodes of the
//! rank-by-rank schedules, so that garbage is never collected, and caches with a quarter as many entries.

use std::marker::PhantomData;

use bdd_core::{Budget, DecisionDiagram, Literal, Reduction};
use nqueens_guide::Size;
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::SatCountCache;
use oxidd::util::num::F64;
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};

use crate::schedule::Package;

/// Returns the number of nodes to make room for. Each size makes about four times as many nodes as the one before.
fn nodes(size: Size) -> usize {
    1 << (2 * size.get()).clamp(16, 26)
}

pub(crate) struct OxiDd {
    manager: BDDManagerRef,
    variables: usize,
}

impl OxiDd {
    pub(crate) fn new(size: Size) -> OxiDd {
        let manager = oxidd::bdd::new_manager(nodes(size), nodes(size) / 4, 1);
        let variables = size.square_count();
        manager.with_manager_exclusive(|manager| manager.add_vars(variables as u32));
        OxiDd { manager, variables }
    }
}

const ROOM: &str = "the table has room for the nodes in use";

impl Package for OxiDd {
    type Function = BDDFunction;

    fn literal(&self, Literal { variable, value }: Literal) -> BDDFunction {
        let variable = variable.into();
        self.manager.with_manager_shared(|manager| {
            let literal =
                if value { BDDFunction::var(manager, variable) } else { BDDFunction::not_var(manager, variable) };
            literal.expect(ROOM)
        })
    }

    fn and(&self, a: &BDDFunction, b: &BDDFunction) -> BDDFunction {
        a.and(b).expect(ROOM)
    }

    fn or(&self, a: &BDDFunction, b: &BDDFunction) -> BDDFunction {
        a.or(b).expect(ROOM)
    }

    fn node_count(&self, function: &BDDFunction) -> usize {
        function.node_count()
    }

    fn model_count(&self, function: &BDDFunction) -> f64 {
        let mut cache = SatCountCache::<F64, std::hash::RandomState>::default();
        function.sat_count(self.variables as u32, &mut cache).0
    }
}

/// The operations of `bdd_core` on diagrams as a [`Package`]. They keep no tables from one operation to the next.
pub(crate) struct Algebra<R> {
    variables: usize,
    reduction: PhantomData<R>,
}

impl<R> Algebra<R> {
    pub(crate) fn new(size: Size) -> Algebra<R> {
        Algebra { variables: size.square_count(), reduction: PhantomData }
    }
}

const NO_LIMIT: &str = "there is no limit";

impl<R: Reduction> Package for Algebra<R> {
    type Function = DecisionDiagram<R>;

    fn literal(&self, literal: Literal) -> DecisionDiagram<R> {
        DecisionDiagram::literal(self.variables, literal)
    }

    fn and(&self, a: &DecisionDiagram<R>, b: &DecisionDiagram<R>) -> DecisionDiagram<R> {
        a.and(b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn or(&self, a: &DecisionDiagram<R>, b: &DecisionDiagram<R>) -> DecisionDiagram<R> {
        a.or(b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn node_count(&self, function: &DecisionDiagram<R>) -> usize {
        function.node_count()
    }

    fn model_count(&self, function: &DecisionDiagram<R>) -> f64 {
        u64::try_from(function.model_count()).expect("fewer than 2^64 solutions") as f64
    }
}

#[cfg(has_buddy)]
impl<'a> Package for &'a bench_buddy::Manager {
    type Function = bench_buddy::BuddyFunction<'a>;

    fn literal(&self, Literal { variable, value }: Literal) -> Self::Function {
        bench_buddy::Manager::literal(self, variable.into(), value)
    }

    fn and(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        bench_buddy::Manager::and(self, a, b)
    }

    fn or(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        bench_buddy::Manager::or(self, a, b)
    }

    fn node_count(&self, function: &Self::Function) -> usize {
        function.node_count() + 2
    }

    fn model_count(&self, function: &Self::Function) -> f64 {
        function.model_count()
    }
}

/// Returns BuDDy with its tables.
#[cfg(has_buddy)]
pub(crate) fn buddy(size: Size) -> bench_buddy::Manager {
    let nodes = nodes(size) as i32;
    bench_buddy::Manager::new(size.square_count() as u16, nodes, nodes / 4)
}
