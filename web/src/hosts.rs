//! The host names that this server accepts. They protect against DNS rebinding: a page elsewhere can make its own name
//! resolve to this machine, but the browser then sends that name in `Host`.
//!
//! The server accepts the names and addresses of the machine on which it listens, and the names of `--allow-host`.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use crate::error::quoted;

/// The accepted values of the `Host` header.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// The names of this machine, in lower case, with the port.
    names: Vec<String>,
    /// The names that the user allows. They may belong to a proxy in front of this server.
    allowed: Vec<String>,
    /// `true` to accept any IP address with the right port, since the server listens on all addresses. Unlike a name,
    /// an address can't be made to resolve to another machine.
    any_address: bool,
    port: u16,
}

impl Hosts {
    /// Creates the accepted names of a server that listens on `host` and was bound to `address`.
    pub(crate) fn new(host: &str, address: SocketAddr) -> Hosts {
        let port = address.port();
        let names = ["127.0.0.1", "localhost", "[::1]", &in_url(host), &in_url(&address.ip().to_string())];
        let mut names: Vec<String> = names.iter().map(|name| format!("{name}:{port}").to_lowercase()).collect();
        if port == 80 {
            // Browsers leave out the default port.
            names = names.iter().flat_map(|name| [name.clone(), name.replace(":80", "")]).collect();
        }
        Hosts { names, allowed: Vec::new(), any_address: address.ip().is_unspecified(), port }
    }

    /// Accepts the `names` that the user allows, too. A name without a port is accepted both without a port and with
    /// this server's port.
    pub(crate) fn allowing(mut self, names: &[HostName]) -> Hosts {
        for HostName { name, port } in names {
            match port {
                Some(port) => self.allowed.push(format!("{name}:{port}")),
                None => self.allowed.extend([name.clone(), format!("{name}:{}", self.port)]),
            }
        }
        self
    }

    /// Returns `true` if the value of a `Host` header is accepted.
    pub(crate) fn allow(&self, name: &str) -> bool {
        let is_ours = |address: SocketAddr| address.port() == self.port;
        self.names.iter().chain(&self.allowed).any(|own| own.eq_ignore_ascii_case(name))
            || self.any_address && name.parse().is_ok_and(is_ours)
    }

    /// Returns `true` if the value of an `Origin` header is a page of this server.
    pub(crate) fn allow_origin(&self, origin: &str) -> bool {
        let is_allowed = |name: &str| self.allowed.iter().any(|own| own.eq_ignore_ascii_case(name));
        origin.strip_prefix("http://").is_some_and(|name| self.allow(name))
            // This server has no TLS, but a proxy under an allowed name may have it.
            || origin.strip_prefix("https://").is_some_and(is_allowed)
    }

    /// Returns the advice for a request with a name that is not accepted. It doesn't contain this machine's addresses:
    /// a page whose name resolves to this machine could read them.
    pub(crate) fn remedy(&self, name: &str) -> String {
        let go = "open the address that the server printed when it started";
        let usual = format!(":{}", self.port);
        match name.strip_suffix(&usual).unwrap_or(name).parse::<HostName>() {
            Ok(host) => {
                format!("{host} is not a name of this server; {go}, or restart it with --allow-host {host}")
            }
            Err(_) => format!("the Host header must be this server's address, with its port; {go}"),
        }
    }
}

/// A host name or IP address as in a URL, with or without a port.
///
/// ```
/// use nqueens_web::HostName;
///
/// let name: HostName = "Board.example".parse()?;
/// assert_eq!(name.to_string(), "board.example");
/// assert!("http://board.example/".parse::<HostName>().is_err());
/// # Ok::<(), nqueens_web::HostNameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName {
    /// The name or address, in lower case; an IPv6 address is in brackets.
    name: String,
    port: Option<u16>,
}

/// A text that is not a [`HostName`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a host name: expected a name such as board.example, 192.168.1.5 or localhost:8000", quoted(.found))]
pub struct HostNameError {
    found: String,
}

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<HostName, HostNameError> {
        let error = || HostNameError { found: text.to_owned() };
        if let Ok(IpAddr::V6(address)) = text.trim_start_matches('[').trim_end_matches(']').parse() {
            return Ok(HostName { name: format!("[{address}]"), port: None });
        }
        if let Ok(SocketAddr::V6(address)) = text.parse() {
            return Ok(HostName { name: format!("[{}]", address.ip()), port: Some(address.port()) });
        }
        let (name, port) = match text.rsplit_once(':') {
            None => (text, None),
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
                (name, Some(port.parse().map_err(|_| error())?))
            }
            Some(_) => return Err(error()),
        };
        let is_part_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        // RFC 1035 limits a host name to 253 bytes.
        if name.is_empty() || name.len() > 253 || !name.bytes().all(is_part_of_name) {
            return Err(error());
        }
        Ok(HostName { name: name.to_ascii_lowercase(), port })
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(f, "{}:{port}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Returns the addresses at which other machines reach this one, IPv4 first; an empty list if the system reports none.
pub(crate) fn reachable() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    // Link-local addresses need the name of the interface, which browsers don't take.
    let of_networks = interfaces.iter().filter(|interface| !interface.is_loopback() && !interface.is_link_local());
    let mut addresses: Vec<IpAddr> = of_networks.map(|interface| interface.ip()).collect();
    addresses.sort();
    addresses.dedup();
    addresses
}

/// Returns a host as written in a URL: an IPv6 address in brackets.
pub(crate) fn in_url(host: &str) -> String {
    match host.parse() {
        Ok(IpAddr::V6(address)) => format!("[{address}]"),
        _ => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(host: &str, address: &str) -> Hosts {
        Hosts::new(host, address.parse().unwrap())
    }

    #[test]
    fn loopback_goes_by_its_three_names_and_the_one_given() {
        let own = hosts("board.example", "127.0.0.1:8420");
        for name in ["127.0.0.1:8420", "localhost:8420", "LocalHost:8420", "[::1]:8420", "board.example:8420"] {
            assert!(own.allow(name) && own.allow_origin(&format!("http://{name}")), "{name}");
        }
        for name in [
            "",
            "localhost",
            "localhost:",
            "localhost:8421",
            "localhost:08420",
            "localhost.:8420",
            "localhost:8420.evil.example",
            "evil.example:8420",
            "user@localhost:8420",
            "127.0.0.2:8420",
            "2130706433:8420",
            "::1:8420",
            "[::]:8420",
            " localhost:8420",
        ] {
            assert!(!own.allow(name) && !own.allow_origin(&format!("http://{name}")), "{name}");
        }
        for origin in ["null", "https://localhost:8420", "localhost:8420", "http://localhost:8420/", "file://"] {
            assert!(!own.allow_origin(origin), "{origin}");
        }
    }

    #[test]
    fn a_server_on_all_addresses_goes_by_any_address_and_by_no_other_name() {
        let all = hosts("0.0.0.0", "0.0.0.0:8420");
        assert!(all.allow("192.168.1.5:8420") && all.allow("[fe80::1]:8420") && all.allow("localhost:8420"));
        assert!(!all.allow("192.168.1.5:80") && !all.allow("192.168.1.5") && !all.allow("evil.example:8420"));
    }

    #[test]
    fn a_server_that_was_given_a_name_goes_by_its_address_too() {
        let own = hosts("board.example", "192.168.1.5:8420");
        assert!(own.allow("board.example:8420") && own.allow("192.168.1.5:8420"));
        assert!(!own.allow("192.168.1.6:8420"));
    }

    #[test]
    fn the_default_port_may_be_left_out() {
        let web = hosts("localhost", "127.0.0.1:80");
        assert!(web.allow("localhost") && web.allow("127.0.0.1:80") && web.allow("[::1]"));
        assert!(!web.allow("localhost:8420") && !web.allow("evil.example"));
    }

    #[test]
    fn a_name_that_the_user_vouches_for_is_ours_as_it_is_and_with_our_port() {
        let names = ["Board.example".parse().unwrap(), "localhost:8000".parse().unwrap()];
        let own = hosts("0.0.0.0", "0.0.0.0:8420").allowing(&names);
        for name in ["board.example", "BOARD.EXAMPLE:8420", "localhost:8000", "localhost:8420"] {
            assert!(own.allow(name) && own.allow_origin(&format!("http://{name}")), "{name}");
        }
        assert!(own.allow_origin("https://board.example") && !own.allow_origin("https://localhost:8420"));
        for name in ["board.example:80", "board.example:3000", "evil.board.example", "localhost:8001", "localhost"] {
            assert!(!own.allow(name) && !own.allow_origin(&format!("http://{name}")), "{name}");
        }
    }

    #[test]
    fn names_of_hosts_are_read_and_others_refused() {
        for (text, read) in [
            ("board.example", "board.example"),
            ("My-Box.local:80", "my-box.local:80"),
            ("192.168.1.5", "192.168.1.5"),
            ("::1", "[::1]"),
            ("[fd00::1]", "[fd00::1]"),
            ("[fd00::1]:8000", "[fd00::1]:8000"),
        ] {
            assert_eq!(text.parse::<HostName>().map(|name| name.to_string()).as_deref(), Ok(read), "{text}");
        }
        for text in ["", ":", ":80", "a b", "*", "http://a", "a/b", "a:b", "a:70000", "a@b", "<a>", "\u{e9}", "a:1:2"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
        assert!("a".repeat(254).parse::<HostName>().is_err());
    }

    #[test]
    fn a_refusal_says_what_helps() {
        let own = hosts("0.0.0.0", "0.0.0.0:8420");
        assert!(own.remedy("my-box:8420").ends_with("or restart it with --allow-host my-box"));
        assert!(own.remedy("my-box:80").ends_with("or restart it with --allow-host my-box:80"));
        assert!(!own.remedy("<script>").contains("script"));
        assert!(own.remedy(&"a".repeat(2000)).len() < 200);
    }
}
