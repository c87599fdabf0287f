//! The curve of the number of solutions after each move.

use puzzle_core::BigUint;

use crate::theme::Glyphs;

/// Draws the latest `width` totals (numbers of solutions), a character each, on a logarithmic scale from 1 to the
/// largest. A total of 0 is drawn as a dead cell. The curve is empty with fewer than two totals.
pub(super) fn curve<'a>(totals: impl Iterator<Item = &'a BigUint>, width: usize, glyphs: &Glyphs) -> String {
    // Floating point is exact enough for eight levels.
    let totals: Vec<f64> = totals.map(|total| u64::try_from(total).map_or(f64::MAX, |total| total as f64)).collect();
    if totals.len() < 2 {
        return String::new();
    }
    let latest = &totals[totals.len().saturating_sub(width)..];
    let top = latest.iter().copied().fold(1.0, f64::max).ln().max(f64::MIN_POSITIVE);
    let last = glyphs.levels.len() - 1;
    let level = |total: f64| ((total.ln() / top * last as f64).round() as usize).min(last);
    latest.iter().map(|&total| if total < 1.0 { glyphs.dead } else { glyphs.levels[level(total)] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(totals: &[u32], width: usize) -> String {
        let totals: Vec<BigUint> = totals.iter().map(|&total| total.into()).collect();
        curve(totals.iter(), width, &Glyphs::ASCII)
    }

    #[test]
    fn the_scale_is_logarithmic() {
        assert_eq!(drawn(&[10_000, 1000, 100, 10, 1, 0], 20), "@+=:_x");
        assert_eq!(drawn(&[92, 4, 92], 2), ":@", "the latest");
        assert_eq!(drawn(&[1, 1], 9), "__");
        assert_eq!(drawn(&[92], 9), "");
        assert_eq!(drawn(&[0, 0], 9), "xx");
    }
}
