//! The event loop of the screen: it waits for an event, updates the state, carries out the effects, and draws.

use std::convert::Infallible;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::Event;
use game::{Effect, InputQueue, Message, words};

use crate::face::{Face, Input, Outcome};
use crate::host::{GameEnd, GameError, GameOptions, Host};
use crate::keys::{input_of, is_input, kind_of, with_early_enter};
use crate::outside::{self, LoopEvent, Outside, Stop};
use crate::signals::{self, Signal};
use crate::terminal::{self, Mouse, Screen};
use crate::theme::Theme;
use crate::timings::Timings;

/// The maximum time for which a new frame, even the first, waits for a job that has just begun. Most jobs end sooner,
/// so that no progress bar flickers.
const PATIENCE: Duration = Duration::from_millis(30);

struct App<H> {
    face: Face,
    screen: Screen,
    /// The keys, clicks and pasted texts that wait for a job; see [`InputQueue`].
    waiting: InputQueue<Event>,
    has_mouse: bool,
    outside: Outside<H>,
    copied: Option<String>,
    timings: Timings,
}

/// Plays on the screen until the game ends, then restores the terminal. The log of `--timings` measures the first frame
/// from `began`.
pub(crate) fn play(
    options: GameOptions,
    theme: Theme,
    began: Instant,
    mut host: impl Host,
) -> Result<GameEnd, GameError> {
    let (sender, receiver) = mpsc::channel();
    let timings = Timings::new(options.timings.as_deref(), began).map_err(GameError::Timings)?;
    // The watch for signals begins before [`Screen::enter`], so that no signal ends the program without restoring the
    // terminal.
    let signals = sender.clone();
    signals::watch(true, move |signal| signals.send(LoopEvent::Signal(signal)).is_ok())?;
    let model = outside::model(&options, &mut host);
    let mut face = Face { keymap: options.keymap, ..Face::new(model, theme, (0, 0)) };
    // An animation without colours could only make text bold and normal again, so it is switched off.
    face.model.preferences.is_still |= !theme.has_colours();
    let outside = Outside::new(host, options.memory, sender.clone());
    let outcomes = if options.shows_menu {
        face.model.start_with_menu().into_iter().map(Outcome::Game).collect()
    } else {
        face.start()
    };
    let screen = Screen::enter()?;
    face.screen = screen.size()?;
    let mut app =
        App { face, screen, outside, waiting: InputQueue::default(), has_mouse: options.mouse, copied: None, timings };
    let Err(stop) = app.run(outcomes, sender, &receiver);
    // The game is saved however it ends, even if the terminal is lost.
    let left = app.tell(Input::Game(Message::Leaving));
    app.outside.end(stop, left).map(|end| GameEnd { copied: app.copied, ..end })
}

impl<H: Host> App<H> {
    fn run(
        &mut self,
        outcomes: Vec<Outcome>,
        sender: Sender<LoopEvent>,
        receiver: &Receiver<LoopEvent>,
    ) -> Result<Infallible, Stop> {
        self.carry_out(outcomes)?;
        watch_terminal(sender);
        let mut is_stale = true;
        let mut woken = Instant::now();
        let mut first_cause = "start";
        loop {
            let is_busy = self.face.model.is_held();
            let patience = if is_busy { PATIENCE.saturating_sub(self.outside.began.elapsed()) } else { Duration::ZERO };
            // Handle all waiting events before drawing, so that the screen keeps up with a key held down.
            let next = receiver.recv_timeout(if is_stale { patience } else { self.outside.until_tick() });
            let is_shown = self.tick()?;
            if is_shown && !is_stale {
                (woken, first_cause, is_stale) = (Instant::now(), "time", true);
            }
            match next {
                // No event has arrived, and the screen is up to date: only the clock has advanced.
                Err(RecvTimeoutError::Timeout) if !is_stale => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.listen()?;
                    self.screen.draw(&self.face)?;
                    self.timings.drawn(&self.face.model, first_cause, woken);
                    is_stale = false;
                }
                // This never happens, since the app itself holds a sender.
                Err(RecvTimeoutError::Disconnected) => return Err(Stop::Quit),
                Ok(event) => {
                    if !is_stale {
                        (woken, first_cause, is_stale) = (Instant::now(), cause(&event), true);
                    }
                    self.handle(event)?;
                }
            }
        }
    }

    fn handle(&mut self, event: LoopEvent) -> Result<(), Stop> {
        match event {
            // Ask for the size again, because the size in an event may be out of date.
            LoopEvent::Terminal(Ok(Event::Resize(..))) | LoopEvent::Signal(Signal::Resized) => self.resize(),
            LoopEvent::Terminal(Ok(event)) if is_input(&event) => {
                let event = with_early_enter(event, &self.face.keymap);
                let kind = kind_of(&event, &self.face);
                if self.waiting.push(event, kind).is_err() {
                    let text = words::too_many_inputs(InputQueue::<Event>::MAX);
                    return self.hear(Message::Say { text, is_refusal: true });
                }
                self.handle_waiting()
            }
            LoopEvent::Terminal(Ok(_)) | LoopEvent::Line => Ok(()),
            LoopEvent::Terminal(Err(error)) => Err(error.into()),
            LoopEvent::Job(Ok(message)) => {
                self.hear(message)?;
                self.handle_waiting()
            }
            LoopEvent::Job(Err(payload)) => resume_unwind(payload),
            // When the shell continues the program, `Signal::Continued` arrives.
            LoopEvent::Signal(Signal::Stop) => {
                terminal::give_back();
                Ok(signals::stop()?)
            }
            LoopEvent::Signal(Signal::Continued) => {
                self.screen.reenter()?;
                self.resize()
            }
            LoopEvent::Signal(Signal::End(ending)) => Err(Stop::Signal(ending)),
        }
    }

    /// Handles the input in `waiting` in order, up to the first input that has to wait for a job.
    fn handle_waiting(&mut self) -> Result<(), Stop> {
        while let Some(event) = self.waiting.next(&self.face.model, |event| kind_of(event, &self.face)) {
            if let Some(input) = input_of(&event, &self.face) {
                self.tell(input)?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, input: Input) -> Result<(), Stop> {
        let outcomes = self.face.update(input);
        self.carry_out(outcomes)
    }

    fn hear(&mut self, message: Message) -> Result<(), Stop> {
        self.tell(Input::Game(message))
    }

    /// Sends the game the messages of a tick, if a tick is due; returns `true` if they change the screen.
    fn tick(&mut self) -> Result<bool, Stop> {
        let before = self.face.model.attempt().time.as_secs();
        let messages = self.outside.tick(&mut self.face.model);
        let has_trouble = messages.len() > 1;
        let is_animated = !messages.is_empty() && self.face.model.is_animated();
        for message in messages {
            self.hear(message)?;
        }
        Ok(has_trouble || is_animated || self.face.model.attempt().time.as_secs() != before)
    }

    fn resize(&mut self) -> Result<(), Stop> {
        let (columns, rows) = self.screen.size()?;
        self.tell(Input::Resized(columns, rows))
    }

    /// Switches on the [`Mouse`] events that the game needs now.
    fn listen(&mut self) -> Result<(), Stop> {
        let drags = self.face.model.rules_out_first() || self.face.model.board().has_values();
        let mouse = match (self.has_mouse, drags) {
            (false, _) => Mouse::Off,
            (true, false) => Mouse::Clicks,
            (true, true) => Mouse::Drags,
        };
        Ok(self.screen.listen(mouse)?)
    }

    fn carry_out(&mut self, outcomes: Vec<Outcome>) -> Result<(), Stop> {
        for outcome in outcomes {
            match outcome {
                Outcome::Game(Effect::Copy(text)) => {
                    self.screen.copy(&text)?;
                    self.copied = Some(text);
                }
                Outcome::Game(effect) => {
                    if let Effect::Set { name: "mouse", value } = effect {
                        self.has_mouse = value == "true";
                    }
                    if let Some(message) = self.outside.carry_out(&self.face.model, effect)? {
                        self.hear(message)?;
                    }
                }
                Outcome::Remember(palette) => self.outside.host.remember_palette(palette),
                Outcome::Suspend => {
                    if !signals::stop_group()? {
                        let text =
                            "Not suspended: the game was not started from a shell that could resume it.".to_owned();
                        self.hear(Message::Say { text, is_refusal: true })?;
                    }
                }
                Outcome::Quit => return Err(Stop::Quit),
            }
        }
        Ok(())
    }
}

/// Returns the name of the event that woke the loop, for the log of `--timings`.
fn cause(event: &LoopEvent) -> &'static str {
    match event {
        LoopEvent::Terminal(Ok(Event::Key(_))) => "key",
        LoopEvent::Terminal(Ok(Event::Mouse(_))) => "mouse",
        LoopEvent::Terminal(Ok(Event::Resize(..))) => "resize",
        LoopEvent::Terminal(Ok(_)) | LoopEvent::Line => "terminal",
        LoopEvent::Terminal(Err(_)) | LoopEvent::Job(Err(_)) => "end",
        LoopEvent::Signal(_) => "signal",
        LoopEvent::Job(Ok(Message::Answered { .. })) => "work",
        LoopEvent::Job(Ok(_)) => "load",
    }
}

fn watch_terminal(sender: Sender<LoopEvent>) {
    thread::spawn(move || {
        loop {
            let event = crossterm::event::read();
            let is_last = event.is_err();
            if sender.send(LoopEvent::Terminal(event)).is_err() || is_last {
                return;
            }
        }
    });
}
