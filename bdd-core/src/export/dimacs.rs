//! DIMACS CNF, the format of the SAT competitions.

use std::io::{self, Write};
use std::ops::Not;

use crate::encode;
use crate::rules::{Literal, Rules};

/// Writes rules and literals as clauses: the exclusions in order, the lines, the literals, one a line.
///
/// DIMACS counts variables from 1, so variable `v` is number `v + 1` there. Each line of a comment becomes a `c` line at
/// the beginning.
///
/// Lines that count may take auxiliary variables, numbered after the others; see [`encode::count`]. Then, or if the rules
/// have hidden variables, a line `c p show` after the header names those that are shown, as model counters read it. The
/// values of the others decide the auxiliary ones of lines that count, so that of rules without hidden variables counters
/// that do not read it count the same.
///
/// # Errors
///
/// Those of `out`, which should be buffered.
pub fn write(out: &mut impl Write, rules: &Rules, literals: &[Literal], comments: &[String]) -> io::Result<()> {
    for line in comments.iter().flat_map(|comment| super::lines(comment)) {
        writeln!(out, "c {line}")?;
    }
    // Made first: the header says how many they are.
    let mut lines: Vec<u8> = Vec::new();
    let mut count = 0;
    let mut variables = rules.variables();
    for line in rules.line_rules() {
        let numbers: Vec<Number> = line.literals().map(Number::of).collect();
        let mut fresh = || {
            variables += 1;
            Number(variables as i64)
        };
        let mut clause = |clause: &[Number]| {
            count += 1;
            write_clause(&mut lines, clause);
        };
        encode::count(&numbers, line.least()..=line.most_beside_exclusions(), &mut fresh, &mut clause);
    }
    let clauses = rules.exclusions().count() + count + literals.len();
    writeln!(out, "p cnf {variables} {clauses}")?;
    if variables > rules.shown() {
        write!(out, "c p show")?;
        (1..=rules.shown()).try_for_each(|number| write!(out, " {number}"))?;
        writeln!(out, " 0")?;
    }
    for (a, b) in rules.exclusions() {
        writeln!(out, "-{} -{} 0", u32::from(a) + 1, u32::from(b) + 1)?;
    }
    out.write_all(&lines)?;
    for literal in literals {
        writeln!(out, "{} 0", Number::of(*literal).0)?;
    }
    Ok(())
}

/// A literal as DIMACS has it: the number of its variable, negative if that is negated.
#[derive(Clone, Copy)]
struct Number(i64);

impl Number {
    fn of(literal: Literal) -> Number {
        let number = i64::from(u32::from(literal.variable)) + 1;
        Number(if literal.value { number } else { -number })
    }
}

impl Not for Number {
    type Output = Number;

    fn not(self) -> Number {
        Number(-self.0)
    }
}

fn write_clause(lines: &mut Vec<u8>, clause: &[Number]) {
    for number in clause {
        lines.extend_from_slice(number.0.to_string().as_bytes());
        lines.push(b' ');
    }
    lines.extend_from_slice(b"0\n");
}
