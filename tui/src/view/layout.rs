//! Where things are on the screen.

use nqueens_guide::{Size, Square};
use ratatui::layout::Rect;

use crate::model::Model;

/// The smallest terminal that the game is played in: columns and rows.
pub const SMALLEST: (u16, u16) = (20, 8);

/// The narrowest and the widest panel beside the board, in columns.
const PANEL: (u16, u16) = (28, 44);

/// The sizes of a square that are drawn, in columns and rows, the largest first. A terminal's cell is about twice as
/// high as wide. One column and one row of each are the lines of the grid or the brackets of the cursor.
const SQUARES: [(u16, u16); 7] = [(12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1), (2, 1)];

/// Where board and panel are, and which part of the board is shown how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size of the board.
    pub size: Size,
    /// Columns and rows of a square.
    pub square: (u16, u16),
    /// Where the squares are, without the names of ranks and files, and with the closing lines of the grid.
    pub board: Rect,
    /// The file and the rank of the square shown at the lower left.
    pub origin: (usize, usize),
    /// The number of files and ranks shown.
    pub shown: (usize, usize),
    /// The columns left of the board that hold the names of the ranks.
    pub rank_names: u16,
    /// Where the state of the game is said in words.
    pub panel: Rect,
    /// Whether the panel is beside the board, with room for everything, and not below it.
    pub is_wide: bool,
}

impl Layout {
    /// The layout for the model's screen; `None` if it is too small for the game.
    #[must_use]
    pub fn of(model: &Model) -> Option<Layout> {
        let (columns, rows) = model.screen;
        if columns < SMALLEST.0 || rows < SMALLEST.1 {
            return None;
        }
        let area = Rect::new(0, 0, columns, rows);
        let beside = Room::beside(area, model).filter(|_| rows >= 16);
        let below = Room::below(area);
        let fit = |room: Room| SQUARES.into_iter().find(|&square| room.holds(model.size, square));
        // The larger squares win, and beside them there is more room for words.
        let (room, square, is_wide) = match (beside.and_then(|room| Some((room, fit(room)?))), fit(below)) {
            (Some((room, square)), Some(other)) if square.1 >= other.1 => (room, square, true),
            (Some((room, square)), None) => (room, square, true),
            (_, Some(square)) => (below, square, false),
            (None, None) => (below, SQUARES[SQUARES.len() - 1], false),
        };
        Some(room.arrange(area, model, square, is_wide))
    }

    /// Where a square is; `None` if it is not shown. Without the closing lines of the grid.
    #[must_use]
    pub fn rect_of(&self, square: Square) -> Option<Rect> {
        let file = square.file().checked_sub(self.origin.0).filter(|&file| file < self.shown.0)?;
        let rank = square.rank().checked_sub(self.origin.1).filter(|&rank| rank < self.shown.1)?;
        let (width, height) = self.square;
        // What is shown fits the screen, whose sides are counted in 16 bits.
        let x = self.board.x + file as u16 * width;
        let y = self.board.y + (self.shown.1 - 1 - rank) as u16 * height;
        Some(Rect::new(x, y, width, height))
    }

    /// The square that is drawn at a column and a row of the screen, if there is one.
    #[must_use]
    pub fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let file = usize::from(column.checked_sub(self.board.x)? / self.square.0);
        let row = usize::from(row.checked_sub(self.board.y)? / self.square.1);
        if file >= self.shown.0 || row >= self.shown.1 {
            return None;
        }
        Square::new(self.origin.0 + file, self.origin.1 + self.shown.1 - 1 - row)
    }

    /// The squares shown.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Layout { size, origin, shown, .. } = *self;
        (origin.1..origin.1 + shown.1).flat_map(move |rank| size.rank(rank).skip(origin.0).take(shown.0))
    }

    /// Whether part of the board is out of view.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.shown != (self.size.get(), self.size.get())
    }
}

/// The columns that the names of the ranks take, with the space between them and the board.
fn rank_names(size: Size) -> u16 {
    size.to_string().len() as u16 + 1
}

/// The room for the board with the names of its ranks and files.
#[derive(Clone, Copy)]
struct Room {
    columns: u16,
    rows: u16,
}

impl Room {
    fn beside(area: Rect, model: &Model) -> Option<Room> {
        let columns = area.width.checked_sub(PANEL.0 + 2)?;
        let room = Room { columns, rows: area.height };
        room.holds(model.size, SQUARES[SQUARES.len() - 1]).then_some(room)
    }

    /// A row for the total above the board, and at least two for words below.
    fn below(area: Rect) -> Room {
        Room { columns: area.width, rows: area.height - 3 }
    }

    /// Whether the whole board fits with squares of this size: see [`Room::arrange`].
    fn holds(self, size: Size, (width, height): (u16, u16)) -> bool {
        let n = size.get() as u16;
        let closing = u16::from(height > 1);
        rank_names(size) + n * width < self.columns && n * height + closing < self.rows
    }

    fn arrange(self, area: Rect, model: &Model, square: (u16, u16), is_wide: bool) -> Layout {
        let n = model.size.get();
        let (width, height) = square;
        let closing = u16::from(height > 1);
        let names = rank_names(model.size);
        // One column for the right bracket of the cursor or the closing line, one row for the files' names.
        let files = usize::from((self.columns - names - 1) / width).min(n);
        let ranks = usize::from((self.rows - 1 - closing) / height).min(n);
        let focus = model.focus();
        let origin =
            (scrolled(model.origin.0, focus.file(), files, n), scrolled(model.origin.1, focus.rank(), ranks, n));
        let (board_width, board_height) = (files as u16 * width + 1, ranks as u16 * height + closing);
        let (board, panel) = if is_wide {
            // Board and panel are one picture in the middle of the screen.
            let panel_width = (area.width - names - board_width - 2).min(PANEL.1);
            let x = (area.width - names - board_width - 2 - panel_width) / 2;
            let y = (area.height - board_height - 1) / 2;
            // The panel has room for all its lines whatever the size of the board.
            let panel_height = (board_height + 1).max(18).min(area.height);
            let panel_y = y.min(area.height - panel_height);
            let board = Rect::new(x + names, y, board_width, board_height);
            (board, Rect::new(board.right() + 2, panel_y, panel_width, panel_height))
        } else {
            let x = (area.width - names - board_width) / 2;
            let board = Rect::new(x + names, 1, board_width, board_height);
            let below = board.bottom() + 1;
            (board, Rect::new(0, below, area.width, area.height - below))
        };
        Layout { size: model.size, square, board, origin, shown: (files, ranks), rank_names: names, panel, is_wide }
    }
}

/// The first of `shown` places out of `n`, moved no further from `origin` than it takes to show the cursor.
fn scrolled(origin: usize, cursor: usize, shown: usize, n: usize) -> usize {
    origin.clamp((cursor + 1).saturating_sub(shown), cursor).min(n - shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ColorChoice;
    use crate::theme::Theme;

    fn model(n: usize, screen: (u16, u16)) -> Model {
        Model::new(Size::new(n).unwrap(), Theme::from_env(ColorChoice::Never, |_| None), screen)
    }

    #[test]
    fn everything_is_on_the_screen_and_each_square_is_found_where_it_is_drawn() {
        for n in 1..=Model::LARGEST {
            for columns in 20..130 {
                for rows in 8..60 {
                    let mut model = model(n, (columns, rows));
                    let screen = Rect::new(0, 0, columns, rows);
                    for corner in [0, n - 1] {
                        model.cursor = Square::new(corner, corner).unwrap();
                        let layout = Layout::of(&model).unwrap();
                        let what = format!("{n} on {columns} x {rows}: {layout:?}");
                        assert_eq!(screen.union(layout.board), screen, "{what}");
                        assert_eq!(screen.union(layout.panel), screen, "{what}");
                        assert!(layout.board.intersection(layout.panel).is_empty(), "{what}");
                        assert!(layout.panel.height >= 2, "{what}");
                        assert!(layout.board.x >= layout.rank_names && layout.board.bottom() < rows, "{what}");
                        assert!(layout.shown.0 >= 1 && layout.shown.1 >= 4.min(n), "{what}");
                        let rect = layout.rect_of(model.cursor).expect("the cursor is shown");
                        assert_eq!(layout.square_at(rect.x, rect.y), Some(model.cursor), "{what}");
                        assert_eq!(layout.square_at(rect.right() - 1, rect.bottom() - 1), Some(model.cursor), "{what}");
                    }
                }
            }
        }
    }

    #[test]
    fn larger_terminals_have_larger_squares() {
        let squares = |screen| Layout::of(&model(8, screen)).unwrap().square;
        assert_eq!(squares((20, 8)), (2, 1));
        assert_eq!(squares((40, 15)), (3, 1));
        assert_eq!(squares((80, 24)), (4, 2));
        assert_eq!(squares((120, 40)), (8, 4));
        assert_eq!(squares((200, 60)), (12, 6));
    }

    #[test]
    fn scrolling_moves_no_further_than_needed() {
        assert_eq!(scrolled(0, 3, 4, 8), 0);
        assert_eq!(scrolled(0, 4, 4, 8), 1);
        assert_eq!(scrolled(4, 5, 4, 8), 4);
        assert_eq!(scrolled(4, 2, 4, 8), 2);
        assert_eq!(scrolled(7, 7, 8, 8), 0);
    }
}
