//! The layout of the screen.

use game::GameBoard;
use puzzle_core::{Variable, Weights};
use puzzle_kind::Cell;
use ratatui::layout::Rect;

use crate::face::Face;

/// The columns and rows of the smallest terminal that can show the game.
pub(crate) const SMALLEST: (u16, u16) = (20, 8);

/// The minimum and the maximum width of a panel beside the board, in columns.
const PANEL: (u16, u16) = (28, 60);

/// The sizes of cells, in columns and rows, the largest first. A character is about twice as high as wide. One column
/// and one row of each cell belong to the lines of the grid or the frame of the cursor.
const CELLS: [(u16, u16); 9] = [(16, 8), (14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1), (2, 1)];

/// The minimum width in columns of a panel beside cells of more than [`LARGE`] rows.
const COMFORTABLE: u16 = 44;

/// The largest height of a cell, in rows, at which the panel beside the board may be narrower than [`COMFORTABLE`].
const LARGE: u16 = 6;

/// The minimum height of a cell, in rows, at which a panel beside the board is preferred to larger cells with the panel
/// below.
const ROOMY: u16 = 4;

/// The areas of board and panel on the screen, the size of the cells, and the visible part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenLayout {
    /// The columns and rows of the whole board, in cells.
    pub(crate) size: (usize, usize),
    /// The width and height of a cell, in columns and rows of the screen.
    pub(crate) cell: (u16, u16),
    /// The area of the cells with all lines of the grid, without the names of columns and rows.
    pub board: Rect,
    /// The cell shown at the upper left; see `Face::origin`.
    pub(crate) origin: Cell,
    /// The number of columns and rows of the board that are visible.
    pub shown: (usize, usize),
    /// The width of the names and clue numbers of the rows, left of the board, in columns of the screen.
    pub row_names: u16,
    /// The width of the clue numbers of the rows, a part of `row_names`.
    pub(crate) row_numbers: u16,
    /// The height of the clue numbers of the columns, which stand between the board and the columns' names.
    pub(crate) column_numbers: u16,
    /// The row of the header, which names the puzzle; `None` if the header shares the row of `status`.
    pub header: Option<Rect>,
    /// The row of the status strip.
    pub status: Rect,
    /// The area of the text about the game.
    pub panel: Rect,
    /// `true` if the panel is beside the board; `false` if the panel is below the board.
    pub is_wide: bool,
}

impl ScreenLayout {
    /// Returns the layout for [`Face::screen`]; `None` if the screen is too small for the game.
    #[must_use]
    pub fn of(face: &Face) -> Option<ScreenLayout> {
        let (columns, rows) = face.screen;
        if columns < SMALLEST.0 || rows < SMALLEST.1 {
            return None;
        }
        let area = Rect::new(0, 0, columns, rows);
        let board = face.model.board();
        let left = columns.checked_sub(PANEL.0 + 2).filter(|_| rows >= 16).map(|columns| Room { columns, rows });
        let beside = left.filter(|room| room.columns > row_names(board, columns) + SMALLEST_CELL.0);
        // The layout with the panel below needs one row above the board for the total, and at least two rows below the
        // board for the panel.
        // The lesson needs rows for its task, the messages and the keys.
        let lesson = if face.model.has_lesson() { LESSON_ROWS } else { 0 };
        let below = Room { columns, rows: (rows - 3).saturating_sub(lesson).max(5) };
        let sizes = cell_sizes(board);
        // Smaller cells are better than a panel without room for the keys.
        let with_keys = Room { rows: below.rows.saturating_sub(1), ..below };
        let fit = |room: Room| {
            let first = |room: Room| sizes.iter().copied().find(|&cell| room.holds(board, cell));
            first(with_keys).filter(|&cell| cell != NARROW).or_else(|| first(room))
        };
        // Very large cells leave the panel its comfortable width.
        let comfortable = |room: Room| Room { columns: room.columns.saturating_sub(COMFORTABLE - PANEL.0), ..room };
        let fit_beside = |room: Room| {
            let mut sizes = sizes.iter().copied();
            sizes.find(
                |&cell| if cell.1 > LARGE { comfortable(room).holds(board, cell) } else { room.holds(board, cell) },
            )
        };
        // Prefer the layout with the larger cells. If the cells beside a panel have `ROOMY` rows or more, or both
        // layouts have equal cells, prefer the panel beside the board, which has more room there.
        let (room, cell, is_wide) = match (beside.and_then(|room| Some((room, fit_beside(room)?))), fit(below)) {
            (Some((room, cell)), Some(other))
                if cell.1 >= other.1.min(ROOMY) && (cell != NARROW || other == NARROW) =>
            {
                (room, cell, true)
            }
            (Some((room, cell)), None) => (room, cell, true),
            (_, Some(cell)) => (below, cell, false),
            (None, None) => {
                let cell = if face.is_narrow && sizes.contains(&NARROW) { NARROW } else { SMALLEST_CELL };
                match (left.filter(|_| board.columns() == 1), beside.filter(|_| columns >= MAPPED)) {
                    // A long list has the same number of rows in either layout.
                    (Some(room), _) => (room, (LIST_CELL.0.max(list_width(board)), LIST_CELL.1), true),
                    // A panel beside the board has room for a map of the whole board.
                    (None, Some(room)) => (room, cell, true),
                    (None, None) => (below, cell, false),
                }
            }
        };
        let cell = if is_wide { room.widened(board, cell) } else { cell };
        Some(room.arrange(area, face, cell, is_wide))
    }

    /// Returns the area of `cell` on the screen, with the lines above it and left of it; `None` if it is not visible.
    #[must_use]
    pub fn rect_of(&self, cell: Cell) -> Option<Rect> {
        let column = cell.column.checked_sub(self.origin.column).filter(|&column| column < self.shown.0)?;
        let row = cell.row.checked_sub(self.origin.row).filter(|&row| row < self.shown.1)?;
        let (width, height) = self.cell;
        // Visible cells are on the screen, so their positions fit in 16 bits.
        let x = self.board.x + column as u16 * width;
        let y = self.board.y + row as u16 * height;
        Some(Rect::new(x, y, width, height))
    }

    /// Returns the cell at a column and row of the screen; `None` if there is no cell.
    pub(crate) fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let column = usize::from(column.checked_sub(self.board.x)? / self.cell.0);
        let row = usize::from(row.checked_sub(self.board.y)? / self.cell.1);
        let is_shown = column < self.shown.0 && row < self.shown.1;
        is_shown.then_some(Cell { row: self.origin.row + row, column: self.origin.column + column })
    }

    /// Returns the visible cells with their areas.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Cell, Rect)> {
        let cells = move |(row, _)| self.columns().map(move |(column, _)| Cell { row, column });
        self.rows().flat_map(cells).filter_map(|cell| Some((cell, self.rect_of(cell)?)))
    }

    /// Returns the visible rows, each with the area of its first visible cell.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (usize, Rect)> {
        let rows = self.origin.row..self.origin.row + self.shown.1;
        rows.filter_map(|row| Some((row, self.rect_of(Cell { row, ..self.origin })?)))
    }

    /// Returns the visible columns, each with the area of its first visible cell.
    pub(crate) fn columns(&self) -> impl Iterator<Item = (usize, Rect)> {
        let columns = self.origin.column..self.origin.column + self.shown.0;
        columns.filter_map(|column| Some((column, self.rect_of(Cell { column, ..self.origin })?)))
    }

    /// Returns the part of a cell's area `rect` that is left for the content, without lines and brackets.
    #[must_use]
    pub fn inner(rect: Rect) -> Rect {
        if rect.width == NARROW.0 {
            return rect;
        }
        let line = u16::from(rect.height > 1);
        Rect::new(rect.x + 1, rect.y + line, rect.width - 1, rect.height - line)
    }

    /// Returns `true` if only a part of the board is visible.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.shown != self.size
    }
}

/// The number of rows of a panel below the board that the lesson needs in addition.
const LESSON_ROWS: u16 = 5;

/// The size of the cells if none of [`CELLS`] fits.
const SMALLEST_CELL: (u16, u16) = CELLS[CELLS.len() - 1];

/// The size of cells without lines or brackets, which shows more of a large board.
pub(super) const NARROW: (u16, u16) = (1, 1);

/// The minimum width of the screen, in columns, at which the panel is beside a board that does not fit the screen. On
/// narrower screens the panel is below the board.
const MAPPED: u16 = 72;

/// The size of the cells of a list (a board with a single column) that is longer than the screen. Each cell has room
/// for a number.
const LIST_CELL: (u16, u16) = (8, 1);

/// The maximum width of a cell of a list (a board with a single column), in columns of the screen.
const MAX_LIST_WIDTH: usize = 40;

/// The minimum width in columns of the panel beside a board whose cells are widened.
const PANEL_KEPT: u16 = 32;

/// Returns the width of the cells of a list (a board with a single column), with room for all pencil marks, for the
/// longest name of a value, and for the price of a cell. Returns 0 for boards with several columns.
fn list_width(board: &GameBoard) -> u16 {
    if board.columns() > 1 {
        return 0;
    }
    let puzzle = board.puzzle();
    let all = || (0..puzzle.variables()).map(Variable::from_index);
    let marks = if board.has_values() { 2 * board.values() } else { 0 };
    // A sign may stand before the name.
    let name = |variable| puzzle.cell_and_value(variable).map(|(_, name)| name.chars().count() + 3);
    let price =
        puzzle.weights().map(|weights| all().map(|one| price_of(weights, one).chars().count()).max().unwrap_or(0));
    // The price stands beside the content of the cell.
    let price = price.map(|price| price + 1 + usize::from(LIST_CELL.0));
    let widths = [Some(marks), all().filter_map(name).max(), price.filter(|_| !board.has_values())];
    widths.into_iter().flatten().max().unwrap_or(0).min(MAX_LIST_WIDTH) as u16
}

/// Returns the price of a variable as text.
pub(super) fn price_of(weights: &Weights, variable: Variable) -> String {
    weights.written(i128::from(weights.of(variable)))
}

/// Returns the columns and rows of the grid of pencil marks in a cell.
pub(super) fn value_grid(board: &GameBoard) -> (u16, u16) {
    // A cell has at most 625 values.
    let values = board.values() as u16;
    let columns = (1..=values).find(|side| side * side >= values).unwrap_or(1);
    (columns, values.div_ceil(columns))
}

/// Returns the possible sizes of a board's cells, the largest first: the sizes of [`CELLS`]. For cells with values, two
/// sizes are added, the smallest that hold all pencil marks, with and without gaps. For other cells without regions,
/// [`NARROW`] is added.
fn cell_sizes(board: &GameBoard) -> Vec<(u16, u16)> {
    let mut sizes = CELLS.to_vec();
    sizes.iter_mut().for_each(|(width, _)| *width = (*width).max(list_width(board)));
    if board.has_values() {
        let (columns, rows) = value_grid(board);
        sizes.extend([(2 * columns, rows + 1), (columns + 1, rows + 1)]);
        sizes.sort_unstable_by_key(|&(width, height)| std::cmp::Reverse((height, width)));
    } else if board.puzzle().region(board.first_cell()).is_none() {
        sizes.push(NARROW);
    }
    sizes
}

/// Returns the width of the names and clue numbers of the rows and of the gap before the board, at most half of
/// `columns`.
fn row_names(board: &GameBoard, columns: u16) -> u16 {
    ((board.row_label_width().min(usize::from(u16::MAX) - 99) as u16) + 1 + row_numbers(board)).min(columns / 2)
}

/// Returns the width of the clue numbers beside the rows, including the signs after them.
fn row_numbers(board: &GameBoard) -> u16 {
    match board.side_numbers() {
        (0, _) => 0,
        (width, _) => width as u16 + 1,
    }
}

/// Returns the height of the clue numbers of the columns: one row, or none.
fn column_numbers(board: &GameBoard) -> u16 {
    u16::from(board.side_numbers().1)
}

/// If the panel is below the board, the screen has a row for the header only if the board and the names of its columns
/// leave more rows than this.
const ROOM_FOR_HEADER: u16 = 6;

/// Returns the number of free columns at either side of a screen with this number of columns, if there is room.
pub(super) fn margin(columns: u16) -> u16 {
    match columns {
        100.. => 2,
        60.. => 1,
        _ => 0,
    }
}

/// The space available for the board and the names of its columns and rows.
#[derive(Clone, Copy)]
struct Room {
    columns: u16,
    rows: u16,
}

impl Room {
    /// Returns `true` if the whole board fits with cells of this size; see [`Room::arrange`].
    fn holds(self, board: &GameBoard, (width, height): (u16, u16)) -> bool {
        let closing = u16::from(height > 1);
        row_names(board, self.columns) + board.columns() as u16 * width < self.columns
            && board.rows() as u16 * height + closing + column_numbers(board) < self.rows
    }

    /// Returns the size of a cell that is wide enough for all pencil marks, or as wide as the panel allows.
    fn widened(self, board: &GameBoard, (mut width, height): (u16, u16)) -> (u16, u16) {
        // One row belongs to the lines of the grid, if there are lines.
        let rows = height.saturating_sub(1).max(1);
        let wanted = if board.has_values() { (board.values() as u16).div_ceil(rows) + 1 } else { width };
        let narrower = Room { columns: (self.columns + PANEL.0).saturating_sub(PANEL_KEPT), ..self };
        while width < wanted && narrower.holds(board, (width + 1, height)) {
            width += 1;
        }
        (width, height)
    }

    fn arrange(self, area: Rect, face: &Face, cell: (u16, u16), is_wide: bool) -> ScreenLayout {
        let board = face.model.board();
        let size = (board.columns(), board.rows());
        let (width, height) = cell;
        let closing = u16::from(height > 1);
        let row_names = row_names(board, self.columns);
        let (row_numbers, column_numbers) = (row_numbers(board).min(row_names - 1), column_numbers(board));
        let less = |rows: u16| Room { rows: self.rows.saturating_sub(rows), ..self };
        // The bar, a row for header and status strip, is above board and panel unless it would cut the board.
        let is_whole = self.holds(board, cell);
        let bar = if is_wide { u16::from(!is_whole || less(1).holds(board, cell)) } else { 0 };
        // One column is for the cursor's right bracket or the closing line, one row for the columns' names.
        let columns = usize::from((self.columns - row_names - 1) / width).min(size.0);
        let rows = usize::from((self.rows - bar - 1 - closing - column_numbers) / height).min(size.1);
        let focus = face.model.focus();
        let origin = Cell {
            row: scrolled(face.origin.row, focus.row, rows, size.1),
            column: scrolled(face.origin.column, focus.column, columns, size.0),
        };
        let (board_width, board_height) = (columns as u16 * width + 1, rows as u16 * height + closing);
        let row = |x: u16, y: u16, width: u16| Rect::new(x, y, width, 1);
        let (board, panel, header, status) = if is_wide {
            // Centre board and panel together, and a gap below the bar if there is room.
            let room = area.width - row_names - board_width - 2;
            let margin = margin(area.width).min(room.saturating_sub(PANEL.0) / 2);
            let panel_width = (room - 2 * margin).min(PANEL.1);
            let x = (room - panel_width) / 2;
            // The panel needs a minimum height even if the board is low.
            let block = (board_height + column_numbers + 1).max(18).min(area.height - bar);
            let bar = bar + u16::from(bar > 0 && block + bar < area.height);
            let panel_y = bar + (area.height - bar - block) / 2;
            let y = panel_y + (block - board_height - column_numbers - 1) / 2;
            let board = Rect::new(x + row_names, y, board_width, board_height);
            let panel = Rect::new(board.right() + 2, panel_y, panel_width, block);
            if bar > 0 {
                (board, panel, None, row(x, panel_y - bar, panel.right() - x))
            } else {
                let [header, status] = [0, 1].map(|line| row(panel.x, panel.y + line, panel.width));
                let panel = Rect { y: panel.y + 2, height: panel.height - 2, ..panel };
                (board, panel, Some(header), status)
            }
        } else {
            let x = (area.width - row_names - board_width) / 2;
            let used = board_height + column_numbers + 1;
            // A low terminal has no row for the header.
            let head = if area.height - used > ROOM_FOR_HEADER { 2 } else { 1 };
            let board = Rect::new(x + row_names, head, board_width, board_height);
            let below = head + used;
            let margin = margin(area.width);
            let (left, width) = (margin, area.width - 2 * margin);
            let panel = Rect::new(left, below, width, area.height - below);
            (board, panel, (head == 2).then(|| row(left, 0, width)), row(left, head - 1, width))
        };
        let shown = (columns, rows);
        ScreenLayout {
            size,
            cell,
            board,
            origin,
            shown,
            row_names,
            row_numbers,
            column_numbers,
            header,
            status,
            panel,
            is_wide,
        }
    }
}

/// Returns the index of the first visible row or column, if `shown` of `n` rows or columns are visible. Scrolls
/// from `origin` only as far as needed to show `cursor`; after a jump further than a screen, `cursor` is centred.
pub(super) fn scrolled(origin: usize, cursor: usize, shown: usize, n: usize) -> usize {
    let has_jumped = cursor + shown < origin || cursor >= origin + 2 * shown;
    let origin = if has_jumped { cursor.saturating_sub(shown / 2) } else { origin };
    origin.clamp((cursor + 1).saturating_sub(shown), cursor).min(n - shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Input;
    use crate::run::ColorChoice;
    use crate::theme::Theme;
    use game::keys::Command;
    use game::{Message, Model, Series};
    use nqueens_guide::{Queens, Size};
    use std::sync::Arc;

    fn face(n: usize, screen: (u16, u16)) -> Face {
        let none = Series::of(Vec::new());
        let theme = Theme::from_env(ColorChoice::Never, |_| None);
        let model = Model::new(Arc::new(none), n, Arc::new(Queens::new(Size::new(n).unwrap())));
        Face::new(model, theme, screen)
    }

    #[test]
    fn everything_is_on_the_screen_and_each_cell_is_found_where_it_is_drawn() {
        for n in 1..=15 {
            for columns in 20..130 {
                for rows in 8..60 {
                    let mut face = face(n, (columns, rows));
                    let screen = Rect::new(0, 0, columns, rows);
                    for corner in [0, n - 1] {
                        let at = Cell { row: corner, column: corner };
                        let _ = face.update(Input::Game(Message::ClickPlace(at, None)));
                        let layout = ScreenLayout::of(&face).unwrap();
                        let what = format!("{n} on {columns} x {rows}: {layout:?}");
                        assert_eq!(screen.union(layout.board), screen, "{what}");
                        assert_eq!(screen.union(layout.panel), screen, "{what}");
                        assert!(layout.board.intersection(layout.panel).is_empty(), "{what}");
                        assert!(layout.panel.height >= 2, "{what}");
                        assert!(layout.board.x >= layout.row_names && layout.board.bottom() < rows, "{what}");
                        assert!(layout.shown.0 >= 1 && layout.shown.1 >= 4.min(n), "{what}");
                        let rect = layout.rect_of(face.model.cursor()).expect("the cursor is shown");
                        assert_eq!(layout.cell_at(rect.x, rect.y), Some(face.model.cursor()), "{what}");
                        assert_eq!(
                            layout.cell_at(rect.right() - 1, rect.bottom() - 1),
                            Some(face.model.cursor()),
                            "{what}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn larger_terminals_have_larger_cells() {
        let cells = |screen| ScreenLayout::of(&face(8, screen)).unwrap().cell;
        assert_eq!(cells((20, 8)), (2, 1));
        assert_eq!(cells((40, 15)), (3, 1));
        assert_eq!(cells((80, 24)), (4, 2));
        assert_eq!(cells((120, 40)), (8, 4));
        assert_eq!(cells((200, 60)), (14, 7));
    }

    /// Cells are smaller rather than that no row is left for the keys.
    #[test]
    fn there_is_room_for_the_keys_below_the_board() {
        for n in 4..=9 {
            let layout = ScreenLayout::of(&face(n, (40, 20))).unwrap();
            assert!(layout.panel.height >= 3, "{n}: {layout:?}");
        }
        assert_eq!(ScreenLayout::of(&face(5, (40, 20))).unwrap().cell, (4, 2));
    }

    #[test]
    fn large_boards_shrink_or_are_shown_in_part_beside_a_map() {
        let layout = |n, screen| ScreenLayout::of(&face(n, screen)).unwrap();
        for (n, screen, cell, is_cut) in [
            (16, (80, 24), (2, 1), false),
            (50, (80, 24), (2, 1), true),
            (50, (200, 60), (3, 1), false),
            (55, (100, 60), (1, 1), false),
            (100, (200, 60), (2, 1), true),
            (200, (80, 24), (2, 1), true),
        ] {
            let layout = layout(n, screen);
            assert_eq!((layout.cell, layout.is_cut(), layout.is_wide), (cell, is_cut, true), "{n} on {screen:?}");
        }
        assert!(!layout(100, (60, 24)).is_wide, "there is no room for words beside it");
        let mut narrow = face(100, (80, 24));
        let shown = ScreenLayout::of(&narrow).unwrap().shown;
        let _ = narrow.update(Input::Command(Command::Narrow));
        assert_eq!(ScreenLayout::of(&narrow).unwrap().shown, (2 * shown.0 + 1, shown.1), "twice as much is shown");
    }

    #[test]
    fn scrolling_moves_no_further_than_needed() {
        assert_eq!(scrolled(0, 3, 4, 8), 0);
        assert_eq!(scrolled(0, 4, 4, 8), 1);
        assert_eq!(scrolled(4, 5, 4, 8), 4);
        assert_eq!(scrolled(4, 3, 4, 8), 3);
        assert_eq!(scrolled(40, 20, 10, 100), 15, "a jump puts the cursor in the middle");
        assert_eq!(scrolled(40, 98, 10, 100), 90);
        assert_eq!(scrolled(7, 7, 8, 8), 0);
    }
}
