//! What is answered where there is no answer: JSON with the status, the parameter and the reason.

use axum::http::StatusCode;
use axum::http::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use nqueens_guide::Size;
use puzzle_core::{ExplainError, Stopped};
use serde::Serialize;

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    /// Boxed, for results should be small.
    about: Box<About>,
}

#[derive(Clone, Debug)]
struct About {
    parameter: Option<String>,
    reason: String,
    /// How far a construction is that has to end first, from 0 to 1.
    progress: Option<f32>,
}

#[derive(Serialize)]
struct RefusalJson<'a> {
    status: u16,
    parameter: Option<&'a str>,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<f32>,
}

impl Refusal {
    /// A refusal that no parameter is to blame for.
    pub(crate) fn new(status: StatusCode, reason: impl Into<String>) -> Refusal {
        Refusal { status, about: Box::new(About { parameter: None, reason: reason.into(), progress: None }) }
    }

    /// A parameter that can't be what it is.
    pub(crate) fn parameter(name: &str, reason: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, reason).about(name)
    }

    /// The same, with the parameter that it is about.
    pub(crate) fn about(mut self, parameter: &str) -> Refusal {
        self.about.parameter = Some(parameter.to_owned());
        self
    }

    /// A size that is still being built.
    pub(crate) fn building(size: Size, progress: f32) -> Refusal {
        let reason = format!("the solutions of size {size} are being built; ask again");
        let mut refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, reason).about("n");
        refusal.about.progress = Some(progress);
        refusal
    }
}

/// A computation is stopped only when its time is up, and then this is heard by nobody.
impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, format!("no answer: {stopped}"))
    }
}

impl From<ExplainError> for Refusal {
    fn from(error: ExplainError) -> Refusal {
        match error {
            ExplainError::Stopped(stopped) => stopped.into(),
            error => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { status, about } = self;
        let json = RefusalJson {
            status: status.as_u16(),
            parameter: about.parameter.as_deref(),
            reason: &about.reason,
            progress: about.progress,
        };
        let mut response = (status, json_body(&json)).into_response();
        match status {
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

/// JSON on a line of its own, as the command line prints it.
pub(crate) fn json_body(value: &impl Serialize) -> Response {
    let mut body = serde_json::to_vec(value).expect("names, numbers and lists are JSON");
    body.push(b'\n');
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
}
