//! The threads that run the jobs of the game.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::{Budget, Cancel, Progress};
use game::{Job, Message, Ticket};

/// Runs jobs on threads, and sends their messages to `tell`.
///
/// A job begins at once, on an idle thread or a new thread, and does not wait for other jobs: a move does not wait for
/// a load, nor for a cancelled job that has not stopped yet. Threads are reused; most games need only one.
pub(crate) struct Executor {
    shared: Arc<ExecutorCore>,
}

struct ExecutorCore {
    /// The memory limit of each job, in bytes.
    memory: usize,
    /// The function that receives each [`JobOutcome`], on any thread.
    tell: Box<dyn Fn(JobOutcome) + Send + Sync>,
    state: Mutex<ThreadPool>,
}

/// A message of a job, or the payload of its panic.
pub(crate) type JobOutcome = thread::Result<Message>;

/// A job, and the [`Cancel`] that stops it.
type CancelableJob = (Job, Cancel);

#[derive(Default)]
struct ThreadPool {
    /// The channels to idle threads, which wait for a job.
    idle: Vec<Sender<CancelableJob>>,
    /// The [`Cancel`] of each running job.
    running: BTreeMap<Ticket, Cancel>,
}

impl Executor {
    /// The minimum time between two progress messages of a job.
    const INTERVAL: Duration = Duration::from_millis(50);
    const MAX_IDLE: usize = 2;

    /// Creates an executor. `tell` receives the messages of jobs, on any thread; each job may use `memory` bytes.
    pub(crate) fn new(memory: usize, tell: impl Fn(JobOutcome) + Send + Sync + 'static) -> Executor {
        Executor { shared: Arc::new(ExecutorCore { memory, tell: Box::new(tell), state: Mutex::default() }) }
    }

    pub(crate) fn run(&self, job: Job) {
        let cancel = Cancel::new();
        let mut state = self.shared.state();
        state.running.insert(job.ticket(), cancel.clone());
        let thread = state.idle.pop();
        drop(state);
        let thread = thread.unwrap_or_else(|| self.new_thread());
        // Sending never fails, since an idle thread waits for a job.
        let _ = thread.send((job, cancel));
    }

    pub(crate) fn cancel(&self, ticket: Ticket) {
        if let Some(cancel) = self.shared.state().running.remove(&ticket) {
            cancel.cancel();
        }
    }

    fn new_thread(&self) -> Sender<CancelableJob> {
        let (sender, tasks) = mpsc::channel::<CancelableJob>();
        let (shared, itself) = (Arc::clone(&self.shared), sender.clone());
        thread::spawn(move || {
            for (job, cancel) in tasks {
                let ticket = job.ticket();
                let outcome = shared.work(job, cancel);
                let mut state = shared.state();
                state.running.remove(&ticket);
                let is_kept = state.idle.len() < Executor::MAX_IDLE;
                // The thread becomes idle before its message is sent, so that the next job finds it.
                state.idle.extend(is_kept.then(|| itself.clone()));
                drop(state);
                (shared.tell)(outcome);
                if !is_kept {
                    return;
                }
            }
        });
        sender
    }
}

impl ExecutorCore {
    fn work(&self, job: Job, cancel: Cancel) -> JobOutcome {
        let ticket = job.ticket();
        let mut last: Option<Instant> = None;
        let mut progress = |Progress { fraction }: Progress| {
            if last.is_none_or(|last| last.elapsed() > Executor::INTERVAL) {
                last = Some(Instant::now());
                (self.tell)(Ok(Message::Progressed { ticket, fraction }));
            }
        };
        let mut budget = Budget::unlimited().with_memory(self.memory).with_cancel(cancel).with_progress(&mut progress);
        let start = Instant::now();
        catch_unwind(AssertUnwindSafe(|| job.run(&mut budget).timed(start.elapsed())))
    }

    fn state(&self) -> MutexGuard<'_, ThreadPool> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Action, Catalogue, Effect, Model};
    use nqueens_guide::{Library, Queens, Size};
    use puzzle_kind::{Entry, OpenError, Opened};
    use std::ops::RangeInclusive;

    /// A catalogue in which puzzle 4 loads at once, and puzzle 5 never. Puzzle 6 loads when [`DEAF`] is unlocked, even
    /// if its load is cancelled before.
    #[derive(Debug)]
    struct Slow;

    /// The lock that delays the load of puzzle 6.
    static DEAF: Mutex<()> = Mutex::new(());

    impl Catalogue for Slow {
        fn numbers(&self) -> RangeInclusive<usize> {
            4..=6
        }

        fn is_by_size(&self) -> bool {
            true
        }

        fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError> {
            match number {
                5 => loop {
                    budget.spend(1 << 12, || 0.5)?;
                    thread::yield_now();
                },
                6 => drop(DEAF.lock().unwrap()),
                _ => {}
            }
            let size = Size::new(4).unwrap();
            Ok(Entry::new(Arc::new(Queens::new(size)), move |_| {
                Ok(Opened::new(Library::embedded().load(size).unwrap()))
            }))
        }
    }

    /// Passes the jobs' messages to the game until no puzzle is being loaded.
    fn wait(model: &mut Model, executor: &Executor, heard: &mpsc::Receiver<JobOutcome>) {
        while model.loading().is_some() {
            let message = heard.recv_timeout(Duration::from_secs(120)).unwrap().unwrap();
            let effects = model.update(message);
            carry_out(executor, effects);
        }
    }

    fn carry_out(executor: &Executor, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Run(job) => executor.run(job),
                Effect::Cancel(ticket) => executor.cancel(ticket),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn no_job_waits_for_another_and_threads_are_used_again() {
        let (sender, heard) = mpsc::channel();
        let executor = Executor::new(usize::MAX, move |told| sender.send(told).unwrap());
        let threads = || executor.shared.state().idle.len();
        let puzzle = Arc::new(Queens::new(Size::new(4).unwrap()));
        let mut model = Model::new(Arc::new(Slow), 4, puzzle);
        let effects = model.start();
        carry_out(&executor, effects);
        wait(&mut model, &executor, &heard);
        // Go to puzzle 5, whose load never ends, or on to puzzle 6, whose load ignores its cancellation. Then go back
        // to puzzle 4: a cancelled job must delay no other job.
        let deaf = DEAF.lock().unwrap();
        for (forwards, back) in [(1, 1), (2, 2), (1, 1)] {
            for action in [vec![Action::NextPuzzle; forwards], vec![Action::PreviousPuzzle; back]].concat() {
                let effects = model.update(Message::Act(action));
                carry_out(&executor, effects);
                thread::yield_now();
            }
            // This wait would not end if the load had to wait for the job of puzzle 6.
            wait(&mut model, &executor, &heard);
            assert_eq!(model.number(), 4);
        }
        drop(deaf);
        // Once the lock is released, all cancelled jobs end.
        while !executor.shared.state().running.is_empty() || Arc::strong_count(&executor.shared) > threads() + 1 {
            thread::yield_now();
        }
        assert!(threads() <= Executor::MAX_IDLE);
        // A single thread runs jobs that follow each other.
        let before = threads();
        for _ in 0..5 {
            let effects = model.start();
            carry_out(&executor, effects);
            wait(&mut model, &executor, &heard);
            assert_eq!(threads(), before);
        }
    }

    #[test]
    fn a_job_that_panics_is_told_of() {
        #[derive(Debug)]
        struct Broken;
        impl Catalogue for Broken {
            fn numbers(&self) -> RangeInclusive<usize> {
                4..=4
            }
            fn is_by_size(&self) -> bool {
                true
            }
            fn entry(&self, _: usize, _: &mut Budget<'_>) -> Result<Entry, OpenError> {
                panic!("on purpose")
            }
        }
        let (sender, heard) = mpsc::channel();
        let executor = Executor::new(usize::MAX, move |told| sender.send(told).unwrap());
        let mut model = Model::new(Arc::new(Broken), 4, Arc::new(Queens::new(Size::new(4).unwrap())));
        let effects = model.start();
        carry_out(&executor, effects);
        let panicked = heard.recv_timeout(Duration::from_secs(120)).unwrap().unwrap_err();
        assert_eq!(panicked.downcast_ref::<&str>(), Some(&"on purpose"));
    }
}
