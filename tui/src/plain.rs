//! The game without a screen, line by line: commands in, sentences out.

use std::convert::Infallible;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use game::{Dialogue, Effect, InputQueue, Message, Model, words};

use crate::host::{GameEnd, GameError, GameOptions, Host};
use crate::outside::{self, LoopEvent, Outside, Stop};
use crate::signals::{self, Signal};

/// The time after which the player is told of a running job.
const PATIENCE: Duration = Duration::from_secs(1);

struct PlainGame<H> {
    model: Model,
    dialogue: Dialogue,
    outside: Outside<H>,
    events: Receiver<LoopEvent>,
    /// The lines of the player, in order, which wait here while a job runs.
    lines: Receiver<String>,
    /// `true` if input and output are a terminal, so that the player sees a prompt.
    has_prompt: bool,
}

/// Plays line by line until the game ends.
pub(crate) fn play(options: GameOptions, mut host: impl Host) -> Result<GameEnd, GameError> {
    let (sender, events) = mpsc::channel();
    let signals = sender.clone();
    signals::watch(false, move |signal| signals.send(LoopEvent::Signal(signal)).is_ok())?;
    let mut model = outside::model(&options, &mut host);
    // A command typed in full needs no confirmation.
    model.preferences.asks_before_help = false;
    let outside = Outside::new(host, options.memory, sender.clone());
    let lines = watch_lines(sender);
    let has_prompt = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut plain = PlainGame { model, dialogue: Dialogue::default(), outside, events, lines, has_prompt };
    let Err(stop) = plain.run(options.shows_menu);
    // The game is saved however it ends.
    let left = plain.hear(Message::Leaving);
    plain.outside.end(stop, left)
}

impl<H: Host> PlainGame<H> {
    fn run(&mut self, shows_menu: bool) -> Result<Infallible, Stop> {
        let effects = if shows_menu { self.model.start_with_menu() } else { self.model.start() };
        self.carry_out(effects)?;
        self.finish_jobs()?;
        let greeting = self.dialogue.greeting(&self.model);
        self.say(&greeting)?;
        loop {
            self.turn()?;
        }
    }

    /// Waits for a line, carries it out, and answers.
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
                    self.finish_jobs()?;
                }
            }
        }
        let answer = self.dialogue.answer(&self.model);
        self.say(&answer)
    }

    /// Handles events until the jobs that hold up the game are done.
    fn finish_jobs(&mut self) -> Result<(), Stop> {
        let mut is_told = false;
        while self.model.is_held() {
            if !is_told && self.outside.began.elapsed() > PATIENCE {
                is_told = true;
                let loading = self.model.loading();
                let text =
                    loading.map_or(words::working().to_owned(), |it| words::building(&self.model, it, "by") + " ...");
                self.write(&format!("{text}\n"))?;
            }
            self.next()?;
        }
        Ok(())
    }

    /// Waits for the next event or tick, and handles it.
    fn next(&mut self) -> Result<(), Stop> {
        for message in self.outside.tick(&mut self.model) {
            self.hear(message)?;
        }
        match self.events.recv_timeout(self.outside.until_tick()) {
            Ok(LoopEvent::Job(Ok(message))) => self.hear(message),
            Ok(LoopEvent::Job(Err(payload))) => resume_unwind(payload),
            Ok(LoopEvent::Signal(Signal::End(ending))) => Err(Stop::Signal(ending)),
            // The player's input comes by another channel, and a plain game needs none of the other signals: they are
            // about the screen.
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
            // A program that reads the output ends the game by closing the pipe.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Stop::Quit),
            written => Ok(written?),
        }
    }
}

/// The maximum length of a line in bytes; a longer line is split.
const MAX_LINE: u64 = 1 << 16;

/// Reads the player's lines on a new thread. At most [`InputQueue::MAX`] lines wait in the channel; further lines stay
/// in the standard input.
fn watch_lines(sender: Sender<LoopEvent>) -> Receiver<String> {
    let (lines, receiver) = mpsc::sync_channel(InputQueue::<String>::MAX);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        // A read error ends the game as the end of the input does.
        while input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if lines.send(text).is_err() || sender.send(LoopEvent::Line).is_err() {
                return;
            }
        }
        drop(lines);
        // `send` fails only if the game has ended meanwhile.
        let _ = sender.send(LoopEvent::Line);
    });
    receiver
}
