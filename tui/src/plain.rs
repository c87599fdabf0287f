//! The game line by line: commands in, sentences out.

use std::convert::Infallible;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use game::{Dialogue, Effect, InputQueue, Message, Model, words};

use crate::host::{GameEnd, GameError, GameOptions, Host};
use crate::outside::{self, Happening, Outside, Stop};
use crate::signals::{self, Signal};

/// For so long it is not said that something takes long.
const PATIENCE: Duration = Duration::from_secs(1);

struct PlainGame<H> {
    model: Model,
    dialogue: Dialogue,
    outside: Outside<H>,
    heard: Receiver<Happening>,
    /// The lines of the player, in order. They wait here for a job.
    lines: Receiver<String>,
    /// Whether somebody types at a terminal, and is shown that it is their turn.
    has_prompt: bool,
}

/// Plays the game until it ends.
pub(crate) fn play(options: GameOptions, host: impl Host) -> Result<GameEnd, GameError> {
    let (sender, heard) = mpsc::channel();
    let told = sender.clone();
    signals::watch(false, move |signal| told.send(Happening::Signal(signal)).is_ok())?;
    let model = outside::model(&options, &host);
    let outside = Outside::new(host, options.memory, sender.clone());
    let lines = watch_lines(sender);
    let has_prompt = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut plain = PlainGame { model, dialogue: Dialogue::default(), outside, heard, lines, has_prompt };
    let Err(stop) = plain.run(options.shows_menu);
    // Whatever ends the game, it is kept.
    let left = plain.hear(Message::Leaving);
    plain.outside.end(stop, left)
}

impl<H: Host> PlainGame<H> {
    fn run(&mut self, shows_menu: bool) -> Result<Infallible, Stop> {
        if shows_menu {
            self.model.start_with_menu();
        } else {
            let effects = self.model.start();
            self.carry_out(effects)?;
            self.settle()?;
        }
        let said = self.dialogue.greeting(&self.model);
        self.say(&said)?;
        loop {
            self.turn()?;
        }
    }

    /// Hears a line, has it done, and answers.
    fn turn(&mut self) -> Result<(), Stop> {
        let line = loop {
            match self.lines.try_recv() {
                Ok(line) => break line,
                Err(TryRecvError::Disconnected) => return Err(Stop::Quit),
                Err(TryRecvError::Empty) => self.next()?,
            }
        };
        match self.dialogue.hear(&self.model, &line) {
            None => return Err(Stop::Quit),
            Some(messages) => {
                for message in messages {
                    self.hear(message)?;
                    self.settle()?;
                }
            }
        }
        let said = self.dialogue.answer(&self.model);
        self.say(&said)
    }

    /// Waits until what has begun is done.
    fn settle(&mut self) -> Result<(), Stop> {
        let mut is_told = false;
        while self.model.is_held() {
            if !is_told && self.outside.began.elapsed() > PATIENCE {
                is_told = true;
                let loading = self.model.loading();
                let what =
                    loading.map_or(words::working().to_owned(), |it| words::building(&self.model, it, "by") + " ...");
                self.write(&format!("{what}\n"))?;
            }
            self.next()?;
        }
        Ok(())
    }

    /// Waits until something happens or it is time to tell the game of the time, and tells the game.
    fn next(&mut self) -> Result<(), Stop> {
        for message in self.outside.tick() {
            self.hear(message)?;
        }
        match self.heard.recv_timeout(self.outside.until_tick()) {
            Ok(Happening::Job(Ok(message))) => self.hear(message),
            Ok(Happening::Job(Err(payload))) => resume_unwind(payload),
            Ok(Happening::Signal(Signal::End(ending))) => Err(Stop::Signal(ending)),
            // The lines are in a channel of their own, and the other signals are for screens.
            Ok(_) | Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => Err(Stop::Quit),
        }
    }

    fn hear(&mut self, message: Message) -> Result<(), Stop> {
        let effects = self.model.update(message);
        self.carry_out(effects)
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Result<(), Stop> {
        for effect in effects {
            if let Effect::Copy(text) = &effect {
                self.write(&format!("{text}\n"))?;
            }
            if let Some(message) = self.outside.carry_out(&self.model, effect)? {
                self.hear(message)?;
            }
        }
        Ok(())
    }

    fn say(&self, lines: &[String]) -> Result<(), Stop> {
        lines.iter().try_for_each(|line| self.write(&format!("{line}\n")))?;
        if self.has_prompt { self.write("> ") } else { Ok(()) }
    }

    fn write(&self, text: &str) -> Result<(), Stop> {
        let mut out = io::stdout();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // Nobody listens any more: that is how whoever reads along ends a game.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Stop::Quit),
            written => Ok(written?),
        }
    }
}

/// The most bytes of a line. A longer one is taken for several, of which none is a command.
const LONGEST_LINE: u64 = 1 << 16;

/// Reads the player's lines. No more than [`InputQueue::MAX`] wait: the others stay where they come from.
fn watch_lines(sender: Sender<Happening>) -> Receiver<String> {
    let (lines, said) = mpsc::sync_channel(InputQueue::<String>::MAX);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        // What can't be read is no more to be said than what was not.
        while input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if lines.send(text).is_err() || sender.send(Happening::Line).is_err() {
                return;
            }
        }
        drop(lines);
        // Nobody listens any more if the game has ended meanwhile.
        let _ = sender.send(Happening::Line);
    });
    said
}
