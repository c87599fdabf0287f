//! The puzzle of a saved game, and the catalogue that contains it.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use crate::Recipe;
use game::{Origin, Save, Series};
use nqueens_guide::{QueensKind, Size};
use puzzle_core::answer::Value;
use puzzle_core::{Budget, Session};
use puzzle_kind::{Arguments, Parameter, Role, Verb};
use puzzle_kind::{Entry, Kind, Playable};
use sha2::{Digest, Sha256};

use super::{Collection, QueensCatalogue, Taken, Unplayable};

/// The name of the option in a save that holds the seed of a series of new puzzles.
pub(crate) const SEED: &str = "seed";

impl Collection {
    /// Returns a catalogue that contains the puzzle of a saved game, starting at this puzzle.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if the puzzle of `save` is invalid.
    pub fn resumed(&self, save: &Save) -> Result<Taken, Unplayable> {
        let (kind, entry) = entry(self.kinds(), save)?;
        let puzzle = Arc::clone(entry.puzzle());
        let taken = if kind.name() == QueensKind::NAME {
            let size: Size = save.puzzle.trim().parse().map_err(Unplayable::new)?;
            if size.get() > QueensCatalogue::LARGEST {
                let largest = QueensCatalogue::LARGEST;
                return Err(Unplayable::new(format!("expected a board of up to {largest}, found {size}")));
            }
            Taken { puzzle, ..self.boards(size) }
        } else {
            // A save without a seed is a game of a puzzle from a text: new puzzles of its kind follow this puzzle.
            let recipe = recipe(&kind, &save.options);
            let number = if recipe.is_some() { save.number.max(1) } else { 1 };
            let any = || Recipe {
                kind: Arc::clone(&kind),
                options: options_of_new(&*kind, &save.options),
                seed: self.any_short_seed(),
            };
            let catalogue = match series(recipe.unwrap_or_else(any)) {
                Ok(series) => series.with(number, entry),
                Err(_) => Series::of(vec![entry]),
            };
            Taken { catalogue: Arc::new(catalogue), number, puzzle }
        };
        Ok(self.with_saves(taken, &save.kind, save.options.clone()))
    }

    /// Converts a transcript into a save. Its moves are replayed as a check, so that an invalid transcript overwrites
    /// no saved game.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if the transcript is invalid.
    pub fn transcript(&self, text: &str, budget: &mut Budget<'_>) -> Result<Save, Unplayable> {
        let mut save = Save::from_transcript(text).map_err(Unplayable::new)?;
        let (kind, entry) = entry(self.kinds(), &save)?;
        save.puzzle = entry.puzzle().text();
        save.options = origin(&*kind, &save.options, &**entry.puzzle()).options;
        let opened = entry.open(budget).map_err(Unplayable::new)?;
        let session = Session::new(opened.source, budget).map_err(Unplayable::new)?;
        save.resume(&**entry.puzzle(), Box::new(session), budget).map_err(Unplayable::new)?;
        Ok(save)
    }
}

/// Returns the series of new puzzles whose first puzzle `recipe` makes, or an error if the kind refuses the options of
/// `recipe`.
pub(crate) fn series(recipe: Recipe) -> Result<Series, Unplayable> {
    let arguments = recipe.arguments();
    recipe.kind.generator(&arguments, recipe.seed).map_err(Unplayable::new)?;
    Ok(Series::seeded(Arc::clone(&recipe.kind), arguments, move |number| recipe.numbered(number).seed))
}

/// Returns the recipe of the first puzzle of a series, from the options in a save; `None` if the options have no seed.
pub(crate) fn recipe(kind: &Arc<dyn Kind>, options: &BTreeMap<String, String>) -> Option<Recipe> {
    let seed = options.get(SEED)?.parse().ok()?;
    let mut recipe = Recipe { kind: Arc::clone(kind), options: options_of_new(&**kind, options), seed };
    let head = |recipe: &Recipe| kind.generator(&recipe.arguments(), seed).ok().map(|made| made.outline().head());
    let whole = head(&recipe)?;
    // Omits each option that has its default value: `origin` adds such options to a save, so that the text
    // of the puzzle can be read.
    for parameter in reading(&**kind) {
        let less = Recipe { options: without(&recipe.options, parameter.name), ..recipe.clone() };
        if head(&less).is_some_and(|head| head.get(parameter.name) == whole.get(parameter.name)) {
            recipe = less;
        }
    }
    Some(recipe)
}

fn without(options: &BTreeMap<String, String>, name: &str) -> BTreeMap<String, String> {
    options.iter().filter(|(known, _)| *known != name).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Returns the options for new puzzles of a kind. An option has its value in `options`, which come from a save, or else
/// its default. Other entries of `options` are dropped.
fn options_of_new(kind: &dyn Kind, options: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let arguments = arguments(kind, Verb::Play, options);
    let own = kind.parameters(Verb::Play).into_iter().filter(|parameter| parameter.role == Role::Own);
    own.filter_map(|own| Some((own.name.to_owned(), arguments.get(own.name)?.to_owned()))).collect()
}

/// Returns the kind and the options to store in a save: the options `chosen` by the player, and the options required to
/// read the text of `puzzle`.
pub(crate) fn origin(kind: &dyn Kind, chosen: &BTreeMap<String, String>, puzzle: &dyn Playable) -> Origin {
    let mut options = chosen.clone();
    let head = puzzle.head();
    for parameter in reading(kind) {
        if let Some(Value::Text(value)) = head.get(parameter.name) {
            options.insert(parameter.name.to_owned(), value.to_string());
        }
    }
    Origin { kind: kind.name().to_owned(), options }
}

/// Returns the shell command that plays `puzzle`. The command reads the puzzle from the standard input.
pub(crate) fn command(kind: &dyn Kind, puzzle: &dyn Playable) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
    let mut command = format!("printf '%s\\n' {} | nqueens {} play -", quoted(puzzle.text().trim_end()), kind.name());
    let head = puzzle.head();
    for parameter in reading(kind) {
        match head.get(parameter.name) {
            Some(Value::Text(value)) if parameter.default != Some(value.as_ref()) => {
                command.push_str(&format!(" --{} {}", parameter.name, quoted(value)));
            }
            _ => {}
        }
    }
    command
}

/// Returns the name under which a game is stored, such as `regions-0123456789abcdef`. It consists of the kind of puzzle
/// and a digest of the text and options that define the puzzle.
///
/// The name has only ASCII letters, digits and one dash, so it is safe as a file name.
#[must_use]
pub fn name_of(kinds: &[Arc<dyn Kind>], save: &Save) -> String {
    let kind = kinds.iter().find(|kind| kind.name() == save.kind);
    let mut digest = Sha256::new();
    let mut add = |text: &str| {
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(text);
    };
    add(&save.kind);
    add(&save.puzzle);
    for parameter in kind.iter().flat_map(|kind| reading(&***kind)) {
        add(save.options.get(parameter.name).map_or("", String::as_str));
    }
    let digest: String = digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    // A save may come from outside, so its kind may be a path: only letters and digits are kept.
    let letters = save.kind.chars().filter(char::is_ascii_alphanumeric).take(20).collect::<String>();
    format!("{letters}-{digest}")
}

/// Returns the parameters required to read a puzzle of `kind`.
fn reading(kind: &dyn Kind) -> impl Iterator<Item = Parameter> {
    kind.parameters(Verb::Count)
        .into_iter()
        .filter(|parameter| parameter.role == Role::Own && parameter.value.is_some())
}

/// Returns the kind and the puzzle of `save`, or an error if either is invalid.
pub(super) fn entry(kinds: &[Arc<dyn Kind>], save: &Save) -> Result<(Arc<dyn Kind>, Entry), Unplayable> {
    let names = || kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    let kind = kinds.iter().find(|kind| kind.name() == save.kind);
    let unknown = || Unplayable::new(format!("expected a puzzle of the kind {}, found {:?}", names(), save.kind));
    let kind = kind.ok_or_else(unknown)?;
    Ok((Arc::clone(kind), read(kind, &save.options, save.puzzle.clone())?))
}

/// Returns the puzzle of a kind with this text, or an error if the text is invalid.
pub(super) fn read(
    kind: &Arc<dyn Kind>,
    options: &BTreeMap<String, String>,
    text: String,
) -> Result<Entry, Unplayable> {
    let first = kind.read(&arguments(&**kind, Verb::Count, options), Box::new(Cursor::new(text))).next();
    let first = first.ok_or_else(|| Unplayable::new(kind.empty_input_message()))?;
    Ok(first.map_err(|error| Unplayable::new(format!("puzzle: {error}")))?.1)
}

/// Returns the arguments of `verb` for `kind`: the `options` that the verb accepts, and its defaults for all other
/// parameters.
pub(crate) fn arguments(kind: &dyn Kind, verb: Verb, options: &BTreeMap<String, String>) -> Arguments {
    Arguments::new(kind.parameters(verb), |parameter| {
        let chosen = options.get(parameter.name);
        let is_one =
            |value: &String| parameter.values.is_empty() || parameter.values.iter().any(|(one, _)| one == value);
        let valid = match parameter.value {
            Some(_) => chosen.filter(|value| is_one(value)).and_then(|value| (parameter.check)(value).ok()),
            None => chosen.map(|_| String::new()),
        };
        valid.or_else(|| parameter.default.map(str::to_owned)).into_iter().collect()
    })
}

#[cfg(test)]
mod tests {
    use game::Save;
    use nqueens_guide::{Library, Queens};

    use super::*;

    #[test]
    fn saved_puzzles_are_found_by_text_and_options() {
        let collection = Collection::new(Library::embedded());
        let save = |kind: &str, text: &str, options: &[(&str, &str)]| {
            let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            let mut save =
                Save::of_puzzle(Origin { kind: kind.to_owned(), options }, &Queens::new(Size::new(4).unwrap()));
            save.puzzle = text.to_owned();
            save
        };
        let board = "AABB\nABBC\nAACC\nDDDC\n";
        let [king, queen] =
            ["king", "queen"].map(|attack| save("regions", board, &[("attack", attack), ("seed", "7")]));
        assert_ne!(name_of(collection.kinds(), &king), name_of(collection.kinds(), &queen), "another puzzle");
        let reseeded = save("regions", board, &[("attack", "king"), ("seed", "8"), ("size", "4")]);
        assert_eq!(
            name_of(collection.kinds(), &king),
            name_of(collection.kinds(), &reseeded),
            "the same puzzle, come by otherwise"
        );
        let found = collection.resumed(&queen).unwrap();
        assert_eq!((found.number, found.puzzle.text().as_str()), (1, board));
        assert_eq!(found.catalogue.entry(1, &mut Budget::unlimited()).unwrap().puzzle().text(), board);
        // A name must not lead out of the folder.
        let name = name_of(collection.kinds(), &save("../../x", "8", &[]));
        assert!(name.starts_with("x-") && !name.contains(['/', '.']));
        for (bad, says) in [
            (save("chess", "8", &[]), "found \"chess\""),
            (save("queens", "", &[]), "expected the size"),
            (save("queens", "201", &[]), "a board of up to 200"),
            (save("regions", "A?", &[]), "puzzle: "),
        ] {
            let error = collection.resumed(&bad).err().unwrap();
            assert!(error.to_string().contains(says), "{error}");
        }
    }

    #[test]
    fn a_puzzle_from_a_text_is_played_by_a_command_with_the_text() {
        let collection = Collection::new(Library::embedded());
        let command = |text: &str| {
            let puzzle = collection.of_text(text).unwrap().puzzle;
            let kind = collection.kinds().iter().find(|kind| puzzle.kind().to_lowercase().contains(kind.name()));
            command(&**kind.unwrap(), &*puzzle)
        };
        assert_eq!(
            command("1..............."),
            "printf '%s\\n' '1...............' | nqueens sudoku play - --box '2x2'"
        );
    }
}
