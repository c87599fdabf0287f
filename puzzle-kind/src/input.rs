//! Text from outside, in bounded pieces: no line of a file, however long, is taken into memory whole.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes, its end not counted.
pub const MAX_LINE: usize = 1 << 20;

/// Reads a line to the end of `text`, as [`BufRead::read_line`] does, and returns how many bytes it has with its end: 0
/// at the end of the input.
///
/// # Errors
///
/// Those of the input, and one for a line of more than [`MAX_LINE`] bytes.
///
/// ```
/// use puzzle_kind::input::{MAX_LINE, read_line};
///
/// let mut text = String::new();
/// assert_eq!(read_line(&mut &b"8\n9\n"[..], &mut text)?, 2);
/// assert_eq!(text, "8\n");
/// let endless = vec![0; MAX_LINE + 1];
/// assert!(read_line(&mut endless.as_slice(), &mut text).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_line(from: &mut impl BufRead, text: &mut String) -> io::Result<usize> {
    let read = from.take(MAX_LINE as u64 + 1).read_line(text)?;
    if read > MAX_LINE && !text.ends_with('\n') {
        let what = format!("the line is longer than {MAX_LINE} bytes: is this a text file?");
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(read)
}

/// Returns a text to be quoted in a message: its first 40 characters and `...` if it is longer.
///
/// ```
/// assert_eq!(puzzle_kind::input::shortened("a1"), "a1");
/// assert_eq!(puzzle_kind::input::shortened(&"a".repeat(100)).len(), 43);
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one_up_to_the_limit() {
        let longest = "x".repeat(MAX_LINE);
        let input = format!("a\r\n\n{longest}\nend");
        let mut from = input.as_bytes();
        let mut lines = Vec::new();
        loop {
            let mut text = String::new();
            if read_line(&mut from, &mut text).unwrap() == 0 {
                break;
            }
            lines.push(text);
        }
        assert!(lines == ["a\r\n", "\n", &format!("{longest}\n"), "end"]);
        let longer = format!("{longest}y");
        let mut from = longer.as_bytes();
        let error = read_line(&mut from, &mut String::new()).unwrap_err();
        assert!(error.to_string().starts_with("the line is longer than 1048576 bytes"), "{error}");
    }
}
