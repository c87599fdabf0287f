#![doc = include_str!("../README.md")]

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::io::BufRead;
use std::str::{FromStr, SplitAsciiWhitespace};

/// The largest number of variables of a formula, which bounds the memory of a node.
pub const MAX_VARIABLES: usize = 1 << 16;

/// A rejected formula or certificate: the file, its line, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// `true` if the formula is malformed; `false` if the certificate is malformed, or does not prove that its graph
    /// has the models of the formula.
    pub is_formula: bool,
    /// The number of the rejected line, counted from 1. A certificate that ends too early is rejected at its last line.
    pub line: usize,
    /// The reason, such as `the clause of hint 7 is neither unit nor false`.
    pub reason: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.is_formula { "formula" } else { "certificate" };
        write!(f, "{file}, line {}: {}", self.line, self.reason)
    }
}

impl Error for Rejection {}

/// The reason why models were not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountError {
    /// The literal is 0, or its variable is not in the formula.
    UnknownLiteral(i32),
    /// An intermediate count does not fit into 128 bits.
    TooLarge,
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::UnknownLiteral(literal) => write!(f, "expected a literal of the formula, found {literal}"),
            CountError::TooLarge => f.write_str("the count does not fit into 128 bits"),
        }
    }
}

impl Error for CountError {}

/// A graph that was proved to have the models of its formula.
#[derive(Clone, Debug)]
pub struct Checked {
    variables: usize,
    nodes: Vec<Node>,
    root: i32,
}

#[derive(Clone, Debug)]
struct Node {
    is_product: bool,
    children: Vec<i32>,
    /// The input variables below the node, as a bit set.
    support: Vec<u64>,
}

impl Checked {
    /// Returns the number of variables of the formula.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the number of products and sums.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Counts the models of the formula in which all of `assumptions` are true. An assumption is a literal as in
    /// DIMACS, such as `3` or `-3`. Contradictory assumptions have no model.
    ///
    /// # Errors
    ///
    /// [`CountError`] if an assumption is not a literal of the formula, or if an intermediate count does not fit into
    /// 128 bits.
    pub fn count(&self, assumptions: &[i32]) -> Result<u128, CountError> {
        // For each variable and node: the number of its models over the free variables below it, and the number of
        // these variables. An assumed variable is not free.
        let mut counts = vec![(1, 1); self.variables + 1];
        let mut assumed = vec![0; self.variables / 64 + 1];
        for &literal in assumptions {
            let variable = literal.unsigned_abs() as usize;
            if literal == 0 || variable > self.variables {
                return Err(CountError::UnknownLiteral(literal));
            }
            if counts[variable] == (u128::from(literal < 0), 0) {
                return Ok(0);
            }
            counts[variable] = (u128::from(literal > 0), 0);
            assumed[variable / 64] |= 1 << (variable % 64);
        }
        self.count_nodes(counts, &assumed).ok_or(CountError::TooLarge)
    }

    /// Adds the counts of the nodes to `counts` of the variables, and returns the number of models of the root.
    fn count_nodes(&self, mut counts: Vec<(u128, u32)>, assumed: &[u64]) -> Option<u128> {
        let of = |counts: &[(u128, u32)], literal: i32| {
            let (count, free) = counts[literal.unsigned_abs() as usize];
            Some((if literal > 0 { count } else { shifted(1, free)?.checked_sub(count)? }, free))
        };
        let all_free: u32 = counts[1..].iter().map(|(_, free)| free).sum();
        for node in &self.nodes {
            let free = node.support.iter().zip(assumed).map(|(below, assumed)| (below & !assumed).count_ones()).sum();
            let count = node.children.iter().try_fold(u128::from(node.is_product), |sum, &child| {
                let (count, below) = of(&counts, child)?;
                if node.is_product { sum.checked_mul(count) } else { sum.checked_add(shifted(count, free - below)?) }
            });
            counts.push((count?, free));
        }
        let (count, below) = of(&counts, self.root)?;
        shifted(count, all_free - below)
    }
}

/// Returns `count * 2^by`; `None` if it does not fit into 128 bits.
fn shifted(count: u128, by: u32) -> Option<u128> {
    if count == 0 { Some(0) } else { count.checked_mul(1u128.checked_shl(by)?) }
}

/// Checks that the graph of a certificate has the models of a formula.
///
/// # Errors
///
/// [`Rejection`] if a file can't be read or is malformed, or if the certificate does not prove that the models are the
/// same.
pub fn check(formula: impl BufRead, certificate: impl BufRead) -> Result<Checked, Rejection> {
    let mut checker = Checker { is_formula: true, ..Checker::default() };
    match checker.run(formula, certificate) {
        Ok(root) => Ok(Checked { variables: checker.variables, nodes: checker.nodes, root }),
        Err(reason) => Err(Rejection { is_formula: checker.is_formula, line: checker.line, reason }),
    }
}

struct Clause {
    literals: Box<[i32]>,
    /// `true` if the clause belongs to the definition of a node: it holds in every valuation of the variables.
    is_definition: bool,
}

/// The clauses and nodes of the formula and the certificate up to the line read last. Every step keeps the models of
/// the clauses, projected on the variables of the formula.
#[derive(Default)]
struct Checker {
    /// `true` while the formula is read, and `false` for the certificate.
    is_formula: bool,
    /// The number of the line read last.
    line: usize,
    variables: usize,
    /// The number of clauses of the formula, from its header.
    formula_clauses: Option<usize>,
    /// The clauses of the formula, the definitions and the lemmas, by their numbers from 1 on.
    clauses: Vec<Clause>,
    nodes: Vec<Node>,
    root: Option<i32>,
}

type Words<'a> = SplitAsciiWhitespace<'a>;

/// Returns the error `fault` if the condition does not hold.
fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

/// Returns the error that a word, or the end of the line, stands in the place of `expected`.
fn unexpected(expected: &str, found: Option<&str>) -> String {
    let found = found.map_or("the end of the line".to_owned(), |word| format!("`{word}`"));
    format!("expected {expected}, found {found}")
}

fn number<T: FromStr>(word: Option<&str>, expected: &str) -> Result<T, String> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| unexpected(expected, word))
}

/// Reads numbers up to a zero.
fn list<T: FromStr + Default + PartialEq>(words: &mut Words<'_>, expected: &str) -> Result<Vec<T>, String> {
    let mut list = Vec::new();
    loop {
        let number = number(words.next(), expected)?;
        if number == T::default() {
            return Ok(list);
        }
        list.push(number);
    }
}

impl Checker {
    /// Checks both files, and returns the root. After an error, the checker is at the rejected line.
    fn run(&mut self, formula: impl BufRead, certificate: impl BufRead) -> Result<i32, String> {
        self.read_lines(formula, Checker::read_formula)?;
        let expected = self.formula_clauses.ok_or("expected a header `p cnf VARIABLES CLAUSES`, found none")?;
        let found = self.clauses.len();
        ensure(found == expected, || format!("expected {expected} clauses, found {found}"))?;
        self.is_formula = false;
        self.read_lines(certificate, Checker::read_step)?;
        let root = self.root.ok_or("expected the root, `r LITERAL`, found the end of the certificate")?;
        let is_proved = self.clauses.iter().any(|clause| *clause.literals == [root]);
        ensure(is_proved, || format!("expected a clause that consists of the root {root}, found none"))?;
        self.refute_countermodels(root, expected)?;
        Ok(root)
    }

    /// Reads the lines of a file with `read`, except comments and empty lines.
    fn read_lines(
        &mut self,
        file: impl BufRead,
        read: fn(&mut Checker, &mut Words<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        self.line = 0;
        for text in file.lines() {
            self.line += 1;
            let text = text.map_err(|error| error.to_string())?;
            let mut words = text.split_ascii_whitespace();
            if words.clone().next().is_some_and(|word| !word.starts_with('c')) {
                read(self, &mut words)?;
                let rest = words.next();
                ensure(rest.is_none(), || unexpected("the end of the line", rest))?;
            }
        }
        Ok(())
    }

    /// Reads the header of the formula, or a clause.
    fn read_formula(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        if self.formula_clauses.is_some() {
            let literals = list(words, "a literal or 0")?;
            self.expect_known(&literals)?;
            self.add(literals, false);
            return Ok(());
        }
        for expected in ["p", "cnf"] {
            let found = words.next();
            ensure(found == Some(expected), || unexpected("a header `p cnf VARIABLES CLAUSES`", found))?;
        }
        let found = number(words.next(), "a number of variables")?;
        ensure(found <= MAX_VARIABLES, || format!("expected at most {MAX_VARIABLES} variables, found {found}"))?;
        self.variables = found;
        self.formula_clauses = Some(number(words.next(), "a number of clauses")?);
        Ok(())
    }

    /// Returns an error unless the variables and nodes of all `literals` exist.
    fn expect_known(&self, literals: &[i32]) -> Result<(), String> {
        let last = self.variables + self.nodes.len();
        let wrong = literals.iter().find(|&&literal| literal == 0 || literal.unsigned_abs() as usize > last);
        wrong.map_or(Ok(()), |wrong| Err(format!("expected a number from 1 to {last} or its negative, found {wrong}")))
    }

    /// Adds a clause with the next number.
    fn add(&mut self, mut literals: Vec<i32>, is_definition: bool) {
        literals.sort_unstable();
        literals.dedup();
        self.clauses.push(Clause { literals: literals.into(), is_definition });
    }

    fn read_step(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        let first = words.next();
        if first == Some("r") {
            let root = number(words.next(), "a root literal")?;
            return ensure(self.root.replace(root).is_none(), || format!("expected one root, found another: {root}"));
        }
        if let Some(deletion @ ("d" | "dc")) = first {
            return Err(format!("expected no deletion, found `{deletion}`; deletions are not part of the format"));
        }
        let (found, next) = (number::<usize>(first, "a clause number, `r` or `c`")?, self.clauses.len() + 1);
        ensure(found == next, || format!("expected clause number {next}, found {found}"))?;
        match words.next() {
            Some("a") => {
                let literals: Vec<i32> = list(words, "a literal or 0")?;
                self.expect_known(&literals)?;
                let negated: Vec<i32> = literals.iter().map(|literal| -literal).collect();
                self.propagate(&negated, &list(words, "a hint or 0")?, false)?;
                self.add(literals, false);
                Ok(())
            }
            Some("p") => self.define(true, words),
            Some("s") => self.define(false, words),
            other => Err(unexpected("`a`, `p` or `s`", other)),
        }
    }

    /// Defines the next node, and adds its defining clauses.
    fn define(&mut self, is_product: bool, words: &mut Words<'_>) -> Result<(), String> {
        let (found, next) = (number::<i32>(words.next(), "a node")?, self.variables + self.nodes.len() + 1);
        ensure(usize::try_from(found) == Ok(next), || format!("expected node {next}, found {found}"))?;
        let children = if is_product {
            list(words, "a child or 0")?
        } else {
            vec![number(words.next(), "a child")?, number(words.next(), "a second child")?]
        };
        self.expect_known(&children)?;
        let mut support = vec![0; self.variables / 64 + 1];
        for &child in &children {
            let variable = child.unsigned_abs() as usize;
            let mut below = vec![0; support.len()];
            match variable.checked_sub(self.variables + 1) {
                None => below[variable / 64] = 1 << (variable % 64),
                Some(node) => below.clone_from(&self.nodes[node].support),
            }
            for (all, below) in support.iter_mut().zip(below) {
                let is_shared = is_product && *all & below != 0;
                ensure(!is_shared, || format!("child {child} shares a variable with a child before it"))?;
                *all |= below;
            }
        }
        if !is_product {
            self.propagate(&children, &list(words, "a hint or 0")?, true)?;
        }
        // A product is false or all of its children are true; a sum is the negated product of the negated children.
        let sign = if is_product { 1 } else { -1 };
        let whole = std::iter::once(sign * found).chain(children.iter().map(|child| -sign * child)).collect();
        self.add(whole, true);
        for child in &children {
            self.add(vec![-sign * found, sign * child], true);
        }
        self.nodes.push(Node { is_product, children, support });
        Ok(())
    }

    /// Checks that unit propagation of `assumptions` through the hinted clauses, in their order, leads to a
    /// contradiction at the last hint.
    fn propagate(&self, assumptions: &[i32], hints: &[usize], only_definitions: bool) -> Result<(), String> {
        let mut known: HashSet<i32> = assumptions.iter().copied().collect();
        let mut is_contradiction = known.iter().any(|literal| known.contains(&-literal));
        for &hint in hints {
            // No hint is 0, since a 0 ends the list of hints.
            let clause = self.clauses.get(hint - 1).ok_or_else(|| format!("hint {hint} is not a clause"))?;
            ensure(!is_contradiction, || format!("hint {hint} follows a contradiction"))?;
            ensure(clause.is_definition || !only_definitions, || format!("hint {hint} does not define a node"))?;
            let mut open = clause.literals.iter().filter(|&literal| !known.contains(&-literal));
            match (open.next(), open.next()) {
                (None, _) => is_contradiction = true,
                (Some(&unit), None) if known.insert(unit) => {}
                _ => return Err(format!("the clause of hint {hint} is neither unit nor false")),
            }
        }
        ensure(is_contradiction, || "the hints lead to no contradiction".to_owned())
    }

    /// Checks that `root` implies the first `formula_clauses` clauses: `root` must be false if all literals of such a
    /// clause are false. For each variable and node, the check finds out if it can be false and if it can be true. It
    /// does so for 64 clauses at once, in words with a bit for each clause. A product can be false if one child can be
    /// false, and true if all children can be true, since they share no variable. A sum is taken as possibly false if
    /// all children can be false, which finds too many possible values, but never too few.
    fn refute_countermodels(&self, root: i32, formula_clauses: usize) -> Result<(), String> {
        for (first, clauses) in (1..).step_by(64).zip(self.clauses[..formula_clauses].chunks(64)) {
            // For each variable and node: the clauses for which it can be false, and the clauses for which it can be
            // true.
            let mut possible = vec![[u64::MAX; 2]; self.variables + 1];
            // The clauses that can be false, which are all but tautologies.
            let mut open = 0;
            for (at, Clause { literals, .. }) in clauses.iter().enumerate() {
                if !literals.iter().any(|literal| literals.contains(&-literal)) {
                    open |= 1 << at;
                }
                for &literal in literals {
                    possible[literal.unsigned_abs() as usize][usize::from(literal > 0)] &= !(1 << at);
                }
            }
            let value = |possible: &[[u64; 2]], literal: i32| {
                let [is_false, is_true] = possible[literal.unsigned_abs() as usize];
                if literal > 0 { [is_false, is_true] } else { [is_true, is_false] }
            };
            for node in &self.nodes {
                let children = node.children.iter().map(|&child| value(&possible, child));
                possible.push(if node.is_product {
                    children.fold([0, u64::MAX], |all, child| [all[0] | child[0], all[1] & child[1]])
                } else {
                    children.fold([u64::MAX, 0], |all, child| [all[0] & child[0], all[1] | child[1]])
                });
            }
            let countermodels = value(&possible, root)[1] & open;
            let number = first + countermodels.trailing_zeros();
            ensure(countermodels == 0, || format!("the root does not imply clause {number} of the formula"))?;
        }
        Ok(())
    }
}
