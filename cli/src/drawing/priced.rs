//! A list of things with prices, drawn as a table.

use puzzle_core::{Guide, Status, Totals, Variable, Weights};
use puzzle_kind::Playable;

/// What is known of one thing: its sign, its name, its price, the totals that are left with it, its solutions.
type PricedRow = [String; 6];

/// A line for everything: its name and its sign, and where it can be chosen what it costs, the cheapest and the dearest
/// total with it, and its number of solutions. `None` if the puzzle is no list of such things, or the totals are not known.
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

/// The cheapest and the dearest total with something that stands, or can be chosen.
fn left(weights: &Weights, totals: &Totals, variable: Variable, status: Status) -> Option<[String; 2]> {
    let is_left = status.is_live() || status.stands();
    let (cheapest, dearest) = totals.range_with(variable).filter(|_| is_left)?;
    Some([cheapest, dearest].map(|total| weights.written(total)))
}
