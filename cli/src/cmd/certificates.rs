//! `CERTIFICATES`: the hashes of the certificates beside precomputed files, in the format of `sha256sum`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use bdd_core::format::replace_file;
use nqueens_guide::Size;

use super::certify;
use super::manifest::text_or_empty;

/// The contents of the file `CERTIFICATES`: the SHA-256 of each file of each certificate, by its path. In the folder,
/// `sha256sum --check CERTIFICATES` checks the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Certificates(BTreeMap<String, String>);

impl Certificates {
    /// Returns the name of the folder with the certificate of a board.
    pub(crate) fn folder_of(size: Size) -> String {
        format!("certificate-{:02}", size.get())
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("CERTIFICATES")
    }

    /// Reads the hashes of `folder`; returns no hashes if `CERTIFICATES` is missing.
    pub(crate) fn read(folder: &Path) -> Result<Certificates, String> {
        let path = Certificates::path(folder);
        Certificates::parse(&text_or_empty(&path)?).map_err(|line| {
            format!("{}: line {line}: expected a SHA-256, two spaces and the path of a file", path.display())
        })
    }

    /// Parses the lines. The error is the number of a malformed line, counted from 1.
    fn parse(text: &str) -> Result<Certificates, usize> {
        let mut certificates = Certificates::default();
        for (line, number) in text.lines().zip(1..) {
            let (hash, path) = line.split_once("  ").ok_or(number)?;
            let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            if !is_hash || path.is_empty() || certificates.0.insert(path.to_owned(), hash.to_owned()).is_some() {
                return Err(number);
            }
        }
        Ok(certificates)
    }

    /// Writes the hashes to `folder`, replacing `CERTIFICATES` as a whole.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), String> {
        replace_file(&Certificates::path(folder), self.to_string().as_bytes()).map_err(|error| error.to_string())
    }

    /// Sets the hashes of the certificate of a board.
    pub(crate) fn insert(&mut self, size: Size, certificate: &certify::CertificateManifest) {
        self.0.extend(hashes(size, certificate));
    }

    /// Returns `Some(true)` if all hashes of the certificate of a board are listed, `Some(false)` if another hash is
    /// listed or a hash is missing, and `None` if no file of the certificate is listed.
    pub(crate) fn compare(&self, size: Size, certificate: &certify::CertificateManifest) -> Option<bool> {
        let listed = hashes(size, certificate).map(|(path, hash)| self.0.get(&path).map(|listed| *listed == hash));
        if listed.iter().all(Option::is_none) { None } else { Some(listed.iter().all(|same| *same == Some(true))) }
    }
}

/// Returns the paths and the hashes of the files of a certificate.
fn hashes(size: Size, certificate: &certify::CertificateManifest) -> [(String, String); 3] {
    certificate.files().map(|(name, entry)| (format!("{}/{name}", Certificates::folder_of(size)), entry.sha256.clone()))
}

impl fmt::Display for Certificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(path, hash)| writeln!(f, "{hash}  {path}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_read_as_they_were_written() {
        let line = format!("{}  certificate-08/rules.cnf\n", "0a".repeat(32));
        let read = Certificates::parse(&line).unwrap();
        assert_eq!(read.to_string(), line);
        for (text, number) in
            [(format!("{line}{line}"), 2), (line.replace("  ", " "), 1), (line.replace("0a0a", "0a"), 1)]
        {
            assert_eq!(Certificates::parse(&text), Err(number), "{text}");
        }
    }
}
