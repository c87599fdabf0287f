//! The loop around model, update and view: it waits for the next event and carries out its effects.

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
use crate::outside::{self, Happening, Outside, Stop};
use crate::signals::{self, Signal};
use crate::terminal::{self, Mouse, Screen};
use crate::theme::Theme;
use crate::timings::Timings;

/// For so long after a load or a work began nothing is drawn: most are done by then, and the board just changes. Also the
/// longest that the first frame waits for its board.
const PATIENCE: Duration = Duration::from_millis(30);

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

/// Plays the game until it ends. The terminal is given back when this returns.
pub(crate) fn play(options: GameOptions, theme: Theme, began: Instant, host: impl Host) -> Result<GameEnd, GameError> {
    let (sender, receiver) = mpsc::channel();
    let timings = Timings::new(options.timings.as_deref(), began).map_err(GameError::Timings)?;
    // Before the terminal is taken, so that no signal can find it taken and unwatched.
    let told = sender.clone();
    signals::watch(true, move |signal| told.send(Happening::Signal(signal)).is_ok())?;
    let model = outside::model(&options, &host);
    let mut face = Face { keymap: options.keymap, ..Face::new(model, theme, (0, 0)) };
    let outside = Outside::new(host, options.memory, sender.clone());
    let outcomes = if options.shows_menu {
        face.start_with_menu();
        Vec::new()
    } else {
        face.start()
    };
    let screen = Screen::enter()?;
    face.screen = screen.size()?;
    let mut app =
        App { face, screen, outside, waiting: InputQueue::default(), has_mouse: options.mouse, copied: None, timings };
    let Err(stop) = app.run(outcomes, sender, &receiver);
    // Whatever ends the game, even a terminal that is lost, the game is kept.
    let left = app.tell(Input::Game(Message::Leaving));
    app.outside.end(stop, left).map(|end| GameEnd { copied: app.copied, ..end })
}

impl<H: Host> App<H> {
    fn run(
        &mut self,
        outcomes: Vec<Outcome>,
        sender: Sender<Happening>,
        receiver: &Receiver<Happening>,
    ) -> Result<Infallible, Stop> {
        self.carry_out(outcomes)?;
        watch_terminal(sender);
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
                    self.screen.draw(&self.face)?;
                    self.timings.drawn(&self.face.model, first_cause, woken);
                    is_stale = false;
                }
                // The app itself holds a sender.
                Err(RecvTimeoutError::Disconnected) => return Err(Stop::Quit),
                Ok(happening) => {
                    if !is_stale {
                        (woken, first_cause, is_stale) = (Instant::now(), cause(&happening), true);
                    }
                    self.handle(happening)?;
                }
            }
        }
    }

    fn handle(&mut self, happening: Happening) -> Result<(), Stop> {
        match happening {
            // Asked for anew each time: the size that an event carries may be of the past already.
            Happening::Terminal(Ok(Event::Resize(..))) | Happening::Signal(Signal::Resized) => self.resize(),
            Happening::Terminal(Ok(event)) if is_input(&event) => {
                let event = with_early_enter(event, &self.face.keymap);
                let kind = kind_of(&event, &self.face);
                if self.waiting.push(event, kind).is_err() {
                    let text = words::too_many_inputs(InputQueue::<Event>::MAX);
                    return self.hear(Message::Say { text, is_refusal: true });
                }
                self.handle_waiting()
            }
            Happening::Terminal(Ok(_)) | Happening::Line => Ok(()),
            Happening::Terminal(Err(error)) => Err(error.into()),
            Happening::Job(Ok(message)) => {
                self.hear(message)?;
                self.handle_waiting()
            }
            Happening::Job(Err(payload)) => resume_unwind(payload),
            // Running again, the program hears of it through the channel.
            Happening::Signal(Signal::Stop) => {
                terminal::give_back();
                Ok(signals::stop()?)
            }
            Happening::Signal(Signal::Continued) => {
                self.screen.reenter()?;
                self.resize()
            }
            Happening::Signal(Signal::End(ending)) => Err(Stop::Signal(ending)),
        }
    }

    /// Handles the input that waits, in order, as far as it does not have to wait for a job.
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

    /// Tells the game of the time, if it is time for it; returns whether the screen shows something of it.
    fn tick(&mut self) -> Result<bool, Stop> {
        let before = self.face.model.played().time.as_secs();
        let messages = self.outside.tick();
        let has_trouble = messages.len() > 1;
        for message in messages {
            self.hear(message)?;
        }
        Ok(has_trouble || self.face.model.played().time.as_secs() != before)
    }

    fn resize(&mut self) -> Result<(), Stop> {
        let (columns, rows) = self.screen.size()?;
        self.tell(Input::Resized(columns, rows))
    }

    /// Has the terminal tell of the mouse what the game needs now.
    fn listen(&mut self) -> Result<(), Stop> {
        let mouse = match (self.has_mouse, self.face.model.rules_out_first()) {
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
                    if let Some(message) = self.outside.carry_out(&self.face.model, effect)? {
                        self.hear(message)?;
                    }
                }
                Outcome::Remember(palette) => self.outside.host.remember_palette(palette),
                Outcome::Suspend => {
                    if !signals::stop_group()? {
                        let text = "Not suspended: no shell is there to bring the game back.".to_owned();
                        self.hear(Message::Say { text, is_refusal: true })?;
                    }
                }
                Outcome::Quit => return Err(Stop::Quit),
            }
        }
        Ok(())
    }
}

/// The name of the event that woke the loop, for the log of timings.
fn cause(happening: &Happening) -> &'static str {
    match happening {
        Happening::Terminal(Ok(Event::Key(_))) => "key",
        Happening::Terminal(Ok(Event::Mouse(_))) => "mouse",
        Happening::Terminal(Ok(Event::Resize(..))) => "resize",
        Happening::Terminal(Ok(_)) | Happening::Line => "terminal",
        Happening::Terminal(Err(_)) | Happening::Job(Err(_)) => "end",
        Happening::Signal(_) => "signal",
        Happening::Job(Ok(Message::Answered { .. })) => "work",
        Happening::Job(Ok(_)) => "load",
    }
}

fn watch_terminal(sender: Sender<Happening>) {
    thread::spawn(move || {
        loop {
            let event = crossterm::event::read();
            let is_last = event.is_err();
            if sender.send(Happening::Terminal(event)).is_err() || is_last {
                return;
            }
        }
    });
}
