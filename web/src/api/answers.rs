//! The answers about boards of n-queens, one function for each endpoint.

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

use crate::boards::{Boards, DiagramState};
use crate::error::{Problem, RequestError};
use crate::query::Query;

/// The allowed numbers of solutions in an answer.
const LIST_LENGTHS: RangeInclusive<u64> = 1..=1000;

/// The default number of solutions on a page.
const PAGE: u64 = 100;

/// The allowed limits of search nodes for a check. The largest limit is the default of `nqueens check`; a search to
/// that limit takes well below a second.
const SEARCH_LIMITS: RangeInclusive<u64> = 0..=1_000_000;

/// The facts of an answer. Clients may cache a `Lasting` answer, but not a `Passing` answer.
pub(super) enum ApiAnswer {
    /// An answer that depends on the parameters only, and may be cached.
    Lasting(Facts),
    Passing(Facts),
}

/// Answers `/api/check`: the output of `nqueens check --json` for one board. It needs no diagram.
pub(super) fn check(query: &Query, _: &Arc<Boards>, _: &mut Budget<'_>) -> Result<ApiAnswer, RequestError> {
    let (size, queens) = (query.size()?, query.board("board")?);
    let limit = query.within("limit", SEARCH_LIMITS)?.unwrap_or(*SEARCH_LIMITS.end());
    let verdict = judge(size, &queens, limit);
    Ok(ApiAnswer::Lasting(own::checked(size, vec![own::judged(1, &queens, &verdict)])))
}

/// Answers `/api/rank`: the output of `nqueens rank --json`.
pub(super) fn rank(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<ApiAnswer, RequestError> {
    let none = |detail: String| RequestError::new(Problem::Solution, detail).about("board");
    let placement = query.placement()?;
    let size = placement.size();
    let queens = query.board("board")?;
    if let Verdict::Conflicting(conflicts) = judge(size, &queens, 0) {
        return Err(none(format!("not a solution: {}", own::conflict(&conflicts[0]))));
    }
    if ranks_of(size, &queens).is_none() {
        return Err(none(format!("not a solution: expected {size} queens, found {}", queens.len())));
    }
    let numbered = numbered(boards, &placement, budget)?;
    let solution: Vec<_> = queens.iter().map(|&queen| size.variable(queen)).collect();
    let number = numbered
        .number_of(&solution)
        .ok_or_else(|| none("the solution contradicts the parameters queens and blocked".to_owned()))?;
    Ok(ApiAnswer::Lasting(own::ranked(size, number, numbered.total())))
}

/// Answers `/api/explain`: the output of `nqueens explain --json`.
pub(super) fn explain(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<ApiAnswer, RequestError> {
    let square = query.square("square")?;
    by_diagram(&Operation::Explain(query.size()?.variable(square)), query, boards, budget)
}

/// Answers `/api/hint`: a hint in three grades (the line to look at, the move, the reason), as data and in English.
pub(super) fn hint(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<ApiAnswer, RequestError> {
    let placement = query.placement()?;
    let solutions = boards.solutions(placement.size())?;
    let queens = Queens::new(placement.size());
    let counts = solutions.completions(&placement, budget)?.counts(budget)?;
    let guide = Guide::new(&queens, placement.marks(), counts.into());
    let hint = hinted(&solutions, &guide, budget)?;
    Ok(ApiAnswer::Lasting(queens.head().and(answer::hint(&queens, &guide, hint.as_ref()))))
}

/// Answers `/api/solve`: the solution, or two solutions if there are several. With the parameter `steps`, the answer
/// also has the easiest steps by which a person finds the solution.
pub(super) fn solve(query: &Query, _: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<ApiAnswer, RequestError> {
    let operation = Operation::Solve { steps: query.flag("steps")? };
    let placement = query.placement()?;
    asked(&operation, &placement, Mapped::new(placement.size()), budget)
}

/// Answers `/api/rate`: the difficulty of the empty board for a person.
pub(super) fn rate(query: &Query, _: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<ApiAnswer, RequestError> {
    let size = query.size()?;
    asked(&Operation::Rate, &Placement::empty(size), Mapped::new(size), budget)
}

/// Answers a question about the placement of `query` with the diagram of the board's solutions.
pub(super) fn by_diagram(
    operation: &Operation,
    query: &Query,
    boards: &Arc<Boards>,
    budget: &mut Budget<'_>,
) -> Result<ApiAnswer, RequestError> {
    let placement = query.placement()?;
    asked(operation, &placement, boards.solutions(placement.size())?, budget)
}

/// Answers a question about a placement with `source`, the source of its completions.
fn asked(
    operation: &Operation,
    placement: &Placement,
    source: impl Source + Clone + 'static,
    budget: &mut Budget<'_>,
) -> Result<ApiAnswer, RequestError> {
    let queens = Arc::new(Queens::new(placement.size()));
    let entry = Entry::new(Arc::clone(&queens) as _, move |_| Ok(Opened::new(source.clone())));
    let answered = operation.answer(&entry, &placement.marks(), "", budget)?.facts(&*queens);
    // The counts of n-queens are always exact, so the answer leaves out the field `exact`.
    Ok(ApiAnswer::Lasting(queens.head().and(answered.without("exact"))))
}

/// Answers `/api/solutions`: a solution by its number, or a page of solutions, as `nqueens solve --format json` prints
/// them with `--nth` or `--limit`. A page also has the total, and the number of the next page's first solution.
pub(super) fn solutions(
    query: &Query,
    boards: &Arc<Boards>,
    budget: &mut Budget<'_>,
) -> Result<ApiAnswer, RequestError> {
    let placement = query.placement()?;
    let (nth, from) = (query.number_from_one("k")?, query.number_from_one("from")?);
    let limit = query.within("limit", LIST_LENGTHS)?;
    if nth.is_some() && (from.is_some() || limit.is_some()) {
        return Err(RequestError::parameter(
            "k",
            "k can't be combined with from or limit: give k for one solution, or from and limit for several",
        ));
    }
    let queens = Queens::new(placement.size());
    let numbered = numbered(boards, &placement, budget)?;
    let total = numbered.total();
    if let Some(k) = nth {
        let solution = numbered.nth(&(k - 1u8));
        let none = || RequestError::new(Problem::Solution, format!("the number of solutions is {total}")).about("k");
        return Ok(ApiAnswer::Lasting(listed(&queens, [solution.ok_or_else(none)?])));
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
    Ok(ApiAnswer::Lasting(listed(&queens, page).with("total", total).with("next", next)))
}

/// Answers `/api/sample`: the output of `nqueens sample --format json`. Unlike the command, it answers with an empty
/// list if no solution remains.
pub(super) fn sample(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<ApiAnswer, RequestError> {
    let placement = query.placement()?;
    let count = query.within("count", LIST_LENGTHS)?.unwrap_or(1);
    let asked_seed = query.within("seed", 0..=u64::MAX)?;
    let distinct = query.flag("distinct")?;
    let numbered = numbered(boards, &placement, budget)?;
    let total = numbered.total();
    if distinct && *total != BigUint::ZERO && *total < count.into() {
        let detail = format!("there are only {total} distinct solutions, fewer than {count}");
        return Err(RequestError::parameter("count", detail));
    }
    let seed = asked_seed.unwrap_or_else(random_seed);
    let mut drawn = Vec::new();
    for number in Sampler::new(seed).numbers(total, distinct).take(count as usize) {
        budget.check()?;
        drawn.extend(numbered.nth(&number));
    }
    let facts = listed(&Queens::new(placement.size()), drawn).with("seed", seed);
    Ok(if asked_seed.is_some() { ApiAnswer::Lasting(facts) } else { ApiAnswer::Passing(facts) })
}

/// Returns the numbered completions of a placement.
fn numbered(boards: &Arc<Boards>, placement: &Placement, budget: &mut Budget<'_>) -> Result<Numbered, RequestError> {
    let numbered = boards.solutions(placement.size())?.numbered(&placement.marks(), budget)?;
    Ok(numbered.expect("every completion has a number in a diagram"))
}

/// Returns the facts of a list of solutions, each as the ranks of its queens from file a on.
fn listed(queens: &Queens, solutions: impl IntoIterator<Item = Vec<Variable>>) -> Facts {
    let solutions = solutions.into_iter().map(|solution| queens.solution(&solution));
    queens.head().with("solutions", solutions.collect::<Vec<_>>())
}

/// Returns a random seed below 2^53, which JavaScript's numbers represent exactly. It need not be secret.
pub(super) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> (u64::BITS - 53)
}

/// A board size and the state of its diagram.
#[derive(Serialize)]
struct PlayedSize {
    n: usize,
    #[serde(flatten)]
    state: DiagramState,
}

/// Returns all board sizes with the states of their diagrams.
pub(super) fn sizes(boards: &Boards) -> impl Serialize + use<> {
    let sizes = boards.states().into_iter().map(|(size, state)| PlayedSize { n: size.get(), state });
    BTreeMap::from([("sizes", sizes.collect::<Vec<_>>())])
}
