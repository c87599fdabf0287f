//! `nqueens serve`: the game in the browser.

use std::io::Write;

use clap::Args;
use nqueens_guide::Library;
use nqueens_web::Server;

use super::Failure;
use crate::cli::Output;

/// Play in the browser: serve a page and a small HTTP API from this machine
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8420)]
    port: u16,
    /// The name or address to listen on; other machines can connect unless it is this one's own
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
}

const EXAMPLES: &str = "\
Examples:
  nqueens serve
  nqueens serve --port 0";

impl Serve {
    pub(crate) fn run(self, library: Library, out: &mut Output) -> Result<(), Failure> {
        let server = Server::bind(&self.host, self.port, library).map_err(Failure::failed)?;
        writeln!(out, "Playing at {} \u{2014} Ctrl-C ends", server.url())?;
        out.flush()?;
        server.run().map_err(Failure::failed)
    }
}
