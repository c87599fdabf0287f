//! The arguments that describe a board, which several commands share.

use clap::Args;
use nqueens_guide::{OffBoard, Placement, Queens, Size, Square, Squares};
use puzzle_kind::report;

use super::Failure;

/// A board with queens and blocked squares.
#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// The number of ranks, of files and of queens, 1 to 255
    #[arg(value_name = "N", allow_negative_numbers = true)]
    size: Size,
    /// Squares with a queen, such as b4,d1; they may attack each other
    #[arg(long, value_name = "SQUARES")]
    queens: Vec<Squares>,
    /// Squares ruled out for queens, such as a1,c3
    #[arg(long, value_name = "SQUARES")]
    blocked: Vec<Squares>,
}

impl BoardArgs {
    /// The placement that the arguments describe.
    pub(crate) fn placement(&self) -> Result<Placement, Failure> {
        let queens = on_board(self.size, "--queens <SQUARES>", listed(&self.queens))?;
        let blocked = on_board(self.size, "--blocked <SQUARES>", listed(&self.blocked))?;
        Placement::new(self.size, queens, blocked).map_err(|off| Failure::Usage(off.to_string()))
    }
}

/// Why a placement without completions has none.
pub(crate) fn why_none(placement: &Placement) -> String {
    report::why_none(&Queens::new(placement.size()), &placement.marks())
}

/// All squares of an option that was given any number of times.
pub(crate) fn listed(lists: &[Squares]) -> impl Iterator<Item = Square> {
    lists.iter().flat_map(|list| list.0.iter().copied())
}

/// The squares of an option, all of which have to be on the board.
pub(crate) fn on_board(
    size: Size,
    option: &str,
    squares: impl IntoIterator<Item = Square>,
) -> Result<Vec<Square>, Failure> {
    let squares: Vec<Square> = squares.into_iter().collect();
    match squares.iter().find(|&&square| !size.contains(square)) {
        None => Ok(squares),
        Some(&square) => {
            let off = OffBoard { square, size };
            Err(Failure::Usage(format!("invalid value '{square}' for '{option}': {off}")))
        }
    }
}
