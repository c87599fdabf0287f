//! Measures the example `server`: starts it, sends it requests with different choices over persistent connections, and
//! prints the number of requests per second, the latencies and the memory of the server.
//!
//! `cargo build --release -p puzzle-core --examples && target/release/examples/load [REQUESTS] [CONNECTIONS]`

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The number of times that the memory is measured during the requests.
const ROUNDS: usize = 4;

const CHOICES: [&str; 10] =
    ["petrol", "hybrid", "electric", "automatic", "all-wheel", "sport", "leather", "massage", "tow-bar", "sunroof"];

/// Returns the body of request `number`, with one or two choices. Some pairs of choices leave no car.
fn body(number: usize) -> String {
    let [first, second] = [CHOICES[number % 10], CHOICES[number / 10 % 10]];
    format!(r#"{{"chosen": ["{first}", "{second}"], "option": "manual"}}"#)
}

/// Sends `count` requests over a connection, one after the other, and returns their latencies. The first request has
/// the number `first`. The number of a request determines its path and its body.
fn ask(address: &str, first: usize, count: usize) -> Result<Vec<Duration>, Failure> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut answers = BufReader::new(stream.try_clone()?);
    let (mut stream, mut line, mut times) = (stream, String::new(), Vec::with_capacity(count));
    for number in first..first + count {
        let (path, body) = (["guide", "explain", "cheapest"][number % 3], body(number));
        let head = format!("POST /{path} HTTP/1.1\r\nhost: shop\r\n");
        let begin = Instant::now();
        stream.write_all(format!("{head}content-length: {}\r\n\r\n{body}", body.len()).as_bytes())?;
        let mut length = 0;
        for index in 0.. {
            line.clear();
            answers.read_line(&mut line)?;
            if index == 0 && !line.contains(" 200 ") {
                return Err(format!("expected status 200, found {line:?}").into());
            }
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse()?;
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut answer = vec![0; length];
        answers.read_exact(&mut answer)?;
        times.push(begin.elapsed());
    }
    Ok(times)
}

/// Returns the resident memory of a process in KiB, from Linux.
fn memory(process: u32) -> Result<u64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("expected a line VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Sends requests over several connections at once, and returns their latencies.
fn ask_all(address: &str, requests: usize, connections: usize) -> Result<Vec<Duration>, Failure> {
    let each = requests / connections;
    std::thread::scope(|scope| {
        let asks = (0..connections).map(|at| scope.spawn(move || ask(address, at * each, each))).collect::<Vec<_>>();
        let times = asks.into_iter().map(|asked| asked.join().expect("the thread does not panic"));
        times.collect::<Result<Vec<_>, Failure>>().map(|times| times.concat())
    })
}

fn measure(server: &mut Child, requests: usize, connections: usize) -> Result<(), Failure> {
    let mut address = String::new();
    BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut address)?;
    let address = address.trim().trim_start_matches("http://");
    // The first requests start the threads of the server, which keep memory of their own.
    ask_all(address, requests / ROUNDS, connections)?;
    let (mut memories, begin) = (vec![memory(server.id())?], Instant::now());
    let mut times = Vec::with_capacity(requests);
    for _ in 0..ROUNDS {
        times.extend(ask_all(address, requests / ROUNDS, connections)?);
        memories.push(memory(server.id())?);
    }
    let seconds = begin.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!("{} requests over {connections} connections: {:.0} a second", times.len(), times.len() as f64 / seconds);
    println!("p50 {:.2?}, p99 {:.2?}, longest {:.2?}", at(50), at(99), at(100));
    println!("memory of the server before and after each quarter, in KiB: {memories:?}");
    Ok(())
}

fn main() -> Result<(), Failure> {
    let number = |at, usual| std::env::args().nth(at).map_or(Ok(usual), |text| text.parse::<usize>());
    let (requests, connections) = (number(1, 100_000)?, number(2, 8)?.max(1));
    let program = std::env::current_exe()?.with_file_name("server");
    let mut server = Command::new(&program).arg("0").stdout(Stdio::piped()).spawn()?;
    let measured = measure(&mut server, requests.max(ROUNDS * connections), connections);
    server.kill()?;
    server.wait()?;
    measured
}
