//! JSON, the nodes of a diagram for programs of any language.
//!
//! ```json
//! {"diagram":"bdd","variables":3,"names":["tea","milk","sugar"],"root":3,"nodes":[
//! [2,0,1],
//! [0,2,1]
//! ]}
//! ```
//!
//! | key | value |
//! |---|---|
//! | `diagram` | `"bdd"` if a skipped variable is free, `"zdd"` if it is false |
//! | `variables` | the number of variables |
//! | `names` | the name of each variable, the root's first |
//! | `root` | the number of the root |
//! | `nodes` | the variable, the low child and the high child of each node: the variables are counted from 0; the children are numbers of nodes |
//!
//! Nodes 0 and 1 are the terminals FALSE and TRUE, and the list begins with node 2. Children come before their parents.
//! The form is stable: later versions may add keys, but never change these keys.
//! [`from_nodes`](crate::DecisionDiagram::from_nodes) makes the diagram again.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::diagram::DecisionDiagram;
use crate::id::Variable;
use crate::reduction::Reduction;

/// Writes a diagram as JSON, a line for each node.
///
/// `name` returns the name of each variable: any text, which is escaped.
///
/// ```
/// use bdd_core::export::json;
/// use bdd_core::{Bdd, Budget, DiagramBuilder, NodeId, Rules, Variable};
///
/// let mut rules = Rules::new(3);
/// rules.at_least_one(&[0, 2]);
/// let budget = &mut Budget::unlimited();
/// let bdd = DiagramBuilder::new(&rules).build(budget)?;
/// let mut text = Vec::new();
/// json::write(&mut text, &bdd, &|variable: Variable| ["tea", "milk", "sugar"][variable.index()].to_owned())?;
///
/// // Any reader of JSON reads it.
/// let value: serde_json::Value = serde_json::from_slice(&text)?;
/// let nodes: Vec<(u16, u32, u32)> = serde_json::from_value(value["nodes"].clone())?;
/// assert_eq!((value["names"][2].as_str(), &nodes[..]), (Some("sugar"), &[(2, 0, 1), (0, 2, 1)][..]));
/// let nodes = nodes.into_iter().map(|(variable, low, high)| {
///     (Variable::new(variable), NodeId::new(low), NodeId::new(high))
/// });
/// assert_eq!(Bdd::from_nodes(3, nodes, NodeId::new(3), budget)?, bdd);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    write!(out, "{{\"diagram\":\"{kind}\",\"variables\":{},\"names\":[", diagram.variables())?;
    for variable in Variable::all(diagram.variables()) {
        let comma = if variable.index() > 0 { "," } else { "" };
        write!(out, "{comma}{}", quoted(&name(variable)))?;
    }
    write!(out, "],\"root\":{},\"nodes\":[", diagram.root())?;
    for (number, (variable, low, high)) in diagram.decisions().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        write!(out, "{comma}\n[{variable},{low},{high}]")?;
    }
    writeln!(out, "\n]}}")
}

/// Returns text as a string of JSON (RFC 8259, section 7).
fn quoted(text: &str) -> String {
    let mut string = String::with_capacity(text.len() + 2);
    string.push('"');
    for letter in text.chars() {
        match letter {
            '"' => string.push_str("\\\""),
            '\\' => string.push_str("\\\\"),
            letter if letter < ' ' => {
                let _ = write!(string, "\\u{:04x}", u32::from(letter));
            }
            letter => string.push(letter),
        }
    }
    string.push('"');
    string
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;
    use crate::budget::Budget;
    use crate::diagram::{Bdd, Zdd};
    use crate::id::NodeId;
    use crate::testing::{conjoin, random_rules};

    fn written<R: Reduction>(diagram: &DecisionDiagram<R>, name: &dyn Fn(Variable) -> String) -> Value {
        let mut text = Vec::new();
        write(&mut text, diagram, name).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// Returns the diagram that a reader of another program makes of the text.
    fn read<R: Reduction>(value: &Value) -> DecisionDiagram<R> {
        assert_eq!(value["diagram"], R::NAME.to_lowercase());
        let variables = value["variables"].as_u64().unwrap() as usize;
        let nodes: Vec<(u16, u32, u32)> = serde_json::from_value(value["nodes"].clone()).unwrap();
        let nodes = nodes.into_iter().map(|(v, low, high)| (Variable::new(v), NodeId::new(low), NodeId::new(high)));
        let root = NodeId::new(value["root"].as_u64().unwrap() as u32);
        DecisionDiagram::from_nodes(variables, nodes, root, &mut Budget::unlimited()).unwrap()
    }

    proptest! {
        #[test]
        fn diagrams_come_back(seed in any::<u64>(), exclusions in 0usize..12, lines in 0usize..6) {
            let bdd = conjoin(&random_rules(8, exclusions, lines, seed));
            let zdd = bdd.to_zdd(&mut Budget::unlimited()).unwrap();
            let name = |variable: Variable| variable.to_string();
            prop_assert_eq!(&read::<crate::EqualChildren>(&written(&bdd, &name)), &bdd);
            prop_assert_eq!(&read::<crate::ZeroSuppressed>(&written(&zdd, &name)), &zdd);
        }

        #[test]
        fn names_come_back(name in any::<String>()) {
            let value = written(&Bdd::constant(2, true), &|_| name.clone());
            prop_assert_eq!(&value["names"], &Value::from(vec![name.clone(), name]));
        }
    }

    #[test]
    fn constants_have_no_nodes() {
        for value in [false, true] {
            let mut text = Vec::new();
            write(&mut text, &Bdd::constant(0, value), &|_| unreachable!("there is no variable")).unwrap();
            let root = u8::from(value);
            let expected =
                format!("{{\"diagram\":\"bdd\",\"variables\":0,\"names\":[],\"root\":{root},\"nodes\":[\n]}}\n");
            assert_eq!(String::from_utf8(text).unwrap(), expected);
            let zdd = Zdd::constant(2, value);
            assert_eq!(read::<crate::ZeroSuppressed>(&written(&zdd, &|v| v.to_string())), zdd);
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(quoted("a\"b\\c\n\u{1f}é"), r#""a\"b\\c\u000a\u001fé""#);
    }
}
