//! The server: binding the port, running, and shutting down.

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
use crate::frames::FrameAncestor;
use crate::guard::{Gate, guard};
use crate::hosts::{self, HostName, Hosts};
use crate::work::Work;
use crate::{api, assets};

/// The pause after a failed `accept`, which mostly means that too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// A server with its port and its diagrams, ready to [`run`](Server::run).
///
/// ```
/// use nqueens_guide::Library;
/// use nqueens_web::Server;
///
/// // Port 0 takes any free port.
/// let server = Server::bind("127.0.0.1", 0, Library::embedded())?;
/// assert!(server.url().starts_with("http://127.0.0.1:"));
/// assert!(server.is_private() && server.urls_for_others().is_empty());
/// # Ok::<(), nqueens_web::ServeError>(())
/// ```
pub struct Server {
    /// The runtime of all connections, with a single thread; computations run on other threads.
    runtime: Runtime,
    listener: TcpListener,
    /// A future that completes at Ctrl-C or SIGTERM.
    ending: Pin<Box<dyn Future<Output = ()> + Send>>,
    host: String,
    address: SocketAddr,
    boards: Arc<Boards>,
    kinds: Kinds,
    hosts: Hosts,
    ancestors: Vec<FrameAncestor>,
}

/// A failure to start a [`Server`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The port is in use, or the user may not open it.
    #[error("can't listen on {host}, port {port}: {source}")]
    Listen {
        /// The host given to [`Server::bind`].
        host: String,
        /// The port given to [`Server::bind`].
        port: u16,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The host is no name or address of this machine.
    #[error("can't listen on {host}: {source}; expected a name or an address of this machine, such as 127.0.0.1")]
    Host {
        /// The host given to [`Server::bind`].
        host: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The runtime, the socket or the signal handlers can't be set up.
    #[error("can't start a server: {0}")]
    System(io::Error),
    /// A precomputed diagram can't be read.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Server {
    /// Binds `port` of `host`, or any free port if `port` is 0, and loads the precomputed diagrams of `library`.
    ///
    /// # Errors
    ///
    /// [`ServeError`] if the port can't be bound or a diagram can't be read.
    pub fn bind(host: &str, port: u16, library: Library) -> Result<Server, ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ServeError::System)?;
        // A user may write an IPv6 address in brackets, as in a URL.
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
        let (kinds, ancestors) = (Kinds::default(), Vec::new());
        Ok(Server { runtime, listener, ending, host: host.to_owned(), address, boards, kinds, hosts, ancestors })
    }

    /// Makes the API answer questions about puzzles of `kinds`, too.
    #[must_use]
    pub fn with_kinds(self, kinds: Vec<Arc<dyn Kind>>) -> Server {
        Server { kinds: kinds.into(), ..self }
    }

    /// Accepts requests with these names in their `Host` header, too. Requests with other names are refused, because
    /// they may come from a page whose name was made to resolve to this machine (DNS rebinding).
    #[must_use]
    pub fn allow_hosts(self, names: &[HostName]) -> Server {
        Server { hosts: self.hosts.allowing(names), ..self }
    }

    /// Lets pages of these sites show the page in a frame. Without this call no page may, because a frame that the
    /// player doesn't recognise can lead clicks astray (clickjacking). The API stays closed to other sites.
    #[must_use]
    pub fn allow_frames(self, ancestors: Vec<FrameAncestor>) -> Server {
        Server { ancestors, ..self }
    }

    /// Returns the address of the page on this machine, such as `http://127.0.0.1:8420/`.
    #[must_use]
    pub fn url(&self) -> String {
        // The address that stands for all addresses can't be opened by a browser.
        let host = if self.address.ip().is_unspecified() { "localhost" } else { &self.host };
        format!("http://{}:{}/", hosts::in_url(host), self.address.port())
    }

    /// Returns the addresses of the page for other machines, as far as the system reports them. Returns an empty list
    /// if only this machine can connect.
    #[must_use]
    pub fn urls_for_others(&self) -> Vec<String> {
        let addresses = match self.address.ip() {
            ip if ip.is_loopback() => Vec::new(),
            ip if ip.is_unspecified() => {
                // On Unix, a server that listens on all IPv6 addresses also gets the connections to IPv4 addresses.
                let is_heard = |address: &IpAddr| address.is_ipv4() == ip.is_ipv4() || ip.is_ipv6() && cfg!(unix);
                hosts::reachable().into_iter().filter(is_heard).collect()
            }
            ip => vec![ip],
        };
        let port = self.address.port();
        addresses.into_iter().map(|ip| format!("http://{}:{port}/", hosts::in_url(&ip.to_string()))).collect()
    }

    /// Returns `true` if only this machine can connect.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Answers requests until Ctrl-C or SIGTERM, then finishes the requests that are running, and returns.
    pub fn run(self) {
        let Server { runtime, listener, ending, boards, kinds, hosts, ancestors, .. } = self;
        runtime.block_on(async {
            let connections = Connections::new(router(boards, &kinds, Gate::new(hosts, &ancestors)));
            tokio::select! {
                () = accept(&listener, &connections) => {}
                () = ending => {}
            }
            // While the open connections close, no new connection is accepted.
            drop(listener);
            connections.end().await;
        });
        // Don't wait for computations: no client waits for their answers any more.
        runtime.shutdown_background();
    }
}

/// Installs handlers for Ctrl-C and SIGTERM, and returns a future that completes at the first of these signals. From
/// then on the signals no longer end the process. Needs a running tokio runtime.
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

/// Installs a handler for Ctrl-C, and returns a future that completes at the first Ctrl-C. From then on Ctrl-C no
/// longer ends the process.
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
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Returns the router of the API and the page. Each request passes [`guard`] first.
pub(crate) fn router(boards: Arc<Boards>, kinds: &Kinds, gate: Gate) -> Router {
    api::routes(&boards, kinds, &Work::new(boards.memory_limit()))
        .fallback(assets::file)
        .layer(middleware::from_fn_with_state(Arc::new(gate), guard))
}
