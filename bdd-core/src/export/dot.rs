//! DOT, the format of Graphviz.

use std::io::{self, Write};

use crate::bdd::Bdd;
use crate::id::{NodeId, Variable};

/// Writes the diagram as a graph: a rank of nodes for each variable, solid edges for true and dashed ones for false.
///
/// `name` gives each variable's label: any text, which is escaped so that Graphviz draws it as it is, line breaks
/// included.
///
/// # Errors
///
/// Those of `out`, which should be buffered.
pub fn write(out: &mut impl Write, bdd: &Bdd, name: &dyn Fn(Variable) -> String) -> io::Result<()> {
    writeln!(out, "digraph bdd {{\n  node [shape=circle, fontname=\"sans-serif\"];")?;
    for variable in Variable::all(bdd.variables()) {
        let nodes = bdd.level_nodes(variable);
        if nodes.len() == 0 {
            continue;
        }
        let label = escaped(&name(variable));
        write!(out, "  {{ rank=same;")?;
        for (id, _) in nodes {
            write!(out, " n{id} [label=\"{label}\"];")?;
        }
        writeln!(out, " }}")?;
    }
    write!(out, "  {{ rank=sink; node [shape=box];")?;
    let values = [NodeId::FALSE, NodeId::TRUE]
        .into_iter()
        .filter(|&terminal| terminal == bdd.root() || !bdd.root().is_terminal());
    for terminal in values {
        write!(out, " n{terminal} [label=\"{terminal}\"];")?;
    }
    writeln!(out, " }}")?;
    // From the root down, so that a reader meets the nodes in the order of the levels.
    for variable in Variable::all(bdd.variables()) {
        for (id, node) in bdd.level_nodes(variable) {
            writeln!(out, "  n{id} -> n{}; n{id} -> n{} [style=dashed];", node.high(), node.low())?;
        }
    }
    writeln!(out, "}}")
}

/// What stands between the quotes of a label for Graphviz to draw this text.
fn escaped(text: &str) -> String {
    let mut label = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => label.push_str("\\\""),
            // Graphviz has escapes of its own, as in \N for the node's name, and HTML's entities.
            '\\' => label.push_str("\\\\"),
            '&' => label.push_str("&amp;"),
            '\r' if letters.peek() == Some(&'\n') => {}
            '\n' | '\r' => label.push_str("\\n"),
            // Graphviz would take it for the end of the file.
            '\0' => label.push(char::REPLACEMENT_CHARACTER),
            other => label.push(other),
        }
    }
    label
}
