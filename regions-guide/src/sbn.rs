//! Star Battle Notation (SBN), the short texts by which players exchange boards: `551W4Lo0YpJ`.
//!
//! Two characters for the size (twice the same: 5 to 9, or A to P for 10 to 25), a digit for the number of stars, a
//! letter that says whether the player's marks follow, and the borders between squares as bits, six a character: first
//! those between the squares of each row from the top, then those between the squares of each column from the left. Zeros
//! before the bits fill the first character.

use nqueens_board::Size;
use puzzle_kind::input::regions_between;

use crate::board::{Board, MOST_STARS};

/// The digits of the notation.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// Whether a line of text is meant to be in this notation: it begins as one, with twice the same character and a digit.
pub(crate) fn is_meant(text: &str) -> bool {
    matches!(text.as_bytes(), [a, b, c, ..] if a == b && c.is_ascii_digit())
}

/// Reads a board and its number of stars, or says what is wrong. The player's marks, which follow the borders, are left
/// out.
pub(crate) fn read_sbn(text: &str) -> Result<(Board, usize), String> {
    let text: Vec<char> = text.trim().chars().collect();
    let code: String = text.iter().take(2).collect();
    let value = |digit: char| DIGITS.iter().position(|&known| char::from(known) == digit);
    let n = match text.as_slice() {
        [a, b, ..] if a == b => value(*a).filter(|n| (5..=25).contains(n)),
        _ => None,
    };
    let n = n.ok_or_else(|| format!("{code:?} is no size: expected 55 to 99, or AA to PP"))?;
    let sign = text.get(2).copied().unwrap_or(' ');
    let stars = sign.to_digit(10).map(|stars| stars as usize).filter(|stars| (1..=MOST_STARS).contains(stars));
    let stars = stars.ok_or_else(|| format!("{sign:?} is no number of stars: expected 1 to {MOST_STARS}"))?;
    let between = n * (n - 1);
    let expected = (2 * between).div_ceil(6);
    let digits = text.get(4..).unwrap_or_default();
    if digits.len() < expected {
        return Err(format!("the borders take {expected} characters, not {}", digits.len()));
    }
    let mut bits = Vec::with_capacity(6 * expected);
    for &digit in &digits[..expected] {
        let value =
            value(digit).ok_or_else(|| format!("{digit:?} is no digit: expected 0 to 9, A to Z, a to z, - or _"))?;
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    let bits = &bits[6 * expected - 2 * between..];
    let regions = regions_between(n, n, |square, next| {
        let (row, column) = (square / n, square % n);
        if next == square + 1 { bits[row * (n - 1) + column] } else { bits[between + column * (n - 1) + row] }
    });
    let count = regions.iter().max().map_or(0, |last| last + 1);
    if count > Board::MAX {
        return Err(format!("the borders make {count} regions, more than there are letters"));
    }
    // Read from the top and kept from the bottom, as the variables are.
    let letters = regions.chunks(n).rev().flatten().map(|&region| char::from(b'A' + region as u8));
    let size = Size::new(n).expect("a size up to 25");
    Ok((Board::new(size, &letters.collect::<Vec<_>>())?, stars))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_stars_and_borders_are_read() {
        // Borders by hand: two columns of regions, each over the whole height, are too few for five.
        let error = read_sbn("551W0000000").unwrap_err();
        assert!(error.to_string().contains("needs 5 regions"), "{error}");
        let (board, stars) = read_sbn("552W4Lo0YpJ and marks that are left out").unwrap();
        assert_eq!((board.size.get(), stars), (5, 2));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, expected) in [
            ("", "\"\" is no size"),
            ("441W", "\"44\" is no size"),
            ("QQ1W", "\"QQ\" is no size"),
            ("56", "\"56\" is no size"),
            ("557W4Lo0YpJ", "'7' is no number of stars: expected 1 to 6"),
            ("551W4Lo", "the borders take 7 characters, not 3"),
            ("551W4Lo0Y!J", "'!' is no digit"),
            ("551W_______", "needs 5 regions"),
            ("661W__________", "the borders make 36 regions, more than there are letters"),
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
