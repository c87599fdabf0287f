//! The threads that do what takes longer than a frame.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::{Budget, Cancel, Progress};
use game::job::{Job, Ticket};
use game::message::Message;

/// Runs jobs, and tells what comes of them.
///
/// A job begins at once, on a thread that has nothing to do or on a new one. So no job waits for another one: neither a
/// move for a puzzle that is loaded meanwhile, nor anything for what was broken off and has not noticed yet. Threads
/// are used again; in most games there is one.
pub(crate) struct Executor {
    shared: Arc<Shared>,
}

struct Shared {
    /// The bytes of memory that a job may take.
    memory: usize,
    tell: Box<dyn Fn(Told) + Send + Sync>,
    state: Mutex<State>,
}

/// What a job has to say, or what it panicked with.
pub(crate) type Told = Result<Message, Box<dyn Any + Send>>;

#[derive(Default)]
struct State {
    /// Where threads that have nothing to do wait for a job.
    idle: Vec<Sender<Task>>,
    /// How to break off the jobs that run.
    running: BTreeMap<Ticket, Cancel>,
}

struct Task {
    job: Job,
    cancel: Cancel,
}

impl Executor {
    /// How often progress is told: more often than the eye sees would only keep the screen busy.
    const INTERVAL: Duration = Duration::from_millis(50);
    /// The most threads that are kept for the jobs to come.
    const KEPT: usize = 2;

    /// An executor whose jobs are heard by `tell`, on any thread, and take so many bytes of memory at most.
    pub(crate) fn new(memory: usize, tell: impl Fn(Told) + Send + Sync + 'static) -> Executor {
        Executor { shared: Arc::new(Shared { memory, tell: Box::new(tell), state: Mutex::default() }) }
    }

    /// Runs a job.
    pub(crate) fn run(&self, job: Job) {
        let cancel = Cancel::new();
        let mut state = self.shared.state();
        state.running.insert(job.ticket(), cancel.clone());
        let thread = state.idle.pop();
        drop(state);
        let thread = thread.unwrap_or_else(|| self.new_thread());
        // A thread that has said that it is idle waits for a job.
        let _ = thread.send(Task { job, cancel });
    }

    /// Breaks off a job, if it still runs.
    pub(crate) fn cancel(&self, ticket: Ticket) {
        if let Some(cancel) = self.shared.state().running.remove(&ticket) {
            cancel.cancel();
        }
    }

    fn new_thread(&self) -> Sender<Task> {
        let (sender, tasks) = mpsc::channel::<Task>();
        let (shared, itself) = (Arc::clone(&self.shared), sender.clone());
        thread::spawn(move || {
            for task in tasks {
                shared.work(task);
                let mut state = shared.state();
                if state.idle.len() >= Executor::KEPT {
                    return;
                }
                state.idle.push(itself.clone());
            }
        });
        sender
    }
}

impl Shared {
    fn work(&self, Task { job, cancel }: Task) {
        let ticket = job.ticket();
        let mut told: Option<Instant> = None;
        let mut progress = |Progress { fraction }: Progress| {
            if told.is_none_or(|told| told.elapsed() > Executor::INTERVAL) {
                told = Some(Instant::now());
                (self.tell)(Ok(Message::Progressed { ticket, fraction }));
            }
        };
        let mut budget = Budget::unlimited().with_memory(self.memory).with_cancel(cancel).with_progress(&mut progress);
        let answer = catch_unwind(AssertUnwindSafe(|| job.run(&mut budget)));
        self.state().running.remove(&ticket);
        (self.tell)(answer);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
