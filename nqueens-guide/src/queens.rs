//! n-queens as the engine sees it: its rules, its words and its drawing, by variables and lines.

use std::sync::OnceLock;

use bdd_core::{LineId, Literal, Rules, Variable};
use puzzle_core::{Cell, Puzzle, Status, sentences};

use crate::attack::{Line, attacks};
use crate::board::Size;
use crate::explain::RankOrFile;
use crate::numbered::ranks_of;
use crate::placement::OffBoard;
use crate::rules::nqueens_rules;
use crate::square::{Square, SquareError, file_name};
use crate::symmetry::Symmetry;

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

    fn symmetries(&self) -> Vec<Vec<Variable>> {
        let image = |symmetry: &Symmetry, square| self.size.variable(symmetry.apply(self.size, square));
        let images = |symmetry| self.size.squares().map(|square| image(symmetry, square)).collect();
        Symmetry::ALL.iter().map(images).collect()
    }

    fn places(&self) -> Option<usize> {
        Some(self.size.get())
    }

    fn kind(&self) -> &'static str {
        "queens"
    }

    fn piece(&self) -> Option<&'static str> {
        Some("queen")
    }

    fn spot(&self) -> &'static str {
        "square"
    }

    fn cell_named(&self, text: &str) -> Result<Cell, String> {
        let square: Square = text.parse().map_err(|error: SquareError| error.to_string())?;
        if !self.size.contains(square) {
            return Err(OffBoard { square, size: self.size }.to_string());
        }
        Ok(self.cell(self.size.variable(square)))
    }

    fn task(&self) -> String {
        format!("Place {} queens so that none attacks another.", self.size)
    }

    fn solved(&self) -> String {
        format!("Solved! All {} queens stand in peace.", self.size)
    }

    fn unsolved(&self) -> String {
        "All queens stand, but not in peace.".to_owned()
    }

    fn unsolvable(&self) -> String {
        "no board of this size has a solution".to_owned()
    }

    /// The ranks of the queens from file a on, as lists of solutions are printed elsewhere.
    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        let queens: Vec<Square> = solution.iter().map(|&variable| self.square(variable)).collect();
        let ranks = ranks_of(self.size, &queens)?;
        Some(ranks.iter().map(|rank| (rank + 1).to_string()).collect::<Vec<_>>().join(", "))
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

    fn line_name(&self, line: LineId) -> String {
        RankOrFile::of(self.size, line).to_string()
    }

    fn in_line(&self, line: LineId) -> String {
        format!("on {}", self.line_name(line))
    }

    fn alternative(&self, _: LineId) -> &'static str {
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

    fn across(&self, by: Variable, excluded: Variable) -> Option<String> {
        let by = self.square(by);
        Line::between(by, self.square(excluded)).map(|line| format!("on {}", line.through(by)))
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

    fn line_has(&self, line: LineId, variable: Variable) -> String {
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
            assert_eq!(queens.cell(Variable::new(0)), Cell { row: n - 1, column: 0 }, "a1 is at the lower left");
            for variable in Variable::all(n * n) {
                let Cell { row, column } = queens.cell(variable);
                assert_eq!(queens.column_label(column) + &queens.row_label(row), queens.name(variable));
            }
        }
    }

    #[test]
    fn what_is_excluded_without_the_rules_is_excluded_by_them() {
        let queens = Queens::new(Size::new(6).unwrap());
        for a in Variable::all(36) {
            let excluded: Vec<Variable> = Variable::all(36).filter(|&b| queens.excludes(a, b)).collect();
            assert_eq!(excluded, queens.rules().excluded_by(a));
        }
        let named: Vec<String> = queens.rules().numbered_lines().map(|(line, _)| queens.line_name(line)).collect();
        assert_eq!(named[5..7], ["rank 6", "file a"]);
    }
}
