//! An explanation as JSON: the data of [`crate::explain`], field by field.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{BoardJson, exact};
use crate::explain::{Because, Case, Core, Explanation, Repair, RuledOut, Step};
use crate::guide::Guide;
use crate::placement::Conflict;
use crate::square::Square;

/// What `nqueens explain --json` prints.
#[derive(Serialize)]
pub struct ExplanationJson {
    #[serde(flatten)]
    board: BoardJson,
    square: String,
    status: &'static str,
    /// Null where there is nothing to explain.
    kind: Option<&'static str>,
    core: CoreJson,
    steps: Vec<StepJson>,
    also: CoreJson,
    /// Null where the rules alone are the reason, or there is nothing to explain.
    repair: Option<RepairJson>,
}

#[derive(Serialize)]
struct CoreJson {
    queens: Vec<String>,
    blocked: Vec<String>,
}

#[derive(Serialize)]
struct RepairJson {
    lift: Vec<String>,
    unblock: Vec<String>,
    solutions: serde_json::Number,
    without: serde_json::Number,
}

#[derive(Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
enum StepJson {
    Attacked { by: String, line: String },
    Blocked,
    QueensAttack { queens: [String; 2], line: String },
    QueenOnBlocked { square: String },
    Only { square: String, on: String, ruled_out: Vec<RuledOutJson> },
    Empty { on: String, ruled_out: Vec<RuledOutJson> },
    Split { on: String, ruled_out: Vec<RuledOutJson>, cases: Vec<CaseJson> },
}

#[derive(Serialize)]
struct CaseJson {
    square: String,
    steps: Vec<StepJson>,
}

#[derive(Serialize)]
struct RuledOutJson {
    square: String,
    #[serde(flatten)]
    because: BecauseJson,
}

#[derive(Serialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
enum BecauseJson {
    Attacked { by: String, line: String },
    Blocked,
    Supposed,
}

impl ExplanationJson {
    /// The answer for a square, from what [`explain`](crate::explain()) says of it.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn new(guide: &Guide, square: Square, explanation: Option<&Explanation>) -> ExplanationJson {
        ExplanationJson {
            board: BoardJson::new(guide.placement(), guide.total()),
            square: square.to_string(),
            status: guide.status(square).name(),
            kind: explanation.map(|explanation| explanation.kind().name()),
            core: CoreJson::new(&explanation.map(|explanation| explanation.core.clone()).unwrap_or_default()),
            steps: explanation.map(|explanation| steps(&explanation.steps)).unwrap_or_default(),
            also: CoreJson::new(&explanation.map(|explanation| explanation.also.clone()).unwrap_or_default()),
            repair: explanation.and_then(|explanation| explanation.repair.as_ref()).map(RepairJson::new),
        }
    }
}

impl CoreJson {
    fn new(core: &Core) -> CoreJson {
        CoreJson { queens: names(&core.queens), blocked: names(&core.blocked) }
    }
}

impl RepairJson {
    fn new(repair: &Repair) -> RepairJson {
        RepairJson {
            lift: names(&repair.lift),
            unblock: names(&repair.unblock),
            solutions: exact(&repair.solutions),
            without: exact(&repair.without),
        }
    }
}

fn names(squares: &BTreeSet<Square>) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

fn steps(steps: &[Step]) -> Vec<StepJson> {
    steps.iter().map(StepJson::new).collect()
}

impl StepJson {
    fn new(step: &Step) -> StepJson {
        match step {
            Step::Attacked { by, line } => StepJson::Attacked { by: by.to_string(), line: line.to_string() },
            Step::Blocked => StepJson::Blocked,
            Step::Conflict(Conflict::Attack(a, b, line)) => {
                StepJson::QueensAttack { queens: [a.to_string(), b.to_string()], line: line.to_string() }
            }
            Step::Conflict(Conflict::QueenOnBlocked(square)) => StepJson::QueenOnBlocked { square: square.to_string() },
            Step::Only { square, on, ruled_out } => {
                StepJson::Only { square: square.to_string(), on: on.to_string(), ruled_out: reasons(ruled_out) }
            }
            Step::Empty { on, ruled_out } => StepJson::Empty { on: on.to_string(), ruled_out: reasons(ruled_out) },
            Step::Split { on, ruled_out, cases } => StepJson::Split {
                on: on.to_string(),
                ruled_out: reasons(ruled_out),
                cases: cases
                    .iter()
                    .map(|Case { square, steps: nested }| CaseJson { square: square.to_string(), steps: steps(nested) })
                    .collect(),
            },
        }
    }
}

fn reasons(ruled_out: &[RuledOut]) -> Vec<RuledOutJson> {
    let reason = |reason: &RuledOut| RuledOutJson {
        square: reason.square.to_string(),
        because: match reason.because {
            Because::Attacked { by, line } => BecauseJson::Attacked { by: by.to_string(), line: line.to_string() },
            Because::Blocked => BecauseJson::Blocked,
            Because::Supposed => BecauseJson::Supposed,
        },
    };
    ruled_out.iter().map(reason).collect()
}
