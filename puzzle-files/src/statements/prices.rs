//! The prices and other attributes of values, which a file gives under `prices` and `attributes`.

use bdd_core::Weights;

use super::CellVariables;
use crate::tree::{ReadResult, TomlItem, Word, fail, shortened};

/// Reads a number for every variable, from a table of names and numbers or from a text with a number after each name.
/// Variables that are not named get 0.
pub(crate) fn read(cells: &CellVariables, item: &TomlItem<'_>) -> ReadResult<Vec<String>> {
    let mut prices: Vec<Option<String>> = vec![None; cells.variables()];
    let mut set = |name: &Word<'_>, price: String| {
        let literal = cells.named(name)?;
        let found = shortened(name.text);
        if !literal.value {
            let example = cells.name(literal.variable);
            return fail(&name.span, format!("expected the name of a value such as {example:?}, found {found:?}"));
        }
        let place = &mut prices[literal.variable.index()];
        if place.is_some() {
            return fail(&name.span, format!("expected one number for {found:?}, found a second one"));
        }
        *place = Some(price);
        Ok(())
    };
    if item.as_text().is_some() || item.is_list() {
        for pair in item.words()?.chunks(2) {
            let [name, price] = pair else {
                return fail(&pair[0].span, format!("expected a number after {:?}", shortened(pair[0].text)));
            };
            if Weights::parse([price.text]).is_err() {
                return price.expected("a number such as 12 or 3.50");
            }
            set(name, price.text.to_owned())?;
        }
    } else {
        for (price, span) in item.any_table()?.entries() {
            set(&Word { text: &price.key, span }, price.decimal()?)?;
        }
    }
    Ok(prices.into_iter().map(|price| price.unwrap_or_else(|| "0".to_owned())).collect())
}

/// Returns the weights for `prices`, which are decimal numbers. `item` is the value of the file to name in an error.
pub(crate) fn weights(prices: &[String], item: &TomlItem<'_>) -> ReadResult<Weights> {
    match Weights::parse(prices) {
        Ok(weights) => Ok(weights),
        Err(error) => fail(&item.span, format!("can't combine the prices: {error}")),
    }
}
