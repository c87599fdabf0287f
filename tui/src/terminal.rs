//! Taking over the terminal, and giving it back as it was, whatever ends the game.

use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, style};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::face::Face;
use crate::view::view;

/// Whether the terminal is in the game's hands.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal in the game's hands: raw mode, alternate screen, mouse, no cursor. Dropping it gives the terminal
/// back, and so does a panic on any thread.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Frames>>,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    ///
    /// If the terminal can't be talked to; it is left as it was.
    pub fn enter() -> io::Result<Screen> {
        give_back_on_panic();
        let taken = take();
        let terminal = taken.and_then(|()| Terminal::new(CrosstermBackend::new(Frames::default())));
        match terminal {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Columns and rows of the terminal.
    ///
    /// # Errors
    ///
    /// If the terminal does not say.
    pub fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    /// Draws the face of the game; only what differs from the last frame is written, at once.
    ///
    /// # Errors
    ///
    /// If the terminal can't be written to.
    pub fn draw(&mut self, face: &Face) -> io::Result<()> {
        self.terminal.draw(|frame| view(face, frame)).map(|_| ())
    }

    /// Asks the terminal to put a text into the clipboard, by the escape sequence OSC 52. Whether it does, it does not
    /// say.
    ///
    /// # Errors
    ///
    /// If the terminal can't be written to.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back for the time that the program is stopped.
    pub fn leave(&mut self) {
        give_back();
    }

    /// Takes the terminal over again after the program was stopped; the next frame is drawn in full.
    ///
    /// # Errors
    ///
    /// If the terminal can't be talked to.
    pub fn reenter(&mut self) -> io::Result<()> {
        // The shell may have changed the modes behind crossterm's back, if the stop came without warning.
        disable_raw_mode()?;
        take()?;
        // Not `Terminal::clear`, which asks the terminal where its cursor is: the answer would go to the thread that
        // reads the keys.
        self.terminal = Terminal::new(CrosstermBackend::new(Frames::default()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether input and output are a terminal that can show the game, otherwise what is in the way.
///
/// # Errors
///
/// What is in the way, in words.
pub fn check(terminal: Option<&str>, reads_input: bool) -> Result<(), String> {
    if !io::stdout().is_terminal() {
        return Err("the output is not a terminal".to_owned());
    }
    // Where the puzzle comes by the standard input, the keys are asked of the terminal behind it.
    if reads_input && !io::stdin().is_terminal() {
        return Err("the input is not a terminal".to_owned());
    }
    match terminal {
        Some("dumb") => Err("a terminal of type `dumb` (TERM) can't place the cursor".to_owned()),
        _ => Ok(()),
    }
}

fn take() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        Clear(ClearType::All),
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    )
}

/// Does nothing if the terminal is not taken. There is nobody to tell of errors: a terminal that is gone needs
/// nothing.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            style::SetAttribute(style::Attribute::Reset),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
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

/// Collects a frame and writes it to the terminal in one go. What is left of a frame that a panic cut short is
/// dropped: it would end up on the player's normal screen.
#[derive(Default)]
struct Frames {
    pending: Vec<u8>,
}

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let frame = std::mem::take(&mut self.pending);
        if !TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        out.write_all(&frame)?;
        out.flush()
    }
}
