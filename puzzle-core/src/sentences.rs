//! Explanations and hints in words. No other file of this crate words them, and this one decides nothing; the words
//! that differ from puzzle to puzzle are the [`Puzzle`]'s.

use bdd_core::{Literal, Variable};

use crate::count::Count;
use crate::explain::{Because, Explanation, Frame, NoRepair, RuledOut, Scene, Step};
use crate::guide::{Guide, Status};
use crate::hint::{Hint, Look, Why};
use crate::marks::{Conflict, Marks};
use crate::puzzle::Puzzle;
use crate::session::Move;

/// What the variable is, and which marks already make it so.
#[must_use]
pub fn headline(puzzle: &dyn Puzzle, explanation: &Explanation) -> String {
    let name = puzzle.name(explanation.variable);
    let core = &explanation.core;
    let mut causes = Vec::new();
    if !core.placed.is_empty() {
        causes.push(puzzle.placed(&Vec::from_iter(core.placed.iter().copied())));
    }
    if !core.blocked.is_empty() {
        causes.push(puzzle.blocked(&Vec::from_iter(core.blocked.iter().copied())));
    }
    let causes = causes.join(" and ");
    let s = if core.len() == 1 { "s" } else { "" };
    let status = puzzle.status_name(explanation.status);
    match (explanation.status, core.is_empty()) {
        (Status::Forced, true) => format!("{name} is {status}: every solution of this board has it."),
        (Status::Forced, false) => format!("{name} is {status}: {causes} alone ask{s} for {}.", puzzle.thing_there()),
        (_, true) => format!("{name} is {status}: no solution of this board has it."),
        (_, false) => format!("{name} is {status}: {causes} alone rule{s} it out."),
    }
}

/// One frame of the argument.
#[must_use]
pub fn frame(puzzle: &dyn Puzzle, explanation: &Explanation, frame: &Frame<'_>) -> String {
    let name = puzzle.name(explanation.variable);
    match &frame.scene {
        Scene::Suppose(literal) => format!("Suppose {}.", puzzle.thing(*literal)),
        Scene::Case(variable, on) => format!("If {}:", puzzle.line_has(*on, *variable)),
        Scene::Step(Step::Excluded { by }) => {
            let excluded = puzzle.status_name(Status::Excluded);
            let along = along(puzzle, *by, explanation.variable);
            format!("{name} is {excluded} by {}{along}.", puzzle.name(*by))
        }
        Scene::Step(Step::Blocked) => format!("{name} is {}.", puzzle.status_name(Status::Blocked)),
        Scene::Step(Step::Conflict(Conflict::Exclusion(a, b))) => {
            let both = puzzle.placed(&[*a, *b]);
            sentence(&format!("{both} {} each other{}", puzzle.exclude(), along(puzzle, *a, *b)))
        }
        Scene::Step(Step::Conflict(Conflict::Blocked(on))) => sentence(&puzzle.stands_on_block(*on)),
        Scene::Step(Step::Only { variable, on, ruled_out }) => {
            let (only, alternative) = (puzzle.name(*variable), puzzle.alternative(*on));
            format!("Then {only} is the only {alternative} left {}{}", puzzle.in_line(*on), because(puzzle, ruled_out))
        }
        Scene::Step(Step::Empty { on, ruled_out }) => {
            let (line, alternative) = (puzzle.line_name(*on), puzzle.alternative(*on));
            format!("Then {line} has no {alternative} left{}", because(puzzle, ruled_out))
        }
        Scene::Step(Step::Split { on, ruled_out, cases }) => {
            let (line, left) = (puzzle.line_name(*on), names(puzzle, cases.iter().map(|case| &case.variable)));
            let neither = if cases.len() == 2 { "neither" } else { "none" };
            format!("Then {line} has only {left} left, and {neither} will do{}", because(puzzle, ruled_out))
        }
    }
}

/// What the argument comes to, after its last frame; `None` where the one step says it all.
#[must_use]
pub fn conclusion(puzzle: &dyn Puzzle, explanation: &Explanation) -> Option<String> {
    let proved = Literal { variable: explanation.variable, value: explanation.status == Status::Forced };
    (explanation.frames().len() > 1).then(|| format!("So {}.", puzzle.must(proved)))
}

/// What to take away, and what is left then.
#[must_use]
pub fn repair(puzzle: &dyn Puzzle, explanation: &Explanation) -> String {
    let repair = match &explanation.repair {
        Ok(repair) => repair,
        Err(NoRepair::Impossible) => {
            let alone =
                if puzzle.givens().is_empty() { "the rules alone make" } else { "the rules and the givens make" };
            return format!("Nothing on the board has to do with it: {alone} it so.");
        }
        Err(NoRepair::Unknown) => {
            return "What would have to go is not known: it takes too long to find out.".to_owned();
        }
    };
    let mut away = Vec::new();
    if !repair.lift.placed.is_empty() {
        away.push(format!("lift {}", names(puzzle, &repair.lift.placed)));
    }
    if !repair.lift.blocked.is_empty() {
        away.push(format!("unblock {}", names(puzzle, &repair.lift.blocked)));
    }
    let away = away.join(" and ");
    let with = plural(&repair.solutions, "solution");
    let thing = puzzle.thing(Literal::positive(explanation.variable));
    match explanation.status {
        Status::Forced => {
            format!("To be free of it, {away}: {with} with {thing} then, and {} without.", repair.without)
        }
        _ => format!("To open it, {away}: {with} with {thing} then."),
    }
}

/// The headline, and which of the player's marks beside the causes make it easier to see.
#[must_use]
pub fn summary(puzzle: &dyn Puzzle, explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![headline(puzzle, explanation)];
    if !explanation.also.is_empty() {
        let Marks { placed, blocked } = &explanation.also;
        lines.push(format!("It is easier to see with {} as well.", names(puzzle, placed.iter().chain(blocked))));
    }
    lines
}

/// The whole explanation, a sentence or two a line, the lines of cases indented by two blanks a level.
#[must_use]
pub fn explanation(puzzle: &dyn Puzzle, explanation: &Explanation) -> Vec<String> {
    let mut lines = summary(puzzle, explanation);
    for step in explanation.frames() {
        lines.push(format!("{:indent$}{}", "", frame(puzzle, explanation, &step), indent = 2 * (step.depth + 1)));
    }
    lines.extend(conclusion(puzzle, explanation).map(|line| format!("  {line}")));
    lines.push(repair(puzzle, explanation));
    lines
}

/// What to say of a variable that needs no explanation.
#[must_use]
pub fn nothing_to_explain(puzzle: &dyn Puzzle, guide: &Guide, variable: Variable) -> String {
    match guide.status(variable) {
        Status::Given => format!("{} is given.", puzzle.name(variable)),
        Status::Placed => sentence(&puzzle.stands(variable)),
        status => format!(
            "{} is {}: {} of {} have {}.",
            puzzle.name(variable),
            puzzle.status_name(status),
            guide.completions(variable),
            plural(guide.total(), "solution"),
            puzzle.thing_there(),
        ),
    }
}

/// The first grade of a hint: where to look.
#[must_use]
pub fn look(puzzle: &dyn Puzzle, hint: &Hint) -> String {
    match hint.look {
        Look::ForcedOn(line) => format!(
            "Look at {}: {} has only one {}.",
            puzzle.line_name(line),
            puzzle.its_own(),
            puzzle.alternative(line)
        ),
        Look::Narrowest(line, open) => format!(
            "Look at {}: no line has fewer open {}s than its {open}.",
            puzzle.line_name(line),
            puzzle.alternative(line)
        ),
        Look::Astray(1) => "No solution is left: something has to go.".to_owned(),
        Look::Astray(count) => format!("No solution is left: {count} things have to go."),
    }
}

/// The second grade: the move.
#[must_use]
pub fn play(puzzle: &dyn Puzzle, hint: &Hint) -> String {
    match hint.play {
        Move::Place(variable) => format!("Place {}.", puzzle.thing(Literal::positive(variable))),
        Move::Remove(variable) => format!("Lift {}.", puzzle.placed(&[variable])),
        Move::Block(variable) => format!("Block {}.", puzzle.name(variable)),
        Move::Unblock(variable) => format!("Unblock {}.", puzzle.name(variable)),
        Move::Clear => "Clear the board.".to_owned(),
    }
}

/// The third grade: why, in lines as of [`explanation`].
#[must_use]
pub fn why(puzzle: &dyn Puzzle, hint: &Hint) -> Vec<String> {
    match &hint.why {
        Why::Forced(forced) => {
            let mut lines = explanation(puzzle, forced);
            lines.pop();
            lines
        }
        Why::KeepsMost { open, total } => {
            let each = open.iter().map(|(variable, count)| format!("{} keeps {count}", puzzle.name(*variable)));
            vec![format!("Of {}, {}.", plural(total, "solution"), list(each))]
        }
        Why::Repair { lift, unblock, solutions } => {
            let are = if is_one(solutions) { "is" } else { "are" };
            vec![format!(
                "With {} gone, {} {are} left; nothing less helps.",
                names(puzzle, lift.iter().chain(unblock)),
                plural(solutions, "solution"),
            )]
        }
    }
}

/// `: a6 and d6 are attacked by b2; c6 is blocked.`; a full stop where there is nothing to tell.
fn because(puzzle: &dyn Puzzle, ruled_out: &[RuledOut]) -> String {
    // One clause a reason, in the order in which the line's variables first meet it.
    let mut clauses: Vec<(Because, Vec<Variable>)> = Vec::new();
    for &RuledOut { variable, because } in ruled_out {
        match clauses.iter_mut().find(|(other, _)| *other == because) {
            Some((_, variables)) => variables.push(variable),
            None => clauses.push((because, vec![variable])),
        }
    }
    if clauses.is_empty() {
        return ".".to_owned();
    }
    let clauses: Vec<String> = clauses
        .iter()
        .map(|(because, variables)| {
            let are = if variables.len() == 1 { "is" } else { "are" };
            let what = match because {
                Because::Excluded { by } => {
                    format!("{} by {}", puzzle.status_name(Status::Excluded), puzzle.name(*by))
                }
                Because::Blocked => puzzle.status_name(Status::Blocked).to_owned(),
                Because::Supposed => puzzle.supposed_false().to_owned(),
            };
            format!("{} {are} {what}", names(puzzle, variables))
        })
        .collect();
    format!(": {}.", clauses.join("; "))
}

/// ` along the diagonal`, or nothing.
fn along(puzzle: &dyn Puzzle, by: Variable, excluded: Variable) -> String {
    puzzle.along(by, excluded).map_or_else(String::new, |along| format!(" {along}"))
}

fn names<'a>(puzzle: &dyn Puzzle, variables: impl IntoIterator<Item = &'a Variable>) -> String {
    list(variables.into_iter().map(|&variable| puzzle.name(variable)))
}

/// `b2`, `b2 and c4`, `b2, c4 and e1`.
#[must_use]
pub fn list(parts: impl IntoIterator<Item = String>) -> String {
    match parts.into_iter().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

fn is_one(count: &Count) -> bool {
    *count.value() == 1u8.into()
}

fn plural(count: &Count, noun: &str) -> String {
    if is_one(count) { format!("{count} {noun}") } else { format!("{count} {noun}s") }
}
