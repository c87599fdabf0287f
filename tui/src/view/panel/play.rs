//! The panel of the game: its state in words.

use game::keys::Command;
use game::words;
use game::{Action, Notice, NoticeKind, TextRole};
use puzzle_core::Count;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Panel, PanelGroup, outcome, told_line};
use crate::face::Face;
use crate::view::curve::curve;
use crate::view::{legend, map, rules};

/// The number of columns for the values in a row of the table. The narrowest panel has 28 columns, and some are taken
/// by the word before the values.
const LEFT: usize = 22;

/// The width in columns of the curve of the number of solutions. The narrowest panel has 28 columns, and some are taken
/// by the number after the curve.
const CURVE: usize = 20;

/// The height in rows of the curve on a screen with room for it.
const CHART_ROWS: usize = 3;

pub(super) fn panel(face: &Face) -> Panel {
    let told = words::account(&face.model);
    let about = |abouts: &[TextRole]| -> Vec<Line<'static>> {
        let lines = told.iter().filter(|(about, _)| abouts.contains(about));
        lines.map(|(about, text)| told_line(face.theme, *about, text.clone())).collect()
    };
    let clashes = about(&[TextRole::Clash]);
    let mut news = outcome(face);
    if face.model.typing().is_none() {
        news.extend(about(&[TextRole::Lesson, TextRole::Solved, TextRole::Result, TextRole::Unsolved]));
    }
    let hint = about(&[TextRole::Hint, TextRole::Note]);
    let group = |weight: u8, lines: Vec<Line<'static>>| PanelGroup { weight, lines, ..PanelGroup::default() };
    let puzzle = face.model.board().puzzle();
    let cell = about(&[TextRole::Cell, TextRole::Effect, TextRole::Price]);
    let cell_title = if cell.is_empty() { String::new() } else { puzzle.cell_name(face.model.cursor()) };
    // Other players can play the same puzzle by its ID.
    let id = face.model.id().map(|id| Line::styled(format!("ID {id}"), face.theme.faint()));
    Panel {
        top: top(face, about(&[TextRole::Total])),
        brief: brief(face, news.clone(), clashes.first()),
        groups: vec![
            PanelGroup { weight: 2, title: cell_title, lines: cell },
            group(3, clashes),
            group(1, values_left(face)),
            group(1, map::draw(face)),
            PanelGroup { title: rules_title(face), ..group(0, rules_here(face)) },
            group(1, id.into_iter().collect()),
        ],
        message: Some(news.into_iter().chain(hint).collect()),
        header: header(face),
        legend: legend::draw(face),
        actions: actions(face),
        keys: keys(face),
        keys_alone: keys_alone(face),
        heads: heads(face),
    }
}

/// The minimum width in columns of a screen that shows the rules for the cell under the cursor.
const ROOM_FOR_RULES: u16 = 100;

/// Returns the rules for the cell under the cursor, each with the sign of its state; empty without room.
fn rules_here(face: &Face) -> Vec<Line<'static>> {
    if face.screen.0 < ROOM_FOR_RULES {
        return Vec::new();
    }
    let line = |rule: words::RuleLine| {
        let (sign, style) = rules::sign(face.theme, rule.state);
        Line::from(vec![Span::styled(sign, style), Span::raw(format!(" {}", rule.text))])
    };
    words::rules_here(&face.model).into_iter().map(line).collect()
}

/// Returns the heading of the rules for the cell under the cursor, with the key that lists all rules.
fn rules_title(face: &Face) -> String {
    let title = format!("Rules for {}", face.model.board().puzzle().cell_name(face.model.cursor()));
    match face.keymap.keys_of(Command::Game(Action::Rules)).first() {
        Some(key) => format!("{title} ({}: all rules)", key.name(face.theme.glyphs.arrows)),
        None => title,
    }
}

/// Returns a row of keys and their meanings. The `entries` have the commands, whose keys depend on the key bindings,
/// and the meanings.
fn line(face: &Face, entries: &[(Command, &str)]) -> String {
    let entry = |&(command, means): &(Command, &str)| {
        let key = *face.keymap.keys_of(command).first()?;
        Some(format!("{} {means}", key.name(face.theme.glyphs.arrows)))
    };
    entries.iter().filter_map(entry).collect::<Vec<_>>().join("   ")
}

/// Returns the rows of possible actions, each in several versions, the longest first.
fn actions(face: &Face) -> Vec<Vec<String>> {
    if face.model.session().is_none() || face.model.is_solved() {
        return Vec::new();
    }
    let game = Command::Game;
    let mark = if face.model.board().has_values() { (Action::Notes, "notes") } else { (Action::Block, "mark") };
    let main = [
        (game(Action::Hint), "hint"),
        (game(Action::Undo), "undo"),
        (game(mark.0), mark.1),
        (game(Action::Redo), "redo"),
    ];
    let next = if face.model.catalogue().is_by_size() { "larger" } else { "next" };
    let more = [(game(Action::Why), "why"), (game(Action::NextAssist), "help level"), (game(Action::NextPuzzle), next)];
    let versions = |entries: &[(Command, &str)]| (2..=entries.len()).rev().map(|n| line(face, &entries[..n])).collect();
    values(face).into_iter().chain([versions(&main), versions(&more)]).collect()
}

/// Returns the row with the keys for the values, in two versions; `None` for boards without values, or with more than
/// nine. Players with only a mouse click the keys in this row.
fn values(face: &Face) -> Option<Vec<String>> {
    let board = face.model.board();
    let number = u8::try_from(board.values()).ok().filter(|number| board.has_values() && *number <= 9)?;
    let key =
        |value| Some(face.keymap.keys_of(Command::Game(Action::Value(value))).first()?.name(face.theme.glyphs.arrows));
    let keys: Vec<String> = (1..=number).filter_map(key).collect();
    let keys = keys.join(" ");
    Some(vec![format!("{keys}   {}", line(face, &[(Command::Game(Action::Remove), "takes away")])), keys])
}

/// Returns the row of the most important keys, in several versions, the longest first.
fn keys(face: &Face) -> Vec<String> {
    let game = Command::Game;
    if face.model.is_solved() && words::lesson(&face.model).is_none() {
        let (next, copy) = ((game(Action::NextPuzzle), "next"), (game(Action::Copy), "copy"));
        return vec![line(face, &[next, copy, (game(Action::Statistics), "statistics")]), line(face, &[next, copy])];
    }
    let [help, games, quit] = [(Command::Help, "keys"), (game(Action::Cancel), "games"), (Command::Close, "quit")];
    vec![line(face, &[help, games, quit]), line(face, &[help, quit])]
}

/// Returns the row of keys for a panel without room for the actions.
fn keys_alone(face: &Face) -> Vec<String> {
    if face.model.session().is_none() || face.model.is_solved() {
        return Vec::new();
    }
    let entries = [
        (Command::Help, "keys"),
        (Command::Game(Action::Undo), "undo"),
        (Command::Game(Action::Hint), "hint"),
        (Command::Close, "quit"),
    ];
    vec![line(face, &entries)]
}

/// Returns a table of the values and the number of times that each must still be placed, and the legend of values whose
/// symbols are not their names.
fn values_left(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    let left = face.model.values_left();
    let width = if left.iter().any(|&(_, count)| count > 9) { 3 } else { 2 };
    let row = |values: &[(char, usize)]| {
        let symbols: String = values.iter().map(|(symbol, _)| format!("{symbol:>width$}")).collect();
        let left = |count: usize| if count == 0 { theme.glyphs.excluded.to_owned() } else { count.to_string() };
        let counts: String = values.iter().map(|&(_, count)| format!("{:>width$}", left(count))).collect();
        [Line::styled(format!("value{symbols}"), theme.strong()), Line::raw(format!("left {counts}"))]
    };
    let names = words::value_names(&face.model).into_iter().map(|(symbol, name)| format!("{symbol} {name}"));
    let names = names.collect::<Vec<_>>().join("  ");
    let names = (!names.is_empty()).then(|| Line::raw(names));
    left.chunks(LEFT / width).flat_map(row).chain(names).collect()
}

/// Returns the level of help and the number of hints.
fn help_in_use(face: &Face) -> Vec<String> {
    let mut parts = vec![words::level(face.model.board().puzzle(), face.model.assist())];
    if face.model.attempt().hints > 0 {
        parts.push(words::hints(face.model.attempt().hints));
    }
    parts
}

fn total_style(face: &Face) -> Style {
    if face.model.is_solved() { face.theme.joy() } else { face.theme.strong() }
}

/// Returns the header: the puzzle, its day, and the help in use, in versions, the longest first.
fn header(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    let title = Span::styled(words::title(face.model.board(), theme.glyphs.times), theme.strong());
    let day = face.model.catalogue().day(face.model.number()).map(|_| words::TODAY.to_owned());
    let details: Vec<String> = day.into_iter().chain(help_in_use(face)).collect();
    let line = |count: usize| {
        let details = details[..count].iter().map(|detail| Span::styled(format!("   {detail}"), theme.faint()));
        Line::from_iter([title.clone()].into_iter().chain(details))
    };
    (0..=details.len()).rev().map(line).collect()
}

/// The minimum height in rows of a screen that shows the number of solutions as a chart of several rows.
const ROOM_FOR_CHART: u16 = 30;

fn top(face: &Face, totals: Vec<Line<'static>>) -> Vec<Line<'static>> {
    let theme = face.theme;
    let Some(session) = face.model.session() else { return Vec::new() };
    let guide = session.guide();
    let mut lines = Vec::new();
    if face.model.assist().is_guided() {
        lines.extend(words::remaining_now(&face.model).map(|remaining| Line::styled(remaining, total_style(face))));
    }
    lines.extend(totals);
    let standing = Span::raw(words::standing(face.model.board().puzzle(), guide.marks()));
    let time = words::time(&face.model).map(|time| Span::styled(format!("   {time}"), theme.faint()));
    lines.push(Line::from_iter([standing].into_iter().chain(time)));
    // Lower bounds have no curve: they may rise although the count falls.
    if face.model.assist().is_guided() && guide.total().is_exact() {
        let totals = session.count_history().filter(|total| total.is_exact()).map(Count::value);
        let rows = if face.screen.1 >= ROOM_FOR_CHART { CHART_ROWS } else { 1 };
        let mut drawn = curve(totals, CURVE, rows, theme.glyphs);
        if let Some(last) = drawn.last_mut() {
            *last += &format!(" {}", words::counted(guide.total()));
            lines.extend(drawn.into_iter().map(Line::raw));
        }
    }
    lines
}

fn heads(face: &Face) -> Vec<Line<'static>> {
    let times = face.theme.glyphs.times;
    let (title, short) = (words::title(face.model.board(), times), words::title_briefly(face.model.board(), times));
    let Some(guide) = face.model.guide() else { return vec![Line::styled(title, face.theme.strong())] };
    let (long_state, state) = if face.model.assist().is_guided() {
        let remaining = words::remaining_now(&face.model).unwrap_or_default();
        let is_exact = guide.total().is_exact();
        let short = if is_exact { format!("{} remaining", words::counted(guide.total())) } else { remaining.clone() };
        (remaining, short)
    } else {
        let puzzle = face.model.board().puzzle();
        (words::standing(puzzle, guide.marks()), words::standing_briefly(puzzle, guide.marks()))
    };
    let help = help_in_use(face).join("  ");
    let time = words::time(&face.model).map_or_else(String::new, |time| format!("  {time}"));
    let heads = [
        format!("{title}  {long_state}  {help}{time}"),
        format!("{title}  {long_state}  {help}"),
        format!("{short}  {state}  {help}"),
        format!("{short}  {state}"),
        state,
    ];
    heads.map(|head| Line::styled(head, total_style(face))).to_vec()
}

/// Returns the text for a panel of two or three rows: `news`, which is the outcome of the last action. Without news,
/// the text is the hint in brief, or else the first conflict `clash`, or else a description of the cell under the
/// cursor.
fn brief(face: &Face, news: Vec<Line<'static>>, clash: Option<&Line<'static>>) -> Vec<Line<'static>> {
    let mut lines = news;
    let puzzle = face.model.board().puzzle();
    match (face.model.notice(), face.model.hint()) {
        // The help that was asked for is more important than its effect on the record.
        (Some(Notice { kind: NoticeKind::Helped, .. }), Some(_)) => {
            lines = words::hint_briefly(&face.model).map(Line::raw).into_iter().collect();
        }
        (None, Some(_)) if lines.is_empty() => lines.extend(words::hint_briefly(&face.model).map(Line::raw)),
        (None, None) if lines.is_empty() && !face.model.clashes().is_empty() => lines.extend(clash.cloned()),
        (None, None) if lines.is_empty() => lines.extend(words::describe_cursor(&face.model, true).map(Line::raw)),
        (Some(Notice { brief: Some(brief), .. }), _)
            if face.model.loading().is_none() && face.model.typing().is_none() =>
        {
            lines = vec![Line::styled(brief.clone(), face.theme.refusal())];
        }
        _ => {}
    }
    // The outcome of the last move must not push out the message that the puzzle is solved.
    if face.model.is_solved() && lines.len() > 1 {
        let solved = puzzle.solved();
        lines.retain(|line| line.to_string() == solved);
    }
    lines
}
