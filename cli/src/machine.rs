//! The memory, processors and folders of this machine.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use bdd_core::{Budget, Cancel};
use etcetera::BaseStrategy;
use sysinfo::System;

/// The limit of the memory of the process, set by `--memory` or by default.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MemoryLimit(Option<usize>);

impl MemoryLimit {
    /// The default memory limit for puzzles from a file or a text, in bytes.
    const USUAL: usize = 512 << 20;
    /// The smallest accepted memory limit, in bytes.
    const SMALLEST: usize = 64 << 20;

    /// Parses the value of `--memory`, such as `512M` or `2G`.
    pub(crate) fn parse(text: &str) -> Result<MemoryLimit, String> {
        let (digits, shift) = match text.char_indices().last() {
            Some((at, 'k' | 'K')) => (&text[..at], 10),
            Some((at, 'm' | 'M')) => (&text[..at], 20),
            Some((at, 'g' | 'G')) => (&text[..at], 30),
            _ => (text, 0),
        };
        let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
        let number = digits.parse::<usize>().ok().filter(|_| is_number);
        let bytes =
            number.and_then(|number| number.checked_mul(1 << shift)).filter(|&bytes| bytes >= MemoryLimit::SMALLEST);
        bytes.map(|bytes| MemoryLimit(Some(bytes))).ok_or_else(|| {
            let smallest = MemoryLimit::SMALLEST >> 20;
            format!("expected a size of at least {smallest}M, in bytes or with K, M or G, such as 512M or 2G")
        })
    }

    /// Returns the number of bytes that diagrams and their tables may take for a puzzle from a file or a text.
    pub(crate) fn for_texts(self) -> usize {
        MemoryLimit::tables(self.0.unwrap_or(MemoryLimit::USUAL))
    }

    /// Returns the number of bytes that diagrams and their tables may take for an n-queens board chosen by size: a part
    /// of the limit of `--memory`, or most of the free [`memory`] if there is no limit.
    pub(crate) fn for_boards(self) -> usize {
        self.0.map_or_else(memory, MemoryLimit::tables)
    }

    /// Returns a [`Budget`] for puzzles from a file or a text.
    pub(crate) fn budget<'a>(self) -> Budget<'a> {
        Budget::unlimited().with_memory(self.for_texts())
    }

    /// Returns the part of `limit`, in bytes, that diagrams and their tables may take. An eighth is left for the
    /// program, texts and the gaps of the allocator.
    fn tables(limit: usize) -> usize {
        limit - limit / 8
    }
}

/// The limits of a job: memory, and optionally time.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The number of bytes that diagrams and their tables may take.
    memory: usize,
    time: Option<(Duration, Cancel)>,
}

impl Limits {
    /// Creates the limits of a job that starts now: `memory` in bytes, and `time` if it is limited.
    pub(crate) fn new(memory: usize, time: Option<Duration>) -> Limits {
        let time = time.map(|time| {
            let cancel = Cancel::new();
            let switch = cancel.clone();
            // This thread is not joined: it ends with the program.
            thread::spawn(move || {
                thread::sleep(time);
                switch.cancel();
            });
            (time, cancel)
        });
        Limits { memory, time }
    }

    /// Returns a [`Budget`] that is cancelled when the time is over.
    pub(crate) fn budget<'a>(&self) -> Budget<'a> {
        let budget = Budget::unlimited().with_memory(self.memory);
        match &self.time {
            Some((_, cancel)) => budget.with_cancel(cancel.clone()),
            None => budget,
        }
    }

    /// Returns the time limit of the job; `None` if its time is not limited.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.as_ref().map(|&(time, _)| time)
    }

    /// Returns the time limit if it has passed, otherwise `None`.
    pub(crate) fn time_passed(&self) -> Option<Duration> {
        self.time.as_ref().filter(|(_, cancel)| cancel.is_cancelled()).map(|&(time, _)| time)
    }
}

/// Returns the number of bytes that a diagram may take: most of the free memory, or less if the process is confined to
/// a part of it.
pub(crate) fn memory() -> usize {
    let mut system = System::new();
    system.refresh_memory();
    // If the system does not report its memory, which happens in a chroot without /proc, a diagram may take a GiB.
    if system.total_memory() == 0 {
        return 1 << 30;
    }
    let confined = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let free = system.available_memory().min(confined);
    // A tenth is left for the file that is written, for the passes of the guide, and for other programs.
    usize::try_from(free / 10 * 9).unwrap_or(usize::MAX)
}

/// Returns the number of threads of `--threads`, by default one for each processor.
pub(crate) fn threads(asked: Option<u16>) -> NonZeroUsize {
    match asked {
        Some(threads) => NonZeroUsize::new(usize::from(threads)).unwrap_or(NonZeroUsize::MIN),
        // On a system that does not report its number of processors, there is one thread.
        None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    }
}

/// Returns the folders of the user; `None` for a user without a home folder.
fn folders() -> Option<impl BaseStrategy> {
    etcetera::choose_base_strategy().ok()
}

/// Returns the folder for diagrams that take long to build, such as `~/.cache/nqueens`.
pub(crate) fn cache() -> Option<PathBuf> {
    Some(folders()?.cache_dir().join("nqueens"))
}

/// Returns the configuration file, such as `~/.config/nqueens/config.toml`.
pub(crate) fn config() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("nqueens").join("config.toml"))
}

/// Returns the folder for saved games, settings and statistics, such as `~/.local/state/nqueens`.
pub(crate) fn state() -> Option<PathBuf> {
    let folders = folders()?;
    Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("nqueens"))
}

/// Returns the folder for the player's puzzles, such as `~/.local/share/nqueens/puzzles`.
pub(crate) fn puzzles() -> Option<PathBuf> {
    Some(folders()?.data_dir().join("nqueens").join("puzzles"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory_are_read_or_refused() {
        let read = |text| MemoryLimit::parse(text).map(|memory| memory.0.unwrap());
        assert_eq!(read("512M"), Ok(512 << 20));
        assert_eq!(read("2g"), Ok(2 << 30));
        assert_eq!(read("65536k"), Ok(64 << 20));
        assert_eq!(read("67108864"), Ok(64 << 20));
        for text in ["", "M", "63M", "-1G", "+1G", "1T", "1.5G", "99999999999999999999", "99999999999999G", "2é"] {
            assert!(read(text).unwrap_err().starts_with("expected a size of at least 64M"), "{text}");
        }
    }

    #[test]
    fn tables_leave_room_for_the_rest() {
        assert_eq!(MemoryLimit::default().for_texts(), 448 << 20);
        let asked = MemoryLimit::parse("1G").unwrap();
        assert_eq!((asked.for_texts(), asked.for_boards()), (896 << 20, 896 << 20));
    }
}
