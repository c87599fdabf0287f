//! Random formulas, and certificates that show their decision trees.

use std::fmt::Write;

/// A generator of pseudo-random numbers: xorshift64 (Marsaglia, 2003).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

pub(crate) type Formula = Vec<Vec<i32>>;

fn random_formula(random: &mut Random, variables: usize) -> Formula {
    let clauses = 1 + random.below(2 * variables + 2);
    let literal = |random: &mut Random| (1 + random.below(variables) as i32) * [1, -1][random.below(2)];
    (0..clauses).map(|_| (0..1 + random.below(3)).map(|_| literal(random)).collect()).collect()
}

pub(crate) fn dimacs(variables: usize, formula: &Formula) -> String {
    let mut text = format!("c random\np cnf {variables} {}\n", formula.len());
    for clause in formula {
        text += &line(clause);
        text.push('\n');
    }
    text
}

fn line<T: std::fmt::Display>(numbers: &[T]) -> String {
    numbers.iter().map(|number| format!("{number} ")).collect::<String>() + "0"
}

pub(crate) fn holds(valuation: usize, literal: i32) -> bool {
    (valuation >> (literal.abs() - 1) & 1 == 1) == (literal > 0)
}

/// A writer of the decision tree of a formula as a certificate.
struct Writer<'a> {
    variables: usize,
    formula: &'a Formula,
    text: String,
    next_clause: usize,
    /// For each node, its children and the number of its first defining clause.
    nodes: Vec<(Vec<i32>, usize)>,
    /// The added clauses that are to be deleted, with their hints.
    lemmas: Vec<(usize, Vec<usize>)>,
}

impl Writer<'_> {
    fn define(&mut self, kind: char, children: Vec<i32>, hints: &[usize]) -> i32 {
        let (first, node) = (self.next_clause, (self.variables + self.nodes.len() + 1) as i32);
        self.next_clause += children.len() + 1;
        let end = if kind == 's' { format!("{} {}", children[0], children[1]) } else { line(&children) };
        let hints = if kind == 's' { line(hints) } else { String::new() };
        writeln!(self.text, "{first} {kind} {node} {end} {hints}").unwrap();
        self.nodes.push((children, first));
        node
    }

    fn add(&mut self, literals: &[i32], hints: Vec<usize>) -> usize {
        let clause = self.next_clause;
        self.next_clause += 1;
        writeln!(self.text, "{clause} a {} {}", line(literals), line(&hints)).unwrap();
        self.lemmas.push((clause, hints));
        clause
    }

    /// Deletes lemmas, the last one first, until `down_to` lemmas are left. So the hints of each lemma still exist when
    /// it is deleted.
    fn delete(&mut self, down_to: usize) {
        while self.lemmas.len() > down_to {
            let (clause, hints) = self.lemmas.pop().unwrap();
            writeln!(self.text, "d {clause} {}", line(&hints)).unwrap();
        }
    }

    fn first(&self, node: i32) -> usize {
        self.nodes[node as usize - self.variables - 1].1
    }

    /// Returns the node of the models that extend `prefix`, if there are any, and the number of the lemma "not the
    /// prefix, or the node".
    fn tree(&mut self, prefix: &mut Vec<i32>) -> (Option<i32>, usize) {
        let refuted = self.formula.iter().position(|clause| clause.iter().all(|&l| prefix.contains(&-l)));
        let negated = |prefix: &[i32]| prefix.iter().map(|l| -l).collect::<Vec<_>>();
        if let Some(clause) = refuted {
            return (None, self.add(&negated(prefix), vec![clause + 1]));
        }
        let variable = prefix.len() as i32 + 1;
        let [low, high] = [-variable, variable].map(|literal| {
            prefix.push(literal);
            let is_refuted = self.formula.iter().any(|clause| clause.iter().all(|&l| prefix.contains(&-l)));
            let (node, lemma) = if prefix.len() == self.variables && !is_refuted {
                let node = self.define('p', vec![literal], &[]);
                (Some(node), self.add(&[negated(prefix), vec![node]].concat(), vec![self.first(node)]))
            } else {
                let (child, lemma) = self.tree(prefix);
                match child.map(|child| self.define('p', vec![literal, child], &[])) {
                    None => (None, lemma),
                    Some(node) => {
                        let hints = vec![lemma, self.first(node)];
                        (Some(node), self.add(&[negated(prefix), vec![node]].concat(), hints))
                    }
                }
            };
            prefix.pop();
            (node, lemma)
        });
        let node = match (low.0, high.0) {
            (Some(a), Some(b)) => Some(self.define('s', vec![a, b], &[self.first(a) + 1, self.first(b) + 1])),
            (a, b) => a.or(b),
        };
        let mut hints = vec![low.1, high.1];
        if let (Some(_), Some(_), Some(sum)) = (low.0, high.0, node) {
            hints = vec![self.first(sum) + 1, low.1, self.first(sum) + 2, high.1];
        }
        (node, self.add(&[negated(prefix), node.into_iter().collect()].concat(), hints))
    }

    /// Proves "not the node, or the clause", bottom up.
    fn implies(&mut self, node: i32, clause: &[i32]) -> usize {
        let (children, first) = self.nodes[node as usize - self.variables - 1].clone();
        let hints = if (children[0].unsigned_abs() as usize) <= self.variables {
            if clause.contains(&children[0]) {
                vec![first + 1]
            } else {
                vec![first + 2, self.implies(children[1], clause)]
            }
        } else {
            let [low, high] = [0, 1].map(|child| self.implies(children[child], clause));
            vec![low, first, high]
        };
        self.add(&[&[-node], clause].concat(), hints)
    }
}

/// Writes the decision tree with its proof. Returns the writer, the node of the models, if there are any, and the number
/// of the clause that consists of the root.
fn written(variables: usize, formula: &Formula) -> (Writer<'_>, Option<i32>, usize) {
    let next_clause = formula.len() + 1;
    let mut writer = Writer { variables, formula, text: String::new(), next_clause, nodes: vec![], lemmas: vec![] };
    let (node, mut root_clause) = writer.tree(&mut vec![]);
    if node.is_none() {
        let node = writer.define('p', vec![], &[]);
        root_clause = writer.add(&[-node], vec![root_clause]);
    }
    let root = node.unwrap_or(-((variables + writer.nodes.len()) as i32));
    writeln!(writer.text, "r {root}").unwrap();
    (writer, node, root_clause)
}

pub(crate) fn certificate(variables: usize, formula: &Formula) -> String {
    written(variables, formula).0.text
}

/// Returns a certificate that deletes all clauses but the root at its end, each with a proof from the clauses left. The
/// checker of the authors of CPOG demands these steps.
#[allow(dead_code, reason = "only the test with the checker of the authors needs deletions")]
pub(crate) fn certificate_with_deletions(variables: usize, formula: &Formula) -> String {
    let (mut writer, node, root_clause) = written(variables, formula);
    writer.lemmas.pop();
    writer.delete(0);
    for (number, clause) in formula.iter().enumerate() {
        let hints = match node {
            // The clause follows from the contradiction of the root with its definition.
            None => vec![root_clause, writer.first(writer.variables as i32 + writer.nodes.len() as i32)],
            Some(node) => vec![root_clause, writer.implies(node, clause)],
        };
        let is_tautology = clause.iter().any(|l| clause.contains(&-l));
        writeln!(writer.text, "d {} {}", number + 1, line(if is_tautology { &[] } else { &hints })).unwrap();
        writer.delete(0);
    }
    writer.text
}

/// Returns random formulas without tautologies, since lemmas about tautologies would need no hints.
pub(crate) fn formulas(random: &mut Random, count: usize) -> Vec<(usize, Formula)> {
    let is_plain = |clause: &Vec<i32>| clause.iter().all(|l| !clause.contains(&-l));
    std::iter::repeat_with(|| {
        let variables = 1 + random.below(5);
        (variables, random_formula(random, variables))
    })
    .filter(|(_, formula)| formula.iter().all(is_plain))
    .take(count)
    .collect()
}
