//! `nqueens serve`: the real program over real connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use super::{answer, error, program};

/// A running `nqueens serve`. Dropping it kills the program if a test has not ended it.
struct Served {
    program: Child,
    /// The host and the port, as in a URL.
    address: String,
}

impl Served {
    fn start(arguments: &str) -> Served {
        let mut program = program()
            .args(["serve", "--port", "0"])
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(program.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url =
            line.strip_prefix("Playing at http://").and_then(|line| line.strip_suffix("/ \u{2014} Ctrl-C ends\n"));
        let address = url.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        Served { program, address }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    fn send(&self, target: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        stream
    }

    /// Requests `target`, asserts status 200, and returns the parsed JSON body.
    fn json(&self, target: &str) -> serde_json::Value {
        serde_json::from_str(&self.get(target)).unwrap()
    }

    /// Requests `target`, asserts status 200, and returns the body.
    fn get(&self, target: &str) -> String {
        let text = std::io::read_to_string(self.send(target)).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{text:?}"));
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{target}: {text}");
        body.to_owned()
    }

    /// Ends the program by a signal, and returns its exit code and its standard error.
    #[cfg(unix)]
    fn end_by(mut self, signal: &str) -> (Option<i32>, String) {
        let id = self.program.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        let mut said = String::new();
        self.program.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.program.wait().unwrap().code(), said)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn the_server_answers_what_the_commands_print() {
    let server = Served::start("");
    for (n, queens, blocked) in [
        (4, "", ""),
        (4, "b1", ""),
        (5, "b1", "e5"),
        (5, "a1,b2", ""),
        (6, "b1", "f3,a5"),
        (6, "", "a1,b1,c1,d1,e1,f1"),
        (7, "a1", "a1"),
        (8, "b4,d1", ""),
        (8, "a1,c2,e3,h8", "d5"),
        (8, "B4, D1", "h8,h8"),
        (9, "e5", ""),
        (10, "a2,j9", "c3"),
        (11, "", ""),
        (11, "k11,a3", "b1,c1"),
    ] {
        let encoded = |list: &str| list.replace(' ', "%20");
        let board = format!("n={n}&queens={}&blocked={}", encoded(queens), encoded(blocked));
        let count = super::nqueens(["count", &n.to_string(), "--queens", queens, "--blocked", blocked]).stdout;
        let printed = |arguments: &str, more: &[&str]| {
            let n = n.to_string();
            let board = [arguments, n.as_str(), "--queens", queens, "--blocked", blocked];
            let run = super::nqueens(board.iter().chain(more));
            (run.code == Some(0)).then_some(run.stdout)
        };
        let same = |target: &str, command: &str, more: &[&str]| {
            let target = format!("/api/{target}{board}");
            match printed(command, more) {
                Some(output) => assert_eq!(server.get(&target), output, "{target}"),
                // If the board has no completion, `sample` fails, and the server returns an empty list.
                None if command == "sample" && count == "0\n" => {
                    assert_eq!(server.json(&target)["solutions"], serde_json::json!([]), "{target}");
                }
                None => assert!(!std::io::read_to_string(server.send(&target)).unwrap().contains("200 OK"), "{target}"),
            }
        };
        same("guide?", "guide", &["--json"]);
        for square in ["a1", "b2", "c3", "d4", "d3", "a4"] {
            same(&format!("explain?square={square}&"), "explain", &["--json", "--square", square]);
        }
        same("count?", "count", &["--json"]);
        same("solutions?k=2&", "solve", &["--format", "json", "--nth", "2"]);
        same("sample?seed=7&count=3&", "sample", &["--format", "json", "--seed", "7", "--count", "3"]);
        same(
            "sample?seed=7&count=3&distinct=true&",
            "sample",
            &["--format", "json", "--seed", "7", "--count", "3", "--distinct"],
        );
        // If the board has no completion, `solve` exits with code 1, but prints an empty list.
        let board_arguments = ["solve", &n.to_string(), "--queens", queens, "--blocked", blocked];
        let list = super::nqueens(board_arguments.iter().chain(&["--format", "json", "--limit", "5"]));
        // The server's answer also has the total, which `solve` does not know during its search.
        let list: serde_json::Value = serde_json::from_str(&list.stdout).unwrap();
        let mut page = server.json(&format!("/api/solutions?limit=5&{board}"));
        let total = page.as_object_mut().unwrap().remove("total").unwrap();
        let next = page.as_object_mut().unwrap().remove("next").unwrap();
        assert_eq!(page, list);
        assert_eq!(total.to_string(), count.trim());
        assert_eq!(next.as_u64(), (total.as_u64().unwrap() > 5).then_some(6));
        for solution in list["solutions"].as_array().unwrap() {
            let solution = solution.to_string().replace(['[', ']'], "");
            same(&format!("rank?board={solution}&"), "rank", &["--json", &solution]);
        }
    }
    for (n, text) in [
        ("8", "1,5,8,6,3,7,2,4"),
        ("8", "a1 b5"),
        ("4", "a1"),
        ("8", "a1 b2 c3"),
        ("4", "[1, 3, 0, 2]"),
        ("5", "_,_,1,_,_"),
        ("12", ""),
    ] {
        let encoded = text.replace(' ', "%20").replace('[', "%5B").replace(']', "%5D");
        let printed = super::nqueens(["check", n, text, "--json"]).stdout;
        assert_eq!(server.get(&format!("/api/check?n={n}&board={encoded}")), printed, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_in_order() {
    for signal in ["-TERM", "-INT"] {
        let server = Served::start("");
        // Opens two connections: one sends a request, and the other stays silent.
        server.get("/api/guide?n=4");
        let mut silent = server.connect();
        let mut waiting = server.connect();
        write!(waiting, "GET /api/sizes HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
        waiting.read_exact(&mut [0; 12]).unwrap();
        assert_eq!(server.end_by(signal), (Some(0), String::new()), "{signal}");
        assert_eq!(silent.read(&mut [0; 1]).unwrap(), 0, "the connection was closed, not broken off");
    }
}

#[cfg(unix)]
#[test]
fn what_is_being_answered_is_answered_to_the_end() {
    let server = Served::start("");
    // Reads one of the longest answers, some hundred kilobytes, in small steps.
    let mut stream = server.send("/api/solutions?n=11&limit=1000");
    stream.read_exact(&mut [0; 12]).unwrap();
    let ended = std::thread::spawn(move || server.end_by("-TERM"));
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.ends_with("\"next\":1001}\n"), "the answer is whole");
    assert_eq!(ended.join().unwrap(), (Some(0), String::new()));
}

#[test]
fn a_busy_port_is_an_error_of_one_line() {
    let server = Served::start("");
    let port = server.address.rsplit_once(':').unwrap().1;
    let message = error(1, ["serve", "--port", port]);
    assert!(
        message.starts_with(&format!("can't listen on 127.0.0.1, port {port}: Address already in use")),
        "{message}"
    );
    assert!(message.ends_with("choose another port with --port, or any free one with --port 0"), "{message}");
}

#[test]
fn wrong_usage_is_told() {
    assert!(error(2, ["serve", "--port", "70000"]).contains("70000"));
    assert!(error(2, ["serve", "--port", "-1"]).contains("-1"));
    assert!(error(1, ["serve", "--host", "no such host"]).contains("a name or an address of this machine"));
    assert!(error(1, ["--bdd-dir", "/nowhere", "serve", "--port", "0"]).contains("/nowhere/queens-04.bdd"));
}

#[cfg(unix)]
#[test]
fn other_machines_are_let_in_only_with_a_warning() {
    let all = Served::start("--host 0.0.0.0");
    assert!(all.address.starts_with("localhost:"), "{}", all.address);
    all.get("/api/guide?n=4");
    let (code, said) = all.end_by("-TERM");
    assert_eq!(code, Some(0));
    assert!(said.starts_with("note: other machines can connect") && said.lines().count() == 1, "{said}");
    let (_, said) = Served::start("--host localhost").end_by("-TERM");
    assert_eq!(said, "");
}

/// Runs `nqueens serve` with these arguments for one request, and returns the lines that it prints after the first.
#[cfg(unix)]
fn lines_after_the_first(arguments: &[&str]) -> Vec<String> {
    let mut program = program();
    let mut program = program
        .args(["serve", "--port", "0"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(program.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    // Every line was printed before the first request is answered, so no later line is missed.
    let port = first.split(':').nth(2).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
    let address = format!("127.0.0.1:{port}");
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET /api/sizes HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    std::io::read_to_string(stream).unwrap();
    let id = program.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    program.wait().unwrap();
    out.lines().map(Result::unwrap).collect()
}

#[cfg(unix)]
#[test]
fn the_addresses_for_other_machines_are_told_and_answered() {
    assert_eq!(lines_after_the_first(&[]), Vec::<String>::new(), "nobody else can connect");
    let said = lines_after_the_first(&["--host", "0.0.0.0"]);
    // The addresses of this machine according to `hostname -I`.
    let known = std::process::Command::new("hostname").arg("-I").output().map(|output| output.stdout);
    let known = String::from_utf8(known.unwrap_or_default()).unwrap();
    for address in known.split_whitespace().filter(|address| address.contains('.') && !address.starts_with("169.254."))
    {
        let line = format!("From other machines of the network: http://{address}:");
        assert!(said.iter().any(|said| said.starts_with(&line)), "{address}: {said:?}");
    }
    assert!(said.iter().all(|said| said.starts_with("From other machines of the network: http://")), "{said:?}");
    assert!(!said.iter().any(|said| said.contains("//127.") || said.contains("//0.")), "{said:?}");
}

#[test]
fn a_foreign_name_is_refused_with_a_remedy_that_works() {
    let ask = |server: &Served, host: &str| {
        let mut stream = server.connect();
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        std::io::read_to_string(stream).unwrap()
    };
    let server = Served::start("");
    let port = server.address.rsplit_once(':').unwrap().1;
    let refused = ask(&server, &format!("board.example:{port}"));
    assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
    assert!(refused.ends_with("or restart it with --allow-host board.example.\n"), "{refused}");
    let server = Served::start("--allow-host board.example --allow-host localhost:9000");
    let port = server.address.rsplit_once(':').unwrap().1;
    for host in [&format!("board.example:{port}"), "board.example", "localhost:9000"] {
        assert!(ask(&server, host).starts_with("HTTP/1.1 200 "), "{host}");
    }
    assert!(ask(&server, "other.example").starts_with("HTTP/1.1 403 "));
    let message = error(2, ["serve", "--allow-host", "http://board.example/"]);
    assert!(message.contains("is not a host name: expected a name such as board.example"), "{message}");
}

#[test]
fn only_named_sites_may_frame_the_page() {
    for (options, sources) in
        [("", "'none'"), ("--frame-ancestors https://school.example --frame-ancestors *", "https://school.example *")]
    {
        let server = Served::start(options);
        let mut stream = server.connect();
        write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address).unwrap();
        let answer = std::io::read_to_string(stream).unwrap();
        assert!(answer.contains(&format!("; frame-ancestors {sources}\r\n")), "{answer}");
    }
    let message = error(2, ["serve", "--frame-ancestors", "https://school.example/maths"]);
    assert!(message.contains("is not an origin: expected http:// or https:// and a host"), "{message}");
}

#[test]
fn the_page_is_written_as_files_that_are_what_is_served() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("page");
    let export = |more: &[&str]| super::nqueens(["serve", "--export", folder.to_str().unwrap()].iter().chain(more));
    let run = export(&[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let mut lines = run.stdout.lines();
    let wrote = lines.next().unwrap();
    assert!(wrote.starts_with("Wrote ") && wrote.contains(" files, ") && wrote.contains(" kB, into "), "{wrote}");
    assert!(lines.next().unwrap().contains(&format!("python3 -m http.server --directory {}", folder.display())));
    assert_eq!(lines.next(), None);
    let server = Served::start("");
    let (mut files, mut folders) = (0, vec![folder.clone()]);
    while let Some(inside) = folders.pop() {
        for entry in std::fs::read_dir(inside).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                files += 1;
                let mut answer = Vec::new();
                let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
                // The files of the site around the page, and the two that name them.
                let is_around = ["gallery", "robots.txt", "favicon.ico", "card.png", "index.html", "sw.js"];
                if is_around.iter().any(|start| name.starts_with(start)) {
                    continue;
                }
                server.send(&format!("/{name}")).read_to_end(&mut answer).unwrap();
                assert!(
                    answer.starts_with(b"HTTP/1.1 200 ") && answer.ends_with(&std::fs::read(&path).unwrap()),
                    "{name}"
                );
            }
        }
    }
    assert!(wrote.starts_with(&format!("Wrote {files} files, ")), "{wrote}");
    let gallery = std::fs::read_to_string(folder.join("gallery.html")).unwrap();
    assert_eq!(gallery.matches("<li>").count(), 16, "a board, three new puzzles and the examples");
    assert!(error(2, ["serve", "--export", "x", "--url", "board.example"]).contains("https://board.example/queens/"));
    // Exports again into the same folder. Then removes the list of exported files, so that the folder looks like a
    // folder of other files.
    assert_eq!(export(&[]).code, Some(0));
    std::fs::remove_file(folder.join(".nqueens-page")).unwrap();
    let refused = export(&[]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("is not empty") && refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(export(&["--force"]).code, Some(0));
    assert_eq!(export(&["--port", "0"]).code, Some(2));
    assert!(error(2, ["serve", "--force"]).contains("--export"));
}

#[test]
fn the_server_plays_the_files_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(super::precomputed()).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
        }
    }
    let arguments = format!("--bdd-dir {}", folder.path().display());
    assert_eq!(Served::start(&arguments).get("/api/guide?n=5"), answer("guide 5 --json"));
}
