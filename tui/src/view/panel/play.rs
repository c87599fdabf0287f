//! The panel of the game: its state in words.

use std::time::Duration;

use game::keys::Command;
use game::words;
use game::{Action, Mode, Notice, NoticeKind, SolvedBy, TextRole};
use puzzle_core::sentences::with_article;
use puzzle_core::{BigUint, Count};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::{BarEntry, MessageTone, Panel, PanelGroup, ROOM_FOR_BAR, ROOM_FOR_KEYS, outcome, told_line, tone};
use crate::face::Face;
use crate::view::layout::ScreenLayout;
use crate::view::{banner, curve, legend, map, rules};

/// The number of columns for the values in a row of the table of [`values_left`]. The narrowest panel has 28 columns,
/// and some are taken by the word before the values.
const LEFT: usize = 22;

/// The maximum width in columns of a chart.
const CURVE: u16 = 60;

/// The width in columns of the bar that shows the share of the variables placed so far.
const BAR: usize = 8;

pub(super) fn panel(face: &Face) -> Panel {
    let told = words::account(&face.model);
    let about = |abouts: &[TextRole]| -> Vec<Line<'static>> {
        let lines = told.iter().filter(|(about, _)| abouts.contains(about));
        lines.map(|(about, text)| told_line(face.theme, *about, text.clone())).collect()
    };
    let clashes = about(&[TextRole::Clash]);
    let (mut news, mut unsolved) = (outcome(face), Vec::new());
    let is_refused = face.model.notice().is_some_and(|notice| notice.kind == NoticeKind::Refused);
    if face.model.typing().is_none() && !is_refused {
        news.extend(about(&[TextRole::Solved, TextRole::Result]));
    }
    if face.model.typing().is_none() {
        unsolved = about(&[TextRole::Unsolved]);
    }
    // The task of the lesson stays in sight where there is no place for messages alone.
    let task = words::lesson(&face.model).map(|(_, task)| Line::styled(task, face.theme.strong()));
    let brief_news =
        task.iter().filter(|_| face.model.hint().is_none()).chain(&news).chain(&unsolved).cloned().collect();
    // A hint is about the mistake on a full board, and more important than the sentence that there is a mistake.
    if face.model.hint().is_none() {
        news.append(&mut unsolved);
    }
    let card =
        |title: &'static str, weight: u8, lines: Vec<Line<'static>>| PanelGroup { title: Some(title), weight, lines };
    let more = |weight: u8, lines: Vec<Line<'static>>| PanelGroup { title: None, weight, lines };
    // The last note names the keys for the next step of a hint, which must stay if there is no room for all notes.
    let mut notes = about(&[TextRole::Note]);
    let last_note =
        notes.pop().filter(|line| !bar_says(face) || Some(line.to_string()) != words::hint_keys(&face.model));
    let last_note = last_note.into_iter().collect();
    let cell = about(&[TextRole::Cell, TextRole::Price]);
    Panel {
        brief: brief(face, brief_news, clashes.first()),
        groups: vec![
            PanelGroup::new(LESSON, lesson(face)),
            card("Progress", 2, progress(face, about(&[TextRole::Total]))),
            more(0, if face.model.has_lesson() { Vec::new() } else { chart(face) }),
            more(1, values_left(face)),
            card("Cursor", 2, cell),
            more(1, about(&[TextRole::Effect])),
            card("Clashes", 3, clashes),
            card("Map", 1, map::draw(face)),
            card("Rules", 0, rules_here(face)),
        ],
        message: vec![
            PanelGroup::new(3, about(&[TextRole::Hint])),
            PanelGroup::new(1, notes),
            PanelGroup::new(2, last_note),
            PanelGroup::new(4, news),
            PanelGroup::new(1, how_to_play(face)),
            PanelGroup::new(0, unsolved),
        ],
        tone: tone(face),
        legend: legend::draw(face),
        actions: values(face).into_iter().collect(),
        bar: bar(face),
        keys: keys(face),
        // A solved lesson has no screen of its own.
        banner: match face.model.has_lesson() && face.model.is_solved() {
            true => banner::versions(face.theme, SolvedBy::Alone),
            false => Vec::new(),
        },
    }
}

/// Returns `true` if the key bar names the keys of a hint or question, so that the message need not. Narrow or low
/// panels may have no room for the bar, or not for all these keys.
pub(super) fn bar_says(face: &Face) -> bool {
    let is_play = matches!(face.model.mode(), Mode::Play) && !is_over(face) && face.model.session().is_some();
    let has_room =
        |layout: ScreenLayout| layout.is_wide || layout.panel.height >= ROOM_FOR_BAR && layout.panel.width >= WIDE_BAR;
    is_play && ScreenLayout::of(face).is_some_and(has_room)
}

/// The minimum width in columns of a panel below the board whose key bar has room for all keys of a hint or question.
const WIDE_BAR: u16 = 40;

/// Returns two lines about the keys, for a player who begins a puzzle of a kind that is new to the player; empty after
/// the first move.
pub(super) fn how_to_play(face: &Face) -> Vec<Line<'static>> {
    let is_quiet = face.model.hint().is_none() && matches!(tone(face), MessageTone::Done);
    if !face.model.is_first_of_its_kind() || !is_quiet {
        return Vec::new();
    }
    let key = |action: Action| {
        let keys = face.keymap.keys_of(Command::Game(action));
        keys.first().map_or_else(String::new, |key| key.name(face.theme.glyphs.arrows))
    };
    let puzzle = face.model.board().puzzle();
    let play = match puzzle.piece() {
        Some(piece) => {
            let (place, block) = (key(Action::Place), key(Action::Block));
            format!("{place} places {}, {block} rules {} out.", with_article(piece), with_article(puzzle.cell_noun()))
        }
        None => {
            let action = main_action(face);
            let keys = action.split(' ').next().unwrap_or_default().to_owned();
            let (cell, notes) = (with_article(puzzle.cell_noun()), key(Action::Notes));
            format!("Move by the arrows. {keys} fills {cell}, {notes} writes notes.")
        }
    };
    let keys = face.keymap.keys_of(Command::Help);
    let all = keys.first().map_or_else(String::new, |key| key.name(face.theme.glyphs.arrows));
    let help = format!("{} gives a hint, {} says why, {all} lists the keys.", key(Action::Hint), key(Action::Why));
    [play, help].map(|line| Line::styled(line, face.theme.faint())).to_vec()
}

/// The weight of the group with the lesson: it is never dropped.
pub(super) const LESSON: u8 = 9;

/// Returns the title of the lesson's prompt, and its task; empty outside of a lesson.
pub(super) fn lesson(face: &Face) -> Vec<Line<'static>> {
    let Some((title, task)) = words::lesson(&face.model) else { return Vec::new() };
    vec![Line::styled(title, face.theme.faint()), Line::styled(task, face.theme.strong())]
}

/// The minimum width in columns of a screen that shows the rules for the cell under the cursor.
const ROOM_FOR_RULES: u16 = 100;

/// Returns the rules for the cell under the cursor, each with the sign of its state; empty if the screen has no room
/// for the rules.
fn rules_here(face: &Face) -> Vec<Line<'static>> {
    let board = face.model.board();
    let rules = words::rules_here(&face.model);
    if face.screen.0 < ROOM_FOR_RULES || rules.is_empty() {
        return Vec::new();
    }
    let title = format!("Rules for {}", board.puzzle().cell_name(face.model.cursor()));
    let title = line(face, &[(Command::Game(Action::Rules), "all")])
        .split(' ')
        .next()
        .map_or(title.clone(), |key| format!("{title} ({key}: all rules)"));
    let line = |rule: words::RuleLine| {
        let (sign, style) = rules::sign(face.theme, rule.state);
        Line::from(vec![Span::styled(sign, style), Span::raw(format!(" {}", rule.text))])
    };
    [Line::styled(title, face.theme.faint())].into_iter().chain(rules.into_iter().map(line)).collect()
}

/// Returns a row of keys and their meanings. Each of the `entries` has a command, whose keys depend on the key
/// bindings, and the meaning to show.
pub(super) fn line(face: &Face, entries: &[(Command, &str)]) -> String {
    let entry = |&(command, means): &(Command, &str)| {
        let key = *face.keymap.keys_of(command).first()?;
        Some(format!("{} {means}", key.name(face.theme.glyphs.arrows)))
    };
    entries.iter().filter_map(entry).collect::<Vec<_>>().join("   ")
}

/// Returns the entries of the key bar, in the same order in games of all kinds: first the key that plays. Empty while
/// no puzzle is loaded.
fn bar(face: &Face) -> Vec<BarEntry> {
    let model = &face.model;
    if model.session().is_none() {
        return Vec::new();
    }
    if is_over(face) {
        return bar_of_solved(face);
    }
    let game = Command::Game;
    if let Some(entries) = pending(face) {
        return entries;
    }
    let has_values = model.board().has_values();
    let mark = if has_values { (Action::Notes, "notes") } else { (Action::Block, "rule out") };
    let level = format!("help: {}", words::level_name(model.board().puzzle(), model.assist()));
    // The way out of the game is the menu, or the end of a game without a menu.
    let [menu_weight, quit_weight] = if model.has_menu() { [9, 1] } else { [0, 9] };
    let next = if model.catalogue().is_by_size() { "larger" } else { "next" };
    let is_lesson = model.has_lesson();
    let (skip, skip_weight) = match model.next_lesson() {
        Some(next) => (format!("next lesson: {}", next.label), 9),
        None => ("skip".to_owned(), if model.has_next_step() { 8 } else { 0 }),
    };
    // The board of a solved lesson has nothing left to do.
    let unless_solved = |weight: u8| if model.is_solved() { 0 } else { weight };
    // The row of the values has their keys, and notes are told apart from values.
    let has_values_row = |layout: ScreenLayout| layout.is_wide || layout.panel.height >= ROOM_FOR_KEYS;
    let is_said = values(face).is_some() && !model.is_noting() && ScreenLayout::of(face).is_some_and(has_values_row);
    let main_weight = if is_said { 0 } else { unless_solved(9) };
    let mut entries = vec![
        BarEntry { weight: main_weight, brief: None, text: main_action(face) },
        entry(face, game(mark.0), mark.1, unless_solved(6)),
        entry(face, game(Action::Hint), "hint", unless_solved(9)),
        entry(face, game(Action::Why), "why", unless_solved(9)),
        entry(face, game(Action::Undo), "undo", if model.can_undo_in_game() { 5 } else { 0 }),
        entry(face, game(Action::Redo), "redo", u8::from(model.can_redo())),
        entry(face, game(Action::PreviousPuzzle), "back", if is_lesson { 7 } else { 0 }),
        entry(face, game(Action::NextPuzzle), &skip, skip_weight),
        entry(face, game(Action::NextAssist), &level, if is_lesson { 0 } else { 2 }),
        entry(face, game(Action::NextPuzzle), next, if is_lesson { 0 } else { 3 }),
        entry(face, game(Action::Command), "commands", if is_lesson { 0 } else { 3 }),
        entry(face, Command::Help, "keys", 9).or_brief(),
        entry(face, game(Action::Cancel), "menu", menu_weight).or_brief(),
        entry(face, Command::Close, "quit", quit_weight),
    ];
    entries.retain(|entry| entry.weight > 0 && !entry.text.is_empty());
    entries
}

/// Returns the entries of the key bar on a solved board.
fn bar_of_solved(face: &Face) -> Vec<BarEntry> {
    let (model, game) = (&face.model, Command::Game);
    let (action, next) = next(face);
    let [menu_weight, quit_weight] = if model.has_menu() { [9, 1] } else { [0, 9] };
    let found_weight = if words::found_here(model).is_some() { 4 } else { 0 };
    let mut entries = vec![
        entry(face, game(action), &next, 9),
        entry(face, game(Action::Replay), "result", 8),
        entry(face, game(Action::Restart), "again", 7),
        entry(face, game(Action::Copy), "share", 7),
        entry(face, game(Action::Found), "found", found_weight),
        entry(face, game(Action::Statistics), "statistics", 3),
        entry(face, Command::Help, "keys", 6).or_brief(),
        entry(face, game(Action::Cancel), "menu", menu_weight).or_brief(),
        entry(face, Command::Close, "quit", quit_weight),
    ];
    entries.retain(|entry| entry.weight > 0 && !entry.text.is_empty());
    entries
}

/// Returns the entries of the key bar while a question waits for its confirmation, or a hint is shown, whose move or
/// reason a key gives; `None` otherwise.
fn pending(face: &Face) -> Option<Vec<BarEntry>> {
    let (model, game) = (&face.model, Command::Game);
    let mut entries = if model.question().is_some() {
        vec![
            entry(face, game(Action::Place), "continue", 9),
            entry(face, game(Action::Cancel), "cancel", 9).or_brief(),
            entry(face, Command::Help, "keys", 5).or_brief(),
        ]
    } else {
        // A refusal replaces the hint.
        model.hint().filter(|_| tone(face) == MessageTone::Hint)?;
        let more = words::next_hint(model);
        let has_technique = words::hint_technique(model).is_some();
        let action = if model.hint_goes_on() { Action::Place } else { Action::Hint };
        let next = entry(face, game(action), more.unwrap_or_default(), if more.is_some() { 9 } else { 0 });
        vec![
            entry(face, game(Action::Place), "make the move", if model.would_agree() { 9 } else { 0 }),
            next,
            entry(face, game(Action::Technique), "technique", if has_technique { 6 } else { 0 }),
            entry(face, game(Action::Undo), "undo", if model.can_undo_in_game() { 5 } else { 0 }),
            entry(face, game(Action::Cancel), "close the hint", 6),
            entry(face, Command::Help, "keys", 5).or_brief(),
        ]
    };
    entries.retain(|entry| entry.weight > 0 && !entry.text.is_empty());
    Some(entries)
}

/// Returns the entry for a command: its first key and its meaning. The text is empty if the command has no key.
fn entry(face: &Face, command: Command, means: &str, weight: u8) -> BarEntry {
    BarEntry { text: line(face, &[(command, means)]), brief: None, weight }
}

/// Returns the key that plays, with its meaning in the words of the puzzle, such as `Enter place` or `1-9 write`.
fn main_action(face: &Face) -> String {
    let board = face.model.board();
    let place = |means: &str| line(face, &[(Command::Game(Action::Place), means)]);
    if !board.has_values() {
        return place("place");
    }
    let keys = value_keys(face).unwrap_or_default();
    let is_named = keys.iter().any(|(key, name)| key != name);
    let means = match (face.model.is_noting(), is_named) {
        (true, _) => "note",
        (false, true) => "choose",
        (false, false) => "write",
    };
    match (keys.first(), keys.last()) {
        (Some((first, _)), Some((last, _))) if first != last => format!("{first}-{last} {means}"),
        _ => place(means),
    }
}

/// Returns the command that leads from a solved puzzle to the next one, and its meaning for the row of keys, such as
/// `next: Sudoku` after a daily puzzle.
pub(super) fn next(face: &Face) -> (Action, String) {
    let is_daily = face.model.catalogue().daily(face.model.number()).is_some();
    match face.model.next_daily() {
        Some(daily) => (Action::NextPuzzle, format!("next: {}", daily.label)),
        None if is_daily => (Action::AnotherPuzzle, "more like this".to_owned()),
        None if face.model.catalogue().is_by_size() => (Action::NextPuzzle, "larger".to_owned()),
        None => (Action::NextPuzzle, "next".to_owned()),
    }
}

/// Returns `true` if the puzzle is solved, and was no lesson.
fn is_over(face: &Face) -> bool {
    face.model.is_solved() && words::lesson(&face.model).is_none()
}

/// Returns the keys of the values, each with the name of its value; `None` for boards without values, or with more than
/// nine values.
fn value_keys(face: &Face) -> Option<Vec<(String, String)>> {
    let board = face.model.board();
    let is_few = board.has_values() && board.values() <= 9;
    let symbols = Some(board.symbols()).filter(|_| is_few)?;
    let names = words::value_names(&face.model);
    let key = |(number, symbol): (u8, char)| {
        // A digit that is a value is its own key.
        let value = symbol.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).unwrap_or(number);
        let key = face.keymap.keys_of(Command::Game(Action::Value(value))).first()?.name(face.theme.glyphs.arrows);
        let symbol = symbol.to_string();
        let name = names.iter().find(|(other, _)| *other == symbol).map(|(_, name)| name.clone());
        Some((key, name.unwrap_or(symbol)))
    };
    Some((1..).zip(symbols).filter_map(key).collect())
}

/// Returns the row with the keys for the values, in several versions; `None` for boards without values, or with more
/// than nine values. Players with only a mouse click the keys in this row.
fn values(face: &Face) -> Option<Vec<String>> {
    if face.model.session().is_none() || is_over(face) {
        return None;
    }
    let keys = value_keys(face)?;
    let remove = line(face, &[(Command::Game(Action::Remove), "remove")]);
    let alone = keys.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(" ");
    let mut versions = vec![format!("{alone}   {remove}"), alone];
    // Where the key of a value is not its name, as with colours, the row says which value it gives.
    if keys.iter().any(|(key, name)| key != name) {
        let named = keys.iter().map(|(key, name)| format!("{key} {name}")).collect::<Vec<_>>().join("   ");
        versions.splice(0..0, [format!("{named}   {remove}"), named]);
    }
    Some(versions)
}

/// Returns the row of keys before the first puzzle is loaded, in several versions, the longest first.
fn keys(face: &Face) -> Vec<String> {
    let game = Command::Game;
    let (keys, quit) = ((Command::Help, "keys"), (Command::Close, "quit"));
    let menu = face.model.has_menu().then_some((game(Action::Cancel), "menu"));
    vec![line(face, &[menu.as_slice(), &[keys, quit]].concat()), line(face, &[keys])]
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

/// Returns a progress bar and the number of placed variables in one line, then `totals`, the lines about prices. The
/// bar shows the placed share of all variables to place. In a narrow panel the line has no bar, or no noun either.
fn progress(face: &Face, totals: Vec<Line<'static>>) -> Vec<Line<'static>> {
    let Some(guide) = face.model.guide() else { return totals };
    let (puzzle, marks) = (face.model.board().puzzle(), guide.marks());
    let width = ScreenLayout::of(face).map_or(usize::MAX, |layout| usize::from(layout.panel.width));
    let standing = words::standing(puzzle, marks);
    let fits = |text: &str, more: usize| text.chars().count() + more <= width;
    let bar = puzzle.places().filter(|&places| places > 0 && fits(&standing, BAR + 1)).map(|places| {
        let [full, rest] = face.theme.glyphs.bar;
        let done = BAR * marks.placed.len().min(places) / places;
        Span::styled(format!("{}{} ", full.repeat(done), rest.repeat(BAR - done)), face.theme.faint())
    });
    let brief = words::standing_briefly(puzzle, marks);
    let standing = Span::raw(if fits(&standing, 0) { standing } else { brief });
    [Line::from_iter(bar.into_iter().chain([standing]))].into_iter().chain(totals).collect()
}

/// Returns the chart of the number of solutions after each move, with its title if there is room. Leaves out numbers
/// that are only lower bounds: a bound may rise although the number falls. Empty if fewer than two numbers are left, if
/// the present number is a lower bound, and at levels that hide the number until the puzzle is solved.
///
/// The number of solutions tells nothing about a puzzle that had one solution from the start. Once such a puzzle is
/// solved, returns the chart of the time of each move, in which a sign marks the moves after a hint.
pub(super) fn chart(face: &Face) -> Vec<Line<'static>> {
    let is_shown = face.model.assist().is_guided() || face.model.is_solved();
    let Some(session) = face.model.session().filter(|_| is_shown) else { return Vec::new() };
    let totals: Vec<&BigUint> = session.count_history().filter(|total| total.is_exact()).map(Count::value).collect();
    let is_flat = totals.iter().all(|total| *total == totals[0]);
    if is_flat || totals[0] == &BigUint::from(1u8) {
        return times(face);
    }
    if !session.guide().total().is_exact() {
        return Vec::new();
    }
    let titles = ["Solutions", "Solutions after each move (log scale)"];
    drawn(face, titles, |width, rows| curve::totals(&totals, width, rows, face.theme.glyphs))
}

/// Returns the chart of the time of each move, once the puzzle is solved; empty if a time is unknown.
fn times(face: &Face) -> Vec<Line<'static>> {
    let Mode::Result(screen) = face.model.mode() else { return Vec::new() };
    let Some(times) = screen.times_of_turns().filter(|times| times.len() > 1) else { return Vec::new() };
    let hinted = &face.model.attempt().hinted;
    let bars: Vec<(Duration, bool)> =
        times.iter().enumerate().map(|(turn, &time)| (time, hinted.contains(&turn))).collect();
    let longest = words::clock(times.iter().max().copied().unwrap_or_default());
    let sign = face.theme.glyphs.pointers[1];
    let about = if bars.iter().any(|(_, is_hinted)| *is_hinted) { format!(", {sign} hint") } else { String::new() };
    let title = format!("Time of each move (longest {longest}{about})");
    drawn(face, ["Time", &title], |width, rows| curve::times(&bars, width, rows, face.theme.glyphs))
}

/// Draws a chart with its title. `bars` returns the bars for a width and a number of rows. A chart of a single row
/// stands beside its short title, a higher one below its long title.
fn drawn(face: &Face, [short, long]: [&str; 2], bars: impl Fn(usize, usize) -> Vec<String>) -> Vec<Line<'static>> {
    // The chart has 1 row on a screen of 24 rows (the usual height), 4 rows on a screen of 40 rows, and 8 rows on a
    // screen of 60 rows.
    let rows = usize::from(face.screen.1 / 5).saturating_sub(4).max(1);
    let width = usize::from(ScreenLayout::of(face).map_or(CURVE, |layout| layout.panel.width.min(CURVE)));
    let style = Style { add_modifier: Modifier::empty(), ..face.theme.frame().unwrap_or_default() };
    if rows == 1 {
        let title = format!("{short} ");
        let row = bars(width - title.len(), 1).concat();
        return vec![Line::from(vec![Span::styled(title, face.theme.faint()), Span::styled(row, style)])];
    }
    let title = Line::styled(long.to_owned(), face.theme.faint());
    let bars = bars(width, rows).into_iter().map(|row| Line::styled(row, style));
    [title].into_iter().chain(bars).collect()
}

/// Returns the text for a panel of two or three rows: `news`, which is the outcome of the last action. Without news,
/// the text is the hint in brief, or else the first conflict `clash`, or else a description of the cell under the
/// cursor.
fn brief(face: &Face, news: Vec<Line<'static>>, clash: Option<&Line<'static>>) -> Vec<Line<'static>> {
    let mut lines = news;
    let puzzle = face.model.board().puzzle();
    match (face.model.notice(), face.model.hint()) {
        // The hint that the player asked for is more important than the notice that the attempt now counts as solved
        // with help.
        (Some(Notice { kind: NoticeKind::Helped, .. }), Some(_)) => {
            lines = words::hint_briefly(&face.model).map(Line::raw).into_iter().collect();
        }
        (None, Some(_)) if lines.is_empty() => {
            let keys = words::hint_keys(&face.model).filter(|_| !bar_says(face));
            let hint = [words::hint_briefly(&face.model), keys];
            lines.extend(hint.into_iter().flatten().map(Line::raw));
        }
        (None, None) if lines.is_empty() && !face.model.clashes().is_empty() => lines.extend(clash.cloned()),
        (None, None) if lines.is_empty() => lines.extend(words::describe_cursor(&face.model, true).map(Line::raw)),
        (Some(Notice { brief: Some(brief), kind, .. }), _)
            if face.model.loading().is_none() && face.model.typing().is_none() =>
        {
            let style = if *kind == NoticeKind::Refused { face.theme.refusal() } else { Style::new() };
            lines = vec![Line::styled(brief.clone(), style)];
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
