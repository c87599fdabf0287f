//! The pages that cover the board: the menu, the statistics, a technique, the pause.

use game::{Mode, Page, words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::wrap;
use crate::face::Face;

/// The number of lines above the first choice of the menu: the title and an empty line.
const HEAD: u16 = 2;
/// The greatest width of a text on a page, in columns.
const WIDEST: u16 = 64;

pub(super) fn draw(face: &Face, frame: &mut Frame<'_>) {
    let (area, theme) = (place(face), face.theme);
    for (row, line) in (0..area.height).zip(lines(face)) {
        frame.render_widget(line, Rect { y: area.y + row, height: 1, ..area });
    }
    let keys = match face.model.mode() {
        Mode::Page(Page::Menu(_)) => "Enter plays   ? help   q quit",
        _ => "Esc back",
    };
    let foot = Rect { y: frame.area().bottom() - 1, height: 1, ..area };
    frame.render_widget(Line::styled(keys, theme.faint()), foot);
}

fn lines(face: &Face) -> Vec<Line<'static>> {
    let Mode::Page(page) = face.model.mode() else { return Vec::new() };
    let theme = face.theme;
    if let Page::Statistics = page
        && let Some(lines) = statistics(face)
    {
        return lines;
    }
    // The key of the tenth choice is 0.
    let key = |row: u16| (row - HEAD + 1) % 10;
    let width = usize::from(face.screen.0.clamp(20, WIDEST));
    let texts = words::page(&face.model, *page).into_iter().flat_map(|line| match page {
        Page::Technique(_) => wrap::wrapped(&line, width),
        _ => vec![line],
    });
    let lines = texts.zip(0u16..).map(|(line, row)| match page {
        _ if row == 0 => Line::styled(line, theme.strong()),
        Page::Menu(_) if row < HEAD => Line::raw(line),
        // A glyph as well as bold text, because some terminals don't show bold.
        Page::Menu(selected) if usize::from(row - HEAD) == *selected => {
            Line::styled(format!("> {} {line}", key(row)), theme.strong())
        }
        Page::Menu(_) => Line::raw(format!("  {} {line}", key(row))),
        _ => Line::raw(line),
    });
    let more = matches!(page, Page::Menu(_)).then(|| face.model.notice().map(|notice| notice.text.clone()));
    lines.chain(more.flatten().into_iter().flat_map(|notice| [Line::default(), Line::raw(notice)])).collect()
}

/// Returns the statistics as a table; `None` without statistics, or if the screen is too narrow for the table.
fn statistics(face: &Face) -> Option<Vec<Line<'static>>> {
    let rows = words::statistics(&face.model);
    let widths = rows.first()?.each_ref().map(|_| 0);
    let widths = rows.iter().fold(widths, |mut widths, row| {
        widths.iter_mut().zip(row).for_each(|(width, text)| *width = text.chars().count().max(*width));
        widths
    });
    let line = |row: &[String; 6]| {
        let (first, numbers) = (format!("{:<1$}", row[0], widths[0]), row.iter().zip(widths).skip(1));
        numbers.fold(first, |line, (text, width)| format!("{line}  {text:>width$}"))
    };
    let mut lines: Vec<Line<'static>> = rows.iter().map(|row| Line::raw(line(row))).collect();
    lines[0] = lines[0].clone().style(face.theme.strong());
    if lines[0].width() > usize::from(face.screen.0) {
        return None;
    }
    lines.extend(words::days(&face.model).into_iter().flat_map(|days| [Line::default(), Line::raw(days)]));
    Some(lines)
}

/// Returns the area of the page, in the middle of the screen above the row of keys.
fn place(face: &Face) -> Rect {
    let (columns, rows) = face.screen;
    let lines = lines(face);
    let width = (lines.iter().map(Line::width).max().unwrap_or(0).max(30) as u16).min(columns);
    let height = (lines.len() as u16).min(rows.saturating_sub(1));
    Rect::new((columns - width) / 2, (rows.saturating_sub(1) - height) / 2, width, height)
}

/// Returns the index of the menu choice in `row` of the screen; `None` elsewhere.
pub(crate) fn choice_at(face: &Face, row: u16) -> Option<usize> {
    let choice = usize::from(row.checked_sub(place(face).y + HEAD)?);
    (choice < face.model.choices.len()).then_some(choice)
}
