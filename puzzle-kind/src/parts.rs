//! Reports: the answers about a puzzle, as data and in words.

use std::sync::Arc;

use puzzle_core::answer::Facts;
use puzzle_core::{Guide, Variable};

/// An answer about a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The answer as data, without the puzzle's head.
    pub facts: Facts,
    /// The answer in words and drawings.
    pub parts: Vec<ReportPart>,
    /// The answer on one line, if it is usually written so.
    pub line: Option<String>,
    /// Whether the answer is negative, which ends a command with exit code 1.
    pub is_negative: bool,
}

/// A part of an answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReportPart {
    /// A text of one line.
    Line(String),
    /// A solution, by its true variables, to be drawn.
    Solution(Vec<Variable>),
    /// A guide, to be drawn.
    Guide(Arc<Guide>),
}

impl Report {
    /// Creates a positive answer as data and in lines.
    #[must_use]
    pub fn new(facts: Facts, lines: impl IntoIterator<Item = String>) -> Report {
        Report { facts, parts: lines.into_iter().map(ReportPart::Line).collect(), line: None, is_negative: false }
    }
}
