//! DOT, the format of Graphviz.

use std::io::{self, Write};

use crate::diagram::DecisionDiagram;
use crate::id::{NodeId, Variable};
use crate::reduction::Reduction;

/// Writes the diagram as a graph. The nodes of each variable are on one rank; edges to high children are solid, and
/// edges to low children are dashed.
///
/// The graph of a [`Bdd`](crate::Bdd) has the name `bdd`, and of a [`Zdd`](crate::Zdd) the name `zdd`: a variable that
/// an edge skips is free in the first and false in the second.
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
pub fn write<R: Reduction>(
    out: &mut impl Write,
    diagram: &DecisionDiagram<R>,
    name: &dyn Fn(Variable) -> String,
) -> io::Result<()> {
    let kind = if R::SKIPS_FREE { "bdd" } else { "zdd" };
    writeln!(out, "digraph {kind} {{\n  node [shape=circle, fontname=\"sans-serif\"];")?;
    for variable in Variable::all(diagram.variables()) {
        let nodes = diagram.level_nodes(variable);
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
    // No path of a Zdd ends at FALSE if every set is a model.
    let is_reached = |terminal| {
        terminal == diagram.root() || diagram.decisions().any(|(_, low, high)| low == terminal || high == terminal)
    };
    let values = [NodeId::FALSE, NodeId::TRUE].into_iter().filter(|&terminal| is_reached(terminal));
    for terminal in values {
        write!(out, " n{terminal} [label=\"{terminal}\"];")?;
    }
    writeln!(out, " }}")?;
    // The nodes are written from the root down, so that a reader meets them in the order of the levels.
    for variable in Variable::all(diagram.variables()) {
        for (id, node) in diagram.level_nodes(variable) {
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
