//! The number of rows of a wrapped text.

use ratatui::text::Line;

/// Returns the number of rows of `lines` after wrapping words at `width`, as [`ratatui::widgets::Wrap`] does it.
pub(super) fn rows(lines: &[Line<'_>], width: u16) -> usize {
    let width = usize::from(width.max(1));
    lines.iter().map(|line| rows_of(&line.to_string(), width)).sum()
}

fn rows_of(text: &str, width: usize) -> usize {
    let (mut rows, mut used, mut gap) = (1, 0, 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if length == 0 {
            // Two adjacent spaces.
            gap += 1;
            continue;
        }
        if used > 0 && used + gap + length <= width {
            used += gap + length;
        } else {
            // A word longer than a row is split.
            rows += usize::from(used > 0) + (length - 1) / width;
            used = (length - 1) % width + 1;
        }
        gap = 1;
    }
    rows
}

/// Splits a text at blanks into rows of at most `width` columns. A longer word has a row of its own, which is cut when it
/// is drawn.
pub(super) fn split(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match rows.last_mut().filter(|row| row.chars().count() + 1 + word.chars().count() <= width) {
            Some(row) => {
                row.push(' ');
                row.push_str(word);
            }
            None => rows.push(word.to_owned()),
        }
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

    #[test]
    fn a_text_is_split_at_blanks() {
        assert_eq!(split("each row has each value once", 11), ["each row", "has each", "value once"]);
        assert_eq!(split("an extraordinary word", 5), ["an", "extraordinary", "word"]);
        assert_eq!(split("", 5), [""]);
    }

    proptest! {
        #[test]
        fn as_many_as_are_drawn(text in "[a-z]{1,12}( {1,3}[a-z]{1,12}){0,11}", width in 3u16..30) {
            let area = Rect::new(0, 0, width, 100);
            let mut buffer = Buffer::empty(area);
            Paragraph::new(text.as_str()).wrap(Wrap { trim: true }).render(area, &mut buffer);
            let is_used = |row: &u16| (0..width).any(|column| buffer[(column, *row)].symbol() != " ");
            let drawn = (0..100).filter(is_used).count();
            prop_assert_eq!(rows(&[Line::raw(text)], width), drawn);
        }
    }
}
