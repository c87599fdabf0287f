//! Response bodies that clients may cache: entity tags and compression.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// The minimum size of a body that is compressed, in bytes: a shorter body fits in one packet anyway.
const WORTH_PACKING: usize = 1024;

/// A response body that is the same for every request, with its entity tag.
#[derive(Clone, Debug)]
pub(crate) struct CacheableBody {
    kind: &'static str,
    caching: &'static str,
    plain: Bytes,
    /// The gzip-compressed body, made when it is first sent; `None` for bodies that are never compressed.
    packed: Option<OnceLock<Bytes>>,
    /// The first 16 bytes of the body's SHA-256, in hexadecimal.
    digest: String,
}

impl CacheableBody {
    /// Wraps a file of the media type `kind`, and its compressed form if there is one. Clients revalidate it for every
    /// use (`no-cache`).
    pub(crate) fn file(kind: &'static str, plain: &'static [u8], packed: Option<&'static [u8]>) -> CacheableBody {
        let packed = packed.map(|packed| OnceLock::from(Bytes::from_static(packed)));
        CacheableBody { kind, caching: "no-cache", plain: Bytes::from_static(plain), packed, digest: digest(plain) }
    }

    /// Wraps JSON that clients may cache for an hour: only another version of the program changes it.
    pub(crate) fn json(plain: impl Into<Bytes>) -> CacheableBody {
        let plain = plain.into();
        let packed = (plain.len() >= WORTH_PACKING).then(OnceLock::new);
        let digest = digest(&plain);
        CacheableBody { kind: "application/json", caching: "max-age=3600", plain, packed, digest }
    }

    /// Returns the response to a request with the headers `request`: the body, or status 304 if the client has it
    /// already.
    pub(crate) fn answer(&self, request: &HeaderMap) -> Response {
        let packed = self.packed.as_ref().filter(|_| takes_gzip(request));
        // A strong tag names a sequence of bytes, so the compressed body needs a tag of its own.
        let tag = format!("\"{}{}\"", self.digest, if packed.is_some() { "-gzip" } else { "" });
        let has_it = has(request, &tag);
        let mut response = if has_it {
            StatusCode::NOT_MODIFIED.into_response()
        } else if let Some(packed) = packed {
            let mut response = packed.get_or_init(|| gzip(&self.plain)).clone().into_response();
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response
        } else {
            self.plain.clone().into_response()
        };
        let headers = response.headers_mut();
        if has_it {
            headers.remove(CONTENT_TYPE);
        } else {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        }
        headers.insert(ETAG, HeaderValue::try_from(tag).expect("a hexadecimal tag is a valid header value"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.caching));
        if self.packed.is_some() {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        response
    }
}

fn gzip(bytes: &[u8]) -> Bytes {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("writing to a vector never fails").into()
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns `true` if `If-None-Match` lists `tag` or `*`. The comparison is weak, as RFC 9110 demands for this header
/// (section 13.1.2).
fn has(request: &HeaderMap, tag: &str) -> bool {
    elements(request, IF_NONE_MATCH).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// Returns `true` if the client accepts gzip and doesn't prefer an uncompressed body (RFC 9110, section 12.5.3).
fn takes_gzip(request: &HeaderMap) -> bool {
    let (mut gzip, mut any, mut identity) = (None, None, None);
    for element in elements(request, ACCEPT_ENCODING) {
        let mut parts = element.split(';').map(str::trim);
        let name = parts.next().unwrap_or("").to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        // A weight that is not a number counts as 0, "not acceptable".
        let weight: f32 = weight.map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0));
        match name.as_str() {
            "gzip" | "x-gzip" => gzip = Some(weight),
            "*" => any = Some(weight),
            "identity" => identity = Some(weight),
            _ => {}
        }
    }
    let gzip = gzip.or(any).unwrap_or(0.0);
    gzip > 0.0 && gzip >= identity.unwrap_or(0.0)
}

/// Returns the elements of a header that is a list separated by commas and may be sent several times. No entity tag of
/// this server contains a comma.
fn elements(request: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = request.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: HeaderName, value: &str) -> HeaderMap {
        [(name, HeaderValue::from_str(value).unwrap())].into_iter().collect()
    }

    #[test]
    fn gzip_is_sent_to_whom_it_suits() {
        for (accepted, expected) in [
            ("gzip", true),
            ("GZIP", true),
            ("x-gzip", true),
            ("deflate, gzip;q=0.5, br", true),
            ("*", true),
            ("identity;q=0.5, *;q=0.7", true),
            ("gzip;q=1.0, identity; q=0.5, *;q=0", true),
            ("", false),
            ("br", false),
            ("identity", false),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("*;q=0", false),
            ("*, gzip;q=0", false),
            ("identity, gzip;q=0.5", false),
            ("gzip;q=much", false),
            ("gzipped", false),
        ] {
            assert_eq!(takes_gzip(&request(ACCEPT_ENCODING, accepted)), expected, "{accepted:?}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn tags_are_known_also_weak_ones_in_lists_and_as_a_star() {
        for (known, expected) in [
            ("\"abc\"", true),
            ("W/\"abc\"", true),
            ("\"old\", W/\"older\",\"abc\"", true),
            ("*", true),
            ("abc", false),
            ("\"abc-gzip\"", false),
            ("w/\"abc\"", false),
            ("\"ABC\"", false),
            ("", false),
        ] {
            assert_eq!(has(&request(IF_NONE_MATCH, known), "\"abc\""), expected, "{known:?}");
        }
    }
}
