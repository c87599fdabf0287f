//! The palette: a list of all commands, filtered by the text that the player types.

use game::Model;
use game::keys::{Keymap, PaletteEntry};

use crate::theme::Theme;

/// The state of the open palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandPalette {
    /// The text typed so far.
    pub text: String,
    /// The index of the selected command among [`Face::palette_commands`](crate::face::Face::palette_commands).
    pub selected: usize,
}

/// An input of the open palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaletteInput {
    /// A letter typed into the text.
    Typed(char),
    /// A text that is pasted into the palette.
    Pasted(String),
    /// The last letter of the text is erased.
    Erased,
    /// The next command is selected.
    Next,
    /// The previous command is selected.
    Previous,
    /// The selected command is performed.
    Performed,
    /// The command with this index in the list shown, counted from 0, is performed.
    Chosen(usize),
    /// The palette is closed.
    Closed,
}

/// Names that other programs with a palette give to commands, each with the name of the command in this program.
const ALIASES: [(&str, &str); 1] = [("help", "keys")];

/// The longest text in the palette, in characters.
const LONGEST: usize = 200;

impl CommandPalette {
    /// Returns the commands that match the text, the best match first. A command matches if the text is a key, the name
    /// or another name of the command, or if all words of the text occur in its name and description.
    #[must_use]
    pub(crate) fn commands(&self, keymap: &Keymap, model: &Model, theme: Theme) -> Vec<PaletteEntry> {
        let text = self.text.trim().to_lowercase();
        let mut found: Vec<(u8, PaletteEntry)> = keymap
            .palette(model, theme.glyphs.arrows)
            .into_iter()
            .filter_map(|entry| Some((rank(&entry, &text, self.text.trim())?, entry)))
            .collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Appends a text without its control characters, as far as there is room.
    pub(crate) fn add(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        self.text.extend(text.chars().filter(|letter| !letter.is_control()).take(room));
        self.selected = 0;
    }
}

/// Returns the rank of a command, 0 for the best match; `None` if the command does not match. `typed` is the text as
/// the player has typed it, and `text` is the same text in lower case. Only the command's keys are compared with
/// `typed`.
fn rank(entry: &PaletteEntry, text: &str, typed: &str) -> Option<u8> {
    let description = entry.description.to_lowercase();
    let is_key = entry.keys.split(' ').any(|key| key == typed);
    let is_name = entry.name == text || ALIASES.contains(&(text, entry.name));
    if text.is_empty() || is_key || is_name {
        return Some(0);
    }
    if entry.name.starts_with(text) {
        return Some(1);
    }
    if description.starts_with(text) {
        return Some(2);
    }
    let all = format!("{} {description}", entry.name);
    text.split_whitespace().all(|word| all.contains(word)).then_some(3)
}
