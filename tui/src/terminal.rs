//! Taking over the terminal, and giving it back as it was, whatever ends the game.

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

/// Whether the terminal is in the game's hands.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// What the terminal is to tell of the mouse: no more than is needed, since all of it comes over the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mouse {
    /// Nothing: the terminal's own marking and copying by mouse works as ever.
    #[default]
    Off,
    /// Clicks and the wheel.
    Clicks,
    /// These, and moves while a button is held down.
    Drags,
}

impl Mouse {
    /// What makes the terminal tell that and no more, by the modes of xterm. To end one of the first two modes ends both,
    /// so the one that is wanted comes last.
    fn sequence(self) -> &'static str {
        match self {
            Mouse::Off => "\x1b[?1002l\x1b[?1000l\x1b[?1006l",
            Mouse::Clicks => "\x1b[?1002l\x1b[?1000h\x1b[?1006h",
            Mouse::Drags => "\x1b[?1000l\x1b[?1002h\x1b[?1006h",
        }
    }
}

/// The terminal in the game's hands: raw mode, alternate screen, mouse. Dropping it gives the terminal back, and so does a
/// panic on any thread.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Written>>,
    written: Written,
    mouse: Mouse,
    /// The last frame.
    last: Buffer,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    ///
    /// If the terminal can't be talked to; it is left as it was.
    pub fn enter() -> io::Result<Screen> {
        give_back_on_panic();
        let written = Written::default();
        let terminal = take().and_then(|()| Terminal::new(CrosstermBackend::new(written.clone())));
        let terminal = terminal.inspect_err(|_| give_back())?;
        Ok(Screen { terminal, written, mouse: Mouse::Off, last: Buffer::default() })
    }

    /// Columns and rows of the terminal.
    pub(crate) fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    /// Draws the face of the game; only what differs from the last frame is written, at once. A line of words is written
    /// whole, even if only a part of it is new: a screen reader reads what is written.
    pub(crate) fn draw(&mut self, face: &Face) -> io::Result<()> {
        let now = self.terminal.draw(|frame| view(face, frame))?.buffer.clone();
        let area = words_area(face);
        let lines = changed_lines(&self.last, &now, area);
        self.last = now;
        for &row in &lines {
            let cells = (area.left()..area.right()).map(|column| (column, row, &self.last[(column, row)]));
            self.terminal.backend_mut().draw(cells)?;
        }
        // The cursor was where it belongs.
        if let Some(at) = cursor(face).filter(|_| !lines.is_empty()) {
            self.terminal.backend_mut().set_cursor_position(at)?;
        }
        let written = self.written.0.take();
        // A panic of another thread may have given the terminal back.
        if !TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        out.write_all(&written)?;
        out.flush()
    }

    /// Has the terminal tell that of the mouse from now on.
    pub(crate) fn listen(&mut self, mouse: Mouse) -> io::Result<()> {
        if mouse == self.mouse {
            return Ok(());
        }
        self.mouse = mouse;
        execute!(io::stdout(), Print(mouse.sequence()))
    }

    /// Asks the terminal by OSC 52 to put a text into the clipboard. Whether it does, it does not say.
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Takes the terminal over again after the program was stopped; the next frame is drawn in full.
    pub(crate) fn reenter(&mut self) -> io::Result<()> {
        // The shell may have changed the modes behind crossterm's back, if the stop came without warning.
        disable_raw_mode()?;
        take()?;
        execute!(io::stdout(), Print(self.mouse.sequence()))?;
        self.last = Buffer::default();
        // Not `Terminal::clear`, which asks the terminal where its cursor is: the answer would go to the thread that
        // reads the keys.
        self.written = Written::default();
        self.terminal = Terminal::new(CrosstermBackend::new(self.written.clone()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Returns the obstacle, in words, unless input and output are a terminal that can show the game.
pub(crate) fn obstacle(terminal: Option<&str>, reads_input: bool) -> Option<&'static str> {
    if !io::stdout().is_terminal() {
        return Some("the output is not a terminal");
    }
    // Where the puzzle comes by the standard input, the keys are asked of the terminal behind it.
    if reads_input && !io::stdin().is_terminal() {
        return Some("the input is not a terminal");
    }
    (terminal == Some("dumb")).then_some("a terminal of type `dumb` (TERM) can't place the cursor")
}

/// The rows of an area of which some part differs from the last frame, the area being as it was; none on the first frame,
/// which is written whole.
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

/// Gives the terminal back, if it is taken. There is nobody to tell of errors: a terminal that is gone needs nothing.
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

/// Before a panic is reported, the terminal is given back: the report would be lost with the alternate screen.
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

/// The bytes of a frame, kept until the terminal gets them in one write.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
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
