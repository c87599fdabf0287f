//! Archives with the same bytes for the same contents.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use tar::{Builder, Header, HeaderMode};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::Done;

/// Packs `folder` as `name` into the `.tar.gz` at `file`. Entries are sorted, without an owner, and have the date
/// `epoch`, in seconds since 1970.
pub(crate) fn pack(folder: &Path, name: &str, epoch: u64, file: &Path) -> Done {
    let zipped = GzBuilder::new().mtime(0).write(BufWriter::new(File::create(file)?), Compression::best());
    let mut archive = Builder::new(zipped);
    for path in contents(folder)? {
        let inside = Path::new(name).join(path.strip_prefix(folder)?);
        let mut header = Header::new_gnu();
        header.set_metadata_in_mode(&fs::metadata(&path)?, HeaderMode::Deterministic);
        header.set_mtime(epoch);
        if path.is_dir() {
            archive.append_data(&mut header, inside, std::io::empty())?;
        } else {
            header.set_mode(mode(&path));
            archive.append_data(&mut header, inside, File::open(&path)?)?;
        }
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(())
}

/// Packs `folder` as `name` into the `.zip` at `file`, for Windows; entries are sorted, without an owner, and have the
/// oldest date of the format, 1 January 1980.
pub(crate) fn pack_zip(folder: &Path, name: &str, file: &Path) -> Done {
    let mut archive = ZipWriter::new(BufWriter::new(File::create(file)?));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(zip::DateTime::default());
    for path in contents(folder)? {
        let mut inside = name.to_owned();
        for part in path.strip_prefix(folder)? {
            inside = format!("{inside}/{}", part.to_string_lossy());
        }
        if path.is_dir() {
            archive.add_directory(inside, options.unix_permissions(0o755))?;
        } else {
            archive.start_file(inside, options.unix_permissions(mode(&path)))?;
            std::io::copy(&mut File::open(&path)?, &mut archive)?;
        }
    }
    archive.finish()?.flush()?;
    Ok(())
}

/// Returns `folder` with all its files and folders, sorted.
fn contents(folder: &Path) -> Done<Vec<PathBuf>> {
    let mut waiting = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                waiting.push(entry?.path());
            }
        }
        found.push(path);
    }
    found.sort();
    Ok(found)
}

/// Returns the permissions of a file.
fn mode(path: &Path) -> u32 {
    if is_program(path) { 0o755 } else { 0o644 }
}

fn is_program(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "nqueens" || name == "nqueens.exe")
}

/// Writes the SHA-256 of `file` to `FILE.sha256`, in the format of `sha256sum --check`, and returns the line.
pub(crate) fn write_checksum(file: &Path) -> Done<String> {
    let sum: String = Sha256::digest(fs::read(file)?).iter().map(|byte| format!("{byte:02x}")).collect();
    let name = file.file_name().ok_or("no file")?.to_string_lossy();
    let line = format!("{sum}  {name}");
    fs::write(PathBuf::from(format!("{}.sha256", file.display())), format!("{line}\n"))?;
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_tells_nothing_of_the_folder_that_it_is_of() {
        let (mut archives, mut zips) = (Vec::new(), Vec::new());
        for (seconds, names) in [(1, ["b", "a"]), (2, ["a", "b"])] {
            let folder = tempfile::tempdir().unwrap();
            let stage = folder.path().join("stage");
            fs::create_dir_all(stage.join("man")).unwrap();
            for name in names {
                let path = stage.join("man").join(name);
                fs::write(&path, name).unwrap();
                let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
                File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
            }
            fs::write(stage.join("nqueens"), "program").unwrap();
            let file = folder.path().join("x.tar.gz");
            pack(&stage, "nqueens-1", 1_000_000_000, &file).unwrap();
            archives.push(fs::read(file).unwrap());
            let file = folder.path().join("x.zip");
            pack_zip(&stage, "nqueens-1", &file).unwrap();
            zips.push(fs::read(file).unwrap());
        }
        assert!(archives[0] == archives[1]);
        assert!(zips[0] == zips[1]);
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archives[0].as_slice()));
        let entries: Vec<(String, u32, u64)> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let header = entry.header();
                (entry.path().unwrap().display().to_string(), header.mode().unwrap(), header.mtime().unwrap())
            })
            .collect();
        let expected = [
            ("nqueens-1/", 0o755),
            ("nqueens-1/man", 0o755),
            ("nqueens-1/man/a", 0o644),
            ("nqueens-1/man/b", 0o644),
            ("nqueens-1/nqueens", 0o755),
        ];
        assert_eq!(entries, expected.map(|(name, mode)| (name.to_owned(), mode, 1_000_000_000)));

        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&zips[0])).unwrap();
        let entries: Vec<(String, u32, String)> = (0..zip.len())
            .map(|number| {
                let mut entry = zip.by_index(number).unwrap();
                let mut text = String::new();
                std::io::Read::read_to_string(&mut entry, &mut text).unwrap();
                (entry.name().unwrap().into_owned(), entry.unix_mode().unwrap() & 0o777, text)
            })
            .collect();
        let expected = [
            ("nqueens-1/", 0o755, ""),
            ("nqueens-1/man/", 0o755, ""),
            ("nqueens-1/man/a", 0o644, "a"),
            ("nqueens-1/man/b", 0o644, "b"),
            ("nqueens-1/nqueens", 0o755, "program"),
        ];
        assert_eq!(entries, expected.map(|(name, mode, text)| (name.to_owned(), mode, text.to_owned())));
    }

    #[test]
    fn a_checksum_is_what_sha256sum_writes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("abc");
        fs::write(&file, "abc").unwrap();
        // The example of FIPS 180-2.
        let line = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc";
        assert_eq!(write_checksum(&file).unwrap(), line);
        assert_eq!(fs::read_to_string(folder.path().join("abc.sha256")).unwrap(), format!("{line}\n"));
    }
}
