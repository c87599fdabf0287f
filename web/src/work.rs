//! The queue of computations, separate from the connections, so that a long computation delays no other request.
//!
//! One thread serves all connections and never computes. The computations run on other threads, with a bounded queue
//! and a time limit. If there are several processors, computations on large boards leave one processor free for short
//! computations.

use std::sync::Arc;
use std::time::Duration;

use puzzle_core::{Budget, Cancel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Problem, RequestError};

/// The maximum number of requests of one [`Length`] that wait for a processor. Further requests get status 503.
const LONGEST_QUEUE: usize = 256;

/// The maximum duration of a computation, including the time in the queue.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The expected duration of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// A computation of some milliseconds.
    Short,
    /// A computation of up to some seconds.
    Long,
}

/// The scheduler of computations: at most one computation for each processor runs at a time, and the queues are
/// bounded. If there are several processors, one processor is reserved for short computations. All computations have
/// the same memory and time limits.
#[derive(Clone)]
pub(crate) struct Work {
    short: Lane,
    long: Lane,
    processors: Arc<Semaphore>,
    /// The memory limit of one computation, in bytes.
    memory_limit: usize,
    time_limit: Duration,
}

/// The permits for computations of one [`Length`].
#[derive(Clone)]
struct Lane {
    /// The permits for all computations, running or waiting.
    places: Arc<Semaphore>,
    /// The permits for running computations. A computation waits until it has such a permit.
    turns: Arc<Semaphore>,
}

impl Lane {
    fn new(turns: usize, queue: usize) -> Lane {
        Lane { places: Arc::new(Semaphore::new(turns + queue)), turns: Arc::new(Semaphore::new(turns)) }
    }
}

impl Work {
    /// Creates a scheduler for all processors of this machine. Each computation may use `memory_limit` bytes.
    pub(crate) fn new(memory_limit: usize) -> Work {
        // If the system doesn't tell its number of processors, assume one.
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Work { memory_limit, ..Work::with(processors, LONGEST_QUEUE, TIME_LIMIT) }
    }

    fn with(processors: usize, queue: usize, time_limit: Duration) -> Work {
        Work {
            short: Lane::new(processors, queue),
            long: Lane::new((processors - 1).max(1), queue),
            processors: Arc::new(Semaphore::new(processors)),
            memory_limit: usize::MAX,
            time_limit,
        }
    }

    /// Runs `job` on another thread and returns its result. The job is cancelled if it exceeds the time limit, or if
    /// the client disconnects and this future is dropped.
    ///
    /// # Errors
    ///
    /// [`Problem::Busy`] if the queue is full, [`Problem::Time`] after the time limit, [`Problem::Failed`] if the job
    /// panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        length: Length,
        job: impl FnOnce(&mut Budget<'_>) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let lane = match length {
            Length::Short => &self.short,
            Length::Long => &self.long,
        };
        let Ok(place) = Arc::clone(&lane.places).try_acquire_owned() else {
            return Err(RequestError::new(Problem::Busy, "too many requests are waiting; try again in a second"));
        };
        let stop = StopOnDrop(Cancel::new());
        let (cancel, memory) = (stop.0.clone(), self.memory_limit);
        let done = tokio::time::timeout(self.time_limit, async {
            let turn = permit(&lane.turns).await;
            let processor = permit(&self.processors).await;
            tokio::task::spawn_blocking(move || {
                let answer = job(&mut Budget::unlimited().with_memory(memory).with_cancel(cancel));
                drop((processor, turn, place));
                answer
            })
            .await
        });
        match done.await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) => Err(RequestError::new(
                Problem::Failed,
                "this is a bug in the server; please report it with the request",
            )),
            Err(_) => {
                Err(RequestError::new(Problem::Time, "the answer took longer than 10 seconds; ask for a smaller board"))
            }
        }
    }
}

/// A guard that cancels its computation when it is dropped.
struct StopOnDrop(Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

async fn permit(semaphore: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    Arc::clone(semaphore).acquire_owned().await.expect("the semaphore is never closed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn run_all(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test);
    }

    #[test]
    fn what_is_too_much_or_takes_too_long_is_refused_and_the_rest_is_done() {
        run_all(async {
            let work = Work::with(1, 1, Duration::from_millis(200));
            let (end, wait) = mpsc::channel::<()>();
            let busy = work.clone();
            let slow = tokio::spawn(async move { busy.run(Length::Short, move |_| wait.recv()).await });
            tokio::task::yield_now().await;
            let busy = work.clone();
            let queued = tokio::spawn(async move { busy.run(Length::Short, |_| 2).await });
            tokio::task::yield_now().await;
            assert!(format!("{:?}", work.run(Length::Short, |_| 3).await).contains("too many"));
            // Both computations end when their time is up: the queued computation while it waits for its turn, the slow
            // computation while it runs.
            assert!(format!("{:?}", queued.await.unwrap()).contains("too long"));
            assert!(format!("{:?}", slow.await.unwrap()).contains("too long"));
            end.send(()).unwrap();
            assert_eq!(work.run(Length::Short, |_| 4).await.unwrap(), 4);
        });
    }

    #[test]
    fn a_computation_has_the_limit_of_memory() {
        run_all(async {
            let asked = Work::new(1 << 20).run(Length::Short, |budget| budget.check_memory(2 << 20)).await.unwrap();
            assert!(asked.is_err(), "2 MiB of 1");
        });
    }

    /// Sends short computations to `work` until one is accepted, for at most some seconds. Returns `true` if a
    /// computation was accepted.
    async fn is_free_again(work: &Work) -> bool {
        for _ in 0..500 {
            if matches!(work.run(Length::Long, |_| 4).await, Ok(4)) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    /// Computes without a result until `budget` is cancelled.
    fn endless(budget: &mut Budget<'_>) {
        while budget.check().is_ok() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn what_nobody_waits_for_any_more_frees_its_place() {
        run_all(async {
            // There is a single place and no queue, so a computation that kept its place would block all others.
            let work = Work::with(1, 0, Duration::from_millis(50));
            assert!(format!("{:?}", work.run(Length::Long, endless).await).contains("too long"));
            assert!(is_free_again(&work).await, "after its time was up");
            let work = Work::with(1, 0, Duration::from_secs(600));
            let busy = work.clone();
            let left = tokio::spawn(async move { busy.run(Length::Long, endless).await });
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert!(format!("{:?}", work.run(Length::Long, |_| 3).await).contains("too many"));
            left.abort();
            assert!(is_free_again(&work).await, "after the client has gone");
        });
    }

    #[test]
    fn long_computations_leave_a_processor_to_short_ones() {
        run_all(async {
            let work = Work::with(2, 2, Duration::from_secs(10));
            let (ends, slow): (Vec<_>, Vec<_>) = (0..3)
                .map(|_| {
                    let (end, wait) = mpsc::channel::<()>();
                    let busy = work.clone();
                    (end, tokio::spawn(async move { busy.run(Length::Long, move |_| wait.recv()).await }))
                })
                .unzip();
            tokio::task::yield_now().await;
            assert!(format!("{:?}", work.run(Length::Long, |_| 3).await).contains("too many"));
            assert_eq!(work.run(Length::Short, |_| 4).await.unwrap(), 4);
            drop(ends);
            for slow in slow {
                assert!(slow.await.unwrap().is_ok());
            }
        });
    }

    #[test]
    fn a_panic_is_an_answer_and_gives_the_processor_back() {
        run_all(async {
            let work = Work::with(1, 0, Duration::from_secs(10));
            assert!(work.run(Length::Short, |_| panic!("on purpose")).await.is_err());
            assert_eq!(work.run(Length::Short, |_| 4).await.unwrap(), 4);
        });
    }
}
