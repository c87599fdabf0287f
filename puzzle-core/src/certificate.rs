//! Certificates of all solutions of a puzzle: a proof that the models of a diagram are exactly the solutions of the
//! rules. Checkers that other people wrote can verify the proof.
//!
//! [`export::write`](crate::export::write) writes the rules, the givens and the marks as clauses, in DIMACS.
//! [`write_certificate`] writes the diagram as a CPOG, a graph of products of independent parts and sums of
//! contradictory parts, with a proof by unit propagation that every model of the clauses is a model of the graph.
//! (Bryant, Nawrocki, Avigad, Heule: *Certified Knowledge Compilation with Application to Formally Verified Model
//! Counting*, 2025.) The converse, that the graph implies each clause, needs no proof: a checker reads it from the
//! graph.
//!
//! # The proof
//!
//! A search walks through the diagram and decides its variables from the root on, with unit propagation after each
//! decision. It proves a lemma for each node: "the node is true, or one of these literals is false". The literals are
//! true in the present state of the search, and suffice for the proof. They include literals of variables below the
//! node, such as "this square is attacked", so that a lemma often holds in other states that reach the node. Where the
//! diagram has no models, the search proves a clause by cases, as SAT solvers learn clauses, and keeps it for unit
//! propagation.
//!
//! # Auxiliary variables
//!
//! The clauses may have variables that the puzzle doesn't have. The graph has them too: each edge of the diagram
//! becomes a product, and the auxiliary variables whose values became known on this edge are among its factors. A node
//! of the graph then stands for a node of the diagram, together with the remaining clauses with auxiliary variables.

mod steps;
mod trail;

use std::io::{self, Write};

use bdd_core::export::dimacs;
use bdd_core::{Bdd, BigUint, Budget, Interrupted, Literal, NodeId, Order, Variable, Zdd};
use rustc_hash::FxHashMap;

use crate::count::Count;
use crate::guide::{Guide, Status};
use crate::marks::Marks;
use crate::puzzle::{Puzzle, given_literals};
use crate::source::Completions;
pub use steps::{DefinedNode, StepWriter};
use trail::{ClauseIndex, Support, Trail};

/// The largest number of variables of a formula with a certificate, auxiliary variables included.
pub const MAX_VARIABLES: usize = 4096;

/// The largest number of lemmas of a certificate.
pub const MAX_LEMMAS: usize = 4_000_000;

/// The size of a certificate: its numbers of nodes and of lemmas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateSize {
    /// The number of products and sums, in the graph and in the lemmas.
    pub nodes: usize,
    /// The number of lemmas. Each lemma is a clause with its proof.
    pub lemmas: usize,
}

/// The reason why a certificate was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The completions are counts or a [`Dnnf`](bdd_core::Dnnf), not a diagram.
    #[error("a certificate needs a diagram of all solutions, which does not fit in memory here")]
    NoDiagram,
    /// The formula has more variables than [`MAX_VARIABLES`].
    #[error("expected at most {MAX_VARIABLES} variables for a certificate, found {0}")]
    TooManyVariables(usize),
    /// The proof has more lemmas than [`MAX_LEMMAS`].
    #[error(
        "the proof has more than {MAX_LEMMAS} lemmas; place more pieces or values, so that fewer solutions are left"
    )]
    TooLong,
    /// The diagram has other models than the rules.
    #[error("the diagram has other solutions than the rules")]
    WrongDiagram,
    /// The budget is exhausted or cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a certificate: a proof that `completions` are exactly the models of the formula of the puzzle and `marks`.
/// [`export::write`](crate::export::write) writes this formula in DIMACS.
///
/// ```
/// use puzzle_core::certificate::write_certificate;
/// use puzzle_core::export::{self, Language};
/// use puzzle_core::{Budget, Diagram, Marks, Puzzle, Rules, Source, Words};
///
/// #[derive(Debug)]
/// struct Lamps(Rules);
///
/// impl Puzzle for Lamps {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// impl Words for Lamps {}
///
/// let mut rules = Rules::new(4);
/// rules.exactly(2, &[0, 1, 2, 3]);
/// let (lamps, marks, budget) = (Lamps(rules), Marks::default(), &mut Budget::unlimited());
/// let completions = Diagram::conjoin(lamps.0.clone(), budget)?.completions(&marks, budget)?;
/// let (mut formula, mut certificate) = (Vec::new(), Vec::new());
/// export::write(&mut formula, &lamps, &marks, Language::Dimacs)?;
/// write_certificate(&mut certificate, &lamps, &marks, &completions, budget)?;
/// // A checker that shares no code with this crate.
/// let checked = certify_check::check(&formula[..], &certificate[..])?;
/// assert_eq!((checked.count(&[])?, checked.count(&[1])?), (6, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CertificateError`], for example if the budget is exhausted or if writing to `out` fails. `out` should be buffered.
pub fn write_certificate<P: Puzzle + ?Sized>(
    out: &mut impl Write,
    puzzle: &P,
    marks: &Marks,
    completions: &Completions,
    budget: &mut Budget<'_>,
) -> Result<CertificateSize, CertificateError> {
    let diagram = match completions {
        Completions::Sparse(zdd) => CertifiedDiagram::Sparse(zdd),
        Completions::Diagram(bdd) => CertifiedDiagram::Binary(bdd, None),
        Completions::Reordered { bdd, order } => CertifiedDiagram::Binary(bdd, Some(order)),
        Completions::Compiled { .. } | Completions::Tally(_) => return Err(CertificateError::NoDiagram),
    };
    let literals: Vec<Literal> = given_literals(puzzle).chain(marks.literals()).collect();
    let mut text = Vec::new();
    dimacs::write(&mut text, puzzle.rules(), &literals, &[])?;
    let (variables, formula) = read(&String::from_utf8_lossy(&text));
    if variables > MAX_VARIABLES {
        return Err(CertificateError::TooManyVariables(variables));
    }
    Writer::new(out, variables, formula, diagram, budget).write()
}

/// Returns `true` if the guide's status and count of a variable agree with a proof: `with` is the proved number of
/// completions with the variable, and `total` is the proved number of all completions. A guide that does not know the
/// status or the exact count does not agree.
#[must_use]
pub fn agrees(guide: &Guide, variable: Variable, with: u128, total: u128) -> bool {
    let is_status = match guide.status(variable) {
        Status::Given | Status::Placed => with == total,
        Status::Forced => with == total && with > 0,
        Status::Open => 0 < with && with < total,
        Status::Blocked | Status::Excluded | Status::Dead => with == 0,
        Status::Unknown => false,
    };
    is_status && *guide.completions(variable) == Count::Exact(BigUint::from(with))
}

/// Reads a formula in the form in which [`dimacs::write`] writes it, with a clause on each line.
fn read(text: &str) -> (usize, Vec<Vec<i32>>) {
    let numbers = |line: &str| line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<i32>>();
    let header = text.lines().find(|line| line.starts_with('p')).map_or_else(Vec::new, numbers);
    let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p'])).map(|line| {
        let mut clause = numbers(line);
        clause.pop();
        clause
    });
    (header.first().map_or(0, |&variables| variables as usize), clauses.collect())
}

/// The diagram that a certificate is written for: a [`Zdd`], or a [`Bdd`] that may have a variable order of its own.
enum CertifiedDiagram<'a> {
    Sparse(&'a Zdd),
    Binary(&'a Bdd, Option<&'a Order>),
}

impl CertifiedDiagram<'_> {
    fn root(&self) -> NodeId {
        match self {
            CertifiedDiagram::Sparse(zdd) => zdd.root(),
            CertifiedDiagram::Binary(bdd, _) => bdd.root(),
        }
    }

    fn variables(&self) -> usize {
        match self {
            CertifiedDiagram::Sparse(zdd) => zdd.variables(),
            CertifiedDiagram::Binary(bdd, _) => bdd.variables(),
        }
    }

    /// Returns the level of a node; the number of variables for a terminal.
    fn level(&self, node: NodeId) -> usize {
        let level = match self {
            CertifiedDiagram::Sparse(zdd) => zdd.level(node),
            CertifiedDiagram::Binary(bdd, _) => bdd.level(node),
        };
        level.map_or(self.variables(), Variable::index)
    }

    /// Returns the low and the high child of a node.
    fn children(&self, node: NodeId) -> [NodeId; 2] {
        let node = match self {
            CertifiedDiagram::Sparse(zdd) => zdd.node(node),
            CertifiedDiagram::Binary(bdd, _) => bdd.node(node),
        };
        [node.low(), node.high()]
    }

    /// Returns the positive literal of the variable at a level.
    fn literal(&self, level: usize) -> i32 {
        let variable = match self {
            CertifiedDiagram::Binary(_, Some(order)) => order.variable(Variable::from_index(level)).index(),
            _ => level,
        };
        variable as i32 + 1
    }

    /// Returns `true` if the variables that an edge skips are false, and `false` if they may have either value.
    fn skips_false(&self) -> bool {
        matches!(self, CertifiedDiagram::Sparse(_))
    }
}

/// A proof that a node of the certificate is true in the present state of the search.
#[derive(Clone)]
struct Derivation {
    /// The node; `None` if all variables left are free.
    node: Option<DefinedNode>,
    /// The literals, true in the present state, from which the node follows by unit propagation in the clauses `hints`.
    literals: Vec<i32>,
    hints: Vec<u32>,
}

/// The result of the search in a state.
enum StateResult {
    Proved(Derivation),
    /// The state has no models: this clause is false.
    Refuted(ClauseIndex),
}

/// A lemma about a state: the clause "the node is true, or one of `literals` is false".
struct Lemma {
    node: DefinedNode,
    clause: u32,
    literals: Vec<i32>,
}

/// The remaining function of a state: a node of the diagram, and the remaining clauses with auxiliary variables, each
/// followed by a 0.
type Remainder = (NodeId, Box<[i32]>);

struct Writer<'a, 'b, W> {
    steps: StepWriter<&'a mut W>,
    budget: &'a mut Budget<'b>,
    diagram: CertifiedDiagram<'a>,
    trail: Trail,
    /// The clauses of the formula that have auxiliary variables.
    auxiliary: Vec<Vec<i32>>,
    products: FxHashMap<Box<[i32]>, DefinedNode>,
    sums: FxHashMap<[i32; 2], DefinedNode>,
    lemmas: FxHashMap<Remainder, Vec<Lemma>>,
}

impl<'a, 'b, W: Write> Writer<'a, 'b, W> {
    fn new(
        out: &'a mut W,
        variables: usize,
        formula: Vec<Vec<i32>>,
        diagram: CertifiedDiagram<'a>,
        budget: &'a mut Budget<'b>,
    ) -> Writer<'a, 'b, W> {
        let steps = StepWriter::new(out, variables, formula.len());
        let seen = diagram.variables() as i32;
        let trail = Trail::new(variables, formula);
        let auxiliary = trail.formula().filter(|clause| clause.iter().any(|literal| literal.abs() > seen));
        Writer {
            steps,
            budget,
            diagram,
            auxiliary: auxiliary.map(<[i32]>::to_vec).collect(),
            trail,
            products: FxHashMap::default(),
            sums: FxHashMap::default(),
            lemmas: FxHashMap::default(),
        }
    }

    fn write(mut self) -> Result<CertificateSize, CertificateError> {
        let (units, empty) = self.trail.short_clauses();
        let mut conflict = empty;
        for (clause, literal) in units {
            match self.trail.value(literal) {
                0 => self.trail.set(literal, Some(clause)),
                value if value < 0 => conflict = conflict.or(Some(clause)),
                _ => {}
            }
        }
        let conflict = self.propagate()?.or(conflict);
        let root = self.diagram.root();
        let outcome = match conflict {
            Some(clause) => StateResult::Refuted(clause),
            None if root == NodeId::FALSE => StateResult::Refuted(self.refute()?),
            None => self.edge(&[], 0, root, 0)?,
        };
        let root = match outcome {
            StateResult::Proved(Derivation { node, literals, hints }) => {
                let Support { literals, hints: units } = self.trail.support(literals);
                debug_assert!(literals.is_empty(), "no decision is left");
                let node = node.expect("an edge has a product").literal;
                self.add(&[node], &[units, hints].concat())?;
                node
            }
            // A formula without models has the negation of the empty product for its graph.
            StateResult::Refuted(clause) => {
                let empty = self.product(&[])?;
                let false_literals: Vec<i32> = self.trail.clause(clause).iter().map(|literal| -literal).collect();
                let mut hints = self.trail.support(false_literals).hints;
                hints.push(self.trail.number(clause));
                self.add(&[-empty.literal], &hints)?;
                -empty.literal
            }
        };
        Ok(self.steps.end(root)?)
    }

    fn add(&mut self, literals: &[i32], hints: &[u32]) -> Result<u32, CertificateError> {
        if self.steps.lemma_count() == MAX_LEMMAS {
            return Err(CertificateError::TooLong);
        }
        Ok(self.steps.lemma(literals, hints)?)
    }

    fn product(&mut self, children: &[i32]) -> io::Result<DefinedNode> {
        if let Some(&node) = self.products.get(children) {
            return Ok(node);
        }
        let node = self.steps.product(children)?;
        self.products.insert(children.into(), node);
        Ok(node)
    }

    /// Defines the sum of two products with opposite first children.
    fn sum(&mut self, children: [i32; 2], hints: [u32; 2]) -> io::Result<DefinedNode> {
        if let Some(&node) = self.sums.get(&children) {
            return Ok(node);
        }
        let node = self.steps.sum(children, &hints)?;
        self.sums.insert(children, node);
        Ok(node)
    }

    /// Propagates units, and returns a clause that became false, if there is one. As long as there is no decision, each
    /// literal found becomes a lemma.
    fn propagate(&mut self) -> Result<Option<ClauseIndex>, CertificateError> {
        let start = self.trail.literals().len();
        let conflict = self.trail.propagate();
        self.budget.spend(1 + (self.trail.literals().len() - start) as u32, || 0.0)?;
        if self.trail.depth() == 0 {
            self.add_units()?;
        }
        Ok(conflict)
    }

    fn add_units(&mut self) -> Result<(), CertificateError> {
        for at in 0..self.trail.literals().len() {
            let literal = self.trail.literals()[at];
            let Some(reason) = self.trail.reason(literal) else { continue };
            if self.trail.has_unit(literal) {
                continue;
            }
            let others: Vec<i32> =
                self.trail.clause(reason).iter().filter(|&&other| other != literal).map(|other| -other).collect();
            let number = self.trail.number(reason);
            let unit = if others.is_empty() {
                number
            } else {
                let mut hints = self.trail.support(others).hints;
                hints.push(number);
                self.add(&[literal], &hints)?
            };
            self.trail.set_unit(literal, unit);
        }
        Ok(())
    }

    /// Learns a clause from `conflict`, a clause that is false: proves that the decisions on which `conflict` depends
    /// have no model together. Then undoes the last decision. Returns a clause that is false after that, or after the
    /// learned clause is propagated; `None` if there is no false clause.
    fn learn(&mut self, conflict: ClauseIndex) -> Result<Option<ClauseIndex>, CertificateError> {
        let needed: Vec<i32> = self.trail.clause(conflict).iter().map(|literal| -literal).collect();
        let Support { literals, mut hints } = self.trail.support(needed);
        let decision = self.trail.decision();
        hints.push(self.trail.number(conflict));
        let clause: Vec<i32> = literals.iter().map(|literal| -literal).collect();
        let number = self.add(&clause, &hints)?;
        self.trail.backtrack();
        let index = self.trail.learn(clause, number);
        if literals.contains(&decision) {
            self.trail.set(-decision, Some(index));
            self.propagate()
        } else {
            Ok(Some(index))
        }
    }

    /// Proves that the present state has no models, and returns a clause that is false in it.
    fn refute(&mut self) -> Result<ClauseIndex, CertificateError> {
        loop {
            // A model of the rules that the diagram lacks satisfies all clauses.
            let literal = self.shortest_choice().ok_or(CertificateError::WrongDiagram)?;
            self.trail.decide(literal);
            let conflict = match self.propagate()? {
                Some(conflict) => conflict,
                None => self.refute()?,
            };
            if let Some(conflict) = self.learn(conflict)? {
                return Ok(conflict);
            }
        }
    }

    /// Returns a literal of the clause with the fewest literals left; `None` if all clauses are satisfied.
    fn shortest_choice(&self) -> Option<i32> {
        let open = |clause: &[i32]| -> Option<(usize, i32)> {
            let (mut count, mut first) = (0, 0);
            for &literal in clause {
                match self.trail.value(literal) {
                    0 => {
                        count += 1;
                        first = if first == 0 { literal } else { first };
                    }
                    value if value > 0 => return None,
                    _ => {}
                }
            }
            Some((count, first))
        };
        let shortest = self.trail.formula().filter_map(open).min_by_key(|&(count, _)| count);
        shortest.map(|(_, literal)| literal)
    }

    /// Returns the unsatisfied clauses with auxiliary variables, without their false literals. The clauses are sorted,
    /// each followed by a 0.
    fn remainder(&self) -> Box<[i32]> {
        let is_left = |clause: &&Vec<i32>| clause.iter().all(|&literal| self.trail.value(literal) <= 0);
        let left = self.auxiliary.iter().filter(is_left);
        let mut left: Vec<Vec<i32>> = left
            .map(|clause| clause.iter().copied().filter(|&literal| self.trail.value(literal) == 0).collect())
            .collect();
        left.iter_mut().for_each(|clause| clause.sort_unstable());
        left.sort_unstable();
        left.dedup();
        left.iter_mut().for_each(|clause| clause.push(0));
        left.concat().into()
    }

    /// Proves that the product of an edge is true. The factors of the product are `literals`, the negations of the
    /// variables that the edge skips from `level` on, the auxiliary literals on the trail from `known` on, and the node
    /// `child`.
    fn edge(
        &mut self,
        literals: &[i32],
        level: usize,
        child: NodeId,
        known: usize,
    ) -> Result<StateResult, CertificateError> {
        let mut factors = literals.to_vec();
        if self.diagram.skips_false() {
            for skipped in level..self.diagram.level(child) {
                let literal = self.diagram.literal(skipped);
                if self.trail.value(literal) == 0
                    && let Some(conflict) = self.rule_out(literal)?
                {
                    return Ok(StateResult::Refuted(conflict));
                }
                self.expect(-literal)?;
                factors.push(-literal);
            }
        }
        let seen = self.diagram.variables() as i32;
        factors.extend(self.trail.literals()[known..].iter().filter(|literal| literal.abs() > seen));
        let known = self.trail.literals().len();
        let next = if self.diagram.skips_false() { self.diagram.level(child) } else { level };
        let mut below = match self.node(next, child, known)? {
            StateResult::Proved(derivation) => derivation,
            refuted @ StateResult::Refuted(_) => return Ok(refuted),
        };
        below.literals.extend(&factors);
        factors.extend(below.node.map(|node| node.literal));
        let product = self.product(&factors)?;
        below.hints.push(product.clause);
        Ok(StateResult::Proved(Derivation { node: Some(product), ..below }))
    }

    /// Returns an error unless `literal` is true on the trail, as it must be if the diagram has the models of the
    /// rules.
    fn expect(&self, literal: i32) -> Result<(), CertificateError> {
        if self.trail.value(literal) > 0 { Ok(()) } else { Err(CertificateError::WrongDiagram) }
    }

    /// Proves that a literal without a value is false. Returns a false clause if the state has no models at all.
    fn rule_out(&mut self, literal: i32) -> Result<Option<ClauseIndex>, CertificateError> {
        self.trail.decide(literal);
        let conflict = match self.propagate()? {
            Some(conflict) => conflict,
            None => self.refute()?,
        };
        self.learn(conflict)
    }

    /// Proves, for a node of the diagram, that the corresponding node of the certificate is true. The variables before
    /// `level` are decided. The auxiliary literals on the trail before index `known` are factors of products above this
    /// node.
    fn node(&mut self, level: usize, node: NodeId, known: usize) -> Result<StateResult, CertificateError> {
        let left = self.remainder();
        let is_left = |literal: i32| left.contains(&literal) || left.contains(&-literal);
        if node == NodeId::TRUE && left.is_empty() {
            return Ok(StateResult::Proved(Derivation { node: None, literals: Vec::new(), hints: Vec::new() }));
        }
        // A variable that the diagram skips, but that occurs in the remaining clauses, is decided first.
        let end = self.diagram.level(node);
        let free = (level..end).find(|&level| is_left(self.diagram.literal(level)));
        let (literal, level, [low, high]) = match free {
            Some(level) => (self.diagram.literal(level), level, [node; 2]),
            None if node == NodeId::TRUE => {
                let auxiliary = left.iter().map(|literal| literal.abs()).filter(|&literal| literal != 0).min();
                (auxiliary.unwrap_or_default(), end, [node; 2])
            }
            None => (self.diagram.literal(end), end, self.diagram.children(node)),
        };
        let next = (level + 1).min(self.diagram.variables());
        if self.trail.value(literal) == 0 {
            let ruled_out = match (low, high) {
                (NodeId::FALSE, _) => Some(-literal),
                (_, NodeId::FALSE) => Some(literal),
                _ => None,
            };
            let Some(ruled_out) = ruled_out else {
                return self.branch((node, left), literal, next, [low, high], known);
            };
            if let Some(conflict) = self.rule_out(ruled_out)? {
                return Ok(StateResult::Refuted(conflict));
            }
        }
        let (literal, child) = if self.trail.value(literal) > 0 { (literal, high) } else { (-literal, low) };
        if child == NodeId::FALSE {
            self.expect(-literal)?;
        }
        self.edge(&[literal], next, child, known)
    }

    /// Proves a lemma about a state by the two cases of a variable, whose positive literal is `literal`.
    fn branch(
        &mut self,
        remainder: Remainder,
        literal: i32,
        next: usize,
        [low, high]: [NodeId; 2],
        known: usize,
    ) -> Result<StateResult, CertificateError> {
        let holds = |lemma: &&Lemma| lemma.literals.iter().all(|&literal| self.trail.value(literal) > 0);
        if let Some(lemma) = self.lemmas.get(&remainder).and_then(|lemmas| lemmas.iter().find(holds)) {
            let literals = lemma.literals.clone();
            return Ok(StateResult::Proved(Derivation { node: Some(lemma.node), literals, hints: vec![lemma.clause] }));
        }
        let mut cases = Vec::new();
        for (literal, child) in [(literal, high), (-literal, low)] {
            self.trail.decide(literal);
            let outcome = match self.propagate()? {
                Some(conflict) => StateResult::Refuted(conflict),
                None => self.edge(&[literal], next, child, known)?,
            };
            match outcome {
                StateResult::Proved(derivation) => {
                    let node = derivation.node.expect("an edge has a product");
                    let Support { literals, mut hints } = self.trail.support(derivation.literals);
                    self.trail.backtrack();
                    hints.extend(derivation.hints);
                    cases.push((node, literals, hints));
                }
                StateResult::Refuted(conflict) => {
                    if let Some(conflict) = self.learn(conflict)? {
                        return Ok(StateResult::Refuted(conflict));
                    }
                    return self.edge(&[-literal], next, if literal > 0 { low } else { high }, known);
                }
            }
        }
        let Ok([(if_true, true_literals, true_hints), (if_false, false_literals, false_hints)]) =
            <[_; 2]>::try_from(cases)
        else {
            unreachable!("both cases are proved")
        };
        // The first children of the two products are the variable and its negation.
        let sum = self.sum([if_true.literal, if_false.literal], [if_true.clause + 1, if_false.clause + 1])?;
        let negated = |literals: &[i32]| literals.iter().map(|literal| -literal).collect::<Vec<_>>();
        let case = self.add(&[&[if_true.literal], &*negated(&true_literals)].concat(), &true_hints)?;
        let mut literals = [true_literals, false_literals].concat();
        literals.retain(|other| other.abs() != literal);
        literals.sort_unstable();
        literals.dedup();
        let hints = [&[sum.clause + 1, case, sum.clause + 2], &*false_hints].concat();
        let clause = self.add(&[&[sum.literal], &*negated(&literals)].concat(), &hints)?;
        let lemma = Lemma { node: sum, clause, literals: literals.clone() };
        self.lemmas.entry(remainder).or_default().push(lemma);
        Ok(StateResult::Proved(Derivation { node: Some(sum), literals, hints: vec![clause] }))
    }
}
