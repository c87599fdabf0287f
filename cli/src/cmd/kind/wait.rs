//! The progress on the terminal while a puzzle takes its time.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use puzzle_core::Budget;

use crate::machine::Limits;

/// What takes less time than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(300);

/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(100);

/// Does a work within the limits of a command, and says so on the standard error, if that is a terminal and the work
/// takes a while: how long it has taken, and by a bar how far it is, once it tells. Ctrl-C ends the program at any time.
pub(crate) fn with_clock<T>(limits: &Limits, what: &str, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let budget = limits.budget();
    if !io::stderr().is_terminal() {
        return work(&mut { budget });
    }
    let percent = AtomicU64::new(0);
    let mut hear = |progress: bdd_core::Progress| percent.store((progress.fraction * 100.0) as u64, Ordering::Relaxed);
    let mut budget = budget.with_progress(&mut hear);
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let percent = &percent;
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = |template| ProgressStyle::with_template(template).expect("well-formed");
            let line = ProgressBar::new(100).with_style(style("{spinner} {msg} {elapsed}  (Ctrl-C stops)"));
            line.set_message(what.to_owned());
            line.set_elapsed(PATIENCE);
            let mut has_bar = false;
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let percent = percent.load(Ordering::Relaxed);
                if percent > 0 && !std::mem::replace(&mut has_bar, true) {
                    line.set_style(style("{msg} {wide_bar} {percent} % {elapsed}  (Ctrl-C stops)"));
                }
                line.set_position(percent);
                line.tick();
            }
            line.finish_and_clear();
        });
        let result = work(&mut budget);
        // The other thread waits for this, so that nothing is drawn after it.
        drop(done);
        result
    })
}
