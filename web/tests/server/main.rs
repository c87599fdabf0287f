//! Tests of the server over real connections: slow, silent, greedy or broken clients don't block other clients.

mod attacks;
mod client;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use client::{connect, request, server};

/// Returns all bytes that the server sends until it closes the connection, as text.
fn rest(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    match stream.read_to_end(&mut text) {
        Ok(_) => {}
        // The server has refused the request and closed the connection before all of it was sent.
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("the server neither answers nor closes: {error}"),
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Sends `bytes` on a new connection, and returns the server's answers.
fn exchange(server: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = connect(server);
    // The server may close the connection before it has read all bytes.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    rest(&mut stream)
}

/// The time after which the server counts as hanging. It is long, because a busy machine may take ten times the usual
/// time.
const PATIENCE: Duration = Duration::from_secs(120);

/// Asserts that the server answers a request for a guide.
#[track_caller]
fn is_well(server: SocketAddr) {
    let answer = exchange(server, request(server, "/api/guide?n=6", "Connection: close\r\n").as_bytes());
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("]}\n"), "{answer}");
}

/// Returns `true` if the server has closed the connection. No request may have been sent on it.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    match stream.read(&mut [0; 1]) {
        Ok(0) => true,
        Err(error) if error.kind() == ErrorKind::WouldBlock => false,
        Err(error) if error.kind() == ErrorKind::ConnectionReset => true,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_thousand_idle_connections_and_a_hundred_slow_ones_stop_nobody() {
    let server = server();
    let start = Instant::now();
    let mut idle: Vec<TcpStream> = (0..1000).map(|_| connect(server)).collect();
    // These clients send an endless request head, a byte at a time.
    let mut slow: Vec<TcpStream> = (0..100).map(|_| connect(server)).collect();
    let mut head = request(server, "/api/guide?n=6", "X-Slow: ").trim_end().to_owned().into_bytes().into_iter();
    while !slow.is_empty() && start.elapsed() < PATIENCE {
        is_well(server);
        let byte = [head.next().unwrap_or(b'x')];
        let before = slow.len();
        slow.retain_mut(|slow| slow.write_all(&byte).is_ok());
        let time = start.elapsed();
        assert!(slow.len() == before || time > Duration::from_secs(5), "none is cut off too soon: {time:?}");
        thread::sleep(Duration::from_millis(100));
    }
    assert!(slow.is_empty(), "the slow ones are cut off, all but {}", slow.len());
    // By now the server has closed all idle connections, too.
    assert!(idle.iter_mut().all(is_closed));
    is_well(server);
}

#[test]
fn more_slow_clients_than_there_is_room_for_stop_nobody() {
    let server = server();
    let head = request(server, "/api/guide?n=6", "X-Slow: ");
    let slow: Vec<TcpStream> = (0..1000)
        .map(|number| {
            let mut slow = connect(server);
            slow.write_all(&head.as_bytes()[..head.len() - 4]).expect("the server listens");
            if number % 100 == 0 {
                is_well(server);
            }
            slow
        })
        .collect();
    is_well(server);
    drop(slow);
    is_well(server);
}

#[test]
fn a_full_server_closes_the_connections_that_have_been_idle_for_longest() {
    let server = server();
    // These are more connections than the server keeps open.
    let mut clients: Vec<TcpStream> = Vec::new();
    for _ in 0..600 {
        clients.push(connect(server));
    }
    is_well(server);
    let (first, last) = clients.split_at_mut(80);
    let start = Instant::now();
    while !first.iter_mut().all(is_closed) {
        assert!(start.elapsed() < PATIENCE, "the first 80 of 600 have to go");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(!last.iter_mut().rev().take(400).any(is_closed), "the last 400 are kept");
}

#[test]
fn one_connection_takes_many_requests_also_all_at_once() {
    let server = server();
    let mut bytes = request(server, "/api/guide?n=6", "").repeat(99).into_bytes();
    bytes.extend(request(server, "/api/guide?n=6", "Connection: close\r\n").bytes());
    let answers = exchange(server, &bytes);
    assert_eq!(answers.matches("HTTP/1.1 200 OK\r\n").count(), 100);
}

#[test]
fn head_says_what_get_would_send() {
    let server = server();
    for target in ["/", "/nothing", "/api/guide?n=8", "/api/guide?n=3", "/api/sizes", "/api/openapi.json"] {
        for accepted in ["", "Accept-Encoding: gzip\r\n"] {
            let get = request(server, target, &format!("{accepted}Connection: close\r\n"));
            let answer = exchange(server, get.as_bytes());
            let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
            let alone = exchange(server, get.replacen("GET", "HEAD", 1).as_bytes());
            // A second may have passed between the answers to GET and HEAD.
            let lines =
                |head: &str| head.lines().filter(|line| !line.starts_with("date:")).map(str::to_owned).collect();
            let (head, alone): (Vec<String>, Vec<String>) = (lines(head), lines(alone.trim_end()));
            assert_eq!(head, alone, "{target}");
            assert!(!body.is_empty() && head.iter().any(|line| line.starts_with("content-length: ")), "{target}");
        }
    }
}

#[test]
fn what_is_oversized_or_malformed_is_a_clients_mistake() {
    let server = server();
    let good = request(server, "/api/guide?n=6", "");
    let with = |more: &str| request(server, "/api/guide?n=6", more);
    let many_headers: String = (0..200).map(|i| format!("X-{i}: x\r\n")).collect();
    let cases: Vec<(String, Vec<u8>)> = [
        ("a target of 5 kB", request(server, &format!("/{}", "a".repeat(5000)), "")),
        ("a target of 70 kB", request(server, &format!("/{}", "a".repeat(70_000)), "")),
        ("a header of 100 kB", with(&format!("X-Long: {}\r\n", "x".repeat(100_000)))),
        ("200 headers", with(&many_headers)),
        ("a body", with("Content-Length: 5\r\n") + "hello"),
        ("an endless body", with("Content-Length: 99999999999\r\n") + "hello"),
        ("a chunked body", with("Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n0\r\n\r\n"),
        ("two lengths", with("Content-Length: 5\r\nContent-Length: 6\r\n") + "hello!"),
        ("a length that is none", with("Content-Length: many\r\n")),
        ("a negative length", with("Content-Length: -1\r\n")),
        ("no host", good.replace("Host", "Ghost")),
        ("no version", good.replace(" HTTP/1.1", "")),
        ("another version", good.replace("HTTP/1.1", "HTTP/9.9")),
        ("no target", good.replace("/api/guide?n=6", "")),
        ("a space in the target", good.replace("?n=6", "?n=6 &queens=a1")),
        ("no slash", good.replace("/api", "api")),
        ("a star", good.replace("/api/guide?n=6", "*")),
        ("a header without a colon", with("nonsense\r\n")),
        ("a header with a space in its name", with("X Y: z\r\n")),
        ("a folded header", with("X: y\r\n z\r\n")),
        ("a control character in a header", with("X: \u{1}\r\n")),
        ("a method of 10 kB", good.replace("GET", &"G".repeat(10_000))),
        ("another method", good.replace("GET", "DELETE")),
        ("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n".to_owned()),
        ("a path up", good.replace("/api/guide?n=6", "/../../etc/passwd")),
        ("a proxy's request", good.replace("/api", "http://evil.example/api")),
        ("a tunnel", good.replace("GET /api/guide?n=6", "CONNECT evil.example:443")),
        ("an upgrade of a wrong host", with("Upgrade: h2c\r\n").replace(&server.to_string(), "evil.example")),
    ]
    .map(|(name, text)| (name.to_owned(), text.into_bytes()))
    .into_iter()
    .chain([
        ("bytes that are no text".to_owned(), vec![0xFF; 1000]),
        ("zeros".to_owned(), vec![0; 1000]),
        ("bytes that are no text in the target".to_owned(), [b"GET /\xFF\xFE", &good.as_bytes()[19..]].concat()),
    ])
    .collect();
    for (name, bytes) in cases {
        let answer = exchange(server, &bytes);
        assert!(answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.0 4"), "{name}: {answer:?}");
        is_well(server);
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    // Paths to parent folders, in many spellings, are put before the paths of existing files.
    let ups = [
        "..",
        "../..",
        "../../..",
        "../../../../../../..",
        "%2e%2e",
        "%2e%2e%2f%2e%2e",
        "..%2f..",
        ".%2e",
        "..\\..",
        "..%5c..",
        "%252e%252e",
        "%c0%ae%c0%ae",
        "....//....",
        "./..",
        "js/../..",
        "/",
        "//",
        "..;",
        "%00/..",
        "~",
    ];
    let files = ["etc/passwd", "Cargo.toml", "src/lib.rs", "build.rs", "proc/self/environ"];
    assert_eq!(ups.len() * files.len(), 100);
    let server = server();
    for up in ups {
        for file in files {
            let answer =
                exchange(server, request(server, &format!("/{up}/{file}"), "Connection: close\r\n").as_bytes());
            assert!(answer.starts_with("HTTP/1.1 40"), "/{up}/{file}: {answer}");
            assert!(!answer.contains("root:") && !answer.contains("[package]") && !answer.contains("fn "), "{answer}");
        }
    }
}

#[test]
fn what_is_no_whole_request_of_this_protocol_harms_nobody() {
    let server = server();
    let whole = request(server, "/api/guide?n=6", "");
    let http2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    for text in [0, 1, 4, 20, whole.len() - 1].map(|length| &whole[..length]).into_iter().chain([http2]) {
        let answer = exchange(server, text.as_bytes());
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{text:?}: {answer:?}");
    }
    is_well(server);
}

#[test]
fn a_client_that_never_reads_stops_nobody() {
    let server = server();
    let mut greedy = connect(server);
    greedy.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
    let requests = request(server, "/api/guide?n=11", "").repeat(100);
    // Writing fails when the buffers of both sides are full.
    while greedy.write_all(requests.as_bytes()).is_ok() {}
    is_well(server);
}
