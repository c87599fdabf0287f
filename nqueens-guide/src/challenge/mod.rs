//! Challenges: boards on which some queens stand and some squares are blocked, and that have exactly one solution.

mod generate;
mod kind;
mod level;
mod read;

pub(crate) use generate::completions;
pub use generate::{ChallengeGenerator, GenerateError};
pub use kind::ChallengeKind;
pub use level::Level;
pub use read::{ChallengeError, ChallengeReader, Fault};

use crate::placement::Placement;
use nqueens_board::Square;

/// A placement with exactly one completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The queens that stand, and the squares that are blocked.
    pub placement: Placement,
    /// The one completion: its queens by rank, those included that stand.
    pub solution: Vec<Square>,
    /// How hard it is.
    pub level: Level,
}

/// A placement drawn as challenges are written: the highest rank first, `Q` a queen, `x` a blocked square, `.` any other.
#[must_use]
pub fn drawn(placement: &Placement) -> String {
    let size = placement.size();
    let symbol = |square: Square| match () {
        () if placement.queens().contains(&square) => 'Q',
        () if placement.blocked().contains(&square) => 'x',
        () => '.',
    };
    let rank = |rank| size.rank(rank).map(symbol).chain(['\n']).collect::<String>();
    (0..size.get()).rev().map(rank).collect()
}
