//! The saved games, one file each in the folder `games`.
//!
//! No game is lost: a file belongs to one puzzle, is replaced as a whole and has a checksum; a damaged file is set
//! aside, not overwritten.

#[cfg(test)]
mod tests;
mod writer;

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use game::{Save, SaveError};
use puzzle_kind::Kind;
use puzzles::{Keeper, StoredGame};

use crate::kept::{self, FileNotes, PATIENCE, StoredFile, in_turn};
use writer::{GameWriter, WritePlace};

/// The saved games in a folder. The name of a game's file is made from its puzzle.
///
/// The usual file of a puzzle is `KIND-DIGEST.toml`. If another program plays the same puzzle, or the file can't be
/// read, the game is saved as `KIND-DIGEST-2.toml` and so on; the latest of these files is resumed.
#[derive(Debug)]
pub(crate) struct Games {
    kinds: Vec<Arc<dyn Kind>>,
    folder: PathBuf,
    writer: GameWriter,
    /// Notes for the player, returned by [`Keeper::notes`]: files that were set aside, and files that can't be read.
    notes: FileNotes,
    /// The files deleted by [`Games::delete`], the latest last.
    deleted: Mutex<Vec<DeletedGame>>,
}

/// A file deleted by [`Games::delete`].
#[derive(Debug)]
struct DeletedGame {
    /// The path that the file had before it was deleted.
    file: PathBuf,
    /// The path to which the file was renamed.
    aside: PathBuf,
    /// The game; `None` if the file was damaged.
    save: Option<Save>,
}

const EXTENSION: &str = "toml";
const DAMAGED: &str = "damaged";

/// The name of the file with the player's own names of games: a JSON object that maps the file name of a game to the
/// player's name of the game.
const TITLES: &str = "titles.json";

/// The largest game that is read or written, in bytes: a puzzle file of 4 MiB, and tens of thousands of turns.
pub(crate) const LIMIT: u64 = 5 << 20;

impl Games {
    /// Opens the games in `folder`, which is created with the first game. `kinds` are the kinds of the games' puzzles.
    pub(crate) fn new(kinds: Vec<Arc<dyn Kind>>, folder: PathBuf) -> Games {
        Games { kinds, writer: GameWriter::default(), folder, notes: FileNotes::default(), deleted: Mutex::default() }
    }

    /// Queues a game for writing on another thread. `save` replaces the earlier state of the game in its file. A game
    /// that was deleted while it was played is not written again before its next move.
    pub(crate) fn keep(&self, save: Save) {
        let is_deleted = |deleted: &DeletedGame| {
            deleted.save.as_ref().is_some_and(|other| *other == save || other.differs_in_time_alone(&save))
        };
        if !self.deleted().iter().any(is_deleted) {
            self.writer.write(self.usual_file(&save), save);
        }
    }

    fn deleted(&self) -> MutexGuard<'_, Vec<DeletedGame>> {
        self.deleted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks until all pending games are written.
    pub(crate) fn finish(&self) {
        self.writer.finish();
    }

    /// Returns the unreported notes of the [`GameWriter`]: a game could not be written, or is saved in another file.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.writer.trouble()
    }

    /// Stores a game that was loaded from another file as the saved game of its puzzle. The file with the previous game
    /// is renamed, with the suffix `before`.
    pub(crate) fn put(&self, save: Save) {
        let file = self.usual_file(&save);
        let place = match self.read(&file) {
            Some((before, content)) if before == save => WritePlace::read(file.clone(), content),
            _ => {
                // If the file can't be set aside, the writer adds a new file beside it.
                let _ = in_turn(&self.folder, PATIENCE, || kept::set_aside(&file, "before"));
                WritePlace::new(file.clone())
            }
        };
        self.writer.open(&file, place);
        self.writer.write(file, save);
    }

    /// Deletes a game: renames its file with the suffix `deleted`, so that it is no longer listed or resumed.
    ///
    /// # Errors
    ///
    /// The reason, without a full stop, why the game can't be deleted: the folder has no such game, or the file can't
    /// be renamed.
    pub(crate) fn delete(&self, name: &str) -> Result<(), Box<dyn Error>> {
        self.finish();
        let file = self.files().into_iter().find(|file| kept::name(file) == name);
        let file = file.ok_or_else(|| format!("there is no game {name}"))?;
        let save = match read(&file) {
            StoredFile::Read((save, _)) => Some(save),
            _ => None,
        };
        let aside = in_turn(&self.folder, PATIENCE, || kept::set_aside(&file, "deleted"))
            .ok_or("another program is using the saved games")??;
        self.writer.forget(&file);
        self.deleted().push(DeletedGame { file, aside, save });
        Ok(())
    }

    /// Restores the game that [`Games::delete`] deleted last, unless there is a new game of its puzzle.
    ///
    /// # Errors
    ///
    /// The reason, without a full stop, why no game can be restored.
    pub(crate) fn restore(&self) -> Result<(), Box<dyn Error>> {
        let mut deleted = self.deleted();
        let DeletedGame { file, aside, save } = deleted.last().ok_or("no game was deleted since the program began")?;
        let restored = in_turn(&self.folder, PATIENCE, || match file.exists() {
            true => Err(format!("there is a new game of this puzzle; the deleted one is {}", kept::name(aside)).into()),
            false => fs::rename(aside, file).map_err(Box::<dyn Error>::from),
        });
        restored.ok_or("another program is using the saved games")??;
        if let (Some(save), StoredFile::Read((_, content))) = (save, read(file)) {
            self.writer.open(&self.usual_file(save), WritePlace::read(file.clone(), content));
        }
        deleted.pop();
        Ok(())
    }

    /// Returns all games, the most recently saved first, with the reasons why damaged games can't be read.
    pub(crate) fn all(&self) -> Vec<StoredGame> {
        let (now, titles) = (SystemTime::now(), self.titles());
        let game = |file: PathBuf| {
            let modified = fs::metadata(&file).and_then(|data| data.modified()).unwrap_or(now);
            let save = match read(&file) {
                StoredFile::Read((save, _)) => Ok(save),
                StoredFile::Missing => return None,
                StoredFile::Unreadable(why) => Err(why.to_string()),
                StoredFile::Damaged(why) => Err(why.to_string()),
            };
            let name = kept::name(&file);
            let title = titles.get(&name).cloned();
            Some(StoredGame { name, title, save, age: now.duration_since(modified).unwrap_or_default() })
        };
        // A game that waits to be written is listed with its latest state.
        self.writer.finish();
        self.files().into_iter().filter_map(game).collect()
    }

    /// Gives a game another name for the player; with an empty `title` it has the name of its puzzle again.
    ///
    /// # Errors
    ///
    /// The reason, without a full stop, why the game keeps its name: the folder has no such game, or the names can't be
    /// written.
    pub(crate) fn rename(&self, name: &str, title: &str) -> Result<(), Box<dyn Error>> {
        let renamed = in_turn(&self.folder, PATIENCE, || {
            let mut titles = self.titles();
            match title {
                "" => titles.remove(name),
                title => titles.insert(name.to_owned(), title.to_owned()),
            };
            // Drops the names of games that no longer exist and can't be restored.
            titles.retain(|file, _| self.folder.join(file).exists() || self.is_deleted(file));
            let text = serde_json::to_string_pretty(&titles)? + "\n";
            Ok(bdd_core::format::replace_file(&self.folder.join(TITLES), text.as_bytes())?)
        });
        renamed.ok_or("another program is using the saved games")?
    }

    /// Returns the names that the player gave to games, by the names of their files. The list is empty if there are no
    /// such names, or if they can't be read.
    fn titles(&self) -> BTreeMap<String, String> {
        match kept::read(&self.folder.join(TITLES), LIMIT, |text| serde_json::from_slice(&text)) {
            StoredFile::Read(titles) => titles,
            _ => BTreeMap::new(),
        }
    }

    /// Returns `true` if [`Games::restore`] may bring back the game in the file with this name.
    fn is_deleted(&self, name: &str) -> bool {
        self.deleted().iter().any(|deleted| kept::name(&deleted.file) == name)
    }

    /// Returns the game in a file, and the file's content. Returns `None` if the file is missing, unreadable or
    /// damaged; a damaged file is set aside. Unreadable and damaged files get a note for the player.
    fn read(&self, file: &Path) -> Option<(Save, Vec<u8>)> {
        match read(file) {
            StoredFile::Missing => None,
            StoredFile::Read(read) => Some(read),
            StoredFile::Unreadable(why) => {
                self.notes.add(format!("the saved game {} can't be read ({why})", kept::name(file)));
                None
            }
            StoredFile::Damaged(_) => {
                in_turn(&self.folder, PATIENCE, || {
                    // Another program may have set the file aside meanwhile, and written a game.
                    if let StoredFile::Damaged(why) = read(file) {
                        self.set_aside(file, &why);
                    }
                });
                None
            }
        }
    }

    /// Sets aside a file without a valid game, with a note of the reason `why`.
    fn set_aside(&self, file: &Path, why: &dyn Display) {
        // The note has only file names, without folders, since the panel beside the board is narrow.
        let name = kept::name(file);
        self.notes.add(match kept::set_aside(file, DAMAGED) {
            Ok(aside) => format!("a saved game was set aside as {} ({why})", kept::name(&aside)),
            Err(error) => format!("the saved game {name} can't be read ({why}) or set aside ({error})"),
        });
    }

    /// Returns the usual file of a game, named by [`puzzles::name_of`].
    fn usual_file(&self, save: &Save) -> PathBuf {
        self.folder.join(puzzles::name_of(&self.kinds, save)).with_extension(EXTENSION)
    }

    /// Returns the files of games, the most recently modified first.
    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let dated = files.filter(|file| file.extension() == Some(OsStr::new(EXTENSION))).map(|file| {
            let modified = fs::metadata(&file).and_then(|data| data.modified());
            (modified.unwrap_or(SystemTime::UNIX_EPOCH), file)
        });
        let mut dated: Vec<_> = dated.collect();
        dated.sort();
        dated.into_iter().rev().map(|(_, file)| file).collect()
    }
}

impl Keeper for Games {
    fn find(&self, like: &Save) -> Option<Save> {
        let usual = self.usual_file(like);
        if let Some(pending) = self.writer.pending(&usual) {
            return Some(pending);
        }
        let files = self.files().into_iter().filter(|file| is_of(&usual, file));
        let games = files.filter_map(|file| self.read(&file).map(|(save, content)| (file, save, content)));
        // A collision of the digests, however improbable, must not lose a game.
        let mut games = games.filter(|(_, save, _)| save.kind == like.kind && save.puzzle == like.puzzle);
        let (file, save, content) = games.next()?;
        for (other, _, _) in games.filter(|(_, other, _)| !other.differs_in_time_alone(&save)) {
            self.notes.add(format!("another game of this puzzle is saved as {}", kept::name(&other)));
        }
        self.writer.open(&usual, WritePlace::read(file, content));
        Some(save)
    }

    fn latest(&self, is_meant: &dyn Fn(&Save) -> bool) -> Option<Save> {
        self.files().into_iter().find_map(|file| self.read(&file).map(|(save, _)| save).filter(is_meant))
    }

    fn refuse(&self, like: &Save, error: &SaveError) {
        let usual = self.usual_file(like);
        in_turn(&self.folder, PATIENCE, || self.set_aside(&self.writer.file(&usual), error));
        self.writer.open(&usual, WritePlace::new(usual.clone()));
    }

    fn notes(&self) -> Option<String> {
        self.notes.take("; ")
    }
}

/// Reads a file. Returns the game in it and the content of the file.
fn read(file: &Path) -> StoredFile<(Save, Vec<u8>)> {
    kept::read(file, LIMIT, |content| Save::from_sealed(&content).map(|save| (save, content)))
}

/// Returns the path `KIND-DIGEST-NUMBER.toml`, for a game that can't be saved in `usual`, the file named after its
/// puzzle.
fn numbered(usual: &Path, number: usize) -> PathBuf {
    let mut name = usual.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}.{EXTENSION}"));
    usual.with_file_name(name)
}

/// Returns `true` if `file` is `usual` or a [`numbered`] file beside it.
fn is_of(usual: &Path, file: &Path) -> bool {
    let stem = |file: &Path| file.file_stem().unwrap_or_default().display().to_string();
    let number = stem(file).strip_prefix(&stem(usual)).map(str::to_owned);
    number.is_some_and(|number| {
        number.is_empty() || number.strip_prefix('-').is_some_and(|number| number.parse::<usize>().is_ok())
    })
}
