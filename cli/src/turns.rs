//! Files that are read, changed and written again: by one program after the other.

use std::fs::{self, File};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// How often, and after which time each, it is tried to be alone with a file: somebody who plays waits no longer.
const TRIES: usize = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// Changes a file while no other program does, so that none loses what another one has added. The lock is a file beside
/// it, which stays. Where there are no locks, or somebody keeps his, the file is changed all the same.
pub(crate) fn in_turn(file: &Path, change: impl FnOnce()) {
    let _ = file.parent().map(fs::create_dir_all);
    let lock = File::create(file.with_extension("lock"));
    for _ in 0..TRIES {
        match lock.as_ref().map(File::try_lock) {
            Ok(Err(fs::TryLockError::WouldBlock)) => sleep(PAUSE),
            _ => break,
        }
    }
    change();
}
