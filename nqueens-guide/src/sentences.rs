//! Explanations and hints in words: the engine's, with the words of [`Queens`].

use puzzle_core::sentences;

use crate::explain::Explanation;
use crate::guide::Guide;
use crate::hint::Hint;
use crate::queens::Queens;
use crate::square::Square;

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
