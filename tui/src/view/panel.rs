//! The panel: the words beside or below the board, cut to the room there is.

mod diagram;
mod play;
mod screen;

use game::keys::Key;
use game::words;
use game::{Loading, TextRole};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::layout::ScreenLayout;
use super::wrap;
use crate::face::Face;
use crate::theme::{Glyphs, Theme};

/// The rows that a panel below the board has at least to show its keys, and also what can be done now.
const ROOM_FOR_KEYS: u16 = 5;
const ROOM_FOR_ACTIONS: u16 = 8;

/// What there is to say in words.
#[derive(Default)]
pub(super) struct Panel {
    /// The lines at the top, where the panel is beside the board.
    pub top: Vec<Line<'static>>,
    /// The matters to speak of, in this order.
    pub groups: Vec<PanelGroup>,
    /// What there is to say, in two or three short lines.
    pub brief: Vec<Line<'static>>,
    /// The lines at the bottom, where the panel is beside the board.
    pub legend: Vec<Line<'static>>,
    /// What can be done now, in rows above the keys where the panel is beside the board, each with the longest text first.
    pub actions: Vec<Vec<String>>,
    /// The keys that matter most, the longest text first.
    pub keys: Vec<String>,
    /// The line above the board where the panel is below it, in several lengths, the longest first.
    pub heads: Vec<Line<'static>>,
}

impl Panel {
    fn of(face: &Face) -> Panel {
        screen::panel(face).unwrap_or_else(|| play::panel(face))
    }

    /// The rows of keys at the foot of the panel: below the board fewer where the panel is low.
    fn foot(&self, area: Rect, is_wide: bool) -> Vec<String> {
        let actions = if is_wide || area.height >= ROOM_FOR_ACTIONS { self.actions.as_slice() } else { &[] };
        let keys = (is_wide || area.height >= ROOM_FOR_KEYS).then_some(&self.keys);
        actions.iter().chain(keys).map(|row| fitting(row, area.width)).collect()
    }
}

/// Lines that belong together, and how much they matter: what matters least makes room for the others.
pub(super) struct PanelGroup {
    pub weight: u8,
    pub lines: Vec<Line<'static>>,
}

/// Draws the panel, and on a narrow screen its head above the board.
pub(super) fn draw(face: &Face, layout: &ScreenLayout, frame: &mut Frame<'_>) {
    let panel = Panel::of(face);
    if layout.is_wide { beside(face, panel, layout.panel, frame) } else { below(face, panel, layout.panel, frame) }
}

fn beside(face: &Face, mut panel: Panel, area: Rect, frame: &mut Frame<'_>) {
    // Legend and keys keep their place at the bottom, whatever is said above; if need be the legend goes.
    let keys = panel.foot(area, true);
    let foot_rows = keys.len();
    let room = |legend: usize| usize::from(area.height) - legend - foot_rows;
    while wrap::rows(&spaced(&panel), area.width) > room(panel.legend.len()) {
        let least = panel.groups.iter().map(|group| group.weight).min();
        if !panel.legend.is_empty() {
            panel.legend.clear();
        } else if panel.groups.len() > 1 {
            panel.groups.retain(|group| Some(group.weight) != least);
        } else {
            break;
        }
    }
    let text = spaced(&panel);
    let text_area = Rect { height: room(panel.legend.len()) as u16, ..area };
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), text_area);
    let mut foot = panel.legend;
    foot.extend(keys.into_iter().map(|keys| Line::styled(keys, face.theme.faint())));
    let height = foot.len() as u16;
    frame.render_widget(Paragraph::new(foot), Rect::new(area.x, area.bottom() - height, area.width, height));
}

/// Top, groups and a bottom line, with an empty line between each.
fn spaced(panel: &Panel) -> Vec<Line<'static>> {
    let mut lines = panel.top.clone();
    for group in panel.groups.iter().filter(|group| !group.lines.is_empty()) {
        lines.push(Line::default());
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
    panel.groups.retain(|group| !group.lines.is_empty());
    let all = |groups: &[PanelGroup]| groups.iter().flat_map(|group| group.lines.clone()).collect::<Vec<_>>();
    while panel.groups.len() > 1 && wrap::rows(&all(&panel.groups), area.width) > room {
        let least = panel.groups.iter().map(|group| group.weight).min();
        panel.groups.retain(|group| Some(group.weight) != least);
    }
    // Of what belongs together, the last line matters most.
    if let [only] = panel.groups.as_mut_slice() {
        while only.lines.len() > 1 && wrap::rows(&only.lines, area.width) > room {
            only.lines.remove(0);
        }
    }
    // Two or three rows have room for one thing.
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

/// The key whose name, or meaning, stands at a column and a row of the screen, among the keys at the foot of the panel.
#[must_use]
pub fn key_at(face: &Face, column: u16, row: u16) -> Option<Key> {
    let layout = ScreenLayout::of(face)?;
    let area = layout.panel;
    let above = usize::from(area.bottom().checked_sub(row + 1)?);
    let keys = Panel::of(face).foot(area, layout.is_wide).into_iter().rev().nth(above)?;
    let width = keys.chars().count() as u16;
    let left = if layout.is_wide { area.x } else { area.x + area.width.saturating_sub(width) / 2 };
    let at = usize::from(column.checked_sub(left).filter(|&at| at < width)?);
    // Keys with their meanings stand three blanks apart.
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

/// The key meant by a place in a text such as `← → step`: the one there, or else the last one named.
fn key_in(part: &str, at: usize) -> Option<Key> {
    let mut from = 0;
    let mut meant = None;
    for word in part.split(' ') {
        let Some(key) = key_named(word) else { break };
        meant = Some(key);
        from += word.chars().count() + 1;
        if at < from {
            break;
        }
    }
    meant
}

/// A key by the name that it has in the texts of the panels.
fn key_named(name: &str) -> Option<Key> {
    let arrow = Glyphs::UNICODE.arrows.iter().position(|arrow| *arrow == name);
    Key::named(arrow.map_or(name, |arrow| Glyphs::ASCII.arrows[arrow]))
}

/// The first text that fits, else the last one.
fn fitting(texts: &[String], width: u16) -> String {
    let fits = |text: &&String| text.chars().count() <= usize::from(width);
    texts.iter().find(fits).or(texts.last()).cloned().unwrap_or_default()
}

/// A line of an account, in the look of what it is about.
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

/// What is going on wherever the player is: typing, work, loading, the outcome of the last wish.
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
