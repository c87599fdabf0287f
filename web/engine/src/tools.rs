//! The buttons, keys and help of the page.

use std::borrow::Cow;

use game::keys::{self, Command, Key, Keymap};
use game::{Action, KeyContext, Mode, Model, OfferedAction, Page, words};
use serde::Serialize;

/// The names of the arrow keys in the help.
const ARROWS: [&str; 4] = ["←", "↓", "↑", "→"];

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tool {
    act: &'static str,
    label: Cow<'static, str>,
    key: Option<String>,
    enabled: bool,
    pressed: Option<bool>,
    group: &'static str,
}

/// Returns the [`Action`] of the button with this name.
pub(crate) fn action(name: &str) -> Option<Action> {
    match keys::named(name)? {
        Command::Game(action) => Some(action),
        _ => None,
    }
}

/// Parses a browser's name of a key, with `Ctrl+` before it if Ctrl is held down.
pub(crate) fn key(name: &str) -> Option<Key> {
    if let Some(rest) = name.strip_prefix("Ctrl+") {
        return Some(key(rest).filter(|_| !rest.starts_with("Ctrl+"))?.with_control());
    }
    let mut letters = name.chars();
    match (name, letters.next(), letters.next()) {
        ("Escape", ..) => Key::named("Esc"),
        (_, Some(letter), None) => Some(Key::char(letter)),
        ("ArrowLeft" | "ArrowDown" | "ArrowUp" | "ArrowRight", ..) => Key::named(&name["Arrow".len()..]),
        _ => Key::named(name),
    }
}

/// Returns the browser's name of a key, the inverse of [`key`].
fn browser_name(key: Key) -> String {
    let name = key.config_name();
    let (control, plain) = name.strip_prefix("Ctrl-").map_or(("", name.as_str()), |plain| ("Ctrl+", plain));
    let plain = match plain {
        "Left" | "Down" | "Up" | "Right" => format!("Arrow{plain}"),
        "Esc" => "Escape".to_owned(),
        "Space" => " ".to_owned(),
        plain => plain.to_owned(),
    };
    format!("{control}{plain}")
}

/// Returns `true` for commands of the page, and `false` for commands of the terminal alone.
fn is_page_command(command: Command) -> bool {
    matches!(command, Command::Game(action) if action != Action::Command) || command == Command::Help
}

/// Returns the key bindings of the terminal, with three exceptions. Only `r` means redo, because Ctrl-R reloads the
/// page, so that no key restarts. `f` folds options, because Tab moves the focus.
fn keymap() -> Keymap {
    let redo = (Command::Game(Action::Redo), vec![Key::char('r')]);
    let restart = (Command::Game(Action::Restart), Vec::new());
    let fold = (Command::Game(Action::Fold), vec![Key::char('f')]);
    [redo, restart, fold].into_iter().fold(Keymap::default(), |keymap, (command, keys)| keymap.with(command, keys))
}

/// Names the button in place of the key `r`, which restarts only in the terminal.
pub(crate) fn with_page_keys(text: String) -> String {
    text.replace("Press r to restart.", "Press Restart.").replace("Press r to ", "Press Restart to ")
}

/// Returns the browser's names of the keys bound on the present screen; see [`key`].
pub(crate) fn keys(model: &Model) -> Vec<String> {
    let bound = keymap().bound(model.mode().key_context(), model);
    let commands = bound.into_iter().filter(|&(_, command)| is_page_command(command)).map(|(key, _)| browser_name(key));
    let letters = ('0'..='9').chain('a'..='z').chain('A'..='Z').filter(|&letter| takes_as_value(model, letter));
    commands.chain(letters.map(String::from)).collect()
}

/// Returns the letter or digit of the key `name` if this key enters a value on the present board; `None` if the key
/// performs a command, or if its name has several characters.
pub(crate) fn value(model: &Model, name: &str) -> Option<char> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    takes_as_value(model, letter).then_some(letter)
}

/// Returns `true` if the key `letter` enters a value instead of performing a command: if letters are among the possible
/// values of the cell under the cursor, and `letter` is one of these values. The commands of these keys have buttons on
/// the page.
fn takes_as_value(model: &Model, letter: char) -> bool {
    let board = model.board();
    let mut symbols = board.variables(model.cursor()).iter().map(|&variable| board.puzzle().symbol(variable));
    matches!(model.mode(), Mode::Play)
        && model.typing().is_none()
        && board.has_values()
        && symbols.clone().any(|symbol| symbol.is_alphabetic())
        && symbols.any(|symbol| symbol.eq_ignore_ascii_case(&letter))
}

/// Returns the [`Command`] of a key on the present screen.
pub(crate) fn command(model: &Model, key: Key) -> Option<Command> {
    keymap().command(key, model.mode().key_context(), model).filter(|&command| is_page_command(command))
}

/// Returns the buttons in order. While a job runs (`is_busy`), the last button cancels it.
pub(crate) fn tools(model: &Model, is_busy: bool) -> Vec<Tool> {
    let keymap = keymap();
    let is_covered = model.mode().key_context() == KeyContext::Page;
    let cancel = (is_busy && !is_covered).then_some(OfferedAction {
        name: "cancel",
        command: Command::Game(Action::Cancel),
        group: "mode",
        label: "Cancel".into(),
        obstacle: None,
        is_pressed: None,
    });
    let tool = |offer: OfferedAction| Tool {
        act: offer.name,
        label: offer.label,
        key: keymap
            .keys_of(offer.command)
            .first()
            .map(|key| key.name(ARROWS))
            .filter(|key| value(model, key).is_none()),
        enabled: offer.obstacle.is_none(),
        pressed: offer.is_pressed,
        group: offer.group,
    };
    game::offers(model).into_iter().chain(cancel).map(tool).collect()
}

/// A section of the help: its title, and rows of keys and meanings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct HelpTable {
    title: &'static str,
    rows: Vec<(String, String)>,
}

/// Returns the help: the rules of the puzzle, touch and mouse, then the keys, then the help levels. The rows of the
/// rules have no keys.
pub(crate) fn help(model: &Model) -> Vec<HelpTable> {
    // The scopes of each rule, whose lines are indented, are left out.
    let is_rule = |line: &String| !line.is_empty() && !line.starts_with(' ');
    let rules = words::page(model, Page::Rules(0)).into_iter().skip(1).filter(is_rule);
    let mut tables = vec![HelpTable { title: "Rules", rows: rules.map(|rule| (String::new(), rule)).collect() }];
    tables.push(HelpTable { title: "Fingers and mouse", rows: keys::fingers(model) });
    let headings = keymap().help(model, ARROWS, true, is_page_command);
    tables.extend(headings.into_iter().map(|(title, rows)| HelpTable { title, rows }));
    tables.push(HelpTable { title: "Levels of help", rows: words::assist_levels(model.board().puzzle()) });
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_that_restarts_in_the_terminal_redoes_on_the_page() {
        assert!(keymap().keys_of(Command::Game(Action::Restart)).is_empty());
        let worded = |text: &str| with_page_keys(text.to_owned());
        assert_eq!(worded("Solved. Press r to play it again."), "Solved. Press Restart to play it again.");
        assert_eq!(worded("Press r to restart. Press N."), "Press Restart. Press N.");
    }
}
