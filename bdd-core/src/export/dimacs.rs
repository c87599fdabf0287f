//! DIMACS CNF, the format of the SAT competitions.

use std::io::{self, Write};

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
    super::comment(out, "c", comments)?;
    // Made first: the header says how many they are.
    let mut constraints = String::new();
    let mut count = 0;
    let mut variables = rules.variables();
    for constraint in rules.constraints() {
        let codes: Vec<i64> = constraint.literals().map(code).collect();
        let mut fresh = || {
            variables += 1;
            variables as i64 - 1
        };
        let mut clause = |clause: &[i64]| {
            count += 1;
            clause.iter().for_each(|&code| constraints.push_str(&format!("{} ", number(code))));
            constraints.push_str("0\n");
        };
        encode::count(&codes, constraint.min()..=constraint.max_beside_exclusions(), &mut fresh, &mut clause);
    }
    let clauses = rules.exclusions().count() + count + literals.len();
    writeln!(out, "p cnf {variables} {clauses}")?;
    if variables > rules.projected_variables() {
        write!(out, "c p show")?;
        (1..=rules.projected_variables()).try_for_each(|number| write!(out, " {number}"))?;
        writeln!(out, " 0")?;
    }
    for (a, b) in rules.exclusions() {
        writeln!(out, "-{} -{} 0", u32::from(a) + 1, u32::from(b) + 1)?;
    }
    out.write_all(constraints.as_bytes())?;
    for literal in literals {
        writeln!(out, "{} 0", number(code(*literal)))?;
    }
    Ok(())
}

/// The number of a literal's variable; `!` of it, which is one less than its negative, if that is negated.
fn code(literal: Literal) -> i64 {
    let variable = u32::from(literal.variable).into();
    if literal.value { variable } else { !variable }
}

/// A literal as DIMACS has it: variables are counted from 1, and negated ones are negative.
fn number(code: i64) -> i64 {
    if code < 0 { code } else { code + 1 }
}
