//! A server and its clients, for tests over real connections.

use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use nqueens_guide::Library;
use nqueens_web::Server;

/// Starts a new server, which ends with the process, and returns its address.
pub(crate) fn server() -> SocketAddr {
    let server = Server::bind("127.0.0.1", 0, Library::embedded()).expect("a free port");
    let url = server.url();
    let address = url.strip_prefix("http://").and_then(|url| url.strip_suffix('/')).expect("an URL");
    let address = address.parse().expect("an address");
    thread::spawn(|| server.run());
    address
}

pub(crate) fn connect(server: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(server).expect("a connection");
    // No passing test waits for such a long time.
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    stream
}

/// Returns a GET request for `target` that the server accepts, with the header lines `more`.
pub(crate) fn request(server: SocketAddr, target: &str, more: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nHost: {server}\r\n{more}\r\n")
}
