//! The parts of a page that covers the board: lines at their positions.

use ratatui::layout::Rect;
use ratatui::text::Line;

/// A line of the page, or a part of a line.
pub(super) struct PagePart {
    /// The position within the page, from its upper left corner.
    pub area: Rect,
    /// The text of the part.
    pub line: Line<'static>,
    /// The index of the choice that the part shows.
    pub choice: Option<usize>,
}

/// Creates a part with the text `line`, which shows the choice with the index `choice`.
pub(super) fn part(x: u16, y: u16, line: Line<'static>, choice: Option<usize>) -> PagePart {
    let width = line.width().min(usize::from(u16::MAX)) as u16;
    PagePart { area: Rect { x, y, width, height: 1 }, line, choice }
}

impl PagePart {
    /// Widens the part to `width` columns, with blanks in the style of its line.
    pub(super) fn fill(&mut self, width: u16) {
        self.line.push_span(" ".repeat(usize::from(width).saturating_sub(self.line.width())));
        self.area.width = self.area.width.max(width);
    }
}
