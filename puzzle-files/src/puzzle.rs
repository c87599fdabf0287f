//! A puzzle of a file, for the engine.

mod judge;

use bdd_core::{Budget, ConstraintId, Interrupted, Literal, Rules, Variable, Weights};
use puzzle_core::answer::{Facts, Value};
use puzzle_core::{Marks, Puzzle, Sight, Words};
use puzzle_kind::{BadArgument, Cell, Layout, Playable, Report, Wanted};

use crate::board::letters_of;
use crate::statements::{Cells, Rule, Said, rules_of};
use crate::tree::{Checked, Table, Word};

/// The texts of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    title: String,
    task: String,
    solved: String,
}

impl Texts {
    /// The keys of a file that are texts.
    pub(crate) const KEYS: [&'static str; 3] = ["title", "task", "solved"];

    pub(crate) fn new(title: String, task: String) -> Texts {
        Texts { title, task, solved: "Solved!".to_owned() }
    }

    pub(crate) fn read(file: &Table<'_>) -> Checked<Texts> {
        let text = |key, longest, default: &str| Ok(file.text(key, longest)?.unwrap_or(default).to_owned());
        Ok(Texts {
            title: text("title", 60, "puzzle")?,
            task: text("task", 400, "Solve the puzzle.")?,
            solved: text("solved", 100, "Solved!")?,
        })
    }
}

/// A puzzle that somebody wrote as a file: cells, what they can have, and rules that count.
///
/// There is a variable for each value of each cell, or for each cell where cells are taken or not, and after them those that
/// are hidden. The lines of the rules are those of the file, with their names.
#[derive(Clone, Debug)]
pub struct FilePuzzle {
    pub(crate) text: String,
    texts: Texts,
    cells: Cells,
    rules: Rules,
    givens: Vec<Variable>,
    /// The name of each line, and whether it is of one cell's values.
    lines: Vec<(String, bool)>,
    pub(crate) said: Said,
    judges_rules: bool,
}

impl FilePuzzle {
    pub(crate) fn new(text: &str, texts: Texts, cells: Cells, said: Said) -> FilePuzzle {
        let all = said.statements.iter().flat_map(|statement| &statement.rules);
        let (rules, lines) = rules_of([cells.variables(), said.hidden.len()], all);
        let givens = said.givens.iter().map(|(variable, _)| *variable).collect();
        FilePuzzle { text: text.to_owned(), texts, cells, rules, givens, lines, said, judges_rules: false }
    }

    /// Returns the puzzle whose check tells what its rules say twice, and what contradicts.
    pub(crate) fn judging_rules(self) -> FilePuzzle {
        FilePuzzle { judges_rules: true, ..self }
    }

    /// How many variables are shown, and how many are hidden.
    pub(crate) fn shown_and_hidden(&self) -> [usize; 2] {
        [self.cells.variables(), self.said.hidden.len()]
    }

    /// The first rule by which only one of two variables can be true.
    fn exclusive_with(&self, a: Variable, b: Variable) -> Option<&Rule> {
        let has = |rule: &Rule, variable| rule.literals.contains(&Literal::positive(variable));
        let is_exclusive = |rule: &&Rule| has(rule, a) && has(rule, b) && rule.is_exclusive();
        self.said.statements.iter().flat_map(|statement| &statement.rules).find(is_exclusive)
    }

    fn cell_at(&self, cell: usize) -> Cell {
        Cell { row: cell / self.cells.board.columns, column: cell % self.cells.board.columns }
    }

    fn index(&self, cell: Cell) -> usize {
        cell.row * self.cells.board.columns + cell.column
    }
}

impl Puzzle for FilePuzzle {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn givens(&self) -> &[Variable] {
        &self.givens
    }

    fn sight(&self, line: ConstraintId) -> Sight {
        let (name, is_cell) = &self.lines[line.index()];
        let is_straight = ["row ", "column ", "diagonal"].iter().any(|kind| name.contains(kind));
        match (is_cell, is_straight) {
            (true, _) => Sight::Cell,
            (false, true) => Sight::Straight,
            (false, false) => Sight::Near,
        }
    }

    fn weights(&self) -> Option<&Weights> {
        self.said.prices.as_ref()
    }

    fn places(&self) -> Option<usize> {
        let open = self.cells.variables() / self.cells.values.len();
        (!self.cells.values.is_single()).then(|| open.checked_sub(self.givens.len()))?
    }
}

impl Layout for FilePuzzle {
    fn grid(&self) -> (usize, usize) {
        (self.cells.board.columns, self.cells.board.rows)
    }

    fn cell(&self, variable: Variable) -> Cell {
        self.cell_at(self.cells.meaning(variable).0)
    }

    fn symbol(&self, variable: Variable) -> char {
        self.cells.values.symbols[self.cells.meaning(variable).1]
    }

    fn clue(&self, cell: Cell) -> Option<char> {
        self.cells.board.clues[self.index(cell)]
    }

    fn region(&self, cell: Cell) -> Option<usize> {
        self.cells.board.regions[self.index(cell)]
    }

    fn region_letter(&self, region: usize) -> Option<char> {
        // Letters would be taken for values.
        self.cells.board.letters.get(region).copied().filter(|_| self.cells.values.is_single())
    }

    fn symbol_among_letters(&self, variable: Variable) -> char {
        let symbol = self.symbol(variable);
        if self.cells.board.letters.contains(&symbol) { '*' } else { symbol }
    }

    fn column_label(&self, column: usize) -> String {
        if self.cells.board.is_list { String::new() } else { letters_of(column) }
    }

    fn row_label(&self, row: usize) -> String {
        if self.cells.board.is_list { self.cells.board.names[row].clone() } else { (row + 1).to_string() }
    }

    fn row_wanted(&self, row: usize) -> Option<&Wanted> {
        self.said.wanted.rows.get(&row)
    }

    fn column_wanted(&self, column: usize) -> Option<&Wanted> {
        self.said.wanted.columns.get(&column)
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.cells.board.names[self.index(cell)].clone()
    }

    fn cell_named(&self, text: &str) -> Result<Cell, BadArgument> {
        self.cells
            .board
            .cell(&Word { text, at: 0..0 })
            .map(|cell| self.cell_at(cell))
            .map_err(|fault| fault.what.into())
    }
}

impl Words for FilePuzzle {
    fn kind(&self) -> &str {
        &self.texts.title
    }

    fn task(&self) -> String {
        self.texts.task.clone()
    }

    fn solved(&self) -> String {
        self.texts.solved.clone()
    }

    fn piece(&self) -> Option<&str> {
        self.cells.values.piece.as_deref()
    }

    fn name(&self, variable: Variable) -> String {
        self.cells.name(variable)
    }

    fn auxiliary_name(&self, number: usize) -> String {
        self.said.hidden[number].clone()
    }

    fn line_name(&self, line: ConstraintId) -> String {
        self.lines[line.index()].0.clone()
    }

    fn in_line(&self, line: ConstraintId) -> String {
        let (name, is_cell) = &self.lines[line.index()];
        let is_of_values = !self.cells.values.is_single() && !is_cell;
        format!("{} {name}", if is_of_values { "for" } else { "in" })
    }

    fn alternative(&self, line: ConstraintId) -> &str {
        match self.lines[line.index()].1 {
            true => "value",
            _ if self.piece().is_some() || self.cells.board.is_list => self.spot(),
            _ => "place",
        }
    }

    fn spot(&self) -> &str {
        if self.cells.board.is_list { "option" } else { "cell" }
    }

    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        let rule = self.exclusive_with(a, b)?;
        Some(if rule.is_cell { "the same cell".to_owned() } else { rule.name.clone() })
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let rule = self.exclusive_with(by, excluded)?;
        // Of two that are named anyway there is no more to tell.
        (rule.literals.len() > 2).then(|| format!("in {}", self.shared(by, excluded).unwrap_or_default()))
    }

    fn clash(&self, a: Variable, b: Variable) -> String {
        let of_pair =
            [a, b].map(|variable| self.cells.board.names[self.cells.meaning(variable).0].as_str()).join(" and ");
        match self.exclusive_with(a, b) {
            // As the pairs of a rule for neighbours are called.
            Some(rule) if rule.name == of_pair => "are neighbours".to_owned(),
            _ => {
                let along = self.along(a, b).map_or_else(String::new, |along| format!(" {along}"));
                format!("exclude each other{along}")
            }
        }
    }

    fn exclusion(&self) -> [&'static str; 2] {
        ["exclude", if self.cells.values.is_single() { "excluded" } else { "ruled out" }]
    }

    fn details(&self, variable: Variable) -> Facts {
        let Some(prices) = &self.said.prices else { return Facts::new() };
        Facts::new().with("price", Value::Decimal(prices.written(i128::from(prices.of(variable)))))
    }
}

impl Playable for FilePuzzle {
    /// The file, word for word.
    fn text(&self) -> String {
        self.text.clone()
    }

    fn head(&self) -> Facts {
        Facts::new().with("title", self.texts.title.clone())
    }

    fn named(&self, text: &str) -> Result<Variable, BadArgument> {
        match self.cells.named(&Word { text, at: 0..0 }) {
            Ok(Literal { variable, value: true }) => Ok(variable),
            Ok(Literal { variable, .. }) => Err(format!("expected a name such as {}", self.name(variable)).into()),
            Err(fault) => Err(fault.what.into()),
        }
    }

    fn check_report(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Report>, Interrupted> {
        if self.judges_rules && marks.is_empty() { judge::report(self, budget).map(Some) } else { Ok(None) }
    }
}
