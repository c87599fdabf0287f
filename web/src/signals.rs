//! Signals that ask the process to end.

use std::io;

/// Ctrl-C, and on Unix SIGTERM. From when it is made on, neither ends the process at once.
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(unix)]
impl Signals {
    /// Listens for the signals; inside a runtime.
    pub(crate) fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for one of them.
    pub(crate) async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(windows)]
impl Signals {
    /// Listens for the signal; inside a runtime.
    pub(crate) fn listen() -> io::Result<Signals> {
        Ok(Signals { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    /// Waits for it.
    pub(crate) async fn received(&mut self) {
        let _ = self.interrupt.recv().await;
    }
}
