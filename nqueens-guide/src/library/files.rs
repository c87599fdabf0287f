//! Diagrams in files: embedded in the program, in a folder, or in the cache.

use std::path::{Path, PathBuf};

use bdd_core::format::{self, Header, Label, ReadError};
use bdd_core::{Budget, DecisionDiagram, Interrupted, Reduction, Zdd};
use nqueens_board::Size;

use super::proof::{Unproven, prove_solutions};
use super::{CacheNote, Library, LoadError, cached_name_of, file_name_of, memory_to_build, memory_to_build_bdd};
use crate::solutions::Solutions;

/// The name of the n-queens puzzle in the headers of diagram files.
pub(super) const PUZZLE: &str = "n-queens";

/// Returns the label in the header of the diagram file of `size`: the puzzle and the board size.
#[must_use]
pub fn label(size: Size) -> Label {
    Label { puzzle: PUZZLE.to_owned(), size: size.get() as u32 }
}

/// The sources of diagram files: a folder or the embedded files, and the cache.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    /// The folder whose files replace the embedded files; `None` to use the embedded files.
    pub(super) folder: Option<PathBuf>,
    pub(super) cache: Option<PathBuf>,
}

impl Files {
    /// Returns `true` if `size` is one of [`Library::PRECOMPUTED`] or has a file in the folder.
    pub(super) fn has(&self, size: Size) -> bool {
        let precomputed = Library::PRECOMPUTED.contains(&size.get());
        precomputed || self.folder.as_ref().is_some_and(|folder| folder.join(file_name_of(size)).exists())
    }

    /// Returns the solutions of `size` from its file in the folder or from its embedded file; `None` if there is no
    /// such file.
    pub(super) fn load_precomputed(&self, size: Size, budget: &mut Budget<'_>) -> Result<Option<Solutions>, LoadError> {
        let Some(folder) = &self.folder else {
            let Some(bytes) = nqueens_precomputed::file(size.get()) else { return Ok(None) };
            let (bdd, header) = format::from_bytes(bytes, &mut Budget::unlimited()).map_err(LoadError::Embedded)?;
            checked_label(Path::new("an embedded file"), size, &header)?;
            return Ok(Some(Solutions::from_bdd(size, bdd)));
        };
        if self.has(size) { read(&folder.join(file_name_of(size)), size, budget).map(Some) } else { Ok(None) }
    }

    /// Returns the solutions of `size` from the cache; `None` if the cache has no file of this size.
    pub(super) fn load_cached(&self, size: Size, budget: &mut Budget<'_>) -> Option<Result<Solutions, LoadError>> {
        // Only a regular file is opened: opening a pipe would block the program.
        let path = self.cache_path(size).filter(|path| path.is_file())?;
        Some(read_cached(&path, size, budget))
    }

    /// Stores a diagram in the cache if its size is one of [`Library::CACHED`]. Returns a note if that fails.
    pub(super) fn store(&self, size: Size, zdd: &Zdd) -> Option<CacheNote> {
        let path = self.cache_path(size)?;
        // If the folder can't be created, writing the file fails, and that error is reported.
        let _ = path.parent().map(std::fs::create_dir_all);
        path.parent().into_iter().for_each(format::remove_abandoned);
        format::write_file(&path, zdd, &label(size)).err().map(CacheNote::NotKept)
    }

    fn cache_path(&self, size: Size) -> Option<PathBuf> {
        let folder = self.cache.as_ref().filter(|_| Library::CACHED.contains(&size.get()))?;
        Some(folder.join(cached_name_of(size)))
    }
}

fn read(path: &Path, size: Size, budget: &mut Budget<'_>) -> Result<Solutions, LoadError> {
    if !path.exists() {
        return Err(LoadError::Missing { path: path.to_owned(), size });
    }
    let read = |budget: &mut Budget<'_>| {
        let (bdd, header) = format::read_file(path, budget)?;
        checked_label(path, size, &header)?;
        proven(path, size, &bdd, &header, budget)?;
        Ok(Solutions::from_bdd(size, bdd))
    };
    within_memory(memory_to_build_bdd(size), read, budget)
}

fn read_cached(path: &Path, size: Size, budget: &mut Budget<'_>) -> Result<Solutions, LoadError> {
    let read = |budget: &mut Budget<'_>| {
        let (zdd, header) = format::read_zdd_file(path, budget)?;
        checked_label(path, size, &header)?;
        proven(path, size, &zdd, &header, budget)?;
        Ok(Solutions::from_zdd(size, zdd))
    };
    within_memory(memory_to_build(size), read, budget)
}

/// Calls `read`, which reads a file, with a memory limit of `most` bytes: the memory that building the diagram takes.
/// If reading needs more memory, the file does not contain this diagram.
fn within_memory(
    most: usize,
    read: impl FnOnce(&mut Budget<'_>) -> Result<Solutions, LoadError>,
    budget: &mut Budget<'_>,
) -> Result<Solutions, LoadError> {
    let memory = budget.memory();
    budget.limited(most, u64::MAX, |budget| {
        read(budget).map_err(|error| match &error {
            LoadError::File(file) => match file.content().and_then(ReadError::interrupted) {
                Some(Interrupted::TooLarge { .. }) if budget.memory() < memory => error,
                Some(interrupted) => LoadError::Build(interrupted),
                None => error,
            },
            _ => error,
        })
    })
}

/// Checks that a diagram has exactly the solutions of `size`.
fn proven<R: Reduction>(
    path: &Path,
    size: Size,
    diagram: &DecisionDiagram<R>,
    header: &Header,
    budget: &mut Budget<'_>,
) -> Result<(), LoadError> {
    match prove_solutions(diagram, &header.models, size, budget) {
        Ok(()) => Ok(()),
        Err(Unproven::Interrupted(interrupted)) => Err(LoadError::Build(interrupted)),
        Err(why) => Err(LoadError::Unproven { path: path.to_owned(), why }),
    }
}

fn checked_label(path: &Path, size: Size, header: &Header) -> Result<(), LoadError> {
    if header.label != label(size) || header.variables != size.square_count() {
        return Err(LoadError::OtherPuzzle { path: path.to_owned(), expected: size, found: Box::new(header.clone()) });
    }
    Ok(())
}
