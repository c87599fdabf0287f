//! Listening, and ending.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::{Router, middleware};
use nqueens_guide::{Library, LoadError};
use puzzle_kind::Kind;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::api::Kinds;
use crate::boards::Boards;
use crate::connections::Connections;
use crate::guard::guard;
use crate::hosts::{self, HostName, Hosts};
use crate::work::Work;
use crate::{api, assets};

/// How long to wait after the system could not hand a connection over, mostly because too many files are open.
const AFTER_FAILURE: Duration = Duration::from_millis(50);

/// A server that has its port and its diagrams, and is about to answer.
pub struct Server {
    /// One thread for all connections; computations have their own.
    runtime: Runtime,
    listener: TcpListener,
    /// Completes when the process is asked to end.
    ending: Pin<Box<dyn Future<Output = ()> + Send>>,
    host: String,
    address: SocketAddr,
    boards: Arc<Boards>,
    kinds: Kinds,
    hosts: Hosts,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The port can't be had.
    #[error("can't listen on {host}, port {port}: {source}")]
    Listen {
        /// The host that was asked for.
        host: String,
        /// The port that was asked for.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// The host is no name or address of this machine.
    #[error("can't listen on {host}: {source}; expected a name or an address of this machine, such as 127.0.0.1")]
    Host {
        /// The host that was asked for.
        host: String,
        /// What the system says.
        source: io::Error,
    },
    /// The system refuses what any server needs.
    #[error("can't start a server: {0}")]
    System(io::Error),
    /// A diagram made in advance can't be read.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Server {
    /// Takes a port, or any free one if it is 0, and the diagrams of the library that were made in advance.
    ///
    /// # Errors
    ///
    /// [`ServeError`], if something of that can't be had.
    pub fn bind(host: &str, port: u16, library: Library) -> Result<Server, ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ServeError::System)?;
        // A user may write an address of version 6 as in an URL.
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let failed = |source: io::Error| {
            let host = host.to_owned();
            match source.kind() {
                io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => ServeError::Listen { host, port, source },
                _ => ServeError::Host { host, source },
            }
        };
        let listener = runtime.block_on(TcpListener::bind((host, port))).map_err(failed)?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        let ending = Box::pin(runtime.block_on(async { ending() }).map_err(ServeError::System)?);
        let (boards, hosts) = (Boards::open(library)?, Hosts::new(host, address));
        Ok(Server { runtime, listener, ending, host: host.to_owned(), address, boards, kinds: Kinds::default(), hosts })
    }

    /// Answers questions about puzzles of these kinds as well.
    #[must_use]
    pub fn with_kinds(self, kinds: Vec<Arc<dyn Kind>>) -> Server {
        Server { kinds: kinds.into(), ..self }
    }

    /// Answers also to requests that name the server so. Others are refused, as they may come from a page that has made a
    /// name of its own point to this machine.
    #[must_use]
    pub fn allow_hosts(self, names: &[HostName]) -> Server {
        Server { hosts: self.hosts.vouching_for(names), ..self }
    }

    /// Where the page is.
    #[must_use]
    pub fn url(&self) -> String {
        // Nobody can go to "all addresses"; from this machine the server is at home.
        let host = if self.address.ip().is_unspecified() { "localhost" } else { &self.host };
        format!("http://{}:{}/", hosts::in_url(host), self.address.port())
    }

    /// Where the page is for other machines on this machine's networks, as far as the system tells: nowhere if only this
    /// machine can connect.
    #[must_use]
    pub fn urls_for_others(&self) -> Vec<String> {
        let addresses = match self.address.ip() {
            ip if ip.is_loopback() => Vec::new(),
            ip if ip.is_unspecified() => {
                // On Unix "all addresses of version 6" are those of version 4, too.
                let is_heard = |address: &IpAddr| address.is_ipv4() == ip.is_ipv4() || ip.is_ipv6() && cfg!(unix);
                hosts::reachable().into_iter().filter(is_heard).collect()
            }
            ip => vec![ip],
        };
        let port = self.address.port();
        addresses.into_iter().map(|ip| format!("http://{}:{port}/", hosts::in_url(&ip.to_string()))).collect()
    }

    /// Whether only this machine can connect.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Answers until the process is asked to end, by Ctrl-C or SIGTERM, and what is being asked then.
    pub fn run(self) {
        let Server { runtime, listener, ending, boards, kinds, hosts, .. } = self;
        runtime.block_on(async {
            let connections = Connections::new(router(boards, &kinds, hosts));
            tokio::select! {
                () = accept(&listener, &connections) => {}
                () = ending => {}
            }
            // Nobody else gets in while the others are shown out.
            drop(listener);
            connections.end().await;
        });
        // Computations that nobody waits for any more end with the process.
        runtime.shutdown_background();
    }
}

/// Begins to listen for the signals that ask the process to end, Ctrl-C and on Unix SIGTERM, and returns a future of the
/// first one. From now on neither ends the process at once. Only inside a runtime.
#[cfg(unix)]
fn ending() -> io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Begins to listen for Ctrl-C, and returns a future of the first one. From now on it does not end the process at once.
#[cfg(windows)]
fn ending() -> io::Result<impl Future<Output = ()> + Send> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}

async fn accept(listener: &TcpListener, connections: &Connections) {
    loop {
        let room = connections.room().await;
        match listener.accept().await {
            Ok((stream, _)) => connections.serve(stream, room),
            Err(_) => {
                connections.close_one();
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

/// Everything that is answered, behind the guard.
pub(crate) fn router(boards: Arc<Boards>, kinds: &Kinds, hosts: Hosts) -> Router {
    api::routes(&boards, kinds, &Work::new(boards.memory_limit()))
        .fallback(assets::file)
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard))
}
