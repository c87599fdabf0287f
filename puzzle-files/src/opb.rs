//! OPB, the format of the pseudo-Boolean competitions: linear constraints over Booleans.

use std::collections::{BTreeMap, BTreeSet};
use std::num::IntErrorKind;
use std::ops::Range;

use bdd_core::{Literal, Variable};

use crate::constraints::{Comments, Listing, Names, lines_of, variable, words_of};
use crate::linear::{Linear, Relation};
use crate::tree::{MOST_VARIABLES, ReadResult, SpannedError, Word, shortened};

/// The largest coefficient: sums of as many as there can be stay far below the largest number.
const LARGEST: i64 = 1_000_000_000_000;
/// The largest price: as many digits as a price in TOML may have.
const LARGEST_PRICE: i64 = 999_999_999_999_999_999;
/// The most decimals of prices.
const MOST_DECIMALS: u8 = 18;

/// Whether a text begins as a file in OPB does: with a comment, an objective, or a coefficient.
pub(crate) fn is_opb(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let is_coefficient = |word: &str| word.parse::<i64>().is_ok();
    let mut words = first.split_ascii_whitespace();
    first.starts_with('*')
        || first.starts_with("min:")
        || first.starts_with("max:")
        || words.next().is_some_and(is_coefficient)
            && words.next().is_some_and(|word| word.starts_with('x') || word.starts_with("~x"))
}

/// The constraints of a file, and what its comments tell: `* x3 name` names a variable, `* ind x1 x2 0` says that the others are
/// hidden, and `* Decimals: 2` that prices are hundredths.
pub(crate) fn read(text: &str) -> ReadResult<Listing> {
    let scan = Scan::of(text)?;
    let mut listing = Listing { kind: "Constraints", comment: "* x", decimals: scan.decimals, ..Listing::default() };
    let mut linears = Vec::new();
    for statement in scan.words.split_inclusive(|word| word.text == ";") {
        let [words @ .., Word { text: ";", at: end }] = statement else {
            return SpannedError::at(&(text.len()..text.len()), "expected the ; that ends a constraint, found the end");
        };
        let [first, rest @ ..] = words else { return SpannedError::at(end, "expected a constraint, found \";\"") };
        let at = first.at.start..rest.last().unwrap_or(first).at.end;
        match first.text {
            "min:" | "max:" if linears.is_empty() && listing.objective.is_none() => {
                let terms = terms(rest, LARGEST_PRICE)?;
                if terms.iter().any(|(_, literal)| !literal.value) {
                    return SpannedError::at(&at, "expected an objective of variables alone, found a negation");
                }
                listing.objective = Some(terms.into_iter().map(|(price, literal)| (price, literal.variable)).collect());
            }
            "min:" | "max:" => {
                return SpannedError::at(&first.at, "expected one objective, and before all constraints");
            }
            text if text == "soft:" || text.starts_with('[') => {
                return SpannedError::at(&first.at, "soft constraints are not understood: expected ones that all hold");
            }
            _ => linears.push(constraint(words, at)?),
        }
    }
    let constrained = linears.iter().flat_map(|linear: &Linear| &linear.terms).map(|(_, literal)| literal.variable);
    let wanted = listing.objective.iter().flatten().map(|&(_, variable)| variable);
    let used = constrained.chain(wanted).map(|variable| variable.index() + 1).max().unwrap_or(0);
    let variables = scan.variables.as_ref().map_or(used, |&(said, _)| said);
    if let Some((said, at)) = scan.variables.as_ref().filter(|(said, _)| *said < used) {
        return SpannedError::at(at, format!("the header says {said} variables, and there is x{used}"));
    }
    if let Some((said, at)) = scan.constraints.as_ref().filter(|(said, _)| *said != linears.len()) {
        return SpannedError::at(at, format!("the header says {said} constraints, and there are {}", linears.len()));
    }
    listing.names = Names::new(variables, &scan.variables.map_or(0..0, |(_, at)| at))?;
    listing.title = scan.comments.title;
    scan.comments.names.into_iter().for_each(|(number, name)| listing.names.set(number, name));
    if let Some(words) = &scan.comments.shown {
        let shown = words.iter().filter(|word| word.text != "0").map(|word| match literal(word)? {
            Literal { variable, value: true } if variable.index() < variables => Ok(variable),
            _ => word.expected(format!("a variable from x1 to x{variables}")),
        });
        let shown = shown.collect::<ReadResult<BTreeSet<Variable>>>()?;
        if shown.is_empty() {
            return SpannedError::at(&(0..0), "expected a variable at least that is shown");
        }
        listing.shown = Some(shown);
    }
    for linear in linears {
        linear.into_constraints(&mut listing.constraints)?;
    }
    Ok(listing)
}

/// The words of a file, and what its comments tell.
#[derive(Default)]
struct Scan<'a> {
    words: Vec<Word<'a>>,
    /// How many there are as the header says, and where.
    variables: Option<(usize, Range<usize>)>,
    constraints: Option<(usize, Range<usize>)>,
    comments: Comments<'a>,
    /// The number of decimals of prices.
    decimals: u8,
}

impl<'a> Scan<'a> {
    fn of(text: &'a str) -> ReadResult<Scan<'a>> {
        let mut scan = Scan::default();
        for (start, line) in lines_of(text) {
            if line.trim_start().starts_with('*') {
                scan.comment(&words_of(line, start).collect::<Vec<_>>(), text, start + line.len())?;
                continue;
            }
            for Word { text, at } in words_of(line, start) {
                // What ends a constraint may stand close to it.
                match text.strip_suffix(';') {
                    Some(before) => {
                        if !before.is_empty() {
                            scan.words.push(Word { text: before, at: at.start..at.end - 1 });
                        }
                        scan.words.push(Word { text: ";", at: at.end - 1..at.end });
                    }
                    None => scan.words.push(Word { text, at }),
                }
            }
        }
        Ok(scan)
    }

    fn comment(&mut self, words: &[Word<'a>], text: &str, end: usize) -> ReadResult<()> {
        if let [_, Word { text: "Decimals:", .. }, number] = words {
            self.decimals = match number.text.parse() {
                Ok(decimals) if decimals <= MOST_DECIMALS => decimals,
                _ => return number.expected(format!("a number of decimals from 0 to {MOST_DECIMALS}")),
            };
        }
        self.comments.read(&words[1..], text, end, "x");
        // The header, "* #variable= 5 #constraint= 3": in other comments the same words are text, of a title for example.
        if words.get(1).is_none_or(|word| word.text != "#variable=") {
            return Ok(());
        }
        if self.variables.is_some() {
            return SpannedError::at(&words[1].at, "expected one header, found a second one");
        }
        for pair in words.windows(2) {
            let place = match pair[0].text {
                "#variable=" => &mut self.variables,
                "#constraint=" => &mut self.constraints,
                _ => continue,
            };
            match pair[1].text.parse() {
                Ok(number) => *place = Some((number, pair[1].at.clone())),
                Err(_) => return pair[1].expected("a number"),
            }
        }
        Ok(())
    }
}

fn constraint(words: &[Word<'_>], at: Range<usize>) -> ReadResult<Linear> {
    let Some(place) = words.iter().position(|word| matches!(word.text, ">=" | "=" | "<=" | ">" | "<" | "!=")) else {
        let end = words.last().map_or(at.clone(), |last| last.at.clone());
        return SpannedError::at(&end, "expected >= or = and a number before the ;");
    };
    let relation = match words[place].text {
        ">=" => Relation::AtLeast,
        "=" => Relation::Equal,
        "<=" => Relation::AtMost,
        _ => return words[place].expected(">=, <= or ="),
    };
    let [bound] = &words[place + 1..] else {
        let at = words.get(place + 2).unwrap_or(&words[place]).at.clone();
        return SpannedError::at(&at, format!("expected one number after {}", words[place].text));
    };
    Ok(Linear { at, terms: terms(&words[..place], LARGEST)?, relation, bound: number(bound, LARGEST)? })
}

/// Coefficients with their literals, each variable once.
fn terms(words: &[Word<'_>], largest: i64) -> ReadResult<Vec<(i64, Literal)>> {
    let mut sums: BTreeMap<Literal, i64> = BTreeMap::new();
    let mut words = words.iter();
    while let Some(first) = words.next() {
        let coefficient = number(first, largest)?;
        let Some(second) = words.next() else {
            return SpannedError::at(
                &first.at,
                format!("expected a variable after {}, found the end", shortened(first.text)),
            );
        };
        let sum = sums.entry(literal(second)?).or_default();
        *sum = match sum.checked_add(coefficient).filter(|sum| sum.unsigned_abs() <= largest.unsigned_abs()) {
            Some(sum) => sum,
            None => return too_large(first, largest),
        };
        if let Some(third) = words.clone().next().filter(|third| third.text.starts_with(['x', '~'])) {
            return SpannedError::at(
                &third.at,
                "products are not understood: expected a coefficient before each variable",
            );
        }
    }
    Ok(sums.into_iter().map(|(literal, coefficient)| (coefficient, literal)).collect())
}

fn number(word: &Word<'_>, largest: i64) -> ReadResult<i64> {
    match word.text.parse::<i64>() {
        Ok(number) if number.unsigned_abs() <= largest.unsigned_abs() => Ok(number),
        Ok(_) => too_large(word, largest),
        Err(error) if matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => {
            too_large(word, largest)
        }
        Err(_) => word.expected("a number such as +1"),
    }
}

fn too_large<T>(word: &Word<'_>, largest: i64) -> ReadResult<T> {
    SpannedError::at(&word.at, format!("expected numbers from -{largest} to {largest}, found {}", shortened(word.text)))
}

fn literal(word: &Word<'_>) -> ReadResult<Literal> {
    let (value, name) = match word.text.strip_prefix('~') {
        Some(name) => (false, name),
        None => (true, word.text),
    };
    let number = name.strip_prefix('x').and_then(|number| number.parse::<usize>().ok());
    match number.filter(|number| (1..=MOST_VARIABLES).contains(number)) {
        Some(number) => Ok(Literal { variable: variable(number), value }),
        None => word.expected(format!("a variable from x1 to x{MOST_VARIABLES}, or ~x1 for its negation")),
    }
}
