//! The signals of Unix, and the suspension to the shell (job control).

use std::io;

pub(crate) use system::{end_by, stop, stop_group, watch};

/// A signal that the event loop handles.
#[cfg_attr(not(unix), expect(dead_code, reason = "other systems have no such signals"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// A request to end. The process ends by the same signal, so that its parent sees the cause.
    End(Ending),
    /// A request to stop, as by Ctrl-Z, until the shell continues the program.
    Stop,
    /// The shell has continued the program after a stop.
    Continued,
    /// The size of the terminal has changed.
    Resized,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending(i32);

#[cfg(unix)]
mod system {
    use std::thread;

    use rustix::process::{getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{Ending, Signal, io};

    /// Passes signals to `tell` on another thread, until `tell` returns `false`: the signals that end the program and,
    /// if `has_screen`, the signals that stop or continue the program or resize the terminal. `crossterm` reports
    /// sizes, too, but not before the program has read the first event.
    pub(crate) fn watch(has_screen: bool, tell: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
        let of_screen = [SIGTSTP, SIGCONT, SIGWINCH];
        let of_screen = if has_screen { &of_screen[..] } else { &[] };
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT].iter().chain(of_screen))?;
        thread::spawn(move || {
            for signal in signals.forever() {
                let signal = match signal {
                    SIGTSTP => Signal::Stop,
                    SIGCONT => Signal::Continued,
                    SIGWINCH => Signal::Resized,
                    other => Signal::End(Ending(other)),
                };
                if !tell(signal) {
                    return;
                }
            }
        });
        Ok(())
    }

    /// Stops the process, and returns when it continues.
    pub(crate) fn stop() -> io::Result<()> {
        emulate_default_handler(SIGTSTP)
    }

    /// Sends [`Signal::Stop`] to the process group if a shell can continue it; returns `false` if there is no such
    /// shell.
    pub(crate) fn stop_group() -> io::Result<bool> {
        // If the game leads its session, as in a terminal window of its own, no shell could continue it.
        let has_shell = getsid(None).is_ok_and(|session| session != getpgrp());
        if has_shell {
            // The signal goes to the whole group, because `cargo run` has to stop as well. It also arrives at `watch`.
            kill_current_process_group(rustix::process::Signal::TSTP)?;
        }
        Ok(has_shell)
    }

    pub(crate) fn end_by(Ending(signal): Ending) -> io::Result<()> {
        emulate_default_handler(signal)
    }
}

/// The replacement for this module on systems without Unix signals. Ctrl-C is a key there, and closing a console ends
/// the programs in it.
#[cfg(not(unix))]
mod system {
    use super::{Ending, Signal, io};

    pub(crate) fn watch(_: bool, _: impl Fn(Signal) -> bool) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn stop() -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn stop_group() -> io::Result<bool> {
        Ok(false)
    }

    pub(crate) fn end_by(_: Ending) -> io::Result<()> {
        Ok(())
    }
}
