//! The types of reports, which are answers about a puzzle, as data and in words.

use std::sync::Arc;

use puzzle_core::answer::Facts;
use puzzle_core::{Guide, Variable};

/// An answer about a puzzle.
///
/// ```
/// use puzzle_core::answer::Facts;
/// use puzzle_kind::Report;
///
/// let report = Report::new(Facts::new().with("solutions", 2usize), ["2 solutions".to_owned()]);
/// assert!(!report.is_negative && report.line.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The answer as data, without the facts that identify the puzzle.
    pub facts: Facts,
    /// The answer in words and drawings.
    pub parts: Vec<ReportPart>,
    /// The answer in a notation that takes one line, if the puzzle has such a notation.
    pub line: Option<String>,
    /// `true` for a negative answer, for which a command exits with code 1.
    pub is_negative: bool,
}

/// A part of a report.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReportPart {
    /// A line of text to print as it is.
    Line(String),
    /// A solution to draw, by its true variables.
    Solution(Vec<Variable>),
    /// A guide to draw: the status of every variable on the grid.
    Guide(Arc<Guide>),
}

impl Report {
    /// Creates a positive answer from data and lines of text.
    #[must_use]
    pub fn new(facts: Facts, lines: impl IntoIterator<Item = String>) -> Report {
        Report { facts, parts: lines.into_iter().map(ReportPart::Line).collect(), line: None, is_negative: false }
    }
}
