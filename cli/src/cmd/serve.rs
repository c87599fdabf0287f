//! `nqueens serve`: the game in the browser.

use std::io::Write;

use clap::Args;
use nqueens_guide::Library;
use nqueens_web::{ServeError, Server};

use super::{Failure, advised};
use crate::output::{self, Output};

/// Play in the browser: serve a page and a small HTTP API from this machine
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value = "8420", allow_negative_numbers = true)]
    port: u16,
    /// The name or address to listen on; with others than this machine's own, other machines can connect
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens serve
  nqueens serve --open
  nqueens serve --port 0

The page is the game, with the guide of the terminal. The API behind it answers what the commands
print as JSON: /api/guide?n=8&queens=b4,d1 is nqueens guide 8 --queens b4,d1 --json, and likewise
/api/explain, /api/solutions and /api/sample; /api/openapi.json describes it. Sizes 4 to 11 are
there at once, 12 to 14 once they are built, memory allowing. Ctrl-C ends.";

impl Serve {
    pub(crate) fn run(self, library: Library, out: &mut Output) -> Result<(), Failure> {
        let server = Server::bind(&self.host, self.port, library).map_err(|error| match error {
            ServeError::Load(error) => Failure::Failed(advised(&error)),
            error @ ServeError::Listen { .. } => {
                Failure::Failed(format!("{error}; choose another with --port, or 0 for any that is free"))
            }
            error => Failure::failed(error),
        })?;
        if !server.is_private() {
            output::note(&format!(
                "other machines can connect, and nothing asks them for a password; leave out --host {} to keep them out",
                self.host
            ));
        }
        let url = server.url();
        writeln!(out, "Playing at {url} \u{2014} Ctrl-C ends")?;
        out.flush()?;
        if self.open
            && let Err(error) = open::that_detached(&url)
        {
            output::note(&format!("no browser could be opened: {error}; open {url} yourself"));
        }
        server.run();
        Ok(())
    }
}
