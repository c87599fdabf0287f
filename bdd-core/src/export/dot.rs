//! DOT, the format of Graphviz.

use std::io::{self, Write};

use crate::diagram::Bdd;
use crate::id::{NodeId, Variable};

/// Writes the diagram as a graph. The nodes of each variable are on one rank; edges to high children are solid, and
/// edges to low children are dashed.
///
/// `name` returns the label of each variable: any text, which is escaped so that Graphviz draws it unchanged, line
/// breaks included.
///
/// ```
/// use bdd_core::{Bdd, Variable, export::dot};
///
/// let mut text = Vec::new();
/// dot::write(&mut text, &Bdd::constant(1, true), &|variable: Variable| format!("x{variable}"))?;
/// assert!(String::from_utf8_lossy(&text).starts_with("digraph"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Errors of `out`, which should be buffered.
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
    // The nodes are written from the root down, so that a reader meets them in the order of the levels.
    for variable in Variable::all(bdd.variables()) {
        for (id, node) in bdd.level_nodes(variable) {
            writeln!(out, "  n{id} -> n{}; n{id} -> n{} [style=dashed];", node.high(), node.low())?;
        }
    }
    writeln!(out, "}}")
}

/// Escapes `text` for a label between quotes.
fn escaped(text: &str) -> String {
    let mut label = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => label.push_str("\\\""),
            // Graphviz has its own escapes, such as `\N` for the node's name, and the entities of HTML.
            '\\' => label.push_str("\\\\"),
            '&' => label.push_str("&amp;"),
            '\r' if letters.peek() == Some(&'\n') => {}
            '\n' | '\r' => label.push_str("\\n"),
            // Graphviz would treat a null character as the end of the file.
            '\0' => label.push(char::REPLACEMENT_CHARACTER),
            other => label.push(other),
        }
    }
    label
}
