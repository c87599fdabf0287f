//! The prices of things, as a file states them.

use bdd_core::Weights;

use super::CellVariables;
use crate::tree::{ReadResult, SpannedError, TomlItem, Word, shortened};

/// The price of every variable: none where a file says nothing. It is a table from names to numbers, or a text with a number
/// after each name.
pub(crate) fn read(cells: &CellVariables, item: &TomlItem<'_>) -> ReadResult<Weights> {
    let mut prices: Vec<Option<String>> = vec![None; cells.variables()];
    let mut set = |name: &Word<'_>, price: String| {
        let literal = cells.named(name)?;
        let found = shortened(name.text);
        if !literal.value {
            return SpannedError::at(&name.at, format!("{found:?} has no price"));
        }
        let place = &mut prices[literal.variable.index()];
        if place.is_some() {
            return SpannedError::at(&name.at, format!("there are two prices of {found:?}"));
        }
        *place = Some(price);
        Ok(())
    };
    if item.as_text().is_some() || item.is_list() {
        for pair in item.words()?.chunks(2) {
            let [name, price] = pair else {
                return SpannedError::at(&pair[0].at, format!("expected a number after {:?}", shortened(pair[0].text)));
            };
            if Weights::parse([price.text]).is_err() {
                return price.expected("a number such as 12 or 3.50");
            }
            set(name, price.text.to_owned())?;
        }
    } else {
        for (price, at) in item.any_table()?.entries() {
            set(&Word { text: &price.key, at }, price.decimal()?)?;
        }
    }
    let texts = prices.iter().map(|price| price.as_deref().unwrap_or("0"));
    match Weights::parse(texts) {
        Ok(weights) => Ok(weights),
        Err(error) => SpannedError::at(&item.at, format!("the prices together: {error}")),
    }
}
