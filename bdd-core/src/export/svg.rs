//! SVG, pictures of small diagrams without another program.
//!
//! Each variable with nodes has a row, with its name at the left. Solid blue edges lead to high children, dashed orange
//! edges to low children. If edges of one kind lead to the same node over several rows, they join: the picture stays
//! unambiguous and has fewer lines. The background is transparent, and the colours are readable on light and dark
//! pages.

mod layout;

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::diagram::DecisionDiagram;
use crate::id::{NodeId, Variable};
use crate::reduction::Reduction;
use layout::{Curve, ItemKind, PictureLayout, RADIUS};

/// The largest number of nodes of a picture: nobody can follow the edges of a larger picture.
pub const MOST_NODES: usize = 500;

/// An error of [`write()`]: the reason why a picture was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SvgError {
    /// The diagram has more than [`MOST_NODES`] nodes.
    #[error(
        "the diagram has {nodes} nodes: expected at most {MOST_NODES} for a picture; select variables, or export DOT"
    )]
    TooManyNodes {
        /// The number of nodes of the diagram.
        nodes: usize,
    },
    /// The picture can't be written to the output.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The largest number of letters of a name that is drawn; the full name is in the tooltip.
const LONGEST_NAME: usize = 24;
/// The widths, in pixels, of a usual letter of a name and of a wide letter, such as a Chinese character.
const LETTER: [f64; 2] = [7.6, 14.0];
const MARGIN: f64 = 16.0;
const TEXT: &str = "#76808c";
const HIGH: &str = "#3f86d8";
const LOW: &str = "#cb7a33";

/// Writes a picture of a diagram with at most [`MOST_NODES`] nodes.
///
/// `name` returns the name of each variable: any text. Names of more than 24 letters are shortened; the tooltips of the
/// nodes have the full names.
///
/// ```
/// use bdd_core::export::svg;
/// use bdd_core::{Budget, DiagramBuilder, Rules, Variable};
///
/// let mut rules = Rules::new(3);
/// rules.exactly(2, &[0, 1, 2]);
/// let bdd = DiagramBuilder::new(&rules).build(&mut Budget::unlimited())?;
/// let mut picture = Vec::new();
/// svg::write(&mut picture, &bdd, &|variable: Variable| format!("x{variable}"))?;
/// let picture = String::from_utf8(picture)?;
/// assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
/// assert_eq!(picture.matches("<circle ").count(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SvgError`] if the diagram has too many nodes, or for errors of `out`.
pub fn write<R: Reduction>(
    out: &mut impl Write,
    diagram: &DecisionDiagram<R>,
    name: &dyn Fn(Variable) -> String,
) -> Result<(), SvgError> {
    let nodes = diagram.node_count();
    if nodes > MOST_NODES {
        return Err(SvgError::TooManyNodes { nodes });
    }
    let layout = PictureLayout::of(diagram);
    let names: Vec<Name> = layout.variables.iter().map(|&variable| Name::of(&name(variable))).collect();
    let column = names.iter().map(|name| name.width).fold(0.0, f64::max);
    // A row has, from left to right, the name, a space, and the nodes.
    let left = MARGIN + if column > 0.0 { column + 28.0 } else { 0.0 };
    let (width, height) = (left + layout.width + MARGIN, layout.height + 2.0 * MARGIN);
    let (kind, variables) = (R::NAME, diagram.variables());

    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" fill=\"none\" stroke-width=\"1.5\" \
         stroke-linecap=\"round\" font-family=\"system-ui, sans-serif\" font-size=\"14\">"
    )?;
    writeln!(out, "<title>{kind} of {variables} variables with {nodes} nodes</title>")?;
    writeln!(out, "<desc>Solid edges lead to high children, dashed edges to low children.</desc>")?;
    let y = |y: f64| MARGIN + y;
    let x = |x: f64| left + x;

    for (Name { short, .. }, &row) in names.iter().zip(&layout.rows) {
        let (middle, end) = (y(row), width - MARGIN);
        let start = left - 14.0;
        writeln!(
            out,
            "<path d=\"M{start:.1} {middle:.1}H{end:.1}\" stroke=\"{TEXT}\" stroke-opacity=\"0.18\" stroke-width=\"1\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{TEXT}\" text-anchor=\"end\">{short}</text>",
            MARGIN + column,
            middle + 5.0
        )?;
    }
    let root = layout.items.iter().find(|item| item.kind == ItemKind::Node(diagram.root()));
    if let Some(root) = root {
        let (x, top) = (x(root.x), y(layout.rows[root.row]) - RADIUS);
        writeln!(out, "<path d=\"M{x:.1} {:.1}V{top:.1}\" stroke=\"{TEXT}\"/>", top - 10.0)?;
    }
    for line in layout.lines() {
        let Curve { is_high, points } = line;
        let mut path = String::new();
        let (first, rest) = points.split_first().expect("a line has two ends");
        let at = |(px, py): (f64, f64)| (x(px), y(py));
        let (mut px, mut py) = at(*first);
        let _ = write!(path, "M{px:.1} {py:.1}");
        for &point in rest {
            let (nx, ny) = at(point);
            if (nx - px).abs() < 0.05 {
                let _ = write!(path, "V{ny:.1}");
            } else {
                let middle = f64::midpoint(py, ny);
                let _ = write!(path, "C{px:.1} {middle:.1} {nx:.1} {middle:.1} {nx:.1} {ny:.1}");
            }
            (px, py) = (nx, ny);
        }
        let style = if is_high { String::new() } else { " stroke-dasharray=\"4 4\"".to_owned() };
        let colour = if is_high { HIGH } else { LOW };
        writeln!(out, "<path d=\"{path}\" stroke=\"{colour}\"{style}/>")?;
    }
    for item in &layout.items {
        let ItemKind::Node(node) = item.kind else { continue };
        let (cx, cy) = (x(item.x), y(layout.rows[item.row]));
        if node.is_terminal() {
            let digit = u8::from(node == NodeId::TRUE);
            writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"22\" height=\"22\" rx=\"4\" stroke=\"{TEXT}\"/>\
                 <text x=\"{cx:.1}\" y=\"{:.1}\" fill=\"{TEXT}\" text-anchor=\"middle\">{digit}</text>",
                cx - 11.0,
                cy - 11.0,
                cy + 5.0
            )?;
        } else {
            let full = &names[item.row].full;
            writeln!(
                out,
                "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"{RADIUS:.0}\" fill=\"{TEXT}\" fill-opacity=\"0.25\" \
                 stroke=\"{TEXT}\"><title>node {node}: {full}</title></circle>"
            )?;
        }
    }
    Ok(writeln!(out, "</svg>")?)
}

/// The name of a variable: `short` as it is drawn, with its approximate `width` in pixels, and `full` for the tooltips.
/// Both texts are escaped.
struct Name {
    short: String,
    width: f64,
    full: String,
}

impl Name {
    fn of(name: &str) -> Name {
        let short: String = if name.chars().count() > LONGEST_NAME {
            name.chars().take(LONGEST_NAME - 1).chain(['\u{2026}']).collect()
        } else {
            name.to_owned()
        };
        let letter = |letter: char| LETTER[usize::from(letter >= '\u{1100}' && letter != '\u{2026}')];
        Name { width: short.chars().map(letter).sum(), short: escaped(&short), full: escaped(name) }
    }
}

/// Escapes text for XML. Characters that XML does not allow are replaced.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '&' => result.push_str("&amp;"),
            '\n' | '\r' | '\t' => result.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                result.push(char::REPLACEMENT_CHARACTER);
            }
            letter => result.push(letter),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;
    use crate::diagram::{Bdd, Zdd};
    use crate::testing::{conjoin, permutations, random_rules};

    fn picture<R: Reduction>(diagram: &DecisionDiagram<R>, name: &dyn Fn(Variable) -> String) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes, diagram, name).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        check_xml(&text);
        text
    }

    /// Checks that elements are closed in order, and that text and attributes have no character with a meaning in XML.
    fn check_xml(text: &str) {
        let mut open = Vec::new();
        for part in text.split('<').skip(1) {
            let (tag, content) = part.split_once('>').unwrap();
            assert!(!content.contains('>'), "{part}");
            let entity = |rest: &str| ["amp;", "lt;", "gt;"].iter().any(|entity| rest.starts_with(entity));
            assert!(content.split('&').skip(1).all(entity), "{part}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{part}");
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
            assert!(tag.matches('"').count().is_multiple_of(2), "{part}");
        }
        assert_eq!(open, [""; 0]);
    }

    fn count(text: &str, what: &str) -> usize {
        text.matches(what).count()
    }

    proptest! {
        #[test]
        fn every_node_and_every_edge_is_drawn(seed in any::<u64>(), exclusions in 0usize..9, lines in 0usize..5) {
            let bdd = conjoin(&random_rules(7, exclusions, lines, seed));
            let zdd = bdd.to_zdd(&mut Budget::unlimited()).unwrap();
            let name = |variable: Variable| format!("x{variable}");
            for (drawn, nodes) in [(picture(&bdd, &name), bdd.nodes()), (picture(&zdd, &name), zdd.nodes())] {
                let decisions = nodes.len().saturating_sub(2);
                prop_assert_eq!(count(&drawn, "<circle "), decisions);
                let terminals = nodes[2.min(nodes.len())..].iter().flat_map(|node| [node.low(), node.high()]);
                let terminals: std::collections::HashSet<_> = terminals.filter(|child| child.is_terminal()).collect();
                prop_assert_eq!(count(&drawn, "<rect "), terminals.len().max(1));
                // Each decision node has a line of each kind, high and low. All further lines belong to bends, and
                // begin where no node is.
                prop_assert!(count(&drawn, HIGH) >= decisions && count(&drawn, LOW) >= decisions);
                prop_assert_eq!(count(&drawn, LOW), count(&drawn, "stroke-dasharray"));
            }
        }
    }

    #[test]
    fn names_are_drawn_as_they_are() {
        let name = |_| "<a> & \"b\" \u{0}\n".to_owned();
        let budget = &mut Budget::unlimited();
        let bdd = Bdd::constant(1, true).select(&[crate::rules::Literal::positive(0)], budget).unwrap();
        let drawn = picture(&bdd, &name);
        assert!(drawn.contains(">&lt;a&gt; &amp; \"b\" \u{fffd} </text>"), "{drawn}");
        let drawn = picture(&bdd, &|_| "abcdefghijklmnopqrstuvwxyz".to_owned());
        assert!(drawn.contains(">abcdefghijklmnopqrstuvw\u{2026}</text>"), "{drawn}");
        assert!(drawn.contains("<title>node 2: abcdefghijklmnopqrstuvwxyz</title>"), "{drawn}");
    }

    #[test]
    fn constants_are_a_terminal() {
        for value in [false, true] {
            let drawn = picture(&Bdd::constant(3, value), &|_| unreachable!("no variable has a row"));
            assert!(drawn.contains(&format!(">{}</text>", u8::from(value))), "{drawn}");
            assert_eq!((count(&drawn, "<rect "), count(&drawn, HIGH)), (1, 0));
        }
        // Free variables have nodes with equal children.
        let drawn = picture(&Zdd::constant(3, true), &|variable| variable.to_string());
        assert_eq!((count(&drawn, "<circle "), count(&drawn, HIGH), count(&drawn, LOW)), (3, 3, 3));
    }

    #[test]
    fn large_diagrams_are_refused() {
        let bdd = conjoin(&permutations(6));
        let error = write(&mut Vec::new(), &bdd, &|variable| variable.to_string()).unwrap_err();
        let expected = format!(
            "the diagram has {} nodes: expected at most 500 for a picture; select variables, or export DOT",
            bdd.node_count()
        );
        assert_eq!(error.to_string(), expected);
    }

    /// Draws the picture with the most bends: a node on each of 498 levels, with edges over all distances.
    #[test]
    #[cfg_attr(miri, ignore = "has 100,000 bends")]
    fn the_picture_with_the_most_bends_stays_small() {
        let levels = MOST_NODES - 2;
        let mut nodes = vec![(Variable::from_index(levels - 1), NodeId::FALSE, NodeId::TRUE)];
        for number in 1..levels {
            let [low, high] = [number + 1, (number * 7919) % (number + 1)].map(NodeId::from_index);
            nodes.push((Variable::from_index(levels - 1 - number), low, high));
        }
        let root = NodeId::from_index(levels + 1);
        let bdd = Bdd::from_nodes(levels, nodes, root, &mut Budget::unlimited()).unwrap();
        let drawn = picture(&bdd, &|variable| variable.to_string());
        assert_eq!(bdd.node_count(), MOST_NODES);
        assert!(drawn.len() < 4 << 20, "{} bytes", drawn.len());
    }
}
