//! `nqueens certify`: writes a certificate that the diagram of a board is correct, for independent checkers, and checks
//! such certificates.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use bdd_core::Zdd;
use bdd_core::format::{replace_file, to_bytes};
use certify_check::Checked;
use clap::{Args, Subcommand};
use nqueens_guide::certificate::{MAX_CERTIFIED, write_certificate, write_formula};
use nqueens_guide::{BigUint, Library, Placement, Size, Square, Squares, label};
use puzzle_core::Count;
use puzzle_core::answer::Facts;
use puzzle_core::certificate::agrees;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::board_args::check_on_board;
use super::{Failure, wait, write_json};
use crate::output::Output;

/// Write a certificate of all solutions of a board, or check one
///
/// The certificate proves that the diagram of the guide has the models of the rules. Checkers by other authors accept
/// certificates of this kind.
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    subcommand_value_name = "VERB",
    subcommand_help_heading = "Verbs",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub(crate) struct CertifyCommand {
    /// The number of ranks, of files and of queens, 1 to 16
    #[arg(value_name = "N", required = true, allow_negative_numbers = true)]
    size: Option<Size>,
    /// The folder for the files of the certificate
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    verb: Option<CertifyVerb>,
}

#[derive(Debug, Subcommand)]
enum CertifyVerb {
    Check(CheckArgs),
}

/// Check the certificate in a folder, and compare its counts with the guide, square by square
#[derive(Debug, Args)]
struct CheckArgs {
    /// The folder with the certificate
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Place queens on these squares, such as b4,d1, before the counts are compared
    #[arg(long, value_name = "SQUARES")]
    queens: Vec<Squares>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens certify 8 --out proof8
  nqueens certify check proof8
  nqueens certify check proof8 --queens b4,d1

The files of a certificate:
  rules.cnf         the rules as a DIMACS formula, whose comments state its clauses
  certificate.cpog  the diagram as a graph, with a proof by unit propagation
  diagram.zdd       the diagram as the guide loads it
  manifest.json     the number of solutions, and the size and SHA-256 of each file

The checker shares no code with the guide. Exit code 1 if it rejects the certificate, or the guide differs.

`nqueens KIND certify PUZZLE --out DIR --check` also checks that the formula is the formula of the puzzle.";

pub(super) const FORMULA: &str = "rules.cnf";
pub(super) const CERTIFICATE: &str = "certificate.cpog";
const DIAGRAM: &str = "diagram.zdd";
pub(super) const MANIFEST: &str = "manifest.json";

/// The content of `manifest.json`, the description of a certificate's files.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CertificateManifest {
    n: usize,
    solutions: u64,
    /// The number of products and sums of the certificate.
    nodes: usize,
    /// The number of clauses that the certificate proves.
    lemmas: usize,
    formula: FileEntry,
    certificate: FileEntry,
    diagram: FileEntry,
}

/// The content of `manifest.json` for a puzzle that is not an empty n-queens board, such as a Sudoku.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleManifest {
    pub(super) kind: String,
    /// The number of solutions, in decimal digits.
    pub(super) solutions: String,
    /// The number of products and sums of the certificate.
    pub(super) nodes: usize,
    /// The number of clauses that the certificate proves.
    pub(super) lemmas: usize,
    pub(super) formula: FileEntry,
    pub(super) certificate: FileEntry,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileEntry {
    pub(super) bytes: u64,
    /// The SHA-256 of the file, 64 hexadecimal digits.
    pub(super) sha256: String,
}

impl CertifyCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        match (self.verb, self.size, self.out) {
            (Some(CertifyVerb::Check(check)), ..) => check.run(library, out),
            (None, Some(size), Some(folder)) => write(library, size, &folder, self.json, out),
            _ => unreachable!("clap requires a verb, or N and --out"),
        }
    }
}

fn write(library: &Library, size: Size, folder: &Path, json: bool, out: &mut Output) -> Result<(), Failure> {
    if size.get() > MAX_CERTIFIED {
        return Err(Failure::Usage(format!("expected a board up to {MAX_CERTIFIED} x {MAX_CERTIFIED}, found {size}")));
    }
    let solutions = wait::completions(library, &Placement::empty(size))?;
    let manifest = write_files(folder, size, &solutions)?;
    if json {
        return write_json(out, &manifest);
    }
    for (name, entry) in manifest.files() {
        writeln!(out, "{name:<16}  {:>9} bytes", entry.bytes)?;
    }
    let CertificateManifest { n, solutions, nodes, lemmas, .. } = manifest;
    writeln!(out, "n = {n}, {solutions} solutions, {nodes} nodes, {lemmas} lemmas")?;
    Ok(())
}

/// Writes the files of a certificate. The manifest is written last, so that a folder with a manifest is complete.
pub(super) fn write_files(folder: &Path, size: Size, solutions: &Zdd) -> Result<CertificateManifest, Failure> {
    let failed = |error: io::Error| Failure::Failed(format!("can't write to {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    let (manifest, _) = write_parts(size, solutions, |name| File::create(folder.join(name))).map_err(failed)?;
    let mut text = serde_json::to_vec_pretty(&manifest).map_err(Failure::failed)?;
    text.push(b'\n');
    replace_file(&folder.join(MANIFEST), &text).map_err(Failure::failed)?;
    Ok(manifest)
}

/// Writes a certificate to memory and checks it.
///
/// # Errors
///
/// If the checker rejects the certificate, or proves another number of solutions.
pub(super) fn checked_in_memory(size: Size, solutions: &Zdd) -> Result<CertificateManifest, Failure> {
    let (manifest, [formula, certificate, _]) =
        write_parts(size, solutions, |_| Ok(Vec::new())).map_err(Failure::failed)?;
    let checked = certify_check::check(&formula[..], &certificate[..]).map_err(Failure::failed)?;
    let (proved, expected) = (checked.count(&[]).map_err(Failure::failed)?, manifest.solutions);
    if proved != u128::from(expected) {
        return Err(Failure::Failed(format!("{size}: {proved} solutions are proved, but the diagram has {expected}")));
    }
    Ok(manifest)
}

/// Writes the formula, the certificate and the diagram to the writers that `create` returns for their names.
fn write_parts<W: Write>(
    size: Size,
    solutions: &Zdd,
    create: impl Fn(&'static str) -> io::Result<W>,
) -> io::Result<(CertificateManifest, [W; 3])> {
    let hashed = |name| Ok::<_, io::Error>(BufWriter::new(Hashed::new(create(name)?)));
    let mut formula = hashed(FORMULA)?;
    write_formula(&mut formula, size)?;
    let mut certificate = hashed(CERTIFICATE)?;
    let written = write_certificate(&mut certificate, size, solutions)?;
    let mut diagram = hashed(DIAGRAM)?;
    diagram.write_all(&bytes_of(size, solutions))?;
    let finish = |file: BufWriter<Hashed<W>>| file.into_inner().map_err(io::IntoInnerError::into_error);
    let [formula, certificate, diagram] = [finish(formula)?, finish(certificate)?, finish(diagram)?];
    let manifest = CertificateManifest {
        n: size.get(),
        solutions: u64::try_from(solutions.model_count()).expect("boards up to 16 have fewer than 2^64 solutions"),
        nodes: written.nodes,
        lemmas: written.lemmas,
        formula: formula.entry(),
        certificate: certificate.entry(),
        diagram: diagram.entry(),
    };
    Ok((manifest, [formula.inner, certificate.inner, diagram.inner]))
}

fn bytes_of(size: Size, solutions: &Zdd) -> Vec<u8> {
    to_bytes(solutions, &label(size)).expect("the label is short enough for the header")
}

impl CertificateManifest {
    /// Returns the names of the files with their sizes and hashes.
    pub(super) fn files(&self) -> [(&'static str, &FileEntry); 3] {
        [(FORMULA, &self.formula), (CERTIFICATE, &self.certificate), (DIAGRAM, &self.diagram)]
    }

    fn read(folder: &Path) -> Result<CertificateManifest, Failure> {
        let path = folder.join(MANIFEST);
        let text =
            fs::read(&path).map_err(|error| Failure::Failed(format!("can't read {}: {error}", path.display())))?;
        serde_json::from_slice(&text).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
    }
}

impl PuzzleManifest {
    /// Returns the names of the files with their sizes and hashes.
    pub(super) fn files(&self) -> [(&'static str, &FileEntry); 2] {
        [(FORMULA, &self.formula), (CERTIFICATE, &self.certificate)]
    }

    /// Reads the manifest of a folder; `None` if the manifest is about a board of queens, or can't be read.
    pub(super) fn read(folder: &Path) -> Option<PuzzleManifest> {
        serde_json::from_slice(&fs::read(folder.join(MANIFEST)).ok()?).ok()
    }

    /// Checks the certificate in a folder, the hashes of its files, and the number of solutions.
    pub(super) fn check(&self, folder: &Path) -> Result<Checked, Failure> {
        let (mut formula, mut certificate) = (open(folder, FORMULA)?, open(folder, CERTIFICATE)?);
        let checked = certify_check::check(BufReader::new(&mut formula), BufReader::new(&mut certificate));
        let checked = checked.map_err(|error| Failure::Failed(format!("{}: {error}", folder.display())))?;
        compare_hashes(folder, &self.files(), &[formula.entry(), certificate.entry()])?;
        let (proved, found) = (checked.count(&[]).map_err(Failure::failed)?, &self.solutions);
        if proved.to_string() == *found {
            return Ok(checked);
        }
        Err(Failure::Failed(format!("{MANIFEST}: expected {proved} solutions, as proved; found {found}")))
    }
}

fn open(folder: &Path, name: &str) -> Result<Hashed<File>, Failure> {
    let path = folder.join(name);
    Hashed::open(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => not_found(folder, name),
        _ => Failure::Failed(format!("can't read {}: {error}", path.display())),
    })
}

/// Checks that a folder has a manifest. The manifest is written last, so that a folder with a manifest is complete.
pub(super) fn require_manifest(folder: &Path) -> Result<(), Failure> {
    let exists = |path: &Path| fs::exists(path).unwrap_or(true);
    match (exists(folder), exists(&folder.join(MANIFEST))) {
        (true, true) => Ok(()),
        (true, false) => Err(not_found(folder, MANIFEST)),
        (false, _) => Err(not_found(folder, "folder")),
    }
}

/// Returns the error that a file of a certificate is missing, with the commands that write certificates.
fn not_found(folder: &Path, missing: &str) -> Failure {
    let folder = folder.display();
    Failure::Failed(format!(
        "{folder}: expected a folder with a certificate, found no {missing}; write one with `nqueens certify N --out \
         {folder}` for a board, or `nqueens KIND certify PUZZLE --out {folder}` for a puzzle"
    ))
}

/// Compares the files of a folder with the hashes of its manifest.
fn compare_hashes(folder: &Path, expected: &[(&str, &FileEntry)], found: &[FileEntry]) -> Result<(), Failure> {
    for ((name, expected), found) in expected.iter().zip(found) {
        if *expected != found {
            let (path, expected, found) = (folder.join(name), &expected.sha256, &found.sha256);
            let path = path.display();
            return Err(Failure::Failed(format!(
                "{path}: expected the SHA-256 in the manifest ({expected}), found {found}"
            )));
        }
    }
    Ok(())
}

impl CheckArgs {
    fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        require_manifest(&self.folder)?;
        if let Some(manifest) = PuzzleManifest::read(&self.folder) {
            return self.check_puzzle(&manifest, out);
        }
        let manifest = CertificateManifest::read(&self.folder)?;
        let size = Size::new(manifest.n).ok().filter(|size| size.get() <= MAX_CERTIFIED);
        let size = size.ok_or_else(|| {
            let path = self.folder.join(MANIFEST);
            let n = manifest.n;
            Failure::Failed(format!("{}: expected n from 1 to {MAX_CERTIFIED}, found {n}", path.display()))
        })?;
        let queens: Vec<Square> = self.queens.iter().flat_map(|list| list.0.iter().copied()).collect();
        queens.iter().try_for_each(|&square| check_on_board(size, "--queens <SQUARES>", square))?;
        let checked = self.checked(&manifest, size)?;
        let placement = Placement::new(size, queens.iter().copied(), []).map_err(Failure::failed)?;
        let guide = wait::guide(library, &placement, wait::USUAL_TIME)?;
        self.compare_diagram(library, &manifest, size)?;
        let assumptions: Vec<i32> = queens.iter().map(|&square| literal(size, square)).collect();
        let count = |assumptions: &[i32]| checked.count(assumptions).map_err(Failure::failed);
        let (all, completions) = (count(&[])?, count(&assumptions)?);
        if all != u128::from(manifest.solutions) {
            let found = manifest.solutions;
            return Err(Failure::Failed(format!("{MANIFEST}: expected {all} solutions, as proved; found {found}")));
        }
        let mut differences = Vec::new();
        if *guide.total() != Count::Exact(BigUint::from(completions)) {
            differences.push(format!("{completions} solutions are proved, but the guide counts {}", guide.total()));
        }
        for square in size.squares() {
            let proved = count(&[&assumptions[..], &[literal(size, square)]].concat())?;
            let variable = size.variable(square);
            if !agrees(&guide, variable, proved, completions) {
                let (status, told) = (guide.status(variable), guide.completions(variable));
                differences
                    .push(format!("{square}: {proved} solutions are proved, but the guide counts {told} ({status})"));
            }
        }
        let squares = size.square_count();
        let with = if queens.is_empty() { String::new() } else { format!(", {completions} with these queens") };
        if self.json {
            let facts = Facts::new().with("n", size.get()).with("solutions", manifest.solutions);
            let facts = facts.with("completions", &BigUint::from(completions)).with("squares", squares);
            write_json(out, &facts.with("differences", differences.clone()))?;
        } else if differences.is_empty() {
            writeln!(out, "proved: {all} solutions{with}")?;
            writeln!(out, "the guide agrees on all {squares} squares")?;
        } else {
            differences.iter().try_for_each(|difference| writeln!(out, "{difference}"))?;
        }
        if differences.is_empty() { Ok(()) } else { Err(Failure::Told) }
    }

    /// Checks the certificate of a puzzle that is not an empty n-queens board, such as a Sudoku. Does not compare the
    /// guide: `certify` did so when it wrote the certificate.
    fn check_puzzle(&self, manifest: &PuzzleManifest, out: &mut Output) -> Result<(), Failure> {
        if !self.queens.is_empty() {
            return Err(Failure::Usage(format!("--queens is only for boards of queens, found {}", manifest.kind)));
        }
        manifest.check(&self.folder)?;
        let PuzzleManifest { kind, solutions, .. } = manifest;
        if self.json {
            return write_json(out, &Facts::new().with("kind", kind.clone()).with("solutions", solutions.clone()));
        }
        Ok(writeln!(out, "proved: {solutions} solution{}", if solutions == "1" { "" } else { "s" })?)
    }

    /// Checks the certificate, and that the formula is the formula of the board.
    fn checked(&self, manifest: &CertificateManifest, size: Size) -> Result<Checked, Failure> {
        let mut expected = Hashed::new(io::sink());
        write_formula(&mut expected, size).map_err(Failure::failed)?;
        let (mut formula, mut certificate, mut diagram) =
            (open(&self.folder, FORMULA)?, open(&self.folder, CERTIFICATE)?, open(&self.folder, DIAGRAM)?);
        let checked = certify_check::check(BufReader::new(&mut formula), BufReader::new(&mut certificate));
        let checked = checked.map_err(|error| Failure::Failed(format!("{}: {error}", self.folder.display())))?;
        io::copy(&mut diagram, &mut io::sink()).map_err(Failure::failed)?;
        let found = [formula.entry(), certificate.entry(), diagram.entry()];
        compare_hashes(&self.folder, &manifest.files(), &found)?;
        if found[0] != expected.entry() {
            let path = self.folder.join(FORMULA);
            return Err(Failure::Failed(format!("{}: these are not the rules of {size} queens", path.display())));
        }
        Ok(checked)
    }

    /// Compares the file of the diagram with the diagram from which the guide counts.
    fn compare_diagram(&self, library: &Library, manifest: &CertificateManifest, size: Size) -> Result<(), Failure> {
        let mut guided = Hashed::new(io::sink());
        guided.write_all(&bytes_of(size, &*wait::completions(library, &Placement::empty(size))?))?;
        if guided.entry() == manifest.diagram {
            return Ok(());
        }
        let path = self.folder.join(DIAGRAM);
        Err(Failure::Failed(format!("{}: the file differs from the diagram that the guide uses", path.display())))
    }
}

/// Returns the variable of a square in the formula.
fn literal(size: Size, square: Square) -> i32 {
    size.variable(square).index() as i32 + 1
}

/// A file with the SHA-256 and the number of the bytes that were written to it or read from it so far.
pub(super) struct Hashed<T> {
    inner: T,
    hash: Sha256,
    bytes: u64,
}

impl<T> Hashed<T> {
    pub(super) fn new(inner: T) -> Hashed<T> {
        Hashed { inner, hash: Sha256::new(), bytes: 0 }
    }

    pub(super) fn entry(&self) -> FileEntry {
        let sha256 = self.hash.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        FileEntry { bytes: self.bytes, sha256 }
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }
}

impl Hashed<File> {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Hashed::new(File::open(path)?))
    }
}

impl<T: Read> Read for Hashed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.pass(&buffer[..read]);
        Ok(read)
    }
}

impl<T: Write> Write for Hashed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.pass(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
