//! Where the diagrams come from: embedded files, files in a folder, the cache, or building them.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bdd_core::format::{self, Header, Label, ReadError, ReadFileError, WriteFileError};
use bdd_core::{Bdd, Budget, Stopped};
use puzzle_core::Guide;

use crate::direct::build_completions;
use crate::placement::Placement;
use crate::queens::Queens;
use crate::solutions::Solutions;
use nqueens_board::Size;

/// The name that n-queens files carry in their header.
const PUZZLE: &str = "n-queens";

/// The files made in advance: sizes 4 to 11, in order.
const EMBEDDED: [&[u8]; 8] = [
    include_bytes!("../../precomputed/queens-04.bdd"),
    include_bytes!("../../precomputed/queens-05.bdd"),
    include_bytes!("../../precomputed/queens-06.bdd"),
    include_bytes!("../../precomputed/queens-07.bdd"),
    include_bytes!("../../precomputed/queens-08.bdd"),
    include_bytes!("../../precomputed/queens-09.bdd"),
    include_bytes!("../../precomputed/queens-10.bdd"),
    include_bytes!("../../precomputed/queens-11.bdd"),
];

/// The label of the solutions of a board.
#[must_use]
pub fn label(size: Size) -> Label {
    Label { puzzle: PUZZLE.to_owned(), size: size.get() as u32 }
}

/// The name of the file with the solutions of a board, such as `queens-08.bdd`.
#[must_use]
pub fn file_name_of(size: Size) -> String {
    format!("queens-{:02}.bdd", size.get())
}

/// Where the solutions of each size come from.
///
/// ```
/// use nqueens_guide::{Library, Size};
///
/// let solutions = Library::embedded().load(Size::new(11)?)?;
/// assert_eq!(solutions.bdd().model_count(), 2680u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Library {
    folder: Option<PathBuf>,
    cache: Option<PathBuf>,
    memory: usize,
}

/// Solutions, and what the user should know about how they were come by.
#[derive(Debug)]
pub struct Loaded {
    /// The solutions.
    pub solutions: Solutions,
    /// What went wrong with the cache on the way; the solutions are right all the same.
    pub notes: Vec<CacheNote>,
}

/// Something wrong with the cache.
#[derive(Debug, thiserror::Error)]
pub enum CacheNote {
    /// A file of the cache could not be used, so that the diagram was built anew.
    #[error("the cached diagram was built anew: {0}")]
    Rebuilt(Box<LoadError>),
    /// The diagram that was built could not be kept.
    #[error("the diagram could not be cached: {0}")]
    NotKept(WriteFileError),
}

impl Library {
    /// The sizes for which files are made in advance.
    pub const PRECOMPUTED: RangeInclusive<usize> = 4..=11;
    /// The sizes that are kept in the cache: they take time to build, and fit a computer's memory.
    pub const CACHED: RangeInclusive<usize> = 12..=15;

    /// The files embedded in the program; other sizes are built.
    #[must_use]
    pub fn embedded() -> Library {
        Library { folder: None, cache: None, memory: usize::MAX }
    }

    /// The files in a folder. Sizes outside [`Library::PRECOMPUTED`] that have no file there are built.
    #[must_use]
    pub fn in_dir(folder: PathBuf) -> Library {
        Library { folder: Some(folder), ..Library::embedded() }
    }

    /// The same, keeping the diagrams of [`Library::CACHED`] sizes in a folder, which is made if need be.
    #[must_use]
    pub fn with_cache(self, folder: PathBuf) -> Library {
        Library { cache: Some(folder), ..self }
    }

    /// The same, building only what takes at most so many bytes of memory.
    #[must_use]
    pub fn with_memory_limit(self, bytes: usize) -> Library {
        Library { memory: bytes, ..self }
    }

    /// The solutions of a board.
    ///
    /// # Errors
    ///
    /// [`LoadError`], which names the file, if there should be a file and it is missing, damaged, or another
    /// puzzle's; or if the diagram would be too large to build.
    pub fn load(&self, size: Size) -> Result<Solutions, LoadError> {
        Ok(self.load_with(size, &mut Budget::unlimited())?.solutions)
    }

    /// The solutions of a board, for the case that it takes a while.
    ///
    /// # Errors
    ///
    /// As [`Library::load`], and [`Stopped::Cancelled`] if the budget's switch was switched.
    pub fn load_with(&self, size: Size, budget: &mut Budget<'_>) -> Result<Loaded, LoadError> {
        if let Some(solutions) = self.in_file(size)? {
            return Ok(Loaded { solutions, notes: Vec::new() });
        }
        let cached = Library::CACHED.contains(&size.get());
        let cache = self.cache.as_ref().filter(|_| cached).map(|folder| folder.join(file_name_of(size)));
        let mut notes = Vec::new();
        if let Some(path) = cache.as_deref().filter(|path| path.exists()) {
            match read(path, size) {
                Ok(solutions) => return Ok(Loaded { solutions, notes }),
                Err(damage) => notes.push(CacheNote::Rebuilt(Box::new(damage))),
            }
        }
        self.check_memory(size)?;
        let bdd = self.build(&Placement::empty(size), budget)?;
        if let Some(path) = cache {
            // A folder that can't be made shows when the file can't be written.
            let _ = path.parent().map(std::fs::create_dir_all);
            notes.extend(format::write_file(&path, &bdd, &label(size)).err().map(CacheNote::NotKept));
        }
        Ok(Loaded { solutions: Solutions::from_bdd(size, bdd), notes })
    }

    /// Whether the solutions of a board are read from a file made in advance, in this program or in the folder.
    #[must_use]
    pub fn has_file(&self, size: Size) -> bool {
        let precomputed = Library::PRECOMPUTED.contains(&size.get());
        precomputed || self.folder.as_ref().is_some_and(|folder| folder.join(file_name_of(size)).exists())
    }

    /// Whether there is enough memory to build all solutions of a board.
    ///
    /// # Errors
    ///
    /// [`LoadError::Memory`], if there is not.
    pub fn check_memory(&self, size: Size) -> Result<(), LoadError> {
        let needed = memory_to_build(size);
        if needed > self.memory {
            return Err(LoadError::Memory { size, needed, available: self.memory });
        }
        Ok(())
    }

    /// The diagram of a placement's completions, by the shortest way: from a file where there is one for the size,
    /// else built for this very placement, which reaches boards whose whole diagram no memory holds.
    ///
    /// # Errors
    ///
    /// As [`Library::load_with`].
    pub fn completions(
        &self,
        placement: &Placement,
        budget: &mut Budget<'_>,
    ) -> Result<(Arc<Bdd>, Vec<CacheNote>), LoadError> {
        let size = placement.size();
        match self.in_file(size)? {
            Some(solutions) => Ok((solutions.completions(placement), Vec::new())),
            None if placement.is_empty() => {
                let Loaded { solutions, notes } = self.load_with(size, budget)?;
                Ok((solutions.completions(placement), notes))
            }
            None => Ok((Arc::new(self.build(placement, budget)?), Vec::new())),
        }
    }

    /// Builds the diagram of a placement's completions, in no more memory than both the library and the budget allow.
    fn build(&self, placement: &Placement, budget: &mut Budget<'_>) -> Result<Bdd, Stopped> {
        budget.limited(self.memory, u64::MAX, |budget| build_completions(placement, budget))
    }

    /// The guide to one placement, by the shortest way; see [`Library::completions`]. For a game take
    /// [`Library::load`] and a [`Session`](puzzle_core::Session).
    ///
    /// # Errors
    ///
    /// As [`Library::load_with`].
    pub fn guide(&self, placement: &Placement, budget: &mut Budget<'_>) -> Result<(Guide, Vec<CacheNote>), LoadError> {
        let (completions, notes) = self.completions(placement, budget)?;
        let counts = completions.counts_within(budget)?;
        let queens = Queens::new(placement.size());
        Ok((Guide::new(&queens, placement.marks(), counts.into()), notes))
    }

    /// The solutions from a file in the folder or from an embedded one, if that is where this size comes from.
    fn in_file(&self, size: Size) -> Result<Option<Solutions>, LoadError> {
        let precomputed = Library::PRECOMPUTED.contains(&size.get());
        match &self.folder {
            Some(folder) => {
                let path = folder.join(file_name_of(size));
                if precomputed || path.exists() { read(&path, size).map(Some) } else { Ok(None) }
            }
            None if precomputed => {
                let bytes = EMBEDDED[size.get() - Library::PRECOMPUTED.start()];
                let (bdd, header) = format::from_bytes(bytes).map_err(LoadError::Embedded)?;
                checked(Path::new("an embedded file"), size, bdd, header).map(Some)
            }
            None => Ok(None),
        }
    }
}

/// The memory, in bytes, that building all solutions of a board takes at its peak.
#[must_use]
pub fn memory_to_build(size: Size) -> usize {
    /// Measured for these sizes, rounded up.
    const MEASURED_MIB: [(usize, usize); 4] = [(12, 24), (13, 96), (14, 400), (15, 2200)];
    /// From one size to the next the diagram grows about so many times.
    const GROWTH: usize = 6;
    let n = size.get();
    let (measured, mib) = MEASURED_MIB.into_iter().find(|&(measured, _)| measured >= n).unwrap_or(MEASURED_MIB[3]);
    (measured..n).fold(mib << 20, |bytes, _| bytes.saturating_mul(GROWTH))
}

fn gib(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

fn read(path: &Path, size: Size) -> Result<Solutions, LoadError> {
    if !path.exists() {
        return Err(LoadError::Missing { path: path.to_owned(), size });
    }
    let (bdd, header) = format::read_file(path)?;
    checked(path, size, bdd, header)
}

fn checked(path: &Path, size: Size, bdd: Bdd, header: Header) -> Result<Solutions, LoadError> {
    if header.label != label(size) || header.variables != size.square_count() {
        return Err(LoadError::OtherPuzzle { path: path.to_owned(), expected: size, found: Box::new(header) });
    }
    Ok(Solutions::from_bdd(size, bdd))
}

/// Why there are no solutions to work with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The folder has no file for this size.
    #[error("there is no {}", path.display())]
    Missing {
        /// The file that was looked for.
        path: PathBuf,
        /// The size it would hold.
        size: Size,
    },
    /// The file can't be read, or is damaged.
    #[error(transparent)]
    File(#[from] ReadFileError),
    /// An embedded file is damaged, which means that the program is.
    #[error("a diagram in this program is damaged: {0}")]
    Embedded(ReadError),
    /// The file holds something else.
    #[error("{}: holds {} of size {} over {} variables; expected {PUZZLE} of size {expected}", path.display(), found.label.puzzle, found.label.size, found.variables)]
    OtherPuzzle {
        /// The file.
        path: PathBuf,
        /// What was looked for.
        expected: Size,
        /// What it holds.
        found: Box<Header>,
    },
    /// The whole diagram of the size needs more memory than there is; nothing was begun.
    #[error("all solutions of size {size} take about {:.1} GiB of memory to build, and {:.1} GiB are free; choose a smaller board, or place queens first", gib(*needed), gib(*available))]
    Memory {
        /// The board's size.
        size: Size,
        /// The bytes that building it takes.
        needed: usize,
        /// The bytes there are.
        available: usize,
    },
    /// The construction was cancelled, or went beyond the memory limit.
    #[error(transparent)]
    Build(#[from] Stopped),
}
