//! What the program says: results, and what is to be known beside them.

use std::io::{self, IsTerminal, Write};

/// Where a command's result goes: the standard output, buffered, and whether it may be in colour.
pub struct Output {
    to: Box<dyn Write + Send>,
    /// Whether colours are used: on a terminal, unless `NO_COLOR` is set to anything or the user said otherwise.
    pub(crate) color: bool,
}

impl Output {
    /// Results go there, without colours.
    #[must_use]
    pub fn new(to: impl Write + Send + 'static) -> Output {
        Output { to: Box::new(to), color: false }
    }

    /// Results go to the standard output.
    pub(crate) fn stdout() -> Output {
        let stdout = io::stdout();
        let color = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Output { to: Box::new(io::BufWriter::new(stdout)), color }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
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
