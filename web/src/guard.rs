//! The check of every request, and the headers of every answer.
//!
//! Only requests from this server's own page, or from programs that are no browsers, get through. `Host` must be a name
//! of the server. Browsers report the page that sends a request in `Origin` and `Sec-Fetch-Site`; this page must belong
//! to the server or be allowed by the user. There are two exceptions: a link to the page itself may be on any page, and
//! the sites that the user names may show the page in a frame. If a request announces a body, the connection closes
//! after the answer, because a proxy and this server could disagree about the start of the next request. The headers of
//! every answer forbid the browser to load files from elsewhere, and to run inline code.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

use crate::error::{self, Problem, RequestError};
use crate::frames::FrameAncestor;
use crate::hosts::Hosts;

/// The maximum length of a request's target, in bytes. The largest board with every square named twice needs about
/// 2300.
const LONGEST_TARGET: usize = 4096;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

const HEADERS: [(HeaderName, &str); 4] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The content security policy of the page, to which `frame-ancestors` is added. The page may use only its own modules,
/// WebAssembly, workers and files, and the pictures and downloads that it makes itself. It may not run inline code.
const POLICY_OF_THE_PAGE: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// The content security policy of API answers. A browser that shows such an answer loads and runs no further content.
const POLICY_OF_THE_API: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The state of [`guard`]: the names of the server, and the sites that may show the page in a frame.
pub(crate) struct Gate {
    hosts: Hosts,
    policy_of_the_page: HeaderValue,
    /// `true` if another site may show the page in a frame.
    is_framed: bool,
}

impl Gate {
    /// Creates the state of [`guard`]. `hosts` are the accepted names of the server, and `ancestors` are the sites that
    /// may show its page in a frame.
    pub(crate) fn new(hosts: Hosts, ancestors: &[FrameAncestor]) -> Gate {
        let sources: Vec<String> = ancestors.iter().map(FrameAncestor::to_string).collect();
        let sources = if sources.is_empty() { "'none'".to_owned() } else { sources.join(" ") };
        let policy = format!("{POLICY_OF_THE_PAGE}; frame-ancestors {sources}");
        let policy_of_the_page = HeaderValue::try_from(policy).expect("origins consist of visible ASCII characters");
        Gate { hosts, policy_of_the_page, is_framed: !ancestors.is_empty() }
    }
}

/// Answers a request that passes the check, and refuses any other request with an error. Adds the headers that every
/// answer has.
pub(crate) async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let is_api = error::is_api(request.uri().path());
    let has_body = has_body(request.headers());
    let mut response = match check(&gate, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.answer(request.uri().path(), request.headers()),
    };
    let headers = HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(headers);
    let policy = if is_api { HeaderValue::from_static(POLICY_OF_THE_API) } else { gate.policy_of_the_page.clone() };
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    if has_body {
        // A proxy and this server could disagree about the end of the body, so no request may follow it.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    // Cacheable answers have the header already.
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(gate: &Gate, request: &Request) -> Result<(), RequestError> {
    let hosts = &gate.hosts;
    let (headers, uri) = (request.headers(), request.uri());
    let refused = |problem, detail: &str| Err(RequestError::new(problem, detail));
    if uri.path_and_query().map_or(0, |target| target.as_str().len()) > LONGEST_TARGET {
        return refused(Problem::Address, "path and parameters together have more than 4096 bytes; shorten them");
    }
    // A request names its host in the `Host` header. It may name the host in its target as well, by the whole address.
    let own = |name: &HeaderValue| name.to_str().is_ok_and(|name| hosts.allow(name));
    let mut names = headers.get_all(HOST).iter();
    let (name, more) = (names.next(), names.next());
    let by_address = uri.authority().filter(|name| !hosts.allow(name.as_str()));
    if more.is_some() || !name.is_some_and(own) || by_address.is_some() {
        let foreign = by_address.map(|name| name.as_str()).or(name.and_then(|name| name.to_str().ok()));
        return Err(RequestError::new(Problem::Host, hosts.remedy(foreign.unwrap_or(""))));
    }
    if !headers.get_all(ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(|origin| hosts.allow_origin(origin))) {
        return refused(
            Problem::OtherPage,
            "the Origin header names another page; only this server's own page may send requests",
        );
    }
    if !is_own_page(headers) && !is_visit(headers, uri.path(), gate.is_framed) {
        return refused(
            Problem::OtherPage,
            "the Sec-Fetch-Site header names another page; only this server's own page may send requests",
        );
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return refused(Problem::Method, "the server only answers questions; send a GET request");
    }
    if has_body(headers) {
        return refused(Problem::Body, "put the parameters into the address, after a question mark");
    }
    Ok(())
}

/// Returns `true` if the headers announce a body, by its length or as chunks.
fn has_body(headers: &HeaderMap) -> bool {
    let mut lengths = headers.get_all(CONTENT_LENGTH).iter();
    headers.contains_key(TRANSFER_ENCODING) || lengths.any(|length| length.as_bytes() != b"0")
}

/// Returns `false` if a browser reports in `Sec-Fetch-Site` that a page of another server sent the request. Programs
/// that are no browsers don't send this header.
fn is_own_page(headers: &HeaderMap) -> bool {
    headers.get_all(SEC_FETCH_SITE).iter().all(|site| site == "same-origin" || site == "none")
}

/// Returns `true` if a browser opens the page: directly, by a link on another page or, if `is_framed` is `true`, in a
/// frame. The browser then checks the site around the frame against the policy of the answer. Paths of the API never
/// count as visits, so that no link on another page starts a computation.
fn is_visit(headers: &HeaderMap, path: &str, is_framed: bool) -> bool {
    let has = |name, value: &str| headers.get(name).is_some_and(|found| found == value);
    !error::is_api(path)
        && has(SEC_FETCH_MODE, "navigate")
        && (has(SEC_FETCH_DEST, "document") || is_framed && has(SEC_FETCH_DEST, "iframe"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOST as OWN, SMALL, ask, framed_server, get, server};
    use axum::body::Body;
    use axum::http::StatusCode;

    /// Returns the path of a request target, which may be a whole URL.
    fn response_path(target: &str) -> &str {
        let target = target.strip_prefix("http://").map_or(target, |rest| &rest[rest.find('/').unwrap()..]);
        target.split('?').next().unwrap()
    }

    /// Returns the status of the answer to a GET request for `target` with `headers`.
    fn status(target: &str, headers: &[(&str, &str)]) -> StatusCode {
        let request = headers.iter().fold(Request::get(target), |request, (name, value)| request.header(*name, *value));
        let response = ask(&server(SMALL), request.body(Body::empty()).unwrap());
        for (name, value) in HEADERS {
            assert_eq!(response.headers()[name], value);
        }
        let policy = if error::is_api(response_path(target)) { POLICY_OF_THE_API } else { POLICY_OF_THE_PAGE };
        let found = response.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(found.starts_with(policy) && found.ends_with("frame-ancestors 'none'"), "{found}");
        response.status()
    }

    #[test]
    fn wrong_hosts_and_origins_are_refused() {
        let own = ("host", OWN);
        for headers in [
            &[][..],
            &[("host", "")],
            &[("host", "evil.example")],
            &[("host", "evil.example:8420")],
            &[("host", "127.0.0.1")],
            &[("host", "127.0.0.1:80")],
            &[("host", "127.0.0.1:8421")],
            &[("host", "127.0.0.1:8420.evil.example")],
            &[("host", "127.0.0.1:8420@evil.example")],
            &[("host", "evil.example@127.0.0.1:8420")],
            &[("host", "localhost.evil.example:8420")],
            &[("host", "localhost.:8420")],
            &[("host", "0.0.0.0:8420")],
            &[("host", "192.168.1.5:8420")],
            &[("host", "127.1:8420")],
            &[("host", "127.0.0.1:8420, evil.example")],
            &[own, ("host", "evil.example")],
            &[own, own],
            &[own, ("origin", "null")],
            &[own, ("origin", "http://evil.example")],
            &[own, ("origin", "http://127.0.0.1")],
            &[own, ("origin", "http://127.0.0.1:3000")],
            &[own, ("origin", "https://127.0.0.1:8420")],
            &[own, ("origin", "http://127.0.0.1:8420.evil.example")],
            &[own, ("origin", "http://127.0.0.1:8420"), ("origin", "http://evil.example")],
            &[own, ("origin", "")],
            &[own, ("sec-fetch-site", "cross-site")],
            &[own, ("sec-fetch-site", "same-site")],
            &[own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "image")],
            &[own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")],
        ] {
            assert_eq!(status("/api/guide?n=4", headers), StatusCode::FORBIDDEN, "{headers:?}");
        }
        // A host in the address counts as well.
        assert_eq!(status("http://evil.example/api/guide?n=4", &[own]), StatusCode::FORBIDDEN);
    }

    #[test]
    fn our_own_page_and_programs_are_answered() {
        for headers in [
            &[("host", OWN)][..],
            &[("host", "localhost:8420")],
            &[("host", "LOCALHOST:8420")],
            &[("host", "[::1]:8420")],
            &[("host", OWN), ("origin", "http://127.0.0.1:8420")],
            &[
                ("host", OWN),
                ("sec-fetch-site", "same-origin"),
                ("sec-fetch-mode", "cors"),
                ("sec-fetch-dest", "empty"),
            ],
            &[
                ("host", OWN),
                ("sec-fetch-site", "none"),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document"),
            ],
        ] {
            assert_eq!(status("/api/guide?n=4", headers), StatusCode::OK, "{headers:?}");
        }
        assert_eq!(status("http://localhost:8420/api/guide?n=4", &[("host", "localhost:8420")]), StatusCode::OK);
    }

    #[test]
    fn a_link_from_elsewhere_leads_to_the_page_but_no_frame_does() {
        let come = |target: &str, dest| {
            let headers = [
                ("host", OWN),
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", dest),
            ];
            status(target, &headers)
        };
        for target in ["/?n=8&queens=b4", "/index.html", "/nothing"] {
            assert_ne!(come(target, "document"), StatusCode::FORBIDDEN, "{target}");
            assert_eq!(come(target, "iframe"), StatusCode::FORBIDDEN, "{target}");
        }
        assert_eq!(come("/api/guide?n=4", "document"), StatusCode::FORBIDDEN);
    }

    #[test]
    fn named_sites_may_frame_the_page_but_not_the_api() {
        let sites = ["https://school.example", "http://localhost:3000"].map(|site| site.parse().unwrap());
        let server = framed_server(SMALL, &sites);
        let policy = |target| get(&server, target).headers()[CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        assert!(policy("/").ends_with("; frame-ancestors https://school.example http://localhost:3000"));
        assert_eq!(policy("/api/guide?n=4"), POLICY_OF_THE_API);
        let come = |target: &str, mode: &str| {
            let request = Request::get(target).header("host", OWN).header("sec-fetch-site", "cross-site");
            let request = request.header("sec-fetch-mode", mode).header("sec-fetch-dest", "iframe");
            ask(&server, request.body(Body::empty()).unwrap()).status()
        };
        assert_eq!(come("/?embed", "navigate"), StatusCode::OK);
        assert_eq!(come("/?embed", "no-cors"), StatusCode::FORBIDDEN);
        assert_eq!(come("/api/guide?n=4", "navigate"), StatusCode::FORBIDDEN);
    }

    #[test]
    fn only_reading_is_possible_and_only_with_short_addresses() {
        let server = server(SMALL);
        let ask = |method: &str, target: &str, headers: &[(&str, &str)]| {
            let request = Request::builder().method(method).uri(target).header("host", OWN);
            let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            ask(&server, request.body(Body::empty()).unwrap()).status()
        };
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"] {
            assert_eq!(ask(method, "/api/guide?n=4", &[]), StatusCode::METHOD_NOT_ALLOWED, "{method}");
        }
        assert_eq!(ask("GET", "/api/guide?n=4", &[("content-length", "1")]), StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(ask("GET", "/api/guide?n=4", &[("transfer-encoding", "chunked")]), StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(ask("GET", "/api/guide?n=4", &[("content-length", "0")]), StatusCode::OK);
        let all = nqueens_guide::Size::new(11).unwrap().squares();
        let all: Vec<String> = all.map(|square| square.to_string()).collect();
        let largest = format!("/api/guide?n=11&queens={0}&blocked={0}", all.join("%2C"));
        assert_eq!(ask("GET", &largest, &[]), StatusCode::OK, "{}", largest.len());
        assert_eq!(ask("GET", &format!("/{}", "a".repeat(LONGEST_TARGET)), &[]), StatusCode::URI_TOO_LONG);
    }
}
