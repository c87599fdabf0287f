//! `nqueens export`: the puzzle for other programs.

use std::io::Write;

use bdd_core::{Bdd, NodeId, Variable};
use clap::{Args, ValueEnum};
use nqueens_guide::{Library, Placement, export};
use puzzle_core::answer::Facts;

use super::board_args::BoardArgs;
use super::count::position;
use super::{Failure, wait, write_json};
use crate::output::Output;

/// Write the puzzle for SAT and SMT solvers, its diagram, or a picture of the board
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Export {
    #[command(flatten)]
    board: BoardArgs,
    /// What to write
    #[arg(long)]
    format: Format,
    /// For smtlib2: how to state the puzzle [default: boolean]
    #[arg(long)]
    formulation: Option<Formulation>,
    /// For dot: draw also a diagram that is too large to look at
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The rules in DIMACS CNF, for SAT solvers
    Dimacs,
    /// The rules in SMT-LIB 2, for SMT solvers
    Smtlib2,
    /// The diagram of the solutions, for Graphviz
    Dot,
    /// The diagram of the solutions as one JSON object
    Json,
    /// The board with its guide as a picture
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Formulation {
    /// A Boolean a square
    Boolean,
    /// An integer a rank: the position of its queen, as in the demo of Cryptol
    Rows,
}

const EXAMPLES: &str = "\
Examples:
  nqueens export 8 --format dimacs > queens.cnf
  nqueens export 8 --queens b4 --format smtlib2 --formulation rows > queens.smt2
  nqueens export 4 --format dot > queens.dot
  nqueens export 8 --queens b4,d1 --format svg > queens.svg";

/// More nodes than this nobody can make out, and Graphviz takes minutes to place.
pub(crate) const DRAWABLE: usize = 2_500;

impl Export {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        if self.formulation.is_some() && self.format != Format::Smtlib2 {
            return Err(Failure::Usage(
                "--formulation is for --format smtlib2, and has no meaning for others".to_owned(),
            ));
        }
        if self.force && self.format != Format::Dot {
            return Err(Failure::Usage("--force is for --format dot, and has no meaning for others".to_owned()));
        }
        match self.format {
            Format::Dimacs => export::write_dimacs(out, &placement)?,
            Format::Smtlib2 if self.formulation == Some(Formulation::Rows) => {
                export::write_smtlib_rows(out, &placement)?;
            }
            Format::Smtlib2 => export::write_smtlib_boolean(out, &placement)?,
            Format::Svg => {
                let guide = wait::guide(library, &placement, wait::USUAL_TIME)?;
                out.write_all(export::svg(placement.size(), &guide).as_bytes())?;
            }
            Format::Dot => {
                let diagram = wait::completions(library, &placement)?;
                let nodes = diagram.node_count();
                if nodes > DRAWABLE && !self.force {
                    return Err(Failure::Failed(format!(
                        "the diagram has {nodes} nodes, and more than {DRAWABLE} are too many to look at; \
                         add --queens, or --force to draw it all the same"
                    )));
                }
                export::write_dot(out, placement.size(), &diagram)?;
            }
            Format::Json => {
                let diagram = wait::completions(library, &placement)?;
                write_json(out, &as_data(&placement, &diagram))?;
            }
        }
        Ok(())
    }
}

/// The diagram: nodes 0 and 1 are false and true, the others decide a square.
fn as_data(placement: &Placement, diagram: &Bdd) -> Facts {
    let id = |id: NodeId| u64::from(u32::from(id));
    let nodes = Variable::all(diagram.variables()).rev().flat_map(|variable| {
        let square = placement.size().square_of(variable).to_string();
        diagram.level_nodes(variable).map(move |(node, children)| {
            let (low, high) = (id(children.low()), id(children.high()));
            Facts::new().with("id", id(node)).with("square", square.clone()).with("low", low).with("high", high)
        })
    });
    position(placement, diagram.model_count()).with("root", id(diagram.root())).with("nodes", nodes.collect::<Vec<_>>())
}
