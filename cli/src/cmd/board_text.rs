//! Boards given as text.

use nqueens_guide::check::BoardReader;
use nqueens_guide::{Size, Square};

use super::Failure;

/// The one board that the arguments spell; they may be several words of it.
pub(crate) fn one_board(size: Size, words: &[String]) -> Result<Vec<Square>, Failure> {
    let text = words.join(" ");
    let mut boards = BoardReader::new(size, text.as_bytes());
    // Nothing at all is the empty board.
    let Some((_, board)) = boards.next() else { return Ok(Vec::new()) };
    let board = board.map_err(|error| Failure::Usage(format!("invalid value for '[BOARD]': {error}")))?;
    match boards.next() {
        None => Ok(board),
        Some(_) => Err(Failure::Usage("more than one board for '[BOARD]'; give them on the standard input".to_owned())),
    }
}
