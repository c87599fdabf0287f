//! N-Queens in the browser: one page, and a small HTTP API that answers what the command line prints as JSON.
//!
//! The page and everything it needs are embedded. Nothing is kept between requests, and no request leaves the machine.
//!
//! # Modules
//!
//! - `server`: from a port to an orderly end. `connections`: their number, times and end.
//! - `guard` and `hosts`: the requests that get through, and the headers of every answer.
//! - `api` and `query`: the endpoints; `openapi.json` describes them, and the tests compare the answers with it.
//!   `boards`: the diagrams.
//! - `work`: computations beside the connections. `content`: bodies, entity tags, compression. `error`: refusals.
//! - `assets`, `export`, `build.rs`: the files of `page/`, embedded, and written to a folder.
//!
//! The server is driven by `hyper` directly, since `axum::serve` has no limits on connections. The crate knows neither
//! terminals nor the command line.
//!
//! The page in `page/` is plain HTML, CSS and JavaScript modules, served as they are. It knows no rules and no words:
//! `web/engine`, the game as WebAssembly, has them. `types/view.d.ts` is the interface of the two.

mod api;
mod assets;
mod boards;
mod connections;
mod content;
mod error;
mod export;
mod guard;
mod hosts;
mod query;
mod server;
#[cfg(test)]
mod testing;
mod work;

pub use export::{ExportError, Exported, export};
pub use hosts::{HostName, HostNameError};
pub use server::{ServeError, Server};
