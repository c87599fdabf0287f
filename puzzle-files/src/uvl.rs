//! The reader of UVL, the Universal Variability Language: trees of Boolean features with groups and cardinalities,
//! attributes, Boolean constraints, and sums of attributes.

use std::ops::Range;

use puzzle_core::features::{Feature, FeatureFormula, Group, GroupKind};

use crate::constraints::Listing;
use crate::features::{LocatedModel, MAX_DEPTH};
use crate::tree::{ReadResult, fail, shortened};

/// The keywords that begin a section at the left margin.
const SECTIONS: [&str; 5] = ["namespace", "include", "imports", "features", "constraints"];
const TYPES: [&str; 4] = ["Boolean", "Integer", "Real", "String"];
/// The advice for a construct of UVL's arithmetic level, which is not read.
const ARITHMETIC_LEVEL: &str = "this file needs UVL's arithmetic level, and only its Boolean level and sums are read";
const TYPE_LEVEL: &str = "this file needs UVL's type level, and only its Boolean level and sums are read";
/// The operators and brackets, the longest first.
const SYMBOLS: [&str; 25] = [
    "<=>", "=>", "<=", ">=", "==", "!=", "..", "&", "|", "!", "(", ")", "[", "]", "{", "}", ",", ".", "*", "<", ">",
    "+", "-", "/", "=",
];

/// Returns `true` if the first word of a text begins a section of UVL.
pub(crate) fn is_uvl(text: &str) -> bool {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        text = if let Some(rest) = text.strip_prefix("//") {
            rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start()
        } else if let Some(rest) = text.strip_prefix("/*") {
            rest.split_once("*/").map_or("", |(_, rest)| rest).trim_start()
        } else {
            break;
        };
    }
    let end = text.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(text.len());
    SECTIONS.contains(&&text[..end]) && !text[end..].trim_start_matches([' ', '\t']).starts_with(['=', '.'])
}

/// Reads the feature model of a file.
pub(crate) fn read(text: &str) -> ReadResult<Listing> {
    let lines = lines(text)?;
    let mut model = LocatedModel::default();
    let mut constraints: Vec<&Line<'_>> = Vec::new();
    let mut lines = lines.iter().peekable();
    // The constraints of attributes may name features that come later.
    let mut of_attributes = Vec::new();
    while let Some(line) = lines.next() {
        let first = &line.tokens[0];
        let section = SECTIONS.iter().find(|&&section| first.kind == TokenKind::Name && first.text == section);
        let Some(&section) = section else {
            return first.expected("a section: namespace, include, imports, features or constraints");
        };
        if section != "namespace" && line.tokens.len() > 1 {
            return line.tokens[1].expected(format!("the end of the line after {section:?}"));
        }
        let mut inside = Vec::new();
        while let Some(next) = lines.next_if(|next| next.indent > line.indent) {
            inside.push(next);
        }
        match section {
            "features" if !model.features.is_empty() => {
                return first.expected("one section of features");
            }
            "features" => tree(&inside, &mut model, &mut of_attributes, text)?,
            "imports" if !inside.is_empty() => {
                return inside[0].tokens[0].expected_with_advice(
                    "a model in one file, without imports",
                    "put the imported features into this file",
                );
            }
            "constraints" => constraints.extend(inside),
            _ => {}
        }
    }
    if model.features.is_empty() {
        return fail(
            &(text.len()..text.len()),
            "expected a section of features with a root, found the end of the file",
        );
    }
    let of_section = constraints.iter().map(|line| line.tokens.as_slice());
    for tokens in of_attributes.iter().map(Vec::as_slice).chain(of_section) {
        let mut parser = Parser { tokens, next: 0, model: &model, end: end_of(tokens) };
        let formula = parser.constraint()?;
        if let Some(token) = parser.peek() {
            return token.expected("an operator (&, |, =>, <=>) or the end of the constraint");
        }
        model.constrain(formula, tokens[0].span.start..end_of(tokens).start);
    }
    model.listing()
}

/// Returns the empty position after the last token.
fn end_of(tokens: &[Token<'_>]) -> Range<usize> {
    tokens.last().map_or(0..0, |last| last.span.end..last.span.end)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    /// A name, without its quotes.
    Name,
    /// A name in quotes, which is never a keyword.
    Quoted,
    Number,
    /// A text, with its single quotes.
    Text,
    Symbol,
}

#[derive(Clone, Debug)]
struct Token<'a> {
    kind: TokenKind,
    text: &'a str,
    span: Range<usize>,
}

impl Token<'_> {
    fn expected<T>(&self, wanted: impl std::fmt::Display) -> ReadResult<T> {
        fail(&self.span, format!("expected {wanted}, found {:?}", shortened(self.text)))
    }

    /// Fails as [`Token::expected`], with advice at the end.
    fn expected_with_advice<T>(&self, wanted: &str, advice: &str) -> ReadResult<T> {
        fail(&self.span, format!("expected {wanted}, found {:?}: {advice}", shortened(self.text)))
    }

    fn is(&self, symbol: &str) -> bool {
        self.kind == TokenKind::Symbol && self.text == symbol
    }

    fn is_name(&self) -> bool {
        matches!(self.kind, TokenKind::Name | TokenKind::Quoted)
    }
}

/// The tokens of a line, at least one. A line goes on while brackets are open.
struct Line<'a> {
    indent: usize,
    tokens: Vec<Token<'a>>,
}

fn lines(text: &str) -> ReadResult<Vec<Line<'_>>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut open: Vec<(&str, Range<usize>)> = Vec::new();
    let (mut at, mut indent, mut is_new) = (0, 0, true);
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match sign {
            '\n' => {
                if open.is_empty() {
                    (indent, is_new) = (0, true);
                }
                1
            }
            ' ' | '\t' => {
                if is_new {
                    indent = if sign == '\t' { (indent / 8 + 1) * 8 } else { indent + 1 };
                }
                1
            }
            _ if sign.is_whitespace() || sign == '\u{feff}' => sign.len_utf8(),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => end + 2,
                None => {
                    return fail(&(at..at + 2), "expected the */ that ends this comment, found the end of the file");
                }
            },
            _ => {
                let token = token(text, at, sign)?;
                match token.text {
                    "(" | "[" | "{" if token.kind == TokenKind::Symbol => open.push((token.text, token.span.clone())),
                    ")" | "]" | "}" if token.kind == TokenKind::Symbol => {
                        let opening = match token.text {
                            ")" => "(",
                            "]" => "[",
                            _ => "{",
                        };
                        if open.pop().is_none_or(|(last, _)| last != opening) {
                            return token.expected(format!("an opening {opening:?} before its closing bracket"));
                        }
                    }
                    _ => {}
                }
                let end = token.span.end;
                match lines.last_mut().filter(|_| !is_new) {
                    Some(line) => line.tokens.push(token),
                    None => lines.push(Line { indent, tokens: vec![token] }),
                }
                is_new = false;
                end - at
            }
        };
        at += length;
    }
    match open.pop() {
        Some((bracket, span)) => {
            fail(&span, format!("expected a bracket that closes {bracket:?}, found the end of the file"))
        }
        None => Ok(lines),
    }
}

fn token(text: &str, at: usize, sign: char) -> ReadResult<Token<'_>> {
    let rest = &text[at..];
    let until = |length: usize, kind| Ok(Token { kind, text: &rest[..length], span: at..at + length });
    if sign == '"' || sign == '\'' {
        let line = rest.find('\n').unwrap_or(rest.len());
        return match rest[1..line].find(sign) {
            Some(0) if sign == '"' => fail(&(at..at + 2), "expected a name between the quotes, found none"),
            Some(end) if sign == '"' => {
                Ok(Token { kind: TokenKind::Quoted, text: &rest[1..=end], span: at..at + end + 2 })
            }
            Some(end) => until(end + 2, TokenKind::Text),
            None => fail(&(at..at + 1), format!("expected a closing {sign} on this line, found the end of the line")),
        };
    }
    let begins_name = |sign: char| sign.is_alphabetic() || sign == '_';
    let end_of_name = |text: &str| {
        let is_part = |sign: char| sign.is_alphanumeric() || "_#§%?\\';".contains(sign);
        text.find(|sign| !is_part(sign)).unwrap_or(text.len())
    };
    if begins_name(sign) {
        return until(end_of_name(rest), TokenKind::Name);
    }
    if sign.is_ascii_digit() {
        let digits = |text: &str| text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
        let mut length = digits(rest);
        if rest[length..].starts_with('.') && rest[length + 1..].starts_with(|sign: char| sign.is_ascii_digit()) {
            length += 1 + digits(&rest[length + 1..]);
        }
        if rest[length..].starts_with(begins_name) {
            let length = length + end_of_name(&rest[length..]);
            let found = shortened(&rest[..length]);
            let message = format!(
                "expected a number or a name, found {found:?}: a name that begins with a digit needs \"quotes\""
            );
            return fail(&(at..at + length), message);
        }
        return until(length, TokenKind::Number);
    }
    match SYMBOLS.iter().find(|&&symbol| rest.starts_with(symbol)) {
        Some(symbol) => until(symbol.len(), TokenKind::Symbol),
        None => fail(&(at..at + sign.len_utf8()), format!("expected a name, a number or an operator, found {sign:?}")),
    }
}

/// A part of the tree whose lines are still being read: a feature or a group. Its children are indented.
enum OpenNode {
    Feature(usize),
    /// A group, by the index of its feature and the index of the group in the feature.
    Group(usize, usize),
}

/// A part of the tree whose lines are still being read, with its own indent and the indent of its children.
struct OpenPart {
    node: OpenNode,
    indent: usize,
    children: Option<usize>,
}

fn tree<'a>(
    lines: &[&Line<'a>],
    model: &mut LocatedModel,
    constraints: &mut Vec<Vec<Token<'a>>>,
    text: &'a str,
) -> ReadResult<()> {
    let mut open: Vec<OpenPart> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        while open.pop_if(|last| last.indent >= line.indent).is_some() {}
        let first = &line.tokens[0];
        let Some(parent) = open.last_mut() else {
            if !model.features.is_empty() {
                return first.expected("one root feature, and all others below it");
            }
            let index = feature(line, model, constraints, text)?;
            open.push(OpenPart { node: OpenNode::Feature(index), indent: line.indent, children: None });
            continue;
        };
        if *parent.children.get_or_insert(line.indent) != line.indent {
            return first.expected("the indent of the lines above on the same level");
        }
        let node = match parent.node {
            OpenNode::Feature(index) => {
                let kind = group(&line.tokens)?;
                if lines.get(at + 1).is_none_or(|next| next.indent <= line.indent) {
                    return first.expected("a group with features below it");
                }
                let groups = &mut model.model.features[index].groups;
                groups.push(Group { kind, children: Vec::new() });
                OpenNode::Group(index, groups.len() - 1)
            }
            OpenNode::Group(parent, group) => {
                let index = feature(line, model, constraints, text)?;
                model.model.features[parent].groups[group].children.push(index);
                OpenNode::Feature(index)
            }
        };
        open.push(OpenPart { node, indent: line.indent, children: None });
    }
    Ok(())
}

fn group(tokens: &[Token<'_>]) -> ReadResult<GroupKind> {
    const WANTED: &str = "a group: mandatory, optional, or, alternative or [n..m]";
    let first = &tokens[0];
    if first.is("[") {
        let (min, max) = cardinality(tokens)?;
        return Ok(GroupKind::Cardinality(min, max));
    }
    let kind = match first.text {
        "mandatory" => GroupKind::Mandatory,
        "optional" => GroupKind::Optional,
        "or" => GroupKind::Or,
        "alternative" => GroupKind::Alternative,
        _ => return first.expected(WANTED),
    };
    match (first.kind, tokens.get(1)) {
        (TokenKind::Name, None) => Ok(kind),
        (TokenKind::Name, Some(next)) => next.expected("the end of the line after the group"),
        _ => first.expected(WANTED),
    }
}

/// Reads `[n]`, `[n..m]` or `[n..*]`.
fn cardinality(tokens: &[Token<'_>]) -> ReadResult<(usize, usize)> {
    let number = |token: &Token<'_>| match token.text.parse::<usize>() {
        Ok(number) => Ok(number),
        Err(_) => token.expected("a whole number"),
    };
    let (min, max) = match tokens {
        [_, one, end] if end.is("]") => (number(one)?, number(one)?),
        [_, min, dots, max, end] if dots.is("..") && end.is("]") => {
            (number(min)?, if max.is("*") { usize::MAX } else { number(max)? })
        }
        _ => return tokens[0].expected("a cardinality such as [1..3] or [2..*]"),
    };
    if min > max {
        return fail(&tokens[1].span, format!("expected a lower bound of at most {max}, found {min}"));
    }
    Ok((min, max))
}

/// Reads a feature with its attributes, and adds it to the model.
fn feature<'a>(
    line: &Line<'a>,
    model: &mut LocatedModel,
    constraints: &mut Vec<Vec<Token<'a>>>,
    text: &'a str,
) -> ReadResult<usize> {
    let mut tokens = line.tokens.as_slice();
    if let [kind, name, ..] = tokens
        && kind.kind == TokenKind::Name
        && TYPES.contains(&kind.text)
        && name.is_name()
    {
        if kind.text != "Boolean" {
            return kind.expected_with_advice("a Boolean feature", TYPE_LEVEL);
        }
        tokens = &tokens[1..];
    }
    let name = &tokens[0];
    if !name.is_name() {
        return name.expected("the name of a feature");
    }
    let mut feature = Feature::new(name.text);
    let mut rest = &tokens[1..];
    if let [word, bracket, ..] = rest
        && word.kind == TokenKind::Name
        && word.text == "cardinality"
        && bracket.is("[")
    {
        return word.expected_with_advice("a feature that is selected at most once", ARITHMETIC_LEVEL);
    }
    if rest.first().is_some_and(|token| token.is("{")) {
        let end = closing(rest);
        attributes(&rest[1..end], &mut feature, constraints, text)?;
        rest = &rest[end + 1..];
    }
    match rest.first() {
        None => model.add(feature, name.span.clone()),
        Some(token) => token.expected("attributes in {} or the end of the line (names with blanks need \"quotes\")"),
    }
}

/// Returns the index of the bracket that closes the first token, an opening bracket. The lexer has matched all
/// brackets.
fn closing(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Symbol) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    tokens.len() - 1
}

/// Returns `true` if `value` is a list in brackets, such as `[1, 2]` or `{width 60, 'a text'}`, on one line.
pub(crate) fn is_list(value: &str) -> bool {
    let Ok(lines) = lines(value) else { return false };
    let [Line { tokens, .. }] = lines.as_slice() else { return false };
    (tokens[0].is("[") || tokens[0].is("{")) && closing(tokens) + 1 == tokens.len() && !value.contains(['\n', '\r'])
}

/// Splits `tokens` at the commas outside of all brackets, and returns the parts.
fn parts<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    while at < tokens.len() {
        match tokens[at].text {
            "(" | "[" | "{" if tokens[at].kind == TokenKind::Symbol => at += closing(&tokens[at..]),
            "," if tokens[at].kind == TokenKind::Symbol => {
                parts.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&tokens[start..]);
    parts
}

fn attributes<'a>(
    tokens: &[Token<'a>],
    feature: &mut Feature,
    constraints: &mut Vec<Vec<Token<'a>>>,
    text: &'a str,
) -> ReadResult<()> {
    if tokens.is_empty() {
        return Ok(());
    }
    for part in parts(tokens) {
        let Some((key, value)) = part.split_first() else {
            return tokens[0].expected("attributes with a comma between them");
        };
        if !key.is_name() {
            return key.expected("the name of an attribute");
        }
        let is_true = || value.first().is_none_or(|value| value.text == "true");
        match (key.text, value) {
            ("abstract", _) => feature.is_abstract = is_true(),
            ("hidden", _) => feature.is_hidden = is_true(),
            ("constraint", [_, ..]) => constraints.push(value.to_vec()),
            ("constraints", [open, .., _]) if open.is("[") => {
                let all = parts(&value[1..closing(value)]);
                constraints.extend(all.into_iter().filter(|part| !part.is_empty()).map(<[Token<'a>]>::to_vec));
            }
            _ => {
                let is_negative = value.first().is_some_and(|first| first.is("-"));
                let length = match value {
                    [] => 0,
                    [open, ..] if open.is("[") || open.is("{") => closing(value) + 1,
                    _ => 1 + usize::from(is_negative),
                };
                if let Some(token) = value.get(length) {
                    return token.expected("a comma or the closing } after the attribute");
                }
                let written = match value {
                    [] => "",
                    [first, ..] => &text[first.span.start..end_of(value).start],
                };
                let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
                let written = if is_negative { written.replace(' ', "") } else { written };
                feature.attributes.push((key.text.to_owned(), written));
            }
        }
    }
    Ok(())
}

/// A parser of constraints by recursive descent, with a function for each level of precedence.
struct Parser<'t, 'a> {
    tokens: &'t [Token<'a>],
    next: usize,
    model: &'t LocatedModel,
    end: Range<usize>,
}

impl<'t, 'a> Parser<'t, 'a> {
    fn peek(&self) -> Option<&'t Token<'a>> {
        self.tokens.get(self.next)
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| token.is(symbol));
        self.next += usize::from(is_next);
        is_next
    }

    /// Reads a whole constraint: a formula, or a sum with a bound.
    fn constraint(&mut self) -> ReadResult<FeatureFormula> {
        match self.tokens {
            [sum, open, ..] if sum.kind == TokenKind::Name && sum.text == "sum" && open.is("(") => self.sum(),
            _ => self.equivalent(0),
        }
    }

    fn sum(&mut self) -> ReadResult<FeatureFormula> {
        const WANTED: &str = "a sum with a bound, such as sum(weight) <= 1200";
        let [sum, _, attribute, close, relation, rest @ ..] = self.tokens else {
            return self.tokens[0].expected_with_advice(WANTED, ARITHMETIC_LEVEL);
        };
        let known = ["==", "<=", ">=", "<", ">"].into_iter().find(|&known| relation.is(known));
        let (sign, number) = match rest {
            [minus, number] if minus.is("-") => ("-", number),
            [number] => ("", number),
            _ => return sum.expected_with_advice(WANTED, ARITHMETIC_LEVEL),
        };
        match known {
            Some(known) if attribute.is_name() && close.is(")") && number.kind == TokenKind::Number => {
                self.next = self.tokens.len();
                let bound = format!("{sign}{}", number.text);
                Ok(FeatureFormula::Sum { attribute: attribute.text.to_owned(), relation: known, bound })
            }
            _ => sum.expected_with_advice(WANTED, ARITHMETIC_LEVEL),
        }
    }

    fn equivalent(&mut self, depth: usize) -> ReadResult<FeatureFormula> {
        self.chain(depth, "<=>", Self::implies, |a, b| FeatureFormula::Equivalent(Box::new(a), Box::new(b)))
    }

    fn implies(&mut self, depth: usize) -> ReadResult<FeatureFormula> {
        self.chain(depth, "=>", Self::or, |a, b| FeatureFormula::Implies(Box::new(a), Box::new(b)))
    }

    /// Reads operands of a binary operator, which associates to the left.
    fn chain(
        &mut self,
        depth: usize,
        operator: &str,
        operand: fn(&mut Self, usize) -> ReadResult<FeatureFormula>,
        join: fn(FeatureFormula, FeatureFormula) -> FeatureFormula,
    ) -> ReadResult<FeatureFormula> {
        let mut formula = operand(self, depth)?;
        let mut length = 0;
        while self.accept(operator) {
            length += 1;
            self.check_depth(depth + length)?;
            formula = join(formula, operand(self, depth + length)?);
        }
        Ok(formula)
    }

    fn or(&mut self, depth: usize) -> ReadResult<FeatureFormula> {
        self.list(depth, "|", Self::and, FeatureFormula::Or)
    }

    fn and(&mut self, depth: usize) -> ReadResult<FeatureFormula> {
        self.list(depth, "&", Self::primary, FeatureFormula::And)
    }

    /// Reads any number of operands of an operator.
    fn list(
        &mut self,
        depth: usize,
        operator: &str,
        operand: fn(&mut Self, usize) -> ReadResult<FeatureFormula>,
        join: fn(Vec<FeatureFormula>) -> FeatureFormula,
    ) -> ReadResult<FeatureFormula> {
        let first = operand(self, depth)?;
        let mut parts = vec![first];
        while self.accept(operator) {
            parts.push(operand(self, depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { join(parts) })
    }

    fn primary(&mut self, depth: usize) -> ReadResult<FeatureFormula> {
        self.check_depth(depth)?;
        if self.accept("!") {
            return Ok(FeatureFormula::Not(Box::new(self.primary(depth + 1)?)));
        }
        if self.accept("(") {
            let formula = self.equivalent(depth + 1)?;
            return match self.peek() {
                _ if self.accept(")") => Ok(formula),
                Some(token) => token.expected("an operator or )"),
                None => fail(&self.end, "expected ), found the end of the constraint"),
            };
        }
        let Some(token) = self.peek().filter(|token| token.is_name()) else {
            const WANTED: &str = "the name of a feature, ! or (";
            return match self.peek() {
                Some(token) if token.kind == TokenKind::Number || token.is("-") => {
                    token.expected_with_advice(WANTED, ARITHMETIC_LEVEL)
                }
                Some(token) if token.kind == TokenKind::Text => token.expected_with_advice(WANTED, TYPE_LEVEL),
                Some(token) => token.expected(WANTED),
                None => fail(&self.end, "expected the name of a feature, ! or (, found the end of the constraint"),
            };
        };
        self.next += 1;
        if let Some(next) = self.peek()
            && ["(", ".", "+", "-", "*", "/", "==", "!=", "<", ">", "<=", ">="].iter().any(|symbol| next.is(symbol))
        {
            let is_of_texts = self.tokens.get(self.next + 1).is_some_and(|value| value.kind == TokenKind::Text)
                || token.kind == TokenKind::Name && token.text == "len" && next.is("(");
            let level = if is_of_texts { TYPE_LEVEL } else { ARITHMETIC_LEVEL };
            return next.expected_with_advice("Boolean operators, or one sum such as sum(weight) <= 1200", level);
        }
        Ok(FeatureFormula::Feature(self.model.named(token.text, &token.span)?))
    }

    fn check_depth(&self, depth: usize) -> ReadResult<()> {
        if depth <= MAX_DEPTH {
            return Ok(());
        }
        let span = self.peek().map_or_else(|| self.end.clone(), |token| token.span.clone());
        fail(&span, format!("expected at most {MAX_DEPTH} nested operators: split this constraint"))
    }
}
