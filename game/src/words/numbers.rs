//! Number formats for players.

use std::time::Duration;

use puzzle_core::BigUint;

/// Formats a time, such as `2:41` or `1:02:41`, rounded down to seconds.
#[must_use]
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Formats a number with a comma between groups of three digits, such as `14,200`.
#[must_use]
pub fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (14_200, "14,200"), (2_279_184, "2,279,184")]
        {
            assert_eq!(grouped(&number.into()), text);
        }
    }
}
