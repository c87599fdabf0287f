//! The thumbnails of puzzles.

use game::{Thumbnail, ThumbnailCell};
use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::theme::{Palette, Theme};

/// Returns the lines of a thumbnail of at most `height` lines. If `is_large` is `true` and the rows of the puzzle fit,
/// each cell is two columns wide and shows its symbol. Otherwise each character shows two rows of cells: the upper cell
/// is the foreground of a half block, the lower cell is its background. Without colours or half blocks, each line shows
/// one row: the symbol of each cell, or `.` for a cell without a symbol.
pub(super) fn lines(theme: Theme, thumbnail: &Thumbnail, height: usize, is_large: bool) -> Vec<Line<'static>> {
    let rows: Vec<&[ThumbnailCell]> = thumbnail.cells.chunks(thumbnail.columns.max(1)).collect();
    if theme.palette == Palette::Plain || !theme.glyphs.has_half_blocks {
        let symbol = |cell: &ThumbnailCell| cell.symbol.unwrap_or('.');
        let lines = rows.iter().map(|row| Line::raw(row.iter().map(symbol).collect::<String>()));
        return lines.take(height).collect();
    }
    let has_values = thumbnail.cells.iter().any(|cell| cell.symbol.is_some_and(|symbol| symbol.is_ascii_digit()));
    let styled =
        |row: usize, column: usize| style(theme, rows[row][column], (row + column).is_multiple_of(2), has_values);
    if is_large && rows.len() <= height {
        let span = |row: usize, column: usize| {
            let symbol = rows[row][column].symbol.map_or_else(String::new, |symbol| theme.glyphs.symbol(symbol));
            Span::styled(format!("{symbol:<2}"), styled(row, column).add_modifier(Modifier::BOLD))
        };
        let line = |row: usize| Line::from((0..rows[row].len()).map(|column| span(row, column)).collect::<Vec<_>>());
        return (0..rows.len()).map(line).collect();
    }
    // A half block has no room for a symbol: instead, it has the text colour of the symbol.
    let colour = |row: usize, column: usize| {
        let style = styled(row, column);
        if rows[row][column].symbol.is_some() { style.fg.or(Some(Color::White)) } else { style.bg }
    };
    let span = |row: usize, column: usize| {
        let lower = (row + 1 < rows.len()).then(|| colour(row + 1, column)).flatten();
        Span::styled("▀", Style { fg: colour(row, column), bg: lower, ..Style::default() })
    };
    let line = |row: usize| Line::from((0..rows[row].len()).map(|column| span(row, column)).collect::<Vec<_>>());
    (0..rows.len()).step_by(2).map(line).take(height).collect()
}

/// Returns the style of a cell: the text colour of its piece or value, and the background of its region or of an empty
/// square. The blocks of a board with values are told apart by their lightness.
fn style(theme: Theme, cell: ThumbnailCell, light: bool, has_values: bool) -> Style {
    let status = match cell.symbol {
        Some(_) if has_values => Status::Given,
        Some(_) => Status::Placed,
        None => Status::Open,
    };
    match cell.region {
        Some(block) if has_values => theme.square(status, block.is_multiple_of(2)),
        Some(region) if theme.tints() > 0 => theme.tinted(theme.square(status, light), region % theme.tints(), status),
        _ => theme.square(status, light),
    }
}
