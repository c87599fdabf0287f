//! The Python package `nqueens-guide`, with the module `nqueens_guide`.
//!
//! Each file has a few Python classes. `work` runs computations without Python's global lock and lets Ctrl-C cancel
//! them; `names` converts names to variables; `picture` draws boards as SVG and tables as HTML. Doc comments of Python
//! items are Python's doc strings; their examples run in `tests/test_docs.py`.

mod answer;
mod diagram;
mod guide;
mod model;
mod names;
mod picture;
mod puzzle;
mod queens;
mod rules;
mod work;

/// Decision diagrams with exact counts, exact guides and explanations of puzzles, and configurators.
///
/// `Bdd` and `Zdd` are Boolean functions with named variables; `Rules` builds them from rules. `Puzzle` is n-queens, a
/// Sudoku, a board with regions or a puzzle file, with explanations, hints and its `Guide`: the status of every
/// variable and the number of solutions with it. `Model` builds a configurator. Long computations release the global
/// lock, and Ctrl-C cancels them.
///
/// >>> import nqueens_guide as nq
/// >>> nq.Puzzle.queens(8).count()
/// 92
#[pyo3::pymodule]
mod nqueens_guide {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::answer::PyAnswer;
    #[pymodule_export]
    use super::diagram::{PyBdd, PyModels, PyZdd};
    #[pymodule_export]
    use super::guide::PyGuide;
    #[pymodule_export]
    use super::model::{PyConfiguration, PyModel};
    #[pymodule_export]
    use super::puzzle::{PyPuzzle, examples};
    #[pymodule_export]
    use super::queens::{certify_queens, check_certificate, count_queens};
    #[pymodule_export]
    use super::rules::PyRules;
    #[pymodule_export]
    use super::work::{GuideError, LimitError, set_limits};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
