//! `Model`, a builder of configurators, and `Configuration`, its options with the user's choices.

use std::sync::Arc;

use bdd_core::{BigUint, Sampler};
use puzzle_core::configurator::{Added, Configurator};
use puzzle_core::{Marks, Source};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::PyAnswer;
use crate::guide::{Owner, PyGuide};
use crate::names::{NameTable, decimal, to_decimal};
use crate::work::{RunError, error, invalid, run};
use puzzle_core::answer::Facts;

/// A rule of a model: its kind (`requires`, `excludes` or `count`), the minimum and the maximum of a count, the
/// options, the option on which the rule depends, and the name of the rule.
type ModelStatement = (String, (usize, usize), Vec<String>, Option<String>, Option<String>);

/// A configurator under construction: options with prices, and rules with names.
///
/// >>> import nqueens_guide as nq
/// >>> bicycle = nq.Model("bicycle")
/// >>> bicycle.choice("frame", {"steel": 0, "carbon": 900})
/// >>> bicycle.choice("gear", {"hub gear": 310, "derailleur": 180})
/// >>> bicycle.options({"belt": 120, "rack": 45, "lights": "60.50"})
/// >>> bicycle.excludes("belt", ["derailleur"], name="a belt can't be derailed")
/// >>> bicycle.requires("rack", ["steel"])
/// >>> shop = bicycle.open()
/// >>> shop.choose("carbon", "belt").cheapest()
/// [(Decimal('1330.00'), ['carbon', 'hub gear', 'belt'])]
#[pyclass(name = "Model", module = "nqueens_guide")]
#[derive(Clone)]
pub(crate) struct PyModel {
    title: String,
    options: Vec<(String, String)>,
    statements: Vec<ModelStatement>,
}

/// Returns names with prices: from a dictionary, or from a list of names without prices.
fn priced(options: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    match options.cast::<PyDict>() {
        Ok(prices) => prices.iter().map(|(name, price)| Ok((name.extract()?, decimal(&price)?))).collect(),
        Err(_) => Ok(options.extract::<Vec<String>>()?.into_iter().map(|name| (name, "0".to_owned())).collect()),
    }
}

impl PyModel {
    fn state(
        &mut self,
        kind: &str,
        bounds: (usize, usize),
        options: Vec<String>,
        if_chosen: Option<String>,
        name: Option<String>,
    ) {
        self.statements.push((kind.to_owned(), bounds, options, if_chosen, name));
    }

    /// Builds the [`Configurator`] with the options and rules of this model.
    fn configurator(&self) -> Configurator {
        let mut configurator = Configurator::new(&self.title);
        let options: Vec<(&str, &str)> = self.options.iter().map(|(name, price)| (&**name, &**price)).collect();
        configurator.options(&options);
        for (kind, (min, max), options, condition, name) in &self.statements {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let mut added: Added<'_> = match (kind.as_str(), options.as_slice()) {
                ("requires", [option, any_of @ ..]) => configurator.requires(option, any_of),
                ("excludes", [option, others @ ..]) => configurator.excludes(option, others),
                _ => configurator.count(*min, *max, &options),
            };
            if let Some(option) = condition {
                added = added.if_chosen(option);
            }
            if let Some(name) = name {
                added.named(name);
            }
        }
        configurator
    }
}

#[pymethods]
impl PyModel {
    /// Creates a model without options. `title` is the noun for the configured product.
    #[new]
    fn new(title: String) -> PyModel {
        PyModel { title, options: Vec::new(), statements: Vec::new() }
    }

    /// The noun for the configured product.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// Adds options: a dictionary from names to prices, or a list of names without prices.
    fn options(&mut self, options: &Bound<'_, PyAny>) -> PyResult<()> {
        self.options.extend(priced(options)?);
        Ok(())
    }

    /// Adds options, of which exactly one is chosen. `options` is a dictionary from names to prices, or a list of names
    /// without prices. If `name` is `frame`, explanations cite the rule as `the choice of frame`.
    fn choice(&mut self, name: &str, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = priced(options)?;
        let names = options.iter().map(|(name, _)| name.clone()).collect();
        self.options.extend(options);
        self.state("count", (1, 1), names, None, Some(format!("the choice of {name}")));
        Ok(())
    }

    /// Sets the price of an option.
    fn price(&mut self, option: &str, price: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some((_, old)) = self.options.iter_mut().find(|(name, _)| name == option) else {
            return Err(error(format!("there is no option {option:?}: add it by options() or choice() first")));
        };
        *old = decimal(price)?;
        Ok(())
    }

    /// Adds the rule that `option` needs at least one of `any_of`. If `if_chosen` names an option, the rule applies
    /// only to configurations with that option. Explanations cite the rule as `name`.
    #[pyo3(signature = (option, any_of, *, if_chosen=None, name=None))]
    fn requires(&mut self, option: String, any_of: Vec<String>, if_chosen: Option<String>, name: Option<String>) {
        self.state("requires", (0, 0), [vec![option], any_of].concat(), if_chosen, name);
    }

    /// Adds the rule that `option` can't be combined with any of `others`. `requires` explains `if_chosen` and `name`.
    #[pyo3(signature = (option, others, *, if_chosen=None, name=None))]
    fn excludes(&mut self, option: String, others: Vec<String>, if_chosen: Option<String>, name: Option<String>) {
        self.state("excludes", (0, 0), [vec![option], others].concat(), if_chosen, name);
    }

    /// Adds the rule that at most `number` of `options` are chosen. `requires` explains `if_chosen` and `name`.
    #[pyo3(signature = (number, options, *, if_chosen=None, name=None))]
    fn at_most(&mut self, number: usize, options: Vec<String>, if_chosen: Option<String>, name: Option<String>) {
        self.state("count", (0, number), options, if_chosen, name);
    }

    /// Adds the rule that at least `number` of `options` are chosen. `requires` explains `if_chosen` and `name`.
    #[pyo3(signature = (number, options, *, if_chosen=None, name=None))]
    fn at_least(&mut self, number: usize, options: Vec<String>, if_chosen: Option<String>, name: Option<String>) {
        self.state("count", (number, options.len()), options, if_chosen, name);
    }

    /// Adds the rule that exactly `number` of `options` are chosen. `requires` explains `if_chosen` and `name`.
    #[pyo3(signature = (number, options, *, if_chosen=None, name=None))]
    fn exactly(&mut self, number: usize, options: Vec<String>, if_chosen: Option<String>, name: Option<String>) {
        self.state("count", (number, number), options, if_chosen, name);
    }

    /// Checks all names, compiles the rules, and returns the configuration without choices. Unknown or repeated names
    /// raise `GuideError`.
    fn open(&self, py: Python<'_>) -> PyResult<PyConfiguration> {
        let configurator = self.configurator();
        let opened = run(py, |budget| configurator.open(budget))?;
        let names = NameTable::new(opened.options().to_vec())?;
        Ok(PyConfiguration {
            opened: Arc::new(OpenedModel { opened, names, model: self.clone() }),
            marks: Marks::default(),
        })
    }

    #[staticmethod]
    fn _load(title: String, options: Vec<(String, String)>, statements: Vec<ModelStatement>) -> PyModel {
        PyModel { title, options, statements }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, ModelParts)> {
        let this = slf.borrow().clone();
        Ok((slf.get_type().getattr("_load")?, (this.title, this.options, this.statements)))
    }

    fn __repr__(&self) -> String {
        format!("<Model of a {}: {} options, {} rules>", self.title, self.options.len(), self.statements.len())
    }
}

type ModelParts = (String, Vec<(String, String)>, Vec<ModelStatement>);

struct OpenedModel {
    opened: puzzle_core::configurator::Configuration,
    names: Arc<NameTable>,
    model: PyModel,
}

/// The total of the cheapest configuration after a repair, and the options to take back.
type PricedRepair<'py> = (Option<Bound<'py, PyAny>>, Vec<String>);

/// The options of a `Model`, with the user's choices.
///
/// A configuration never changes: `choose` and `refuse` return a new configuration.
///
/// >>> import nqueens_guide as nq
/// >>> model = nq.Model("bag")
/// >>> model.options({"strap": 5, "lock": 3})
/// >>> model.requires("lock", ["strap"])
/// >>> bag = model.open()
/// >>> bag.count()
/// 3
/// >>> bag.choose("lock").guide()["strap"]
/// 'forced'
/// >>> print(bag.refuse("strap").explain("lock").lines[0])
/// lock is dead because of the block on strap.
#[pyclass(name = "Configuration", module = "nqueens_guide", frozen)]
#[derive(Clone)]
pub(crate) struct PyConfiguration {
    opened: Arc<OpenedModel>,
    marks: Marks,
}

impl PyConfiguration {
    pub(crate) fn names(&self) -> &NameTable {
        &self.opened.names
    }

    pub(crate) fn source(&self) -> Arc<dyn Source> {
        self.opened.opened.source()
    }

    pub(crate) fn title(&self) -> &str {
        &self.opened.model.title
    }

    fn marked(&self, marks: Marks) -> PyConfiguration {
        PyConfiguration { opened: Arc::clone(&self.opened), marks }
    }

    fn find_all(&self, names: &Bound<'_, PyTuple>) -> PyResult<Vec<bdd_core::Variable>> {
        names.iter().map(|name| self.names().find(&name.extract::<String>()?)).collect()
    }
}

#[pymethods]
impl PyConfiguration {
    /// The names of all options.
    #[getter]
    fn options(&self) -> Vec<String> {
        self.names().list().to_vec()
    }

    /// The names of the chosen options.
    #[getter]
    fn chosen(&self) -> Vec<String> {
        self.marks.placed.iter().map(|&option| self.names().name(option).to_owned()).collect()
    }

    /// The names of the refused options.
    #[getter]
    fn refused(&self) -> Vec<String> {
        self.marks.blocked.iter().map(|&option| self.names().name(option).to_owned()).collect()
    }

    /// Returns the configuration with these options chosen.
    #[pyo3(signature = (*options))]
    fn choose(&self, options: &Bound<'_, PyTuple>) -> PyResult<PyConfiguration> {
        let mut marks = self.marks.clone();
        marks.placed.extend(self.find_all(options)?);
        Ok(self.marked(marks))
    }

    /// Returns the configuration with these options refused.
    #[pyo3(signature = (*options))]
    fn refuse(&self, options: &Bound<'_, PyTuple>) -> PyResult<PyConfiguration> {
        let mut marks = self.marks.clone();
        marks.blocked.extend(self.find_all(options)?);
        Ok(self.marked(marks))
    }

    /// Returns the configuration without the choices about these options. A call without options removes all choices.
    #[pyo3(signature = (*options))]
    fn clear(&self, options: &Bound<'_, PyTuple>) -> PyResult<PyConfiguration> {
        let variables = self.find_all(options)?;
        let mut marks = self.marks.clone();
        let is_kept = |variable: &bdd_core::Variable| !options.is_empty() && !variables.contains(variable);
        marks.placed.retain(is_kept);
        marks.blocked.retain(is_kept);
        Ok(self.marked(marks))
    }

    /// Returns the exact number of complete configurations with the choices.
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        let source = self.source();
        let total = run(py, |budget| source.count(&self.marks, budget))?;
        if !total.is_exact() {
            return Err(error(format!("the number of configurations is unknown: {total}; choose more options")));
        }
        Ok(total.value().clone())
    }

    /// Returns the status of every option, the number of configurations with it, and the ranges of prices.
    fn guide(&self, py: Python<'_>) -> PyResult<PyGuide> {
        let guide = run(py, |budget| self.opened.opened.guide(&self.marks, budget))?;
        Ok(PyGuide::new(guide, Owner::Configuration(self.clone())))
    }

    /// Explains in sentences why an option is impossible or required; no sentences if the option is neither.
    fn explain(&self, py: Python<'_>, option: &str) -> PyResult<PyAnswer> {
        let lines = run(py, |budget| self.opened.opened.explain(&self.marks, option, budget))?;
        let status = self.guide(py)?.status_of(option)?;
        PyAnswer::new(py, lines, &Facts::new().with("option", option.to_owned()).with("status", status), Vec::new())
    }

    /// Returns the next step in sentences; no sentences if every option is decided.
    fn hint(&self, py: Python<'_>) -> PyResult<PyAnswer> {
        let lines = run(py, |budget| self.opened.opened.hint(&self.marks, budget))?;
        PyAnswer::new(py, lines, &Facts::new(), Vec::new())
    }

    /// Returns up to `count` complete configurations with the lowest total prices, each with its total.
    #[pyo3(signature = (count=1))]
    fn cheapest<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Vec<(Bound<'py, PyAny>, Vec<String>)>> {
        let offers = run(py, |budget| {
            let offers = self.opened.opened.cheapest(&self.marks, count, budget).map_err(RunError::from)?;
            offers.ok_or_else(|| invalid("no diagram of the configurations fits in memory; choose more options"))
        })?;
        offers.into_iter().map(|offer| Ok((to_decimal(py, &offer.total)?, offer.options))).collect()
    }

    /// Returns the smallest sets of choices to take back so that `option` becomes possible, each with the total of the
    /// cheapest configuration afterwards, the cheapest first. The list is empty if the rules alone exclude the option.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("coffee")
    /// >>> model.choice("size", {"small": 2, "large": 3})
    /// >>> model.excludes("large", ["sugar"])
    /// >>> model.options(["sugar"])
    /// >>> [lift for total, lift in model.open().choose("sugar").repairs("large")]
    /// [['sugar']]
    fn repairs<'py>(&self, py: Python<'py>, option: &str) -> PyResult<Vec<PricedRepair<'py>>> {
        let changes = run(py, |budget| {
            let changes = self.opened.opened.repairs(&self.marks, option, budget).map_err(RunError::from)?;
            changes.ok_or_else(|| invalid("too many sets of choices to try; take some choices back first"))
        })?;
        let change = |change: puzzle_core::configurator::Change| {
            Ok((change.total.map(|total| to_decimal(py, &total)).transpose()?, change.lift))
        };
        changes.into_iter().map(change).collect()
    }

    /// Returns `count` random complete configurations, each with the same probability.
    #[pyo3(signature = (count=1, seed=0, distinct=false))]
    fn samples(&self, py: Python<'_>, count: usize, seed: u64, distinct: bool) -> PyResult<Vec<Vec<String>>> {
        let source = self.source();
        let drawn = run(py, |budget| {
            let Some(numbered) = source.numbered(&self.marks, budget)? else {
                return Err(invalid("there are too many configurations to draw from all of them; choose more options"));
            };
            if *numbered.total() == BigUint::ZERO {
                return Err(invalid("expected a configuration to draw at random, found none with these choices"));
            }
            let mut sampler = Sampler::new(seed);
            let numbers = sampler.numbers(numbered.total(), distinct).take(count);
            Ok(numbers.map_while(|number| numbered.nth(&number)).collect::<Vec<_>>())
        })?;
        Ok(drawn.iter().map(|options| self.names().of(options)).collect())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.guide(py)?._repr_html_())
    }

    #[staticmethod]
    fn _load(
        py: Python<'_>,
        model: &PyModel,
        chosen: &Bound<'_, PyTuple>,
        refused: &Bound<'_, PyTuple>,
    ) -> PyResult<PyConfiguration> {
        model.open(py)?.choose(chosen)?.refuse(refused)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, ConfigurationParts<'py>)> {
        let (py, this) = (slf.py(), slf.get());
        let (chosen, refused) = (PyTuple::new(py, this.chosen())?, PyTuple::new(py, this.refused())?);
        Ok((slf.get_type().getattr("_load")?, (Bound::new(py, this.opened.model.clone())?, chosen, refused)))
    }

    fn __repr__(&self) -> String {
        let (chosen, refused) = (self.marks.placed.len(), self.marks.blocked.len());
        format!("<Configuration of a {}: {chosen} chosen, {refused} refused>", self.title())
    }
}

type ConfigurationParts<'py> = (Bound<'py, PyModel>, Bound<'py, PyTuple>, Bound<'py, PyTuple>);
