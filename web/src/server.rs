//! Listening, and ending.

use std::io;
use std::net::{SocketAddr, TcpListener};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use nqueens_guide::{Library, LoadError};

use crate::boards::Boards;
use crate::{api, assets};

/// A server that has its port and its diagrams, and is about to answer.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port can't be had.
    #[error("can't listen on {host}, port {port}: {source}; choose another with --port, or 0 for any that is free")]
    Listen {
        /// The host that was asked for.
        host: String,
        /// The port that was asked for.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// A diagram made in advance can't be read.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Server {
    /// Takes a port, or any free one if it is 0, and the diagrams of the library that were made in advance.
    ///
    /// # Errors
    ///
    /// [`ServeError`], if either can't be had.
    pub fn bind(host: &str, port: u16, library: Library) -> Result<Server, ServeError> {
        let failed = |source| ServeError::Listen { host: host.to_owned(), port, source };
        let listener = TcpListener::bind((host, port)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let boards = Boards::open(library)?;
        let router = api::routes(&boards).fallback(assets::file);
        Ok(Server { listener, address, router })
    }

    /// Where the page is.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers until the process is asked to end.
    ///
    /// # Errors
    ///
    /// If the system refuses what a server needs.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let service = TowerToHyperService::new(self.router.clone());
                tokio::spawn(async move {
                    let connection =
                        http1::Builder::new().timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), service);
                    // A client that breaks off has got what it wanted.
                    let _ = connection.await;
                });
            }
        })
    }
}
