//! The statements of a file and the rules that they make.
//!
//! A [`Statement`] keeps its position in the text, so that the check of a file can name the lines of a contradiction.
//! The variables of a puzzle are those of its cells ([`CellVariables`]), and after them the auxiliary variables, which
//! puzzle files call hidden.

mod counting;
mod prices;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::Peekable;
use std::ops::{Range, RangeInclusive};
use std::slice::Iter;

use bdd_core::{Literal, Rules, Variable, Weights};
use puzzle_core::features::FeatureModel;
use puzzle_kind::{CellSign, Relation, SideClue};

use crate::board::{FileBoard, Group, checked_name};
use crate::cages::Cage;
use crate::telling::Telling;
use crate::tree::{MAX_VARIABLES, ReadResult, TomlItem, TomlTable, Word, fail, shortened};
use crate::values::Values;

/// The maximum size of all rules of a file together. The size of a rule is its number of literals. A rule with the
/// upper bound 1 also counts 2 for each pair of its literals, since the two exclude each other.
const MAX_LITERALS: usize = 400_000;

/// A rule of a puzzle: bounds on the number of true literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// The allowed numbers of true `literals`.
    pub(crate) bounds: RangeInclusive<usize>,
    pub(crate) literals: Vec<Literal>,
    /// A name for the set of literals, such as `row 3` or `2 in region A`.
    pub(crate) name: String,
    /// `true` if the literals are the values of one cell.
    pub(crate) is_cell: bool,
    pub(crate) group: RuleGroup,
}

/// The group of cells that a [`Rule`] is about. The player sees all rules of a statement about the same group as a
/// single scope of the statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleGroup {
    /// The name of the group, such as `row 3`; by default the name of the rule.
    pub(crate) name: String,
    /// The names of the values that the rule counts, such as `2 or 3`; empty if the rule counts pieces.
    pub(crate) values: String,
    /// The index of the cell whose neighbours are the group; `None` if the group is not a neighbourhood.
    pub(crate) of: Option<usize>,
}

impl Rule {
    pub(crate) fn new(bounds: RangeInclusive<usize>, literals: Vec<Literal>, name: String) -> Rule {
        let group = RuleGroup { name: name.clone(), ..RuleGroup::default() };
        Rule { bounds, literals, name, is_cell: false, group }
    }

    /// Returns the rule with `group` in place of its group.
    pub(crate) fn about(self, group: RuleGroup) -> Rule {
        Rule { group, ..self }
    }

    /// Returns the rule that at least one literal is true.
    fn clause(literals: Vec<Literal>, name: String) -> Rule {
        match literals.as_slice() {
            // Two variables that exclude each other always make the same form of rule, however the file states it.
            &[a, b] if !a.value && !b.value => Rule::new(0..=1, vec![!a, !b], name),
            _ => Rule::new(1..=literals.len(), literals, name),
        }
    }

    /// Returns `true` if, by this rule, any two of its variables exclude each other.
    pub(crate) fn is_exclusive(&self) -> bool {
        *self.bounds.end() == 1 && self.literals.len() > 1 && self.literals.iter().all(|literal| literal.value)
    }
}

/// A statement of a file, such as a `[[rule]]` or a requirement, with the rules (bounds on numbers of true literals)
/// that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// The position of the statement in the file, in bytes.
    pub(crate) span: Range<usize>,
    /// A noun phrase such as `the rule` or `the given a1=3`; empty for the built-in statement that each cell has one
    /// value.
    pub(crate) name: String,
    pub(crate) rules: Vec<Rule>,
    pub(crate) telling: Telling,
}

/// A board, the values of its cells, and the variables of the puzzle: one for each value of each open cell, cell by
/// cell.
#[derive(Clone, Debug)]
pub(crate) struct CellVariables {
    pub(crate) board: FileBoard,
    pub(crate) values: Values,
    /// The cells without a clue, in ascending order.
    open: Vec<usize>,
}

impl CellVariables {
    pub(crate) fn new(board: FileBoard, values: Values) -> CellVariables {
        CellVariables { open: (0..board.cells()).filter(|&cell| board.is_open(cell)).collect(), board, values }
    }

    pub(crate) fn variables(&self) -> usize {
        self.open.len() * self.values.len()
    }

    /// Returns the cell and the value of a variable, both as indices.
    pub(crate) fn cell_and_value(&self, variable: Variable) -> (usize, usize) {
        (self.open[variable.index() / self.values.len()], variable.index() % self.values.len())
    }

    /// Returns the literal that is true if `cell` has `value`; `None` if the cell shows a clue and so has no variables.
    pub(crate) fn has(&self, cell: usize, value: usize) -> Option<Literal> {
        let open = self.open.binary_search(&cell).ok()?;
        Some(Literal::positive(Variable::from_index(open * self.values.len() + value)))
    }

    pub(crate) fn name(&self, variable: Variable) -> String {
        let (cell, value) = self.cell_and_value(variable);
        let cell = &self.board.names[cell];
        if self.values.is_single() { cell.clone() } else { format!("{cell}={}", self.values.names[value]) }
    }

    /// Reads the literal of a word such as `a1`, `a1=3` or `a1!=3`.
    pub(crate) fn named(&self, word: &Word<'_>) -> ReadResult<Literal> {
        let is_cell_name = self.values.is_single() && self.board.cell(word).is_ok();
        let (cell, name, is_positive) = match word.text.split_once('=').filter(|_| !is_cell_name) {
            Some((cell, value)) => (cell.trim_end_matches('!'), Some(value), !cell.ends_with('!')),
            None => (word.text, None, true),
        };
        let part = |text| Word { text, span: word.span.clone() };
        let cell = self.board.cell(&part(cell))?;
        let number = match name {
            Some(name) => self.values.named(&part(name))?,
            None if self.values.is_single() => 0,
            None => {
                let example = format!("{}={}", self.board.names[cell], self.values.names[0]);
                return fail(&word.span, format!("expected a cell with its value, such as {example:?}"));
            }
        };
        match self.has(cell, number) {
            Some(literal) => Ok(if is_positive { literal } else { !literal }),
            None => self.fail_at_clue(cell, &word.span),
        }
    }

    fn fail_at_clue<T>(&self, cell: usize, span: &Range<usize>) -> ReadResult<T> {
        fail(span, format!("expected an open cell, found {:?}, which shows a clue", self.board.names[cell]))
    }
}

/// The numbers shown beside rows and below columns. They come from rules that list a number for each row or column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    pub(crate) rows: BTreeMap<usize, SideClue>,
    pub(crate) columns: BTreeMap<usize, SideClue>,
}

impl Sides {
    /// Stores `number`, the number of true `literals` in `group`, if the group is a whole row or column without a
    /// number so far.
    pub(crate) fn set(&mut self, board: &FileBoard, group: &Group, number: usize, literals: &[Literal]) {
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
        place.or_insert(SideClue { number, variables });
    }
}

/// The rules, givens and prices of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileContents {
    pub(crate) statements: Vec<Statement>,
    /// The given variables in ascending order, with their positions in the file.
    pub(crate) givens: Vec<(Variable, Range<usize>)>,
    pub(crate) wanted: Sides,
    /// The names of the hidden variables. Their indices follow the indices of the cells' variables.
    pub(crate) hidden: Vec<String>,
    pub(crate) prices: Option<Weights>,
    /// The groups of cells that the file names.
    pub(crate) groups: Vec<Group>,
    /// The groups of cells that rules of the file list, for drawing borders around them.
    pub(crate) cages: Vec<Cage>,
    /// The signs, such as `<`, to draw between cells that share a side. Comparisons such as `a1 < b1` make them.
    pub(crate) signs: Vec<CellSign>,
    /// The nouns for clues, such as `tree`, by the signs of the clues.
    pub(crate) clue_nouns: BTreeMap<char, String>,
    /// The feature model of the file; `None` if the file is not a feature model.
    pub(crate) feature_model: Option<FeatureModel>,
}

/// The reader of a file's statements.
#[derive(Debug)]
pub(crate) struct StatementReader<'c> {
    pub(crate) cells: &'c CellVariables,
    pub(crate) contents: FileContents,
    /// The literal of each hidden variable, by its name in lower case.
    hidden: HashMap<String, Literal>,
    /// The size of all rules read so far, measured in the same way as [`MAX_LITERALS`].
    literals: usize,
    /// For each condition used so far, the literals that stand for the condition: each of them is true exactly if the
    /// condition holds. The key is the list of the condition's own literals, in ascending order.
    copies: HashMap<Vec<Literal>, Vec<Literal>>,
    /// The attributes, each with its name and with a decimal number for each variable.
    attributes: Vec<(String, Vec<String>)>,
    /// The limit for `literals`: [`MAX_LITERALS`] by default, and a larger number for files that list their
    /// constraints.
    pub(crate) max_literals: usize,
}

impl<'c> StatementReader<'c> {
    /// The keys of a puzzle file whose values become statements.
    pub(crate) const KEYS: [&'static str; 9] =
        ["rule", "requires", "excludes", "compare", "givens", "prices", "hidden", "groups", "attributes"];

    pub(crate) fn new(cells: &'c CellVariables) -> StatementReader<'c> {
        StatementReader {
            cells,
            contents: FileContents::default(),
            hidden: HashMap::new(),
            copies: HashMap::new(),
            attributes: Vec::new(),
            literals: 0,
            max_literals: MAX_LITERALS,
        }
    }

    pub(crate) fn read(&mut self, file: &TomlTable<'_>) -> ReadResult<()> {
        self.one_value_a_cell()?;
        if let Some(item) = file.get("hidden") {
            self.hidden(&item)?;
        }
        if let Some(item) = file.get("groups") {
            for (item, span) in item.any_table()?.entries() {
                self.group(&item, &span)?;
            }
        }
        if let Some(item) = file.get("prices") {
            let prices = prices::read(self.cells, &item)?;
            self.contents.prices = Some(prices::weights(&prices, &item)?);
            self.attributes.push(("price".to_owned(), prices));
        }
        if let Some(item) = file.get("attributes") {
            for (item, span) in item.any_table()?.entries() {
                if self.attribute(&item.key).is_some() {
                    return fail(&span, format!("there are two attributes {:?}: expected names that differ", item.key));
                }
                let values = prices::read(self.cells, &item)?;
                self.attributes.push((item.key.clone(), values));
            }
        }
        if let Some(rules) = file.get("rule") {
            for item in rules.list() {
                counting::read(self, &item)?;
            }
        }
        if let Some(item) = file.get("compare") {
            item.list().iter().try_for_each(|item| self.comparison(item))?;
        }
        for verb in ["requires", "excludes"] {
            let Some(item) = file.get(verb) else { continue };
            for (item, span) in item.any_table()?.entries() {
                self.consequences(&item, &span, verb)?;
            }
        }
        if let Some(item) = file.get("givens") {
            self.givens(&item)?;
        }
        self.sort_givens();
        Ok(())
    }

    /// Reads an entry of the table `groups`: the name of a group, at `key`, and its cells.
    fn group(&mut self, item: &TomlItem<'_>, key: &Range<usize>) -> ReadResult<()> {
        let name = checked_name(&Word { text: &item.key, span: key.clone() })?.to_owned();
        if self.named(&Word { text: &name, span: key.clone() }).is_ok() {
            return fail(key, format!("there is a cell {name:?} already: expected another name for the group"));
        }
        if self.named_group(&name).is_some() {
            return fail(key, format!("there are two groups {name:?}: expected names that differ"));
        }
        let group = counting::listed_group(self, item)?;
        self.contents.groups.push(Group { name, ..group });
        Ok(())
    }

    /// Returns the group of the file with this name, ignoring case.
    pub(crate) fn named_group(&self, name: &str) -> Option<&Group> {
        self.contents.groups.iter().find(|group| group.name.eq_ignore_ascii_case(name))
    }

    /// Returns the values of an attribute, a decimal number for each variable.
    pub(crate) fn attribute(&self, name: &str) -> Option<Vec<String>> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, values)| values.clone())
    }

    pub(crate) fn attribute_names(&self) -> Vec<&str> {
        self.attributes.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Sorts the givens and removes duplicates.
    pub(crate) fn sort_givens(&mut self) {
        self.contents.givens.sort_unstable_by_key(|(variable, _)| *variable);
        self.contents.givens.dedup_by_key(|(variable, _)| *variable);
    }

    /// Reads the next literal, such as `a1` or `not b2`, and returns it with the word of its name. Returns `None` if
    /// the words end, even after a `not`.
    fn next_literal<'a>(
        &self,
        words: &mut Peekable<Iter<'a, Word<'a>>>,
    ) -> ReadResult<Option<(Literal, &'a Word<'a>)>> {
        let is_negated = words.next_if(|word| word.text.eq_ignore_ascii_case("not")).is_some();
        let Some(word) = words.next() else { return Ok(None) };
        let literal = self.named(word)?;
        Ok(Some((if is_negated { !literal } else { literal }, word)))
    }

    /// Reads the literals of a clause such as `a1 or not b2`.
    fn clause(&self, item: &TomlItem<'_>) -> ReadResult<Vec<Literal>> {
        let words = item.words()?;
        let mut literals: Vec<Literal> = Vec::new();
        let mut words = words.iter().peekable();
        loop {
            let Some((literal, _)) = self.next_literal(&mut words)? else {
                return item.expected("names with \"or\" between them, such as \"a1 or not b2\"");
            };
            literals.push(literal);
            match words.next() {
                None => return Ok(literals),
                Some(word) if word.text.eq_ignore_ascii_case("or") => {}
                Some(word) => return word.expected("\"or\""),
            }
        }
    }

    fn literal(&self, item: &TomlItem<'_>) -> ReadResult<Literal> {
        match self.clause(item)?.as_slice() {
            &[literal] => Ok(literal),
            _ => item.expected("one name, such as \"a1\" or \"not a1\""),
        }
    }

    /// Reads a list of literals of different variables, such as `a1 not b2`.
    pub(crate) fn literals(&self, item: &TomlItem<'_>) -> ReadResult<Vec<Literal>> {
        let (mut literals, mut seen) = (Vec::new(), BTreeSet::new());
        let words = item.words()?;
        let mut words = words.iter().peekable();
        while words.peek().is_some() {
            let Some((literal, word)) = self.next_literal(&mut words)? else {
                return item.expected("a name after \"not\"");
            };
            if !seen.insert(literal.variable) {
                return fail(&word.span, format!("expected names that differ, found {:?} twice", shortened(word.text)));
            }
            literals.push(literal);
        }
        if literals.is_empty() { item.expected("names, such as \"a1 b2\"") } else { Ok(literals) }
    }

    /// Adds a hidden variable. If another hidden variable has the same name, a `'` and a number are appended to `name`.
    pub(crate) fn hide(&mut self, name: String, span: &Range<usize>) -> ReadResult<Literal> {
        let number = self.cells.variables() + self.contents.hidden.len();
        if number >= MAX_VARIABLES {
            return fail(span, format!("expected at most {MAX_VARIABLES} variables, hidden ones included"));
        }
        let is_new = !self.hidden.contains_key(&name.to_lowercase());
        // The number of hidden variables grows, so no two variables get the same number.
        let unique = if is_new { name } else { format!("{name}'{}", self.contents.hidden.len()) };
        let literal = Literal::positive(Variable::from_index(number));
        self.hidden.insert(unique.to_lowercase(), literal);
        self.contents.hidden.push(unique);
        Ok(literal)
    }

    /// Reads the key `hidden`, and adds a hidden variable for each name in it.
    fn hidden(&mut self, item: &TomlItem<'_>) -> ReadResult<()> {
        for word in item.new_names()? {
            let name = checked_name(&word)?;
            if self.named(&Word { text: name, span: word.span.clone() }).is_ok() {
                return fail(&word.span, format!("there are two {name:?}: expected names that all differ"));
            }
            self.hide(name.to_owned(), &word.span)?;
        }
        Ok(())
    }

    /// Reads the literal of a word: the name of a hidden variable, or a word that [`CellVariables::named`] reads.
    pub(crate) fn named(&self, word: &Word<'_>) -> ReadResult<Literal> {
        self.hidden.get(&word.text.to_lowercase()).map_or_else(|| self.cells.named(word), |&literal| Ok(literal))
    }

    pub(crate) fn is_hidden(&self, variable: Variable) -> bool {
        variable.index() >= self.cells.variables()
    }

    pub(crate) fn name(&self, variable: Variable) -> String {
        match variable.index().checked_sub(self.cells.variables()) {
            Some(hidden) => self.contents.hidden[hidden].clone(),
            None => self.cells.name(variable),
        }
    }

    pub(crate) fn literal_name(&self, literal: Literal) -> String {
        format!("{}{}", if literal.value { "" } else { "not " }, self.name(literal.variable))
    }

    /// Adds a statement. Returns an error if all rules together exceed [`MAX_LITERALS`].
    pub(crate) fn add(
        &mut self,
        span: Range<usize>,
        name: String,
        rules: Vec<Rule>,
        telling: Telling,
    ) -> ReadResult<()> {
        for rule in &rules {
            let count = rule.literals.len();
            let pairs = if *rule.bounds.end() == 1 { count * count.saturating_sub(1) } else { 0 };
            self.literals += count + pairs;
        }
        if self.literals > self.max_literals {
            return fail(&span, "the rules up to this line are too large: expected fewer cells, or fewer rules");
        }
        self.contents.statements.push(Statement { span, name, rules, telling });
        Ok(())
    }

    fn one_value_a_cell(&mut self) -> ReadResult<()> {
        let (board, values) = (&self.cells.board, &self.cells.values);
        if values.is_single() {
            return Ok(());
        }
        let rule = |&cell: &usize| {
            let all = (0..values.len()).filter_map(|value| self.cells.has(cell, value));
            Rule { is_cell: true, ..Rule::new(1..=1, all.collect(), board.names[cell].clone()) }
        };
        let rules = self.cells.open.iter().map(rule).collect();
        self.add(0..0, String::new(), rules, Telling::default())
    }

    /// Reads a comparison such as `"a1 < b1"`. For each two values that break the comparison, adds a rule by which the
    /// two exclude each other.
    fn comparison(&mut self, item: &TomlItem<'_>) -> ReadResult<()> {
        let words = item.words()?;
        let [a, sign, b] = words.as_slice() else {
            return item.expected("two cells with a sign between, such as \"a1 < b1\"");
        };
        let (holds, relation): (fn(&usize, &usize) -> bool, _) = match sign.text {
            "<" => (usize::lt, Relation::Less),
            ">" => (usize::gt, Relation::Greater),
            "<=" => (usize::le, Relation::AtMost),
            ">=" => (usize::ge, Relation::AtLeast),
            "=" => (usize::eq, Relation::Equal),
            "!=" => (usize::ne, Relation::Different),
            _ => return sign.expected("one of < > <= >= = !="),
        };
        if self.cells.values.is_single() {
            return fail(
                &item.span,
                "expected \"values\" in the file, since \"compare\" compares values by their order",
            );
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
        self.sign(first, relation, second);
        let telling = Telling::new("Each sign between two cells compares the order of their values.");
        self.add(item.span.clone(), format!("{name:?}"), rules, telling)
    }

    /// Adds a sign, such as `<`, to the drawing of the board if the two cells share a side.
    fn sign(&mut self, first: usize, relation: Relation, second: usize) {
        let board = &self.cells.board;
        let (from, to, relation) =
            if first < second { (first, second, relation) } else { (second, first, relation.reversed()) };
        let is_beside = to - from == 1 && to % board.columns > 0;
        if !board.is_list && (is_beside || to - from == board.columns) {
            let [first, second] = [from, to].map(|cell| board.position(cell));
            self.contents.signs.push(CellSign { first, second, relation });
        }
    }

    pub(crate) fn open_cell(&self, word: &Word<'_>) -> ReadResult<usize> {
        let cell = self.cells.board.cell(word)?;
        if self.cells.board.is_open(cell) { Ok(cell) } else { self.cells.fail_at_clue(cell, &word.span) }
    }

    /// Reads an entry of the table `requires` or `excludes`, and adds its rules. `verb` is the name of the table, and
    /// `key` is the position of the entry's key, which is a literal. In the table `requires`, the key requires each
    /// clause that the entry lists, such as `a1 = "b1 or c1"`. In the table `excludes`, the key excludes each listed
    /// literal.
    fn consequences(&mut self, item: &TomlItem<'_>, key: &Range<usize>, verb: &str) -> ReadResult<()> {
        let words: Vec<&str> = item.key.split_whitespace().collect();
        let (is_negated, text) = match words.as_slice() {
            [text] => (false, *text),
            [not, text] if not.eq_ignore_ascii_case("not") => (true, *text),
            _ => return Word { text: &item.key, span: key.clone() }.expected("a name, such as \"a1\" or \"not a1\""),
        };
        let named = self.named(&Word { text, span: key.clone() })?;
        let cause = if is_negated { !named } else { named };
        let mut rules = Vec::new();
        for then in item.list() {
            let effects = if verb == "requires" { self.clause(&then)? } else { vec![!self.literal(&then)?] };
            let mut literals = vec![!cause];
            for literal in effects {
                if literal.variable == cause.variable {
                    return then.expected("a name that differs from the key");
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
        let noun = if verb == "requires" { "requirements" } else { "exclusions" };
        let cause = self.literal_name(cause);
        let clauses: Vec<&str> = rules.iter().map(|rule| rule.name.trim_start_matches("the rule that ")).collect();
        let further = clauses.iter().skip(1).map(|clause| clause.trim_start_matches(&cause).trim_start());
        let clauses: Vec<&str> = clauses.iter().copied().take(1).chain(further).collect();
        let telling = Telling::new(format!("{}.", clauses.join("; ")));
        self.add(key.start..item.span.end, format!("the {noun} of {cause}"), rules, telling)
    }

    /// Reads the givens: a drawing with the symbols of values, or a list of names such as `a1=3`.
    fn givens(&mut self, item: &TomlItem<'_>) -> ReadResult<()> {
        if !item.is_list() && !self.cells.board.is_list {
            let drawing = self.cells.board.drawing(item)?;
            for (cell, sign) in drawing.into_iter().enumerate() {
                let Some(sign) = sign else { continue };
                let Some(value) = self.cells.values.symbols.iter().position(|&symbol| symbol == sign) else {
                    let all: String = self.cells.values.symbols.iter().collect();
                    let name = &self.cells.board.names[cell];
                    return fail(&item.span, format!("expected one of {all:?} or a . in {name}, found {sign:?}"));
                };
                let Some(literal) = self.cells.has(cell, value) else {
                    return self.cells.fail_at_clue(cell, &item.span);
                };
                self.contents.givens.push((literal.variable, item.span.clone()));
            }
            return Ok(());
        }
        for one in item.list() {
            let literal = self.literal(&one)?;
            if literal.value && !self.is_hidden(literal.variable) {
                self.contents.givens.push((literal.variable, one.span.clone()));
            } else {
                let name = self.literal_name(literal);
                let statement = format!("the given {name}");
                let telling = Telling::new(format!("{name}."));
                self.add(one.span.clone(), statement, vec![Rule::new(1..=1, vec![literal], name)], telling)?;
            }
        }
        Ok(())
    }

    /// Returns the open cells of a group.
    pub(crate) fn open_cells(&self, group: &Group) -> Vec<usize> {
        group.cells.iter().copied().filter(|&cell| self.cells.board.is_open(cell)).collect()
    }
}

/// Builds the rules of a puzzle with these numbers of shown and hidden variables. Also returns, for each line
/// (constraint) of the rules, its name, and `true` if the line is about the values of one cell. An at-most-one rule
/// becomes exclusions of variables, which are not lines.
pub(crate) fn rules_of<'s>(
    [shown, hidden]: [usize; 2],
    all: impl IntoIterator<Item = &'s Rule>,
) -> (Rules, Vec<(String, bool)>) {
    let mut rules = Rules::new(shown).with_auxiliary(hidden);
    let mut names = Vec::new();
    for rule in all {
        if rule.bounds == (0..=1) && rule.literals.iter().all(|literal| literal.value) {
            rules.at_most_one(&rule.literals.iter().map(|literal| literal.variable).collect::<Vec<_>>());
        } else {
            rules.count(rule.bounds.clone(), &rule.literals);
            names.push((rule.name.clone(), rule.is_cell));
        }
    }
    (rules, names)
}
