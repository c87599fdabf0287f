//! The server behind `nqueens serve`: the game as a page in the browser, and an HTTP API with the JSON of the commands.
//!
//! The page and all its files are embedded. The server keeps no state between requests, apart from the diagrams that it
//! has loaded, and opens no connections of its own.
//!
//! ```no_run
//! use nqueens_guide::Library;
//! use nqueens_web::Server;
//!
//! let server = Server::bind("127.0.0.1", 8420, Library::embedded())?;
//! println!("The page is at {}", server.url());
//! server.run(); // until Ctrl-C
//! # Ok::<(), nqueens_web::ServeError>(())
//! ```
//!
//! # Modules
//!
//! - `server` ([`Server`]): binds the port, runs, and shuts down. `connections`: their number and timeouts.
//! - `guard`, `hosts` ([`HostName`]) and `frames` ([`FrameAncestor`]): the check of every request, and the headers of
//!   every answer.
//! - `api` and `query`: the endpoints and their parameters. `openapi.json` describes them, and the tests compare the
//!   answers with it. `boards`: the diagrams in memory.
//! - `work`: the queue of computations. `content`: bodies, entity tags, compression. `error`: the error answers.
//! - `assets`, `build.rs` and `export` ([`export()`]): the files of `page/`, embedded, or written to a folder.
//! - `site` ([`Site`]) and `gallery`: the site around an exported page.
//!
//! The crate uses `hyper` directly, because `axum::serve` can't limit connections. It knows neither terminals nor the
//! command line.
//!
//! The page in `page/` consists of plain HTML, CSS and JavaScript modules, served unchanged. The rules and texts of the
//! game are in `web/engine`, which is compiled to WebAssembly; `types/view.d.ts` declares the messages between the page
//! and the engine.

mod api;
mod assets;
mod boards;
mod connections;
mod content;
mod error;
mod export;
mod frames;
mod gallery;
mod guard;
mod hosts;
mod query;
mod server;
mod site;
#[cfg(test)]
mod testing;
mod work;

pub use export::{ExportError, Exported, export};
pub use frames::{FrameAncestor, FrameAncestorError};
pub use hosts::{HostName, HostNameError};
pub use server::{ServeError, Server};
pub use site::{Site, SiteUrl, SiteUrlError};
