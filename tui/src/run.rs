//! The entry of the game in the terminal.

use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::Instant;

use crate::app;
use crate::host::GameEnd;
use crate::plain;
use crate::signals;
use crate::terminal;
use crate::theme::Theme;

pub use crate::host::{GameError, GameOptions, Host};
pub use crate::theme::ColorChoice;

/// Plays until the player quits. The terminal is as before afterwards, however the game ends. If a signal ends it,
/// this does not return: the process ends by that signal. All that was to be kept is kept by then.
///
/// # Errors
///
/// [`GameError`] if the game can't begin, or the terminal is lost.
pub fn run(options: GameOptions, host: impl Host) -> Result<(), GameError> {
    let began = Instant::now();
    // TERM may be anything, or not even text.
    let variable = |name: &str| env::var(name).ok();
    let is_dumb =
        variable("TERM").as_deref() == Some("dumb") && io::stdin().is_terminal() && io::stdout().is_terminal();
    if options.is_plain || is_dumb {
        return if options.reads_input { ended(plain::play(options, host)?) } else { Err(GameError::NoInput) };
    }
    if let Some(obstacle) = terminal::obstacle(variable("TERM").as_deref(), options.reads_input) {
        return Err(GameError::NoTerminal { obstacle, what: options.puzzle.whole(), instead: options.instead });
    }
    if options.color == ColorChoice::Always {
        crossterm::style::force_color_output(true);
    }
    let theme = Theme::from_env(options.color, variable);
    let theme = options.palette.map_or(theme, |palette| theme.with_palette(palette));
    let theme = if options.ascii { theme.in_ascii() } else { theme };
    ended(app::play(options, theme, began, host)?)
}

/// Ends the way that the game ended, and tells what is still to be told of keeping it: the terminal is as it was before.
fn ended(GameEnd { signal, copied, trouble }: GameEnd) -> Result<(), GameError> {
    if let Some(trouble) = trouble {
        // Who does not hear it can't be helped.
        let _ = writeln!(io::stderr(), "note: {trouble}");
    }
    match (signal, copied) {
        (Some(signal), _) => signals::end_by(signal)?,
        // What was copied is there again for those whose terminal has no clipboard.
        (None, Some(copied)) => writeln!(io::stdout(), "{copied}")?,
        (None, None) => {}
    }
    Ok(())
}
