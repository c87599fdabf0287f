//! A list of options with prices, drawn as a table.

use puzzle_core::{Guide, Status, Totals, Variable, Weights};
use puzzle_kind::Playable;

/// A row of [`table`]: sign, name, price, lowest and highest total with the option, number of solutions.
type PricedRow = [String; 6];

/// Draws a table with a row for every option of a puzzle: its name and sign and, if the option can be chosen, its
/// price, the lowest and highest total with it, and its number of solutions. Returns `None` if the puzzle is not a list
/// of options with prices, or if the totals are unknown.
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

/// Returns the lowest and the highest total of the solutions with an option; `None` if the option is excluded.
fn left(weights: &Weights, totals: &Totals, variable: Variable, status: Status) -> Option<[String; 2]> {
    let is_left = status.is_live() || status.stands();
    let (cheapest, dearest) = totals.range_with(variable).filter(|_| is_left)?;
    Some([cheapest, dearest].map(|total| weights.written(total)))
}
