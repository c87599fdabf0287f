//! How many rows a text takes.

use ratatui::text::Line;

/// The rows that lines take when words are wrapped at a width, as [`ratatui::widgets::Wrap`] does.
pub(super) fn rows(lines: &[Line<'_>], width: u16) -> usize {
    let width = usize::from(width.max(1));
    lines.iter().map(|line| rows_of(&line.to_string(), width)).sum()
}

fn rows_of(text: &str, width: usize) -> usize {
    let (mut rows, mut used) = (1, 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length <= width {
            used += 1 + length;
            continue;
        }
        if used > 0 {
            rows += 1;
        }
        // A word that is longer than a row is broken.
        rows += length.saturating_sub(1) / width;
        used = (length.max(1) - 1) % width + 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::widgets::{Paragraph, Widget, Wrap};

    proptest! {
        #[test]
        fn as_many_as_are_drawn(words in proptest::collection::vec("[a-z]{1,12}", 1..12), width in 3u16..30) {
            let text = words.join(" ");
            let area = Rect::new(0, 0, width, 100);
            let mut buffer = Buffer::empty(area);
            Paragraph::new(text.as_str()).wrap(Wrap { trim: true }).render(area, &mut buffer);
            let is_used = |row: &u16| (0..width).any(|column| buffer[(column, *row)].symbol() != " ");
            let drawn = (0..100).filter(is_used).count();
            prop_assert_eq!(rows(&[Line::raw(text)], width), drawn);
        }
    }
}
