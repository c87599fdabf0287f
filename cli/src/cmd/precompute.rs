//! `nqueens precompute`: writes the files from which the game loads its diagrams.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bdd_core::format::{remove_abandoned, to_bytes, write_file};
use bdd_core::{Bdd, Budget, Zdd};
use clap::Args;
use nqueens_guide::certificate::MAX_CERTIFIED;
use nqueens_guide::{Library, LoadError, Placement, Size, build_completions, file_name_of, label, memory_to_build_bdd};
use puzzle_core::answer::{Facts, Value};

use super::certificates::Certificates;
use super::certify;
use super::manifest::{Manifest, ManifestEntry};
use super::sizes::Sizes;
use super::{Failure, wait, write_json};
use crate::machine::MemoryLimit;
use crate::output::Output;

/// Build diagrams of all solutions, and write them with a manifest
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PrecomputeCommand {
    /// The board sizes: a range, or several separated by commas
    #[arg(long, default_value = "4-11")]
    sizes: Sizes,
    /// The folder with the files of the diagrams
    #[arg(long, value_name = "DIR", default_value = "precomputed")]
    out: PathBuf,
    /// Write no files: build the diagrams again, and compare them with the files in the folder. Sizes up to 11 are
    /// built in another way, by conjoining the rules
    #[arg(long)]
    check: bool,
    /// Also write a certificate of each diagram, in a folder certificate-NN, and the file CERTIFICATES with the SHA-256
    /// hashes of the certificates. With --check, make the certificates in memory, check them, and compare their hashes
    #[arg(long)]
    certify: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens precompute --sizes 4-8 --out boards     the files of 4 x 4 to 8 x 8
  nqueens precompute --sizes 6,9-10 --out boards  the files of three boards
  nqueens --bdd-dir boards count 6                count with them
  nqueens precompute --check                      compare precomputed/ with new builds
  nqueens precompute --certify --out boards       with a certificate of each board

With --check, exit code 1 if anything differs.";

impl PrecomputeCommand {
    pub(crate) fn run(self, memory: MemoryLimit, out: &mut Output) -> Result<(), Failure> {
        let (folder, available) = (&self.out, memory.for_boards());
        if let Some(size) = self.sizes.0.iter().find(|size| self.certify && size.get() > MAX_CERTIFIED) {
            return Err(Failure::Usage(format!(
                "--certify: expected boards up to {MAX_CERTIFIED} x {MAX_CERTIFIED}, found {size}"
            )));
        }
        // The memory is checked first: a run that can't finish does not even create the folder.
        for &size in &self.sizes.0 {
            let needed = memory_to_build_bdd(size);
            if needed > available {
                return Err(Failure::failed(LoadError::Memory { size, needed, available }));
            }
        }
        if !self.check {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::Failed(format!("can't make the folder {}: {error}", folder.display())))?;
            remove_abandoned(folder);
        }
        let mut manifest = Manifest::read(folder).map_err(Failure::Failed)?;
        let mut certificates =
            if self.certify { Certificates::read(folder).map_err(Failure::Failed)? } else { Certificates::default() };
        let (mut all_same, mut answers) = (true, Vec::new());
        for &size in &self.sizes.0 {
            let mut built = Built::new(size, self.check, available).map_err(Failure::failed)?;
            let differences = if self.check {
                let mut differences = built.differences(folder, &manifest);
                if self.certify {
                    built.certificate = Some(certify::checked_in_memory(size, &built.sparse()?)?);
                    differences.extend(built.certificate_differences(&certificates));
                }
                all_same &= differences.is_empty();
                Some(differences)
            } else {
                write_file(&built.path(folder), &built.bdd, &label(size)).map_err(Failure::failed)?;
                manifest.0.insert(size, built.entry.clone());
                manifest.write(folder).map_err(Failure::Failed)?;
                if self.certify {
                    let files = folder.join(Certificates::folder_of(size));
                    let certificate = certify::write_files(&files, size, &built.sparse()?)?;
                    certificates.insert(size, &certificate);
                    certificates.write(folder).map_err(Failure::Failed)?;
                    built.certificate = Some(certificate);
                }
                None
            };
            if self.json {
                let answer = built.answer();
                answers.push(match differences {
                    Some(differences) => answer.with("differences", differences),
                    None => answer,
                });
                continue;
            }
            match differences {
                Some(list) if list.is_empty() => writeln!(out, "{built}  same")?,
                Some(list) => writeln!(out, "{built}  {}", list.join("; "))?,
                None => writeln!(out, "{built}")?,
            }
            out.flush()?;
        }
        if self.json {
            write_json(out, &Facts::new().with("files", answers))?;
        }
        if all_same {
            return Ok(());
        }
        let folder = folder.display();
        Err(Failure::Failed(format!(
            "{folder} differs from new builds; run `nqueens precompute` without --check to write it"
        )))
    }
}

/// A newly built diagram of a board.
struct Built {
    size: Size,
    bdd: Bdd,
    bytes: Vec<u8>,
    entry: ManifestEntry,
    time: Duration,
    /// The figures of the diagram's certificate; `None` until the certificate is made.
    certificate: Option<certify::CertificateManifest>,
}

impl Built {
    /// Builds the diagram of all solutions of a board, directly and within `memory` bytes. If `check` is `true`, sizes
    /// up to the largest precomputed size are built by conjoining the rules instead, as a check of the direct
    /// construction.
    fn new(size: Size, check: bool, memory: usize) -> Result<Built, LoadError> {
        let start = Instant::now();
        let bdd = if check && size.get() <= *Library::PRECOMPUTED.end() {
            conjunction(size)
        } else {
            wait::with_bar(memory, size, |budget| build_completions(&Placement::empty(size), budget))?
        };
        let bytes = to_bytes(&bdd, &label(size)).expect("the label is short enough for the header");
        let time = start.elapsed();
        let entry = ManifestEntry::of(bdd.node_count(), bdd.model_count(), &bytes);
        Ok(Built { size, bdd, bytes, entry, time, certificate: None })
    }

    /// Returns the figures of this diagram and its file as JSON facts.
    fn answer(&self) -> Facts {
        let ManifestEntry { nodes, solutions, bytes, sha256 } = &self.entry;
        let facts = Facts::new()
            .with("n", self.size.get())
            .with("file", file_name_of(self.size))
            .with("nodes", *nodes)
            .with("solutions", solutions)
            .with("bytes", *bytes)
            .with("sha256", sha256.clone())
            .with("seconds", Value::Decimal(format!("{:.6}", self.time.as_secs_f64())));
        let Some(certificate) = &self.certificate else { return facts };
        let files = certificate.files().map(|(name, entry)| {
            Facts::new().with("file", name).with("bytes", entry.bytes).with("sha256", entry.sha256.clone())
        });
        facts.with("certificate", files.to_vec())
    }

    /// Returns the zero-suppressed diagram of the same solutions.
    fn sparse(&self) -> Result<Zdd, Failure> {
        self.bdd.to_zdd(&mut Budget::unlimited()).map_err(Failure::failed)
    }

    /// Compares the certificate with its lines in CERTIFICATES. Returns a description of the difference; `None` if they
    /// agree, or if no certificate was made.
    fn certificate_differences(&self, certificates: &Certificates) -> Option<String> {
        let certificate = self.certificate.as_ref()?;
        match certificates.compare(self.size, certificate) {
            None => Some("this size is not in CERTIFICATES".to_owned()),
            Some(true) => None,
            Some(false) => Some("its certificate differs from CERTIFICATES".to_owned()),
        }
    }

    fn path(&self, folder: &Path) -> PathBuf {
        folder.join(file_name_of(self.size))
    }

    /// Compares this diagram with its file in `folder`, and with its line of `manifest`. Returns a description of each
    /// difference; an empty list if there is none.
    fn differences(&self, folder: &Path, manifest: &Manifest) -> Vec<String> {
        let file = match std::fs::read(self.path(folder)) {
            Err(error) => Some(format!("can't read the file in {}: {error}", folder.display())),
            Ok(found) if found == self.bytes => None,
            Ok(found) => {
                let same = found.iter().zip(&self.bytes).take_while(|(a, b)| a == b).count();
                Some(format!("differs from byte {same} on (the file has {} bytes)", found.len()))
            }
        };
        let line = match manifest.0.get(&self.size) {
            None => Some("this size is not in the MANIFEST".to_owned()),
            Some(entry) if *entry == self.entry => None,
            Some(_) => Some("its line in MANIFEST differs".to_owned()),
        };
        file.into_iter().chain(line).collect()
    }
}

/// Returns the conjunction of the rules, built by `Solutions::conjoin` with `biodivine-lib-bdd`.
#[cfg(feature = "biodivine")]
fn conjunction(size: Size) -> Bdd {
    nqueens_guide::Solutions::conjoin(size).bdd().clone()
}

/// Returns the conjunction of the rules, built by [`bdd_core::DiagramBuilder`]. This builder does not use the bit masks
/// of the direct construction.
#[cfg(not(feature = "biodivine"))]
fn conjunction(size: Size) -> Bdd {
    bdd_core::DiagramBuilder::new(&nqueens_guide::nqueens_rules(size))
        .build(&mut bdd_core::Budget::unlimited())
        .expect("an unlimited budget is never used up")
}

impl fmt::Display for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ManifestEntry { nodes, solutions, bytes, .. } = &self.entry;
        let (name, time) = (file_name_of(self.size), self.time.as_secs_f64() * 1e3);
        write!(f, "{name}  {nodes:>9} nodes  {solutions:>9} solutions  {bytes:>9} bytes  {time:>9.1} ms")?;
        let Some(certificate) = &self.certificate else { return Ok(()) };
        write!(f, "  {:>9} bytes of certificate", certificate.files().map(|(_, entry)| entry.bytes).iter().sum::<u64>())
    }
}
