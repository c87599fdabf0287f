//! DIMACS CNF, the format of the SAT competitions.

use std::io::{self, Write};

use crate::encode;
use crate::rules::{Literal, Rules};

/// Writes rules and literals as clauses, one on each line of text: first the exclusions in order, then the constraints,
/// then the literals.
///
/// DIMACS counts variables from 1, so that variable `v` becomes number `v + 1`. Each line of `comments` becomes a `c`
/// line at the beginning.
///
/// Constraints other than clauses may take auxiliary variables, which are numbered after the variables of the rules;
/// see [`encode::count`]. If there are auxiliary variables, of the encoding or of the rules, a line `c p show` after
/// the header lists the variables that model counters project on. The auxiliary variables of the encoding do not change
/// the number of models: if the rules have no auxiliary variables of their own, counters without projection find the
/// right number too.
///
/// ```
/// use bdd_core::{Literal, Rules, export::dimacs};
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1]);
/// let mut text = Vec::new();
/// dimacs::write(&mut text, &rules, &[Literal::negative(2)], &["a choice".to_owned()])?;
/// assert_eq!(String::from_utf8_lossy(&text), "c a choice\np cnf 3 3\n-1 -2 0\n1 2 0\n-3 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Errors of `out`, which should be buffered.
pub fn write(out: &mut impl Write, rules: &Rules, literals: &[Literal], comments: &[String]) -> io::Result<()> {
    super::comment(out, "c", comments)?;
    // The clauses are made first, since the header states their number.
    let mut lines = String::new();
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
            clause.iter().for_each(|&code| lines.push_str(&format!("{} ", number(code))));
            lines.push_str("0\n");
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
    out.write_all(lines.as_bytes())?;
    for literal in literals {
        writeln!(out, "{} 0", number(code(*literal)))?;
    }
    Ok(())
}

/// Returns a literal as a number: the number `n` of its variable if it is positive, and `!n`, which is `-n - 1`, if it
/// is negative.
fn code(literal: Literal) -> i64 {
    let variable = u32::from(literal.variable).into();
    if literal.value { variable } else { !variable }
}

/// Converts the number that [`code`] returns into a literal of DIMACS: variables are counted from 1, and negative
/// literals are negative numbers.
fn number(code: i64) -> i64 {
    if code < 0 { code } else { code + 1 }
}
