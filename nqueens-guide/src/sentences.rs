//! Explanations and hints in words. No other file of this crate words them, and this one decides nothing.

use crate::explain::{Because, Explanation, Frame, RuledOut, Scene, Step};
use crate::guide::{Guide, Status};
use crate::hint::{Hint, Look, Why};
use crate::placement::Conflict;
use crate::session::Move;
use crate::square::Square;

/// What the square is, and which queens and blocks already make it so.
#[must_use]
pub fn headline(explanation: &Explanation) -> String {
    let square = explanation.square;
    let core = &explanation.core;
    let mut causes = Vec::new();
    match core.queens.len() {
        0 => {}
        1 => causes.push(format!("the queen on {}", list(&core.queens))),
        _ => causes.push(format!("the queens on {}", list(&core.queens))),
    }
    match core.blocked.len() {
        0 => {}
        1 => causes.push(format!("the block on {}", list(&core.blocked))),
        _ => causes.push(format!("the blocks on {}", list(&core.blocked))),
    }
    let one = core.queens.len() + core.blocked.len() == 1;
    let causes = causes.join(" and ");
    match explanation.status {
        Status::Forced if causes.is_empty() => format!("{square} is forced: every solution of this board has it."),
        Status::Forced => {
            format!("{square} is forced: {causes} alone {} a queen there.", if one { "asks for" } else { "ask for" })
        }
        status if causes.is_empty() => {
            format!("{square} is {status}: no solution of this board has it.", status = status.name())
        }
        status => format!(
            "{square} is {status}: {causes} alone {verb} it out.",
            status = status.name(),
            verb = if one { "rules" } else { "rule" }
        ),
    }
}

/// One frame of the argument.
#[must_use]
pub fn frame(explanation: &Explanation, frame: &Frame<'_>) -> String {
    let square = explanation.square;
    match &frame.scene {
        Scene::SupposeQueen(square) => format!("Suppose a queen on {square}."),
        Scene::SupposeNone(square) => format!("Suppose no queen on {square}."),
        Scene::Case(square, on) => format!("If the queen of {on} is on {square}:"),
        Scene::Step(Step::Attacked { by, line }) => {
            format!("{square} is attacked by {by} along {}.", line.through(*by))
        }
        Scene::Step(Step::Blocked) => format!("{square} is blocked."),
        Scene::Step(Step::Conflict(Conflict::Attack(a, b, line))) => {
            format!("The queens on {a} and {b} attack each other along {}.", line.through(*a))
        }
        Scene::Step(Step::Conflict(Conflict::QueenOnBlocked(on))) => {
            format!("The queen on {on} stands on a blocked square.")
        }
        Scene::Step(Step::Only { square, on, ruled_out }) => {
            format!("Then {square} is the only square left on {on}{}", because(ruled_out))
        }
        Scene::Step(Step::Empty { on, ruled_out }) => format!("Then {on} has no square left{}", because(ruled_out)),
        Scene::Step(Step::Split { on, ruled_out, cases }) => {
            let left: Vec<Square> = cases.iter().map(|case| case.square).collect();
            format!("Then {on} has only {} left, and neither will do{}", list(&left), because(ruled_out))
                .replace("neither", if left.len() == 2 { "neither" } else { "none" })
        }
    }
}

/// What the argument comes to, after its last frame; `None` where the one step says it all.
#[must_use]
pub fn conclusion(explanation: &Explanation) -> Option<String> {
    let square = explanation.square;
    (explanation.frames().len() > 1).then(|| match explanation.status {
        Status::Forced => format!("So a queen has to stand on {square}."),
        _ => format!("So no queen can stand on {square}."),
    })
}

/// What to take away, and what is left then.
#[must_use]
pub fn repair(explanation: &Explanation) -> String {
    let square = explanation.square;
    let Some(repair) = &explanation.repair else {
        return "Nothing on the board has to do with it: the rules alone make it so.".to_owned();
    };
    let mut away = Vec::new();
    if !repair.lift.is_empty() {
        away.push(format!("lift {}", list(&repair.lift)));
    }
    if !repair.unblock.is_empty() {
        away.push(format!("unblock {}", list(&repair.unblock)));
    }
    let solutions = |count: &bdd_core::BigUint| plural(count, "solution");
    match explanation.status {
        Status::Forced => format!(
            "To be free of it, {}: {} with a queen on {square} then, and {} without.",
            away.join(" and "),
            solutions(&repair.solutions),
            repair.without
        ),
        _ => format!(
            "To open it, {}: {} with a queen on {square} then.",
            away.join(" and "),
            solutions(&repair.solutions)
        ),
    }
}

/// The headline, and which of the player's queens and blocks beside the causes make it easier to see.
#[must_use]
pub fn summary(explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![headline(explanation)];
    if !explanation.also.is_empty() {
        let also: Vec<Square> = explanation.also.queens.iter().chain(&explanation.also.blocked).copied().collect();
        lines.push(format!("It is easier to see with {} as well.", list(&also)));
    }
    lines
}

/// The whole explanation, a sentence or two a line, the lines of cases indented by two blanks a level.
#[must_use]
pub fn explanation(explanation: &Explanation) -> Vec<String> {
    let mut lines = summary(explanation);
    for step in explanation.frames() {
        lines.push(format!("{:indent$}{}", "", frame(explanation, &step), indent = 2 * (step.depth + 1)));
    }
    lines.extend(conclusion(explanation).map(|line| format!("  {line}")));
    lines.push(repair(explanation));
    lines
}

/// What to say of a square that needs no explanation.
#[must_use]
pub fn nothing_to_explain(guide: &Guide, square: Square) -> String {
    match guide.status(square) {
        Status::Queen => format!("A queen stands on {square}."),
        _ => format!(
            "{square} is open: {} of {} have a queen there.",
            guide.completions(square),
            plural(guide.total(), "solution")
        ),
    }
}

/// The first grade of a hint: where to look.
#[must_use]
pub fn look(hint: &Hint) -> String {
    match hint.look {
        Look::ForcedOn(line) => format!("Look at {line}: its queen has only one square."),
        Look::Narrowest(line, open) => format!("Look at {line}: no line has fewer open squares than its {open}."),
        Look::Astray(1) => "No solution is left: something has to go.".to_owned(),
        Look::Astray(count) => format!("No solution is left: {count} things have to go."),
    }
}

/// The second grade: the move.
#[must_use]
pub fn play(hint: &Hint) -> String {
    match hint.play {
        Move::Place(square) => format!("Place a queen on {square}."),
        Move::Remove(square) => format!("Lift the queen on {square}."),
        Move::Block(square) => format!("Block {square}."),
        Move::Unblock(square) => format!("Unblock {square}."),
        Move::Clear => "Clear the board.".to_owned(),
    }
}

/// The third grade: why, in lines as of [`explanation`].
#[must_use]
pub fn why(hint: &Hint) -> Vec<String> {
    match &hint.why {
        Why::Forced(forced) => {
            let mut lines = explanation(forced);
            lines.pop();
            lines
        }
        Why::KeepsMost { open, total } => {
            let each: Vec<String> = open.iter().map(|(square, count)| format!("{square} keeps {count}")).collect();
            vec![format!("Of {}, {}.", plural(total, "solution"), join(&each))]
        }
        Why::Repair { lift, unblock, solutions } => {
            let gone: Vec<Square> = lift.iter().chain(unblock).copied().collect();
            vec![format!(
                "With {} gone, {} left; nothing less helps.",
                list(&gone),
                match solutions.to_string().as_str() {
                    "1" => "1 solution is".to_owned(),
                    many => format!("{many} solutions are"),
                }
            )]
        }
    }
}

/// `: a6 and d6 are attacked by b2; c6 is blocked.`; a full stop where there is nothing to tell.
fn because(ruled_out: &[RuledOut]) -> String {
    // One clause a reason, in the order in which the line's squares first meet it.
    let mut clauses: Vec<(Option<Square>, Because, Vec<Square>)> = Vec::new();
    for reason in ruled_out {
        let by = match reason.because {
            Because::Attacked { by, .. } => Some(by),
            Because::Blocked | Because::Supposed => None,
        };
        let same = |(other, because, _): &&mut (Option<Square>, Because, Vec<Square>)| match by {
            Some(_) => *other == by,
            None => *because == reason.because,
        };
        match clauses.iter_mut().find(same) {
            Some((.., squares)) => squares.push(reason.square),
            None => clauses.push((by, reason.because, vec![reason.square])),
        }
    }
    if clauses.is_empty() {
        return ".".to_owned();
    }
    let clauses: Vec<String> = clauses
        .iter()
        .map(|(_, because, squares)| {
            let are = if squares.len() == 1 { "is" } else { "are" };
            match because {
                Because::Attacked { by, .. } => format!("{} {are} attacked by {by}", list(squares)),
                Because::Blocked => format!("{} {are} blocked", list(squares)),
                Because::Supposed => format!("{} is supposed to be empty", list(squares)),
            }
        })
        .collect();
    format!(": {}.", clauses.join("; "))
}

/// `b2`, `b2 and c4`, `b2, c4 and e1`.
fn list<'a>(squares: impl IntoIterator<Item = &'a Square>) -> String {
    join(&squares.into_iter().map(Square::to_string).collect::<Vec<_>>())
}

fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn plural(count: &bdd_core::BigUint, noun: &str) -> String {
    if count.to_string() == "1" { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
