//! Reports: the answers about a puzzle, as data and in words.

use puzzle_core::Variable;
use puzzle_core::answer::Facts;

/// An answer about a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The answer as data, without the puzzle's head.
    pub facts: Facts,
    /// The answer in words and drawings.
    pub parts: Vec<Part>,
    /// The answer on one line, where there is a usual way to write it so.
    pub line: Option<String>,
    /// Whether the answer is not the one hoped for.
    pub is_negative: bool,
}

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A text of one line.
    Line(String),
    /// A solution, by its true variables, to be drawn.
    Solution(Vec<Variable>),
}

impl Report {
    /// An answer as data and in lines.
    #[must_use]
    pub fn new(facts: Facts, lines: impl IntoIterator<Item = String>) -> Report {
        Report { facts, parts: lines.into_iter().map(Part::Line).collect(), line: None, is_negative: false }
    }
}
