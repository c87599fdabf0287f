//! Drawing the face of the game, and nothing else, to any terminal or to memory.

mod board;
mod browse;
mod cells;
mod curve;
mod heat;
pub mod help;
pub mod layout;
mod legend;
mod lines;
pub(crate) mod page;
mod panel;
mod play;
mod shade;
mod values;
mod why;
mod wrap;

use game::Mode;
use ratatui::Frame;
use ratatui::widgets::{Paragraph, Wrap};

use crate::face::Face;
use layout::{Layout, SMALLEST};
pub use values::cell_at;

/// Draws the whole screen.
pub fn view(face: &Face, frame: &mut Frame<'_>) {
    let area = frame.area();
    // The terminal may just have changed its size: the face hears of it next.
    match Layout::of(face).filter(|_| (area.width, area.height) == face.screen) {
        None => {
            let needs = format!("The game needs {} columns and {} rows: enlarge the terminal.", SMALLEST.0, SMALLEST.1);
            frame.render_widget(Paragraph::new(needs).wrap(Wrap { trim: true }), area);
        }
        Some(_) if face.help.is_some() => help::draw(face, frame),
        Some(_) if matches!(face.model.mode(), Mode::Page(_)) => page::draw(face, frame),
        Some(layout) => {
            board::draw(face, &layout, frame.buffer_mut());
            panel::draw(face, &layout, frame);
        }
    }
}
