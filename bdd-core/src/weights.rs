//! Weights: a number for every variable, and the models in the order of their totals.

mod best;
mod ranked;

pub use best::Best;
pub use ranked::{ByWeight, Weighed};

use crate::diagram::Level;
use crate::id::Variable;
use crate::reduction::Reduction;

/// A weight for every variable. The *total* of a model is the sum of the weights of its true variables.
///
/// Weights are whole numbers, which may be negative. Exact decimals are whole numbers of a smaller unit: the prices
/// 12.50 and 3 are the weights 1250 and 300 with two decimals ([`Weights::with_decimals`]); [`Weights::parse`] reads
/// them from text. All totals are computed in 128-bit integers, which no sum of 65,535 weights exceeds.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Objective, Rules, Weights};
///
/// // A bicycle has one of two frames, and the cheap one does not take the light wheels.
/// let mut rules = Rules::new(4);
/// rules.exactly_one(&[0, 1]);
/// rules.exactly_one(&[2, 3]);
/// rules.exclude(0, 2);
/// let budget = &mut Budget::unlimited();
/// let bicycles = DiagramBuilder::new(&rules).build(budget)?;
/// let prices = Weights::parse(["199.50", "320", "180", "75.25"])?;
///
/// let cheapest = bicycles.models_by_weight(&prices, Objective::Cheapest, budget)?.next().expect("there are three bicycles");
/// assert_eq!(prices.written(cheapest.total), "274.75");
/// // A bicycle with the light wheels has the dear frame.
/// let best = bicycles.best_totals(&prices, Objective::Cheapest, budget)?;
/// assert_eq!(best.with[2].map(|total| prices.written(total)), Some("500.00".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub(crate) units: Vec<i64>,
    /// The number of digits after the point written by [`Weights::written`].
    pub(crate) decimals: u8,
}

/// The optimization objective: minimize or maximize the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Minimize the total weight of a model.
    Cheapest,
    /// Maximize the total weight of a model.
    Dearest,
}

impl Objective {
    /// Converts a total into a cost to be minimized, and back.
    pub(crate) fn cost(self, total: i128) -> i128 {
        match self {
            Objective::Cheapest => total,
            Objective::Dearest => -total,
        }
    }
}

/// An error: a text that is not a weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of at most 18 digits, such as 12 or -3.50, found {text:?}")]
pub struct WeightError {
    text: String,
}

impl Weights {
    /// The largest number of decimal digits with which every number fits a signed 64-bit integer.
    const DIGITS: usize = 18;

    /// Returns weights without decimals, one for each variable, indexed by [`Variable::index`].
    #[must_use]
    pub fn new(units: Vec<i64>) -> Weights {
        Weights { units, decimals: 0 }
    }

    /// Sets the unit of the weights to `10^-decimals`, without changing their numbers: [`Weights::written`] puts a
    /// point before the last `decimals` digits.
    ///
    /// ```
    /// use bdd_core::{Variable, Weights};
    ///
    /// let prices = Weights::new(vec![1250, 300]).with_decimals(2);
    /// let total = prices.total(&[Variable::new(0), Variable::new(1)]);
    /// assert_eq!((total, prices.written(total).as_str()), (1550, "15.50"));
    /// ```
    #[must_use]
    pub fn with_decimals(self, decimals: u8) -> Weights {
        Weights { decimals, ..self }
    }

    /// Returns the number of decimals: the unit of the weights is `10^-decimals`.
    #[must_use]
    pub fn decimals(&self) -> u8 {
        self.decimals
    }

    /// Parses decimal numbers exactly. All weights get the number of decimals that the longest fraction has.
    ///
    /// ```
    /// use bdd_core::{Variable, Weights};
    ///
    /// let prices = Weights::parse(["12.5", "-3", "0.125"])?;
    /// assert_eq!(prices.of(Variable::new(0)), 12_500);
    /// assert_eq!(prices.written(prices.total(&[Variable::new(0), Variable::new(1)])), "9.500");
    /// let error = Weights::parse(["12", "1e3"]).unwrap_err();
    /// assert_eq!(error.to_string(), "expected a number of at most 18 digits, such as 12 or -3.50, found \"1e3\"");
    /// # Ok::<(), bdd_core::WeightError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WeightError`] for the first text that is not a number such as `12`, `-3.50` or `0.125`, or that has more than
    /// 18 digits with all decimals written out.
    pub fn parse<T: AsRef<str>>(numbers: impl IntoIterator<Item = T>) -> Result<Weights, WeightError> {
        let texts: Vec<T> = numbers.into_iter().collect();
        let refused = |text: &T| WeightError { text: text.as_ref().to_owned() };
        let parts = texts.iter().map(|text| decimal(text.as_ref()).ok_or_else(|| refused(text)));
        let parts: Vec<(&str, &str)> = parts.collect::<Result<_, _>>()?;
        let decimals = parts.iter().map(|(_, fraction)| fraction.len()).max().unwrap_or(0);
        let units = texts.iter().zip(parts);
        let units =
            units.map(|(text, (whole, fraction))| in_units(whole, fraction, decimals).ok_or_else(|| refused(text)));
        Ok(Weights { units: units.collect::<Result<_, _>>()?, decimals: decimals as u8 })
    }

    /// Returns the weight of `variable`, in units.
    ///
    /// # Panics
    ///
    /// If `variable` has no weight.
    #[must_use]
    pub fn of(&self, variable: Variable) -> i64 {
        self.units[variable.index()]
    }

    /// Returns the total of a model, given as its true variables, in units.
    ///
    /// # Panics
    ///
    /// If a variable of the model has no weight.
    #[must_use]
    pub fn total(&self, model: &[Variable]) -> i128 {
        model.iter().map(|&variable| i128::from(self.of(variable))).sum()
    }

    /// Returns a total as text, with all its decimals: 27475 units with two decimals are `274.75`.
    #[must_use]
    pub fn written(&self, total: i128) -> String {
        let decimals = usize::from(self.decimals);
        if decimals == 0 {
            return total.to_string();
        }
        let sign = if total < 0 { "-" } else { "" };
        let digits = format!("{:0>width$}", total.unsigned_abs(), width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        format!("{sign}{whole}.{fraction}")
    }
}

/// Splits a decimal number at its point. Returns the digits before the point, with the sign, and the digits after it;
/// `None` if `text` is not a number.
fn decimal(text: &str) -> Option<(&str, &str)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = !digits.is_empty()
        && is_digits(digits)
        && is_digits(fraction)
        && fraction.len() <= Weights::DIGITS
        && !text.ends_with('.');
    is_number.then_some((whole, fraction))
}

/// Returns a decimal number in units of `10^-decimals`; `None` if that takes too many digits. `whole` and `fraction`
/// are its digits before and after the point; `fraction` has at most `decimals` digits.
fn in_units(whole: &str, fraction: &str, decimals: usize) -> Option<i64> {
    let digits = whole.trim_start_matches(['-', '+', '0']).len() + decimals;
    if digits > Weights::DIGITS { None } else { format!("{whole}{fraction:0<decimals$}").parse().ok() }
}

/// The weights as costs to be minimized. A *free* variable may have either value: its best cost is 0 or its own cost,
/// whichever is less. A skipped variable is free in a [`Bdd`](crate::Bdd); in a [`Zdd`](crate::Zdd) it is false and
/// costs 0.
#[derive(Clone)]
struct Costs {
    goal: Objective,
    of: Vec<i128>,
    /// For each level, the cost of an edge that skips all variables before this level.
    free_before: Vec<i128>,
}

impl Costs {
    #[track_caller]
    fn new<R: Reduction>(weights: &Weights, goal: Objective, variables: usize) -> Costs {
        assert_eq!(weights.units.len(), variables, "one weight a variable");
        let of: Vec<i128> = weights.units.iter().map(|&units| goal.cost(units.into())).collect();
        let mut free_before = Vec::with_capacity(variables + 1);
        free_before.push(0);
        for &cost in &of {
            let best = if R::SKIPS_FREE { cost.min(0) } else { 0 };
            free_before.push(free_before[free_before.len() - 1] + best);
        }
        Costs { goal, of, free_before }
    }

    /// Returns the best cost of the variables on the levels `from..until` if an edge skips them.
    fn skipped(&self, from: Level, until: Level) -> i128 {
        self.free_before[usize::from(until)] - self.free_before[usize::from(from)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        let weights = Weights::parse(["12.5", "-3", "+0.125", "007", "-0.001"]).unwrap();
        assert_eq!(weights, Weights::new(vec![12_500, -3_000, 125, 7_000, -1]).with_decimals(3));
        assert_eq!(
            [0, 5, -5, 12_500, -1_000].map(|total| weights.written(total)),
            ["0.000", "0.005", "-0.005", "12.500", "-1.000"]
        );
        assert_eq!(Weights::parse(["3", "-4"]).unwrap(), Weights::new(vec![3, -4]));
        assert_eq!(Weights::new(vec![]).written(i128::MIN), i128::MIN.to_string());
        assert_eq!(Weights::parse::<&str>([]).unwrap(), Weights::new(vec![]));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let long = "1234567890123456789";
        for text in ["", "-", ".5", "5.", "1,5", "1e3", "--1", " 1", "0x1", "1.2.3", long, "0.1234567890123456789"] {
            let error = Weights::parse(["1", text]).unwrap_err();
            assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
        }
        // Each number fits by itself, but the first does not fit with the decimals of the second.
        assert!(Weights::parse(["123456789012345678", "0.1"]).is_err());
        assert_eq!(Weights::parse(["000000000000000000000001"]), Ok(Weights::new(vec![1])));
    }
}
