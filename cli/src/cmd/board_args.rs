//! The arguments that describe a board, shared by several commands, and boards given as text.

use clap::Args;
use nqueens_guide::check::BoardReader;
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
    /// Squares blocked for queens, such as a1,c3
    #[arg(long, value_name = "SQUARES")]
    blocked: Vec<Squares>,
}

impl BoardArgs {
    /// Returns the [`Placement`] of the arguments, or a usage error.
    pub(crate) fn placement(&self) -> Result<Placement, Failure> {
        let squares = |option, lists: &[Squares]| {
            let squares: Vec<Square> = lists.iter().flat_map(|list| list.0.iter().copied()).collect();
            squares.iter().try_for_each(|&square| check_on_board(self.size, option, square)).map(|()| squares)
        };
        let (queens, blocked) =
            (squares("--queens <SQUARES>", &self.queens)?, squares("--blocked <SQUARES>", &self.blocked)?);
        Placement::new(self.size, queens, blocked).map_err(|off| Failure::Usage(off.to_string()))
    }
}

/// Returns the reason why `placement` has no completion, as a clause.
pub(crate) fn why_none(placement: &Placement) -> String {
    report::why_none(&Queens::new(placement.size()), &placement.marks())
}

/// Checks that `square`, a value of the command line's `option`, is on the board. The usage error names the option and
/// the square.
pub(crate) fn check_on_board(size: Size, option: &str, square: Square) -> Result<(), Failure> {
    if size.contains(square) {
        return Ok(());
    }
    let off = OffBoard { square, size };
    Err(Failure::Usage(format!("invalid value '{square}' for '{option}': {off}")))
}

/// Parses the board in the `words` of an argument. More than one board is a usage error.
pub(crate) fn one_board(size: Size, words: &[String]) -> Result<Vec<Square>, Failure> {
    let text = words.join(" ");
    let mut boards = BoardReader::new(size, text.as_bytes());
    // An empty text stands for the empty board.
    let Some((_, board)) = boards.next() else { return Ok(Vec::new()) };
    let board = board.map_err(|error| Failure::Usage(format!("invalid value for '[BOARD]': {error}")))?;
    match boards.next() {
        None => Ok(board),
        Some(_) => Err(Failure::Usage("more than one board for '[BOARD]'; give them on the standard input".to_owned())),
    }
}
