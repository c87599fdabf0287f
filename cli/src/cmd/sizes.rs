//! The argument `--sizes`.

use std::str::FromStr;

use nqueens_guide::Size;

/// Distinct board sizes in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sizes(pub(crate) Vec<Size>);

impl FromStr for Sizes {
    type Err = String;

    /// Parses sizes and ranges of sizes, such as `4-11`, `6,8` or `4-6,8`.
    fn from_str(text: &str) -> Result<Sizes, String> {
        let mut sizes = Vec::new();
        for part in text.split(',') {
            let size = |text: &str| text.trim().parse::<Size>().map_err(|error| error.to_string());
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (size(first)?, size(last)?);
            if first > last {
                return Err(format!("{part} is an empty range: write the smaller size first, {last}-{first}"));
            }
            let range = (first.get()..=last.get()).map(|n| Size::new(n).expect("between two sizes"));
            sizes.extend(range);
        }
        sizes.sort_unstable();
        sizes.dedup();
        Ok(Sizes(sizes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_of_sizes() {
        let sizes =
            |text: &str| text.parse::<Sizes>().map(|sizes| sizes.0.into_iter().map(Size::get).collect::<Vec<_>>());
        assert_eq!(sizes("4-7"), Ok(vec![4, 5, 6, 7]));
        assert_eq!(sizes("8,4, 6"), Ok(vec![4, 6, 8]));
        assert_eq!(sizes("6-8,7,1-2"), Ok(vec![1, 2, 6, 7, 8]));
        for bad in ["", "4-", "-4", "4,", "4..6", "0-3", "250-256", "a"] {
            assert!(sizes(bad).unwrap_err().contains("whole number from 1 to 255"), "{bad:?}");
        }
        assert_eq!(sizes("8-4").unwrap_err(), "8-4 is an empty range: write the smaller size first, 4-8");
    }
}
