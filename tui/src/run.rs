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

/// Plays until the player quits, then restores the terminal. All saves are written by then. If a signal ends the game,
/// this function doesn't return, and the process ends by that signal.
///
/// # Errors
///
/// [`GameError`] if the game can't begin, or the terminal is lost.
pub fn run(options: GameOptions, host: impl Host) -> Result<(), GameError> {
    let began = Instant::now();
    // `env::var` fails for values that are not UTF-8.
    let variable = |name: &str| env::var(name).ok();
    let is_dumb =
        variable("TERM").as_deref() == Some("dumb") && io::stdin().is_terminal() && io::stdout().is_terminal();
    if options.is_plain || is_dumb {
        return if options.reads_input { ended(plain::play(options, host)?) } else { Err(GameError::NoInput) };
    }
    if let Some(obstacle) = terminal::obstacle(variable("TERM").as_deref(), options.reads_input) {
        let advice = match options.instead {
            Some(command) => format!(": `{command}` prints the {} instead", options.puzzle.puzzle_noun()),
            None => "; --help lists the commands that need no terminal".to_owned(),
        };
        return Err(GameError::NoTerminal { obstacle, advice });
    }
    if options.color == ColorChoice::Always {
        crossterm::style::force_color_output(true);
    }
    let theme = Theme::from_env(options.color, variable);
    let theme = options.palette.map_or(theme, |palette| theme.with_palette(palette));
    let theme = if options.ascii { theme.in_ascii() } else { theme };
    ended(app::play(options, theme, began, host)?)
}

/// Prints `trouble`. Then ends the process by `signal` if a signal ended the game, and prints `copied` otherwise.
fn ended(GameEnd { signal, copied, trouble }: GameEnd) -> Result<(), GameError> {
    if let Some(trouble) = trouble {
        // If the standard error can't be written, there is no other place to report an error.
        let _ = writeln!(io::stderr(), "note: {trouble}");
    }
    match (signal, copied) {
        (Some(signal), _) => signals::end_by(signal)?,
        // The copied text is printed for terminals without a clipboard.
        (None, Some(copied)) => writeln!(io::stdout(), "{copied}")?,
        (None, None) => {}
    }
    Ok(())
}
