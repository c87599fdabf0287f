//! The pictures on the page of the book about diagrams.

use std::path::Path;

use bdd_core::export::svg;
use bdd_core::{DecisionDiagram, Reduction, Variable};

/// Compares the picture of a diagram with its file, or writes the file if `NQUEENS_RECORD` is set.
///
/// # Panics
///
/// If the picture differs from the file `images/diagram-NAME.svg`.
pub fn check_picture<R: Reduction>(name: &str, diagram: &DecisionDiagram<R>, names: &[&str]) {
    let mut picture = Vec::new();
    let label = |variable: Variable| names[variable.index()].to_owned();
    svg::write(&mut picture, diagram, &label).expect("a small diagram");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("images/diagram-{name}.svg"));
    if std::env::var_os("NQUEENS_RECORD").is_some() {
        std::fs::write(&path, &picture).expect("the folder can be written");
    }
    assert!(std::fs::read(&path).is_ok_and(|file| file == picture), "{} differs: set NQUEENS_RECORD", path.display());
}
