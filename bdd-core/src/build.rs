//! What long constructions have in common: they say how far they are, can be cancelled, and keep to a memory limit.

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use crate::budget::{Progress, Stopped};

/// Hands progress reports on, a few milliseconds apart.
pub struct Reporter<'a> {
    receive: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    last: Instant,
    /// The part of the whole work that is being done.
    stage: Range<f64>,
}

impl<'a> Reporter<'a> {
    const INTERVAL: Duration = Duration::from_millis(5);

    /// Reports to `receive`, which answers whether to go on.
    pub fn new(receive: &'a mut dyn FnMut(Progress) -> ControlFlow<()>) -> Reporter<'a> {
        Reporter { receive, last: Instant::now(), stage: 0.0..1.0 }
    }

    /// Begins a part of the work: the fractions of its reports, from 0 to 1, become fractions of the whole.
    pub fn begin(&mut self, stage: Range<f64>) {
        self.stage = stage;
    }

    /// Reports how much of this part of the work is done, if it is time to; `done` is asked only then. To be called
    /// at least every few milliseconds.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`] if the receiver does not want to go on.
    pub fn tick(&mut self, done: impl FnOnce() -> f64) -> Result<(), Stopped> {
        if self.last.elapsed() < Reporter::INTERVAL {
            return Ok(());
        }
        let fraction = self.stage.start + (self.stage.end - self.stage.start) * done();
        let answer = (self.receive)(Progress { fraction });
        self.last = Instant::now();
        if answer.is_break() { Err(Stopped::Cancelled) } else { Ok(()) }
    }
}
