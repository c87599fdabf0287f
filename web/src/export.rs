//! The export of the page and its site as files, for any static file server.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::{fs, iter};

use bdd_core::format::{FileError, replace_file};

use crate::site::Site;

/// The name of the file that lists the page's files in an export folder. Each line is a path, with slashes.
const LIST: &str = ".nqueens-page";

/// The number and size of the files written by [`export`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The number of files written.
    pub files: usize,
    /// The total size of the files, in bytes.
    pub bytes: u64,
}

/// An error of [`export`], which failed or remained incomplete.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The folder contains files, but no earlier export.
    #[error("{} is not empty and has no earlier export of the page", folder.display())]
    Foreign {
        /// The folder into which the page was to be written.
        folder: PathBuf,
    },
    /// A file of the page or the site can't be written.
    #[error(transparent)]
    Write(#[from] FileError),
    /// Another operation on a folder or file failed.
    #[error("{what}: {source}")]
    Refused {
        /// The failed operation, such as `can't use the folder page`.
        what: String,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// Writes all files of the page and of `site` into `folder`, and creates the folder if it is missing. All links between
/// the files are relative, so the site may be below any path.
///
/// An earlier export in the folder is updated: files that the site no longer has are removed, and all other files in
/// the folder stay. Each file is replaced as a whole. A folder with other files and no earlier export is an error,
/// unless `force` is `true`; then the page's files replace files with the same names.
///
/// ```
/// let folder = std::env::temp_dir().join(format!("nqueens-page-{}", std::process::id()));
/// let exported = nqueens_web::export(&folder, &nqueens_web::Site::default(), false)?;
/// assert!(exported.files > 10 && folder.join("index.html").is_file());
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), nqueens_web::ExportError>(())
/// ```
///
/// # Errors
///
/// [`ExportError::Foreign`] for a folder with other files, or the error of the operation that failed. The files written
/// before the error stay, and the next export completes them.
pub fn export(folder: &Path, site: &Site, force: bool) -> Result<Exported, ExportError> {
    let unusable = |folder: &Path, source| {
        let what = format!("can't use the folder {}", folder.display());
        ExportError::Refused { what, source }
    };
    fs::create_dir_all(folder).map_err(|error| unusable(folder, error))?;
    let list = folder.join(LIST);
    let old = match fs::read_to_string(&list) {
        Ok(text) => names(&text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let is_empty = fs::read_dir(folder).map_err(|error| unusable(folder, error))?.next().is_none();
            if !is_empty && !force {
                return Err(ExportError::Foreign { folder: folder.to_owned() });
            }
            BTreeSet::new()
        }
        Err(error) => return Err(unusable(folder, error)),
    };
    let files = site.files();
    let new: BTreeSet<String> = files.keys().cloned().collect();
    // Until all files are written, the list names the old and the new files, so that the next export after an
    // interruption knows all of them.
    replace_file(&list, lines(old.union(&new)).as_bytes())?;
    for (name, content) in &files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| unusable(parent, error))?;
        replace_file(&path, content)?;
    }
    for name in old.difference(&new) {
        remove(folder, name)?;
    }
    replace_file(&list, lines(&new).as_bytes())?;
    Ok(Exported { files: files.len(), bytes: files.values().map(|content| content.len() as u64).sum() })
}

/// Returns the paths in `list` that lie below the export folder. The list may have been edited, so paths with `..`, for
/// example, are left out.
fn names(list: &str) -> BTreeSet<String> {
    let is_below =
        |name: &&str| !name.is_empty() && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    list.lines().filter(is_below).map(str::to_owned).collect()
}

fn lines<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    names.into_iter().flat_map(|name| [name.as_str(), "\n"]).collect()
}

/// Removes a file, and the folders above it that are empty afterwards.
fn remove(folder: &Path, name: &str) -> Result<(), ExportError> {
    let path = folder.join(name);
    match fs::remove_file(&path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            return Err(ExportError::Refused { what: format!("can't remove {}", path.display()), source });
        }
        _ => {}
    }
    let above = iter::successors(path.parent(), |path| path.parent()).take_while(|&above| above != folder);
    // Removing stops at the first folder that is not empty.
    let _ = above.map(fs::remove_dir).take_while(Result::is_ok).count();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(folder: &Path) -> BTreeSet<String> {
        names(&fs::read_to_string(folder.join(LIST)).unwrap())
    }

    #[test]
    fn the_folder_has_the_page_afterwards_and_what_it_had() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("a/b");
        let exported = export(&folder, &Site::default(), false).unwrap();
        for (name, content) in Site::default().files() {
            assert!(fs::read(folder.join(&name)).unwrap() == content, "{name}");
        }
        for file in crate::assets::FILES {
            let is_changed = ["index.html", "sw.js"].contains(&file.name);
            assert_eq!(fs::read(folder.join(file.name)).unwrap() != file.plain, is_changed, "{}", file.name);
        }
        assert_eq!(listed(&folder).len(), exported.files);
        // The export of another version has a further file, and different content in one of the files. A third file is
        // the user's own.
        fs::create_dir_all(folder.join("old/deep")).unwrap();
        for name in ["old/deep/file.js", "CNAME", "index.html"] {
            fs::write(folder.join(name), "other").unwrap();
        }
        let list = fs::read_to_string(folder.join(LIST)).unwrap();
        fs::write(folder.join(LIST), list + "old/deep/file.js\nold/gone.js\n").unwrap();
        assert_eq!(export(&folder, &Site::default(), false).unwrap(), exported);
        assert!(!folder.join("old").exists());
        assert_eq!(fs::read_to_string(folder.join("CNAME")).unwrap(), "other");
        assert_ne!(fs::read_to_string(folder.join("index.html")).unwrap(), "other");
        assert_eq!(listed(&folder).len(), exported.files);
    }

    #[test]
    fn a_list_of_somebody_else_removes_nothing_elsewhere() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("page");
        let outside = temporary.path().join("outside");
        fs::write(&outside, "stays").unwrap();
        fs::create_dir(&folder).unwrap();
        let list = format!("../outside\n./../outside\n{}\nx/../../outside\n\n", outside.display());
        fs::write(folder.join(LIST), list).unwrap();
        export(&folder, &Site::default(), false).unwrap();
        assert_eq!(fs::read_to_string(&outside).unwrap(), "stays");
    }

    #[test]
    fn a_foreign_folder_is_refused_unless_forced() {
        let temporary = tempfile::tempdir().unwrap();
        fs::write(temporary.path().join("thesis.txt"), "years").unwrap();
        let error = export(temporary.path(), &Site::default(), false).unwrap_err();
        assert!(error.to_string().ends_with("is not empty and has no earlier export of the page"), "{error}");
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 1);
        export(temporary.path(), &Site::default(), true).unwrap();
        assert_eq!(fs::read_to_string(temporary.path().join("thesis.txt")).unwrap(), "years");
        export(temporary.path(), &Site::default(), false).unwrap();
        let file = temporary.path().join("thesis.txt");
        assert!(matches!(export(&file, &Site::default(), true), Err(ExportError::Refused { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_web_server_may_read_the_files() {
        use std::os::unix::fs::PermissionsExt;
        let temporary = tempfile::tempdir().unwrap();
        export(temporary.path(), &Site::default(), false).unwrap();
        let mode = fs::metadata(temporary.path().join("index.html")).unwrap().permissions().mode();
        assert_eq!(mode & 0o600, 0o600);
        // The file has the permissions of any file that this process creates.
        fs::write(temporary.path().join("usual"), "").unwrap();
        assert_eq!(mode, fs::metadata(temporary.path().join("usual")).unwrap().permissions().mode());
    }
}
