//! Solutions on the standard output, one after the other as they are found.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::output::Output;

/// The values of `--format` for solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// One solution on a line: the rank of the queen on each file, as in 1, 5, 8, 6, 3, 7, 2, 4
    Rows,
    /// Drawn boards, with an empty line between two solutions
    Board,
    /// One JSON object with a list of lists of ranks
    Json,
}

/// A printer of solutions. A solution is given by the rank of the queen on each file, counted from `0`.
pub(crate) struct SolutionPrinter<'o> {
    out: &'o mut Output,
    format: ListFormat,
    /// The numbers `1` to `n` of the ranks of the board, as texts.
    numbers: Vec<String>,
    written: u64,
    /// A buffer for the text of a solution, reused for each solution.
    text: String,
}

impl<'o> SolutionPrinter<'o> {
    /// Begins a list of solutions of a board with `n` ranks.
    pub(crate) fn new(out: &'o mut Output, format: ListFormat, n: usize) -> io::Result<SolutionPrinter<'o>> {
        if format == ListFormat::Json {
            write!(out, "{{\"n\":{n},\"solutions\":[")?;
        }
        let numbers = (1..=n).map(|rank| rank.to_string()).collect();
        Ok(SolutionPrinter { out, format, numbers, written: 0, text: String::new() })
    }

    /// Returns the number of solutions printed by [`write`](Self::write).
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    pub(crate) fn write(&mut self, ranks: &[u8]) -> io::Result<()> {
        self.text.clear();
        let first = self.written == 0;
        match self.format {
            ListFormat::Rows => {
                self.write_numbers(ranks, ", ");
                self.text.push('\n');
            }
            ListFormat::Board => {
                if !first {
                    self.text.push('\n');
                }
                self.draw(ranks);
            }
            ListFormat::Json => {
                self.text.push_str(if first { "[" } else { ",[" });
                self.write_numbers(ranks, ",");
                self.text.push(']');
            }
        }
        self.written += 1;
        self.out.write_all(self.text.as_bytes())
    }

    /// Ends the list. In JSON, the fields of `about` follow the list.
    pub(crate) fn end(self, about: &impl Serialize) -> io::Result<()> {
        if self.format == ListFormat::Json {
            // The fields of `about` continue the JSON object, so the `{` before them is removed. If `about` is no
            // object, only `}` follows.
            let about = serde_json::to_string(about)?;
            let fields = about.strip_prefix('{').unwrap_or("}");
            let comma = if fields == "}" { "" } else { "," };
            writeln!(self.out, "]{comma}{fields}")?;
        }
        // The list is flushed, so that it comes before any message on the standard error.
        self.out.flush()
    }

    fn write_numbers(&mut self, ranks: &[u8], separator: &str) {
        for (file, &rank) in ranks.iter().enumerate() {
            if file > 0 {
                self.text.push_str(separator);
            }
            self.text.push_str(&self.numbers[usize::from(rank)]);
        }
    }

    fn draw(&mut self, ranks: &[u8]) {
        for rank in (0..ranks.len()).rev() {
            for (file, &queen) in ranks.iter().enumerate() {
                if file > 0 {
                    self.text.push(' ');
                }
                self.text.push(if usize::from(queen) == rank { 'Q' } else { '.' });
            }
            self.text.push('\n');
        }
    }
}
