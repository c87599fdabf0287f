//! The reader of DIMACS CNF, the format of the SAT competitions, with names of variables and projections in comments.
//!
//! A projection (`c p show`) lists the shown variables. The reader eliminates all variables that are not shown, without
//! changing the solutions. First it finds the clauses by which this program itself writes a cardinality constraint with
//! auxiliary variables, and replaces them by the constraint (module `counters`). Resolution eliminates the remaining
//! variables (module `resolve`). If that takes too many clauses, all variables that are not shown stay in the rules as
//! hidden variables.

use std::ops::Range;

use bdd_core::Literal;

use crate::constraints::{Comments, Constraint, Listing, Names, lines_of, variable, words_of};
use crate::resolve;
use crate::tree::{ReadResult, Word, fail, shortened};

/// Returns `true` if a text begins with a comment or the header of a DIMACS file.
pub(crate) fn is_dimacs(text: &str) -> bool {
    let first = text.lines().map(str::trim_end).find(|line| !line.is_empty()).unwrap_or_default();
    let mut words = first.split_ascii_whitespace();
    match words.next() {
        Some("c") => words.next() != Some("="),
        Some("p") => words.next() == Some("cnf"),
        _ => false,
    }
}

/// Reads the clauses and the comments of a file: `c 3 name` names variable 3, and `c p show 1 2 0` lists the shown
/// variables.
pub(crate) fn read(text: &str) -> ReadResult<Listing> {
    let mut listing = Listing { default_title: "Clauses", comment: "c ", ..Listing::default() };
    // The number of clauses that the header announces, with the position of this number.
    let mut announced: Option<(usize, Range<usize>)> = None;
    let mut comments = Comments::default();
    let mut is_over = false;
    let mut clause = Vec::new();
    let (mut begin, mut found) = (0, 0);
    for (start, line) in lines_of(text) {
        let words: Vec<Word<'_>> = words_of(line, start).collect();
        let Some(first) = words.first() else { continue };
        match first.text {
            "c" => match &words[1..] {
                [Word { text: "p", .. }, Word { text: "show", .. }, all @ ..] => {
                    comments.shown.get_or_insert_default().extend_from_slice(all);
                }
                [Word { text: "p", .. }, weight @ Word { text: "weight", .. }, ..] => {
                    return fail(&weight.span, "expected clauses without weights, found a weight");
                }
                comment => comments.read(comment, text, start + line.len(), ""),
            },
            "p" if announced.is_some() => return fail(&first.span, "expected one header, found a second one"),
            "p" => {
                let (variables, clauses) = header(&words)?;
                listing.names = Names::new(variables, &words[2].span)?;
                announced = Some((clauses, words[3].span.clone()));
            }
            _ if is_over && first.text == "0" && words.len() == 1 => {}
            _ if is_over => return first.expected("a line with only 0 after the % that ends the clauses"),
            // The files of the SATLIB collection end with a line `%` and a line `0`.
            "%" => is_over = true,
            _ if announced.is_none() => return first.expected("\"p cnf\" and two numbers before the first clause"),
            _ => {
                for word in words {
                    let number = number(&word, listing.names.len())?;
                    if clause.is_empty() && number != 0 {
                        begin = word.span.start;
                    }
                    if number != 0 {
                        let variable = variable(number.unsigned_abs() as usize);
                        clause.push(Literal { variable, value: number > 0 });
                        continue;
                    }
                    let span = if clause.is_empty() { word.span.clone() } else { begin..word.span.end };
                    listing.constraints.extend(Constraint::clause(span, std::mem::take(&mut clause)));
                    found += 1;
                }
            }
        }
    }
    let end = text.len()..text.len();
    let Some((clauses, clauses_span)) = announced else {
        return fail(&end, "expected \"p cnf\" and the numbers of variables and clauses, found the end of the file");
    };
    if !clause.is_empty() {
        return fail(&end, "expected the 0 that ends a clause, found the end of the file");
    }
    if found != clauses {
        return fail(&clauses_span, format!("expected {clauses} clauses, as the header says, found {found}"));
    }
    let variables = listing.names.len();
    comments.apply(&mut listing, |word| match number(word, variables)?.unsigned_abs() {
        0 => Ok(None),
        number => Ok(Some(variable(number as usize))),
    })?;
    if let Some(shown) = &listing.shown
        && shown.len() < variables
        && let Some(constraints) = resolve::project(shown, variables, listing.constraints.clone())
    {
        listing.constraints = constraints;
        listing.is_projected = true;
    }
    Ok(listing)
}

/// Reads a number from `-variables` to `variables`: a literal, or the 0 that ends a clause or list.
fn number(word: &Word<'_>, variables: usize) -> ReadResult<i64> {
    match word.text.parse::<i64>() {
        Ok(number) if number.unsigned_abs() <= variables as u64 => Ok(number),
        _ => word.expected(format!("a number from -{variables} to {variables}")),
    }
}

fn header(words: &[Word<'_>]) -> ReadResult<(usize, usize)> {
    let [p, cnf, variables, clauses] = words else {
        return fail(&words[0].span, "expected \"p cnf\" and the numbers of variables and clauses");
    };
    if cnf.text != "cnf" {
        let found = shortened(cnf.text);
        return fail(&(p.span.start..cnf.span.end), format!("expected \"p cnf\", found \"p {found}\""));
    }
    let number = |word: &Word<'_>| match word.text.parse() {
        Ok(number) => Ok(number),
        Err(_) => word.expected("a number"),
    };
    Ok((number(variables)?, number(clauses)?))
}
