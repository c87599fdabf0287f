//! OPB, the format of the pseudo-Boolean competitions: linear constraints over Boolean variables.

use std::io::{self, Write};

use crate::rules::{Constraint, Literal, Rules};
use crate::weights::Weights;

/// Writes rules and literals as linear constraints, one on each line of text: first the exclusions in order, then the
/// constraints, then the literals.
///
/// Weights become the objective `min:` before the constraints, as whole numbers. If the weights have decimals, a
/// comment such as `* Decimals: 2` states the number of digits after the point.
///
/// A constraint with equal bounds becomes an equation. Any other constraint becomes one inequality for each bound that
/// the exclusions do not imply. Variable `v` is named `x` followed by `v + 1`, so that variable 0 is `x1`. Each line of
/// `comments` becomes a `*` line after the header. If the rules have auxiliary variables, a line `* ind` lists the
/// variables that model counters project on, with a 0 at its end.
///
/// ```
/// use bdd_core::{Rules, export::opb};
///
/// let mut rules = Rules::new(3);
/// rules.exactly(2, &[0, 1, 2]);
/// let mut text = Vec::new();
/// opb::write(&mut text, &rules, &[], None, &[])?;
/// assert!(String::from_utf8_lossy(&text).ends_with("+1 x1 +1 x2 +1 x3 = 2 ;\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Errors of `out`, which should be buffered.
pub fn write(
    out: &mut impl Write,
    rules: &Rules,
    literals: &[Literal],
    weights: Option<&Weights>,
    comments: &[String],
) -> io::Result<()> {
    let of_constraints: usize = rules.constraints().map(|constraint| sides(constraint).len()).sum();
    let constraints = rules.exclusions().count() + of_constraints + literals.len();
    writeln!(out, "* #variable= {} #constraint= {constraints}", rules.variables())?;
    if rules.projected_variables() < rules.variables() {
        write!(out, "* ind")?;
        (1..=rules.projected_variables()).try_for_each(|number| write!(out, " x{number}"))?;
        writeln!(out, " 0")?;
    }
    super::comment(out, "*", comments)?;
    if let Some(weights) = weights {
        if weights.decimals > 0 {
            writeln!(out, "* Decimals: {}", weights.decimals)?;
        }
        write!(out, "min:")?;
        for (number, units) in (1..).zip(&weights.units).filter(|&(_, &units)| units != 0) {
            write!(out, " {units:+} x{number}")?;
        }
        writeln!(out, " ;")?;
    }
    for (a, b) in rules.exclusions() {
        writeln!(out, "-1 x{} -1 x{} >= -1 ;", u32::from(a) + 1, u32::from(b) + 1)?;
    }
    for constraint in rules.constraints() {
        // A negated variable counts as 1 minus the variable.
        let negated = constraint.negated().len() as i64;
        for (factor, relation, number) in sides(constraint) {
            for literal in constraint.literals() {
                let sign = if (factor > 0) == literal.value { '+' } else { '-' };
                write!(out, "{sign}1 x{} ", u32::from(literal.variable) + 1)?;
            }
            writeln!(out, "{relation} {} ;", factor * (number as i64 - negated))?;
        }
    }
    for literal in literals {
        writeln!(out, "+1 x{} = {} ;", u32::from(literal.variable) + 1, u8::from(literal.value))?;
    }
    Ok(())
}

/// Returns those bounds of a constraint that do not follow from the exclusions, each as three values: the factor of all its
/// literals (1 or -1), the relation sign, and the bound on the number of true literals.
fn sides(constraint: &Constraint) -> Vec<(i64, &'static str, usize)> {
    let (min, max) = (constraint.min(), constraint.max_beside_exclusions());
    if min == max {
        return vec![(1, "=", min)];
    }
    let lower = (min > 0).then_some((1, ">=", min));
    lower.into_iter().chain((max < constraint.variables().len()).then_some((-1, ">=", max))).collect()
}
