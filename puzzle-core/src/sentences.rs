//! Explanations and hints in words. No other file of this crate words them, and this one decides nothing; the words
//! that differ from puzzle to puzzle are those of [`Words`].

use bdd_core::{Literal, Variable};

use crate::count::Count;
use crate::explain::{Because, Explanation, Frame, NoRepair, RuledOut, Scene, Step};
use crate::guide::{Guide, Status};
use crate::hint::{Hint, Look, Why};
use crate::marks::{Conflict, Marks};
use crate::session::Move;
use crate::words::Words;

pub use crate::words::list;

/// What the variable is, and which marks already make it so.
#[must_use]
pub fn headline(words: &dyn Words, explanation: &Explanation) -> String {
    let name = words.name(explanation.variable);
    let core = &explanation.core;
    let mut causes = Vec::new();
    if !core.placed.is_empty() {
        causes.push(words.placed(&Vec::from_iter(core.placed.iter().copied())));
    }
    if !core.blocked.is_empty() {
        causes.push(words.blocked(&Vec::from_iter(core.blocked.iter().copied())));
    }
    let causes = causes.join(" and ");
    let s = if core.len() == 1 { "s" } else { "" };
    let (status, whole) = (words.status_name(explanation.status), words.whole());
    match (explanation.status, core.is_empty()) {
        (Status::Forced, true) => format!("{name} is {status}: every solution of this {whole} has it."),
        (Status::Forced, false) => format!("{name} is {status}: {causes} alone ask{s} for {}.", words.thing_there()),
        (_, true) => format!("{name} is {status}: no solution of this {whole} has it."),
        (_, false) => format!("{name} is {status}: {causes} alone rule{s} it out."),
    }
}

/// One frame of the argument.
#[must_use]
pub fn frame(words: &dyn Words, explanation: &Explanation, frame: &Frame<'_>) -> String {
    let name = words.name(explanation.variable);
    match &frame.scene {
        Scene::Suppose(literal) => format!("Suppose {}.", words.thing(*literal)),
        Scene::Case(variable, on) => format!("If {}:", words.line_has(*on, *variable)),
        Scene::Step(Step::Excluded { by }) => {
            let excluded = words.status_name(Status::Excluded);
            let along = along(words, *by, explanation.variable);
            format!("{name} is {excluded} by {}{along}.", words.name(*by))
        }
        Scene::Step(Step::Blocked) => format!("{name} is {}.", words.status_name(Status::Blocked)),
        Scene::Step(Step::Conflict(Conflict::Exclusion(a, b))) => {
            let both = words.placed(&[*a, *b]);
            sentence(&format!("{both} {} each other{}", words.exclude(), along(words, *a, *b)))
        }
        Scene::Step(Step::Conflict(Conflict::Blocked(on))) => sentence(&words.stands_on_block(*on)),
        Scene::Step(Step::Only { variable, on, ruled_out }) => {
            let (only, alternative) = (words.name(*variable), words.alternative(*on));
            format!("Then {only} is the only {alternative} left {}{}", words.in_line(*on), because(words, ruled_out))
        }
        Scene::Step(Step::Empty { on, ruled_out }) => {
            let (line, alternative) = (words.line_name(*on), words.alternative(*on));
            format!("Then {line} has no {alternative} left{}", because(words, ruled_out))
        }
        Scene::Step(Step::Split { on, ruled_out, cases }) => {
            let (line, left) = (words.line_name(*on), names(words, cases.iter().map(|case| &case.variable)));
            let neither = if cases.len() == 2 { "neither" } else { "none" };
            format!("Then {line} has only {left} left, and {neither} will do{}", because(words, ruled_out))
        }
    }
}

/// What the argument comes to, after its last frame; `None` where the one step says it all.
#[must_use]
pub fn conclusion(words: &dyn Words, explanation: &Explanation) -> Option<String> {
    let proved = Literal { variable: explanation.variable, value: explanation.status == Status::Forced };
    (explanation.frames().len() > 1).then(|| format!("So {}.", words.must(proved)))
}

/// What to take away, and what is left then.
#[must_use]
pub fn repair(words: &dyn Words, explanation: &Explanation) -> String {
    let repair = match &explanation.repair {
        Ok(repair) => repair,
        Err(NoRepair::Impossible) => {
            let alone =
                if words.givens().is_empty() { "the rules alone make" } else { "the rules and the givens make" };
            return format!("Nothing {} has to do with it: {alone} it so.", words.of_yours());
        }
        Err(NoRepair::Unknown) => {
            return "What would have to go is not known: it takes too long to find out.".to_owned();
        }
    };
    let mut away = Vec::new();
    if !repair.lift.placed.is_empty() {
        away.push(format!("lift {}", names(words, &repair.lift.placed)));
    }
    if !repair.lift.blocked.is_empty() {
        away.push(format!("unblock {}", names(words, &repair.lift.blocked)));
    }
    let away = away.join(" and ");
    let with = plural(&repair.solutions, "solution");
    let thing = words.thing(Literal::positive(explanation.variable));
    match explanation.status {
        Status::Forced => {
            format!("To be free of it, {away}: {with} with {thing} then, and {} without.", repair.without)
        }
        _ => format!("To open it, {away}: {with} with {thing} then."),
    }
}

/// The headline, and which of the player's marks beside the causes make it easier to see.
#[must_use]
pub fn summary(words: &dyn Words, explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![headline(words, explanation)];
    if !explanation.also.is_empty() {
        let Marks { placed, blocked } = &explanation.also;
        lines.push(format!("It is easier to see with {} as well.", names(words, placed.iter().chain(blocked))));
    }
    lines
}

/// The whole explanation, a sentence or two a line, the lines of cases indented by two blanks a level.
#[must_use]
pub fn explanation(words: &dyn Words, explanation: &Explanation) -> Vec<String> {
    let mut lines = summary(words, explanation);
    for step in explanation.frames() {
        lines.push(format!("{:indent$}{}", "", frame(words, explanation, &step), indent = 2 * (step.depth + 1)));
    }
    lines.extend(conclusion(words, explanation).map(|line| format!("  {line}")));
    lines.push(repair(words, explanation));
    lines
}

/// What to say of a variable that needs no explanation.
#[must_use]
pub fn nothing_to_explain(words: &dyn Words, guide: &Guide, variable: Variable) -> String {
    match guide.status(variable) {
        Status::Given => format!("{} is given.", words.name(variable)),
        Status::Placed => sentence(&words.stands(variable)),
        status => format!(
            "{} is {}: {} of {} have {}.",
            words.name(variable),
            words.status_name(status),
            guide.completions(variable),
            plural(guide.total(), "solution"),
            words.thing_there(),
        ),
    }
}

/// The first grade of a hint: where to look.
#[must_use]
pub fn look(words: &dyn Words, hint: &Hint) -> String {
    match hint.look {
        Look::ForcedOn(line) => {
            format!("Look at {}: {} has only one {}.", words.line_name(line), words.its_own(), words.alternative(line))
        }
        Look::Narrowest(line, open) => format!(
            "Look at {}: no line has fewer open {}s than its {open}.",
            words.line_name(line),
            words.alternative(line)
        ),
        Look::Anywhere(open) => format!("Look anywhere: no line needs anything, and {open} are open."),
        Look::Astray(1) => "No solution is left: something has to go.".to_owned(),
        Look::Astray(count) => format!("No solution is left: {count} things have to go."),
    }
}

/// The second grade: the move.
#[must_use]
pub fn play(words: &dyn Words, hint: &Hint) -> String {
    match hint.play {
        Move::Place(variable) => format!("Place {}.", words.thing(Literal::positive(variable))),
        Move::Remove(variable) => format!("Lift {}.", words.placed(&[variable])),
        Move::Block(variable) => format!("Block {}.", words.name(variable)),
        Move::Unblock(variable) => format!("Unblock {}.", words.name(variable)),
        Move::Clear => format!("Clear the {}.", words.whole()),
    }
}

/// The third grade: why, in lines as of [`explanation`].
#[must_use]
pub fn why(words: &dyn Words, hint: &Hint) -> Vec<String> {
    match &hint.why {
        Why::Forced(forced) => {
            let mut lines = explanation(words, forced);
            lines.pop();
            lines
        }
        Why::KeepsMost { open, total } => {
            let each = open.iter().map(|(variable, count)| format!("{} keeps {count}", words.name(*variable)));
            vec![format!("Of {}, {}.", plural(total, "solution"), list(each))]
        }
        Why::Repair { lift, unblock, solutions } => {
            let are = if is_one(solutions) { "is" } else { "are" };
            vec![format!(
                "With {} gone, {} {are} left; nothing less helps.",
                names(words, lift.iter().chain(unblock)),
                plural(solutions, "solution"),
            )]
        }
    }
}

/// `: a6 and d6 are attacked by b2; c6 is blocked.`; a full stop where there is nothing to tell.
fn because(words: &dyn Words, ruled_out: &[RuledOut]) -> String {
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
                    format!("{} by {}", words.status_name(Status::Excluded), words.name(*by))
                }
                Because::Blocked => words.status_name(Status::Blocked).to_owned(),
                Because::Supposed => words.supposed_false().to_owned(),
            };
            format!("{} {are} {what}", names(words, variables))
        })
        .collect();
    format!(": {}.", clauses.join("; "))
}

/// ` along the diagonal`, or nothing.
fn along(words: &dyn Words, by: Variable, excluded: Variable) -> String {
    words.along(by, excluded).map_or_else(String::new, |along| format!(" {along}"))
}

fn names<'a>(words: &dyn Words, variables: impl IntoIterator<Item = &'a Variable>) -> String {
    list(variables.into_iter().map(|&variable| words.name(variable)))
}

/// That marks are not consistent, as a clause, as in `the queens on a1 and b2 attack each other along the diagonal`.
#[must_use]
pub fn conflict(words: &dyn Words, conflict: Conflict) -> String {
    match conflict {
        Conflict::Exclusion(a, b) => {
            let along = words.along(a, b).map_or(String::new(), |along| format!(" {along}"));
            format!("{} {} each other{along}", words.placed(&[a, b]), words.exclude())
        }
        Conflict::Blocked(on) => words.stands_on_block(on),
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
