//! The chart of the number of solutions after each move.

use puzzle_core::BigUint;

use crate::theme::Glyphs;

/// The maximum width of a bar, in columns.
const WIDEST: usize = 3;

/// Draws the latest of `totals` (numbers of solutions) as bars, on a logarithmic scale from 1 to the largest of them,
/// in at most `width` columns. Returns `rows` rows, the uppermost first; empty with fewer than two totals. The bar of a
/// total of 0 is the sign of a dead cell.
pub(super) fn bars(totals: &[&BigUint], width: usize, rows: usize, glyphs: &Glyphs) -> Vec<String> {
    if totals.len() < 2 {
        return Vec::new();
    }
    // The bars have gaps between them if all bars fit with gaps.
    let gap = usize::from(2 * totals.len() <= width);
    let bar = if gap > 0 { (width / totals.len() - gap).min(WIDEST) } else { 1 };
    let latest = &totals[totals.len().saturating_sub(width / (bar + gap))..];
    // Floating point is exact enough for some dozens of levels.
    let number = |total: &&BigUint| u64::try_from(*total).map_or(f64::MAX, |total| total as f64);
    let top = latest.iter().map(number).fold(1.0, f64::max).ln().max(f64::MIN_POSITIVE);
    let steps = glyphs.levels.len();
    let level = |total: f64| 1 + (total.ln() / top * (rows * steps - 1) as f64).round() as usize;
    let part = |total: f64, row: usize| match level(total.max(1.0)).saturating_sub(row * steps) {
        _ if total < 1.0 => {
            if row == 0 {
                glyphs.dead
            } else {
                " "
            }
        }
        0 => " ",
        filled => glyphs.levels[filled.min(steps) - 1],
    };
    let text = |row: usize| {
        latest.iter().map(|total| part(number(total), row).repeat(bar) + &" ".repeat(gap)).collect::<String>()
    };
    (0..rows).rev().map(|row| text(row).trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(totals: &[u32], width: usize, rows: usize) -> Vec<String> {
        let totals: Vec<BigUint> = totals.iter().map(|&total| total.into()).collect();
        bars(&totals.iter().collect::<Vec<_>>(), width, rows, &Glyphs::ASCII)
    }

    #[test]
    fn the_scale_is_logarithmic() {
        assert_eq!(drawn(&[10_000, 1000, 100, 10, 1, 0], 6, 1), ["@+=:_x"]);
        assert_eq!(drawn(&[92, 4, 92], 2, 1), [":@"], "the latest");
        assert_eq!(drawn(&[1, 1], 9, 1), ["___ ___"]);
        assert!(drawn(&[92], 9, 1).is_empty());
        assert_eq!(drawn(&[0, 0], 5, 1), ["x x"]);
    }

    #[test]
    fn a_chart_of_several_rows_has_bars() {
        assert_eq!(drawn(&[100, 9, 1], 6, 2), ["@", "@ @ _"]);
    }
}
