//! The curve of the number of solutions after each move.

use puzzle_core::BigUint;

use crate::theme::Glyphs;

/// Draws the latest `width` totals (numbers of solutions), a column each, on a logarithmic scale from 1 to the largest.
/// The curve has `rows` rows, the highest first; without characters for parts of a row, it has one row. A total of 0 is
/// drawn as a dead cell. The curve is empty with fewer than two totals.
pub(super) fn curve<'a>(
    totals: impl Iterator<Item = &'a BigUint>,
    width: usize,
    rows: usize,
    glyphs: &Glyphs,
) -> Vec<String> {
    // Floating point is exact enough for the levels.
    let totals: Vec<f64> = totals.map(|total| u64::try_from(total).map_or(f64::MAX, |total| total as f64)).collect();
    if totals.len() < 2 {
        return Vec::new();
    }
    let rows = if glyphs.has_weights { rows } else { 1 };
    let latest = &totals[totals.len().saturating_sub(width)..];
    let top = latest.iter().copied().fold(1.0, f64::max).ln().max(f64::MIN_POSITIVE);
    let levels = glyphs.levels.len();
    let last = rows * levels - 1;
    let level = |total: f64| ((total.ln() / top * last as f64).round() as usize).min(last);
    let glyph = |total: f64, above: usize| match (total < 1.0, above) {
        (true, 0) => glyphs.dead,
        (true, _) => " ",
        (false, _) => match level(total).checked_sub(above * levels) {
            Some(level) => glyphs.levels[level.min(levels - 1)],
            None => " ",
        },
    };
    (0..rows).rev().map(|above| latest.iter().map(|&total| glyph(total, above)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(totals: &[u32], width: usize) -> String {
        let totals: Vec<BigUint> = totals.iter().map(|&total| total.into()).collect();
        curve(totals.iter(), width, 3, &Glyphs::ASCII).concat()
    }

    #[test]
    fn the_scale_is_logarithmic() {
        assert_eq!(drawn(&[10_000, 1000, 100, 10, 1, 0], 20), "@+=:_x");
        assert_eq!(drawn(&[92, 4, 92], 2), ":@", "the latest");
        assert_eq!(drawn(&[1, 1], 9), "__");
        assert_eq!(drawn(&[92], 9), "");
        assert_eq!(drawn(&[0, 0], 9), "xx");
    }

    #[test]
    fn several_rows_show_more_levels() {
        let totals = [10_000u32, 100, 1, 0].map(BigUint::from);
        assert_eq!(curve(totals.iter(), 20, 3, &Glyphs::UNICODE), ["█   ", "█▅  ", "██▁×"]);
        assert_eq!(curve(totals.iter(), 20, 1, &Glyphs::UNICODE), ["█▅▁×"]);
    }
}
