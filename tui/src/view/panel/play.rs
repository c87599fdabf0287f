//! The state of the game in words.

use game::keys::Command;
use game::words;
use game::{Action, Notice};
use puzzle_core::{Count, Guide};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Group, Panel, outcome};
use crate::face::Face;
use crate::view::curve::curve;
use crate::view::{legend, map};

/// The columns of the values and numbers of those left: the narrowest panel's, less a word.
const LEFT: usize = 22;

/// The columns of the curve: those of the narrowest panel, less a number.
const CURVE: usize = 20;

pub(super) fn panel(face: &Face) -> Panel {
    let theme = face.theme;
    let (mut square, mut effect) = (Vec::new(), Vec::new());
    if let Some(guide) = face.model.guide() {
        square.extend(words::cell_told(&face.model, false).map(Line::raw));
        if let Some(variable) = face.model.board().only(face.model.cursor()) {
            let (puzzle, is_guided) = (face.model.board().puzzle(), face.model.assist().is_guided());
            square.extend(words::price(puzzle, guide, variable, is_guided).map(Line::raw));
            if is_guided {
                effect.extend(words::effect(puzzle, guide, variable, theme.glyphs.becomes).map(Line::raw));
            }
        }
    }
    let hint = face
        .model
        .hint()
        .iter()
        .flat_map(|given| words::hint(face.model.board().puzzle(), given))
        .map(|line| Line::styled(line, theme.strong()))
        .collect();
    Panel {
        top: top(face),
        brief: brief(face),
        groups: vec![
            Group { weight: 1, lines: square },
            Group { weight: 0, lines: effect },
            Group { weight: 2, lines: clashes(face) },
            Group { weight: 0, lines: values_left(face) },
            Group { weight: 2, lines: hint },
            Group { weight: 3, lines: news(face) },
            Group { weight: 0, lines: map::draw(face) },
            Group { weight: 0, lines: id(face) },
        ],
        legend: legend::draw(face),
        actions: actions(face),
        keys: keys(face),
        heads: heads(face),
    }
}

/// Keys and what they are for, as they are in use.
fn line(face: &Face, entries: &[(Command, &str)]) -> String {
    let entry = |&(command, means): &(Command, &str)| {
        let key = *face.keymap.keys_of(command).first()?;
        Some(format!("{} {means}", key.name(face.theme.glyphs.arrows)))
    };
    entries.iter().filter_map(entry).collect::<Vec<_>>().join("   ")
}

/// What can be done now; in fewer words where there is less room.
fn actions(face: &Face) -> Vec<Vec<String>> {
    if face.model.session().is_none() || face.model.is_solved() {
        return Vec::new();
    }
    let next = if face.model.catalogue().is_by_size() { "larger" } else { "next" };
    let entries = [
        (Command::Game(Action::Hint), "hint"),
        (Command::Game(Action::Why), "why"),
        (Command::Game(Action::NextAssist), "help"),
        (Command::Game(Action::NextPuzzle), next),
    ];
    let wishes = [4, 3, 2].map(|number| line(face, &entries[..number])).to_vec();
    values(face).into_iter().chain([wishes]).collect()
}

/// The keys of the values, where there are so few that each has one: those who have but a mouse need them.
fn values(face: &Face) -> Option<Vec<String>> {
    let board = face.model.board();
    let number = u8::try_from(board.values()).ok().filter(|number| board.has_values() && *number <= 9)?;
    let key =
        |value| Some(face.keymap.keys_of(Command::Game(Action::Value(value))).first()?.name(face.theme.glyphs.arrows));
    let keys: Vec<String> = (1..=number).filter_map(key).collect();
    let keys = keys.join(" ");
    Some(vec![format!("{keys}   {}", line(face, &[(Command::Game(Action::Remove), "takes away")])), keys])
}

/// The keys that matter most, as they are in use; in fewer words where there is less room.
fn keys(face: &Face) -> Vec<String> {
    let line = |entries: &[(Command, &str)]| line(face, entries);
    let game = Command::Game;
    if face.model.is_solved() && face.model.lesson().is_none() {
        let entries = [
            (game(Action::NextPuzzle), "next"),
            (game(Action::Copy), "copy"),
            (game(Action::Statistics), "statistics"),
        ];
        vec![line(&entries), line(&entries[..2])]
    } else {
        vec![line(&[(Command::Help, "keys"), (game(Action::Undo), "undo"), (Command::Close, "quit")])]
    }
}

/// The time, once there is a second of it.
fn time(face: &Face) -> Option<String> {
    let time = face.model.played().time;
    (face.model.has_clock() && time.as_secs() > 0).then(|| words::clock(time))
}

/// How often each value has still to be placed: the values, and below them the numbers.
fn values_left(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    let left = face.model.values_left();
    let width = if left.iter().any(|&(_, count)| count > 9) { 3 } else { 2 };
    let row = |values: &[(char, usize)]| {
        let symbols: String = values.iter().map(|(symbol, _)| format!("{symbol:>width$}")).collect();
        let counts: String = values
            .iter()
            .map(
                |&(_, count)| {
                    if count == 0 { format!("{:>width$}", theme.glyphs.excluded) } else { format!("{count:>width$}") }
                },
            )
            .collect();
        [Line::styled(format!("value{symbols}"), theme.strong()), Line::raw(format!("left {counts}"))]
    };
    left.chunks(LEFT / width).flat_map(row).collect()
}

/// The name of the puzzle, by which somebody else can play it.
fn id(face: &Face) -> Vec<Line<'static>> {
    face.model.id().map(|id| Line::styled(format!("ID {id}"), face.theme.faint())).into_iter().collect()
}

/// What clashes, and what is too much.
fn clashes(face: &Face) -> Vec<Line<'static>> {
    let Some(guide) = face.model.guide() else { return Vec::new() };
    let excess = words::excess(face.model.board().puzzle(), guide.marks());
    let told = excess.into_iter().chain(words::clashes(&face.model));
    told.map(|line| Line::styled(line, face.theme.refusal())).collect()
}

/// The level of help, and the hints given.
fn help_in_use(face: &Face) -> Vec<String> {
    let mut parts = vec![words::level(face.model.board().puzzle(), face.model.assist())];
    if face.model.hints() > 0 {
        parts.push(words::hints(face.model.hints()));
    }
    parts
}

fn total_style(face: &Face) -> Style {
    if face.model.is_solved() { face.theme.joy() } else { face.theme.strong() }
}

fn top(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    let title = Span::styled(words::title(face.model.board(), theme.glyphs.times), theme.strong());
    let mut lines = vec![Line::from(title), Line::styled(help_in_use(face).join("   "), theme.faint())];
    let Some(session) = face.model.session() else { return lines };
    let guide = session.guide();
    if face.model.assist().is_guided() {
        lines.push(Line::styled(words::remaining(guide.total()), total_style(face)));
    }
    let puzzle = face.model.board().puzzle();
    lines.extend(words::totals(puzzle, guide, face.model.assist().is_guided()).map(Line::raw));
    let standing = Span::raw(words::standing(puzzle, guide.marks()));
    let time = time(face).map(|time| Span::styled(format!("   {time}"), theme.faint()));
    lines.push(Line::from_iter([standing].into_iter().chain(time)));
    if face.model.assist().is_guided() {
        // Bounds have no curve: they may rise where the count falls.
        let totals = session.totals().filter(|total| total.is_exact()).map(Count::value);
        let drawn = curve(totals, CURVE, theme.glyphs);
        if !drawn.is_empty() && guide.total().is_exact() {
            lines.push(Line::raw(format!("{drawn} {}", words::counted(guide.total()))));
        }
    }
    lines
}

fn heads(face: &Face) -> Vec<Line<'static>> {
    let times = face.theme.glyphs.times;
    let (title, short) = (words::title(face.model.board(), times), words::title_briefly(face.model.board(), times));
    let Some(guide) = face.model.guide() else { return vec![Line::styled(title, face.theme.strong())] };
    let (long_state, state) = if face.model.assist().is_guided() {
        (words::remaining(guide.total()), format!("{} remaining", words::counted(guide.total())))
    } else {
        let puzzle = face.model.board().puzzle();
        (words::standing(puzzle, guide.marks()), words::standing_briefly(puzzle, guide.marks()))
    };
    let in_use = help_in_use(face);
    let longest = [vec![title.clone(), long_state.clone()], in_use.clone(), time(face).into_iter().collect()].concat();
    let long = [vec![title, long_state], in_use.clone()].concat();
    let middle = [vec![short.clone(), state.clone()], in_use].concat();
    let line = |parts: Vec<String>| Line::styled(parts.join("  "), total_style(face));
    vec![line(longest), line(long), line(middle), line(vec![short, state.clone()]), line(vec![state])]
}

/// The outcome of the last wish, a solved board, a board without solutions.
fn news(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    let mut lines = outcome(face);
    let puzzle = face.model.board().puzzle();
    let Some(marks) = face.model.guide().map(Guide::marks) else { return lines };
    if face.model.typing().is_some() {
        return lines;
    }
    let has_none = face.model.assist().is_guided() && face.model.guide().is_some_and(|guide| !guide.is_completable());
    lines.extend(words::lesson(&face.model).map(|lesson| Line::styled(lesson, theme.strong())));
    if face.model.is_solved() {
        lines.push(Line::styled(puzzle.solved(), theme.joy()));
        lines.extend(words::finished(&face.model).into_iter().map(Line::raw));
    } else if has_none && marks.is_empty() {
        lines.push(Line::styled(words::unsolvable(&face.model), theme.strong()));
    } else if puzzle.places().is_some_and(|places| marks.placed.len() >= places) {
        lines.push(Line::styled(puzzle.unsolved(), theme.strong()));
    }
    lines
}

/// Two or three rows: what was just done is the most urgent.
fn brief(face: &Face) -> Vec<Line<'static>> {
    let mut lines = news(face);
    let puzzle = face.model.board().puzzle();
    match (face.model.notice(), face.model.hint()) {
        (None, Some(given)) if lines.is_empty() => lines.push(Line::raw(words::hint_briefly(puzzle, given))),
        (None, None) if lines.is_empty() && !face.model.clashes().is_empty() => {
            lines.extend(clashes(face).into_iter().next());
        }
        (None, None) if lines.is_empty() => {
            lines.extend(words::cell_told(&face.model, true).map(Line::raw));
        }
        (Some(Notice::Refused(variable, refusal)), _)
            if face.model.loading().is_none() && face.model.typing().is_none() =>
        {
            lines = vec![Line::styled(words::why_not_briefly(puzzle, *variable, *refusal), face.theme.refusal())];
        }
        _ => {}
    }
    // The best news must not be scrolled out by the move that brought it.
    if face.model.is_solved() && lines.len() > 1 {
        let solved = puzzle.solved();
        lines.retain(|line| line.to_string() == solved);
    }
    lines
}
