//! The steps of a certificate as text, with the numbers of its clauses and nodes.

use std::io::{self, Write};

use super::CertificateSize;

/// A node of a certificate, with its first defining clause.
///
/// For a product the clauses are "the node, or not all children", then "not the node, or the child" for each child. For
/// a sum they are "not the node, or a child", then "the node, or not the child" for each child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefinedNode {
    /// The literal that is true if the node is true.
    pub literal: i32,
    /// The number of the first defining clause. The other defining clauses have the next numbers.
    pub clause: u32,
}

/// Writes the steps of a certificate, and gives clauses and nodes their numbers.
///
/// ```
/// use puzzle_core::certificate::StepWriter;
///
/// // The formula of the clauses 1 and -1 or 2. Its only model is the product of 1 and 2.
/// let mut text = Vec::new();
/// let mut steps = StepWriter::new(&mut text, 2, 2);
/// let both = steps.product(&[1, 2])?;
/// steps.lemma(&[both.literal], &[1, 2, both.clause])?;
/// let size = steps.end(both.literal)?;
/// assert_eq!((size.nodes, size.lemmas), (1, 1));
/// assert_eq!(String::from_utf8_lossy(&text), "3 p 3 1 2 0\n6 a 3 0 1 2 3 0\nr 3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct StepWriter<W> {
    out: W,
    nodes: usize,
    lemmas: usize,
    last_node: i32,
    next_clause: u32,
}

impl<W: Write> StepWriter<W> {
    /// Creates a writer for a formula with these numbers of variables and clauses. `out` should be buffered.
    pub fn new(out: W, variables: usize, clauses: usize) -> StepWriter<W> {
        StepWriter { out, nodes: 0, lemmas: 0, last_node: variables as i32, next_clause: clauses as u32 + 1 }
    }

    /// Returns the number of lemmas so far.
    pub fn lemma_count(&self) -> usize {
        self.lemmas
    }

    /// Adds a clause that follows from the clauses `hints` by unit propagation, and returns its number.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn lemma(&mut self, literals: &[i32], hints: &[u32]) -> io::Result<u32> {
        let clause = self.next_clause;
        self.next_clause += 1;
        self.lemmas += 1;
        write!(self.out, "{clause} a ")?;
        literals.iter().try_for_each(|literal| write!(self.out, "{literal} "))?;
        write!(self.out, "0 ")?;
        self.list(hints)?;
        Ok(clause)
    }

    /// Defines the product of `children`, of which no two have a variable in common.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn product(&mut self, children: &[i32]) -> io::Result<DefinedNode> {
        let node = self.define('p', children)?;
        writeln!(self.out, "0")?;
        Ok(node)
    }

    /// Defines the sum of two children that contradict each other. The contradiction follows from the defining clauses
    /// `hints` by unit propagation.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn sum(&mut self, children: [i32; 2], hints: &[u32]) -> io::Result<DefinedNode> {
        let node = self.define('s', &children)?;
        self.list(hints)?;
        Ok(node)
    }

    /// Names the root, the node that is true in the models of the formula, and returns the size of the certificate.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn end(mut self, root: i32) -> io::Result<CertificateSize> {
        writeln!(self.out, "r {root}")?;
        Ok(CertificateSize { nodes: self.nodes, lemmas: self.lemmas })
    }

    fn define(&mut self, kind: char, children: &[i32]) -> io::Result<DefinedNode> {
        let clause = self.next_clause;
        self.next_clause += children.len() as u32 + 1;
        self.nodes += 1;
        self.last_node += 1;
        write!(self.out, "{clause} {kind} {} ", self.last_node)?;
        children.iter().try_for_each(|child| write!(self.out, "{child} "))?;
        Ok(DefinedNode { literal: self.last_node, clause })
    }

    fn list(&mut self, hints: &[u32]) -> io::Result<()> {
        hints.iter().try_for_each(|hint| write!(self.out, "{hint} "))?;
        writeln!(self.out, "0")
    }
}
