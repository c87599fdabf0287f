//! The output of the program: results on the standard output, notes on the standard error.

use std::io::{self, IsTerminal, Write};

use nqueens_tui::theme::has_unicode;

/// The destination of results: by default the buffered standard output, with or without colour.
pub struct Output {
    to: Box<dyn Write + Send>,
    /// `true` if colours are used: on a terminal, unless `NO_COLOR` is set or the user decides otherwise.
    pub(crate) color: bool,
    /// `true` if drawings use only ASCII characters, since the locale has no others.
    ascii: bool,
}

impl Output {
    /// Creates an output to `to`, without colours.
    #[must_use]
    pub fn new(to: impl Write + Send + 'static) -> Output {
        Output { to: Box::new(to), color: false, ascii: false }
    }

    /// Creates an output to the standard output, with colours if it is a terminal that shows them.
    pub(crate) fn stdout() -> Output {
        let stdout = io::stdout();
        let color = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let ascii = !has_unicode(|name| std::env::var(name).ok());
        Output { to: Box::new(io::BufWriter::new(stdout)), color, ascii }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The bytes are text, and each call passes whole characters.
        match std::str::from_utf8(bytes) {
            Ok(text) if self.ascii && !text.is_ascii() => {
                let drawn: String = text.chars().map(in_ascii).collect();
                self.to.write_all(drawn.as_bytes())?;
                Ok(bytes.len())
            }
            _ => self.to.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Returns the ASCII character nearest to a drawing character such as `┼`. Other characters are returned unchanged.
fn in_ascii(character: char) -> char {
    match character {
        '─' => '-',
        '│' | '╵' | '╷' => '|',
        '╴' | '╶' => '-',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '♛' => 'Q',
        other => other,
    }
}

/// Prints `note: ` and the message on the standard error.
pub(crate) fn note(message: &impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "note: {message}");
}

/// Prints `error: ` and the message on the standard error. A failed write is ignored.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "error: {message}");
}

/// Joins the paragraphs of an error of `clap` into one line.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let line = paragraphs.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    let line = line.strip_suffix('.').unwrap_or(line);
    line.replace("; For more information, try '--help'", "; for more, try '--help'").replace("; Usage:", "; usage:")
}
