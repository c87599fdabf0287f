//! Starting a server, Chromium's driver and the browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use std::{env, thread};

use axum::http::Method;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use nqueens_guide::Library;
use nqueens_web::Server;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::{ParseError, Url};

use crate::page::Page;

/// What Chromium is told: no window, no sandbox (which root can't have), and no word to anybody outside.
const FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// Runs a test on the page in a browser of its own, one at a time. Skips it where there is no browser.
///
/// Afterwards the browser's console must hold no error, and no request may have left for elsewhere.
pub(crate) fn in_browser(test: impl AsyncFnOnce(&Page)) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(driver) = Driver::start() else {
        return skip("Chromium and its driver are not installed: apt-get install chromium chromium-driver");
    };
    let url = server();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let page = Page::new(driver.open().await, url);
        test(&page).await;
        page.expect_quiet_console().await;
        page.client.close().await.unwrap();
    });
}

/// Says why a test is skipped; fails if it must not be.
pub(crate) fn skip(why: &str) {
    assert!(env::var_os("NQUEENS_REQUIRE_BROWSER").is_none(), "{why}");
    eprintln!("skipped: {why}");
}

/// The address of the one server of all tests, which ends with the process.
fn server() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| {
        let server = Server::bind("127.0.0.1", 0, Library::embedded()).unwrap();
        let url = server.url();
        thread::spawn(move || server.run());
        url
    })
}

/// A running `chromedriver`, ended when dropped; and the folder in which its browser keeps what it must.
struct Driver {
    process: Child,
    port: u16,
    profile: TempDir,
}

impl Driver {
    /// `None` if it is not installed.
    fn start() -> Option<Driver> {
        // The port that it takes for free may be somebody else's by the time it listens.
        for _ in 0..10 {
            let mut process = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn().ok()?;
            let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
            let port = lines.find_map(|line| {
                line.strip_prefix("ChromeDriver was started successfully on port ")?.trim_end_matches('.').parse().ok()
            });
            // It blocks if nobody reads what else it has to say.
            thread::spawn(move || lines.for_each(drop));
            let driver = Driver { process, port: port.unwrap_or_default(), profile: TempDir::new().unwrap() };
            if port.is_some() {
                return Some(driver);
            }
        }
        panic!("chromedriver found no port to listen on");
    }

    async fn open(&self) -> Client {
        let mut flags = FLAGS.map(str::to_owned).to_vec();
        flags.push(format!("--user-data-dir={}", self.profile.path().display()));
        let mut capabilities = Capabilities::new();
        capabilities.insert("goog:chromeOptions".to_owned(), json!({ "args": flags }));
        capabilities.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" }));
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await
            .expect("the browser opens")
    }
}

impl Drop for Driver {
    /// A killed driver would leave its browser behind, so it is asked to end first; also after a test that failed.
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let _ = write!(stream, "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
            let _ = stream.read(&mut [0; 64]);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A command that only Chromium's driver knows: its path below the session, and its parameters.
#[derive(Debug)]
pub(crate) struct ChromiumCommand(pub(crate) &'static str, pub(crate) Value);

impl ChromiumCommand {
    /// A command of the DevTools protocol.
    pub(crate) fn devtools(command: &str, parameters: Value) -> ChromiumCommand {
        ChromiumCommand("goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }
}

impl WebDriverCompatibleCommand for ChromiumCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.expect("the browser is open"), self.0))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.1.to_string()))
    }
}
