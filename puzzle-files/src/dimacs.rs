//! DIMACS CNF, the format of the SAT competitions, with names and projections in its comments.
//!
//! Variables that do not count are not shown, and neither wrong nor approximate counts come of them. First the clauses
//! are compared with the counters that this program writes, and such clauses become lines that count again
//! (`counters`); then resolution eliminates the other variables (`resolve`). Where that takes too many clauses, the
//! variables stay in the rules, hidden.

use std::collections::BTreeSet;
use std::ops::Range;

use bdd_core::{Literal, Variable};

use crate::constraints::{Comments, Constraint, Listing, Names, lines_of, variable, words_of};
use crate::resolve;
use crate::tree::{ReadResult, SpannedError, Word, shortened};

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

/// Reads the clauses of a file with what its comments tell: `c 3 name` names variable 3, and `c p show 1 2 0` says that only
/// these variables count. The others are resolved away, or hidden where that takes too many clauses.
pub(crate) fn read(text: &str) -> ReadResult<Listing> {
    let mut listing = Listing { kind: "Clauses", comment: "c ", ..Listing::default() };
    // The number of clauses as the header says, and where the header says it and the number of variables.
    let mut wanted: Option<(usize, [Range<usize>; 2])> = None;
    let mut comments = Comments::default();
    let mut is_over = false;
    let mut clause = Vec::new();
    let (mut begin, mut said) = (0, 0);
    for (start, line) in lines_of(text) {
        let words: Vec<Word<'_>> = words_of(line, start).collect();
        let Some(first) = words.first() else { continue };
        match first.text {
            "c" => match &words[1..] {
                [Word { text: "p", .. }, Word { text: "show", .. }, all @ ..] => {
                    comments.shown.get_or_insert_default().extend_from_slice(all);
                }
                [Word { text: "p", .. }, weight @ Word { text: "weight", .. }, ..] => {
                    return SpannedError::at(&weight.at, "weights are not understood: expected clauses without them");
                }
                comment => comments.read(comment, text, start + line.len(), ""),
            },
            "p" if wanted.is_some() => return SpannedError::at(&first.at, "expected one header, found a second one"),
            "p" => {
                let (variables, clauses) = header(&words)?;
                listing.names = Names::new(variables, &words[2].at)?;
                wanted = Some((clauses, [words[3].at.clone(), words[2].at.clone()]));
            }
            _ if is_over && first.text == "0" && words.len() == 1 => {}
            _ if is_over => return first.expected("0 alone after the % that ends the clauses"),
            // The clauses of SATLIB's files end with it, and a 0.
            "%" => is_over = true,
            _ if wanted.is_none() => return first.expected("\"p cnf\" and two numbers first"),
            _ => {
                for word in words {
                    let number = number(&word, listing.names.len())?;
                    if clause.is_empty() && number != 0 {
                        begin = word.at.start;
                    }
                    if number != 0 {
                        let variable = variable(number.unsigned_abs() as usize);
                        clause.push(Literal { variable, value: number > 0 });
                        continue;
                    }
                    let at = if clause.is_empty() { word.at.clone() } else { begin..word.at.end };
                    listing.constraints.extend(Constraint::clause(at, std::mem::take(&mut clause)));
                    said += 1;
                }
            }
        }
    }
    let end = text.len()..text.len();
    let Some((clauses, [of_clauses, of_variables])) = wanted else {
        return SpannedError::at(&end, "expected \"p cnf\" and the numbers of variables and clauses, found the end");
    };
    if !clause.is_empty() {
        return SpannedError::at(&end, "expected the 0 that ends a clause, found the end");
    }
    if said != clauses {
        return SpannedError::at(&of_clauses, format!("the header says {clauses} clauses, and there are {said}"));
    }
    listing.title = comments.title;
    comments.names.into_iter().for_each(|(number, name)| listing.names.set(number, name));
    if let Some(words) = comments.shown {
        let variables = listing.names.len();
        let numbers = words.iter().map(|word| Ok(number(word, variables)?.unsigned_abs() as usize));
        let numbers = numbers.collect::<ReadResult<BTreeSet<usize>>>()?;
        // A 0 ends the list.
        let shown: BTreeSet<Variable> = numbers.into_iter().filter(|&number| number > 0).map(variable).collect();
        if shown.is_empty() {
            return SpannedError::at(&of_variables, "expected a variable at least that is shown");
        }
        if shown.len() < variables
            && let Some(constraints) = resolve::only(&shown, variables, listing.constraints.clone())
        {
            listing.constraints = constraints;
            listing.is_projected = true;
        }
        listing.shown = Some(shown);
    }
    Ok(listing)
}

/// Reads a literal as its number, or 0.
fn number(word: &Word<'_>, variables: usize) -> ReadResult<i64> {
    let most = variables as i64;
    match word.text.parse::<i64>() {
        Ok(number) if (-most..=most).contains(&number) => Ok(number),
        _ => word.expected(format!("a number from -{most} to {most}")),
    }
}

fn header(words: &[Word<'_>]) -> ReadResult<(usize, usize)> {
    let [p, cnf, variables, clauses] = words else {
        return SpannedError::at(&words[0].at, "expected \"p cnf\" and the numbers of variables and clauses");
    };
    if cnf.text != "cnf" {
        let found = shortened(cnf.text);
        return SpannedError::at(&(p.at.start..cnf.at.end), format!("expected \"p cnf\", found \"p {found}\""));
    }
    let number = |word: &Word<'_>| match word.text.parse() {
        Ok(number) => Ok(number),
        Err(_) => word.expected("a number"),
    };
    Ok((number(variables)?, number(clauses)?))
}
