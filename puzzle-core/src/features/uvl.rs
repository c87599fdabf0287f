//! The writer of UVL, the Universal Variability Language (D. Benavides, C. Sundermann et al., *UVL: Feature modelling
//! with the Universal Variability Language*, 2025).

use std::io::{self, Write};

use super::{Feature, FeatureFormula, FeatureModel, GroupKind};

/// The keywords of UVL. A name that equals a keyword must be quoted.
const WORDS: [&str; 24] = [
    "features",
    "constraints",
    "namespace",
    "imports",
    "include",
    "as",
    "mandatory",
    "optional",
    "or",
    "alternative",
    "abstract",
    "hidden",
    "cardinality",
    "constraint",
    "true",
    "false",
    "Boolean",
    "Integer",
    "Real",
    "String",
    "sum",
    "avg",
    "len",
    "floor",
];

/// Returns `true` if a name needs no quotes in UVL.
///
/// ```
/// use puzzle_core::features::is_plain_name;
///
/// assert!(is_plain_name("petrol_2"));
/// assert!(!is_plain_name("3 doors"));
/// ```
#[must_use]
pub fn is_plain_name(name: &str) -> bool {
    name.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
        && !WORDS.contains(&name)
}

/// Writes a feature model in UVL to `out`, which should be buffered.
///
/// # Errors
///
/// The errors of `out`.
pub fn uvl(out: &mut impl Write, model: &FeatureModel) -> io::Result<()> {
    writeln!(out, "features")?;
    if !model.features.is_empty() {
        tree(out, model)?;
    }
    if !model.constraints.is_empty() {
        writeln!(out, "constraints")?;
        for constraint in &model.constraints {
            writeln!(out, "\t{}", formula(model, constraint, 0))?;
        }
    }
    Ok(())
}

/// A line of the text that is still to be written: a feature, or a group of a feature.
enum PendingLine {
    Feature(usize, usize),
    Group(usize, usize, usize),
}

fn tree(out: &mut impl Write, model: &FeatureModel) -> io::Result<()> {
    let mut lines = vec![PendingLine::Feature(0, 1)];
    while let Some(line) = lines.pop() {
        match line {
            PendingLine::Feature(index, depth) => {
                let feature = &model.features[index];
                writeln!(out, "{}{}{}", "\t".repeat(depth), quoted(&feature.name), attributes(feature))?;
                lines.extend((0..feature.groups.len()).rev().map(|group| PendingLine::Group(index, group, depth + 1)));
            }
            PendingLine::Group(index, group, depth) => {
                let group = &model.features[index].groups[group];
                let kind = match group.kind {
                    GroupKind::Mandatory => "mandatory".to_owned(),
                    GroupKind::Optional => "optional".to_owned(),
                    GroupKind::Or => "or".to_owned(),
                    GroupKind::Alternative => "alternative".to_owned(),
                    GroupKind::Cardinality(min, max) => format!("[{min}..{max}]"),
                };
                writeln!(out, "{}{kind}", "\t".repeat(depth))?;
                lines.extend(group.children.iter().rev().map(|&child| PendingLine::Feature(child, depth + 1)));
            }
        }
    }
    Ok(())
}

fn quoted(name: &str) -> String {
    if is_plain_name(name) {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('"', "'").replace(['\n', '\r'], " "))
    }
}

fn attributes(feature: &Feature) -> String {
    let own = [("abstract", feature.is_abstract), ("hidden", feature.is_hidden)];
    let own = own.into_iter().filter(|&(_, is_set)| is_set).map(|(name, _)| name.to_owned());
    let others = feature.attributes.iter().map(|(name, value)| match value.as_str() {
        "" => quoted(name),
        _ => format!("{} {value}", quoted(name)),
    });
    let all: Vec<String> = own.chain(others).collect();
    if all.is_empty() { String::new() } else { format!(" {{{}}}", all.join(", ")) }
}

/// Returns a formula as text. The text has parentheses unless the operator of the formula binds more strongly than
/// `outer`, the strength of the enclosing operator: 1 for `<=>`, 2 for `=>`, 3 for `|`, 4 for `&`, 5 for `!`, and 0
/// without an enclosing operator.
fn formula(model: &FeatureModel, of: &FeatureFormula, outer: u8) -> String {
    let (strength, text) = match of {
        FeatureFormula::And(parts) | FeatureFormula::Or(parts) if parts.len() == 1 => {
            return formula(model, &parts[0], outer);
        }
        FeatureFormula::Feature(index) => (6, quoted(&model.features[*index].name)),
        FeatureFormula::Not(inner) => (5, format!("!{}", formula(model, inner, 5))),
        FeatureFormula::And(parts) if !parts.is_empty() => (4, joined(model, parts, " & ", 4)),
        FeatureFormula::Or(parts) if !parts.is_empty() => (3, joined(model, parts, " | ", 3)),
        // UVL has no constant formulas. The root is always selected, so that it stands for true.
        FeatureFormula::And(_) => (6, quoted(&model.features[0].name)),
        FeatureFormula::Or(_) => (5, format!("!{}", quoted(&model.features[0].name))),
        FeatureFormula::Implies(a, b) => (2, format!("{} => {}", formula(model, a, 2), formula(model, b, 2))),
        FeatureFormula::Equivalent(a, b) => (1, format!("{} <=> {}", formula(model, a, 1), formula(model, b, 1))),
        FeatureFormula::Sum { attribute, relation, bound } => {
            (6, format!("sum({}) {relation} {bound}", quoted(attribute)))
        }
    };
    if strength > outer || strength == 5 && outer == 5 { text } else { format!("({text})") }
}

fn joined(model: &FeatureModel, parts: &[FeatureFormula], operator: &str, strength: u8) -> String {
    parts.iter().map(|part| formula(model, part, strength)).collect::<Vec<_>>().join(operator)
}
