//! The thumbnails of puzzles, two cells in each character.

use game::{Thumbnail, ThumbnailCell};
use puzzle_core::Status;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use crate::theme::{Palette, Theme};

/// Returns the lines of a thumbnail, each with two rows of cells: the upper cell is the foreground of a half block, the
/// lower cell is its background. Without colours or half blocks, each line shows the symbols of one row, as far as a row has any.
pub(super) fn lines(theme: Theme, thumbnail: &Thumbnail) -> Vec<Line<'static>> {
    let rows: Vec<&[ThumbnailCell]> = thumbnail.cells.chunks(thumbnail.columns.max(1)).collect();
    if theme.palette == Palette::Plain || theme == theme.in_ascii() {
        let symbol = |cell: &ThumbnailCell| cell.symbol.unwrap_or('.');
        return rows.iter().map(|row| Line::raw(row.iter().map(symbol).collect::<String>())).collect();
    }
    let pairs = rows.chunks(2).enumerate();
    let line = |(index, pair): (usize, &[&[ThumbnailCell]])| {
        let span = |column: usize| {
            let upper = colour(theme, pair[0][column], (2 * index + column).is_multiple_of(2));
            let lower =
                pair.get(1).and_then(|row| colour(theme, row[column], (2 * index + 1 + column).is_multiple_of(2)));
            let style = Style { fg: upper, bg: lower, ..Style::default() };
            Span::styled("▀", style)
        };
        Line::from((0..pair[0].len()).map(span).collect::<Vec<_>>())
    };
    pairs.map(line).collect()
}

/// Returns the colour of a cell: of its piece or value, of its region, or of an empty square.
fn colour(theme: Theme, cell: ThumbnailCell, light: bool) -> Option<Color> {
    let empty = theme.square(Status::Open, light);
    match cell {
        ThumbnailCell { symbol: Some(_), .. } => theme.square(Status::Placed, light).fg.or(Some(Color::White)),
        ThumbnailCell { region: Some(region), .. } if theme.tints() > 0 => {
            theme.tinted(empty, region % theme.tints(), Status::Open).bg
        }
        _ => empty.bg,
    }
}
