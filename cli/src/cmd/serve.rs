//! `nqueens serve`: the game in the browser.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use nqueens_guide::{Library, Queens, Size};
use nqueens_web::{ExportError, Exported, FrameAncestor, HostName, ServeError, Server, Site, SiteUrl, export};
use puzzle_core::Budget;
use puzzle_kind::{Arguments, Kind, Verb};
use puzzles::Recipe;

use super::{Failure, advised, whole};
use crate::output::{self, Output};

/// Play in the browser: serve the page and an HTTP API
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeCommand {
    /// The port to listen on; 0 for any free one
    #[arg(long, value_name = "PORT", default_value = "8420", value_parser = whole::<u16>(0, 65_535), allow_negative_numbers = true)]
    port: u16,
    /// The name or address to listen on; with 0.0.0.0, other machines can connect as well
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// A name under which browsers reach this server, such as board.example; may be repeated. Requests for other names
    /// are refused, except for those of this machine
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<HostName>,
    /// A site that may show the page in a frame, such as https://school.example, or * for every site; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    frame_ancestors: Vec<FrameAncestor>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Do not serve: write the page and a gallery of puzzles into a folder, for any web server
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "host", "allow_host", "frame_ancestors", "open"])]
    export: Option<PathBuf>,
    /// The address at which the exported site will be, for link previews and search engines
    #[arg(long, value_name = "URL", requires = "export")]
    url: Option<SiteUrl>,
    /// Write into the folder even if it contains other files
    #[arg(long, requires = "export")]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens serve
  nqueens serve --open
  nqueens serve --port 0
  nqueens serve --host 0.0.0.0 --allow-host board.example
  nqueens serve --frame-ancestors https://school.example
  nqueens serve --export page
  nqueens serve --export page --url https://board.example/queens/

The page has the game, with the same guide as in the terminal. Its API answers with the JSON of the commands: \
/api/guide?n=8&queens=b4,d1 as nqueens guide 8 --queens b4,d1 --json, and likewise \
/api/count, /api/check, /api/rank, /api/explain, /api/solutions and /api/sample. For another puzzle, add its kind: \
/api/guide?kind=sudoku&puzzle=... with the 81 digits, and the options of the command; /api/openapi.json \
describes it. Sizes 4 to 11 are ready at once, 12 to 14 after they are built, if memory allows.
Press Ctrl-C to stop the server.";

impl ServeCommand {
    pub(crate) fn run(self, library: Library, kinds: &[Arc<dyn Kind>], out: &mut Output) -> Result<(), Failure> {
        if let Some(folder) = &self.export {
            let site = self.url.clone().map_or_else(|| gallery(kinds), |url| gallery(kinds).at(url));
            return write_page(folder, &site, self.force, out);
        }
        let server = Server::bind(&self.host, self.port, library).map_err(|error| match error {
            ServeError::Load(error) => Failure::Failed(advised(&error)),
            error @ ServeError::Listen { .. } => {
                Failure::Failed(format!("{error}; choose another port with --port, or any free one with --port 0"))
            }
            error => Failure::failed(error),
        })?;
        let server = server.with_kinds(kinds.to_vec()).allow_hosts(&self.allow_host).allow_frames(self.frame_ancestors);
        if !server.is_private() {
            output::note(&format!(
                "other machines can connect without a password; omit --host {} to prevent that",
                self.host
            ));
        }
        let url = server.url();
        writeln!(out, "Playing at {url} \u{2014} Ctrl-C ends")?;
        for url in server.urls_for_others().iter().filter(|&other| *other != url) {
            writeln!(out, "From other machines of the network: {url}")?;
        }
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

/// The IDs of the new puzzles in the gallery.
const MADE: [&str; 3] = ["sudoku-res-180", "regions-KATZ1XF", "challenge-1A0WXQHA"];

/// Returns the site whose gallery has a board of n-queens, a new puzzle of each kind, and the example puzzles.
fn gallery(kinds: &[Arc<dyn Kind>]) -> Site {
    let board = Size::new(8).expect("8 is a size");
    let mut site = Site::default().with_puzzle(&Queens::new(board), "n=8");
    for id in MADE {
        let recipe = Recipe::named(kinds, id).expect("the IDs of the gallery are valid");
        let made = recipe.kind.generator(&recipe.arguments(), recipe.seed);
        if let Some(made) = made.ok().and_then(|mut generator| generator.next(&mut Budget::unlimited()).ok()) {
            site = site.with_puzzle(&**made.entry.puzzle(), format!("id={id}"));
        }
    }
    let (kind, texts) = puzzles::examples();
    for text in texts {
        let read = kind.read(&Arguments::new(kind.parameters(Verb::Count), |_| Vec::new()), Box::new(text.as_bytes()));
        for (_, entry) in read.flatten() {
            let encoded: String = url_encoded(text);
            site = site.with_puzzle(&**entry.puzzle(), format!("puzzle={encoded}"));
        }
    }
    site
}

/// Percent-encodes all bytes except for letters, digits, `-`, `.`, `_` and `~`.
fn url_encoded(text: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}

fn write_page(folder: &Path, site: &Site, force: bool, out: &mut Output) -> Result<(), Failure> {
    let Exported { files, bytes } = export(folder, site, force).map_err(|error| match error {
        ExportError::Foreign { .. } => Failure::Failed(format!("{error}; choose another folder, or add --force")),
        error => Failure::failed(error),
    })?;
    let (folder, kilobytes) = (folder.display(), bytes.div_ceil(1000));
    writeln!(
        out,
        "Wrote {files} files, {kilobytes} kB, into {folder}. Any web server can serve them, also from a subfolder:"
    )?;
    Ok(writeln!(out, "  python3 -m http.server --directory {folder} 8000   and open http://localhost:8000/")?)
}
