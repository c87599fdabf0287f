//! The buttons of the page, and its help.

use game::keys::{self, Command, Key, Keymap};
use game::{Action, Assist, KeyContext, Model, Offer, words};
use puzzle_kind::Playable;
use serde::Serialize;

/// The names of the arrows, for the help.
const ARROWS: [&str; 4] = ["←", "↓", "↑", "→"];

/// A button.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tool {
    act: &'static str,
    label: &'static str,
    key: Option<String>,
    enabled: bool,
    pressed: Option<bool>,
    group: &'static str,
}

/// The action of the game that a button asks for, by its name.
pub(crate) fn action(name: &str) -> Option<Action> {
    match keys::named(name)? {
        Command::Game(action) => Some(action),
        _ => None,
    }
}

/// A key by the name that browsers have for it, with `Ctrl+` before it.
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

/// The name that browsers have for a key.
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

/// Whether a command is one that a page has: the terminal's own are not.
fn is_here(command: Command) -> bool {
    matches!(command, Command::Game(action) if action != Action::Command) || command == Command::Help
}

/// The keys of the page: those of the terminal, but for one that browsers have for something else.
fn keymap() -> Keymap {
    // Ctrl-R loads the page anew.
    Keymap::default().with(Command::Game(Action::Redo), vec![Key::char('r')])
}

/// The keys that mean something now, as browsers name them.
pub(crate) fn keys(model: &Model) -> Vec<String> {
    let bound = keymap().bound(model.mode().place(), model);
    bound.into_iter().filter(|&(_, command)| is_here(command)).map(|(key, _)| browser_name(key)).collect()
}

/// What a key asks for now.
pub(crate) fn command(model: &Model, key: Key) -> Option<Command> {
    keymap().command(key, model.mode().place(), model).filter(|&command| is_here(command))
}

/// The buttons, in order; while something is worked out, with one that cancels it.
pub(crate) fn tools(model: &Model, is_busy: bool) -> Vec<Tool> {
    let keymap = keymap();
    let is_covered = model.mode().place() == KeyContext::Page;
    let cancel = (is_busy && !is_covered).then_some(Offer {
        name: "cancel",
        command: Command::Game(Action::Cancel),
        group: "mode",
        label: "Cancel",
        is_enabled: true,
        is_pressed: None,
    });
    let tool = |offer: Offer| Tool {
        act: offer.name,
        label: offer.label,
        key: keymap.keys_of(offer.command).first().map(|key| key.name(ARROWS)),
        enabled: offer.is_enabled,
        pressed: offer.is_pressed,
        group: offer.group,
    };
    game::offers(model).into_iter().chain(cancel).map(tool).collect()
}

/// A table of the help: its title, and rows of two columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Table {
    title: &'static str,
    rows: Vec<(String, String)>,
}

/// What the help says: fingers and the mouse first, then the keys, then the levels of help.
pub(crate) fn help(model: &Model) -> Vec<Table> {
    let mut tables = vec![Table { title: "Fingers and mouse", rows: keys::fingers(model) }];
    let headings = keymap().help(model, ARROWS, is_here);
    let headings = headings.into_iter().filter(|(_, rows)| !rows.is_empty());
    tables.extend(headings.map(|(title, rows)| Table { title, rows }));
    let puzzle: &dyn Playable = model.board().puzzle();
    let level = |assist: Assist| (assist.level().to_string(), words::assist(puzzle, assist));
    tables.push(Table { title: "Levels of help", rows: Assist::ALL.map(level).to_vec() });
    tables
}
