//! [`FilePuzzle`], the puzzle of a file.

mod judge;

use bdd_core::{Budget, Constraint, ConstraintId, Interrupted, Literal, Rules, Variable, Weights};
use puzzle_core::answer::{Facts, Value};
use puzzle_core::features::FeatureModel;
use puzzle_core::{Marks, Puzzle, Visibility, Words};
use puzzle_kind::{BadArgument, Cell, CellSign, Layout, OptionTree, Playable, Report, SideClue, StatedRule};

use crate::board::letters_of;
use crate::cages::Cages;
use crate::options;
use crate::stated;
use crate::statements::{CellVariables, FileContents, Rule, rules_of};
use crate::tree::{ReadResult, TomlTable, Word};

/// The texts that a puzzle shows to its player.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    title: String,
    task: String,
    solved: String,
}

impl Texts {
    /// The keys of a puzzle file for the texts that the player sees.
    pub(crate) const KEYS: [&'static str; 3] = ["title", "task", "solved"];

    pub(crate) fn new(title: String, task: String) -> Texts {
        Texts { title, task, solved: "Solved!".to_owned() }
    }

    pub(crate) fn read(file: &TomlTable<'_>) -> ReadResult<Texts> {
        let text = |key, max_chars, default: &str| Ok(file.text(key, max_chars)?.unwrap_or(default).to_owned());
        Ok(Texts {
            title: text("title", 60, "puzzle")?,
            task: text("task", 400, "Solve the puzzle.")?,
            solved: text("solved", 100, "Solved!")?,
        })
    }
}

/// A puzzle read from a file: cells, the values that they can have, and rules that count the cells with certain values.
///
/// The puzzle has a variable for each value of each open cell. In a puzzle without values, where a cell has a piece or
/// is empty, each open cell has a single variable. The hidden (auxiliary) variables of the file follow these variables.
///
/// ```
/// use puzzle_core::{Budget, Marks, Puzzle, Words};
/// use puzzle_files::FilePuzzle;
/// use puzzle_kind::Playable;
///
/// let square = FilePuzzle::read(
///     r#"
///     title = "Latin square"
///     rows = 2
///     values = 2
///     givens = ["a1=2"]
///     [[rule]]
///     exactly = 1
///     of = "each"
///     every = ["row", "column"]
///     "#,
/// )?;
/// assert_eq!((square.kind(), square.variables()), ("Latin square", 8));
/// let solutions = square.first_completions(&Marks::default(), 2, &mut Budget::unlimited())?;
/// let names: Vec<String> = solutions[0].iter().map(|&variable| square.name(variable)).collect();
/// assert_eq!((solutions.len(), names.join(" ")), (1, "a1=2 b1=1 a2=1 b2=2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FilePuzzle {
    pub(crate) text: String,
    texts: Texts,
    cells: CellVariables,
    rules: Rules,
    givens: Vec<Variable>,
    /// For each line (constraint) of `rules`: its name, and `true` if it is about the values of one cell.
    lines: Vec<(String, bool)>,
    pub(crate) contents: FileContents,
    cages: Cages,
    options: Option<OptionTree>,
    /// The number of variables that the player places; see [`Puzzle::places`].
    places: Option<usize>,
    judges_rules: bool,
}

impl FilePuzzle {
    pub(crate) fn new(text: &str, texts: Texts, cells: CellVariables, contents: FileContents) -> FilePuzzle {
        let all = contents.statements.iter().flat_map(|statement| &statement.rules);
        let (rules, lines) = rules_of([cells.variables(), contents.hidden.len()], all);
        let givens: Vec<Variable> = contents.givens.iter().map(|(variable, _)| *variable).collect();
        let cages = Cages::on(&cells.board, &contents.cages);
        let options = options::tree(&cells, &contents);
        let all = if cells.values.is_single() {
            counted_by_rules(&rules, cells.variables())
        } else {
            Some(cells.variables() / cells.values.len())
        };
        let places = all.and_then(|all| all.checked_sub(givens.len()));
        let (text, judges_rules) = (text.to_owned(), false);
        FilePuzzle { text, texts, cells, rules, givens, lines, contents, cages, options, places, judges_rules }
    }

    /// Returns the puzzle with a different answer to the command `check`: a report on contradictory and superfluous
    /// rules.
    pub(crate) fn judging_rules(self) -> FilePuzzle {
        FilePuzzle { judges_rules: true, ..self }
    }

    /// Returns the number of shown variables and the number of hidden variables.
    pub(crate) fn shown_and_hidden(&self) -> [usize; 2] {
        [self.cells.variables(), self.contents.hidden.len()]
    }

    /// Returns the first rule that allows at most one of the variables `a` and `b` to be true.
    fn exclusive_with(&self, a: Variable, b: Variable) -> Option<&Rule> {
        let has = |rule: &Rule, variable| rule.literals.contains(&Literal::positive(variable));
        let is_exclusive = |rule: &&Rule| has(rule, a) && has(rule, b) && rule.is_exclusive();
        self.contents.statements.iter().flat_map(|statement| &statement.rules).find(is_exclusive)
    }

    fn index(&self, cell: Cell) -> usize {
        cell.row * self.cells.board.columns + cell.column
    }
}

/// The number of rules with which [`counted_by_rules`] begins. Configurators may have thousands of rules.
const MOST_FIRST: usize = 32;

/// Returns the number of true variables, among the first `variables`, that every solution has; `None` if no rules are
/// found that state it. Rules state it if they count exactly, and share no variable, and count all variables, such as
/// the clues of all rows.
fn counted_by_rules(rules: &Rules, variables: usize) -> Option<usize> {
    let exact: Vec<&Constraint> =
        rules.constraints().filter(|rule| rule.min() == rule.max() && rule.is_positive()).collect();
    // A clue 0 makes each of its variables false by a rule of its own.
    let mut is_false = vec![false; variables];
    for rule in rules.constraints().filter(|rule| rule.min() == 1 && !rule.is_positive()) {
        if let [variable] = rule.variables()
            && let Some(is_false) = is_false.get_mut(variable.index())
        {
            *is_false = true;
        }
    }
    // A family of rules, such as the rules of all columns, may follow another family. So each rule is once the first.
    (0..exact.len().min(MOST_FIRST)).find_map(|first| {
        let mut counted = is_false.clone();
        let mut total = 0;
        for rule in &exact[first..] {
            let is_new = |variable: &Variable| {
                counted.get(variable.index()) == Some(&false) || is_false.get(variable.index()) == Some(&true)
            };
            if rule.variables().iter().all(is_new) {
                rule.variables().iter().for_each(|variable| counted[variable.index()] = true);
                total += rule.min();
            }
        }
        counted.into_iter().all(|is_counted| is_counted).then_some(total)
    })
}

impl Puzzle for FilePuzzle {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn givens(&self) -> &[Variable] {
        &self.givens
    }

    fn visibility(&self, line: ConstraintId) -> Visibility {
        let (name, is_cell) = &self.lines[line.index()];
        let is_straight = ["row ", "column ", "diagonal"].iter().any(|kind| name.contains(kind));
        match (is_cell, is_straight) {
            (true, _) => Visibility::Cell,
            (false, true) => Visibility::Straight,
            (false, false) => Visibility::Near,
        }
    }

    fn weights(&self) -> Option<&Weights> {
        self.contents.prices.as_ref()
    }

    fn places(&self) -> Option<usize> {
        self.places
    }
}

impl Layout for FilePuzzle {
    fn grid(&self) -> (usize, usize) {
        (self.cells.board.columns, self.cells.board.rows)
    }

    fn cell(&self, variable: Variable) -> Cell {
        self.cells.board.position(self.cells.cell_and_value(variable).0)
    }

    fn symbol(&self, variable: Variable) -> char {
        self.cells.values.symbols[self.cells.cell_and_value(variable).1]
    }

    fn clue(&self, cell: Cell) -> Option<char> {
        self.cells.board.clues[self.index(cell)]
    }

    fn clue_noun(&self, clue: char) -> Option<&str> {
        self.contents.clue_nouns.get(&clue).map(String::as_str)
    }

    fn region(&self, cell: Cell) -> Option<usize> {
        let cell = self.index(cell);
        self.cells.board.regions[cell].or(self.cages.of(cell))
    }

    fn corner(&self, cell: Cell) -> Option<&str> {
        self.cages.text(self.index(cell))
    }

    fn region_letter(&self, region: usize) -> Option<char> {
        // In a puzzle with several values, letters of regions would look like values.
        self.cells.board.letters.get(region).copied().filter(|_| self.cells.values.is_single())
    }

    fn symbol_among_letters(&self, variable: Variable) -> char {
        let symbol = self.symbol(variable);
        if self.cells.board.letters.contains(&symbol) { '*' } else { symbol }
    }

    fn signs(&self) -> &[CellSign] {
        &self.contents.signs
    }

    fn options(&self) -> Option<&OptionTree> {
        self.options.as_ref()
    }

    fn column_label(&self, column: usize) -> String {
        if self.cells.board.is_list { String::new() } else { letters_of(column) }
    }

    fn row_label(&self, row: usize) -> String {
        if self.cells.board.is_list { self.cells.board.names[row].clone() } else { (row + 1).to_string() }
    }

    fn row_clue(&self, row: usize) -> Option<&SideClue> {
        self.contents.wanted.rows.get(&row)
    }

    fn column_clue(&self, column: usize) -> Option<&SideClue> {
        self.contents.wanted.columns.get(&column)
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.cells.board.names[self.index(cell)].clone()
    }

    fn cell_named(&self, text: &str) -> Result<Cell, BadArgument> {
        self.cells
            .board
            .cell(&Word { text, span: 0..0 })
            .map(|cell| self.cells.board.position(cell))
            .map_err(|fault| fault.message.into())
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

    fn cell_and_value(&self, variable: Variable) -> Option<(String, String)> {
        if self.cells.values.is_single() {
            return None;
        }
        let (cell, value) = self.cells.cell_and_value(variable);
        Some((self.cells.board.names[cell].clone(), self.cells.values.names[value].clone()))
    }

    fn auxiliary_name(&self, number: usize) -> String {
        self.contents.hidden[number].clone()
    }

    fn line_name(&self, line: ConstraintId) -> String {
        self.lines[line.index()].0.clone()
    }

    fn line_phrase(&self, line: ConstraintId) -> String {
        let (name, is_cell) = &self.lines[line.index()];
        let is_of_values = !self.cells.values.is_single() && !is_cell;
        format!("{} {name}", if is_of_values { "for" } else { "in" })
    }

    fn candidate_noun(&self, line: ConstraintId) -> &str {
        match self.lines[line.index()].1 {
            true => "value",
            _ if self.piece().is_some() || self.cells.board.is_list => self.cell_noun(),
            _ => "cell",
        }
    }

    fn cell_noun(&self) -> &str {
        if self.cells.board.is_list { "option" } else { "cell" }
    }

    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        let rule = self.exclusive_with(a, b)?;
        Some(if rule.is_cell { "the same cell".to_owned() } else { rule.name.clone() })
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let rule = self.exclusive_with(by, excluded)?;
        // The name of a rule for two cells would only repeat the names of these cells.
        (rule.literals.len() > 2).then(|| format!("in {}", self.shared(by, excluded).unwrap_or_default()))
    }

    fn clash(&self, a: Variable, b: Variable) -> String {
        let of_pair =
            [a, b].map(|variable| self.cells.board.names[self.cells.cell_and_value(variable).0].as_str()).join(" and ");
        match self.exclusive_with(a, b) {
            // Rules for neighbours are named after their two cells.
            Some(rule) if rule.name == of_pair => "are neighbours".to_owned(),
            _ => {
                let along = self.along(a, b).map_or_else(String::new, |along| format!(" {along}"));
                format!("rule each other out{along}")
            }
        }
    }

    fn exclusion_verbs(&self) -> [&'static str; 2] {
        // The options of a configurator are excluded, in its rules and in its list.
        if self.options.is_some() { ["exclude", "excluded"] } else { ["rule out", "ruled out"] }
    }

    fn feature_model(&self) -> Option<&FeatureModel> {
        self.contents.feature_model.as_ref()
    }

    fn details(&self, variable: Variable) -> Facts {
        let Some(prices) = &self.contents.prices else { return Facts::new() };
        Facts::new().with("price", Value::Decimal(prices.written(i128::from(prices.of(variable)))))
    }
}

impl Playable for FilePuzzle {
    /// Returns the text of the file.
    fn text(&self) -> String {
        self.text.clone()
    }

    fn head(&self) -> Facts {
        Facts::new().with("title", self.texts.title.clone())
    }

    fn stated_rules(&self) -> Vec<StatedRule> {
        stated::stated_rules(&self.cells, &self.contents)
    }

    fn named(&self, text: &str) -> Result<Variable, BadArgument> {
        match self.cells.named(&Word { text, span: 0..0 }) {
            Ok(Literal { variable, value: true }) => Ok(variable),
            Ok(Literal { variable, .. }) => Err(format!("expected a name such as {}", self.name(variable)).into()),
            Err(fault) => Err(fault.message.into()),
        }
    }

    fn check_report(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Report>, Interrupted> {
        if self.judges_rules && marks.is_empty() { judge::report(self, budget).map(Some) } else { Ok(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_counts_of_all_cells_give_the_number_of_pieces() {
        let places = |rules: &str| FilePuzzle::read(&format!("rows = 3\n{rules}")).unwrap().places();
        let [rows, columns, board] = ["row", "column", "board"].map(|every| format!("every = \"{every}\"\n"));
        let rule = |bounds: &str, every: &str| format!("[[rule]]\n{bounds}\n{every}");
        assert_eq!(places(&rule("exactly = 2", &rows)), Some(6));
        let most = rule("at-most = 2", &rows);
        assert_eq!(places(&most), None);
        assert_eq!(places(&(most + &rule("exactly = 1", &columns))), Some(3));
        assert_eq!(places(&rule("exactly = 4", &board)), Some(4));
        let tents = FilePuzzle::read(include_str!("../puzzles/tents.toml")).unwrap();
        assert_eq!(tents.places(), Some(5));
    }
}
