//! Star Battle Notation (SBN), the short texts by which players exchange boards: `551W4Lo0YpJ`.
//!
//! Two characters for the size (twice the same: 5 to 9, or A to P for 10 to 25), a digit for the number of stars, a
//! letter that says whether the player's marks follow, and the borders between squares as bits, six a character: first
//! those between the squares of each row from the top, then those between the squares of each column from the left. Zeros
//! before the bits fill the first character.

use nqueens_board::Size;

use crate::board::{Board, RegionCount};
use crate::stars::MOST_STARS;

/// The digits of the notation.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// What is wrong with a text in Star Battle Notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SbnError {
    /// The size is none that the notation has.
    #[error("{0:?} is no size: expected 55 to 99, or AA to PP")]
    Size(String),
    /// The number of stars is none.
    #[error("{0:?} is no number of stars: expected 1 to {MOST_STARS}")]
    Stars(char),
    /// A character is no digit of the notation.
    #[error("{0:?} is no digit: expected 0 to 9, A to Z, a to z, - or _")]
    Digit(char),
    /// The text ends too early.
    #[error("the borders take {expected} characters, not {found}")]
    Short {
        /// How many characters the borders of such a board take.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The borders make too many regions, or too few.
    #[error(transparent)]
    Regions(#[from] RegionCount),
    /// They make more regions than there are letters.
    #[error("the borders make {0} regions, more than there are letters")]
    TooManyRegions(usize),
}

/// Whether a line of text is meant to be in this notation: it begins as one, with twice the same character and a digit.
pub(crate) fn is_meant(text: &str) -> bool {
    matches!(text.as_bytes(), [a, b, c, ..] if a == b && c.is_ascii_digit())
}

/// Reads a board and its number of stars. What follows the borders, the player's marks, is left out.
///
/// ```
/// let (board, stars) = regions_guide::read_sbn("551W4Lo0YpJ")?;
/// assert_eq!(board.to_string(), "AABBB\nAACCB\nAADEB\nDDDEE\nDDDDD\n");
/// assert_eq!(stars, 1);
/// # Ok::<(), regions_guide::SbnError>(())
/// ```
///
/// # Errors
///
/// [`SbnError`] if it is no such text.
pub fn read_sbn(text: &str) -> Result<(Board, usize), SbnError> {
    let text: Vec<char> = text.trim().chars().collect();
    let code: String = text.iter().take(2).collect();
    let value = |digit: char| DIGITS.iter().position(|&known| char::from(known) == digit);
    let n = match text.as_slice() {
        [a, b, ..] if a == b => value(*a).filter(|n| (5..=25).contains(n)),
        _ => None,
    };
    let n = n.ok_or(SbnError::Size(code))?;
    let stars = text.get(2).copied().unwrap_or(' ');
    let stars_number = stars.to_digit(10).map(|stars| stars as usize).filter(|stars| (1..=MOST_STARS).contains(stars));
    let stars = stars_number.ok_or(SbnError::Stars(stars))?;
    let between = n * (n - 1);
    let expected = (2 * between).div_ceil(6);
    let digits = text.get(4..).unwrap_or_default();
    if digits.len() < expected {
        return Err(SbnError::Short { expected, found: digits.len() });
    }
    let mut bits = Vec::with_capacity(6 * expected);
    for &digit in &digits[..expected] {
        let value = value(digit).ok_or(SbnError::Digit(digit))?;
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    let bits = &bits[6 * expected - 2 * between..];
    let letters =
        letters(n, |row, column| bits[row * (n - 1) + column], |row, column| bits[between + column * (n - 1) + row])?;
    let size = Size::new(n).expect("a size up to 25");
    // Read from the top and kept from the bottom, as the variables are.
    let squares: Vec<char> = letters.chunks(n).rev().flatten().copied().collect();
    Ok((Board::new(size, &squares)?, stars))
}

/// A letter for each square, row by row from the top, by the borders to its right and below it.
fn letters(
    n: usize,
    is_right: impl Fn(usize, usize) -> bool,
    is_below: impl Fn(usize, usize) -> bool,
) -> Result<Vec<char>, SbnError> {
    let mut regions: Vec<Option<usize>> = vec![None; n * n];
    let mut count = 0;
    for first in 0..n * n {
        if regions[first].is_some() {
            continue;
        }
        let mut reached = vec![first];
        regions[first] = Some(count);
        while let Some(square) = reached.pop() {
            let (row, column) = (square / n, square % n);
            let neighbours = [
                (column + 1 < n && !is_right(row, column)).then_some(square + 1),
                (column > 0 && !is_right(row, column.wrapping_sub(1))).then(|| square - 1),
                (row + 1 < n && !is_below(row, column)).then_some(square + n),
                (row > 0 && !is_below(row.wrapping_sub(1), column)).then(|| square - n),
            ];
            for next in neighbours.into_iter().flatten().filter(|&next| regions[next].is_none()).collect::<Vec<_>>() {
                regions[next] = Some(count);
                reached.push(next);
            }
        }
        count += 1;
    }
    if count > Board::MAX {
        return Err(SbnError::TooManyRegions(count));
    }
    Ok(regions.into_iter().map(|region| char::from(b'A' + region.expect("every square was reached") as u8)).collect())
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
        assert_eq!((board.size().get(), stars), (5, 2));
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
