//! Region boards drawn with characters: borders between regions, so that nothing depends on colours.

use crossterm::style::{Color, Stylize};
use regions_guide::{Board, Size, Square};

/// The widest line that every terminal shows.
pub(super) const WIDTH: usize = 80;

/// A queen, where letters stand on the other squares.
pub(super) const QUEEN: char = '♛';

/// Light backgrounds that differ also for most who are colour-blind, as numbers of the 256 colours of terminals.
const BACKGROUNDS: [u8; 13] = [217, 153, 193, 229, 183, 223, 159, 250, 225, 120, 180, 111, 215];

/// Paints a text with the background of a square's region.
pub(super) fn tinted(board: &Board, square: Square, text: String) -> String {
    let background = BACKGROUNDS[board.region(square) % BACKGROUNDS.len()];
    text.with(Color::AnsiValue(16)).on(Color::AnsiValue(background)).to_string()
}

/// A board with its regions' letters, and with queens instead on some squares.
pub(super) fn with_queens(board: &Board, queens: &[Square], color: bool) -> Vec<String> {
    let text = |square| {
        let letter = board.letter(board.region(square));
        if queens.contains(&square) { QUEEN } else { letter }.to_string()
    };
    draw(board, text, |square, text| if color { tinted(board, square, text) } else { text }).lines
}

/// A drawn board.
pub(super) struct Drawn {
    /// The lines, all equally wide.
    pub(super) lines: Vec<String>,
    /// How wide they are, without what makes colours.
    pub(super) width: usize,
}

/// A board with a text on every square, borders around its regions, ranks at its left and files below it. What lies
/// within a region is painted.
pub(super) fn draw(board: &Board, text: impl Fn(Square) -> String, paint: impl Fn(Square, String) -> String) -> Drawn {
    let size = board.size();
    let n = size.get();
    let widest = size.squares().map(|square| text(square).chars().count()).max().unwrap_or_default();
    let label = size.to_string().len();
    // A blank on both sides of every text, where that fits.
    let room = label + 2 + n * (widest + 3);
    let width = if room <= WIDTH { widest + 2 } else { widest };
    let grid = Grid { board, size };
    let mut lines = Vec::new();
    for row in 0..=n {
        let mut edge = format!("{:label$} ", "");
        let mut cells = format!("{:>label$} ", n - row);
        for column in 0..=n {
            edge.push_str(&grid.paint_within(row, column, grid.joint(row, column).to_string(), &paint));
            let border = if grid.has_left(row, column) { '│' } else { ' ' };
            cells.push_str(&grid.paint_within(row, column, border.to_string(), &paint));
            if column == n {
                continue;
            }
            let border = if grid.has_top(row, column) { "─" } else { " " };
            edge.push_str(&grid.paint_within(row, column, border.repeat(width), &paint));
            if let Some(square) = grid.square(row, column) {
                cells.push_str(&paint(square, format!("{:^width$}", text(square))));
            }
        }
        lines.push(edge);
        if row < n {
            lines.push(cells);
        }
    }
    let files = size.rank(0).map(|square| format!(" {:^width$}", nqueens_guide::file_name(square.file())));
    lines.push(format!("{:label$} {} ", "", files.collect::<String>()));
    Drawn { lines, width: label + 2 + n * (width + 1) }
}

/// The squares by rows from the top, and the borders at their upper left.
struct Grid<'a> {
    board: &'a Board,
    size: Size,
}

impl Grid<'_> {
    fn square(&self, row: usize, column: usize) -> Option<Square> {
        let rank = self.size.get().checked_sub(row.checked_add(1)?)?;
        Square::new(column, rank).filter(|&square| self.size.contains(square))
    }

    /// The region at a place; `None` off the board, which has a border all around.
    fn region(&self, row: usize, column: usize) -> Option<usize> {
        self.square(row, column).map(|square| self.board.region(square))
    }

    /// Whether there is a border above a place.
    fn has_top(&self, row: usize, column: usize) -> bool {
        self.region(row.wrapping_sub(1), column) != self.region(row, column)
    }

    /// Whether there is a border at the left of a place.
    fn has_left(&self, row: usize, column: usize) -> bool {
        self.region(row, column.wrapping_sub(1)) != self.region(row, column)
    }

    /// The character at the upper left corner of a place, where up to four borders meet.
    fn joint(&self, row: usize, column: usize) -> char {
        let up = self.has_left(row.wrapping_sub(1), column);
        let (down, right) = (self.has_left(row, column), self.has_top(row, column));
        let left = self.has_top(row, column.wrapping_sub(1));
        let borders =
            [up, down, left, right].into_iter().rev().fold(0, |borders, border| borders << 1 | usize::from(border));
        // A border never ends at a corner, so that those with one arm do not occur.
        [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'][borders]
    }

    /// Paints what lies between squares if there is no border, for then they are of one region.
    fn paint_within(
        &self,
        row: usize,
        column: usize,
        text: String,
        paint: impl Fn(Square, String) -> String,
    ) -> String {
        match self.square(row, column) {
            Some(square) if text.trim().is_empty() => paint(square, text),
            _ => text,
        }
    }
}
