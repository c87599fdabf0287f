//! The buttons of the page, and its help.

use bdd_core::Schedule;
use game::keys::{Applies, Binding, Code, Command, KEYS, Key, Keymap, NAMES, Place};
use game::{Action, Assist, Mode, Model, Numbering, Step, words};
use puzzle_kind::Playable;
use serde::Serialize;

/// The names of the arrows, for the help.
const ARROWS: [&str; 4] = ["←", "↓", "↑", "→"];

/// A button.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tool {
    act: &'static str,
    label: String,
    key: Option<String>,
    enabled: bool,
    pressed: Option<bool>,
    group: &'static str,
}

/// What has no name among the commands that can have other keys.
const OTHERS: &[(&str, Action)] = &[
    ("menu", Action::Menu),
    ("cancel", Action::Cancel),
    ("conjunction", Action::Conjunction),
    ("confirm", Action::Place),
    ("choose", Action::Choose),
    ("step-next", Action::Step(Step::Next)),
    ("step-previous", Action::Step(Step::Previous)),
    ("step-first", Action::Step(Step::First)),
    ("step-last", Action::Step(Step::Last)),
    ("step-random", Action::Step(Step::Random)),
    ("skip-case", Action::Step(Step::SkipCase)),
    ("case-start", Action::Step(Step::CaseStart)),
    ("fold", Action::Fold),
    ("repair", Action::Repair),
    ("adopt", Action::Adopt),
];

/// What a button asks for, by its name.
pub(crate) fn action(name: &str) -> Option<Action> {
    let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, command)| *command);
    match named {
        Some(Command::Game(action)) => Some(action),
        Some(_) => None,
        None => OTHERS.iter().find(|(known, _)| *known == name).map(|(_, action)| *action),
    }
}

/// A key by the name that browsers have for it, with `Ctrl+` before it.
pub(crate) fn key(name: &str) -> Option<Key> {
    if let Some(rest) = name.strip_prefix("Ctrl+") {
        return Some(key(rest).filter(|_| !rest.starts_with("Ctrl+"))?.with_control());
    }
    let mut letters = name.chars();
    let code = match (name, letters.next(), letters.next()) {
        ("ArrowLeft", ..) => Code::Left,
        ("ArrowDown", ..) => Code::Down,
        ("ArrowUp", ..) => Code::Up,
        ("ArrowRight", ..) => Code::Right,
        ("Escape", ..) => Code::Esc,
        (_, Some(letter), None) => Code::Char(letter),
        _ => return Key::named(name),
    };
    Some(Key::plain(code))
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

fn bindings(model: &Model) -> impl Iterator<Item = &'static Binding> {
    let here = |binding: &&Binding| binding.keys.iter().any(|&(_, command)| is_here(command));
    KEYS.iter().filter(|binding| binding.applies.to(model)).filter(here)
}

/// The keys of the page: those of the terminal, but for one that browsers have for something else.
fn keymap() -> Keymap {
    // Ctrl-R loads the page anew.
    Keymap::default().with(Command::Game(Action::Redo), vec![Key::char('r')])
}

/// The keys that mean something now, as browsers name them.
pub(crate) fn keys(model: &Model) -> Vec<String> {
    let (keymap, place) = (keymap(), Place::of(model));
    let here = bindings(model).filter(|binding| [place, Place::Anywhere].contains(&binding.place));
    here.flat_map(|binding| keymap.of(binding)).map(|(key, _)| browser_name(key)).collect()
}

/// What a key asks for now.
pub(crate) fn command(model: &Model, key: Key) -> Option<Command> {
    keymap().command(key, Place::of(model), model).filter(|&command| is_here(command))
}

/// The buttons, in order.
pub(crate) fn tools(model: &Model, is_busy: bool) -> Vec<Tool> {
    let keymap = keymap();
    let tool = |group: &'static str, act: &'static str, label: &str| {
        let key = action(act).and_then(|action| keymap.keys_of(Command::Game(action)).first().copied());
        let key = key.map(|key| key.name(ARROWS));
        Tool { act, label: label.to_owned(), key, enabled: true, pressed: None, group }
    };
    let on = |tool: Tool, is_on: bool| Tool { pressed: Some(is_on), ..tool };
    let if_so = |tool: Tool, can: bool| Tool { enabled: can, ..tool };
    let board = model.board();
    let is_covered = matches!(model.mode(), Mode::Page(_));
    let mut tools = Vec::new();
    match model.mode() {
        Mode::Play => {}
        Mode::Why(screen) => {
            let (at, of) = screen.progress();
            tools.push(if_so(tool("mode", "step-previous", "Previous"), at > 1));
            tools.push(if_so(tool("mode", "step-next", "Next"), at < of));
            tools.push(if_so(tool("mode", "step-last", "Last"), at < of));
            if screen.has_cases() {
                tools.push(if_so(tool("mode", "skip-case", "Skip case"), at < of));
                tools.push(on(tool("mode", "fold", "Fold cases"), screen.is_folded()));
            }
            if screen.argument.explanation().is_some() {
                tools.push(tool("mode", "repair", "Take away what has to go"));
            }
        }
        Mode::Clash(screen) => {
            let (at, of) = screen.progress();
            if of > 1 {
                tools.push(if_so(tool("mode", "step-previous", "Previous"), at > 1));
                tools.push(if_so(tool("mode", "step-next", "Next"), at < of));
            }
            tools.push(tool("mode", "repair", "Take it away"));
        }
        Mode::Browse(_) => {
            for (act, label) in [
                ("step-first", "First"),
                ("step-previous", "Previous"),
                ("step-next", "Next"),
                ("step-last", "Last"),
                ("step-random", "Any"),
                ("adopt", "Play from here"),
            ] {
                tools.push(tool("mode", act, label));
            }
        }
        Mode::Diagram(screen) => {
            if let Some(conjunction) = screen.conjunction() {
                let (at, last) = (conjunction.at(), conjunction.steps.len() - 1);
                tools.push(if_so(tool("mode", "step-first", "First"), at > 0));
                tools.push(if_so(tool("mode", "step-previous", "Previous"), at > 0));
                tools.push(if_so(tool("mode", "step-next", "Next"), at < last));
                tools.push(if_so(tool("mode", "step-last", "Last"), at < last));
                tools.push(if_so(tool("mode", "step-random", "Largest"), at != conjunction.largest()));
            }
            let label = match screen.conjunction().map(|conjunction| conjunction.schedule) {
                None => "Rules step by step",
                Some(last) if Schedule::ALL.last() == Some(&last) => "Back to the diagram",
                Some(_) => "In another order",
            };
            tools.push(tool("mode", "conjunction", label));
        }
        Mode::Page(_) => {}
    }
    if !matches!(model.mode(), Mode::Play) && (!is_covered || model.session().is_some()) {
        tools.push(tool("mode", "cancel", "Back to the game"));
    }
    if is_covered {
        return tools;
    }
    if model.would_agree() {
        tools.push(tool("mode", "confirm", if model.hint().is_some() { "Do what the hint says" } else { "Yes" }));
    }
    let next = match model.catalogue().numbering() {
        Numbering::Sizes => "Larger board",
        Numbering::Puzzles => "Next puzzle",
    };
    let (numbers, number) = (model.catalogue().numbers(), model.number());
    let has_next = number < *numbers.end();
    match (model.is_solved(), has_next) {
        (true, true) => tools.push(tool("main", "next", next)),
        (true, false) => tools.push(tool("main", "menu", "More to play")),
        (false, _) => {}
    }
    tools.push(if_so(tool("main", "undo", "Undo"), model.can_undo()));
    tools.push(if_so(tool("main", "hint", "Hint"), !model.is_solved()));
    tools.push(tool("main", "why", "Why?"));
    if board.has_values() {
        tools.push(on(tool("main", "notes", "Notes"), model.is_noting()));
    } else {
        tools.push(tool("main", "block", "Mark"));
    }
    tools.push(if_so(tool("game", "redo", "Redo"), model.can_redo()));
    tools.push(if_so(tool("game", "clear", "Clear"), model.guide().is_some_and(|guide| !guide.marks().is_empty())));
    tools.push(tool("game", "checkpoint", "Set checkpoint"));
    tools.push(if_so(tool("game", "return", "To checkpoint"), model.played().checkpoint.is_some()));
    tools.push(tool("game", "check", "Still solvable?"));
    tools.push(tool("game", "back", "Back to solvable"));
    let previous = if next == "Larger board" { "Smaller board" } else { "Puzzle before" };
    tools.push(if_so(tool("game", "previous", previous), number > *numbers.start()));
    if !has_next || !model.is_solved() {
        tools.push(if_so(tool("game", "next", next), has_next));
    }
    if has_next || !model.is_solved() {
        tools.push(tool("view", "menu", "More to play"));
    }
    tools.push(on(tool("view", "solutions", "Solutions"), matches!(model.mode(), Mode::Browse(_))));
    tools.push(on(tool("view", "diagram", "Diagram"), matches!(model.mode(), Mode::Diagram(_))));
    if !board.has_values() {
        let is_guided = model.assist().is_guided();
        tools.push(if_so(on(tool("view", "counts", "Counts"), model.has_counts()), is_guided));
        tools.push(if_so(on(tool("view", "heat", "Heat"), model.has_heat()), is_guided));
    }
    tools.push(tool("view", "pause", "Pause"));
    tools.push(tool("view", "statistics", "Statistics"));
    tools.push(tool("help", "share", "Share this position"));
    tools.push(tool("help", "copy", "Copy the result"));
    tools.push(tool("help", "save", "Save as a text"));
    if is_busy {
        tools.push(tool("mode", "cancel", "Cancel"));
    }
    tools
}

/// A table of the help: its title, and rows of two columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Table {
    title: String,
    rows: Vec<(String, String)>,
}

/// What the help says: fingers and the mouse first, then the keys, then the levels of help.
pub(crate) fn help(model: &Model) -> Vec<Table> {
    let keymap = keymap();
    let filled = |does: &str| words::filled(model, does);
    let fingers = FINGERS.iter().filter(|(applies, ..)| applies.to(model));
    let fingers = fingers.map(|&(_, what, does)| (filled(what), filled(does))).collect();
    let mut tables = vec![Table { title: "Fingers and mouse".to_owned(), rows: fingers }];
    for place in Place::ALL {
        let of_place = bindings(model).filter(|binding| binding.place == place);
        let rows: Vec<_> = of_place.map(|binding| (binding.names(&keymap, ARROWS), filled(binding.does))).collect();
        if !rows.is_empty() {
            tables.push(Table { title: place.title().to_owned(), rows });
        }
    }
    let puzzle: &dyn Playable = model.board().puzzle();
    let level = |assist: Assist| (assist.level().to_string(), words::assist(puzzle, assist));
    tables.push(Table { title: "Levels of help".to_owned(), rows: Assist::ALL.map(level).to_vec() });
    tables
}

const FINGERS: &[(Applies, &str, &str)] = &[
    (Applies::WhereClicksTake, "Tap or click", "place or remove a {piece}; in an explanation, explain a {spot}"),
    (Applies::WhereClicksRuleOut, "Tap or click", "rule a {spot} out, place a {piece}, clear it"),
    (Applies::ToSquares, "Long tap or right click", "block or unblock a {spot}"),
    (Applies::ToSquares, "Draw over {spot}s", "rule out all on the way"),
    (Applies::ToValues, "Tap or click", "choose a {spot}, then a value; a pencil mark places its value"),
    (Applies::ToValues, "Long tap or right click", "block a pencil mark"),
];
