//! A list of options with prices, drawn as a table.

use puzzle_core::{Guide, Status, Totals, Variable, Weights};
use puzzle_kind::Playable;

/// A row of [`table`]: the name, sign and price of an option, the lowest and the highest total price of the solutions
/// with this option, and the number of these solutions.
type PricedRow = [String; 6];

/// Draws a table with a [`PricedRow`] for every option of a puzzle. The totals and the number of solutions are left out
/// for an option that can't be chosen. `sign` returns the character for the status of an option. Returns `None` if the
/// puzzle is not a list of options with prices, or if the totals are unknown.
pub(super) fn table(puzzle: &dyn Playable, guide: &Guide, sign: impl Fn(Variable) -> char) -> Option<Vec<String>> {
    let (weights, totals) = (puzzle.weights()?, guide.totals()?);
    if puzzle.grid().0 != 1 || guide.variables().len() != puzzle.grid().1 {
        return None;
    }
    let head: PricedRow = ["", "", "price", "cheapest", "dearest", "solutions"].map(str::to_owned);
    let rows: Vec<PricedRow> = [head]
        .into_iter()
        .chain(guide.variables().map(|(variable, status, completions)| {
            let solutions = if guide.total().is_exact() { completions.to_string() } else { String::new() };
            let left = left(weights, totals, variable, status).map(|[from, to]| [from, to, solutions]);
            let [from, to, solutions] = left.unwrap_or_default();
            let price = weights.written(i128::from(weights.of(variable)));
            [puzzle.row_label(puzzle.cell(variable).row), sign(variable).to_string(), price, from, to, solutions]
        }))
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |row: &PricedRow| {
        let cells = row.iter().zip(widths).map(|(text, width)| format!("{text:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    };
    Some(rows.iter().map(line).collect())
}

/// Returns the lowest and the highest total price of the solutions with an option; `None` if the option is excluded.
fn left(weights: &Weights, totals: &Totals, variable: Variable, status: Status) -> Option<[String; 2]> {
    let is_left = status.is_live() || status.stands();
    let (cheapest, dearest) = totals.range_with(variable).filter(|_| is_left)?;
    Some([cheapest, dearest].map(|total| weights.written(total)))
}
