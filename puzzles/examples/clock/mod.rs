//! The clock of the measuring examples.

use std::time::Duration;

/// Returns the CPU time of this thread, which other load does not affect.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the wall clock time, on systems without a CPU clock for threads.
#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    std::time::UNIX_EPOCH.elapsed().unwrap_or_default()
}
