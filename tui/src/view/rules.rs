//! The page of rules: each rule with its state, and the scopes of the selected rule.

use game::{RuleState, words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::wrap;
use crate::face::Face;
use crate::theme::Theme;

/// The maximum width of the text, in columns.
const WIDTH: u16 = 96;

/// Draws the page, scrolled so that the rule with the index `selected` and its scopes are visible.
pub(super) fn draw(face: &Face, selected: usize, frame: &mut Frame<'_>) {
    let (columns, rows) = face.screen;
    let width = WIDTH.min(columns);
    let x = (columns - width) / 2;
    let (lines, selection) = lines(face, selected);
    let height = rows - 1;
    let above = wrap::rows(&lines[..selection.start], width);
    let below = wrap::rows(&lines[..selection.end], width);
    let all = wrap::rows(&lines, width);
    let hidden = all.saturating_sub(usize::from(height));
    let offset = below.saturating_sub(usize::from(height)).min(above).min(hidden) as u16;
    let y = (usize::from(height).saturating_sub(all) / 2) as u16;
    let text = Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((offset, 0));
    frame.render_widget(text, Rect::new(x, y, width, height - y));
    let [_, down, up, _] = face.theme.glyphs.arrows;
    let foot = Line::styled(format!("{up} {down} another rule   Esc back"), face.theme.faint());
    frame.render_widget(foot, Rect::new(x, rows - 1, width, 1));
}

/// Returns the lines of the page, and the range of lines about the selected rule.
fn lines(face: &Face, selected: usize) -> (Vec<Line<'static>>, std::ops::Range<usize>) {
    let theme = face.theme;
    let title = words::title(face.model.board(), theme.glyphs.times);
    let mut lines = vec![Line::styled(format!("Rules of {title}"), theme.strong()), Line::default()];
    let mut selection = 0..0;
    for (index, rule) in words::rules(&face.model).into_iter().enumerate() {
        let is_selected = index == selected;
        let pointer = if is_selected { theme.glyphs.pointers[0] } else { " " };
        let (sign, style) = sign(theme, rule.state);
        let text = if is_selected { Span::styled(rule.text, theme.strong()) } else { Span::raw(rule.text) };
        let start = lines.len();
        lines.push(Line::from(vec![Span::raw(format!("{pointer} ")), Span::styled(sign, style), Span::raw(" "), text]));
        if is_selected {
            lines.extend(words::rule_scopes(&face.model, index).into_iter().map(|scope| {
                let (sign, style) = self::sign(theme, scope.state);
                Line::from(vec![Span::raw("    "), Span::styled(sign, style), Span::raw(format!(" {}", scope.text))])
            }));
            selection = start..lines.len();
        }
    }
    for about in [value_names(face), words::prices(&face.model)].into_iter().flatten() {
        lines.extend([Line::default(), Line::raw(about)]);
    }
    (lines, selection)
}

/// Returns the legend of the values in one line, as in `A Ann, B Ben`; `None` if their symbols are their names.
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
