//! The output of the program: results on the standard output, notes on the standard error.

use std::io::{self, IsTerminal, Write};

use nqueens_tui::theme::has_unicode;

/// Where a command's result goes: the standard output, buffered, and whether it may be in colour.
pub struct Output {
    to: Box<dyn Write + Send>,
    /// Whether colours are used: on a terminal, unless `NO_COLOR` is set to anything or the user said otherwise.
    pub(crate) color: bool,
    /// Whether drawings are made of the characters of ASCII alone, since the locale has no others.
    ascii: bool,
}

impl Output {
    /// Results go there, without colours.
    #[must_use]
    pub fn new(to: impl Write + Send + 'static) -> Output {
        Output { to: Box::new(to), color: false, ascii: false }
    }

    /// Results go to the standard output.
    pub(crate) fn stdout() -> Output {
        let stdout = io::stdout();
        let color = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let ascii = !has_unicode(|name| std::env::var(name).ok());
        Output { to: Box::new(io::BufWriter::new(stdout)), color, ascii }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // What is written is text, and at each call whole characters of it.
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

/// The nearest character of ASCII to one of a drawing; all others stay.
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

/// Says something that the user should know beside the answer, on the standard error.
pub(crate) fn note(message: &impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "note: {message}");
}

/// Says what went wrong, on the standard error. If even that is closed there is nobody left to tell.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "error: {message}");
}

/// A usage error in one line, for which clap takes a paragraph each for the error, a tip and the usage.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let line = paragraphs.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    let line = line.strip_suffix('.').unwrap_or(line);
    line.replace("; For more information, try '--help'", "; for more, try '--help'").replace("; Usage:", "; usage:")
}
