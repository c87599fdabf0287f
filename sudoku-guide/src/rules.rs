//! The rules of Sudoku over one variable for each cell and value.
//!
//! Variables follow the cells, rows first, or columns first where blocks are wider than high. In this order the
//! diagram of the empty 6 x 6 with blocks of 2 x 3 has 4.4 million nodes; in the other it has 13.7 million.

use std::sync::OnceLock;

use bdd_core::{ConstraintId, Rules, Variable};

use crate::shape::{Cell, Shape, symbol};

/// The variable that says that a cell has a value, 1 to n. Cell by cell, rows first or columns first, and within a
/// cell by value: so that the lines of the cells cut all variables into pieces.
#[must_use]
pub fn variable(shape: Shape, cell: Cell, value: u8) -> Variable {
    Variable::from_index(usize::from(shape.turned(cell)) * shape.n() + usize::from(value) - 1)
}

/// The cell and the value that a variable speaks of.
#[must_use]
pub fn meaning(shape: Shape, variable: Variable) -> (Cell, u8) {
    let n = shape.n();
    (shape.turned((usize::from(variable) / n) as Cell), (usize::from(variable) % n + 1) as u8)
}

/// Exactly one value a cell, and every value in exactly one cell of each row, column and block.
///
/// The lines come in this order: the cells as their variables do, then for each house (the rows, the columns, the blocks) its values.
///
/// They are made once for each shape.
pub(crate) fn sudoku_rules(shape: Shape) -> &'static Rules {
    static KNOWN: [[OnceLock<Rules>; Shape::MAX]; Shape::MAX] =
        [const { [const { OnceLock::new() }; Shape::MAX] }; Shape::MAX];
    KNOWN[shape.block_rows() - 1][shape.block_columns() - 1].get_or_init(|| make_rules(shape))
}

fn make_rules(shape: Shape) -> Rules {
    let n = shape.n() as u8;
    let mut rules = Rules::new(shape.cells() * shape.n());
    for place in 0..shape.cells() as Cell {
        let cell = shape.turned(place);
        rules.exactly_one(&(1..=n).map(|value| variable(shape, cell, value)).collect::<Vec<_>>());
    }
    for house in shape.houses() {
        for value in 1..=n {
            rules.exactly_one(&house.iter().map(|&cell| variable(shape, cell, value)).collect::<Vec<_>>());
        }
    }
    rules
}

/// What a line of the rules is about, in words: `r4c7`, or `5 in row 3`.
pub(crate) fn line_name(shape: Shape, line: ConstraintId) -> String {
    let (n, line) = (shape.n(), line.index());
    match line.checked_sub(shape.cells()) {
        None => shape.cell_name(shape.turned(line as Cell)),
        Some(place) => {
            let (house, value) = (place / n, (place % n + 1) as u8);
            format!("{} in {}", symbol(value), shape.house_name(house))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{Budget, DiagramBuilder};

    #[test]
    fn the_lines_are_named_as_what_they_hold() {
        let shape = Shape::new(2, 3).unwrap();
        let rules = sudoku_rules(shape);
        assert_eq!(rules.constraints().len(), 4 * shape.cells());
        for (id, line) in rules.numbered_constraints() {
            let name = line_name(shape, id);
            for &one in line.variables() {
                let (cell, value) = meaning(shape, one);
                let (row, column, block) = (shape.row(cell), shape.column(cell), shape.block(cell));
                let names = [("row", row), ("column", column), ("block", block)]
                    .map(|(house, at)| format!("{} in {house} {}", symbol(value), at + 1));
                assert!(names.contains(&name) || name == shape.cell_name(cell), "{name}: {cell} {value}");
            }
        }
    }

    #[test]
    fn small_counts_of_the_rules_are_the_known_ones() {
        // Latin squares where a block is a row; otherwise <https://oeis.org/A107739>.
        for (rows, columns, expected) in [(1, 1, 1u32), (1, 2, 2), (1, 3, 12), (1, 4, 576), (2, 2, 288)] {
            let rules = sudoku_rules(Shape::new(rows, columns).unwrap());
            assert_eq!(
                DiagramBuilder::new(rules).build(&mut Budget::unlimited()).unwrap().model_count(),
                expected.into(),
                "{rows}x{columns}"
            );
        }
    }
}
