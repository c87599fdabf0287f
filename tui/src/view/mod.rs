//! Drawing the model, and nothing but the model, to any terminal or to memory.

mod board;
mod browse;
mod curve;
mod faces;
mod heat;
pub mod help;
pub mod layout;
mod legend;
mod lines;
mod panel;
mod play;
mod shade;
mod values;
mod why;
mod wrap;

use ratatui::Frame;
use ratatui::widgets::{Paragraph, Wrap};

use crate::model::Model;
use layout::{Layout, SMALLEST};
pub use values::cell_at;

/// Draws the whole screen.
pub fn view(model: &Model, frame: &mut Frame<'_>) {
    let area = frame.area();
    // The terminal may just have changed its size: the model hears of it next.
    match Layout::of(model).filter(|_| (area.width, area.height) == model.screen) {
        None => {
            let needs = format!("The game needs {} columns and {} rows: enlarge the terminal.", SMALLEST.0, SMALLEST.1);
            frame.render_widget(Paragraph::new(needs).wrap(Wrap { trim: true }), area);
        }
        Some(_) if model.help.is_some() => help::draw(model, frame),
        Some(layout) => {
            board::draw(model, &layout, frame.buffer_mut());
            panel::draw(model, &layout, frame);
        }
    }
}
