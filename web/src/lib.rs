//! N-Queens in the browser: one page, and a small HTTP API that answers what the command line prints as JSON.
//!
//! The page and everything it needs are embedded. Nothing is kept between requests, and no request leaves the machine.

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
mod signals;
#[cfg(test)]
mod testing;
mod work;

pub use export::{ExportError, Exported, export};
pub use hosts::{HostName, HostNameError};
pub use server::{ServeError, Server};
