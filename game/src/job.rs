//! Jobs: work that may take longer than a frame, such as loads, moves on large boards, explanations, hints and the
//! numbering of solutions.
//!
//! A move, an explanation, a hint or the numbering of solutions runs at once if the source is quick. Otherwise it
//! becomes a [`Job`] for another thread, whose result comes back as a [`Message`]. A load is always a job. While it
//! runs, the screen shows the present game. If there is no game yet, the screen shows the new puzzle, or the
//! [outline](puzzle_kind::Generator::outline) of a puzzle that is still to be generated.
//!
//! A [gradual](puzzle_core::Source::is_gradual) source answers at once with incomplete knowledge. Background jobs
//! refine this knowledge until another position is on the board. A job shares its data with the game without copies,
//! and the game does not wait for a cancelled job.

use std::fmt;

use bdd_core::Budget;

use crate::message::Message;
use crate::model::Ticket;

/// Work that runs without blocking the game. A job owns its data and is `Send`, so that it can run on another thread.
pub struct Job {
    ticket: Ticket,
    is_gradual: bool,
    run: Box<dyn FnOnce(&mut Budget<'_>) -> Message + Send>,
}

impl Job {
    /// Creates a job; `run` returns a message with the same ticket.
    pub(crate) fn new(ticket: Ticket, run: impl FnOnce(&mut Budget<'_>) -> Message + Send + 'static) -> Job {
        Job { ticket, is_gradual: false, run: Box::new(run) }
    }

    /// Marks the job as a background job.
    pub(crate) fn gradual(self) -> Job {
        Job { is_gradual: true, ..self }
    }

    /// Returns the [`Ticket`] of the job, which its messages carry as well.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }

    /// Returns `true` if the job refines the knowledge of the position while the game goes on. A face (user interface)
    /// may limit the steps of such a job. The job then returns a partial result, and the game requests another job to
    /// continue.
    #[must_use]
    pub fn is_gradual(&self) -> bool {
        self.is_gradual
    }

    /// Runs the job and returns its message for [`Model::update`](crate::Model::update). A face (user interface) that
    /// receives progress through `budget` passes it on by [`Message::Progressed`] with the job's ticket.
    #[must_use]
    pub fn run(self, budget: &mut Budget<'_>) -> Message {
        (self.run)(budget)
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("ticket", &self.ticket).finish_non_exhaustive()
    }
}
