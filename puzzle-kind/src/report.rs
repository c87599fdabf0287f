//! Functions that make reports: answers about a puzzle, as data and in words.

use crate::entry::Playable;
use crate::layout::Cell;
use crate::parts::{Report, ReportPart};
use puzzle_core::answer::{self, Facts, Value};
use puzzle_core::deduce::{self, Path};
use puzzle_core::explain::Technique;
use puzzle_core::{
    Budget, Count, ExplainError, Guide, Hint, Interrupted, Marks, Source, Status, Variable, Weighed, Weights, sentences,
};

/// Returns the word for a number of solutions: `none`, `unique` or `multiple`.
///
/// ```
/// use puzzle_kind::report::status;
///
/// assert_eq!([status(0), status(1), status(2)], ["none", "unique", "multiple"]);
/// ```
#[must_use]
pub fn status(solutions: usize) -> &'static str {
    match solutions {
        0 => "none",
        1 => "unique",
        _ => "multiple",
    }
}

/// Reports the solution of a puzzle, or that it has no solution or several. `found` holds all solutions, or two if
/// there are several.
#[must_use]
pub fn solve(puzzle: &dyn Playable, found: &[Vec<Variable>]) -> Report {
    if let Some(own) = puzzle.solve_report(found) {
        return own;
    }
    let solution = |number: usize| found.get(number).map(|solution| puzzle.solution(solution));
    let facts = Facts::new().with("status", status(found.len())).with("solution", solution(0));
    let facts = match solution(1) {
        Some(other) => facts.with("other", other),
        None => facts,
    };
    let head = match found {
        [] => "no solution".to_owned(),
        [only] => format!("one solution: {}", written(puzzle, only)),
        [first, second, ..] => {
            format!("several solutions, such as: {} and {}", written(puzzle, first), written(puzzle, second))
        }
    };
    let mut report = Report::new(facts, [head]);
    report.parts.extend(found.iter().cloned().map(ReportPart::Solution));
    report
}

/// Finds up to two solutions of a puzzle under `marks`, and the path of easiest deductions. If there is exactly one
/// solution, the path may also contain case splits, which try the candidates of a line in turn.
///
/// # Errors
///
/// [`Interrupted`] if the budget is exhausted or cancelled.
pub fn solve_path(
    puzzle: &dyn Playable,
    marks: &Marks,
    budget: &mut Budget<'_>,
) -> Result<(Vec<Vec<Variable>>, Path), Interrupted> {
    let found = puzzle.first_completions(marks, 2, budget)?;
    let hardest = if found.len() == 1 { Technique::Split } else { Technique::Chain };
    let path = deduce::path(puzzle, &marks.clone().into(), hardest, budget)?;
    Ok((found, path))
}

/// Reports the solutions with the best total weights, the best first.
#[must_use]
pub fn best(puzzle: &dyn Playable, marks: &Marks, weights: &Weights, found: &[Weighed]) -> Report {
    let solution = |Weighed { total, model }: &Weighed| {
        Facts::new().with("total", Value::Decimal(weights.written(*total))).with("solution", puzzle.solution(model))
    };
    let facts = answer::marks(puzzle, marks).with("best", found.iter().map(solution).collect::<Vec<_>>());
    let line = |Weighed { total, model }: &Weighed| format!("{}: {}", weights.written(*total), written(puzzle, model));
    let lines: Vec<String> = match found {
        [] => vec![format!("no solution: {}", why_none(puzzle, marks))],
        found => found.iter().map(line).collect(),
    };
    Report::new(facts, lines)
}

/// Reports the solution of a puzzle and the steps that lead to it, from the result of [`solve_path`].
#[must_use]
pub fn steps(puzzle: &dyn Playable, found: &[Vec<Variable>], path: &Path) -> Report {
    let solved = solve(puzzle, found);
    let steps: Vec<Facts> = path.steps.iter().map(|step| answer::deduction(puzzle, step)).collect();
    let facts = solved.facts.with("complete", leads_to_solution(found, path)).with("steps", steps);
    let mut lines = Vec::new();
    for (number, step) in (1..).zip(&path.steps) {
        for (place, line) in sentences::deduction(puzzle, step).into_iter().enumerate() {
            let number = if place == 0 { format!("{number}.") } else { String::new() };
            lines.push(format!("{number:<4}{line}"));
        }
    }
    if !path.is_complete {
        lines.push("No simple step is left; try a case.".to_owned());
    }
    let parts = lines.into_iter().map(ReportPart::Line).chain(solved.parts).collect();
    Report { facts, parts, line: None, is_negative: solved.is_negative }
}

/// Returns `true` if the path leads to the unique solution. A complete path alone does not suffice: contradictory
/// givens make a path complete as well.
fn leads_to_solution(found: &[Vec<Variable>], path: &Path) -> bool {
    found.len() == 1 && path.is_complete
}

/// Reports the difficulty for a person, from the result of [`solve_path`]. The answer is negative if there is not
/// exactly one solution, or if the path does not lead to it.
#[must_use]
pub fn rate(found: &[Vec<Variable>], path: &Path) -> Report {
    let status = status(found.len());
    if !leads_to_solution(found, path) {
        let why = match found.len() {
            0 => "the puzzle has no solution",
            1 => "no explainable path to the solution was found",
            _ => "the puzzle has several solutions",
        };
        let facts = Facts::new().with("status", status).with("rating", Value::Nothing);
        return Report { is_negative: true, ..Report::new(facts, [format!("no rating: {why}")]) };
    }
    let techniques = path.techniques();
    let steps = techniques.iter().fold(Facts::new(), |steps, &(kind, count)| steps.with(kind.name(), count));
    let counts = techniques.iter().map(|&(kind, count)| format!("{count} {}", kind.name())).collect::<Vec<_>>();
    let hardest = techniques.last().map(|(kind, _)| kind.name());
    let facts = Facts::new()
        .with("status", status)
        .with("rating", path.rating() as usize)
        .with("hardest", hardest)
        .with("hardness", path.hardness() as usize)
        .with("effort", path.effort() as usize)
        .with("steps", steps);
    let line = match hardest {
        Some(hardest) => format!("{path}, {hardest}: {}", counts.join(", ")),
        None => format!("{path}: already solved, no step is left"),
    };
    Report::new(facts, [line])
}

/// Returns the names of the true variables of a solution, separated by blanks; `(empty)` if there are none.
fn written(puzzle: &dyn Playable, solution: &[Variable]) -> String {
    if solution.is_empty() {
        return "(empty)".to_owned();
    }
    solution.iter().map(|&variable| puzzle.name(variable)).collect::<Vec<_>>().join(" ")
}

/// Reports `total`, the number of solutions that extend `marks`.
#[must_use]
pub fn count(puzzle: &dyn Playable, marks: &Marks, total: &Count) -> Report {
    let facts = answer::position(puzzle, marks, total).with("exact", total.is_exact());
    let line =
        if *total == Count::UNKNOWN { "unknown: no lower bound was found".to_owned() } else { total.to_string() };
    Report::new(facts, [line])
}

/// Returns a guide as data: the marks, the number of solutions and all variables. If variables share cells, the
/// variables are grouped by cell, and cells with a given are left out.
#[must_use]
pub fn guide(puzzle: &dyn Playable, guide: &Guide) -> Facts {
    if !shares_cells(puzzle, guide) {
        return answer::guide_with(puzzle, guide, Facts::new().with("exact", guide.total().is_exact()));
    }
    let terms = puzzle.terms();
    let (columns, rows) = puzzle.grid();
    let mut by_cell = vec![Vec::new(); rows * columns];
    let mut is_given = vec![false; rows * columns];
    for (variable, status, completions) in guide.variables() {
        let Cell { row, column } = puzzle.cell(variable);
        let cell = row * columns + column;
        is_given[cell] |= status == Status::Given;
        by_cell[cell].push(
            Facts::new()
                .with(terms.variable, puzzle.symbol(variable).to_string())
                // The symbol may be an abbreviation, so the name that commands accept is added.
                .with("name", puzzle.name(variable))
                .with("status", answer::status_key(puzzle, status))
                .with("solutions", completions)
                .and(answer::range(puzzle, guide, Some(variable))),
        );
    }
    let cells = (0..rows * columns).zip(by_cell).filter(|&(cell, _)| !is_given[cell]).map(|(cell, variables)| {
        let cell = Cell { row: cell / columns, column: cell % columns };
        Facts::new().with("cell", puzzle.cell_name(cell)).with(terms.variables, variables)
    });
    answer::position(puzzle, guide.marks(), guide.total())
        .with("exact", guide.total().is_exact())
        .and(answer::range(puzzle, guide, None))
        .with("cells", cells.collect::<Vec<_>>())
}

/// Reports the explanation of a variable's status under the marks of a guide.
///
/// # Errors
///
/// [`ExplainError`] if the budget does not suffice, or if no explanation is found.
pub fn explain(
    source: &dyn Source,
    puzzle: &dyn Playable,
    guide: &Guide,
    variable: Variable,
    budget: &mut Budget<'_>,
) -> Result<Report, ExplainError> {
    let why = puzzle_core::explain(source, guide, variable, budget)?;
    let lines = match &why {
        Some(why) => sentences::explanation(puzzle, why),
        None => vec![sentences::status_sentence(puzzle, guide, variable)],
    };
    Ok(Report::new(answer::explanation(puzzle, guide, variable, why.as_ref()), lines))
}

/// Reports a hint for the position of `guide`: the row, column or other line to look at, the move, and the reason. If
/// `hint` is `None`, the report says why there is no hint. See [`hint`](puzzle_core::hint()).
#[must_use]
pub fn hint(puzzle: &dyn Playable, guide: &Guide, hint: Option<&Hint>) -> Report {
    let lines = match hint {
        Some(hint) => {
            let why = sentences::hint_reason(puzzle, hint).into_iter().map(|line| format!("  {line}"));
            let focus = sentences::hint_focus(puzzle, guide.marks(), hint);
            [focus, sentences::hint_move(puzzle, hint)].into_iter().chain(why).collect()
        }
        None if guide.is_solved() => vec!["the puzzle is solved".to_owned()],
        None if guide.is_completable() => vec!["no move is left".to_owned()],
        None => vec![format!("no hint: {}", why_none(puzzle, guide.marks()))],
    };
    Report::new(answer::hint(puzzle, guide, hint), lines)
}

/// Reports the solutions `drawn` at random with `seed`, each on its own line. `total` is the number of solutions that
/// extend `marks`.
#[must_use]
pub fn samples(puzzle: &dyn Playable, marks: &Marks, total: &Count, seed: u64, drawn: &[Vec<Variable>]) -> Report {
    let solutions: Vec<Value> = drawn.iter().map(|solution| puzzle.solution(solution)).collect();
    let lines: Vec<String> = solutions.iter().map(on_a_line).collect();
    Report::new(answer::position(puzzle, marks, total).with("seed", seed).with("drawn", solutions), lines)
}

/// Returns `true` if several variables share a cell, as the values of a Sudoku cell do.
#[must_use]
pub fn shares_cells(puzzle: &dyn Playable, guide: &Guide) -> bool {
    let (columns, rows) = puzzle.grid();
    // The guide has the number of variables. The rules have it too, but for a large board they may not be built yet.
    guide.variables().len() > columns * rows
}

/// Checks that a puzzle is proper (exactly one solution and no fault) or, if there are `marks`, that the marks are part
/// of a solution.
///
/// # Errors
///
/// [`Interrupted`] if the budget is exhausted or cancelled.
pub fn check(puzzle: &dyn Playable, marks: &Marks, budget: &mut Budget<'_>) -> Result<Report, Interrupted> {
    if let Some(own) = puzzle.check_report(marks, budget)? {
        return Ok(own);
    }
    if marks.is_empty() { proper(puzzle, budget) } else { part_of_solution(puzzle, marks, budget) }
}

fn proper(puzzle: &dyn Playable, budget: &mut Budget<'_>) -> Result<Report, Interrupted> {
    let found = puzzle.first_completions(&Marks::default(), 2, budget)?;
    let mut faults = puzzle.faults();
    match found.as_slice() {
        [] => faults.push("no solution".to_owned()),
        [_] => {}
        [first, second, ..] => {
            let (first, second) = (written(puzzle, first), written(puzzle, second));
            faults.push(format!("several solutions, such as {first} and {second}"));
        }
    }
    let rating = puzzle.difficulty().filter(|_| found.len() == 1);
    let facts = Facts::new().with("proper", faults.is_empty()).with("status", status(found.len()));
    let facts = rating.map_or(facts.clone(), |rating| facts.with("rating", rating.name()));
    let facts = facts.with("faults", faults.clone());
    let is_negative = !faults.is_empty();
    let lines = if is_negative {
        faults.into_iter().map(|fault| format!("not a proper puzzle: {fault}")).collect()
    } else {
        let rating = rating.map_or(String::new(), |rating| format!(", {rating}"));
        let merits = puzzle.merits().map_or(String::new(), |merits| format!("{merits}, and "));
        vec![format!("a proper puzzle{rating}: {merits}it has exactly one solution")]
    };
    Ok(Report { is_negative, ..Report::new(facts, lines) })
}

fn part_of_solution(puzzle: &dyn Playable, marks: &Marks, budget: &mut Budget<'_>) -> Result<Report, Interrupted> {
    let conflicts = conflicts(puzzle, marks);
    let found = puzzle.first_completions(marks, 1, budget)?.into_iter().next();
    let rest = found.map(|mut solution| {
        solution.retain(|variable| !marks.placed.contains(variable));
        solution.into_iter().map(|variable| puzzle.name(variable)).collect::<Vec<_>>()
    });
    let verdict = match &rest {
        _ if !conflicts.is_empty() => "conflicting",
        None => "not completable",
        Some(rest) if rest.is_empty() => "solution",
        Some(_) => "completable",
    };
    let rest = rest.filter(|rest| !rest.is_empty());
    let facts = Facts::new().with("verdict", verdict);
    let facts = rest.iter().fold(facts, |facts, rest| facts.with("completion", rest.clone()));
    let facts = facts.with("conflicts", conflicts.clone());
    let lines = match (&rest, verdict) {
        (Some(rest), _) => vec![format!("completable: add {} for a solution", rest.join(" "))],
        (None, "solution") => vec!["a solution".to_owned()],
        (None, "conflicting") => conflicts.iter().map(|conflict| format!("not consistent: {conflict}")).collect(),
        (None, _) => vec!["consistent, not completable: no solution has all of these marks".to_owned()],
    };
    let is_negative = !matches!(verdict, "solution" | "completable");
    Ok(Report { is_negative, ..Report::new(facts, lines) })
}

/// Returns all conflicts between `marks` in words, such as `the queens on a1 and b2 attack each other along the
/// diagonal`.
#[must_use]
pub fn conflicts(puzzle: &dyn Playable, marks: &Marks) -> Vec<String> {
    marks.conflicts(puzzle).into_iter().map(|conflict| sentences::conflict(puzzle, conflict)).collect()
}

/// Returns the reason why no solution extends `marks`, such as `this placement can't be completed`.
#[must_use]
pub fn why_none(puzzle: &dyn Playable, marks: &Marks) -> String {
    if let Some(own) = puzzle.why_none(marks) {
        return own;
    }
    match marks.conflicts(puzzle).first() {
        Some(&conflict) => sentences::conflict(puzzle, conflict),
        None if marks.is_empty() => format!("the rules of this {} allow no solution", puzzle.puzzle_noun()),
        None => "this placement can't be completed".to_owned(),
    }
}

/// Returns the number of solutions in words. If the puzzle has no solution, the text adds the reason.
#[must_use]
pub fn summary(puzzle: &dyn Playable, guide: &Guide) -> String {
    let plural = if guide.total().value() == &1u8.into() { "" } else { "s" };
    let why = match guide.is_completable() {
        true => String::new(),
        false => format!(": {}", why_none(puzzle, guide.marks())),
    };
    format!("{} solution{plural}{why}", guide.total())
}

/// Returns the range of the solutions' total weights in words, such as `total from 1.00 to 2.50`. Returns `None` if the
/// puzzle has no weights, or if the totals are unknown.
#[must_use]
pub fn totals(puzzle: &dyn Playable, guide: &Guide) -> Option<String> {
    let weights = puzzle.weights()?;
    let (cheapest, dearest) = guide.totals()?.range()?;
    Some(match cheapest == dearest {
        true => format!("total {}", weights.written(cheapest)),
        false => format!("total from {} to {}", weights.written(cheapest), weights.written(dearest)),
    })
}

/// Returns a JSON value as text on one line, with blanks between the items of a list.
#[must_use]
fn on_a_line(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone().into_owned(),
        Value::Number(number) => number.to_string(),
        Value::Decimal(digits) => digits.clone(),
        Value::List(list) => list.iter().map(on_a_line).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}
