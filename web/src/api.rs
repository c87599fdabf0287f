//! The API: a table of endpoints, each with a function from its parameters to an answer.
//!
//! The JSON is the same as the JSON of the commands, made in [`puzzle_core::answer`] and [`nqueens_guide::answer`]; a
//! test compares them byte by byte. Only long lists differ: the commands write all items of a list; the server sends a
//! page of items and their total number.

mod answers;
mod kinds;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::RawQuery;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use puzzle_core::Budget;
use puzzle_kind::{Operation, Verb};

use self::answers::ApiAnswer;
pub(crate) use self::kinds::Kinds;
use crate::boards::{self, Boards};
use crate::content::CacheableBody;
use crate::error::{Problem, RequestError, json_line};
use crate::query::Query;
use crate::work::{Length, Work};

/// The description of the API in OpenAPI. The tests validate the answers with it.
const OPENAPI: &str = include_str!("../openapi.json");

/// The body of the response with the description of the API, [`OPENAPI`].
static DESCRIPTION: LazyLock<CacheableBody> = LazyLock::new(|| CacheableBody::json(OPENAPI));

/// An endpoint of the API that computes its answer.
struct Endpoint {
    path: &'static str,
    /// The command that answers requests about puzzles of other kinds than `queens`. `None` if the endpoint refuses
    /// such requests.
    verb: Option<Verb>,
    parameters: &'static [&'static str],
    answer: BoardAnswer,
}

/// All endpoints that compute their answers.
const ENDPOINTS: [Endpoint; 10] = [
    about_kinds(Verb::Guide, "/api/guide", &["kind", "n", "queens", "blocked"], |query, boards, budget| {
        answers::by_diagram(&Operation::Guide, query, boards, budget)
    }),
    about_kinds(Verb::Count, "/api/count", &["kind", "n", "queens", "blocked"], |query, boards, budget| {
        answers::by_diagram(&Operation::Count { limit: None }, query, boards, budget)
    }),
    about_kinds(Verb::Check, "/api/check", &["kind", "n", "board", "limit"], answers::check),
    about_kinds(Verb::Explain, "/api/explain", &["kind", "n", "queens", "blocked", "square"], answers::explain),
    about_kinds(Verb::Hint, "/api/hint", &["kind", "n", "queens", "blocked"], answers::hint),
    about_kinds(Verb::Solve, "/api/solve", &["kind", "n", "queens", "blocked", "steps"], answers::solve),
    about_kinds(Verb::Rate, "/api/rate", &["kind", "n"], answers::rate),
    about_kinds(
        Verb::Sample,
        "/api/sample",
        &["kind", "n", "queens", "blocked", "count", "seed", "distinct"],
        answers::sample,
    ),
    Endpoint { path: "/api/rank", verb: None, parameters: &["n", "queens", "blocked", "board"], answer: answers::rank },
    Endpoint {
        path: "/api/solutions",
        verb: None,
        parameters: &["n", "queens", "blocked", "k", "from", "limit"],
        answer: answers::solutions,
    },
];

/// A function that answers a request about a board of n-queens.
type BoardAnswer = fn(&Query, &Arc<Boards>, &mut Budget<'_>) -> Result<ApiAnswer, RequestError>;

/// Creates an endpoint for all kinds of puzzles. `parameters` and `answer` are for requests about n-queens boards;
/// `verb` answers requests about puzzles of other kinds.
const fn about_kinds(
    verb: Verb,
    path: &'static str,
    parameters: &'static [&'static str],
    answer: BoardAnswer,
) -> Endpoint {
    Endpoint { path, verb: Some(verb), parameters, answer }
}

/// Returns a router with all endpoints.
pub(crate) fn routes(boards: &Arc<Boards>, kinds: &Kinds, work: &Work) -> Router {
    let sizes = Arc::clone(boards);
    let router = Router::new()
        .route(
            "/api/openapi.json",
            get(async |uri: Uri, query, headers| answered(&uri, &headers, description(query, &headers))),
        )
        .route(
            "/api/sizes",
            get(async move |uri: Uri, query, headers: HeaderMap| answered(&uri, &headers, sizes_of(query, &sizes))),
        )
        .route("/api", get(unknown_endpoint))
        .route("/api/", get(unknown_endpoint))
        .route("/api/{*path}", get(unknown_endpoint));
    ENDPOINTS.into_iter().fold(router, |router, Endpoint { path, verb, parameters, answer }| {
        let (boards, kinds, work) = (Arc::clone(boards), Arc::clone(kinds), work.clone());
        let handler = async move |uri: Uri, RawQuery(query): RawQuery, headers: HeaderMap| {
            let refused = |error: RequestError| error.answer(uri.path(), &headers);
            let request = headers.clone();
            let kind = verb.map_or(Ok(None), |_| kinds::named(query.as_deref().unwrap_or_default(), &kinds));
            let answer = match (kind, verb) {
                (Err(error), _) => return refused(error),
                (Ok(Some(kind)), Some(verb)) => {
                    let job =
                        move |budget: &mut Budget<'_>| Ok(sent(kinds::answer(&*kind, verb, query, budget)?, &request));
                    work.run(Length::Long, job).await
                }
                _ => {
                    let query = match Query::parse(query, parameters) {
                        Ok(query) => query,
                        Err(error) => return refused(error),
                    };
                    // For an invalid size, any length will do, since the answer refuses the size.
                    let length = query.size().map_or(Length::Short, boards::length_of_work);
                    let job = move |budget: &mut Budget<'_>| Ok(sent(answer(&query, &boards, budget)?, &request));
                    work.run(length, job).await
                }
            };
            answered(&uri, &headers, answer.and_then(|answer| answer))
        };
        router.route(path, get(handler))
    })
}

/// Returns the response with `answer` to a request with the headers `request`. Call this function as part of the
/// computation, because the compression of a long answer takes time as well.
fn sent(answer: ApiAnswer, request: &HeaderMap) -> Response {
    match answer {
        ApiAnswer::Lasting(facts) => CacheableBody::json(json_line(&facts)).answer(request),
        ApiAnswer::Passing(facts) => json(json_line(&facts)),
    }
}

fn json(body: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
}

fn description(RawQuery(query): RawQuery, request: &HeaderMap) -> Result<Response, RequestError> {
    Query::parse(query, &[])?;
    Ok(DESCRIPTION.answer(request))
}

/// Answers with all board sizes and the states of their diagrams. The request does not wait in the queue, since clients
/// repeat it while a diagram is being built.
fn sizes_of(RawQuery(query): RawQuery, boards: &Boards) -> Result<Response, RequestError> {
    Query::parse(query, &[])?;
    Ok(json(json_line(&answers::sizes(boards))))
}

async fn unknown_endpoint(uri: Uri, headers: HeaderMap) -> Response {
    let detail = "no endpoint has this path; /api/openapi.json describes all endpoints";
    RequestError::new(Problem::Endpoint, detail).answer(uri.path(), &headers)
}

fn answered(uri: &Uri, request: &HeaderMap, answer: Result<Response, RequestError>) -> Response {
    answer.unwrap_or_else(|error| error.answer(uri.path(), request))
}
