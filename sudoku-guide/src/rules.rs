//! The rules of Sudoku, with a variable for each cell and value.
//!
//! Variables follow the cells row by row or, if blocks are wider than high, column by column. The diagram of the empty
//! 6 x 6 grid with blocks of 2 x 3 has 4.4 million nodes if the cells follow column by column, and 13.7 million if they
//! follow row by row. The variables of a cell follow each other, in the order of the values.
//!
//! ```
//! use sudoku_guide::Shape;
//! use sudoku_guide::rules::{cell_and_value, variable};
//!
//! // The 3 in the second cell of the first row.
//! let three = variable(Shape::NINE, 1, 3);
//! assert_eq!(three.index(), 11);
//! assert_eq!(cell_and_value(Shape::NINE, three), (1, 3));
//! ```

use bdd_core::{ConstraintId, Rules, Variable};

use crate::field::Houses;
use crate::shape::{CellIndex, Shape, symbol};

/// Returns the variable that is true if `cell` has the value `value`, which is from 1 to [`Shape::n`].
#[must_use]
pub fn variable(shape: Shape, cell: CellIndex, value: u8) -> Variable {
    Variable::from_index(usize::from(shape.transposed(cell)) * shape.n() + usize::from(value) - 1)
}

/// Returns the cell and the value of a variable.
#[must_use]
pub fn cell_and_value(shape: Shape, variable: Variable) -> (CellIndex, u8) {
    let n = shape.n();
    (shape.transposed((usize::from(variable) / n) as CellIndex), (usize::from(variable) % n + 1) as u8)
}

/// Returns the rules of a shape: exactly one value in each cell, and each value in exactly one cell of every row,
/// column and block. The first call for a shape computes them.
///
/// The lines (constraints) come in this order: the lines of the cells, in the order of their variables, and then the
/// lines of the values of each row, each column and each block.
pub(crate) fn sudoku_rules(shape: Shape) -> &'static Rules {
    Houses::of(shape).rules(|| make_rules(shape))
}

fn make_rules(shape: Shape) -> Rules {
    let n = shape.n() as u8;
    let mut rules = Rules::new(shape.cells() * shape.n());
    for &cell in &Houses::of(shape).order {
        rules.exactly_one(&(1..=n).map(|value| variable(shape, cell, value)).collect::<Vec<_>>());
    }
    for house in shape.houses() {
        for value in 1..=n {
            rules.exactly_one(&house.iter().map(|&cell| variable(shape, cell, value)).collect::<Vec<_>>());
        }
    }
    rules
}

/// Returns the name of a line, such as `r4c7` or `5 in row 3`.
pub(crate) fn line_name(shape: Shape, line: ConstraintId) -> String {
    let (n, line) = (shape.n(), line.index());
    match line.checked_sub(shape.cells()) {
        None => shape.cell_name(shape.transposed(line as CellIndex)),
        Some(index) => {
            let (house, value) = (index / n, (index % n + 1) as u8);
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
                let (cell, value) = cell_and_value(shape, one);
                let (row, column, block) = (shape.row(cell), shape.column(cell), shape.block(cell));
                let names = [("row", row), ("column", column), ("block", block)]
                    .map(|(house, at)| format!("{} in {house} {}", symbol(value), at + 1));
                assert!(names.contains(&name) || name == shape.cell_name(cell), "{name}: {cell} {value}");
            }
        }
    }

    #[test]
    fn small_counts_of_the_rules_are_the_known_ones() {
        // The expected counts are those of Latin squares if a block is a row, and otherwise those of
        // <https://oeis.org/A107739>.
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
