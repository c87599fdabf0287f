//! The values that a cell can have: several named values, or a single value for a piece that is there or not.

use crate::board::checked_name;
use crate::tree::{ReadResult, TomlItem, TomlTable, Word, advice, fail, is_sign, shortened};

/// The maximum number of values of a cell.
const MAX_VALUES: usize = 64;

/// The values that can be placed in a cell.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// The names of the values. If a cell can only be empty or hold a piece, there is a single name, the empty text.
    pub(crate) names: Vec<String>,
    pub(crate) symbols: Vec<char>,
    /// The noun for the piece, such as `queen`; `None` if cells have several values, or if the file does not name the
    /// piece.
    pub(crate) piece: Option<String>,
}

impl Values {
    /// The keys of a file that describe the values.
    pub(crate) const KEYS: [&'static str; 4] = ["values", "symbols", "piece", "symbol"];

    pub(crate) fn read(file: &TomlTable<'_>) -> ReadResult<Values> {
        let Some(values) = file.get("values") else {
            if let Some(item) = file.get("symbols") {
                return fail(&item.span, "\"symbols\" is for puzzles with \"values\": a piece has one \"symbol\"");
            }
            let piece = file.text("piece", 20)?.map(str::to_owned);
            let initial = || piece.as_ref()?.chars().next()?.to_uppercase().next();
            let symbol = match file.get("symbol") {
                Some(item) => item.character()?,
                None => initial().unwrap_or('X'),
            };
            return Ok(Values { symbols: vec![symbol], piece, ..Values::single() });
        };
        for key in ["piece", "symbol"] {
            if let Some(item) = file.get(key) {
                let message = format!("expected no {key:?} beside \"values\": only puzzles with one piece have it");
                return fail(&item.span, message);
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
            None => symbols_of(&names),
        };
        Ok(Values { names, symbols, piece: None })
    }

    /// Returns the values of a puzzle whose cells have a piece or are empty: a single value with an empty name.
    pub(crate) fn single() -> Values {
        Values { names: vec![String::new()], symbols: vec!['X'], piece: None }
    }

    fn names(item: &TomlItem<'_>) -> ReadResult<Vec<String>> {
        if item.is_number() {
            return Ok((1..=item.number(2, MAX_VALUES)?).map(|value| value.to_string()).collect());
        }
        let words = item.new_names()?;
        let names = words.iter().map(|word| Ok(checked_name(word)?.to_owned())).collect::<ReadResult<Vec<String>>>()?;
        if !(2..=MAX_VALUES).contains(&names.len()) {
            return item.expected(format!("2 to {MAX_VALUES} names, or their number"));
        }
        for (place, (name, word)) in names.iter().zip(&words).enumerate() {
            if names[..place].iter().any(|other| other.to_lowercase() == name.to_lowercase()) {
                return fail(&word.span, format!("there are two {name:?}: expected values that all differ"));
            }
        }
        Ok(names)
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns `true` if a cell either has a piece or is empty.
    pub(crate) fn is_single(&self) -> bool {
        self.len() == 1
    }

    /// Returns the index of the value with this name, ignoring case.
    pub(crate) fn named(&self, word: &Word<'_>) -> ReadResult<usize> {
        let lower = word.text.to_lowercase();
        if let Some(value) = self.names.iter().position(|name| !name.is_empty() && name.to_lowercase() == lower) {
            return Ok(value);
        }
        let advice = match self.is_single() {
            true => "this puzzle has one piece and no \"values\"".to_owned(),
            false => advice(word.text, &self.names),
        };
        fail(&word.span, format!("there is no value {:?}: {advice}", shortened(word.text)))
    }
}

/// Returns a symbol for each name: the first letters of the names if they all differ, otherwise letters in order.
fn symbols_of(names: &[String]) -> Vec<char> {
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
