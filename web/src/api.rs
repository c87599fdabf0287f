//! The API: a table of endpoints, each a function from its parameters to an answer.

use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use nqueens_guide::json::GuideJson;
use nqueens_guide::{Size, Solutions};

use crate::boards::{Boards, State};
use crate::error::{Refusal, json_body};
use crate::query::Query;

/// A question that can be asked.
struct Endpoint {
    path: &'static str,
    parameters: &'static [&'static str],
    answer: fn(&Query, &Arc<Boards>) -> Result<Response, Refusal>,
}

const ENDPOINTS: [Endpoint; 1] =
    [Endpoint { path: "/api/guide", parameters: &["n", "queens", "blocked"], answer: guide }];

/// Adds the endpoints to a router.
pub(crate) fn routes(boards: &Arc<Boards>) -> Router {
    ENDPOINTS.into_iter().fold(Router::new(), |router, Endpoint { path, parameters, answer }| {
        let boards = Arc::clone(boards);
        let handler = async move |uri: Uri| {
            Query::parse(uri.query().unwrap_or(""), parameters)
                .and_then(|query| answer(&query, &boards))
                .unwrap_or_else(Refusal::into_response)
        };
        router.route(path, get(handler))
    })
}

fn guide(query: &Query, boards: &Arc<Boards>) -> Result<Response, Refusal> {
    let placement = query.placement()?;
    let guide = solutions(boards, placement.size())?.guide(&placement);
    Ok(json_body(&GuideJson::new(&guide)))
}

/// All solutions of a size, if it is played and they are at hand.
fn solutions(boards: &Arc<Boards>, size: Size) -> Result<Solutions, Refusal> {
    match boards.ask_for(size) {
        Some(State::Ready(solutions)) => Ok(solutions),
        Some(State::Building(progress)) => {
            let progress = f32::from_bits(progress.load(std::sync::atomic::Ordering::Relaxed));
            Err(Refusal::building(progress, format!("the solutions of size {size} are being built; ask again")))
        }
        Some(State::Unavailable(reason)) => Err(Refusal::parameter("n", reason)),
        Some(State::OnRequest) => Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "a construction did not begin")),
        None => Err(Refusal::parameter("n", format!("this server plays sizes 4 to 14, not {size}"))),
    }
}
