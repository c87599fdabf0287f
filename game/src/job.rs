//! Jobs: work that may take longer than a frame, such as loads, moves on large boards, explanations, hints and
//! numbering.
//!
//! No long work runs between a key and its frame. Moves, explanations, hints and the numbering of solutions are done at
//! once where the source knows that a few milliseconds suffice, and are otherwise a [`Job`] for another thread, whose
//! answer comes back as a message: [`update`](crate::Model::update) begins both in the same way. A load is always a job,
//! and makes a new puzzle too; its outline is on the screen until then.
//!
//! A source that is [gradual](puzzle_core::Source::is_gradual) answers at once with the knowledge it has of a position, and
//! jobs that nobody waits for refine it, one after the other, until another position is on the board. A job shares its
//! data with the game: positions never change and are not copied. Nothing waits for a cancelled job.

use std::fmt;

use bdd_core::Budget;

use crate::message::Message;
use crate::model::Ticket;

/// Something to be done without holding the game up. It holds all that it takes, so that it can be sent to another
/// thread.
pub struct Job {
    ticket: Ticket,
    is_gradual: bool,
    run: Box<dyn FnOnce(&mut Budget<'_>) -> Message + Send>,
}

impl Job {
    /// A job with the ticket that its message carries.
    pub(crate) fn new(ticket: Ticket, run: impl FnOnce(&mut Budget<'_>) -> Message + Send + 'static) -> Job {
        Job { ticket, is_gradual: false, run: Box::new(run) }
    }

    /// This job, to be done while the game goes on.
    pub(crate) fn gradual(self) -> Job {
        Job { is_gradual: true, ..self }
    }

    /// The ticket of the job, which its messages carry as well.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }

    /// Whether the job finds out more of the position while the game goes on: with few steps it tells less, and is asked for
    /// again.
    #[must_use]
    pub fn is_gradual(&self) -> bool {
        self.is_gradual
    }

    /// Does the job, and returns what the game is to be told. Whoever hears of progress by the budget tells the game by
    /// [`Message::Progressed`] with the job's ticket, if the game should show it.
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
