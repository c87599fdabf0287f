//! What the guide says of a placement: a status and an exact count for every square.

use bdd_core::{BigUint, Counts};

use crate::attack::Line;
use crate::board::Size;
use crate::placement::Placement;
use crate::square::Square;

/// What a square is, given the placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A queen stands here.
    Queen,
    /// The player has ruled the square out.
    Blocked,
    /// A queen attacks the square.
    Attacked,
    /// No queen attacks the square, yet no completion has a queen here.
    Dead,
    /// Some completions have a queen here, and some have not.
    Open,
    /// Every completion has a queen here, and there is one at least.
    Forced,
}

impl Status {
    /// All six, in the order of their definition.
    pub const ALL: [Status; 6] =
        [Status::Queen, Status::Blocked, Status::Attacked, Status::Dead, Status::Open, Status::Forced];

    /// The name as it stands in JSON: `queen`, `blocked`, `attacked`, `dead`, `open` or `forced`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Queen => "queen",
            Status::Blocked => "blocked",
            Status::Attacked => "attacked",
            Status::Dead => "dead",
            Status::Open => "open",
            Status::Forced => "forced",
        }
    }

    /// Whether a queen placed here leaves a completion.
    #[must_use]
    pub fn is_live(self) -> bool {
        matches!(self, Status::Open | Status::Forced)
    }
}

/// Why a queen on a square would be, or already is, a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player has ruled the square out.
    Blocked,
    /// A queen attacks it along a line.
    Attacked(Square, Line),
    /// No queen attacks it, but no completion would be left.
    Dead,
}

/// The guide to one placement: a function of the solutions and the placement, exact by construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    placement: Placement,
    total: BigUint,
    /// In variable order.
    squares: Vec<(Status, BigUint)>,
}

impl Guide {
    /// Reads the statuses off the counts of the placement's completions.
    pub(crate) fn new(placement: Placement, counts: &Counts) -> Guide {
        let size = placement.size();
        let squares = size
            .squares()
            .zip(&counts.by_variable)
            .map(|(square, completions)| {
                let status = if placement.queens().contains(&square) {
                    Status::Queen
                } else if placement.blocked().contains(&square) {
                    Status::Blocked
                } else if *completions == BigUint::ZERO {
                    if placement.attackers(square).next().is_some() { Status::Attacked } else { Status::Dead }
                } else if *completions == counts.total {
                    Status::Forced
                } else {
                    Status::Open
                };
                (status, completions.clone())
            })
            .collect();
        Guide { placement, total: counts.total.clone(), squares }
    }

    /// The placement that the guide speaks of.
    #[must_use]
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.placement.size()
    }

    /// The number of completions of the placement.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// Whether the placement has a completion.
    #[must_use]
    pub fn is_completable(&self) -> bool {
        self.total != BigUint::ZERO
    }

    /// The status of a square.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn status(&self, square: Square) -> Status {
        self.squares[usize::from(self.size().variable(square))].0
    }

    /// The number of completions with a queen on a square: the total where one stands already, 0 on blocked,
    /// attacked and dead squares.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn completions(&self, square: Square) -> &BigUint {
        &self.squares[usize::from(self.size().variable(square))].1
    }

    /// Every square with its status and its number of completions, in variable order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = (Square, Status, &BigUint)> {
        self.size().squares().zip(&self.squares).map(|(square, (status, completions))| (square, *status, completions))
    }

    /// Why a queen should not be placed on a square, the simplest reason first; `None` where one may be, or stands.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn refusal(&self, square: Square) -> Option<Refusal> {
        match self.status(square) {
            Status::Queen | Status::Open | Status::Forced => None,
            Status::Blocked => Some(Refusal::Blocked),
            Status::Dead => Some(Refusal::Dead),
            Status::Attacked => {
                let queen = self.placement.attackers(square).next().expect("an attacked square has an attacker");
                Some(Refusal::Attacked(queen, Line::between(queen, square).expect("attackers share a line")))
            }
        }
    }
}
