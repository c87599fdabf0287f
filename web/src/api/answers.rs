//! The answers.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use nqueens_guide::{BigUint, Dice, Queens, Size, Solutions, Square};
use puzzle_core::answer::{self, Facts, Value};
use puzzle_core::{Budget, Guide, Playable, explain as explained, hint as hinted};
use serde::Serialize;

use crate::boards::{Boards, State};
use crate::error::{Refusal, json_body};
use crate::query::{Query, check_on_board};

/// How many solutions an answer has at most.
const LONGEST_LIST: RangeInclusive<usize> = 1..=1000;

/// How many solutions a page has unless another length is asked for.
const PAGE: usize = 100;

/// What `nqueens guide --json` prints.
pub(super) fn guide(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Response, Refusal> {
    let Asked { queens, guide, .. } = Asked::of(query, boards, budget)?;
    Ok(json_body(&queens.head().and(answer::guide(&queens, &guide))))
}

/// What `nqueens explain --json` prints.
pub(super) fn explain(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Response, Refusal> {
    let square: Square = query.require("square")?;
    check_on_board("square", query.require("n")?, square)?;
    let Asked { queens, solutions, guide } = Asked::of(query, boards, budget)?;
    let variable = queens.size().variable(square);
    let why = explained(&solutions, &guide, variable, budget)?;
    Ok(json_body(&queens.head().and(answer::explanation(&queens, &guide, variable, why.as_ref()))))
}

/// Where to look, what to do, and why.
pub(super) fn hint(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Response, Refusal> {
    let Asked { queens, solutions, guide } = Asked::of(query, boards, budget)?;
    let hint = hinted(&solutions, &guide, budget)?;
    Ok(json_body(&queens.head().and(answer::hint(&queens, &guide, hint.as_ref()))))
}

/// What `nqueens solve --format json` prints with `--nth K` or `--limit`: one solution by its number, or a page.
pub(super) fn solutions(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Response, Refusal> {
    let placement = query.placement()?;
    let (nth, from) = (query.number_from_one("k")?, query.number_from_one("from")?);
    let limit = query.within("limit", LONGEST_LIST)?;
    if nth.is_some() && (from.is_some() || limit.is_some()) {
        return Err(Refusal::parameter("k", "one solution or a page: give k alone, or from and limit"));
    }
    let numbered = boards.solutions(placement.size())?.numbered_within(&placement, budget)?;
    let page = match nth {
        Some(k) => {
            let solution = numbered.nth(&(&k - 1u8)).ok_or_else(|| {
                let reason = format!("no solution {k}: the list has {}", numbered.total());
                Refusal::new(StatusCode::NOT_FOUND, reason).about("k")
            })?;
            vec![solution]
        }
        None => {
            let first = from.unwrap_or_else(|| 1u8.into()) - 1u8;
            (0..limit.unwrap_or(PAGE)).map_while(|next| numbered.nth(&(&first + next))).collect()
        }
    };
    Ok(json_body(&list(placement.size(), page)))
}

/// What `nqueens sample --format json` prints.
pub(super) fn sample(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Response, Refusal> {
    let placement = query.placement()?;
    let count = query.within("count", LONGEST_LIST)?.unwrap_or(1);
    let seed = query.get("seed")?.unwrap_or_else(random_seed);
    let distinct = query.get("distinct")?.unwrap_or(false);
    let numbered = boards.solutions(placement.size())?.numbered_within(&placement, budget)?;
    let total = numbered.total();
    if *total == BigUint::ZERO {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "no solution is left to draw from"));
    }
    if distinct && *total < count.into() {
        let reason = format!("there are only {total} distinct solutions to draw, not {count}");
        return Err(Refusal::parameter("count", reason));
    }
    let mut dice = Dice::new(seed);
    let draws: Vec<_> = if distinct {
        numbered.draw_distinct(&mut dice).take(count).collect()
    } else {
        (0..count).map_while(|_| numbered.draw(&mut dice)).collect()
    };
    Ok(json_body(&list(placement.size(), draws).with("seed", seed)))
}

/// A seed that JavaScript can hold: its integers are exact below 2^53. It need not be secret.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> (u64::BITS - 53)
}

/// The sizes that this server plays.
#[derive(Serialize)]
pub(super) struct SizesJson {
    sizes: Vec<SizeJson>,
}

#[derive(Serialize)]
struct SizeJson {
    n: usize,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The sizes, each with how soon it can be played.
pub(super) fn sizes(boards: &Boards) -> SizesJson {
    let size = |(size, state): (nqueens_guide::Size, State)| {
        let (name, progress, reason) = match state {
            State::Ready(_) => ("ready", None, None),
            State::Building(progress) => ("building", Some(progress.get()), None),
            State::OnRequest => ("on-request", None, None),
            State::Unavailable(reason) => ("unavailable", None, Some(reason)),
        };
        SizeJson { n: size.get(), state: name, progress, reason }
    };
    SizesJson { sizes: boards.states().into_iter().map(size).collect() }
}

/// What is asked about a placement starts from this.
struct Asked {
    queens: Queens,
    solutions: Solutions,
    guide: Guide,
}

impl Asked {
    fn of(query: &Query, boards: &Arc<Boards>, budget: &mut Budget<'_>) -> Result<Asked, Refusal> {
        let placement = query.placement()?;
        let solutions = boards.solutions(placement.size())?;
        let counts = solutions.completions_within(&placement, budget)?.counts_within(budget)?;
        let queens = Queens::new(placement.size());
        let guide = Guide::new(&queens, placement.marks(), counts.into());
        Ok(Asked { queens, solutions, guide })
    }
}

/// Solutions, each as the ranks of its queens from file a on.
fn list(size: Size, solutions: Vec<Vec<u8>>) -> Facts {
    let ranks = |ranks: Vec<u8>| Value::from(ranks.into_iter().map(|rank| usize::from(rank) + 1).collect::<Vec<_>>());
    Queens::new(size).head().with("solutions", solutions.into_iter().map(ranks).collect::<Vec<_>>())
}
