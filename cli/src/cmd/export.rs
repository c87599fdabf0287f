//! `nqueens export`: the puzzle for other programs.

use std::io::Write;

use clap::{Args, ValueEnum};
use nqueens_guide::{Budget, Library, export};

use super::board_args::BoardArgs;
use super::count::position;
use super::kind::NamedDiagram;
use super::{Failure, wait, write_json};
use crate::output::Output;

/// Write the rules for solvers, the diagram, or a picture
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExportCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// The format to write
    #[arg(long)]
    format: Format,
    /// For smtlib2: the formulation of the puzzle [default: boolean]
    #[arg(long)]
    formulation: Option<Formulation>,
    /// For dot: draw the diagram even if it is too large to look at
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
    /// A Boolean for each square
    Boolean,
    /// An integer for each rank: the position of its queen, as in the n-queens demo of Cryptol
    Rows,
}

const EXAMPLES: &str = "\
Examples:
  nqueens export 8 --format dimacs > queens.cnf
  nqueens export 8 --queens b4 --format smtlib2 --formulation rows > queens.smt2
  nqueens export 4 --format dot > queens.dot
  nqueens export 8 --queens b4,d1 --format svg > queens.svg";

impl ExportCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        if self.formulation.is_some() && self.format != Format::Smtlib2 {
            return Err(Failure::Usage("--formulation is only for --format smtlib2".to_owned()));
        }
        if self.force && self.format != Format::Dot {
            return Err(Failure::Usage("--force is only for --format dot".to_owned()));
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
            Format::Dot | Format::Json => {
                let (completions, size) = (wait::completions(library, &placement)?, placement.size());
                let budget = &mut Budget::unlimited().with_memory(library.memory_limit());
                let completions = completions.to_bdd(budget).map_err(Failure::failed)?;
                let diagram = NamedDiagram::new(completions.into(), |variable| size.square_of(variable).to_string());
                if self.format == Format::Dot {
                    return diagram.draw(out, self.force, "--queens");
                }
                write_json(out, &position(&placement, diagram.bdd.model_count()).and(diagram.nodes("square")))?;
            }
        }
        Ok(())
    }
}
