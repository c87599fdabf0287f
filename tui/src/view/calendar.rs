//! The calendar of daily puzzles: a row for each week, and below the rows the puzzles of the selected day.

use game::{GameProgress, MenuChoice, MenuTarget, WEEK};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::part::{PagePart, part};
use crate::face::Face;
use crate::theme::Theme;

/// The width of a day with its sign and its margin, in columns.
const DAY: u16 = 9;
/// The width of a day on a screen that is too narrow for [`DAY`].
const NARROW_DAY: u16 = 5;

const WEEKDAYS: [&str; WEEK] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Returns the parts of the calendar from the text row `top` on: the weekdays, the days, and the state of the puzzles
/// of the `selected` day.
pub(super) fn parts(face: &Face, days: &[MenuChoice], selected: usize, top: u16) -> Vec<PagePart> {
    let (theme, width) = (face.theme, if face.screen.0 > DAY * WEEK as u16 { DAY } else { NARROW_DAY });
    let mut parts: Vec<PagePart> = (0..)
        .zip(WEEKDAYS)
        .map(|(column, day)| {
            let day = if width == DAY { day } else { &day[..2] };
            part(column * width + 2, top, Line::styled(day, theme.faint()), None)
        })
        .collect();
    for (index, day) in days.iter().enumerate() {
        let (column, row) = ((index % WEEK) as u16, (index / WEEK) as u16);
        let pointer = if index == selected { theme.glyphs.pointers[0] } else { " " };
        let (sign, of_state) = sign(theme, day.progress);
        let style = if index == selected { of_state.patch(theme.strong()) } else { of_state };
        // A label is a date such as `1 November 2026`.
        let mut words = day.label.split(' ');
        let (number, month) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let names_month = width == DAY && (index == 0 || number == "1");
        let month = if names_month { month.get(..3).unwrap_or(month) } else { "" };
        let text = Line::from(vec![
            Span::styled(format!("{pointer} {number:>2} {month}").trim_end().to_owned(), style),
            Span::styled(sign, style),
        ]);
        parts.push(part(column * width, top + 1 + row, text, Some(index)));
    }
    let below = top + 2 + days.len().div_ceil(WEEK) as u16;
    let is_low = below + 5 > face.screen.1;
    let legend = [(GameProgress::Solved, "solved"), (GameProgress::Begun, "begun"), (GameProgress::New, "unplayed")];
    let legend = legend.into_iter().flat_map(|(progress, word)| {
        let (sign, style) = sign(theme, Some(progress));
        [Span::styled(format!("{sign} {word}").trim_start().to_owned(), style), Span::raw("   ")]
    });
    let streak = game::words::days(&face.model);
    let lines = [Some(Line::from_iter(legend)), streak.map(Line::raw)].into_iter().flatten().filter(|_| !is_low);
    let lines: Vec<Line<'static>> = lines.collect();
    let puzzles_from = below + lines.len() as u16 + u16::from(!lines.is_empty());
    parts.extend(lines.into_iter().zip(below..).map(|(line, row)| part(0, row, line, None)));
    let below = puzzles_from;
    let Some(MenuTarget::Lists(puzzles)) = days.get(selected).map(|day| &day.target) else { return parts };
    let lines = puzzles.iter().map(|puzzle| format!("{}: {}", puzzle.label, puzzle.detail));
    parts.extend(lines.zip(below..).map(|(line, row)| part(0, row, Line::styled(line, theme.faint()), None)));
    parts
}

/// Returns the sign and the style of a day whose puzzles have this progress.
fn sign(theme: Theme, progress: Option<GameProgress>) -> (&'static str, Style) {
    match progress {
        Some(GameProgress::Solved) => (theme.glyphs.enough, theme.joy()),
        Some(GameProgress::Begun) => (theme.glyphs.dot, Style::new()),
        Some(GameProgress::New) | None => ("", theme.faint().remove_modifier(Modifier::BOLD)),
    }
}
