//! DOT, the format of Graphviz.

use std::io::{self, Write};

use crate::bdd::{Bdd, FALSE, TRUE};
use crate::rules::Variable;

/// Writes the diagram as a graph: a rank of nodes for each variable, solid edges for true and dashed ones for false.
///
/// `name` gives each variable's label, without quotes or backslashes.
///
/// # Errors
///
/// Those of `out`, which should be buffered.
pub fn write(out: &mut impl Write, bdd: &Bdd, name: &dyn Fn(Variable) -> String) -> io::Result<()> {
    writeln!(out, "digraph bdd {{\n  node [shape=circle, fontname=\"sans-serif\"];")?;
    for level in 0..bdd.variables() {
        let nodes = bdd.level_range(level);
        if nodes.is_empty() {
            continue;
        }
        let label = name(level);
        write!(out, "  {{ rank=same;")?;
        for index in nodes {
            write!(out, " n{index} [label=\"{label}\"];")?;
        }
        writeln!(out, " }}")?;
    }
    write!(out, "  {{ rank=sink; node [shape=box];")?;
    let values = [FALSE, TRUE].into_iter().filter(|&terminal| terminal == bdd.root() || bdd.root() > TRUE);
    for terminal in values {
        write!(out, " n{terminal} [label=\"{terminal}\"];")?;
    }
    writeln!(out, " }}")?;
    // From the root down, so that a reader meets the nodes in the order of the levels.
    for level in 0..bdd.variables() {
        for index in bdd.level_range(level) {
            let node = bdd.nodes()[index];
            writeln!(out, "  n{index} -> n{}; n{index} -> n{} [style=dashed];", node.high, node.low)?;
        }
    }
    writeln!(out, "}}")
}
