//! n-queens as the engine sees it: its rules, its words and its drawing, by variables and lines.

use std::sync::OnceLock;

use bdd_core::{Literal, Rules, Variable};
use puzzle_core::{Cell, Puzzle, Status, sentences};

use crate::attack::{Line, attacks};
use crate::board::Size;
use crate::explain::RankOrFile;
use crate::rules::nqueens_rules;
use crate::square::{Square, file_name};

/// n-queens on a board: one variable a square, in the order of [`Size::squares`]. Its lines are the ranks, then the
/// files.
#[derive(Clone, Debug)]
pub struct Queens {
    size: Size,
    /// Made when they are first asked for: those of the largest boards would take long, and the guide does without.
    rules: OnceLock<Rules>,
}

impl Queens {
    /// n-queens on a board of this size.
    #[must_use]
    pub fn new(size: Size) -> Queens {
        Queens { size, rules: OnceLock::new() }
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    fn square(&self, variable: Variable) -> Square {
        self.size.square_of(variable)
    }
}

impl Puzzle for Queens {
    fn rules(&self) -> &Rules {
        self.rules.get_or_init(|| nqueens_rules(self.size))
    }

    fn excludes(&self, a: Variable, b: Variable) -> bool {
        attacks(self.square(a), self.square(b))
    }

    fn grid(&self) -> (usize, usize) {
        (self.size.get(), self.size.get())
    }

    fn cell(&self, variable: Variable) -> Cell {
        let square = self.square(variable);
        Cell { row: self.size.get() - 1 - square.rank(), column: square.file() }
    }

    fn symbol(&self, _: Variable) -> char {
        'Q'
    }

    fn column_label(&self, column: usize) -> String {
        file_name(column)
    }

    fn row_label(&self, row: usize) -> String {
        (self.size.get() - row).to_string()
    }

    fn name(&self, variable: Variable) -> String {
        self.square(variable).to_string()
    }

    fn line_name(&self, line: usize) -> String {
        RankOrFile::of(self.size, line).to_string()
    }

    fn in_line(&self, line: usize) -> String {
        format!("on {}", self.line_name(line))
    }

    fn alternative(&self, _: usize) -> &'static str {
        "square"
    }

    fn its_own(&self) -> &'static str {
        "its queen"
    }

    fn status_name(&self, status: Status) -> &'static str {
        crate::guide::Status::from(status).name()
    }

    fn exclude(&self) -> &'static str {
        "attack"
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let by = self.square(by);
        Line::between(by, self.square(excluded)).map(|line| format!("along {}", line.through(by)))
    }

    fn thing(&self, literal: Literal) -> String {
        format!("{} queen on {}", if literal.value { "a" } else { "no" }, self.name(literal.variable))
    }

    fn thing_there(&self) -> &'static str {
        "a queen there"
    }

    fn placed(&self, variables: &[Variable]) -> String {
        let queens = if variables.len() == 1 { "the queen on" } else { "the queens on" };
        format!("{queens} {}", sentences::list(variables.iter().map(|&variable| self.name(variable))))
    }

    fn stands(&self, variable: Variable) -> String {
        format!("a queen stands on {}", self.name(variable))
    }

    fn stands_on_block(&self, variable: Variable) -> String {
        format!("the queen on {} stands on a blocked square", self.name(variable))
    }

    fn line_has(&self, line: usize, variable: Variable) -> String {
        format!("the queen of {} is on {}", self.line_name(line), self.name(variable))
    }

    fn supposed_false(&self) -> &'static str {
        "supposed to be empty"
    }

    fn must(&self, literal: Literal) -> String {
        let must = if literal.value { "a queen has to stand on" } else { "no queen can stand on" };
        format!("{must} {}", self.name(literal.variable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_drawn_where_its_name_says() {
        for n in [1, 4, 30] {
            let queens = Queens::new(Size::new(n).unwrap());
            assert_eq!(queens.cell(0), Cell { row: n - 1, column: 0 }, "a1 is at the lower left");
            for variable in 0..(n * n) as Variable {
                let Cell { row, column } = queens.cell(variable);
                assert_eq!(queens.column_label(column) + &queens.row_label(row), queens.name(variable));
            }
        }
    }

    #[test]
    fn what_is_excluded_without_the_rules_is_excluded_by_them() {
        let queens = Queens::new(Size::new(6).unwrap());
        for a in 0..36 {
            let excluded: Vec<Variable> = (0..36).filter(|&b| queens.excludes(a, b)).collect();
            assert_eq!(excluded, queens.rules().excluded_by(a));
        }
        let named: Vec<String> = (0..queens.rules().lines().len()).map(|line| queens.line_name(line)).collect();
        assert_eq!(named[5..7], ["rank 6", "file a"]);
    }
}
