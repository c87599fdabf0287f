//! The charts of the number of solutions after each move, and of the time of each move.

use std::time::Duration;

use puzzle_core::BigUint;

use crate::theme::Glyphs;

/// The maximum width of a bar, in columns.
const WIDEST: usize = 3;

/// Draws the latest of `totals` (numbers of solutions) as [`bars`], on a logarithmic scale from 1 to the largest of
/// them. The bar of a total of 0 is the sign of a dead cell.
pub(super) fn totals(totals: &[&BigUint], width: usize, rows: usize, glyphs: &Glyphs) -> Vec<String> {
    // Floating point is exact enough for some dozens of levels.
    let number = |total: &&BigUint| u64::try_from(*total).map_or(f64::MAX, |total| total as f64);
    let numbers: Vec<f64> = totals.iter().map(number).collect();
    let latest = &numbers[numbers.len() - numbers.len().min(width)..];
    let top = latest.iter().copied().fold(1.0, f64::max).ln().max(f64::MIN_POSITIVE);
    let height = |&total: &f64| (total >= 1.0).then(|| total.ln() / top);
    bars(&numbers.iter().map(height).collect::<Vec<_>>(), width, rows, glyphs)
}

/// Draws the numbers as [`bars`] above a base line, in proportion to the largest of them.
pub(super) fn counts(counts: &[u32], width: usize, rows: usize, glyphs: &Glyphs) -> Vec<String> {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let heights: Vec<Option<f64>> = counts.iter().map(|&count| Some(f64::from(count) / f64::from(most))).collect();
    bars(&heights, width, rows, glyphs)
}

/// Draws the times as [`bars`], in proportion to the longest of them, so that a bar has the full height. If there are
/// more times than columns, each bar shows the longest of several times. A chart of several rows has a row below the
/// bars, with a sign for each bar that has a marked time.
pub(super) fn times(times: &[(Duration, bool)], width: usize, rows: usize, glyphs: &Glyphs) -> Vec<String> {
    let count = times.len().min(width);
    let grouped: Vec<(Duration, bool)> = (0..count)
        .map(|bar| &times[bar * times.len() / count..(bar + 1) * times.len() / count])
        .map(|group| group.iter().fold((Duration::ZERO, false), |all, one| (all.0.max(one.0), all.1 | one.1)))
        .collect();
    let longest = grouped.iter().map(|(time, _)| time.as_secs_f64()).fold(f64::MIN_POSITIVE, f64::max);
    let heights: Vec<Option<f64>> = grouped.iter().map(|(time, _)| Some(time.as_secs_f64() / longest)).collect();
    let mut chart = bars(&heights, width, rows, glyphs);
    let (bar, gap, _) = placed(count, width);
    let sign = |&(_, is_marked): &(Duration, bool)| {
        let sign = if is_marked { glyphs.pointers[1] } else { " " };
        format!("{sign:^bar$}{}", " ".repeat(gap))
    };
    if rows > 1 && grouped.iter().any(|(_, is_marked)| *is_marked) {
        chart.push(grouped.iter().map(sign).collect::<String>().trim_end().to_owned());
    }
    chart
}

/// Returns the width of a bar, the gap after it, and the index of the first of `count` bars that fit `width`.
fn placed(count: usize, width: usize) -> (usize, usize, usize) {
    // The bars have gaps between them if all bars fit with gaps.
    let gap = usize::from(2 * count <= width);
    let bar = if gap > 0 { (width / count.max(1) - gap).min(WIDEST) } else { 1 };
    (bar, gap, count.saturating_sub(width / (bar + gap)))
}

/// Draws the latest of `heights`, from 0 to 1, as bars in at most `width` columns. Returns `rows` rows, the uppermost
/// first; empty with fewer than two heights. The bar of `None` is a cross.
fn bars(heights: &[Option<f64>], width: usize, rows: usize, glyphs: &Glyphs) -> Vec<String> {
    if heights.len() < 2 {
        return Vec::new();
    }
    let (bar, gap, first) = placed(heights.len(), width);
    let latest = &heights[first..];
    let steps = glyphs.levels.len();
    let level = |height: f64| 1 + (height.min(1.0) * (rows * steps - 1) as f64).round() as usize;
    let part = |height: Option<f64>, row: usize| match height.map(|height| level(height).saturating_sub(row * steps)) {
        None if row == 0 => glyphs.cross,
        None | Some(0) => " ",
        Some(filled) => glyphs.levels[filled.min(steps) - 1],
    };
    let text =
        |row: usize| latest.iter().map(|&height| part(height, row).repeat(bar) + &" ".repeat(gap)).collect::<String>();
    (0..rows).rev().map(|row| text(row).trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(totals: &[u32], width: usize, rows: usize) -> Vec<String> {
        let totals: Vec<BigUint> = totals.iter().map(|&total| total.into()).collect();
        super::totals(&totals.iter().collect::<Vec<_>>(), width, rows, &Glyphs::ASCII)
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
    fn counts_stand_on_a_base_line() {
        assert_eq!(counts(&[0, 2, 0, 1], 8, 2, &Glyphs::ASCII), ["  @   _", "_ @ _ @"]);
        assert_eq!(counts(&[0, 0, 1], 3, 1, &Glyphs::ASCII), ["__@"]);
    }

    #[test]
    fn times_are_in_proportion() {
        let seconds = [(8, false), (4, true), (1, false), (0, false)];
        let seconds = seconds.map(|(time, is_marked)| (Duration::from_secs(time), is_marked));
        assert_eq!(times(&seconds, 4, 1, &Glyphs::ASCII), ["@=,_"]);
        assert_eq!(times(&seconds, 8, 2, &Glyphs::ASCII), ["@ _", "@ @ : _", "  ^"], "a sign below the second");
    }

    #[test]
    fn more_times_than_columns_share_bars() {
        // The longest move is among the first, and the last column is in use.
        let seconds: Vec<(Duration, bool)> =
            (0..60).map(|turn| (Duration::from_secs(if turn == 1 { 100 } else { 10 }), turn == 0)).collect();
        let chart = times(&seconds, 28, 2, &Glyphs::ASCII);
        assert_eq!(chart, ["@", &format!("@{}", ":".repeat(27)), "^"]);
        for count in 2..200 {
            for width in 2..60 {
                let seconds: Vec<_> = (0..count).map(|turn| (Duration::from_secs(turn * 7 % 31 + 1), false)).collect();
                let chart = times(&seconds, width, 1, &Glyphs::ASCII).concat();
                assert!(chart.contains('@') && chart.chars().count() <= width, "{count} in {width}: {chart}");
            }
        }
    }

    #[test]
    fn a_chart_of_several_rows_has_bars() {
        assert_eq!(drawn(&[100, 9, 1], 6, 2), ["@", "@ @ _"]);
    }
}
