//! A counting argument: some lines need all that covers have room for, or more.

use bdd_core::{LineId, Variable};

use super::adjacency::Adjacency;
use super::argument::Cover;
use super::field::Field;
use super::hardness::Hardness;

/// A counting argument.
#[derive(Clone, Debug)]
pub(crate) struct Locked {
    pub(crate) hardness: Hardness,
    base: Vec<LineId>,
    covers: Vec<Cover>,
    out: Vec<Variable>,
}

impl Locked {
    /// An argument that some lines need all that the covers have room for, or more.
    pub(crate) fn new(hardness: Hardness, base: Vec<LineId>, covers: Vec<Cover>, out: Vec<Variable>) -> Locked {
        Locked { hardness, base, covers, out }
    }

    /// Returns the variables that become false.
    pub(crate) fn out(&self) -> &[Variable] {
        &self.out
    }

    /// The lines.
    pub(crate) fn base(&self) -> &[LineId] {
        &self.base
    }

    /// The covers.
    pub(crate) fn covers(&self) -> &[Cover] {
        &self.covers
    }

    /// Returns whether the argument holds in a field that counts: all candidates of the lines lie within the covers, whose room
    /// is used up by the needs of the lines.
    ///
    /// True variables lie at least as often in the covers as on the lines: so all that lies in the covers more often than
    /// on the lines, by more than the covers have room beyond what the lines need, is false.
    pub(crate) fn follows(&self, field: &Field<'_>) -> bool {
        let need: i32 = self.base.iter().map(|&line| field.need(line)).sum();
        let room = self.covers.iter().map(|cover| match cover {
            Cover::Line(line) => field.room(*line),
            Cover::Clique(variables) => Some(1 - variables.iter().filter(|one| field.is_placed(**one)).count() as i32),
        });
        let Some(room) = room.sum::<Option<i32>>() else { return false };
        let on_lines = |variable| self.base.iter().filter(|&&line| field.has(line, variable)).count() as i32;
        let covered = |variable: Variable| {
            let has = |cover: &&Cover| match cover {
                Cover::Line(line) => field.has(*line, variable),
                Cover::Clique(variables) => variables.binary_search(&variable).is_ok(),
            };
            self.covers.iter().filter(has).count() as i32
        };
        let mut left = self.base.iter().flat_map(|&line| field.possible(line));
        left.all(|variable| covered(variable) >= on_lines(variable))
            && self.out.iter().all(|&out| covered(out) - on_lines(out) > room - need)
    }

    /// Returns whether some cover has a variable.
    pub(crate) fn is_covered(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        self.covers.iter().any(|cover| match cover {
            Cover::Line(line) => adjacency.lines[line.index()].binary_search(&variable).is_ok(),
            Cover::Clique(variables) => variables.binary_search(&variable).is_ok(),
        })
    }
}
