//! The drawing of the command palette over the screen.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::face::Face;
use crate::palette::CommandPalette;

/// The maximum width of the palette, in columns.
const WIDTH: u16 = 72;
/// The maximum height of the list, in rows.
const HEIGHT: u16 = 18;

/// The text in place of the player's text, until a letter is typed.
const EXAMPLES: &str = "a command, a setting or a puzzle: theme light, sudoku 9";

/// Returns the area of the list of commands, and the index of the first command in it.
fn list_area(face: &Face, palette: &CommandPalette) -> (Rect, usize) {
    let (columns, rows) = face.screen;
    let width = WIDTH.min(columns);
    let height = HEIGHT.min(rows.saturating_sub(4)).max(1);
    let area = Rect::new((columns - width) / 2 + 1, 2, width - 2, height);
    let offset = (palette.selected + 1).saturating_sub(usize::from(height));
    (area, offset)
}

/// Returns the index of the command at a column and row of the screen; `None` if no command is there.
pub(crate) fn command_at(face: &Face, column: u16, row: u16) -> Option<usize> {
    let palette = face.palette.as_ref()?;
    let (area, offset) = list_area(face, palette);
    let index = offset + usize::from(row.checked_sub(area.y)?);
    let is_inside = area.contains(Position::new(column, row));
    (is_inside && index < face.palette_commands(palette).len()).then_some(index)
}

/// Draws the open palette: the typed text, and the matching commands with their keys.
pub(super) fn draw(face: &Face, palette: &CommandPalette, frame: &mut Frame<'_>) {
    let theme = face.theme;
    let (area, offset) = list_area(face, palette);
    let commands = face.palette_commands(palette);
    let place = Rect::new(area.x - 1, area.y - 2, area.width + 2, area.height + 4);
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.screen());
    let arrows = format!("{} {}", theme.glyphs.arrows[2], theme.glyphs.arrows[1]);
    let feet = [
        format!(" Enter performs   {arrows} selects   Esc closes "),
        format!(" Enter performs   {arrows}   Esc closes "),
        " Enter   Esc closes ".to_owned(),
    ];
    // The frame has a corner at each side.
    let fits = |foot: &&String| foot.chars().count() + 2 <= usize::from(place.width);
    let foot = feet.iter().find(fits).cloned().unwrap_or_default();
    let mut block = Block::bordered().title(" Commands ").title_bottom(foot);
    if !theme.glyphs.has_weights {
        block = block.border_set(ASCII);
    }
    frame.render_widget(block.border_style(theme.faint()), place);
    let typed = match palette.text.as_str() {
        "" => Span::styled(EXAMPLES, theme.faint()),
        typed => Span::styled(typed.to_owned(), theme.strong()),
    };
    let text = Line::from(vec![Span::raw(": "), typed]);
    frame.render_widget(text, Rect { y: area.y - 1, height: 1, ..area });
    let width = usize::from(area.width);
    let row = |(index, entry): (usize, &game::keys::PaletteEntry)| {
        let is_selected = index == palette.selected;
        let pointer = if is_selected { theme.glyphs.pointers[0] } else { " " };
        let room = width.saturating_sub(entry.keys.chars().count() + 4);
        let reason = entry.obstacle.map_or_else(String::new, |reason| format!(" {} {reason}", theme.glyphs.dot));
        let mut description = format!("{}{reason}", theme.glyphs.with_times(&entry.description));
        if description.chars().count() > room {
            // The sign for omitted text takes one column.
            description = description.chars().take(room.saturating_sub(1)).chain(theme.glyphs.more.chars()).collect();
        }
        let gap = " ".repeat(room.saturating_sub(description.chars().count()) + 1);
        let style = match (is_selected, entry.obstacle) {
            // The pointer alone selects a command that is impossible now.
            (_, Some(_)) => theme.faint(),
            (true, None) => theme.strong(),
            (false, None) => ratatui::style::Style::new(),
        };
        Line::from(vec![
            Span::styled(format!("{pointer} {description}{gap}"), style),
            Span::styled(entry.keys.clone(), theme.faint()),
        ])
    };
    let lines: Vec<Line<'static>> = match commands.is_empty() {
        true => vec![Line::styled("No command has these words.", theme.faint())],
        false => commands.iter().enumerate().skip(offset).take(usize::from(area.height)).map(row).collect(),
    };
    frame.render_widget(Paragraph::new(lines), area);
    let typed = palette.text.chars().count() as u16;
    frame.set_cursor_position(Position::new((area.x + 2 + typed).min(area.right() - 1), area.y - 1));
}

/// The border of the command palette in terminals without Unicode.
const ASCII: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::{Model, Series};
    use nqueens_guide::{Queens, Size};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::theme::{ColorChoice, Theme};

    /// A command that is impossible now is quiet and has its reason, also while it is selected.
    #[test]
    fn an_impossible_command_is_quiet() {
        let theme = Theme::from_env(ColorChoice::Always, |name| (name == "COLORTERM").then(|| "truecolor".to_owned()));
        let model = Model::new(Arc::new(Series::of(Vec::new())), 4, Arc::new(Queens::new(Size::new(4).unwrap())));
        let face = Face::new(model, theme, (80, 24));
        for (text, is_possible) in [("undo", false), ("theme", true)] {
            let palette = CommandPalette { text: text.to_owned(), selected: 0 };
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.draw(|frame| draw(&face, &palette, frame)).unwrap();
            let (area, _) = list_area(&face, &palette);
            let buffer = terminal.backend().buffer();
            let row: String = (area.left()..area.right()).map(|x| buffer[(x, area.y)].symbol()).collect();
            assert_eq!(row.contains("Nothing to undo."), !is_possible, "{row}");
            assert_eq!(buffer[(area.x + 2, area.y)].fg == theme.faint().fg.unwrap(), !is_possible, "{row}");
        }
    }
}
