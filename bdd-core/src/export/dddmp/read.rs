//! Reading DDDMP files.
//!
//! The reader trusts no input. It checks each field of the header against the others, and each node against the nodes
//! before it. At the end it checks that the nodes are those of a reduced diagram: all are different, a root reaches
//! each of them, and each variable of the support has a node. It allocates no more than the number of bytes justifies.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashSet;

use super::{DddmpMode, ESCAPED, Header, MOST_NODES, Position, ReadError, ReadErrorKind, SupportVariable, code};
use crate::assemble::Listed;
use crate::budget::{Budget, Interrupted};
use crate::diagram::{Bdd, FALSE, Index, Level, Node, TRUE};
use crate::groups::Groups;
use crate::id::Variable;
use crate::reduce::Reduced;
use crate::reduction::EqualChildren;

/// The number of nodes between two checks of the budget.
const STRIDE: u32 = 1 << 10;

/// Reads the diagram of a DDDMP file with one root, as [`write()`](super::write()) or CUDD made it.
///
/// Variables that no node decides stay variables of the diagram. The diagram has up to two nodes for each node of the
/// file. The budget counts as memory the bytes of the file, 32 bytes for each node of the file, and 64 bytes for each
/// node of the diagram. The number of bytes bounds the number of nodes: a node takes at least 9 bytes of text, or one
/// in binary.
///
/// ```
/// use bdd_core::Budget;
/// use bdd_core::export::dddmp::read;
///
/// // The second of three variables, "b".
/// let file = "\
/// .ver DDDMP-2.0
/// .mode A
/// .varinfo 4
/// .nnodes 2
/// .nvars 3
/// .nsuppvars 1
/// .orderedvarnames a b c
/// .ids 1
/// .permids 1
/// .nroots 1
/// .rootids 2
/// .nodes
/// 1 1 0 0
/// 2 0 1 -1
/// .end
/// ";
/// let budget = &mut Budget::unlimited();
/// let (bdd, header) = read(file.as_bytes(), budget)?;
/// assert_eq!((bdd.variables(), bdd.model_count()), (3, 4u32.into()));
/// assert_eq!(header.variable_names.unwrap()[header.support[0].variable.index()], "b");
///
/// let error = read(file.replace("2 0 1", "2 0 7").as_bytes(), budget).unwrap_err();
/// assert_eq!(error.to_string(), "line 14: node 2 has the high child 7: expected 1, the only node before it");
/// # Ok::<(), bdd_core::export::dddmp::ReadError>(())
/// ```
///
/// # Errors
///
/// [`ReadError`] if the bytes are not a complete and consistent DDDMP file of a reduced diagram, or have several roots.
/// An error with [`ReadError::interrupted`] if the budget did not suffice or was cancelled.
pub fn read(bytes: &[u8], budget: &mut Budget<'_>) -> Result<(Bdd, Header), ReadError> {
    let diagrams = budget.part(0.0..0.8, |budget| read_all(bytes, budget))?;
    if diagrams.roots() != 1 {
        let message = format!("the file has {} roots: expected one, or a call of read_all", diagrams.roots());
        return Err(ReadError::new(ReadErrorKind::Unsupported, None, message));
    }
    let bdd = budget.part(0.8..1.0, |budget| diagrams.diagram(0, budget))?;
    Ok((bdd, diagrams.header))
}

/// Reads a DDDMP file with any number of roots. The diagrams share their nodes; [`Diagrams::diagram`] returns one of
/// them with nodes of its own.
///
/// ```
/// use bdd_core::Budget;
/// use bdd_core::export::dddmp::read_all;
///
/// let file = ".ver DDDMP-2.0\n.mode A\n.varinfo 4\n.nnodes 2\n.nvars 1\n.nsuppvars 1\n.ids 0\n.permids 0\n.nroots 2\n\
///             .rootnames yes no\n.rootids 2 -2\n.nodes\n1 1 0 0\n2 0 1 -1\n.end\n";
/// let budget = &mut Budget::unlimited();
/// let diagrams = read_all(file.as_bytes(), budget)?;
/// assert_eq!(diagrams.header().root_names.as_deref().unwrap(), ["yes", "no"]);
/// assert!(diagrams.diagram(0, budget)?.is_satisfied_by(&[true]));
/// assert!(diagrams.diagram(1, budget)?.is_satisfied_by(&[false]));
/// # Ok::<(), bdd_core::export::dddmp::ReadError>(())
/// ```
///
/// # Errors
///
/// [`ReadError`] if the bytes are not a complete and consistent DDDMP file of reduced diagrams. An error with
/// [`ReadError::interrupted`] if the budget did not suffice or was cancelled.
pub fn read_all(bytes: &[u8], budget: &mut Budget<'_>) -> Result<Diagrams, ReadError> {
    budget.check()?;
    let mut lines = FileLines { bytes, at: 0, number: 0 };
    let fields = Fields::read(&mut lines)?;
    let declared = Declared::check(&fields)?;
    budget.with_tables(|budget| {
        let left = bytes.len() - lines.at;
        // A line is shortest if its node has no additional information.
        let most = match declared.header.mode {
            DddmpMode::Text => left.div_ceil("2 0 1 -1\n".len()),
            DddmpMode::Binary => left,
        };
        if declared.nodes as usize > most {
            let message = format!(".nnodes is {}, but only {left} bytes follow .nodes", declared.nodes);
            return Err(fields.malformed(Field::Nnodes, message));
        }
        // Count the memory of the file, and 32 bytes for each node: its entry, its place in the lists of the levels,
        // its signs and its numbers.
        budget.take(bytes.len().saturating_add((declared.nodes as usize).saturating_mul(32)))?;
        let nodes = FileNodes::read(lines, &declared, budget)?;
        nodes.check(&declared, budget)?;
        let (reduced, roots) = nodes.without_complements(&declared, budget)?;
        Ok(Diagrams { header: declared.header, reduced, roots })
    })
}

/// The diagrams of a DDDMP file, which share their nodes.
pub struct Diagrams {
    header: Header,
    reduced: Reduced<EqualChildren>,
    roots: Vec<Index>,
}

impl Diagrams {
    /// Returns the header of the file.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of roots, at least one.
    #[must_use]
    pub fn roots(&self) -> usize {
        self.roots.len()
    }

    /// Returns the diagram under the root with the number `root`, counted from 0. The call takes time and memory for
    /// the nodes of all diagrams of the file.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If `root` is not below [`Diagrams::roots`].
    pub fn diagram(&self, root: usize, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        self.reduced.finish(self.roots[root], budget)
    }
}

/// Writes the header and the number of roots; never the nodes.
impl fmt::Debug for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Diagrams");
        debug.field("header", &self.header).field("roots", &self.roots()).finish_non_exhaustive()
    }
}

/// Rejects a file that is incomplete or contradicts itself.
#[cold]
fn malformed(position: Position, message: String) -> ReadError {
    ReadError::new(ReadErrorKind::Malformed, Some(position), message)
}

/// Quotes and shortens `text`, a part of the file, for a message.
fn quoted(text: impl AsRef<[u8]>) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(text.as_ref());
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Returns the words of a line, separated by the characters that C's `isspace` accepts.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\r')).filter(|word| !word.is_empty())
}

/// Parses a decimal number in the form in which CUDD writes it, without leading zeros. Returns `None` for any other
/// word.
fn number<T: FromStr>(word: &[u8]) -> Option<T> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = digits.iter().all(u8::is_ascii_digit) && (digits.len() == 1 || !digits.starts_with(b"0"));
    if is_plain && word != b"-0" { std::str::from_utf8(word).ok()?.parse().ok() } else { None }
}

/// The lines of a file that is being read.
struct FileLines<'a> {
    bytes: &'a [u8],
    /// The index of the first byte of the next line.
    at: usize,
    /// The number of the last line returned, counted from 1.
    number: usize,
}

impl<'a> FileLines<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = rest.iter().position(|&byte| byte == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        Some(&rest[..end.unwrap_or(rest.len())])
    }

    fn position(&self) -> Position {
        Position::Line(self.number)
    }
}

/// Defines the fields of the header with their names.
macro_rules! fields {
    ($($field:ident $name:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Field {
            $($field),*
        }

        impl Field {
            const ALL: &'static [Field] = &[$(Field::$field),*];

            fn name(self) -> &'static str {
                match self {
                    $(Field::$field => $name),*
                }
            }
        }
    };
}

fields! {
    Ver ".ver" Mode ".mode" Varinfo ".varinfo" Dd ".dd" Nnodes ".nnodes" Nvars ".nvars" Nsuppvars ".nsuppvars"
    Orderedvarnames ".orderedvarnames" Suppvarnames ".suppvarnames" Ids ".ids" Permids ".permids" Auxids ".auxids"
    Nroots ".nroots" Rootids ".rootids" Rootnames ".rootnames" Bdd ".bdd"
}

/// The fields of a header: for each field, the number of its line and the text after its name.
struct Fields<'a> {
    values: [Option<(usize, &'a [u8])>; Field::ALL.len()],
    /// The number of the line `.nodes`.
    end: usize,
}

impl<'a> Fields<'a> {
    /// Reads the header up to the line `.nodes`.
    fn read(lines: &mut FileLines<'a>) -> Result<Fields<'a>, ReadError> {
        let mut fields = Fields { values: [None; Field::ALL.len()], end: 0 };
        let mut is_first = true;
        loop {
            let Some(line) = lines.next() else {
                if is_first {
                    let message = "not a DDDMP file: expected .ver, found no field".to_owned();
                    return Err(ReadError::new(ReadErrorKind::NotDddmp, None, message));
                }
                let position = Position::Line(lines.number + 1);
                return Err(malformed(position, "expected .nodes, found the end of the file".to_owned()));
            };
            let Some(word) = words(line).next() else { continue };
            if word.starts_with(b"#") {
                continue;
            }
            if is_first && word != b".ver" {
                let message = format!("not a DDDMP file: expected .ver, found {}", quoted(word));
                return Err(ReadError::new(ReadErrorKind::NotDddmp, Some(lines.position()), message));
            }
            is_first = false;
            let start = line.windows(word.len()).position(|part| part == word).unwrap_or(0) + word.len();
            let rest = line[start..].trim_ascii();
            if word == b".nodes" {
                if !rest.is_empty() {
                    let message = format!("expected the nodes on the lines after .nodes, found {}", quoted(rest));
                    return Err(malformed(lines.position(), message));
                }
                fields.end = lines.number;
                return Ok(fields);
            }
            if word == b".add" {
                let message = "the file has an ADD, with numbers as terminals: expected a BDD".to_owned();
                return Err(ReadError::new(ReadErrorKind::Unsupported, Some(lines.position()), message));
            }
            // Version 1.0 has this other name for the field.
            let name = if word == b".varnames" { b".suppvarnames" } else { word };
            let field = Field::ALL.iter().find(|field| field.name().as_bytes() == name);
            let Some(&field) = field else {
                let message = format!("expected a field of the header or .nodes, found {}", quoted(word));
                return Err(malformed(lines.position(), message));
            };
            if let Some((line, _)) = fields.values[field as usize].replace((lines.number, rest)) {
                let message = format!("expected {} once, found the field on line {line} as well", field.name());
                return Err(malformed(lines.position(), message));
            }
        }
    }

    /// Returns an error with the line of a field as its position. If the field is missing, the position is the line
    /// `.nodes`, where the header ends.
    fn error(&self, kind: ReadErrorKind, field: Field, message: String) -> ReadError {
        let line = self.values[field as usize].map_or(self.end, |(line, _)| line);
        ReadError::new(kind, Some(Position::Line(line)), message)
    }

    fn malformed(&self, field: Field, message: String) -> ReadError {
        self.error(ReadErrorKind::Malformed, field, message)
    }

    fn has(&self, field: Field) -> bool {
        self.values[field as usize].is_some()
    }

    /// Returns the value of a required field; an error if the field is missing.
    fn value(&self, field: Field) -> Result<&'a [u8], ReadError> {
        match self.values[field as usize] {
            Some((_, value)) => Ok(value),
            None => Err(self.malformed(field, format!("expected {} before .nodes, found none", field.name()))),
        }
    }

    fn text(&self, field: Field, word: &[u8]) -> Result<String, ReadError> {
        match std::str::from_utf8(word) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(self.malformed(field, format!("expected UTF-8 in {}, found {}", field.name(), quoted(word)))),
        }
    }

    /// Returns the number in a required field; an error unless it is from `least` to `most`.
    fn number(&self, field: Field, least: u32, most: u32) -> Result<u32, ReadError> {
        let value = self.value(field)?;
        match number(value).filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(number),
            None => {
                let name = field.name();
                let message = format!("expected {name} from {least} to {most}, found {}", quoted(value));
                Err(self.malformed(field, message))
            }
        }
    }

    /// Returns the values of a field that lists `length` values. Returns `None` if the file lacks the field, and an
    /// error if the field has more or fewer values.
    fn list<T>(
        &self,
        field: Field,
        length: usize,
        item: impl Fn(&[u8]) -> Result<T, ReadError>,
    ) -> Result<Option<Vec<T>>, ReadError> {
        let Some((_, value)) = self.values[field as usize] else { return Ok(None) };
        let found = words(value).count();
        if found != length {
            let message = format!("expected {length} values of {}, found {found}", field.name());
            return Err(self.malformed(field, message));
        }
        words(value).map(item).collect::<Result<_, _>>().map(Some)
    }

    fn names(&self, field: Field, length: usize) -> Result<Option<Vec<String>>, ReadError> {
        let names = self.list(field, length, |word| self.text(field, word))?;
        let mut seen = FxHashSet::default();
        if let Some(name) = names.iter().flatten().find(|&name| !seen.insert(name)) {
            return Err(self.malformed(field, format!("{} has the name {} twice", field.name(), quoted(name))));
        }
        Ok(names)
    }

    /// Returns the variables that a required field lists; an error unless they are `length` different variables below
    /// `variables`.
    fn variables(&self, field: Field, length: usize, variables: usize) -> Result<Vec<Variable>, ReadError> {
        let item = |word: &[u8]| match number(word).map(Variable::new) {
            Some(variable) if variable.index() < variables => Ok(variable),
            _ => {
                let name = field.name();
                let message = format!("expected variable numbers below {variables} in {name}, found {}", quoted(word));
                Err(self.malformed(field, message))
            }
        };
        self.value(field)?;
        let list = self.list(field, length, item)?.unwrap_or_default();
        let mut seen = FxHashSet::default();
        match list.iter().find(|&&variable| !seen.insert(variable)) {
            Some(variable) => Err(self.malformed(field, format!("{} has the number {variable} twice", field.name()))),
            None => Ok(list),
        }
    }
}

/// The header of a file, after its fields were checked against each other.
struct Declared {
    header: Header,
    /// The number of nodes, the terminal included.
    nodes: u32,
    roots: Vec<i32>,
    /// The support, which is the set of variables that some node decides, from the root down.
    levels: Vec<Level>,
    /// The number of words in a node's line.
    words: usize,
    /// For each variable of the support, the word with which the lines of its nodes must name it. `None` if these lines
    /// have no such word, or if the meaning of the word is unknown.
    info: Option<Vec<String>>,
    /// The line number of the field `.permids`; 0 if the field is missing. An error about a variable of the support
    /// that no node decides has this line as its position.
    support_line: usize,
}

impl Declared {
    fn check(fields: &Fields<'_>) -> Result<Declared, ReadError> {
        let version = fields.value(Field::Ver)?;
        if !matches!(version, b"DDDMP-2.0" | b"DDDMP-1.0") {
            let message = format!("expected the version DDDMP-2.0 or DDDMP-1.0, found {}", quoted(version));
            return Err(fields.error(ReadErrorKind::Version, Field::Ver, message));
        }
        let mode = match fields.value(Field::Mode)? {
            b"A" => DddmpMode::Text,
            b"B" => DddmpMode::Binary,
            other => {
                let message = format!("expected .mode A or .mode B, found {}", quoted(other));
                return Err(fields.malformed(Field::Mode, message));
            }
        };
        let most = Variable::MAX_COUNT as u32;
        let variables = fields.number(Field::Nvars, 0, most)? as usize;
        let support = fields.number(Field::Nsuppvars, 0, variables as u32)? as usize;
        let nodes = fields.number(Field::Nnodes, 1, MOST_NODES)?;
        let roots = fields.number(Field::Nroots, 1, i32::MAX as u32)? as usize;

        let ids = fields.variables(Field::Ids, support, variables)?;
        let permids = fields.variables(Field::Permids, support, variables)?;
        let auxids = fields.list(Field::Auxids, support, |word| {
            number(word).ok_or_else(|| {
                let message = format!("expected numbers of 32 bits in .auxids, found {}", quoted(word));
                fields.malformed(Field::Auxids, message)
            })
        })?;
        let names = fields.names(Field::Suppvarnames, support)?;
        let variable_names = fields.names(Field::Orderedvarnames, variables)?;
        if let (Some(names), Some(all)) = (&names, &variable_names) {
            let pairs = names.iter().zip(permids.iter().map(|level| &all[level.index()]));
            if let Some((name, (other, level))) =
                pairs.zip(&permids).map(|((a, b), c)| (a, (b, c))).find(|(a, (b, _))| a != b)
            {
                let message = format!(
                    "variable {level} has the name {} in .suppvarnames and {} in .orderedvarnames: expected the same",
                    quoted(name),
                    quoted(other)
                );
                return Err(fields.malformed(Field::Suppvarnames, message));
            }
        }
        let root_names = fields.list(Field::Rootnames, roots, |word| fields.text(Field::Rootnames, word))?;
        fields.value(Field::Rootids)?;
        let roots = fields.list(Field::Rootids, roots, |word| {
            let root = number(word).filter(|&root: &i32| root != 0 && root.unsigned_abs() <= nodes);
            root.ok_or_else(|| {
                let message = format!(
                    "expected numbers from 1 to {nodes}, or their negatives, in .rootids, found {}",
                    quoted(word)
                );
                fields.malformed(Field::Rootids, message)
            })
        })?;
        // A name may contain spaces: CUDD writes such a name, although CUDD can't read it again.
        let diagram = match fields.has(Field::Dd) {
            true => Some(fields.text(Field::Dd, fields.value(Field::Dd)?)?),
            false => None,
        };
        if diagram.as_deref() == Some("") {
            return Err(fields.malformed(Field::Dd, "expected a name after .dd, found none".to_owned()));
        }

        let mut by_level: Vec<usize> = (0..support).collect();
        by_level.sort_unstable_by_key(|&place| permids[place]);
        let mut declared = Declared {
            nodes,
            roots: roots.unwrap_or_default(),
            levels: by_level.iter().map(|&place| permids[place].into()).collect(),
            words: 5,
            info: None,
            support_line: fields.values[Field::Permids as usize].map_or(0, |(line, _)| line),
            header: Header { mode, diagram, variables, variable_names, support: Vec::new(), root_names },
        };
        if mode == DddmpMode::Text || fields.has(Field::Varinfo) {
            let needs = |field: Field| {
                let message = format!(
                    ".varinfo says that nodes name their variables by {0}: expected a field {0}, found none",
                    field.name()
                );
                fields.malformed(Field::Varinfo, message)
            };
            let info: Option<Vec<String>> = match fields.number(Field::Varinfo, 0, 4)? {
                0 => Some(ids.iter().map(ToString::to_string).collect()),
                1 => Some(permids.iter().map(ToString::to_string).collect()),
                2 => {
                    Some(auxids.as_ref().ok_or_else(|| needs(Field::Auxids))?.iter().map(ToString::to_string).collect())
                }
                3 => Some(names.clone().ok_or_else(|| needs(Field::Suppvarnames))?),
                _ => None,
            };
            declared.words = if info.is_some() { 5 } else { 4 };
            // In version 1.0, the numbers of `.varinfo` have other meanings.
            let info = info.filter(|_| version == b"DDDMP-2.0");
            declared.info = info.map(|info| by_level.iter().map(|&place| info[place].clone()).collect());
        }
        declared.header.support = (0..support)
            .map(|place| SupportVariable {
                variable: permids[place],
                id: ids[place],
                auxiliary: auxids.as_ref().map(|numbers| numbers[place]),
                name: names.as_ref().map(|names| names[place].clone()),
            })
            .collect();
        Ok(declared)
    }

    /// Returns the number of variables in the support. The terminal has this number as its `place`, after all
    /// variables.
    fn support(&self) -> Level {
        self.levels.len() as Level
    }
}

/// A node of the file. `place` is the place of its variable in the support, `then` its high child, and `otherwise` its
/// low child, which is negative if the edge is complemented.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NodeEntry {
    then: u32,
    otherwise: i32,
    place: Level,
}

/// The nodes of a file. The node with the number `n` has the index `n - 1`, and the first node is the terminal.
struct FileNodes {
    entries: Vec<NodeEntry>,
}

impl FileNodes {
    fn read(lines: FileLines<'_>, declared: &Declared, budget: &mut Budget<'_>) -> Result<FileNodes, ReadError> {
        let terminal = NodeEntry { then: 0, otherwise: 0, place: declared.support() };
        // The caller has checked that the bytes are enough for this number of nodes.
        let mut nodes = FileNodes { entries: Vec::with_capacity(declared.nodes as usize) };
        nodes.entries.push(terminal);
        match declared.header.mode {
            DddmpMode::Text => nodes.read_text(lines, declared, budget)?,
            DddmpMode::Binary => nodes.read_binary(&lines, declared, budget)?,
        }
        Ok(nodes)
    }

    fn read_text(
        &mut self,
        mut lines: FileLines<'_>,
        declared: &Declared,
        budget: &mut Budget<'_>,
    ) -> Result<(), ReadError> {
        let count = declared.words;
        for id in 1..=declared.nodes {
            if id % STRIDE == 0 {
                budget.spend(10 * STRIDE, || 0.5 * f64::from(id) / f64::from(declared.nodes))?;
            }
            let Some(line) = lines.next() else {
                let position = Position::Line(lines.number + 1);
                let message = format!("expected node {id} of {}, found the end of the file", declared.nodes);
                return Err(malformed(position, message));
            };
            let position = lines.position();
            let mut list: [&[u8]; 5] = [&[]; 5];
            let mut found = 0;
            for word in words(line) {
                if let Some(place) = list.get_mut(found) {
                    *place = word;
                }
                found += 1;
            }
            if found != count {
                let form = if count == 5 { "number, variable, place, high, low" } else { "number, place, high, low" };
                let message = format!(
                    "expected {count} words ({form}) for node {id} of {}, found {}",
                    declared.nodes,
                    quoted(line)
                );
                return Err(malformed(position, message));
            }
            if number(list[0]) != Some(id) {
                let message = format!("expected the number {id} of the next node, found {}", quoted(list[0]));
                return Err(malformed(position, message));
            }
            let [place, then, otherwise] = [list[count - 3], list[count - 2], list[count - 1]];
            let info = (count == 5).then_some(list[1]);
            if id == 1 {
                if (place, then, otherwise) != (b"1", b"0", b"0") || info.is_some_and(|info| info != b"T") {
                    let terminal = if count == 5 { "1 T 1 0 0" } else { "1 1 0 0" };
                    let message = format!("expected the terminal {terminal} first, found {}", quoted(line));
                    return Err(malformed(position, message));
                }
                continue;
            }
            let range = |what: &str, word: &[u8], expected: String| {
                malformed(position, format!("node {id} has the {what} {}: expected {expected}", Plain(word)))
            };
            let before = || match id {
                2 => "1, the only node before it".to_owned(),
                _ => format!("a node from 1 to {}", id - 1),
            };
            let support = declared.support();
            let Some(place) = number(place).filter(|&place| place < support) else {
                return Err(range(
                    "place",
                    place,
                    format!("one of {support} variables of the support, counted from 0"),
                ));
            };
            let then = match number::<i32>(then) {
                Some(child) if (1..id as i32).contains(&child) => child as u32,
                Some(child) if child < 0 => {
                    return Err(range(
                        "high child",
                        then,
                        "a positive number, since only low edges may be complemented".to_owned(),
                    ));
                }
                _ => return Err(range("high child", then, before())),
            };
            let Some(otherwise) = number::<i32>(otherwise).filter(|&child| child != 0 && child.unsigned_abs() < id)
            else {
                return Err(range("low child", otherwise, format!("{}, or its negative", before())));
            };
            if let (Some(expected), Some(found)) = (&declared.info, info)
                && expected[usize::from(place)].as_bytes() != found
            {
                let expected = quoted(&expected[usize::from(place)]);
                let message = format!(
                    "node {id} names its variable {}: expected {expected}, the name of the variable at place {place}",
                    quoted(found)
                );
                return Err(malformed(position, message));
            }
            self.push(NodeEntry { then, otherwise, place }, position)?;
        }
        let after = lines.next();
        if after.is_none_or(|line| line.trim_ascii_end() != b".end") {
            let found = after.map_or_else(|| "the end of the file".to_owned(), quoted);
            let position = Position::Line(lines.number + usize::from(after.is_none()));
            let message = format!("expected .end after {} nodes, found {found}", declared.nodes);
            return Err(malformed(position, message));
        }
        end(&lines.bytes[lines.at..], Position::Line(lines.number + 1))
    }

    fn read_binary(
        &mut self,
        lines: &FileLines<'_>,
        declared: &Declared,
        budget: &mut Budget<'_>,
    ) -> Result<(), ReadError> {
        let mut bytes = Bytes { bytes: lines.bytes, at: lines.at };
        for id in 1..=declared.nodes {
            if id % STRIDE == 0 {
                budget.spend(STRIDE, || 0.5 * f64::from(id) / f64::from(declared.nodes))?;
            }
            let start = bytes.at;
            let position = Position::Byte(start);
            let codes = bytes.next(id)?;
            if id == 1 {
                if codes != code::TERMINAL {
                    let message = format!("expected the terminal (code 00) first, found {codes:02x}");
                    return Err(malformed(position, message));
                }
                continue;
            }
            let field = |shift: u8| codes >> shift & 3;
            let (variable, then, complemented, otherwise) = (field(5), field(3), codes & 4 != 0, field(0));
            if variable == code::TERMINAL {
                let message = format!("node {id} is a terminal, code {codes:02x}: expected one terminal, node 1");
                return Err(malformed(position, message));
            }
            if codes >= 0x80 {
                let message = format!("node {id} has the code {codes:02x}: expected a code below 80");
                return Err(malformed(position, message));
            }
            let number = match variable {
                code::NEXT => 1,
                _ => bytes.number(id)?,
            };
            let mut child = |code: u8, what: &str| {
                let (written, child) = match code {
                    code::TERMINAL => return Ok(1),
                    code::NEXT => (1, id.checked_sub(1)),
                    code::RELATIVE => bytes.number(id).map(|number| (number, id.checked_sub(number)))?,
                    _ => bytes.number(id).map(|number| (number, Some(number)))?,
                };
                child.filter(|child| (1..id).contains(child)).ok_or_else(|| {
                    let form = if code == code::ABSOLUTE { "number" } else { "difference" };
                    let message = format!(
                        "node {id} states its {what} child by the {form} {written}: expected a child from 1 to {}",
                        id - 1
                    );
                    malformed(position, message)
                })
            };
            let then = child(then, "high")?;
            let otherwise = child(otherwise, "low")? as i32;
            let below = self.place(then).min(self.place(otherwise.unsigned_abs()));
            let place = if variable == code::ABSOLUTE { Some(number) } else { u32::from(below).checked_sub(number) };
            let support = declared.support();
            let Some(place) = place.and_then(|place| Level::try_from(place).ok()).filter(|&place| place < support)
            else {
                let form = if variable == code::ABSOLUTE { "number" } else { "difference" };
                let message = format!(
                    "node {id} states the place of its variable by the {form} {number}: expected one of {support} \
                     variables of the support, counted from 0"
                );
                return Err(malformed(position, message));
            };
            self.push(
                NodeEntry { then, otherwise: if complemented { -otherwise } else { otherwise }, place },
                position,
            )?;
        }
        let rest = &bytes.bytes[bytes.at..];
        let position = Position::Byte(bytes.at);
        match rest.strip_prefix(b".end") {
            Some(rest) => end(rest, position),
            None => {
                let found = quoted(&rest[..rest.len().min(8)]);
                Err(malformed(position, format!("expected .end after {} nodes, found {found}", declared.nodes)))
            }
        }
    }

    /// Returns the place in the support of the variable that a node decides. For the terminal, returns the number of
    /// variables in the support.
    fn place(&self, node: u32) -> Level {
        self.entries[node as usize - 1].place
    }

    /// Adds a node whose children were added before. Returns an error if the children are equal, or if one of them does
    /// not decide a later variable than the node.
    fn push(&mut self, entry: NodeEntry, position: Position) -> Result<(), ReadError> {
        let NodeEntry { then, otherwise, place } = entry;
        let id = self.entries.len() + 1;
        if then as i32 == otherwise {
            let message = format!("node {id} is redundant: expected different children, found {then} twice");
            return Err(malformed(position, message));
        }
        for child in [then, otherwise.unsigned_abs()] {
            let below = self.place(child);
            if below <= place {
                let message = format!(
                    "node {id} decides the variable at place {place}, and its child {child} the variable at place \
                     {below}: expected a later place"
                );
                return Err(malformed(position, message));
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Checks that no two nodes are equal, and that each variable of the support has a node.
    fn check(&self, declared: &Declared, budget: &mut Budget<'_>) -> Result<(), ReadError> {
        let decisions = || self.entries[1..].iter().map(|entry| Variable::new(entry.place)).zip(2u32..);
        let by_place = Groups::of(declared.levels.len(), decisions, 0, budget)?;
        let mut nodes: Vec<(NodeEntry, u32)> = Vec::new();
        for (place, level) in (0..).zip(&declared.levels) {
            nodes.clear();
            nodes.extend(by_place.get(Variable::new(place)).iter().map(|&id| (self.entries[id as usize - 1], id)));
            if nodes.is_empty() {
                let message = format!("variable {level} is in the support, but no node decides it");
                return Err(malformed(Position::Line(declared.support_line), message));
            }
            nodes.sort_unstable();
            if let Some(pair) = nodes.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                let message = format!("nodes {} and {} are the same: expected each node once", pair[0].1, pair[1].1);
                return Err(ReadError::new(ReadErrorKind::Malformed, None, message));
            }
        }
        Ok(())
    }

    /// Converts the nodes to nodes without complement edges. A node that plain edges reach becomes a node of the same
    /// function; a node that complemented edges reach becomes a node of the negation. A node that edges of both kinds
    /// reach becomes both.
    fn without_complements(
        &self,
        declared: &Declared,
        budget: &mut Budget<'_>,
    ) -> Result<(Reduced<EqualChildren>, Vec<Index>), ReadError> {
        /// Returns the bit of `signs` for edges that lead to a node: complemented edges if `is_complemented`, otherwise
        /// plain edges.
        const fn sign(is_complemented: bool) -> u8 {
            1 << is_complemented as u8
        }
        let mut signs = vec![0u8; self.entries.len()];
        for root in &declared.roots {
            signs[root.unsigned_abs() as usize - 1] |= sign(*root < 0);
        }
        for (index, entry) in self.entries.iter().enumerate().skip(1).rev() {
            if signs[index] == 0 {
                let message = format!("node {} is below no root: expected only nodes below the roots", index + 1);
                return Err(ReadError::new(ReadErrorKind::Malformed, None, message));
            }
            for is_complemented in [false, true] {
                if signs[index] & sign(is_complemented) != 0 {
                    signs[entry.then as usize - 1] |= sign(is_complemented);
                    let low = entry.otherwise.unsigned_abs() as usize - 1;
                    signs[low] |= sign(is_complemented != (entry.otherwise < 0));
                }
            }
        }
        let mut listed = Listed::new(declared.header.variables);
        // For each node of the file, the new node of its function and the new node of the negation.
        let mut new: Vec<[Index; 2]> = vec![[TRUE, FALSE]; self.entries.len()];
        for (index, entry) in self.entries.iter().enumerate().skip(1) {
            for is_complemented in [false, true] {
                if signs[index] & sign(is_complemented) != 0 {
                    let high = new[entry.then as usize - 1][usize::from(is_complemented)];
                    let low = new[entry.otherwise.unsigned_abs() as usize - 1]
                        [usize::from(is_complemented != (entry.otherwise < 0))];
                    new[index][usize::from(is_complemented)] = listed.next();
                    listed.push(declared.levels[usize::from(entry.place)], Node { low, high }, budget)?;
                }
            }
        }
        let (reduced, places) = budget.part(0.5..1.0, |budget| listed.reduced(budget))?;
        let place = |&root: &i32| {
            let node = new[root.unsigned_abs() as usize - 1][usize::from(root < 0)];
            places[node as usize]
        };
        Ok((reduced, declared.roots.iter().map(place).collect()))
    }
}

/// Checks that the file ends here; only white space may follow.
fn end(rest: &[u8], position: Position) -> Result<(), ReadError> {
    let rest = rest.trim_ascii_start();
    if rest.is_empty() {
        return Ok(());
    }
    Err(malformed(
        position,
        format!("expected the end of the file after .end, found {}", quoted(&rest[..rest.len().min(8)])),
    ))
}

/// A word of a node's line, for an error message: shown unchanged if it is short and printable, otherwise quoted.
struct Plain<'a>(&'a [u8]);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match std::str::from_utf8(self.0) {
            Ok(word) if word.len() <= 12 && word.bytes().all(|byte| byte.is_ascii_graphic()) => f.write_str(word),
            _ => f.write_str(&quoted(self.0)),
        }
    }
}

/// The bytes of the nodes in a binary file.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    /// Returns the next byte with its escape decoded. `id` is the number of the current node, for error messages.
    fn next(&mut self, id: u32) -> Result<u8, ReadError> {
        let start = self.at;
        let mut raw = || {
            let byte = self.bytes.get(self.at).copied();
            self.at += 1;
            byte.ok_or_else(|| {
                let message = format!("expected node {id}, found the end of the file");
                malformed(Position::Byte(start), message)
            })
        };
        let byte = raw()?;
        if byte != 0 {
            if ESCAPED.contains(&byte) {
                let message = format!("expected an escape (00) before the byte {byte:02x}, found none");
                return Err(malformed(Position::Byte(start), message));
            }
            return Ok(byte);
        }
        let escaped = raw()?;
        ESCAPED.get(usize::from(escaped)).copied().ok_or_else(|| {
            malformed(Position::Byte(start), format!("expected 00 to 03 after an escape, found {escaped:02x}"))
        })
    }

    /// Returns the next number: 7 bits in each byte, high bits first, the lowest bit of a byte set if another byte
    /// follows. `id` is the number of the current node, for error messages.
    fn number(&mut self, id: u32) -> Result<u32, ReadError> {
        let start = self.at;
        let mut number = 0;
        for place in 0..4 {
            let byte = self.next(id)?;
            number = number << 7 | u32::from(byte >> 1);
            if place == 0 && byte == 1 {
                break;
            }
            if byte & 1 == 0 {
                return Ok(number);
            }
        }
        let message = format!("node {id} has a malformed number: expected up to 4 bytes without leading zeros");
        Err(malformed(Position::Byte(start), message))
    }
}
