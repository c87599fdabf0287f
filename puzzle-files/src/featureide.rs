//! The reader of FeatureIDE's XML: its tree of features, attributes, and constraints.

use std::fmt::Display;
use std::ops::Range;

use puzzle_core::features::{Feature, FeatureFormula, Group, GroupKind};
use quick_xml::Reader;
use quick_xml::errors::IllFormedError;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::constraints::Listing;
use crate::features::{LocatedModel, MAX_DEPTH};
use crate::tree::{ReadResult, fail, shortened};
use crate::uvl;

/// Returns `true` if a text begins with `<`, like XML.
pub(crate) fn is_xml(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// Reads the feature model of a file.
pub(crate) fn read(text: &str) -> ReadResult<Listing> {
    let mut scan = Scan { reader: Reader::from_str(text), text, model: LocatedModel::default(), start: 0 };
    scan.reader.config_mut().expand_empty_elements = true;
    let mut names: Vec<String> = Vec::new();
    let mut rules = Vec::new();
    loop {
        match scan.next()? {
            XmlItem::Open(name, element) => match (names.len(), name.as_str()) {
                (0, "featureModel" | "extendedFeatureModel") | (1, "struct" | "constraints") => names.push(name),
                (0, _) => return scan.expected("the element <featureModel>", &name),
                (2, "and" | "or" | "alt" | "feature") if names[1] == "struct" => scan.tree(&name, &element)?,
                (2, "rule") if names[1] == "constraints" => rules.push(scan.rule()?),
                (1, _) => scan.skip(&name)?,
                (_, _) => return scan.expected("a feature, or a rule among the constraints", &name),
            },
            XmlItem::Close => {
                names.pop();
            }
            XmlItem::End => break,
        }
    }
    if let Some(open) = names.last() {
        return fail(&(text.len()..text.len()), format!("expected </{open}>, found the end of the file"));
    }
    let Scan { mut model, .. } = scan;
    for (rule, span) in rules.into_iter().flatten() {
        let formula = rule.formula(&model)?;
        model.constrain(formula, span);
    }
    if model.features.is_empty() {
        return fail(&(text.len()..text.len()), "expected a <struct> with a root feature, found the end of the file");
    }
    model.listing()
}

/// An item of the file: the start of an element, the end of an element, or the end of the file.
enum XmlItem<'a> {
    Open(String, BytesStart<'a>),
    Close,
    End,
}

/// A part of a rule. It may name features that come later in the file.
struct RulePart {
    element: String,
    /// The name in a `<var>`.
    text: String,
    span: Range<usize>,
    parts: Vec<RulePart>,
}

struct Scan<'a> {
    reader: Reader<&'a [u8]>,
    text: &'a str,
    model: LocatedModel,
    /// The index of the byte at which the last item begins.
    start: usize,
}

/// A feature whose XML element has begun and not yet ended.
struct OpenFeature {
    index: usize,
    element: String,
    /// The groups of the children read so far. Consecutive children of the same kind share a group, so that the
    /// children stay in the order of the file.
    groups: Vec<Group>,
}

impl<'a> Scan<'a> {
    /// Returns the next element, and skips everything else.
    fn next(&mut self) -> ReadResult<XmlItem<'a>> {
        loop {
            self.start = self.reader.buffer_position() as usize;
            match self.reader.read_event() {
                Ok(Event::Start(element)) => return Ok(XmlItem::Open(name(&element), element)),
                Ok(Event::End(_)) => return Ok(XmlItem::Close),
                Ok(Event::Eof) => return Ok(XmlItem::End),
                Ok(_) => {}
                Err(error) => {
                    let at = (self.reader.error_position() as usize).min(self.text.len());
                    return fail(&(at..at), ill_formed(&error));
                }
            }
        }
    }

    fn span(&self) -> Range<usize> {
        self.start..self.reader.buffer_position() as usize
    }

    fn expected<T>(&self, wanted: &str, found: &str) -> ReadResult<T> {
        fail(&self.span(), format!("expected {wanted}, found <{}>", shortened(found)))
    }

    /// Skips the rest of an element.
    fn skip(&mut self, name: &str) -> ReadResult<()> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next()? {
                XmlItem::Open(..) => depth += 1,
                XmlItem::Close => depth -= 1,
                XmlItem::End => {
                    return fail(&self.span(), format!("expected </{}>, found the end of the file", shortened(name)));
                }
            }
        }
        Ok(())
    }

    fn attribute(&self, element: &BytesStart<'_>, name: &str) -> ReadResult<Option<String>> {
        let bad =
            |error: &dyn Display| fail(&self.span(), format!("expected well-formed attributes: {}", one_line(error)));
        match element.try_get_attribute(name) {
            Ok(None) => Ok(None),
            Ok(Some(attribute)) => match unescape(&attribute.value) {
                Ok(value) => Ok(Some(value.into_owned())),
                Err(error) => bad(&error),
            },
            Err(error) => bad(&error),
        }
    }

    fn add(&mut self, element: &BytesStart<'_>) -> ReadResult<usize> {
        let Some(name) = self.attribute(element, "name")? else {
            return fail(&self.span(), "expected an attribute \"name\" of the feature, found none");
        };
        let is_set = |name| Ok(self.attribute(element, name)?.as_deref() == Some("true"));
        let feature = Feature { is_abstract: is_set("abstract")?, is_hidden: is_set("hidden")?, ..Feature::new(name) };
        let span = self.span();
        self.model.add(feature, span)
    }

    /// Reads the tree of features, whose root is `root`.
    fn tree(&mut self, element: &str, root: &BytesStart<'_>) -> ReadResult<()> {
        if !self.model.features.is_empty() {
            return self.expected("one root feature", element);
        }
        let open = |index, element: &str| OpenFeature { index, element: element.to_owned(), groups: Vec::new() };
        let mut stack = vec![open(self.add(root)?, element)];
        while let Some(parent) = stack.last_mut() {
            match self.next()? {
                XmlItem::Open(name, element) => match name.as_str() {
                    "and" | "or" | "alt" | "feature" if parent.element != "feature" => {
                        let index = self.add(&element)?;
                        let is_mandatory = self.attribute(&element, "mandatory")?.as_deref() == Some("true");
                        let kind = match parent.element.as_str() {
                            "or" => GroupKind::Or,
                            "alt" => GroupKind::Alternative,
                            _ if is_mandatory => GroupKind::Mandatory,
                            _ => GroupKind::Optional,
                        };
                        match parent.groups.last_mut().filter(|group| group.kind == kind) {
                            Some(group) => group.children.push(index),
                            None => parent.groups.push(Group { kind, children: vec![index] }),
                        }
                        stack.push(open(index, &name));
                    }
                    "and" | "or" | "alt" | "feature" => return self.expected("no feature below a <feature>", &name),
                    "attribute" => {
                        let value = self.attribute(&element, "value")?.unwrap_or_default();
                        let is_text = self.attribute(&element, "type")?.as_deref() == Some("string");
                        // UVL's lists are written as texts.
                        let is_kept = if is_text { uvl::is_list(&value) } else { is_uvl_value(&value) };
                        let value = if is_kept { value } else { uvl_text(&value) };
                        if let Some(key) = self.attribute(&element, "name")? {
                            self.model.model.features[parent.index].attributes.push((key, value));
                        }
                        self.skip(&name)?;
                    }
                    _ => self.skip(&name)?,
                },
                XmlItem::Close => {
                    self.model.model.features[parent.index].groups = std::mem::take(&mut parent.groups);
                    stack.pop();
                }
                XmlItem::End => {
                    return fail(&self.span(), format!("expected </{}>, found the end of the file", parent.element));
                }
            }
        }
        Ok(())
    }

    /// Reads the rest of a `<rule>`, with its position; `None` for a rule without a formula.
    fn rule(&mut self) -> ReadResult<Option<(RulePart, Range<usize>)>> {
        let start = self.start;
        let mut stack =
            vec![RulePart { element: "rule".to_owned(), text: String::new(), span: self.span(), parts: Vec::new() }];
        loop {
            match self.next()? {
                XmlItem::Open(name, _)
                    if stack.len() == 1 && matches!(name.as_str(), "description" | "graphics" | "tags") =>
                {
                    self.skip(&name)?;
                }
                XmlItem::Open(name, element) if name == "var" => {
                    let begin = self.reader.buffer_position() as usize;
                    self.skip(&name)?;
                    let inner = self.text.get(begin..self.start).unwrap_or_default();
                    drop(element);
                    let span = begin..self.start;
                    let Ok(text) = unescape(inner.trim()) else {
                        return fail(&span, "expected the name of a feature, found a broken entity");
                    };
                    let var = RulePart { element: name, text: text.into_owned(), span, parts: Vec::new() };
                    stack.last_mut().expect("the rule is open").parts.push(var);
                }
                XmlItem::Open(name, _) => {
                    if stack.len() > MAX_DEPTH {
                        return self.expected(&format!("at most {MAX_DEPTH} nested elements in a rule"), &name);
                    }
                    stack.push(RulePart { element: name, text: String::new(), span: self.span(), parts: Vec::new() });
                }
                XmlItem::Close => {
                    let done = stack.pop().expect("the rule is open");
                    match stack.last_mut() {
                        Some(parent) => parent.parts.push(done),
                        None if done.parts.len() > 1 => {
                            return fail(&done.parts[1].span, "expected one formula in a rule, found a second one");
                        }
                        None => {
                            let end = self.reader.buffer_position() as usize;
                            return Ok(done.parts.into_iter().next().map(|part| (part, start..end)));
                        }
                    }
                }
                XmlItem::End => return fail(&self.span(), "expected </rule>, found the end of the file"),
            }
        }
    }
}

fn name(element: &BytesStart<'_>) -> String {
    element.name().as_ref().to_owned()
}

impl RulePart {
    fn formula(self, model: &LocatedModel) -> ReadResult<FeatureFormula> {
        if self.element == "var" {
            return Ok(FeatureFormula::Feature(model.named(&self.text, &self.span)?));
        }
        let count = self.parts.len();
        let mut parts =
            self.parts.into_iter().map(|part| part.formula(model)).collect::<ReadResult<Vec<FeatureFormula>>>()?;
        let not = |formula: FeatureFormula| FeatureFormula::Not(Box::new(formula));
        let element = self.element.as_str();
        match (element, count) {
            ("conj", 1..) => Ok(FeatureFormula::And(parts)),
            ("disj", 1..) => Ok(FeatureFormula::Or(parts)),
            ("not", 1) => Ok(not(parts.remove(0))),
            ("imp" | "eq", 2) => {
                let (first, second) = (Box::new(parts.remove(0)), Box::new(parts.remove(0)));
                Ok(if element == "imp" {
                    FeatureFormula::Implies(first, second)
                } else {
                    FeatureFormula::Equivalent(first, second)
                })
            }
            ("atmost1", 1..) => {
                // Each part is written in a pair with every other part, and nested `atmost1` elements multiply these
                // copies.
                let written = parts.iter().map(size).sum::<usize>().saturating_mul(count);
                if written > MAX_PAIRED {
                    let message = format!(
                        "expected an <atmost1> of at most {MAX_PAIRED} operators when written as a rule for each pair of its parts, found {written}"
                    );
                    return fail(&self.span, message);
                }
                let pairs = (0..count).flat_map(|a| (0..a).map(move |b| [a, b]));
                Ok(FeatureFormula::And(
                    pairs.map(|pair| FeatureFormula::Or(pair.map(|part| not(parts[part].clone())).to_vec())).collect(),
                ))
            }
            ("not" | "imp" | "eq" | "conj" | "disj" | "atmost1", _) => {
                let wanted = match element {
                    "not" => "1 part",
                    "imp" | "eq" => "2 parts",
                    _ => "at least 1 part",
                };
                fail(&self.span, format!("expected {wanted} in <{element}>, found {count}"))
            }
            _ => {
                let found = shortened(element);
                fail(&self.span, format!("expected var, not, conj, disj, imp, eq or atmost1, found <{found}>"))
            }
        }
    }
}

/// The maximum number of operators and features in the conjunction of pairs that an `atmost1` becomes.
const MAX_PAIRED: usize = 1_000_000;

/// Returns the number of operators and features of a formula.
fn size(formula: &FeatureFormula) -> usize {
    1 + match formula {
        FeatureFormula::Not(part) => size(part),
        FeatureFormula::And(parts) | FeatureFormula::Or(parts) => parts.iter().map(size).sum(),
        FeatureFormula::Implies(first, second) | FeatureFormula::Equivalent(first, second) => {
            size(first) + size(second)
        }
        _ => 0,
    }
}

/// Returns the message for text that is not XML. Shortens the message of the XML reader, which may quote the rest of
/// the file.
fn ill_formed(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            format!("expected </{}>, found </{}>", shortened(expected), shortened(&one_line(found)))
        }
        error => format!("expected well-formed XML: {}", one_line(error)),
    }
}

/// Returns at most 160 characters of a text, with blanks for the control characters.
fn one_line(text: &dyn Display) -> String {
    text.to_string().chars().take(160).map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

/// Returns `true` if UVL writes a value as this file does: an empty value, a Boolean value or a decimal number.
fn is_uvl_value(value: &str) -> bool {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.strip_prefix('-').unwrap_or(value);
    let is_decimal = match number.split_once('.') {
        Some((whole, fraction)) => is_number(whole) && is_number(fraction),
        None => is_number(number),
    };
    matches!(value, "" | "true" | "false") || is_decimal
}

/// Returns a value as a text of UVL, on one line.
fn uvl_text(value: &str) -> String {
    format!("'{}'", value.replace(['\'', '\n', '\r'], "_"))
}
