//! Constraints over named Boolean variables, read from files for solvers, and the puzzles made of them.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use bdd_core::{Literal, Variable, Weights};

use crate::board::FileBoard;
use crate::naming;
use crate::puzzle::{FilePuzzle, Texts};
use crate::statements::{CellVariables, Rule, StatementReader};
use crate::tree::{MAX_VARIABLES, ReadResult, Word, fail, is_sign};
use crate::values::Values;

/// The maximum length of a name, in characters.
const MAX_NAME_CHARS: usize = 100;

/// Bounds on the number of true literals, with the position of the constraint in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constraint {
    pub(crate) span: Range<usize>,
    /// Literals of different variables, in ascending order.
    pub(crate) literals: Vec<Literal>,
    pub(crate) bounds: RangeInclusive<usize>,
}

impl Constraint {
    /// Returns the clause of the literals, or `None` if it has a variable and its negation and so always holds.
    pub(crate) fn clause(span: Range<usize>, mut literals: Vec<Literal>) -> Option<Constraint> {
        literals.sort_unstable();
        literals.dedup();
        let is_trivial = literals.windows(2).any(|pair| pair[0].variable == pair[1].variable);
        (!is_trivial).then(|| Constraint { span, bounds: 1..=literals.len().max(1), literals })
    }
}

/// The contents of a file for solvers.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// The title of the puzzle if the file has none.
    pub(crate) default_title: &'static str,
    /// The beginning of a comment that names a variable, up to the variable's number.
    pub(crate) comment: &'static str,
    pub(crate) title: Option<String>,
    pub(crate) names: Names,
    pub(crate) constraints: Vec<Constraint>,
    /// The shown variables; `None` if all are shown.
    pub(crate) shown: Option<BTreeSet<Variable>>,
    /// `true` if the constraints have only shown variables, so that the others can be dropped.
    pub(crate) is_projected: bool,
    /// The price of each variable in the objective, as a whole number of the unit given by `decimals`.
    pub(crate) objective: Option<Vec<(i64, Variable)>>,
    pub(crate) decimals: u8,
}

impl Listing {
    /// Returns the puzzle: a list of the shown variables, each of which is chosen or not.
    pub(crate) fn puzzle(self, text: &str) -> ReadResult<FilePuzzle> {
        let title = self.title.unwrap_or_else(|| self.default_title.to_owned());
        let texts = Texts::new(title, "Choose what holds: what a choice rules out is greyed.".to_owned());
        let is_shown = |variable: &Variable| self.shown.as_ref().is_none_or(|shown| shown.contains(variable));
        let (mut kept, hidden): (Vec<Variable>, Vec<Variable>) = Variable::all(self.names.len()).partition(is_shown);
        let shown = kept.len();
        if !self.is_projected {
            kept.extend(hidden);
        }
        let mut names = self.names.of(&kept);
        let hidden = names.split_off(shown);
        let cells = CellVariables::new(FileBoard::of_names(names), Values::single());
        let mut reader = StatementReader::new(&cells);
        for name in hidden {
            reader.hide(name, &(0..0))?;
        }
        let mut renumbered = vec![Variable::new(0); self.names.len()];
        for (index, variable) in kept.into_iter().enumerate() {
            renumbered[variable.index()] = Variable::from_index(index);
        }
        for mut constraint in self.constraints {
            for literal in &mut constraint.literals {
                literal.variable = renumbered[literal.variable.index()];
            }
            add(&mut reader, constraint)?;
        }
        reader.sort_givens();
        if let Some(objective) = self.objective {
            let mut prices = vec![0; cells.variables()];
            for (price, variable) in objective {
                match prices.get_mut(renumbered[variable.index()].index()) {
                    Some(place) => *place = price,
                    None => return fail(&(0..0), "expected an objective of shown variables, found a hidden variable"),
                }
            }
            reader.contents.prices = Some(Weights::new(prices).with_decimals(self.decimals));
        }
        let contents = reader.contents;
        Ok(FilePuzzle::new(text, texts, cells, contents))
    }
}

/// Adds a constraint in its most telling form: a given, an exclusion, a requirement or a count.
fn add(reader: &mut StatementReader<'_>, Constraint { span, literals, bounds }: Constraint) -> ReadResult<()> {
    let count = literals.len();
    let (min, max) = (*bounds.start(), (*bounds.end()).min(count));
    // A count of mostly negated literals becomes the equivalent count of their negations: an exclusion, for example.
    let negated = |literals: &[Literal]| literals.iter().map(|&literal| !literal).collect::<Vec<_>>();
    let is_mostly_negated = 2 * literals.iter().filter(|literal| !literal.value).count() > count;
    let is_clause = min == 1 && max == count && count != 2;
    let (literals, min, max) = match is_mostly_negated && !is_clause && min <= count {
        true => (negated(&literals), count - max, count - min),
        false => (literals, min, max),
    };
    let name_of = |literal: Literal| reader.literal_name(literal);
    if let (&[Literal { variable, value: true }], 1) = (literals.as_slice(), min)
        && !reader.is_hidden(variable)
    {
        reader.contents.givens.push((variable, span));
        return Ok(());
    }
    let name = if min == 1 && max == count {
        naming::clause(&literals, name_of)
    } else if (min, max) == (0, 1) && count == 2 && literals.iter().all(|literal| literal.value) {
        naming::clause(&negated(&literals), name_of)
    } else {
        naming::choice(&literals.iter().map(|&literal| name_of(literal)).collect::<Vec<_>>())
    };
    let rules = match max {
        // A rule for each literal, so that an explanation names the one that is false.
        0 if min == 0 => literals.iter().map(|&literal| Rule::new(1..=1, vec![!literal], name_of(!literal))).collect(),
        // A contradiction, kept as a count of more literals than there are.
        _ if min > max => vec![Rule::new(count + 1..=count + 1, literals, name.clone())],
        _ if min == 0 && max == count => Vec::new(),
        _ => vec![Rule::new(min..=max, literals, name.clone())],
    };
    reader.add(span, format!("{name:?}"), rules)
}

/// The names of the variables; `None` for a variable without one.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<Option<String>>);

impl Names {
    /// Returns the table of `variables` variables without names.
    pub(crate) fn new(variables: usize, span: &Range<usize>) -> ReadResult<Names> {
        if !(1..=MAX_VARIABLES).contains(&variables) {
            return fail(span, format!("expected 1 to {MAX_VARIABLES} variables, found {variables}"));
        }
        Ok(Names(vec![None; variables]))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Names the variable with a number from 1. Ignores unknown numbers and texts that are no name, since any comment may look
    /// like a name.
    pub(crate) fn set(&mut self, number: usize, name: &str) {
        if let Some(place) = number.checked_sub(1).and_then(|index| self.0.get_mut(index))
            && is_name(name)
        {
            *place = Some(name.to_owned());
        }
    }

    /// Reads a file of names: one on each line, for the variables in order or each after the number of its variable.
    pub(crate) fn listed<'t>(&self, text: &'t str) -> ReadResult<Vec<(usize, &'t str)>> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let numbered = |line: &'t str| -> Option<(usize, &'t str)> {
            let (number, name) = line.split_once(char::is_whitespace)?;
            Some((number.parse().ok()?, name.trim()))
        };
        let are_numbered = lines().all(|line| numbered(line).is_some());
        let mut names = Vec::new();
        for (place, line) in (1..).zip(lines()) {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let span = start..start + line.len();
            let (number, name) = numbered(line).filter(|_| are_numbered).unwrap_or((place, line));
            if !(1..=self.len()).contains(&number) {
                return fail(&span, format!("expected a variable from 1 to {}, found {number}", self.len()));
            }
            if !is_name(name) {
                return Word { text: name, span }.expected("a name without blanks and commas");
            }
            names.push((number, name));
        }
        Ok(names)
    }

    /// Returns different names for `variables`. A variable without a name, or with the name of an earlier one, is named by its
    /// number.
    fn of(&self, variables: &[Variable]) -> Vec<String> {
        let mut used = BTreeSet::new();
        let own = |variable: &Variable| self.0[variable.index()].clone().filter(|name| used.insert(name.clone()));
        let own: Vec<Option<String>> = variables.iter().map(own).collect();
        let name = |(variable, own): (&Variable, Option<String>)| {
            own.unwrap_or_else(|| {
                let mut name = format!("x{}", variable.index() + 1);
                while !used.insert(name.clone()) {
                    name.push('\'');
                }
                name
            })
        };
        variables.iter().zip(own).map(name).collect()
    }
}

/// The title, names and shown variables in the comments of a file.
#[derive(Debug, Default)]
pub(crate) struct Comments<'a> {
    pub(crate) title: Option<String>,
    /// The names of variables, each with the number of its variable.
    pub(crate) names: Vec<(usize, &'a str)>,
    pub(crate) shown: Option<Vec<Word<'a>>>,
}

impl<'a> Comments<'a> {
    /// Reads the words of a comment that ends at byte `end` of `text`. The number of a variable follows `prefix`.
    pub(crate) fn read(&mut self, words: &[Word<'a>], text: &str, end: usize, prefix: &str) {
        match words {
            [Word { text: "Puzzle:", span }, _, ..] => {
                let title = text[span.end..end].trim();
                self.title = (title.chars().count() <= 60).then(|| title.to_owned());
            }
            [Word { text: "ind", .. }, all @ ..] => self.shown.get_or_insert_default().extend_from_slice(all),
            [number, name, ..] => {
                let number = number.text.strip_prefix(prefix).and_then(|number| number.parse().ok());
                self.names.extend(number.map(|number| (number, name.text)));
            }
            _ => {}
        }
    }

    /// Moves the title, the names and the shown variables to a listing. `variable` reads a shown variable, and returns `None` for
    /// the 0 that ends the list.
    pub(crate) fn apply(
        self,
        listing: &mut Listing,
        variable: impl Fn(&Word<'a>) -> ReadResult<Option<Variable>>,
    ) -> ReadResult<()> {
        listing.title = self.title;
        self.names.into_iter().for_each(|(number, name)| listing.names.set(number, name));
        let Some(words) = self.shown else { return Ok(()) };
        let shown: BTreeSet<_> =
            words.iter().filter_map(|word| variable(word).transpose()).collect::<ReadResult<_>>()?;
        if shown.is_empty() {
            let span = words.first().map_or(0..0, |word| word.span.clone());
            return fail(&span, "expected at least one shown variable, found none");
        }
        listing.shown = Some(shown);
        Ok(())
    }
}

/// Returns `true` if a name can be printed, and typed in a list on a command line.
fn is_name(name: &str) -> bool {
    let is_fine = |sign: char| is_sign(sign) && sign != ',';
    !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS && name.chars().all(is_fine)
}

/// Returns the words of a text line that begins at byte `start` of the text.
pub(crate) fn words_of(line: &str, start: usize) -> impl Iterator<Item = Word<'_>> {
    line.split_ascii_whitespace().map(move |text| {
        let from = start + (text.as_ptr() as usize - line.as_ptr() as usize);
        Word { text, span: from..from + text.len() }
    })
}

/// Returns the lines of a text, each with its first byte.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    })
}

/// Returns the variable with a number from 1.
pub(crate) fn variable(number: usize) -> Variable {
    Variable::new((number - 1) as u16)
}
