//! DIMACS CNF, the format of the SAT competitions, with names and projections in its comments.
//!
//! Variables that do not count are not shown, and neither wrong nor approximate counts come of them. First the clauses
//! are compared with the counters that this program writes, and such clauses become lines that count again
//! (`counters`); then resolution eliminates the other variables (`resolve`). Where that takes too many clauses, the
//! variables stay in the rules, hidden.

use std::collections::BTreeSet;
use std::ops::Range;

use bdd_core::Literal;

use crate::constraints::{Constraint, Listing, Names, lines_of, variable, words_of};
use crate::resolve;
use crate::tree::{Checked, Fault, Word, shortened};

/// Whether a text begins as a file in DIMACS does: with a comment, or the header.
pub(crate) fn is_dimacs(text: &str) -> bool {
    let first = text.lines().map(str::trim_end).find(|line| !line.is_empty()).unwrap_or_default();
    let mut words = first.split_ascii_whitespace();
    match words.next() {
        Some("c") => words.next() != Some("="),
        Some("p") => words.next() == Some("cnf"),
        _ => false,
    }
}

/// The clauses of a file with what its comments tell: `c 3 name` names variable 3, and `c p show 1 2 0` says that only
/// these variables count. The others are resolved away, or hidden where that takes too many clauses.
pub(crate) fn read(text: &str) -> Checked<Listing> {
    let file = File::read(text)?;
    let mut listing = Listing { title: file.title, ..Listing::default() };
    listing.names = Names::new(file.variables, &file.header)?;
    file.names.iter().for_each(|&(number, name)| listing.names.set(number, name));
    listing.constraints = file.clauses;
    if let Some(shown) = file.shown {
        match resolve::only(&shown, file.variables, listing.constraints.clone()) {
            Some(constraints) => {
                listing.constraints = constraints;
                listing.names.keep(&shown);
            }
            // To leave them out takes too many clauses: they stay, hidden.
            None => listing.shown = Some(shown),
        }
    }
    Ok(listing)
}

/// What stands in a file.
struct File<'a> {
    /// Where it says how many variables there are.
    header: Range<usize>,
    variables: usize,
    clauses: Vec<Constraint>,
    /// The variables that count, if not all of them do.
    shown: Option<BTreeSet<usize>>,
    names: Vec<(usize, &'a str)>,
    title: Option<String>,
}

impl<'a> File<'a> {
    fn read(text: &'a str) -> Checked<File<'a>> {
        let mut file =
            File { header: 0..0, variables: 0, clauses: Vec::new(), shown: None, names: Vec::new(), title: None };
        let mut wanted = None;
        let mut shown: Vec<Word<'_>> = Vec::new();
        let (mut is_projected, mut is_over) = (false, false);
        let mut clause = Vec::new();
        let (mut begin, mut said) = (0, 0);
        for (start, line) in lines_of(text) {
            let words: Vec<Word<'_>> = words_of(line, start).collect();
            let Some(first) = words.first().cloned() else { continue };
            match first.text {
                "c" => match &words[1..] {
                    [Word { text: "p", .. }, Word { text: "show", .. }, all @ ..]
                    | [Word { text: "ind", .. }, all @ ..] => {
                        is_projected = true;
                        shown.extend(all.iter().filter(|word| word.text != "0").cloned());
                    }
                    [Word { text: "p", .. }, weight @ Word { text: "weight", .. }, ..] => {
                        return Fault::at(&weight.at, "weights are not understood: expected clauses without them");
                    }
                    [Word { text: "Puzzle:", at }, _, ..] => {
                        let title = text[at.end..start + line.len()].trim();
                        file.title = (title.chars().count() <= 60).then(|| title.to_owned());
                    }
                    [number, name, ..] => {
                        file.names.extend(number.text.parse().ok().map(|number| (number, name.text)));
                    }
                    _ => {}
                },
                "p" if wanted.is_some() => return Fault::at(&first.at, "expected one header, found a second one"),
                "p" => {
                    let (variables, clauses) = header(&words)?;
                    file.variables = Names::new(variables, &words[2].at)?.len();
                    file.header = words[2].at.clone();
                    wanted = Some((clauses, words[3].at.clone()));
                }
                _ if is_over && first.text == "0" && words.len() == 1 => {}
                _ if is_over => {
                    let found = shortened(first.text);
                    return Fault::at(
                        &first.at,
                        format!("expected 0 alone after the % that ends the clauses, found {found:?}"),
                    );
                }
                // The clauses of SATLIB's files end with it, and a 0.
                "%" => is_over = true,
                _ if wanted.is_none() => {
                    let found = shortened(first.text);
                    return Fault::at(&first.at, format!("expected \"p cnf\" and two numbers first, found {found:?}"));
                }
                _ => {
                    for word in words {
                        let number = file.number(&word)?;
                        if clause.is_empty() && number != 0 {
                            begin = word.at.start;
                        }
                        if number != 0 {
                            let variable = variable(number.unsigned_abs() as usize);
                            clause.push(Literal { variable, value: number > 0 });
                            continue;
                        }
                        let at = if clause.is_empty() { word.at.clone() } else { begin..word.at.end };
                        file.clauses.extend(Constraint::clause(at, std::mem::take(&mut clause)));
                        said += 1;
                    }
                }
            }
        }
        let end = text.len()..text.len();
        let Some((clauses, at)) = wanted else {
            return Fault::at(&end, "expected \"p cnf\" and the numbers of variables and clauses, found the end");
        };
        if !clause.is_empty() {
            return Fault::at(&end, "expected the 0 that ends a clause, found the end");
        }
        if said != clauses {
            return Fault::at(&at, format!("the header says {clauses} clauses, and there are {said}"));
        }
        if is_projected {
            let numbers = shown.iter().map(|word| Ok(file.number(word)?.unsigned_abs() as usize));
            let mut numbers = numbers.collect::<Checked<BTreeSet<usize>>>()?;
            // However the 0 that ends the list is written.
            numbers.remove(&0);
            if numbers.is_empty() {
                return Fault::at(&file.header, "expected a variable at least that is shown");
            }
            file.shown = (numbers.len() < file.variables).then_some(numbers);
        }
        Ok(file)
    }

    /// A literal as its number, or 0.
    fn number(&self, word: &Word<'_>) -> Checked<i64> {
        let most = self.variables as i64;
        match word.text.parse::<i64>() {
            Ok(number) if (-most..=most).contains(&number) => Ok(number),
            _ => {
                let found = shortened(word.text);
                Fault::at(&word.at, format!("expected a number from -{most} to {most}, found {found:?}"))
            }
        }
    }
}

fn header(words: &[Word<'_>]) -> Checked<(usize, usize)> {
    let [p, cnf, variables, clauses] = words else {
        return Fault::at(&words[0].at, "expected \"p cnf\" and the numbers of variables and clauses");
    };
    if cnf.text != "cnf" {
        let found = shortened(cnf.text);
        return Fault::at(&(p.at.start..cnf.at.end), format!("expected \"p cnf\", found \"p {found}\""));
    }
    let number = |word: &Word<'_>| match word.text.parse() {
        Ok(number) => Ok(number),
        Err(_) => Fault::at(&word.at, format!("expected a number, found {:?}", shortened(word.text))),
    };
    Ok((number(variables)?, number(clauses)?))
}
