//! Challenges: boards on which some queens stand and some squares are blocked, and that have exactly one solution.

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
    /// The queens that stand, and the squares that are blocked.
    pub placement: Placement,
    /// The one completion: its queens by rank, those included that stand.
    pub solution: Vec<Square>,
    /// How hard it is.
    pub level: Difficulty,
}
