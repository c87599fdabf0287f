//! The puzzle [`Kind`] of n-queens, whose puzzles are the empty boards of all sizes.

use std::io::BufRead;
use std::sync::Arc;

use nqueens_board::Size;
use puzzle_kind::input::Lines;
use puzzle_kind::{Arguments, BadArgument, Generator, Help, InputError, Reading, Verb};
use puzzle_kind::{Entry, Kind, OpenError, Opened};

use crate::library::{Library, LoadError};
use crate::map::Mapped;
use crate::queens::Queens;

/// The puzzle [`Kind`] of n-queens. Its puzzles are read from a text with a board size on each line; a [`Library`]
/// provides their decision diagrams.
///
/// ```
/// use nqueens_guide::{Budget, Library, QueensKind, Size};
/// use puzzle_core::Marks;
///
/// let kind = QueensKind::new(Library::embedded());
/// let budget = &mut Budget::unlimited();
/// let source = kind.entry(Size::new(8)?).open(budget)?.source;
/// assert_eq!(source.count(&Marks::default(), budget)?.to_string(), "92");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct QueensKind {
    library: Library,
    /// The function that turns an error of loading a diagram from `library` into a message.
    advised: fn(&LoadError) -> String,
}

impl QueensKind {
    /// The name of the kind on the command line.
    pub const NAME: &'static str = "queens";

    /// Creates the kind with `library` as the source of its boards' decision diagrams.
    #[must_use]
    pub fn new(library: Library) -> QueensKind {
        QueensKind { library, advised: ToString::to_string }
    }

    /// Sets the function that turns a [`LoadError`] into a message, such as one with advice for the user.
    #[must_use]
    pub fn with_advice(self, advised: fn(&LoadError) -> String) -> QueensKind {
        QueensKind { advised, ..self }
    }

    /// Returns the entry that opens the empty board of `size`. The source of its solutions is their diagram if
    /// [`Library::has_diagram`] is `true` for this size, and a [`Mapped`] otherwise.
    #[must_use]
    pub fn entry(&self, size: Size) -> Entry {
        if !self.library.has_diagram(size) {
            return Entry::new(Arc::new(Queens::new(size)), move |_| Ok(Opened::new(Mapped::new(size))));
        }
        let QueensKind { library, advised } = self.clone();
        Entry::new(Arc::new(Queens::new(size)), move |budget| match library.load_with(size, budget) {
            Ok(loaded) => {
                let note = loaded.notes.first().map(ToString::to_string);
                Ok(Opened { source: Arc::new(loaded.solutions), note })
            }
            Err(LoadError::Build(interrupted)) => Err(OpenError::Interrupted(interrupted)),
            Err(error) => Err(OpenError::Failed(advised(&error))),
        })
    }
}

impl Kind for QueensKind {
    fn name(&self) -> &'static str {
        QueensKind::NAME
    }

    fn help(&self) -> Help {
        Help {
            about: "Place n queens on a board of n x n squares so that no two attack each other",
            epilogue: "A board is written as its size, one size per line; # begins a comment.",
        }
    }

    /// Returns the verbs of the command. [`Verb::Generate`] is missing, since there is only one board of each size.
    fn verbs(&self) -> &'static [Verb] {
        &[Verb::Solve, Verb::Guide, Verb::Count, Verb::Check, Verb::Explain, Verb::Play]
    }

    fn read<'a>(&self, _: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a> {
        let (kind, mut lines, mut is_over) = (self.clone(), Lines::new(from), false);
        Box::new(std::iter::from_fn(move || {
            while !is_over {
                let read = lines.read().map_err(InputError::unreadable).transpose()?;
                let text = read.as_ref().map_or("", |line| line.split('#').next().unwrap_or_default().trim());
                if read.is_ok() && text.is_empty() {
                    continue;
                }
                let number = lines.number();
                let size = text.parse().map_err(|error| InputError::malformed(number, None, error));
                let entry = read.and(size).map(|size| (number, kind.entry(size)));
                is_over = entry.is_err();
                return Some(entry);
            }
            None
        }))
    }

    fn empty_input_message(&self) -> String {
        "expected the size of a board, such as 8, found none".to_owned()
    }

    fn generator(&self, _: &Arguments, _: u64) -> Result<Box<dyn Generator>, BadArgument> {
        Err("n-queens has only one board of each size: new boards can't be generated".into())
    }
}

#[cfg(test)]
mod tests {
    use puzzle_core::{Budget, Marks};

    use super::*;

    #[test]
    fn sizes_are_read_as_boards() {
        let kind = QueensKind::new(Library::embedded());
        let text = "# two boards\n6\n\n8 # the usual one\nnine\n10\n";
        let read: Vec<_> = kind.read(&Arguments::default(), Box::new(text.as_bytes())).collect();
        let [Ok((2, six)), Ok((4, eight)), Err(error)] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!([six, eight].map(|entry| entry.puzzle().text()), ["6\n", "8\n"]);
        assert_eq!((error.line, error.is_malformed), (Some(5), true));
        let budget = &mut Budget::unlimited();
        let source = eight.open(budget).unwrap().source;
        assert_eq!(source.count(&Marks::default(), budget).unwrap().to_string(), "92");
    }
}
