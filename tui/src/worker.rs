//! The thread that works things out while the screen goes on.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use game::message::Message;
use game::turns::Turns;
use game::work::Work;

/// One thread for all work: what was cancelled can't pile up, since the next begins only when the last one is done.
pub(crate) struct Worker {
    jobs: Sender<Job>,
    /// The ticket of the work that is wanted; 0 for none.
    wanted: Arc<AtomicU64>,
}

struct Job {
    ticket: u64,
    work: Work,
    game: Box<Turns>,
}

impl Worker {
    /// Starts the thread, which tells its answers, or what it panicked with, by `tell`.
    pub(crate) fn start(tell: impl Fn(Result<Message, Box<dyn Any + Send>>) + Send + 'static) -> Worker {
        let (jobs, receiver) = mpsc::channel::<Job>();
        let wanted = Arc::new(AtomicU64::new(0));
        let still_wanted = Arc::clone(&wanted);
        thread::spawn(move || {
            for Job { ticket, work, mut game } in receiver {
                if still_wanted.load(Ordering::Relaxed) != ticket {
                    continue;
                }
                let answer = catch_unwind(AssertUnwindSafe(|| work.run(&mut game)));
                tell(answer.map(|answer| Message::Answered { ticket, answer, game }));
            }
        });
        Worker { jobs, wanted }
    }

    /// Has something worked out. What was asked for before is no longer wanted.
    pub(crate) fn ask(&self, ticket: u64, work: Work, game: Box<Turns>) {
        self.wanted.store(ticket, Ordering::Relaxed);
        // The thread ends only when this end of the channel is gone.
        let _ = self.jobs.send(Job { ticket, work, game });
    }

    /// What was asked for is no longer wanted. Begun work goes on, and its answer is dropped.
    pub(crate) fn cancel(&self) {
        self.wanted.store(0, Ordering::Relaxed);
    }
}
