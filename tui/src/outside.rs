//! The effects of the game, carried out for both faces in the terminal: the screen and the plain game.

use std::io;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant, SystemTime};

use crossterm::event::Event;
use game::{Effect, Message, Model};

use crate::executor::{Executor, JobOutcome};
use crate::host::{GameEnd, GameError, GameOptions, Host};
use crate::signals::{Ending, Signal};

/// How often the game is told of the time. It asks to be kept then: no more than a second is to be lost, and a busy disk
/// takes a part of it.
pub(crate) const TICK: Duration = Duration::from_millis(250);

/// An event that wakes the loop of a face.
pub(crate) enum Happening {
    /// The terminal has something to say, or can't say anything any more.
    Terminal(io::Result<Event>),
    /// The player of the plain game has said something, or has nothing more to say.
    Line,
    /// A signal has arrived.
    Signal(Signal),
    /// A job has something to say.
    Job(JobOutcome),
}

/// Why the loop of a face ends.
pub(crate) enum Stop {
    /// The player quits.
    Quit,
    /// A signal ends the program.
    Signal(Ending),
    Error(GameError),
}

impl<E: Into<GameError>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Error(error.into())
    }
}

/// The world outside of the game: threads for what takes long, and whoever keeps things.
pub(crate) struct Outside<H> {
    /// Whoever keeps things.
    pub(crate) host: H,
    executor: Executor,
    /// When the latest job began.
    pub(crate) began: Instant,
    /// When the game was last told of the time.
    told: Instant,
}

impl<H: Host> Outside<H> {
    /// The world outside; what jobs have to say goes to `sender`. They take so many bytes of memory at most.
    pub(crate) fn new(host: H, memory: usize, sender: Sender<Happening>) -> Outside<H> {
        let tell = move |told| {
            // Nobody listens any more if the game has ended meanwhile.
            let _ = sender.send(Happening::Job(told));
        };
        let now = Instant::now();
        Outside { host, executor: Executor::new(memory, tell), began: now, told: now }
    }

    /// Carries out an effect of the game, but for copying, for which each face has a way of its own. Returns what the game
    /// is to be told of it.
    pub(crate) fn carry_out(&mut self, model: &Model, effect: Effect) -> Result<Option<Message>, GameError> {
        match effect {
            Effect::Run(job) => {
                self.began = Instant::now();
                self.executor.run(job);
            }
            Effect::Cancel(ticket) => self.executor.cancel(ticket),
            Effect::Remember(assist) => self.host.remember(assist, model.catalogue().is_by_size()),
            Effect::Keep(save) => self.host.keep(*save),
            Effect::Record(solve) => self.host.record(&solve),
            Effect::RememberClock(is_on) => self.host.remember_clock(is_on),
            Effect::Copy(_) => {}
            Effect::Write { file, text, overwrites } => {
                let (text, is_refusal) = match self.host.write(&file, &text, overwrites) {
                    Ok(()) => (format!("Written to {file}."), false),
                    Err(why) => (format!("Not written: {why}."), true),
                };
                return Ok(Some(Message::Say { text, is_refusal }));
            }
            Effect::Read(text) => {
                return Ok(Some(match self.host.read(&text) {
                    Ok(opened) => Message::Opened(Box::new(opened)),
                    Err(why) => Message::NotRead(why.map(|why| why.to_string())),
                }));
            }
            Effect::Open(number) => {
                return Ok(Some(match self.host.open(number) {
                    Ok(opened) => Message::Opened(Box::new(opened)),
                    Err(why) => Message::Say { text: format!("That can't be played: {why}."), is_refusal: true },
                }));
            }
            Effect::Fail(error) => return Err(GameError::Load(error)),
        }
        Ok(None)
    }

    /// How long the game has still not to be told of the time.
    pub(crate) fn until_tick(&self) -> Duration {
        TICK.saturating_sub(self.told.elapsed())
    }

    /// What the game is to be told if it is time for it: of the time, and of what went wrong meanwhile.
    pub(crate) fn tick(&mut self) -> Vec<Message> {
        if self.told.elapsed() < TICK {
            return Vec::new();
        }
        let now = Instant::now();
        let passed = Message::Elapsed(now.duration_since(std::mem::replace(&mut self.told, now)));
        let trouble = self.host.trouble().map(|text| Message::Say { text, is_refusal: true });
        [passed].into_iter().chain(trouble).collect()
    }

    /// Waits until the game that was left is kept, and tells how it ended.
    pub(crate) fn end(&mut self, stop: Stop, left: Result<(), Stop>) -> Result<GameEnd, GameError> {
        self.host.finish();
        let signal = match (stop, left) {
            (Stop::Error(error), _) | (_, Err(Stop::Error(error))) => return Err(error),
            (Stop::Signal(signal), _) => Some(signal),
            (Stop::Quit, _) => None,
        };
        Ok(GameEnd { signal, copied: None, trouble: self.host.trouble() })
    }
}

/// The game before anything has happened.
pub(crate) fn model(options: &GameOptions, host: &impl Host) -> Model {
    let assist = options.assist.unwrap_or_else(|| options.catalogue.usual_assist());
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let model = Model::new(options.catalogue.clone(), options.number, options.puzzle.clone());
    let model = if options.has_clock { model } else { model.without_clock() };
    let model = match &options.marks {
        Some(marks) => model.with_marks(marks.clone()),
        None => model,
    };
    model
        .with_statistics(host.statistics())
        .with_menu(host.menu())
        .with_manner(options.manner)
        .with_assist(assist)
        .with_seed(since_1970.as_nanos() as u64)
}
