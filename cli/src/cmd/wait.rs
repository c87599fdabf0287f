//! The progress on the terminal while a computation takes its time.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::Bdd;
use bdd_core::Cancel;
use indicatif::{ProgressBar, ProgressStyle};
use nqueens_guide::{
    Budget, ByFile, CacheNote, Library, LoadError, Placement, Progress, Size, Solutions, Stopped, memory_to_build,
};
use puzzle_core::Guide;

use super::{Failure, advised};
use crate::{machine, output};

/// What takes less time than this shows no bar, which would only flicker.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long a large board is mapped unless another time is asked for.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(10);

/// The length of a bar: fine enough for the widest terminal, and for the time left of what takes a day.
const PARTS: f64 = 100_000.0;

/// The diagram of a placement's completions.
pub(crate) fn completions(library: &Library, placement: &Placement) -> Result<Arc<Bdd>, Failure> {
    told(with_bar(library.memory_limit(), placement.size(), |budget| library.completions(placement, budget)))
}

/// The same, or `None` if the memory does not suffice.
pub(crate) fn completions_that_fit(library: &Library, placement: &Placement) -> Result<Option<Arc<Bdd>>, Failure> {
    that_fits(with_bar(library.memory_limit(), placement.size(), |budget| library.completions(placement, budget)))
}

/// What was built, or `None` if the memory did not suffice.
fn that_fits<T>(answer: Result<(T, Vec<CacheNote>), LoadError>) -> Result<Option<T>, Failure> {
    match answer {
        Err(LoadError::Memory { .. } | LoadError::Build(Stopped::TooLarge { .. })) => Ok(None),
        answer => told(answer).map(Some),
    }
}

/// The completions of a placement, to be listed file by file.
pub(crate) fn by_file(library: &Library, placement: &Placement) -> Result<ByFile, Failure> {
    told(with_bar(library.memory_limit(), placement.size(), |budget| library.by_file(placement, budget)))
}

/// The same, or `None` if the memory does not suffice, or some time on a board whose size says nothing of what it takes.
pub(crate) fn by_file_that_fits(
    library: &Library,
    placement: &Placement,
    time: Duration,
) -> Result<Option<ByFile>, Failure> {
    let size = placement.size();
    if library.has_diagram(size) {
        return that_fits(with_bar(library.memory_limit(), size, |budget| library.by_file(placement, budget)));
    }
    match for_some_time(library.memory_limit(), format!("building n = {size}"), time, |budget| {
        library.by_file(placement, budget)
    }) {
        Err(LoadError::Build(Stopped::Cancelled)) => Ok(None),
        answer => that_fits(answer),
    }
}

/// The guide to a placement; on a board that has to be mapped, what is known of it after some time.
pub(crate) fn guide(library: &Library, placement: &Placement, time: Duration) -> Result<Guide, Failure> {
    if library.has_diagram(placement.size()) {
        return told(with_bar(library.memory_limit(), placement.size(), |budget| library.guide(placement, budget)));
    }
    /// What a thread does in a second when it counts completions, about.
    const NODES_A_SECOND: f64 = 1e8;
    let nodes = time.as_secs_f64() * NODES_A_SECOND * machine::threads(None).get() as f64;
    let library = library.clone().with_search_nodes(nodes);
    let mapping = format!("mapping n = {}", placement.size());
    told(for_some_time(library.memory_limit(), mapping, time, |budget| library.guide(placement, budget)))
}

/// Does a work within `memory` bytes, and cancels it after some time. Meanwhile a bar on the standard error shows
/// how much of the time has passed, if that is a terminal and the work takes a while.
pub(crate) fn for_some_time<T>(
    memory: usize,
    message: String,
    time: Duration,
    work: impl FnOnce(&mut Budget<'_>) -> T,
) -> T {
    /// The time between two looks at the clock.
    const TICK: Duration = Duration::from_millis(100);
    let cancel = Cancel::new();
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let switch = cancel.clone();
        scope.spawn(move || {
            let start = Instant::now();
            let mut shown = None;
            loop {
                let left = time.saturating_sub(start.elapsed());
                if is_done.recv_timeout(left.min(TICK)) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                if left <= TICK {
                    switch.cancel();
                    break;
                }
                if start.elapsed() >= PATIENCE {
                    let passed = start.elapsed().as_secs_f64() / time.as_secs_f64();
                    let template = "{msg} {wide_bar} {elapsed}, {eta} left at most";
                    shown.get_or_insert_with(|| bar(message.clone(), template)).set_position((passed * PARTS) as u64);
                }
            }
            if let Some(bar) = shown {
                bar.finish_and_clear();
            }
        });
        let result = work(&mut Budget::unlimited().with_memory(memory).with_cancel(cancel));
        // The other thread waits for this, so that it ends now.
        drop(done);
        result
    })
}

/// All solutions of a board.
pub(crate) fn solutions(library: &Library, size: Size) -> Result<Solutions, Failure> {
    told(with_bar(library.memory_limit(), size, |budget| {
        library.load_with(size, budget).map(|loaded| (loaded.solutions, loaded.notes))
    }))
}

/// Tells the user what went wrong with the cache, and goes on with what was asked for.
fn told<T>(answer: Result<(T, Vec<CacheNote>), LoadError>) -> Result<T, Failure> {
    let (value, notes) = answer.map_err(|error| Failure::Failed(advised(&error)))?;
    notes.iter().for_each(output::note);
    Ok(value)
}

/// Does a work, and tells whoever waits for it at a terminal after some seconds what else can be done, if there is anything.
pub(crate) fn with_advice<T>(advice: Option<&str>, work: impl FnOnce() -> T) -> T {
    /// The time that somebody waits without a doubt.
    const CONFIDENCE: Duration = Duration::from_secs(3);
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        if let Some(advice) = advice.filter(|_| io::stderr().is_terminal()) {
            scope.spawn(move || {
                if is_done.recv_timeout(CONFIDENCE) == Err(RecvTimeoutError::Timeout) {
                    output::note(&advice);
                }
            });
        }
        let result = work();
        // The other thread waits for this, so that it ends now.
        drop(done);
        result
    })
}

/// Builds within `memory` bytes, with a bar on the standard error if that is a terminal and it takes a while. If
/// much of the memory may be wanted, the bar says how much.
pub(crate) fn with_bar<T>(memory: usize, size: Size, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    /// What any computer has to spare.
    const LITTLE: usize = 1 << 30;
    let needed = memory_to_build(size);
    // Where all solutions would not fit, there are queens on the board, and nobody can tell.
    let told = match (LITTLE..=memory).contains(&needed) {
        true => format!(", up to {:.1} GiB", needed as f64 / LITTLE as f64),
        false => String::new(),
    };
    with_time_left(memory, format!("building n = {size}{told}"), work)
}

/// Does a work within `memory` bytes, with a bar on the standard error if that is a terminal and the work takes a
/// while: it says how long that will be, as far as that is known.
pub(crate) fn with_time_left<T>(memory: usize, message: String, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    const TEMPLATE: &str = "{msg} {wide_bar} {elapsed}, about {eta} left";
    let start = Instant::now();
    let mut shown = None;
    let mut show = |Progress { fraction }| {
        if start.elapsed() >= PATIENCE {
            shown.get_or_insert_with(|| bar(message.clone(), TEMPLATE)).set_position((fraction * PARTS) as u64);
        }
    };
    let result = work(&mut Budget::unlimited().with_memory(memory).with_progress(&mut show));
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    result
}

/// A bar on the standard error; invisible unless that is a terminal.
fn bar(message: String, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    ProgressBar::new(PARTS as u64).with_style(style).with_message(message)
}
