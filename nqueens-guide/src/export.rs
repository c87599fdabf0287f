//! Exports for other programs: the rules for SAT and SMT solvers, and the guide as a picture ([`svg()`]).

mod svg;

use std::io::{self, Write};

use bdd_core::export::{dimacs, smtlib};

use crate::placement::Placement;
use crate::rules::nqueens_rules;

pub use svg::svg;

/// Writes the rules and the placement in DIMACS CNF, with one variable for each square and comments that name the
/// squares.
///
/// ```
/// use nqueens_guide::export::write_dimacs;
/// use nqueens_guide::{Placement, Size};
///
/// let mut text = Vec::new();
/// write_dimacs(&mut text, &Placement::new(Size::new(4)?, ["b1".parse()?], [])?)?;
/// // 76 pairs that attack each other, 8 ranks and files, and the queen.
/// assert!(String::from_utf8(text)?.contains("\np cnf 16 85\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The errors of `out`, which should be buffered.
pub fn write_dimacs(out: &mut impl Write, placement: &Placement) -> io::Result<()> {
    let size = placement.size();
    let mut comments = vec![title(placement), "Variable v says that a queen stands on this square:".to_owned()];
    for rank in 0..size.get() {
        let names = size.rank(rank).map(|square| format!("{}={square}", size.variable(square).index() + 1));
        comments.push(names.collect::<Vec<_>>().join(" "));
    }
    dimacs::write(out, &nqueens_rules(size), &placement.marks().literals().collect::<Vec<_>>(), &comments)
}

/// Writes the rules and the placement in SMT-LIB 2, with one Boolean for each square, named like the square.
///
/// ```
/// use nqueens_guide::export::write_smtlib_boolean;
/// use nqueens_guide::{Placement, Size};
///
/// let mut text = Vec::new();
/// write_smtlib_boolean(&mut text, &Placement::new(Size::new(4)?, ["b1".parse()?], [])?)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains("(declare-const a1 Bool)") && text.contains("(assert b1)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The errors of `out`, which should be buffered.
pub fn write_smtlib_boolean(out: &mut impl Write, placement: &Placement) -> io::Result<()> {
    let size = placement.size();
    let comments = [title(placement), "The constant a1 says that a queen stands on a1.".to_owned()];
    let name = |variable| size.square_of(variable).to_string();
    smtlib::write(out, &nqueens_rules(size), &placement.marks().literals().collect::<Vec<_>>(), &name, &comments)
}

/// Writes the puzzle and the placement in SMT-LIB 2, with one integer for each rank, named `rank1`, `rank2`, ...: the
/// position of the rank's queen, 0 for file a. The rules are those of the n-queens demo of the Cryptol language: the
/// positions are in range and distinct, and the positions of no two queens differ by the distance of their ranks.
///
/// ```
/// use nqueens_guide::export::write_smtlib_rows;
/// use nqueens_guide::{Placement, Size};
///
/// let mut text = Vec::new();
/// write_smtlib_rows(&mut text, &Placement::new(Size::new(4)?, ["b1".parse()?], [])?)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains("(declare-const rank1 Int)") && text.contains("(assert (= rank1 1))"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The errors of `out`, which should be buffered.
pub fn write_smtlib_rows(out: &mut impl Write, placement: &Placement) -> io::Result<()> {
    let size = placement.size();
    let n = size.get();
    let comments =
        [title(placement), "The constant rank1 is the file of the queen on rank 1, 0 for file a.".to_owned()];
    smtlib::begin(out, "QF_IDL", &comments)?;
    let names: Vec<String> = (1..=n).map(|rank| format!("rank{rank}")).collect();
    for name in &names {
        writeln!(out, "(declare-const {name} Int)")?;
    }
    for name in &names {
        writeln!(out, "(assert (and (<= 0 {name}) (<= {name} {})))", n - 1)?;
    }
    if n > 1 {
        writeln!(out, "(assert (distinct {}))", names.join(" "))?;
    }
    for (i, low) in names.iter().enumerate() {
        for (distance, high) in (1..).zip(&names[i + 1..]) {
            writeln!(out, "(assert (not (= (- {high} {low}) {distance})))")?;
            writeln!(out, "(assert (not (= (- {low} {high}) {distance})))")?;
        }
    }
    for queen in placement.queens() {
        writeln!(out, "(assert (= {} {}))", names[queen.rank()], queen.file())?;
    }
    for blocked in placement.blocked() {
        writeln!(out, "(assert (not (= {} {})))", names[blocked.rank()], blocked.file())?;
    }
    smtlib::end(out)
}

/// Returns a description of a placement in one line, such as `8 queens, queens on a1, blocked: c4`.
fn title(placement: &Placement) -> String {
    let mut title = format!("{} queens", placement.size());
    for (what, squares) in [("queens on", placement.queens()), ("blocked:", placement.blocked())] {
        if !squares.is_empty() {
            let names: Vec<_> = squares.iter().map(ToString::to_string).collect();
            title = format!("{title}, {what} {}", names.join(" "));
        }
    }
    title
}
