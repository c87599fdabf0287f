//! SMT-LIB 2, the format of the SMT solvers, with one Boolean constant a variable.

use std::io::{self, Write};

use crate::id::Variable;
use crate::rules::{Literal, Rules};

/// Writes rules and literals as assertions, followed by the commands that ask for a model.
///
/// `name` gives each variable's constant: a simple SMT-LIB symbol, different for each. Each comment becomes a `;` line
/// at the beginning; it must not contain a line break.
///
/// # Errors
///
/// Those of `out`, which should be buffered.
pub fn write(
    out: &mut impl Write,
    rules: &Rules,
    literals: &[Literal],
    name: &dyn Fn(Variable) -> String,
    comments: &[String],
) -> io::Result<()> {
    begin(out, "QF_UF", comments)?;
    let names: Vec<String> = Variable::all(rules.variables()).map(name).collect();
    let name_of = |variable: Variable| names[variable.index()].as_str();
    for name in &names {
        writeln!(out, "(declare-const {name} Bool)")?;
    }
    for (a, b) in rules.exclusions() {
        writeln!(out, "(assert (not (and {} {})))", name_of(a), name_of(b))?;
    }
    for line in rules.lines() {
        match line {
            [] => writeln!(out, "(assert false)")?,
            [only] => writeln!(out, "(assert {})", name_of(*only))?,
            _ => {
                let names: Vec<_> = line.iter().map(|&variable| name_of(variable)).collect();
                writeln!(out, "(assert (or {}))", names.join(" "))?;
            }
        }
    }
    for literal in literals {
        match literal.value {
            true => writeln!(out, "(assert {})", name_of(literal.variable))?,
            false => writeln!(out, "(assert (not {}))", name_of(literal.variable))?,
        }
    }
    end(out)
}

/// The first lines of a script: comments, the wish for models, the logic.
///
/// # Errors
///
/// Those of `out`.
pub fn begin(out: &mut impl Write, logic: &str, comments: &[String]) -> io::Result<()> {
    for comment in comments {
        debug_assert!(!comment.contains('\n'));
        writeln!(out, "; {comment}")?;
    }
    writeln!(out, "(set-option :produce-models true)\n(set-logic {logic})")
}

/// The last lines of a script: the question, and the request for the answer.
///
/// # Errors
///
/// Those of `out`.
pub fn end(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "(check-sat)\n(get-model)")
}
