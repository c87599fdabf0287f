//! `Rules`, rules over named variables.

use std::sync::Arc;

use bdd_core::export::{dimacs, opb};
use bdd_core::{BigUint, DiagramBuilder, Dnnf, Literal};
use pyo3::prelude::*;

use crate::diagram::{PyBdd, PyZdd};
use crate::names::NameTable;
use crate::work::{error, run};

/// A statement of `Rules`: the bounds and the literals that are counted. An exclusion has no bounds.
type RuleStatement = (Option<(usize, usize)>, Vec<String>);

/// Rules over named variables, which become a diagram.
///
/// A literal is the name of a variable, or `!` and the name for its negation.
///
/// >>> import nqueens_guide as nq
/// >>> rules = nq.Rules(["ann", "bob", "cid"])
/// >>> rules.exclude("ann", "bob")
/// >>> rules.at_least(1, ["ann", "bob", "cid"])
/// >>> rules.bdd().count(), rules.count()
/// (5, 5)
#[pyclass(name = "Rules", module = "nqueens_guide")]
pub(crate) struct PyRules {
    names: Arc<NameTable>,
    rules: bdd_core::Rules,
    statements: Vec<RuleStatement>,
}

impl PyRules {
    fn literals(&self, texts: &[String]) -> PyResult<Vec<Literal>> {
        texts.iter().map(|text| self.names.literal(text)).collect()
    }

    /// Adds the rule that `min` to `max` of the literals are true.
    fn bounded(&mut self, min: usize, max: usize, texts: Vec<String>) -> PyResult<()> {
        let literals = self.literals(&texts)?;
        let mut variables: Vec<_> = literals.iter().map(|literal| literal.variable).collect();
        variables.sort_unstable();
        if let Some(pair) = variables.windows(2).find(|pair| pair[0] == pair[1]) {
            let name = self.names.name(pair[0]);
            return Err(error(format!("expected literals of different variables, found {name:?} twice")));
        }
        self.rules.count(min..=max, &literals);
        self.statements.push((Some((min, max)), texts));
        Ok(())
    }
}

#[pymethods]
impl PyRules {
    /// Creates an empty list of rules. `names` are the names of the variables, in their order.
    #[new]
    fn new(names: Vec<String>) -> PyResult<PyRules> {
        let names = NameTable::new(names)?;
        let rules = bdd_core::Rules::try_new(names.len()).map_err(error)?;
        Ok(PyRules { names, rules, statements: Vec::new() })
    }

    /// The names of the variables, in their order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.list().to_vec()
    }

    /// Adds the rule that two variables are not both true.
    fn exclude(&mut self, first: String, second: String) -> PyResult<()> {
        let [a, b] = [self.names.find(&first)?, self.names.find(&second)?];
        if a == b {
            return Err(error(format!("expected two variables, found {first:?} twice")));
        }
        self.rules.exclude(a, b);
        self.statements.push((None, vec![first, second]));
        Ok(())
    }

    /// Adds the rule that at least `number` of the literals are true.
    fn at_least(&mut self, number: usize, literals: Vec<String>) -> PyResult<()> {
        self.bounded(number, literals.len().max(number), literals)
    }

    /// Adds the rule that at most `number` of the literals are true.
    fn at_most(&mut self, number: usize, literals: Vec<String>) -> PyResult<()> {
        self.bounded(0, number, literals)
    }

    /// Adds the rule that exactly `number` of the literals are true.
    fn exactly(&mut self, number: usize, literals: Vec<String>) -> PyResult<()> {
        self.bounded(number, number, literals)
    }

    /// Adds the rule that `least` to `most` of the literals are true.
    fn between(&mut self, least: usize, most: usize, literals: Vec<String>) -> PyResult<()> {
        if least > most {
            return Err(error(format!("expected the smaller bound first, found {least} to {most}")));
        }
        self.bounded(least, most, literals)
    }

    /// Adds the rule that, if `literal` is true, at least one of `any_of` is true.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> rules = nq.Rules(["rack", "bag"])
    /// >>> rules.requires("bag", ["rack"])
    /// >>> list(rules.bdd())
    /// [['rack', 'bag'], ['rack'], []]
    fn requires(&mut self, literal: String, any_of: Vec<String>) -> PyResult<()> {
        let negated = match literal.strip_prefix('!') {
            Some(name) => name.to_owned(),
            None => format!("!{literal}"),
        };
        let literals = [vec![negated], any_of].concat();
        let most = literals.len();
        self.bounded(1, most, literals)
    }

    /// Returns the diagram of all valuations that satisfy the rules.
    fn bdd(&self, py: Python<'_>) -> PyResult<PyBdd> {
        let diagram = run(py, |budget| DiagramBuilder::new(&self.rules).build(budget))?;
        Ok(PyBdd::new(diagram, Arc::clone(&self.names)))
    }

    /// Returns the zero-suppressed diagram of all valuations that satisfy the rules.
    fn zdd(&self, py: Python<'_>) -> PyResult<PyZdd> {
        let diagram = run(py, |budget| DiagramBuilder::new(&self.rules).build_zdd(budget))?;
        Ok(PyZdd::new(diagram, Arc::clone(&self.names)))
    }

    /// Returns the diagram in an order of the variables that is chosen for the rules. Suits hundreds of variables with
    /// short rules.
    fn reordered_bdd(&self, py: Python<'_>) -> PyResult<PyBdd> {
        let (diagram, order) = run(py, |budget| DiagramBuilder::new(&self.rules).build_reordered(budget))?;
        Ok(PyBdd::new(diagram, NameTable::new(order.by_level(self.names.list()))?))
    }

    /// Returns the number of valuations that satisfy the rules. The rules are compiled to d-DNNF, not to a diagram, so
    /// the count succeeds for some rules whose diagram is too large.
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        run(py, |budget| Dnnf::compile(&self.rules, &[], budget)?.model_count(&[], budget))
    }

    /// Returns the rules in DIMACS CNF, for SAT solvers. Variable `i + 1` has the name `names[i]`.
    fn dimacs(&self) -> PyResult<String> {
        let mut text = Vec::new();
        dimacs::write(&mut text, &self.rules, &[], &[]).map_err(error)?;
        String::from_utf8(text).map_err(error)
    }

    /// Returns the rules in OPB, for pseudo-Boolean solvers. Variable `xi` has the name `names[i - 1]`.
    fn opb(&self) -> PyResult<String> {
        let mut text = Vec::new();
        opb::write(&mut text, &self.rules, &[], None, &[]).map_err(error)?;
        String::from_utf8(text).map_err(error)
    }

    #[staticmethod]
    fn _load(names: Vec<String>, statements: Vec<RuleStatement>) -> PyResult<PyRules> {
        let mut rules = PyRules::new(names)?;
        for (bounds, literals) in statements {
            match (bounds, literals.as_slice()) {
                (Some((min, max)), _) => rules.bounded(min, max, literals)?,
                (None, [first, second]) => rules.exclude(first.clone(), second.clone())?,
                _ => return Err(error("expected an exclusion of two variables")),
            }
        }
        Ok(rules)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, RulesParts)> {
        let this = slf.borrow();
        Ok((slf.get_type().getattr("_load")?, (this.names(), this.statements.clone())))
    }

    fn __repr__(&self) -> String {
        format!("<Rules: {} variables, {} statements>", self.names.len(), self.statements.len())
    }
}

type RulesParts = (Vec<String>, Vec<RuleStatement>);
