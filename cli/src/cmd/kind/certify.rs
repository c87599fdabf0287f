//! `certify`: writes a certificate of all solutions of a puzzle, for independent checkers, and checks the certificate.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use bdd_core::format::replace_file;
use certify_check::Checked;
use puzzle_core::answer::Facts;
use puzzle_core::certificate::{CertificateError, agrees, write_certificate};
use puzzle_core::export::{self, Language};
use puzzle_core::{BigUint, Count, Guide, Marks};
use puzzle_kind::Entry;

use super::KindRequest;
use crate::cmd::certify::{CERTIFICATE, FORMULA, Hashed, MANIFEST, PuzzleManifest, require_manifest};
use crate::cmd::{Failure, wait, write_json};
use crate::output::Output;

/// Writes the certificate of one puzzle, or reads an existing one that must be about the puzzle. Then checks the
/// certificate, and compares its counts with the guide.
pub(super) fn run(asked: &KindRequest, out: &mut Output) -> Result<(), Failure> {
    let folder = asked.out.as_deref().expect("the parser requires a folder");
    let (mut is_written, mut has_differences) = (false, false);
    asked.each(|line, entry| {
        if std::mem::replace(&mut is_written, true) {
            return Err(Failure::Failed(format!("expected one puzzle, found another one on line {line}")));
        }
        let marks = asked.arguments.marks(&**entry.puzzle()).map_err(|error| Failure::Usage(error.to_string()))?;
        let found = if asked.only_check { Some(matching_manifest(folder, line, &entry, &marks)?) } else { None };
        let source = asked.open(line, &entry)?;
        let (manifest, guide) = wait::shown(&asked.limits, "certifying", |budget| {
            let failed = |error: CertificateError| Failure::Failed(format!("line {line}: {error}"));
            let completions = source.diagram(&marks, budget).map_err(Failure::failed)?;
            let guide = Guide::of(source.puzzle(), marks.clone(), &completions, budget).map_err(Failure::failed)?;
            if let Some(manifest) = found {
                return Ok((manifest, guide));
            }
            fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
            let formula =
                written(folder, FORMULA, |out| Ok(export::write(out, &**entry.puzzle(), &marks, Language::Dimacs)?));
            let (formula, ()) = formula.map_err(failed)?;
            let certificate = written(folder, CERTIFICATE, |out| {
                write_certificate(out, &**entry.puzzle(), &marks, &completions, budget)
            });
            let (certificate, size) = certificate.map_err(failed)?;
            let manifest = PuzzleManifest {
                kind: entry.puzzle().kind().to_owned(),
                solutions: guide.total().value().to_string(),
                nodes: size.nodes,
                lemmas: size.lemmas,
                formula,
                certificate,
            };
            Ok::<_, Failure>((manifest, guide))
        })?;
        let checked = manifest.check(folder)?;
        let differences = differences(&entry, &guide, &checked)?;
        if !asked.only_check {
            let mut text = serde_json::to_vec_pretty(&manifest).map_err(Failure::failed)?;
            text.push(b'\n');
            replace_file(&folder.join(MANIFEST), &text).map_err(Failure::failed)?;
        }
        has_differences |= !differences.is_empty();
        if asked.arguments.role(puzzle_kind::Role::Json).is_some() {
            let facts =
                Facts::new().with("line", line).with("kind", manifest.kind).with("solutions", manifest.solutions);
            let facts = facts.with("nodes", manifest.nodes).with("lemmas", manifest.lemmas);
            return write_json(out, &facts.with("differences", differences));
        }
        if asked.only_check {
            writeln!(out, "{FORMULA} is the formula of the puzzle")?;
        } else {
            for (name, entry) in manifest.files() {
                writeln!(out, "{name:<16}  {:>9} bytes", entry.bytes)?;
            }
        }
        let PuzzleManifest { solutions, nodes, lemmas, .. } = manifest;
        let noun = if solutions == "1" { "solution" } else { "solutions" };
        writeln!(out, "proved: {solutions} {noun}, {nodes} nodes, {lemmas} lemmas")?;
        if differences.is_empty() {
            writeln!(out, "the guide agrees on all {} variables", guide.variables().len())?;
        }
        Ok(differences.iter().try_for_each(|difference| writeln!(out, "{difference}"))?)
    })?;
    if has_differences { Err(Failure::Told) } else { Ok(()) }
}

/// Reads the manifest of a folder, whose formula must be the formula of the puzzle and its marks.
fn matching_manifest(folder: &Path, line: usize, entry: &Entry, marks: &Marks) -> Result<PuzzleManifest, Failure> {
    require_manifest(folder)?;
    let path = folder.join(MANIFEST);
    let manifest = PuzzleManifest::read(folder).ok_or_else(|| {
        let (path, folder) = (path.display(), folder.display());
        Failure::Failed(format!(
            "{path}: expected the manifest of a puzzle; a board of queens is checked by `nqueens certify check {folder}`"
        ))
    })?;
    let mut expected = Hashed::new(io::sink());
    export::write(&mut expected, &**entry.puzzle(), marks, Language::Dimacs).map_err(Failure::failed)?;
    if expected.entry() != manifest.formula {
        let path = folder.join(FORMULA);
        return Err(Failure::Failed(format!(
            "{}: expected the formula of the puzzle on line {line} with its marks, found another one",
            path.display()
        )));
    }
    Ok(manifest)
}

fn cannot_write(folder: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("can't write to {}: {error}", folder.display()))
}

/// Writes a file, and returns its size and hash with the result of `write`.
fn written<T>(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut BufWriter<Hashed<File>>) -> Result<T, CertificateError>,
) -> Result<(crate::cmd::certify::FileEntry, T), CertificateError> {
    let mut out = BufWriter::new(Hashed::new(File::create(folder.join(name))?));
    let result = write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok((file.entry(), result))
}

/// Returns a sentence for each number of the guide that differs from the proved number.
fn differences(entry: &Entry, guide: &Guide, checked: &Checked) -> Result<Vec<String>, Failure> {
    let count = |literals: &[i32]| checked.count(literals).map_err(Failure::failed);
    let total = count(&[])?;
    let mut differences = Vec::new();
    if *guide.total() != Count::Exact(BigUint::from(total)) {
        differences.push(format!("{total} solutions are proved, but the guide counts {}", guide.total()));
    }
    for (variable, status, told) in guide.variables() {
        let with = count(&[variable.index() as i32 + 1])?;
        if !agrees(guide, variable, with, total) {
            let name = entry.puzzle().name(variable);
            differences.push(format!("{name}: {with} solutions are proved, but the guide counts {told} ({status})"));
        }
    }
    Ok(differences)
}
