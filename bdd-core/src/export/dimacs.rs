//! DIMACS CNF, the format of the SAT competitions.

use std::io::{self, Write};

use crate::rules::{Literal, Rules};

/// Writes rules and literals as clauses: the exclusions in order, the at-least-one rules, the literals, one a line.
///
/// DIMACS counts variables from 1, so variable `v` is number `v + 1` there. Each line of a comment becomes a `c` line at
/// the beginning.
///
/// # Errors
///
/// Those of `out`, which should be buffered.
pub fn write(out: &mut impl Write, rules: &Rules, literals: &[Literal], comments: &[String]) -> io::Result<()> {
    for line in comments.iter().flat_map(|comment| super::lines(comment)) {
        writeln!(out, "c {line}")?;
    }
    let clauses = rules.exclusions().count() + rules.lines().len() + literals.len();
    writeln!(out, "p cnf {} {clauses}", rules.variables())?;
    for (a, b) in rules.exclusions() {
        writeln!(out, "-{} -{} 0", u32::from(a) + 1, u32::from(b) + 1)?;
    }
    for line in rules.lines() {
        for &variable in line {
            write!(out, "{} ", u32::from(variable) + 1)?;
        }
        writeln!(out, "0")?;
    }
    for literal in literals {
        let sign = if literal.value { "" } else { "-" };
        writeln!(out, "{sign}{} 0", u32::from(literal.variable) + 1)?;
    }
    Ok(())
}
