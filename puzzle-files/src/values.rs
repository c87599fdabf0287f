//! The values of a cell: one of several, or a piece that is there or not.

use crate::board::checked_name;
use crate::tree::{ReadResult, SpannedError, TomlItem, TomlTable, Word, advice, is_sign, shortened};

/// The most values of a cell.
const MOST: usize = 64;

/// What a cell can have.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// The names of the values; a single one without a name, if cells are taken or not.
    pub(crate) names: Vec<String>,
    pub(crate) symbols: Vec<char>,
    /// What is placed, where cells are taken or not.
    pub(crate) piece: Option<String>,
}

impl Values {
    /// The keys of a file that say what a cell can have.
    pub(crate) const KEYS: [&'static str; 4] = ["values", "symbols", "piece", "symbol"];

    pub(crate) fn read(file: &TomlTable<'_>) -> ReadResult<Values> {
        let Some(values) = file.get("values") else {
            if let Some(item) = file.get("symbols") {
                return SpannedError::at(
                    &item.at,
                    "\"symbols\" are those of \"values\": what is placed has a \"symbol\"",
                );
            }
            let piece = file.text("piece", 20)?.map(str::to_owned);
            let drawn = || piece.as_ref().and_then(|piece| piece.chars().next()?.to_uppercase().next());
            let symbol = match file.get("symbol") {
                Some(item) => item.character()?,
                None => drawn().unwrap_or('X'),
            };
            return Ok(Values { symbols: vec![symbol], piece, ..Values::single() });
        };
        for key in ["piece", "symbol"] {
            if let Some(item) = file.get(key) {
                let what = format!("cells with values have no {key:?}: that is for cells taken or not");
                return SpannedError::at(&item.at, what);
            }
        }
        let names = Values::names(&values)?;
        let symbols = match file.get("symbols") {
            Some(item) => {
                let signs: Vec<char> = item.as_text().unwrap_or("").chars().collect();
                if signs.len() != names.len() || !signs.iter().all(|&sign| is_sign(sign)) || repeats(&signs) {
                    return item.expected(format!("{} characters that differ, one for each value", names.len()));
                }
                signs
            }
            None => drawn(&names),
        };
        Ok(Values { names, symbols, piece: None })
    }

    /// That cells are taken or not, and that what is taken has no name.
    pub(crate) fn single() -> Values {
        Values { names: vec![String::new()], symbols: vec!['X'], piece: None }
    }

    fn names(item: &TomlItem<'_>) -> ReadResult<Vec<String>> {
        if item.is_number() {
            return Ok((1..=item.number(2, MOST)?).map(|value| value.to_string()).collect());
        }
        let words = item.new_names()?;
        let names = words.iter().map(|word| Ok(checked_name(word)?.to_owned())).collect::<ReadResult<Vec<String>>>()?;
        if !(2..=MOST).contains(&names.len()) {
            return item.expected(format!("2 to {MOST} names, or their number"));
        }
        for (place, (name, word)) in names.iter().zip(&words).enumerate() {
            if names[..place].iter().any(|other| other.to_lowercase() == name.to_lowercase()) {
                return SpannedError::at(&word.at, format!("there are two {name:?}: expected values that all differ"));
            }
        }
        Ok(names)
    }

    /// How many there are: one, if cells are taken or not.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether cells are taken or not, and have no values.
    pub(crate) fn is_single(&self) -> bool {
        self.len() == 1
    }

    /// The value with a symbol.
    pub(crate) fn drawn_as(&self, symbol: char) -> Option<usize> {
        self.symbols.iter().position(|&other| other == symbol)
    }

    /// The value that a word names.
    pub(crate) fn named(&self, word: &Word<'_>) -> ReadResult<usize> {
        let said = word.text.to_lowercase();
        if let Some(value) = self.names.iter().position(|name| !name.is_empty() && name.to_lowercase() == said) {
            return Ok(value);
        }
        let advice = match self.is_single() {
            true => "cells are taken or not, and have no \"values\" here".to_owned(),
            false => advice(word.text, &self.names),
        };
        SpannedError::at(&word.at, format!("there is no value {:?}: {advice}", shortened(word.text)))
    }
}

/// The first letters, if these tell the values apart; otherwise letters in order.
fn drawn(names: &[String]) -> Vec<char> {
    let first: Vec<char> = names.iter().filter_map(|name| name.chars().next()).collect();
    if !repeats(&first) {
        return first;
    }
    let digits = '1'..='9';
    let letters = ('a'..='z').chain('A'..='Z').chain(digits).chain(['+', '*', '=']);
    letters.take(names.len()).collect()
}

fn repeats(signs: &[char]) -> bool {
    signs.iter().enumerate().any(|(place, sign)| signs[..place].contains(sign))
}
