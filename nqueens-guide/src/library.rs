//! Where the diagrams come from: embedded files, files in a folder, or building them.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bdd_core::Bdd;
use bdd_core::format::{self, Header, Label, ReadError, ReadFileError};

use crate::board::Size;
use crate::solutions::Solutions;

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
#[derive(Clone, Debug, Default)]
pub struct Library {
    folder: Option<PathBuf>,
}

/// How far a construction is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// From 0 to 1; it never falls.
    pub fraction: f64,
}

impl Library {
    /// The sizes for which files are made in advance.
    pub const PRECOMPUTED: std::ops::RangeInclusive<usize> = 4..=11;

    /// The files embedded in the program; other sizes are built.
    #[must_use]
    pub fn embedded() -> Library {
        Library { folder: None }
    }

    /// The files in a folder. Sizes outside [`Library::PRECOMPUTED`] that have no file there are built.
    #[must_use]
    pub fn in_dir(folder: PathBuf) -> Library {
        Library { folder: Some(folder) }
    }

    /// The solutions of a board.
    ///
    /// # Errors
    ///
    /// [`LoadError`], which names the file, if there should be a file and it is missing, damaged, or another
    /// puzzle's; or if the diagram would be too large to build.
    pub fn load(&self, size: Size) -> Result<Solutions, LoadError> {
        self.load_with(size, &mut |_| ControlFlow::Continue(()))
    }

    /// The solutions of a board, for the case that it takes a while: `progress` is called now and then, and stops the
    /// work by breaking.
    ///
    /// # Errors
    ///
    /// As [`Library::load`], and [`LoadError::Cancelled`].
    pub fn load_with(
        &self,
        size: Size,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solutions, LoadError> {
        let precomputed = Library::PRECOMPUTED.contains(&size.get());
        match &self.folder {
            Some(folder) => {
                let path = folder.join(file_name_of(size));
                if precomputed || path.exists() { read(&path, size) } else { build(size, progress) }
            }
            None if precomputed => {
                let bytes = EMBEDDED[size.get() - Library::PRECOMPUTED.start()];
                let (bdd, header) = format::from_bytes(bytes).map_err(LoadError::Embedded)?;
                checked(Path::new("an embedded file"), size, bdd, header)
            }
            None => build(size, progress),
        }
    }
}

fn build(size: Size, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Result<Solutions, LoadError> {
    if progress(Progress { fraction: 0.0 }).is_break() {
        return Err(LoadError::Cancelled);
    }
    Ok(Solutions::build(size))
}

fn read(path: &Path, size: Size) -> Result<Solutions, LoadError> {
    if !path.exists() {
        return Err(LoadError::Missing { path: path.to_owned(), size });
    }
    let (bdd, header) = format::read_file(path)?;
    checked(path, size, bdd, header)
}

fn checked(path: &Path, size: Size, bdd: Bdd, header: Header) -> Result<Solutions, LoadError> {
    if header.label != label(size) || usize::from(header.variables) != size.square_count() {
        return Err(LoadError::OtherPuzzle { path: path.to_owned(), expected: size, found: Box::new(header) });
    }
    Ok(Solutions::from_bdd(size, bdd))
}

/// Why there are no solutions to work with.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The folder has no file for this size.
    #[error("there is no {}: make it with `nqueens precompute --sizes {size} --out DIR`, or leave out --bdd-dir to use the built-in one", path.display())]
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
    #[error("a diagram in this program is damaged, install it again: {0}")]
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
    /// The caller broke off the construction.
    #[error("cancelled")]
    Cancelled,
}
