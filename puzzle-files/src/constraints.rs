//! Constraints over named Boolean variables, read from DIMACS CNF or OPB files, and the puzzle that such a file
//! becomes.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use bdd_core::{Literal, Variable, Weights};
use puzzle_core::features::FeatureModel;

use crate::board::FileBoard;
use crate::naming;
use crate::puzzle::{FilePuzzle, Texts};
use crate::statements::{CellVariables, Rule, StatementReader};
use crate::telling::Telling;
use crate::tree::{MAX_VARIABLES, ReadResult, Word, fail, is_sign};
use crate::values::Values;

/// The maximum length of a variable's name, in characters.
const MAX_NAME_CHARS: usize = 100;

/// The maximum number of literals in all rules of a [`Listing`], which limits the memory of the rules.
const MAX_LITERALS: usize = 20_000_000;

/// A cardinality constraint: bounds on the number of true `literals`, with its position in the text of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constraint {
    pub(crate) span: Range<usize>,
    /// Literals of different variables, in ascending order.
    pub(crate) literals: Vec<Literal>,
    pub(crate) bounds: RangeInclusive<usize>,
    /// The name of the rule; `None` to name it after its literals.
    pub(crate) name: Option<String>,
}

impl Constraint {
    /// Returns the clause of the literals; `None` if they include a variable and its negation, since such a clause
    /// always holds.
    pub(crate) fn clause(span: Range<usize>, mut literals: Vec<Literal>) -> Option<Constraint> {
        literals.sort_unstable();
        literals.dedup();
        let is_trivial = literals.windows(2).any(|pair| pair[0].variable == pair[1].variable);
        (!is_trivial).then(|| Constraint { span, bounds: 1..=literals.len().max(1), literals, name: None })
    }
}

/// The contents of a DIMACS CNF or OPB file, or of a feature model.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// The title of the puzzle if the file has none.
    pub(crate) default_title: &'static str,
    /// The text before the number in a comment that names a variable: `c ` in DIMACS, `* x` in OPB.
    pub(crate) comment: &'static str,
    pub(crate) title: Option<String>,
    pub(crate) names: Names,
    pub(crate) constraints: Vec<Constraint>,
    /// The variables that the puzzle shows; `None` if it shows all of them.
    pub(crate) shown: Option<BTreeSet<Variable>>,
    /// `true` if the constraints contain only shown variables, so that the hidden variables can be dropped.
    pub(crate) is_projected: bool,
    /// The variables of the objective with their prices. A price of 150 with 2 `decimals` means 1.50.
    pub(crate) objective: Option<Vec<(i64, Variable)>>,
    pub(crate) decimals: u8,
    pub(crate) feature_model: Option<FeatureModel>,
}

impl Listing {
    /// Returns a puzzle with a named cell for each shown variable. A solution puts a piece in the cells of the true
    /// variables. `text` is the text of the file.
    pub(crate) fn puzzle(self, text: &str) -> ReadResult<FilePuzzle> {
        let title = self.title.unwrap_or_else(|| self.default_title.to_owned());
        let task = match self.feature_model {
            Some(_) => "Choose features. Your choices force some of the others and exclude some.",
            None => "Choose the names that are true. Names ruled out by your choices turn grey.",
        };
        let texts = Texts::new(title, task.to_owned());
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
        reader.max_literals = MAX_LITERALS;
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
        reader.contents.feature_model = self.feature_model;
        let contents = reader.contents;
        Ok(FilePuzzle::new(text, texts, cells, contents))
    }
}

/// Adds a constraint to the puzzle of `reader`, in the form that is easiest to explain: a given, an exclusion, a
/// requirement or a count.
fn add(reader: &mut StatementReader<'_>, Constraint { span, literals, bounds, name }: Constraint) -> ReadResult<()> {
    let count = literals.len();
    let (min, max) = (*bounds.start(), (*bounds.end()).min(count));
    // If most literals are negated, their negations are counted instead: "at least 1 of `!a` and `!b`" becomes the
    // exclusion "at most 1 of `a` and `b`".
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
    let name = if let Some(name) = name {
        name
    } else if min == 1 && max == count {
        naming::clause(&literals, name_of)
    } else if (min, max) == (0, 1) && count == 2 && literals.iter().all(|literal| literal.value) {
        naming::clause(&negated(&literals), name_of)
    } else {
        naming::choice(&literals.iter().map(|&literal| name_of(literal)).collect::<Vec<_>>())
    };
    let rules = match max {
        // If no literal may be true, there is a rule for each literal, so that an explanation can name a single
        // literal.
        0 if min == 0 => literals.iter().map(|&literal| Rule::new(1..=1, vec![!literal], name_of(!literal))).collect(),
        // Contradictory bounds become a rule that requires more true literals than there are.
        _ if min > max => vec![Rule::new(count + 1..=count + 1, literals, name.clone())],
        _ if min == 0 && max == count => Vec::new(),
        _ => vec![Rule::new(min..=max, literals, name.clone())],
    };
    reader.add(span, format!("{name:?}"), rules, Telling::new("All constraints of the file hold."))
}

/// The names of the variables, by their indices; `None` for a variable without a name.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<Option<String>>);

impl Names {
    /// Returns names for `variables` variables, at first `None` for each. An error about the number of variables is
    /// located at `span`.
    pub(crate) fn new(variables: usize, span: &Range<usize>) -> ReadResult<Names> {
        if !(1..=MAX_VARIABLES).contains(&variables) {
            return fail(span, format!("expected 1 to {MAX_VARIABLES} variables, found {variables}"));
        }
        Ok(Names(vec![None; variables]))
    }

    /// Returns `names` as the names of features, which must all differ. An error about the number of features is
    /// located at `span`.
    pub(crate) fn of_features(names: Vec<String>, span: &Range<usize>) -> ReadResult<Names> {
        let mut all = Names::new(names.len(), span)?;
        all.0 = names.into_iter().map(Some).collect();
        Ok(all)
    }

    /// Adds the name of a further variable.
    pub(crate) fn push(&mut self, name: String) -> Variable {
        self.0.push(Some(name));
        Variable::from_index(self.0.len() - 1)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Sets the name of the variable with `number`, counted from 1. Ignores unknown numbers and texts that can't be a
    /// name, since an ordinary comment may look as if it named a variable.
    pub(crate) fn set(&mut self, number: usize, name: &str) {
        if let Some(place) = number.checked_sub(1).and_then(|index| self.0.get_mut(index))
            && is_name(name)
        {
            *place = Some(name.to_owned());
        }
    }

    /// Reads a file with one name on each line, and returns each name with the number of its variable. If every line
    /// begins with a number, such as `7 tea`, this is the number of the variable. Otherwise the names belong to
    /// variables 1, 2, 3 and so on.
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

    /// Returns a name for each of `variables`, all different. A variable without a name, or with the name of an earlier
    /// variable, is named by its number, such as `x3`.
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

/// The title, the names of variables and the shown variables that the comments of a file contain.
#[derive(Debug, Default)]
pub(crate) struct Comments<'a> {
    pub(crate) title: Option<String>,
    /// The names of variables, each with the number of its variable.
    pub(crate) names: Vec<(usize, &'a str)>,
    pub(crate) shown: Option<Vec<Word<'a>>>,
}

impl<'a> Comments<'a> {
    /// Reads a comment, given as its words, that ends at byte `end` of `text`. In a comment that names a variable,
    /// `prefix` stands before the variable's number, such as `x` in `* x3 tea`.
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

    /// Stores the title, the names and the shown variables in `listing`. `variable` reads a word of the list of shown
    /// variables: it returns the variable, or `None` for the 0 that ends the list.
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

/// Returns `true` if a text can be the name of a variable: its characters can be printed, and no character is a blank
/// or a comma, so that the name can stand in a list on a command line.
fn is_name(name: &str) -> bool {
    let is_fine = |sign: char| is_sign(sign) && sign != ',';
    !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS && name.chars().all(is_fine)
}

/// Returns the words of a line with their positions in the text, in which the line begins at byte `start`.
pub(crate) fn words_of(line: &str, start: usize) -> impl Iterator<Item = Word<'_>> {
    line.split_ascii_whitespace().map(move |text| {
        let from = start + (text.as_ptr() as usize - line.as_ptr() as usize);
        Word { text, span: from..from + text.len() }
    })
}

/// Returns the lines of a text, line ends included, each with the index of its first byte.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    })
}

/// Returns the variable with `number`, which counts from 1.
pub(crate) fn variable(number: usize) -> Variable {
    Variable::new((number - 1) as u16)
}
