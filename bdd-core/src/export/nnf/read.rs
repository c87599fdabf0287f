//! The reader of d-DNNF files in the formats of c2d and d4.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Interrupted};
use crate::dnnf::{Dnnf, FALSE, Index, Node};
use crate::id::Variable;

/// An error of reading a d-DNNF. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A line does not follow the format.
    #[error("line {line}: expected {expected}, found {found:?}")]
    Malformed {
        /// The number of the faulty line, counted from 1.
        line: usize,
        /// The content that the format asks for at this place.
        expected: &'static str,
        /// The text found there, at most 40 characters of it.
        found: String,
    },
    /// The text ends too early.
    #[error("expected {expected}, found the end of the file")]
    Incomplete {
        /// The content that the format asks for at the end of the file.
        expected: &'static str,
    },
    /// A variable has a larger number than the file or the caller allows.
    #[error("line {line}: expected variables from 1 to {most}, found {found}")]
    Variable {
        /// The number of the faulty line, counted from 1.
        line: usize,
        /// The largest number that a variable may have.
        most: usize,
        /// The number of the variable found.
        found: u64,
    },
    /// The header states another number of variables than the caller.
    #[error("line {line}: expected {expected} variables, found {found}")]
    Variables {
        /// The number of the line with the header, counted from 1.
        line: usize,
        /// The number of variables that the caller expects.
        expected: usize,
        /// The number of variables in the header.
        found: u64,
    },
    /// A node is its own descendant.
    #[error("line {line}: expected nodes without a cycle, found a node that is its own descendant")]
    Cycle {
        /// The number of the line that declares the node, counted from 1.
        line: usize,
    },
    /// The parts of a conjunction share a variable.
    #[error(
        "line {line}: expected parts of a conjunction that share no variable, found variable {variable} in two parts"
    )]
    Shared {
        /// The number of the line that declares the conjunction, counted from 1.
        line: usize,
        /// The number of the shared variable, counted from 1.
        variable: usize,
    },
    /// A disjunction is no decision, so its models can't be counted.
    #[error(
        "line {line}: expected a decision (two branches with opposite literals of one variable), found a disjunction of another form"
    )]
    Undecided {
        /// The number of the line that declares the disjunction, counted from 1.
        line: usize,
    },
    /// The budget does not suffice or is cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Reads a decision-DNNF in the format of c2d or of d4, and checks it completely: the parts of each conjunction share
/// no variable, and each disjunction is a decision. Variables that a branch does not name get both values.
///
/// The function has `variables` variables. If `variables` is `None`, a file of c2d states the number in its header. A
/// file of d4 states no number of variables: the largest number of a variable in the file is used instead.
///
/// ```
/// use bdd_core::export::nnf;
/// use bdd_core::{Budget, Literal};
///
/// // d4's output for (x1 or x2) with a free x3.
/// let text = "o 1 0\no 2 0\nt 3 0\n2 3 -1 2 0\n2 3 1 0\n1 2 0\n";
/// let budget = &mut Budget::unlimited();
/// let dnnf = nnf::read(text, Some(3), budget)?;
/// assert_eq!(dnnf.model_count(&[], budget)?, 6u32.into());
/// assert_eq!(dnnf.model_count(&[Literal::negative(0)], budget)?, 2u32.into());
/// # Ok::<(), nnf::ReadError>(())
/// ```
///
/// # Errors
///
/// [`ReadError`] if the text is damaged, is no decision-DNNF, or has other variables than `variables`, or if the budget
/// does not suffice or is cancelled.
pub fn read(text: &str, variables: Option<usize>, budget: &mut Budget<'_>) -> Result<Dnnf, ReadError> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !is_comment(line)).peekable();
    let is_c2d = lines.peek().is_some_and(|(line, _)| line.split_whitespace().next() == Some("nnf"));
    let mut graph =
        ReadNodes { nodes: Vec::new(), root: 0, variables: variables.unwrap_or(Variable::MAX_COUNT), largest: 0 };
    if is_c2d {
        graph.read_c2d(lines, variables, budget)?;
    } else {
        graph.read_d4(lines, budget)?;
    }
    let variables = match variables {
        None if !is_c2d => graph.largest,
        _ => graph.variables,
    };
    Ok(Assembly::new(&graph, variables, budget)?.finished())
}

fn is_comment(line: &str) -> bool {
    line.split_whitespace().next() == Some("c")
}

/// The nodes of a file, by their numbers in it.
struct ReadNodes {
    nodes: Vec<FileNode>,
    root: usize,
    /// The largest number that a variable may have: the number that the header or the caller states, or else
    /// [`Variable::MAX_COUNT`].
    variables: usize,
    /// The largest number of a variable that was read so far.
    largest: usize,
}

struct FileNode {
    line: usize,
    is_disjunction: bool,
    edges: Vec<Edge>,
}

/// An edge to a child, restricted by literals: the edge is true if the child and all `literals` of the edge are true.
#[derive(Default)]
struct Edge {
    literals: Vec<LiteralCode>,
    /// The node to which the edge leads; `None` for the constant true.
    child: Option<usize>,
}

/// Twice the number of a variable, counted from 0, plus 1 for a negative literal.
type LiteralCode = u32;

impl ReadNodes {
    fn read_c2d<'t>(
        &mut self,
        mut lines: impl Iterator<Item = (&'t str, usize)>,
        variables: Option<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<(), ReadError> {
        let (header, line) = lines.next().expect("the caller has seen the header");
        let mut words = LineWords::new(header, line);
        words.skip();
        let [nodes, _, count] = [(); 3].map(|()| words.number("the header nnf NODES EDGES VARIABLES"));
        let (nodes, count) = (nodes?, count?);
        words.end()?;
        if let Some(expected) = variables.filter(|&variables| count != variables as u64) {
            return Err(ReadError::Variables { line, expected, found: count });
        }
        if count > Variable::MAX_COUNT as u64 {
            return Err(ReadError::Variable { line, most: Variable::MAX_COUNT, found: count });
        }
        self.variables = count as usize;
        for (text, line) in lines {
            budget.spend(1 + text.len() as u32 / 4, || 0.0)?;
            let node = self.c2d_node(LineWords::new(text, line))?;
            self.nodes.push(node);
        }
        if self.nodes.len() as u64 != nodes || nodes == 0 {
            return Err(ReadError::Incomplete { expected: "as many nodes as the header states" });
        }
        self.root = self.nodes.len() - 1;
        Ok(())
    }

    fn c2d_node(&mut self, mut words: LineWords<'_>) -> Result<FileNode, ReadError> {
        let line = words.line;
        let kind = words.word("L, A or O")?;
        if kind == "L" {
            let literal = words.literal(self)?;
            words.end()?;
            let edges = vec![Edge { literals: vec![literal], child: None }];
            return Ok(FileNode { line, is_disjunction: false, edges });
        }
        let is_disjunction = match kind {
            "A" => false,
            "O" => true,
            _ => return Err(words.malformed("L, A or O", kind)),
        };
        if is_disjunction {
            words.number("the number of the decided variable, or 0")?;
        }
        let count = words.number("the number of children")?;
        let mut edges = Vec::new();
        for _ in 0..count {
            let child = words.number("a node of an earlier line")?;
            let Some(node) = usize::try_from(child).ok().and_then(|child| self.nodes.get(child)) else {
                return Err(words.malformed("a node of an earlier line", &child.to_string()));
            };
            // A node that is a single literal becomes a literal of the edge.
            edges.push(match &node.edges[..] {
                [Edge { literals, child: None }] if literals.len() == 1 && !node.is_disjunction => {
                    Edge { literals: literals.clone(), child: None }
                }
                _ => Edge { literals: Vec::new(), child: Some(child as usize) },
            });
        }
        words.end()?;
        Ok(FileNode { line, is_disjunction, edges })
    }

    fn read_d4<'t>(
        &mut self,
        lines: impl Iterator<Item = (&'t str, usize)>,
        budget: &mut Budget<'_>,
    ) -> Result<(), ReadError> {
        let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
        for (text, line) in lines {
            budget.spend(1 + text.len() as u32 / 4, || 0.0)?;
            let mut words = LineWords::new(text, line);
            let first = words.word("a node or an edge")?;
            if let "o" | "a" | "t" | "f" = first {
                let number = words.number("the number of the node")?;
                words.zero()?;
                if numbers.insert(number, self.nodes.len()).is_some() {
                    return Err(words.malformed("the number of a new node", &number.to_string()));
                }
                let is_disjunction = matches!(first, "o" | "f");
                self.nodes.push(FileNode { line, is_disjunction, edges: Vec::new() });
                continue;
            }
            let mut words = LineWords::new(text, line);
            let [parent, child] = [(); 2].map(|()| {
                let number = words.number("a node or an edge")?;
                numbers.get(&number).copied().ok_or_else(|| words.malformed("a declared node", &number.to_string()))
            });
            let (parent, child) = (parent?, child?);
            let mut literals = Vec::new();
            while !words.is_zero() {
                literals.push(words.literal(self)?);
            }
            words.zero()?;
            self.nodes[parent].edges.push(Edge { literals, child: Some(child) });
        }
        if self.nodes.is_empty() {
            return Err(ReadError::Incomplete { expected: "a d-DNNF in the format of c2d or d4" });
        }
        Ok(())
    }

    /// Returns the nodes that the root reaches, children before their parents.
    fn sorted(&self, budget: &mut Budget<'_>) -> Result<Vec<usize>, ReadError> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; self.nodes.len()];
        let mut sorted = Vec::new();
        // The open nodes, each with the number of its next edge.
        let mut open = vec![(self.root, 0)];
        states[self.root] = State::Open;
        while let Some((node, next)) = open.last_mut() {
            budget.spend(1, || 0.2)?;
            let Some(edge) = self.nodes[*node].edges.get(*next) else {
                states[*node] = State::Done;
                sorted.push(*node);
                open.pop();
                continue;
            };
            *next += 1;
            let Some(child) = edge.child else { continue };
            match states[child] {
                State::New => {
                    states[child] = State::Open;
                    open.push((child, 0));
                }
                State::Open => return Err(ReadError::Cycle { line: self.nodes[child].line }),
                State::Done => {}
            }
        }
        Ok(sorted)
    }
}

/// The words of a line that are not read yet.
struct LineWords<'t> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'t>>,
    line: usize,
}

impl<'t> LineWords<'t> {
    fn new(text: &'t str, line: usize) -> LineWords<'t> {
        LineWords { words: text.split_whitespace().peekable(), line }
    }

    fn malformed(&self, expected: &'static str, found: &str) -> ReadError {
        ReadError::Malformed { line: self.line, expected, found: found.chars().take(40).collect() }
    }

    fn skip(&mut self) {
        self.words.next();
    }

    fn word(&mut self, expected: &'static str) -> Result<&'t str, ReadError> {
        self.words.next().ok_or_else(|| self.malformed(expected, ""))
    }

    fn number(&mut self, expected: &'static str) -> Result<u64, ReadError> {
        let word = self.word(expected)?;
        word.parse().map_err(|_| self.malformed(expected, word))
    }

    fn literal(&mut self, graph: &mut ReadNodes) -> Result<LiteralCode, ReadError> {
        const EXPECTED: &str = "a literal, a number other than 0";
        let word = self.word(EXPECTED)?;
        let number: i64 = word.parse().map_err(|_| self.malformed(EXPECTED, word))?;
        let found = number.unsigned_abs();
        match usize::try_from(found) {
            Ok(0) => Err(self.malformed(EXPECTED, word)),
            Ok(variable) if variable <= graph.variables => {
                graph.largest = graph.largest.max(variable);
                Ok(2 * (variable as LiteralCode - 1) + LiteralCode::from(number < 0))
            }
            _ => Err(ReadError::Variable { line: self.line, most: graph.variables, found }),
        }
    }

    fn is_zero(&mut self) -> bool {
        self.words.peek().is_some_and(|&word| word == "0")
    }

    /// Reads the 0 at the end of a line.
    fn zero(&mut self) -> Result<(), ReadError> {
        let word = self.word("0 at the end of the line")?;
        if word == "0" { self.end() } else { Err(self.malformed("0 at the end of the line", word)) }
    }

    fn end(&mut self) -> Result<(), ReadError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(self.malformed("the end of the line", word)),
        }
    }
}

/// A set of variables, a bit for each.
#[derive(Clone, PartialEq)]
struct Scope(Box<[u64]>);

impl Scope {
    fn empty(variables: usize) -> Scope {
        Scope(vec![0; variables.div_ceil(64)].into())
    }

    fn insert(&mut self, variable: u32) -> bool {
        let (word, bit) = (&mut self.0[variable as usize / 64], 1 << (variable % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Adds the variables of `other` to this set. Returns the first variable that both sets have; `None` if they have
    /// no variable in common.
    fn merge(&mut self, other: &Scope) -> Option<u32> {
        let mut shared = None;
        for (place, (own, other)) in self.0.iter_mut().zip(&other.0).enumerate() {
            if shared.is_none() && *own & other != 0 {
                shared = Some(64 * place as u32 + (*own & other).trailing_zeros());
            }
            *own |= other;
        }
        shared
    }

    /// Returns the variables of `all` that are not in this set, in ascending order.
    fn missing<'a>(&'a self, all: &'a Scope) -> impl Iterator<Item = u32> + 'a {
        self.0.iter().zip(&all.0).enumerate().flat_map(|(place, (own, all))| {
            let bits = all & !own;
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * place as u32 + bit)
        })
    }
}

/// The largest number of entries that the lists of a [`Dnnf`] may have when a node is added. A node adds at most three
/// entries for each variable, so that all places fit 32 bits.
const MOST_LISTED: usize = 1 << 31;

/// The parts of a conjunction: literals and nodes that share no variable.
struct Conjuncts {
    literals: Vec<LiteralCode>,
    factors: Vec<Index>,
    scope: Scope,
}

/// The nodes of a file while they become nodes of a [`Dnnf`].
struct Assembly<'g> {
    graph: &'g ReadNodes,
    variables: usize,
    nodes: Vec<Node>,
    lists: Vec<u32>,
    /// For each node of the file, the index of the resulting node of the [`Dnnf`] and the variables that the resulting
    /// node names; `None` as long as the node of the file is not converted.
    known: Vec<Option<(Index, Scope)>>,
}

impl<'g> Assembly<'g> {
    fn new(graph: &'g ReadNodes, variables: usize, budget: &mut Budget<'_>) -> Result<Assembly<'g>, ReadError> {
        let nodes = vec![Node::Product { literals: 0, free: 0, factors: 0, end: 0 }];
        let known = vec![None; graph.nodes.len()];
        let mut assembly = Assembly { graph, variables, nodes, lists: Vec::new(), known };
        for node in graph.sorted(budget)? {
            let edges = &graph.nodes[node].edges;
            let literals: usize = edges.iter().map(|edge| edge.literals.len()).sum();
            budget.spend(1 + (edges.len() * variables.div_ceil(64) + literals) as u32, || 0.5)?;
            budget.check_memory(assembly.bytes())?;
            if assembly.lists.len() > MOST_LISTED {
                return Err(Interrupted::TooLarge { needed: 2 * assembly.bytes(), limit: budget.memory() }.into());
            }
            let (index, scope) = if graph.nodes[node].is_disjunction {
                assembly.disjunction(node)?
            } else {
                match assembly.conjunction(node, edges)? {
                    None => (FALSE, Scope::empty(variables)),
                    Some(Conjuncts { literals, factors, scope }) if literals.is_empty() && factors.len() == 1 => {
                        (factors[0], scope)
                    }
                    Some(Conjuncts { literals, factors, scope }) => (assembly.product(&literals, [], &factors), scope),
                }
            };
            assembly.known[node] = Some((index, scope));
        }
        Ok(assembly)
    }

    /// Returns the function. If its root does not name all variables, adds a root that names them too.
    fn finished(mut self) -> Dnnf {
        let (index, scope) = self.known[self.graph.root].take().expect("the root is reached");
        let mut all = Scope::empty(self.variables);
        for variable in 0..self.variables as u32 {
            all.insert(variable);
        }
        let root = if index == FALSE || scope == all {
            index
        } else {
            let free: Vec<u32> = scope.missing(&all).collect();
            self.product(&[], free, &[index])
        };
        Dnnf { variables: self.variables, nodes: self.nodes, lists: self.lists, root }
    }

    /// Returns an estimate of the memory in use, in bytes.
    fn bytes(&self) -> usize {
        let scope = 8 * self.variables.div_ceil(64) + size_of::<Option<(Index, Scope)>>();
        // A list entry counts twice, since a growing list may reserve twice the memory that it uses.
        self.nodes.len() * (size_of::<Node>() + scope) + 2 * self.lists.len() * size_of::<u32>()
    }

    fn product(&mut self, literals: &[LiteralCode], free: impl IntoIterator<Item = u32>, factors: &[Index]) -> Index {
        let begin = self.lists.len() as u32;
        self.lists.extend_from_slice(literals);
        let free_at = self.lists.len() as u32;
        self.lists.extend(free);
        let factors_at = self.lists.len() as u32;
        self.lists.extend_from_slice(factors);
        let end = self.lists.len() as u32;
        self.push(Node::Product { literals: begin, free: free_at, factors: factors_at, end })
    }

    fn push(&mut self, node: Node) -> Index {
        self.nodes.push(node);
        self.nodes.len() as Index - 1
    }

    fn known(&self, node: usize) -> &(Index, Scope) {
        self.known[node].as_ref().expect("children come first")
    }

    /// Returns the conjunction of all edges; `None` if it is false.
    fn conjunction<'e>(
        &self,
        node: usize,
        edges: impl IntoIterator<Item = &'e Edge>,
    ) -> Result<Option<Conjuncts>, ReadError> {
        let line = self.graph.nodes[node].line;
        let shared = |variable: u32| ReadError::Shared { line, variable: variable as usize + 1 };
        let mut all = Conjuncts { literals: Vec::new(), factors: Vec::new(), scope: Scope::empty(self.variables) };
        let mut is_false = false;
        for Edge { literals, child } in edges {
            for &literal in literals {
                if !all.scope.insert(literal >> 1) {
                    return Err(shared(literal >> 1));
                }
                all.literals.push(literal);
            }
            let Some(child) = child else { continue };
            let (index, scope) = self.known(*child);
            is_false |= *index == FALSE;
            if let Some(variable) = all.scope.merge(scope) {
                return Err(shared(variable));
            }
            if *scope != Scope::empty(self.variables) {
                all.factors.push(*index);
            }
        }
        Ok((!is_false).then_some(all))
    }

    /// Returns a branch of a disjunction; `None` if the branch is false. The parts of a conjunction become parts of the
    /// branch, so that the literals of the conjunction are found in the branch.
    fn branch(&self, node: usize, edge: &Edge) -> Result<Option<Conjuncts>, ReadError> {
        match edge.child.map(|child| &self.graph.nodes[child]) {
            Some(child) if !child.is_disjunction && edge.literals.is_empty() => {
                self.conjunction(edge.child.expect("there is a child"), &child.edges)
            }
            _ => self.conjunction(node, [edge]),
        }
    }

    /// Converts `node`, a disjunction of the file. Returns the index of the resulting node, and the variables that this
    /// node names.
    fn disjunction(&mut self, node: usize) -> Result<(Index, Scope), ReadError> {
        let FileNode { line, ref edges, .. } = self.graph.nodes[node];
        let mut branches = Vec::new();
        for edge in edges {
            branches.extend(self.branch(node, edge)?);
            if branches.len() > 2 {
                return Err(ReadError::Undecided { line });
            }
        }
        let Some(mut last) = branches.pop() else { return Ok((FALSE, Scope::empty(self.variables))) };
        let Some(mut first) = branches.pop() else {
            let index = match (&last.literals[..], &last.factors[..]) {
                ([], &[factor]) => factor,
                (literals, factors) => self.product(literals, [], factors),
            };
            return Ok((index, last.scope));
        };
        let places: FxHashMap<LiteralCode, usize> = last.literals.iter().copied().zip(0..).collect();
        let opposite = |literal: &LiteralCode| places.get(&(literal ^ 1)).copied();
        let decided = first.literals.iter().enumerate().find_map(|(place, literal)| Some((place, opposite(literal)?)));
        let Some((in_first, in_last)) = decided else { return Err(ReadError::Undecided { line }) };
        first.literals.swap(0, in_first);
        last.literals.swap(0, in_last);
        let mut scope = first.scope.clone();
        let _ = scope.merge(&last.scope);
        let [low, high] = if first.literals[0] & 1 == 1 { [first, last] } else { [last, first] };
        let [low, high] = [low, high].map(|branch| {
            let free: Vec<u32> = branch.scope.missing(&scope).collect();
            self.product(&branch.literals, free, &branch.factors)
        });
        Ok((self.push(Node::Decision { low, high }), scope))
    }
}
