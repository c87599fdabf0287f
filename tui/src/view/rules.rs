//! The page of rules: each rule with its state, and the scopes (sets of cells) to which the selected rule applies.

use std::ops::Range;

use game::words::RuleLine;
use game::{RuleState, words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::layout::margin;
use super::wrap;
use crate::face::Face;
use crate::theme::Theme;

/// The maximum width of the text, in columns.
const WIDTH: u16 = 96;

/// Draws the page of rules, scrolled so that the rule with the index `selected` and the list of its scopes (sets of
/// cells) are visible.
pub(super) fn draw(face: &Face, selected: usize, frame: &mut Frame<'_>) {
    let (columns, rows) = face.screen;
    let width = WIDTH.min(columns - 2 * margin(columns));
    let x = (columns - width) / 2;
    let (lines, selection) = lines(face, selected, usize::from(width));
    let height = usize::from(rows - 1);
    let offset = selection.end.saturating_sub(height).min(selection.start);
    let y = (height.saturating_sub(lines.len()) / 2) as u16;
    for (line, row) in lines.into_iter().skip(offset).zip(y..rows - 1) {
        frame.render_widget(line, Rect::new(x, row, width, 1));
    }
    let [_, down, up, _] = face.theme.glyphs.arrows;
    let foot = Line::styled(format!("{up} {down} another rule   Esc back"), face.theme.faint());
    frame.render_widget(foot, Rect::new(x, rows - 1, width, 1));
}

/// Returns the lines of the page for this number of columns, and the range of lines about the selected rule.
fn lines(face: &Face, selected: usize, width: usize) -> (Vec<Line<'static>>, Range<usize>) {
    let theme = face.theme;
    let title = words::title(face.model.board(), theme.glyphs.times);
    let mut lines = vec![Line::styled(format!("Rules of {title}"), theme.strong()), Line::default()];
    let mut selection = 0..0;
    for (index, rule) in words::rules(&face.model).into_iter().enumerate() {
        let is_selected = index == selected;
        let (pointer, style) = match is_selected {
            true => (theme.glyphs.pointers[0], theme.strong()),
            false => (" ", Style::new()),
        };
        let start = lines.len();
        push(&mut lines, theme, &format!("{pointer} "), &rule, style, width);
        if is_selected {
            for scope in words::rule_scopes(&face.model, index) {
                push(&mut lines, theme, "    ", &scope, Style::new(), width);
            }
            selection = start..lines.len();
        }
    }
    for about in [value_names(face), words::prices(&face.model)].into_iter().flatten() {
        lines.push(Line::default());
        lines.extend(wrap::wrapped(&about, width).into_iter().map(Line::raw));
    }
    (lines, selection)
}

/// Adds the rows of a rule. The first row begins with the text `before` and the sign of the rule's state. The text of
/// the rule begins in the same column in all rows.
fn push(lines: &mut Vec<Line<'static>>, theme: Theme, before: &str, rule: &RuleLine, style: Style, width: usize) {
    let (sign, sign_style) = sign(theme, rule.state);
    let indent = before.chars().count() + 2;
    for (row, text) in wrap::wrapped(&rule.text, width.saturating_sub(indent)).into_iter().enumerate() {
        let head = match row {
            0 => vec![Span::raw(before.to_owned()), Span::styled(sign, sign_style), Span::raw(" ")],
            _ => vec![Span::raw(" ".repeat(indent))],
        };
        lines.push(Line::from_iter(head.into_iter().chain([Span::styled(text, style)])));
    }
}

/// Returns the legend of the values in one line, such as `A Ann, B Ben`; `None` if their symbols are their names.
fn value_names(face: &Face) -> Option<String> {
    let names = words::value_names(&face.model);
    let names: Vec<String> = names.into_iter().map(|(symbol, name)| format!("{symbol} {name}")).collect();
    (!names.is_empty()).then(|| format!("Values: {}.", names.join(", ")))
}

/// Returns the sign of a rule's state, with its style.
pub(super) fn sign(theme: Theme, state: Option<RuleState>) -> (&'static str, Style) {
    match state {
        None => (" ", theme.faint()),
        Some(RuleState::Open) => (theme.glyphs.open, theme.faint()),
        Some(RuleState::Satisfied) => (theme.glyphs.enough, theme.joy()),
        Some(RuleState::Broken) => (theme.glyphs.clash, theme.refusal()),
    }
}
