//! A board, and what the guide says of it.

use serde::Serialize;

use super::exact;
use crate::guide::Guide;
use crate::placement::Placement;
use crate::square::Square;
use bdd_core::BigUint;

/// The part of an answer that describes the board: what `nqueens count --json` prints.
#[derive(Serialize)]
pub struct BoardJson {
    n: usize,
    queens: Vec<String>,
    blocked: Vec<String>,
    consistent: bool,
    solutions: serde_json::Number,
}

impl BoardJson {
    /// A placement with the number of its completions.
    #[must_use]
    pub fn new(placement: &Placement, solutions: &BigUint) -> BoardJson {
        BoardJson {
            n: placement.size().get(),
            queens: placement.queens().iter().map(Square::to_string).collect(),
            blocked: placement.blocked().iter().map(Square::to_string).collect(),
            consistent: placement.is_consistent(),
            solutions: exact(solutions),
        }
    }
}

/// What `nqueens guide --json` prints.
#[derive(Serialize)]
pub struct GuideJson {
    #[serde(flatten)]
    board: BoardJson,
    squares: Vec<SquareJson>,
}

#[derive(Serialize)]
struct SquareJson {
    square: String,
    status: &'static str,
    solutions: serde_json::Number,
}

impl GuideJson {
    /// The guide, with all squares in the order a1, b1, ...
    #[must_use]
    pub fn new(guide: &Guide) -> GuideJson {
        let squares = guide.squares().map(|(square, status, completions)| SquareJson {
            square: square.to_string(),
            status: status.name(),
            solutions: exact(completions),
        });
        GuideJson { board: BoardJson::new(guide.placement(), guide.total()), squares: squares.collect() }
    }
}
