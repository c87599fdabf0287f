//! [`Sudoku`], the puzzle for the engine of `puzzle_core`.

mod gradual;

use std::ops::ControlFlow;
use std::sync::Arc;

use bdd_core::{Budget, ConstraintId, Interrupted, Literal, Rules, Variable, Zdd};
use puzzle_core::answer::{Facts, Value};
use puzzle_core::explain::{Blame, Cover};
use puzzle_core::{Completions, Count, Marks, Puzzle, Source, Terms, Visibility, Words};
use puzzle_kind::{
    BadArgument, Cell, Layout, Playable, Report, ReportPart, RuleScope, StatedRule, report::status, report::why_none,
};

use crate::diagram::{DiagramLimits, TooLarge, diagram, joined};
use crate::field::{CandidateGrid, Dead};
use crate::grid::{Grid, RepeatedValue, drawn};
use crate::patterns::pattern;
use crate::rules::{cell_and_value, line_name, sudoku_rules, variable};
use crate::shape::{CellIndex, Shape, symbol};
use crate::solve::{SearchEnd, Uniqueness, first_solutions, is_completable, lowest, search, solve, solver, uniqueness};
use crate::witnesses::witnesses;
use gradual::LastCompletions;

/// A Sudoku: a shape and the given values. It is a puzzle and its own source of completions.
///
/// ```
/// use std::sync::Arc;
/// use puzzle_core::{Budget, Move, Session, Status, Words};
/// use sudoku_guide::{Grid, Shape, Sudoku};
///
/// let grid = Grid::parse(Shape::of_values(4).unwrap(), "1... ..3. .... ....")?;
/// let sudoku = Sudoku::new(grid);
/// let [good, bad] = ["r3c2=2", "r1c2=2"].map(|name| sudoku.variable_named(name).unwrap());
/// let budget = &mut Budget::unlimited();
/// let mut game = Session::new(Arc::new(sudoku), budget)?;
/// assert_eq!(game.guide().total().to_string(), "12");
/// assert_eq!(game.guide().status(bad), Status::Dead);
/// game.play(Move::Place(good), budget)?;
/// assert_eq!(game.guide().total().to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sudoku {
    givens: Grid,
    variables: Vec<Variable>,
    limits: DiagramLimits,
    pub(crate) known: LastCompletions,
}

impl Sudoku {
    /// Returns the puzzle with these givens, which may contradict each other.
    #[must_use]
    pub fn new(givens: Grid) -> Sudoku {
        Sudoku {
            variables: variables(&givens),
            givens,
            limits: DiagramLimits::default(),
            known: LastCompletions::default(),
        }
    }

    /// Returns the puzzle with these limits for building diagrams, in place of [`DiagramLimits::default`].
    #[must_use]
    pub fn with_diagram_limits(self, limits: DiagramLimits) -> Sudoku {
        Sudoku { limits, ..self }
    }

    /// Returns the given values.
    #[must_use]
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Returns the shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.givens.shape()
    }

    /// Returns the grid with the values of `solution`, which is the list of the true variables.
    fn solved_grid(&self, solution: &[Variable]) -> Grid {
        let meanings = solution.iter().map(|&variable| cell_and_value(self.shape(), variable));
        meanings.fold(Grid::empty(self.shape()), |grid, (cell, value)| grid.with(cell, value))
    }

    /// Returns the candidates that the givens and the marks leave after propagation, or an error if they contradict
    /// each other.
    pub(crate) fn field(&self, marks: &Marks) -> Result<CandidateGrid, Dead> {
        let mut field = CandidateGrid::of(&self.givens)?;
        for Literal { variable, value } in marks.literals() {
            let (cell, bit) = self.bit(variable);
            field.keep(cell, if value { bit } else { !bit })?;
        }
        field.propagate()?;
        Ok(field)
    }

    /// Returns the cell of a variable, and the bit of its value: `1 << (v - 1)` for the value `v`.
    fn bit(&self, variable: Variable) -> (CellIndex, u32) {
        let (cell, value) = cell_and_value(self.shape(), variable);
        (cell, 1 << (value - 1))
    }

    /// Builds the diagram of the completions of `field`. The inner result is [`TooLarge`] if building the diagram
    /// exceeds the [`DiagramLimits`]. Then there are at least two completions.
    fn diagram(&self, field: &CandidateGrid, budget: &mut Budget<'_>) -> Result<Result<Zdd, TooLarge>, Interrupted> {
        match uniqueness(field, budget)? {
            Uniqueness::None => Ok(Ok(self.no_completions())),
            Uniqueness::Unique(solution) => Ok(Ok(joined(self.shape(), &[solution], budget)?)),
            Uniqueness::Multiple(..) => diagram(field, &self.limits, budget),
        }
    }

    fn no_completions(&self) -> Zdd {
        Zdd::constant(self.rules().variables(), false)
    }
}

impl Source for Sudoku {
    fn puzzle(&self) -> &dyn Puzzle {
        self
    }

    /// Returns the diagram of the completions. If the diagram takes more than the [`DiagramLimits`], or if nearly all
    /// cells of a grid of at least 9 x 9 cells are open, returns the counts of some completions that decide every
    /// status.
    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let Ok(field) = self.field(marks) else { return Ok(Completions::Sparse(Arc::new(self.no_completions()))) };
        let mut found = if is_vast(&field) {
            // Its diagram is too large, so it is not tried.
            first_solutions(&field, 2, budget)?
        } else {
            match self.diagram(&field, budget)? {
                Ok(zdd) => return Ok(Completions::Sparse(Arc::new(zdd))),
                Err(TooLarge { found }) => found,
            }
        };
        found.extend(witnesses(&field, &found, budget)?);
        let mut tally = self.tally_of(&field, &found);
        if !tally.unknown.is_empty() {
            tally = solver(&field, budget)?.tally(self.rules(), &[], found.iter().map(variables), budget)?;
        }
        Ok(Completions::Tally(Arc::new(tally)))
    }

    /// Returns `true` for large grids, for which the game shows an estimate while it computes the exact completions.
    /// Returns `false` in a browser, whose only thread can't compute while the player continues.
    fn is_gradual(&self) -> bool {
        self.shape().n() >= gradual::LARGE && !cfg!(target_family = "wasm")
    }

    fn estimate(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.at_a_glance(marks, budget)
    }

    fn refine(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        self.refined(marks, budget)
    }

    /// Counts without a SAT solver. If the diagram takes more than the [`DiagramLimits`], the count is a lower bound.
    fn count(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Count, Interrupted> {
        let Ok(field) = self.field(marks) else { return Ok(Count::ZERO) };
        Ok(match self.diagram(&field, budget)? {
            Ok(zdd) => Count::Exact(zdd.model_count_within(budget)?),
            Err(TooLarge { found }) => Count::AtLeast(found.len().max(2).into()),
        })
    }

    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Interrupted> {
        match self.completions(&Marks::default(), budget)?.blame(marks, wanted, budget)? {
            Some(blame) => Ok(blame),
            None => Blame::by_deletion(marks, |rest| match self.field(&rest.literals().chain(wanted).collect()) {
                Ok(field) => Ok(!is_completable(&field, budget)?),
                Err(Dead) => Ok(true),
            }),
        }
    }
}

impl Puzzle for Sudoku {
    fn rules(&self) -> &Rules {
        sudoku_rules(self.shape())
    }

    fn givens(&self) -> &[Variable] {
        &self.variables
    }

    fn excludes(&self, a: Variable, b: Variable) -> bool {
        let [(cell, value), (other, other_value)] = [a, b].map(|variable| cell_and_value(self.shape(), variable));
        a != b && if value == other_value { self.house(cell, other).is_some() } else { cell == other }
    }

    /// Returns the visual arrangement of the variables of a line (constraint). The lines that give each cell one value
    /// have the lowest numbers; the lines of values in rows, in columns and in blocks follow.
    fn visibility(&self, line: ConstraintId) -> Visibility {
        match line.index() / self.shape().cells() {
            0 => Visibility::Cell,
            1 | 2 => Visibility::Straight,
            _ => Visibility::Near,
        }
    }

    fn places(&self) -> Option<usize> {
        self.shape().cells().checked_sub(self.variables.len())
    }
}

impl Layout for Sudoku {
    fn grid(&self) -> (usize, usize) {
        (self.shape().n(), self.shape().n())
    }

    fn cell(&self, variable: Variable) -> Cell {
        let (cell, _) = cell_and_value(self.shape(), variable);
        Cell { row: self.shape().row(cell), column: self.shape().column(cell) }
    }

    fn symbol(&self, variable: Variable) -> char {
        symbol(cell_and_value(self.shape(), variable).1)
    }

    fn region(&self, cell: Cell) -> Option<usize> {
        Some(self.shape().block(self.shape().cell(cell.row, cell.column)))
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.shape().cell_name(self.shape().cell(cell.row, cell.column))
    }
}

impl Words for Sudoku {
    fn kind(&self) -> &'static str {
        "Sudoku"
    }

    fn board(&self) -> &'static str {
        "grid"
    }

    fn on_board(&self) -> &'static str {
        "in the grid"
    }

    fn unsolved(&self) -> String {
        "The grid is full, but something is wrong.".to_owned()
    }

    fn task(&self) -> String {
        "Fill every row, every column and every block with all values.".to_owned()
    }

    fn name(&self, variable: Variable) -> String {
        let (cell, value) = self.written(variable);
        format!("{cell}={value}")
    }

    fn line_name(&self, line: ConstraintId) -> String {
        line_name(self.shape(), line)
    }

    fn line_phrase(&self, line: ConstraintId) -> String {
        let preposition = if line.index() < self.shape().cells() { "in" } else { "for" };
        format!("{preposition} {}", self.line_name(line))
    }

    fn candidate_noun(&self, line: ConstraintId) -> &'static str {
        if line.index() < self.shape().cells() { "value" } else { "cell" }
    }

    fn pattern(&self, base: &[ConstraintId], covers: &[Cover]) -> Option<&'static str> {
        pattern(self.shape(), base, covers)
    }

    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        let along = self.along(a, b)?;
        Some(along.trim_start_matches("in ").trim_start_matches("the same ").to_owned())
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let [(cell, _), (other, _)] = [by, excluded].map(|variable| cell_and_value(self.shape(), variable));
        if cell == other { Some("in the same cell".to_owned()) } else { self.house(cell, other) }
    }

    fn exclusion_verbs(&self) -> [&'static str; 2] {
        ["rule out", "ruled out"]
    }

    fn cell_and_value(&self, variable: Variable) -> Option<(String, String)> {
        let (cell, value) = self.written(variable);
        Some((cell, value.to_string()))
    }

    fn terms(&self) -> Terms {
        Terms { variable: "value", variables: "values", ..Terms::default() }
    }
}

impl Playable for Sudoku {
    /// Returns the givens on a single line, with `.` for an open cell.
    fn text(&self) -> String {
        format!("{}\n", self.givens)
    }

    fn head(&self) -> Facts {
        Facts::new().with("box", self.shape().to_string()).with("puzzle", self.givens.to_string())
    }

    fn stated_rules(&self) -> Vec<StatedRule> {
        let shape = self.shape();
        let scope = |(number, house): (usize, &[CellIndex])| {
            let cells = house.iter().map(|&cell| Cell { row: shape.row(cell), column: shape.column(cell) });
            let scope = RuleScope::new(shape.house_name(number), cells.collect());
            (1..=shape.n() as u8).fold(scope, |scope, value| {
                let variables = house.iter().map(|&cell| variable(shape, cell, value));
                scope.counting_values(symbol(value), 1..=1, variables)
            })
        };
        let scopes = shape.houses().iter().map(|house| house.as_slice()).enumerate().map(scope).collect();
        let sentence = "Each row, each column and each block has each value once.".to_owned();
        vec![StatedRule { sentence, scopes }]
    }

    /// Returns the values of the solved grid, in one text.
    fn solution(&self, solution: &[Variable]) -> Value {
        self.solved_grid(solution).to_string().into()
    }

    fn named(&self, text: &str) -> Result<Variable, BadArgument> {
        let last = || {
            let shape = self.shape();
            format!("{}={}", shape.cell_name(shape.cells() as CellIndex - 1), symbol(shape.n() as u8))
        };
        self.variable_named(text).ok_or_else(|| format!("expected a cell and a value from r1c1=1 to {}", last()).into())
    }

    fn why_none(&self, marks: &Marks) -> Option<String> {
        match self.givens.repeated_values().first() {
            Some(first) => Some(self.conflict(first)),
            None if marks.conflicts(self).is_empty() => Some("this grid can't be completed".to_owned()),
            None => None,
        }
    }

    fn drawn(&self, text: &dyn Fn(Cell) -> String) -> Option<String> {
        let place = |cell| Cell { row: self.shape().row(cell), column: self.shape().column(cell) };
        Some(drawn(self.shape(), |cell| text(place(cell))))
    }

    fn solve_report(&self, found: &[Vec<Variable>]) -> Option<Report> {
        let grids: Vec<Grid> = found.iter().map(|solution| self.solved_grid(solution)).collect();
        let mut facts = Facts::new().with("status", status(found.len()));
        let mut parts: Vec<ReportPart> = found.iter().cloned().map(ReportPart::Solution).collect();
        for (name, grid) in ["solution", "other"].into_iter().zip(&grids) {
            facts = facts.with(name, grid.to_string());
        }
        let line = match grids.as_slice() {
            [] => {
                parts.push(ReportPart::Line(format!("no solution: {}", why_none(self, &Marks::default()))));
                "none".to_owned()
            }
            [only] => only.to_string(),
            [first, second, ..] => {
                let cells =
                    (0..self.shape().cells() as CellIndex).filter(|&cell| first.value(cell) != second.value(cell));
                let differ: Vec<String> = cells.map(|cell| self.shape().cell_name(cell)).collect();
                parts.insert(0, ReportPart::Line("several solutions, such as these two:".to_owned()));
                parts.push(ReportPart::Line(format!("they differ in {}", differ.join(", "))));
                facts = facts.with("differ", differ);
                format!("multiple {first} {second}")
            }
        };
        Some(Report { facts, parts, line: Some(line), is_negative: false })
    }

    fn check_report(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Report>, Interrupted> {
        if !marks.is_empty() {
            return Ok(None);
        }
        let grid = &self.givens;
        let conflicts = grid.repeated_values();
        let verdict = match conflicts.is_empty() {
            false => "conflicting",
            true if grid.is_solution() => "solution",
            true => solve(grid, budget)?.name(),
        };
        let end = match verdict {
            "unique" => "and one solution completes it",
            "multiple" => "and several solutions complete it",
            _ => "but no solution completes it",
        };
        let lines = match verdict {
            "solution" => vec!["a solution".to_owned()],
            "conflicting" => conflicts.iter().map(|pair| format!("not consistent: {}", self.conflict(pair))).collect(),
            _ => vec![format!("consistent, {} of {} cells filled, {end}", grid.clues(), grid.values().len())],
        };
        let as_data = |conflict: &RepeatedValue| {
            let cells = conflict.cells.map(|cell| self.shape().cell_name(cell));
            Facts::new()
                .with("value", symbol(conflict.value).to_string())
                .with("cells", cells.to_vec())
                .with("house", conflict.house.clone())
        };
        let mut facts = Facts::new().with("verdict", verdict).with("filled", grid.clues());
        if !conflicts.is_empty() {
            facts = facts.with("conflicts", conflicts.iter().map(as_data).collect::<Vec<_>>());
        }
        let is_negative = matches!(verdict, "conflicting" | "none");
        Ok(Some(Report { is_negative, ..Report::new(facts, lines) }))
    }

    /// Counts the completions by a search that does not store them.
    fn count_to(&self, marks: &Marks, limit: u64, budget: &mut Budget<'_>) -> Result<Count, Interrupted> {
        budget.check()?;
        let mut count = 0;
        let Ok(field) = self.field(marks) else { return Ok(Count::ZERO) };
        let visit = &mut |_: &CandidateGrid| {
            count += 1;
            if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = search(&field, u64::MAX, &mut lowest, visit, budget)?;
        Ok(if end == SearchEnd::Complete { Count::Exact(count.into()) } else { Count::AtLeast(count.into()) })
    }

    fn first_completions(
        &self,
        marks: &Marks,
        limit: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Variable>>, Interrupted> {
        let Ok(field) = self.field(marks) else { return Ok(Vec::new()) };
        Ok(first_solutions(&field, limit, budget)?.iter().map(variables).collect())
    }
}

/// Returns `true` for a grid of at least 9 x 9 cells if at most an eighth of its cells have a single candidate. Such a
/// grid has millions of completions or more, and their diagram exceeds the default [`DiagramLimits`] by far.
fn is_vast(field: &CandidateGrid) -> bool {
    let shape = field.houses.shape;
    shape.n() >= 9 && 8 * (shape.cells() - field.open_cells()) <= shape.cells()
}

/// Returns the variables of a grid's values, in ascending order.
fn variables(grid: &Grid) -> Vec<Variable> {
    let mut variables: Vec<_> = grid.filled().map(|(cell, value)| variable(grid.shape(), cell, value)).collect();
    variables.sort_unstable();
    variables
}

impl Sudoku {
    /// Returns the name of a variable's cell, and the character of its value.
    fn written(&self, variable: Variable) -> (String, char) {
        let (cell, value) = cell_and_value(self.shape(), variable);
        (self.shape().cell_name(cell), symbol(value))
    }

    /// Describes a repeated value of the givens, such as `two 5s in row 4 (r4c1 and r4c7)`.
    fn conflict(&self, conflict: &RepeatedValue) -> String {
        let [a, b] = conflict.cells.map(|cell| self.shape().cell_name(cell));
        format!("two {}s in {} ({a} and {b})", symbol(conflict.value), conflict.house)
    }

    /// Returns the first house that contains both cells, such as `in row 4`; `None` if they share no house.
    fn house(&self, a: CellIndex, b: CellIndex) -> Option<String> {
        let shape = self.shape();
        let mut pairs = shape.houses_of(a).into_iter().zip(shape.houses_of(b));
        pairs.find(|(of_a, of_b)| of_a == of_b).map(|(house, _)| format!("in {}", shape.house_name(house)))
    }
}
