//! The puzzles that a verb is given, one after the other, and how the answers about them are printed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_core::answer::Facts;
use puzzle_core::{Guide, Marks, Source, Variable};
use puzzle_kind::Report;
use puzzle_kind::{Entry, OpenError, Playable};
use puzzle_kind::{ReadError, Role, STDIN, Verb, refusal};

use super::{Asked, Form, wait};
use crate::cmd::{Failure, write_json, write_parts};
use crate::output::{self, Output};

impl Asked {
    /// Answers every puzzle in turn, in the style of a verb; each answer is written out before the next puzzle is read.
    pub(super) fn answer_each(
        &self,
        out: &mut Output,
        verb: Verb,
        mut answer: impl FnMut(usize, &Entry) -> Result<Report, Failure>,
    ) -> Result<(), Failure> {
        let style = self.kind.style();
        let form = self.form();
        let (mut is_first, mut all_positive) = (true, true);
        self.each(|line, entry| {
            let puzzle = &**entry.puzzle();
            let is_apart = form == Form::Text && style.apart.contains(&verb);
            let gap = if is_apart && !std::mem::take(&mut is_first) { "\n" } else { "" };
            // Before the answer, which may fail: what is said then stands apart as well.
            out.write_all(gap.as_bytes())?;
            let report = answer(line, &entry)?;
            all_positive &= !report.is_negative;
            match (form, &report.line) {
                (Form::Json, _) => {
                    let about = Facts::new().with("line", line).and(puzzle.head());
                    write_json(out, &about.and(report.facts))?;
                }
                (Form::Line, Some(line)) => writeln!(out, "{line}")?,
                (Form::Line | Form::Text, _) => {
                    let is_numbered = style.numbered.contains(&verb);
                    let number = if is_numbered { format!("line {line}: ") } else { String::new() };
                    write_parts(out, puzzle, &number, &report.parts)?;
                }
            }
            Ok(out.flush()?)
        })?;
        if all_positive { Ok(()) } else { Err(Failure::Told) }
    }

    /// An answer, which is a negative one if it is not as hoped for and the kind takes that so.
    pub(super) fn hoped_for(&self, is_so: bool, report: Report) -> Report {
        let is_negative = report.is_negative || !is_so && self.kind.style().negative.contains(&self.verb);
        Report { is_negative, ..report }
    }

    /// Does something with every puzzle in turn, each as soon as it is read.
    pub(super) fn each(&self, mut take: impl FnMut(usize, Entry) -> Result<(), Failure>) -> Result<(), Failure> {
        let file = self.file.as_deref().unwrap_or(Path::new(STDIN));
        let name = if is_stdin(file) { "standard input".to_owned() } else { file.display().to_string() };
        let malformed = |message| match self.kind.style().judging.contains(&self.verb) {
            true => Failure::Failed(message),
            false => Failure::Usage(message),
        };
        let mut puzzles = 0;
        for read in self.kind.read(&self.arguments, self.opened(file)?) {
            let (line, entry) = read.map_err(|error: ReadError| {
                let joint = if error.line.is_some() { "," } else { ":" };
                let message = format!("{name}{joint} {error}");
                if error.is_malformed { malformed(message) } else { Failure::Failed(message) }
            })?;
            take(line, entry)?;
            puzzles += 1;
        }
        if puzzles == 0 {
            return Err(malformed(format!("{name}: {}", self.kind.nothing())));
        }
        Ok(())
    }

    fn opened(&self, file: &Path) -> Result<Box<dyn BufRead>, Failure> {
        if is_stdin(file) {
            if io::stdin().is_terminal() {
                output::note(&"reading from the keyboard: Ctrl-D ends the input");
            }
            return Ok(Box::new(io::stdin().lock()));
        }
        let unopened = |error| Failure::Failed(self.kind.unopened(&file.display().to_string(), &error));
        Ok(Box::new(BufReader::new(File::open(file).map_err(unopened)?)))
    }

    /// The marks that were given, on a puzzle.
    pub(super) fn marks(&self, puzzle: &dyn Playable) -> Result<Marks, Failure> {
        let variables = |role| {
            let Some((parameter, lists)) = self.arguments.role(role) else { return Ok(Default::default()) };
            let names = lists.iter().flat_map(|list| list.split(',')).filter(|name| !name.is_empty());
            let named = |name| puzzle.named(name).map_err(|why| Failure::Usage(refusal(parameter, name, why)));
            names.map(named).collect::<Result<std::collections::BTreeSet<Variable>, Failure>>()
        };
        Ok(Marks { placed: variables(Role::Placed)?, blocked: variables(Role::Blocked)? })
    }

    /// Where the completions of a puzzle come from.
    pub(super) fn open(&self, line: usize, entry: &Entry) -> Result<Arc<dyn Source>, Failure> {
        let opened = wait::with_clock(&self.limits, &format!("line {line}"), |budget| entry.open(budget));
        let opened = opened.map_err(|error| match error {
            OpenError::Stopped(stopped) => {
                let whole = entry.puzzle().whole();
                Failure::Failed(format!("the {whole} on line {line} has too many solutions: {stopped}"))
            }
            error => Failure::failed(error),
        })?;
        opened.note.iter().for_each(output::note);
        Ok(opened.source)
    }

    /// Where the completions of a puzzle come from, and the guide to the marks that were given.
    pub(super) fn guide(&self, line: usize, entry: &Entry) -> Result<(Arc<dyn Source>, Guide), Failure> {
        let marks = self.marks(&**entry.puzzle())?;
        let source = self.open(line, entry)?;
        let guide = wait::with_clock(&self.limits, "guiding", |budget| {
            let completions = source.completions(&marks, budget)?;
            Guide::of(source.puzzle(), marks, &completions, budget)
        });
        Ok((source, guide.map_err(Failure::failed)?))
    }
}

/// The largest file of names that is read, in bytes.
const MOST_NAMES: u64 = 1 << 22;

/// The text of the file with names that was said, or of the one beside the puzzle's, if there is one.
pub(super) fn names(said: Option<&str>, file: Option<&Path>) -> Result<Option<String>, Failure> {
    let beside = || {
        let file = file.filter(|file| !is_stdin(file))?;
        Some(PathBuf::from(format!("{}.names", file.display()))).filter(|names| names.is_file())
    };
    let Some(path) = said.map(PathBuf::from).or_else(beside) else { return Ok(None) };
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(MOST_NAMES).read_to_string(&mut text));
    match read {
        Ok(_) => Ok(Some(text)),
        Err(error) => Err(Failure::Failed(format!("can't read the names in {}: {error}", path.display()))),
    }
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == STDIN
}
