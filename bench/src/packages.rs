//! The packages of other projects. The size of their tables depends on the task: there is room for all nodes that the
//! task makes, so that garbage is never collected. The caches have a quarter as many entries as the tables.

use std::marker::PhantomData;

use std::cell::RefCell;

use bdd_core::{
    Budget, DecisionDiagram, EqualChildren, Function as SharedFunction, Literal, Manager as SharedManager, Reduction,
};
use biodivine_lib_bdd::{BddVariable, BddVariableSet};
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::SatCountCache;
use oxidd::util::num::F64;
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};

use crate::schedule::Package;

pub(crate) struct OxiDd {
    manager: BDDManagerRef,
    variables: usize,
}

impl OxiDd {
    pub(crate) fn new(variables: usize, nodes: usize) -> OxiDd {
        let manager = oxidd::bdd::new_manager(nodes, nodes / 4, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables as u32));
        OxiDd { manager, variables }
    }
}

const ROOM: &str = "the table has room for the nodes in use";

impl Package for OxiDd {
    type Function = BDDFunction;

    fn constant(&self, value: bool) -> BDDFunction {
        self.manager
            .with_manager_shared(|manager| if value { BDDFunction::t(manager) } else { BDDFunction::f(manager) })
    }

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

    fn xor(&self, a: &BDDFunction, b: &BDDFunction) -> BDDFunction {
        a.xor(b).expect(ROOM)
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
    pub(crate) fn new(variables: usize) -> Algebra<R> {
        Algebra { variables, reduction: PhantomData }
    }
}

const NO_LIMIT: &str = "there is no limit";

impl<R: Reduction> Package for Algebra<R> {
    type Function = DecisionDiagram<R>;

    fn constant(&self, value: bool) -> DecisionDiagram<R> {
        DecisionDiagram::constant(self.variables, value)
    }

    fn literal(&self, literal: Literal) -> DecisionDiagram<R> {
        DecisionDiagram::literal(self.variables, literal)
    }

    fn and(&self, a: &DecisionDiagram<R>, b: &DecisionDiagram<R>) -> DecisionDiagram<R> {
        a.and(b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn or(&self, a: &DecisionDiagram<R>, b: &DecisionDiagram<R>) -> DecisionDiagram<R> {
        a.or(b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn xor(&self, a: &DecisionDiagram<R>, b: &DecisionDiagram<R>) -> DecisionDiagram<R> {
        a.xor(b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn node_count(&self, function: &DecisionDiagram<R>) -> usize {
        function.node_count()
    }

    fn model_count(&self, function: &DecisionDiagram<R>) -> f64 {
        u64::try_from(function.model_count()).expect("fewer than 2^64 solutions") as f64
    }
}

/// The manager of `bdd_core`. Its tables grow as they are filled: tables for all nodes at once take longer to clear
/// than to grow.
pub(crate) struct ManagerPackage(RefCell<SharedManager<EqualChildren>>);

impl ManagerPackage {
    pub(crate) fn new(variables: usize) -> ManagerPackage {
        ManagerPackage(RefCell::new(SharedManager::new(variables)))
    }

    fn diagram(&self, function: SharedFunction) -> DecisionDiagram<EqualChildren> {
        self.0.borrow().diagram(function, &mut Budget::unlimited()).expect(NO_LIMIT)
    }
}

impl Package for ManagerPackage {
    type Function = SharedFunction;

    fn constant(&self, value: bool) -> SharedFunction {
        self.0.borrow().constant(value)
    }

    fn literal(&self, literal: Literal) -> SharedFunction {
        self.0.borrow_mut().literal(literal, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn and(&self, a: &SharedFunction, b: &SharedFunction) -> SharedFunction {
        self.0.borrow_mut().and(*a, *b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn or(&self, a: &SharedFunction, b: &SharedFunction) -> SharedFunction {
        self.0.borrow_mut().or(*a, *b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn xor(&self, a: &SharedFunction, b: &SharedFunction) -> SharedFunction {
        self.0.borrow_mut().xor(*a, *b, &mut Budget::unlimited()).expect(NO_LIMIT)
    }

    fn node_count(&self, function: &SharedFunction) -> usize {
        self.diagram(*function).node_count()
    }

    fn model_count(&self, function: &SharedFunction) -> f64 {
        u64::try_from(self.diagram(*function).model_count()).expect("fewer than 2^64 solutions") as f64
    }
}

/// The library biodivine-lib-bdd. It keeps no tables from one operation to the next.
pub(crate) struct Biodivine(BddVariableSet);

impl Biodivine {
    pub(crate) fn new(variables: usize) -> Biodivine {
        Biodivine(BddVariableSet::new_anonymous(variables as u16))
    }
}

impl Package for Biodivine {
    type Function = biodivine_lib_bdd::Bdd;

    fn constant(&self, value: bool) -> Self::Function {
        if value { self.0.mk_true() } else { self.0.mk_false() }
    }

    fn literal(&self, Literal { variable, value }: Literal) -> Self::Function {
        self.0.mk_literal(BddVariable::from_index(variable.index()), value)
    }

    fn and(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        a.and(b)
    }

    fn or(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        a.or(b)
    }

    fn xor(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        a.xor(b)
    }

    fn node_count(&self, function: &Self::Function) -> usize {
        function.size()
    }

    fn model_count(&self, function: &Self::Function) -> f64 {
        function.cardinality()
    }
}

#[cfg(has_buddy)]
impl<'a> Package for &'a bench_buddy::Manager {
    type Function = bench_buddy::BuddyFunction<'a>;

    fn constant(&self, value: bool) -> Self::Function {
        bench_buddy::Manager::constant(self, value)
    }

    fn literal(&self, Literal { variable, value }: Literal) -> Self::Function {
        bench_buddy::Manager::literal(self, variable.into(), value)
    }

    fn and(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        bench_buddy::Manager::and(self, a, b)
    }

    fn or(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        bench_buddy::Manager::or(self, a, b)
    }

    fn xor(&self, a: &Self::Function, b: &Self::Function) -> Self::Function {
        bench_buddy::Manager::xor(self, a, b)
    }

    fn node_count(&self, function: &Self::Function) -> usize {
        function.node_count() + 2
    }

    fn model_count(&self, function: &Self::Function) -> f64 {
        function.model_count()
    }
}

/// Returns the initialized BuDDy library, with tables for `nodes` nodes.
#[cfg(has_buddy)]
pub(crate) fn buddy(variables: usize, nodes: usize) -> bench_buddy::Manager {
    bench_buddy::Manager::new(variables as u16, nodes as i32, nodes as i32 / 4)
}
