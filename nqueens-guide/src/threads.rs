//! Distribution of work to several threads, which a budget can interrupt.

use std::num::NonZeroUsize;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bdd_core::{Budget, Cancel, Interrupted};

/// The longest time between two checks of the budget for a cancellation while no result arrives.
const LOOK: Duration = Duration::from_millis(20);

/// Distributes `pieces` of work to threads. Each thread makes a `worker` of its own and calls `work` with it for each
/// piece that it takes. The results are passed to `each` on the caller's thread, in any order. `length` is the
/// approximate number of pieces, for the progress that the budget reports.
///
/// # Errors
///
/// [`Interrupted`] if `budget` is cancelled or exhausted. The budget does not count the steps of the threads, so it
/// should have no limit of steps.
pub(crate) fn on_threads<P, W, R: Send>(
    threads: NonZeroUsize,
    pieces: impl Iterator<Item = P> + Send,
    length: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P, &mut Budget<'_>) -> Result<R, Interrupted> + Sync,
    budget: &mut Budget<'_>,
    mut each: impl FnMut(R),
) -> Result<(), Interrupted> {
    let (pieces, stop) = (Mutex::new(pieces), Cancel::new());
    let (send, receive) = channel();
    let run = |send: std::sync::mpsc::Sender<R>| {
        let (mut worker, budget) = (worker(), &mut Budget::unlimited().with_cancel(stop.clone()));
        let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(piece) = next() {
            let Ok(result) = work(&mut worker, piece, budget) else { return };
            // The receiver is gone if the budget has interrupted the work.
            if send.send(result).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let send = send.clone();
            scope.spawn(|| run(send));
        }
        drop(send);
        let mut done = 0;
        loop {
            match receive.recv_timeout(LOOK) {
                Ok(result) => {
                    done += 1;
                    each(result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            budget.spend(Budget::STRIDE, || done as f64 / length as f64).inspect_err(|_| stop.cancel())?;
        }
    })
}
