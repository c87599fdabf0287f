//! Challenges: boards with some queens and blocked squares that have exactly one solution.

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

/// A placement with exactly one completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The queens and the blocked squares.
    pub placement: Placement,
    /// The completion: its queens by rank, those of the placement included.
    pub solution: Vec<Square>,
    /// The difficulty.
    pub level: Difficulty,
}
