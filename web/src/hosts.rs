//! The names that this server goes by. A page elsewhere can make a name of its own point to this machine (DNS
//! rebinding), but can't make a browser send one of these.

use std::net::{IpAddr, SocketAddr};

/// The values of `Host` that requests may have.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// In lower case, with the port.
    names: Vec<String>,
    /// Whether any address will do, as long as the port is right: the server listens on all of them, and addresses
    /// can't be made to point elsewhere.
    any_address: bool,
    port: u16,
}

impl Hosts {
    /// The names of a server that was told to listen on a host and got this address.
    pub(crate) fn new(host: &str, address: SocketAddr) -> Hosts {
        let port = address.port();
        let names = ["127.0.0.1", "localhost", "[::1]", &in_url(host)];
        let mut names: Vec<String> = names.iter().map(|name| format!("{name}:{port}").to_lowercase()).collect();
        if port == 80 {
            // Which browsers leave out.
            names = names.iter().flat_map(|name| [name.clone(), name.replace(":80", "")]).collect();
        }
        Hosts { names, any_address: address.ip().is_unspecified(), port }
    }

    /// Whether this server goes by a name, given as in `Host`, with the port.
    pub(crate) fn allow(&self, name: &str) -> bool {
        let is_ours = |address: SocketAddr| address.port() == self.port;
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
            || self.any_address && name.parse().is_ok_and(is_ours)
    }

    /// Whether a page of this server is meant, given as in `Origin`.
    pub(crate) fn allow_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|name| self.allow(name))
    }
}

/// A host as it stands in an URL: addresses of version 6 in brackets.
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
    fn the_default_port_may_be_left_out() {
        let web = hosts("localhost", "127.0.0.1:80");
        assert!(web.allow("localhost") && web.allow("127.0.0.1:80") && web.allow("[::1]"));
        assert!(!web.allow("localhost:8420") && !web.allow("evil.example"));
    }
}
