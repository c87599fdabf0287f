//! Certificates: a proof that the models of a diagram are exactly the solutions of a board. Checkers that other people
//! wrote can verify the proof.
//!
//! [`write_formula`] writes the rules as clauses. [`write_certificate`] writes the diagram as a CPOG, a graph of
//! products of independent parts and sums of contradictory parts, with a proof by unit propagation that every model of
//! the clauses is a model of the graph. (Bryant, Nawrocki, Avigad, Heule: *Certified Knowledge Compilation with
//! Application to Formally Verified Model Counting*, 2025.) The converse, that the graph implies each clause, needs no
//! proof: a checker reads it from the graph.
//!
//! # The graph
//!
//! A node of the zero-suppressed diagram is the sum of two products. The first consists of the node's square, the
//! negations of all later squares of the rank, and the high child. The second consists of the negations of all squares
//! from the node's square to the square before the low child, and of the low child.
//!
//! # The proof
//!
//! A search places a queen on one rank after the other, and proves a lemma for each state. Many placements lead to the
//! same state, so a lemma does not name queens. It names lines (files, diagonals, anti-diagonals) by the products
//! `clear(r, line)`: no queen stands on `line` before rank `r`.
//!
//! | lemma | meaning |
//! |---|---|
//! | `node or clear(r, a) or clear(r, b) ...` | queens on the lines `a`, `b`, ... before rank `r` leave a model of `node` |
//! | `clear(r, a) or clear(r, b) ...` | queens on the lines `a`, `b`, ... before rank `r` leave no solution |
//! | `not square or clear(r, line)` | a queen on `line` from rank `r` on is the first queen on it |
//! | `not square or product or clear(r, a) ...` | a queen on `square`, of rank `r`, leads to a lemma of the next rank |
//!
//! A lemma names only the lines that its proof needs. It holds for every state with queens on these lines, and the
//! search skips states with a known lemma. Nine of ten states have no solution, and most of them are skipped.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use bdd_core::{NodeId, Zdd};
use nqueens_board::Size;
pub use puzzle_core::certificate::CertificateSize;
use puzzle_core::certificate::{DefinedNode, StepWriter};

use crate::export::write_dimacs;
use crate::placement::Placement;
use crate::rules::nqueens_rules;

/// The largest board with a certificate, 16 x 16: three sets of 16 lines fit 64 bits.
pub const MAX_CERTIFIED: usize = 16;

/// Writes the rules of an empty board as a DIMACS formula: the squares that attack each other, then the ranks, then the
/// files, with comments that name the squares.
///
/// # Errors
///
/// The errors of `out`, which should be buffered.
pub fn write_formula(out: &mut impl Write, size: Size) -> io::Result<()> {
    let pairs = nqueens_rules(size).exclusions().count();
    let n = size.get();
    writeln!(out, "c The clauses, numbered from 1:")?;
    writeln!(out, "c {:>8} to {pairs}: two squares that attack each other have no two queens", 1.min(pairs))?;
    writeln!(out, "c {:>8} to {}: a rank has a queen, rank by rank", pairs + 1, pairs + n)?;
    writeln!(out, "c {:>8} to {}: a file has a queen, file by file", pairs + n + 1, pairs + 2 * n)?;
    write_dimacs(out, &Placement::empty(size))
}

/// Writes the certificate that the models of `solutions`, the diagram of all solutions of an empty board, are the
/// models of the formula of [`write_formula`].
///
/// The writer takes about as much memory as the certificate's lemmas without their proofs.
///
/// ```
/// use bdd_core::Budget;
/// use nqueens_guide::certificate::{write_certificate, write_formula};
/// use nqueens_guide::{Placement, Size, build_completions_zdd};
///
/// let size = Size::new(6)?;
/// let solutions = build_completions_zdd(&Placement::empty(size), &mut Budget::unlimited())?;
/// let (mut formula, mut certificate) = (Vec::new(), Vec::new());
/// write_formula(&mut formula, size)?;
/// write_certificate(&mut certificate, size, &solutions)?;
/// // A checker that shares no code with this crate.
/// let checked = certify_check::check(&formula[..], &certificate[..])?;
/// assert_eq!(checked.count(&[])?, 4);
/// // The first variable is the square a1, the second b1.
/// assert_eq!((checked.count(&[1])?, checked.count(&[2])?), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The errors of `out`, which should be buffered.
///
/// # Panics
///
/// If the board is larger than [`MAX_CERTIFIED`], or `solutions` is not the diagram of its solutions.
pub fn write_certificate(out: &mut impl Write, size: Size, solutions: &Zdd) -> io::Result<CertificateSize> {
    let n = size.get();
    assert!(n <= MAX_CERTIFIED, "expected a board up to {MAX_CERTIFIED}, found {n}");
    assert_eq!(solutions.variables(), size.square_count(), "expected the diagram of a board of {size}");
    let mut writer = QueensWriter::new(out, size, solutions);
    writer.define_clear()?;
    let root = solutions.root();
    let lemma = writer.state(0, CrossingLines::default(), root)?;
    let root = match solutions.is_false() {
        false => writer.rank_node(root)?.literal,
        // A formula without models has the negation of the empty product for its graph.
        true => {
            let empty = writer.steps.product(&[])?;
            writer.steps.lemma(&[-empty.literal], &[lemma.clause])?;
            -empty.literal
        }
    };
    writer.steps.end(root)
}

/// A set of lines for each kind: files, diagonals (rank and file rise together) and anti-diagonals. Bit `f` is the line
/// through file `f` of the current rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct CrossingLines([u16; 3]);

impl CrossingLines {
    fn through(file: usize) -> CrossingLines {
        CrossingLines([1 << file; 3])
    }

    fn union(self, other: CrossingLines) -> CrossingLines {
        CrossingLines(std::array::from_fn(|kind| self.0[kind] | other.0[kind]))
    }

    fn without(self, other: CrossingLines) -> CrossingLines {
        CrossingLines(std::array::from_fn(|kind| self.0[kind] & !other.0[kind]))
    }

    fn is_subset(self, other: CrossingLines) -> bool {
        self.without(other) == CrossingLines::default()
    }

    /// Returns the same lines, by their files on the next rank. `files` is the set of all files of the board. Drops
    /// lines that leave the board.
    fn next(self, files: u16) -> CrossingLines {
        let [file, diagonal, anti_diagonal] = self.0;
        CrossingLines([file, diagonal << 1 & files, anti_diagonal >> 1])
    }

    /// Returns the same lines, by their files on the rank before, where each must have a square.
    fn back(self) -> CrossingLines {
        let [file, diagonal, anti_diagonal] = self.0;
        CrossingLines([file, diagonal >> 1, anti_diagonal << 1])
    }

    /// Returns the kinds and files of the lines, in ascending order.
    fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        (0..3).flat_map(move |kind| {
            (0..16).filter(move |file| self.0[kind] >> file & 1 == 1).map(move |file| (kind, file))
        })
    }
}

/// A lemma about a state: the clause "the node of the state, if it has a node, or some line of `lines` is clear".
#[derive(Clone, Copy)]
struct SquareLemma {
    clause: u32,
    lines: CrossingLines,
}

/// A node of the diagram, which decides a square.
#[derive(Clone, Copy)]
struct Decision {
    /// The sum of the product for the high edge ([`QueensWriter::high`]) and `low`; only the product for the high edge
    /// if `low` is `None`.
    node: DefinedNode,
    /// The product of the low child and the negations of the squares from the node's square up to the square just
    /// before the low child's square; `None` if the low child is FALSE.
    low: Option<DefinedNode>,
}

struct QueensWriter<'a, W> {
    steps: StepWriter<&'a mut W>,
    n: usize,
    solutions: &'a Zdd,
    /// For each pair of squares that exclude each other, the number of the clause that says so. The key has the larger
    /// square first.
    exclusions: HashMap<(usize, usize), u32>,
    /// The node `clear(rank, line)`, which means that no queen stands on the line before the rank: by rank, kind of
    /// line, and file of the line on the rank. `None` for a line without a square before the rank.
    clear: Vec<[[Option<DefinedNode>; 16]; 3]>,
    /// For each square, the product of the square and the negations of all later squares of its rank, and the number of
    /// the lemma "not the square, or the product".
    only: Vec<Option<(DefinedNode, u32)>>,
    high: HashMap<(usize, NodeId), DefinedNode>,
    decisions: HashMap<NodeId, Decision>,
    ranks: HashMap<NodeId, DefinedNode>,
    /// The numbers of the clauses that [`QueensWriter::first`] has proved, by rank, kind of line, and square.
    first: HashMap<(usize, usize, usize), u32>,
    /// The numbers of the clauses that [`QueensWriter::edge`] has proved, by the clause of the next rank's lemma and
    /// the file of the queen.
    edges: HashMap<(u32, usize), u32>,
    /// The lemmas of states with solutions, by the node of the diagram.
    alive: HashMap<NodeId, Vec<SquareLemma>>,
    /// The lemmas of states without solutions: for each rank, grouped by the set of files in [`SquareLemma::lines`].
    /// One comparison skips a whole group if the set has a file without a queen.
    dead: Vec<BTreeMap<u16, Vec<SquareLemma>>>,
}

impl<'a, W: Write> QueensWriter<'a, W> {
    fn new(out: &'a mut W, size: Size, solutions: &'a Zdd) -> QueensWriter<'a, W> {
        let n = size.get();
        let exclusions: HashMap<(usize, usize), u32> = nqueens_rules(size)
            .exclusions()
            .zip(1..)
            .map(|((a, b), clause)| ((a.index().max(b.index()), a.index().min(b.index())), clause))
            .collect();
        QueensWriter {
            steps: StepWriter::new(out, n * n, exclusions.len() + 2 * n),
            n,
            solutions,
            exclusions,
            clear: vec![[[None; 16]; 3]; n + 1],
            only: vec![None; n * n],
            high: HashMap::new(),
            decisions: HashMap::new(),
            ranks: HashMap::new(),
            first: HashMap::new(),
            edges: HashMap::new(),
            alive: HashMap::new(),
            dead: vec![BTreeMap::new(); n + 1],
        }
    }

    fn files(&self) -> u16 {
        ((1u32 << self.n) - 1) as u16
    }

    fn square(&self, rank: usize, file: usize) -> i32 {
        (rank * self.n + file + 1) as i32
    }

    /// Returns the number of the clause that a rank has a queen.
    fn rank_clause(&self, rank: usize) -> u32 {
        (self.exclusions.len() + rank + 1) as u32
    }

    fn exclusion(&self, a: i32, b: i32) -> u32 {
        let [a, b] = [a, b].map(|square| square as usize - 1);
        self.exclusions[&(a.max(b), a.min(b))]
    }

    /// Defines `clear(rank, line)`: no queen stands on the line's square of the rank before, and the line is clear
    /// before that rank.
    fn define_clear(&mut self) -> io::Result<()> {
        for rank in 1..=self.n {
            for (kind, file) in CrossingLines([self.files(); 3]).iter() {
                let before = match kind {
                    0 => Some(file),
                    1 => file.checked_sub(1),
                    _ => Some(file + 1).filter(|&file| file < self.n),
                };
                let Some(before) = before else { continue };
                let square = self.square(rank - 1, before);
                let clear = match self.clear[rank - 1][kind][before] {
                    None => self.steps.product(&[-square])?,
                    Some(clear) => self.steps.product(&[-square, clear.literal])?,
                };
                self.clear[rank][kind][file] = Some(clear);
            }
        }
        Ok(())
    }

    /// Returns, for each of `lines`, the literal `clear(rank, line)`: no queen stands on the line before `rank`.
    fn clear_literals(&self, rank: usize, lines: CrossingLines) -> impl Iterator<Item = i32> {
        lines.iter().map(move |(kind, file)| {
            self.clear[rank][kind][file].expect("an attacked line has a square before").literal
        })
    }

    fn only(&mut self, square: i32) -> io::Result<(DefinedNode, u32)> {
        let index = square as usize - 1;
        if let Some(only) = self.only[index] {
            return Ok(only);
        }
        let others: Vec<i32> = (square + 1..=self.square(index / self.n, self.n - 1)).collect();
        let children: Vec<i32> = std::iter::once(square).chain(others.iter().map(|other| -other)).collect();
        let node = self.steps.product(&children)?;
        let mut hints: Vec<u32> = others.iter().map(|&other| self.exclusion(square, other)).collect();
        hints.push(node.clause);
        let lemma = self.steps.lemma(&[-square, node.literal], &hints)?;
        self.only[index] = Some((node, lemma));
        Ok((node, lemma))
    }

    fn variable(&self, node: NodeId) -> usize {
        self.solutions.level(node).expect("a state with solutions has a decision on its rank").index()
    }

    /// Defines the product for the high edge of a node: the node's square `variable`, the negations of all later
    /// squares of its rank, and the node `child` of the next rank, if there is a next rank.
    fn high(&mut self, variable: usize, child: NodeId) -> io::Result<DefinedNode> {
        if let Some(&node) = self.high.get(&(variable, child)) {
            return Ok(node);
        }
        let (only, _) = self.only(variable as i32 + 1)?;
        let node = match child {
            NodeId::TRUE => self.steps.product(&[only.literal])?,
            child => {
                let below = self.rank_node(child)?;
                self.steps.product(&[only.literal, below.literal])?
            }
        };
        self.high.insert((variable, child), node);
        Ok(node)
    }

    /// Writes the definition of the diagram's node `id`, unless it was written before.
    fn decision(&mut self, id: NodeId) -> io::Result<Decision> {
        if let Some(&decision) = self.decisions.get(&id) {
            return Ok(decision);
        }
        let (variable, node) = (self.variable(id), self.solutions.node(id));
        let high = self.high(variable, node.high())?;
        let decision = if node.low() == NodeId::FALSE {
            Decision { node: high, low: None }
        } else {
            let below = self.decision(node.low())?;
            let skipped = variable..self.variable(node.low());
            let mut children: Vec<i32> = skipped.map(|variable| -(variable as i32) - 1).collect();
            children.push(below.node.literal);
            let low = self.steps.product(&children)?;
            let (only, _) = self.only(variable as i32 + 1)?;
            let node =
                self.steps.sum([high.literal, low.literal], &[high.clause + 1, only.clause + 1, low.clause + 1])?;
            Decision { node, low: Some(low) }
        };
        self.decisions.insert(id, decision);
        Ok(decision)
    }

    /// Defines the product of the node `id` and the negations of all squares before the node's square on its rank.
    fn rank_node(&mut self, id: NodeId) -> io::Result<DefinedNode> {
        if let Some(&node) = self.ranks.get(&id) {
            return Ok(node);
        }
        let (variable, decision) = (self.variable(id), self.decision(id)?);
        let first = variable - variable % self.n;
        let node = if variable == first {
            decision.node
        } else {
            let mut children: Vec<i32> = (first..variable).map(|variable| -(variable as i32) - 1).collect();
            children.push(decision.node.literal);
            self.steps.product(&children)?
        };
        self.ranks.insert(id, node);
        Ok(node)
    }

    /// Proves the lemma "not `square`, or the line is clear before `rank`": a queen on `square` is the first queen on
    /// the line. The line has the kind `kind`, and `file` is its file on `rank`.
    fn first(&mut self, rank: usize, square: i32, kind: usize, file: usize) -> io::Result<u32> {
        let key = (rank, kind, square as usize);
        if let Some(&clause) = self.first.get(&key) {
            return Ok(clause);
        }
        // The hints go up the line from its first square. `square` excludes each of these squares, so that the line is
        // clear.
        let (mut hints, mut rank_before, mut file_before) = (Vec::new(), rank, file);
        let clear = self.clear[rank][kind][file].expect("an attacked line has a square before");
        while let Some(clear) = self.clear[rank_before][kind][file_before] {
            rank_before -= 1;
            file_before = match kind {
                0 => file_before,
                1 => file_before - 1,
                _ => file_before + 1,
            };
            hints.push(clear.clause);
            hints.push(self.exclusion(square, self.square(rank_before, file_before)));
        }
        hints.reverse();
        let clause = self.steps.lemma(&[-square, clear.literal], &hints)?;
        self.first.insert(key, clause);
        Ok(clause)
    }

    /// Proves a lemma for the state before the queen of `rank` is placed. Queens on the earlier ranks attack `lines`,
    /// and the models of `node` are the completions.
    fn state(&mut self, rank: usize, lines: CrossingLines, node: NodeId) -> io::Result<SquareLemma> {
        if node == NodeId::TRUE {
            // Nothing is left to prove: the edges to TRUE name no lemma.
            return Ok(SquareLemma { clause: 0, lines: CrossingLines::default() });
        }
        let covers = |lemma: &&SquareLemma| lemma.lines.is_subset(lines);
        let known = if node == NodeId::FALSE {
            let mut dead = self.dead[rank].iter().filter(|&(files, _)| files & !lines.0[0] == 0);
            dead.find_map(|(_, lemmas)| lemmas.iter().find(covers))
        } else {
            self.alive.get(&node).and_then(|lemmas| lemmas.iter().find(covers))
        };
        if let Some(&lemma) = known {
            return Ok(lemma);
        }
        if node == NodeId::FALSE {
            let lemma = self.dead_state(rank, lines)?;
            self.dead[rank].entry(lemma.lines.0[0]).or_default().push(lemma);
            Ok(lemma)
        } else {
            let lemma = self.split(rank, lines, node)?;
            self.alive.entry(node).or_default().push(lemma);
            Ok(lemma)
        }
    }

    /// Proves that a state has no solution: either queens before `rank` attack all squares of a later rank, or no queen
    /// on `rank` leads to a solution.
    fn dead_state(&mut self, rank: usize, lines: CrossingLines) -> io::Result<SquareLemma> {
        let mut ahead = lines;
        for stuck in rank..self.n {
            if ahead.0[0] | ahead.0[1] | ahead.0[2] == self.files() {
                return self.stuck(rank, lines, stuck);
            }
            ahead = ahead.next(self.files());
        }
        self.split(rank, lines, NodeId::FALSE)
    }

    /// Proves the lemma that `lines` leave no solution: queens before `rank` attack each square of the rank `stuck`.
    fn stuck(&mut self, rank: usize, lines: CrossingLines, stuck: usize) -> io::Result<SquareLemma> {
        let (mut used, mut hints) = (CrossingLines::default(), Vec::new());
        for file in 0..self.n {
            // For each kind of line, the line through the square, given by its file on `rank`; `None` if it does not
            // cross `rank` on the board.
            let files = [Some(file), file.checked_sub(stuck - rank), Some(file + stuck - rank).filter(|&f| f < self.n)];
            let attacked =
                |kind: usize| files[kind].filter(|file| lines.0[kind] >> file & 1 == 1).map(|file| (kind, file));
            let (kind, at) = (0..3).find_map(attacked).expect("each square is attacked");
            used.0[kind] |= 1 << at;
            hints.push(self.first(rank, self.square(stuck, file), kind, at)?);
        }
        hints.push(self.rank_clause(stuck));
        let literals: Vec<i32> = self.clear_literals(rank, used).collect();
        Ok(SquareLemma { clause: self.steps.lemma(&literals, &hints)?, lines: used })
    }

    /// Proves the lemma of [`QueensWriter::state`] by cases, one for each square of `rank` on which the queen could
    /// stand.
    fn split(&mut self, rank: usize, lines: CrossingLines, node: NodeId) -> io::Result<SquareLemma> {
        // The choices that the diagram allows: the nodes from `node` on along the low children.
        let mut choices = vec![None; self.n];
        let mut choice = node;
        while choice != NodeId::FALSE {
            choices[self.variable(choice) - rank * self.n] = Some(choice);
            choice = self.solutions.node(choice).low();
        }
        let mut used = CrossingLines::default();
        // For each file, the number of the clause that refutes a queen on it.
        let mut reasons = vec![0; self.n];
        let attacked = lines.0[0] | lines.0[1] | lines.0[2];
        for file in (0..self.n).filter(|file| attacked >> file & 1 == 0) {
            let through = CrossingLines::through(file);
            let child = choices[file].map_or(NodeId::FALSE, |choice| self.solutions.node(choice).high());
            let lemma = self.state(rank + 1, lines.union(through).next(self.files()), child)?;
            let needed = lemma.lines.without(through.next(self.files())).back();
            used = used.union(needed);
            reasons[file] = self.edge(rank, file, child, lemma)?;
        }
        for file in (0..self.n).filter(|file| attacked >> file & 1 == 1) {
            let kinds = |lines: CrossingLines| (0..3).find(|&kind| lines.0[kind] >> file & 1 == 1);
            let kind = kinds(used).or(kinds(lines)).expect("the square is attacked");
            used.0[kind] |= 1 << file;
            reasons[file] = self.first(rank, self.square(rank, file), kind, file)?;
        }
        let mut literals: Vec<i32> = Vec::new();
        let mut hints: Vec<u32> =
            (0..self.n).filter(|&file| choices[file].is_none()).map(|file| reasons[file]).collect();
        if node != NodeId::FALSE {
            let (whole, decision) = (self.rank_node(node)?, self.decision(node)?);
            literals.push(whole.literal);
            if whole.literal != decision.node.literal {
                hints.push(whole.clause);
            }
            for file in 0..self.n {
                let Some(choice) = choices[file] else { continue };
                let decision = self.decision(choice)?;
                if let Some(low) = decision.low {
                    hints.extend([decision.node.clause + 1, decision.node.clause + 2, reasons[file], low.clause]);
                } else {
                    hints.push(reasons[file]);
                }
            }
        }
        hints.push(self.rank_clause(rank));
        literals.extend(self.clear_literals(rank, used));
        Ok(SquareLemma { clause: self.steps.lemma(&literals, &hints)?, lines: used })
    }

    /// Proves that a queen on `file` of `rank` leads to a state of the next rank to which `lemma` applies. `child` is
    /// the node of that state. Returns the number of the proved clause.
    fn edge(&mut self, rank: usize, file: usize, child: NodeId, lemma: SquareLemma) -> io::Result<u32> {
        let square = self.square(rank, file);
        if child == NodeId::TRUE {
            let high = self.high(square as usize - 1, child)?;
            let (_, only) = self.only(square)?;
            return self.steps.lemma(&[-square, high.literal], &[only, high.clause]);
        }
        if let Some(&clause) = self.edges.get(&(lemma.clause, file)) {
            return Ok(clause);
        }
        let through = CrossingLines::through(file).next(self.files());
        let (mut literals, mut hints) = (vec![-square], Vec::new());
        for (kind, at) in lemma.lines.iter() {
            let clear = self.clear[rank + 1][kind][at].expect("an attacked line has a square before");
            // A queen on `square` makes the line not clear in one of two ways: the line goes through `square`, or the
            // line has a queen before this rank.
            let is_through = through.0[kind] >> at & 1 == 1;
            hints.push(clear.clause + if is_through { 1 } else { 2 });
        }
        hints.push(lemma.clause);
        if child != NodeId::FALSE {
            let high = self.high(square as usize - 1, child)?;
            let (_, only) = self.only(square)?;
            literals.push(high.literal);
            hints.extend([only, high.clause]);
        }
        literals.extend(self.clear_literals(rank, lemma.lines.without(through).back()));
        let clause = self.steps.lemma(&literals, &hints)?;
        self.edges.insert((lemma.clause, file), clause);
        Ok(clause)
    }
}
