//! Challenges, placements with exactly one completion: [`ChallengeGenerator`] makes them, [`read()`] parses them, and
//! [`drawn`] writes them.

mod generate;
mod kind;
mod read;

pub use generate::ChallengeGenerator;
pub use kind::ChallengeKind;
pub use read::read;

use crate::placement::Placement;
pub use crate::placement::drawn;
use nqueens_board::Square;
use puzzle_kind::Difficulty;

/// A placement with exactly one completion, from a [`ChallengeGenerator`].
///
/// ```
/// use nqueens_guide::challenge::ChallengeGenerator;
/// use nqueens_guide::{Budget, Size, build_completions};
///
/// let budget = &mut Budget::unlimited();
/// let challenge = ChallengeGenerator::new(Size::new(6)?, None, 1)?.next_challenge(budget)?;
/// assert_eq!(challenge.solution.len(), 6);
/// assert_eq!(build_completions(&challenge.placement, budget)?.model_count(), 1u8.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The given queens, and the blocked squares, on which no queen may stand.
    pub placement: Placement,
    /// The squares of all queens of the completion, in the order of their ranks, including the queens of `placement`.
    pub solution: Vec<Square>,
    /// The difficulty, rated by the hardest technique that a person needs to find the completion.
    pub level: Difficulty,
}
