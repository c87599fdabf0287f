//! Counts of large boards, and certificates.

use std::io::{self, BufRead, Read, Write};
use std::num::NonZeroUsize;

use nqueens::certificate::{MAX_CERTIFIED, write_certificate, write_formula};
use nqueens::halves::Halves;
use nqueens::{Placement, Size};
use puzzle_core::{Budget, Interrupted};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::work::{RunError, error, invalid, run};

/// A file of a certificate. Each byte written or read spends a step of a budget, so that Ctrl-C can end the work.
struct Metered<'m, 'b, T> {
    file: T,
    budget: &'m mut Budget<'b>,
    interrupted: &'m mut Option<Interrupted>,
}

impl<T> Metered<'_, '_, T> {
    fn spend(&mut self, bytes: usize) -> io::Result<()> {
        let steps = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.budget.spend(steps, || 0.0).map_err(|interrupted| {
            *self.interrupted = Some(interrupted);
            io::Error::other(interrupted)
        })
    }
}

impl Write for Metered<'_, '_, Vec<u8>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.spend(bytes.len())?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The number of bytes that are read at once.
const PART: usize = 1 << 12;

impl Read for Metered<'_, '_, &[u8]> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.file.read(out)
    }
}

impl BufRead for Metered<'_, '_, &[u8]> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let part = self.file.len().min(PART);
        self.spend(part)?;
        Ok(&self.file[..part])
    }

    fn consume(&mut self, bytes: usize) {
        self.file.consume(bytes);
    }
}

/// Returns the failure of work on a [`Metered`] file: the interruption if there was one, otherwise `error`.
fn metered(interrupted: Option<Interrupted>, error: impl std::fmt::Display) -> RunError {
    interrupted.map_or_else(|| invalid(error), RunError::Interrupted)
}

/// Returns the number of solutions of n queens. Counts pairs of half boards that fit together. Builds no diagram, so
/// boards whose diagram would not fit in memory can be counted. Uses `threads` threads, by default one for each
/// processor.
///
/// >>> import nqueens_guide as nq
/// >>> nq.count_queens(13)
/// 73712
#[pyfunction]
#[pyo3(signature = (size, threads=None))]
pub(crate) fn count_queens(py: Python<'_>, size: usize, threads: Option<NonZeroUsize>) -> PyResult<u128> {
    let board = Size::new(size).map_err(error)?;
    let too_large = || error(format!("expected a board up to {}, found {size}", Halves::MAX));
    let halves = Halves::new(&Placement::empty(board)).ok_or_else(too_large)?;
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    run(py, |budget| halves.count(threads, budget))
}

/// Returns the rules of n queens in DIMACS, and a certificate in CPOG that the diagram of the board has exactly the
/// solutions of the rules.
///
/// >>> import nqueens_guide as nq
/// >>> rules, proof = nq.certify_queens(8)
/// >>> nq.check_certificate(rules, proof)
/// 92
#[pyfunction]
pub(crate) fn certify_queens<'py>(
    py: Python<'py>,
    size: usize,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let board = Size::new(size).map_err(error)?;
    if size > MAX_CERTIFIED {
        return Err(error(format!("expected a board up to {MAX_CERTIFIED}, found {size}")));
    }
    let (formula, certificate) = run(py, |budget| {
        let solutions = nqueens::build_completions_zdd(&Placement::empty(board), budget)?;
        let (mut formula, mut interrupted) = (Vec::new(), None);
        write_formula(&mut formula, board).map_err(invalid)?;
        let mut certificate = Metered { file: Vec::new(), budget, interrupted: &mut interrupted };
        let written = write_certificate(&mut certificate, board, &solutions);
        let certificate = certificate.file;
        written.map_err(|error| metered(interrupted, error))?;
        Ok::<_, RunError>((formula, certificate))
    })?;
    Ok((PyBytes::new(py, &formula), PyBytes::new(py, &certificate)))
}

/// Checks a certificate in CPOG for a formula in DIMACS, and returns the proved number of models. A proof with a gap
/// raises `GuideError`.
///
/// The checker shares no code with the rest of the package. `assume` is a list of literals, as numbers of DIMACS: only
/// models in which all these literals are true are counted.
#[pyfunction]
#[pyo3(signature = (formula, certificate, assume=None))]
pub(crate) fn check_certificate(
    py: Python<'_>,
    formula: &[u8],
    certificate: &[u8],
    assume: Option<Vec<i32>>,
) -> PyResult<u128> {
    run(py, |budget| {
        let mut interrupted = None;
        let checked =
            certify_check::check(formula, Metered { file: certificate, budget, interrupted: &mut interrupted });
        let checked = checked.map_err(|error| metered(interrupted, error))?;
        checked.count(&assume.unwrap_or_default()).map_err(invalid)
    })
}
