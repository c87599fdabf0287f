//! The diagrams of all sizes that are played, each loaded once and shared by all requests.
//!
//! A request for a size that is being built gets 503 with the progress, and nobody waits for it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use nqueens_guide::{Budget, Library, LoadError, Progress, Size, Solutions};
use serde::Serialize;

use crate::error::Refusal;
use crate::work::Length;

/// The sizes that a server plays, memory allowing.
pub(crate) const SIZES: RangeInclusive<usize> = 4..=14;

/// How long it takes to answer what is asked of a board.
pub(crate) fn length_of_work(size: Size) -> Length {
    if size.get() <= *Library::PRECOMPUTED.end() { Length::Short } else { Length::Long }
}

/// The diagrams, ready or on their way.
pub(crate) struct Boards {
    library: Library,
    boards: Mutex<BTreeMap<Size, State>>,
    /// Held while a diagram is built: one at a time, since each may take all the memory that the library allows.
    workshop: Mutex<()>,
}

/// Where the diagram of a size is.
#[derive(Clone, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub(crate) enum State {
    /// At hand.
    Ready {
        #[serde(skip_serializing)]
        solutions: Solutions,
    },
    /// Being built.
    Building {
        /// From 0 to 1.
        progress: f32,
    },
    /// Built when it is first asked for.
    OnRequest,
    /// Not to be had, and why.
    Unavailable { reason: String },
}

impl Boards {
    /// Takes the diagrams that were made in advance from the library, or fails if one of them can't be read.
    pub(crate) fn open(library: Library) -> Result<Arc<Boards>, LoadError> {
        let state = |n: usize| -> Result<(Size, State), LoadError> {
            let size = Size::new(n).expect("the sizes played are sizes");
            let state = match library.check_memory(size) {
                _ if Library::PRECOMPUTED.contains(&n) => State::Ready { solutions: library.load(size)? },
                Ok(()) => State::OnRequest,
                Err(error) => State::Unavailable { reason: error.to_string() },
            };
            Ok((size, state))
        };
        let boards = SIZES.map(state).collect::<Result<_, _>>()?;
        Ok(Arc::new(Boards { library, boards: Mutex::new(boards), workshop: Mutex::new(()) }))
    }

    /// Returns the bytes that building a diagram may take, and answering a request.
    pub(crate) fn memory_limit(&self) -> usize {
        self.library.memory_limit()
    }

    /// Every size with its state; none for sizes that are not played.
    pub(crate) fn states(&self) -> Vec<(Size, State)> {
        self.boards().iter().map(|(&size, state)| (size, state.clone())).collect()
    }

    /// The state of a size that is played, after its construction was begun if need be.
    fn ask_for(self: &Arc<Boards>, size: Size) -> State {
        let mut boards = self.boards();
        let state = boards.get_mut(&size).expect("questions are read with a size that is played");
        if matches!(state, State::OnRequest) {
            *state = State::Building { progress: 0.0 };
            let boards = Arc::clone(self);
            if let Err(error) = thread::Builder::new().spawn(move || boards.build(size)) {
                *state = State::Unavailable { reason: format!("size {size} can't be built: {error}") };
            }
        }
        state.clone()
    }

    /// All solutions of a size that is played, if they are at hand.
    pub(crate) fn solutions(self: &Arc<Boards>, size: Size) -> Result<Solutions, Refusal> {
        match self.ask_for(size) {
            State::Ready { solutions } => Ok(solutions),
            State::Building { progress } => Err(Refusal::building(size, progress)),
            State::Unavailable { reason } => Err(Refusal::parameter("n", reason)),
            State::OnRequest => unreachable!("asking for it has begun its construction"),
        }
    }

    fn build(&self, size: Size) {
        let _alone = self.workshop.lock();
        let mut hear = |at: Progress| {
            self.boards().insert(size, State::Building { progress: at.fraction as f32 });
        };
        let loaded = self.library.load_with(size, &mut Budget::unlimited().with_progress(&mut hear));
        let state = match loaded {
            // What may be wrong with the cache costs time the next time, and nothing now.
            Ok(loaded) => State::Ready { solutions: loaded.solutions },
            Err(error) => State::Unavailable { reason: error.to_string() },
        };
        self.boards().insert(size, state);
    }

    fn boards(&self) -> MutexGuard<'_, BTreeMap<Size, State>> {
        self.boards.lock().expect("nothing panics while it holds the boards")
    }
}
