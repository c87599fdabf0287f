//! The panel: the text beside or below the board, shortened to the available space.

mod diagram;
mod play;
mod screen;

use game::keys::Key;
use game::words;
use game::{Loading, TextRole};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::layout::ScreenLayout;
use super::wrap;
use crate::face::Face;
use crate::theme::{Glyphs, Theme};

/// The minimum height in rows at which a panel below the board shows the most important keys.
const ROOM_FOR_KEYS: u16 = 5;
/// The minimum height in rows at which a panel below the board shows the actions, too.
const ROOM_FOR_ACTIONS: u16 = 8;

/// The content of the panel, with alternatives for different amounts of space.
#[derive(Default)]
pub(super) struct Panel {
    /// The lines at the top of a panel beside the board.
    pub top: Vec<Line<'static>>,
    /// The groups of lines, in order.
    pub groups: Vec<PanelGroup>,
    /// The lines for the message area. The area has the same height with any message, so that a message does not move
    /// the text above it. `None` for a panel without a message area.
    pub message: Option<Vec<Line<'static>>>,
    /// The line of the header above board and panel, in versions, the longest first; empty for a panel whose `top` has
    /// the title.
    pub header: Vec<Line<'static>>,
    /// The replacement for `groups` in a panel of two or three rows.
    pub brief: Vec<Line<'static>>,
    /// The lines above the keys in a panel beside the board.
    pub legend: Vec<Line<'static>>,
    /// The rows of possible actions, above `keys`. Each row has several versions, the longest first.
    pub actions: Vec<Vec<String>>,
    /// The versions of the row with the most important keys, the longest first.
    pub keys: Vec<String>,
    /// The replacement for `keys` in a panel without room for `actions`; empty to keep them.
    pub keys_alone: Vec<String>,
    /// The versions of the line above the board, the longest first. It is shown if the panel is below the board.
    pub heads: Vec<Line<'static>>,
}

impl Panel {
    fn of(face: &Face) -> Panel {
        screen::panel(face).unwrap_or_else(|| play::panel(face))
    }

    /// Returns the rows of actions and keys at the bottom of the panel. `is_wide` is `true` for a panel beside the
    /// board; a low panel below the board has fewer of these rows, or none.
    fn foot(&self, area: Rect, is_wide: bool) -> Vec<String> {
        let has_actions = is_wide || area.height >= ROOM_FOR_ACTIONS;
        let actions = if has_actions { self.actions.as_slice() } else { &[] };
        let keys = if has_actions || self.keys_alone.is_empty() { &self.keys } else { &self.keys_alone };
        let keys = (is_wide || area.height >= ROOM_FOR_KEYS).then_some(keys);
        actions.iter().chain(keys).map(|row| fitting(row, area.width)).collect()
    }
}

/// A group of lines. If space is short, the groups with the lowest `weight` are dropped first.
#[derive(Default)]
pub(super) struct PanelGroup {
    pub weight: u8,
    /// The heading above the lines; empty for a group without one.
    pub title: String,
    pub lines: Vec<Line<'static>>,
}

/// The number of rows for messages, without the horizontal line above them.
const MESSAGE_ROWS: u16 = 4;
/// The minimum height in rows of a panel with a message area.
const ROOM_FOR_MESSAGES: u16 = 16;

/// Draws the panel. If the panel is below the board, its head is drawn above the board.
pub(super) fn draw(face: &Face, layout: &ScreenLayout, frame: &mut Frame<'_>) {
    let mut panel = Panel::of(face);
    if layout.header.is_empty() {
        panel.top.splice(0..0, panel.header.first().cloned());
    } else {
        let headers = panel.header.iter().find(|header| header.width() <= usize::from(layout.header.width));
        let header = headers.or(panel.header.last()).cloned().unwrap_or_default();
        frame.render_widget(Paragraph::new(header), layout.header);
    }
    if layout.is_wide { beside(face, panel, layout.panel, frame) } else { below(face, panel, layout.panel, frame) }
}

/// Returns the heading of a group of lines: its title between horizontal lines, as wide as the panel.
fn heading(theme: Theme, title: &str, width: u16) -> Line<'static> {
    let rule = theme.glyphs.rule;
    let rest = usize::from(width).saturating_sub(title.chars().count() + 4);
    let title = Span::styled(format!(" {title} "), theme.strong());
    Line::from(vec![Span::styled(rule.repeat(2), theme.faint()), title, Span::styled(rule.repeat(rest), theme.faint())])
}

/// Draws the message area in the last `rows` of `area`. The horizontal line above the message has the colour of the
/// first line of the message.
fn draw_message(face: &Face, lines: Vec<Line<'static>>, rows: u16, area: Rect, frame: &mut Frame<'_>) {
    let place = Rect::new(area.x, area.bottom() - rows, area.width, rows);
    let tone = lines.first().map_or(face.theme.faint(), |line| line.style);
    let rule = Line::styled(face.theme.glyphs.rule.repeat(usize::from(area.width)), tone);
    let text: Vec<Line<'static>> = [rule].into_iter().chain(lines).collect();
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), place);
}

fn beside(face: &Face, mut panel: Panel, area: Rect, frame: &mut Frame<'_>) {
    // Legend and keys are always at the bottom. If space is short, the legend is dropped first, then groups.
    let keys = panel.foot(area, true);
    let foot_rows = keys.len();
    // The message area keeps its height even without a message.
    let message = match panel.message.take() {
        Some(lines) if area.height >= ROOM_FOR_MESSAGES => Some(lines),
        Some(lines) => {
            panel.groups.push(PanelGroup { weight: 4, lines, ..PanelGroup::default() });
            None
        }
        None => None,
    };
    let message_rows = message.as_ref().map_or(0, |lines| {
        usize::from(MESSAGE_ROWS).max(wrap::rows(lines, area.width)).min(usize::from(area.height) / 2) + 1
    });
    let room = |legend: usize| usize::from(area.height).saturating_sub(legend + foot_rows + message_rows);
    while wrap::rows(&spaced(face.theme, &panel, area.width), area.width) > room(panel.legend.len()) {
        let lowest = panel.groups.iter().map(|group| group.weight).min();
        if !panel.legend.is_empty() {
            panel.legend.clear();
        } else if panel.groups.len() > 1 {
            panel.groups.retain(|group| Some(group.weight) != lowest);
        } else {
            break;
        }
    }
    let text = spaced(face.theme, &panel, area.width);
    let text_area = Rect { height: room(panel.legend.len()) as u16, ..area };
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), text_area);
    if let Some(lines) = message {
        let above = Rect { height: text_area.height + message_rows as u16, ..area };
        draw_message(face, lines, message_rows as u16, above, frame);
    }
    let mut foot = panel.legend;
    foot.extend(keys.into_iter().map(|keys| Line::styled(keys, face.theme.faint())));
    let height = foot.len() as u16;
    frame.render_widget(Paragraph::new(foot), Rect::new(area.x, area.bottom() - height, area.width, height));
}

/// Returns the lines of `top` and `groups`, separated by empty lines.
fn spaced(theme: Theme, panel: &Panel, width: u16) -> Vec<Line<'static>> {
    let mut lines = panel.top.clone();
    for group in panel.groups.iter().filter(|group| !group.lines.is_empty()) {
        lines.push(Line::default());
        if !group.title.is_empty() {
            lines.push(heading(theme, &group.title, width));
        }
        lines.extend(group.lines.clone());
    }
    if !panel.legend.is_empty() {
        lines.push(Line::default());
    }
    lines
}

fn below(face: &Face, mut panel: Panel, area: Rect, frame: &mut Frame<'_>) {
    let heads = panel.heads.iter().find(|head| head.width() <= usize::from(area.width)).or(panel.heads.last());
    let head = heads.cloned().unwrap_or_default().alignment(Alignment::Center);
    frame.render_widget(Paragraph::new(head), Rect::new(0, 0, area.width, 1));

    let keys = panel.foot(area, false);
    let room = usize::from(area.height) - keys.len();
    let message = panel.message.take().unwrap_or_default();
    panel.groups.push(PanelGroup { weight: 4, lines: message, ..PanelGroup::default() });
    panel.groups.retain(|group| !group.lines.is_empty());
    let all = |groups: &[PanelGroup]| groups.iter().flat_map(|group| group.lines.clone()).collect::<Vec<_>>();
    while panel.groups.len() > 1 && wrap::rows(&all(&panel.groups), area.width) > room {
        let lowest = panel.groups.iter().map(|group| group.weight).min();
        panel.groups.retain(|group| Some(group.weight) != lowest);
    }
    // The last line of a group is the most important.
    if let [only] = panel.groups.as_mut_slice() {
        while only.lines.len() > 1 && wrap::rows(&only.lines, area.width) > room {
            only.lines.remove(0);
        }
    }
    // Two or three rows have room for a single topic.
    let lines = all(&panel.groups);
    let is_long = area.height <= 3 || wrap::rows(&lines, area.width) > room;
    let lines = if is_long { panel.brief } else { lines };
    let text = Paragraph::new(lines).alignment(Alignment::Center).wrap(Wrap { trim: true });
    frame.render_widget(text, Rect { height: room as u16, ..area });
    for (keys, above) in keys.into_iter().rev().zip(1u16..) {
        let keys = Line::styled(keys, face.theme.faint()).alignment(Alignment::Center);
        frame.render_widget(Paragraph::new(keys), Rect::new(area.x, area.bottom() - above, area.width, 1));
    }
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
    // Three spaces separate the keys with their meanings.
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

/// Returns the key at the character `at` of `part`, a text such as `← → step`: keys, then their meaning. The meaning
/// stands for the last of the keys. Returns `None` if the text does not begin with a key.
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

/// Returns the first of `texts` that fits `width`, or the last one.
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

/// Returns the lines that all screens have: the input line, a running job, and the outcome of the last action.
pub(super) fn outcome(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    if let Some(asked) = words::asked(&face.model) {
        return vec![Line::styled(asked, theme.strong())];
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
        lines.push(told_line(theme, notice.role(), notice.text.clone()));
    }
    lines
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
