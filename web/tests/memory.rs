//! A test that the memory of the server does not grow with the number of requests. The memory of the whole process is
//! measured, so the test has a process of its own.

#![cfg(target_os = "linux")]

#[path = "server/client.rs"]
mod client;

use std::io::{Read, Write};
use std::net::TcpStream;

use client::{connect, request, server};

const REQUESTS: usize = 1_000_000;

/// Returns the memory of this process that is in use, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux tells it");
    line.trim().trim_end_matches("kB").trim().parse::<usize>().expect("a number of KiB") << 10
}

/// Sends `times` requests on one connection, taken from `requests` in turn, and reads the answers.
fn ask(stream: &mut TcpStream, requests: &[String], times: usize) {
    let mut buffer = vec![0; 1 << 16];
    for request in requests.iter().cycle().take(times) {
        stream.write_all(request.as_bytes()).expect("the server listens");
        let (mut read, mut end) = (0, usize::MAX);
        while read < end {
            let got = stream.read(&mut buffer[read..]).expect("the server answers");
            assert!(got > 0, "the server closed the connection");
            read += got;
            let text = String::from_utf8_lossy(&buffer[..read]);
            if let Some((head, _)) = text.split_once("\r\n\r\n") {
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
                end = head.len() + 4 + length.parse::<usize>().expect("a number");
            }
        }
        assert_eq!(read, end, "one answer to one request");
    }
}

#[test]
#[ignore = "takes a while: cargo test --release -p nqueens-web --test memory -- --ignored --nocapture"]
fn memory_is_flat_over_a_million_requests() {
    let server = server();
    let targets = [
        "/api/guide?n=8",
        "/api/guide?n=8&queens=b4,d1",
        "/api/guide?n=10&queens=a1&blocked=c5,d6",
        "/api/explain?n=6&queens=b1&square=d6",
        "/api/hint?n=8&queens=b4",
        "/api/solutions?n=8&k=17",
        "/api/count?n=9&queens=a1",
        "/api/check?n=8&board=a1,b5",
        "/api/rank?n=8&board=1,5,8,6,3,7,2,4",
        "/",
        "/api/sample?n=9&seed=1",
        "/api/sizes",
        "/api/guide?n=99",
        "/nothing",
    ];
    let requests = targets.map(|target| request(server, target, ""));
    let mut stream = connect(server);
    ask(&mut stream, &requests, REQUESTS / 10);
    let before = resident();
    for tenth in 1..=10 {
        // Browsers open a new connection from time to time, too.
        stream = connect(server);
        ask(&mut stream, &requests, REQUESTS / 10);
        println!("{:>7} requests: {} KiB", tenth * REQUESTS / 10, resident() >> 10);
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 2 << 20, "{grown} bytes more after {REQUESTS} requests");
}
