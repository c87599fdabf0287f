//! OPB, the format of the pseudo-Boolean competitions: linear constraints over Boolean variables.

use std::io::{self, Write};

use crate::id::Variable;
use crate::rules::{Line, Literal, Rules};
use crate::weights::Weights;

/// Writes rules and literals as linear constraints: the exclusions in order, the lines, the literals, one a line of text.
/// Weights become the objective `min:` before them, in whole units; a comment `* Decimals: 2` tells how many digits of these
/// stand after the point, if any do.
///
/// A line keeps its shape: it is an equation if its bounds are equal, and else an inequality for each bound that says
/// something. Variable `v` is `x` with the number `v + 1`. Each line of a comment becomes a `*` line after the header.
/// If the rules have hidden variables, a line `* ind` after it lists those that are shown, up to a 0, as projected counters
/// read it.
///
/// # Errors
///
/// Those of `out`, which should be buffered.
pub fn write(
    out: &mut impl Write,
    rules: &Rules,
    literals: &[Literal],
    weights: Option<&Weights>,
    comments: &[String],
) -> io::Result<()> {
    let of_lines: usize = rules.line_rules().map(|line| sides(line).len()).sum();
    let constraints = rules.exclusions().count() + of_lines + literals.len();
    writeln!(out, "* #variable= {} #constraint= {constraints}", rules.variables())?;
    if rules.shown() < rules.variables() {
        write!(out, "* ind")?;
        (1..=rules.shown()).try_for_each(|number| write!(out, " x{number}"))?;
        writeln!(out, " 0")?;
    }
    for line in comments.iter().flat_map(|comment| super::lines(comment)) {
        writeln!(out, "* {line}")?;
    }
    if let Some(weights) = weights {
        if weights.decimals() > 0 {
            writeln!(out, "* Decimals: {}", weights.decimals())?;
        }
        write!(out, "min:")?;
        for variable in Variable::all(weights.variables()).filter(|&variable| weights.of(variable) != 0) {
            write!(out, " {:+} x{}", weights.of(variable), u32::from(variable) + 1)?;
        }
        writeln!(out, " ;")?;
    }
    for (a, b) in rules.exclusions() {
        writeln!(out, "-1 x{} -1 x{} >= -1 ;", u32::from(a) + 1, u32::from(b) + 1)?;
    }
    for line in rules.line_rules() {
        // A negated variable counts as 1 minus the variable.
        let negated = line.literals().filter(|literal| !literal.value).count() as i64;
        for side in sides(line) {
            let (factor, relation, bound) = match side {
                Side::Equal(number) => (1, "=", number as i64 - negated),
                Side::Least(number) => (1, ">=", number as i64 - negated),
                Side::Most(number) => (-1, ">=", negated - number as i64),
            };
            for literal in line.literals() {
                let sign = if (factor > 0) == literal.value { '+' } else { '-' };
                write!(out, "{sign}1 x{} ", u32::from(literal.variable) + 1)?;
            }
            writeln!(out, "{relation} {bound} ;")?;
        }
    }
    for literal in literals {
        writeln!(out, "+1 x{} = {} ;", u32::from(literal.variable) + 1, u8::from(literal.value))?;
    }
    Ok(())
}

/// A bound of a line.
enum Side {
    Equal(usize),
    Least(usize),
    Most(usize),
}

/// The bounds of a line that say something beside the exclusions.
fn sides(line: &Line) -> Vec<Side> {
    let (least, most) = (line.least(), line.most_beside_exclusions());
    if least == most {
        return vec![Side::Equal(least)];
    }
    let lower = (least > 0).then_some(Side::Least(least));
    lower.into_iter().chain((most < line.variables().len()).then_some(Side::Most(most))).collect()
}
