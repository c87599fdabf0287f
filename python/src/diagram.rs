//! `Bdd` and `Zdd`, decision diagrams with named variables.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use bdd_core::export::{dddmp, dot, json, svg};
use bdd_core::format::{self, Label};
use bdd_core::{BigUint, Expression, Literal, Objective, Ranking, Reduction, Sampler, Variable};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBytes, PyDict};

use crate::names::{NameTable, to_decimal};
use crate::work::{RunError, error, invalid, run};

/// An iterator over the models of a diagram in their order, starting at a given number.
#[pyclass(module = "nqueens_guide", name = "Models")]
pub(crate) struct PyModels {
    ranking: Arc<Ranking>,
    names: Arc<NameTable>,
    next: BigUint,
}

#[pymethods]
impl PyModels {
    fn __iter__(models: PyRef<'_, Self>) -> PyRef<'_, Self> {
        models
    }

    fn __next__(&mut self) -> Option<Vec<String>> {
        let model = self.ranking.nth(&self.next)?;
        self.next += 1u8;
        Some(self.names.of(&model))
    }
}

/// Returns the objective called `name`: `cheapest` or `dearest`.
pub(crate) fn objective(name: &str) -> PyResult<Objective> {
    match name {
        "cheapest" => Ok(Objective::Cheapest),
        "dearest" => Ok(Objective::Dearest),
        other => Err(error(format!("expected the objective \"cheapest\" or \"dearest\", found {other:?}"))),
    }
}

/// Returns the label that this package writes into `.bdd` files: the kind and the size of the puzzle.
fn label() -> Label {
    Label { puzzle: "python".to_owned(), size: 0 }
}

/// Returns the text that `write` writes, as a Python result.
fn written<E: std::fmt::Display>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> PyResult<String> {
    let mut text = Vec::new();
    write(&mut text).map_err(error)?;
    String::from_utf8(text).map_err(error)
}

fn svg_of<R: Reduction>(diagram: &bdd_core::DecisionDiagram<R>, names: &NameTable) -> PyResult<String> {
    written(|out| svg::write(out, diagram, &|variable| names.name(variable).to_owned()))
}

/// Returns the names of the variables: `names`, whose number is checked, or `x0`, `x1` and so on.
fn named(names: Option<Vec<String>>, variables: usize) -> PyResult<Arc<NameTable>> {
    let names = names.unwrap_or_else(|| (0..variables).map(|number| format!("x{number}")).collect());
    if names.len() != variables {
        return Err(error(format!("expected {variables} names, one for each variable, found {}", names.len())));
    }
    NameTable::new(names)
}

macro_rules! diagrams {
    ($class:ident, $name:ident, $python:literal, $from_bytes:path, $read_file:path, $($about:literal)*) => {
        $(#[doc = $about])*
        #[pyclass(name = $python, module = "nqueens_guide", frozen)]
        pub(crate) struct $class {
            diagram: Arc<bdd_core::$name>,
            names: Arc<NameTable>,
        }

        impl $class {
            pub(crate) fn new(diagram: bdd_core::$name, names: Arc<NameTable>) -> $class {
                $class { diagram: Arc::new(diagram), names }
            }

            /// Runs `work` on this diagram, and returns its result as a diagram over the same variables.
            fn with(&self, py: Python<'_>, work: impl FnOnce(&bdd_core::$name, &mut bdd_core::Budget<'_>) -> Result<bdd_core::$name, bdd_core::Interrupted> + Send) -> PyResult<$class> {
                let diagram = &*self.diagram;
                Ok($class::new(run(py, |budget| work(diagram, budget))?, Arc::clone(&self.names)))
            }

            /// Checks that another diagram has the same variables.
            fn same_variables(&self, other: &$class) -> PyResult<()> {
                if self.names == other.names {
                    return Ok(());
                }
                Err(error(format!(
                    "expected two functions of the same variables in the same order, found [{}] and [{}]; `rename` changes the variables",
                    self.names.list().join(", "),
                    other.names.list().join(", "),
                )))
            }

            fn combined(&self, py: Python<'_>, other: &$class, combine: impl FnOnce(&bdd_core::$name, &bdd_core::$name, &mut bdd_core::Budget<'_>) -> Result<bdd_core::$name, bdd_core::Interrupted> + Send) -> PyResult<$class> {
                self.same_variables(other)?;
                self.with(py, |diagram, budget| combine(diagram, &other.diagram, budget))
            }

            fn ranking(&self, py: Python<'_>) -> PyResult<Ranking> {
                run(py, |budget| Ranking::new(Arc::clone(&self.diagram), budget))
            }

            fn valuation(&self, model: &[String]) -> PyResult<Vec<bool>> {
                let mut valuation = vec![false; self.names.len()];
                for variable in self.names.find_all(model)? {
                    valuation[variable.index()] = true;
                }
                Ok(valuation)
            }
        }

        #[pymethods]
        impl $class {
            /// Returns the function of an expression with the operators `!`, `&`, `^`, `|`, `=>`, `<=>`, the constants
            /// `true` and `false`, and parentheses.
            ///
            /// `names` is the order of the variables. Without `names`, the variables come in the order of their first
            /// use.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> guests = nq.", stringify!($name), ".from_expression(\"!(ann & bob) & (ann | bob | cid)\")")]
            /// >>> guests.names
            /// ['ann', 'bob', 'cid']
            /// >>> guests.count()
            /// 5
            #[staticmethod]
            #[pyo3(signature = (text, names=None))]
            fn from_expression(py: Python<'_>, text: &str, names: Option<Vec<String>>) -> PyResult<$class> {
                let names = match names {
                    Some(names) => names,
                    None => Expression::parse(text).map_err(RunError::from)?.names().to_vec(),
                };
                let names = NameTable::new(names)?;
                let diagram = run(py, |budget| bdd_core::$name::from_expression(text, names.list(), budget))?;
                Ok($class::new(diagram, names))
            }

            /// Returns the function of the variables `names` that is `value` everywhere.
            #[staticmethod]
            fn constant(names: Vec<String>, value: bool) -> PyResult<$class> {
                let names = NameTable::new(names)?;
                Ok($class::new(bdd_core::$name::constant(names.len(), value), names))
            }

            /// Returns one function for each of `names`: the function that is true where its variable is true.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> a, b = nq.", stringify!($name), ".variables([\"a\", \"b\"])")]
            /// >>> (a & ~b).count()
            /// 1
            #[staticmethod]
            fn variables(names: Vec<String>) -> PyResult<Vec<$class>> {
                let names = NameTable::new(names)?;
                let literal = |variable| bdd_core::$name::literal(names.len(), Literal::positive(variable));
                Ok(Variable::all(names.len()).map(|variable| $class::new(literal(variable), Arc::clone(&names))).collect())
            }

            /// The names of the variables, in the order of the diagram.
            #[getter]
            fn names(&self) -> Vec<String> {
                self.names.list().to_vec()
            }

            /// The number of nodes, both terminals included.
            #[getter]
            fn node_count(&self) -> usize {
                self.diagram.node_count()
            }

            fn __and__(&self, py: Python<'_>, other: &$class) -> PyResult<$class> {
                self.combined(py, other, |f, g, budget| f.and(g, budget))
            }

            fn __or__(&self, py: Python<'_>, other: &$class) -> PyResult<$class> {
                self.combined(py, other, |f, g, budget| f.or(g, budget))
            }

            fn __xor__(&self, py: Python<'_>, other: &$class) -> PyResult<$class> {
                self.combined(py, other, |f, g, budget| f.xor(g, budget))
            }

            fn __sub__(&self, py: Python<'_>, other: &$class) -> PyResult<$class> {
                self.combined(py, other, |f, g, budget| f.and_not(g, budget))
            }

            fn __invert__(&self, py: Python<'_>) -> PyResult<$class> {
                self.with(py, |diagram, budget| diagram.not(budget))
            }

            /// Compares functions: `==` for the same models, `<=` and `>=` for subsets and supersets of models.
            fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
                let Ok(other) = other.cast::<$class>() else { return Ok(py.NotImplemented()) };
                let other = other.get();
                let are_equal = self.names == other.names && self.diagram == other.diagram;
                let is_subset = |small: &$class, large: &$class| {
                    small.same_variables(large)?;
                    run(py, |budget| small.diagram.is_subset_of(&large.diagram, budget))
                };
                let answer = match operator {
                    CompareOp::Eq => are_equal,
                    CompareOp::Ne => !are_equal,
                    CompareOp::Le => is_subset(self, other)?,
                    CompareOp::Ge => is_subset(other, self)?,
                    CompareOp::Lt => is_subset(self, other)? && !are_equal,
                    CompareOp::Gt => is_subset(other, self)? && !are_equal,
                };
                Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                self.diagram.hash(&mut hasher);
                hasher.finish()
            }

            /// Raises `TypeError`, because the truth value of a function, as in `if f:`, would be ambiguous.
            fn __bool__(&self) -> PyResult<bool> {
                Err(PyTypeError::new_err("a function has no truth value: call is_false() or is_true(), or compare with =="))
            }

            /// Returns the implication: true where this function is false or `other` is true.
            fn implies(&self, py: Python<'_>, other: &$class) -> PyResult<$class> {
                self.combined(py, other, |f, g, budget| f.implies(g, budget))
            }

            /// Returns the equivalence: true where both functions have the same value.
            fn iff(&self, py: Python<'_>, other: &$class) -> PyResult<$class> {
                self.combined(py, other, |f, g, budget| f.iff(g, budget))
            }

            /// Returns the function with the value of `then` where this function is true, and of `otherwise` elsewhere.
            fn ite(&self, py: Python<'_>, then: &$class, otherwise: &$class) -> PyResult<$class> {
                self.same_variables(otherwise)?;
                self.combined(py, then, |f, g, budget| f.ite(g, &otherwise.diagram, budget))
            }

            /// Returns `True` if the function has no model.
            fn is_false(&self) -> bool {
                self.diagram.is_false()
            }

            /// Returns `True` if the function is true everywhere.
            fn is_true(&self) -> bool {
                self.diagram.is_true()
            }

            /// Returns `True` if the two functions have no common model.
            fn is_disjoint(&self, py: Python<'_>, other: &$class) -> PyResult<bool> {
                self.same_variables(other)?;
                run(py, |budget| self.diagram.is_disjoint_from(&other.diagram, budget))
            }

            /// Returns the function that is true where this function is true for some values of the variables `names`.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> f = nq.", stringify!($name), ".from_expression(\"a & (b | c)\")")]
            #[doc = concat!(">>> f.exists([\"a\"]) == nq.", stringify!($name), ".from_expression(\"b | c\", [\"a\", \"b\", \"c\"])")]
            /// True
            fn exists(&self, py: Python<'_>, names: Vec<String>) -> PyResult<$class> {
                let variables = self.names.find_all(&names)?;
                self.with(py, |diagram, budget| diagram.exists(&variables, budget))
            }

            /// Returns the function that is true where this function is true for all values of the variables `names`.
            fn forall(&self, py: Python<'_>, names: Vec<String>) -> PyResult<$class> {
                let variables = self.names.find_all(&names)?;
                self.with(py, |diagram, budget| diagram.forall(&variables, budget))
            }

            /// Returns the function with fixed values for some variables. The result does not depend on these
            /// variables.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> f = nq.", stringify!($name), ".from_expression(\"a & b | c\")")]
            #[doc = concat!(">>> f.restrict({\"a\": True, \"c\": False}) == nq.", stringify!($name), ".from_expression(\"b\", f.names)")]
            /// True
            fn restrict(&self, py: Python<'_>, values: &Bound<'_, PyDict>) -> PyResult<$class> {
                let literals = self.names.assignment(values)?;
                self.with(py, |diagram, budget| diagram.restrict(&literals, budget))
            }

            /// Returns the function with only the models that have these values.
            fn select(&self, py: Python<'_>, values: &Bound<'_, PyDict>) -> PyResult<$class> {
                let literals = self.names.assignment(values)?;
                self.with(py, |diagram, budget| diagram.select(&literals, budget))
            }

            /// Returns the function with `function` in place of the variable `name`.
            fn compose(&self, py: Python<'_>, name: &str, function: &$class) -> PyResult<$class> {
                let variable = self.names.find(name)?;
                self.combined(py, function, |f, g, budget| f.compose(variable, g, budget))
            }

            /// Returns the function with other variables: each key of `renamed` becomes its value.
            ///
            /// `names` is the new order of all variables, by default the old order with the new names.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> f = nq.", stringify!($name), ".from_expression(\"a & !b\")")]
            /// >>> f.rename({"a": "x"}).names
            /// ['x', 'b']
            #[doc = concat!(">>> f.rename({\"a\": \"b\", \"b\": \"a\"}, [\"a\", \"b\", \"c\"]) == nq.", stringify!($name), ".from_expression(\"b & !a\", [\"a\", \"b\", \"c\"])")]
            /// True
            #[pyo3(signature = (renamed, names=None))]
            fn rename(&self, py: Python<'_>, renamed: &Bound<'_, PyDict>, names: Option<Vec<String>>) -> PyResult<$class> {
                let mut new = self.names.list().to_vec();
                for (from, to) in renamed {
                    new[self.names.find(&from.extract::<String>()?)?.index()] = to.extract()?;
                }
                let new = NameTable::new(new)?;
                let Some(names) = names else {
                    return Ok($class { diagram: Arc::clone(&self.diagram), names: new });
                };
                let names = NameTable::new(names)?;
                let places = names.find_all(new.list())?;
                let diagram = run(py, |budget| self.diagram.rename(names.len(), &places, budget))?;
                Ok($class::new(diagram, names))
            }

            /// Returns the number of models, exact and of any size.
            fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
                run(py, |budget| self.diagram.model_count_within(budget))
            }

            /// Returns the number of models in which each variable is true.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> nq.", stringify!($name), ".from_expression(\"a | b & c\").counts()")]
            /// {'a': 4, 'b': 3, 'c': 3}
            fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let counts = run(py, |budget| self.diagram.counts(budget))?;
                let by_name = PyDict::new(py);
                for (name, count) in self.names.list().iter().zip(counts.by_variable) {
                    by_name.set_item(name, count)?;
                }
                Ok(by_name)
            }

            /// Returns an iterator over the models in their order, from the model with number `start` on. A model is
            /// the list of its true variables.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> list(nq.", stringify!($name), ".from_expression(\"a ^ b\").models())")]
            /// [['a'], ['b']]
            #[pyo3(signature = (start=None))]
            fn models(&self, py: Python<'_>, start: Option<BigUint>) -> PyResult<PyModels> {
                let next = start.unwrap_or_default();
                Ok(PyModels { ranking: Arc::new(self.ranking(py)?), names: Arc::clone(&self.names), next })
            }

            fn __iter__(&self, py: Python<'_>) -> PyResult<PyModels> {
                self.models(py, None)
            }

            /// Returns `True` if the list of true variables is a model.
            fn __contains__(&self, model: Vec<String>) -> PyResult<bool> {
                Ok(self.diagram.is_satisfied_by(&self.valuation(&model)?))
            }

            /// Returns the number of a model in the order of `models`, or `None` if the variables are no model.
            fn rank(&self, py: Python<'_>, model: Vec<String>) -> PyResult<Option<BigUint>> {
                let mut variables = self.names.find_all(&model)?;
                variables.sort_unstable();
                variables.dedup();
                Ok(self.ranking(py)?.rank(&variables))
            }

            /// Returns `count` random models, each with the same probability. With `distinct`, no model is drawn twice,
            /// so the result has at most as many models as the function has.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> nq.", stringify!($name), ".from_expression(\"a & b\").samples(2, seed=1)")]
            /// [['a', 'b'], ['a', 'b']]
            #[pyo3(signature = (count=1, seed=0, distinct=false))]
            fn samples(&self, py: Python<'_>, count: usize, seed: u64, distinct: bool) -> PyResult<Vec<Vec<String>>> {
                let ranking = self.ranking(py)?;
                if *ranking.total() == BigUint::ZERO {
                    return Err(error("expected a function with a model to draw at random, found the function that is false"));
                }
                let mut sampler = Sampler::new(seed);
                let numbers = sampler.numbers(ranking.total(), distinct).take(count);
                let models = numbers.map_while(|number| ranking.nth(&number));
                Ok(models.map(|model| self.names.of(&model)).collect())
            }

            /// Returns up to `count` models with the best total weights, each with its total, the best first.
            ///
            /// `weights` has the weights of true variables, exact decimal numbers; `objective` is `"cheapest"` or
            /// `"dearest"`.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> f = nq.", stringify!($name), ".from_expression(\"a | b\")")]
            /// >>> f.best({"a": "1.50", "b": 2}, count=2)
            /// [(Decimal('1.50'), ['a']), (Decimal('2.00'), ['b'])]
            #[pyo3(signature = (weights, count=1, objective="cheapest"))]
            fn best<'py>(&self, py: Python<'py>, weights: &Bound<'py, PyDict>, count: usize, objective: &str) -> PyResult<Vec<(Bound<'py, PyAny>, Vec<String>)>> {
                let (weights, objective) = (self.names.weights(weights)?, crate::diagram::objective(objective)?);
                let found = run(py, |budget| {
                    let models = self.diagram.models_by_weight(&weights, objective, budget)?;
                    Ok::<_, bdd_core::Interrupted>(models.take(count).collect::<Vec<_>>())
                })?;
                let named = |found: bdd_core::Weighed| {
                    Ok((to_decimal(py, &weights.written(found.total))?, self.names.of(&found.model)))
                };
                found.into_iter().map(named).collect()
            }

            /// Returns the bytes of the project's file format, without the names.
            fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
                Ok(PyBytes::new(py, &format::to_bytes(&*self.diagram, &label()).map_err(error)?))
            }

            /// Returns the diagram that `to_bytes` has written. Damaged bytes raise `GuideError`.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> f = nq.", stringify!($name), ".from_expression(\"a ^ b\")")]
            #[doc = concat!(">>> nq.", stringify!($name), ".from_bytes(f.to_bytes(), f.names) == f")]
            /// True
            #[staticmethod]
            #[pyo3(signature = (content, names=None))]
            fn from_bytes(py: Python<'_>, content: &[u8], names: Option<Vec<String>>) -> PyResult<$class> {
                let (diagram, _) = run(py, |budget| $from_bytes(content, budget).map_err(|error| match error.interrupted() {
                    Some(interrupted) => RunError::Interrupted(interrupted),
                    None => invalid(error),
                }))?;
                let names = named(names, diagram.variables())?;
                Ok($class::new(diagram, names))
            }

            /// Writes the diagram to a new file in the project's format, without the names.
            fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<usize> {
                run(py, |_| format::write_file(&path, &*self.diagram, &label()).map_err(invalid))
            }

            /// Reads a diagram from a file, such as a file that the program `nqueens` has written.
            #[staticmethod]
            #[pyo3(signature = (path, names=None))]
            fn read(py: Python<'_>, path: PathBuf, names: Option<Vec<String>>) -> PyResult<$class> {
                let (diagram, _) = run(py, |budget| $read_file(&path, budget).map_err(|error| {
                    match error.content().and_then(|content| content.interrupted()) {
                        Some(interrupted) => RunError::Interrupted(interrupted),
                        None => invalid(error),
                    }
                }))?;
                let names = named(names, diagram.variables())?;
                Ok($class::new(diagram, names))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, Vec<String>))> {
                let this = slf.get();
                Ok((slf.get_type().getattr("from_bytes")?, (this.to_bytes(slf.py())?, this.names())))
            }

            /// Returns the nodes as JSON: the variables, and for each node its variable and its two children.
            fn json(&self) -> PyResult<String> {
                written(|out| json::write(out, &*self.diagram, &|variable| self.names.name(variable).to_owned()))
            }

            /// Returns the nodes in the language of Graphviz.
            ///
            /// >>> import nqueens_guide as nq
            #[doc = concat!(">>> nq.", stringify!($name), ".from_expression(\"a & b\").dot().count(\"->\")")]
            /// 4
            fn dot(&self) -> PyResult<String> {
                written(|out| dot::write(out, &*self.diagram, &|variable| self.names.name(variable).to_owned()))
            }

            /// Returns the drawing of the diagram as SVG. Diagrams with more than a few hundred nodes raise `GuideError`.
            fn svg(&self) -> PyResult<String> {
                svg_of(&self.diagram, &self.names)
            }

            fn _repr_svg_(&self) -> Option<String> {
                self.svg().ok()
            }

            fn __repr__(&self) -> String {
                let (nodes, variables) = (self.diagram.node_count(), self.names.len());
                format!("<{} of {variables} variables with {nodes} nodes>", stringify!($name))
            }
        }
    };
}

diagrams!(
    PyBdd, Bdd, "Bdd", format::from_bytes, format::read_file,
    "A Boolean function as a binary decision diagram, with named variables."
    ""
    "Diagrams are values: they never change, `==` compares the functions, and `&`, `|`, `^`, `~` and `-` combine them."
    "Counts are exact. Two diagrams are combined only if they have the same names in the same order."
    ""
    ">>> import nqueens_guide as nq"
    ">>> guests = nq.Bdd.from_expression(\"!(ann & bob) & (ann | bob | cid)\")"
    ">>> quiet = nq.Bdd.from_expression(\"!cid\", guests.names)"
    ">>> (guests & quiet).count()"
    "2"
    ">>> sorted(guests & quiet)"
    "[['ann'], ['bob']]"
);

diagrams!(
    PyZdd, Zdd, "Zdd", format::zdd_from_bytes, format::read_zdd_file,
    "A Boolean function as a zero-suppressed decision diagram, with named variables."
    ""
    "A `Zdd` has the operations of a `Bdd`. It is smaller if few variables are true in a model, as in most puzzles."
    ""
    ">>> import nqueens_guide as nq"
    ">>> rules = nq.Rules([f\"x{i}\" for i in range(20)])"
    ">>> rules.exactly(1, rules.names)"
    ">>> rules.zdd().node_count, rules.bdd().node_count"
    "(22, 41)"
);

#[pymethods]
impl PyBdd {
    /// Returns the same function as a `Zdd`.
    fn to_zdd(&self, py: Python<'_>) -> PyResult<PyZdd> {
        Ok(PyZdd::new(run(py, |budget| self.diagram.to_zdd(budget))?, Arc::clone(&self.names)))
    }

    /// Returns the diagram in CUDD's format `dddmp`, as text or binary.
    #[pyo3(signature = (binary=false))]
    fn to_dddmp<'py>(&self, py: Python<'py>, binary: bool) -> PyResult<Bound<'py, PyBytes>> {
        let mode = if binary { dddmp::DddmpMode::Binary } else { dddmp::DddmpMode::Text };
        let labels = dddmp::Labels::new().with_variables(self.names.list());
        let bytes = run(py, |budget| {
            let mut bytes = Vec::new();
            match dddmp::write(&mut bytes, &self.diagram, mode, &labels, budget) {
                Ok(()) => Ok(bytes),
                Err(dddmp::WriteError::Interrupted(interrupted)) => Err(RunError::Interrupted(interrupted)),
                Err(error) => Err(invalid(error)),
            }
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the diagram of a `dddmp` file, with the names in the file.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> f = nq.Bdd.from_expression("a & !b | c")
    /// >>> nq.Bdd.from_dddmp(f.to_dddmp()) == f
    /// True
    #[staticmethod]
    fn from_dddmp(py: Python<'_>, content: &[u8]) -> PyResult<PyBdd> {
        let (diagram, header) = run(py, |budget| {
            dddmp::read(content, budget).map_err(|error| match error.interrupted() {
                Some(interrupted) => RunError::Interrupted(interrupted),
                None => invalid(error),
            })
        })?;
        let names = named(header.variable_names, diagram.variables())?;
        Ok(PyBdd::new(diagram, names))
    }
}

#[pymethods]
impl PyZdd {
    /// Returns the same function as a `Bdd`.
    fn to_bdd(&self, py: Python<'_>) -> PyResult<PyBdd> {
        Ok(PyBdd::new(run(py, |budget| self.diagram.to_bdd(budget))?, Arc::clone(&self.names)))
    }
}
