//! The statements of a file, one by one, as the rules that each makes.
//!
//! Every rule keeps its statement and the place where that stands, so that a contradiction is told in lines of the
//! file.

mod counting;
mod prices;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::Peekable;
use std::ops::{Range, RangeInclusive};
use std::slice::Iter;

use bdd_core::{Literal, Rules, Variable, Weights};
use puzzle_kind::Wanted;

use crate::board::{Board, Group, checked_name};
use crate::tree::{Checked, Fault, Item, MOST_VARIABLES, Table, Word, shortened};
use crate::values::Values;

/// The most literals in all rules of a file together, and the most pairs that exclude each other.
const MOST_LITERALS: usize = 400_000;

/// One rule over the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// So many of these literals are true.
    pub(crate) bounds: RangeInclusive<usize>,
    pub(crate) literals: Vec<Literal>,
    /// What the literals are called, as in `row 3`, `2 in region A`.
    pub(crate) name: String,
    /// Whether the literals are the values of one cell.
    pub(crate) is_cell: bool,
}

impl Rule {
    pub(crate) fn new(bounds: RangeInclusive<usize>, literals: Vec<Literal>, name: String) -> Rule {
        Rule { bounds, literals, name, is_cell: false }
    }

    /// Returns the rule that one of these literals is true at least.
    fn clause(literals: Vec<Literal>, name: String) -> Rule {
        match literals.as_slice() {
            // Two that exclude each other are that, whichever way it was said.
            &[a, b] if !a.value && !b.value => Rule::new(0..=1, vec![!a, !b], name),
            _ => Rule::new(1..=literals.len(), literals, name),
        }
    }

    /// Whether one of several variables can be true, so that any two of them exclude each other.
    pub(crate) fn is_exclusive(&self) -> bool {
        *self.bounds.end() == 1 && self.literals.len() > 1 && self.literals.iter().all(|literal| literal.value)
    }
}

/// Something that a file says, and the rules that it makes.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// Where it stands.
    pub(crate) at: Range<usize>,
    /// What it is, as in `the rule`, `the given a1=3`.
    pub(crate) name: String,
    pub(crate) rules: Vec<Rule>,
}

/// The board and the values, and with them the variables: one for each value of each open cell, cell by cell.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) board: Board,
    pub(crate) values: Values,
    /// The cells in which something may be placed.
    open: Vec<usize>,
}

impl Cells {
    pub(crate) fn new(board: Board, values: Values) -> Cells {
        Cells { open: (0..board.cells()).filter(|&cell| board.is_open(cell)).collect(), board, values }
    }

    pub(crate) fn variables(&self) -> usize {
        self.open.len() * self.values.len()
    }

    /// The cell and the value of a variable.
    pub(crate) fn meaning(&self, variable: Variable) -> (usize, usize) {
        (self.open[variable.index() / self.values.len()], variable.index() % self.values.len())
    }

    /// The literal that a cell has a value; `None` if it shows a clue.
    pub(crate) fn has(&self, cell: usize, value: usize) -> Option<Literal> {
        let open = self.open.binary_search(&cell).ok()?;
        Some(Literal::positive(Variable::from_index(open * self.values.len() + value)))
    }

    pub(crate) fn name(&self, variable: Variable) -> String {
        let (cell, value) = self.meaning(variable);
        let cell = &self.board.names[cell];
        if self.values.is_single() { cell.clone() } else { format!("{cell}={}", self.values.names[value]) }
    }

    /// The literal that a word names, as in `a1`, `a1=3` or `a1!=3`.
    pub(crate) fn named(&self, word: &Word<'_>) -> Checked<Literal> {
        let is_name = self.values.is_single() && self.board.cell(word).is_ok();
        let (cell, name, is_so) = match word.text.split_once('=').filter(|_| !is_name) {
            Some((cell, value)) => (cell.trim_end_matches('!'), Some(value), !cell.ends_with('!')),
            None => (word.text, None, true),
        };
        let part = |text| Word { text, at: word.at.clone() };
        let cell = self.board.cell(&part(cell))?;
        let number = match name {
            Some(name) => self.values.named(&part(name))?,
            None if self.values.is_single() => 0,
            None => {
                let example = format!("{}={}", self.board.names[cell], self.values.names[0]);
                return Fault::at(&word.at, format!("expected a cell with its value, such as {example:?}"));
            }
        };
        match self.has(cell, number) {
            Some(literal) => Ok(if is_so { literal } else { !literal }),
            None => self.is_clue(cell, &word.at),
        }
    }

    fn is_clue<T>(&self, cell: usize, at: &Range<usize>) -> Checked<T> {
        Fault::at(at, format!("nothing is placed in {:?}: it shows a clue", self.board.names[cell]))
    }
}

/// The numbers beside the rows and the columns of a grid, where a file lists one for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    pub(crate) rows: BTreeMap<usize, Wanted>,
    pub(crate) columns: BTreeMap<usize, Wanted>,
}

impl Sides {
    /// Notes how many of these variables are wanted in a group of cells, if it is a whole row or column that has no number yet.
    pub(crate) fn note(&mut self, board: &Board, group: &Group, number: usize, literals: &[Literal]) {
        let Some(&first) = group.cells.first().filter(|_| !board.is_list) else { return };
        let (row, column) = (first / board.columns, first % board.columns);
        let cells = || group.cells.iter().copied();
        let place = if cells().eq(row * board.columns..(row + 1) * board.columns) {
            self.rows.entry(row)
        } else if cells().eq((column..board.cells()).step_by(board.columns)) {
            self.columns.entry(column)
        } else {
            return;
        };
        let mut variables: Vec<Variable> = literals.iter().map(|literal| literal.variable).collect();
        variables.sort_unstable();
        place.or_insert(Wanted { number, variables });
    }
}

/// All that a file says of its cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) statements: Vec<Statement>,
    pub(crate) givens: Vec<(Variable, Range<usize>)>,
    /// The numbers beside rows and below columns.
    pub(crate) wanted: Sides,
    /// The names of the hidden variables, which come after those of the cells.
    pub(crate) hidden: Vec<String>,
    /// What each variable costs, if the file says so.
    pub(crate) prices: Option<Weights>,
}

/// Reads all that a file says.
#[derive(Debug)]
pub(crate) struct Reader<'c> {
    pub(crate) cells: &'c Cells,
    pub(crate) said: Said,
    /// The hidden variables by their names in small letters.
    hidden: HashMap<String, Literal>,
    literals: usize,
}

impl<'c> Reader<'c> {
    /// The keys of a file that say what its rules are.
    pub(crate) const KEYS: [&'static str; 7] =
        ["rule", "requires", "excludes", "compare", "givens", "prices", "hidden"];

    pub(crate) fn new(cells: &'c Cells) -> Reader<'c> {
        Reader { cells, said: Said::default(), hidden: HashMap::new(), literals: 0 }
    }

    pub(crate) fn read(&mut self, file: &Table<'_>) -> Checked<()> {
        self.one_value_a_cell()?;
        if let Some(item) = file.get("hidden") {
            self.hidden(&item)?;
        }
        if let Some(rules) = file.get("rule") {
            for item in rules.list() {
                counting::read(self, &item)?;
            }
        }
        if let Some(item) = file.get("compare") {
            item.list().iter().try_for_each(|item| self.comparison(item))?;
        }
        for (key, says) in [("requires", true), ("excludes", false)] {
            let Some(item) = file.get(key) else { continue };
            for (item, at) in item.any_table()?.entries() {
                self.consequences(&item, &at, says)?;
            }
        }
        if let Some(item) = file.get("givens") {
            self.givens(&item)?;
        }
        if let Some(item) = file.get("prices") {
            self.said.prices = Some(prices::read(self.cells, &item)?);
        }
        self.put_in_order();
        Ok(())
    }

    /// Puts what is given in order, each thing once.
    pub(crate) fn put_in_order(&mut self) {
        self.said.givens.sort_unstable_by_key(|(variable, _)| *variable);
        self.said.givens.dedup_by_key(|(variable, _)| *variable);
    }

    /// The next literal of a text, as in `a1` or `not b2`, and the word that names it; `None` at the end, or after a `not`.
    fn next_literal<'a>(&self, words: &mut Peekable<Iter<'a, Word<'a>>>) -> Checked<Option<(Literal, &'a Word<'a>)>> {
        let is_negated = words.next_if(|word| word.text.eq_ignore_ascii_case("not")).is_some();
        let Some(word) = words.next() else { return Ok(None) };
        let literal = self.named(word)?;
        Ok(Some((if is_negated { !literal } else { literal }, word)))
    }

    /// The literals of which a text says that one is true, as in `a1 or not b2`.
    fn clause(&self, item: &Item<'_>) -> Checked<Vec<Literal>> {
        let words = item.words()?;
        let mut literals: Vec<Literal> = Vec::new();
        let mut words = words.iter().peekable();
        loop {
            let Some((literal, _)) = self.next_literal(&mut words)? else {
                return item.expected("names with \"or\" between them, such as \"a1\"");
            };
            literals.push(literal);
            match words.next() {
                None => return Ok(literals),
                Some(word) if word.text.eq_ignore_ascii_case("or") => {}
                Some(word) => return word.expected("\"or\""),
            }
        }
    }

    fn literal(&self, item: &Item<'_>) -> Checked<Literal> {
        match self.clause(item)?.as_slice() {
            &[literal] => Ok(literal),
            _ => item.expected("one name, such as \"a1\" or \"not a1\""),
        }
    }

    /// The literals that a text lists, as in `a1 not b2`, of variables that differ.
    pub(crate) fn literals(&self, item: &Item<'_>) -> Checked<Vec<Literal>> {
        let (mut literals, mut seen) = (Vec::new(), BTreeSet::new());
        let words = item.words()?;
        let mut words = words.iter().peekable();
        while words.peek().is_some() {
            let Some((literal, word)) = self.next_literal(&mut words)? else {
                return item.expected("a name after \"not\"");
            };
            if !seen.insert(literal.variable) {
                return Fault::at(&word.at, format!("{:?} is there twice", shortened(word.text)));
            }
            literals.push(literal);
        }
        if literals.is_empty() { item.expected("names, such as \"a1 b2\"") } else { Ok(literals) }
    }

    /// Adds a hidden variable of this name, or of one like it that no other has.
    pub(crate) fn hide(&mut self, name: String, at: &Range<usize>) -> Checked<Literal> {
        let number = self.cells.variables() + self.said.hidden.len();
        if number >= MOST_VARIABLES {
            return Fault::at(at, format!("expected {MOST_VARIABLES} variables at most, hidden ones included"));
        }
        let is_new = !self.hidden.contains_key(&name.to_lowercase());
        // Numbered as no other is: names that are said have no such sign.
        let own = if is_new { name } else { format!("{name}'{}", self.said.hidden.len()) };
        let literal = Literal::positive(Variable::from_index(number));
        self.hidden.insert(own.to_lowercase(), literal);
        self.said.hidden.push(own);
        Ok(literal)
    }

    /// The things that a file wants hidden.
    fn hidden(&mut self, item: &Item<'_>) -> Checked<()> {
        for word in item.new_names()? {
            let name = checked_name(&word)?;
            if self.named(&Word { text: name, at: word.at.clone() }).is_ok() {
                return Fault::at(&word.at, format!("there are two {name:?}: expected names that all differ"));
            }
            self.hide(name.to_owned(), &word.at)?;
        }
        Ok(())
    }

    /// The literal that a word names, of a hidden variable or not; see [`Cells::named`].
    pub(crate) fn named(&self, word: &Word<'_>) -> Checked<Literal> {
        self.hidden.get(&word.text.to_lowercase()).map_or_else(|| self.cells.named(word), |&literal| Ok(literal))
    }

    pub(crate) fn is_hidden(&self, variable: Variable) -> bool {
        variable.index() >= self.cells.variables()
    }

    pub(crate) fn name(&self, variable: Variable) -> String {
        match variable.index().checked_sub(self.cells.variables()) {
            Some(hidden) => self.said.hidden[hidden].clone(),
            None => self.cells.name(variable),
        }
    }

    pub(crate) fn literal_name(&self, literal: Literal) -> String {
        format!("{}{}", if literal.value { "" } else { "not " }, self.name(literal.variable))
    }

    /// Adds a statement, unless all statements together are too large.
    pub(crate) fn say(&mut self, at: Range<usize>, name: String, rules: Vec<Rule>) -> Checked<()> {
        for rule in &rules {
            let count = rule.literals.len();
            let pairs = if *rule.bounds.end() == 1 { count * count.saturating_sub(1) } else { 0 };
            self.literals += count + pairs;
        }
        if self.literals > MOST_LITERALS {
            return Fault::at(&at, "the rules up to here are too large: expected fewer cells, or fewer rules");
        }
        self.said.statements.push(Statement { at, name, rules });
        Ok(())
    }

    fn one_value_a_cell(&mut self) -> Checked<()> {
        let (board, values) = (&self.cells.board, &self.cells.values);
        if values.is_single() {
            return Ok(());
        }
        let of = |cell: usize| {
            let all = (0..values.len()).filter_map(|value| self.cells.has(cell, value));
            Rule { is_cell: true, ..Rule::new(1..=1, all.collect(), board.names[cell].clone()) }
        };
        let rules = (0..board.cells()).filter(|&cell| board.is_open(cell)).map(of).collect();
        self.say(0..0, String::new(), rules)
    }

    /// `"a1 < b1"`: pairs of values that are not so exclude each other.
    fn comparison(&mut self, item: &Item<'_>) -> Checked<()> {
        let words = item.words()?;
        let [a, sign, b] = words.as_slice() else {
            return item.expected("two cells with a sign between, such as \"a1 < b1\"");
        };
        let holds: fn(&usize, &usize) -> bool = match sign.text {
            "<" => usize::lt,
            ">" => usize::gt,
            "<=" => usize::le,
            ">=" => usize::ge,
            "=" => usize::eq,
            "!=" => usize::ne,
            _ => return sign.expected("one of < > <= >= = !="),
        };
        if self.cells.values.is_single() {
            return Fault::at(&item.at, "expected \"values\", whose order is compared");
        }
        let (first, second) = (self.open_cell(a)?, self.open_cell(b)?);
        if first == second {
            return item.expected("two cells that differ");
        }
        let name = format!("{} {} {}", self.cells.board.names[first], sign.text, self.cells.board.names[second]);
        let mut rules = Vec::new();
        let values = self.cells.values.len();
        for (x, y) in (0..values).flat_map(|x| (0..values).map(move |y| (x, y))).filter(|(x, y)| !holds(x, y)) {
            let pair = [self.cells.has(first, x), self.cells.has(second, y)];
            let literals = pair.into_iter().flatten().collect();
            rules.push(Rule::new(0..=1, literals, name.clone()));
        }
        self.say(item.at.clone(), format!("{name:?}"), rules)
    }

    pub(crate) fn open_cell(&self, word: &Word<'_>) -> Checked<usize> {
        let cell = self.cells.board.cell(word)?;
        if self.cells.board.is_open(cell) { Ok(cell) } else { self.cells.is_clue(cell, &word.at) }
    }

    /// What a literal requires, each a clause; or what it excludes, each a literal.
    fn consequences(&mut self, item: &Item<'_>, key: &Range<usize>, says: bool) -> Checked<()> {
        let words: Vec<&str> = item.key.split_whitespace().collect();
        let (is_negated, text) = match words.as_slice() {
            [text] => (false, *text),
            [not, text] if not.eq_ignore_ascii_case("not") => (true, *text),
            _ => return Word { text: &item.key, at: key.clone() }.expected("a name, such as \"a1\" or \"not a1\""),
        };
        let named = self.named(&Word { text, at: key.clone() })?;
        let cause = if is_negated { !named } else { named };
        let mut rules = Vec::new();
        for then in item.list() {
            let effects = if says { self.clause(&then)? } else { vec![!self.literal(&then)?] };
            let mut literals = vec![!cause];
            for literal in effects {
                if literal.variable == cause.variable {
                    return then.expected("something else than what it is about");
                }
                if literals.iter().any(|other| other.variable == literal.variable) {
                    return then.expected("names that differ");
                }
                literals.push(literal);
            }
            let name = if let &[a, Literal { variable, value: false }] = literals.as_slice()
                && !a.value
            {
                format!("the rule that {} excludes {}", self.name(a.variable), self.name(variable))
            } else {
                let effects: Vec<String> = literals[1..].iter().map(|&literal| self.literal_name(literal)).collect();
                format!("the rule that {} requires {}", self.literal_name(cause), effects.join(" or "))
            };
            rules.push(Rule::clause(literals, name));
        }
        let verb = if says { "requires" } else { "excludes" };
        let name = format!("what {} {verb}", self.literal_name(cause));
        self.say(key.start..item.at.end, name, rules)
    }

    /// What is given: a drawing with the symbols of values, or names.
    fn givens(&mut self, item: &Item<'_>) -> Checked<()> {
        if !item.is_list() && !self.cells.board.is_list {
            let drawing = self.cells.board.drawing(item)?;
            for (cell, sign) in drawing.into_iter().enumerate() {
                let Some(sign) = sign else { continue };
                let Some(value) = self.cells.values.drawn_as(sign) else {
                    let all: String = self.cells.values.symbols.iter().collect();
                    let name = &self.cells.board.names[cell];
                    let what = format!("{sign:?} in {name} is nothing to place: expected one of {all:?}, or a .");
                    return Fault::at(&item.at, what);
                };
                let Some(literal) = self.cells.has(cell, value) else { return self.cells.is_clue(cell, &item.at) };
                self.said.givens.push((literal.variable, item.at.clone()));
            }
            return Ok(());
        }
        for one in item.list() {
            let literal = self.literal(&one)?;
            if literal.value && !self.is_hidden(literal.variable) {
                self.said.givens.push((literal.variable, one.at.clone()));
            } else {
                let name = self.literal_name(literal);
                let said = format!("the given {name}");
                self.say(one.at.clone(), said, vec![Rule::new(1..=1, vec![literal], name)])?;
            }
        }
        Ok(())
    }

    /// The open cells of a group.
    pub(crate) fn open_cells(&self, group: &Group) -> Vec<usize> {
        group.cells.iter().copied().filter(|&cell| self.cells.board.is_open(cell)).collect()
    }
}

/// These rules over the variables that are shown and so many hidden ones, and of each line its name and whether it is of one
/// cell's values. What only excludes becomes no line.
pub(crate) fn rules_of<'s>(
    [shown, hidden]: [usize; 2],
    said: impl IntoIterator<Item = &'s Rule>,
) -> (Rules, Vec<(String, bool)>) {
    let mut rules = Rules::new(shown).with_auxiliary(hidden);
    let mut names = Vec::new();
    for rule in said {
        if rule.bounds == (0..=1) && rule.literals.iter().all(|literal| literal.value) {
            rules.at_most_one(&rule.literals.iter().map(|literal| literal.variable).collect::<Vec<_>>());
        } else {
            rules.count(rule.bounds.clone(), &rule.literals);
            names.push((rule.name.clone(), rule.is_cell));
        }
    }
    (rules, names)
}
