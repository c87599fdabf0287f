//! `MANIFEST`: the table of the precomputed files.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use bdd_core::format::replace_file;
use nqueens_guide::{BigUint, Size};
use sha2::{Digest, Sha256};

/// A line of `MANIFEST`: the figures of a diagram file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ManifestEntry {
    pub(crate) nodes: u64,
    pub(crate) solutions: BigUint,
    pub(crate) bytes: u64,
    /// The SHA-256 of the file, 64 hexadecimal digits.
    pub(crate) sha256: String,
}

impl ManifestEntry {
    /// Creates the line of the manifest about a file with the content `bytes`.
    pub(crate) fn of(nodes: usize, solutions: BigUint, bytes: &[u8]) -> ManifestEntry {
        let sha256 = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        ManifestEntry { nodes: nodes as u64, solutions, bytes: bytes.len() as u64, sha256 }
    }
}

/// The contents of the file `MANIFEST`, which lists the precomputed diagrams. Its text has a heading and a line for
/// each board size, in columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest(pub(crate) BTreeMap<Size, ManifestEntry>);

impl Manifest {
    /// Returns the path of `MANIFEST` in `folder`.
    pub(crate) fn path(folder: &Path) -> PathBuf {
        folder.join("MANIFEST")
    }

    /// Reads the table of `folder`; an empty table if `MANIFEST` is missing.
    pub(crate) fn read(folder: &Path) -> Result<Manifest, String> {
        let path = Manifest::path(folder);
        Manifest::parse(&text_or_empty(&path)?).map_err(|line| {
            let expected = HEADINGS.join(", ");
            format!("{}: line {line} is malformed: expected the columns {expected}", path.display())
        })
    }

    /// Writes the table to `folder`, replacing `MANIFEST` as a whole.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), String> {
        let path = Manifest::path(folder);
        replace_file(&path, self.to_string().as_bytes()).map_err(|error| error.to_string())
    }

    /// Parses a table. The error is the number of a malformed line, counted from `1`.
    fn parse(text: &str) -> Result<Manifest, usize> {
        let mut manifest = Manifest::default();
        for (line, number) in text.lines().zip(1..) {
            let cells: Vec<&str> = line.split_whitespace().collect();
            if number == 1 {
                (cells == HEADINGS).then_some(()).ok_or(number)?;
            } else {
                let (size, entry) = parse_line(&cells).ok_or(number)?;
                if manifest.0.insert(size, entry).is_some() {
                    return Err(number);
                }
            }
        }
        Ok(manifest)
    }
}

/// Reads a file of a folder of diagrams; returns an empty text if the file is missing.
pub(super) fn text_or_empty(path: &Path) -> Result<String, String> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| format!("can't read {}: {error}", path.display())),
    }
}

const HEADINGS: [&str; 5] = ["n", "nodes", "solutions", "bytes", "sha256"];

fn parse_line(cells: &[&str]) -> Option<(Size, ManifestEntry)> {
    let [size, nodes, solutions, bytes, sha256] = *cells else { return None };
    let hexadecimal = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
    let entry = ManifestEntry {
        nodes: nodes.parse().ok()?,
        solutions: solutions.parse().ok()?,
        bytes: bytes.parse().ok()?,
        sha256: hexadecimal.then(|| sha256.to_owned())?,
    };
    Some((size.parse().ok()?, entry))
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |[n, nodes, solutions, bytes, sha256]: [&str; 5]| {
            writeln!(f, "{n:>2}  {nodes:>9}  {solutions:>9}  {bytes:>9}  {sha256}")
        };
        line(HEADINGS)?;
        for (size, entry) in &self.0 {
            let ManifestEntry { nodes, solutions, bytes, sha256 } = entry;
            line([&size.to_string(), &nodes.to_string(), &solutions.to_string(), &bytes.to_string(), sha256])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        let entry = |byte: u8| ManifestEntry::of(31, BigUint::from(2u8), &[byte; 9]);
        Manifest([4, 11].map(|n| (Size::new(n).unwrap(), entry(n as u8))).into())
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        assert_eq!(Manifest::parse(&manifest().to_string()), Ok(manifest()));
        assert_eq!(Manifest::parse(""), Ok(Manifest::default()));
        assert_eq!(
            ManifestEntry::of(1, BigUint::ZERO, b"abc").sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_malformed_line_is_named() {
        let text = manifest().to_string();
        let last = text.lines().last().unwrap();
        assert_eq!(Manifest::parse(&text.replacen("nodes", "knots", 1)), Err(1));
        assert_eq!(Manifest::parse(&format!("{text}{last}\n")), Err(4), "a size twice");
        assert_eq!(Manifest::parse(&text.replace(" 31 ", " many ")), Err(2));
        assert_eq!(Manifest::parse(&format!("{text}12 1 2\n")), Err(4));
    }
}
