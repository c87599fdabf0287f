//! Error answers.
//!
//! The API answers with a problem document (RFC 9457), whose `type` points into `openapi.json`; for the page the error
//! is a sentence. Every text is written by the server itself, not taken from a parser, and names the next step. A board
//! without solutions is no error.

use axum::http::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use nqueens_guide::Size;
use puzzle_core::{ExplainError, Interrupted};
use puzzle_kind::AnswerError;
use serde::Serialize;

/// A kind of error answer. `openapi.json` has an entry for each kind, by the name at the end of [`Problem::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// A parameter is unknown, missing, given twice, or has a value outside of its range.
    Parameter,
    /// The `Host` header has a name that this server doesn't accept.
    Host,
    /// The request comes from a page of another server.
    OtherPage,
    /// The API has no such path.
    Endpoint,
    /// The server has no file with this path.
    Path,
    /// The board in the request is not a solution, or no solution has the given number or marks.
    Solution,
    /// The method is neither GET nor HEAD.
    Method,
    /// The request has a body, which no endpoint takes.
    Body,
    /// The request target is too long.
    Address,
    /// The computation failed by a bug of the server.
    Failed,
    /// The diagram is still being built.
    Building,
    /// The queue of computations is full.
    Busy,
    /// The computation exceeded its limit of time or memory.
    Time,
}

impl Problem {
    #[cfg(test)]
    pub(crate) const ALL: [Problem; 13] = [
        Problem::Parameter,
        Problem::Host,
        Problem::OtherPage,
        Problem::Endpoint,
        Problem::Path,
        Problem::Solution,
        Problem::Method,
        Problem::Body,
        Problem::Address,
        Problem::Failed,
        Problem::Building,
        Problem::Busy,
        Problem::Time,
    ];

    /// Returns the name in `openapi.json`, the status, and the title.
    fn names(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Problem::Parameter => ("parameter", StatusCode::BAD_REQUEST, "Wrong parameter"),
            Problem::Host => ("host", StatusCode::FORBIDDEN, "Unknown host name"),
            Problem::OtherPage => ("other-page", StatusCode::FORBIDDEN, "Request from another page"),
            Problem::Endpoint => ("endpoint", StatusCode::NOT_FOUND, "No such endpoint"),
            Problem::Path => ("path", StatusCode::NOT_FOUND, "Page not found"),
            Problem::Solution => ("solution", StatusCode::NOT_FOUND, "No such solution"),
            Problem::Method => ("method", StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed"),
            Problem::Body => ("body", StatusCode::PAYLOAD_TOO_LARGE, "A request must not have a body"),
            Problem::Address => ("address", StatusCode::URI_TOO_LONG, "The address is too long"),
            Problem::Failed => ("failed", StatusCode::INTERNAL_SERVER_ERROR, "The computation failed"),
            Problem::Building => ("building", StatusCode::SERVICE_UNAVAILABLE, "The board size is being built"),
            Problem::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE, "Too many requests at once"),
            Problem::Time => ("time", StatusCode::SERVICE_UNAVAILABLE, "The computation takes too long"),
        }
    }

    pub(crate) fn status(self) -> StatusCode {
        self.names().1
    }

    pub(crate) fn title(self) -> &'static str {
        self.names().2
    }

    /// Returns the `type` of the problem document: a path into `openapi.json` on this server.
    pub(crate) fn kind(self) -> String {
        format!("/api/openapi.json#/components/x-problems/{}", self.names().0)
    }
}

/// An error answer to a request.
#[derive(Clone, Debug)]
pub(crate) struct RequestError {
    problem: Problem,
    /// The content of the answer, boxed to keep `Result`s with this error small.
    body: Box<ProblemBody>,
}

/// The problem document of an error answer (RFC 9457).
#[derive(Clone, Debug, Serialize)]
struct ProblemBody {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: String,
    parameter: Option<String>,
    /// The same text as `detail`, for clients of an earlier version.
    reason: String,
    /// The progress of a diagram's construction, from 0 to 1; only for [`Problem::Building`].
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<f32>,
}

impl RequestError {
    /// Creates an error that does not concern a parameter.
    pub(crate) fn new(problem: Problem, detail: impl Into<String>) -> RequestError {
        let (r#type, title, status) = (problem.kind(), problem.title(), problem.status().as_u16());
        let detail = detail.into();
        let reason = detail.clone();
        RequestError {
            problem,
            body: Box::new(ProblemBody { r#type, title, status, detail, parameter: None, reason, progress: None }),
        }
    }

    /// Creates an error about the value of the parameter `name`.
    pub(crate) fn parameter(name: &str, detail: impl Into<String>) -> RequestError {
        RequestError::new(Problem::Parameter, detail).about(name)
    }

    /// Adds the name of the parameter that caused the error.
    pub(crate) fn about(mut self, parameter: &str) -> RequestError {
        self.body.parameter = Some(parameter.to_owned());
        self
    }

    /// Creates the error for a board size whose diagram is being built.
    pub(crate) fn building(size: Size, progress: f32) -> RequestError {
        let detail = format!("the solutions of size {size} are being built; try again in a second");
        let mut error = RequestError::new(Problem::Building, detail).about("n");
        error.body.progress = Some(progress);
        error
    }

    /// Returns the error as JSON, for programs.
    fn problem(&self) -> Response {
        let kind = HeaderValue::from_static("application/problem+json");
        ([(CONTENT_TYPE, kind)], json_line(&*self.body)).into_response()
    }

    /// Returns the error as text for people: a small HTML page if the client accepts HTML, otherwise a line.
    fn words(&self, request: &HeaderMap) -> Response {
        let ProblemBody { title, detail, .. } = &*self.body;
        let accepted = request.get_all("accept").iter().filter_map(|value| value.to_str().ok());
        let (kind, text) = if accepted.into_iter().any(|value| value.contains("text/html")) {
            let (title, detail) = (escaped(title), escaped(&sentence(detail)));
            let text = format!(
                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
                 <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
                 <h1>{title}</h1>\n<p>{detail}</p>\n"
            );
            ("text/html; charset=utf-8", text)
        } else {
            ("text/plain; charset=utf-8", format!("{title}: {detail}.\n"))
        };
        ([(CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response()
    }

    /// Returns the response to a request for `path` with the headers `request`: JSON below `/api`, otherwise text.
    pub(crate) fn answer(&self, path: &str, request: &HeaderMap) -> Response {
        let mut response = if is_api(path) { self.problem() } else { self.words(request) };
        *response.status_mut() = self.problem.status();
        match self.problem.status() {
            StatusCode::SERVICE_UNAVAILABLE => {
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            StatusCode::METHOD_NOT_ALLOWED => {
                response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            }
            _ => {}
        }
        response
    }
}

/// Returns `true` for `/api` and the paths below it.
pub(crate) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Turns a clause into a sentence, with a capital letter at its beginning and a full stop at its end.
fn sentence(detail: &str) -> String {
    let mut letters = detail.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The maximum length of an error's detail that quotes input, in characters.
pub(crate) const LONGEST_DETAIL: usize = 300;

/// Returns a client's input in quotation marks: at most 40 characters, with control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text, 40))
}

/// Returns the first `max_chars` characters of a text, with an ellipsis if it has more.
pub(crate) fn shortened(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Creates a [`Problem::Time`] error with advice for a smaller request. An exceeded memory limit is the same error as
/// an exceeded time limit. The computation may also have been cancelled, but then no client waits for the error.
impl From<Interrupted> for RequestError {
    fn from(stopped: Interrupted) -> RequestError {
        RequestError::new(Problem::Time, format!("{stopped}; ask for a smaller board, or place more queens"))
    }
}

impl From<AnswerError> for RequestError {
    fn from(error: AnswerError) -> RequestError {
        match error {
            AnswerError::Interrupted(stopped) | AnswerError::Unopened { stopped, .. } => stopped.into(),
            error => RequestError::new(Problem::Solution, error.to_string()),
        }
    }
}

impl From<ExplainError> for RequestError {
    fn from(error: ExplainError) -> RequestError {
        match error {
            ExplainError::Interrupted(stopped) => stopped.into(),
            error => RequestError::new(Problem::Failed, error.to_string()),
        }
    }
}

/// Returns a value as one line of JSON, as the commands print it.
pub(crate) fn json_line(value: &impl Serialize) -> Vec<u8> {
    let mut body = serde_json::to_vec(value).expect("names, numbers and lists can always be written as JSON");
    body.push(b'\n');
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_in_errors_is_escaped_and_shortened() {
        assert_eq!(quoted("eight"), "\"eight\"");
        assert_eq!(quoted("a\u{7}\"\n"), "\"a\\u{7}\\\"\\n\"");
        assert_eq!(quoted(&"\u{e9}".repeat(2000)).chars().count(), 43);
        let error = RequestError::new(Problem::Host, "\"<script>\" & more");
        let request = [("accept".parse().unwrap(), HeaderValue::from_static("text/html,*/*"))].into_iter().collect();
        let response = error.answer("/", &request);
        assert_eq!(response.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
        let body = axum::body::to_bytes(response.into_body(), 1 << 10);
        let body = tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(body).unwrap();
        assert!(body.ends_with(b"<p>&quot;&lt;script&gt;&quot; &amp; more.</p>\n"), "{body:?}");
    }
}
