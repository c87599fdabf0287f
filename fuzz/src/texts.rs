//! Targets for puzzles of every kind, and for IDs.

use std::sync::{Arc, LazyLock};

use nqueens_guide::Library;
use puzzle_kind::Kind;
use puzzle_kind::{Arguments, Verb};
use puzzles::Recipe;

/// All kinds of puzzle, by [`puzzles::kinds`].
pub(crate) static KINDS: LazyLock<Vec<Arc<dyn Kind>>> = LazyLock::new(|| puzzles::kinds(Library::embedded()));

pub(crate) fn kind(name: &str) -> &'static Arc<dyn Kind> {
    KINDS.iter().find(|kind| kind.name() == name).expect("it is one of the kinds")
}

/// Returns the default arguments of [`Verb::Solve`].
pub(crate) fn usual(kind: &dyn Kind) -> Arguments {
    Arguments::new(kind.parameters(Verb::Solve), |parameter| parameter.default.map(str::to_owned).into_iter().collect())
}

/// Reads puzzles of the kind `name`. An error must be one line; the text of a puzzle must be read as the same puzzle.
pub(crate) fn read(name: &str, bytes: &[u8]) {
    let kind = kind(name);
    let arguments = usual(&**kind);
    // A file may hold any number of puzzles.
    for read in kind.read(&arguments, Box::new(bytes)).take(20) {
        match read {
            Ok((line, entry)) => {
                assert!(line >= 1);
                let text = entry.puzzle().text();
                let again = kind.read(&arguments, Box::new(text.as_bytes())).next();
                let (_, again) =
                    again.expect("the text has a puzzle").unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again.puzzle().text(), text);
                assert_eq!(again.puzzle().variables(), entry.puzzle().variables());
            }
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                assert!(error.line.is_none_or(|line| line >= 1) && error.column.is_none_or(|column| column >= 1));
            }
        }
    }
}

/// Reads the ID of a new puzzle. The [`Recipe`] that is read must have the same ID.
pub(crate) fn id(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Recipe::named(&KINDS, &text) {
        Ok(recipe) => {
            let id = recipe.id().expect("what came from a name has one");
            let again = Recipe::named(&KINDS, &id).expect("it is a name");
            assert_eq!(again.id().as_ref(), Some(&id));
            assert_eq!(again.seed, recipe.seed);
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}
