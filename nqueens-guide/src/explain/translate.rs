//! The engine's explanations, which speak of variables and of lines by number, in squares, ranks and files.

use bdd_core::{LineId, Variable};
use puzzle_core::{Marks, explain as engine};

use super::{Because, Case, Core, Explanation, RankOrFile, Repair, RuledOut, Step};
use crate::attack::Line;
use crate::board::Size;
use crate::placement::{Conflict, Placement};
use crate::square::Square;

impl Explanation {
    pub(crate) fn of(size: Size, engine: puzzle_core::Explanation) -> Explanation {
        let square = size.square_of(engine.variable);
        let repair = engine.repair.as_ref().ok().map(|repair| {
            let Core { queens, blocked } = core(size, &repair.lift);
            let [solutions, without] = [&repair.solutions, &repair.without].map(|count| count.value().clone());
            Repair { lift: queens, unblock: blocked, solutions, without }
        });
        Explanation {
            square,
            status: engine.status.into(),
            core: core(size, &engine.core),
            steps: steps(size, square, &engine.steps),
            also: core(size, &engine.also),
            repair,
            size,
            engine,
        }
    }
}

pub(super) fn core(size: Size, marks: &Marks) -> Core {
    let placement = Placement::of(size, marks);
    Core { queens: placement.queens().clone(), blocked: placement.blocked().clone() }
}

/// Steps of an argument about a square.
fn steps(size: Size, about: Square, steps: &[engine::Step]) -> Vec<Step> {
    steps.iter().map(|step| self::step(size, about, step)).collect()
}

fn step(size: Size, about: Square, step: &engine::Step) -> Step {
    let line = |line: LineId| RankOrFile::of(size, line);
    match step {
        engine::Step::Excluded { by } => {
            let by = size.square_of(*by);
            Step::Attacked { by, line: shared(by, about) }
        }
        engine::Step::Blocked => Step::Blocked,
        engine::Step::Conflict(puzzle_core::Conflict::Exclusion(a, b)) => {
            let [a, b] = [*a, *b].map(|variable| size.square_of(variable));
            Step::Conflict(Conflict::Attack(a, b, shared(a, b)))
        }
        engine::Step::Conflict(puzzle_core::Conflict::Blocked(on)) => {
            Step::Conflict(Conflict::QueenOnBlocked(size.square_of(*on)))
        }
        engine::Step::Only { variable, on, ruled_out } => {
            Step::Only { square: size.square_of(*variable), on: line(*on), ruled_out: reasons(size, ruled_out) }
        }
        engine::Step::Empty { on, ruled_out } => Step::Empty { on: line(*on), ruled_out: reasons(size, ruled_out) },
        engine::Step::Split { on, ruled_out, cases } => Step::Split {
            on: line(*on),
            ruled_out: reasons(size, ruled_out),
            cases: cases
                .iter()
                .map(|case| Case { square: size.square_of(case.variable), steps: steps(size, about, &case.steps) })
                .collect(),
        },
    }
}

fn reasons(size: Size, ruled_out: &[engine::RuledOut]) -> Vec<RuledOut> {
    let reason = |reason: &engine::RuledOut| {
        let square = size.square_of(reason.variable);
        let because = match reason.because {
            engine::Because::Excluded { by } => attacked(size, by, square),
            engine::Because::Blocked => Because::Blocked,
            engine::Because::Supposed => Because::Supposed,
        };
        RuledOut { square, because }
    };
    ruled_out.iter().map(reason).collect()
}

fn attacked(size: Size, by: Variable, square: Square) -> Because {
    let by = size.square_of(by);
    Because::Attacked { by, line: shared(by, square) }
}

fn shared(queen: Square, square: Square) -> Line {
    Line::between(queen, square).expect("squares that exclude each other share a line")
}
