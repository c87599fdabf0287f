//! OPB, the format of the pseudo-Boolean competitions: linear constraints over Booleans.

use std::collections::BTreeMap;
use std::num::IntErrorKind;
use std::ops::Range;

use bdd_core::Literal;

use crate::constraints::{Comments, Listing, Names, lines_of, variable, words_of};
use crate::linear::Linear;
use crate::normal::Relation;
use crate::tree::{MAX_VARIABLES, ReadResult, Word, fail, shortened};

/// The largest absolute value of a coefficient. It keeps a sum over all variables far below `i64::MAX`.
const MAX_COEFFICIENT: i64 = 1_000_000_000_000;
/// The largest absolute value of a price: 18 digits, the limit for TOML files as well.
const MAX_PRICE: i64 = 999_999_999_999_999_999;
/// The maximum number of decimals of a price.
const MAX_DECIMALS: u8 = 18;

/// Returns `true` if a text begins with a comment, an objective or a coefficient of an OPB file.
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

/// Reads the constraints and the comments of a file. The comment `* x3 name` names variable 3, `* ind x1 x2 0` lists
/// the shown variables, and `* Decimals: 2` makes a hundredth the unit of prices.
pub(crate) fn read(text: &str) -> ReadResult<Listing> {
    let scan = OpbWords::of(text)?;
    let mut listing =
        Listing { default_title: "Constraints", comment: "* x", decimals: scan.decimals, ..Listing::default() };
    let mut linears = Vec::new();
    for statement in scan.words.split_inclusive(|word| word.text == ";") {
        let [words @ .., Word { text: ";", span: end }] = statement else {
            return fail(&(text.len()..text.len()), "expected the ; that ends a constraint, found the end of the file");
        };
        let [first, rest @ ..] = words else { return fail(end, "expected a constraint, found \";\"") };
        let span = first.span.start..rest.last().unwrap_or(first).span.end;
        match first.text {
            "min:" | "max:" if linears.is_empty() && listing.objective.is_none() => {
                let terms = terms(rest, MAX_PRICE)?;
                if terms.iter().any(|(_, literal)| !literal.value) {
                    return fail(&span, "expected an objective of variables alone, found a negation");
                }
                listing.objective = Some(terms.into_iter().map(|(price, literal)| (price, literal.variable)).collect());
            }
            "min:" | "max:" => {
                return fail(&first.span, "expected one objective, before all constraints");
            }
            text if text == "soft:" || text.starts_with('[') => {
                return fail(&first.span, "expected only hard constraints, found a soft one");
            }
            _ => linears.push(constraint(words, span)?),
        }
    }
    let constrained = linears.iter().flat_map(|linear: &Linear| &linear.terms).map(|(_, literal)| literal.variable);
    let priced = listing.objective.iter().flatten().map(|&(_, variable)| variable);
    let used = constrained.chain(priced).map(|variable| variable.index() + 1).max().unwrap_or(0);
    let variables = scan.variables.as_ref().map_or(used, |&(count, _)| count);
    if let Some((count, span)) = scan.variables.as_ref().filter(|(count, _)| *count < used) {
        return fail(span, format!("expected {count} variables, as the header says, found x{used}"));
    }
    if let Some((count, span)) = scan.constraints.as_ref().filter(|(count, _)| *count != linears.len()) {
        return fail(span, format!("expected {count} constraints, as the header says, found {}", linears.len()));
    }
    listing.names = Names::new(variables, &scan.variables.map_or(0..0, |(_, span)| span))?;
    scan.comments.apply(&mut listing, |word| match word.text {
        "0" => Ok(None),
        _ => match literal(word)? {
            Literal { variable, value: true } if variable.index() < variables => Ok(Some(variable)),
            _ => word.expected(format!("a variable from x1 to x{variables}")),
        },
    })?;
    for linear in linears {
        linear.into_constraints(&mut listing.constraints)?;
    }
    Ok(listing)
}

/// The words and comments of an OPB file.
#[derive(Default)]
struct OpbWords<'a> {
    words: Vec<Word<'a>>,
    /// The number of variables that the header announces, with the position of this number.
    variables: Option<(usize, Range<usize>)>,
    /// The number of constraints that the header announces, with the position of this number.
    constraints: Option<(usize, Range<usize>)>,
    comments: Comments<'a>,
    /// The number of decimals of prices.
    decimals: u8,
}

impl<'a> OpbWords<'a> {
    fn of(text: &'a str) -> ReadResult<OpbWords<'a>> {
        let mut scan = OpbWords::default();
        for (start, line) in lines_of(text) {
            if line.trim_start().starts_with('*') {
                scan.comment(&words_of(line, start).collect::<Vec<_>>(), text, start + line.len())?;
                continue;
            }
            for Word { text, span } in words_of(line, start) {
                // A `;` may follow a word without a blank.
                match text.strip_suffix(';') {
                    Some(before) => {
                        if !before.is_empty() {
                            scan.words.push(Word { text: before, span: span.start..span.end - 1 });
                        }
                        scan.words.push(Word { text: ";", span: span.end - 1..span.end });
                    }
                    None => scan.words.push(Word { text, span }),
                }
            }
        }
        Ok(scan)
    }

    fn comment(&mut self, words: &[Word<'a>], text: &str, end: usize) -> ReadResult<()> {
        if let [_, Word { text: "Decimals:", .. }, number] = words {
            self.decimals = match number.text.parse() {
                Ok(decimals) if decimals <= MAX_DECIMALS => decimals,
                _ => return number.expected(format!("a number of decimals from 0 to {MAX_DECIMALS}")),
            };
        }
        self.comments.read(&words[1..], text, end, "x");
        // The header is "* #variable= 5 #constraint= 3". The same words elsewhere in a comment are text, such as a
        // title.
        if words.get(1).is_none_or(|word| word.text != "#variable=") {
            return Ok(());
        }
        if self.variables.is_some() {
            return fail(&words[1].span, "expected one header, found a second one");
        }
        for pair in words.windows(2) {
            let place = match pair[0].text {
                "#variable=" => &mut self.variables,
                "#constraint=" => &mut self.constraints,
                _ => continue,
            };
            match pair[1].text.parse() {
                Ok(number) => *place = Some((number, pair[1].span.clone())),
                Err(_) => return pair[1].expected("a number"),
            }
        }
        Ok(())
    }
}

fn constraint(words: &[Word<'_>], span: Range<usize>) -> ReadResult<Linear> {
    let Some(place) = words.iter().position(|word| matches!(word.text, ">=" | "=" | "<=" | ">" | "<" | "!=")) else {
        let end = words.last().map_or(span.clone(), |last| last.span.clone());
        return fail(&end, "expected >= or = and a number before the ;");
    };
    let relation = match words[place].text {
        ">=" => Relation::AtLeast,
        "=" => Relation::Equal,
        "<=" => Relation::AtMost,
        _ => return words[place].expected(">=, <= or ="),
    };
    let [bound] = &words[place + 1..] else {
        let span = words.get(place + 2).unwrap_or(&words[place]).span.clone();
        return fail(&span, format!("expected one number after {}", words[place].text));
    };
    Ok(Linear {
        span,
        terms: terms(&words[..place], MAX_COEFFICIENT)?,
        relation,
        bound: number(bound, MAX_COEFFICIENT)?,
    })
}

/// Reads coefficients with their literals, and adds up the coefficients of each literal. Coefficients and sums are at
/// most `largest` in absolute value.
fn terms(words: &[Word<'_>], largest: i64) -> ReadResult<Vec<(i64, Literal)>> {
    let mut sums: BTreeMap<Literal, i64> = BTreeMap::new();
    let mut words = words.iter();
    while let Some(first) = words.next() {
        let coefficient = number(first, largest)?;
        let Some(second) = words.next() else {
            return fail(
                &first.span,
                format!("expected a variable after {}, found the end of the sum", shortened(first.text)),
            );
        };
        let sum = sums.entry(literal(second)?).or_default();
        *sum = match sum.checked_add(coefficient).filter(|sum| sum.unsigned_abs() <= largest.unsigned_abs()) {
            Some(sum) => sum,
            None => return too_large(first, largest),
        };
        if let Some(third) = words.clone().next().filter(|third| third.text.starts_with(['x', '~'])) {
            return fail(&third.span, "expected a coefficient before each variable, found a product of variables");
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
    fail(&word.span, format!("expected numbers from -{largest} to {largest}, found {}", shortened(word.text)))
}

fn literal(word: &Word<'_>) -> ReadResult<Literal> {
    let (value, name) = match word.text.strip_prefix('~') {
        Some(name) => (false, name),
        None => (true, word.text),
    };
    let number = name.strip_prefix('x').and_then(|number| number.parse::<usize>().ok());
    match number.filter(|number| (1..=MAX_VARIABLES).contains(number)) {
        Some(number) => Ok(Literal { variable: variable(number), value }),
        None => word.expected(format!("a variable from x1 to x{MAX_VARIABLES}, or ~x1 for its negation")),
    }
}
