//! Sentences about the options of a configurator.

use puzzle_core::{Count, Guide, Status, Variable};

use super::option_states::{configurations, option_state};
use crate::model::Model;

/// The refusal to exclude or explain a heading.
pub(crate) const NO_OPTION: &str = "This is a group: select one of its options.";
/// The refusal to clear a configuration without choices.
pub(crate) const NOTHING_CHOSEN: &str = "Nothing is chosen or excluded yet.";
/// The refusal to complete a configuration that can't be completed.
pub(crate) const NO_CONFIGURATION: &str = "No configuration has these choices. Press u to undo.";
/// The refusal to complete a complete configuration.
pub(crate) const ALL_DECIDED: &str = "Every option is decided already.";
/// The refusal to complete a configuration if the cheapest configuration can't be computed.
pub(crate) const NO_CHEAPEST: &str =
    "The cheapest configuration is not known: the model is too large. Choose more options first.";
/// The message of a search without a result.
pub const NO_MATCH: &str = "No option has these words in its name.";

/// Returns the price of an option in decimals; `None` if the option has no price, or costs nothing.
#[must_use]
pub fn option_price(model: &Model, variable: Variable) -> Option<String> {
    let weights = model.board().puzzle().weights()?;
    (weights.of(variable) != 0).then(|| weights.written(i128::from(weights.of(variable))))
}

/// Describes an open option by the number and the lowest price of the configurations with this option, such as `12
/// configurations left, from 24920`; `None` for other options, and until the configurations are counted.
#[must_use]
pub fn option_outlook(model: &Model, variable: Variable) -> Option<String> {
    let guide = model.guide().filter(|guide| guide.status(variable) == Status::Open)?;
    let count = guide.completions(variable);
    let weights = model.board().puzzle().weights();
    let cheapest = weights.and_then(|weights| {
        let (cheapest, _) = guide.totals()?.range_with(variable)?;
        Some(format!("from {}", weights.written(cheapest)))
    });
    let count = count.is_exact().then(|| format!("{} left", configurations(count)));
    let parts: Vec<String> = count.into_iter().chain(cheapest).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Describes an option with its state, such as `sunroof (950): open, 12 configurations left, from 24920`.
pub(crate) fn option_described(model: &Model, variable: Variable) -> String {
    let name = model.board().puzzle().name(variable);
    let price = option_price(model, variable).map_or_else(String::new, |price| format!(" ({price})"));
    let Some(guide) = model.guide() else { return format!("{name}{price}") };
    let state = option_state(guide.status(variable));
    let outlook = option_outlook(model, variable).map_or_else(String::new, |outlook| format!(", {outlook}"));
    format!("{name}{price}: {state}{outlook}")
}

/// Describes a line of the tree: an option, or a group with the number of its options.
pub(crate) fn tree_line_spoken(model: &Model, line: usize) -> String {
    let Some(tree) = model.tree() else { return String::new() };
    let about = &tree.lines()[line];
    let parts = tree.parts(line).count();
    let choice = if about.choice.is_empty() { String::new() } else { format!(", choose {}", about.choice) };
    let below = if parts > 0 { format!(", {parts} below") } else { String::new() };
    let indent = "  ".repeat(about.depth.saturating_sub(1));
    match about.variable {
        Some(variable) => format!("{indent}{}{choice}{below}.", option_described(model, variable)),
        None => format!("{indent}{}{choice}{below}.", about.name),
    }
}

/// Returns the state of the whole configuration in parts, the most important first, such as `12 configurations left`,
/// `5 chosen`, `3 forced`, `2 excluded`. Empty until the puzzle is loaded.
#[must_use]
pub fn configuration(model: &Model) -> Vec<String> {
    let Some(guide) = model.guide() else { return Vec::new() };
    let number = |wanted: &[Status]| guide.variables().filter(|(_, status, _)| wanted.contains(status)).count();
    let is_undecided = number(&[Status::Open, Status::Forced, Status::Unknown]) > 0;
    let total = guide.total();
    let left = match total {
        Count::Exact(_) if !guide.is_completable() => "no configuration left".to_owned(),
        Count::Exact(_) if !is_undecided => "complete".to_owned(),
        Count::Exact(_) => format!("{} left", configurations(total)),
        Count::AtLeast(_) if model.is_learning() => "counting configurations".to_owned(),
        Count::AtLeast(_) => "number of configurations unknown".to_owned(),
    };
    let parts = [
        (number(&[Status::Placed]), "chosen"),
        (number(&[Status::Forced]), "forced"),
        (number(&[Status::Blocked, Status::Excluded, Status::Dead]), "excluded"),
    ];
    let counts = parts.into_iter().filter(|(count, name)| *count > 0 || *name == "chosen");
    [left].into_iter().chain(counts.map(|(count, name)| format!("{count} {name}"))).collect()
}

/// Returns the prices of the configuration in parts, such as `3540 so far`, `total from 23400`; empty without prices.
#[must_use]
pub fn configuration_prices(model: &Model) -> Vec<String> {
    let puzzle = model.board().puzzle();
    let (Some(guide), Some(weights)) = (model.guide(), puzzle.weights()) else { return Vec::new() };
    let standing: Vec<Variable> = guide.marks().standing(puzzle).into_iter().collect();
    let so_far = format!("{} so far", weights.written(weights.total(&standing)));
    let range = guide.totals().and_then(|totals| totals.range());
    let complete = range.map(|(cheapest, dearest)| match cheapest == dearest {
        true => format!("total {}", weights.written(cheapest)),
        false => format!("total from {}", weights.written(cheapest)),
    });
    [so_far].into_iter().chain(complete).collect()
}

/// Returns the chosen and forced options as a text for a file: lines about the whole configuration, then a line for
/// each option.
pub(crate) fn option_list(model: &Model, guide: &Guide) -> String {
    let puzzle = model.board().puzzle();
    let named = |wanted: &[Status]| {
        let of = guide.variables().filter(|(_, status, _)| wanted.contains(status));
        of.map(|(variable, ..)| variable).collect::<Vec<_>>()
    };
    let mut text = format!("# {}: {}\n", puzzle.kind(), configuration(model).join(", "));
    let prices = configuration_prices(model).join(", ");
    if !prices.is_empty() {
        text.push_str(&format!("# {prices}\n"));
    }
    for (title, wanted) in [
        ("always chosen", &[Status::Given][..]),
        ("chosen by you", &[Status::Placed]),
        ("forced", &[Status::Forced]),
        ("excluded by you", &[Status::Blocked]),
    ] {
        let variables = named(wanted);
        if variables.is_empty() {
            continue;
        }
        text.push_str(&format!("\n# {title}\n"));
        let is_out = wanted == [Status::Blocked];
        for variable in variables {
            let price = option_price(model, variable).map_or_else(String::new, |price| format!("\t{price}"));
            let not = if is_out { "not " } else { "" };
            text.push_str(&format!("{not}{}{price}\n", puzzle.name(variable)));
        }
    }
    text
}

/// Returns the notice of a completed configuration with its total price, if it has one.
pub(crate) fn completed(total: Option<String>) -> String {
    match total {
        Some(total) => format!("Completed by the cheapest configuration (total {total}). Press u to undo."),
        None => "Completed with the fewest options. Press u to undo.".to_owned(),
    }
}
