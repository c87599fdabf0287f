//! Runs computations without Python's global lock, within limits, until they end or Ctrl-C cancels them; and converts
//! errors to exceptions.

use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bdd_core::ExpressionError;
use puzzle_core::configurator::ConfiguratorError;
use puzzle_core::{Budget, Cancel, ExplainError, Interrupted};
use puzzle_kind::{AnswerError, OpenError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    nqueens_guide,
    GuideError,
    PyValueError,
    "Invalid input, or a question without an answer. The message says what was expected and what was found."
);
pyo3::create_exception!(
    nqueens_guide,
    LimitError,
    PyRuntimeError,
    "The computation needs more memory or more steps than `set_limits` allows."
);

/// The time between two checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// The limit of memory of a computation, in bytes: 4 GiB, so that a diagram that is too large does not end the process.
static MEMORY: AtomicUsize = AtomicUsize::new(4 << 30);
/// The limit of elementary steps of a computation.
static STEPS: AtomicU64 = AtomicU64::new(u64::MAX);

/// Limits every later computation of the process to `memory` MiB and to `steps` elementary steps, each about 10 ns.
///
/// `None` removes a limit. At the beginning the limit is 4096 MiB, and the steps are not limited. A computation that
/// needs more raises `LimitError`.
///
/// >>> import nqueens_guide as nq
/// >>> nq.set_limits(memory=64)
/// >>> nq.Puzzle.queens(12).count()
/// 14200
/// >>> nq.set_limits()
#[pyfunction]
#[pyo3(signature = (memory=4096, steps=None))]
pub(crate) fn set_limits(memory: Option<usize>, steps: Option<u64>) {
    MEMORY.store(memory.map_or(usize::MAX, |mebibytes| mebibytes.saturating_mul(1 << 20)), Ordering::Relaxed);
    STEPS.store(steps.unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// The reason why a computation has no result.
#[derive(Debug)]
pub(crate) enum RunError {
    Interrupted(Interrupted),
    Invalid(String),
}

impl From<RunError> for PyErr {
    fn from(failure: RunError) -> PyErr {
        match failure {
            RunError::Interrupted(interrupted) => {
                LimitError::new_err(format!("{interrupted}; nqueens_guide.set_limits changes the limits"))
            }
            RunError::Invalid(message) => GuideError::new_err(message),
        }
    }
}

impl From<Interrupted> for RunError {
    fn from(interrupted: Interrupted) -> RunError {
        RunError::Interrupted(interrupted)
    }
}

/// Converts the error types with a variant `Interrupted`; the message of every other variant is kept.
macro_rules! failures {
    ($($error:ident),* $(,)?) => {
        $(impl From<$error> for RunError {
            fn from(error: $error) -> RunError {
                match error {
                    $error::Interrupted(interrupted) => RunError::Interrupted(interrupted),
                    error => RunError::Invalid(error.to_string()),
                }
            }
        })*
    };
}

failures!(AnswerError, ConfiguratorError, ExplainError, ExpressionError, OpenError);

/// Returns a [`RunError`] that has the text of `error` as its message.
pub(crate) fn invalid(error: impl fmt::Display) -> RunError {
    RunError::Invalid(error.to_string())
}

/// Returns the exception for invalid input.
pub(crate) fn error(message: impl fmt::Display) -> PyErr {
    GuideError::new_err(message.to_string())
}

/// Runs `work` without Python's global lock. On the main thread, a signal handler, such as the handler of Ctrl-C, runs
/// within [`POLL`]. If the handler raises an exception, the work is cancelled.
///
/// # Errors
///
/// The exception of the handler, or the exception for the failure of `work`.
pub(crate) fn run<T: Send, E: Into<RunError> + Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Budget<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let (result, raised) = py.detach(|| {
        let (cancel, mut raised, mut checked) = (Cancel::new(), None, Instant::now());
        let switch = cancel.clone();
        let mut listen = |_| {
            if checked.elapsed() >= POLL && raised.is_none() {
                checked = Instant::now();
                if let Err(exception) = Python::attach(|py| py.check_signals()) {
                    raised = Some(exception);
                    switch.cancel();
                }
            }
        };
        let budget = Budget::unlimited().with_memory(MEMORY.load(Ordering::Relaxed)).with_cancel(cancel);
        let mut budget = match STEPS.load(Ordering::Relaxed) {
            u64::MAX => budget,
            steps => budget.with_steps(steps),
        }
        .with_progress(&mut listen);
        let result = work(&mut budget);
        drop(budget);
        (result, raised)
    });
    match raised {
        Some(exception) => Err(exception),
        None => result.map_err(|error| error.into().into()),
    }
}
