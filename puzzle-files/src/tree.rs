//! The parsed tree of a TOML file, in which every item knows its position in the text, and errors with such positions.

use std::fmt;
use std::ops::Range;

use bdd_core::Weights;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(crate) use puzzle_kind::input::shortened;

/// The maximum number of variables of a puzzle, including auxiliary variables.
pub(crate) const MAX_VARIABLES: usize = 20_000;

/// An error in a text, with the range of bytes that the error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpannedError {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
}

/// The result of reading a part of a text.
pub(crate) type ReadResult<T> = Result<T, SpannedError>;

/// Returns an error with this message about the bytes `span` of a text.
pub(crate) fn fail<T>(span: &Range<usize>, message: impl fmt::Display) -> ReadResult<T> {
    Err(SpannedError { span: span.clone(), message: message.to_string() })
}

/// A value of a TOML file, with its key and its position.
#[derive(Clone, Debug)]
pub(crate) struct TomlItem<'a> {
    /// The key of the value. An item of a list has the key of the list.
    pub(crate) key: String,
    pub(crate) span: Range<usize>,
    value: &'a DeValue<'a>,
}

/// A table of a TOML file.
#[derive(Clone, Debug)]
pub(crate) struct TomlTable<'a> {
    pub(crate) span: Range<usize>,
    entries: &'a DeTable<'a>,
}

impl<'a> TomlTable<'a> {
    /// Returns the table of the whole file, or an error if it has a key that is not in `keys`.
    pub(crate) fn root(file: &'a Spanned<DeTable<'a>>, keys: &[&str]) -> ReadResult<TomlTable<'a>> {
        TomlTable { span: 0..0, entries: file.get_ref() }.with_keys(keys)
    }

    /// Returns the table, or an error if it has a key that is not in `keys`.
    fn with_keys(self, keys: &[&str]) -> ReadResult<TomlTable<'a>> {
        for (key, _) in self.entries {
            let name = key.get_ref().as_ref();
            if !keys.contains(&name) {
                return fail(&key.span(), format!("there is no key {name:?}: {}", advice(name, keys)));
            }
        }
        Ok(self)
    }

    /// Returns the value of a key; `None` if the table does not have the key.
    pub(crate) fn get(&self, key: &str) -> Option<TomlItem<'a>> {
        Some(TomlItem::new(key, self.entries.get(key)?))
    }

    /// Returns the only one of `keys` that the table has, with its value. Returns `None` if the table has none of them,
    /// and an error if it has several.
    pub(crate) fn one_of(&self, keys: &[&'static str]) -> ReadResult<Option<(&'static str, TomlItem<'a>)>> {
        let mut found: Option<(&'static str, TomlItem<'a>)> = None;
        for &key in keys {
            if let Some(item) = self.get(key) {
                if let Some((other, _)) = found {
                    return fail(&item.span, format!("expected either {other:?} or {key:?}, found both"));
                }
                found = Some((key, item));
            }
        }
        Ok(found)
    }

    /// Returns the text of a key, if the table has the key; see [`TomlItem::text`].
    pub(crate) fn text(&self, key: &str, max_chars: usize) -> ReadResult<Option<&'a str>> {
        self.get(key).map(|item| item.text(max_chars)).transpose()
    }

    /// Returns all values of the table in the order of the file, each with the span of its key.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (TomlItem<'a>, Range<usize>)> {
        self.entries.iter().map(|(key, value)| (TomlItem::new(key.get_ref(), value), key.span()))
    }
}

impl<'a> TomlItem<'a> {
    fn new(key: &str, value: &'a Spanned<DeValue<'a>>) -> TomlItem<'a> {
        TomlItem { key: key.to_owned(), span: value.span(), value: value.get_ref() }
    }

    /// Returns the error that the value should be `wanted`, which is a noun phrase.
    pub(crate) fn expected<T>(&self, wanted: impl fmt::Display) -> ReadResult<T> {
        fail(&self.span, format!("{:?} should be {wanted}, found {}", self.key, self.found()))
    }

    fn found(&self) -> String {
        match self.value {
            DeValue::String(text) => format!("{:?}", shortened(text)),
            DeValue::Integer(number) => shortened(number.as_str()),
            DeValue::Float(number) => shortened(number.as_str()),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(list) => format!("a list of length {}", list.len()),
            DeValue::Table(_) => "a table".to_owned(),
        }
    }

    /// Returns the value if it is a text.
    pub(crate) fn as_text(&self) -> Option<&'a str> {
        match self.value {
            DeValue::String(text) => Some(text.as_ref()),
            _ => None,
        }
    }

    /// Returns the value if it is a text on one line, with 1 to `max_chars` characters that can be printed.
    pub(crate) fn text(&self, max_chars: usize) -> ReadResult<&'a str> {
        let is_printable =
            |text: &&str| !text.trim().is_empty() && text.chars().all(|sign| sign == ' ' || is_sign(sign));
        match self.as_text().filter(is_printable) {
            Some(text) if text.chars().count() <= max_chars => Ok(text),
            _ => self.expected(format!("a text of 1 to {max_chars} characters on one line")),
        }
    }

    /// Returns the value if it is a text of one character that can be printed.
    pub(crate) fn character(&self) -> ReadResult<char> {
        match self.as_text().map(|text| (text.chars().next(), text.chars().count())) {
            Some((Some(sign), 1)) if is_sign(sign) => Ok(sign),
            _ => self.expected("one character"),
        }
    }

    pub(crate) fn flag(&self) -> ReadResult<bool> {
        match self.value {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => self.expected("true or false"),
        }
    }

    /// Returns the value if it is a whole number from `min` to `max`.
    pub(crate) fn number(&self, min: usize, max: usize) -> ReadResult<usize> {
        let number = match self.value {
            DeValue::Integer(number) => usize::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number.filter(|number| (min..=max).contains(number)) {
            Some(number) => Ok(number),
            None => self.expected(format!("a whole number from {min} to {max}")),
        }
    }

    /// Returns the text of a decimal number such as `3.50`, which may be a number or a text in the file.
    pub(crate) fn decimal(&self) -> ReadResult<String> {
        let digits = match self.value {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            DeValue::String(text) => text.as_ref(),
            _ => return self.expected("a number such as 12 or 3.50"),
        };
        match Weights::parse([digits]) {
            Ok(_) => Ok(digits.to_owned()),
            Err(_) => self.expected("a number such as 12 or 3.50, of 18 digits at most"),
        }
    }

    /// Returns `true` if the value is a whole number, of any size.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.value, DeValue::Integer(_))
    }

    /// Returns the items of a list; any other value counts as a list of one item.
    pub(crate) fn list(&self) -> Vec<TomlItem<'a>> {
        match self.value {
            DeValue::Array(list) => list.iter().map(|value| TomlItem::new(&self.key, value)).collect(),
            _ => vec![self.clone()],
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, DeValue::Array(_))
    }

    /// Returns the span of `part`, a part of the value's text, in the file. If the text has escapes, which shift
    /// positions, returns the span of the whole value.
    pub(crate) fn span_of(&self, part: &str) -> Range<usize> {
        let Some(text) = self.as_text() else { return self.span.clone() };
        // The quotes before the text are as long as the quotes after it: one or three bytes. After three quotes, a line
        // end of one or two bytes is not part of the text.
        let before = match self.span.len().checked_sub(text.len()) {
            Some(2) => 1,
            Some(6) => 3,
            Some(7) => 4,
            Some(8) => 5,
            _ => return self.span.clone(),
        };
        let start = self.span.start + before + (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        if start + part.len() <= self.span.end { start..start + part.len() } else { self.span.clone() }
    }

    /// Returns the words of a text, or of all texts of a list. Blanks and commas separate words.
    pub(crate) fn words(&self) -> ReadResult<Vec<Word<'a>>> {
        let mut words = Vec::new();
        for item in self.list() {
            let Some(text) = item.as_text() else { return item.expected("a text, or a list of texts") };
            let of_item = text.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty());
            words.extend(of_item.map(|text| Word { text, span: item.span_of(text) }));
        }
        Ok(words)
    }

    /// Returns the names that the value defines: the words of a text, or the texts of a list.
    ///
    /// A listed name with blanks is an error: read as several names, it would silently make a different puzzle.
    pub(crate) fn new_names(&self) -> ReadResult<Vec<Word<'a>>> {
        if self.is_list() {
            for item in self.list() {
                let words = item.words()?;
                if words.len() > 1 {
                    let joined: Vec<&str> = words.iter().map(|word| word.text).collect();
                    return item
                        .expected(format!("a list of names without blanks or commas, such as {:?}", joined.join("-")));
                }
            }
        }
        self.words()
    }

    /// Returns the value if it is a table whose keys are all in `keys`.
    pub(crate) fn table(&self, keys: &[&str]) -> ReadResult<TomlTable<'a>> {
        self.any_table()?.with_keys(keys)
    }

    /// Returns the value if it is a table.
    pub(crate) fn any_table(&self) -> ReadResult<TomlTable<'a>> {
        match self.value {
            DeValue::Table(entries) => Ok(TomlTable { span: self.span.clone(), entries }),
            _ => self.expected("a table"),
        }
    }
}

/// A word of a text, with its span in the text.
#[derive(Clone, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) span: Range<usize>,
}

impl Word<'_> {
    /// Returns the error that `wanted`, a noun phrase, was expected in place of this word.
    pub(crate) fn expected<T>(&self, wanted: impl fmt::Display) -> ReadResult<T> {
        fail(&self.span, format!("expected {wanted}, found {:?}", shortened(self.text)))
    }
}

/// Returns `true` if a character can be printed in a cell.
pub(crate) fn is_sign(sign: char) -> bool {
    !sign.is_whitespace() && !sign.is_control() && !is_invisible(sign)
}

/// Returns `true` for characters without a width: marks that combine with letters, and marks that turn the direction of
/// writing, for example.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns advice about the unknown name `found`, such as `did you mean "columns"?`. If no name in `names` is similar,
/// the advice lists all names.
pub(crate) fn advice<N: AsRef<str>>(found: &str, names: &[N]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match nearest(found, names.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("expected one of {}", names.join(", ")),
    }
}

/// Returns the name with the smallest edit distance to `found`, ignoring case; `None` if this distance exceeds 1 plus a
/// quarter of the number of characters of `found`.
pub(crate) fn nearest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // A longer text is no misspelled name, and would take long to compare, so only its beginning is used.
    let found: String = found.chars().take(64).map(|sign| sign.to_ascii_lowercase()).collect();
    let max_distance = 1 + found.chars().count() / 4;
    let distance = |name: &str| strsim::levenshtein(&found, &name.to_ascii_lowercase());
    let near = names.into_iter().map(|name| (distance(name), name)).min_by_key(|&(distance, _)| distance);
    near.filter(|&(distance, _)| distance <= max_distance).map(|(_, name)| name)
}

/// Returns the line and the column of a byte of a text, both counted from 1; columns count characters.
pub(crate) fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut start = byte.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let before = &text[..start];
    let line = before.rsplit('\n').next().unwrap_or("");
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_the_one_that_was_meant() {
        let keys = ["exactly", "at-least", "at-most", "every"];
        assert_eq!(nearest("exactlly", keys), Some("exactly"));
        assert_eq!(nearest("atmost", keys), Some("at-most"));
        assert_eq!(nearest("Every", keys), Some("every"));
        assert_eq!(nearest("colour", keys), None);
    }
}
