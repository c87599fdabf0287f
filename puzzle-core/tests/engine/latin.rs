//! The test puzzle: a Latin square, which has every value once in every row and every column.

use std::sync::Arc;

use puzzle_core::{
    BigUint, Budget, Completions, ConstraintId, Count, Diagram, Interrupted, Marks, Puzzle, Rules, Source, Tally,
    Variable, Words,
};

/// A Latin square of some order, with some values given.
#[derive(Debug)]
pub(crate) struct Latin {
    pub(crate) order: usize,
    rules: Rules,
    givens: Vec<Variable>,
}

impl Latin {
    pub(crate) fn new(order: usize, givens: &[u16]) -> Latin {
        let variable = |row, column, value| ((row * order + column) * order + value) as u16;
        let mut rules = Rules::new(order * order * order);
        for a in 0..order {
            for b in 0..order {
                rules.exactly_one(&(0..order).map(|value| variable(a, b, value)).collect::<Vec<_>>());
                rules.exactly_one(&(0..order).map(|column| variable(a, column, b)).collect::<Vec<_>>());
                rules.exactly_one(&(0..order).map(|row| variable(row, a, b)).collect::<Vec<_>>());
            }
        }
        Latin { order, rules, givens: givens.iter().copied().map(Variable::new).collect() }
    }
}

impl Puzzle for Latin {
    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn givens(&self) -> &[Variable] {
        &self.givens
    }
}

impl Words for Latin {
    fn name(&self, variable: Variable) -> String {
        let (cell, value) = (variable.index() / self.order, variable.index() % self.order);
        format!("r{}c{}={}", cell / self.order + 1, cell % self.order + 1, value + 1)
    }
    fn line_name(&self, line: ConstraintId) -> String {
        let line = line.index();
        let (kind, a, b) = (line % 3, line / 3 / self.order + 1, line / 3 % self.order + 1);
        match kind {
            0 => format!("r{a}c{b}"),
            1 => format!("{b} in row {a}"),
            _ => format!("{b} in column {a}"),
        }
    }
}

/// Returns all squares that agree with the givens, found by backtracking over the cells. Each square is the list of its
/// values, row by row.
pub(crate) fn all_squares(puzzle: &Latin) -> Vec<Vec<usize>> {
    fn extend(order: usize, cells: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let at = cells.len();
        if at == order * order {
            return found.push(cells.clone());
        }
        for value in 0..order {
            let in_row = cells[at - at % order..].contains(&value);
            let in_column = (at % order..at).step_by(order).any(|above| cells[above] == value);
            if !in_row && !in_column {
                cells.push(value);
                extend(order, cells, found);
                cells.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(puzzle.order, &mut Vec::new(), &mut found);
    found.retain(|square| puzzle.givens.iter().all(|&given| has(square, given)));
    found
}

/// Returns `true` if the square has the variable's value in the variable's cell.
pub(crate) fn has(square: &[usize], variable: Variable) -> bool {
    let order = square.len().isqrt();
    square[usize::from(variable) / order] == usize::from(variable) % order
}

/// Returns `true` if the square agrees with the marks.
pub(crate) fn agrees(square: &[usize], marks: &Marks) -> bool {
    marks.placed.iter().all(|&placed| has(square, placed)) && !marks.blocked.iter().any(|&out| has(square, out))
}

/// Returns a source with the diagram of all squares.
pub(crate) fn diagram(puzzle: Latin) -> Diagram<Latin> {
    Diagram::conjoin(puzzle, &mut Budget::unlimited()).unwrap()
}

/// A source with a list of all squares instead of a diagram. Its counts are lower bounds of 1 or 2, the smallest that
/// [`Tally`] allows.
#[derive(Debug)]
pub(crate) struct Listed {
    puzzle: Latin,
    all: Vec<Vec<usize>>,
}

impl Listed {
    pub(crate) fn new(puzzle: Latin) -> Listed {
        Listed { all: all_squares(&puzzle), puzzle }
    }
}

impl Source for Listed {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.puzzle
    }
    fn completions(&self, marks: &Marks, _: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let left: Vec<_> = self.all.iter().filter(|square| agrees(square, marks)).collect();
        let at_least = |number: usize| match number {
            0 => Count::ZERO,
            many => Count::AtLeast(BigUint::from(if many == left.len() { 2u8 } else { 1 })),
        };
        let by_variable = Variable::all(self.puzzle.rules.variables())
            .map(|variable| at_least(left.iter().filter(|square| has(square, variable)).count()))
            .collect();
        Ok(Completions::Tally(Arc::new(Tally::new(at_least(left.len()), by_variable))))
    }
}
