//! The threads for jobs that take longer than a frame.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::{Budget, Cancel, Progress};
use game::{Job, Message, Ticket};

/// Runs jobs, and tells what comes of them.
///
/// A job begins at once, on a thread that has nothing to do or on a new one. So no job waits for another one: neither a
/// move for a puzzle that is loaded meanwhile, nor anything for what was broken off and has not noticed yet. Threads
/// are used again; in most games there is one.
pub(crate) struct Executor {
    shared: Arc<ExecutorCore>,
}

struct ExecutorCore {
    /// The bytes of memory that a job may take.
    memory: usize,
    tell: Box<dyn Fn(JobOutcome) + Send + Sync>,
    state: Mutex<ThreadPool>,
}

/// What a job has to say, or what it panicked with.
pub(crate) type JobOutcome = thread::Result<Message>;

/// A job, and how to break it off.
type CancelableJob = (Job, Cancel);

#[derive(Default)]
struct ThreadPool {
    /// Where threads that have nothing to do wait for a job.
    idle: Vec<Sender<CancelableJob>>,
    /// How to break off the jobs that run.
    running: BTreeMap<Ticket, Cancel>,
}

impl Executor {
    /// How often progress is told: more often than the eye sees would only keep the screen busy.
    const INTERVAL: Duration = Duration::from_millis(50);
    /// The most threads that are kept for the jobs to come.
    const KEPT: usize = 2;

    /// An executor whose jobs are heard by `tell`, on any thread, and take so many bytes of memory at most.
    pub(crate) fn new(memory: usize, tell: impl Fn(JobOutcome) + Send + Sync + 'static) -> Executor {
        Executor { shared: Arc::new(ExecutorCore { memory, tell: Box::new(tell), state: Mutex::default() }) }
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
        let _ = thread.send((job, cancel));
    }

    /// Breaks off a job, if it still runs.
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
                let told = shared.work(job, cancel);
                let mut state = shared.state();
                state.running.remove(&ticket);
                let is_kept = state.idle.len() < Executor::KEPT;
                // Before the answer is told, so that what is asked next finds this thread.
                state.idle.extend(is_kept.then(|| itself.clone()));
                drop(state);
                (shared.tell)(told);
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
        let mut told: Option<Instant> = None;
        let mut progress = |Progress { fraction }: Progress| {
            if told.is_none_or(|told| told.elapsed() > Executor::INTERVAL) {
                told = Some(Instant::now());
                (self.tell)(Ok(Message::Progressed { ticket, fraction }));
            }
        };
        let mut budget = Budget::unlimited().with_memory(self.memory).with_cancel(cancel).with_progress(&mut progress);
        catch_unwind(AssertUnwindSafe(|| job.run(&mut budget)))
    }

    fn state(&self) -> MutexGuard<'_, ThreadPool> {
        // Nothing panics while it is locked.
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

    /// Number 4 is a board, 5 is never there, and 6 only after a while in which it hears nothing.
    #[derive(Debug)]
    struct Slow;

    /// How long a job of number 6 hears nothing of being cancelled: as long as this is held.
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

    /// Tells the game what its jobs have to say, until no puzzle is on its way.
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
        // Forwards to what is never there, or does not listen, and back: what is broken off holds nothing up.
        let deaf = DEAF.lock().unwrap();
        for (forwards, back) in [(1, 1), (2, 2), (1, 1)] {
            for action in [vec![Action::NextPuzzle; forwards], vec![Action::PreviousPuzzle; back]].concat() {
                let effects = model.update(Message::Act(action));
                carry_out(&executor, effects);
                thread::yield_now();
            }
            // It would never end if it waited for the one that is deaf.
            wait(&mut model, &executor, &heard);
            assert_eq!(model.number(), 4);
        }
        drop(deaf);
        // Whatever was broken off is done with then.
        while !executor.shared.state().running.is_empty() || Arc::strong_count(&executor.shared) > threads() + 1 {
            thread::yield_now();
        }
        assert!(threads() <= Executor::KEPT);
        // One after the other, they are all done by one thread.
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
