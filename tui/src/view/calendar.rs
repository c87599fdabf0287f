//! The calendar of daily puzzles: a block for each month, or a row for each week where there is less room, and below
//! them the puzzles of the selected day.

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
    let theme = face.theme;
    let (mut parts, below) = months(face, days, selected, top).unwrap_or_else(|| weeks(face, days, selected, top));
    let is_low = below + 5 > face.screen.1;
    let legend = [
        (theme.solved(true), "without help"),
        (theme.solved(false), "solved"),
        (sign(theme, Some(GameProgress::Begun)), "begun"),
    ];
    let legend = legend.into_iter().flat_map(|((sign, style), word)| {
        [Span::styled(format!("{sign} {word}").trim_start().to_owned(), style), Span::raw("   ")]
    });
    let streak = game::words::days(&face.model);
    let lines = [Some(Line::from_iter(legend)), streak.map(Line::raw)].into_iter().flatten().filter(|_| !is_low);
    let lines: Vec<Line<'static>> = lines.collect();
    let puzzles_from = below + lines.len() as u16 + u16::from(!lines.is_empty());
    parts.extend(lines.into_iter().zip(below..).map(|(line, row)| part(0, row, line, None)));
    let below = puzzles_from;
    let Some(MenuTarget::Lists(puzzles)) = days.get(selected).map(|day| &day.target) else { return parts };
    let lines =
        puzzles.iter().map(|puzzle| face.theme.glyphs.with_times(&format!("{}: {}", puzzle.label, puzzle.detail)));
    parts.extend(lines.zip(below..).map(|(line, row)| part(0, row, Line::styled(line, theme.faint()), None)));
    parts
}

/// The width of a day in the block of a month, in columns.
const MONTH_DAY: u16 = 4;
/// The width of the block of a month with the gap after it, in columns.
const MONTH: u16 = WEEK as u16 * MONTH_DAY + 2;
/// The columns and rows beside the months: the frame, the legend, and the puzzles of the selected day.
const AROUND_MONTHS: (u16, u16) = (6, 11);

/// Returns the days as blocks of months, and the text row below them. Each day has a sign for each of its puzzles below
/// its number, and today is between brackets. Returns `None` if the screen has no room for the blocks.
fn months(face: &Face, days: &[MenuChoice], selected: usize, top: u16) -> Option<(Vec<PagePart>, u16)> {
    let theme = face.theme;
    let month = |day: &MenuChoice| day.label.split_once(' ').map(|(_, month)| month.to_owned()).unwrap_or_default();
    let indices: Vec<usize> = (0..days.len()).collect();
    let blocks: Vec<&[usize]> = indices.chunk_by(|&a, &b| month(&days[a]) == month(&days[b])).collect();
    let beside = usize::from(face.screen.0.saturating_sub(AROUND_MONTHS.0) / MONTH).clamp(1, blocks.len().max(1));
    let mut parts = Vec::new();
    let mut row = top;
    for blocks in blocks.chunks(beside) {
        let mut height = 0;
        for (block, x) in blocks.iter().zip((0..).step_by(usize::from(MONTH))) {
            let Some(&first) = block.first() else { continue };
            parts.push(part(x, row, Line::styled(month(&days[first]), theme.strong()), None));
            for (column, day) in (0..).zip(WEEKDAYS) {
                parts.push(part(x + column * MONTH_DAY + 1, row + 1, Line::styled(&day[..2], theme.faint()), None));
            }
            for &index in *block {
                let x = x + (index % WEEK) as u16 * MONTH_DAY;
                let y = row + 2 + 2 * (index / WEEK - first / WEEK) as u16;
                let number = days[index].label.split(' ').next().unwrap_or_default();
                let text = if index + 1 == days.len() { format!("[{number:>2}]") } else { format!(" {number:>2} ") };
                let style = if index == selected { theme.selected() } else { sign(theme, days[index].progress).1 };
                parts.push(part(x, y, Line::styled(text, style), Some(index)));
                parts.push(part(x + 1, y + 1, marks(theme, &days[index]), Some(index)));
                height = height.max(y + 3 - row);
            }
        }
        row += height;
    }
    let is_fit = row + AROUND_MONTHS.1 <= face.screen.1 && face.screen.0 >= MONTH + AROUND_MONTHS.0;
    is_fit.then_some((parts, row))
}

/// Returns the signs of the puzzles of a day that were begun or solved.
fn marks(theme: Theme, day: &MenuChoice) -> Line<'static> {
    let MenuTarget::Lists(puzzles) = &day.target else { return Line::default() };
    let of = |puzzle: &MenuChoice| match puzzle.progress {
        Some(GameProgress::Solved) => Some(theme.solved(puzzle.is_solved_alone)),
        Some(GameProgress::Begun) => Some(sign(theme, puzzle.progress)),
        _ => None,
    };
    let mut signs: Vec<_> = puzzles.iter().filter_map(of).collect();
    // The saved game of a solved puzzle may have been deleted.
    if day.progress == Some(GameProgress::Solved) && puzzles.iter().all(|it| it.progress != Some(GameProgress::Solved))
    {
        signs.push(theme.solved(false));
    }
    Line::from_iter(signs.into_iter().map(|(sign, style)| Span::styled(sign, style)))
}

/// Returns the days on a row for each week, and the text row below them.
fn weeks(face: &Face, days: &[MenuChoice], selected: usize, top: u16) -> (Vec<PagePart>, u16) {
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
        let month = if index == 0 || number == "1" { month.get(..3).unwrap_or(month) } else { "" };
        let (month, beside) = if width == DAY { (month, "") } else { ("", month) };
        if !beside.is_empty() {
            let x = width * WEEK as u16 + 2;
            parts.push(part(x, top + 1 + row, Line::styled(beside.to_owned(), theme.faint()), None));
        }
        let text = Line::from(vec![
            Span::styled(format!("{pointer} {number:>2} {month}").trim_end().to_owned(), style),
            Span::styled(sign, style),
        ]);
        parts.push(part(column * width, top + 1 + row, text, Some(index)));
    }
    (parts, top + 2 + days.len().div_ceil(WEEK) as u16)
}

/// Returns the sign and the style of a day whose puzzles have this progress.
fn sign(theme: Theme, progress: Option<GameProgress>) -> (&'static str, Style) {
    match progress {
        Some(GameProgress::Solved) => (theme.glyphs.enough, theme.joy()),
        Some(GameProgress::Begun) => (theme.glyphs.dot, Style::new()),
        Some(GameProgress::New) | None => ("", theme.faint().remove_modifier(Modifier::BOLD)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::{Action, Message, Model, Series};
    use nqueens_guide::{Queens, Size};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::face::Input;
    use crate::run::ColorChoice;
    use crate::theme::Theme;
    use crate::view::view;

    /// Returns the calendar of the days from Monday, 26 October to Thursday, 5 November, drawn on a screen.
    fn drawn(screen: (u16, u16)) -> String {
        let puzzle = |progress, is_solved_alone| MenuChoice {
            is_solved_alone,
            ..MenuChoice::new("Queens", MenuTarget::Opens(0)).with_progress(progress)
        };
        let day = |number: u8, month: &str, puzzles: Vec<MenuChoice>| {
            let most = puzzles.iter().filter_map(|it| it.progress).max().unwrap_or(GameProgress::New);
            let label = format!("{number} {month} 2026");
            MenuChoice::new(label, MenuTarget::Lists(puzzles)).with_progress(most)
        };
        let mut days: Vec<MenuChoice> = (26..32).map(|number| day(number, "October", Vec::new())).collect();
        let solved = [puzzle(GameProgress::Solved, true), puzzle(GameProgress::Solved, false)];
        let begun = puzzle(GameProgress::Begun, false);
        days.extend((1..6).map(|number| {
            let puzzles = if number == 3 { [&solved[..], std::slice::from_ref(&begun)].concat() } else { Vec::new() };
            day(number, "November", puzzles)
        }));
        let queens = Arc::new(Queens::new(Size::new(6).unwrap()));
        let theme = Theme::from_env(ColorChoice::Never, |name| (name == "LANG").then(|| "C.UTF-8".to_owned()));
        let mut face = Face::new(Model::new(Arc::new(Series::of(Vec::new())), 1, queens), theme, screen);
        let _ = face.model.start_with_menu();
        face.model.choices = vec![MenuChoice::new("Calendar", MenuTarget::Calendar(days))];
        let _ = face.update(Input::Game(Message::Act(Action::ChooseAt(0))));
        let mut terminal = Terminal::new(TestBackend::new(screen.0, screen.1)).unwrap();
        terminal.draw(|frame| view(&face, frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn each_month_has_a_block_and_each_puzzle_a_sign() {
        let text = drawn((120, 40));
        assert!(text.contains("┌─ Calendar ─"), "framed: {text}");
        assert!(text.contains("← → day   ↓ ↑ week   Enter open   Esc back"), "{text}");
        assert!(text.contains("October 2026                  November 2026"), "side by side: {text}");
        let rows: Vec<&str> = text.lines().collect();
        let today = rows.iter().position(|row| row.contains("[ 5]")).unwrap_or_else(|| panic!("{text}"));
        assert!(rows[today].contains("2   3   4 [ 5]"), "{text}");
        assert!(rows[today + 1].contains("★✓·"), "the puzzles of 3 November: {text}");
        assert!(drawn((40, 20)).contains("Mo"), "weeks on a small screen");
        assert!(drawn((60, 20)).contains("Nov"), "with the month beside its first week: {}", drawn((60, 20)));
    }
}
