//! Cells that have one of several values: the value, or as pencil marks those that are left.

use game::Mode;
use puzzle_core::{Cell, Status, Variable};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::board::{centred, middle};
use super::cells::Cells;
use super::layout::{Layout, value_grid};
use super::shade::Shade;
use crate::face::Face;
use crate::theme::Tone;

/// What is drawn in a cell that has one of several values.
enum Content {
    /// One glyph, in the middle of the cell.
    One(String, Style),
    /// Pencil marks: each value at its place in the little grid of the cell's values, with a style for what is between.
    Values(Vec<Value>, Style),
}

/// A pencil mark.
struct Value {
    place: usize,
    text: String,
    style: Style,
    /// Whether the argument, or the marks, leave the value.
    is_left: bool,
}

/// Draws a cell.
pub(super) fn draw(cells: &Cells<'_>, cell: Cell, rect: Rect, shade: Shade, buffer: &mut Buffer) {
    let theme = cells.face.theme;
    let content = content(cells, cell, shade);
    let (Content::One(_, ground) | Content::Values(_, ground)) = &content;
    let ground = *ground;
    if ground.bg.is_some() {
        // The background alone: what is underlined is the value, and not its cell.
        buffer.set_style(rect, Style { add_modifier: Modifier::empty(), ..ground });
    }
    let inner = Layout::inner(rect);
    let values = match content {
        Content::One(text, style) => return centred(buffer, inner, middle(inner), &text, style),
        Content::Values(values, _) => values,
    };
    if let Some(grid) = Grid::fitting(cells.face, inner) {
        for value in values {
            let (x, y) = grid.place(value.place);
            buffer.set_string(x, y, value.text, value.style);
        }
        return;
    }
    // No room for a place a value: those that are left side by side, or that there are some.
    let left: Vec<&Value> = values.iter().filter(|value| value.is_left).collect();
    let width = usize::from(inner.width);
    let style = left.first().or(values.first().as_ref()).map_or(ground, |value| value.style);
    if left.is_empty() {
        let text = values.first().map_or(String::new(), |value| value.text.clone());
        return centred(buffer, inner, middle(inner), &text, style);
    }
    // A single one must not be taken for the value of the cell.
    match left.as_slice() {
        _ if width == 1 => return centred(buffer, inner, middle(inner), theme.glyphs.more, style),
        [only] => {
            let text = format!("{}{}", theme.glyphs.excluded, only.text);
            return centred(buffer, inner, middle(inner), &text, style);
        }
        _ => {}
    }
    let rows: Vec<String> =
        left.chunks(width).map(|row| row.iter().map(|value| value.text.as_str()).collect()).collect();
    if rows.len() > usize::from(inner.height) {
        // A number of them would be taken for one; the panel has those under the cursor.
        return centred(buffer, inner, middle(inner), theme.glyphs.more, style);
    }
    let first = middle(inner) - (rows.len() as u16 - 1) / 2;
    for (y, row) in (first..).zip(&rows) {
        centred(buffer, inner, y, row, style);
    }
}

/// What is drawn in a cell.
fn content(cells: &Cells<'_>, cell: Cell, shade: Shade) -> Content {
    let face = cells.face;
    let (theme, glyphs, puzzle) = (face.theme, face.theme.glyphs, face.model.board().puzzle());
    let variables = face.model.board().variables(cell);
    let symbol = |variable: Variable| glyphs.symbol(puzzle.symbol(variable));
    let blank = |status| Content::One(String::new(), cells.status_style(status, shade));
    if variables.is_empty() {
        let clue = puzzle.clue(cell).map_or_else(String::new, |clue| glyphs.symbol(clue));
        return Content::One(clue, cells.status_style(Status::Given, shade));
    }
    let Some(guide) = cells.guide else {
        let given = variables.iter().find(|variable| puzzle.givens().contains(variable));
        return given.map_or(blank(Status::Open), |&given| {
            Content::One(symbol(given), cells.status_style(Status::Given, shade))
        });
    };
    let stands = |variable: &&Variable| matches!(guide.status(**variable), Status::Given | Status::Placed);
    if let Some(&standing) = variables.iter().find(stands) {
        let tone =
            cells.mark_of(standing).map(|mark| mark.tone).filter(|tone| matches!(tone, Tone::Clash | Tone::Blank));
        let own = || {
            let style = cells.status_style(guide.status(standing), shade);
            if is_lit(face, standing) { face.theme.lit(style) } else { style }
        };
        return Content::One(symbol(standing), tone.map_or_else(own, |tone| cells.tone_style(tone, shade)));
    }
    let marked =
        |tone: Tone| variables.iter().find(|&&variable| cells.mark_of(variable).is_some_and(|mark| mark.tone == tone));
    if let Some(&supposed) = marked(Tone::Supposed) {
        return Content::One(symbol(supposed), cells.tone_style(Tone::Supposed, shade));
    }
    if !matches!(face.model.mode(), Mode::Play) {
        return argued(cells, variables, shade);
    }
    let has_blocks = variables.iter().any(|&variable| guide.status(variable) == Status::Blocked);
    let notes = face.model.notes();
    let has_notes = !face.model.marks_itself() && variables.iter().any(|variable| notes.contains(variable));
    let is_noted = |variable: &Variable| !has_notes || notes.contains(variable);
    // What a hint points at is on the line that it speaks of.
    let is_pointed = marked(Tone::Line).is_some();
    let ground = if is_pointed { cells.tone_style(Tone::Line, shade) } else { cells.status_style(Status::Open, shade) };
    if !face.model.marks_itself() && !has_blocks && !has_notes {
        return Content::One(String::new(), ground);
    }
    let shown = |variable: Variable| face.model.shown(guide.status(variable));
    if let Some(&forced) = variables.iter().find(|&&variable| shown(variable) == Status::Forced) {
        let text = format!("{}{}", glyphs.forced, symbol(forced));
        return Content::One(text, cells.status_style(Status::Forced, shade));
    }
    let live =
        variables.iter().enumerate().filter(|(_, variable)| shown(**variable) == Status::Open && is_noted(variable));
    let values: Vec<Value> = live
        .map(|(place, &variable)| {
            let tone = cells.mark_of(variable).map(|mark| mark.tone);
            let style = tone.map_or(ground, |tone| cells.tone_style(tone, shade));
            let style = if is_lit(face, variable) { theme.lit(style) } else { style };
            Value { place, text: symbol(variable), style, is_left: true }
        })
        .collect();
    if values.is_empty() && has_notes {
        return Content::One(String::new(), ground);
    }
    if values.is_empty() {
        return Content::One(glyphs.dead.to_owned(), cells.status_style(Status::Dead, shade));
    }
    Content::Values(values, ground)
}

/// Whether a variable is a value like the one that stands under the cursor.
fn is_lit(face: &Face, variable: Variable) -> bool {
    let is_play = matches!(face.model.mode(), Mode::Play);
    is_play && face.model.lit() == Some(face.model.board().puzzle().symbol(variable))
}

/// What an argument says of a cell, or a solution.
fn argued(cells: &Cells<'_>, variables: &[Variable], shade: Shade) -> Content {
    let glyphs = cells.face.theme.glyphs;
    let values: Vec<Value> = (0..)
        .zip(variables)
        .filter_map(|(place, &variable)| {
            let mark = cells.mark_of(variable)?;
            let is_left = mark.tone != Tone::RuledOut;
            // Along the line that two values share, nothing stands: values there would be taken for more of them.
            let is_way = matches!(cells.face.model.mode(), Mode::Clash(_)) && mark.glyph.is_some();
            let symbol = glyphs.symbol(cells.face.model.board().puzzle().symbol(variable));
            let text = if is_left && !is_way { symbol } else { mark.glyph.unwrap_or(glyphs.dead).to_owned() };
            Some(Value { place, text, style: cells.tone_style(mark.tone, shade), is_left })
        })
        .collect();
    let ground = cells.tone_style(Tone::Blank, shade);
    match values.as_slice() {
        [] => Content::One(String::new(), ground),
        [only] => Content::One(only.text.clone(), only.style),
        _ => Content::Values(values, ground),
    }
}

/// The little grid of values in a cell that is large enough for it.
struct Grid {
    x: u16,
    y: u16,
    /// The columns from one value to the next.
    step: u16,
    columns: u16,
    rows: u16,
}

impl Grid {
    fn fitting(face: &Face, inner: Rect) -> Option<Grid> {
        let (columns, rows) = value_grid(face.model.board());
        let step = [2, 1].into_iter().find(|step| (columns - 1) * step < inner.width)?;
        let width = (columns - 1) * step + 1;
        (rows <= inner.height).then(|| Grid {
            x: inner.x + (inner.width - width) / 2,
            y: inner.y + (inner.height - rows) / 2,
            step,
            columns,
            rows,
        })
    }

    /// The column and the row of the screen for a value.
    fn place(&self, place: usize) -> (u16, u16) {
        // A cell has 625 values at most.
        let place = place as u16;
        (self.x + place % self.columns * self.step, self.y + place / self.columns)
    }

    /// The place of the value that is written at a column and a row of the screen.
    fn at(&self, column: u16, row: u16) -> Option<usize> {
        let (across, down) = (column.checked_sub(self.x)?, row.checked_sub(self.y)?);
        let is_there = across.is_multiple_of(self.step) && across / self.step < self.columns && down < self.rows;
        is_there.then(|| usize::from(down * self.columns + across / self.step))
    }
}

/// The cell at a column and a row of the screen, and the value that is written just there, if it has several.
#[must_use]
pub fn cell_at(face: &Face, column: u16, row: u16) -> Option<(Cell, Option<Variable>)> {
    let layout = Layout::of(face)?;
    let cell = layout.cell_at(column, row)?;
    let value = || {
        if face.model.board().only(cell).is_some() {
            return None;
        }
        let grid = Grid::fitting(face, Layout::inner(layout.rect_of(cell)?))?;
        let place = grid.at(column, row)?;
        let cells = Cells::of(face, true);
        match content(&cells, cell, Shade::of(face.model.board(), cell)) {
            Content::Values(values, _) if values.iter().any(|value| value.place == place) => {
                face.model.board().variables(cell).get(place).copied()
            }
            _ => None,
        }
    };
    Some((cell, value()))
}
