//! The panel: the text beside or below the board, shortened to the available space.

mod diagram;
mod play;
mod screen;

use game::keys::Key;
use game::words;
use game::{Loading, Mode, NoticeKind, TextRole};
use puzzle_core::Variable;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::layout::ScreenLayout;
use super::wrap;
use crate::face::Face;
use crate::theme::{Glyphs, Theme};

/// The minimum height in rows at which a panel below the board shows the main actions.
const ROOM_FOR_ACTIONS: u16 = 4;
/// The minimum height in rows at which a panel below the board shows a row of [`Panel::bar`].
const ROOM_FOR_BAR: u16 = 3;
/// The minimum height in rows at which a panel below the board shows [`Panel::keys`] in addition to the main actions.
const ROOM_FOR_KEYS: u16 = 8;
/// The minimum number of rows above the actions at which a panel below the board has a place for messages alone.
const ROOM_FOR_MESSAGES: u16 = 4;

/// The minimum height in rows of a screen with gaps between the cards of the panel.
const ROOM_FOR_GAPS: u16 = 40;

/// The content of the panel, with alternatives for different amounts of space.
#[derive(Default)]
pub(super) struct Panel {
    /// The versions of the banner above the groups in a panel beside the board, the largest first. The panel shows the
    /// largest version that leaves room for all groups with a weight above 0.
    pub banner: Vec<Vec<Line<'static>>>,
    /// The groups of lines, in order.
    pub groups: Vec<PanelGroup>,
    /// The message, such as a hint or the outcome of an action, in groups of lines.
    pub message: Vec<PanelGroup>,
    /// The short version of the message. It replaces a message that is too long for its area below the board. In a
    /// panel without an area for messages, it replaces all `groups` if they don't fit.
    pub brief: Vec<Line<'static>>,
    /// The lines below the groups in a panel beside the board.
    pub legend: Vec<Line<'static>>,
    /// The rows of the most important actions, above `keys`. Each row has several versions, the longest first.
    pub actions: Vec<Vec<String>>,
    /// The entries of the key bar, which replaces `keys`; empty if the panel has no such bar.
    pub bar: Vec<BarEntry>,
    /// The versions of the row with other keys, the longest first.
    pub keys: Vec<String>,
    /// The tone of the message.
    pub tone: MessageTone,
}

/// An entry of the key bar of the board: a key and its meaning.
#[derive(Clone)]
pub(super) struct BarEntry {
    pub text: String,
    /// A shorter version of the text, used if space is short.
    pub brief: Option<String>,
    /// The weight: if space is short, the entries with the lowest weight are dropped first.
    pub weight: u8,
}

impl BarEntry {
    /// Adds the key alone as the shorter version.
    fn or_brief(self) -> BarEntry {
        BarEntry { brief: self.text.split(' ').next().map(str::to_owned), ..self }
    }
}

/// The minimum weight of an entry of the key bar that is shortened before it is dropped.
const KEPT_WHOLE: u8 = 5;

/// Lays entries of the key bar out in at most `height` rows of `width` columns, in their order. If space is short, uses
/// the brief versions, and drops the entries with the lowest weight.
fn bar_rows(entries: &[BarEntry], width: u16, height: usize) -> Vec<String> {
    let laid_out = |texts: &[&str]| {
        let mut rows: Vec<String> = Vec::new();
        for text in texts {
            let fits = |row: &&mut String| row.chars().count() + 3 + text.chars().count() <= usize::from(width);
            match rows.last_mut().filter(fits) {
                Some(row) => row.push_str(&format!("   {text}")),
                None => rows.push((*text).to_owned()),
            }
        }
        rows
    };
    let mut entries: Vec<&BarEntry> = entries.iter().collect();
    while !entries.is_empty() {
        let full: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
        let brief: Vec<&str> = entries.iter().map(|entry| entry.brief.as_deref().unwrap_or(&entry.text)).collect();
        let lowest = entries.iter().map(|entry| entry.weight).min();
        // The meanings of keys are worth more than further keys.
        let versions = if lowest < Some(KEPT_WHOLE) { vec![full] } else { vec![full, brief] };
        if let Some(rows) = versions.iter().map(|texts| laid_out(texts)).find(|rows| rows.len() <= height) {
            return rows;
        }
        let Some(last) = entries.iter().rposition(|entry| Some(entry.weight) == lowest) else { break };
        entries.remove(last);
    }
    Vec::new()
}

/// The tone of a message, which decides its sign and its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MessageTone {
    #[default]
    Done,
    Refused,
    Hint,
    /// A question to confirm.
    Question,
    /// The puzzle is solved.
    Solved,
    /// The board is full, but something is wrong.
    Wrong,
}

impl Panel {
    fn of(face: &Face) -> Panel {
        screen::panel(face).unwrap_or_else(|| play::panel(face))
    }

    /// Returns the rows of actions and keys at the bottom of the panel. `is_wide` is `true` for a panel beside the
    /// board; a low panel below the board has fewer of these rows, or none.
    fn foot(&self, area: Rect, is_wide: bool) -> Vec<String> {
        // The keys of the lesson are as important as the actions.
        let is_lesson = self.groups.iter().any(|group| group.weight == play::LESSON && !group.lines.is_empty());
        let has_keys = is_wide || is_lesson || area.height >= ROOM_FOR_KEYS;
        let rows = |rows: &[Vec<String>]| rows.iter().map(|row| fitting(row, area.width)).collect::<Vec<_>>();
        if !self.bar.is_empty() {
            let height = if has_keys { 2 } else { u16::from(area.height >= ROOM_FOR_BAR) };
            let values = if is_wide || area.height >= ROOM_FOR_KEYS { rows(&self.actions) } else { Vec::new() };
            return [values, bar_rows(&self.bar, area.width, usize::from(height))].concat();
        }
        let keys = (has_keys || self.actions.is_empty()).then(|| self.keys.clone());
        let rows = [rows(&self.actions), rows(keys.as_slice())].concat();
        if is_wide || area.height >= ROOM_FOR_ACTIONS { rows } else { Vec::new() }
    }

    /// Returns the area that shows messages and no other text; `None` if the panel is too low for such an area.
    fn message_area(&self, face: &Face, area: Rect, is_wide: bool) -> Option<Rect> {
        let above = area.height.saturating_sub(self.foot(area, is_wide).len() as u16);
        let height = match (face.model.mode(), is_wide) {
            (Mode::Play, true) => (above * 2 / 5).clamp(5, 10),
            // The lesson has the rest of a low panel, and all of it while there is no message.
            (Mode::Play, false) if face.model.has_lesson() => {
                if self.message.iter().all(|group| group.lines.is_empty()) { 0 } else { 2.min(above / 2) }
            }
            (Mode::Play, false) if above >= ROOM_FOR_MESSAGES => above.div_ceil(2),
            (_, true) => 2,
            (_, false) => return None,
        };
        Some(Rect { y: area.y + above - height.min(above), height: height.min(above), ..area })
    }
}

/// A group of lines. If space is short, the groups with the lowest `weight` are dropped first.
#[derive(Clone)]
pub(super) struct PanelGroup {
    /// The title of the card that begins with this group. Empty if the group has no title: then a gap separates it from
    /// the group before. `None` if the group continues the card of the group before.
    pub title: Option<&'static str>,
    pub weight: u8,
    pub lines: Vec<Line<'static>>,
}

impl PanelGroup {
    /// Creates a group without a title.
    pub(super) fn new(weight: u8, lines: Vec<Line<'static>>) -> PanelGroup {
        PanelGroup { title: Some(""), weight, lines }
    }
}

/// Draws the header, the status strip and the panel.
pub(super) fn draw(face: &Face, layout: &ScreenLayout, frame: &mut Frame<'_>) {
    draw_bar(face, layout, frame);
    let mut panel = Panel::of(face);
    let (area, is_wide) = (layout.panel, layout.is_wide);
    let alignment = if is_wide { Alignment::Left } else { Alignment::Center };
    let draw = |lines: Vec<Line<'static>>, area: Rect, frame: &mut Frame<'_>| write(lines, area, alignment, frame);
    let foot = panel.foot(area, is_wide);
    let above = Rect { height: area.height - (foot.len() as u16).min(area.height), ..area };
    let bottom = Rect::new(area.x, above.bottom(), area.width, area.bottom() - above.bottom());
    draw(foot.into_iter().map(|row| foot_line(face.theme, &row)).collect(), bottom, frame);
    match panel.message_area(face, area, is_wide) {
        Some(place) => {
            draw(told(face, &panel, place, is_wide), place, frame);
            // A free row separates the message from the cards.
            let free = u16::from(is_wide && place.height > 2);
            let above = Rect { height: (place.y - area.y).saturating_sub(free), ..area };
            let (banner, above) = with_banner(face, &mut panel, above, is_wide);
            draw(banner, Rect { height: above.y - area.y, ..area }, frame);
            draw(cards(face, panel, above, is_wide), above, frame);
        }
        None => {
            let all: Vec<Line<'static>> = panel.groups.iter().flat_map(|group| group.lines.clone()).collect();
            let is_long = area.height <= 3 || wrap::rows(&all, area.width) > usize::from(above.height);
            let lines = if is_long { panel.brief } else { all };
            draw(lines, above, frame);
        }
    }
}

/// The number of parts at the beginning of the status strip that are more important than the name of the puzzle.
const KEPT: usize = 2;

/// Draws the header and the status strip, in one row if there is no row for the header alone. Parts that do not fit are
/// left out, from the right. If the header and the status strip share a row, the name of the puzzle has priority over
/// the end of the status strip, if its beginning stays. On other screens the whole header has priority, since it is the
/// title of the screen.
fn draw_bar(face: &Face, layout: &ScreenLayout, frame: &mut Frame<'_>) {
    let (theme, model) = (face.theme, &face.model);
    let puzzle = model.board().puzzle();
    let status = words::status_strip(model, &theme.glyphs.piece(puzzle.symbol(Variable::new(0))));
    let names = words::header(model, theme.glyphs.times);
    let screen = model.mode().describe(puzzle);
    let names: Vec<String> = match &screen {
        Some(text) if layout.is_wide => [text.title.clone()].into_iter().chain(names).collect(),
        Some(text) => vec![fitting(&text.heads, layout.status.width)],
        None => names,
    };
    let row = layout.status;
    let room = |other: &str| row.width.saturating_sub(other.chars().count() as u16 + 2);
    let joined = |parts: &[String], width: u16| beginning(parts, width, theme.glyphs.dot);
    let (header, status) = match layout.header {
        Some(place) => (joined(&names, place.width), joined(&status, row.width)),
        None if screen.is_some() => {
            // The title of a result says less than the name of the puzzle.
            let kept = if matches!(model.mode(), Mode::Result(_)) { 2 } else { 1 };
            let header = joined(&names[..kept.min(names.len())], row.width);
            let status = joined(&status, room(&header));
            (joined(&names, room(&status)), status)
        }
        None => {
            let least = joined(&status[..status.len().min(KEPT)], row.width);
            let beside_name = names.first().map(|name| joined(&status, room(name)));
            let beside_name = beside_name.filter(|short| short.starts_with(&least));
            let status = beside_name.unwrap_or_else(|| joined(&status, row.width));
            (joined(&names, room(&status)), status)
        }
    };
    let [left, right] = match layout.header {
        Some(_) if layout.is_wide => [Alignment::Left; 2],
        None if !header.is_empty() && !status.is_empty() => [Alignment::Left, Alignment::Right],
        _ => [Alignment::Center; 2],
    };
    let style = if model.is_solved() { theme.joy() } else { Style::new() };
    frame.render_widget(Paragraph::new(Line::styled(status, style)).alignment(right), row);
    let header = Paragraph::new(Line::styled(header, theme.strong())).alignment(left);
    frame.render_widget(header, layout.header.unwrap_or(row));
}

/// Joins the first parts, with `dot` between them, and drops the last parts that do not fit `width`.
pub(super) fn beginning(parts: &[String], width: u16, dot: &str) -> String {
    let joined = |count: usize| parts[..count].join(&format!(" {dot} "));
    let fits = |count: &usize| joined(*count).chars().count() <= usize::from(width);
    (1..=parts.len()).rev().find(fits).map(joined).unwrap_or_default()
}

/// Writes lines one below the other, and wraps those that are too long. Keeps the blanks at the beginning of a line, as
/// in the rows of a picture or a chart, which [`Wrap`] would cut off.
fn write(lines: Vec<Line<'static>>, area: Rect, alignment: Alignment, frame: &mut Frame<'_>) {
    let mut y = area.y;
    for line in lines.into_iter().take_while(|_| !area.is_empty()) {
        let height = (wrap::rows(std::slice::from_ref(&line), area.width) as u16).min(area.bottom().saturating_sub(y));
        let text = Paragraph::new(line).alignment(alignment);
        let text = if height > 1 { text.wrap(Wrap { trim: true }) } else { text };
        frame.render_widget(text, Rect { y, height, ..area });
        y += height;
    }
}

/// Takes the banner out of `panel`: returns the largest version for which `area` has room, and the rest of `area`.
fn with_banner(face: &Face, panel: &mut Panel, area: Rect, is_wide: bool) -> (Vec<Line<'static>>, Rect) {
    let needed =
        Panel { groups: panel.groups.iter().filter(|group| group.weight > 0).cloned().collect(), ..Panel::default() };
    let needed = wrap::rows(&card_lines(face, &needed, area.width, is_wide), area.width);
    let fits = |version: &Vec<Line>| version.len() + needed <= usize::from(area.height);
    let banner = std::mem::take(&mut panel.banner).into_iter().filter(|_| is_wide).find(fits).unwrap_or_default();
    let height = banner.len() as u16;
    (banner, Rect { y: area.y + height, height: area.height - height, ..area })
}

/// Returns the lines of all groups, as cards beside the board, then of the legend.
fn card_lines(face: &Face, panel: &Panel, width: u16, is_wide: bool) -> Vec<Line<'static>> {
    let (theme, has_gaps) = (face.theme, face.screen.1 >= ROOM_FOR_GAPS);
    let mut lines: Vec<Line<'static>> = Vec::new();
    for group in panel.groups.iter().filter(|group| !group.lines.is_empty()) {
        match group.title.filter(|_| is_wide) {
            Some("") if lines.is_empty() => {}
            Some("") => lines.push(Line::default()),
            Some(title) => {
                lines.extend((has_gaps && !lines.is_empty()).then(Line::default));
                lines.push(title_line(title, theme.faint(), width, theme));
            }
            None => {}
        }
        lines.extend(group.lines.clone());
    }
    if is_wide && !panel.legend.is_empty() {
        lines.extend((has_gaps && !lines.is_empty()).then(Line::default));
        lines.push(title_line("Legend", theme.faint(), width, theme));
        lines.extend(panel.legend.clone());
    }
    lines
}

/// Returns the lines of the panel above the message. If space is short, the legend is dropped first, then groups. In a
/// lesson, where the signs are new to the player, the least important groups are dropped before the legend.
fn cards(face: &Face, mut panel: Panel, area: Rect, is_wide: bool) -> Vec<Line<'static>> {
    let lines = |panel: &Panel| card_lines(face, panel, area.width, is_wide);
    while wrap::rows(&lines(&panel), area.width) > usize::from(area.height) {
        let lowest = panel.groups.iter().map(|group| group.weight).min();
        let is_taught = face.model.has_lesson() && panel.groups.len() > 1 && lowest == Some(0);
        if !panel.legend.is_empty() && !is_taught {
            panel.legend.clear();
        } else if panel.groups.len() > 1 {
            panel.groups.retain(|group| Some(group.weight) != lowest);
        } else {
            break;
        }
    }
    lines(&panel)
}

/// Returns the line above a card: its title, in a line of `width` columns.
fn title_line(title: &str, style: Style, width: u16, theme: Theme) -> Line<'static> {
    let line = theme.glyphs.ways[0];
    let rest = usize::from(width).saturating_sub(title.chars().count() + 4);
    let rule = |times: usize| Span::styled(line.repeat(times), theme.faint());
    let title = Span::styled(format!(" {title} "), style.add_modifier(Modifier::BOLD));
    Line::from(vec![rule(2), title, rule(rest)])
}

/// Returns a row of keys and their meanings, the keys in bold.
fn foot_line(theme: Theme, row: &str) -> Line<'static> {
    let mut is_key = true;
    let words = row.split(' ').enumerate().flat_map(|(index, word)| {
        // Three spaces separate each key and its meaning from the next key, so that there are empty words between them.
        is_key = word.is_empty() || is_key && (key_named(word).is_some() || is_range(word));
        let style = if is_key { theme.strong() } else { theme.faint() };
        [Span::raw(if index > 0 { " " } else { "" }), Span::styled(word.to_owned(), style)]
    });
    Line::from_iter(words)
}

/// Returns the task of the puzzle, for the place of the message while there is no message; `None` if the screen is not
/// that of the game, or if the task does not fit `area`.
fn task(face: &Face, area: Rect) -> Option<Vec<Line<'static>>> {
    let is_play = matches!(face.model.mode(), Mode::Play) && !face.model.is_solved() && !face.model.has_lesson();
    let task = Line::raw(face.model.board().puzzle().task());
    let lines = vec![title_line("Task", face.theme.faint(), area.width, face.theme), task];
    (is_play && wrap::rows(&lines, area.width) <= usize::from(area.height)).then_some(lines)
}

/// Returns the lines of the message, with the sign of its tone. If space is short, the groups with the lowest weight
/// are dropped first, then the first lines: the last line is the most important.
fn told(face: &Face, panel: &Panel, area: Rect, is_wide: bool) -> Vec<Line<'static>> {
    let theme = face.theme;
    let mut groups: Vec<(u8, Vec<Line<'static>>)> = panel
        .message
        .iter()
        .filter(|group| !group.lines.is_empty())
        .map(|group| (group.weight, group.lines.clone()))
        .collect();
    if groups.is_empty() {
        return task(face, area).filter(|_| is_wide).unwrap_or_default();
    }
    let title = (is_wide && area.height > 2).then(|| {
        let (name, sign, style) = match panel.tone {
            MessageTone::Done => ("Message", "", theme.faint()),
            MessageTone::Refused => ("Refused", theme.glyphs.cross, theme.refusal()),
            MessageTone::Hint => ("Hint", theme.glyphs.open, theme.strong()),
            MessageTone::Question => ("Please confirm", "?", theme.strong()),
            MessageTone::Solved => ("Solved", theme.glyphs.enough, theme.joy()),
            MessageTone::Wrong => ("Not solved", theme.glyphs.clash, theme.refusal()),
        };
        title_line(format!("{sign} {name}").trim_start(), style, area.width, theme)
    });
    let room = usize::from(area.height) - usize::from(title.is_some());
    let all =
        |groups: &[(u8, Vec<Line<'static>>)]| groups.iter().flat_map(|(_, lines)| lines.clone()).collect::<Vec<_>>();
    while groups.len() > 1 && wrap::rows(&all(&groups), area.width) > room {
        let lowest = groups.iter().map(|(weight, _)| *weight).min();
        groups.retain(|(weight, _)| Some(*weight) != lowest);
    }
    let mut lines = all(&groups);
    if !is_wide && wrap::rows(&lines, area.width) > room {
        lines.clone_from(&panel.brief);
    }
    while lines.len() > 1 && wrap::rows(&lines, area.width) > room {
        lines.remove(0);
    }
    title.into_iter().chain(lines).collect()
}

/// Returns the area that shows messages and no other text. Returns `None` if the screen has no such area.
#[must_use]
pub fn message_area(face: &Face) -> Option<Rect> {
    let layout = ScreenLayout::of(face)?;
    Panel::of(face).message_area(face, layout.panel, layout.is_wide)
}

/// Returns the [`Key`] whose name or meaning is at a column and row of the screen, in the rows at the bottom of the
/// panel.
#[must_use]
pub fn key_at(face: &Face, column: u16, row: u16) -> Option<Key> {
    let layout = ScreenLayout::of(face)?;
    let area = layout.panel;
    let above = usize::from(area.bottom().checked_sub(row + 1)?);
    let keys = Panel::of(face).foot(area, layout.is_wide).into_iter().rev().nth(above)?;
    let width = keys.chars().count() as u16;
    let left = if layout.is_wide { area.x } else { area.x + (area.width / 2).saturating_sub(width / 2) };
    let at = usize::from(column.checked_sub(left).filter(|&at| at < width)?);
    // Three spaces separate each key and its meaning from the next key.
    let mut from = 0;
    for part in keys.split("   ") {
        let to = from + part.chars().count();
        if (from..to).contains(&at) {
            return key_in(part, at - from);
        }
        from = to + 3;
    }
    None
}

/// Returns the key that a click on the character at index `at` of `part` stands for; `None` if `part` does not begin
/// with a key. `part` is a text such as `← → step`: keys, then their meaning. A click on
/// the meaning counts as a click on the last key.
fn key_in(part: &str, at: usize) -> Option<Key> {
    let mut from = 0;
    let mut found = None;
    for word in part.split(' ') {
        let Some(key) = key_named(word) else { break };
        found = Some(key);
        from += word.chars().count() + 1;
        if at < from {
            break;
        }
    }
    found
}

/// Returns the [`Key`] whose name in the panel is `name`; `None` if there is no such key.
fn key_named(name: &str) -> Option<Key> {
    let arrow = Glyphs::UNICODE.arrows.iter().position(|arrow| *arrow == name);
    Key::named(arrow.map_or(name, |arrow| Glyphs::ASCII.arrows[arrow]))
}

/// Returns `true` for a range of keys, such as `1-9`.
fn is_range(name: &str) -> bool {
    name.split_once('-').is_some_and(|(first, last)| [first, last].iter().all(|key| key.chars().count() == 1))
}

/// Returns the first of `texts` that fits `width`; the last of them if none fits.
fn fitting(texts: &[String], width: u16) -> String {
    let fits = |text: &&String| text.chars().count() <= usize::from(width);
    texts.iter().find(fits).or(texts.last()).cloned().unwrap_or_default()
}

/// Returns a line of text in the style of its [`TextRole`].
fn told_line(theme: Theme, about: TextRole, text: String) -> Line<'static> {
    let style = match about {
        TextRole::Progress => theme.faint(),
        TextRole::Step | TextRole::Hint | TextRole::Lesson | TextRole::Unsolved => theme.strong(),
        TextRole::Solved => theme.joy(),
        TextRole::Clash | TextRole::Refusal => theme.refusal(),
        _ => Style::new(),
    };
    Line::styled(text, style)
}

/// Returns the lines that every screen shows: the input line, a running job, and the outcome of the last action.
pub(super) fn outcome(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    if let Some(asked) = words::asked(&face.model) {
        let width = ScreenLayout::of(face).map_or(usize::MAX, |layout| usize::from(layout.panel.width));
        let refusal = face.model.notice().map(|notice| told_line(theme, notice.role(), notice.text.clone()));
        let asked = Line::styled(wrap::with_end(&asked, 2 * width, theme.glyphs.more), theme.strong());
        return [asked].into_iter().chain(refusal).collect();
    }
    let mut lines = Vec::new();
    if face.model.working().is_some() {
        lines.push(Line::raw(words::working()));
    }
    if let Some(loading) = face.model.loading() {
        lines.push(progress(face, loading));
    }
    if !lines.is_empty() {
        lines.push(Line::styled("Esc cancels", theme.faint()));
    }
    if let Some(notice) = face.model.notice() {
        let text = match notice.kind {
            // The key bar names the keys that answer a question.
            NoticeKind::Question(_) if play::bar_says(face) => notice.text.split(" Press ").next(),
            // The lines about the keys say more than the notice.
            NoticeKind::GameStarted if !play::how_to_play(face).is_empty() => notice.brief.as_deref(),
            // The result and the key bar say the same; only a remark is new.
            NoticeKind::GameStarted if face.model.is_over() => {
                Some(notice.text.find("Note: ").map_or("", |remark| &notice.text[remark..]))
            }
            _ => None,
        };
        let text = text.unwrap_or(&notice.text);
        lines.extend((!text.is_empty()).then(|| told_line(theme, notice.role(), text.to_owned())));
    }
    lines
}

/// Returns the tone of [`outcome`], or of the hint.
fn tone(face: &Face) -> MessageTone {
    match face.model.notice() {
        Some(notice) if notice.kind == NoticeKind::Refused => MessageTone::Refused,
        Some(notice) if matches!(notice.kind, NoticeKind::Question(_)) => MessageTone::Question,
        _ if face.model.hint().is_some() => MessageTone::Hint,
        _ if face.model.tree().is_some() => MessageTone::Done,
        _ if face.model.is_solved() => MessageTone::Solved,
        _ if face.model.is_full() => MessageTone::Wrong,
        _ => MessageTone::Done,
    }
}

fn progress(face: &Face, loading: Loading) -> Line<'static> {
    let [full, rest] = face.theme.glyphs.bar;
    let width = 10;
    // The fraction is between 0 and 1.
    let done = (loading.fraction * width as f64) as usize;
    let percent = (loading.fraction * 100.0) as u32;
    let bar = full.repeat(done) + &rest.repeat(width - done);
    let building = words::building(&face.model, loading, face.theme.glyphs.times);
    Line::raw(format!("{building}: {bar} {percent} %"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key that plays, the hint, the reason, the keys and the way out stay; redo, the level and quit go first.
    #[test]
    fn the_key_bar_keeps_the_most_important_keys() {
        let entry = |text: &str, weight| BarEntry { text: text.to_owned(), brief: None, weight };
        let bar = [
            entry("Enter place", 9),
            entry("x block", 6),
            entry("i hint", 9),
            entry("w why", 9),
            entry("u undo", 5),
            entry("Ctrl-R redo", 1),
            entry("a help: guide", 2),
            entry("? keys", 9).or_brief(),
            entry("Esc menu", 9).or_brief(),
            entry("q quit", 1),
        ];
        let all = "Enter place   x block   i hint   w why   u undo   Ctrl-R redo   a help: guide   ? keys   Esc menu   q quit";
        assert_eq!(bar_rows(&bar, 120, 2), [all]);
        assert_eq!(bar_rows(&bar, 120, 0), [""; 0]);
        assert_eq!(bar_rows(&bar, 40, 2), ["Enter place   x block   i hint   w why", "u undo   ? keys   Esc menu"]);
        assert_eq!(bar_rows(&bar, 40, 1), ["Enter place   i hint   w why   ?   Esc"]);
        assert!(is_range("1-9") && !is_range("Ctrl-R"), "a range of keys is bold");
    }
}
