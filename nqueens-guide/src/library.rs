//! The sources of decision diagrams: embedded files, files in a folder, the cache, or a construction.

#[cfg(feature = "file")]
mod files;
#[cfg(not(feature = "file"))]
#[path = "library/no_files.rs"]
mod files;
#[cfg(feature = "file")]
mod proof;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
#[cfg(feature = "file")]
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(feature = "file")]
use bdd_core::format::{FileError, Header, ReadError};
use bdd_core::{Budget, Counts, Interrupted, Zdd};
use nqueens_board::Size;
use puzzle_core::Guide;

use crate::direct::build_completions_zdd;
use crate::list::ByFile;
use crate::map::Map;
use crate::placement::Placement;
use crate::queens::Queens;
use crate::solutions::Solutions;
use crate::tally::Tallying;
use files::Files;
#[cfg(feature = "file")]
pub use files::label;
#[cfg(feature = "file")]
pub use proof::{Unproven, prove_solutions};

/// Returns the name of the file with the solutions of a board, such as `queens-08.bdd`.
///
/// ```
/// use nqueens_guide::{Size, file_name_of};
///
/// assert_eq!(file_name_of(Size::new(8)?), "queens-08.bdd");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn file_name_of(size: Size) -> String {
    format!("queens-{:02}.bdd", size.get())
}

/// Returns the name of the file with the solutions of a board in the cache, such as `queens-15.zdd`: a zero-suppressed
/// diagram, which is smaller and faster to read.
///
/// ```
/// use nqueens_guide::{Size, cached_name_of};
///
/// assert_eq!(cached_name_of(Size::new(15)?), "queens-15.zdd");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn cached_name_of(size: Size) -> String {
    format!("queens-{:02}.zdd", size.get())
}

/// The source of the [`Solutions`] of each size: embedded files, a folder, a cache, or a construction.
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
    files: Files,
    memory: usize,
    threads: NonZeroUsize,
    search_nodes: f64,
}

/// Solutions from [`Library::load_with`], with notes for the user.
#[derive(Debug)]
pub struct Loaded {
    /// The solutions that were loaded or built.
    pub solutions: Solutions,
    /// The problems with the cache, which don't affect the solutions.
    pub notes: Vec<CacheNote>,
}

/// A problem with the cache, which doesn't affect the solutions.
#[derive(Debug, thiserror::Error)]
pub enum CacheNote {
    /// A file of the cache could not be used, and the diagram was built anew.
    #[error("the diagram was built anew, since its file in the cache can't be used ({0})")]
    Rebuilt(Box<LoadError>),
    /// The built diagram could not be stored.
    #[cfg(feature = "file")]
    #[error("the diagram could not be cached: {0}")]
    NotKept(FileError),
}

impl Library {
    /// The board sizes whose diagrams are precomputed. With the feature `file`, their files are embedded in the
    /// program.
    pub const PRECOMPUTED: RangeInclusive<usize> = 4..=11;
    /// The board sizes whose diagrams are stored in the cache once they are built: building takes long, and the diagram
    /// fits a computer's memory.
    pub const CACHED: RangeInclusive<usize> = 12..=16;
    /// The largest board size whose diagram of all solutions is built for a guide or a game. Larger diagrams are built
    /// only if [`Library::load`] is called: they take most of a computer's memory, and too much time for a move.
    pub const DIAGRAM: usize = 15;

    /// Creates a library that loads the diagrams embedded in the program and builds the diagrams of other sizes.
    /// Without the feature `file` no diagram is embedded, and all diagrams are built.
    ///
    /// ```
    /// use nqueens_guide::{Library, Size};
    ///
    /// let library = Library::embedded();
    /// assert_eq!(library.load(Size::new(5)?)?.bdd().model_count(), 10u8.into());
    /// assert_eq!(library.load(Size::new(3)?)?.bdd().model_count(), 0u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn embedded() -> Library {
        Library { files: Files::default(), memory: usize::MAX, threads: NonZeroUsize::MIN, search_nodes: 1e9 }
    }

    /// Creates a library that loads diagrams from the files in a folder. It builds the diagram of a size without a
    /// file, except for the sizes of [`Library::PRECOMPUTED`], whose files must be there.
    #[cfg(feature = "file")]
    #[must_use]
    pub fn in_dir(folder: PathBuf) -> Library {
        Library { files: Files { folder: Some(folder), cache: None }, ..Library::embedded() }
    }

    /// Sets the folder of the cache, in which the diagrams of [`Library::CACHED`] sizes are stored once they are built.
    /// The folder is created if necessary.
    #[cfg(feature = "file")]
    #[must_use]
    pub fn with_cache(self, folder: PathBuf) -> Library {
        Library { files: Files { cache: Some(folder), ..self.files }, ..self }
    }

    /// Limits the memory for reading or building a diagram to `bytes`. There is no limit by default.
    #[must_use]
    pub fn with_memory_limit(self, bytes: usize) -> Library {
        Library { memory: bytes, ..self }
    }

    /// Returns the limit of memory for reading or building a diagram, in bytes; `usize::MAX` without a limit.
    #[must_use]
    pub fn memory_limit(&self) -> usize {
        self.memory
    }

    /// Sets the number of `threads` for counting completions by backtracking, without a diagram; 1 by default.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Library {
        Library { threads, ..self }
    }

    /// Sets the maximum number of search `nodes` for counting completions by backtracking, without a diagram. The
    /// default is a billion; a node takes about ten nanoseconds.
    #[must_use]
    pub fn with_search_nodes(self, nodes: f64) -> Library {
        Library { search_nodes: nodes, ..self }
    }

    /// Loads or builds the diagram of all solutions of a board.
    ///
    /// # Errors
    ///
    /// [`LoadError`], which names the file, if a file is missing, damaged, or does not contain exactly the solutions of
    /// the size; or if the diagram would be too large to build.
    pub fn load(&self, size: Size) -> Result<Solutions, LoadError> {
        Ok(self.load_with(size, &mut Budget::unlimited())?.solutions)
    }

    /// Loads or builds the diagram of all solutions of a board within a budget.
    ///
    /// ```
    /// use nqueens_guide::{Budget, Interrupted, Library, LoadError, Size};
    ///
    /// let budget = &mut Budget::unlimited().with_memory(1 << 20);
    /// let too_large = Library::embedded().load_with(Size::new(13)?, budget).unwrap_err();
    /// assert!(matches!(too_large, LoadError::Build(Interrupted::TooLarge { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Library::load`], and [`Interrupted::Cancelled`] if the computation was cancelled.
    pub fn load_with(&self, size: Size, budget: &mut Budget<'_>) -> Result<Loaded, LoadError> {
        if let Some(solutions) = self.found(size, budget)? {
            return Ok(Loaded { solutions, notes: Vec::new() });
        }
        let mut notes = Vec::new();
        match budget.limited(self.memory, u64::MAX, |budget| self.files.load_cached(size, budget)) {
            Some(Ok(solutions)) => return Ok(Loaded { solutions, notes }),
            Some(Err(LoadError::Build(interrupted))) => return Err(interrupted.into()),
            Some(Err(damage)) => notes.push(CacheNote::Rebuilt(Box::new(damage))),
            None => {}
        }
        self.check_memory(size)?;
        let zdd = self.build(&Placement::empty(size), budget)?;
        notes.extend(self.files.store(size, &zdd));
        Ok(Loaded { solutions: Solutions::from_zdd(size, zdd), notes })
    }

    /// Returns `true` if the solutions of `size` come from a precomputed file, embedded or in the folder.
    #[must_use]
    pub fn has_file(&self, size: Size) -> bool {
        self.files.has(size)
    }

    /// Checks that the memory limit suffices to build all solutions of `size`.
    ///
    /// ```
    /// use nqueens_guide::{Library, LoadError, Size, memory_to_build};
    ///
    /// let size = Size::new(16)?;
    /// assert!(memory_to_build(size) > 1 << 28);
    /// let library = Library::embedded().with_memory_limit(1 << 28);
    /// assert!(matches!(library.check_memory(size), Err(LoadError::Memory { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LoadError::Memory`] if the limit does not suffice.
    pub fn check_memory(&self, size: Size) -> Result<(), LoadError> {
        let needed = memory_to_build(size);
        if needed > self.memory {
            return Err(LoadError::Memory { size, needed, available: self.memory });
        }
        Ok(())
    }

    /// Returns the diagram of a placement's completions, and the problems with the cache.
    ///
    /// If the placement is empty, or if the size has a precomputed file, the completions are selected from the diagram
    /// of all solutions. Otherwise the diagram is built for this placement alone, which is possible even on boards
    /// whose diagram of all solutions fits no memory.
    ///
    /// ```
    /// use nqueens_guide::{Budget, Library, Placement, Size};
    ///
    /// let board = Placement::new(Size::new(8)?, ["b4".parse()?, "d1".parse()?], [])?;
    /// let (completions, _) = Library::embedded().completions(&board, &mut Budget::unlimited())?;
    /// assert_eq!(completions.model_count(), 2u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Library::load_with`].
    pub fn completions(
        &self,
        placement: &Placement,
        budget: &mut Budget<'_>,
    ) -> Result<(Arc<Zdd>, Vec<CacheNote>), LoadError> {
        let size = placement.size();
        if !placement.is_empty() && !self.files.has(size) {
            return Ok((Arc::new(self.build(placement, budget)?), Vec::new()));
        }
        let Loaded { solutions, notes } = self.load_with(size, budget)?;
        Ok((solutions.completions(placement, budget)?, notes))
    }

    /// Returns the completions of a placement in the order of the backtracking searches ([`ByFile`]), and the problems
    /// with the cache.
    ///
    /// # Errors
    ///
    /// The errors of [`Library::completions`].
    pub fn by_file(
        &self,
        placement: &Placement,
        budget: &mut Budget<'_>,
    ) -> Result<(ByFile, Vec<CacheNote>), LoadError> {
        let (mirrored, notes) = self.completions(&placement.mirrored(), budget)?;
        Ok((ByFile::new(placement.size(), mirrored), notes))
    }

    /// Returns the solutions from the precomputed file of `size`; `None` if there is no such file. Reading takes at
    /// most the memory that both the library and the budget allow.
    fn found(&self, size: Size, budget: &mut Budget<'_>) -> Result<Option<Solutions>, LoadError> {
        budget.limited(self.memory, u64::MAX, |budget| self.files.load_precomputed(size, budget))
    }

    /// Builds the diagram of a placement's completions within the memory that both the library and the budget allow.
    fn build(&self, placement: &Placement, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
        budget.limited(self.memory, u64::MAX, |budget| build_completions_zdd(placement, budget))
    }

    /// Returns the guide of one placement, computed from the diagram of [`Library::completions`], and the problems with
    /// the cache. For a game, use [`Library::load`] and a [`Session`](puzzle_core::Session) instead.
    ///
    /// Beyond size [`Library::DIAGRAM`] the diagram of all solutions would hardly fit the memory, so the guide comes
    /// from a [`Map`]. Its statuses are exact. Its counts are exact if the completions are few enough to be counted,
    /// and lower bounds otherwise. If the budget does not suffice for the whole map, the statuses of the remaining
    /// squares are unknown.
    ///
    /// ```
    /// use nqueens_guide::{Budget, Library, Placement, Size};
    ///
    /// let board = Placement::empty(Size::new(8)?);
    /// let (guide, _) = Library::embedded().guide(&board, &mut Budget::unlimited())?;
    /// assert_eq!(guide.total().to_string(), "92");
    /// let a1 = board.size().variable("a1".parse()?);
    /// assert_eq!(guide.completions(a1).to_string(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Library::load_with`].
    pub fn guide(&self, placement: &Placement, budget: &mut Budget<'_>) -> Result<(Guide, Vec<CacheNote>), LoadError> {
        let size = placement.size();
        if !self.has_diagram(size) {
            return Ok((self.mapped(placement, budget), Vec::new()));
        }
        let (completions, notes) = self.completions(placement, budget)?;
        let counts = completions.counts(budget)?;
        Ok((Guide::new(&Queens::new(size), placement.marks(), counts.into()), notes))
    }

    /// Returns the guide of a placement from a [`Map`], as far as the budget allows.
    fn mapped(&self, placement: &Placement, budget: &mut Budget<'_>) -> Guide {
        let mut map = Map::new(placement);
        // If the budget ends the work, the results of the map so far are the answer.
        let counts = map.work(budget).and_then(|()| match map.is_completable() {
            Some(false) => Ok(None),
            _ => self.counted(placement, &mut map, budget),
        });
        match counts {
            Ok(Some(counts)) => Guide::new(&Queens::new(placement.size()), placement.marks(), counts.into()),
            _ => map.guide(),
        }
    }

    /// Counts the completions, in total and for each square, by [`Tallying`] or by building their diagram, whichever is
    /// expected to be faster. Returns `None` if both would take too long.
    fn counted(
        &self,
        placement: &Placement,
        map: &mut Map,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Counts>, Interrupted> {
        /// The largest number of search nodes for which the diagram of the completions is built, in some seconds.
        /// [`Map::search_nodes`] estimates this number for a search with look-ahead, which propagates after each queen.
        const FEW: f64 = 3e7;
        /// The number of search nodes of [`Tallying`], a search without look-ahead, that take as much time as one
        /// search node with look-ahead.
        const PER_NODE: f64 = 100.0;
        let ahead = map.search_nodes(budget)?;
        let tallying = Tallying::new(placement);
        let limit = if ahead <= FEW { self.search_nodes.min(ahead * PER_NODE) } else { self.search_nodes };
        if let Some(mut tallying) = tallying.filter(|tallying| tallying.search_nodes() <= limit) {
            tallying.work(self.threads, budget)?;
            return Ok(tallying.counts());
        }
        if ahead > FEW { Ok(None) } else { self.build(placement, budget)?.counts(budget).map(Some) }
    }

    /// Returns `true` if the guide of a board of `size` comes from the diagram of all solutions: if the size is at most
    /// [`Library::DIAGRAM`], or if the size has a precomputed file.
    ///
    /// ```
    /// use nqueens_guide::{Library, Size};
    ///
    /// let library = Library::embedded();
    /// assert!(library.has_diagram(Size::new(15)?));
    /// assert!(!library.has_diagram(Size::new(16)?), "a guide of 16 x 16 is a map");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has_diagram(&self, size: Size) -> bool {
        size.get() <= Library::DIAGRAM || self.files.has(size)
    }
}

/// Returns the peak memory of building and counting all solutions of `size` as a [`Zdd`], in bytes: measured up to size
/// 16, estimated beyond.
#[must_use]
pub fn memory_to_build(size: Size) -> usize {
    /// Board sizes, each with the memory in MiB that a program needed to build and count all solutions of this size,
    /// plus a tenth for safety.
    const MEASURED_MIB: [(usize, usize); 5] = [(12, 11), (13, 15), (14, 35), (15, 140), (16, 560)];
    memory_of(size, &MEASURED_MIB)
}

/// Returns the peak memory of building and counting all solutions of `size` as a [`Bdd`](bdd_core::Bdd), in bytes:
/// measured up to size 15, estimated beyond. The Bdd has ten times as many nodes as the [`Zdd`] of [`memory_to_build`].
///
/// ```
/// use nqueens_guide::{Size, memory_to_build, memory_to_build_bdd};
///
/// let size = Size::new(14)?;
/// assert!(memory_to_build_bdd(size) > 4 * memory_to_build(size));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn memory_to_build_bdd(size: Size) -> usize {
    /// Board sizes, each with the memory in MiB that a program needed to build and count all solutions of this size,
    /// plus a tenth for safety.
    const MEASURED_MIB: [(usize, usize); 4] = [(12, 16), (13, 45), (14, 170), (15, 880)];
    memory_of(size, &MEASURED_MIB)
}

/// Returns the memory of `size` in bytes: the memory of the smallest measured size that is not below `size`, or an
/// estimate beyond the last measured size. `measured_mib` holds sizes, in ascending order, with their memory in MiB.
fn memory_of(size: Size, measured_mib: &[(usize, usize)]) -> usize {
    /// The factor by which the memory grows from one size to the next.
    const GROWTH: usize = 6;
    let n = size.get();
    let at_least = measured_mib.iter().find(|&&(measured, _)| measured >= n).or(measured_mib.last());
    let &(measured, mib) = at_least.expect("a size was measured");
    (measured..n).fold(mib << 20, |bytes, _| bytes.saturating_mul(GROWTH))
}

fn gib(bytes: usize) -> String {
    format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
}

/// Returns the text of an estimated amount of memory, such as `about 4.2 GiB`. An amount that no machine has becomes
/// `more than a million GiB`.
fn about(bytes: usize) -> String {
    if bytes as u64 >> 50 > 0 { "more than a million GiB".to_owned() } else { format!("about {}", gib(bytes)) }
}

/// An error of a [`Library`]: the reason why the solutions are not available.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The folder has no diagram file of this board size.
    #[cfg(feature = "file")]
    #[error("there is no file {}", path.display())]
    Missing {
        /// The path of the missing file.
        path: PathBuf,
        /// The board size whose diagram the file should contain.
        size: Size,
    },
    /// The file can't be read, or is damaged.
    #[cfg(feature = "file")]
    #[error(transparent)]
    File(#[from] FileError),
    /// A diagram embedded in the program is damaged, so the program itself is damaged.
    #[cfg(feature = "file")]
    #[error("a diagram inside this program can't be used: {0}")]
    Embedded(ReadError),
    /// The file contains the diagram of another puzzle or of another board size.
    #[cfg(feature = "file")]
    #[error("{}: found a diagram of {} with {} variables; expected {} of size {expected}", path.display(), found.label, found.variables, files::PUZZLE)]
    OtherPuzzle {
        /// The path of the file with the wrong diagram.
        path: PathBuf,
        /// The board size whose diagram the file should contain.
        expected: Size,
        /// The header found in the file, with the puzzle and the board size.
        found: Box<Header>,
    },
    /// The diagram in a file does not contain exactly the solutions of the board size.
    #[cfg(feature = "file")]
    #[error("{}: {why}", path.display())]
    Unproven {
        /// The path of the file with the wrong solutions.
        path: PathBuf,
        /// The reason why [`prove_solutions`] did not accept the diagram.
        why: Unproven,
    },
    /// Building the diagram would take more memory than the limit, so it was not begun.
    #[error("the diagram of all solutions of size {size} takes {} of memory to build, and {} are free; choose a smaller board, or place queens first", about(*needed), gib(*available))]
    Memory {
        /// The board size whose diagram would be built.
        size: Size,
        /// The memory that building takes, in bytes; see [`memory_to_build`].
        needed: usize,
        /// The memory limit, in bytes; see [`Library::memory_limit`].
        available: usize,
    },
    /// The construction of the diagram was cancelled, or exceeded the memory limit.
    #[error(transparent)]
    Build(#[from] Interrupted),
}
