//! The thumbnails of puzzles.

use game::{Thumbnail, ThumbnailCell, Tints};
use puzzle_core::Status;
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::board::pieces;
use crate::theme::Theme;

/// Returns the lines of a thumbnail of at most `height` lines. If `scale` is at least 1 and the rows of the puzzle fit,
/// each cell has `scale` rows and twice as many columns, and shows its symbol, or the picture of its piece if there is
/// room. The glyph of a blocked square fills the cell. Without backgrounds for all cells, a cell without a symbol shows the letter of its region, or a dot. If
/// `scale` is 0, each character shows two rows of cells: the upper cell is the foreground of a half block, the lower
/// cell is its background. Without backgrounds or half blocks, each line shows one row.
pub(super) fn lines(theme: Theme, thumbnail: &Thumbnail, height: usize, scale: usize) -> Vec<Line<'static>> {
    let rows: Vec<&[ThumbnailCell]> = thumbnail.cells.chunks(thumbnail.columns.max(1)).collect();
    let has_values = thumbnail.has_values;
    let tints = if has_values { None } else { theme.regions_of(thumbnail) };
    let borders = |cells: &[ThumbnailCell]| cells.windows(2).filter(|pair| pair[0].region != pair[1].region).count();
    let first: Vec<ThumbnailCell> = rows.iter().map(|row| row[0]).collect();
    let styled = |row: usize, column: usize| {
        // The lower left square is dark, as on the board. In a grid of blocks, the blocks are light and dark in turn.
        let is_light = match rows[row][column].region {
            Some(_) if has_values => (borders(&first[..=row]) + borders(&rows[0][..=column])).is_multiple_of(2),
            _ => !(rows.len() - 1 - row + column).is_multiple_of(2),
        };
        style(theme, rows[row][column], is_light, has_values, tints.as_ref())
    };
    let has_grounds = theme.palette.is_checkered() || tints.is_some();
    let text = |row: usize, column: usize| match rows[row][column] {
        ThumbnailCell { symbol: Some(symbol), .. } => (theme.glyphs.symbol(symbol), Modifier::BOLD),
        ThumbnailCell { is_closed: true, .. } => (theme.glyphs.closed.to_owned(), Modifier::empty()),
        _ if has_grounds => (" ".to_owned(), Modifier::empty()),
        ThumbnailCell { region: Some(region @ 0..26), .. } if !has_values => {
            (char::from(b'A' + region as u8).to_string(), Modifier::empty())
        }
        _ => (theme.glyphs.excluded.to_owned(), Modifier::DIM),
    };
    let scale = (1..=scale).rev().find(|scale| scale * rows.len() <= height).unwrap_or(0);
    if scale > 0 || !has_grounds || !theme.glyphs.has_half_blocks {
        let (width, lines) = (if scale > 0 { 2 * scale } else { 1 }, scale.max(1));
        let picture = |row: usize, column: usize| -> Option<Vec<String>> {
            let symbol = rows[row][column].symbol.filter(|_| theme.glyphs.has_half_blocks)?;
            pieces::drawn(symbol, Size::new(width as u16, lines as u16))
        };
        let span = |row: usize, column: usize, number: usize| {
            let (text, modifier) = text(row, column);
            let text = match picture(row, column) {
                _ if is_closed(rows[row][column]) => theme.glyphs.closed.repeat(width),
                Some(picture) => picture[number].clone(),
                None if number == (lines - 1) / 2 => format!("{}{text}", " ".repeat((width - 1) / 2)),
                None => String::new(),
            };
            Span::styled(format!("{text:<width$}"), styled(row, column).add_modifier(modifier))
        };
        let line = |index: usize| {
            let (row, number) = (index / lines, index % lines);
            Line::from((0..rows[row].len()).map(|column| span(row, column, number)).collect::<Vec<_>>())
        };
        return (0..lines * rows.len()).map(line).take(height).collect();
    }
    // A half block has no room for a symbol: instead, it has the text colour of a piece, or a quiet colour for a value
    // or a blocked square.
    let colour = |row: usize, column: usize| match (styled(row, column), rows[row][column].symbol) {
        _ if is_closed(rows[row][column]) => theme.faint().fg,
        (style, None) => style.bg,
        (_, Some(_)) if has_values => theme.faint().fg,
        (style, Some(_)) => style.fg.or(Some(Color::White)),
    };
    let span = |row: usize, column: usize| {
        let lower = (row + 1 < rows.len()).then(|| colour(row + 1, column)).flatten();
        Span::styled("▀", Style { fg: colour(row, column), bg: lower, ..Style::default() })
    };
    let line = |row: usize| Line::from((0..rows[row].len()).map(|column| span(row, column)).collect::<Vec<_>>());
    (0..rows.len()).step_by(2).map(line).take(height).collect()
}

/// Returns `true` if a cell is drawn as a blocked square.
fn is_closed(cell: ThumbnailCell) -> bool {
    cell.is_closed && cell.symbol.is_none()
}

/// Returns the style of a cell: the text colour of its piece or value, and the background of its region or of an empty
/// square. The blocks of a board with values are told apart by their lightness.
fn style(theme: Theme, cell: ThumbnailCell, light: bool, has_values: bool, tints: Option<&Tints>) -> Style {
    let status = match cell.symbol {
        Some(_) if has_values => Status::Given,
        Some(_) => Status::Placed,
        None if cell.is_closed => Status::Blocked,
        None => Status::Open,
    };
    let style = match (cell.region, tints) {
        (Some(region), Some(tints)) => theme.tinted(theme.square(status, light), tints.ground(region), status),
        _ => theme.square(status, light),
    };
    let style = if is_closed(cell) { style.patch(theme.faint()) } else { style };
    // The blank after a symbol is not underlined.
    style.remove_modifier(Modifier::UNDERLINED)
}
