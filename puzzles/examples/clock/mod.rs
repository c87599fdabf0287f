//! The clock of the examples that measure.

use std::time::Duration;

/// The time that this thread had the processor, so that other programs don't count.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time that has passed, where the processor's can't be told.
#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    std::time::UNIX_EPOCH.elapsed().unwrap_or_default()
}
