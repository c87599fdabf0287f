//! The changes of a [`Face`] by commands, messages and the size of the terminal.

use game::keys::{Command, PaletteChoice};
use game::words;
use game::{Action, Arrow, Effect, Message, Mode, Page, Setting};
use puzzle_core::Status;
use puzzle_kind::Cell;

use crate::face::{Face, Input, Outcome};
use crate::palette::{CommandPalette, PaletteInput};
use crate::theme::Palette;
use crate::view::layout::{SMALLEST, ScreenLayout};
use crate::view::{found, help, tree};

/// The name of the setting for the [`Palette`] of colours.
const THEME: &str = "theme";
/// The name of the setting for the glyphs.
const CHARACTERS: &str = "characters";

impl Face {
    /// Begins the game: returns the effects that load the first puzzle.
    #[must_use]
    pub fn start(&mut self) -> Vec<Outcome> {
        self.model.start().into_iter().map(Outcome::Game).collect()
    }

    /// Applies `input`, and returns the effects to carry out, in order.
    #[must_use]
    pub fn update(&mut self, input: Input) -> Vec<Outcome> {
        let outcomes = match input {
            Input::Game(message) => self.tell(message),
            Input::Erased(letters) => (0..letters).flat_map(|_| self.tell(Message::Erased)).collect(),
            Input::Command(command) => self.obey(command),
            Input::Palette(input) => self.update_palette(input),
            Input::Resized(columns, rows) => {
                self.screen = (columns, rows);
                Vec::new()
            }
        };
        self.follow();
        outcomes
    }

    fn obey(&mut self, command: Command) -> Vec<Outcome> {
        match (command, self.help) {
            (Command::Suspend, _) => return vec![Outcome::Suspend],
            (Command::Quit, _) => return vec![Outcome::Quit],
            (Command::Close, None) if !self.shows_something() => return vec![Outcome::Quit],
            (Command::Close, None) => return self.tell(Message::Act(Action::Cancel)),
            (Command::Theme, _) => {
                let next = self.theme.next();
                let is_setting =
                    |setting: &Setting| setting.name == THEME && setting.values.contains(&next.palette.key());
                if self.model.options.iter().any(is_setting) {
                    return self.tell(Message::Set { name: THEME.to_owned(), value: next.palette.key().to_owned() });
                }
                self.theme = next;
                let text = words::filled(&self.model, &format!("Theme: {}.", self.theme.palette.name()));
                let mut outcomes = self.tell(Message::Say { text, is_refusal: false });
                outcomes.push(Outcome::Remember(self.theme.palette));
                return outcomes;
            }
            (Command::Narrow, None) => self.is_narrow = !self.is_narrow,
            (Command::Narrow, Some(_)) => {}
            // `Share` and `Save` exist only in the browser.
            (Command::Share | Command::Save, _) => {}
            (Command::Help, None) => (self.help, self.is_help_whole) = (Some(0), false),
            (Command::Game(Action::Place), Some(_)) => {
                (self.help, self.is_help_whole) = (Some(0), !self.is_help_whole);
            }
            (Command::Help | Command::Close | Command::Game(Action::Cancel), Some(_)) => self.help = None,
            (Command::Game(Action::Move(Arrow::Down)), Some(scrolled)) => {
                self.help = Some(scrolled.saturating_add(1));
            }
            (Command::Game(Action::Move(Arrow::Up)), Some(scrolled)) => {
                self.help = Some(scrolled.saturating_sub(1));
            }
            // The help covers the board, and a hidden board must not change.
            (Command::Game(_), Some(_)) => {}
            (Command::Game(Action::Command), None) if self.model.typing().is_none() => {
                self.palette = Some(CommandPalette::default());
                // The palette finds the choices of the menu, which a game without a menu at the start has not listed.
                if self.model.choices.is_empty() && self.model.has_menu() {
                    return vec![Outcome::Game(Effect::ListChoices)];
                }
            }
            // From the board, the key shows the result first. The replay is one key further.
            (Command::Game(Action::Replay), None)
                if self.model.is_over() && matches!(self.model.mode(), Mode::Play) =>
            {
                let mut outcomes = self.tell(Message::Act(Action::Replay));
                outcomes.extend(self.tell(Message::Act(Action::Cancel)));
                return outcomes;
            }
            (Command::Game(Action::Move(arrow @ (Arrow::Down | Arrow::Up))), None) if self.found().is_some() => {
                let next = self.found().and_then(|selected| found::neighbour(self, selected, arrow == Arrow::Down));
                return next.map_or_else(Vec::new, |next| self.tell(Message::Act(Action::SelectAt(next))));
            }
            (Command::Game(action), None) => return self.tell(Message::Act(action)),
        }
        Vec::new()
    }

    /// Returns `true` if there is a screen, a hint or an input line to close. The result of a solved game is no screen
    /// to close, unless the game is replayed. The first list of the menu is none either.
    fn shows_something(&self) -> bool {
        let is_last = match self.model.mode() {
            Mode::Result(screen) => screen.replayed().is_none(),
            Mode::Page(Page::Menu(_)) => self.model.list_title().is_none(),
            _ => false,
        };
        self.model.can_leave_screen() && !is_last || self.model.hint().is_some() || self.model.typing().is_some()
    }

    /// Returns the index of the selected picture of the found solutions; `None` on other screens.
    fn found(&self) -> Option<usize> {
        if let Mode::Page(Page::Found(selected)) = self.model.mode() { Some(*selected) } else { None }
    }

    fn tell(&mut self, message: Message) -> Vec<Outcome> {
        let loading = self.model.loading().map(|loading| loading.ticket);
        let begins = matches!(&message, Message::Loaded { ticket, result: Ok(_) } if loading == Some(*ticket));
        let clicked = if let Message::ClickPlace(cell, _) = &message { Some(*cell) } else { None };
        self.swept = if let Message::Swept { to, .. } = &message { Some(*to) } else { None };
        let effects = self.model.update(message);
        // A click that has ruled out its cell, or chosen a cell with values, may begin a drag over further cells.
        self.swept = self.swept.or(clicked.filter(|&cell| self.is_ruled_out(cell) || self.selects(cell)));
        if begins {
            self.origin = self.model.cursor();
        }
        for effect in &effects {
            match effect {
                Effect::Set { name: THEME, value } => {
                    // Any value that names no palette is `auto`.
                    self.theme = match Palette::with_key(value) {
                        Some(palette) => self.theme.with_palette(palette),
                        None => self.theme.with_usual_palette(),
                    };
                }
                Effect::Set { name: CHARACTERS, value: "ascii" } => self.theme = self.theme.in_ascii(),
                Effect::Set { name: CHARACTERS, .. } => self.theme = self.theme.with_usual_glyphs(),
                _ => {}
            }
        }
        effects.into_iter().map(Outcome::Game).collect()
    }

    /// Returns `true` if `cell` is blocked, on a board whose empty cells are blocked by the first click
    /// ([`game::Model::rules_out_first`]).
    fn is_ruled_out(&self, cell: Cell) -> bool {
        let board = self.model.board();
        if !self.model.rules_out_first() || !board.contains(cell) {
            return false;
        }
        let status = board.only(cell).and_then(|variable| Some(self.model.guide()?.status(variable)));
        status == Some(Status::Blocked)
    }

    /// Returns `true` if a drag from `cell` selects cells.
    fn selects(&self, cell: Cell) -> bool {
        let board = self.model.board();
        board.contains(cell) && board.has_values() && matches!(self.model.mode(), Mode::Play)
    }

    /// Scrolls the board so that the cursor is visible, and limits [`Face::help`] to the length of the help.
    fn follow(&mut self) {
        if self.model.tree().is_some() && self.screen.0 >= SMALLEST.0 && self.screen.1 >= SMALLEST.1 {
            self.origin = Cell { row: tree::offset(self), column: 0 };
        } else if let Some(layout) = ScreenLayout::of(self) {
            self.origin = layout.origin;
        }
        self.help = self.help.map(|scrolled| scrolled.min(help::furthest(self)));
    }

    /// Applies an input of the open command palette.
    fn update_palette(&mut self, input: PaletteInput) -> Vec<Outcome> {
        let Some(mut palette) = self.palette.take() else { return Vec::new() };
        let count = self.palette_commands(&palette).len();
        match input {
            PaletteInput::Closed => return Vec::new(),
            PaletteInput::Performed => return self.perform(&palette),
            PaletteInput::Chosen(index) => {
                palette.selected = index;
                return self.perform(&palette);
            }
            PaletteInput::Typed(letter) => palette.add(&letter.to_string()),
            PaletteInput::Pasted(text) => palette.add(&text),
            PaletteInput::Erased(_) if palette.text.is_empty() => return Vec::new(),
            PaletteInput::Erased(letters) => {
                let kept = palette.text.chars().count().saturating_sub(letters);
                palette.text = palette.text.chars().take(kept).collect();
                palette.selected = 0;
            }
            PaletteInput::Next if palette.selected + 1 < count => palette.selected += 1,
            PaletteInput::Next => palette.selected = 0,
            PaletteInput::Previous => {
                palette.selected = palette.selected.checked_sub(1).unwrap_or(count.saturating_sub(1));
            }
        }
        self.palette = Some(palette);
        Vec::new()
    }

    /// Performs the selected command. A text that matches no command is the name of a cell or value to go to, or a
    /// command with an operand, such as `w FILE`.
    fn perform(&mut self, palette: &CommandPalette) -> Vec<Outcome> {
        let text = palette.text.trim();
        let has_operand = text.contains(' ') && text.starts_with('w');
        let is_name = palette.selected == 0 && self.model.board().puzzle().named(text).is_ok();
        if let Some(entry) = self.palette_commands(palette).get(palette.selected).filter(|_| !has_operand && !is_name) {
            return self.update(match entry.choice.clone() {
                None => Input::Command(entry.command),
                Some(PaletteChoice::Sets { name, value }) => {
                    Input::Game(Message::Set { name: name.to_owned(), value: value.to_owned() })
                }
                Some(PaletteChoice::Takes(path)) => Input::Game(Message::Choose(path)),
            });
        }
        let is_option = self.model.tree().is_some_and(|tree| !tree.matching(text).is_empty()) && !text.is_empty();
        let purpose = if is_name || is_option && !has_operand { Action::Go } else { Action::Command };
        let mut outcomes = self.update(Input::Game(Message::Act(purpose)));
        let letters = text.chars().map(Message::Typed).chain([Message::Entered]);
        for message in letters {
            outcomes.extend(self.update(Input::Game(message)));
        }
        outcomes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::{Message, Model, Series, Setting};
    use nqueens_guide::{Queens, Size};

    use super::{CHARACTERS, Input, THEME};
    use crate::face::Face;
    use crate::theme::{ColorChoice, Palette, Theme};

    #[test]
    fn the_characters_change_at_once_and_back() {
        for (locale, usual) in [("de_DE.UTF-8", "♛"), ("C", "Q")] {
            let theme = Theme::from_env(ColorChoice::Auto, |name| (name == "LANG").then(|| locale.to_owned()));
            let mut model =
                Model::new(Arc::new(Series::of(Vec::new())), 4, Arc::new(Queens::new(Size::new(4).unwrap())));
            model.options = vec![Setting::new(CHARACTERS, "The characters.", &["auto", "ascii"])];
            let mut face = Face::new(model, theme, (80, 24));
            let mut set = |value: &str| {
                let _ = face.update(Input::Game(Message::Set { name: CHARACTERS.to_owned(), value: value.to_owned() }));
                face.theme.glyphs.queen
            };
            assert_eq!((set("ascii"), set("auto")), ("Q", usual), "{locale}");
        }
    }

    #[test]
    fn the_theme_auto_suits_the_terminal_after_any_other_theme() {
        let size = Size::new(4).unwrap();
        for (background, usual) in [("15;0", Palette::Dark), ("0;15", Palette::Light)] {
            let variables = [("COLORTERM", "truecolor"), ("COLORFGBG", background)];
            let theme = Theme::from_env(ColorChoice::Auto, |name| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            });
            let mut model = Model::new(Arc::new(Series::of(Vec::new())), 4, Arc::new(Queens::new(size)));
            model.options = vec![Setting::new(THEME, "The colours.", &["auto", "light", "plain"])];
            let mut face = Face::new(model, theme, (80, 24));
            let mut set = |value: &str| {
                let _ = face.update(Input::Game(Message::Set { name: THEME.to_owned(), value: value.to_owned() }));
                face.theme.palette
            };
            assert_eq!((set("plain"), set("auto")), (Palette::Plain, usual));
            assert_eq!((set("light"), set("auto")), (Palette::Light, usual));
        }
    }
}
