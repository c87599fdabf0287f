//! The files of the page, embedded in the program. They are found by their whole path, so that no path leads elsewhere.

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::error::Refusal;

/// Every file of `page/` by its path below it, in order.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files' entity tags, in the order of [`FILES`].
static TAGS: LazyLock<Vec<String>> = LazyLock::new(|| FILES.iter().map(|(_, bytes)| entity_tag(bytes)).collect());

/// Answers with the file of a path, or with nothing new if the client has it already.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Ok(at) = FILES.binary_search_by_key(&path, |(name, _)| name) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is nothing here; the page is at /").into_response();
    };
    // The browser asks each time whether its copy is the current one, so that a new version shows at once.
    let about = [(ETAG, TAGS[at].as_str()), (CACHE_CONTROL, "no-cache")];
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|tags| tags.split(',')).any(|tag| tag.trim() == TAGS[at]) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let (name, bytes) = FILES[at];
    (about, [(CONTENT_TYPE, content_type(name))], bytes).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Half of a SHA-256, which no two versions of a file share.
fn entity_tag(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let hex: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOST, ask, get, server};
    use axum::body::Body;
    use axum::http::Request;

    #[test]
    fn every_file_has_a_type_and_a_place_of_its_own() {
        assert!(FILES.is_sorted_by(|(a, _), (b, _)| a < b));
        for (name, _) in FILES {
            assert_ne!(content_type(name), "application/octet-stream", "{name}: say in content_type() what it is");
        }
    }

    #[test]
    fn every_file_is_served_and_only_once() {
        let server = server(0);
        for (name, bytes) in FILES {
            let target = format!("/{name}");
            let response = get(&server, &target);
            assert_eq!((response.status(), response.body().as_slice()), (StatusCode::OK, *bytes), "{name}");
            assert_eq!(response.headers()[CACHE_CONTROL], "no-cache");
            let tag = response.headers()[ETAG].to_str().unwrap();
            for (tags, expected) in [
                (tag.to_owned(), StatusCode::NOT_MODIFIED),
                (format!("\"old\", {tag}"), StatusCode::NOT_MODIFIED),
                ("\"old\"".to_owned(), StatusCode::OK),
            ] {
                let request = Request::get(&target).header("host", HOST).header(IF_NONE_MATCH, tags);
                let again = ask(&server, request.body(Body::empty()).unwrap());
                assert_eq!(again.status(), expected, "{name}");
                assert_eq!(again.body().is_empty(), expected == StatusCode::NOT_MODIFIED || bytes.is_empty());
            }
        }
    }
}
