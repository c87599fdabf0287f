//! `export`: the puzzle for other programs.

use bdd_core::export::dot;
use bdd_core::{Bdd, NodeId, Variable};
use puzzle_core::answer::{Facts, position};
use puzzle_core::export::{Language, write};
use puzzle_core::{Completions, Count, Marks};
use puzzle_kind::Role;
use puzzle_kind::{Entry, Playable};
use std::sync::Arc;

use super::Asked;
use crate::cmd::export::DRAWABLE;
use crate::cmd::{Failure, wait, write_json};
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    let format = asked.arguments.role(Role::Export).map_or("", |(_, values)| values[0].as_str());
    let is_forced = asked.arguments.role(Role::Force).is_some();
    if is_forced && format != "dot" {
        return Err(Failure::Usage("--force is for --format dot, and has no meaning for others".to_owned()));
    }
    asked.each(|line, entry| {
        let puzzle = &**entry.puzzle();
        let marks = asked.arguments.marks(puzzle).map_err(|error| Failure::Usage(error.to_string()))?;
        let language = match format {
            "dimacs" => Language::Dimacs,
            "opb" => Language::Opb,
            "smtlib2" => Language::Smtlib,
            _ => {
                let diagram = diagram(asked, line, &entry, &marks)?;
                return if format == "dot" {
                    draw(out, &diagram, is_forced)
                } else {
                    write_json(out, &as_data(puzzle, &marks, &diagram))
                };
            }
        };
        Ok(write(out, puzzle, &marks, language)?)
    })
}

/// A diagram, and the names of its levels.
struct Named {
    diagram: Arc<Bdd>,
    names: Vec<String>,
}

fn diagram(asked: &Asked, line: usize, entry: &Entry, marks: &Marks) -> Result<Named, Failure> {
    let source = asked.open(line, entry)?;
    let name = |variable| entry.puzzle().name(variable);
    match wait::shown(&asked.limits, "selecting", |budget| source.completions(marks, budget))
        .map_err(Failure::failed)?
    {
        Completions::Diagram(diagram) => {
            Ok(Named { names: Variable::all(diagram.variables()).map(name).collect(), diagram })
        }
        Completions::Reordered { bdd, order } => {
            let levels = Variable::all(bdd.variables()).map(|level| name(order.variable(level)));
            Ok(Named { names: levels.collect(), diagram: bdd })
        }
        Completions::Tally(_) => {
            let whole = entry.puzzle().whole();
            Err(Failure::Failed(format!("the diagram of the {whole} on line {line} is too large to be had")))
        }
    }
}

fn draw(out: &mut Output, Named { diagram, names }: &Named, is_forced: bool) -> Result<(), Failure> {
    let nodes = diagram.node_count();
    if nodes > DRAWABLE && !is_forced {
        return Err(Failure::Failed(format!(
            "the diagram has {nodes} nodes, and more than {DRAWABLE} are too many to look at; add --place, or --force to \
             draw it all the same"
        )));
    }
    Ok(dot::write(out, diagram, &|level| names[level.index()].clone())?)
}

/// The diagram: nodes 0 and 1 are false and true, the others decide a variable.
fn as_data(puzzle: &dyn Playable, marks: &Marks, Named { diagram, names }: &Named) -> Facts {
    let id = |id: NodeId| u64::from(u32::from(id));
    let nodes = Variable::all(diagram.variables()).rev().flat_map(|variable| {
        let name = names[variable.index()].clone();
        diagram.level_nodes(variable).map(move |(node, children)| {
            let (low, high) = (id(children.low()), id(children.high()));
            Facts::new().with("id", id(node)).with("variable", name.clone()).with("low", low).with("high", high)
        })
    });
    position(puzzle, marks, &Count::Exact(diagram.model_count()))
        .with("root", id(diagram.root()))
        .with("nodes", nodes.collect::<Vec<_>>())
}
