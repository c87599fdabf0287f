//! Taking over the terminal, and restoring it however the game ends.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use crossterm::style::Print;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, style};
use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::face::Face;
use crate::view::{cursor, view, words_area};

/// `true` while the game owns the terminal.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The mouse events that the terminal reports. The game switches on only the events that it needs, since the terminal
/// sends each of them to the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mouse {
    /// No events: selecting and copying text with the mouse works as usual.
    #[default]
    Off,
    /// Clicks, and turns of the mouse wheel.
    Clicks,
    /// Clicks, the wheel, and moves with a button held down.
    Drags,
}

impl Mouse {
    /// Returns the `xterm` control sequence for these events. Switching off mode 1000 or mode 1002 switches off both
    /// modes, so the sequence switches on the needed mode last.
    fn sequence(self) -> &'static str {
        match self {
            Mouse::Off => "\x1b[?1002l\x1b[?1000l\x1b[?1006l",
            Mouse::Clicks => "\x1b[?1002l\x1b[?1000h\x1b[?1006h",
            Mouse::Drags => "\x1b[?1000l\x1b[?1002h\x1b[?1006h",
        }
    }
}

/// The terminal in use by the game: raw mode, alternate screen, mouse. Dropping a `Screen` restores the terminal, and
/// so does a panic on any thread.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<FrameBytes>>,
    written: FrameBytes,
    mouse: Mouse,
    last: Buffer,
}

impl Screen {
    /// Takes over the terminal.
    ///
    /// # Errors
    ///
    /// If writing to the terminal fails; then the terminal is restored.
    pub fn enter() -> io::Result<Screen> {
        give_back_on_panic();
        let written = FrameBytes::default();
        let terminal = take().and_then(|()| Terminal::new(CrosstermBackend::new(written.clone())));
        let terminal = terminal.inspect_err(|_| give_back())?;
        Ok(Screen { terminal, written, mouse: Mouse::Off, last: Buffer::default() })
    }

    pub(crate) fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    /// Draws `face`, and writes all cells that differ from the last frame in a single write. A changed row of the panel
    /// is written whole, because screen readers read the written text.
    pub(crate) fn draw(&mut self, face: &Face) -> io::Result<()> {
        let now = self.terminal.draw(|frame| view(face, frame))?.buffer.clone();
        let area = words_area(face);
        let lines = changed_lines(&self.last, &now, area);
        self.last = now;
        for &row in &lines {
            let cells = (area.left()..area.right()).map(|column| (column, row, &self.last[(column, row)]));
            self.terminal.backend_mut().draw(cells)?;
        }
        // Writing the rows has moved the cursor.
        if let Some(at) = cursor(face).filter(|_| !lines.is_empty()) {
            self.terminal.backend_mut().set_cursor_position(at)?;
        }
        let written = self.written.0.take();
        // A panic of another thread may have restored the terminal.
        if !TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        out.write_all(&written)?;
        out.flush()
    }

    /// Switches the `mouse` events on, and all other mouse events off.
    pub(crate) fn listen(&mut self, mouse: Mouse) -> io::Result<()> {
        if mouse == self.mouse {
            return Ok(());
        }
        self.mouse = mouse;
        execute!(io::stdout(), Print(mouse.sequence()))
    }

    /// Asks the terminal to copy `text` to the clipboard (OSC 52). The terminal does not report success.
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Takes over the terminal again after [`Signal::Continued`](crate::signals::Signal::Continued). The next frame is
    /// drawn in full.
    pub(crate) fn reenter(&mut self) -> io::Result<()> {
        // After `SIGSTOP`, the shell has changed modes that `crossterm` still assumes.
        disable_raw_mode()?;
        take()?;
        execute!(io::stdout(), Print(self.mouse.sequence()))?;
        self.last = Buffer::default();
        // `Terminal::clear` would query the position of the cursor, and the thread that reads the keys would get the
        // answer. So a new `Terminal` draws the next frame in full.
        self.written = FrameBytes::default();
        self.terminal = Terminal::new(CrosstermBackend::new(self.written.clone()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Returns the reason why input or output can't show the game on a screen; `None` if they can. The reason fits into a
/// sentence, as `the output is not a terminal` does. `terminal` is the value of `TERM`; `reads_input` is
/// [`GameOptions::reads_input`](crate::host::GameOptions::reads_input).
pub(crate) fn obstacle(terminal: Option<&str>, reads_input: bool) -> Option<&'static str> {
    if !io::stdout().is_terminal() {
        return Some("the output is not a terminal");
    }
    // If the puzzle was read from the standard input, the keys are read from the terminal directly.
    if reads_input && !io::stdin().is_terminal() {
        return Some("the input is not a terminal");
    }
    (terminal == Some("dumb")).then_some("a terminal of type `dumb` (TERM) can't place the cursor")
}

/// Returns the rows of `area` that differ from the last frame; none after a change of size or before the first frame,
/// because such a frame is written whole.
fn changed_lines(last: &Buffer, now: &Buffer, area: Rect) -> Vec<u16> {
    let area = area.intersection(now.area);
    if last.area != now.area {
        return Vec::new();
    }
    let differs = |row: &u16| (area.left()..area.right()).any(|column| last[(column, *row)] != now[(column, *row)]);
    (area.top()..area.bottom()).filter(differs).collect()
}

fn take() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableBracketedPaste, crossterm::cursor::Hide)
}

/// Restores the terminal if it is [`TAKEN`]. Errors are ignored: they mean that the terminal is gone.
pub(crate) fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            style::SetAttribute(style::Attribute::Reset),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            crossterm::cursor::Show
        );
        let _ = disable_raw_mode();
    }
}

/// Installs a panic hook that restores the terminal first, because the alternate screen would hide the panic's message.
fn give_back_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            report(panic);
        }));
    });
}

/// A buffer for the bytes of a frame, to write them at once.
#[derive(Clone, Default)]
struct FrameBytes(Rc<RefCell<Vec<u8>>>);

impl Write for FrameBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_changed_in_part_are_found() {
        let area = Rect::new(0, 0, 10, 3);
        let mut last = Buffer::empty(area);
        last.set_string(0, 1, "d4: open", ratatui::style::Style::new());
        let mut now = last.clone();
        assert!(changed_lines(&last, &now, area).is_empty());
        now.set_string(0, 1, "d5: open", ratatui::style::Style::new());
        assert_eq!(changed_lines(&last, &now, area), [1]);
        assert!(changed_lines(&last, &now, Rect::new(4, 0, 6, 3)).is_empty(), "elsewhere");
        assert_eq!(changed_lines(&last, &now, Rect::new(0, 0, 200, 200)), [1], "no further than the screen");
        assert!(changed_lines(&Buffer::default(), &now, area).is_empty(), "all is written anyway");
    }

    #[test]
    fn the_mode_that_is_wanted_is_the_last_that_is_set() {
        for (mouse, mode) in [(Mouse::Clicks, "?1000h"), (Mouse::Drags, "?1002h")] {
            let sequence = mouse.sequence();
            assert!(sequence.find(mode).unwrap() > sequence.find('l').unwrap(), "{mouse:?}");
            assert!(sequence.ends_with("?1006h") && !sequence.contains("?1003"), "{mouse:?}");
        }
        assert!(!Mouse::Off.sequence().contains('h'));
    }
}
