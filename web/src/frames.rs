//! The sites that may show the page in a frame.

use std::fmt;
use std::str::FromStr;

use crate::error::quoted;

/// A source of the directive `frame-ancestors` of a content security policy: `*` for every site, or an origin such as
/// `https://school.example`, whose host may begin with `*.`.
///
/// ```
/// use nqueens_web::FrameAncestor;
///
/// let site: FrameAncestor = "https://School.example:8443".parse()?;
/// assert_eq!(site.to_string(), "https://school.example:8443");
/// assert!("school.example/maths".parse::<FrameAncestor>().is_err());
/// # Ok::<(), nqueens_web::FrameAncestorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameAncestor(String);

/// A text that is not a [`FrameAncestor`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} is not an origin: expected http:// or https:// and a host, such as https://school.example, or * for every site",
    quoted(.found)
)]
pub struct FrameAncestorError {
    found: String,
}

impl FromStr for FrameAncestor {
    type Err = FrameAncestorError;

    fn from_str(text: &str) -> Result<FrameAncestor, FrameAncestorError> {
        let origin = text.to_ascii_lowercase();
        if origin == "*" || is_origin(&origin) {
            return Ok(FrameAncestor(origin));
        }
        Err(FrameAncestorError { found: text.to_owned() })
    }
}

/// Returns `true` if `text` consists of a scheme, a host and perhaps a port. A character that separates sources or
/// directives of a policy can't occur, so that a source can't change the rest of the policy.
pub(crate) fn is_origin(text: &str) -> bool {
    let Some(authority) = text.strip_prefix("https://").or(text.strip_prefix("http://")) else { return false };
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, "80"));
    let is_name = |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    host.strip_prefix("*.").unwrap_or(host).split('.').all(is_name) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

impl fmt::Display for FrameAncestor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read_and_other_texts_refused() {
        for text in
            ["*", "https://school.example", "http://localhost:3000", "https://*.school.example", "http://10.0.0.7"]
        {
            assert_eq!(text.parse::<FrameAncestor>().map(|site| site.to_string()).as_deref(), Ok(text));
        }
        for text in [
            "",
            "school.example",
            "https://",
            "https://*",
            "https://a.*",
            "https://a..b",
            "https://a/",
            "https://a b",
            "https://a;script-src *",
            "https://a,b",
            "https://a:",
            "https://a:0",
            "https://a:65536",
            "https://a:1:2",
            "https://\u{e9}",
            "'none'",
            "data:",
            "https://a\r\nx: y",
        ] {
            assert!(text.parse::<FrameAncestor>().is_err(), "{text:?}");
        }
    }
}
