//! Signals of the system, where it has signals, and the suspension for the shell.

use std::io;

pub(crate) use system::{end_by, stop, stop_group, watch};

/// A signal.
#[cfg_attr(not(unix), expect(dead_code, reason = "nobody sends any there"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// The program is to end. It ends by this signal, so that whoever waits for it can tell.
    End(Ending),
    /// The program is to stop until the shell has it go on.
    Stop,
    /// The program goes on.
    Continued,
    /// The terminal has another size.
    Resized,
}

/// A signal that ends the program.
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

    /// Has the signals told, from another thread, as long as `tell` says that somebody listens: those that end the program,
    /// and where the game has the screen, those that stop it and tell of another size. crossterm hears of sizes too, but
    /// only once its first event is awaited.
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

    /// Stops the program as [`Signal::Stop`] asks; returns when the program goes on.
    pub(crate) fn stop() -> io::Result<()> {
        emulate_default_handler(SIGTSTP)
    }

    /// Asks for [`Signal::Stop`], for all that the shell has started together; returns whether there is a shell to bring the
    /// program back.
    pub(crate) fn stop_group() -> io::Result<bool> {
        // The session's own process group has none above it: stopped, the game would be stuck for good, as in a terminal
        // window opened for it alone.
        let has_shell = getsid(None).is_ok_and(|session| session != getpgrp());
        if has_shell {
            // To all of the group: `cargo run` has to stop as well. The signal comes back to whoever watches.
            kill_current_process_group(rustix::process::Signal::TSTP)?;
        }
        Ok(has_shell)
    }

    /// Ends the program by a signal.
    pub(crate) fn end_by(Ending(signal): Ending) -> io::Result<()> {
        emulate_default_handler(signal)
    }
}

/// Where there are no such signals: Ctrl-C is a key there, and a console that is closed takes its programs with it.
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
