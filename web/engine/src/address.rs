//! The address of a position, so that a link shares it and reloading keeps it.
//!
//! `n=8&queens=b4,d1&blocked=e5` is a board of n-queens, `id=regions-n10rh-3RJ0J2&placed=a1` a new puzzle by its ID, and
//! `puzzle=...` any other one by its text. Nothing is trusted: whatever a link says that means nothing is told.

use std::collections::BTreeSet;

use game::{Catalogue, Model};
use nqueens_guide::Size;
use puzzle_core::{Marks, Variable};
use puzzle_kind::Playable;
use puzzles::{Collection, QueensCatalogue, Recipe, Taken};

/// The longest text of a puzzle that makes a link: longer ones are cut off on their way by what carries them.
const LONGEST: usize = 4000;
/// The most letters of a link that are told.
const TOLD: usize = 40;

/// What a link leads to.
pub(crate) struct Place {
    pub(crate) taken: Taken,
    pub(crate) marks: Option<Marks>,
}

/// The place that an address names; `None` where it names none.
///
/// # Errors
///
/// What is wrong with it, as a sentence.
pub(crate) fn read(collection: &Collection, address: &str) -> Result<Option<Place>, String> {
    let mut said: Vec<(&str, String)> = Vec::new();
    for part in address.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let value = decoded(value).ok_or_else(|| format!("The link is damaged at {}.", told(part)))?;
        if said.iter().any(|(known, _)| *known == name) {
            return Err(format!("The link says {} twice.", told(name)));
        }
        said.push((name, value));
    }
    let mut take = |names: &[&str]| {
        let at = said.iter().position(|(name, _)| names.contains(name))?;
        Some(said.remove(at).1)
    };
    let (size, id, text) = (take(&["n"]), take(&["id"]), take(&["puzzle"]));
    let (placed, blocked) = (take(&["queens", "placed"]), take(&["blocked"]));
    if let Some((name, _)) = said.first() {
        return Err(format!("The link says {}, which means nothing here.", told(name)));
    }
    let taken = match (size, id, text) {
        (None, None, None) if placed.is_none() && blocked.is_none() => return Ok(None),
        (None, None, None) => return Err("The link names no puzzle.".to_owned()),
        (Some(size), None, None) => {
            let largest = QueensCatalogue::LARGEST;
            let fault = || format!("The link says a board of {}: expected a size from 1 to {largest}.", told(&size));
            let is_plain = size.bytes().all(|byte| byte.is_ascii_digit()) && !size.starts_with('0');
            let size: Size = size.parse().ok().filter(|_| is_plain).ok_or_else(fault)?;
            collection.queens(Some(size).filter(|size| size.get() <= largest).ok_or_else(fault)?)
        }
        (None, Some(id), None) => {
            let recipe = Recipe::named(collection.kinds(), &id).map_err(|error| error.to_string());
            let taken = recipe.and_then(|recipe| collection.by_recipe(recipe).map_err(|error| error.to_string()));
            taken.map_err(|error| format!("The link can't be followed: {}.", short(&error)))?
        }
        (None, None, Some(text)) => collection.of_text(&text).map_err(|_| "The puzzle of the link can't be read.")?,
        _ => return Err("The link names more than one puzzle.".to_owned()),
    };
    let puzzle = &*taken.puzzle;
    let marks = Marks { placed: named(puzzle, placed)?, blocked: named(puzzle, blocked)? };
    let marks = Some(marks).filter(|marks| !marks.is_empty());
    Ok(Some(Place { taken, marks }))
}

/// The variables of a list of names.
fn named(puzzle: &dyn Playable, names: Option<String>) -> Result<BTreeSet<Variable>, String> {
    let names = names.unwrap_or_default();
    let named = names.split(',').filter(|name| !name.is_empty()).map(|name| {
        let variable = puzzle.named(name);
        variable.map_err(|_| {
            format!("The link says {}: nothing of this {} has this name.", told(name), puzzle.puzzle_noun())
        })
    });
    named.collect()
}

/// The address of a game as it is; empty where no link could lead there.
pub(crate) fn of(model: &Model) -> String {
    let (Some(guide), puzzle) = (model.guide(), model.board().puzzle()) else { return String::new() };
    let catalogue: &dyn Catalogue = &**model.catalogue();
    let what = match (catalogue.is_by_size(), model.id()) {
        (true, _) => format!("n={}", model.number()),
        (_, Some(id)) => format!("id={id}"),
        (_, None) => {
            let text = encoded(&puzzle.text());
            if text.len() > LONGEST {
                return String::new();
            }
            format!("puzzle={text}")
        }
    };
    let marks = guide.marks();
    let list = |name: &str, variables: &BTreeSet<Variable>| {
        let names: Vec<String> = variables.iter().map(|&variable| encoded(&puzzle.name(variable))).collect();
        if names.is_empty() { String::new() } else { format!("&{name}={}", names.join(",")) }
    };
    let placed = if puzzle.piece() == Some("queen") { "queens" } else { "placed" };
    format!("{what}{}{}", list(placed, &marks.placed), list("blocked", &marks.blocked))
}

/// A text as it is told: in quotation marks, and not whole if it is long.
fn told(text: &str) -> String {
    let short: String = text.chars().filter(|letter| !letter.is_control()).take(TOLD).collect();
    if short.len() < text.len() { format!("\"{short}...\"") } else { format!("\"{short}\"") }
}

/// A text, or its beginning if it is long.
fn short(text: &str) -> String {
    let is_long = text.chars().count() > 3 * TOLD;
    if is_long { text.chars().take(3 * TOLD).chain("...".chars()).collect() } else { text.to_owned() }
}

/// Everything but letters, digits and a few signs as `%` and two figures a byte.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// What was encoded; `None` if nothing was.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut figure = || char::from(rest.next()?).to_digit(16);
                (figure()? * 16 + figure()?) as u8
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}
