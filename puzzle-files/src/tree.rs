//! The tree of a TOML file, in which every item knows its place, and the faults found in it.

use std::fmt;
use std::ops::Range;

use bdd_core::Weights;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong, and where: a range of bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpannedError {
    pub(crate) at: Range<usize>,
    pub(crate) what: String,
}

/// A result, or what is wrong.
pub(crate) type ReadResult<T> = Result<T, SpannedError>;

impl SpannedError {
    pub(crate) fn at<T>(at: &Range<usize>, what: impl fmt::Display) -> ReadResult<T> {
        Err(SpannedError { at: at.clone(), what: what.to_string() })
    }
}

/// A value of the file, by the key that it has.
#[derive(Clone, Debug)]
pub(crate) struct TomlItem<'a> {
    /// The key, or that of the list that it stands in.
    pub(crate) key: String,
    pub(crate) at: Range<usize>,
    value: &'a DeValue<'a>,
}

/// A table of the file.
#[derive(Clone, Debug)]
pub(crate) struct TomlTable<'a> {
    pub(crate) at: Range<usize>,
    entries: &'a DeTable<'a>,
}

impl<'a> TomlTable<'a> {
    /// The whole file, in which only these keys may stand.
    pub(crate) fn root(file: &'a Spanned<DeTable<'a>>, keys: &[&str]) -> ReadResult<TomlTable<'a>> {
        let table = TomlTable { at: 0..0, entries: file.get_ref() };
        table.allows(keys)?;
        Ok(table)
    }

    /// Refuses all keys but these.
    fn allows(&self, keys: &[&str]) -> ReadResult<()> {
        for (key, _) in self.entries {
            let name = key.get_ref().as_ref();
            if !keys.contains(&name) {
                return SpannedError::at(&key.span(), format!("there is no key {name:?}: {}", advice(name, keys)));
            }
        }
        Ok(())
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<TomlItem<'a>> {
        Some(TomlItem::new(key, self.entries.get(key)?))
    }

    /// Which of these keys the table has, at most one of them.
    pub(crate) fn one_of(&self, keys: &[&'static str]) -> ReadResult<Option<(&'static str, TomlItem<'a>)>> {
        let mut found: Option<(&'static str, TomlItem<'a>)> = None;
        for &key in keys {
            if let Some(item) = self.get(key) {
                if let Some((other, _)) = found {
                    return SpannedError::at(&item.at, format!("expected either {other:?} or {key:?}, found both"));
                }
                found = Some((key, item));
            }
        }
        Ok(found)
    }

    /// The text of a key, if the table has it; see [`TomlItem::text`].
    pub(crate) fn text(&self, key: &str, longest: usize) -> ReadResult<Option<&'a str>> {
        self.get(key).map(|item| item.text(longest)).transpose()
    }

    /// All keys with their values, in the order of the file.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (TomlItem<'a>, Range<usize>)> {
        self.entries.iter().map(|(key, value)| (TomlItem::new(key.get_ref(), value), key.span()))
    }
}

impl<'a> TomlItem<'a> {
    fn new(key: &str, value: &'a Spanned<DeValue<'a>>) -> TomlItem<'a> {
        TomlItem { key: key.to_owned(), at: value.span(), value: value.get_ref() }
    }

    /// What it should have been.
    pub(crate) fn expected<T>(&self, what: impl fmt::Display) -> ReadResult<T> {
        SpannedError::at(&self.at, format!("{:?} should be {what}, found {}", self.key, self.found()))
    }

    fn found(&self) -> String {
        match self.value {
            DeValue::String(text) => format!("{:?}", shortened(text)),
            DeValue::Integer(number) => shortened(number.as_str()),
            DeValue::Float(number) => shortened(number.as_str()),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(list) => format!("a list of {}", list.len()),
            DeValue::Table(_) => "a table".to_owned(),
        }
    }

    /// The text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&'a str> {
        match self.value {
            DeValue::String(text) => Some(text.as_ref()),
            _ => None,
        }
    }

    /// A text that is not empty, in one line, and not too long to be shown.
    pub(crate) fn text(&self, longest: usize) -> ReadResult<&'a str> {
        match self.as_text() {
            Some(text) if is_shown(text, longest) => Ok(text),
            _ => self.expected(format!("a text of 1 to {longest} characters on one line")),
        }
    }

    /// A text of one character that is no blank.
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

    /// A whole number from a least one to a greatest one.
    pub(crate) fn number(&self, least: usize, most: usize) -> ReadResult<usize> {
        let number = match self.value {
            DeValue::Integer(number) => usize::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(number),
            None => self.expected(format!("a whole number from {least} to {most}")),
        }
    }

    /// A number with all its decimals, as its digits: a number, or a text of one.
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

    /// Whether it is a whole number, if perhaps one that will not do.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.value, DeValue::Integer(_))
    }

    /// The values of a list; a value that is no list is a list of it alone.
    pub(crate) fn list(&self) -> Vec<TomlItem<'a>> {
        match self.value {
            DeValue::Array(list) => list.iter().map(|value| TomlItem::new(&self.key, value)).collect(),
            _ => vec![self.clone()],
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, DeValue::Array(_))
    }

    /// Where a part of the text stands in the file; the whole text, if escapes keep that from being known.
    pub(crate) fn place_of(&self, part: &str) -> Range<usize> {
        let Some(text) = self.as_text() else { return self.at.clone() };
        // What is around the text: quotes, three of them if it has several lines, and a first line's end that is no part
        // of it.
        let before = match self.at.len().checked_sub(text.len()) {
            Some(2) => 1,
            Some(6) => 3,
            Some(7) => 4,
            Some(8) => 5,
            _ => return self.at.clone(),
        };
        let start = self.at.start + before + (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        if start + part.len() <= self.at.end { start..start + part.len() } else { self.at.clone() }
    }

    /// The words of a text, or of all texts of a list, with blanks or commas between them.
    pub(crate) fn words(&self) -> ReadResult<Vec<Word<'a>>> {
        let mut words = Vec::new();
        for item in self.list() {
            let Some(text) = item.as_text() else { return item.expected("a text, or a list of texts") };
            let of_item = text.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty());
            words.extend(of_item.map(|text| Word { text, at: item.place_of(text) }));
        }
        Ok(words)
    }

    /// The names that it introduces: the words of a text, or the texts of a list. Who makes a list of names with blanks
    /// means each to be one, and would silently get another puzzle.
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

    /// The table, in which only these keys may stand.
    pub(crate) fn table(&self, keys: &[&str]) -> ReadResult<TomlTable<'a>> {
        let table = self.any_table()?;
        table.allows(keys)?;
        Ok(table)
    }

    /// The table, whatever its keys are.
    pub(crate) fn any_table(&self) -> ReadResult<TomlTable<'a>> {
        match self.value {
            DeValue::Table(entries) => Ok(TomlTable { at: self.at.clone(), entries }),
            _ => self.expected("a table"),
        }
    }
}

/// A part of a text, and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: Range<usize>,
}

impl Word<'_> {
    /// Returns the fault that another word should stand there.
    pub(crate) fn expected<T>(&self, what: impl fmt::Display) -> ReadResult<T> {
        SpannedError::at(&self.at, format!("expected {what}, found {:?}", shortened(self.text)))
    }
}

/// Whether a character can stand for something that is drawn.
pub(crate) fn is_sign(sign: char) -> bool {
    !sign.is_whitespace() && !sign.is_control() && !is_invisible(sign)
}

/// Characters that turn a line around, join others, or take no room: they have no place in a name.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

fn is_shown(text: &str, longest: usize) -> bool {
    let is_fine = |sign: char| sign == ' ' || is_sign(sign);
    !text.trim().is_empty() && text.chars().count() <= longest && text.chars().all(is_fine)
}

pub(crate) use puzzle_kind::input::shortened;

/// The name among some that somebody may have meant, or all of them, as a clause.
pub(crate) fn advice<N: AsRef<str>>(said: &str, names: &[N]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match nearest(said, names.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("expected one of {}", names.join(", ")),
    }
}

/// The name among some that somebody may have meant: the one that the fewest changes of a letter lead to, if they are few.
pub(crate) fn nearest<'n>(said: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // What is longer than any name is none of them, and not worth the time.
    let said: String = said.chars().take(64).map(|sign| sign.to_ascii_lowercase()).collect();
    let most = 1 + said.chars().count() / 4;
    let distance = |name: &str| strsim::levenshtein(&said, &name.to_ascii_lowercase());
    let near = names.into_iter().map(|name| (distance(name), name)).min_by_key(|&(distance, _)| distance);
    near.filter(|&(distance, _)| distance <= most).map(|(_, name)| name)
}

/// The most variables.
pub(crate) const MOST_VARIABLES: usize = 20_000;

/// Where a byte of a text stands.
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
