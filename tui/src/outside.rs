//! The effects of the game, carried out for both faces in the terminal: the screen and the plain game.

use std::time::{Duration, Instant, SystemTime};

use game::{Effect, Message, Model};

use crate::executor::{Executor, Told};
use crate::host::{GameError, GameOptions, Host};

/// How often the game is told of the time. It asks to be kept then: no more than a second is to be lost, and a busy disk
/// takes a part of it.
pub(crate) const TICK: Duration = Duration::from_millis(250);

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

/// What came of an effect.
pub(crate) enum Had {
    /// It is done, or under way.
    Done,
    /// The game is to be told of it.
    Tell(Message),
    /// This text is to be put where the player can paste it.
    Copy(String),
}

impl<H: Host> Outside<H> {
    /// The world outside; what jobs have to say is told on any thread. They take so many bytes of memory at most.
    pub(crate) fn new(host: H, memory: usize, tell: impl Fn(Told) + Send + Sync + 'static) -> Outside<H> {
        let now = Instant::now();
        Outside { host, executor: Executor::new(memory, tell), began: now, told: now }
    }

    /// Has an effect of the game.
    pub(crate) fn have(&mut self, model: &Model, effect: Effect) -> Result<Had, GameError> {
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
            Effect::Copy(text) => return Ok(Had::Copy(text)),
            Effect::Write { file, text, overwrites } => {
                let (text, is_refusal) = match self.host.write(&file, &text, overwrites) {
                    Ok(()) => (format!("Written to {file}."), false),
                    Err(why) => (format!("Not written: {why}."), true),
                };
                return Ok(Had::Tell(Message::Say { text, is_refusal }));
            }
            Effect::Read(text) => {
                return Ok(Had::Tell(match self.host.read(&text) {
                    Ok(opened) => Message::Opened(Box::new(opened)),
                    Err(why) => Message::NotRead(why.map(|why| why.to_string())),
                }));
            }
            Effect::Open(number) => {
                return Ok(Had::Tell(match self.host.open(number) {
                    Ok(opened) => Message::Opened(Box::new(opened)),
                    Err(why) => Message::Say { text: format!("That can't be played: {why}."), is_refusal: true },
                }));
            }
            Effect::Fail(error) => return Err(GameError::Load(error)),
        }
        Ok(Had::Done)
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
