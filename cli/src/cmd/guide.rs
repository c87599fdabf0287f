//! `nqueens guide`: the guide of a placement.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use nqueens_guide::{Library, Mapped, Placement, Queens};
use puzzle_core::{Guide, Source, answer};
use puzzle_kind::Playable;

use super::board_args::BoardArgs;
use super::{Failure, wait, whole, write_json};
use crate::cmd::proofs;
use crate::drawing;
use crate::machine::Limits;
use crate::output::Output;

/// Show the status of every square, and its number of solutions
///
/// The number counts the solutions that have a queen on the square.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GuideCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// On boards larger than 15 x 15, stop after this number of seconds and show the statuses known by then
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = whole::<u32>(1, u32::MAX.into()))]
    budget: u32,
    /// Print one JSON object with all squares, a1, b1, ... first
    #[arg(long)]
    json: bool,
    #[arg(long, value_name = "DIR", help = proofs::HELP)]
    proof: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nqueens guide 8
  nqueens guide 8 --queens b4,d1
  nqueens guide 6 --queens b1 --blocked f3 --json
  nqueens guide 8 --queens b4 --proof b4

Statuses:
  queen      has a queen
  blocked    blocked by you
  attacked   attacked by a queen
  dead       not attacked, but a queen there leaves no solution
  open       has a queen in some of the remaining solutions
  forced     has a queen in all of them
  unknown    not found within --budget, on a large board

--proof writes rules.opb, a proof for each status, and index.json, which lists them. Each proof is about \
rules.opb with one more constraint, which has a file of its own:
  cat DIR/rules.opb DIR/x1-true.opb > x1.opb && veripb x1.opb DIR/x1-true.pbp
On a board larger than 15 x 15 without a solution, a single proof covers all statuses:
  veripb DIR/rules.opb DIR/proof.pbp";

impl GuideCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let queens = Queens::new(placement.size());
        let time = Duration::from_secs(self.budget.into());
        let guide = match &self.proof {
            Some(folder) => self.proved(library, &placement, &queens, time, folder)?,
            None => wait::guide(library, &placement, time)?,
        };
        if !self.json {
            let color = out.color;
            return Ok(out.write_all(drawing::guide(&queens, &guide, color).as_bytes())?);
        }
        write_json(out, &queens.head().and(answer::guide(&queens, &guide)))
    }

    /// Returns the guide, and writes the proofs of its statuses.
    fn proved(
        &self,
        library: &Library,
        placement: &Placement,
        queens: &Queens,
        time: Duration,
        folder: &Path,
    ) -> Result<Guide, Failure> {
        let memory = library.memory_limit();
        let has_diagram = library.has_diagram(placement.size());
        if !has_diagram {
            // The solver's proof that there is no solution decides every square, so that no map is needed.
            let limits = Limits::new(memory, Some(time));
            let found = wait::shown(&limits, "searching a solution", |budget| {
                proofs::of_impossible(folder, queens, &placement.marks(), budget)
            })?;
            if let Some(guide) = found {
                return Ok(guide);
            }
        }
        let guide = wait::guide(library, placement, time)?;
        let source: Box<dyn Source> = match has_diagram {
            true => Box::new(wait::solutions(library, placement.size())?),
            false => Box::new(Mapped::new(placement.size())),
        };
        wait::shown(&Limits::new(memory, None), "proving the statuses", |budget| {
            proofs::of_guide(folder, &*source, queens, &guide, budget)
        })?;
        Ok(guide)
    }
}
