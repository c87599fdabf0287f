//! `Model`, a builder of configurators, and `Configuration`, its options with the user's choices.

use std::sync::Arc;

use bdd_core::{BigUint, Objective, Sampler};
use puzzle_core::answer::{Facts, Value};
use puzzle_core::configurator::{Added, Configurator};
use puzzle_core::{Literal, Marks, Source, Variable, Weights};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyFrozenSet, PySet, PyString, PyTuple};

use crate::answer::PyAnswer;
use crate::guide::{Owner, PyGuide};
use crate::names::{NameTable, decimal, to_decimal};
use crate::picture::{OptionRow, escaped, table};
use crate::work::{RunError, error, invalid, run};

/// A rule of a model: its kind (`choice`, `requires`, `excludes`, `count` or `total`), the minimum and the maximum of a
/// count, the options, the option on which the rule depends, and the name of the rule. A rule of the kind `total` has
/// its limit in place of the options.
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

/// The maximum number of decimals of a price that is a `float`. More decimals are digits of a rounding error.
const FLOAT_DECIMALS: usize = 6;

/// Returns names: a single name, or the names of a list, a set, a generator or any other iterable. The names of a set
/// are sorted, because a set has no order.
pub(crate) fn names_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(name) = value.cast::<PyString>() {
        return Ok(vec![name.extract()?]);
    }
    let expected = || error(format!("expected the name of an option or several names, found {value}"));
    let mut names = Vec::new();
    for name in value.try_iter().map_err(|_| expected())? {
        names.push(name?.extract::<String>().map_err(|_| expected())?);
    }
    if value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>() {
        names.sort();
    }
    Ok(names)
}

/// Returns a count that must not be negative.
pub(crate) fn whole(number: i64) -> PyResult<usize> {
    usize::try_from(number).map_err(|_| error(format!("expected a number from 0 on, found {number}")))
}

/// Returns the price `of` an option, or a limit, as a decimal text.
fn price(of: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = decimal(value)?;
    let decimals = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if value.is_instance_of::<PyFloat>() && decimals > FLOAT_DECIMALS {
        return Err(error(format!(
            "expected at most {FLOAT_DECIMALS} decimals as {of}, found the float {text}: pass a Decimal or a text such as \
             \"3.50\""
        )));
    }
    match Weights::parse([&text]) {
        Ok(_) => Ok(text),
        Err(_) => Err(error(format!(
            "expected a number of at most 18 digits, such as 12 or \"3.50\", as {of}, found {}",
            value.repr()?
        ))),
    }
}

/// Returns names with prices: from a dictionary, or from names without prices.
fn priced(options: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    match options.cast::<PyDict>() {
        Ok(prices) => {
            let option = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                let name: String = name.extract()?;
                let price = price(&format!("the price of {name:?}"), &value)?;
                Ok((name, price))
            };
            prices.iter().map(option).collect()
        }
        Err(_) => Ok(names_of(options)?.into_iter().map(|name| (name, "0".to_owned())).collect()),
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
            if let ("total", [limit]) = (kind.as_str(), options.as_slice()) {
                configurator.at_most_total(limit, name.as_deref().unwrap_or("the limit of the total"));
                continue;
            }
            let mut added: Added<'_> = match (kind.as_str(), options.as_slice()) {
                ("requires", [option, any_of @ ..]) => configurator.requires(option, any_of),
                ("excludes", [option, others @ ..]) => configurator.excludes(option, others),
                _ => configurator.count(*min, *max, &options),
            };
            if let Some(option) = condition {
                added = added.if_chosen(option);
            }
            match name {
                Some(name) if kind == "choice" => drop(added.named(&format!("the choice of {name}"))),
                Some(name) => drop(added.named(name)),
                None => {}
            }
        }
        configurator
    }

    /// Returns the names and the options of all choices.
    fn listed_choices(&self) -> impl Iterator<Item = (&str, &[String])> {
        let choices = self.statements.iter().filter(|(kind, ..)| kind == "choice");
        choices.map(|(_, _, options, _, name)| (name.as_deref().unwrap_or_default(), options.as_slice()))
    }

    /// Returns the rows of a table of all options: each choice as a heading above its options, and the other options
    /// under a last heading. `row` returns the row of an option.
    pub(crate) fn rows(&self, row: impl Fn(usize, &str) -> OptionRow) -> Vec<OptionRow> {
        let heading = |name: &str| OptionRow { depth: 0, name: name.to_owned(), ..OptionRow::default() };
        let mut rows = Vec::new();
        let mut listed: Vec<&String> = Vec::new();
        for (name, options) in self.listed_choices() {
            rows.push(heading(name));
            rows.extend(options.iter().map(|option| row(1, option)));
            listed.extend(options);
        }
        let others: Vec<&String> =
            self.options.iter().map(|(name, _)| name).filter(|name| !listed.contains(name)).collect();
        if !others.is_empty() && !listed.is_empty() {
            rows.push(heading("options"));
        }
        rows.extend(others.into_iter().map(|name| row(usize::from(!listed.is_empty()), name)));
        rows
    }

    /// Returns the price of an option; `None` if no option has a price.
    pub(crate) fn price_of(&self, option: &str) -> Option<&str> {
        let has_prices =
            self.options.iter().any(|(_, price)| price.bytes().any(|digit| (b'1'..=b'9').contains(&digit)));
        let found = self.options.iter().find(|(name, _)| name == option);
        found.filter(|_| has_prices).map(|(_, price)| price.as_str())
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

    /// The prices of all options, by name.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options({"strap": 5, "lock": "3.50"})
    /// >>> model.prices
    /// {'strap': Decimal('5'), 'lock': Decimal('3.50')}
    #[getter]
    fn prices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let prices = PyDict::new(py);
        for (name, price) in &self.options {
            prices.set_item(name, to_decimal(py, price)?)?;
        }
        Ok(prices)
    }

    /// The options of all choices, by the name of the choice.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("tea")
    /// >>> model.choice("size", ["small", "large"])
    /// >>> model.choices
    /// {'size': ['small', 'large']}
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let choices = PyDict::new(py);
        for (name, options) in self.listed_choices() {
            choices.set_item(name, options)?;
        }
        Ok(choices)
    }

    /// Adds options, each of which can be chosen or not: a dictionary from names to prices, or names without prices. A
    /// price is an `int`, a `Decimal`, a text such as `"3.50"`, or a `float` with at most 6 decimals.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options({"strap": 5, "lock": "3.50"})
    /// >>> model.options(["label"])
    /// >>> model.open().count()
    /// 8
    fn options(&mut self, options: &Bound<'_, PyAny>) -> PyResult<()> {
        self.options.extend(priced(options)?);
        Ok(())
    }

    /// Adds options, of which exactly one is chosen. `options` is a dictionary from names to prices, or names without
    /// prices. If `name` is `frame`, explanations cite the rule as `the choice of frame`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bicycle")
    /// >>> model.choice("frame", {"steel": 0, "carbon": 900})
    /// >>> model.open().cheapest(2)
    /// [(Decimal('0'), ['steel']), (Decimal('900'), ['carbon'])]
    fn choice(&mut self, name: String, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = priced(options)?;
        if options.is_empty() {
            return Err(error(format!("the choice {name:?} has no option: expected at least one")));
        }
        if self.listed_choices().any(|(other, _)| other == name) {
            return Err(error(format!("there are two choices {name:?}: expected names that all differ")));
        }
        let names = options.iter().map(|(name, _)| name.clone()).collect();
        self.options.extend(options);
        self.state("choice", (1, 1), names, None, Some(name));
        Ok(())
    }

    /// Sets the price of an option.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options(["strap"])
    /// >>> model.price("strap", 5)
    /// >>> model.open().choose("strap").cheapest()
    /// [(Decimal('5'), ['strap'])]
    fn price(&mut self, option: &str, price: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some((_, old)) = self.options.iter_mut().find(|(name, _)| name == option) else {
            return Err(error(format!("there is no option {option:?}: add it by options() or choice() first")));
        };
        *old = self::price(&format!("the price of {option:?}"), price)?;
        Ok(())
    }

    /// Adds the rule that `option` needs at least one of `any_of`: a name, or several.
    ///
    /// If `if_chosen` names an option, the rule applies only to configurations with that option. The condition is a
    /// single option, and can't be negated. Explanations cite the rule as `name`, in quotation marks: a noun, or a
    /// short sentence. All rules have these two arguments.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bicycle")
    /// >>> model.options(["rack", "steel", "titanium", "child seat"])
    /// >>> model.requires("rack", ["steel", "titanium"], name="a rack needs metal")
    /// >>> model.requires("rack", "steel", if_chosen="child seat")
    /// >>> model.open().choose("rack", "child seat").guide()["steel"]
    /// 'required'
    #[pyo3(signature = (option, any_of, *, if_chosen=None, name=None))]
    fn requires(
        &mut self,
        option: String,
        any_of: &Bound<'_, PyAny>,
        if_chosen: Option<String>,
        name: Option<String>,
    ) -> PyResult<()> {
        self.state("requires", (0, 0), [vec![option], names_of(any_of)?].concat(), if_chosen, name);
        Ok(())
    }

    /// Adds the rule that `option` can't be combined with any of `others`: a name, or several. `requires` explains
    /// `if_chosen` and `name`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bicycle")
    /// >>> model.options(["belt", "derailleur"])
    /// >>> model.excludes("belt", "derailleur", name="a belt can't be derailed")
    /// >>> print(model.open().choose("belt").explain("derailleur").lines[1].strip())
    /// derailleur can't be combined with belt (a belt can't be derailed).
    #[pyo3(signature = (option, others, *, if_chosen=None, name=None))]
    fn excludes(
        &mut self,
        option: String,
        others: &Bound<'_, PyAny>,
        if_chosen: Option<String>,
        name: Option<String>,
    ) -> PyResult<()> {
        self.state("excludes", (0, 0), [vec![option], names_of(others)?].concat(), if_chosen, name);
        Ok(())
    }

    /// Adds the rule that at most `number` of `options` are chosen. `requires` explains `if_chosen` and `name`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("trip")
    /// >>> tours = ["glacier", "whales", "springs"]
    /// >>> model.options(["bus", *tours])
    /// >>> model.at_most(1, tours, if_chosen="bus", name="the bus is slow")
    /// >>> print(model.open().choose("bus", "whales").explain("glacier").lines[1].strip())
    /// "the bus is slow", with bus chosen, has its one already: whales, so glacier and springs can't be chosen.
    #[pyo3(signature = (number, options, *, if_chosen=None, name=None))]
    fn at_most(
        &mut self,
        number: i64,
        options: &Bound<'_, PyAny>,
        if_chosen: Option<String>,
        name: Option<String>,
    ) -> PyResult<()> {
        self.state("count", (0, whole(number)?), names_of(options)?, if_chosen, name);
        Ok(())
    }

    /// Adds the rule that at least `number` of `options` are chosen. `requires` explains `if_chosen` and `name`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("breakfast")
    /// >>> model.options(["bread", "fruit", "eggs"])
    /// >>> model.at_least(2, ["bread", "fruit", "eggs"])
    /// >>> model.open().count()
    /// 4
    #[pyo3(signature = (number, options, *, if_chosen=None, name=None))]
    fn at_least(
        &mut self,
        number: i64,
        options: &Bound<'_, PyAny>,
        if_chosen: Option<String>,
        name: Option<String>,
    ) -> PyResult<()> {
        let options = names_of(options)?;
        self.state("count", (whole(number)?, options.len()), options, if_chosen, name);
        Ok(())
    }

    /// Adds the rule that exactly `number` of `options` are chosen. `requires` explains `if_chosen` and `name`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("breakfast")
    /// >>> model.options(["bread", "fruit", "eggs"])
    /// >>> model.exactly(2, ["bread", "fruit", "eggs"])
    /// >>> model.open().choose("bread", "fruit").guide()["eggs"]
    /// 'impossible'
    #[pyo3(signature = (number, options, *, if_chosen=None, name=None))]
    fn exactly(
        &mut self,
        number: i64,
        options: &Bound<'_, PyAny>,
        if_chosen: Option<String>,
        name: Option<String>,
    ) -> PyResult<()> {
        let number = whole(number)?;
        self.state("count", (number, number), names_of(options)?, if_chosen, name);
        Ok(())
    }

    /// Sets a budget: the total price of a configuration is at most `limit`. All answers respect it: counts, the guide,
    /// explanations, repairs and offers. Of several limits, the lowest counts. Explanations cite the limit as `name`, a
    /// noun such as `the budget`.
    ///
    /// The limit needs the diagram of all configurations: `open` raises `LimitError` if it does not fit in memory.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("lunch")
    /// >>> model.options({"soup": "4.50", "fish": 11, "cake": "3.20"})
    /// >>> model.at_most_total(15, name="the budget")
    /// >>> lunch = model.open()
    /// >>> lunch.count(), lunch.choose("fish").guide()["soup"]
    /// (6, 'impossible')
    /// >>> print(lunch.choose("fish").explain("soup").lines[1].strip())
    /// The cheapest configuration with soup and fish costs 15.50, and the budget is 15.00.
    #[pyo3(signature = (limit, *, name=None))]
    fn at_most_total(&mut self, limit: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<()> {
        let limit = self::price("the limit of the total", limit)?;
        self.state("total", (0, 0), vec![limit], None, name);
        Ok(())
    }

    /// Checks all names, compiles the rules, and returns the configuration without choices. Unknown or repeated names
    /// raise `GuideError`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options(["strap", "lock"])
    /// >>> model.open()
    /// <Configuration of a bag: 0 chosen, 0 refused>
    fn open(&self, py: Python<'_>) -> PyResult<PyConfiguration> {
        let configurator = self.configurator();
        let opened = run(py, |budget| configurator.open(budget))?;
        let names = NameTable::new(opened.options().to_vec())?;
        Ok(PyConfiguration {
            opened: Arc::new(OpenedModel { opened, names, model: self.clone() }),
            marks: Marks::default(),
        })
    }

    fn _repr_html_(&self) -> String {
        let row = |depth: usize, name: &str| OptionRow {
            depth,
            name: name.to_owned(),
            price: self.price_of(name).map(str::to_owned),
            ..OptionRow::default()
        };
        let title = format!("{}: {} options, {} rules", self.title, self.options.len(), self.statements.len());
        table(&title, &self.rows(row))
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
/// A configuration never changes: `choose`, `refuse` and `clear` return a new configuration. The last decision about an
/// option counts: an option that is refused after it was chosen is refused. Two configurations are equal if their
/// models and choices are.
///
/// >>> import nqueens_guide as nq
/// >>> model = nq.Model("bag")
/// >>> model.options({"strap": 5, "lock": 3})
/// >>> model.requires("lock", ["strap"])
/// >>> bag = model.open()
/// >>> bag.count()
/// 3
/// >>> bag.choose("lock").guide()["strap"]
/// 'required'
/// >>> print(bag.refuse("strap").explain("lock").lines[0])
/// lock: impossible because you refused strap.
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

    pub(crate) fn model(&self) -> &PyModel {
        &self.opened.model
    }

    pub(crate) fn find(&self, name: &str) -> PyResult<Variable> {
        self.opened.opened.option(name).map_err(error)
    }

    fn marked(&self, marks: Marks) -> PyConfiguration {
        PyConfiguration { opened: Arc::clone(&self.opened), marks }
    }

    fn find_all(&self, names: &Bound<'_, PyTuple>) -> PyResult<Vec<Variable>> {
        let mut found = Vec::new();
        for value in names {
            for name in names_of(&value)? {
                found.push(self.find(&name)?);
            }
        }
        Ok(found)
    }

    /// Returns the configuration with the decision about these options, which replaces earlier decisions about them.
    fn decided(&self, options: &Bound<'_, PyTuple>, value: bool) -> PyResult<PyConfiguration> {
        let options = self.find_all(options)?;
        let kept = self.marks.literals().filter(|literal| !options.contains(&literal.variable));
        let decided = options.iter().map(|&variable| Literal { variable, value });
        Ok(self.marked(kept.chain(decided).collect()))
    }

    fn best<'py>(&self, py: Python<'py>, count: i64, goal: Objective) -> PyResult<Vec<PricedOffer<'py>>> {
        let count = whole(count)?;
        let offers = run(py, |budget| {
            let offers = self.opened.opened.best(&self.marks, goal, count, budget).map_err(RunError::from)?;
            offers.ok_or_else(|| invalid("no diagram of the configurations fits in memory; choose more options"))
        })?;
        offers.into_iter().map(|offer| Ok((to_decimal(py, &offer.total)?, offer.options))).collect()
    }
}

/// A complete configuration: its total, and its options.
type PricedOffer<'py> = (Bound<'py, PyAny>, Vec<String>);

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

    /// Returns the configuration with these options chosen. Options that were refused are chosen now.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options(["strap", "lock"])
    /// >>> bag = model.open().refuse("strap").choose("strap", "lock")
    /// >>> bag.chosen, bag.refused
    /// (['strap', 'lock'], [])
    #[pyo3(signature = (*options))]
    fn choose(&self, options: &Bound<'_, PyTuple>) -> PyResult<PyConfiguration> {
        self.decided(options, true)
    }

    /// Returns the configuration with these options refused. Options that were chosen are refused now.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options(["strap", "lock"])
    /// >>> bag = model.open().choose("strap", "lock").refuse("lock")
    /// >>> bag.chosen, bag.refused
    /// (['strap'], ['lock'])
    #[pyo3(signature = (*options))]
    fn refuse(&self, options: &Bound<'_, PyTuple>) -> PyResult<PyConfiguration> {
        self.decided(options, false)
    }

    /// Returns the configuration without the choices about these options. A call without options removes all choices.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options(["strap", "lock"])
    /// >>> bag = model.open().choose("strap").refuse("lock")
    /// >>> bag.clear("strap").chosen, bag.clear() == model.open()
    /// ([], True)
    #[pyo3(signature = (*options))]
    fn clear(&self, options: &Bound<'_, PyTuple>) -> PyResult<PyConfiguration> {
        let variables = self.find_all(options)?;
        let mut marks = self.marks.clone();
        let is_kept = |variable: &Variable| !options.is_empty() && !variables.contains(variable);
        marks.placed.retain(is_kept);
        marks.blocked.retain(is_kept);
        Ok(self.marked(marks))
    }

    /// Returns the exact number of complete configurations with the choices.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("dice")
    /// >>> for die in range(20):
    /// ...     model.choice(f"die {die}", [f"{die}: {pips}" for pips in range(1, 7)])
    /// >>> model.open().count()
    /// 3656158440062976
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        let source = self.source();
        let total = run(py, |budget| source.count(&self.marks, budget))?;
        if !total.is_exact() {
            return Err(error(format!("the number of configurations is unknown: {total}; choose more options")));
        }
        Ok(total.value().clone())
    }

    /// Returns the state of every option, the number of configurations with it, and the ranges of prices. A state is
    /// `chosen`, `refused`, `required`, `impossible`, `open` or `unknown`.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("tea")
    /// >>> model.choice("size", {"small": 2, "large": 3})
    /// >>> model.options({"milk": 1})
    /// >>> guide = model.open().choose("large").guide()
    /// >>> guide.statuses
    /// {'small': 'impossible', 'large': 'chosen', 'milk': 'open'}
    /// >>> guide.total, guide.count("milk"), guide.prices("milk")
    /// (2, 1, (Decimal('4'), Decimal('4')))
    fn guide(&self, py: Python<'_>) -> PyResult<PyGuide> {
        let guide = run(py, |budget| self.opened.opened.guide(&self.marks, budget))?;
        Ok(PyGuide::new(guide, Owner::Configuration(self.clone())))
    }

    /// Explains in sentences why an option is impossible or required, or what contradicts a choice. For any other
    /// option, there is one sentence with its state.
    ///
    /// The data has the keys `option` and `status`; `causes`, all smallest sets of choices that suffice (no set
    /// contains another); `rules`, the names of the rules used; `steps`, each with its `sentence`, its `rules` and its
    /// `depth` in cases; and `repairs`, the sets of choices to take back.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("bag")
    /// >>> model.options(["strap", "lock", "label"])
    /// >>> model.requires("lock", "strap", name="a lock hangs on a strap")
    /// >>> answer = model.open().refuse("strap").explain("lock")
    /// >>> print(answer)
    /// lock: impossible because you refused strap.
    ///   Suppose you choose lock.
    ///   Then "a lock hangs on a strap", with lock chosen, needs strap: you refused strap.
    ///   So lock can't be chosen.
    /// Take back the refusal of strap, and lock becomes possible (2 configurations).
    /// >>> answer["causes"], answer["rules"], answer["repairs"]
    /// ([{'chosen': [], 'refused': ['strap']}], ['"a lock hangs on a strap"'], [['strap']])
    fn explain(&self, py: Python<'_>, option: &str) -> PyResult<PyAnswer> {
        let reasons = run(py, |budget| self.opened.opened.reasons(&self.marks, option, budget))?;
        let causes = reasons
            .causes
            .iter()
            .map(|(chosen, refused)| Facts::new().with("chosen", chosen.clone()).with("refused", refused.clone()));
        let steps = reasons.steps.iter().map(|step| {
            Facts::new()
                .with("sentence", step.sentence.clone())
                .with("rules", step.rules.clone())
                .with("depth", step.depth)
        });
        let facts = Facts::new()
            .with("option", option.to_owned())
            .with("status", reasons.state)
            .with("causes", causes.collect::<Vec<_>>())
            .with("rules", reasons.rules.clone())
            .with("steps", steps.collect::<Vec<_>>())
            .with("repairs", Value::List(reasons.lifts.iter().map(|lift| lift.clone().into()).collect()));
        PyAnswer::new(py, reasons.sentences, &facts, Vec::new())
    }

    /// Returns the next step in sentences: the choice to make, then the reason. There are no sentences if every option
    /// is decided.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("tea")
    /// >>> model.choice("size", ["small", "large"])
    /// >>> print(model.open().refuse("small").hint())
    /// Choose large.
    /// large: required because you refused small.
    ///   Suppose you don't choose large.
    ///   Then the choice of size has no option left: you refused small; you don't choose large.
    ///   So large must be chosen.
    fn hint(&self, py: Python<'_>) -> PyResult<PyAnswer> {
        let lines = run(py, |budget| self.opened.opened.hint(&self.marks, budget))?;
        PyAnswer::new(py, lines, &Facts::new(), Vec::new())
    }

    /// Returns up to `count` complete configurations with the lowest total prices, each with its total.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("tea")
    /// >>> model.choice("size", {"small": 2, "large": 3})
    /// >>> model.options({"milk": "0.50"})
    /// >>> model.open().cheapest(2)
    /// [(Decimal('2.00'), ['small']), (Decimal('2.50'), ['small', 'milk'])]
    #[pyo3(signature = (count=1))]
    fn cheapest<'py>(&self, py: Python<'py>, count: i64) -> PyResult<Vec<PricedOffer<'py>>> {
        self.best(py, count, Objective::Cheapest)
    }

    /// Returns up to `count` complete configurations with the highest total prices, each with its total.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("tea")
    /// >>> model.choice("size", {"small": 2, "large": 3})
    /// >>> model.options({"milk": "0.50"})
    /// >>> model.open().dearest()
    /// [(Decimal('3.50'), ['large', 'milk'])]
    #[pyo3(signature = (count=1))]
    fn dearest<'py>(&self, py: Python<'py>, count: i64) -> PyResult<Vec<PricedOffer<'py>>> {
        self.best(py, count, Objective::Dearest)
    }

    /// Returns the sets of choices to take back so that `option` becomes possible, each with the total of the cheapest
    /// configuration afterwards, the cheapest first. No set contains another, but a set may have more choices than
    /// another. If the option is possible already, there is one empty set. The list is empty if the rules alone exclude
    /// the option. A total is `None` if no diagram of the configurations fits in memory.
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

    /// Returns `count` random complete configurations, each with the same probability. Equal seeds draw equal
    /// configurations. If `distinct`, no configuration is drawn twice.
    ///
    /// >>> import nqueens_guide as nq
    /// >>> model = nq.Model("tea")
    /// >>> model.choice("size", ["small", "large"])
    /// >>> sorted(model.open().samples(2, distinct=True))
    /// [['large'], ['small']]
    #[pyo3(signature = (count=1, seed=0, distinct=false))]
    fn samples(&self, py: Python<'_>, count: i64, seed: u64, distinct: bool) -> PyResult<Vec<Vec<String>>> {
        let count = whole(count)?;
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

    fn __eq__(&self, other: &PyConfiguration) -> bool {
        let [one, two] = [&self.opened, &other.opened];
        let is_same = Arc::ptr_eq(one, two)
            || (&one.model.title, &one.model.options, &one.model.statements)
                == (&two.model.title, &two.model.options, &two.model.statements);
        is_same && self.marks == other.marks
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let guide = self.guide(py)?;
        let table = guide._repr_html_().unwrap_or_default();
        if guide.is_completable() {
            return Ok(table);
        }
        // Without a configuration all rows are grey; the hint says which choices contradict each other.
        let hint = run(py, |budget| self.opened.opened.hint(&self.marks, budget))?;
        Ok(format!("{table}<p><b>{}</b></p>", escaped(&hint.join(" "))))
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
