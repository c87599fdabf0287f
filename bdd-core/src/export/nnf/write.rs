//! The writer of c2d's format.

use std::io::{self, Write};

use crate::dnnf::{Dnnf, FALSE, Index, Node};

/// Writes a compiled function in the [format of c2d](crate::export::nnf), which programs such as ddnnife read. All
/// branches of a disjunction name the same variables.
///
/// ```
/// use bdd_core::export::nnf;
/// use bdd_core::{Budget, Dnnf, Rules};
///
/// let mut rules = Rules::new(2);
/// rules.exactly_one(&[0, 1]);
/// let one = Dnnf::compile(&rules, &[], &mut Budget::unlimited())?;
/// let mut text = Vec::new();
/// nnf::write(&mut text, &one)?;
/// assert_eq!(
///     String::from_utf8(text)?,
///     "nnf 8 7 2\nL 2\nL -1\nA 2 0 1\nL -2\nL 1\nA 2 3 4\nO 2 2 2 5\nA 1 6\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// An error of `out`.
pub fn write(out: &mut impl Write, dnnf: &Dnnf) -> io::Result<()> {
    if dnnf.is_false() {
        return write!(out, "nnf 1 0 {}\nO 0 0\n", dnnf.variables);
    }
    // The header has the number of lines, which the first pass counts.
    let (nodes, edges) = LineNumbers::new(dnnf).written(&mut io::sink())?;
    writeln!(out, "nnf {nodes} {edges} {}", dnnf.variables)?;
    LineNumbers::new(dnnf).written(out)?;
    Ok(())
}

/// The numbers of the lines written so far.
struct LineNumbers<'a> {
    dnnf: &'a Dnnf,
    count: usize,
    edges: usize,
    /// For each literal, the number of its line; `None` if it has no line yet.
    literals: Vec<Option<usize>>,
    /// For each variable, the number of the line with the disjunction of both literals; `None` if there is no such line
    /// yet.
    free: Vec<Option<usize>>,
    /// For each node of the function, the number of its line.
    nodes: Vec<usize>,
}

impl LineNumbers<'_> {
    fn new(dnnf: &Dnnf) -> LineNumbers<'_> {
        LineNumbers {
            dnnf,
            count: 0,
            edges: 0,
            literals: vec![None; 2 * dnnf.variables],
            free: vec![None; dnnf.variables],
            nodes: Vec::with_capacity(dnnf.nodes.len()),
        }
    }

    /// Writes a line for each node, and returns the numbers of nodes and of edges.
    fn written(mut self, out: &mut impl Write) -> io::Result<(usize, usize)> {
        let dnnf = self.dnnf;
        let is_used = used(dnnf);
        for (index, node) in dnnf.nodes.iter().enumerate() {
            if !is_used[index] {
                self.nodes.push(usize::MAX);
                continue;
            }
            let line = match *node {
                Node::Product { literals, free, factors, end } => {
                    let mut children = Vec::new();
                    for &literal in dnnf.list(literals, free) {
                        children.push(self.literal(literal, out)?);
                    }
                    for &variable in dnnf.list(free, factors) {
                        children.push(self.free(variable, out)?);
                    }
                    children.extend(dnnf.list(factors, end).iter().map(|&factor| self.nodes[factor as usize]));
                    self.line(out, "A", &children)?
                }
                Node::Decision { low, high } => {
                    let Node::Product { literals, .. } = dnnf.nodes[high as usize] else {
                        unreachable!("the branches of a decision are products")
                    };
                    let variable = dnnf.lists[literals as usize] >> 1;
                    let children = [high, low].map(|branch| self.nodes[branch as usize]);
                    self.line(out, &format!("O {}", variable + 1), &children)?
                }
            };
            self.nodes.push(line);
        }
        Ok((self.count, self.edges))
    }

    fn literal(&mut self, literal: u32, out: &mut impl Write) -> io::Result<usize> {
        if let Some(line) = self.literals[literal as usize] {
            return Ok(line);
        }
        let sign = if literal & 1 == 1 { "-" } else { "" };
        writeln!(out, "L {sign}{}", (literal >> 1) + 1)?;
        self.count += 1;
        self.literals[literal as usize] = Some(self.count - 1);
        Ok(self.count - 1)
    }

    fn free(&mut self, variable: u32, out: &mut impl Write) -> io::Result<usize> {
        if let Some(line) = self.free[variable as usize] {
            return Ok(line);
        }
        let children = [self.literal(2 * variable, out)?, self.literal(2 * variable + 1, out)?];
        let line = self.line(out, &format!("O {}", variable + 1), &children)?;
        self.free[variable as usize] = Some(line);
        Ok(line)
    }

    fn line(&mut self, out: &mut impl Write, kind: &str, children: &[usize]) -> io::Result<usize> {
        write!(out, "{kind} {}", children.len())?;
        children.iter().try_for_each(|child| write!(out, " {child}"))?;
        writeln!(out)?;
        self.count += 1;
        self.edges += children.len();
        Ok(self.count - 1)
    }
}

/// Returns `true` for each node that the root reaches.
fn used(dnnf: &Dnnf) -> Vec<bool> {
    let mut is_used = vec![false; dnnf.nodes.len()];
    is_used[dnnf.root as usize] = true;
    for index in (0..dnnf.nodes.len()).rev().filter(|&index| index != FALSE as usize) {
        if !is_used[index] {
            continue;
        }
        let mut reach = |child: Index| is_used[child as usize] = true;
        match dnnf.nodes[index] {
            Node::Product { factors, end, .. } => dnnf.list(factors, end).iter().copied().for_each(reach),
            Node::Decision { low, high } => [low, high].into_iter().for_each(&mut reach),
        }
    }
    is_used
}
