//! The answers.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::RangeInclusive;
use std::sync::Arc;

use nqueens_guide::check::{Verdict, check as judge};
use nqueens_guide::{BigUint, Mapped, Placement, Queens, Sampler, answer as own, ranks_of};
use puzzle_core::answer::{self, Facts, Value};
use puzzle_core::{Budget, Guide, Numbered, Source, Variable, hint as hinted};
use puzzle_kind::{Entry, Opened, Operation, Playable};
use serde::Serialize;

use crate::boards::{Boards, State};
use crate::error::{Problem, Refusal};
use crate::query::Query;

/// How many solutions an answer has at most.
const LONGEST_LIST: RangeInclusive<u64> = 1..=1000;

/// How many solutions a page has unless another length is asked for.
const PAGE: u64 = 100;

/// How many search nodes a check may take: as many as the command takes unless told otherwise, well below a second.
const LONGEST_SEARCH: RangeInclusive<u64> = 0..=1_000_000;

/// What there is to answer.
pub(super) enum Answer {
    /// The same whenever it is asked for.
    Lasting(Facts),
    /// Another one each time.
    Passing(Facts),
}

/// What `nqueens check --json` prints of one board. It needs no diagram.
pub(super) fn check(query: &Query, _: &Arc<Boards>, _: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let (size, queens) = (query.size()?, query.board("board")?);
    let limit = query.within("limit", LONGEST_SEARCH)?.unwrap_or(*LONGEST_SEARCH.end());
    let verdict = judge(size, &queens, limit);
    Ok(Answer::Lasting(own::checked(size, vec![own::judged(1, &queens, &verdict)])))
}

/// What `nqueens rank --json` prints.
pub(super) fn rank(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let none = |detail: String| Refusal::new(Problem::Solution, detail).about("board");
    let placement = query.placement()?;
    let size = placement.size();
    let queens = query.board("board")?;
    if let Verdict::Conflicting(conflicts) = judge(size, &queens, 0) {
        return Err(none(format!("no solution: {}", own::conflict(&conflicts[0]))));
    }
    if ranks_of(size, &queens).is_none() {
        return Err(none(format!("no solution: {} queens, where a solution has {size}", queens.len())));
    }
    let numbered = numbered(boards, &placement, budget)?;
    let solution: Vec<_> = queens.iter().map(|&queen| size.variable(queen)).collect();
    let number =
        numbered.number_of(&solution).ok_or_else(|| none("the solution does not fit queens and blocked".to_owned()))?;
    Ok(Answer::Lasting(own::ranked(size, number, numbered.total())))
}

/// What `nqueens explain --json` prints.
pub(super) fn explain(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let square = query.square("square")?;
    by_diagram(&Operation::Explain(query.size()?.variable(square)), query, boards, budget)
}

/// Where to look, what to do, and why.
pub(super) fn hint(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let placement = query.placement()?;
    let solutions = boards.solutions(placement.size())?;
    let queens = Queens::new(placement.size());
    let counts = solutions.completions(&placement, budget)?.counts(budget)?;
    let guide = Guide::new(&queens, placement.marks(), counts.into());
    let hint = hinted(&solutions, &guide, budget)?;
    Ok(Answer::Lasting(queens.head().and(answer::hint(&queens, &guide, hint.as_ref()))))
}

/// One solution, or two of several, with the easiest steps to it if asked for.
pub(super) fn solve(query: &Query, _: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let operation = Operation::Solve { steps: query.flag("steps")? };
    let placement = query.placement()?;
    asked(&operation, &placement, Mapped::new(placement.size()), budget)
}

/// The difficulty for a person, of an empty board.
pub(super) fn rate(query: &Query, _: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let size = query.size()?;
    asked(&Operation::Rate, &Placement::empty(size), Mapped::new(size), budget)
}

/// Answers a question about a placement by the diagram of the board's solutions.
pub(super) fn by_diagram(
    operation: &Operation,
    query: &Query,
    boards: &Arc<Boards>,
    budget: &mut Budget<'_>,
) -> Result<Answer, Refusal> {
    let placement = query.placement()?;
    asked(operation, &placement, boards.solutions(placement.size())?, budget)
}

/// Answers a question about a placement by a source of its completions.
fn asked(
    operation: &Operation,
    placement: &Placement,
    source: impl Source + Clone + 'static,
    budget: &mut Budget<'_>,
) -> Result<Answer, Refusal> {
    let queens = Arc::new(Queens::new(placement.size()));
    let entry = Entry::new(Arc::clone(&queens) as _, move |_| Ok(Opened::new(source.clone())));
    let answered = operation.answer(&entry, &placement.marks(), "", budget)?.facts(&*queens);
    // The counts of these boards are always exact, and nothing says so.
    Ok(Answer::Lasting(queens.head().and(answered.without("exact"))))
}

/// What `nqueens solve --format json` prints with `--nth K` or `--limit`: one solution by its number, or a page. With a
/// page comes how many solutions there are, and the number at which the next page begins.
pub(super) fn solutions(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let placement = query.placement()?;
    let (nth, from) = (query.number_from_one("k")?, query.number_from_one("from")?);
    let limit = query.within("limit", LONGEST_LIST)?;
    if nth.is_some() && (from.is_some() || limit.is_some()) {
        return Err(Refusal::parameter("k", "one solution or a page: give k alone, or from and limit"));
    }
    let queens = Queens::new(placement.size());
    let numbered = numbered(boards, &placement, budget)?;
    let total = numbered.total();
    if let Some(k) = nth {
        let solution = numbered.nth(&(k - 1u8));
        let none = || Refusal::new(Problem::Solution, format!("the list has {total}")).about("k");
        return Ok(Answer::Lasting(listed(&queens, [solution.ok_or_else(none)?])));
    }
    let first = from.unwrap_or_else(|| 1u8.into());
    let next = &first + limit.unwrap_or(PAGE);
    let mut page = Vec::new();
    for number in 0..limit.unwrap_or(PAGE) {
        budget.check()?;
        let Some(solution) = numbered.nth(&(&first - 1u8 + number)) else { break };
        page.push(solution);
    }
    let next = if next <= *total { Value::from(&next) } else { Value::Nothing };
    Ok(Answer::Lasting(listed(&queens, page).with("total", total).with("next", next)))
}

/// What `nqueens sample --format json` prints; no solutions where none is left.
pub(super) fn sample(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Answer, Refusal> {
    let placement = query.placement()?;
    let count = query.within("count", LONGEST_LIST)?.unwrap_or(1);
    let asked_seed = query.within("seed", 0..=u64::MAX)?;
    let distinct = query.flag("distinct")?;
    let numbered = numbered(boards, &placement, budget)?;
    let total = numbered.total();
    if distinct && *total != BigUint::ZERO && *total < count.into() {
        let detail = format!("there are only {total} distinct solutions to draw, not {count}");
        return Err(Refusal::parameter("count", detail));
    }
    let seed = asked_seed.unwrap_or_else(random_seed);
    let mut drawn = Vec::new();
    for number in Sampler::new(seed).numbers(total, distinct).take(count as usize) {
        budget.check()?;
        drawn.extend(numbered.nth(&number));
    }
    let facts = listed(&Queens::new(placement.size()), drawn).with("seed", seed);
    Ok(if asked_seed.is_some() { Answer::Lasting(facts) } else { Answer::Passing(facts) })
}

/// The completions of a placement by number.
fn numbered(boards: &Arc<Boards>, placement: &Placement, budget: &mut Budget<'_>) -> Result<Numbered, Refusal> {
    let numbered = boards.solutions(placement.size())?.numbered(&placement.marks(), budget)?;
    Ok(numbered.expect("a diagram numbers all completions"))
}

/// Solutions of a board, each as the ranks of its queens from file a on.
fn listed(queens: &Queens, solutions: impl IntoIterator<Item = Vec<Variable>>) -> Facts {
    let solutions = solutions.into_iter().map(|solution| queens.solution(&solution));
    queens.head().with("solutions", solutions.collect::<Vec<_>>())
}

/// A seed that JavaScript can hold: its integers are exact below 2^53. It need not be secret.
pub(super) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> (u64::BITS - 53)
}

/// A size, with how soon it can be played.
#[derive(Serialize)]
struct PlayedSize {
    n: usize,
    #[serde(flatten)]
    state: State,
}

/// The sizes that this server plays.
pub(super) fn sizes(boards: &Boards) -> impl Serialize + use<> {
    let sizes = boards.states().into_iter().map(|(size, state)| PlayedSize { n: size.get(), state });
    BTreeMap::from([("sizes", sizes.collect::<Vec<_>>())])
}
