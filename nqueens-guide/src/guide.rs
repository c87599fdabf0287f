//! What the guide says of a placement: a status and an exact count for every square.

use bdd_core::{BigUint, Counts};

use crate::attack::Line;
use crate::board::Size;
use crate::placement::Placement;
use crate::queens::Queens;
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

impl From<puzzle_core::Status> for Status {
    fn from(status: puzzle_core::Status) -> Status {
        match status {
            // There are no givens.
            puzzle_core::Status::Given | puzzle_core::Status::Placed => Status::Queen,
            puzzle_core::Status::Blocked => Status::Blocked,
            puzzle_core::Status::Excluded => Status::Attacked,
            puzzle_core::Status::Dead => Status::Dead,
            puzzle_core::Status::Open => Status::Open,
            puzzle_core::Status::Forced => Status::Forced,
        }
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

/// The guide to one placement: a function of the solutions and the placement, exact by construction. It is the
/// engine's, which [`Guide::as_ref`] gives, in squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    placement: Placement,
    engine: puzzle_core::Guide,
}

impl From<puzzle_core::Guide> for Guide {
    fn from(engine: puzzle_core::Guide) -> Guide {
        let size = Size::new(engine.variables().len().isqrt()).expect("one variable a square of some board");
        Guide { placement: Placement::of(size, engine.marks()), engine }
    }
}

impl AsRef<puzzle_core::Guide> for Guide {
    fn as_ref(&self) -> &puzzle_core::Guide {
        &self.engine
    }
}

impl Guide {
    /// Reads the statuses off the counts of the placement's completions.
    pub(crate) fn new(placement: &Placement, counts: Counts) -> Guide {
        puzzle_core::Guide::new(&Queens::new(placement.size()), placement.marks(), counts.into()).into()
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
        self.engine.total().value()
    }

    /// Whether the placement has a completion.
    #[must_use]
    pub fn is_completable(&self) -> bool {
        self.engine.is_completable()
    }

    /// The status of a square.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn status(&self, square: Square) -> Status {
        self.engine.status(self.size().variable(square)).into()
    }

    /// The number of completions with a queen on a square: the total where one stands already, 0 on blocked,
    /// attacked and dead squares.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn completions(&self, square: Square) -> &BigUint {
        self.engine.completions(self.size().variable(square)).value()
    }

    /// Every square with its status and its number of completions, in variable order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = (Square, Status, &BigUint)> {
        let size = self.size();
        self.engine
            .variables()
            .map(move |(variable, status, count)| (size.square_of(variable), status.into(), count.value()))
    }

    /// Why a queen should not be placed on a square, the simplest reason first; `None` where one may be, or stands.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn refusal(&self, square: Square) -> Option<Refusal> {
        Some(match self.engine.refusal(self.size().variable(square))? {
            puzzle_core::Refusal::Blocked => Refusal::Blocked,
            puzzle_core::Refusal::Dead => Refusal::Dead,
            puzzle_core::Refusal::Excluded(by) => {
                let queen = self.size().square_of(by);
                Refusal::Attacked(queen, Line::between(queen, square).expect("attackers share a line"))
            }
        })
    }
}
