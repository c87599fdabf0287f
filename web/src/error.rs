//! Refusals: answers to requests that get no result.
//!
//! Programs get a problem as RFC 9457 defines it, of a type that leads into `openapi.json`; people get a sentence. The
//! words are the server's own, never a parser's, and say what helps. A board without solutions is an answer, not a
//! refusal.

use axum::http::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use nqueens_guide::Size;
use puzzle_core::{ExplainError, Interrupted};
use puzzle_kind::AnswerError;
use serde::Serialize;

/// The kinds of problems there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// A parameter is unknown, given twice, missing, or can't be what it is.
    Parameter,
    /// The request names a host that this server does not go by.
    Host,
    /// The request comes from another page.
    OtherPage,
    /// The API has no such path.
    Endpoint,
    /// The page has no such file.
    Path,
    /// What was asked for is not among the solutions that are left.
    Solution,
    /// The method is neither GET nor HEAD.
    Method,
    /// The request has a body.
    Body,
    /// The address is too long.
    Address,
    /// The computation did not come to its end.
    Failed,
    /// The diagram is still being built.
    Building,
    /// Too much is asked at once.
    Busy,
    /// The answer took too long.
    Time,
}

impl Problem {
    /// All of them.
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

    /// The name by which the description of the API tells of it, its status, and what it is called.
    fn about(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Problem::Parameter => ("parameter", StatusCode::BAD_REQUEST, "A parameter can't be what it is"),
            Problem::Host => ("host", StatusCode::FORBIDDEN, "This server does not go by that name"),
            Problem::OtherPage => ("other-page", StatusCode::FORBIDDEN, "Another page asks"),
            Problem::Endpoint => ("endpoint", StatusCode::NOT_FOUND, "The API has no such path"),
            Problem::Path => ("path", StatusCode::NOT_FOUND, "There is nothing here"),
            Problem::Solution => ("solution", StatusCode::NOT_FOUND, "There is no such solution"),
            Problem::Method => ("method", StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered"),
            Problem::Body => ("body", StatusCode::PAYLOAD_TOO_LARGE, "Requests have no body here"),
            Problem::Address => ("address", StatusCode::URI_TOO_LONG, "The address is too long"),
            Problem::Failed => ("failed", StatusCode::INTERNAL_SERVER_ERROR, "The computation failed"),
            Problem::Building => ("building", StatusCode::SERVICE_UNAVAILABLE, "The size is being built"),
            Problem::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE, "Too much is asked at once"),
            Problem::Time => ("time", StatusCode::SERVICE_UNAVAILABLE, "The answer takes too long"),
        }
    }

    pub(crate) fn status(self) -> StatusCode {
        self.about().1
    }

    pub(crate) fn title(self) -> &'static str {
        self.about().2
    }

    /// Where it is described, as an address on this server.
    pub(crate) fn kind(self) -> String {
        format!("/api/openapi.json#/components/x-problems/{}", self.about().0)
    }
}

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    problem: Problem,
    /// Boxed, for results should be small.
    about: Box<About>,
}

/// The problem as it goes to programs.
#[derive(Clone, Debug, Serialize)]
struct About {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: String,
    parameter: Option<String>,
    /// The detail by the name that it had before it had this one.
    reason: String,
    /// How far a construction is that has to end first, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<f32>,
}

impl Refusal {
    /// A refusal that no parameter is to blame for.
    pub(crate) fn new(problem: Problem, detail: impl Into<String>) -> Refusal {
        let (r#type, title, status) = (problem.kind(), problem.title(), problem.status().as_u16());
        let detail = detail.into();
        let reason = detail.clone();
        Refusal {
            problem,
            about: Box::new(About { r#type, title, status, detail, parameter: None, reason, progress: None }),
        }
    }

    /// A parameter that can't be what it is.
    pub(crate) fn parameter(name: &str, detail: impl Into<String>) -> Refusal {
        Refusal::new(Problem::Parameter, detail).about(name)
    }

    /// The same, with the parameter that it is about.
    pub(crate) fn about(mut self, parameter: &str) -> Refusal {
        self.about.parameter = Some(parameter.to_owned());
        self
    }

    /// A size that is still being built.
    pub(crate) fn building(size: Size, progress: f32) -> Refusal {
        let detail = format!("the solutions of size {size} are being built; ask again");
        let mut refusal = Refusal::new(Problem::Building, detail).about("n");
        refusal.about.progress = Some(progress);
        refusal
    }

    /// For programs: a problem as JSON.
    fn problem(&self) -> Response {
        let kind = HeaderValue::from_static("application/problem+json");
        ([(CONTENT_TYPE, kind)], json_line(&*self.about)).into_response()
    }

    /// For people: two sentences, as a page that phones can read where one is wanted.
    fn words(&self, request: &HeaderMap) -> Response {
        let About { title, detail, .. } = &*self.about;
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

    /// The answer to a request for a path, with these headers: a problem from the API, and words from the page.
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

/// Whether a path is one of the API.
pub(crate) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// As a sentence of its own.
fn sentence(detail: &str) -> String {
    let mut letters = detail.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// As it stands in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The most characters of a detail that repeats what was asked.
pub(crate) const LONGEST_DETAIL: usize = 300;

/// A text that somebody else wrote, to be told back to them: in quotes, and not all of it if it is long.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text, 40))
}

/// A text up to so many characters, and an ellipsis if it has more.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// A computation is stopped for want of memory, or when its time is up; the latter is heard by nobody.
impl From<Interrupted> for Refusal {
    fn from(stopped: Interrupted) -> Refusal {
        Refusal::new(Problem::Time, format!("{stopped}; ask for a smaller board, or place more queens"))
    }
}

impl From<AnswerError> for Refusal {
    fn from(error: AnswerError) -> Refusal {
        match error {
            AnswerError::Interrupted(stopped) | AnswerError::Unopened { stopped, .. } => stopped.into(),
            error => Refusal::new(Problem::Solution, error.to_string()),
        }
    }
}

impl From<ExplainError> for Refusal {
    fn from(error: ExplainError) -> Refusal {
        match error {
            ExplainError::Interrupted(stopped) => stopped.into(),
            error => Refusal::new(Problem::Failed, error.to_string()),
        }
    }
}

/// JSON on a line of its own, as the command line prints it.
pub(crate) fn json_line(value: &impl Serialize) -> Vec<u8> {
    let mut body = serde_json::to_vec(value).expect("names, numbers and lists are JSON");
    body.push(b'\n');
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_write_is_told_back_harmlessly() {
        assert_eq!(quoted("eight"), "\"eight\"");
        assert_eq!(quoted("a\u{7}\"\n"), "\"a\\u{7}\\\"\\n\"");
        assert_eq!(quoted(&"\u{e9}".repeat(2000)).chars().count(), 43);
        let refusal = Refusal::new(Problem::Host, "\"<script>\" & more");
        let request = [("accept".parse().unwrap(), HeaderValue::from_static("text/html,*/*"))].into_iter().collect();
        let response = refusal.answer("/", &request);
        assert_eq!(response.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
        let body = axum::body::to_bytes(response.into_body(), 1 << 10);
        let body = tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(body).unwrap();
        assert!(body.ends_with(b"<p>&quot;&lt;script&gt;&quot; &amp; more.</p>\n"), "{body:?}");
    }
}
