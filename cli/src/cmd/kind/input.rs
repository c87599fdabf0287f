//! The puzzles that a verb, such as `solve`, reads from a file or the standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use puzzle_core::Source;
use puzzle_kind::{Entry, InputError, OpenError, Role, STDIN, Verb};
use puzzles::Recipe;

use super::KindRequest;
use crate::cmd::{Failure, wait};
use crate::output;

impl KindRequest {
    /// Calls `take` with the line number and the [`Entry`] of every puzzle, as soon as it is read.
    pub(super) fn each(&self, mut take: impl FnMut(usize, Entry) -> Result<(), Failure>) -> Result<(), Failure> {
        let file = self.file.as_deref().unwrap_or(Path::new(STDIN));
        let name = if is_stdin(file) { "standard input".to_owned() } else { file.display().to_string() };
        let malformed = |message| match self.kind.style().judging.contains(&self.verb) {
            true => Failure::Failed(message),
            false => Failure::Usage(message),
        };
        if let Some(recipe) = self.recipe()? {
            let made = wait::shown(&self.limits, &format!("making {name}"), |budget| {
                recipe
                    .kind
                    .generator(&recipe.arguments(), recipe.seed)
                    .map_err(Failure::failed)?
                    .next(budget)
                    .map_err(Failure::failed)
            })?;
            return take(1, made.entry);
        }
        let mut puzzles = 0;
        for read in self.kind.read(&self.arguments, self.opened(file)?) {
            let (line, entry) = read.map_err(|error: InputError| {
                let joint = if error.line.is_some() { "," } else { ":" };
                let message = format!("{name}{joint} {error}");
                if error.is_malformed { malformed(message) } else { Failure::Failed(message) }
            })?;
            take(line, entry)?;
            puzzles += 1;
        }
        if puzzles == 0 {
            return Err(malformed(format!("{name}: {}", self.kind.empty_input_message())));
        }
        Ok(())
    }

    /// Returns the recipe of the new puzzle whose ID was given in place of a file. Returns `None` if a file was given,
    /// or neither a file nor an ID.
    pub(super) fn recipe(&self) -> Result<Option<Recipe>, Failure> {
        let id = self.file.as_deref().filter(|file| !file.exists()).and_then(Path::to_str);
        let is_id = |id: &&str| id.strip_prefix(self.kind.name()).is_some_and(|rest| rest.starts_with('-'));
        let Some(id) = id.filter(is_id) else { return Ok(None) };
        match Recipe::named(slice::from_ref(&self.kind), id) {
            Ok(recipe) => Ok(Some(recipe)),
            Err(error) => Err(Failure::Usage(format!("{id}: there is no such file, and it is no ID: {error}"))),
        }
    }

    fn opened(&self, file: &Path) -> Result<Box<dyn BufRead>, Failure> {
        if is_stdin(file) {
            if io::stdin().is_terminal() {
                output::note(&"reading from the keyboard: Ctrl-D ends the input");
            }
            return Ok(Box::new(io::stdin().lock()));
        }
        let name = file.display().to_string();
        let has_size = || self.kind.parameters(self.verb).iter().any(|own| own.name == "size" && own.role == Role::Own);
        if self.verb == Verb::Play && name.parse::<u8>().is_ok() && !file.exists() && has_size() {
            return Err(Failure::Usage(format!("{name}: there is no such file; for new puzzles, give --size {name}")));
        }
        let unopened = |error| Failure::Failed(self.kind.file_error_message(&name, &error));
        // A folder can be opened, but not read.
        if file.is_dir() {
            return Err(unopened(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
        }
        Ok(Box::new(BufReader::new(File::open(file).map_err(unopened)?)))
    }

    /// Opens the [`Source`] of the completions of a puzzle, which was read from line `line`.
    pub(super) fn open(&self, line: usize, entry: &Entry) -> Result<Arc<dyn Source>, Failure> {
        let opened = wait::shown(&self.limits, &format!("line {line}"), |budget| entry.open(budget));
        let opened = opened.map_err(|error| match error {
            OpenError::Interrupted(stopped) => {
                let whole = entry.puzzle().puzzle_noun();
                Failure::Failed(format!("the {whole} on line {line} has too many solutions: {stopped}"))
            }
            error => Failure::failed(error),
        })?;
        opened.note.iter().for_each(output::note);
        Ok(opened.source)
    }
}

/// The largest number of bytes of a file of names.
const MOST_NAMES: u64 = 1 << 22;

/// Returns the text of a file of names. `said` is the file given by `--names`. Without `--names`, the file is
/// `FILE.names` beside the puzzle file `file`; the result is `None` if there is no such file.
pub(super) fn names(said: Option<&str>, file: Option<&Path>) -> Result<Option<String>, Failure> {
    let beside = || {
        let file = file.filter(|file| !is_stdin(file))?;
        Some(PathBuf::from(format!("{}.names", file.display()))).filter(|names| names.is_file())
    };
    let Some(path) = said.map(PathBuf::from).or_else(beside) else { return Ok(None) };
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(MOST_NAMES + 1).read_to_string(&mut text));
    let shown = path.display();
    match read {
        Ok(bytes) if bytes as u64 > MOST_NAMES => {
            let limit = MOST_NAMES >> 20;
            Err(Failure::Failed(format!(
                "{shown}: expected a file of names of at most {limit} MiB, found a longer file"
            )))
        }
        Ok(_) => Ok(Some(text)),
        Err(error) => Err(Failure::Failed(format!("can't read the names in {shown}: {error}"))),
    }
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == STDIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_file_of_names_is_refused_and_not_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("names");
        let read = |bytes: u64| {
            std::fs::write(&path, "n".repeat(bytes as usize)).unwrap();
            names(path.to_str(), None)
        };
        assert!(read(MOST_NAMES).is_ok_and(|text| text.is_some_and(|text| text.len() as u64 == MOST_NAMES)));
        assert!(matches!(read(MOST_NAMES + 1), Err(Failure::Failed(message)) if message.contains("at most 4 MiB")));
    }
}
