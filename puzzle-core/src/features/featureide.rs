//! The writer of FeatureIDE's XML (T. Thüm et al., *FeatureIDE: An extensible framework for feature-oriented software
//! development*, 2014).

use std::io::{self, Write};

use super::{FeatureFormula, FeatureModel, GroupKind};

/// Writes a feature model in the XML of FeatureIDE to `out`, which should be buffered. The format has no features with
/// several groups and no groups with a cardinality. The children of such groups become optional, and further
/// constraints state the bounds.
///
/// # Errors
///
/// The errors of `out`, and [`io::ErrorKind::InvalidInput`] if a constraint adds up attributes or if a cardinality
/// needs more than 10,000 clauses.
pub fn featureide(out: &mut impl Write, model: &FeatureModel) -> io::Result<()> {
    let mut constraints = model.constraints.clone();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<featureModel>\n\t<struct>")?;
    if !model.features.is_empty() {
        tree(out, model, &mut constraints)?;
    }
    writeln!(out, "\t</struct>\n\t<constraints>")?;
    for constraint in &constraints {
        writeln!(out, "\t\t<rule>{}</rule>", formula(model, constraint)?)?;
    }
    writeln!(out, "\t</constraints>\n</featureModel>")
}

/// The maximum number of clauses for one cardinality.
const MAX_CLAUSES: usize = 10_000;

/// A line of the XML that is still to be written: the start of a feature's element, or the end of an element.
enum XmlLine {
    Feature { index: usize, is_mandatory: bool, depth: usize },
    End(&'static str, usize),
}

fn tree(out: &mut impl Write, model: &FeatureModel, constraints: &mut Vec<FeatureFormula>) -> io::Result<()> {
    let mut lines = vec![XmlLine::Feature { index: 0, is_mandatory: true, depth: 2 }];
    while let Some(line) = lines.pop() {
        let (index, is_mandatory, depth) = match line {
            XmlLine::End(element, depth) => {
                writeln!(out, "{}</{element}>", "\t".repeat(depth))?;
                continue;
            }
            XmlLine::Feature { index, is_mandatory, depth } => (index, is_mandatory, depth),
        };
        let feature = &model.features[index];
        let element = match feature.groups.as_slice() {
            [] => "feature",
            [group] if group.kind == GroupKind::Or => "or",
            [group] if group.kind == GroupKind::Alternative => "alt",
            _ => "and",
        };
        write!(out, "{}<{element}", "\t".repeat(depth))?;
        let flags = [("abstract", feature.is_abstract), ("hidden", feature.is_hidden), ("mandatory", is_mandatory)];
        for (name, _) in flags.into_iter().filter(|&(_, is_set)| is_set) {
            write!(out, " {name}=\"true\"")?;
        }
        write!(out, " name=\"{}\"", escaped(&feature.name))?;
        if element == "feature" && feature.attributes.is_empty() {
            writeln!(out, "/>")?;
            continue;
        }
        writeln!(out, ">")?;
        for (name, value) in &feature.attributes {
            let (kind, value) = match value.as_str() {
                "" => ("boolean", "true"),
                "true" | "false" => ("boolean", value.as_str()),
                text if text.parse::<i64>().is_ok() => ("long", text),
                text if text.parse::<f64>().is_ok() => ("double", text),
                text => ("string", text.trim_matches('\'')),
            };
            let (name, value) = (escaped(name), escaped(value));
            writeln!(out, "{}<attribute name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>", "\t".repeat(depth + 1))?;
        }
        lines.push(XmlLine::End(element, depth));
        let first = lines.len();
        for group in &feature.groups {
            let is_mandatory = group.kind == GroupKind::Mandatory;
            let children = group.children.iter();
            lines.extend(children.map(|&index| XmlLine::Feature { index, is_mandatory, depth: depth + 1 }));
            if element == "and" && !is_mandatory && group.kind != GroupKind::Optional {
                let bounds = group.kind.bounds(group.children.len());
                let clauses = count(&group.children, *bounds.start(), *bounds.end(), MAX_CLAUSES)?;
                let parent = || Box::new(FeatureFormula::Feature(index));
                constraints
                    .extend(clauses.into_iter().map(|clause| FeatureFormula::Implies(parent(), Box::new(clause))));
            }
        }
        lines[first..].reverse();
    }
    Ok(())
}

/// Returns clauses that hold exactly if at least `min` and at most `max` of the features are selected.
///
/// # Errors
///
/// [`io::ErrorKind::InvalidInput`] if there are more than `limit` clauses.
pub(crate) fn count(features: &[usize], min: usize, max: usize, limit: usize) -> io::Result<Vec<FeatureFormula>> {
    let size = features.len();
    if min > max.min(size) {
        return Ok(vec![FeatureFormula::Or(Vec::new())]);
    }
    let mut clauses = Vec::new();
    let mut add = |chosen: usize, is_positive: bool| {
        for subset in Subsets::new(size, chosen) {
            let literal = |&index: &usize| {
                let feature = FeatureFormula::Feature(features[index]);
                if is_positive { feature } else { FeatureFormula::Not(Box::new(feature)) }
            };
            clauses.push(FeatureFormula::Or(subset.iter().map(literal).collect()));
            if clauses.len() > limit {
                let message = format!(
                    "expected rules that fit in {limit} clauses, found a choice among {size} options: export as OPB"
                );
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
        }
        Ok(())
    };
    if min > 0 {
        add(size - min + 1, true)?;
    }
    if max < size {
        add(max + 1, false)?;
    }
    Ok(clauses)
}

/// The subsets of the numbers below `size` that have `chosen` elements, in lexicographic order.
struct Subsets {
    size: usize,
    next: Option<Vec<usize>>,
}

impl Subsets {
    fn new(size: usize, chosen: usize) -> Subsets {
        Subsets { size, next: (chosen <= size).then(|| (0..chosen).collect()) }
    }
}

impl Iterator for Subsets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let subset = self.next.take()?;
        let chosen = subset.len();
        if let Some(place) = (0..chosen).rev().find(|&place| subset[place] + chosen - place < self.size) {
            let mut next = subset.clone();
            next[place] += 1;
            (place + 1..chosen).for_each(|after| next[after] = next[after - 1] + 1);
            self.next = Some(next);
        }
        Some(subset)
    }
}

fn formula(model: &FeatureModel, of: &FeatureFormula) -> io::Result<String> {
    let list = |element: &str, parts: &[&FeatureFormula]| -> io::Result<String> {
        let parts = parts.iter().map(|part| formula(model, part)).collect::<io::Result<String>>()?;
        Ok(format!("<{element}>{parts}</{element}>"))
    };
    match of {
        FeatureFormula::Feature(index) => Ok(format!("<var>{}</var>", escaped(&model.features[*index].name))),
        FeatureFormula::Not(inner) => list("not", &[inner]),
        // FeatureIDE has no constant formulas. The root is always selected, so that it stands for true.
        FeatureFormula::And(parts) if parts.is_empty() => formula(model, &FeatureFormula::Feature(0)),
        FeatureFormula::Or(parts) if parts.is_empty() => list("not", &[&FeatureFormula::Feature(0)]),
        FeatureFormula::And(parts) => list("conj", &parts.iter().collect::<Vec<_>>()),
        FeatureFormula::Or(parts) => list("disj", &parts.iter().collect::<Vec<_>>()),
        FeatureFormula::Implies(a, b) => list("imp", &[a, b]),
        FeatureFormula::Equivalent(a, b) => list("eq", &[a, b]),
        FeatureFormula::Sum { attribute, .. } => {
            let message = format!("expected Boolean constraints, found a sum of {attribute}: export as UVL");
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            sign => escaped.push(sign),
        }
    }
    escaped
}
