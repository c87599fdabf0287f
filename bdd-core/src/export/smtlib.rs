//! SMT-LIB 2, the format of SMT solvers, with one Boolean constant for each variable.

use std::io::{self, Write};

use crate::id::Variable;
use crate::rules::{Constraint, Literal, Rules};

/// Writes rules and literals as assertions, followed by the commands that ask for a model. Constraints other than
/// clauses become sums of integers to which each true literal adds 1.
///
/// `name` returns the name of each variable's constant: any text, different for each variable. Names that are not
/// simple symbols of SMT-LIB are quoted, such as `|a b|`. Three kinds of characters are escaped: characters that a
/// quoted symbol can't contain, `%` itself, and the first letter of a name that SMT-LIB reserves, such as `and`. Each
/// byte of such a character becomes `%` and two hexadecimal digits, so that different names stay different.
///
/// Each line of `comments` becomes a `;` line at the beginning. A comment precedes the constants of auxiliary
/// variables.
///
/// ```
/// use bdd_core::{Rules, Variable, export::smtlib};
///
/// let mut rules = Rules::new(2);
/// rules.exclude(0, 1);
/// let mut text = Vec::new();
/// smtlib::write(&mut text, &rules, &[], &|variable: Variable| format!("x{variable}"), &[])?;
/// assert!(String::from_utf8_lossy(&text).contains("(declare-const x0 Bool)"));
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
    name: &dyn Fn(Variable) -> String,
    comments: &[String],
) -> io::Result<()> {
    let counts =
        |constraint: &Constraint| !(constraint.is_clause() || constraint.is_at_least_one() || constraint.is_trivial());
    // Sums need the theory of integers.
    begin(out, if rules.constraints().any(counts) { "QF_LIA" } else { "QF_UF" }, comments)?;
    let names: Vec<String> = Variable::all(rules.variables()).map(|variable| symbol(&name(variable))).collect();
    let name_of = |variable: Variable| names[variable.index()].as_str();
    for (number, name) in names.iter().enumerate() {
        if number == rules.projected_variables() {
            writeln!(out, "; the constants from here on are auxiliary")?;
        }
        writeln!(out, "(declare-const {name} Bool)")?;
    }
    for (a, b) in rules.exclusions() {
        writeln!(out, "(assert (not (and {} {})))", name_of(a), name_of(b))?;
    }
    let text = |literal: Literal| match literal.value {
        true => name_of(literal.variable).to_owned(),
        false => format!("(not {})", name_of(literal.variable)),
    };
    for constraint in rules.constraints().filter(|constraint| !constraint.is_trivial()) {
        let literals: Vec<String> = constraint.literals().map(text).collect();
        if !counts(constraint) {
            match literals.as_slice() {
                [] => writeln!(out, "(assert false)")?,
                [only] => writeln!(out, "(assert {only})")?,
                _ => writeln!(out, "(assert (or {}))", literals.join(" "))?,
            }
            continue;
        }
        let ones: Vec<String> = literals.iter().map(|literal| format!("(ite {literal} 1 0)")).collect();
        let sum = match ones.as_slice() {
            [] => "0".to_owned(),
            [only] => only.clone(),
            _ => format!("(+ {})", ones.join(" ")),
        };
        let (min, max) = (constraint.min(), constraint.max_beside_exclusions());
        match (min == max, max < literals.len()) {
            (true, _) => writeln!(out, "(assert (= {sum} {min}))")?,
            (false, true) => writeln!(out, "(assert (<= {min} {sum} {max}))")?,
            (false, false) => writeln!(out, "(assert (<= {min} {sum}))")?,
        }
    }
    for &literal in literals {
        writeln!(out, "(assert {})", text(literal))?;
    }
    end(out)
}

/// Writes the first lines of a script: the comments (each line after a `;`), the option that makes solvers return
/// models, and the name of the logic.
///
/// # Errors
///
/// Errors of `out`.
pub fn begin(out: &mut impl Write, logic: &str, comments: &[String]) -> io::Result<()> {
    super::comment(out, ";", comments)?;
    writeln!(out, "(set-option :produce-models true)\n(set-logic {logic})")
}

/// Writes the last lines of a script, which ask for satisfiability and for a model.
///
/// # Errors
///
/// Errors of `out`.
pub fn end(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "(check-sat)\n(get-model)")
}

/// The names that have a meaning in SMT-LIB 2.6: the reserved words, some commands, and the symbols of its theory of
/// Booleans.
const TAKEN: &str = "! = => BINARY Bool DECIMAL HEXADECIMAL NUMERAL STRING _ and as assert check-sat \
                     check-sat-assuming distinct echo exists exit false forall ite let match not or par pop push \
                     reset reset-assertions true xor";
/// The prefixes of further SMT-LIB commands; names that begin with such a prefix are escaped too.
const COMMANDS: [&str; 4] = ["declare-", "define-", "get-", "set-"];

/// Returns `name` as a symbol of SMT-LIB, escaped and quoted where necessary.
fn symbol(name: &str) -> String {
    let is_taken = TAKEN.split(' ').any(|taken| taken == name) || COMMANDS.iter().any(|begin| name.starts_with(begin));
    let mut symbol = String::with_capacity(name.len());
    for (place, letter) in name.char_indices() {
        if matches!(letter, '%' | '|' | '\\') || letter.is_control() || (is_taken && place == 0) {
            let bytes = letter.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
            symbol.push_str(&bytes);
        } else {
            symbol.push(letter);
        }
    }
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    // Symbols that begin with `@` or a full stop are reserved for solvers.
    let begins = symbol.bytes().next().is_some_and(|first| !first.is_ascii_digit() && !b"@.".contains(&first));
    if begins && symbol.bytes().all(is_part) { symbol } else { format!("|{symbol}|") }
}
