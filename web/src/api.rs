//! The API: a table of endpoints, each a function from its parameters to an answer.
//!
//! The JSON is that of the commands, made in [`puzzle_core::answer`] and [`nqueens_guide::answer`]; a test compares
//! the two byte by byte. Only long lists differ: the commands write them item by item, and the server sends a page of
//! them with the total.

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

use self::answers::Answer;
pub(crate) use self::kinds::Kinds;
use crate::boards::{self, Boards};
use crate::content::Content;
use crate::error::{Problem, Refusal, json_line};
use crate::query::Query;
use crate::work::{Length, Work};

/// The description of the API, by which the answers are tested.
const OPENAPI: &str = include_str!("../openapi.json");

/// The same as it is sent.
static DESCRIPTION: LazyLock<Content> = LazyLock::new(|| Content::json(OPENAPI));

/// A question that can be asked.
struct Endpoint {
    path: &'static str,
    /// The question about puzzles of other kinds, if they have it.
    verb: Option<Verb>,
    parameters: &'static [&'static str],
    answer: BoardAnswer,
}

/// The questions that take some computing.
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

type BoardAnswer = fn(&Query, &Arc<Boards>, &mut Budget<'_>) -> Result<Answer, Refusal>;

/// A question about boards of n-queens, with these parameters and this answer, and about puzzles of other kinds.
const fn about_kinds(
    verb: Verb,
    path: &'static str,
    parameters: &'static [&'static str],
    answer: BoardAnswer,
) -> Endpoint {
    Endpoint { path, verb: Some(verb), parameters, answer }
}

/// A router with all endpoints.
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
        .route("/api", get(nothing))
        .route("/api/", get(nothing))
        .route("/api/{*path}", get(nothing));
    ENDPOINTS.into_iter().fold(router, |router, Endpoint { path, verb, parameters, answer }| {
        let (boards, kinds, work) = (Arc::clone(boards), Arc::clone(kinds), work.clone());
        let handler = async move |uri: Uri, RawQuery(query): RawQuery, headers: HeaderMap| {
            let refused = |refusal: Refusal| refusal.answer(uri.path(), &headers);
            let asked = headers.clone();
            let kind = verb.map_or(Ok(None), |_| kinds::named(query.as_deref().unwrap_or_default(), &kinds));
            let answer = match (kind, verb) {
                (Err(refusal), _) => return refused(refusal),
                (Ok(Some(kind)), Some(verb)) => {
                    let job =
                        move |budget: &mut Budget<'_>| Ok(sent(kinds::answer(&*kind, verb, query, budget)?, &asked));
                    work.run(Length::Long, job).await
                }
                _ => {
                    let query = match Query::parse(query, parameters) {
                        Ok(query) => query,
                        Err(refusal) => return refused(refusal),
                    };
                    // A wrong size is refused by the answer.
                    let length = query.size().map_or(Length::Short, boards::length_of_work);
                    let job = move |budget: &mut Budget<'_>| Ok(sent(answer(&query, &boards, budget)?, &asked));
                    work.run(length, job).await
                }
            };
            answered(&uri, &headers, answer.and_then(|answer| answer))
        };
        router.route(path, get(handler))
    })
}

/// An answer as it is sent to who asks with these headers. Where it is long, that takes some computing, too.
fn sent(answer: Answer, request: &HeaderMap) -> Response {
    match answer {
        Answer::Lasting(facts) => Content::json(json_line(&facts)).answer(request),
        Answer::Passing(facts) => json(json_line(&facts)),
    }
}

fn json(body: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
}

fn description(RawQuery(query): RawQuery, request: &HeaderMap) -> Result<Response, Refusal> {
    Query::parse(query, &[])?;
    Ok(DESCRIPTION.answer(request))
}

/// At once, for who is told to wait asks for it again and again.
fn sizes_of(RawQuery(query): RawQuery, boards: &Boards) -> Result<Response, Refusal> {
    Query::parse(query, &[])?;
    Ok(json(json_line(&answers::sizes(boards))))
}

async fn nothing(uri: Uri, headers: HeaderMap) -> Response {
    let detail = "nothing is answered here; /api/openapi.json describes what is";
    Refusal::new(Problem::Endpoint, detail).answer(uri.path(), &headers)
}

fn answered(uri: &Uri, request: &HeaderMap, answer: Result<Response, Refusal>) -> Response {
    answer.unwrap_or_else(|refusal| refusal.answer(uri.path(), request))
}
