//! The target for requests to the [`Server`].

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

use nqueens_guide::Library;
use nqueens_web::Server;

/// The address of a [`Server`] on this machine, which runs as long as the process.
static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let server = Server::bind("127.0.0.1", 0, Library::embedded()).expect("a port is free");
    let url = server.url();
    std::thread::spawn(|| server.run());
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    address.parse().expect("the URL has an address")
});

/// Sends bytes as requests, with `{host}` replaced by the [`ADDRESS`]. Every response must be HTTP without a server
/// error (`500`), and the server must answer the next request.
pub(crate) fn http(bytes: &[u8]) {
    let request = String::from_utf8_lossy(bytes).replace("{host}", &ADDRESS.to_string());
    let sent = if bytes.is_ascii() { request.as_bytes() } else { bytes };
    let answer = asked(sent);
    let head = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
    assert!(answer.is_empty() || head.starts_with("HTTP/1."), "{head:?}");
    assert!(!head.ends_with("500"), "{head:?}");
    let well =
        asked(format!("GET /api/guide?n=4 HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", *ADDRESS).as_bytes());
    assert!(well.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&well));
}

fn asked(bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(*ADDRESS).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("the time is not zero");
    // The server may close a connection before all bytes are sent.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}
