//! `export`: the puzzle for other programs.

use bdd_core::export::{dot, nnf};
use bdd_core::{Bdd, Interrupted, NodeId, Variable};
use puzzle_core::answer::{Facts, position};
use puzzle_core::export::{Language, compiled, write};
use puzzle_core::{Budget, Completions, Count, Marks};
use puzzle_kind::Entry;
use puzzle_kind::Role;
use std::sync::Arc;

use super::KindRequest;
use crate::cmd::{Failure, wait, write_json};
use crate::output::Output;

pub(super) fn run(asked: &KindRequest, out: &mut Output) -> Result<(), Failure> {
    let format = asked.arguments.role(Role::Export).map_or("", |(_, values)| values[0].as_str());
    let is_forced = asked.arguments.role(Role::Force).is_some();
    if is_forced && format != "dot" {
        return Err(Failure::Usage("--force is only for --format dot".to_owned()));
    }
    asked.each(|line, entry| {
        let puzzle = &**entry.puzzle();
        let marks = asked.arguments.marks(puzzle).map_err(|error| Failure::Usage(error.to_string()))?;
        let language = match format {
            "dimacs" => Language::Dimacs,
            "opb" => Language::Opb,
            "uvl" => Language::Uvl,
            "featureide" => Language::FeatureIde,
            "smtlib2" => Language::Smtlib,
            "nnf" => {
                let compile = |budget: &mut Budget<'_>| compiled(puzzle, &marks, budget);
                let compiled = wait::shown(&asked.limits, "compiling", compile).map_err(Failure::failed)?;
                return Ok(nnf::write(out, &compiled)?);
            }
            _ => {
                let diagram = diagram(asked, line, &entry, &marks)?;
                if format == "dot" {
                    return diagram.draw(out, is_forced, "--place");
                }
                let position = position(puzzle, &marks, &Count::Exact(diagram.bdd.model_count()));
                return write_json(out, &position.and(diagram.nodes("variable")));
            }
        };
        Ok(write(out, puzzle, &marks, language)?)
    })
}

fn diagram(asked: &KindRequest, line: usize, entry: &Entry, marks: &Marks) -> Result<NamedDiagram, Failure> {
    let source = asked.open(line, entry)?;
    let name = |variable| entry.puzzle().name(variable);
    let selected: Result<_, Interrupted> = wait::shown(&asked.limits, "selecting", |budget| {
        let completions = source.diagram(marks, budget)?;
        Ok((completions.binary(budget)?, completions))
    });
    match selected.map_err(Failure::failed)? {
        (Some(diagram), _) => Ok(NamedDiagram::new(diagram, name)),
        (None, Completions::Reordered { bdd, order }) => {
            Ok(NamedDiagram::new(bdd, |level| name(order.variable(level))))
        }
        _ => {
            let whole = entry.puzzle().puzzle_noun();
            Err(Failure::Failed(format!("the diagram of the {whole} on line {line} does not fit in memory")))
        }
    }
}

/// A decision diagram, with the name of each level's variable.
pub(crate) struct NamedDiagram {
    pub(crate) bdd: Arc<Bdd>,
    names: Vec<String>,
}

/// The largest number of nodes to draw: larger drawings are unreadable, and take Graphviz minutes.
const DRAWABLE: usize = 2_500;

impl NamedDiagram {
    pub(crate) fn new(bdd: Arc<Bdd>, name: impl Fn(Variable) -> String) -> NamedDiagram {
        NamedDiagram { names: Variable::all(bdd.variables()).map(name).collect(), bdd }
    }

    /// Writes the diagram in the format of Graphviz. A diagram with more than [`DRAWABLE`] nodes is an error unless
    /// `is_forced` is set; the error message recommends `option`, which makes the diagram smaller.
    pub(crate) fn draw(&self, out: &mut Output, is_forced: bool, option: &str) -> Result<(), Failure> {
        let nodes = self.bdd.node_count();
        if nodes > DRAWABLE && !is_forced {
            return Err(Failure::Failed(format!(
                "expected at most {DRAWABLE} nodes to draw, found {nodes}; \
                 add {option}, or --force to draw it anyway"
            )));
        }
        Ok(dot::write(out, &self.bdd, &|level| self.names[level.index()].clone())?)
    }

    /// Returns the root and the nodes of the diagram as [`Facts`]. Nodes `0` and `1` are the terminals; each other node
    /// has the name of its variable under `key`.
    pub(crate) fn nodes(&self, key: &'static str) -> Facts {
        let id = |id: NodeId| u64::from(u32::from(id));
        let nodes = Variable::all(self.bdd.variables()).rev().flat_map(|level| {
            let name = &self.names[level.index()];
            self.bdd.level_nodes(level).map(move |(node, children)| {
                let (low, high) = (id(children.low()), id(children.high()));
                Facts::new().with("id", id(node)).with(key, name.clone()).with("low", low).with("high", high)
            })
        });
        Facts::new().with("root", id(self.bdd.root())).with("nodes", nodes.collect::<Vec<_>>())
    }
}
