//! The effects of the game, carried out for the screen and for the plain game.

use std::error::Error;
use std::io;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant, SystemTime};

use crossterm::event::Event;
use game::{Assist, Effect, Message, Model, words};

use crate::executor::{Executor, JobOutcome};
use crate::host::{GameEnd, GameError, GameOptions, Host};
use crate::signals::{Ending, Signal};

/// The interval at which the game is told the elapsed time. If the game has changed, it then saves itself. A crash
/// loses at most a second of play, including the delay of a slow disk.
pub(crate) const TICK: Duration = Duration::from_millis(250);

/// An event for which the event loop waits.
pub(crate) enum LoopEvent {
    /// An event of the terminal, or the error after which no more events come.
    Terminal(io::Result<Event>),
    /// A new line in the channel of the plain game, or the end of its input.
    Line,
    /// A signal that the operating system has sent to the program.
    Signal(Signal),
    /// The [`JobOutcome`] of a job.
    Job(JobOutcome),
}

/// The cause that ends the event loop.
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

/// The surroundings of the game, which carry out its effects: threads for the jobs, and the [`Host`] for storage.
pub(crate) struct Outside<H> {
    pub(crate) host: H,
    executor: Executor,
    /// The time at which the latest job began. The screen draws its next frame a short time later, when a quick job has
    /// already ended.
    pub(crate) began: Instant,
    /// The time at which [`Outside::tick`] last sent the elapsed time to the game.
    last_tick: Instant,
}

impl<H: Host> Outside<H> {
    /// Creates the [`Executor`] that runs the jobs. The jobs send their messages to `sender`, and each job may use
    /// `memory` bytes.
    pub(crate) fn new(host: H, memory: usize, sender: Sender<LoopEvent>) -> Outside<H> {
        let tell = move |outcome| {
            // `send` fails only if the game has ended meanwhile.
            let _ = sender.send(LoopEvent::Job(outcome));
        };
        let now = Instant::now();
        Outside { host, executor: Executor::new(memory, tell), began: now, last_tick: now }
    }

    /// Carries out an effect of the game, and returns the message that tells the game the result, if there is one.
    /// [`Effect::Copy`] is ignored: the screen and the plain game copy in different ways.
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
            Effect::Set { name, value } => {
                if let Err(why) = self.host.set(name, value) {
                    let text = format!("The setting is not saved and ends with this game: {why}.");
                    return Ok(Some(Message::Say { text, is_refusal: true }));
                }
            }
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
                    Err(why) => Message::Say { text: format!("The puzzle can't be played: {why}."), is_refusal: true },
                }));
            }
            Effect::Rename { saved, title } => {
                return Ok(Some(said(self.host.rename(&saved, &title), words::RENAMED)));
            }
            Effect::Delete(name) => return Ok(Some(said(self.host.delete(&name), words::DELETED))),
            Effect::Restore => return Ok(Some(said(self.host.restore(), words::RESTORED))),
            Effect::ListChoices => {
                self.host.draw_menu();
                return Ok(Some(Message::Choices(self.host.menu())));
            }
            Effect::Fail(error) => return Err(GameError::Load(error)),
        }
        Ok(None)
    }

    /// Returns the time until the next [`TICK`].
    pub(crate) fn until_tick(&self) -> Duration {
        TICK.saturating_sub(self.last_tick.elapsed())
    }

    /// Returns the messages of a tick, if a tick is due: the elapsed time, then the sentence of [`Host::trouble`] and
    /// the choices of [`Host::changed_menu`], if there are any.
    pub(crate) fn tick(&mut self, model: &mut Model) -> Vec<Message> {
        if self.last_tick.elapsed() < TICK {
            return Vec::new();
        }
        model.today = self.host.today();
        let now = Instant::now();
        let passed = Message::Elapsed(now.duration_since(std::mem::replace(&mut self.last_tick, now)));
        let trouble = self.host.trouble().map(|text| Message::Say { text, is_refusal: true });
        let choices = self.host.changed_menu().map(Message::Choices);
        [passed].into_iter().chain(trouble).chain(choices).collect()
    }

    /// Blocks until [`Host::finish`] returns, then returns the outcome of the game. `stop` is the cause that ended the
    /// event loop. `left` is the result of the final [`Message::Leaving`], which saves the game.
    ///
    /// # Errors
    ///
    /// The error in `stop`, or else the error in `left`.
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

/// Returns the message about the outcome of a change: `done`, or the reason why it failed.
fn said(outcome: Result<(), Box<dyn Error>>, done: &str) -> Message {
    match outcome {
        Ok(()) => Message::Say { text: done.to_owned(), is_refusal: false },
        Err(why) => Message::Say { text: format!("Nothing was changed: {why}."), is_refusal: true },
    }
}

/// Returns the [`Model`] of a game that has not begun, with these options.
pub(crate) fn model(options: &GameOptions, host: &mut impl Host) -> Model {
    let assist = options.assist.unwrap_or_else(|| Assist::usual(&*options.catalogue));
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let mut model = Model::new(options.catalogue.clone(), options.number, options.puzzle.clone())
        .with_clock(options.has_clock)
        .with_marks(options.marks.clone())
        .with_assist(assist)
        .with_seed(since_1970.as_nanos() as u64);
    (model.preferences, model.statistics, model.today) = (options.preferences, host.statistics(), host.today());
    model.options = options.settings.clone();
    model.shows_trees = true;
    // In the dialogue, the player names choices without opening the menu, so the choices are listed now. The screen
    // begins sooner without them, and lists them when the menu opens.
    if options.is_plain {
        model.choices = host.menu();
    } else {
        model.lists_choices_late = host.has_menu();
    }
    model
}
