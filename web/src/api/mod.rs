//! The API: a table of endpoints, each a function from its parameters to an answer.

mod answers;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::RawQuery;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use nqueens_guide::Size;
use puzzle_core::Budget;

use crate::boards::{self, Boards};
use crate::error::{Refusal, json_body};
use crate::query::Query;
use crate::work::{Length, Work};

/// The description of the API, by which the answers are tested.
const OPENAPI: &str = include_str!("../../openapi.json");

/// A question that can be asked.
struct Endpoint {
    path: &'static str,
    parameters: &'static [&'static str],
    answer: fn(&Query, &Arc<Boards>, &mut Budget<'_>) -> Result<Response, Refusal>,
}

/// The questions that take some computing.
const ENDPOINTS: [Endpoint; 5] = [
    Endpoint { path: "/api/guide", parameters: &["n", "queens", "blocked"], answer: answers::guide },
    Endpoint { path: "/api/explain", parameters: &["n", "queens", "blocked", "square"], answer: answers::explain },
    Endpoint { path: "/api/hint", parameters: &["n", "queens", "blocked"], answer: answers::hint },
    Endpoint {
        path: "/api/solutions",
        parameters: &["n", "queens", "blocked", "k", "from", "limit"],
        answer: answers::solutions,
    },
    Endpoint {
        path: "/api/sample",
        parameters: &["n", "queens", "blocked", "count", "seed", "distinct"],
        answer: answers::sample,
    },
];

/// A router with all endpoints.
pub(crate) fn routes(boards: &Arc<Boards>) -> Router {
    let work = Work::new();
    let sizes = Arc::clone(boards);
    let router = Router::new()
        .route("/api/openapi.json", get(async |RawQuery(query)| answered(description(query))))
        .route("/api/sizes", get(async move |RawQuery(query)| answered(sizes_of(query, &sizes))));
    ENDPOINTS.into_iter().fold(router, |router, Endpoint { path, parameters, answer }| {
        let (boards, work) = (Arc::clone(boards), work.clone());
        let handler = async move |RawQuery(query)| {
            let query = match Query::parse(query, parameters) {
                Ok(query) => query,
                Err(refusal) => return refusal.into_response(),
            };
            // Whatever is wrong with the size is told there.
            let size = query.get::<Size>("n").ok().flatten();
            let length = size.map_or(Length::Short, boards::length_of_work);
            answered(work.run(length, move |budget| answer(&query, &boards, budget)).await.and_then(|answer| answer))
        };
        router.route(path, get(handler))
    })
}

fn description(query: Option<String>) -> Result<Response, Refusal> {
    Query::parse(query, &[])?;
    Ok(([(CONTENT_TYPE, "application/json")], OPENAPI).into_response())
}

/// At once, for who is told to wait asks for it again and again.
fn sizes_of(query: Option<String>, boards: &Boards) -> Result<Response, Refusal> {
    Query::parse(query, &[])?;
    Ok(json_body(&answers::sizes(boards)))
}

fn answered(answer: Result<Response, Refusal>) -> Response {
    answer.unwrap_or_else(Refusal::into_response)
}
