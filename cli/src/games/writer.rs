//! Writing games without holding anybody up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use game::Save;

/// Writes games to files on a thread of its own, each file as a whole or not at all. If a game changes again before it
/// was written, only the latest is.
#[derive(Debug)]
pub(super) struct Writer {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// What is still to be written.
    pending: BTreeMap<PathBuf, Save>,
    /// What is being written or was written last, so that it is not written again.
    latest: Option<(PathBuf, Save)>,
    has_thread: bool,
    is_writing: bool,
    is_over: bool,
    trouble: Option<String>,
    was_told: bool,
}

impl Writer {
    /// A writer that begins its thread when there is something to write.
    pub(super) fn new() -> Writer {
        Writer { shared: Arc::default() }
    }

    /// Writes a game soon.
    pub(super) fn write(&self, file: PathBuf, save: Save) {
        let mut state = self.shared.state();
        if state.latest.as_ref().is_some_and(|(latest, written)| *latest == file && *written == save) {
            state.pending.remove(&file);
            return;
        }
        state.pending.insert(file, save);
        if !std::mem::replace(&mut state.has_thread, true) {
            let worker = Arc::clone(&self.shared);
            thread::spawn(move || worker.work());
        }
        self.shared.changed.notify_all();
    }

    /// The game that is still to be written to a file, or is just being written.
    pub(super) fn pending(&self, file: &Path) -> Option<Save> {
        let state = self.shared.state();
        let latest = || state.latest.as_ref().filter(|(latest, _)| latest == file).map(|(_, save)| save);
        state.pending.get(file).or_else(latest).cloned()
    }

    /// Waits until all is written.
    pub(super) fn finish(&self) {
        let state = self.shared.state();
        let is_busy = |state: &mut State| state.is_writing || !state.pending.is_empty();
        drop(self.shared.changed.wait_while(state, is_busy).unwrap_or_else(PoisonError::into_inner));
    }

    /// Why a game could not be written: the first time only, since it mostly stays so.
    pub(super) fn trouble(&self) -> Option<String> {
        let mut state = self.shared.state();
        let trouble = state.trouble.take().filter(|_| !state.was_told)?;
        state.was_told = true;
        Some(trouble)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.finish();
        self.shared.state().is_over = true;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut tidied = BTreeSet::new();
        loop {
            let is_idle = |state: &mut State| state.pending.is_empty() && !state.is_over;
            let mut state = self.changed.wait_while(self.state(), is_idle).unwrap_or_else(PoisonError::into_inner);
            let Some((file, save)) = state.pending.pop_first() else { return };
            (state.is_writing, state.latest) = (true, Some((file.clone(), save.clone())));
            drop(state);
            let folder = file.parent().unwrap_or(Path::new("."));
            if tidied.insert(folder.to_owned()) {
                bdd_core::format::remove_abandoned(folder);
            }
            let written = write(&file, &save);
            let mut state = self.state();
            state.is_writing = false;
            if let Err(trouble) = written {
                // It may go better the next time.
                (state.trouble, state.latest) = (Some(trouble), None);
            }
            self.changed.notify_all();
        }
    }
}

/// What files are called while they are written, as those that `replace_file` writes.
const WRITING: &str = ".writing-";

fn write(file: &Path, save: &Save) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    // As a whole or not at all, whatever ends the program. It does not wait for the disk, which may take seconds: that
    // would be lost to a kill. What a power failure cuts short, the checksum tells.
    let told = |error: std::io::Error| format!("{}: {error}", file.display());
    let mut new = tempfile::Builder::new().prefix(WRITING).tempfile_in(folder).map_err(told)?;
    new.write_all(save.sealed().as_bytes()).map_err(told)?;
    new.persist(file).map_err(|error| told(error.error))?;
    Ok(())
}
