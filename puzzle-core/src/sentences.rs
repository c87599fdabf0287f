//! Explanations and hints in words.
//!
//! This module makes all sentences of the crate, from data that other modules compute. The words that differ from
//! puzzle to puzzle come from [`Words`].

mod last_cell;
mod lines;
mod reasons;

use bdd_core::{ConstraintId, Literal, Variable};

use crate::count::Count;
use crate::explain::{Cover, Frame, Scene, Step, Technique};
use crate::explanation::Explanation;
use crate::guide::{Guide, Status};
use crate::hint::Hint;
use crate::logic::Deduction;
use crate::marks::{Conflict, Marks, Move};
use crate::naming::{self, Subject, grouped, topic, topics};
use crate::puzzle::Visibility;
use crate::words::Words;

pub use self::last_cell::last_cell;
pub use self::lines::is_full;
pub(crate) use self::lines::number;
pub use crate::naming::{literal_phrase, name, placed_clause, supposition};
pub use crate::words::{list, with_article};

/// Returns a sentence with the status of the explained variable and the marks that cause it.
fn headline(words: &dyn Words, explanation: &Explanation) -> String {
    let topic = topic(words, explanation.variable);
    let core = &explanation.core;
    let there = naming::piece_there(words, explanation.variable);
    match (explanation.status, core.is_empty()) {
        (Status::Forced, true) => format!("{topic} is forced: every solution has {there}."),
        (Status::Forced, false) => format!("{topic} is forced by {}.", causes(words, core)),
        (Status::Blocked, _) if is_own_mark(explanation) => format!("{topic} is ruled out by your own mark."),
        (Status::Blocked, true) if words.closed().contains(&explanation.variable) => {
            format!("{topic} is blocked from the beginning.")
        }
        (status, true) if has_direct_cause(explanation) => {
            format!("{topic} is {} because of {}.", words.status_name(status), causes(words, &explanation.also))
        }
        (status, true) => format!("{topic} is {}: no solution has {there}.", words.status_name(status)),
        (status, false) => format!("{topic} is {} because of {}.", words.status_name(status), causes(words, core)),
    }
}

/// Names the marks that cause a status, such as `the queen on d4 and the mark on e6`.
fn causes(words: &dyn Words, marks: &Marks) -> String {
    let mut causes = Vec::new();
    if !marks.placed.is_empty() {
        causes.push(naming::placed(words, &Vec::from_iter(marks.placed.iter().copied())));
    }
    if !marks.blocked.is_empty() {
        let s = if marks.blocked.len() == 1 { "" } else { "s" };
        causes.push(format!("the mark{s} on {}", topics(words, &marks.blocked).0));
    }
    causes.join(" and ")
}

/// Returns `true` if the explained variable is blocked by the player, and the explanation names no other cause.
fn is_own_mark(explanation: &Explanation) -> bool {
    let Explanation { core, also, variable, .. } = explanation;
    let (placed, blocked) = (&core.placed, core.blocked.iter().chain(&also.blocked));
    matches!(explanation.steps.as_slice(), [Step::Blocked]) && placed.is_empty() && { blocked }.eq([variable])
}

/// Returns `true` if the player's marks rule the variable out at one look, though it would be in no solution without
/// these marks either.
fn has_direct_cause(explanation: &Explanation) -> bool {
    let is_direct = matches!(explanation.steps.as_slice(), [Step::Excluded { .. } | Step::Full { .. } | Step::Blocked]);
    is_direct && explanation.core.is_empty() && !explanation.also.is_empty()
}

/// Returns a frame of an argument as a sentence. `about` is the variable that the argument is about.
#[must_use]
pub fn frame(words: &dyn Words, about: Variable, frame: &Frame<'_>) -> String {
    let sentence = scene(words, about, frame);
    match sentence.strip_prefix("Then ") {
        // Without a supposition, `Then` would refer to no earlier sentence.
        Some(seen) if frame.supposed.is_none() => capital(seen),
        _ => sentence,
    }
}

fn scene(words: &dyn Words, about: Variable, frame: &Frame<'_>) -> String {
    match &frame.scene {
        Scene::Suppose(literal) => format!("Suppose {}.", naming::supposition(words, *literal)),
        Scene::Case(variable, on) => format!("If {}:", naming::line_has(words, *on, *variable)),
        Scene::Shown(conclusions) => follows(words, conclusions),
        Scene::Step(Step::Excluded { by }) => sentence(&exclusion(words, *by, about)),
        Scene::Step(Step::Full { on, by }) => {
            let excluded = words.status_name(Status::Excluded);
            format!("{} is {excluded}: {}.", topic(words, about), lines::full(words, *on, by))
        }
        Scene::Step(Step::Blocked) if words.closed().contains(&about) => {
            format!("{} is blocked from the beginning.", topic(words, about))
        }
        Scene::Step(Step::Blocked) => format!("You ruled out {}.", topic(words, about)),
        Scene::Step(Step::Conflict(wrong)) => sentence(&conflict(words, *wrong)),
        Scene::Step(step) => format!("Then {}{}", consequence(words, step), reasons::clauses(words, step)),
    }
}

/// Returns the clause for the variable `excluded`, which the true variable `by` excludes.
fn exclusion(words: &dyn Words, by: Variable, excluded: Variable) -> String {
    let along = naming::along(words, by, excluded);
    match (naming::subject(words, excluded), naming::subject(words, by)) {
        (Subject::Value(_, cell), Subject::Value(other, other_cell)) if cell == other_cell => {
            format!("{cell} is already {other}")
        }
        (Subject::Value(value, cell), Subject::Value(other, other_cell)) if value == other => {
            let along = along.map_or_else(String::new, |along| format!(" ({})", along.trim_start_matches("in ")));
            format!("{cell} can't be {value}: {other_cell} is {other}{along}")
        }
        _ => {
            let along = along.map_or_else(String::new, |along| format!(" {along}"));
            let excluded_word = words.status_name(Status::Excluded);
            format!("{} is {excluded_word} by {}{along}", topic(words, excluded), topic(words, by))
        }
    }
}

/// Returns the clause for the consequence of a step, without the reasons, such as `rank 4 has no square left`.
fn consequence(words: &dyn Words, step: &Step) -> String {
    let is_plain = |on: ConstraintId| words.rules().constraint(on).is_at_least_one();
    if let Step::Decided { on, .. } | Step::Empty { on, .. } = step
        && let Some(conditional) = lines::Conditional::of(words, *on)
    {
        let conclusions = match step {
            Step::Decided { place, out, .. } => (place.as_slice(), out.as_slice()),
            _ => Default::default(),
        };
        return conditional.clause(words, *on, (step.ruled_out(), step.by()), conclusions);
    }
    match step {
        Step::Only { on, ruled_out, .. } if !is_plain(*on) => lines::needs_all(words, *on, ruled_out),
        Step::Only { variable, on, .. } => match naming::subject(words, *variable) {
            Subject::Value(value, cell) if words.visibility(*on) == Visibility::Cell => {
                format!("{cell} can only be {value}")
            }
            _ => {
                let only = naming::candidate(words, *on, *variable);
                format!("{only} is the only {} left {}", words.candidate_noun(*on), words.line_phrase(*on))
            }
        },
        Step::Decided { on, place, out, .. } => lines::decided(words, *on, place, out),
        Step::Locked { base, covers, .. } => locked(words, base, covers),
        Step::Common { on, ruled_out, out, .. } if ruled_out.is_empty() => {
            let (noun, line) = (words.candidate_noun(*on), words.line_name(*on));
            format!(
                "every {noun} of {line} {} {}",
                lines::third_person(words.exclusion_verbs()[0]),
                topics(words, out).0
            )
        }
        Step::Common { on, left, out, .. } => {
            let both = if left.len() == 2 { "both" } else { "all" };
            let (left, exclude) = (naming::candidates(words, *on, left), words.exclusion_verbs()[0]);
            format!("{} has only {left} left, and {both} {exclude} {}", words.line_name(*on), topics(words, out).0)
        }
        Step::Empty { on, ruled_out, .. } if !is_plain(*on) => lines::too_few(words, *on, ruled_out),
        Step::Empty { on, .. } => format!("{} has no {} left", words.line_name(*on), words.candidate_noun(*on)),
        Step::Split { on, cases, .. } => {
            let left = Vec::from_iter(cases.iter().map(|case| case.variable));
            let neither = if left.len() == 2 { "neither works" } else { "none works" };
            let left = naming::candidates(words, *on, &left);
            format!("{} has only {left} left, and {neither}", words.line_name(*on))
        }
        Step::Excluded { .. } | Step::Full { .. } | Step::Blocked | Step::Conflict(_) => String::new(),
    }
}

/// Returns the clause for a counting argument, such as `the queens of ranks 1 and 2 fit only in files a and b`.
fn locked(words: &dyn Words, base: &[ConstraintId], covers: &[Cover]) -> String {
    let (base_names, cover_names, is_singular) = lines::base_and_covers(words, base, covers);
    let s = if is_singular { "s" } else { "" };
    if words.has_counts() {
        let are_groups = covers.iter().all(|cover| matches!(cover, Cover::Clique(_)));
        return match (words.piece(), are_groups && covers.len() > 1) {
            (Some(piece), true) => {
                format!("the remaining {piece}s of {base_names} must be in {cover_names}, one in each")
            }
            (Some(piece), false) => {
                format!("the remaining {piece}s of {base_names} must be in {cover_names}, and leave no room for others")
            }
            (None, true) => format!("the remaining candidates of {base_names} are all in {cover_names}, one in each"),
            (None, false) => {
                format!(
                    "the remaining candidates of {base_names} are all in {cover_names}, and leave no room for others"
                )
            }
        };
    }
    if base.iter().all(|&line| words.visibility(line) == Visibility::Cell) {
        // The covers are values in one house (a row, column or box), such as `4 and 9 in row 7`.
        let (values, house) = cover_names.rsplit_once(" in ").unwrap_or((&cover_names, ""));
        let house = match words.pattern(base, covers) {
            Some(pattern) => format!(" ({pattern} in {house})"),
            None if house.is_empty() => String::new(),
            None => format!(" (in {house})"),
        };
        return format!("{base_names} can only be {values}{house}");
    }
    let pattern = words.pattern(base, covers).map_or_else(String::new, |pattern| format!(" ({pattern})"));
    if let Some(piece) = words.piece() {
        let plural = if is_singular { "" } else { "s" };
        return format!("the {piece}{plural} of {base_names} fit{s} only in {cover_names}{pattern}");
    }
    format!("{base_names} fit{s} only in {cover_names}{pattern}")
}

/// Returns the suppositions at one point of an argument, such as `Suppose c6 > rank 5: [g5]`: first the supposition of
/// the whole argument, then the line and the variable of each enclosing case.
pub(crate) fn breadcrumb(words: &dyn Words, supposed: Option<Literal>, cases: &[(ConstraintId, Variable)]) -> String {
    let name = |variable| naming::name(words, variable);
    let supposed = supposed.map(|literal| match literal.value {
        true => format!("Suppose {}", name(literal.variable)),
        false => format!("Suppose {}", naming::supposition(words, literal)),
    });
    let cases = cases.iter().map(|&(line, variable)| format!("{}: [{}]", words.line_name(line), name(variable)));
    supposed.into_iter().chain(cases).collect::<Vec<_>>().join(" > ")
}

/// Returns the conclusion of an explanation, as a sentence after its last frame. Returns `None` if there is a single
/// frame, which states the conclusion itself.
#[must_use]
pub fn conclusion(words: &dyn Words, explanation: &Explanation) -> Option<String> {
    let proved = Literal { variable: explanation.variable, value: explanation.status == Status::Forced };
    (explanation.frames().len() > 1).then(|| follows(words, &[proved]))
}

/// Returns the repair as a sentence: the marks to remove so that the variable is no longer ruled out or forced, and the
/// number of solutions after the removal. If the explanation has no repair, the sentence says why.
#[must_use]
pub fn repair(words: &dyn Words, explanation: &Explanation) -> String {
    let repair = match &explanation.repair {
        Some(repair) => repair,
        None if has_direct_cause(explanation) => {
            let there = naming::piece_there(words, explanation.variable);
            return match is_own_mark(explanation) {
                true => format!("Without your mark, no solution has {there} either."),
                false => format!("Without {}, no solution has {there} either.", causes(words, &explanation.also)),
            };
        }
        None if explanation.core.is_empty() => {
            let are_rules_alone = words.givens().is_empty() && words.closed().is_empty();
            return match are_rules_alone {
                true => "The rules alone are the reason.".to_owned(),
                false => "The rules and the givens force this.".to_owned(),
            };
        }
        None => return "The marks to remove are not known: finding them takes too long.".to_owned(),
    };
    let mut away = Vec::new();
    if !repair.lift.placed.is_empty() {
        away.push(format!("remove {}", topics(words, &repair.lift.placed).0));
    }
    if !repair.lift.blocked.is_empty() {
        away.push(format!("allow {} again", topics(words, &repair.lift.blocked).0));
    }
    let away = capital(&away.join(" and "));
    let (topic, with) = (topic(words, explanation.variable), plural(&repair.solutions, "solution"));
    match explanation.status {
        Status::Forced => {
            format!("{away}, and {topic} is no longer forced ({with} with it, {} without).", repair.without)
        }
        _ => format!("{away}, and {topic} opens ({with})."),
    }
}

/// Returns the beginning of an explanation: a sentence with the status of the variable and the marks that cause it,
/// and, if the argument uses further marks, a sentence that names them.
#[must_use]
pub fn summary(words: &dyn Words, explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![headline(words, explanation)];
    if !explanation.also.is_empty() && !has_direct_cause(explanation) {
        let Marks { placed, blocked } = &explanation.also;
        let topics = topics(words, placed.iter().chain(blocked)).0;
        let also = if explanation.core.is_empty() { "" } else { "also " };
        lines.push(format!("The steps {also}use {topics}, which makes them easier."));
    }
    lines
}

/// Returns the whole explanation in lines: the summary, a line for each frame (a step of the argument), the conclusion
/// and the repair. The line of a frame begins with two blanks for each case that encloses the frame.
#[must_use]
pub fn explanation(words: &dyn Words, explanation: &Explanation) -> Vec<String> {
    let mut lines = summary(words, explanation);
    let steps = frame_lines(words, explanation.variable, &explanation.frames());
    lines.extend(steps.iter().map(|line| format!("  {line}")));
    lines.extend(conclusion(words, explanation).map(|line| format!("  {line}")));
    lines.push(repair(words, explanation));
    lines
}

/// Returns a deduction in lines: each frame as a line, and its conclusion. A frame is indented by two blanks for each
/// case that it is in.
#[must_use]
pub fn deduction(words: &dyn Words, deduction: &Deduction) -> Vec<String> {
    let Some(about) = deduction.conclusions.first() else { return Vec::new() };
    let mut lines = frame_lines(words, about.variable, &deduction.frames());
    lines.extend(deduction_conclusion(words, deduction));
    lines
}

/// Returns the frames of an argument about the variable `about`, each as a sentence on a line of its own. A sentence is
/// indented by two blanks for each case that contains its frame. Successive frames with the same sentence become one
/// line of text: if a rank needs several of its candidates, for example, there is a frame for each of these candidates.
fn frame_lines(words: &dyn Words, about: Variable, frames: &[Frame<'_>]) -> Vec<String> {
    let line = |one: &Frame<'_>| format!("{:indent$}{}", "", frame(words, about, one), indent = 2 * one.cases.len());
    let mut lines: Vec<String> = frames.iter().map(line).collect();
    lines.dedup();
    lines
}

/// Returns the conclusions of a deduction as a sentence; `None` if the deduction's last step states them already.
#[must_use]
pub fn deduction_conclusion(words: &dyn Words, deduction: &Deduction) -> Option<String> {
    let is_more = !deduction.conclusions.is_empty() && !deduction.says_what_follows();
    is_more.then(|| follows(words, &deduction.conclusions))
}

/// Returns conclusions as a sentence, such as `So d4 must be empty.`
fn follows(words: &dyn Words, conclusions: &[Literal]) -> String {
    if let [one] = conclusions {
        return format!("So {}.", naming::must(words, *one));
    }
    let forced = conclusions.iter().filter(|literal| literal.value).map(|&literal| naming::must(words, literal));
    let excluded = Vec::from_iter(conclusions.iter().filter(|literal| !literal.value).map(|literal| literal.variable));
    let excluded = (!excluded.is_empty()).then(|| naming::must_be_false(words, &excluded));
    format!("So {}.", list(forced.chain(excluded)))
}

/// Returns the status of a variable as a sentence. For a variable that is neither given nor placed, the sentence has
/// the number of solutions that contain it.
#[must_use]
pub fn status_sentence(words: &dyn Words, guide: &Guide, variable: Variable) -> String {
    match guide.status(variable) {
        Status::Given => format!("{} is given.", topic(words, variable)),
        Status::Placed => sentence(&naming::placed_clause(words, variable)),
        status => {
            let completions = guide.completions(variable);
            format!(
                "{} is {}: {completions} of {} {} {}.",
                topic(words, variable),
                words.status_name(status),
                plural(guide.total(), "solution"),
                if is_one(completions) { "has" } else { "have" },
                naming::piece_there(words, variable),
            )
        }
    }
}

/// Returns the first grade of a hint for the position of `marks`: the place to look at.
#[must_use]
pub fn hint_focus(words: &dyn Words, marks: &Marks, hint: &Hint) -> String {
    if let Some(house) = last_cell(words, marks, hint) {
        return sentence(&format!("{house} has a single empty {}", words.cell_noun()));
    }
    let clause = match hint {
        Hint::Deduced(deduction) => deduction_focus(words, deduction),
        Hint::Forced { on, .. } if is_requirement(words, *on) => {
            format!("{} decides a choice", words.line_name(*on))
        }
        Hint::Forced { on, .. } if !words.rules().constraint(*on).is_at_least_one() => {
            format!("one {} of {} is certain", words.candidate_noun(*on), words.line_name(*on))
        }
        Hint::Forced { on, .. } => {
            format!("{} has only one possible {}", words.line_name(*on), words.candidate_noun(*on))
        }
        Hint::KeepsMost { on: Some(on), open, .. } => {
            let (line, noun, s) =
                (words.line_name(*on), words.candidate_noun(*on), if open.len() == 1 { "" } else { "s" });
            format!("{line} is tightest: {} open {noun}{s}", open.len())
        }
        Hint::KeepsMost { on: None, open, .. } => {
            format!("every rule is satisfied, and {} candidates are still open", open.len())
        }
        Hint::Repair { away, .. } if away.len() == 1 => {
            "no solution from here: one of your entries is wrong".to_owned()
        }
        Hint::Repair { away, .. } => format!("no solution from here: {} of your entries are wrong", away.len()),
    };
    sentence(&clause)
}

/// Returns `true` if a line is a clause with a negated literal, such as the rule that `a` requires `b`.
fn is_requirement(words: &dyn Words, line: ConstraintId) -> bool {
    let line = words.rules().constraint(line);
    line.is_clause() && !line.is_at_least_one()
}

/// Returns the clause that points to the lines of a deduction. It names the technique if players have a name for it.
fn deduction_focus(words: &dyn Words, deduction: &Deduction) -> String {
    let Some(&line) = deduction.lines().first() else { return String::new() };
    let (names, noun) = (lines::line_names(words, deduction.lines()), words.candidate_noun(line));
    let is_plain = words.rules().constraint(line).is_at_least_one();
    let are_values = deduction.conclusions.iter().all(|one| naming::value_cell(words, one.variable).is_some());
    match (deduction.technique(), deduction.steps.last()) {
        (Technique::Only | Technique::Direct | Technique::Chain, _) if is_requirement(words, line) => {
            format!("{names} decides a choice")
        }
        (Technique::Only, _) if !is_plain => format!("{names} has just enough {noun}s left"),
        (Technique::Only, _) if are_values && words.visibility(line) == Visibility::Cell => {
            format!("naked single: {names} has only one value left")
        }
        (Technique::Only, _) if are_values => format!("hidden single: {names} fits in only one {noun}"),
        (Technique::Only, _) => format!("{names} has only one {noun} left"),
        (Technique::Locked, Some(Step::Locked { base, covers, .. })) => match words.pattern(base, covers) {
            Some(pattern) => format!("{pattern}: {names}"),
            None if words.has_counts() => {
                let (base, covers, _) = lines::base_and_covers(words, base, covers);
                match words.piece() {
                    Some(piece) => format!("the remaining {piece}s of {base} must be in {covers}"),
                    None => format!("the remaining {noun}s of {base} are all in {covers}"),
                }
            }
            None if words.visibility(line) == Visibility::Cell => match base.len() {
                1 => format!("{names} can only be one value"),
                count => format!("{names} have only {count} values between them"),
            },
            None if base.len() == 1 => format!("all {noun}s left {} lie in one line", words.line_phrase(line)),
            None => {
                let of = words.piece().map_or_else(|| names.clone(), |piece| format!("the {piece}s of {names}"));
                format!("{of} fit in only {} {}", covers.len(), lines::covers_noun(words, covers))
            }
        },
        (Technique::EmptyLine, _) => {
            let out = topics(words, deduction.conclusions.iter().map(|literal| &literal.variable)).0;
            format!("every {noun} left {} would rule out {out}", words.line_phrase(line))
        }
        (Technique::Split, _) => format!("try each {noun} left {} in turn", words.line_phrase(line)),
        _ => {
            let supposed = deduction.supposed().map(|literal| naming::literal_phrase(words, literal));
            let supposed = supposed.unwrap_or_else(|| "one candidate".to_owned());
            match is_plain {
                true => format!("{supposed} would leave {names} without a {noun}"),
                false => format!("{supposed} would make the count of {names} wrong"),
            }
        }
    }
}

/// Returns a hint of the second grade: a sentence with its moves, such as `Place a queen on d4.`
#[must_use]
pub fn hint_move(words: &dyn Words, hint: &Hint) -> String {
    if let Hint::Deduced(deduction) = hint
        && deduction.conclusions.iter().all(|literal| !literal.value)
    {
        let out = deduction.conclusions.iter().map(|literal| &literal.variable);
        return format!("Rule out {}.", topics(words, out).0);
    }
    match hint.first_move() {
        Move::Place(variable) => format!("Place {}.", naming::literal_phrase(words, Literal::positive(variable))),
        Move::Remove(variable) => format!("Remove {}.", naming::placed(words, &[variable])),
        Move::Block(variable) => format!("Rule out {}.", topic(words, variable)),
        Move::Unblock(variable) => format!("Allow {} again.", topic(words, variable)),
        Move::Clear => format!("Clear the {}.", words.puzzle_noun()),
    }
}

/// Returns the third grade of a hint: its reason, in lines. Each line is a sentence, indented in the same way as the
/// lines of an [`explanation`].
#[must_use]
pub fn hint_reason(words: &dyn Words, hint: &Hint) -> Vec<String> {
    match hint {
        Hint::Deduced(deduced) => deduction(words, deduced).into_iter().chain(caveat(deduced)).collect(),
        Hint::Forced { why, .. } => {
            let mut lines = explanation(words, why);
            lines.pop();
            lines
        }
        Hint::KeepsMost { open, total, .. } => {
            let groups = grouped(open.iter().map(|(variable, count)| (count, *variable)));
            let each = groups.iter().map(|(count, variables)| match variables.as_slice() {
                [only] => format!("{} keeps {count}", topic(words, *only)),
                all => format!("{} keep {count} each", topics(words, all).0),
            });
            vec![format!("Of {}, {}.", plural(total, "solution"), each.collect::<Vec<_>>().join("; "))]
        }
        Hint::Repair { away, solutions } => {
            let names = topics(words, away.placed.iter().chain(&away.blocked)).0;
            let remain = if is_one(solutions) { "remains" } else { "remain" };
            vec![format!("Removing {names} is enough: {} {remain}.", plural(solutions, "solution"))]
        }
    }
}

/// Returns the caveat that there may be an easier deduction; `None` if this deduction is certainly the easiest.
#[must_use]
pub fn caveat(deduction: &Deduction) -> Option<String> {
    (!deduction.is_easiest).then(|| "There may be an easier argument.".to_owned())
}

/// Returns a conflict of marks as a clause, such as `the queens on a1 and b2 attack each other along the diagonal` or
/// `two 6s in row 1 (r1c2 and r1c4)`.
///
/// ```
/// use puzzle_core::{Conflict, Puzzle, Rules, Variable, Words, sentences};
///
/// #[derive(Debug)]
/// struct Board(Rules);
///
/// impl Puzzle for Board {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// impl Words for Board {
///     fn piece(&self) -> Option<&str> {
///         Some("rook")
///     }
/// }
///
/// let conflict = Conflict::Exclusion(Variable::new(0), Variable::new(1));
/// let clause = sentences::conflict(&Board(Rules::new(2)), conflict);
/// assert_eq!(clause, "the rooks on x0 and x1 rule each other out");
/// ```
#[must_use]
pub fn conflict(words: &dyn Words, conflict: Conflict) -> String {
    match conflict {
        Conflict::Exclusion(a, b) => match (naming::subject(words, a), naming::subject(words, b)) {
            (Subject::Value(value, cell), Subject::Value(other, other_cell)) if cell == other_cell => {
                format!("{cell} is both {value} and {other}")
            }
            (Subject::Value(value, cell), Subject::Value(other, other_cell)) if value == other => {
                let along = naming::along(words, a, b).map_or_else(String::new, |along| format!(" {along}"));
                let twice = if value.chars().count() == 1 { format!("two {value}s") } else { format!("{value} twice") };
                format!("{twice}{along} ({cell} and {other_cell})")
            }
            _ => format!("{} {}", naming::placed(words, &[a, b]), words.clash(a, b)),
        },
        Conflict::TooMany(on) => lines::too_many(words, on),
        Conflict::Blocked(on) => naming::on_blocked(words, on),
    }
}

/// Returns a clause as a sentence.
fn sentence(clause: &str) -> String {
    format!("{}.", capital(clause))
}

/// Returns a text with a capital letter at its beginning. A text whose first word has a digit or `=` begins with a
/// name, and stays unchanged.
///
/// ```
/// use puzzle_core::sentences::capital;
///
/// assert_eq!(capital("rank 4 is full"), "Rank 4 is full");
/// assert_eq!([capital("r1c1 is open"), capital("tea=green")], ["r1c1 is open", "tea=green"]);
/// ```
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

#[cfg(test)]
mod tests;
