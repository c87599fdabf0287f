//! Sends the same request to a running server many times, and prints the time that the answers take.
//!
//! ```sh
//! cargo build --release && target/release/nqueens serve &
//! cargo run --release -p nqueens-web --example load -- 127.0.0.1:8420 '/api/guide?n=8' 100000 4 $!
//! ```
//!
//! The arguments are the address of the server, the target of the request, the number of requests and the number of
//! connections. A last argument, the ID of the server's process, is optional: with it, processor time and memory of the
//! server are printed as well (on Linux).

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, target, requests, connections, process @ ..] = arguments.as_slice() else {
        return Err("expected ADDRESS TARGET REQUESTS CONNECTIONS [PROCESS]".into());
    };
    let (requests, connections): (usize, usize) = (requests.parse()?, connections.parse()?);
    let before = process.first().map(|process| Usage::of(process)).transpose()?;
    let start = Instant::now();
    let mut times = thread::scope(|scope| {
        let ask = || ask(address, target, requests / connections);
        let clients: Vec<_> = (0..connections).map(|_| scope.spawn(ask)).collect();
        let times = clients.into_iter().map(|client| client.join().expect("no client panics"));
        times.collect::<Result<Vec<_>>>().map(|times| times.concat())
    })?;
    let elapsed = start.elapsed().as_secs_f64();
    times.sort_unstable();
    let percentile = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    let mut out = io::stdout();
    let answers = times.len() as f64;
    writeln!(out, "{answers} answers in {elapsed:.2} s, {:.0} a second", answers / elapsed)?;
    writeln!(out, "median {:.3} ms, 99th percentile {:.3} ms", percentile(50), percentile(99))?;
    if let (Some(before), Some(process)) = (before, process.first()) {
        let after = Usage::of(process)?;
        let seconds = after.seconds - before.seconds;
        writeln!(out, "processor time {seconds:.2} s: {:.0} answers per second and core", answers / seconds)?;
        writeln!(out, "memory {} KiB before, {} KiB after", before.kibibytes, after.kibibytes)?;
    }
    Ok(())
}

/// Sends a request `times` times on one connection, and returns the duration of each answer.
fn ask(address: &str, target: &str, times: usize) -> Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let request = format!("GET {target} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let mut body = Vec::new();
    let mut line = String::new();
    (0..times)
        .map(|_| {
            let start = Instant::now();
            stream.write_all(request.as_bytes())?;
            let mut length = 0;
            loop {
                line.clear();
                if reader.read_line(&mut line)? == 0 {
                    return Err("the server closed the connection".into());
                }
                if let Some(value) = line.strip_prefix("content-length: ") {
                    length = value.trim().parse()?;
                } else if line.starts_with("HTTP/") && !line.contains(" 200 ") {
                    return Err(format!("not a good answer: {}", line.trim()).into());
                } else if line == "\r\n" {
                    break;
                }
            }
            body.resize(length, 0);
            reader.read_exact(&mut body)?;
            Ok(start.elapsed())
        })
        .collect()
}

/// The resources that a process has used.
struct Usage {
    /// The processor time so far, in seconds.
    seconds: f64,
    /// The memory in use at this moment, in KiB.
    kibibytes: u64,
}

impl Usage {
    fn of(process: &str) -> Result<Usage> {
        // Linux reports processor time in this unit on every machine.
        const TICKS_A_SECOND: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
        let status = fs::read_to_string(format!("/proc/{process}/status"))?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
        let kibibytes = resident.trim().trim_end_matches(" kB").parse()?;
        Ok(Usage { seconds: (ticks(11) + ticks(12)) / TICKS_A_SECOND, kibibytes })
    }
}
