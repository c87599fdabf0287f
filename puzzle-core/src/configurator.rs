//! A builder of configurators: options with names and prices, and rules that get their names as they are added.
//!
//! ```
//! use puzzle_core::Budget;
//! use puzzle_core::configurator::Configurator;
//!
//! let mut bicycle = Configurator::new("bicycle");
//! bicycle.choice("frame", &[("steel", "0"), ("carbon", "900")]);
//! bicycle.choice("gear", &[("hub gear", "310"), ("derailleur", "180")]);
//! bicycle.options(&[("belt", "120"), ("rack", "45"), ("lights", "60.50")]);
//! bicycle.excludes("belt", &["derailleur"]).named("a belt can't be derailed");
//! bicycle.requires("rack", &["steel"]);
//! bicycle.at_most(1, &["rack", "lights"]).if_chosen("carbon");
//! let budget = &mut Budget::unlimited();
//! let shop = bicycle.open(budget)?;
//!
//! let marks = shop.marks(&["carbon", "belt"], &[])?;
//! assert_eq!(shop.guide(&marks, budget)?.total().to_string(), "2");
//! assert_eq!(shop.cheapest(&marks, 1, budget)?.expect("a diagram")[0].total, "1330.00");
//! let repairs = shop.repairs(&marks, "derailleur", budget)?.expect("the search is short");
//! assert_eq!(repairs[0].lift, ["belt"]);
//! assert_eq!(
//!     shop.explain(&marks, "derailleur", budget)?,
//!     [
//!         "derailleur: impossible because you chose belt.",
//!         "  derailleur can't be combined with belt (a belt can't be derailed).",
//!         "Take back belt, and derailleur becomes possible (2 configurations).",
//!     ]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The functions of [`Configuration`] take the user's choices as [`Marks`] and keep no state, so that one configuration
//! serves all requests of a server.
//!
//! Sentences about configurations have one vocabulary: an option is *chosen* or *refused* by the user, *required* or
//! *impossible* in all configurations that are left, or else *open*; [`state_name`] returns these words.

mod reasons;
mod total;
mod words;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use bdd_core::{Budget, ConstraintId, Interrupted, Literal, Objective, Rules, Variable, Weights};

use crate::adaptive::Adaptive;
use crate::diagram::Diagram;
use crate::explanation::ExplainError;
use crate::guide::{Guide, Status};
use crate::marks::Marks;
use crate::puzzle::Puzzle;
use crate::source::Source;
use crate::words::{Words, list, list_or};

pub use reasons::{Reasons, StatedStep};

/// The maximum number of sets of marks that [`Configuration::repairs`] tries.
const MAX_TRIED: usize = 20_000;

/// A configurator under construction; see the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Configurator {
    title: String,
    names: Vec<String>,
    prices: Vec<String>,
    choices: Vec<String>,
    rules: Vec<NamedRule>,
    limits: Vec<TotalLimit>,
}

/// The limit of the total price, with its name.
#[derive(Clone, Debug)]
struct TotalLimit {
    limit: String,
    name: String,
}

/// A rule with its name. `condition` may name an option; then the rule applies only if this option is chosen.
#[derive(Clone, Debug)]
struct NamedRule {
    name: String,
    kind: RuleKind,
    options: Vec<String>,
    condition: Option<String>,
    /// `true` if the user named the rule.
    is_named: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleKind {
    /// The number of chosen options is at least the first and at most the second number.
    Count(usize, usize),
    /// The first option needs at least one of the further options.
    Requires,
    /// The first option excludes each further option.
    Excludes,
}

/// An error in the names, prices or numbers of a [`Configurator`], or a question about an unknown option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfiguratorError {
    /// No option has this name.
    #[error("there is no option {name:?}{}{}", in_rule(.rule.as_deref()), advice(.nearest.as_deref()))]
    UnknownOption {
        /// The unknown name.
        name: String,
        /// The rule that has the name; `None` in a question.
        rule: Option<String>,
        /// The name of a similar option, if there is one.
        nearest: Option<String>,
    },
    /// Two options have the same name.
    #[error("there are two options {0:?}: expected names that all differ")]
    SameName(String),
    /// Two choices have the same name.
    #[error("there are two choices {0:?}: expected names that all differ")]
    SameChoice(String),
    /// A choice has no option.
    #[error("the choice {0:?} has no option: expected at least one")]
    EmptyChoice(String),
    /// A rule names an option twice.
    #[error("{rule} has {option:?} twice: expected options that differ")]
    Repeated {
        /// The name of the rule.
        rule: String,
        /// The name of the option.
        option: String,
    },
    /// There are no options, or more options than can be numbered.
    #[error("expected 1 to 20000 options and conditions of rules, found {0}")]
    TooMany(usize),
    /// A price is no decimal number.
    #[error("expected a number of at most 18 digits, such as 12 or 3.50, as {of}, found {text:?}")]
    Price {
        /// The price, such as `the price of "lamp"`.
        of: String,
        /// The text that is no price.
        text: String,
    },
    /// The budget was exhausted, or the work was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There is no explanation or hint.
    #[error(transparent)]
    Explain(#[from] ExplainError),
}

fn in_rule(rule: Option<&str>) -> String {
    rule.map_or_else(String::new, |rule| format!(", which {rule} names"))
}

fn advice(nearest: Option<&str>) -> String {
    nearest.map_or_else(|| ": expected the name of an option".to_owned(), |near| format!(": did you mean {near:?}?"))
}

/// Returns the similar name among `names`, if there is one.
fn nearest<'n>(found: &str, names: impl IntoIterator<Item = &'n String>) -> Option<&'n String> {
    let likeness = |name: &String| strsim::jaro_winkler(&found.to_lowercase(), &name.to_lowercase());
    let best = names.into_iter().map(|name| (likeness(name), name)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= 0.8).then_some(best.1)
}

/// Returns the word for a status of an option: `chosen`, `refused`, `required`, `impossible`, `open` or `unknown`.
///
/// ```
/// use puzzle_core::{Status, configurator::state_name};
///
/// assert_eq!([Status::Forced, Status::Dead, Status::Excluded].map(state_name), ["required", "impossible", "impossible"]);
/// ```
#[must_use]
pub fn state_name(status: Status) -> &'static str {
    match status {
        Status::Given | Status::Placed => "chosen",
        Status::Blocked => "refused",
        Status::Forced => "required",
        Status::Excluded | Status::Dead => "impossible",
        Status::Open => "open",
        Status::Unknown => "unknown",
    }
}

/// A rule that was just added to a [`Configurator`]. The methods name the rule or make it conditional.
#[derive(Debug)]
pub struct Added<'c> {
    rule: &'c mut NamedRule,
}

impl Added<'_> {
    /// Names the rule. Explanations cite the name in quotation marks, so that it can be a noun phrase or a short
    /// sentence. A name that begins with `the rule` or `the choice` is cited without them.
    pub fn named(self, name: &str) -> Self {
        let is_phrase = ["the rule ", "the choice "].iter().any(|start| name.starts_with(start));
        self.rule.name = if is_phrase { name.to_owned() } else { format!("\"{name}\"") };
        self.rule.is_named = true;
        self
    }

    /// Restricts the rule to configurations with `option`.
    pub fn if_chosen(self, option: &str) -> Self {
        if self.rule.condition.replace(option.to_owned()).is_none() && !self.rule.is_named {
            // The condition goes before the closing quotation mark.
            let name = self.rule.name.trim_end_matches('"');
            let mark = &self.rule.name[name.len()..];
            self.rule.name = format!("{name} if {option}{mark}");
        }
        self
    }
}

impl Configurator {
    /// Returns a configurator without options. `title` is the noun for the configured product.
    #[must_use]
    pub fn new(title: &str) -> Configurator {
        Configurator { title: title.to_owned(), ..Configurator::default() }
    }

    /// Adds options with their prices, decimal numbers such as `12` or `3.50`.
    pub fn options(&mut self, options: &[(&str, &str)]) {
        for (name, price) in options {
            self.names.push((*name).to_owned());
            self.prices.push((*price).to_owned());
        }
    }

    /// Adds options with their prices, and the rule that exactly one of them is chosen. `name` is a noun for the
    /// options.
    pub fn choice(&mut self, name: &str, options: &[(&str, &str)]) -> Added<'_> {
        self.options(options);
        self.choices.push(name.to_owned());
        let names: Vec<&str> = options.iter().map(|option| option.0).collect();
        self.add(format!("the choice of {name}"), RuleKind::Count(1, 1), &names)
    }

    /// Adds the rule that `option` needs at least one of `any_of`.
    pub fn requires(&mut self, option: &str, any_of: &[&str]) -> Added<'_> {
        let name = format!("the rule \"{option} requires {}\"", list_or(any_of.iter().map(|&name| name.to_owned())));
        self.add(name, RuleKind::Requires, &[&[option], any_of].concat())
    }

    /// Adds the rule that `option` can't be combined with any of `others`.
    pub fn excludes(&mut self, option: &str, others: &[&str]) -> Added<'_> {
        let name = format!("the rule \"{option} excludes {}\"", list(others.iter().map(|&name| name.to_owned())));
        self.add(name, RuleKind::Excludes, &[&[option], others].concat())
    }

    /// Adds the rule that at most `max` of `options` are chosen.
    pub fn at_most(&mut self, max: usize, options: &[&str]) -> Added<'_> {
        self.count(0, max, options)
    }

    /// Adds the rule that at least `min` of `options` are chosen.
    pub fn at_least(&mut self, min: usize, options: &[&str]) -> Added<'_> {
        self.count(min, options.len(), options)
    }

    /// Adds the rule that at least `min` and at most `max` of `options` are chosen.
    pub fn count(&mut self, min: usize, max: usize, options: &[&str]) -> Added<'_> {
        let bounds = match (min, max) {
            (min, max) if min == max => format!("exactly {min}"),
            (0, max) => format!("at most {max}"),
            (min, max) if max >= options.len() => format!("at least {min}"),
            (min, max) => format!("{min} to {max}"),
        };
        let name = format!("the rule \"{bounds} of {}\"", list(options.iter().map(|&name| name.to_owned())));
        self.add(name, RuleKind::Count(min, max), options)
    }

    /// Limits the total price of a configuration to `limit`, a decimal number such as `1800` or `99.95`. Explanations
    /// cite the limit as `name`, a noun such as `the budget`. Of several limits, the lowest counts.
    ///
    /// ```
    /// use puzzle_core::{Budget, configurator::Configurator};
    ///
    /// let mut lunch = Configurator::new("lunch");
    /// lunch.options(&[("soup", "4.50"), ("fish", "11"), ("cake", "3.20")]);
    /// lunch.at_most_total("15", "the budget");
    /// let budget = &mut Budget::unlimited();
    /// let lunch = lunch.open(budget)?;
    /// let marks = lunch.marks(&["fish"], &[])?;
    /// assert_eq!(lunch.guide(&marks, budget)?.total().to_string(), "2");
    /// assert_eq!(
    ///     lunch.explain(&marks, "soup", budget)?[1],
    ///     "  The cheapest configuration with soup and fish costs 15.50, and the budget is 15.00."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_most_total(&mut self, limit: &str, name: &str) {
        self.limits.push(TotalLimit { limit: limit.to_owned(), name: name.to_owned() });
    }

    fn add(&mut self, name: String, kind: RuleKind, options: &[&str]) -> Added<'_> {
        let options = options.iter().map(|&name| name.to_owned()).collect();
        self.rules.push(NamedRule { name, kind, options, condition: None, is_named: false });
        Added { rule: self.rules.last_mut().expect("a rule was pushed") }
    }

    /// Checks all names, and compiles the rules: into a diagram of all configurations, or for a solver if the diagram
    /// is too large.
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError`] for unknown or repeated names, for prices that are no numbers, and if `budget` is
    /// exhausted or cancelled. A limit of the total ([`Configurator::at_most_total`]) needs the diagram of all
    /// configurations, so that `budget` may be exhausted earlier.
    pub fn open(self, budget: &mut Budget<'_>) -> Result<Configuration, ConfiguratorError> {
        let product = ConfiguratorPuzzle::new(self)?;
        let within = match product.limit {
            None => None,
            Some((limit, _)) => Some(Arc::new(total::within(&product, limit, budget)?)),
        };
        Ok(Configuration { source: Arc::new(Adaptive::open(product, budget)?), within })
    }
}

/// The puzzle of a [`Configurator`].
#[derive(Clone, Debug)]
struct ConfiguratorPuzzle {
    title: String,
    names: Vec<String>,
    by_name: HashMap<String, Variable>,
    weights: Weights,
    rules: Rules,
    stated: Vec<NamedRule>,
    /// For each line of `rules`, the index of its rule in `stated`.
    lines: Vec<usize>,
    /// The lowest limit of the total, in units of `weights`, and its name.
    limit: Option<(i128, String)>,
    /// For each auxiliary variable, the name of the option whose value it always has. The variable stands for this
    /// option in the conditions of rules.
    copies: Vec<String>,
}

impl ConfiguratorPuzzle {
    fn new(
        Configurator { title, names, prices, choices, rules: stated, limits }: Configurator,
    ) -> Result<ConfiguratorPuzzle, ConfiguratorError> {
        let mut by_name = HashMap::new();
        for (index, name) in names.iter().enumerate().take(usize::from(u16::MAX)) {
            if by_name.insert(name.clone(), Variable::from_index(index)).is_some() {
                return Err(ConfiguratorError::SameName(name.clone()));
            }
        }
        if let Some((_, name)) = choices.iter().enumerate().find(|(index, name)| choices[..*index].contains(name)) {
            return Err(ConfiguratorError::SameChoice(name.clone()));
        }
        let empty = stated.iter().find(|rule| rule.kind == RuleKind::Count(1, 1) && rule.options.is_empty());
        if let Some(choice) = empty.and_then(|rule| rule.name.strip_prefix("the choice of ")) {
            return Err(ConfiguratorError::EmptyChoice(choice.to_owned()));
        }
        let (weights, limit) = prices_and_limit(&names, &prices, limits)?;
        // A conditional rule may need several copies of its condition ([`ConfiguratorPuzzle::conditional`]). A rule
        // counts each variable once, so that the copies are variables of their own.
        let mut copies = Vec::new();
        for rule in &stated {
            copies.extend(rule.condition.iter().flat_map(|name| vec![name.clone(); rule.copies()]));
        }
        let variables = names.len() + copies.len();
        if !(1..=20_000).contains(&variables) {
            return Err(ConfiguratorError::TooMany(variables));
        }
        let rules = Rules::new(names.len()).with_auxiliary(copies.len());
        let next_copy = names.len();
        let mut product = ConfiguratorPuzzle {
            title,
            names,
            by_name,
            weights,
            rules,
            stated: Vec::new(),
            lines: Vec::new(),
            limit,
            copies,
        };
        let mut next_copy = Variable::all(variables).skip(next_copy);
        for (index, rule) in stated.iter().enumerate() {
            product.state(rule, &mut next_copy)?;
            product.lines.resize(product.rules.constraints().len(), index);
        }
        Ok(ConfiguratorPuzzle { stated, ..product })
    }

    fn named(&self, name: &str, rule: Option<&NamedRule>) -> Result<Variable, ConfiguratorError> {
        self.by_name.get(name).copied().ok_or_else(|| ConfiguratorError::UnknownOption {
            name: name.to_owned(),
            rule: rule.map(|rule| rule.name.clone()),
            nearest: nearest(name, &self.names).cloned(),
        })
    }

    /// Returns the stated rule of a line.
    fn rule(&self, line: ConstraintId) -> &NamedRule {
        &self.stated[self.lines[line.index()]]
    }

    fn state(
        &mut self,
        rule: &NamedRule,
        copies: &mut impl Iterator<Item = Variable>,
    ) -> Result<(), ConfiguratorError> {
        let mut options: Vec<Literal> = Vec::new();
        for name in &rule.options {
            let literal = Literal::positive(self.named(name, Some(rule))?);
            if options.contains(&literal) {
                return Err(ConfiguratorError::Repeated { rule: rule.name.clone(), option: name.clone() });
            }
            options.push(literal);
        }
        let condition =
            rule.condition.as_deref().map(|name| self.named(name, Some(rule))).transpose()?.map(Literal::positive);
        if let Some(condition) = condition.filter(|condition| options.contains(condition)) {
            let option = self.names[condition.variable.index()].clone();
            return Err(ConfiguratorError::Repeated { rule: rule.name.clone(), option });
        }
        match (rule.kind, condition) {
            (RuleKind::Requires, condition) => {
                options[0] = !options[0];
                options.extend(condition.map(|condition| !condition));
                self.rules.at_least_one(&options);
            }
            (RuleKind::Excludes, Some(condition)) => {
                for &other in &options[1..] {
                    self.rules.at_least_one(&[!options[0], !other, !condition]);
                }
            }
            (RuleKind::Excludes, None) => {
                options[1..].iter().for_each(|&other| self.rules.at_most(1, &[options[0], other]));
            }
            (RuleKind::Count(min, max), None) => self.rules.count(min..=max.min(options.len()), &options),
            (RuleKind::Count(min, max), Some(condition)) => {
                self.conditional(condition, min, &options, copies);
                let negated: Vec<Literal> = options.iter().map(|&option| !option).collect();
                self.conditional(condition, options.len().saturating_sub(max), &negated, copies);
            }
        }
        Ok(())
    }

    /// Adds the rule that at least `min` of `literals` are true if `condition` is true. Makes `min - 1` variables of
    /// `copies` equivalent to the condition. If the condition is false, the negated condition and the negated copies
    /// are `min` true literals, so that the rule holds.
    fn conditional(
        &mut self,
        condition: Literal,
        min: usize,
        literals: &[Literal],
        copies: &mut impl Iterator<Item = Variable>,
    ) {
        if min > literals.len() {
            self.rules.at_least_one(&[!condition]);
        } else if min > 0 {
            let mut all = literals.to_vec();
            all.push(!condition);
            for copy in copies.take(min - 1).map(Literal::positive) {
                self.rules.imply(copy, condition);
                self.rules.imply(condition, copy);
                all.push(!copy);
            }
            self.rules.at_least(min, &all);
        }
    }

    /// Returns the first rule by which `a` and `b` exclude each other.
    fn exclusive(&self, a: Variable, b: Variable) -> Option<&NamedRule> {
        self.exclusive_line(a, b).map(|line| self.rule(line))
    }

    fn exclusive_line(&self, a: Variable, b: Variable) -> Option<ConstraintId> {
        let is_common = |line: &[Variable]| line.contains(&a) && line.contains(&b);
        let mut common = self
            .rules
            .numbered_constraints()
            .filter(|(_, rule)| rule.max() == 1 && rule.is_positive() && is_common(rule.variables()));
        common.next().map(|(line, _)| line)
    }
}

/// Parses the prices of the options, and the lowest limit of the total.
fn prices_and_limit(
    names: &[String],
    prices: &[String],
    limits: Vec<TotalLimit>,
) -> Result<(Weights, Option<(i128, String)>), ConfiguratorError> {
    let of_options = names.iter().zip(prices).map(|(name, price)| (format!("the price of {name:?}"), price));
    let of_limits = limits.iter().map(|limit| ("the limit of the total".to_owned(), &limit.limit));
    for (of, text) in of_options.chain(of_limits) {
        if Weights::parse([text]).is_err() {
            return Err(ConfiguratorError::Price { of, text: text.clone() });
        }
    }
    // The unit of the prices suits the limits as well.
    let all = prices.iter().chain(limits.iter().map(|limit| &limit.limit));
    let too_long = |error: bdd_core::WeightError| ConfiguratorError::Price {
        of: "a price, with the decimals of all prices".to_owned(),
        text: error.to_string(),
    };
    let weights = Weights::parse(all).map_err(too_long)?;
    let units = Variable::all(names.len()).map(|variable| weights.of(variable)).collect();
    let of_limits = (names.len()..).map(|index| i128::from(weights.of(Variable::from_index(index))));
    let lowest = limits.into_iter().zip(of_limits).min_by_key(|(_, units)| *units);
    Ok((Weights::new(units).with_decimals(weights.decimals()), lowest.map(|(limit, units)| (units, limit.name))))
}

impl NamedRule {
    /// Returns the number of copies of the condition that [`ConfiguratorPuzzle::conditional`] needs for this rule.
    fn copies(&self) -> usize {
        let size = self.options.len();
        let of = |min: usize| if min > size { 0 } else { min.saturating_sub(1) };
        match self.kind {
            RuleKind::Count(min, max) => of(min) + of(size.saturating_sub(max)),
            RuleKind::Requires | RuleKind::Excludes => 0,
        }
    }
}

impl Puzzle for ConfiguratorPuzzle {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn weights(&self) -> Option<&Weights> {
        Some(&self.weights)
    }
}

impl Words for ConfiguratorPuzzle {
    fn kind(&self) -> &str {
        &self.title
    }

    fn name(&self, variable: Variable) -> String {
        self.names[variable.index()].clone()
    }

    fn auxiliary_name(&self, number: usize) -> String {
        self.copies[number].clone()
    }

    fn line_name(&self, line: ConstraintId) -> String {
        self.rule(line).name.clone()
    }

    fn line_phrase(&self, line: ConstraintId) -> String {
        format!("in {}", self.line_name(line))
    }

    fn cell_noun(&self) -> &str {
        "option"
    }

    fn candidate_noun(&self, _: ConstraintId) -> &str {
        "option"
    }

    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        self.exclusive(a, b).map(|rule| rule.name.clone())
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        self.exclusive(by, excluded).map(|rule| format!("({})", rule.name))
    }
}

/// A compiled [`Configurator`]. Clones share the compiled form.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// All configurations by the rules, regardless of their total.
    source: Arc<Adaptive<ConfiguratorPuzzle>>,
    /// The configurations with a total within the limit, if there is a limit.
    within: Option<Arc<Diagram<ConfiguratorPuzzle>>>,
}

/// A complete configuration with its total price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The total price, in decimals.
    pub total: String,
    /// The names of the chosen options.
    pub options: Vec<String>,
}

/// A subset-minimal set of choices to take back so that an option becomes possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The names of the chosen and refused options to take back.
    pub lift: Vec<String>,
    /// The total price of the cheapest configuration with the option after the change; `None` without a diagram.
    pub total: Option<String>,
}

impl Configuration {
    /// Returns the source of the configurations, for the functions of this crate that take a [`Source`].
    #[must_use]
    pub fn source(&self) -> Arc<dyn Source> {
        match &self.within {
            Some(within) => Arc::clone(within) as Arc<dyn Source>,
            None => Arc::clone(&self.source) as Arc<dyn Source>,
        }
    }

    fn all(&self) -> &dyn Source {
        match &self.within {
            Some(within) => &**within,
            None => &*self.source,
        }
    }

    /// Returns the names of all options, indexed by [`Variable::index`].
    #[must_use]
    pub fn options(&self) -> &[String] {
        &self.product().names
    }

    fn product(&self) -> &ConfiguratorPuzzle {
        self.source.puzzle()
    }

    /// Returns the variable of an option.
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError::UnknownOption`] for a name that no option has. It has the name of a similar option.
    pub fn option(&self, name: &str) -> Result<Variable, ConfiguratorError> {
        self.product().named(name, None)
    }

    /// Returns the marks in which the `chosen` options are placed and the `refused` options are blocked.
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError::UnknownOption`] for a name that no option has.
    pub fn marks(&self, chosen: &[&str], refused: &[&str]) -> Result<Marks, ConfiguratorError> {
        let literals = [(chosen, true), (refused, false)].into_iter().flat_map(|(names, value)| {
            names.iter().map(move |name| Ok(Literal { variable: self.product().named(name, None)?, value }))
        });
        literals.collect()
    }

    /// Returns the status of every option, the number of configurations with it, and the ranges of prices.
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError::Interrupted`] if the budget is exhausted or cancelled.
    pub fn guide(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Guide, ConfiguratorError> {
        let completions = self.all().completions(marks, budget)?;
        Ok(Guide::of(self.product(), marks.clone(), &completions, budget)?)
    }

    /// Returns up to `count` configurations with the lowest total prices, the cheapest first. Returns `None` if no
    /// diagram of the configurations fits in memory.
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError::Interrupted`] if the budget is exhausted or cancelled.
    pub fn cheapest(
        &self,
        marks: &Marks,
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Offer>>, ConfiguratorError> {
        self.best(marks, Objective::Cheapest, count, budget)
    }

    /// Returns up to `count` configurations with the lowest or the highest total prices, the best first. Returns `None`
    /// if no diagram of the configurations fits in memory.
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError::Interrupted`] if the budget is exhausted or cancelled.
    pub fn best(
        &self,
        marks: &Marks,
        goal: Objective,
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Offer>>, ConfiguratorError> {
        let product = self.product();
        let completions = self.all().completions(marks, budget)?;
        let found = completions.best(&product.weights, goal, count, budget)?;
        Ok(found.map(|found| {
            let offer = |weighed: bdd_core::Weighed| Offer {
                total: product.weights.written(weighed.total),
                options: weighed.model.iter().map(|&variable| product.name(variable)).collect(),
            };
            found.into_iter().map(offer).collect()
        }))
    }

    /// Returns all sets of choices to take back so that `option` becomes possible, the cheapest first. No set contains
    /// another set, but a set may have more choices than another. The sets are sorted by the total of the cheapest
    /// configuration with the option, then by the number of choices. The list is empty if the rules alone exclude the
    /// option. It has a single empty set if the option is possible already. Returns `None` if the search tries more
    /// than 20,000 sets.
    ///
    /// The sets are the minimal hitting sets of the cores, found by a breadth-first search. Each node of the search
    /// branches over a core of the choices that remain (R. Reiter, *A Theory of Diagnosis from First Principles*,
    /// 1987).
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError`] for an unknown option, and if the budget is exhausted or cancelled.
    pub fn repairs(
        &self,
        marks: &Marks,
        option: &str,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Change>>, ConfiguratorError> {
        let product = self.product();
        let wanted = Literal::positive(product.named(option, None)?);
        let Some(found) = self.lifts(marks, wanted, budget)? else { return Ok(None) };
        let mut changes = Vec::new();
        for lift in found {
            let rest = marks.literals().filter(|literal| !lift.contains(literal)).chain([wanted]).collect();
            let guide = self.guide(&rest, budget)?;
            let total = guide.totals().and_then(|totals| totals.range()).map(|(cheapest, _)| cheapest);
            changes.push((total, lift));
        }
        changes.sort_by_key(|(total, lift)| (total.is_none(), *total, lift.len()));
        let name = |literal: &Literal| product.name(literal.variable);
        let change = |(total, lift): (Option<i128>, BTreeSet<Literal>)| Change {
            lift: lift.iter().map(name).collect(),
            total: total.map(|total| product.weights.written(total)),
        };
        Ok(Some(changes.into_iter().map(change).collect()))
    }

    /// Returns all subset-minimal sets of marks to remove so that some configuration with the remaining marks has the
    /// literal `wanted`, the smallest first; see [`Configuration::repairs`].
    fn lifts(
        &self,
        marks: &Marks,
        wanted: Literal,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<BTreeSet<Literal>>>, ConfiguratorError> {
        let mut queue = VecDeque::from([BTreeSet::<Literal>::new()]);
        let mut seen: BTreeSet<BTreeSet<Literal>> = BTreeSet::new();
        let mut found: Vec<BTreeSet<Literal>> = Vec::new();
        while let Some(lift) = queue.pop_front() {
            // Smaller sets come first, so that a superset of a found set is never minimal.
            if found.iter().any(|smaller| smaller.is_subset(&lift)) {
                continue;
            }
            let rest: Marks = marks.literals().filter(|literal| !lift.contains(literal)).collect();
            let cores = self.all().blame(&rest, Some(wanted), budget)?.cores;
            let Some(core) = cores.first() else {
                found.push(lift);
                continue;
            };
            for literal in core.literals() {
                let mut next = lift.clone();
                next.insert(literal);
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
            if seen.len() > MAX_TRIED {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests;
