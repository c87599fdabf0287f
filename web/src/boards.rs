//! The diagrams of all board sizes, each loaded once and shared by all requests.
//!
//! While a diagram is being built, requests for its size get status 503 with the progress.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use nqueens_guide::{Budget, Library, LoadError, Progress, Size, Solutions};
use serde::Serialize;

use crate::error::RequestError;
use crate::work::Length;

/// The sizes of the n-queens boards about which the API answers requests, if the memory limit suffices for the diagram.
pub(crate) const SIZES: RangeInclusive<usize> = 4..=14;

/// Returns the expected duration of a computation on a board of `size`.
pub(crate) fn length_of_work(size: Size) -> Length {
    if size.get() <= *Library::PRECOMPUTED.end() { Length::Short } else { Length::Long }
}

/// The diagrams of all sizes of [`SIZES`], with their states.
pub(crate) struct Boards {
    library: Library,
    boards: Mutex<BTreeMap<Size, DiagramState>>,
    /// A lock that is held while a diagram is built. Only one diagram is built at a time, since each may use the
    /// library's whole memory limit.
    workshop: Mutex<()>,
}

/// The state of a board size's diagram.
#[derive(Clone, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub(crate) enum DiagramState {
    Ready {
        #[serde(skip_serializing)]
        solutions: Solutions,
    },
    Building {
        /// The fraction that is done, from 0 to 1.
        progress: f32,
    },
    /// The diagram is not loaded; the first request starts its construction.
    OnRequest,
    /// The construction of the diagram failed, or the diagram is too large for the memory limit.
    Unavailable { reason: String },
}

impl Boards {
    /// Loads the precomputed diagrams from `library`.
    ///
    /// # Errors
    ///
    /// [`LoadError`] if a precomputed diagram can't be read.
    pub(crate) fn open(library: Library) -> Result<Arc<Boards>, LoadError> {
        let state = |n: usize| -> Result<(Size, DiagramState), LoadError> {
            let size = Size::new(n).expect("every size to play is a valid size");
            let state = match library.check_memory(size) {
                _ if Library::PRECOMPUTED.contains(&n) => DiagramState::Ready { solutions: library.load(size)? },
                Ok(()) => DiagramState::OnRequest,
                Err(error) => DiagramState::Unavailable { reason: error.to_string() },
            };
            Ok((size, state))
        };
        let boards = SIZES.map(state).collect::<Result<_, _>>()?;
        Ok(Arc::new(Boards { library, boards: Mutex::new(boards), workshop: Mutex::new(()) }))
    }

    /// Returns the memory limit in bytes, for building a diagram and for answering a request.
    pub(crate) fn memory_limit(&self) -> usize {
        self.library.memory_limit()
    }

    /// Returns every size of [`SIZES`] with the state of its diagram.
    pub(crate) fn states(&self) -> Vec<(Size, DiagramState)> {
        self.boards().iter().map(|(&size, state)| (size, state.clone())).collect()
    }

    /// Returns the state of a diagram. If the state is [`DiagramState::OnRequest`], first starts the construction.
    ///
    /// # Panics
    ///
    /// If `size` is not one of [`SIZES`].
    fn request(self: &Arc<Boards>, size: Size) -> DiagramState {
        let mut boards = self.boards();
        let state = boards.get_mut(&size).expect("the query accepts only sizes that can be played");
        if matches!(state, DiagramState::OnRequest) {
            *state = DiagramState::Building { progress: 0.0 };
            let boards = Arc::clone(self);
            if let Err(error) = thread::Builder::new().spawn(move || boards.build(size)) {
                *state = DiagramState::Unavailable { reason: format!("size {size} can't be built: {error}") };
            }
        }
        state.clone()
    }

    /// Returns the solutions of a size if its diagram is loaded; otherwise starts its construction.
    ///
    /// # Errors
    ///
    /// [`Problem::Building`](crate::error::Problem::Building) with the progress. If the diagram is unavailable, an
    /// error about the parameter `n`.
    pub(crate) fn solutions(self: &Arc<Boards>, size: Size) -> Result<Solutions, RequestError> {
        match self.request(size) {
            DiagramState::Ready { solutions } => Ok(solutions),
            DiagramState::Building { progress } => Err(RequestError::building(size, progress)),
            DiagramState::Unavailable { reason } => Err(RequestError::parameter("n", reason)),
            DiagramState::OnRequest => unreachable!("the request above has started the construction"),
        }
    }

    fn build(&self, size: Size) {
        let _alone = self.workshop.lock();
        let mut hear = |at: Progress| {
            self.boards().insert(size, DiagramState::Building { progress: at.fraction as f32 });
        };
        let loaded = self.library.load_with(size, &mut Budget::unlimited().with_progress(&mut hear));
        let state = match loaded {
            // A fault of the cache only means that the next start builds the diagram again.
            Ok(loaded) => DiagramState::Ready { solutions: loaded.solutions },
            Err(error) => DiagramState::Unavailable { reason: error.to_string() },
        };
        self.boards().insert(size, state);
    }

    fn boards(&self) -> MutexGuard<'_, BTreeMap<Size, DiagramState>> {
        self.boards.lock().expect("nothing panics while it holds the boards")
    }
}
