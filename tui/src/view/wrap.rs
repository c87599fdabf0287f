//! Wrapped texts.

use ratatui::text::Line;

/// Returns `text` in rows of at most `width` columns, without splitting words. Keeps the blanks at its beginning.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let words = text.trim_start_matches(' ');
    let mut rows = vec![" ".repeat(text.len() - words.len())];
    let mut has_words = false;
    for word in words.split(' ') {
        let row = rows.last_mut().expect("there is a first row");
        if has_words && row.chars().count() + 1 + word.chars().count() > width {
            rows.push(word.to_owned());
        } else {
            let gap = if has_words { " " } else { "" };
            *row = format!("{row}{gap}{word}");
        }
        has_words = true;
    }
    rows
}

/// Returns `text`, or its end after the sign `more` if it has more than `width` characters.
pub(super) fn with_end(text: &str, width: usize, more: &str) -> String {
    let all = text.chars().count();
    if all <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(more.chars().count());
    more.chars().chain(text.chars().skip(all - room)).collect()
}

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
            // An empty word stands between two adjacent spaces.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::widgets::{Paragraph, Widget, Wrap};

    #[test]
    fn words_stay_whole_and_the_beginning_stays() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  Q - -", 30), ["  Q - -"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("immeasurable", 5), ["immeasurable"]);
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
