//! Sentences about a cell, as far as the [`Assist`] level allows.

use std::collections::BTreeSet;

use puzzle_core::sentences::{self, with_article};
use puzzle_core::{Count, Guide, Refusal, Status, Variable};
use puzzle_kind::{Cell, Playable};

use super::{counted, grouped, is_said_of_one, piece_here};
use crate::assist::Assist;
use crate::model::Model;
use crate::notice::{Notice, NoticeKind};

/// Describes the cell under the cursor, in few words if `briefly`; `None` until the puzzle is loaded.
#[must_use]
pub fn describe_cursor(model: &Model, briefly: bool) -> Option<String> {
    describe_cell(model, model.cursor(), briefly)
}

/// Describes a cell; `None` until the puzzle is loaded.
pub(super) fn describe_cell(model: &Model, cell: Cell, briefly: bool) -> Option<String> {
    let (guide, board) = (model.guide()?, model.board());
    Some(match board.only(cell) {
        Some(variable) if model.tree().is_some() => super::option_described(model, variable),
        Some(variable) => describe_variable(board.puzzle(), guide, variable, model.assist(), briefly),
        None if board.variables(cell).is_empty() => describe_clue(board.puzzle(), cell),
        None => describe_values(model, guide, cell),
    })
}

/// Returns the values of `notes` in a cell, such as `1 4`.
pub(super) fn noted(model: &Model, notes: &BTreeSet<Variable>, cell: Cell) -> String {
    let noted = model.board().variables(cell).iter().filter(|variable| notes.contains(variable));
    noted.map(|&variable| model.board().puzzle().symbol(variable).to_string()).collect::<Vec<_>>().join(" ")
}

/// Describes the notes in a cell, such as `1 4 noted, 2 noted in the corner`; empty if the cell has no notes.
pub(super) fn notes_described(model: &Model, cell: Cell) -> String {
    let kinds = [(model.notes(), "noted"), (model.corner_notes(), "noted in the corner")];
    let described = kinds.map(|(notes, how)| (noted(model, notes, cell), how));
    let parts = described.iter().filter(|(noted, _)| !noted.is_empty()).map(|(noted, how)| format!("{noted} {how}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// Describes a cell without variables by its clue.
fn describe_clue(puzzle: &dyn Playable, cell: Cell) -> String {
    let name = puzzle.cell_name(cell);
    match puzzle.clue(cell) {
        None => format!("{name}: empty"),
        Some(clue) => match puzzle.clue_noun(clue) {
            Some(noun) => format!("{name}: {}", with_article(noun)),
            None => format!("{name}: {clue} is printed here"),
        },
    }
}

/// Describes `at`, the only variable of its cell, as far as the level `assist` allows. Uses few words if `briefly`.
fn describe_variable(puzzle: &dyn Playable, guide: &Guide, at: Variable, assist: Assist, briefly: bool) -> String {
    let name = puzzle.name(at);
    if assist.is_guided() {
        return if briefly { known_briefly(puzzle, guide, at) } else { known(puzzle, guide, at) };
    }
    match (assist.shown(guide.status(at)), guide.refusal(at)) {
        (Status::Open, _) if assist == Assist::Attacks => {
            format!("{name}: not {}", puzzle.status_name(Status::Excluded))
        }
        (Status::Open, _) => format!("{name}: empty"),
        (_, Some(refusal)) => why_not(puzzle, at, refusal),
        _ => known(puzzle, guide, at),
    }
}

/// Describes a variable by its [`Status`] with the number of solutions, or by the reason that rules it out.
fn known(puzzle: &dyn Playable, guide: &Guide, variable: Variable) -> String {
    let (name, here) = (puzzle.name(variable), piece_here(puzzle));
    let completions = guide.completions(variable);
    let status = puzzle.status_name(guide.status(variable));
    match guide.status(variable) {
        Status::Given | Status::Placed => own(puzzle, guide, variable),
        Status::Open => {
            let solutions_have = if is_said_of_one(completions) { "solution has" } else { "solutions have" };
            format!("{name}: {status}, {} {solutions_have} {here}", counted(completions))
        }
        Status::Forced if !completions.is_exact() => format!("{name}: {status}, all remaining solutions have {here}"),
        Status::Forced if is_said_of_one(completions) => {
            format!("{name}: {status}, the 1 remaining solution has {here}")
        }
        Status::Forced => {
            format!("{name}: {status}, all {} remaining solutions have {here}", grouped(completions.value()))
        }
        Status::Unknown => format!("{name}: {status}"),
        Status::Blocked | Status::Excluded | Status::Dead => {
            guide.refusal(variable).map_or_else(|| name.clone(), |refusal| why_not(puzzle, variable, refusal))
        }
    }
}

/// Shortens the text of `known` for the smallest terminals.
fn known_briefly(puzzle: &dyn Playable, guide: &Guide, variable: Variable) -> String {
    match (guide.status(variable), guide.refusal(variable)) {
        (_, Some(refusal)) => why_not_briefly(puzzle, variable, refusal),
        (Status::Given | Status::Placed, None) => own(puzzle, guide, variable),
        (status, None) => {
            let count = counted(guide.completions(variable));
            format!("{}: {}, {count}", puzzle.name(variable), puzzle.status_name(status))
        }
    }
}

/// Describes a true variable: given, or placed by the player.
fn own(puzzle: &dyn Playable, guide: &Guide, variable: Variable) -> String {
    match (guide.status(variable), puzzle.piece()) {
        (Status::Given, _) => format!("{}: given", puzzle.name(variable)),
        (_, Some(piece)) => format!("{}: your {piece}", puzzle.name(variable)),
        (_, None) => format!("{}: placed by you", puzzle.name(variable)),
    }
}

/// Describes a cell with several values: its true value, or its candidates and notes.
fn describe_values(model: &Model, guide: &Guide, cell: Cell) -> String {
    // Where the player writes the notes, the candidates of a cell would be help.
    let is_by_hand = model.assist() == Assist::Attacks && !model.marks_itself();
    let (board, assist) = (model.board(), if is_by_hand { Assist::Nothing } else { model.assist() });
    let puzzle = board.puzzle();
    let name = puzzle.cell_name(cell);
    let variables = board.variables(cell);
    let stands = |variable: &&Variable| guide.status(**variable).stands();
    let standing: Vec<String> = variables.iter().filter(stands).map(|&variable| own(puzzle, guide, variable)).collect();
    if !standing.is_empty() {
        return standing.join("; ");
    }
    let shown = |variable: Variable| assist.shown(guide.status(variable));
    if let Some(&forced) = variables.iter().find(|&&variable| shown(variable) == Status::Forced) {
        return known(puzzle, guide, forced);
    }
    let noted = notes_described(model, cell);
    let blocked = variables.iter().any(|&variable| guide.status(variable) == Status::Blocked);
    if assist == Assist::Nothing && !blocked {
        return if noted.is_empty() { format!("{name}: empty") } else { format!("{name}: {noted}") };
    }
    let noted = if noted.is_empty() { noted } else { format!(", {noted}") };
    let left: Vec<Variable> = variables.iter().copied().filter(|&variable| shown(variable).is_possible()).collect();
    let symbols = || left.iter().map(|&variable| puzzle.symbol(variable).to_string()).collect::<Vec<_>>();
    match (left.is_empty(), assist) {
        (true, _) => format!("{name}: no value is left"),
        (false, Assist::Nothing) => format!("{name}: {} still open{noted}", symbols().join(" ")),
        (false, Assist::Attacks) => {
            format!("{name}: {} not {}{noted}", symbols().join(" "), puzzle.status_name(Status::Excluded))
        }
        (false, _) if left.iter().any(|&variable| shown(variable) == Status::Unknown) => {
            format!("{name}: {} not ruled out so far", symbols().join(" "))
        }
        (false, _) => {
            // A count that is only a lower bound is left out: it depends more on the search than on the puzzle.
            if !left.iter().all(|&variable| guide.completions(variable).is_exact()) {
                return format!("{name}: {} left", symbols().join(" "));
            }
            let each = left.iter().enumerate().map(|(index, &variable)| {
                let completions = guide.completions(variable);
                let noun = match index {
                    0 if is_said_of_one(completions) => " solution",
                    0 => " solutions",
                    _ => "",
                };
                format!("{}{noun} with {}", grouped(completions.value()), puzzle.symbol(variable))
            });
            format!("{name}: {}", each.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Returns the reason against placing a variable, such as `b4: attacked by a4 on rank 4`.
pub(crate) fn why_not(puzzle: &dyn Playable, variable: Variable, refusal: Refusal) -> String {
    let name = puzzle.name(variable);
    match refusal {
        Refusal::Blocked if puzzle.closed().contains(&variable) => format!("{name}: blocked from the beginning"),
        Refusal::Blocked => format!("{name}: ruled out by a mark"),
        Refusal::Excluded(by) => {
            // `on the diagonal` takes less room than `along the diagonal`.
            let along = puzzle.along(by, variable).map_or(String::new(), |along| format!(" {along}"));
            let on_line = along.strip_prefix(" along ").map_or(along.clone(), |line| format!(" on {line}"));
            format!("{name}: {} by {}{on_line}", puzzle.status_name(Status::Excluded), puzzle.name(by))
        }
        Refusal::Full(line) => {
            let (excluded, full) =
                (puzzle.status_name(Status::Excluded), puzzle_core::sentences::is_full(puzzle, line));
            format!("{name}: {excluded}, {full}")
        }
        Refusal::Dead => format!("{name}: dead, {} leaves no solution", piece_here(puzzle)),
    }
}

/// Returns the reason against placing a variable, in fewer words for [`Refusal::Dead`].
#[must_use]
pub(crate) fn why_not_briefly(puzzle: &dyn Playable, variable: Variable, refusal: Refusal) -> String {
    match refusal {
        Refusal::Dead => format!("{}: dead, leaves no solution", puzzle.name(variable)),
        other => why_not(puzzle, variable, other),
    }
}

/// Returns the answer to a request to explain a variable that the player has placed, and that clashes with no other:
/// the ways to find out if it is right, but not the answer.
pub(crate) fn stands_in_peace(model: &Model, guide: &Guide, variable: Variable) -> Notice {
    let head = sentences::status_sentence(model.board().puzzle(), guide, variable);
    if let Some(rule) = super::broken_here(model) {
        return Notice::new(NoticeKind::Done, format!("{head} It breaks a rule. {}.", sentences::capital(&rule)));
    }
    let text =
        format!("{head} Nothing clashes with it. Press v: is it still solvable? Press i: a hint finds mistakes.");
    let pointed =
        format!("{head} Nothing clashes with it. Still solvable? tells if a mistake was made; a hint finds it.");
    let brief = Some(format!("{head} Nothing clashes with it."));
    Notice { brief, pointed: Some(pointed), ..Notice::new(NoticeKind::Done, text) }
}

/// Returns the answer to a request to explain a variable that is neither true nor ruled out, at levels that are not
/// [guided](Assist::is_guided).
pub(crate) fn nothing_rules_out(puzzle: &dyn Playable, variable: Variable) -> String {
    format!("{} is not ruled out.", puzzle.name(variable))
}

/// Returns the answer to a request to explain a variable that the player has blocked, if neither the rules nor the
/// other marks decide it. `guide` is the guide to the position without this mark.
pub(crate) fn own_mark(puzzle: &dyn Playable, guide: &Guide, variable: Variable) -> String {
    let name = puzzle_core::sentences::name(puzzle, variable);
    let has = match guide.status(variable) {
        Status::Open => format!("but some solutions have {}", piece_here(puzzle)),
        _ => "and it is not known yet if a solution has it".to_owned(),
    };
    format!("You ruled out {name}, {has}.")
}

/// Returns a sentence with the numbers of solutions with and without `variable`; `None` if the variable is not
/// [`Status::Open`].
pub(super) fn effect(puzzle: &dyn Playable, guide: &Guide, variable: Variable) -> Option<String> {
    let (total, with) = (guide.total(), guide.completions(variable));
    if guide.status(variable) != Status::Open {
        return None;
    }
    let solutions = if is_said_of_one(with) { "solution" } else { "solutions" };
    let placed = format!("With {}: {} {solutions} left.", piece_here(puzzle), counted(with));
    Some(match (total, with) {
        (Count::Exact(total), Count::Exact(with)) => format!("{placed} Without: {}.", grouped(&(total - with))),
        _ => placed,
    })
}
