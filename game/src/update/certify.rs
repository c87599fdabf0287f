//! The check of the guide's counts by a certificate: the game writes a proof of the position's solutions, and a checker
//! that shares no code with the guide checks it and counts again.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use bdd_core::Budget;
use certify_check::Checked;
use puzzle_core::certificate::{CertificateError, agrees, write_certificate};
use puzzle_core::export::{self, Language};
use puzzle_core::{BigUint, Count, Guide, Interrupted, Source, Status, Variable};
use puzzle_kind::Playable;

use super::Effect;
use super::work::{begin, not_loaded};
use crate::message::ModelChange;
use crate::model::Model;
use crate::words;

/// The limit for the work of counting the solutions with each variable: the number of nodes of the certificate times
/// the number of variables. Above this limit, the check counts only the solutions with the variables of the cell under
/// the cursor.
const MAX_COUNTED: usize = 20_000_000;

/// The maximum size of a certificate, in bytes. The checker takes several times as much memory.
const MAX_BYTES: usize = 64 << 20;

/// A text of at most [`MAX_BYTES`].
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_BYTES {
            let limit = MAX_BYTES >> 20;
            return Err(io::Error::other(format!("the proof is longer than {limit} MB; place more pieces or values")));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts the job that certifies the position, and compares the guide with the certificate.
pub(super) fn certify(model: &mut Model) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    if !model.is_guided() {
        return model.refuse(words::NEEDS_GUIDE);
    }
    let (source, guide) = (Arc::clone(session.source()), Arc::clone(session.guide()));
    if !guide.total().is_exact() {
        return model.refuse(words::NO_EXACT_COUNTS);
    }
    let board = &model.play.board;
    let (puzzle, here) = (Arc::clone(board.shared_puzzle()), board.variables(model.play.cursor).to_vec());
    begin(model, false, move |budget| match comparison(&*puzzle, &*source, &guide, &here, budget) {
        Ok(text) => Ok(ModelChange::new(move |model| {
            let time = words::checked_in(model.pending.job_time);
            model.say(format!("Checked: {text}, by an independent checker{time}."));
        })),
        Err(Uncertified::Interrupted(stopped)) => Err(stopped.into()),
        Err(why) => Ok(ModelChange::new(move |model| {
            model.refuse(format!("Not checked: {why}."));
        })),
    })
}

/// The reason why the counts were not checked, or are wrong.
enum Uncertified {
    Interrupted(Interrupted),
    NotWritten(CertificateError),
    /// The checker rejects the certificate, or can't count its models.
    Rejected(String),
    /// A number of solutions in the guide differs from the proved number. The fields are the name of the variable in
    /// these solutions (`None` for all solutions), the proved number, and the number in the guide.
    Differs(Option<String>, u128, Count),
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncertified::Interrupted(stopped) => stopped.fmt(f),
            Uncertified::NotWritten(error) => error.fmt(f),
            Uncertified::Rejected(reason) => write!(f, "the checker rejects the proof: {reason}"),
            Uncertified::Differs(at, proved, told) => {
                let through = at.as_ref().map_or_else(String::new, |name| format!(" with {name}"));
                write!(f, "{proved} solutions{through} are proved, but the guide says {told}; please report this")
            }
        }
    }
}

impl From<CertificateError> for Uncertified {
    fn from(error: CertificateError) -> Uncertified {
        match error {
            CertificateError::Interrupted(stopped) => Uncertified::Interrupted(stopped),
            error => Uncertified::NotWritten(error),
        }
    }
}

/// Certifies the solutions with the guide's marks, and compares the counts and statuses of the guide with the
/// certificate. Returns the counts that agree, as in `92 solutions, 18 through d1`.
fn comparison(
    puzzle: &dyn Playable,
    source: &dyn Source,
    guide: &Guide,
    here: &[Variable],
    budget: &mut Budget<'_>,
) -> Result<String, Uncertified> {
    let marks = guide.marks();
    let completions = source.diagram(marks, budget).map_err(Uncertified::Interrupted)?;
    let (mut formula, mut certificate) = (Vec::new(), Bounded(Vec::new()));
    export::write(&mut formula, puzzle, marks, Language::Dimacs).map_err(CertificateError::from)?;
    write_certificate(&mut certificate, puzzle, marks, &completions, budget)?;
    let checked = certify_check::check(&formula[..], &certificate.0[..]);
    let checked = checked.map_err(|rejection| Uncertified::Rejected(rejection.to_string()))?;
    let total = proved(&checked, None)?;
    if *guide.total() != Count::Exact(BigUint::from(total)) {
        return Err(Uncertified::Differs(None, total, guide.total().clone()));
    }
    let is_small = checked.node_count().saturating_mul(puzzle.variables()) <= MAX_COUNTED;
    for (variable, status, _) in guide.variables() {
        if status == Status::Unknown || !is_small && !here.contains(&variable) {
            continue;
        }
        budget.check().map_err(Uncertified::Interrupted)?;
        let with = proved(&checked, Some(variable))?;
        if !agrees(guide, variable, with, total) {
            return Err(Uncertified::Differs(Some(puzzle.name(variable)), with, guide.completions(variable).clone()));
        }
    }
    let solutions = if total == 1 { "solution" } else { "solutions" };
    let at = match here {
        [] => String::new(),
        [variable] => {
            let with = guide.completions(*variable).value();
            format!(", {} through {}", words::grouped(with), puzzle.name(*variable))
        }
        [first, ..] => format!(", each value of {}", puzzle.cell_name(puzzle.cell(*first))),
    };
    Ok(format!("{} {solutions}{at}", words::grouped(guide.total().value())))
}

fn proved(checked: &Checked, variable: Option<Variable>) -> Result<u128, Uncertified> {
    let literal = variable.map(|variable| variable.index() as i32 + 1);
    checked.count(literal.as_slice()).map_err(|error| Uncertified::Rejected(error.to_string()))
}
