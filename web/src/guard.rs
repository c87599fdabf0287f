//! What stands before every answer: only harmless requests from this server's own page, or from no page at all, get
//! through, and every answer tells the browser to be as careful.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_LENGTH, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, TRANSFER_ENCODING,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;
use crate::hosts::Hosts;

/// The longest target of a request, in bytes. The largest board with every square named has less than half of it.
const LONGEST_TARGET: usize = 4096;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// What every answer says.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Lets a request through, or refuses it.
pub(crate) async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let mut response = match check(&hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(headers);
    response
}

fn check(hosts: &Hosts, request: &Request) -> Result<(), Refusal> {
    let (headers, uri) = (request.headers(), request.uri());
    let refused = |status, reason: &str| Err(Refusal::new(status, reason));
    if uri.path_and_query().map_or(0, |target| target.as_str().len()) > LONGEST_TARGET {
        return refused(StatusCode::URI_TOO_LONG, "the address is too long: 4096 bytes are the most");
    }
    // A request names its host in a header, or with its whole address, or both.
    let own = |name: &HeaderValue| name.to_str().is_ok_and(|name| hosts.allow(name));
    let mut names = headers.get_all(HOST).iter();
    let named = names.next().is_some_and(own) && names.next().is_none();
    if !named || !uri.authority().is_none_or(|name| hosts.allow(name.as_str())) {
        return refused(StatusCode::FORBIDDEN, "the Host header has to be this server's address, with its port");
    }
    if !headers.get_all(ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(|origin| hosts.allow_origin(origin))) {
        return refused(StatusCode::FORBIDDEN, "only this server's own page may ask: the Origin header is another's");
    }
    if !is_own_page(headers) && !is_visit(headers, uri.path()) {
        return refused(StatusCode::FORBIDDEN, "only this server's own page may ask: Sec-Fetch-Site is another");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered");
    }
    let length = headers.get_all(CONTENT_LENGTH).iter();
    if headers.contains_key(TRANSFER_ENCODING) || length.into_iter().any(|length| length.as_bytes() != b"0") {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, "requests have no body here");
    }
    Ok(())
}

/// Whether the browser says that its own user or this server's own page asks; programs other than browsers don't say.
fn is_own_page(headers: &HeaderMap) -> bool {
    headers.get_all(SEC_FETCH_SITE).iter().all(|site| site == "same-origin" || site == "none")
}

/// Whether somebody comes to see the page, by a link from anywhere.
fn is_visit(headers: &HeaderMap, path: &str) -> bool {
    let says = |name, value: &str| headers.get(name).is_some_and(|found| found == value);
    path == "/" && says(SEC_FETCH_MODE, "navigate") && says(SEC_FETCH_DEST, "document")
}
