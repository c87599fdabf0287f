//! What a terminal shows while a puzzle takes its time.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// What takes less time than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(300);

/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(100);

/// Does a work, and says so on the standard error, if that is a terminal and the work takes a while. Nobody knows how
/// long it will take, so there is the time it has taken; Ctrl-C ends the program at any time.
pub(super) fn with_clock<T>(what: &str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}  (Ctrl-C stops)").expect("well-formed");
            let line = ProgressBar::new_spinner().with_style(style).with_message(what.to_owned());
            line.set_elapsed(PATIENCE);
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                line.tick();
            }
            line.finish_and_clear();
        });
        let result = work();
        // The other thread waits for this, so that nothing is drawn after it.
        drop(done);
        result
    })
}
