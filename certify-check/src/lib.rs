#![doc = include_str!("../README.md")]

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::io::BufRead;
use std::str::{FromStr, SplitAsciiWhitespace};

/// The largest number of variables of a formula, which bounds the memory of a node.
pub const MAX_VARIABLES: usize = 1 << 16;

/// A rejected formula or certificate: the file, its line, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// `true` if the formula is malformed; `false` if the certificate is malformed, or does not prove that the models
    /// are the same.
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
        let mut values = vec![None; self.variables + 1];
        let mut assumed = vec![0; self.variables / 64 + 1];
        for &literal in assumptions {
            let variable = literal.unsigned_abs() as usize;
            if literal == 0 || variable > self.variables {
                return Err(CountError::UnknownLiteral(literal));
            }
            if values[variable] == Some(literal < 0) {
                return Ok(0);
            }
            values[variable] = Some(literal > 0);
            insert(&mut assumed, variable);
        }
        // The number of models of a literal over the free variables below it, and the number of these variables.
        let of = |counts: &[(u128, u32)], literal: i32| {
            let variable = literal.unsigned_abs() as usize;
            if variable <= self.variables {
                return Some(values[variable].map_or((1, 1), |value| (u128::from(value == (literal > 0)), 0)));
            }
            let (count, free) = counts[variable - self.variables - 1];
            let count = if literal > 0 { count } else { shifted(1, free)?.checked_sub(count)? };
            Some((count, free))
        };
        let mut counts: Vec<(u128, u32)> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let free = node.support.iter().zip(&assumed).map(|(below, assumed)| (below & !assumed).count_ones()).sum();
            let count = node.children.iter().try_fold(u128::from(node.is_product), |sum, &child| {
                let (count, below) = of(&counts, child)?;
                if node.is_product { sum.checked_mul(count) } else { sum.checked_add(shifted(count, free - below)?) }
            });
            counts.push((count.ok_or(CountError::TooLarge)?, free));
        }
        let free = (1..=self.variables).filter(|&variable| values[variable].is_none()).count() as u32;
        let (count, below) = of(&counts, self.root).ok_or(CountError::TooLarge)?;
        shifted(count, free - below).ok_or(CountError::TooLarge)
    }
}

/// Returns `count * 2^by`; `None` if it does not fit into 128 bits.
fn shifted(count: u128, by: u32) -> Option<u128> {
    if count == 0 { Some(0) } else { count.checked_mul(1u128.checked_shl(by)?) }
}

fn insert(set: &mut Vec<u64>, variable: usize) {
    set.resize(set.len().max(variable / 64 + 1), 0);
    set[variable / 64] |= 1 << (variable % 64);
}

/// Checks that the graph of a certificate has the models of a formula.
///
/// # Errors
///
/// [`Rejection`] if a file can't be read or is malformed, or if the certificate does not prove that the models are the
/// same.
pub fn check(formula: impl BufRead, certificate: impl BufRead) -> Result<Checked, Rejection> {
    let mut checker = Checker::default();
    checker.read_lines(formula, true, Checker::read_formula, Checker::end_formula)?;
    checker.read_lines(certificate, false, Checker::read_step, Checker::end)
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
    /// The numbers of variables and clauses in the header.
    header: Option<(usize, usize)>,
    /// The literals of the clause of the formula that is being read, up to its final 0.
    open: Vec<i32>,
    clauses: HashMap<u64, Clause>,
    nodes: Vec<Node>,
    declared_root: Option<i32>,
    /// `true` if a clause of the formula was deleted, so that the clauses left must imply it.
    is_formula_deleted: bool,
    /// `true` for each literal that unit propagation has made true. Entry `2v` is for the literal `v`, and entry
    /// `2v + 1` for its negation.
    is_true: Vec<bool>,
}

fn position(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

fn number<T: FromStr>(word: Option<&str>, expected: &str) -> Result<T, String> {
    let word = word.ok_or_else(|| format!("expected {expected}, found the end of the line"))?;
    word.parse().map_err(|_| format!("expected {expected}, found `{word}`"))
}

/// Reads numbers up to a zero.
fn list<T: FromStr + Default + PartialEq>(
    words: &mut SplitAsciiWhitespace<'_>,
    expected: &str,
) -> Result<Vec<T>, String> {
    let mut list = vec![number(words.next(), expected)?];
    while list.last() != Some(&T::default()) {
        list.push(number(words.next(), expected)?);
    }
    list.pop();
    Ok(list)
}

impl Checker {
    /// Reads a file line by line, and adds the number of the line to errors.
    fn read_lines<T>(
        &mut self,
        file: impl BufRead,
        is_formula: bool,
        read: fn(&mut Self, &str) -> Result<(), String>,
        end: fn(&mut Self) -> Result<T, String>,
    ) -> Result<T, Rejection> {
        let mut line = 0;
        for text in file.lines() {
            line += 1;
            let text = text.map_err(|error| error.to_string());
            text.and_then(|text| read(self, &text)).map_err(|reason| Rejection { is_formula, line, reason })?;
        }
        end(self).map_err(|reason| Rejection { is_formula, line, reason })
    }

    fn read_formula(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        match words.clone().next() {
            Some(word) if word.starts_with('c') => return Ok(()),
            Some("p") => {
                if self.header.is_some() || words.nth(1) != Some("cnf") {
                    return Err("expected one header `p cnf VARIABLES CLAUSES`".to_owned());
                }
                let variables = number(words.next(), "a number of variables")?;
                self.header = Some((variables, number(words.next(), "a number of clauses")?));
                if variables > MAX_VARIABLES {
                    return Err(format!("expected at most {MAX_VARIABLES} variables, found {variables}"));
                }
                self.is_true = vec![false; 2 * variables + 2];
                return end_of_line(words);
            }
            _ => {}
        }
        for word in words {
            let literal: i32 = number(Some(word), "a literal or 0")?;
            if literal != 0 {
                self.open.push(self.known(literal)?);
                continue;
            }
            let (number, literals) = (self.clauses.len() as u64 + 1, std::mem::take(&mut self.open));
            self.add(number, literals, false)?;
        }
        Ok(())
    }

    fn end_formula(&mut self) -> Result<(), String> {
        let (_, expected) = self.header.ok_or("expected a header `p cnf VARIABLES CLAUSES`, found none")?;
        match (self.open.is_empty(), self.clauses.len()) {
            (false, _) => Err("expected a 0 after the last clause".to_owned()),
            (_, found) if found != expected => Err(format!("expected {expected} clauses, found {found}")),
            _ => Ok(()),
        }
    }

    fn variables(&self) -> usize {
        self.header.map_or(0, |(variables, _)| variables)
    }

    /// Returns `literal` if its variable or node exists, and an error otherwise.
    fn known(&self, literal: i32) -> Result<i32, String> {
        let (variables, _) = self.header.ok_or("expected a header `p cnf VARIABLES CLAUSES` before clauses")?;
        let last = variables + self.nodes.len();
        let is_known = literal != 0 && literal.unsigned_abs() as usize <= last;
        if is_known {
            Ok(literal)
        } else {
            Err(format!("expected a number from 1 to {last}, or its negative, found {literal}"))
        }
    }

    fn add(&mut self, number: u64, mut literals: Vec<i32>, is_definition: bool) -> Result<(), String> {
        literals.sort_unstable();
        literals.dedup();
        let clause = Clause { literals: literals.into(), is_definition };
        match self.clauses.insert(number, clause) {
            None => Ok(()),
            Some(_) => Err(format!("expected a new clause number, found {number} a second time")),
        }
    }

    fn read_step(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        let Some(first) = words.next() else { return Ok(()) };
        match first {
            "c" => return Ok(()),
            "r" => {
                let root = self.declared_root.replace(number(words.next(), "a root literal")?);
                if root.is_some() {
                    return Err("expected one root, found a second one".to_owned());
                }
            }
            "d" | "dc" => {
                let clause: u64 = number(words.next(), "a clause number")?;
                self.is_formula_deleted |= self.header.is_some_and(|(_, clauses)| clause <= clauses as u64);
                let hints = list(&mut words, "a hint or 0")?;
                let deleted = self.clauses.remove(&clause).ok_or_else(|| format!("clause {clause} does not exist"))?;
                if deleted.is_definition {
                    return Err(format!("clause {clause} defines a node and can't be deleted"));
                }
                let negated: Vec<i32> = deleted.literals.iter().map(|&literal| -literal).collect();
                self.propagate(&negated, &hints, false)?;
            }
            _ => {
                let clause = number::<u32>(Some(first), "a clause number or `r`, `d` or `c`")?.into();
                match words.next() {
                    Some("a") => {
                        let literals: Vec<i32> = list(&mut words, "a literal or 0")?;
                        let negated: Result<Vec<_>, String> = literals.iter().map(|&l| Ok(-self.known(l)?)).collect();
                        self.propagate(&negated?, &list(&mut words, "a hint or 0")?, false)?;
                        self.add(clause, literals, false)?;
                    }
                    Some(kind @ ("p" | "s")) => self.define(clause, kind == "p", &mut words)?,
                    other => return Err(format!("expected `a`, `p` or `s`, found `{}`", other.unwrap_or_default())),
                }
            }
        }
        end_of_line(words)
    }

    /// Defines the next node, and adds its defining clauses from number `first` on.
    fn define(&mut self, first: u64, is_product: bool, words: &mut SplitAsciiWhitespace<'_>) -> Result<(), String> {
        let (found, next) = (number::<i32>(words.next(), "a node")?, self.variables() + self.nodes.len() + 1);
        if usize::try_from(found) != Ok(next) {
            return Err(format!("expected node {next}, found {found}"));
        }
        let children = if is_product {
            list(words, "a child or 0")?
        } else {
            vec![number(words.next(), "a child")?, number(words.next(), "a second child")?]
        };
        let mut support = Vec::new();
        for &child in &children {
            let variable = self.known(child)?.unsigned_abs() as usize;
            let mut below = Vec::new();
            match variable.checked_sub(self.variables() + 1) {
                None => insert(&mut below, variable),
                Some(node) => below.clone_from(&self.nodes[node].support),
            }
            support.resize(support.len().max(below.len()), 0);
            for (all, below) in support.iter_mut().zip(below) {
                if is_product && *all & below != 0 {
                    return Err(format!("child {child} shares a variable with a child before it"));
                }
                *all |= below;
            }
        }
        if !is_product {
            self.propagate(&children, &list(words, "a hint or 0")?, true)?;
        }
        // A product is false or all of its children are true; a sum is the negated product of the negated children.
        let sign = if is_product { 1 } else { -1 };
        let whole = std::iter::once(sign * found).chain(children.iter().map(|child| -sign * child)).collect();
        self.add(first, whole, true)?;
        for (number, child) in (first + 1..).zip(&children) {
            self.add(number, vec![-sign * found, sign * child], true)?;
        }
        self.nodes.push(Node { is_product, children, support });
        self.is_true.extend([false; 2]);
        Ok(())
    }

    /// Checks that unit propagation of `assumptions` through the hinted clauses, in their order, leads to a
    /// contradiction at the last hint.
    fn propagate(&mut self, assumptions: &[i32], hints: &[u64], only_definitions: bool) -> Result<(), String> {
        let (mut trail, mut is_contradiction) = (assumptions.to_vec(), false);
        for &literal in assumptions {
            is_contradiction |= self.is_true[position(-literal)];
            self.is_true[position(literal)] = true;
        }
        for hint in hints {
            let clause = self.clauses.get(hint).ok_or_else(|| format!("hint {hint} is not a clause"))?;
            if is_contradiction || only_definitions && !clause.is_definition {
                let fault = if is_contradiction { "follows a contradiction" } else { "does not define a node" };
                return Err(format!("hint {hint} {fault}"));
            }
            let mut open = clause.literals.iter().filter(|&&literal| !self.is_true[position(-literal)]);
            match (open.next(), open.next()) {
                (None, _) => is_contradiction = true,
                (Some(&unit), None) if !self.is_true[position(unit)] => {
                    self.is_true[position(unit)] = true;
                    trail.push(unit);
                }
                _ => return Err(format!("the clause of hint {hint} is neither unit nor false")),
            }
        }
        for literal in trail {
            self.is_true[position(literal)] = false;
        }
        if is_contradiction { Ok(()) } else { Err("the hints lead to no contradiction".to_owned()) }
    }

    /// Checks the end of the certificate, and returns the graph with its root. Either a single clause is left besides
    /// the definitions: a unit clause, whose literal is the root. Or the declared root is a unit clause, and implies
    /// all clauses of the formula. The lemmas that are left follow from these clauses.
    fn end(&mut self) -> Result<Checked, String> {
        let mut left = self.clauses.iter().filter(|(_, clause)| !clause.is_definition);
        let root = match (left.next(), left.next(), self.declared_root) {
            (Some((number, clause)), None, declared) => {
                let [root] = *clause.literals else {
                    let found = clause.literals.len();
                    return Err(format!(
                        "expected a root clause of one literal, found {found} literals in clause {number}"
                    ));
                };
                match declared {
                    Some(declared) if declared != root => {
                        return Err(format!("expected the declared root {declared}, found the root {root}"));
                    }
                    _ => root,
                }
            }
            (_, _, Some(root)) if !self.is_formula_deleted => {
                if !self.clauses.values().any(|clause| *clause.literals == [root]) {
                    return Err(format!("expected a clause that consists of the root {root}, found none"));
                }
                self.refute_countermodels(root)?;
                root
            }
            _ => {
                let found = self.clauses.values().filter(|clause| !clause.is_definition).count();
                return Err(format!("expected the root as the only clause besides definitions, found {found} clauses"));
            }
        };
        Ok(Checked { variables: self.variables(), nodes: std::mem::take(&mut self.nodes), root })
    }

    /// Checks that `root` implies every clause of the formula: `root` must be false if all literals of the clause are
    /// false. For each variable and node, the check finds out if it can be false and if it can be true. It does so for
    /// 64 clauses at once, in words with a bit for each clause. A product can be false if one child can be false, and
    /// true if all children can be true, since they share no variable. A sum is taken as possibly false if all children
    /// can be false, which finds too many possible values, but never too few.
    fn refute_countermodels(&self, root: i32) -> Result<(), String> {
        let clauses = self.header.map_or(0, |(_, clauses)| clauses as u64);
        for first in (1..=clauses).step_by(64) {
            // For each variable and node: the clauses for which it can be false, and the clauses for which it can be
            // true.
            let mut possible = vec![[u64::MAX; 2]; self.variables() + 1];
            let mut open = 0;
            for number in first..=clauses.min(first + 63) {
                let (literals, bit) = (&self.clauses[&number].literals, 1 << (number - first));
                if literals.iter().any(|literal| literals.contains(&-literal)) {
                    continue;
                }
                open |= bit;
                for &literal in literals {
                    possible[literal.unsigned_abs() as usize][usize::from(literal > 0)] &= !bit;
                }
            }
            let value = |possible: &[[u64; 2]], literal: i32| {
                let [is_false, is_true] = possible[literal.unsigned_abs() as usize];
                if literal > 0 { [is_false, is_true] } else { [is_true, is_false] }
            };
            for node in &self.nodes {
                let (all, any) = if node.is_product { (1, 0) } else { (0, 1) };
                let mut of = [0; 2];
                of[all] = u64::MAX;
                for &child in &node.children {
                    let child = value(&possible, child);
                    of[all] &= child[all];
                    of[any] |= child[any];
                }
                possible.push(of);
            }
            let countermodels = value(&possible, root)[1] & open;
            if countermodels != 0 {
                let number = first + u64::from(countermodels.trailing_zeros());
                return Err(format!("the root does not imply clause {number} of the formula"));
            }
        }
        Ok(())
    }
}

fn end_of_line(mut words: SplitAsciiWhitespace<'_>) -> Result<(), String> {
    words.next().map_or(Ok(()), |word| Err(format!("expected the end of the line, found `{word}`")))
}
