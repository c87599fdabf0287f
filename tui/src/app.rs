//! The loop around model, update and view: it waits for the next event and carries out its effects.

use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::Event;
use game::{Effect, InputQueue, Message, words};

use crate::executor::Told;
use crate::face::{Face, Input, Outcome};
use crate::host::{End, GameError, GameOptions, Host};
use crate::keys::{input_of, is_input, kind_of, with_early_enter};
use crate::outside::{self, Had, Outside};
use crate::signals::{self, Signal};
use crate::terminal::{Mouse, Screen};
use crate::theme::Theme;
use crate::timings::Timings;

/// For so long after a load or a work began nothing is drawn: most are done by then, and the board just changes. Also the
/// longest that the first frame waits for its board.
const PATIENCE: Duration = Duration::from_millis(30);

/// What wakes the loop.
enum Happening {
    /// The terminal has something to say.
    Terminal(Event),
    /// The terminal has nothing to say any more.
    TerminalLost(io::Error),
    /// A signal has arrived.
    Signal(Signal),
    /// A job has something to say.
    Job(Told),
}

/// What the loop holds on to beside the model.
struct App<H> {
    face: Face,
    screen: Screen,
    /// Keys, clicks and pasted texts that wait for a job.
    waiting: InputQueue<Event>,
    /// Whether to listen to the mouse.
    has_mouse: bool,
    outside: Outside<H>,
    /// What the player copied last.
    copied: Option<String>,
    timings: Timings,
}

/// Plays the game until it ends. With how, it gives what is still to be told of keeping it. The terminal is given back when
/// this returns.
pub(crate) fn play(
    options: GameOptions,
    theme: Theme,
    began: Instant,
    host: impl Host,
) -> Result<(End, Option<String>), GameError> {
    let (sender, receiver) = mpsc::channel();
    let timings = Timings::new(options.timings.as_deref(), began).map_err(GameError::Timings)?;
    // Before the terminal is taken, so that no signal can find it taken and unwatched.
    signals::watch(true, sender.clone(), Happening::Signal).map_err(GameError::Terminal)?;
    let model = outside::model(&options, &host);
    let mut face = Face { keymap: options.keymap, ..Face::new(model, theme, (0, 0)) };
    let told = sender.clone();
    let outside = Outside::new(host, options.memory, move |what| {
        // Nobody listens any more if the game has ended meanwhile.
        let _ = told.send(Happening::Job(what));
    });
    let outcomes = if options.shows_menu {
        face.start_with_menu();
        Vec::new()
    } else {
        face.start()
    };
    let screen = Screen::enter().map_err(GameError::Terminal)?;
    face.screen = screen.size().map_err(GameError::Terminal)?;
    let mut app =
        App { face, screen, outside, waiting: InputQueue::default(), has_mouse: options.mouse, copied: None, timings };
    let _: ControlFlow<End> = app.carry_out(outcomes)?;
    watch_terminal(sender);
    let end = app.run(&receiver);
    // Whatever ends the game, even a terminal that is lost, the game is kept.
    let left = app.tell(Input::Game(Message::Leaving));
    app.outside.host.finish();
    end.and_then(|end| left.map(|_| (end, app.outside.host.trouble())))
}

impl<H: Host> App<H> {
    fn run(&mut self, receiver: &Receiver<Happening>) -> Result<End, GameError> {
        let mut is_stale = true;
        let mut woken = Instant::now();
        let mut first_cause = "start";
        loop {
            let is_busy = self.face.model.is_held();
            let patience = if is_busy { PATIENCE.saturating_sub(self.outside.began.elapsed()) } else { Duration::ZERO };
            // All that has already happened comes before drawing: a key held down can't outrun the screen.
            let next = receiver.recv_timeout(if is_stale { patience } else { self.outside.until_tick() });
            let is_shown = self.tick()?;
            if is_shown && !is_stale {
                (woken, first_cause, is_stale) = (Instant::now(), "time", true);
            }
            match next {
                // Only the time has passed.
                Err(RecvTimeoutError::Timeout) if !is_stale => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.listen()?;
                    self.screen.draw(&self.face).map_err(GameError::Terminal)?;
                    self.timings.drawn(&self.face.model, first_cause, woken);
                    is_stale = false;
                }
                // The app itself holds a sender.
                Err(RecvTimeoutError::Disconnected) => return Ok(End::Quit(self.copied.take())),
                Ok(happening) => {
                    if !is_stale {
                        woken = Instant::now();
                        first_cause = happening.name();
                    }
                    is_stale = true;
                    if let ControlFlow::Break(end) = self.handle(happening)? {
                        return Ok(end);
                    }
                }
            }
        }
    }

    fn handle(&mut self, happening: Happening) -> Result<ControlFlow<End>, GameError> {
        let input = match happening {
            // Asked for anew each time: the size that an event carries may be of the past already.
            Happening::Terminal(Event::Resize(..)) | Happening::Signal(Signal::Resized) => Some(self.resized()?),
            Happening::Terminal(event) if !is_input(&event) => None,
            Happening::Terminal(event) => {
                let event = with_early_enter(event, &self.face.keymap);
                let kind = kind_of(&event, &self.face);
                if self.waiting.push(event, kind).is_err() {
                    let text = words::too_many_inputs(InputQueue::<Event>::MAX);
                    return self.tell(Input::Game(Message::Say { text, is_refusal: true }));
                }
                return self.handle_waiting();
            }
            Happening::Job(Ok(message)) => {
                let flow = self.tell(Input::Game(message))?;
                return if flow.is_break() { Ok(flow) } else { self.handle_waiting() };
            }
            Happening::TerminalLost(error) => return Err(GameError::Terminal(error)),
            Happening::Job(Err(payload)) => resume_unwind(payload),
            Happening::Signal(Signal::Stop) => {
                self.screen.leave();
                signals::stop().map_err(GameError::Terminal)?;
                // Running again; that it is so is on its way through the channel.
                None
            }
            Happening::Signal(Signal::Continued) => {
                self.screen.reenter().map_err(GameError::Terminal)?;
                Some(self.resized()?)
            }
            Happening::Signal(Signal::End(ending)) => return Ok(ControlFlow::Break(End::Signal(ending))),
        };
        input.map_or(Ok(ControlFlow::Continue(())), |input| self.tell(input))
    }

    /// Handles the input that waits, in order, as far as it does not have to wait for a job.
    fn handle_waiting(&mut self) -> Result<ControlFlow<End>, GameError> {
        while let Some(event) = self.waiting.next(&self.face.model, |event| kind_of(event, &self.face)) {
            let flow = input_of(&event, &self.face).map(|input| self.tell(input)).transpose()?;
            if let Some(end @ ControlFlow::Break(_)) = flow {
                return Ok(end);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn tell(&mut self, input: Input) -> Result<ControlFlow<End>, GameError> {
        let outcomes = self.face.update(input);
        self.carry_out(outcomes)
    }

    /// Tells the game of the time, if it is time for it; returns whether the screen shows something of it.
    fn tick(&mut self) -> Result<bool, GameError> {
        let seconds = |app: &App<H>| app.face.model.played().time.as_secs();
        let before = seconds(self);
        let messages = self.outside.tick();
        let has_trouble = messages.len() > 1;
        for message in messages {
            self.hear(message)?;
        }
        Ok(has_trouble || seconds(self) != before)
    }

    /// Tells the game of something that can't end it.
    fn hear(&mut self, message: Message) -> Result<(), GameError> {
        self.tell(Input::Game(message)).map(|_: ControlFlow<End>| ())
    }

    fn resized(&self) -> Result<Input, GameError> {
        let (columns, rows) = self.screen.size().map_err(GameError::Terminal)?;
        Ok(Input::Resized(columns, rows))
    }

    /// Has the terminal tell of the mouse what the game needs now.
    fn listen(&mut self) -> Result<(), GameError> {
        let mouse = match (self.has_mouse, self.face.model.rules_out_first()) {
            (false, _) => Mouse::Off,
            (true, false) => Mouse::Clicks,
            (true, true) => Mouse::Drags,
        };
        self.screen.listen(mouse).map_err(GameError::Terminal)
    }

    fn carry_out(&mut self, outcomes: Vec<Outcome>) -> Result<ControlFlow<End>, GameError> {
        for outcome in outcomes {
            match outcome {
                Outcome::Game(effect) => self.have(effect)?,
                Outcome::Remember(palette) => self.outside.host.remember_palette(palette),
                Outcome::Suspend => {
                    if !signals::stop_group().map_err(GameError::Terminal)? {
                        return self.tell(Input::CannotSuspend);
                    }
                }
                Outcome::Quit => return Ok(ControlFlow::Break(End::Quit(self.copied.take()))),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Has an effect of the game.
    fn have(&mut self, effect: Effect) -> Result<(), GameError> {
        match self.outside.have(&self.face.model, effect)? {
            Had::Done => Ok(()),
            Had::Tell(message) => self.hear(message),
            Had::Copy(text) => {
                self.screen.copy(&text).map_err(GameError::Terminal)?;
                self.copied = Some(text);
                Ok(())
            }
        }
    }
}

impl Happening {
    /// For the log of timings.
    fn name(&self) -> &'static str {
        match self {
            Happening::Terminal(Event::Key(_)) => "key",
            Happening::Terminal(Event::Mouse(_)) => "mouse",
            Happening::Terminal(Event::Resize(..)) => "resize",
            Happening::Terminal(_) => "terminal",
            Happening::TerminalLost(_) | Happening::Job(Err(_)) => "end",
            Happening::Signal(_) => "signal",
            Happening::Job(Ok(Message::Answered { .. })) => "work",
            Happening::Job(Ok(_)) => "load",
        }
    }
}

fn watch_terminal(sender: Sender<Happening>) {
    thread::spawn(move || {
        loop {
            let happening = match crossterm::event::read() {
                Ok(event) => Happening::Terminal(event),
                Err(error) => Happening::TerminalLost(error),
            };
            let is_last = matches!(happening, Happening::TerminalLost(_));
            if sender.send(happening).is_err() || is_last {
                return;
            }
        }
    });
}
