//! Explanations and hints in words. No other file of this crate words them, and this one decides nothing; the words
//! that differ from puzzle to puzzle are those of [`Words`].

mod lines;

use bdd_core::{ConstraintId, Literal, Variable};

use crate::count::Count;
use crate::explain::{Because, Cover, Frame, Kind, RuledOut, Scene, Step};
use crate::explanation::Explanation;
use crate::guide::{Guide, Status};
use crate::hint::Hint;
use crate::logic::Deduction;
use crate::marks::{Conflict, Marks, Move};
use crate::naming::{self, names};
use crate::words::Words;

pub use crate::naming::{name, stands, thing};
pub use crate::words::{list, with_article};

/// What the variable is, and which marks already make it so.
fn headline(words: &dyn Words, explanation: &Explanation) -> String {
    let name = naming::name(words, explanation.variable);
    let core = &explanation.core;
    let mut causes = Vec::new();
    if !core.placed.is_empty() {
        causes.push(naming::placed(words, &Vec::from_iter(core.placed.iter().copied())));
    }
    if !core.blocked.is_empty() {
        let s = if core.blocked.len() == 1 { "" } else { "s" };
        causes.push(format!("the block{s} on {}", names(words, &core.blocked)));
    }
    let causes = causes.join(" and ");
    let s = if core.len() == 1 { "s" } else { "" };
    let (status, whole) = (words.status_name(explanation.status), words.whole());
    match (explanation.status, core.is_empty()) {
        (Status::Forced, true) => format!("{name} is {status}: every solution of this {whole} has it."),
        (Status::Forced, false) => {
            let thing = naming::thing_there(words, explanation.variable);
            format!("{name} is {status}: {causes} alone ask{s} for {thing}.")
        }
        (_, true) => format!("{name} is {status}: no solution of this {whole} has it."),
        (_, false) => format!("{name} is {status}: {causes} alone rule{s} it out."),
    }
}

/// A frame of an argument about a variable; where nothing is supposed, as something that is seen.
#[must_use]
pub fn frame(words: &dyn Words, about: Variable, frame: &Frame<'_>) -> String {
    let told = scene(words, about, frame);
    match told.strip_prefix("Then ") {
        Some(seen) if frame.supposed.is_none() => capital(seen),
        _ => told,
    }
}

/// One frame of an argument about a variable.
fn scene(words: &dyn Words, about: Variable, frame: &Frame<'_>) -> String {
    let name = naming::name(words, about);
    match &frame.scene {
        Scene::Suppose(literal) => format!("Suppose {}.", naming::thing(words, *literal)),
        Scene::Case(variable, on) => format!("If {}:", naming::line_has(words, *on, *variable)),
        Scene::Shown(conclusions) => follows(words, conclusions),
        Scene::Step(Step::Excluded { by }) => {
            let excluded = words.status_name(Status::Excluded);
            let along = along(words, *by, about);
            format!("{name} is {excluded} by {}{along}.", naming::name(words, *by))
        }
        Scene::Step(Step::Full { on, by }) => {
            format!("{name} is {}: {}.", words.status_name(Status::Excluded), lines::full(words, *on, by))
        }
        Scene::Step(Step::Blocked) => format!("{name} is {}.", words.status_name(Status::Blocked)),
        Scene::Step(Step::Conflict(wrong)) => sentence(&conflict(words, *wrong)),
        Scene::Step(Step::Only { on, ruled_out, .. }) if !words.rules().constraint(*on).is_at_least_one() => {
            format!("Then {}{}", lines::needs_all(words, *on, ruled_out), because(words, ruled_out))
        }
        Scene::Step(Step::Decided { on, ruled_out, place, out }) => {
            format!("Then {}{}", lines::decided(words, *on, place, out), because(words, ruled_out))
        }
        Scene::Step(Step::Only { variable, on, ruled_out }) => {
            let (only, alternative) = (naming::name(words, *variable), words.alternative(*on));
            format!("Then {only} is the only {alternative} left {}{}", words.in_line(*on), because(words, ruled_out))
        }
        Scene::Step(Step::Locked { base, covers, ruled_out, .. }) => locked(words, base, covers, ruled_out),
        Scene::Step(Step::Common { on, ruled_out, left, out }) => {
            let (line, left, exclude) = (words.line_name(*on), names(words, left), words.exclusion()[0]);
            format!(
                "Then {line} has only {left} left, which all {exclude} {}{}",
                names(words, out),
                because(words, ruled_out)
            )
        }
        Scene::Step(Step::Empty { on, ruled_out }) if !words.rules().constraint(*on).is_at_least_one() => {
            format!("Then {}{}", lines::too_few(words, *on, ruled_out), because(words, ruled_out))
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

/// Returns a supposition and the cases that an argument is in, as in `Suppose c6 > rank 5: [g5]`.
pub(crate) fn breadcrumb(words: &dyn Words, supposed: Option<Literal>, cases: &[(ConstraintId, Variable)]) -> String {
    let name = |variable| naming::name(words, variable);
    let supposed = supposed.map(|Literal { variable, value }| match value {
        true => format!("Suppose {}", name(variable)),
        false => format!("Suppose not {}", name(variable)),
    });
    let cases = cases.iter().map(|&(line, variable)| format!("{}: [{}]", words.line_name(line), name(variable)));
    supposed.into_iter().chain(cases).collect::<Vec<_>>().join(" > ")
}

/// What the argument comes to, after its last frame; `None` where the one step says it all.
#[must_use]
pub fn conclusion(words: &dyn Words, explanation: &Explanation) -> Option<String> {
    let proved = Literal { variable: explanation.variable, value: explanation.status == Status::Forced };
    (explanation.frames().len() > 1).then(|| follows(words, &[proved]))
}

/// What to take away, and what is left then.
#[must_use]
pub fn repair(words: &dyn Words, explanation: &Explanation) -> String {
    let repair = match &explanation.repair {
        Some(repair) => repair,
        None if explanation.core.is_empty() => {
            let alone = if words.givens().is_empty() && words.closed().is_empty() {
                "the rules alone make"
            } else {
                "the rules and the givens make"
            };
            return format!("Nothing {} has to do with it: {alone} it so.", words.of_yours());
        }
        None => return "What would have to go is not known: it takes too long to find out.".to_owned(),
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
    let thing = naming::thing(words, Literal::positive(explanation.variable));
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
    lines.extend(told(words, explanation.variable, &explanation.frames()).map(|line| format!("  {line}")));
    lines.extend(conclusion(words, explanation).map(|line| format!("  {line}")));
    lines.push(repair(words, explanation));
    lines
}

/// A deduction, a sentence or two a line, the lines of cases indented by two blanks a level; what follows comes last.
#[must_use]
pub fn deduction(words: &dyn Words, deduction: &Deduction) -> Vec<String> {
    let Some(about) = deduction.conclusions.first() else { return Vec::new() };
    told(words, about.variable, &deduction.frames()).chain(deduction_conclusion(words, deduction)).collect()
}

/// The frames of an argument about a variable, a line each.
fn told(words: &dyn Words, about: Variable, frames: &[Frame<'_>]) -> impl Iterator<Item = String> {
    frames.iter().map(move |one| format!("{:indent$}{}", "", frame(words, about, one), indent = 2 * one.cases.len()))
}

/// What a deduction rules out, as a sentence; `None` if it places something, and says so already.
#[must_use]
pub fn deduction_conclusion(words: &dyn Words, deduction: &Deduction) -> Option<String> {
    let is_more = !deduction.conclusions.is_empty() && !deduction.says_what_follows();
    is_more.then(|| follows(words, &deduction.conclusions))
}

/// What follows, as a sentence.
fn follows(words: &dyn Words, conclusions: &[Literal]) -> String {
    match conclusions {
        [one] => format!("So {}.", naming::must(words, *one)),
        all => format!("So {} are out.", names(words, all.iter().map(|literal| &literal.variable))),
    }
}

/// What to say of a variable that needs no explanation.
#[must_use]
pub fn nothing_to_explain(words: &dyn Words, guide: &Guide, variable: Variable) -> String {
    match guide.status(variable) {
        Status::Given => format!("{} is given.", naming::name(words, variable)),
        Status::Placed => sentence(&naming::stands(words, variable)),
        status => format!(
            "{} is {}: {} of {} have {}.",
            naming::name(words, variable),
            words.status_name(status),
            guide.completions(variable),
            plural(guide.total(), "solution"),
            naming::thing_there(words, variable),
        ),
    }
}

/// The first grade of a hint: where to look.
#[must_use]
pub fn look(words: &dyn Words, hint: &Hint) -> String {
    match hint {
        Hint::Deduced(deduction) => look_at(words, deduction),
        Hint::Forced { on, .. } if is_requirement(words, *on) => {
            format!("Look at {}: it settles something.", words.line_name(*on))
        }
        Hint::Forced { on, .. } if !words.rules().constraint(*on).is_at_least_one() => {
            format!("Look at {}: one {} of it is settled.", words.line_name(*on), words.alternative(*on))
        }
        Hint::Forced { on, .. } => {
            let own = words.piece().map_or_else(|| "it".to_owned(), |piece| format!("its {piece}"));
            format!("Look at {}: {own} has only one {}.", words.line_name(*on), words.alternative(*on))
        }
        Hint::KeepsMost { on: Some(on), open, .. } => format!(
            "Look at {}: no line has fewer open {}s than its {}.",
            words.line_name(*on),
            words.alternative(*on),
            open.len()
        ),
        Hint::KeepsMost { on: None, open, .. } => {
            format!("Look anywhere: no line needs anything, and {} are open.", open.len())
        }
        Hint::Repair { away, .. } if away.len() == 1 => "No solution is left: something has to go.".to_owned(),
        Hint::Repair { away, .. } => format!("No solution is left: {} things have to go.", away.len()),
    }
}

/// Whether a line asks for one of some literals and no more, as a requirement does, and not all of them are variables.
fn is_requirement(words: &dyn Words, line: ConstraintId) -> bool {
    let line = words.rules().constraint(line);
    line.is_clause() && !line.is_at_least_one()
}

/// Where to look for a deduction.
fn look_at(words: &dyn Words, deduction: &Deduction) -> String {
    let Some(&line) = deduction.lines().first() else { return String::new() };
    let lines = list(deduction.lines().iter().map(|&line| words.line_name(line)));
    let alternative = words.alternative(line);
    let what = match deduction.kind() {
        Kind::Only | Kind::Direct | Kind::Chain if is_requirement(words, line) => "it settles something".to_owned(),
        Kind::Only if !words.rules().constraint(line).is_at_least_one() => {
            "what stands and what is ruled out leaves it just what it needs".to_owned()
        }
        Kind::Only => format!("what stands and what is ruled out leaves it one {alternative}"),
        Kind::Locked if deduction.lines().len() > 1 => "together they use something up".to_owned(),
        Kind::Locked => format!("its {alternative}s lie together"),
        Kind::EmptyLine => format!("all its {alternative}s rule out the same"),
        Kind::Split => format!("try its {alternative}s in turn"),
        Kind::Direct | Kind::Chain if !words.rules().constraint(line).is_at_least_one() => {
            "something would leave it with too little, or with too much".to_owned()
        }
        Kind::Direct | Kind::Chain => format!("something would leave it without a {alternative}"),
    };
    format!("Look at {lines}: {what}.")
}

/// The second grade: the move, or the moves.
#[must_use]
pub fn play(words: &dyn Words, hint: &Hint) -> String {
    if let Hint::Deduced(deduction) = hint
        && deduction.conclusions.iter().all(|literal| !literal.value)
    {
        let out = deduction.conclusions.iter().map(|literal| &literal.variable);
        return format!("Rule out {}.", names(words, out));
    }
    match hint.play() {
        Move::Place(variable) => format!("Place {}.", naming::thing(words, Literal::positive(variable))),
        Move::Remove(variable) => format!("Lift {}.", naming::placed(words, &[variable])),
        Move::Block(variable) => format!("Block {}.", naming::name(words, variable)),
        Move::Unblock(variable) => format!("Unblock {}.", naming::name(words, variable)),
        Move::Clear => format!("Clear the {}.", words.whole()),
    }
}

/// The third grade: why, in lines as of [`explanation`].
#[must_use]
pub fn why(words: &dyn Words, hint: &Hint) -> Vec<String> {
    match hint {
        Hint::Deduced(deduced) => deduction(words, deduced).into_iter().chain(reservation(deduced)).collect(),
        Hint::Forced { why, .. } => {
            let mut lines = explanation(words, why);
            lines.pop();
            lines
        }
        Hint::KeepsMost { open, total, .. } => {
            let each = open.iter().map(|(variable, count)| format!("{} keeps {count}", naming::name(words, *variable)));
            vec![format!("Of {}, {}.", plural(total, "solution"), list(each))]
        }
        Hint::Repair { away, solutions } => {
            let are = if is_one(solutions) { "is" } else { "are" };
            vec![format!(
                "With {} gone, {} {are} left; nothing less helps.",
                names(words, away.placed.iter().chain(&away.blocked)),
                plural(solutions, "solution"),
            )]
        }
    }
}

/// What is to be said of a deduction that need not be the easiest; `None` of any other.
#[must_use]
pub fn reservation(deduction: &Deduction) -> Option<String> {
    (!deduction.is_easiest).then(|| "There may be an easier way, but none was found in time.".to_owned())
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
                    format!("{} by {}", words.status_name(Status::Excluded), naming::name(words, *by))
                }
                Because::Full { on } => {
                    format!("{}: {}", words.status_name(Status::Excluded), lines::is_full(words, *on))
                }
                Because::Blocked => words.status_name(Status::Blocked).to_owned(),
                Because::Out => "ruled out already".to_owned(),
                Because::Supposed => naming::supposed_false(words, variables[0]).to_owned(),
            };
            format!("{} {are} {what}", names(words, variables))
        })
        .collect();
    format!(": {}.", clauses.join("; "))
}

fn locked(words: &dyn Words, base: &[ConstraintId], covers_of: &[Cover], ruled_out: &[RuledOut]) -> String {
    let lines = list(base.iter().map(|&line| words.line_name(line)));
    let covers = list(covers_of.iter().map(|cover| naming::cover_name(words, cover)));
    if words.has_counts() {
        let needs = if base.len() == 1 { "needs" } else { "need" };
        let have = if covers_of.len() == 1 { "has" } else { "have" };
        let reasons = because(words, ruled_out);
        return format!("Then all that {lines} still {needs} lies in {covers}, which {have} room for no more{reasons}");
    }
    let have = if base.len() == 1 { "has" } else { "have" };
    let pattern = words.pattern(base, covers_of).map_or_else(String::new, |pattern| format!(" ({pattern})"));
    format!("Then all that {lines} {have} left lies in {covers}{pattern}{}", because(words, ruled_out))
}

/// ` along the diagonal`, or nothing.
fn along(words: &dyn Words, by: Variable, excluded: Variable) -> String {
    naming::along(words, by, excluded).map_or_else(String::new, |along| format!(" {along}"))
}

/// That marks are not consistent, as a clause, as in `the queens on a1 and b2 attack each other along the diagonal`.
#[must_use]
pub fn conflict(words: &dyn Words, conflict: Conflict) -> String {
    match conflict {
        Conflict::Exclusion(a, b) => format!("{} {}", naming::placed(words, &[a, b]), words.clash(a, b)),
        Conflict::TooMany(on) => lines::too_many(words, on),
        Conflict::Blocked(on) => naming::stands_on_block(words, on),
    }
}

/// That a line has as much as it may have, as a clause, as in `rank 4 has its two stars`.
#[must_use]
pub fn is_full(words: &dyn Words, on: ConstraintId) -> String {
    lines::is_full(words, on)
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    format!("{}.", capital(clause))
}

/// A text with a capital letter at its beginning, unless that is a name that has digits or a value, such as `r1c1` or
/// `tea=green`.
#[must_use]
pub fn capital(text: &str) -> String {
    let is_of_name = |letter: char| letter.is_ascii_digit() || letter == '=';
    let is_name = text.split(' ').next().is_some_and(|word| word.contains(is_of_name));
    if is_name {
        return text.to_owned();
    }
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn is_one(count: &Count) -> bool {
    *count.value() == 1u8.into()
}

fn plural(count: &Count, noun: &str) -> String {
    if is_one(count) { format!("{count} {noun}") } else { format!("{count} {noun}s") }
}
