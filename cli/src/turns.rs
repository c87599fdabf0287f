//! A lock for files that several programs read, change and write: one program after the other.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(10);

/// Changes a file, or the files of a folder, while no other program does, so that none loses the changes of another. The
/// lock is a file beside it, which stays. Returns `None`, without any change, if another program holds the lock for
/// longer than `patience`. On a file system without locks the change is made without one.
pub(crate) fn in_turn<T>(file: &Path, patience: Duration, change: impl FnOnce() -> T) -> Option<T> {
    let _ = file.parent().map(fs::create_dir_all);
    let path = file.with_extension("lock");
    // A pipe that is opened for reading and writing holds nobody up.
    let lock = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let began = Instant::now();
    while let Ok(Err(fs::TryLockError::WouldBlock)) = lock.as_ref().map(fs::File::try_lock) {
        if began.elapsed() >= patience {
            return None;
        }
        sleep(PAUSE);
    }
    Some(change())
}
