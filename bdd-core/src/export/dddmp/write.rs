//! Writing DDDMP files.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::{DddmpMode, ESCAPED, LONGEST_NAME, Labels, MOST_NODES, WriteError, code};
use crate::budget::Budget;
use crate::diagram::{Bdd, Level};
use crate::id::Variable;
use crate::order::Order;

/// The largest number of nodes in a binary file, where a number takes at most four times 7 bits.
const MOST_BINARY: u32 = (1 << 28) - 1;
/// The number of nodes between two checks of the budget.
const STRIDE: usize = 1 << 12;

/// Writes a diagram as a DDDMP-2.0 file, with the bytes that CUDD's `Dddmp_cuddBddStore` makes for the function. In
/// text, the additional information of a node is the name of its variable if there are names, and otherwise the index.
///
/// The time is linear in the number of nodes, and so is the memory: about 20 bytes for each, and a hash table for the
/// largest level.
///
/// ```
/// use bdd_core::export::dddmp::{self, Labels, DddmpMode};
/// use bdd_core::{Bdd, Budget};
///
/// // CUDD has no terminal FALSE: the root is the complement of TRUE.
/// let mut bytes = Vec::new();
/// dddmp::write(&mut bytes, &Bdd::constant(1, false), DddmpMode::Text, &Labels::new(), &mut Budget::unlimited())?;
/// assert!(bytes.ends_with(b".nroots 1\n.rootids -1\n.nodes\n1 T 1 0 0\n.end\n"));
/// # Ok::<(), dddmp::WriteError>(())
/// ```
///
/// # Errors
///
/// [`WriteError`] if CUDD could not read the names or the numbers, if the budget does not suffice or is cancelled, or
/// if writing to `out` fails. `out` should be buffered.
pub fn write(
    out: &mut impl Write,
    bdd: &Bdd,
    mode: DddmpMode,
    labels: &Labels,
    budget: &mut Budget<'_>,
) -> Result<(), WriteError> {
    check(labels, bdd.variables())?;
    let limit = match mode {
        DddmpMode::Text => MOST_NODES,
        DddmpMode::Binary => MOST_BINARY,
    };
    let nodes = budget.part(0.0..0.5, |budget| Complemented::of(bdd, limit, budget))?;
    let support: Vec<Variable> = Variable::all(bdd.variables()).filter(|&v| bdd.level_nodes(v).len() > 0).collect();
    write_header(out, bdd, mode, labels, &nodes, &support)?;
    // The place of each variable in the support; the place of the terminal comes last.
    let mut places = vec![support.len() as Level; bdd.variables() + 1];
    (0..).zip(&support).for_each(|(place, variable)| places[variable.index()] = place);
    budget.part(0.5..1.0, |budget| match mode {
        DddmpMode::Text => {
            let info = |level: Level| match (&labels.variables, &labels.order) {
                (Some(names), _) => names[usize::from(level)].clone(),
                (None, Some(order)) => order.variable(Variable::new(level)).to_string(),
                (None, None) => level.to_string(),
            };
            let words: Vec<String> = (0..bdd.depth()).map(info).collect();
            nodes.in_order(budget, |number, node| match node {
                None => writeln!(out, "{number} T 1 0 0"),
                Some(WrittenNode { level, then, otherwise, .. }) => {
                    let (word, place) = (&words[usize::from(level)], places[usize::from(level)]);
                    writeln!(out, "{number} {word} {place} {then} {otherwise}")
                }
            })
        }
        DddmpMode::Binary => nodes.in_order(budget, |number, node| match node {
            None => write_byte(out, code::TERMINAL),
            Some(node) => write_binary(out, number, &node, &places),
        }),
    })?;
    Ok(writeln!(out, ".end")?)
}

/// Checks that the labels fit the variables, and that CUDD can read them.
fn check(labels: &Labels, variables: usize) -> Result<(), WriteError> {
    let lists = [
        ("names", labels.variables.as_ref().map(Vec::len)),
        ("auxiliary numbers", labels.auxiliary.as_ref().map(Vec::len)),
        ("variables in the order", labels.order.as_ref().map(|order| order.variables().len())),
    ];
    for (list, found) in lists {
        if let Some(found) = found.filter(|&found| found != variables) {
            return Err(WriteError::Count { list, found, variables });
        }
    }
    let names = labels.variables.iter().flatten().enumerate();
    let names = names.map(|(number, name)| (format!("variable {number}"), name));
    let others = [("the diagram", &labels.diagram), ("the root", &labels.root)];
    let others = others.into_iter().filter_map(|(thing, name)| Some((thing.to_owned(), name.as_ref()?)));
    for (thing, name) in names.chain(others) {
        let is_long = name.is_empty() || name.len() > LONGEST_NAME;
        if is_long || name.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
            return Err(WriteError::Name { thing, name: name.clone() });
        }
    }
    let mut seen = FxHashMap::default();
    for (second, name) in labels.variables.iter().flatten().enumerate() {
        if let Some(first) = seen.insert(name, second) {
            return Err(WriteError::SameName { first, second, name: name.clone() });
        }
    }
    Ok(())
}

fn write_header(
    out: &mut impl Write,
    bdd: &Bdd,
    mode: DddmpMode,
    labels: &Labels,
    nodes: &Complemented,
    support: &[Variable],
) -> io::Result<()> {
    writeln!(out, ".ver DDDMP-2.0")?;
    match mode {
        DddmpMode::Text => writeln!(out, ".mode A\n.varinfo {}", if labels.variables.is_some() { 3 } else { 0 })?,
        DddmpMode::Binary => writeln!(out, ".mode B")?,
    }
    if let Some(name) = &labels.diagram {
        writeln!(out, ".dd {name}")?;
    }
    writeln!(out, ".nnodes {}\n.nvars {}\n.nsuppvars {}", nodes.count(), bdd.variables(), support.len())?;
    // CUDD lists the variables of the support by their indices.
    let natural;
    let order = match &labels.order {
        Some(order) => order,
        None => {
            natural = Order::natural(bdd.variables());
            &natural
        }
    };
    let mut by_index = support.to_vec();
    by_index.sort_unstable_by_key(|&level| order.variable(level));
    if let Some(names) = &labels.variables {
        write_list(out, ".suppvarnames", by_index.iter().map(|level| &names[level.index()]))?;
        write_list(out, ".orderedvarnames", names)?;
    }
    write_list(out, ".ids", by_index.iter().map(|&level| order.variable(level)))?;
    write_list(out, ".permids", &by_index)?;
    if let Some(numbers) = &labels.auxiliary {
        write_list(out, ".auxids", by_index.iter().map(|level| numbers[level.index()]))?;
    }
    writeln!(out, ".nroots 1")?;
    if let Some(name) = &labels.root {
        writeln!(out, ".rootnames {name}")?;
    }
    writeln!(out, ".rootids {}\n.nodes", nodes.root_number())
}

fn write_list<T: std::fmt::Display>(
    out: &mut impl Write,
    field: &str,
    items: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    write!(out, "{field}")?;
    items.into_iter().try_for_each(|item| write!(out, " {item}"))?;
    writeln!(out)
}

/// Writes a node in binary. Its variable and each child are written as a number or as the difference from another
/// number, whichever is smaller.
fn write_binary(out: &mut impl Write, number: u32, node: &WrittenNode, places: &[Level]) -> io::Result<()> {
    let shorter = |number: u32, difference: u32| {
        if difference > number {
            (code::ABSOLUTE, Some(number))
        } else if difference == 1 {
            (code::NEXT, None)
        } else {
            (code::RELATIVE, Some(difference))
        }
    };
    let place = |level: Level| u32::from(places[usize::from(level)]);
    let child = |child: u32| if child == 1 { (code::TERMINAL, None) } else { shorter(child, number - child) };
    let below = node.child_levels.map(place);
    let variable = place(node.level);
    let (variable_code, variable) = shorter(variable, below[0].min(below[1]) - variable);
    let (then_code, then) = child(node.then);
    let (else_code, otherwise) = child(node.otherwise.unsigned_abs());
    let complemented = u8::from(node.otherwise < 0);
    write_byte(out, variable_code << 5 | then_code << 3 | complemented << 2 | else_code)?;
    [variable, then, otherwise].into_iter().flatten().try_for_each(|number| write_number(out, number))
}

/// Writes a number with 7 bits in each byte, high bits first. The lowest bit of a byte is set if another byte follows.
fn write_number(out: &mut impl Write, number: u32) -> io::Result<()> {
    let is_long = |shift: &u32| *shift == 0 || number >> shift != 0;
    for shift in [21, 14, 7, 0].into_iter().filter(is_long) {
        write_byte(out, ((number >> shift & 0x7f) << 1) as u8 | u8::from(shift > 0))?;
    }
    Ok(())
}

fn write_byte(out: &mut impl Write, byte: u8) -> io::Result<()> {
    match ESCAPED.iter().position(|&escaped| escaped == byte) {
        Some(place) => out.write_all(&[0, place as u8]),
        None => out.write_all(&[byte]),
    }
}

/// An edge: the number of its lower node, negative if the edge is complemented. Node 1 is the terminal TRUE.
type SignedNode = i32;

/// A node in the form in which it is written, with the numbers that its children have in the file.
struct WrittenNode {
    level: Level,
    then: u32,
    otherwise: SignedNode,
    child_levels: [Level; 2],
}

/// A diagram with complement edges, as CUDD has them. Its nodes are in the order of the [`Bdd`] from which it was made.
struct Complemented {
    /// The level of each node, by its number. Entry 0 is unused, and entry 1 is the terminal's.
    levels: Vec<Level>,
    nodes: Vec<(u32, SignedNode)>,
    root: SignedNode,
}

impl Complemented {
    /// Converts a diagram. From the last level up, a function and its complement share one node.
    fn of(bdd: &Bdd, limit: u32, budget: &mut Budget<'_>) -> Result<Complemented, WriteError> {
        let widest = Variable::all(bdd.variables()).map(|variable| bdd.level_nodes(variable).len()).max();
        let table = widest.unwrap_or(0).saturating_mul(2 * size_of::<((u32, SignedNode), u32)>());
        let lists = size_of::<SignedNode>() + size_of::<Level>() + size_of::<(u32, SignedNode)>() + size_of::<u32>();
        budget.check_memory(bdd.node_count().saturating_mul(lists).saturating_add(table))?;
        let mut edges: Vec<SignedNode> = Vec::with_capacity(bdd.node_count());
        edges.extend([-1, 1].iter().take(bdd.node_count()));
        let mut levels = vec![bdd.depth(); 2];
        let mut nodes: Vec<(u32, SignedNode)> = vec![(0, 0); 2];
        let mut table: FxHashMap<(u32, SignedNode), u32> = FxHashMap::default();
        for level in (0..bdd.depth()).rev() {
            table.clear();
            for chunk in bdd.nodes()[bdd.level_range(level)].chunks(STRIDE) {
                budget.spend(2 * chunk.len() as u32, || edges.len() as f64 / bdd.node_count() as f64)?;
                for node in chunk {
                    let (then, otherwise) = (edges[node.high as usize], edges[node.low as usize]);
                    // The high edge is never complemented; instead, the edges to the node are complemented.
                    let sign = then.signum();
                    let key = (then.unsigned_abs(), sign * otherwise);
                    let next = nodes.len() as u32;
                    let number = *table.entry(key).or_insert(next);
                    if number == next {
                        if next > limit {
                            return Err(WriteError::TooManyNodes { limit });
                        }
                        nodes.push(key);
                        levels.push(level);
                    }
                    edges.push(sign * number as SignedNode);
                }
            }
        }
        Ok(Complemented { levels, nodes, root: edges[bdd.root_index() as usize] })
    }

    /// Returns the number of nodes, the terminal included.
    fn count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the edge to the root. In the file, the root has the last number.
    fn root_number(&self) -> SignedNode {
        self.root.signum() * self.count() as SignedNode
    }

    /// Calls `each` with every node and its number, in CUDD's order, the postorder: a node comes after the nodes below
    /// its high child, and after the nodes below its low child. The terminal comes first, as `None`.
    fn in_order(
        &self,
        budget: &mut Budget<'_>,
        mut each: impl FnMut(u32, Option<WrittenNode>) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        each(1, None)?;
        let mut numbers: Vec<u32> = vec![0; self.nodes.len()];
        numbers[1] = 1;
        let mut last = 1;
        let mut path = vec![self.root.unsigned_abs()];
        while let Some(&node) = path.last() {
            budget.spend(1, || f64::from(last) / self.nodes.len() as f64)?;
            let (then, otherwise) = self.nodes[node as usize];
            let children = [then, otherwise.unsigned_abs()];
            if numbers[node as usize] != 0 {
                path.pop();
            } else if let Some(&child) = children.iter().find(|&&child| numbers[child as usize] == 0) {
                path.push(child);
            } else {
                last += 1;
                numbers[node as usize] = last;
                let [then, other] = children.map(|child| numbers[child as usize]);
                let child_levels = children.map(|child| self.levels[child as usize]);
                let otherwise = otherwise.signum() * other as SignedNode;
                each(last, Some(WrittenNode { level: self.levels[node as usize], then, otherwise, child_levels }))?;
                path.pop();
            }
        }
        Ok(())
    }
}
