//! Long computations with a progress line, and the diagrams and guides of n-queens.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::Zdd;
use indicatif::{ProgressBar, ProgressStyle};
use nqueens_guide::{
    Budget, ByFile, CacheNote, Interrupted, Library, LoadError, Placement, Progress, Size, Solutions, memory_to_build,
};
use puzzle_core::{Guide, Numbered};

use super::{Failure, advised};
use crate::machine::Limits;
use crate::{machine, output};

/// The time for finding the statuses of a large board, in commands without `--budget`.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(10);

/// Returns the [`Zdd`] of the completions of `placement`.
pub(crate) fn completions(library: &Library, placement: &Placement) -> Result<Arc<Zdd>, Failure> {
    told(with_bar(library.memory_limit(), placement.size(), |budget| library.completions(placement, budget)))
}

/// Returns the diagram of a placement's completions, or `None` if the memory does not suffice.
pub(crate) fn completions_that_fit(library: &Library, placement: &Placement) -> Result<Option<Arc<Zdd>>, Failure> {
    that_fits(with_bar(library.memory_limit(), placement.size(), |budget| library.completions(placement, budget)))
}

/// Returns the result of a construction, or `None` if the memory or the time did not suffice.
fn that_fits<T>(answer: Result<(T, Vec<CacheNote>), LoadError>) -> Result<Option<T>, Failure> {
    match answer {
        Err(LoadError::Memory { .. } | LoadError::Build(Interrupted::TooLarge { .. } | Interrupted::Cancelled)) => {
            Ok(None)
        }
        answer => told(answer).map(Some),
    }
}

/// Returns the completions of `placement` as a [`ByFile`].
pub(crate) fn by_file(library: &Library, placement: &Placement) -> Result<ByFile, Failure> {
    told(with_bar(library.memory_limit(), placement.size(), |budget| library.by_file(placement, budget)))
}

/// Returns the completions of `placement` as a [`Numbered`] list.
pub(crate) fn numbered(library: &Library, placement: &Placement) -> Result<Numbered, Failure> {
    by_file(library, placement)?.numbered(&mut Budget::unlimited()).map_err(Failure::failed)
}

/// Returns the completions of a placement as a [`Numbered`] list; `None` if the memory does not suffice. If
/// [`Library::has_diagram`] is `false` for the board, the construction is also given up after `time`, with the result
/// `None`.
pub(crate) fn numbered_that_fit(
    library: &Library,
    placement: &Placement,
    time: Duration,
) -> Result<Option<Numbered>, Failure> {
    let (size, memory) = (placement.size(), library.memory_limit());
    let by_file = |budget: &mut Budget<'_>| library.by_file(placement, budget);
    let built = match library.has_diagram(size) {
        true => with_bar(memory, size, by_file),
        false => shown(&Limits::new(memory, Some(time)), &format!("building diagram for n = {size}"), by_file),
    };
    let Some(by_file) = that_fits(built)? else { return Ok(None) };
    by_file.numbered(&mut Budget::unlimited()).map(Some).map_err(Failure::failed)
}

/// Returns the guide of `placement`. On boards for which [`Library::has_diagram`] is `false`, the guide contains the
/// statuses known after `time`.
pub(crate) fn guide(library: &Library, placement: &Placement, time: Duration) -> Result<Guide, Failure> {
    if library.has_diagram(placement.size()) {
        return told(with_bar(library.memory_limit(), placement.size(), |budget| library.guide(placement, budget)));
    }
    /// The number of search nodes that one thread visits in a second, roughly.
    const NODES_A_SECOND: f64 = 1e8;
    let nodes = time.as_secs_f64() * NODES_A_SECOND * machine::threads(None).get() as f64;
    let library = library.clone().with_search_nodes(nodes);
    let mapping = format!("checking squares for n = {}", placement.size());
    told(shown(&Limits::new(library.memory_limit(), Some(time)), &mapping, |budget| library.guide(placement, budget)))
}

/// Runs `work` within `limits`. If the standard error is a terminal and the work takes a while, a line there shows
/// `message`, the elapsed time and a bar. The bar shows the progress that the work reports. If the work reports no
/// progress, the bar shows the elapsed part of the time limit. Ctrl-C ends the program at any time.
pub(crate) fn shown<T>(limits: &Limits, message: &str, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    /// The delay after which the progress line appears. For shorter work the line would only flicker.
    const PATIENCE: Duration = Duration::from_millis(300);
    /// The interval of updates of the progress line.
    const TICK: Duration = Duration::from_millis(100);
    /// The number of steps of a progress bar. It is fine enough for the widest terminal, and for a bar that advances
    /// every second in work that takes a day.
    const PARTS: f64 = 100_000.0;
    if !io::stderr().is_terminal() {
        return work(&mut limits.budget());
    }
    let start = Instant::now();
    let done_parts = AtomicU64::new(0);
    let mut hear = |Progress { fraction }| done_parts.store((fraction * PARTS) as u64, Ordering::Relaxed);
    let mut budget = limits.budget().with_progress(&mut hear);
    let done_parts = &done_parts;
    let watch = move |is_done: Receiver<()>| {
        if is_done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let style = |template| ProgressStyle::with_template(template).expect("the template is well-formed");
        let line = ProgressBar::new(PARTS as u64).with_message(message.to_owned()).with_elapsed(PATIENCE);
        line.set_style(style("{spinner} {msg} {elapsed}  (Ctrl-C stops)"));
        let mut has_bar = false;
        while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            let by_time = |time: Duration| (start.elapsed().as_secs_f64() / time.as_secs_f64() * PARTS) as u64;
            let parts = match done_parts.load(Ordering::Relaxed) {
                0 => limits.time().map_or(0, by_time),
                parts => parts,
            };
            if parts > 0 && !std::mem::replace(&mut has_bar, true) {
                line.set_style(style("{msg} {wide_bar} {percent} % {elapsed}, about {eta} left  (Ctrl-C stops)"));
            }
            line.set_position(parts);
            line.tick();
        }
        line.finish_and_clear();
    };
    watched(watch, || work(&mut budget))
}

/// Runs a count within the memory that the machine has to spare, without a time limit; see [`shown`].
pub(crate) fn counting<T>(
    message: &str,
    work: impl FnOnce(&mut Budget<'_>) -> Result<T, Interrupted>,
) -> Result<T, Failure> {
    shown(&Limits::new(machine::memory(), None), message, work).map_err(Failure::failed)
}

/// Runs `work` on this thread and `watch` on another thread at the same time. The channel given to `watch` is closed
/// when `work` is done. Returns after both have ended.
fn watched<T>(watch: impl FnOnce(Receiver<()>) + Send, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || watch(is_done));
        let result = work();
        drop(done);
        result
    })
}

/// Returns all [`Solutions`] of a board.
pub(crate) fn solutions(library: &Library, size: Size) -> Result<Solutions, Failure> {
    told(with_bar(library.memory_limit(), size, |budget| {
        library.load_with(size, budget).map(|loaded| (loaded.solutions, loaded.notes))
    }))
}

/// Returns the result of `answer`, and prints its [`CacheNote`]s as notes.
fn told<T>(answer: Result<(T, Vec<CacheNote>), LoadError>) -> Result<T, Failure> {
    let (value, notes) = answer.map_err(|error| Failure::Failed(advised(&error)))?;
    notes.iter().for_each(output::note);
    Ok(value)
}

/// Runs `work`. If it takes longer than `CONFIDENCE` and the standard error is a terminal, prints `advice` meanwhile.
pub(crate) fn with_advice<T>(advice: Option<&str>, work: impl FnOnce() -> T) -> T {
    /// The time that `work` may take before `advice` is printed.
    const CONFIDENCE: Duration = Duration::from_secs(3);
    let Some(advice) = advice.filter(|_| io::stderr().is_terminal()) else { return work() };
    let watch = |is_done: Receiver<()>| {
        if is_done.recv_timeout(CONFIDENCE) == Err(RecvTimeoutError::Timeout) {
            output::note(&advice);
        }
    };
    watched(watch, work)
}

/// Runs `work`, which builds the diagram of a board of `size`, within `memory` bytes. If building may take much memory,
/// the progress line states the amount.
pub(crate) fn with_bar<T>(memory: usize, size: Size, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    /// An amount of memory, in bytes, that any computer can spare: smaller needs are not mentioned.
    const LITTLE: usize = 1 << 30;
    let needed = memory_to_build(size);
    // If more than `memory` is needed for all solutions, there are queens on the board, and the memory for their
    // completions can't be predicted.
    let message = match (LITTLE..=memory).contains(&needed) {
        true => format!("building diagram for n = {size}, up to {:.1} GiB", needed as f64 / LITTLE as f64),
        false => format!("building diagram for n = {size}"),
    };
    shown(&Limits::new(memory, None), &message, work)
}
