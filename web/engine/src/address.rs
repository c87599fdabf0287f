//! The address: the part of the page's URL that describes the game position, for links and for reloading.
//!
//! `n=8&queens=b4,d1&blocked=e5` is a board of n-queens, `id=regions-n10rh-3RJ0J2&placed=a1` a new puzzle by its ID,
//! and `puzzle=...` any other puzzle by its text. A shared link has the text of a new puzzle, too, as `grid=...`, so
//! that the puzzle need not be made again. `lesson=queens&step=4` is a step of a lesson. A link is untrusted input:
//! each unknown or invalid part is an error.

use std::collections::BTreeSet;

use game::{Catalogue, Model, OpenedCatalogue};
use jiff::civil::Date;
use nqueens_guide::Size;
use puzzle_core::{Marks, Variable};
use puzzle_kind::Playable;
use puzzles::{Choice, Collection, QueensCatalogue, Recipe, Taken};

use crate::store::BrowserStore;

/// The maximum length of `puzzle=...` in a link: mail and chat programs cut off longer links.
const MAX_TEXT: usize = 4000;
/// The number of steps of the longest lesson.
const MAX_STEP: usize = 11;
/// The maximum number of letters that an error quotes from a link.
const MAX_QUOTED: usize = 40;

/// The puzzle to play, and the marks or the step of a lesson to start with.
pub(crate) struct StartPosition {
    pub(crate) taken: Taken,
    pub(crate) marks: Option<Marks>,
    pub(crate) lesson: Option<LessonStart>,
}

/// A lesson, and the number of the step to start with, counted from 1.
#[derive(Debug)]
pub(crate) struct LessonStart {
    pub(crate) opened: OpenedCatalogue,
    pub(crate) step: usize,
}

impl StartPosition {
    /// Returns the start of a game without marks.
    pub(crate) fn of(taken: Taken) -> StartPosition {
        StartPosition { taken, marks: None, lesson: None }
    }
}

/// The lessons by their names in an address, which are those of [`Model::lesson_step`] in lowercase.
const LESSONS: [(&str, Choice); 3] =
    [("queens", Choice::Learn), ("regions", Choice::LearnRegions), ("sudoku", Choice::LearnSudoku)];

/// Parses an address; returns `None` for an empty text.
///
/// # Errors
///
/// A sentence for the player about the first fault.
pub(crate) fn read(
    collection: &Collection,
    store: &BrowserStore,
    address: &str,
) -> Result<Option<StartPosition>, String> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for part in address.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let value = decoded(value).ok_or_else(|| format!("The link is damaged at {}.", quoted(part)))?;
        if parts.iter().any(|(known, _)| *known == name) {
            return Err(format!("The link has {} twice.", quoted(name)));
        }
        parts.push((name, value));
    }
    let mut take = |names: &[&str]| {
        let at = parts.iter().position(|(name, _)| names.contains(name))?;
        Some(parts.remove(at).1)
    };
    let (size, id, text) = (take(&["n"]), take(&["id"]), take(&["puzzle"]));
    let lesson = take(&["lesson"]);
    let step = lesson.as_ref().and_then(|_| take(&["step"]));
    let (placed, blocked) = (take(&["queens", "placed"]), take(&["blocked"]));
    let grid = id.as_ref().and_then(|_| take(&["grid"]));
    if let Some((name, _)) = parts.first() {
        return Err(format!("The link has an unknown part: {}.", quoted(name)));
    }
    if let Some(name) = lesson {
        if size.or(id).or(text).or(placed).or(blocked).is_some() {
            return Err("The link names a lesson and a puzzle.".to_owned());
        }
        return self::lesson(collection, &name, step.as_deref()).map(Some);
    }
    let taken = match (size, id, text) {
        (None, None, None) if placed.is_none() && blocked.is_none() => return Ok(None),
        (None, None, None) => return Err("The link names no puzzle.".to_owned()),
        (Some(size), None, None) => {
            let largest = QueensCatalogue::LARGEST;
            let fault = || format!("The link has the size {}: expected a size from 1 to {largest}.", quoted(&size));
            let is_plain = size.bytes().all(|byte| byte.is_ascii_digit()) && !size.starts_with('0');
            let size: Size = size.parse().ok().filter(|_| is_plain).ok_or_else(fault)?;
            collection.queens_as_left(Some(size).filter(|size| size.get() <= largest).ok_or_else(fault)?)
        }
        (None, Some(id), None) => {
            let recipe = Recipe::named(collection.kinds(), &id).map_err(|error| error.to_string());
            store.set_linked(recipe.as_ref().ok().and_then(|recipe| linked(recipe.id()?, &grid?)));
            let taken = recipe.and_then(|recipe| collection.by_recipe(recipe).map_err(|error| error.to_string()));
            taken.map_err(|error| format!("The link can't be opened: {}.", shortened(&error)))?
        }
        (None, None, Some(text)) => collection.of_text(&text).map_err(|_| "The puzzle of the link can't be read.")?,
        _ => return Err("The link names more than one puzzle.".to_owned()),
    };
    let puzzle = &*taken.puzzle;
    let marks = Marks { placed: named(puzzle, placed)?, blocked: named(puzzle, blocked)? };
    let marks = Some(marks).filter(|marks| !marks.is_empty());
    Ok(Some(StartPosition { taken, marks, lesson: None }))
}

/// Opens the lesson `name` at `step`, the first one by default.
#[inline(never)]
fn lesson(collection: &Collection, name: &str, step: Option<&str>) -> Result<StartPosition, String> {
    let (_, choice) = LESSONS
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| format!("The link has the lesson {}: expected queens, regions or sudoku.", quoted(name)))?;
    let step = step.map_or(Ok(1), str::parse).ok().filter(|step| (1..=MAX_STEP).contains(step));
    let step = step.ok_or_else(|| format!("The link has no step of a lesson: expected 1 to {MAX_STEP}."))?;
    // The day is for daily puzzles alone.
    let open = || collection.open(choice, Date::default(), [], |_| None).map_err(|why| format!("{why}."));
    let OpenedCatalogue { catalogue, number, puzzle, .. } = open()?;
    let lesson = Some(LessonStart { opened: open()?, step });
    Ok(StartPosition { taken: Taken { catalogue, number, puzzle }, marks: None, lesson })
}

/// Parses `names`, the names of variables separated by commas, such as `b4,d1`.
fn named(puzzle: &dyn Playable, names: Option<String>) -> Result<BTreeSet<Variable>, String> {
    let names = names.unwrap_or_default();
    let named = names.split(',').filter(|name| !name.is_empty()).map(|name| {
        let variable = puzzle.named(name);
        variable
            .map_err(|_| format!("The link names {}, which this {} does not have.", quoted(name), puzzle.puzzle_noun()))
    });
    named.collect()
}

/// Returns the ID and the text of the puzzle in the part `grid` of a link. Returns `None` if the part is damaged or
/// belongs to another ID: then the puzzle is made again.
fn linked(id: String, grid: &str) -> Option<(String, String)> {
    let (checksum, text) = grid.split_once('-')?;
    (checksum == self::checksum(&id, text)).then(|| (id, text.to_owned()))
}

/// Returns a checksum of the ID and the text of a puzzle, the 32-bit FNV-1a hash.
fn checksum(id: &str, text: &str) -> String {
    let bytes = id.bytes().chain(*b"-").chain(text.bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Returns the address to share: of the position of `model`, or of the whole puzzle if it is solved, so that the link
/// does not give the solution away. Returns an empty text if the link would be too long.
#[inline(never)]
pub(crate) fn shared(model: &Model) -> String {
    let address = of(model);
    let (puzzle_part, marks) = address.split_at(address.find('&').unwrap_or(address.len()));
    let marks = if model.is_solved() { "" } else { marks };
    let grid = model.id().map_or_else(String::new, |id| {
        let text = model.board().puzzle().text();
        let text = text.trim_end();
        format!("&grid={}", encoded(&format!("{}-{text}", checksum(&id, text))))
    });
    format!("{puzzle_part}{}{marks}", if grid.len() > MAX_TEXT { "" } else { &grid })
}

/// Returns the address of the position of `model`; an empty text if a link would be too long.
pub(crate) fn of(model: &Model) -> String {
    let (Some(guide), puzzle) = (model.guide(), model.board().puzzle()) else { return String::new() };
    // Opened by a link, the moves of a lesson would be a game.
    if let Some((lesson, step)) = model.lesson_step() {
        return format!("lesson={}&step={step}", lesson.to_lowercase());
    }
    let catalogue: &dyn Catalogue = &**model.catalogue();
    let puzzle_part = match (catalogue.is_by_size(), model.id()) {
        (true, _) => format!("n={}", model.number()),
        (_, Some(id)) => format!("id={id}"),
        (_, None) => {
            let text = encoded(&puzzle.text());
            if text.len() > MAX_TEXT {
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
    format!("{puzzle_part}{}{}", list(placed, &marks.placed), list("blocked", &marks.blocked))
}

/// Returns at most [`MAX_QUOTED`] letters of a text, without control characters and in quotation marks.
fn quoted(text: &str) -> String {
    let short: String = text.chars().filter(|letter| !letter.is_control()).take(MAX_QUOTED).collect();
    if short.len() < text.len() { format!("\"{short}...\"") } else { format!("\"{short}\"") }
}

/// Returns a text unchanged, or its first `3 * MAX_QUOTED` characters and `...` if the text is longer.
fn shortened(text: &str) -> String {
    let is_long = text.chars().count() > 3 * MAX_QUOTED;
    if is_long { text.chars().take(3 * MAX_QUOTED).chain("...".chars()).collect() } else { text.to_owned() }
}

/// Percent-encodes all bytes except for letters, digits, `-`, `.`, `_` and `~`.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// Decodes a percent-encoded text, with `+` for a space; `None` if it is malformed.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_of_a_link_counts_for_its_id_alone() {
        let grid = format!("{}-AABB", checksum("regions-1", "AABB"));
        assert_eq!(linked("regions-1".to_owned(), &grid), Some(("regions-1".to_owned(), "AABB".to_owned())));
        assert_eq!(linked("regions-2".to_owned(), &grid), None);
        assert_eq!(linked("regions-1".to_owned(), &grid.replace('B', "A")), None);
        assert_eq!(linked("regions-1".to_owned(), "AABB"), None);
    }
}
