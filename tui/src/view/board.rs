//! The drawing of the board.

pub(super) mod digits;
pub(super) mod pieces;
mod rays;
pub(super) mod values;

use std::cmp::Ordering;

use game::{Mode, Shade, Side, Tone};
use puzzle_core::{BigUint, Variable};
use puzzle_kind::{Cell, CellSign, Relation};
use ratatui::buffer::{Buffer, Cell as BufferCell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::cells::{CellPainter, DrawnCell, Extent};
use super::layout::{ScreenLayout, price_of};
use super::lines;
use crate::face::Face;
use pieces::Margins;

pub use values::cell_at;

/// Draws the visible cells, the [`lines`] between them, and the names of columns and rows.
pub(super) fn draw(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let cells = CellPainter::of(face, layout.cell.1);
    let has_lines = lines::are_drawn(face, layout);
    for (cell, rect) in layout.cells() {
        draw_cell(face, &cells, cell, rect, has_lines, buffer);
    }
    draw_wave(face, layout, buffer);
    lines::draw(face, layout, buffer);
    rays::draw(face, layout, &cells, buffer);
    draw_outlines(face, layout, &cells, has_lines, buffer);
    draw_colours(face, layout, buffer);
    draw_clashes(face, layout, &cells, buffer);
    draw_sides(face, layout, buffer);
    draw_neighbours(face, layout, has_lines, buffer);
    draw_cursor(face, layout, has_lines, buffer);
    // The signs come last: a sign may replace a bracket of the cursor, since the cursor is visible without this
    // bracket.
    draw_signs(face, layout, buffer);
}

/// Draws the background of the cells in the wave that follows a solution.
fn draw_wave(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let Mode::Result(screen) = face.model.mode() else { return };
    for (_, rect) in layout.cells().filter(|&(cell, _)| screen.is_in_wave(face.model.board(), cell)) {
        buffer.set_style(rect, face.theme.wave());
    }
}

/// Returns the position of a sign on the screen: on the line between its two cells. Returns `None` if one of the two
/// cells is not visible, or if no line is between them.
fn place_of(sign: CellSign, layout: &ScreenLayout) -> Option<Position> {
    let (rect, _) = (layout.rect_of(sign.second)?, layout.rect_of(sign.first)?);
    let inner = ScreenLayout::inner(rect);
    if sign.first.row == sign.second.row {
        (rect != inner).then(|| Position::new(rect.x, middle(inner)))
    } else {
        (rect.height > 1).then(|| Position::new(inner.x + (inner.width - 1) / 2, rect.y))
    }
}

/// Draws the signs between cells, such as `<`, which compare the values of neighbours.
fn draw_signs(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    for &sign in face.model.board().puzzle().signs() {
        let Some(position) = place_of(sign, layout) else { continue };
        let glyph = face.theme.glyphs.relation(sign.relation, sign.first.row == sign.second.row);
        let place = &mut buffer[position];
        place.reset();
        place.set_style(face.theme.screen());
        place.set_symbol(glyph).set_style(face.theme.strong());
        if sign.first.row < sign.second.row && layout.cell.0 > 5 {
            // A gap makes the sign stand out from the line.
            for x in [position.x - 1, position.x + 1] {
                buffer[(x, position.y)].set_symbol(" ");
            }
        }
    }
}

/// Returns the relations whose signs are visible between cells, each with its glyph, in the order of the puzzle.
pub(super) fn visible_relations(face: &Face, layout: &ScreenLayout) -> Vec<(Relation, &'static str)> {
    let mut found: Vec<(Relation, &'static str)> = Vec::new();
    for &sign in face.model.board().puzzle().signs().iter().filter(|&&sign| place_of(sign, layout).is_some()) {
        let glyph = face.theme.glyphs.relation(sign.relation, sign.first.row == sign.second.row);
        if !found.iter().any(|(_, other)| *other == glyph) {
            found.push((sign.relation, glyph));
        }
    }
    found
}

/// Draws a sign in each neighbour of the cell under the cursor, if the grid doesn't show the neighbours. The sign is in
/// the lower left corner of the neighbour. If cells are only one text row high, the sign is in the gap before the
/// neighbour.
fn draw_neighbours(face: &Face, layout: &ScreenLayout, has_lines: bool, buffer: &mut Buffer) {
    if !matches!(face.model.mode(), Mode::Play) {
        return;
    }
    for (cell, rect) in face.model.neighbours_of_cursor().into_iter().filter_map(|at| Some((at, layout.rect_of(at)?))) {
        let inner = ScreenLayout::inner(rect);
        let light = Shade::of(face.model.board(), cell).light;
        // The colour of a line would look like a value, for instance in a map.
        let ground = match face.model.board().has_values() {
            true => face.theme.peer(Style::new(), light),
            false => face.theme.tone(Tone::Line, light),
        };
        // A value that is named after a colour, or that clashes, has a background of its own.
        let stands = |variable: &Variable| {
            face.model.guide().is_some_and(|guide| guide.status(*variable).stands() && face.model.board().has_values())
        };
        let is_filled = face.model.board().variables(cell).iter().any(stands);
        if ground.bg.is_some() && !is_filled {
            // Set only the colours: an underline would look like a border.
            let area = if has_lines || rect.height == 1 { inner } else { rect };
            buffer.set_style(area, Style { add_modifier: Modifier::empty(), ..ground });
        }
        let position = Position::new(if inner.height > 1 { inner.x } else { rect.x }, inner.bottom() - 1);
        buffer[position].set_symbol(face.theme.glyphs.neighbour).set_style(face.theme.strong());
    }
}

fn draw_cell(face: &Face, cells: &CellPainter<'_>, cell: Cell, rect: Rect, has_lines: bool, buffer: &mut Buffer) {
    let shade = Shade::of(face.model.board(), cell);
    let Some(variable) = face.model.board().only(cell) else {
        return values::draw(cells, cell, rect, shade, has_lines, buffer);
    };
    let DrawnCell { glyph, piece, is_hollow, extent, count, matters, style } = cells.drawn(variable, shade);
    if style.bg.is_some() {
        // Set only the colours: an underlined piece must not underline its whole cell.
        buffer.set_style(rect, Style { add_modifier: Modifier::empty(), ..style });
    }
    let whole = ScreenLayout::inner(rect);
    let inner = draw_price(face, variable, whole, style, buffer);
    let (room, margins) =
        if inner == whole { picture_room(face, rect, has_lines) } else { (inner, Margins::default()) };
    // The sign of a clash needs a column beside the picture, if there is no line before the cell to take it.
    let is_narrower = !has_lines && room.width > 2 && piece.is_some() && cells.scene.clashes_at(cell);
    let room = if is_narrower { Rect { x: room.x + 1, width: room.width - 2, ..room } } else { room };
    // A cell of one column has no room for the sign of a clash, which is only underlined there.
    let style = if rect.width > 1 && piece.is_some() { cells.picture_style(style, cell) } else { style };
    if let Some(symbol) = piece.filter(|_| count.is_none())
        && draw_picture(face, (symbol, is_hollow), (room, margins), style, buffer)
    {
        return;
    }
    let covered = match extent {
        Extent::Whole if rect.height == 1 || has_lines => Some(inner),
        Extent::Whole => Some(rect),
        Extent::Patch if rect.height > 1 => Some(patch(room, whole)),
        _ => None,
    };
    // A list has cells much wider than high.
    if let Some(covered) = covered.filter(|_| inner == whole) {
        for at in covered.positions() {
            buffer[at].set_symbol(&glyph).set_style(style);
        }
        return;
    }
    let repeated = || glyph.repeat(if extent == Extent::Width { usize::from(inner.width) } else { 1 });
    // A cell of one column has no room for a number.
    let Some(number) = count.filter(|_| inner.width > 1) else {
        return centred(buffer, inner, middle(inner), &repeated(), style);
    };
    let text = count_text(&number, inner.width, face.theme.glyphs.more);
    if inner.height > 1 && glyph == " " {
        return centred(buffer, inner, middle(inner), &text, style);
    }
    if inner.height > 1 {
        let row = inner.y + (inner.height - 2) / 2;
        let above = if extent == Extent::Number { glyph.repeat(text.chars().count()) } else { repeated() };
        centred(buffer, inner, row, &above, style);
        return centred(buffer, inner, row + 1, &text, style);
    }
    // A single row has room for the glyph or the number, or for both if the number is short.
    let beside = number.to_string() + &glyph;
    let text = match matters {
        true if beside.chars().count() <= usize::from(inner.width) => beside,
        true => repeated(),
        false => text,
    };
    centred(buffer, inner, inner.y, &text, style);
}

/// Returns the area for a picture in a cell at `rect`, and the numbers of free rows of pixels above and below it.
fn picture_room(face: &Face, rect: Rect, has_lines: bool) -> (Rect, Margins) {
    let inner = ScreenLayout::inner(rect);
    match rect {
        Rect { height: 1, .. } => (inner, Margins::default()),
        _ if !has_lines => {
            let margin = usize::from(rect.height > 2);
            (rect, Margins { above: margin, below: margin })
        }
        // Blocks are at the left and upper edges of their characters: an even number of columns is in the middle, and
        // the lower half of the line above the cell is free.
        _ if face.theme.has_blocks() => {
            (Rect { width: inner.width - 1, ..inner }, Margins { above: 0, below: usize::from(inner.height > 1) })
        }
        _ => (inner, Margins::default()),
    }
}

/// Draws the picture of a piece or of a printed clue into `room`, with at least the free rows of pixels of `margins`
/// above and below it. Returns `false` if no picture fits, or if `symbol` has none.
fn draw_picture(
    face: &Face,
    (symbol, is_hollow): (char, bool),
    (room, margins): (Rect, Margins),
    style: Style,
    buffer: &mut Buffer,
) -> bool {
    let glyphs = face.theme.glyphs;
    let picture = pieces::picture(symbol, room.as_size(), margins).filter(|_| glyphs.has_half_blocks);
    if let Some(picture) = picture {
        pieces::draw(picture, is_hollow, (room, margins), style, buffer);
        return true;
    }
    let is_text = glyphs.has_half_blocks && glyphs.piece(symbol) == symbol.to_string();
    is_text && digits::draw(symbol, room, margins.above, style, buffer)
}

/// Writes the price of a cell at the right end of the cell, on a board with a single column. Returns the area left for
/// the content.
fn draw_price(face: &Face, variable: Variable, inner: Rect, style: Style, buffer: &mut Buffer) -> Rect {
    let board = face.model.board();
    let Some(weights) = board.puzzle().weights().filter(|_| board.columns() == 1) else { return inner };
    let price = price_of(weights, variable);
    let width = price.chars().count() as u16;
    if width + 3 > inner.width {
        return inner;
    }
    if weights.of(variable) != 0 {
        buffer.set_string(inner.right() - width, middle(inner), price, style.patch(face.theme.dim()));
    }
    let longest = Variable::all(board.puzzle().variables()).map(|one| price_of(weights, one).chars().count()).max();
    Rect { width: inner.width.saturating_sub(longest.unwrap_or(0) as u16 + 1), ..inner }
}

pub(super) fn middle(rect: Rect) -> u16 {
    rect.y + (rect.height - 1) / 2
}

/// Returns the area of a hatched square in the middle of a cell: of the columns of `room` and of the rows of `inner`. A
/// character is about twice as high as wide.
fn patch(room: Rect, inner: Rect) -> Rect {
    let height = inner.height.div_ceil(4);
    // The width is odd in a room of odd width, so that the square is in the middle.
    let width = (2 * height - room.width % 2).min(room.width);
    Rect::new(room.x + (room.width - width) / 2, middle(inner) - (height - 1) / 2, width, height)
}

/// Formats a number for `width` columns: in full, or else in thousands (`12k`), or else as the sign `more`, such as
/// `…`.
fn count_text(number: &BigUint, width: u16, more: &str) -> String {
    let width = usize::from(width);
    let exact = number.to_string();
    let thousands = format!("{}k", number / 1000u32);
    if exact.len() <= width {
        exact
    } else if exact.len() > 3 && thousands.len() <= width {
        thousands
    } else {
        more.to_owned()
    }
}

/// Writes `text` centred in a row of `rect`.
pub(super) fn centred(buffer: &mut Buffer, rect: Rect, row: u16, text: &str, style: Style) {
    let width = text.chars().count().min(usize::from(rect.width));
    let column = rect.x + (rect.width - width as u16) / 2;
    buffer.set_stringn(column, row, text, usize::from(rect.width), style);
}

/// Draws a sign before each piece or value that clashes, in its cell or in the gap before the cell.
fn draw_clashes(face: &Face, layout: &ScreenLayout, cells: &CellPainter<'_>, buffer: &mut Buffer) {
    // A cell of one column has no gap; there a clash is only underlined.
    for (_, rect) in layout.cells().filter(|&(cell, rect)| rect.width > 1 && cells.scene.clashes_at(cell)) {
        let inner = ScreenLayout::inner(rect);
        let (x, y) = (inner.x + (inner.width - 1) / 2, middle(inner));
        let style = buffer[(x, y)].style();
        // The sign takes the column left of the glyph or picture. If the picture is as wide as the cell, the sign takes
        // the column of the line before the cell.
        let is_used = |&column: &u16| (y..inner.bottom()).any(|row| buffer[(column, row)].symbol() != " ");
        let first = (inner.x..x).find(is_used).unwrap_or(x);
        let free = if first > inner.x { first - 1 } else { rect.x };
        buffer[(free, y)].set_symbol(face.theme.glyphs.clash).set_style(style);
    }
}

/// Writes the names of rows and columns beside the board, and their clue numbers between the names and the board. A
/// sign follows a clue number if the row or column has that number of pieces, or more.
fn draw_sides(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    let (puzzle, theme) = (face.model.board().puzzle(), face.theme);
    let cursor = face.model.bracketed_cell();
    let pointed = face.model.pointed_side();
    let [from_left, from_below] = theme.glyphs.pointers;
    let style = |side: Side| {
        let is_cursor = cursor.is_some_and(|cell| side.contains(cell));
        if is_cursor || pointed == Some(side) { theme.strong() } else { theme.faint() }
    };
    let wanted = |side: Side| {
        let (number, reached) = face.model.side_number(side)?;
        Some(match reached {
            Ordering::Less => (number, " ", theme.strong()),
            Ordering::Equal => (number, theme.glyphs.enough, theme.faint()),
            Ordering::Greater => (number, theme.glyphs.clash, theme.refusal().add_modifier(Modifier::BOLD)),
        })
    };
    let left = layout.board.x - layout.row_names;
    let below = layout.board.bottom() + layout.column_numbers;
    for (row, rect) in layout.rows() {
        let (side, y) = (Side::Row(row), middle(ScreenLayout::inner(rect)));
        let width = usize::from(layout.row_names - layout.row_numbers) - 1;
        // A line or a background separates the name from the clue number, which is a digit as well.
        let bar = if layout.row_numbers > 0 && theme.clue().is_none() { theme.glyphs.ways[1] } else { " " };
        let pointer = if pointed == Some(side) { from_left } else { bar };
        let name = format!("{:>width$}{pointer}", shortened(puzzle.row_label(row), width, theme.glyphs.more));
        buffer.set_string(left, y, name, style(side));
        let Some((number, sign, style)) = wanted(side) else { continue };
        let width = usize::from(layout.row_numbers).saturating_sub(1);
        let text = format!("{number:>width$}{sign}");
        let style = style.patch(theme.clue().unwrap_or_default());
        buffer.set_stringn(layout.board.x - layout.row_numbers, y, text, width + 1, style);
    }
    draw_column_names(face, layout, style, buffer);
    for (column, rect) in layout.columns() {
        let side = Side::Column(column);
        if pointed == Some(side) {
            // The pointer stands left of the name, below the line of the grid.
            let x = rect.x + (rect.width - 2) / 2;
            buffer.set_string(x, below, from_below, style(side));
        }
        let Some((number, sign, style)) = wanted(side) else { continue };
        let text = number.to_string();
        let width = text.len() as u16;
        let x = under(rect, width);
        let style = style.patch(theme.clue().unwrap_or_default());
        buffer.set_string(x, layout.board.bottom(), text, style);
        if rect.width > width {
            buffer.set_string(x + width, layout.board.bottom(), sign, style);
        }
    }
    if layout.is_cut() {
        buffer.set_string(left, below, theme.glyphs.more, theme.faint());
    }
}

/// Returns the screen column at which a text of `width` columns begins, centred below a cell. A text wider than the
/// cell extends to the left.
fn under(rect: Rect, width: u16) -> u16 {
    let inner = ScreenLayout::inner(rect);
    (inner.x + inner.width.saturating_sub(width) / 2).min(inner.right().saturating_sub(width))
}

/// Returns `name` cut to at most `width` columns. A cut name ends with the sign `more`, such as `…`.
fn shortened(name: String, width: usize, more: &str) -> String {
    if name.chars().count() <= width {
        return name;
    }
    let kept = width.saturating_sub(more.chars().count());
    name.chars().take(kept).chain(more.chars()).take(width).collect()
}

/// Writes the names of the columns below the board. If names are too long to stand side by side, the name of the
/// cursor's column has priority, then the other names from the left.
fn draw_column_names(face: &Face, layout: &ScreenLayout, style: impl Fn(Side) -> Style, buffer: &mut Buffer) {
    let puzzle = face.model.board().puzzle();
    let below = layout.board.bottom() + layout.column_numbers;
    let cursor = face.model.bracketed_cell().map(|cell| cell.column);
    let of_cursor = layout.columns().filter(|&(column, _)| Some(column) == cursor);
    let mut taken: Vec<(u16, u16)> = Vec::new();
    for (column, rect) in of_cursor.chain(layout.columns()) {
        let name = puzzle.column_label(column);
        let width = name.chars().count() as u16;
        let x = under(rect, width);
        if taken.iter().all(|&(from, to)| x > to || x + width < from) {
            buffer.set_string(x, below, name, style(Side::Column(column)));
            taken.push((x, x + width));
        }
    }
}

/// Draws the cursor: a coloured frame if the palette has a colour for it and cells have room for it.
/// Otherwise the cell is in reverse video and between brackets, since some terminals show only one of the two.
fn draw_cursor(face: &Face, layout: &ScreenLayout, has_lines: bool, buffer: &mut Buffer) {
    let Some((cursor, rect)) = face.model.bracketed_cell().and_then(|cell| Some((cell, layout.rect_of(cell)?))) else {
        return;
    };
    if let Some(style) = face.theme.frame().filter(|_| rect.height > 1) {
        return draw_outline(face, layout, style, Weight::Heavy, has_lines, |cell| cell == cursor, buffer);
    }
    let inner = ScreenLayout::inner(rect);
    buffer.set_style(inner, face.theme.cursor());
    if rect == inner {
        // There is no room for brackets. The names of column and row are bold, and the terminal's own cursor is on the
        // cell.
        return;
    }
    let row = middle(inner);
    // The right bracket replaces the line or gap before the next cell. In cells of three columns and one row it
    // replaces the gap after the glyph, unless a count fills it.
    let has_gap = (rect.width, rect.height) == (3, 1) && buffer[(rect.right() - 1, row)].symbol() == " ";
    for (column, bracket) in [(rect.x, "["), (rect.right() - u16::from(has_gap), "]")] {
        if let Some(cell) = buffer.cell_mut(Position::new(column, row)) {
            cell.set_symbol(bracket).modifier = Modifier::BOLD;
        }
    }
}

/// Draws outlines around the selected cells, and around the cells on the lines of the argument, hint or clash shown. In
/// palettes without colours for outlines, and on boards without lines around cells, the selected cells are in reverse
/// video instead.
fn draw_outlines(face: &Face, layout: &ScreenLayout, cells: &CellPainter<'_>, has_lines: bool, buffer: &mut Buffer) {
    let has_room = layout.cell.1 > 1;
    if let Some(style) = face.theme.outline().filter(|_| has_room) {
        draw_outline(face, layout, style, Weight::Light, has_lines, |cell| cells.scene.is_on_line(cell), buffer);
    }
    let selected = face.model.selected_cells();
    match face.theme.frame().filter(|_| has_room) {
        Some(style) => {
            draw_outline(face, layout, style, Weight::Heavy, has_lines, |cell| selected.contains(&cell), buffer);
        }
        None => {
            let rects = selected.iter().filter_map(|&cell| layout.rect_of(cell));
            rects.for_each(|rect| buffer.set_style(rect, Style::new().add_modifier(Modifier::REVERSED)));
        }
    }
}

/// The weight of an outline on the lines between cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// As wide as the lines that the outline covers.
    Light,
    /// As wide as the borders of regions, which are blocks.
    Heavy,
}

/// Draws an outline around the cells for which `contains` returns `true`: on the lines between the cells, or, on a
/// board without lines, at the edges of the places around the cells.
fn draw_outline(
    face: &Face,
    layout: &ScreenLayout,
    style: Style,
    weight: Weight,
    has_lines: bool,
    contains: impl Fn(Cell) -> bool,
    buffer: &mut Buffer,
) {
    let (board, origin) = (face.model.board(), layout.origin);
    let style = Style { bg: None, ..style };
    let is_inside = |row: Option<usize>, column: Option<usize>| {
        let cell = row.zip(column).map(|(row, column)| Cell { row, column });
        cell.is_some_and(|cell| board.contains(cell) && contains(cell))
    };
    if !has_lines {
        for (Cell { row, column }, rect) in layout.cells().filter(|&(cell, _)| contains(cell)) {
            let (first, last) = (Rect { width: 1, ..rect }, Rect { x: rect.right() - 1, width: 1, ..rect });
            let (top, bottom) = (Rect { height: 1, ..rect }, Rect { y: rect.bottom() - 1, height: 1, ..rect });
            // The places of each side outside and inside the cell, by the step from the inside to the outside.
            let sides = [
                (is_inside(Some(row), before(Some(column))), first, (-1, 0), ["▕", "▏"]),
                (is_inside(Some(row), Some(column + 1)), last, (1, 0), ["▏", "▕"]),
                (is_inside(before(Some(row)), Some(column)), top, (0, -1), ["▁", "▔"]),
                (is_inside(Some(row + 1), Some(column)), bottom, (0, 1), ["▔", "▁"]),
            ];
            for (_, side, (right, down), edges) in sides.into_iter().filter(|(is_joined, ..)| !is_joined) {
                for Position { x, y } in side.positions() {
                    let outside = x.checked_add_signed(right).zip(y.checked_add_signed(down)).map(Position::from);
                    // The content of cells has priority: the outline is on the other side of their edge.
                    let places = [outside, Some(Position { x, y })].into_iter().zip(edges);
                    let free = [" ", face.theme.glyphs.closed];
                    let is_free = |at: Position| buffer.cell(at).is_some_and(|place| free.contains(&place.symbol()));
                    let free = places.filter_map(|(at, edge)| Some((at?, edge))).find(|&(at, _)| is_free(at));
                    if let Some((at, edge)) = free {
                        buffer[at].set_symbol(edge).set_style(style);
                    }
                }
            }
        }
        return;
    }
    let (width, height) = layout.cell;
    let weight = if face.theme.has_blocks() { weight } else { Weight::Light };
    let on_edge = |row: Option<usize>, column: Option<usize>, is_across: bool| {
        let other = if is_across { (row, before(column)) } else { (before(row), column) };
        is_inside(row, column) != is_inside(other.0, other.1)
    };
    // In each direction, the grid has one point more than cells, for the closing lines.
    for (y, x) in (0..=layout.shown.1).flat_map(|y| (0..=layout.shown.0).map(move |x| (y, x))) {
        let (row, column) = (Some(origin.row + y), Some(origin.column + x));
        let (left, top) = (layout.board.x + x as u16 * width, layout.board.y + y as u16 * height);
        let (down, right) = (on_edge(row, column, true), on_edge(row, column, false));
        let up = on_edge(before(row), column, true);
        let to_left = on_edge(row, before(column), false);
        let is_shown = |x: u16, y: u16| x < layout.board.right() && y < layout.board.bottom();
        let mut draw = |x: u16, y: u16, arms: [bool; 4]| {
            if arms.contains(&true) && is_shown(x, y) {
                draw_edge(&mut buffer[(x, y)], arms, weight, style);
            }
        };
        draw(left, top, [up, right, down, to_left]);
        (1..width).for_each(|step| draw(left + step, top, [false, right, false, right]));
        (1..height).for_each(|step| draw(left, top + step, [down, false, down, false]));
    }
}

/// Draws one character of an outline on the lines of the grid; `arms` are the directions in which the outline leaves
/// the middle of the character: up, right, down and left. A border between regions keeps its shape, and takes the
/// colour of the outline, unless the border also goes on where the outline does not.
fn draw_edge(place: &mut BufferCell, [_, right, down, _]: [bool; 4], weight: Weight, style: Style) {
    let (border_right, border_down) = match place.symbol() {
        "▛" => (true, true),
        "▀" => (true, false),
        "▌" => (false, true),
        "▘" => (false, false),
        _ if weight == Weight::Heavy => {
            place.set_symbol(lines::border(right, down)).set_style(style);
            return;
        }
        _ => {
            if let Some(edge) = if down { Some("▏") } else { right.then_some("▔") } {
                place.set_symbol(edge).set_style(style);
            }
            return;
        }
    };
    // A heavy outline may colour the half of a character to the right of a corner, but not all of one below it.
    let goes_on = (border_down && !down) || (border_right && !right && weight == Weight::Light);
    if weight == Weight::Heavy {
        place.set_symbol(lines::border(right || border_right, down || border_down));
    }
    if !goes_on {
        place.set_style(style);
    }
}

/// Writes a sign for the player's colour of a cell into the lower left corner of the cell, in palettes without
/// background colours.
fn draw_colours(face: &Face, layout: &ScreenLayout, buffer: &mut Buffer) {
    if face.theme.tints() > 0 {
        return;
    }
    for (cell, rect) in layout.cells() {
        let Some(colour) = face.model.cell_colours().of(cell) else { continue };
        let inner = ScreenLayout::inner(rect);
        let x = if inner.height > 1 { inner.x } else { rect.x };
        buffer.set_string(
            x,
            inner.bottom() - 1,
            COLOUR_SIGNS[usize::from(colour) % COLOUR_SIGNS.len()],
            face.theme.dim(),
        );
    }
}

/// The signs that stand for the player's colours of cells in palettes without background colours. No sign can be
/// mistaken for a value.
const COLOUR_SIGNS: [&str; 7] = ["", "*", "+", "#", "%", "&", "@"];

/// Returns the index of the row or column before `index`; `None` for the first row or column, or if `index` is `None`.
fn before(index: Option<usize>) -> Option<usize> {
    index.and_then(|index| index.checked_sub(1))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bdd_core::Budget;
    use game::{Assist, Effect, Message, Model, Series};
    use nqueens_guide::{Library, Queens, Size};
    use puzzle_kind::{Entry, Opened, Playable};

    use super::*;
    use crate::face::{Input, Outcome};
    use crate::run::ColorChoice;
    use crate::theme::Theme;

    /// The sizes of the screen, with cells of one row and of two, four and seven rows on a board of 8 x 8.
    const SCREENS: [(u16, u16); 4] = [(40, 15), (80, 24), (120, 40), (200, 60)];

    fn drawn(face: &Face) -> (ScreenLayout, Buffer) {
        let layout = ScreenLayout::of(face).unwrap();
        let mut buffer = Buffer::empty(Rect::new(0, 0, face.screen.0, face.screen.1));
        draw(face, &layout, &mut buffer);
        (layout, buffer)
    }

    /// Returns a board of 8 x 8 in true colours, with clashing queens on `a1` and `c3`, and the cursor on `c3`.
    fn clashing(screen: (u16, u16)) -> Face {
        let model = Model::new(Arc::new(Series::of(Vec::new())), 8, Arc::new(Queens::new(Size::new(8).unwrap())));
        let theme = Theme::from_env(ColorChoice::Always, |name| (name == "COLORTERM").then(|| "truecolor".to_owned()));
        let mut face = Face::new(model, theme, screen);
        for (row, column) in [(7, 0), (5, 2)] {
            let _ = face.update(Input::Game(Message::ClickPlace(Cell { row, column }, None)));
        }
        face
    }

    #[test]
    fn an_underlined_piece_does_not_underline_the_blanks_of_its_cell() {
        for screen in SCREENS {
            let (layout, buffer) = drawn(&clashing(screen));
            for at in layout.board.positions() {
                let place = &buffer[at];
                let is_underlined = place.modifier.contains(Modifier::UNDERLINED);
                assert!(!is_underlined || "♛!".contains(place.symbol()), "{screen:?}, {at:?}: {place:?}");
            }
        }
    }

    /// A number of the heat map stands below a bar of its own width.
    #[test]
    fn numbers_of_the_heat_map_are_centred_below_their_bars() {
        let size = Size::new(8).unwrap();
        let queens: Arc<dyn Playable> = Arc::new(Queens::new(size));
        let open = move |_: &mut Budget<'_>| Ok(Opened::new(Library::embedded().load(size).unwrap()));
        let series = Series::of(vec![Entry::new(Arc::clone(&queens), open)]);
        let model = Model::new(Arc::new(series), 1, queens).with_assist(Assist::Counts);
        let theme = Theme::from_env(ColorChoice::Always, |name| (name == "COLORTERM").then(|| "truecolor".to_owned()));
        let mut face = Face::new(model, theme, (120, 40));
        for outcome in face.start() {
            if let Outcome::Game(Effect::Run(job)) = outcome {
                let _ = face.update(Input::Game(job.run(&mut Budget::unlimited())));
            }
        }
        let (layout, buffer) = drawn(&face);
        let mut lengths = Vec::new();
        for (_, rect) in layout.cells() {
            let inner = ScreenLayout::inner(rect);
            let columns = |y: u16, is_it: &dyn Fn(&str) -> bool| -> Vec<u16> {
                (inner.x..inner.right()).filter(|&x| is_it(buffer[(x, y)].symbol())).collect()
            };
            for y in inner.y..inner.bottom() - 1 {
                let number = columns(y + 1, &|symbol| symbol.parse::<u8>().is_ok());
                if !number.is_empty() {
                    assert_eq!(columns(y, &|symbol| face.theme.glyphs.levels.contains(&symbol)), number);
                    lengths.push(number.len());
                }
            }
        }
        assert!(lengths.len() == 64 && lengths.contains(&2), "{lengths:?}");
    }

    #[test]
    fn the_frame_of_the_cursor_lies_exactly_at_the_edges_of_its_cell() {
        for screen in &SCREENS[1..] {
            let face = clashing(*screen);
            let (layout, buffer) = drawn(&face);
            let rect = layout.rect_of(Cell { row: 5, column: 2 }).unwrap();
            let mut sides = [0; 4];
            for at in buffer.area.positions().filter(|&at| Some(buffer[at].fg) == face.theme.frame().unwrap().fg) {
                let side = match (at, buffer[at].symbol()) {
                    (Position { x, y }, "▕") if x + 1 == rect.x && (rect.top()..rect.bottom()).contains(&y) => 0,
                    (Position { x, y }, "▏") if x == rect.right() && (rect.top()..rect.bottom()).contains(&y) => 1,
                    (Position { x, y }, "▁") if y + 1 == rect.y && (rect.left()..rect.right()).contains(&x) => 2,
                    (Position { x, y }, "▔") if y == rect.bottom() && (rect.left()..rect.right()).contains(&x) => 3,
                    (at, symbol) => panic!("{screen:?}: {symbol} at {at:?}, beside {rect:?}"),
                };
                sides[side] += 1;
            }
            assert_eq!(sides, [rect.height, rect.height, rect.width, rect.width], "{screen:?}");
        }
    }

    #[test]
    fn a_border_that_goes_on_keeps_its_colour_where_an_outline_turns() {
        let outline = Style::new().fg(ratatui::style::Color::Red);
        let is_coloured = |symbol: &'static str, arms: [bool; 4]| {
            let mut place = BufferCell::new(symbol);
            draw_edge(&mut place, arms, Weight::Light, outline);
            assert!(symbol == " " || place.symbol() == symbol);
            place.fg == ratatui::style::Color::Red
        };
        assert!(is_coloured("▛", [false, true, true, false]), "the upper left corner of an outline");
        assert!(!is_coloured("▛", [true, true, false, false]), "the border goes on down");
        assert!(!is_coloured("▌", [true, false, false, false]), "the end of a side");
        assert!(is_coloured("▀", [false, true, false, true]));
        assert!(is_coloured(" ", [false, true, false, true]));
    }

    /// The frame of the cursor is as wide as a border on all sides, and leaves no gap where it meets a border.
    #[test]
    fn a_heavy_outline_is_as_wide_as_a_border() {
        let drawn = |symbol: &'static str, arms: [bool; 4]| {
            let mut place = BufferCell::new(symbol);
            draw_edge(&mut place, arms, Weight::Heavy, Style::new());
            place.symbol().to_owned()
        };
        assert_eq!(drawn("▏", [false, true, true, false]), "▛", "the upper left corner");
        assert_eq!(drawn("▔", [false, true, false, true]), "▀");
        assert_eq!(drawn("▏", [true, false, true, false]), "▌");
        assert_eq!(drawn(" ", [true, false, false, true]), "▘", "the lower right corner");
        assert_eq!(drawn("▌", [false, true, true, false]), "▛", "the border has no line to the right");
        assert_eq!(drawn("▛", [true, false, false, true]), "▛", "the border goes on in both directions");
    }
}
