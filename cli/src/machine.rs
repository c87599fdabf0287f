//! What this machine offers: memory to build in, and folders to keep things in.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use etcetera::BaseStrategy;
use sysinfo::System;

/// The bytes of memory that a diagram may take: most of what is free, less if the process is confined to less.
pub(crate) fn memory() -> usize {
    let mut system = System::new();
    system.refresh_memory();
    // Where the system does not tell, as in a folder made the root without /proc, a diagram may take a GiB.
    if system.total_memory() == 0 {
        return 1 << 30;
    }
    let confined = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let free = system.available_memory().min(confined);
    // The rest is for the file that is written, for the guide's passes, and for everybody else.
    usize::try_from(free / 10 * 9).unwrap_or(usize::MAX)
}

/// So many threads, at least one; by default one a processor.
pub(crate) fn threads(asked: Option<u16>) -> NonZeroUsize {
    match asked {
        Some(threads) => NonZeroUsize::new(usize::from(threads)).unwrap_or(NonZeroUsize::MIN),
        // A system that does not tell how many processors it has is treated as having one.
        None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    }
}

/// The folder for diagrams that take time to build, such as `~/.cache/nqueens`; none for a user without a home.
pub(crate) fn cache() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.cache_dir().join("nqueens"))
}

/// The file in which the user says how to play, such as `~/.config/nqueens/config.toml`; none for a user without a home.
pub(crate) fn config() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.config_dir().join("nqueens").join("config.toml"))
}

/// The folder for what the game keeps from one time to the next, such as `~/.local/state/nqueens`: what was chosen, the
/// games, what was solved; none for a user without a home.
pub(crate) fn state() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("nqueens"))
}

/// The folder for puzzles that the player has, such as `~/.local/share/nqueens/puzzles`; none for a user without a home.
pub(crate) fn puzzles() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.data_dir().join("nqueens").join("puzzles"))
}
