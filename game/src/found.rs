//! The pictures of the solutions that the player has found of boards by size.

use crate::menu::{Page, Thumbnail, ThumbnailCell};
use crate::model::Model;

/// The symbol of the pieces on boards by size.
const PIECE: char = 'Q';
/// The largest size of a board with a picture. The columns of larger boards have no letters.
const LARGEST: usize = 26;

/// A board by size with the solutions that the player has found, from [`Model::found_boards`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBoard<'a> {
    /// The name of the board, such as `8 x 8 queens`.
    pub name: &'a str,
    /// The number of solutions found, and of all solutions if it is known, such as `3 of 92`.
    pub progress: String,
    /// `true` if the player has found all solutions.
    pub is_complete: bool,
    /// The number of solutions still to be found; `None` if it is unknown.
    pub left: Option<usize>,
    /// The pictures of the solutions found, at least one.
    pub pictures: Vec<Thumbnail>,
}

impl Model {
    /// Returns the boards by size of which the player has found solutions, smaller boards first. [`Page::Found`] shows
    /// their pictures; its index counts the pictures of all boards.
    #[must_use]
    pub fn found_boards(&self) -> Vec<FoundBoard<'_>> {
        let boards = self.statistics.found_in_order().into_iter().map(|(name, found)| FoundBoard {
            name,
            progress: found.progress(),
            is_complete: found.is_complete(),
            left: found.left(),
            pictures: found.columns().filter_map(picture).collect(),
        });
        boards.filter(|board| !board.pictures.is_empty()).collect()
    }

    /// Returns the number of pictures on [`Page::Found`].
    pub(crate) fn found_pictures(&self) -> usize {
        self.found_boards().iter().map(|board| board.pictures.len()).sum()
    }

    /// Returns the page of the found solutions, at the solution on the board if the board is solved, and otherwise at
    /// the first solution of the board; `None` if the player has found no solution of any board. `present` is the
    /// category of the board in the statistics.
    pub(crate) fn found_page(&self, present: &str) -> Option<Page> {
        let boards = self.found_boards();
        let before: usize =
            boards.iter().take_while(|board| board.name != present).map(|board| board.pictures.len()).sum();
        let solution = self.guide().filter(|guide| guide.is_solved() && self.catalogue().is_by_size());
        let picture = solution.map(|guide| Thumbnail::with(self.board().shared_puzzle(), guide.marks()));
        let here = boards.iter().find(|board| board.name == present);
        let at = here.and_then(|board| board.pictures.iter().position(|other| Some(other) == picture.as_ref()));
        let first = if here.is_some() { before + at.unwrap_or(0) } else { 0 };
        (!boards.is_empty()).then_some(Page::Found(first))
    }
}

/// Returns the picture of a solution from the column of the piece in each row, from the top; `None` for a text that is
/// no solution of a board by size.
fn picture(columns: &str) -> Option<Thumbnail> {
    let size = columns.len();
    let is_valid = (1..=LARGEST).contains(&size) && columns.bytes().all(|letter| letter.is_ascii_lowercase());
    let row = |letter: u8| {
        (0..size).map(move |column| ThumbnailCell {
            symbol: (usize::from(letter - b'a') == column).then_some(PIECE),
            ..ThumbnailCell::default()
        })
    };
    is_valid.then(|| Thumbnail { columns: size, cells: columns.bytes().flat_map(row).collect(), has_values: false })
}
