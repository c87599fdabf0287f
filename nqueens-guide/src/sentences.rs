//! Explanations and hints in words: the engine's, with the words of [`Queens`].

use puzzle_core::sentences;

use crate::explain::{Explanation, Frame};
use crate::guide::Guide;
use crate::hint::Hint;
use crate::queens::Queens;
use crate::square::Square;

/// What the square is, and which queens and blocks already make it so.
#[must_use]
pub fn headline(explanation: &Explanation) -> String {
    sentences::headline(&Queens::new(explanation.size), &explanation.engine)
}

/// One frame of the argument.
#[must_use]
pub fn frame(explanation: &Explanation, frame: &Frame<'_>) -> String {
    sentences::frame(&Queens::new(explanation.size), &explanation.engine, &frame.engine)
}

/// What the argument comes to, after its last frame; `None` where the one step says it all.
#[must_use]
pub fn conclusion(explanation: &Explanation) -> Option<String> {
    sentences::conclusion(&Queens::new(explanation.size), &explanation.engine)
}

/// What to take away, and what is left then.
#[must_use]
pub fn repair(explanation: &Explanation) -> String {
    sentences::repair(&Queens::new(explanation.size), &explanation.engine)
}

/// The headline, and which of the player's queens and blocks beside the causes make it easier to see.
#[must_use]
pub fn summary(explanation: &Explanation) -> Vec<String> {
    sentences::summary(&Queens::new(explanation.size), &explanation.engine)
}

/// The whole explanation, a sentence or two a line, the lines of cases indented by two blanks a level.
#[must_use]
pub fn explanation(explanation: &Explanation) -> Vec<String> {
    sentences::explanation(&Queens::new(explanation.size), &explanation.engine)
}

/// What to say of a square that needs no explanation.
#[must_use]
pub fn nothing_to_explain(guide: &Guide, square: Square) -> String {
    let size = guide.size();
    sentences::nothing_to_explain(&Queens::new(size), guide.as_ref(), size.variable(square))
}

/// The first grade of a hint: where to look.
#[must_use]
pub fn look(hint: &Hint) -> String {
    sentences::look(&Queens::new(hint.size), &hint.engine)
}

/// The second grade: the move.
#[must_use]
pub fn play(hint: &Hint) -> String {
    sentences::play(&Queens::new(hint.size), &hint.engine)
}

/// The third grade: why, in lines as of [`explanation()`].
#[must_use]
pub fn why(hint: &Hint) -> Vec<String> {
    sentences::why(&Queens::new(hint.size), &hint.engine)
}
