//! The lines between the cells: light lines around cells, heavy lines around regions.

use std::collections::BTreeSet;

use puzzle_kind::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::ScreenLayout;
use crate::face::Face;

/// The weights of lines: no line, a light line, a heavy line.
const NONE: u8 = 0;
const LIGHT: u8 = 1;
const HEAVY: u8 = 2;

/// Draws the lines between the cells. If cells are only one text row high, draws only the borders of regions, as far as
/// there is room.
pub(super) fn draw(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let lines = GridLines::of(face, layout);
    if layout.cell.1 == 1 {
        layout.cells().for_each(|(cell, rect)| lines.draw_in_a_row(cell, rect, buffer));
        return;
    }
    let board = layout.board;
    for y in 0..board.height {
        for x in 0..board.width {
            let arms = lines.arms(x, y);
            if face.theme.has_blocks() {
                let style = if arms.contains(&HEAVY) { face.theme.border() } else { lines.light_style() };
                if let Some(symbol) = block(arms) {
                    // The rest of the place keeps the background of the cell.
                    buffer[(board.x + x, board.y + y)].set_symbol(symbol).set_style(Style { bg: None, ..style });
                }
                continue;
            }
            let symbol = face.theme.glyphs.joint(arms);
            if symbol == ' ' {
                continue;
            }
            let place = &mut buffer[(board.x + x, board.y + y)];
            let mut style = face.theme.line();
            if arms.contains(&HEAVY) {
                // The border must not have the cell's style.
                place.reset();
                place.set_style(face.theme.screen());
                style = face.theme.border();
            }
            place.set_char(symbol).set_style(style);
        }
    }
    draw_letters(face, layout, buffer);
    draw_corners(face, layout, buffer);
}

/// Returns the character for lines at the left and upper edges of cells, so that the background of a cell begins
/// exactly at its lines; `None` if no line goes right or down. A border is half a character wide: `▀` in a horizontal
/// line, `▌` in a vertical line, and `▛` or `▘` where borders meet. A light line is an eighth of a character wide.
/// `arms` are the weights of the lines up, right, down and left.
fn block(arms: [u8; 4]) -> Option<&'static str> {
    match arms {
        _ if arms.contains(&HEAVY) => Some(border(arms[1] == HEAVY, arms[2] == HEAVY)),
        [_, _, LIGHT, _] => Some("▏"),
        [_, LIGHT, ..] => Some("▔"),
        _ => None,
    }
}

/// Returns the character of a border, half a character wide, that goes on to the right and down, or that ends here.
pub(super) fn border(right: bool, down: bool) -> &'static str {
    match (right, down) {
        (true, true) => "▛",
        (true, false) => "▀",
        (false, true) => "▌",
        (false, false) => "▘",
    }
}

/// Returns `true` if the cells of the board have lines between them.
pub(super) fn are_drawn(face: &Face, layout: &ScreenLayout) -> bool {
    let lines = GridLines::of(face, layout);
    layout.cell.1 > 1 && (lines.has_regions || lines.within == LIGHT)
}

/// Writes the texts in the corners of cells, such as the number of pieces in a cage.
fn draw_corners(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    for (cell, rect) in layout.cells() {
        let inner = ScreenLayout::inner(rect);
        let Some(text) = face.model.board().puzzle().corner(cell).filter(|_| inner.height > 1) else { continue };
        let style = buffer[(inner.x, inner.y)].style().patch(face.theme.dim());
        buffer.set_stringn(inner.x, inner.y, text, usize::from(inner.width), style);
    }
}

/// Writes the region letters, which explanations use, into the first cell of each region.
fn draw_letters(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let puzzle = face.model.board().puzzle();
    let mut seen = BTreeSet::new();
    let rows = 0..face.model.board().rows();
    for cell in rows.flat_map(|row| (0..face.model.board().columns()).map(move |column| Cell { row, column })) {
        let Some(region) = puzzle.region(cell).filter(|&region| seen.insert(region)) else { continue };
        let (Some(letter), Some(rect)) = (puzzle.region_letter(region), layout.rect_of(cell)) else { continue };
        let inner = ScreenLayout::inner(rect);
        let place = &mut buffer[(inner.x, inner.y)];
        // The content of the cell has priority.
        if [" ", face.theme.glyphs.closed].contains(&place.symbol()) {
            place.set_char(letter).set_style(face.theme.dim());
        }
    }
}

struct GridLines<'a> {
    face: &'a Face,
    layout: &'a ScreenLayout,
    has_regions: bool,
    /// The weight of a line within a region, or on a board without regions.
    within: u8,
}

impl GridLines<'_> {
    fn of<'a>(face: &'a Face, layout: &'a ScreenLayout) -> GridLines<'a> {
        let has_regions = layout.cells().any(|(cell, _)| face.model.board().puzzle().region(cell).is_some());
        // Light lines are superfluous if the backgrounds of squares differ, and misleading if all lines look the same
        // and regions have borders.
        let is_checkered = face.theme.palette.is_checkered() && !face.model.board().has_values() && !has_regions;
        let is_bare = is_checkered || (has_regions && !face.theme.glyphs.has_weights);
        GridLines { face, layout, has_regions, within: if is_bare { NONE } else { LIGHT } }
    }

    /// Returns the style of the light lines: on coloured regions, the background of the screen.
    fn light_style(&self) -> Style {
        let is_tinted = self.face.theme.tints() > 0 && self.face.model.board().has_named_regions();
        match self.face.theme.screen().bg.filter(|_| is_tinted) {
            Some(ground) => Style::new().fg(ground),
            None => self.face.theme.line(),
        }
    }

    /// Returns the weight of the line between the cells `a` and `b`, one of which may be off the board.
    fn between(&self, a: Cell, b: Cell) -> u8 {
        let board = self.face.model.board();
        let region = |cell| if board.contains(cell) { board.puzzle().region(cell) } else { None };
        if self.has_regions && region(a) != region(b) { HEAVY } else { self.within }
    }

    /// Returns the weight of the line left of a cell.
    fn left_of(&self, column: usize, row: usize) -> u8 {
        self.between(Cell { row, column: column.wrapping_sub(1) }, Cell { row, column })
    }

    /// Returns the weight of the line above a cell.
    fn above(&self, column: usize, row: usize) -> u8 {
        self.between(Cell { row: row.wrapping_sub(1), column }, Cell { row, column })
    }

    /// Returns the weights of the lines that go up, right, down and left from the point `x`, `y` of the screen,
    /// relative to the upper left corner of the board.
    fn arms(&self, x: u16, y: u16) -> [u8; 4] {
        let (width, height) = self.layout.cell;
        let (last_x, last_y) = (self.layout.board.width - 1, self.layout.board.height - 1);
        let column = self.layout.origin.column + usize::from(x / width);
        let row = self.layout.origin.row + usize::from(y / height);
        let (is_left, is_top) = (x.is_multiple_of(width), y.is_multiple_of(height));
        [
            if is_left && y > 0 { self.left_of(column, row - usize::from(is_top)) } else { NONE },
            if is_top && x < last_x { self.above(column, row) } else { NONE },
            if is_left && y < last_y { self.left_of(column, row) } else { NONE },
            if is_top && x > 0 { self.above(column - usize::from(is_left), row) } else { NONE },
        ]
    }

    /// Draws the borders of a cell that is one text row high: at the left the letter of the region or a border, and an
    /// underline for the lower border.
    fn draw_in_a_row(&self, cell: Cell, rect: Rect, buffer: &mut Buffer) {
        let puzzle = self.face.model.board().puzzle();
        let Some(region) = puzzle.region(cell) else { return };
        let theme = self.face.theme;
        if let Some(letter) = puzzle.region_letter(region) {
            // The cell keeps its background.
            buffer[(rect.x, rect.y)].set_char(letter).set_style(theme.dim());
            return;
        }
        if self.left_of(cell.column, cell.row) == HEAVY && cell.column > 0 {
            let border = theme.glyphs.joint([HEAVY, NONE, HEAVY, NONE]);
            buffer[(rect.x, rect.y)].set_char(border).set_style(theme.dim());
        }
        let is_last = cell.row + 1 == self.face.model.board().rows();
        if !is_last && self.above(cell.column, cell.row + 1) == HEAVY {
            buffer.set_style(Rect { height: 1, ..rect }, Style::new().add_modifier(Modifier::UNDERLINED));
        }
    }
}
