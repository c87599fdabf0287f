//! Star Battle Notation (SBN), the short texts in which players exchange boards, such as `551W4Lo0YpJ`.
//!
//! A text has five parts, without separators:
//!
//! - the size, twice: a digit from 5 to 9, or a letter from A to P for 10 to 25
//! - the number of stars on a line
//! - a letter that announces marks of the player
//! - the borders between squares
//! - the marks of the player
//!
//! Each pair of neighbouring squares has a bit, which is 1 if there is a border between the two squares. A character
//! holds six bits. The pairs within rows come first, from the top row on, and then the pairs within columns, from the
//! left column on. Zeros before the first pair fill the first character.

use nqueens_board::Size;
use puzzle_kind::input::regions_between;

use crate::board::{Board, MAX_STARS};

/// The digits of Star Battle Notation, in the order of their values 0 to 63.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// Returns `true` if a line begins like Star Battle Notation: with the same character twice and a digit.
pub(crate) fn is_sbn(text: &str) -> bool {
    matches!(text.as_bytes(), [a, b, c, ..] if a == b && c.is_ascii_digit())
}

/// Reads a board and its number of stars, or returns an error message. Ignores the player's marks.
pub(crate) fn read_sbn(text: &str) -> Result<(Board, usize), String> {
    let text: Vec<char> = text.trim().chars().collect();
    let code: String = text.iter().take(2).collect();
    let value = |digit: char| DIGITS.iter().position(|&known| char::from(known) == digit);
    let n = match text.as_slice() {
        [a, b, ..] if a == b => value(*a).filter(|n| (5..=25).contains(n)),
        _ => None,
    };
    let n = n.ok_or_else(|| format!("expected a size code from 55 to 99 or AA to PP, found {code:?}"))?;
    let sign = text.get(2).copied().unwrap_or(' ');
    let stars = sign.to_digit(10).map(|stars| stars as usize).filter(|stars| (1..=MAX_STARS).contains(stars));
    let stars = stars.ok_or_else(|| format!("expected 1 to {MAX_STARS} stars, found {sign:?}"))?;
    let between = n * (n - 1);
    let expected = (2 * between).div_ceil(6);
    let digits = text.get(4..).unwrap_or_default();
    if digits.len() < expected {
        return Err(format!("expected {expected} characters for the borders, found {}", digits.len()));
    }
    let mut bits = Vec::with_capacity(6 * expected);
    for &digit in &digits[..expected] {
        let value = value(digit).ok_or_else(|| format!("expected 0 to 9, A to Z, a to z, - or _, found {digit:?}"))?;
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    let bits = &bits[6 * expected - 2 * between..];
    let regions = regions_between(n, n, |square, next| {
        let (row, column) = (square / n, square % n);
        if next == square + 1 { bits[row * (n - 1) + column] } else { bits[between + column * (n - 1) + row] }
    });
    let count = regions.iter().max().map_or(0, |last| last + 1);
    if count > Board::MAX {
        return Err(format!("expected at most {} regions, found {count}", Board::MAX));
    }
    // The notation begins with the top rank, the variables with the bottom rank.
    let letters = regions.chunks(n).rev().flatten().map(|&region| char::from(b'A' + region as u8));
    let size = Size::new(n).expect("the notation has sizes up to 25");
    Ok((Board::new(size, &letters.collect::<Vec<_>>())?, stars))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_stars_and_borders_are_read() {
        // Zeros stand for no borders, so that the board has one region instead of five.
        let error = read_sbn("551W0000000").unwrap_err();
        assert!(error.to_string().contains("expected 5 regions"), "{error}");
        let (board, stars) = read_sbn("552W4Lo0YpJ and marks that are left out").unwrap();
        assert_eq!((board.size.get(), stars), (5, 2));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, expected) in [
            ("", "expected a size code from 55 to 99 or AA to PP, found \"\""),
            ("441W", "found \"44\""),
            ("QQ1W", "found \"QQ\""),
            ("56", "found \"56\""),
            ("557W4Lo0YpJ", "expected 1 to 6 stars, found '7'"),
            ("551W4Lo", "expected 7 characters for the borders, found 3"),
            ("551W4Lo0Y!J", "expected 0 to 9, A to Z, a to z, - or _, found '!'"),
            ("551W_______", "expected 5 regions"),
            ("661W__________", "expected at most 26 regions, found 36"),
        ] {
            let error = read_sbn(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}", borders in "55[1-6]W[0-9A-Za-z_-]{7}") {
            let _ = read_sbn(&text);
            let _ = read_sbn(&borders);
        }
    }
}
