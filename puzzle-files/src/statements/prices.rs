//! The prices of values, which a file gives under `prices`.

use bdd_core::Weights;

use super::CellVariables;
use crate::tree::{ReadResult, TomlItem, Word, fail, shortened};

/// Reads the price of every variable, from a table of names and numbers or from a text with a number after each name.
/// Variables that are not named cost 0.
pub(crate) fn read(cells: &CellVariables, item: &TomlItem<'_>) -> ReadResult<Weights> {
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
            return fail(&name.span, format!("expected one price for {found:?}, found a second one"));
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
    let texts = prices.iter().map(|price| price.as_deref().unwrap_or("0"));
    match Weights::parse(texts) {
        Ok(weights) => Ok(weights),
        Err(error) => fail(&item.span, format!("can't combine the prices: {error}")),
    }
}
