//! The n-queens puzzle as a [`Puzzle`]: its rules, words and grid.

use std::sync::OnceLock;

use bdd_core::{Budget, ConstraintId, Rules, Variable};
use nqueens_board::{
    Direction, Size, Square, TERMS, attacks, cell_of, diagonal_rule, file_name, rank_and_file_scopes, rank_list,
    square_named,
};
use puzzle_core::answer::{Facts, Value};
use puzzle_core::{Conflict, Marks, Puzzle, Terms, Visibility, Words};
use puzzle_kind::{BadArgument, Cell, Difficulty, Layout, Playable, StatedRule};

use crate::difficulty::{MAX_SIZE, difficulty};
use crate::first::completions;
use crate::list::ranks_in;
use crate::placement::{Placement, drawn};
use crate::rules::nqueens_rules;
use crate::symmetry::Symmetry;

/// The n-queens [`Puzzle`], on an empty board or with given queens and blocked squares. It has one variable for each
/// square, in the order of [`Size::squares`]. Its lines are first the ranks and then the files, each of which needs a
/// queen.
///
/// ```
/// use nqueens_guide::{Queens, Size};
/// use puzzle_core::{Puzzle, Words};
///
/// let queens = Queens::new(Size::new(8)?);
/// assert_eq!(queens.variables(), 64);
/// assert_eq!(queens.task(), "Place 8 queens so that none attacks another.");
/// assert_eq!(queens.symmetries().len(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Queens {
    size: Size,
    /// The variables of the given queens.
    givens: Vec<Variable>,
    closed: Vec<Variable>,
    difficulty: OnceLock<Option<Difficulty>>,
    /// The rules, which are computed when they are first needed. Computing them takes long for the largest boards, and
    /// the guide does not need them.
    rules: OnceLock<Rules>,
}

/// The maximum number of elementary steps of a [`Budget`] for rating the difficulty of a board. It is small, since the
/// screen waits for the result.
const MAX_RATING_STEPS: u64 = 1 << 22;

impl Queens {
    /// Creates the puzzle of an empty board of `size`.
    #[must_use]
    pub fn new(size: Size) -> Queens {
        Queens::completing(&Placement::empty(size))
    }

    /// Creates the puzzle of completing `placement`, whose queens and blocked squares are given.
    ///
    /// ```
    /// use nqueens_guide::{Placement, Queens, Size};
    /// use puzzle_core::{Puzzle, Words};
    ///
    /// let start = Placement::new(Size::new(8)?, ["b4".parse()?, "d1".parse()?], [])?;
    /// let queens = Queens::completing(&start);
    /// assert_eq!((queens.givens().len(), queens.start()), (2, start));
    /// assert_eq!(queens.task(), "Place 6 more queens so that none attacks another.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn completing(placement: &Placement) -> Queens {
        let Marks { placed, blocked } = placement.marks();
        let (givens, closed) = (placed.into_iter().collect(), blocked.into_iter().collect());
        Queens { size: placement.size(), givens, closed, difficulty: OnceLock::new(), rules: OnceLock::new() }
    }

    /// Returns the given queens and blocked squares.
    #[must_use]
    pub fn start(&self) -> Placement {
        let [placed, blocked] = [&self.givens, &self.closed].map(|variables| variables.iter().copied().collect());
        Placement::of(self.size, &Marks { placed, blocked })
    }

    /// Returns `true` if no queens and no blocked squares are given.
    fn is_empty(&self) -> bool {
        self.givens.is_empty() && self.closed.is_empty()
    }

    /// Returns the board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    fn square(&self, variable: Variable) -> Square {
        self.size.square_of(variable)
    }
}

impl Puzzle for Queens {
    fn has_counts(&self) -> bool {
        false
    }

    fn rules(&self) -> &Rules {
        self.rules.get_or_init(|| nqueens_rules(self.size))
    }

    fn variables(&self) -> usize {
        self.size.square_count()
    }

    fn excludes(&self, a: Variable, b: Variable) -> bool {
        attacks(self.square(a), self.square(b))
    }

    fn visibility(&self, _: ConstraintId) -> Visibility {
        Visibility::Straight
    }

    fn givens(&self) -> &[Variable] {
        &self.givens
    }

    fn closed(&self) -> &[Variable] {
        &self.closed
    }

    fn places(&self) -> Option<usize> {
        Some(self.size.get().saturating_sub(self.givens.len()))
    }

    fn symmetries(&self) -> Vec<Vec<Variable>> {
        if !self.is_empty() {
            return Vec::new();
        }
        let image = |symmetry: &Symmetry, square| self.size.variable(symmetry.apply(self.size, square));
        let images = |symmetry| self.size.squares().map(|square| image(symmetry, square)).collect();
        Symmetry::ALL.iter().map(images).collect()
    }
}

impl Layout for Queens {
    fn grid(&self) -> (usize, usize) {
        (self.size.get(), self.size.get())
    }

    fn cell(&self, variable: Variable) -> Cell {
        cell_of(self.size, self.square(variable))
    }

    fn symbol(&self, _: Variable) -> char {
        'Q'
    }

    fn cell_named(&self, text: &str) -> Result<Cell, BadArgument> {
        Ok(cell_of(self.size, square_named(self.size, text).map_err(|error| error.to_string())?))
    }

    fn column_label(&self, column: usize) -> String {
        file_name(column)
    }

    fn row_label(&self, row: usize) -> String {
        (self.size.get() - row).to_string()
    }
}

impl Words for Queens {
    fn kind(&self) -> &'static str {
        if self.is_empty() { "queens" } else { "queens challenge" }
    }

    fn puzzle_noun(&self) -> &'static str {
        "board"
    }

    fn piece(&self) -> Option<&'static str> {
        Some("queen")
    }

    fn cell_noun(&self) -> &'static str {
        "square"
    }

    fn task(&self) -> String {
        let left = self.size.get().saturating_sub(self.givens.len());
        let more = if self.givens.is_empty() { "" } else { "more " };
        let closed = if self.closed.is_empty() { "" } else { " The blocked squares stay empty." };
        match left {
            1 if more.is_empty() => "Place a queen.".to_owned(),
            1 => format!("Place 1 more queen so that none attacks another.{closed}"),
            _ => format!("Place {left} {more}queens so that none attacks another.{closed}"),
        }
    }

    fn solved(&self) -> String {
        format!("Solved! All {} queens placed.", self.size)
    }

    fn unsolved(&self) -> String {
        "All queens are placed, but some attack each other.".to_owned()
    }

    fn unsolvable(&self) -> String {
        if self.is_empty() { "no board of this size has a solution" } else { "the board has no solution" }.to_owned()
    }

    /// Returns the ranks of a solution's queens, counted from 1, in the order of the files, such as `1, 5, 8, 6, 3, 7,
    /// 2, 4`.
    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        rank_list(self.size, solution)
    }

    fn name(&self, variable: Variable) -> String {
        self.square(variable).to_string()
    }

    fn line_name(&self, line: ConstraintId) -> String {
        let (n, line) = (self.size.get(), line.index());
        if line < n { format!("rank {}", line + 1) } else { format!("file {}", file_name(line - n)) }
    }

    fn line_phrase(&self, line: ConstraintId) -> String {
        format!("on {}", self.line_name(line))
    }

    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        Direction::between(self.square(a), self.square(b)).map(|direction| direction.to_string())
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let by = self.square(by);
        Direction::between(by, self.square(excluded)).map(|direction| format!("along {}", direction.through(by)))
    }

    fn exclusion_verbs(&self) -> [&'static str; 2] {
        ["attack", "attacked"]
    }

    fn terms(&self) -> Terms {
        TERMS
    }
}

impl Playable for Queens {
    /// Returns the board as a text: only the size for an empty board, a grid with `Q` and `x` for any other board.
    fn text(&self) -> String {
        if self.is_empty() { format!("{}\n", self.size) } else { drawn(&self.start()) }
    }

    fn stated_rules(&self) -> Vec<StatedRule> {
        let scopes = rank_and_file_scopes(self.size, &(1..=1));
        let lines = StatedRule { sentence: "Each rank and each file has one queen.".to_owned(), scopes };
        vec![lines, diagonal_rule(self.size, "queens")]
    }

    /// Returns the facts that identify the board: its size `n` and, if it is not empty, the squares of the `given`
    /// queens and the `closed` (blocked) squares.
    fn head(&self) -> Facts {
        let head = Facts::new().with("n", self.size.get());
        if self.is_empty() {
            return head;
        }
        let names = |variables: &[Variable]| variables.iter().map(|&variable| self.name(variable)).collect::<Vec<_>>();
        head.with("given", names(&self.givens)).with("closed", names(&self.closed))
    }

    /// Returns the difficulty of a board with given queens or blocked squares and exactly one solution. Returns `None`
    /// for other boards, for boards that are larger than
    /// [`ChallengeGenerator::MAX`](crate::challenge::ChallengeGenerator::MAX), and if rating takes too long.
    fn difficulty(&self) -> Option<Difficulty> {
        *self.difficulty.get_or_init(|| {
            let budget = &mut Budget::unlimited().with_steps(MAX_RATING_STEPS);
            let is_small = self.size.get() <= MAX_SIZE;
            let start = Some(self.start()).filter(|start| is_small && !self.is_empty() && start.is_consistent())?;
            if completions(&start, 2, budget).ok()?.len() == 1 { difficulty(self, budget).ok() } else { None }
        })
    }

    fn named(&self, text: &str) -> Result<Variable, BadArgument> {
        Ok(self.size.variable(square_named(self.size, text).map_err(|error| error.to_string())?))
    }

    fn why_none(&self, marks: &Marks) -> Option<String> {
        match marks.conflicts(self).first() {
            Some(&Conflict::Blocked(on)) => Some(format!("there is a queen on {}, which is blocked", self.name(on))),
            _ => None,
        }
    }

    /// Returns the ranks of a solution's queens, counted from 1, in the order of the files.
    fn solution(&self, solution: &[Variable]) -> Value {
        let ranks = ranks_in(self.size, solution).unwrap_or_default();
        ranks.into_iter().map(|rank| usize::from(rank) + 1).collect::<Vec<_>>().into()
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
        let named: Vec<String> =
            queens.rules().numbered_constraints().map(|(line, _)| queens.line_name(line)).collect();
        assert_eq!(named[5..7], ["rank 6", "file a"]);
    }
}
