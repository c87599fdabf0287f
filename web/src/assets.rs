//! The files of the page, embedded in the program. A request finds a file by its exact path only, so no request can
//! read other files.

use std::sync::LazyLock;

use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use crate::content::CacheableBody;
use crate::error::{Problem, RequestError};

pub(crate) struct PageFile {
    /// The path of the file below `page/`, with slashes.
    pub(crate) name: &'static str,
    pub(crate) plain: &'static [u8],
    /// The gzip-compressed content; `None` if compression saves less than a tenth.
    packed: Option<&'static [u8]>,
}

/// All files of `page/`, sorted by [`PageFile::name`].
pub(crate) static FILES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The response bodies of the files, in the order of [`FILES`].
static CONTENTS: LazyLock<Vec<CacheableBody>> = LazyLock::new(|| {
    let content = |file: &PageFile| CacheableBody::file(content_type(file.name), file.plain, file.packed);
    FILES.iter().map(content).collect()
});

/// Answers a request for a file: with the file, with status 304 if the client has the file already, or with status 404.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.strip_prefix('/').unwrap_or(path),
    };
    match FILES.binary_search_by_key(&path, |file| file.name) {
        Ok(at) => CONTENTS[at].answer(&headers),
        Err(_) => {
            RequestError::new(Problem::Path, "no file has this path; the page is at /").answer(uri.path(), &headers)
        }
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "ts" | "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOST, SMALL, ask, get, server};
    use axum::body::Body;
    use axum::http::header::{
        ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
    };
    use axum::http::{Request, StatusCode};
    use flate2::read::GzDecoder;
    use std::io::Read;

    #[test]
    fn every_file_has_a_type_and_a_place_of_its_own() {
        assert!(FILES.is_sorted_by(|a, b| a.name < b.name));
        for PageFile { name, .. } in FILES {
            assert_ne!(content_type(name), "application/octet-stream", "{name}: say in content_type() what it is");
            assert!(!crate::error::is_api(&format!("/{name}")), "{name}: its place is the API's");
        }
        for (name, kind) in [
            ("engine/engine.wasm", "application/wasm"),
            ("app.webmanifest", "application/manifest+json"),
            ("a/b/c.js", "text/javascript; charset=utf-8"),
            ("icon.svg", "image/svg+xml"),
            ("icons/192.png", "image/png"),
            ("main.js.map", "application/json"),
        ] {
            assert_eq!(content_type(name), kind);
        }
    }

    #[test]
    fn every_file_is_served_and_only_once() {
        let server = server(SMALL);
        for PageFile { name, plain, packed } in FILES {
            let target = format!("/{name}");
            for (method, accepted) in [("GET", ""), ("GET", "br, gzip"), ("HEAD", ""), ("HEAD", "gzip")] {
                let asked = |tags: Option<String>| {
                    let request = Request::builder().method(method).uri(&target).header("host", HOST);
                    let request = request.header(ACCEPT_ENCODING, accepted);
                    let request = tags.into_iter().fold(request, |request, tags| request.header(IF_NONE_MATCH, tags));
                    ask(&server, request.body(Body::empty()).unwrap())
                };
                let response = asked(None);
                assert_eq!(response.status(), StatusCode::OK, "{name}");
                let headers = response.headers();
                let is_packed = !accepted.is_empty() && packed.is_some();
                assert_eq!(headers.contains_key(CONTENT_ENCODING), is_packed, "{name}");
                assert_eq!(headers.contains_key(VARY), packed.is_some(), "{name}");
                assert_eq!(headers[CONTENT_TYPE], content_type(name));
                assert_eq!(headers[CACHE_CONTROL], "no-cache");
                if method == "GET" {
                    let mut body = Vec::new();
                    if is_packed {
                        GzDecoder::new(&response.body()[..]).read_to_end(&mut body).unwrap();
                    } else {
                        body.extend(response.body());
                    }
                    assert!(body == *plain, "{name}");
                }
                let tag = headers[ETAG].to_str().unwrap();
                for (tags, expected) in [
                    (tag.to_owned(), StatusCode::NOT_MODIFIED),
                    (format!("W/{tag}"), StatusCode::NOT_MODIFIED),
                    (format!("\"old\", {tag}"), StatusCode::NOT_MODIFIED),
                    ("*".to_owned(), StatusCode::NOT_MODIFIED),
                    ("\"old\"".to_owned(), StatusCode::OK),
                ] {
                    let again = asked(Some(tags));
                    assert_eq!(again.status(), expected, "{name}");
                    assert_eq!(again.headers()[ETAG], tag);
                    assert!(expected == StatusCode::OK || again.body().is_empty(), "{name}");
                }
            }
        }
        let tag = |accepted| {
            let request = Request::get("/").header("host", HOST).header(ACCEPT_ENCODING, accepted);
            ask(&server, request.body(Body::empty()).unwrap()).headers()[ETAG].clone()
        };
        assert_ne!(tag("gzip"), tag("identity"), "what is compressed is not the same bytes");
    }

    #[test]
    fn what_is_not_there_is_told_in_a_few_words() {
        let nothing = get(&server(SMALL), "/nothing.js");
        assert_eq!(nothing.status(), StatusCode::NOT_FOUND);
        assert_eq!(nothing.headers()[CONTENT_TYPE], "text/plain; charset=utf-8");
        assert!(
            nothing.body().ends_with(b"found: no file has this path; the page is at /.\n"),
            "{}",
            String::from_utf8_lossy(nothing.body())
        );
    }
}
