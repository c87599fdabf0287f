//! Files of constraints over named Booleans, as solvers read them, and their puzzles.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use bdd_core::{Literal, Variable, Weights};

use crate::board::Board;
use crate::naming;
use crate::puzzle::{FilePuzzle, Texts};
use crate::statements::{Cells, Reader, Rule};
use crate::tree::{Checked, Fault, MOST_VARIABLES, Word, is_sign};
use crate::values::Values;

/// The most characters of a name.
const LONGEST_NAME: usize = 100;

/// Of some literals so many are true, said at this place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constraint {
    pub(crate) at: Range<usize>,
    /// Sorted, of different variables.
    pub(crate) literals: Vec<Literal>,
    pub(crate) bounds: RangeInclusive<usize>,
}

impl Constraint {
    /// A clause: one at least of these literals. `None` if it always holds.
    pub(crate) fn clause(at: Range<usize>, mut literals: Vec<Literal>) -> Option<Constraint> {
        literals.sort_unstable();
        literals.dedup();
        let is_void = literals.windows(2).any(|pair| pair[0].variable == pair[1].variable);
        (!is_void).then(|| Constraint { at, bounds: 1..=literals.len().max(1), literals })
    }
}

/// What a file says that has names for its variables, or none, and constraints over them.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// The name of what it lists, as the title of a puzzle that has no other.
    pub(crate) kind: &'static str,
    /// The beginning of a comment that names a variable by its number.
    pub(crate) comment: &'static str,
    /// What the puzzle is called, if the file says so.
    pub(crate) title: Option<String>,
    pub(crate) names: Names,
    pub(crate) constraints: Vec<Constraint>,
    /// The variables that count, if not all of them do: the others are hidden.
    pub(crate) shown: Option<BTreeSet<Variable>>,
    /// Whether no constraint has one of the others, so that they can be left out.
    pub(crate) is_projected: bool,
    /// What the variables cost, if the file says so.
    pub(crate) objective: Option<Vec<(i64, Variable)>>,
    /// The number of decimals of these costs, which are whole numbers of that unit.
    pub(crate) decimals: u8,
}

impl Listing {
    /// The puzzle: a list of the variables by their names, each of which holds or not.
    pub(crate) fn puzzle(self, text: &str) -> Checked<FilePuzzle> {
        let title = self.title.unwrap_or_else(|| self.kind.to_owned());
        let texts = Texts::new(title, "Choose what holds: what a choice rules out is greyed.".to_owned());
        let is_shown = |variable: &Variable| self.shown.as_ref().is_none_or(|shown| shown.contains(variable));
        let (mut kept, hidden): (Vec<Variable>, Vec<Variable>) = Variable::all(self.names.len()).partition(is_shown);
        let shown = kept.len();
        if !self.is_projected {
            kept.extend(hidden);
        }
        let mut names = self.names.of(&kept);
        let hidden = names.split_off(shown);
        let cells = Cells::new(Board::of_names(names), Values::single());
        let mut reader = Reader::new(&cells);
        for name in hidden {
            reader.hide(name, &(0..0))?;
        }
        // Hidden ones come after those that are shown.
        let mut renumbered = vec![Variable::new(0); self.names.len()];
        for (place, variable) in kept.into_iter().enumerate() {
            renumbered[variable.index()] = Variable::from_index(place);
        }
        for mut constraint in self.constraints {
            for literal in &mut constraint.literals {
                literal.variable = renumbered[literal.variable.index()];
            }
            say(&mut reader, constraint)?;
        }
        reader.put_in_order();
        if let Some(objective) = self.objective {
            let mut prices = vec![0; cells.variables()];
            for (price, variable) in objective {
                match prices.get_mut(renumbered[variable.index()].index()) {
                    Some(place) => *place = price,
                    None => return Fault::at(&(0..0), "expected an objective of variables that count"),
                }
            }
            reader.said.prices = Some(Weights::new(prices).with_decimals(self.decimals));
        }
        let said = reader.said;
        Ok(FilePuzzle::new(text, texts, cells, said))
    }
}

/// Says a constraint in the way that tells most: as something given, as an exclusion, a requirement, or a line.
fn say(reader: &mut Reader<'_>, Constraint { at, literals, bounds }: Constraint) -> Checked<()> {
    let count = literals.len();
    let (least, most) = (*bounds.start(), (*bounds.end()).min(count));
    // Two that exclude each other are that, whichever way it was said; and of some at most one is true if all others are
    // false.
    let negated = |literals: &[Literal]| literals.iter().map(|&literal| !literal).collect::<Vec<_>>();
    let is_mostly_negated = 2 * literals.iter().filter(|literal| !literal.value).count() > count;
    let is_clause = least == 1 && most == count && count != 2;
    let (literals, least, most) = match is_mostly_negated && !is_clause && least <= count {
        true => (negated(&literals), count - most, count - least),
        false => (literals, least, most),
    };
    let name_of = |literal: Literal| reader.literal_name(literal);
    if let (&[Literal { variable, value: true }], 1) = (literals.as_slice(), least)
        && !reader.is_hidden(variable)
    {
        reader.said.givens.push((variable, at));
        return Ok(());
    }
    let name = if least == 1 && most == count {
        naming::clause(&literals, name_of)
    } else if (least, most) == (0, 1) && count == 2 && literals.iter().all(|literal| literal.value) {
        naming::clause(&negated(&literals), name_of)
    } else {
        naming::choice(&literals.iter().map(|&literal| name_of(literal)).collect::<Vec<_>>())
    };
    // What is false is said of each, so that a line of one that has none says which.
    let rules = match most {
        0 if least == 0 => {
            literals.iter().map(|&literal| Rule::new(1..=1, vec![!literal], name_of(!literal))).collect()
        }
        // Nothing meets it: a line that asks for more than it has.
        _ if least > most => vec![Rule::new(count + 1..=count + 1, literals, name.clone())],
        _ if least == 0 && most == count => Vec::new(),
        _ => vec![Rule::new(least..=most, literals, name.clone())],
    };
    reader.say(at, format!("{name:?}"), rules)
}

/// The names of variables that are numbered from 1.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<Option<String>>);

impl Names {
    /// So many variables, without names so far.
    pub(crate) fn new(variables: usize, at: &Range<usize>) -> Checked<Names> {
        if !(1..=MOST_VARIABLES).contains(&variables) {
            return Fault::at(at, format!("expected 1 to {MOST_VARIABLES} variables, found {variables}"));
        }
        Ok(Names(vec![None; variables]))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Names a variable, as far as there is one with this number and the text is a name: comments may say anything.
    pub(crate) fn set(&mut self, number: usize, name: &str) {
        if let Some(place) = number.checked_sub(1).and_then(|index| self.0.get_mut(index))
            && is_name(name)
        {
            *place = Some(name.to_owned());
        }
    }

    /// Names by the text of a file for that, each with its number: one on each line, in order, or each after its number.
    pub(crate) fn listed<'t>(&self, text: &'t str) -> Checked<Vec<(usize, &'t str)>> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let numbered = |line: &'t str| -> Option<(usize, &'t str)> {
            let (number, name) = line.split_once(char::is_whitespace)?;
            Some((number.parse().ok()?, name.trim()))
        };
        let are_numbered = lines().all(|line| numbered(line).is_some());
        let mut names = Vec::new();
        for (place, line) in (1..).zip(lines()) {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let at = start..start + line.len();
            let (number, name) = numbered(line).filter(|_| are_numbered).unwrap_or((place, line));
            if !(1..=self.len()).contains(&number) {
                return Fault::at(&at, format!("there is no variable {number} to name: there are {}", self.len()));
            }
            if !is_name(name) {
                return Word { text: name, at }.expected("a name without blanks and commas");
            }
            names.push((number, name));
        }
        Ok(names)
    }

    /// A name for each of some variables, all different: those that were not named, or as another one is, are called by their
    /// numbers.
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
    /// What the puzzle is called.
    pub(crate) title: Option<String>,
    /// Names of variables, each after the number of its variable.
    pub(crate) names: Vec<(usize, &'a str)>,
    /// The variables that count.
    pub(crate) shown: Option<Vec<Word<'a>>>,
}

impl<'a> Comments<'a> {
    /// Reads the words of a comment that ends at a byte of the text; `prefix` stands before the number of a variable.
    pub(crate) fn read(&mut self, words: &[Word<'a>], text: &str, end: usize, prefix: &str) {
        match words {
            [Word { text: "Puzzle:", at }, _, ..] => {
                let title = text[at.end..end].trim();
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
}

/// Whether a name can be typed on a command line and shown.
fn is_name(name: &str) -> bool {
    let is_fine = |sign: char| is_sign(sign) && sign != ',';
    !name.is_empty() && name.chars().count() <= LONGEST_NAME && name.chars().all(is_fine)
}

/// The words of a text line that begins at this byte of the text.
pub(crate) fn words_of(line: &str, start: usize) -> impl Iterator<Item = Word<'_>> {
    line.split_ascii_whitespace().map(move |text| {
        let from = start + (text.as_ptr() as usize - line.as_ptr() as usize);
        Word { text, at: from..from + text.len() }
    })
}

/// The lines of a text, each with the byte at which it begins.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    })
}

/// A variable by its number, from 1.
pub(crate) fn variable(number: usize) -> Variable {
    Variable::new((number - 1) as u16)
}
