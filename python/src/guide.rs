//! `Guide`, the status and the count of every variable.

use std::sync::Arc;

use bdd_core::{BigUint, Variable};
use puzzle_core::configurator::state_name;
use puzzle_core::{Status, Weights};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

use crate::model::PyConfiguration;
use crate::names::{NameTable, to_decimal};
use crate::picture::{self, BoardPicture, OptionRow};
use crate::puzzle::PyPuzzle;
use crate::work::error;

/// The status of every variable under some marks, and the number of solutions in which it is true.
///
/// A status of a puzzle's variable is `given`, `placed`, `blocked`, `excluded` (by one mark and one rule), `dead` (for
/// a deeper reason), `open`, `forced`, or `unknown` on boards that are too large to decide everything. The state of a
/// configurator's option is `chosen` or `refused` by the user, `required` or `impossible` in all configurations that
/// are left, `open`, or `unknown`.
///
/// A guide is iterated over the names, as a dictionary is: `dict(guide.statuses)` has the statuses, and `"c7" in guide`
/// is `True` if there is such a variable.
///
/// >>> import nqueens_guide as nq
/// >>> guide = nq.Puzzle.queens(8).place("b4", "d1").guide()
/// >>> guide.total, guide["c7"], guide["a2"]
/// (2, 'forced', 'dead')
/// >>> guide.names("forced")
/// ['a6', 'c7']
/// >>> guide.count("e3")
/// 1
#[pyclass(name = "Guide", module = "nqueens_guide", frozen)]
pub(crate) struct PyGuide {
    guide: Arc<puzzle_core::Guide>,
    owner: Owner,
}

/// The puzzle or the configuration to which a guide belongs.
#[derive(Clone)]
pub(crate) enum Owner {
    Puzzle(PyPuzzle),
    Configuration(PyConfiguration),
}

impl Owner {
    fn names(&self) -> &NameTable {
        match self {
            Owner::Puzzle(puzzle) => puzzle.names(),
            Owner::Configuration(configuration) => configuration.names(),
        }
    }

    fn find(&self, name: &str) -> PyResult<Variable> {
        match self {
            Owner::Puzzle(puzzle) => puzzle.find(name),
            Owner::Configuration(configuration) => configuration.find(name),
        }
    }

    /// Returns the name of a status: options of a configuration have states of their own.
    fn status_name(&self, status: Status) -> &'static str {
        match self {
            Owner::Puzzle(_) => status.name(),
            Owner::Configuration(_) => state_name(status),
        }
    }

    fn weights(&self) -> Option<Weights> {
        match self {
            Owner::Puzzle(puzzle) => puzzle.playable().weights().cloned(),
            Owner::Configuration(configuration) => configuration.source().puzzle().weights().cloned(),
        }
    }
}

impl PyGuide {
    pub(crate) fn new(guide: puzzle_core::Guide, owner: Owner) -> PyGuide {
        PyGuide { guide: Arc::new(guide), owner }
    }

    /// Returns the count of `variable` as the pictures write it. A lower bound ends with `+`.
    fn written(&self, variable: Variable) -> String {
        let count = self.guide.completions(variable);
        let sign = if count.is_exact() { "" } else { "+" };
        format!("{}{sign}", count.value())
    }

    fn by_name<'py, T: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        value: impl Fn(Variable) -> T,
    ) -> PyResult<Bound<'py, PyDict>> {
        let result = PyDict::new(py);
        for (index, name) in self.owner.names().list().iter().enumerate() {
            result.set_item(name, value(Variable::from_index(index)))?;
        }
        Ok(result)
    }

    /// Returns the name of the status of a variable.
    pub(crate) fn status_of(&self, name: &str) -> PyResult<&'static str> {
        Ok(self.owner.status_name(self.guide.status(self.owner.find(name)?)))
    }

    pub(crate) fn is_completable(&self) -> bool {
        self.guide.is_completable()
    }

    /// Returns the range of the total prices of the solutions with a variable, or of all solutions.
    fn range(&self, variable: Option<Variable>) -> Option<(i128, i128)> {
        let totals = self.guide.totals()?;
        variable.map_or_else(|| totals.range(), |variable| totals.range_with(variable))
    }
}

#[pymethods]
impl PyGuide {
    /// The number of solutions with the marks, or a lower bound if `is_exact()` is `False`.
    #[getter]
    fn total(&self) -> BigUint {
        self.guide.total().value().clone()
    }

    /// Returns `True` if the total, or the count of a variable, is exact. A count that is not exact is a lower bound.
    #[pyo3(signature = (name=None))]
    fn is_exact(&self, name: Option<&str>) -> PyResult<bool> {
        Ok(match name {
            Some(name) => self.guide.completions(self.owner.find(name)?).is_exact(),
            None => self.guide.total().is_exact(),
        })
    }

    /// Returns `True` if every variable is decided and the marks are a solution.
    fn is_solved(&self) -> bool {
        self.guide.is_solved()
    }

    fn __getitem__(&self, name: &str) -> PyResult<&'static str> {
        self.status_of(name)
    }

    fn __len__(&self) -> usize {
        self.owner.names().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.owner.names().list())?.try_iter()
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>().is_ok_and(|name| self.owner.names().list().contains(&name))
    }

    /// Returns the number of solutions in which a variable is true.
    fn count(&self, name: &str) -> PyResult<BigUint> {
        Ok(self.guide.completions(self.owner.find(name)?).value().clone())
    }

    /// The status of every variable, by name.
    #[getter]
    fn statuses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_name(py, |variable| self.owner.status_name(self.guide.status(variable)))
    }

    /// The number of solutions with each variable, by name.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_name(py, |variable| self.guide.completions(variable).value().clone())
    }

    /// Returns the names of the variables with a status.
    fn names(&self, status: &str) -> PyResult<Vec<String>> {
        let mut all: Vec<&str> = Status::ALL.iter().map(|&known| self.owner.status_name(known)).collect();
        if !all.contains(&status) {
            // Several statuses may have the same name.
            let mut seen = Vec::new();
            all.retain(|name| {
                !seen.contains(name) && {
                    seen.push(*name);
                    true
                }
            });
            return Err(error(format!("expected a status, one of {}, found {status:?}", all.join(", "))));
        }
        let having = self.guide.variables().filter(|(_, found, _)| self.owner.status_name(*found) == status);
        Ok(having.map(|(variable, ..)| self.owner.names().name(variable).to_owned()).collect())
    }

    /// Returns the lowest and the highest total price of the solutions, or of the solutions with a variable. Without
    /// prices, the total of a configuration is 0. Returns `None` for puzzles without prices, if there is no such
    /// solution, and if the totals are unknown.
    #[pyo3(signature = (name=None))]
    fn prices<'py>(
        &self,
        py: Python<'py>,
        name: Option<&str>,
    ) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let variable = name.map(|name| self.owner.find(name)).transpose()?;
        let (Some(weights), Some((least, most))) = (self.owner.weights(), self.range(variable)) else {
            return Ok(None);
        };
        let decimal = |total| to_decimal(py, &weights.written(total));
        Ok(Some((decimal(least)?, decimal(most)?)))
    }

    /// Returns a picture of the board as SVG: squares that leave no solution are greyed out. Returns `None` for
    /// configurators and very large boards.
    pub(crate) fn svg(&self) -> Option<String> {
        let Owner::Puzzle(puzzle) = &self.owner else { return None };
        let statuses: Vec<Status> = self.guide.variables().map(|(_, status, _)| status).collect();
        let counts = self.guide.variables().map(|(variable, ..)| self.written(variable)).collect();
        let title = format!("{}; solutions: {}", puzzle.playable().task(), self.guide.total());
        picture::board(&BoardPicture {
            puzzle: puzzle.playable(),
            statuses,
            counts: Some(counts),
            focus: Vec::new(),
            line: Vec::new(),
            title,
        })
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg()
    }

    /// Returns the options as an HTML table; `None` for boards.
    pub(crate) fn _repr_html_(&self) -> Option<String> {
        let weights = self.owner.weights();
        let has_prices =
            |weights: &&Weights| Variable::all(self.owner.names().len()).any(|variable| weights.of(variable) != 0);
        let weights = weights.as_ref().filter(has_prices);
        let own_price = |variable| weights.map(|weights| weights.written(i128::from(weights.of(variable))));
        let prices = |variable| {
            let (least, most) = self.range(Some(variable))?;
            let written = |total| weights.map(|weights| weights.written(total));
            let (least, most) = (written(least)?, written(most)?);
            Some(if least == most { least } else { format!("{least} to {most}") })
        };
        let row = |depth: usize, name: &str, variable: Option<Variable>| OptionRow {
            depth,
            name: name.to_owned(),
            state: variable.map(|variable| (self.guide.status(variable), self.written(variable))),
            price: variable.and_then(own_price),
            prices: variable.and_then(prices),
        };
        let (noun, rows) = match &self.owner {
            Owner::Puzzle(puzzle) => {
                let lines = puzzle.playable().options()?.lines();
                (
                    puzzle.playable().kind().to_owned(),
                    lines.iter().map(|line| row(line.depth, &line.name, line.variable)).collect(),
                )
            }
            Owner::Configuration(configuration) => {
                let of_option = |depth: usize, name: &str| row(depth, name, configuration.names().find(name).ok());
                (configuration.title().to_owned(), configuration.model().rows(of_option))
            }
        };
        let total = self.guide.total();
        let range = self.range(None).zip(weights).map_or_else(String::new, |((least, most), weights)| {
            format!(", total {} to {}", weights.written(least), weights.written(most))
        });
        Some(picture::table(&format!("{noun}: {total} configurations{range}"), &rows))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let py = slf.py();
        let owner = match slf.get().owner.clone() {
            Owner::Puzzle(puzzle) => Bound::new(py, puzzle)?.into_any(),
            Owner::Configuration(configuration) => Bound::new(py, configuration)?.into_any(),
        };
        Ok((owner.get_type().getattr("guide")?, (owner,)))
    }

    fn __repr__(&self) -> String {
        let number = |wanted| self.guide.variables().filter(|(_, status, _)| *status == wanted).count();
        let (open, forced, dead) = (number(Status::Open), number(Status::Forced), number(Status::Dead));
        if let Owner::Configuration(_) = self.owner {
            let (total, impossible) = (self.guide.total(), dead + number(Status::Excluded));
            return format!("<Guide: {total} configurations, {open} open, {forced} required, {impossible} impossible>");
        }
        format!("<Guide: {} solutions, {open} open, {forced} forced, {dead} dead>", self.guide.total())
    }
}
