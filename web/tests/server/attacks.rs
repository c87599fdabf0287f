//! Tests of ambiguous requests, which two servers could split differently, and of randomly damaged requests.

use std::thread;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::client::{request, server};
use super::{exchange, is_well};

/// The target of a request that is hidden in the body of another request. If the server answers it, it has taken the
/// body for a request.
const HIDDEN: &str = "/api/sizes";

#[test]
fn no_request_is_hidden_in_another_one() {
    let server = server();
    let hidden = request(server, HIDDEN, "Connection: close\r\n");
    let with = |headers: &str, body: &str| request(server, "/api/guide?n=4", headers) + body + &hidden;
    // Two plain requests get two answers, so an answer to a hidden request would be noticed.
    let two = exchange(server, with("", "").as_bytes());
    assert!(two.matches("HTTP/1.1 200 OK").count() == 2 && two.contains("{\"sizes\":"), "{two}");
    let length = hidden.len();
    let all = format!("{:x}\r\n", length + 5);
    let cases = [
        ("a body", format!("Content-Length: {length}\r\n"), ""),
        ("a body, of which the length is longer", format!("Content-Length: {}\r\n", length + 100), ""),
        ("a body, of which the length is shorter", "Content-Length: 1\r\n".to_owned(), ""),
        ("chunks", "Transfer-Encoding: chunked\r\n".to_owned(), "0\r\n\r\n"),
        ("a length, and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n".to_owned(), "0\r\n\r\n"),
        ("chunks, and a length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n".to_owned(), "0\r\n\r\n"),
        ("no length, and chunks", "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n".to_owned(), "0\r\n\r\n"),
        ("two lengths, the second none", format!("Content-Length: {length}\r\nContent-Length: 0\r\n"), ""),
        ("two lengths, the first none", format!("Content-Length: 0\r\nContent-Length: {length}\r\n"), ""),
        ("twice the same length", format!("Content-Length: {length}\r\n").repeat(2), ""),
        ("two lengths in one", format!("Content-Length: 0, {length}\r\n"), ""),
        ("a length with a sign", "Content-Length: +0\r\n".to_owned(), ""),
        ("a length with zeros", "Content-Length: 00\r\n".to_owned(), ""),
        ("a length of another system", "Content-Length: 0x0\r\n".to_owned(), ""),
        ("an empty length", "Content-Length:\r\n".to_owned(), ""),
        ("a length of more than 64 bits", "Content-Length: 18446744073709551616\r\n".to_owned(), ""),
        ("a length on the next line", "Content-Length:\r\n 0\r\n".to_owned(), ""),
        ("chunks on the next line", "Transfer-Encoding:\r\n chunked\r\n".to_owned(), "0\r\n\r\n"),
        ("a header on the next line", "X: y\r\n Content-Length: 0\r\n".to_owned(), ""),
        ("a space before the colon", "Transfer-Encoding : chunked\r\n".to_owned(), "0\r\n\r\n"),
        ("a tab before the colon", "Content-Length\t: 0\r\n".to_owned(), ""),
        ("a tab before the value", "Transfer-Encoding:\tchunked\r\n".to_owned(), "0\r\n\r\n"),
        ("a vertical tab before the value", "Transfer-Encoding:\x0bchunked\r\n".to_owned(), "0\r\n\r\n"),
        ("chunks in capital letters", "TRANSFER-ENCODING: CHUNKED\r\n".to_owned(), "0\r\n\r\n"),
        ("chunks of another name", "Transfer-Encoding: xchunked\r\n".to_owned(), ""),
        ("chunks that are not the last", "Transfer-Encoding: chunked, identity\r\n".to_owned(), "0\r\n\r\n"),
        ("chunks twice", "Transfer-Encoding: chunked\r\n".repeat(2), "0\r\n\r\n"),
        ("no transfer encoding", "Transfer-Encoding: identity\r\n".to_owned(), ""),
        ("quoted chunks", "Transfer-Encoding: \"chunked\"\r\n".to_owned(), "0\r\n\r\n"),
        ("a chunk without an end", "Transfer-Encoding: chunked\r\n".to_owned(), all.as_str()),
        ("a chunk with a sign", "Transfer-Encoding: chunked\r\n".to_owned(), "+0\r\n\r\n"),
        ("a chunk longer than 64 bits", "Transfer-Encoding: chunked\r\n".to_owned(), "10000000000000000\r\n"),
        ("a chunk with an extension", "Transfer-Encoding: chunked\r\n".to_owned(), "0;x=\n\r\n\r\n"),
        ("trailers", "Transfer-Encoding: chunked\r\n".to_owned(), "0\r\nContent-Length: 5\r\n\r\n"),
        ("a return in a header", "X: y\rContent-Length: 0\r\n".to_owned(), ""),
        ("a zero in a header", "X: \0y\r\n".to_owned(), ""),
        ("a body that waits to be asked for", "Expect: 100-continue\r\nContent-Length: 5\r\n".to_owned(), "hello"),
    ];
    for method in ["GET", "HEAD", "POST"] {
        for (name, headers, body) in &cases {
            let bytes = with(headers, body).replacen("GET", method, 1);
            let answer = exchange(server, bytes.as_bytes());
            assert!(answer.starts_with("HTTP/1.1 4"), "{method}, {name}: {answer:?}");
            assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{method}, {name}: {answer:?}");
            assert!(!answer.contains("{\"sizes\":"), "{method}, {name}: {answer:?}");
        }
    }
    is_well(server);
}

/// Texts to insert into requests, each with a meaning in some part of a request.
const TOKENS: &[&[u8]] = &[
    b"\r\n",
    b"\r",
    b"\n",
    b"\0",
    b" ",
    b"\t",
    b":",
    b"%",
    b"%00",
    b"%ff",
    b"&",
    b"=",
    b"?",
    b"#",
    b"/..",
    b"//",
    b"\x7f",
    b"\xff\xfe",
    b"HTTP/1.0",
    b"HTTP/2.0",
    b"HTTP/1.1 ",
    b"Host: x\r\n",
    b"Content-Length: 5\r\n",
    b"Content-Length: -1\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Expect: 100-continue\r\n",
    b"Upgrade: h2c\r\nConnection: Upgrade\r\n",
    b"Accept-Encoding: gzip;q=x,*\r\n",
    b"If-None-Match: \"\r\n",
    b"queens=a1,b2&",
    b"n=99999999999999999999&",
    b"Origin: null\r\n",
];

/// Returns the request `whole` with damage at one to four random places.
fn damaged(sampler: &mut ChaCha8Rng, whole: &str) -> Vec<u8> {
    fn below(sampler: &mut ChaCha8Rng, limit: usize) -> usize {
        (sampler.next_u64() % limit.max(1) as u64) as usize
    }
    let mut bytes = whole.as_bytes().to_vec();
    for _ in 0..1 + below(sampler, 4) {
        let at = below(sampler, bytes.len());
        let end = (at + 1 + below(sampler, 20)).min(bytes.len());
        match below(sampler, 7) {
            0 if at < bytes.len() => bytes[at] = sampler.next_u64() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << below(sampler, 8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let again = bytes[at..end].repeat(1 + below(sampler, 30));
                bytes.splice(at..at, again);
            }
            4 | 5 => drop(bytes.splice(at..at, TOKENS[below(sampler, TOKENS.len())].iter().copied())),
            _ => bytes.truncate(at),
        }
    }
    bytes
}

#[test]
fn ten_thousand_damaged_requests_harm_nobody() {
    const THREADS: u64 = 4;
    const EACH: usize = 2500;
    let server = server();
    let whole = [
        request(server, "/", ""),
        request(server, "/style.css", "If-None-Match: \"x\"\r\nAccept-Encoding: gzip\r\n"),
        request(server, "/api/guide?n=4&queens=b1&blocked=c3", "Accept: application/json\r\n"),
        request(server, "/api/check?n=4&board=%5B1,3,0,2%5D", "Origin: http://localhost\r\n"),
        request(server, "/api/solutions?n=5&from=2&limit=3", "Connection: keep-alive\r\n"),
        request(server, "/api/sample?n=4&seed=1&count=2&distinct=true", "Content-Length: 0\r\n"),
        request(server, "/api/sizes", "") + &request(server, "/api/count?n=4", "Connection: close\r\n"),
    ];
    let refused: usize = thread::scope(|scope| {
        let attack = |seed| {
            let mut sampler = ChaCha8Rng::seed_from_u64(seed);
            let mut refused = 0;
            for number in 0..EACH {
                let bytes = damaged(&mut sampler, &whole[number % whole.len()]);
                // The server closes the connection after any request, with or without an answer.
                let answer = exchange(server, &bytes);
                let shown = String::from_utf8_lossy(&bytes);
                assert!(answer.is_empty() || answer.starts_with("HTTP/1."), "{shown:?}: {answer:?}");
                assert!(!answer.contains("HTTP/1.1 5"), "not even too much is asked: {shown:?}: {answer:?}");
                let is_refusal = answer.is_empty() || answer["HTTP/1.".len()..].get(1..3) == Some(" 4");
                refused += usize::from(is_refusal);
            }
            refused
        };
        let attackers: Vec<_> = (0..THREADS).map(|seed| scope.spawn(move || attack(seed))).collect();
        attackers.into_iter().map(|attacker| attacker.join().expect("no answer is wrong")).sum()
    });
    assert!(refused > EACH, "the requests were mostly damaged: {refused} were refused");
    is_well(server);
}
