//! The palette: a list of all commands, filtered by the text that the player types.

use game::Model;
use game::keys::{self, Keymap, PaletteEntry};

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
    /// The last letters of the text are erased, this number of them. Without a text, the palette is closed.
    Erased(usize),
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

/// The rank of the values of settings and the choices of the menu; lower if they have each word of the text whole.
const SEARCHED: u8 = 4;

/// The longest text in the palette, in characters.
const LONGEST: usize = 200;

impl CommandPalette {
    /// Returns the commands that match the text, the best match first. A command matches if the text is a key, the name
    /// or another name of the command, or if all words of the text occur in its name and description. The values of
    /// settings and the choices of the menu match if a word of them begins with each word of the text. They come before
    /// the commands with a word of the text only inside of a word. If nothing matches, all are found with a word that has
    /// the letters of the text in their order, such as `hint` for `hnt`.
    #[must_use]
    pub(crate) fn commands(&self, keymap: &Keymap, model: &Model, theme: Theme) -> Vec<PaletteEntry> {
        let text = self.text.trim().to_lowercase();
        let mut found: Vec<(u8, PaletteEntry)> = keymap
            .palette(model, theme.glyphs.arrows)
            .into_iter()
            .filter_map(|entry| Some((rank(&entry, &text, self.text.trim())?, entry)))
            .collect();
        let words: Vec<&str> = text.split_whitespace().collect();
        let searched = if words.is_empty() { Vec::new() } else { keys::searched(model) };
        let matching = searched.iter().filter(|entry| has_words(&entry.description, &words)).cloned();
        let is_whole = |entry: &PaletteEntry| words.iter().all(|word| has_whole_word(&entry.description, word));
        found.extend(matching.map(|entry| (if is_whole(&entry) { SEARCHED - 2 } else { SEARCHED }, entry)));
        if found.is_empty() {
            let all = keymap.palette(model, theme.glyphs.arrows).into_iter().chain(searched);
            found.extend(all.filter(|entry| resembles(entry, &words)).map(|entry| (0, entry)));
        }
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

/// Returns `true` if each of `words`, in lower case, is the beginning of a word of `description`.
fn has_words(description: &str, words: &[&str]) -> bool {
    let description = description.to_lowercase();
    let all = || description.split(|letter: char| !letter.is_alphanumeric());
    words
        .iter()
        .all(|word| all().any(|other| other.starts_with(word)) || description.split(' ').any(|all| all == *word))
}

/// Returns `true` if `word`, in lower case, is a word of `description`.
fn has_whole_word(description: &str, word: &str) -> bool {
    description.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).any(|other| other == word)
}

/// Returns `true` if for each of `words`, in lower case, a word of the entry begins with its first letter and has its
/// other letters in their order.
fn resembles(entry: &PaletteEntry, words: &[&str]) -> bool {
    let text = format!("{} {}", entry.name, entry.description).to_lowercase();
    let has = |word: &str| {
        text.split(|letter: char| !letter.is_alphanumeric()).any(|other| {
            let mut letters = other.chars();
            word.chars().next() == other.chars().next() && word.chars().all(|letter| letters.any(|next| next == letter))
        })
    };
    words.iter().all(|word| has(word))
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
    let words: Vec<&str> = text.split_whitespace().collect();
    if has_words(&all, &words) {
        return Some(SEARCHED - 1);
    }
    words.iter().all(|word| all.contains(word)).then_some(SEARCHED + 1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::keys::PaletteChoice;
    use game::{MenuChoice, MenuTarget, Series, Setting};
    use nqueens_guide::{Queens, Size};

    use super::*;
    use crate::theme::ColorChoice;

    fn model_of_four() -> Model {
        Model::new(Arc::new(Series::of(Vec::new())), 4, Arc::new(Queens::new(Size::new(4).unwrap())))
    }

    #[test]
    fn values_of_settings_and_choices_of_the_menu_are_found_by_the_beginnings_of_words() {
        let mut model = model_of_four();
        model.options = vec![Setting::new("theme", "The colours.", &["auto", "light"])];
        let list = |sizes: &[&str]| {
            let choice = |(number, size): (usize, &&str)| MenuChoice::new(*size, MenuTarget::Opens(number));
            MenuTarget::Lists(sizes.iter().enumerate().map(choice).collect())
        };
        let kinds = vec![
            MenuChoice::new("Sudoku", list(&["4 x 4", "9 x 9"])),
            MenuChoice::new("Queens", list(&["8 x 8", "12 x 12"])),
        ];
        model.choices = vec![MenuChoice::new("New game", MenuTarget::Lists(kinds))];
        let theme = Theme::from_env(ColorChoice::Never, |_| None);
        let found = |text: &str| {
            let palette = CommandPalette { text: text.to_owned(), selected: 0 };
            let found = palette.commands(&Keymap::default(), &model, theme);
            found.into_iter().filter_map(|entry| entry.choice).collect::<Vec<_>>()
        };
        assert_eq!(found("theme li"), [PaletteChoice::Sets { name: "theme", value: "light" }]);
        assert_eq!(found("Sudoku 9"), [PaletteChoice::Takes(vec![0, 0, 1])]);
        assert_eq!(found("queens 12"), [PaletteChoice::Takes(vec![0, 1, 1])]);
        // A word that begins with the text is a better match than a word that contains it, such as `restart`.
        let listed = |text: &str| {
            let mut model = model_of_four();
            let list = MenuTarget::Lists(vec![MenuChoice::new("Star Battle", MenuTarget::Opens(9))]);
            model.choices = vec![MenuChoice::new("New game", list)];
            let palette = CommandPalette { text: text.to_owned(), selected: 0 };
            let found = palette.commands(&Keymap::default(), &model, theme);
            found
                .into_iter()
                .map(|entry| if entry.choice.is_some() { "choice" } else { entry.name })
                .collect::<Vec<_>>()
        };
        let at = |name: &str| listed("star").iter().position(|other| *other == name).unwrap();
        assert!(at("choice") == 0 && at("restart") > 0, "{:?}", listed("star"));
        assert_eq!([listed("share")[0], listed("copy")[0]], ["copy"; 2]);
        // Letters may be missing.
        assert_eq!([listed("hnt")[0], listed("rstrt")[0]], ["hint", "restart"]);
        assert!(listed("qzx").is_empty());
        assert_eq!([found(""), found("queens 2")], [vec![], vec![]], "12 does not begin with 2");
    }
}
