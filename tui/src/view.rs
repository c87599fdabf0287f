//! The drawing of a [`Face`], to a terminal or to memory.

mod banner;
mod board;
mod calendar;
mod cells;
mod curve;
pub(crate) mod found;
pub(crate) mod help;
pub mod layout;
mod legend;
mod lines;
mod map;
pub(crate) mod page;
pub(crate) mod palette;
mod panel;
mod part;
mod rules;
mod thumbnail;
pub(crate) mod tree;
mod wrap;

use game::{Mode, Page};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Paragraph, Wrap};

use crate::face::Face;
pub use board::cell_at;
use layout::{SMALLEST, ScreenLayout};
pub use panel::{key_at, message_area};

/// Returns the position of the terminal's own cursor, for screen readers and magnifiers: on the cell under the game's
/// cursor; `None` if that cell is hidden.
#[must_use]
pub fn cursor(face: &Face) -> Option<Position> {
    if face.model.tree().is_some() {
        return tree::cursor(face).filter(|_| face.help.is_none());
    }
    let layout = ScreenLayout::of(face).filter(|_| face.help.is_none())?;
    let inner = ScreenLayout::inner(layout.rect_of(face.model.bracketed_cell()?)?);
    Some(Position::new(inner.x + (inner.width - 1) / 2, board::middle(inner)))
}

/// Returns the area of the panel, the text beside the board; empty while [`Face::help`] is shown.
pub(crate) fn words_area(face: &Face) -> Rect {
    if face.model.tree().is_some() {
        return Rect::ZERO;
    }
    ScreenLayout::of(face).filter(|_| face.help.is_none()).map_or(Rect::ZERO, |layout| layout.panel)
}

/// Draws the whole screen. See [`Face`] for an example.
pub fn view(face: &Face, frame: &mut Frame<'_>) {
    let area = frame.area();
    frame.buffer_mut().set_style(area, face.theme.screen());
    // After a change of the size, the next event is [`Input::Resized`].
    let is_fit = (area.width, area.height) == face.screen && area.width >= SMALLEST.0 && area.height >= SMALLEST.1;
    match face.model.mode() {
        _ if !is_fit => {
            let needs = format!("The game needs {} columns and {} rows: enlarge the terminal.", SMALLEST.0, SMALLEST.1);
            frame.render_widget(Paragraph::new(needs).wrap(Wrap { trim: true }), area);
        }
        _ if face.help.is_some() => help::draw(face, frame),
        Mode::Page(Page::Rules(selected)) => rules::draw(face, *selected, frame),
        Mode::Page(_) => page::draw(face, frame),
        _ => {
            if face.model.tree().is_some() {
                tree::draw(face, frame);
            } else if let Some(layout) = ScreenLayout::of(face) {
                board::draw(face, &layout, frame.buffer_mut());
                panel::draw(face, &layout, frame);
            }
            if let Some(at) = cursor(face) {
                frame.set_cursor_position(at);
            }
        }
    }
    if let Some(open) = &face.palette {
        palette::draw(face, open, frame);
    }
}
