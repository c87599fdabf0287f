//! The game of a page: it handles messages, and answers with changes to draw and effects to carry out.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use bdd_core::Budget;
use game::keys::Command;
use game::{
    Action, Assist, Effect, GameProgress, InputKind, InputPurpose, InputQueue, Job, MenuChoice, MenuTarget, Message,
    Mode, Model, Page, ScreenStep, Thumbnail, ThumbnailCell, words,
};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use nqueens_guide::{Library, Size};
use puzzle_core::{Status, Variable};
use puzzle_kind::Cell;
use puzzles::{Choice, Collection, Daily, Keeper, PlayerData, Recipe, StartMenu, Taken, Unplayable};
use serde::{Deserialize, Serialize};

use crate::address::{LessonStart, StartPosition};
use crate::messages::{Options, PageMessage};
use crate::settings::Settings;
use crate::store::{self, BrowserStore};
use crate::{address, tools, view};

/// An answer to the page: the changes to draw, and the effects to carry out.
#[derive(Debug, Default, Serialize)]
struct PageAnswer<'a> {
    view: view::Changes<'a>,
    effects: Vec<PageEffect>,
    /// `true` if a job waits for [`Engine::run`].
    pending: bool,
    /// The error for a message that is not a [`PageMessage`].
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum PageEffect {
    /// A text to write to the browser's storage under the key `store`; `None` to remove the text there.
    Store {
        store: String,
        text: Option<String>,
    },
    Copy {
        copy: String,
    },
    /// A text to download as a file.
    Download {
        download: String,
        text: String,
    },
    /// A new address of the page. If `push` is set, the former address stays in the browser's history.
    Address {
        address: String,
        push: bool,
    },
    Share {
        share: String,
    },
    /// Pictures of daily puzzles are missing: another engine makes them, and [`Engine::tell`] takes them.
    Thumbnails {
        thumbnails: bool,
    },
    /// The ID of the puzzle that the player may want next: another engine makes it, and [`Engine::tell`] takes it.
    Ahead {
        ahead: String,
    },
}

/// A picture of a daily puzzle, as it is stored and as one engine sends it to another.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct DailyThumbnail {
    /// The index of the puzzle in [`Daily::ALL`].
    daily: usize,
    /// The day of the puzzle, such as `2026-11-28`.
    day: String,
    /// The number of columns; `0` for a puzzle that can't be made.
    columns: usize,
    /// The region of every cell, and its symbol or [`view::CROSS`].
    cells: Vec<(Option<usize>, Option<char>)>,
    /// The puzzle itself, while one engine sends it to another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    puzzle: Option<MadePuzzle>,
}

/// A new puzzle, as one engine sends it to another.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct MadePuzzle {
    id: String,
    text: String,
}

impl DailyThumbnail {
    fn of(daily: usize, day: String, made: Option<(MadePuzzle, Thumbnail)>) -> DailyThumbnail {
        let (puzzle, thumbnail) = made.unzip();
        let columns = thumbnail.as_ref().map_or(0, |thumbnail| thumbnail.columns);
        let cells = thumbnail.into_iter().flat_map(|thumbnail| thumbnail.cells);
        let cells = cells.map(|cell| (cell.region, view::sign(cell))).collect();
        DailyThumbnail { daily, day, columns, cells, puzzle }
    }

    fn thumbnail(&self) -> Option<Thumbnail> {
        let cell = |&(region, sign): &(Option<usize>, Option<char>)| {
            let is_closed = sign == Some(view::CROSS);
            ThumbnailCell { region, symbol: sign.filter(|_| !is_closed), is_closed }
        };
        let cells: Vec<ThumbnailCell> = self.cells.iter().map(cell).collect();
        let has_values = cells.iter().any(|cell| cell.symbol.is_some_and(|symbol| symbol.is_ascii_digit()));
        let thumbnail = Thumbnail { columns: self.columns, cells, has_values };
        (self.columns > 0).then_some(thumbnail)
    }
}

const DEFAULT_SIZE: usize = 8;
/// The memory limit for diagrams of n-queens, in bytes. All browsers allow a page at least twice as much.
const MEMORY: usize = 1 << 30;
/// The memory limit for diagrams of puzzles given as texts, such as Sudokus and puzzle files, in bytes. The command
/// line has the same default.
const MEMORY_OF_TEXTS: usize = 448 << 20;
/// The number of steps for which a [gradual](game::Job::is_gradual) job runs before it shows its results so far and
/// the player's input is handled. This number of steps takes some milliseconds.
const SLICE: u64 = 30_000;

/// The seed of the next new puzzle. It need not be secret. It can be static, since a worker has only one engine.
static SEED: AtomicU64 = AtomicU64::new(1);

/// The player's local time in milliseconds since 1970, as in the last [`PageMessage`]. It can be static for the same
/// reason as [`SEED`].
static LOCAL_TIME: AtomicI64 = AtomicI64::new(0);

/// Returns a time in milliseconds, to measure a job.
#[cfg(target_arch = "wasm32")]
fn milliseconds() -> f64 {
    js_sys::Date::now()
}

/// Returns a time in milliseconds, to measure a job.
#[cfg(not(target_arch = "wasm32"))]
fn milliseconds() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64() * 1000.0
}

/// Returns the present day in the player's time zone.
fn today() -> Date {
    let time = Timestamp::from_millisecond(LOCAL_TIME.load(Ordering::Relaxed)).unwrap_or(Timestamp::UNIX_EPOCH);
    TimeZone::UTC.to_datetime(time).date()
}

fn any_seed() -> u64 {
    // The increment of SplitMix64 (a Weyl sequence), so that successive seeds differ in many bits.
    SEED.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed)
}

/// The game of a page. The page sends messages as JSON and gets changes of its view and effects as JSON.
///
/// ```
/// use engine::Engine;
///
/// let mut engine = Engine::new(r#"{"address": "n=4"}"#);
/// engine.tell(r#"{"start": true}"#);
/// engine.run(&mut |_| {}); // loads the board
/// let answer = engine.tell(r#"{"click": [0, 1]}"#);
/// assert!(answer.contains(r#""standing":"1 of 4 queens placed""#), "{answer}");
/// ```
#[derive(Debug)]
pub struct Engine {
    model: Model,
    collection: Collection,
    store: Arc<BrowserStore>,
    settings: Settings,
    /// The puzzles that the choices of the latest menu open.
    menu: Vec<Choice>,
    /// The pictures of today's puzzles that are known; `None` before the menu is shown first.
    thumbnails: Option<Vec<DailyThumbnail>>,
    /// The day whose missing pictures were requested.
    requested: Option<Date>,
    /// The ID of the puzzle that was requested ahead last.
    ahead: Option<String>,
    /// The reason why the text last typed can't be opened, while the player types another.
    unread: Option<String>,
    /// The sentence to show once a copy is done.
    copied: Option<String>,
    jobs: VecDeque<Job>,
    /// The player's input that waits until jobs have ended.
    waiting: InputQueue<PageMessage>,
    sent: view::SentView,
    /// The time in milliseconds since 1970, as in the last [`PageMessage`].
    now: f64,
    /// The offset of the page's local time from UTC, in minutes.
    offset: i32,
    address: String,
    /// An error to show as soon as a game has begun.
    trouble: Option<String>,
    /// The lesson of the address, until the game starts.
    lesson: Option<LessonStart>,
    /// The step of the lesson to go to once it is loaded.
    step: Option<usize>,
    /// The [`PageEffect`]s of the next answer.
    effects: Vec<PageEffect>,
}

impl Engine {
    /// Creates a game. `options` is a JSON object with the optional keys `now`, `offset`, `stored`, `address` and
    /// `seed`; invalid options are ignored.
    #[must_use]
    pub fn new(options: &str) -> Engine {
        let Options { now, offset, stored, address, seed } = serde_json::from_str(options).unwrap_or_default();
        let seed = seed.unwrap_or(now as u64);
        SEED.store(seed, Ordering::Relaxed);
        LOCAL_TIME.store(local_time(now, offset), Ordering::Relaxed);
        let collection = Collection::new(Library::embedded().with_memory_limit(MEMORY)).with_seeds(any_seed);
        let collection = collection.with_clock(|| Some(today()));
        let store = Arc::new(BrowserStore::new(collection.kinds().to_vec(), stored));
        let collection = collection.with_keeper(Arc::clone(&store) as Arc<dyn Keeper>);
        let settings: Settings = store.read(store::SETTINGS);
        let (place, trouble) = match address::read(&collection, &store, &address) {
            Ok(place) => (place, None),
            Err(fault) => (None, Some(fault)),
        };
        let (model, lesson) = begun(place.unwrap_or_else(|| last_played(&collection)), &settings, &store);
        Engine {
            model,
            collection,
            store,
            settings,
            menu: Vec::new(),
            thumbnails: None,
            requested: None,
            ahead: None,
            unread: None,
            copied: None,
            jobs: VecDeque::new(),
            waiting: InputQueue::default(),
            sent: view::SentView::default(),
            now,
            offset,
            address,
            trouble,
            lesson,
            step: None,
            effects: Vec::new(),
        }
    }

    /// Handles an event of the page, given as JSON, and returns the changes to draw and the effects to carry out as
    /// JSON.
    pub fn tell(&mut self, message: &str) -> String {
        match serde_json::from_str::<PageMessage>(message) {
            Ok(message) => {
                let is_wish = message.is_wish();
                self.hear(message);
                self.answer(is_wish)
            }
            // The page may be of another version, whose messages this version does not know.
            Err(error) => view::text(&PageAnswer { error: Some(error.to_string()), ..PageAnswer::default() }),
        }
    }

    /// Runs the next job, and returns the answer as JSON, like [`tell`](Engine::tell). Meanwhile `progress` is called
    /// with fractions from `0` to `1`.
    pub fn run(&mut self, progress: &mut dyn FnMut(f64)) -> String {
        let mut is_wish = false;
        if let Some(job) = self.jobs.pop_front() {
            let mut last = 0.0;
            let mut hear = |now: bdd_core::Progress| {
                // Progress of less than 1 % is invisible.
                if now.fraction >= last + 0.01 {
                    last = now.fraction;
                    progress(last);
                }
            };
            let memory = if self.model.awaited().is_by_size() { MEMORY } else { MEMORY_OF_TEXTS };
            let budget = Budget::unlimited().with_memory(memory).with_progress(&mut hear);
            // The player can move while a gradual job runs. So the job returns a partial result after [`SLICE`] steps,
            // and continues later.
            let mut budget = if job.is_gradual() { budget.with_steps(SLICE) } else { budget };
            is_wish = !job.is_gradual();
            let start = milliseconds();
            let message = job.run(&mut budget);
            let time = Duration::from_secs_f64((milliseconds() - start).max(0.0) / 1000.0);
            self.update(message.timed(time));
            if let Some(step) = self.step.take_if(|_| self.model.session().is_some()) {
                let effects = self.model.go_to_lesson_step(step);
                self.carry_out(effects);
            }
        }
        is_wish |= self.obey_waiting();
        self.answer(is_wish)
    }

    /// Handles `message` at once, or after the jobs that it has to wait for.
    fn hear(&mut self, message: PageMessage) {
        if let Some(now) = message.now {
            self.now = now;
            LOCAL_TIME.store(local_time(now, self.offset), Ordering::Relaxed);
        }
        if !message.is_wish() {
            return self.obey(message);
        }
        let kind = kind_of(&message, &self.model, &self.address);
        if self.waiting.push(message, kind).is_err() {
            self.refuse(words::too_many_inputs(InputQueue::<PageMessage>::MAX));
        }
        self.obey_waiting();
    }

    /// Applies the input in `waiting` that no longer has to wait; returns `true` if there was such input.
    fn obey_waiting(&mut self) -> bool {
        let mut is_any = false;
        while let Some(input) = self.waiting.next(&self.model, |input| kind_of(input, &self.model, &self.address)) {
            is_any = true;
            self.obey(input);
        }
        is_any
    }

    fn obey(&mut self, message: PageMessage) {
        let cell = |[row, column]: [usize; 2]| Cell { row, column };
        // The message is about the previous board, since the page had not drawn the present board yet.
        if message.of.as_ref().is_some_and(|key| *key != view::key(&self.model)) {
            return;
        }
        match message {
            PageMessage { start: true, .. } => self.start(),
            PageMessage { act: Some(name), .. } => self.act(&name),
            PageMessage { key: Some(name), .. } => self.key(&name),
            PageMessage { click: Some(at), value, block, .. } => {
                let (at, board) = (cell(at), self.model.board());
                let value = value.filter(|_| board.contains(at)).and_then(|symbol| {
                    let is_it = |variable: &&Variable| board.puzzle().symbol(**variable).to_string() == symbol;
                    board.variables(at).iter().find(is_it).copied()
                });
                self.update(if block { Message::ClickBlock(at, value) } else { Message::ClickPlace(at, value) });
            }
            PageMessage { sweep: Some([from, to]), .. } => self.sweep(cell(from), cell(to)),
            PageMessage { point: Some(at), .. } if cell(at) == self.model.cursor() => {}
            PageMessage { point: Some(at), .. } => self.update(Message::Point(cell(at))),
            PageMessage { typed: Some(letter), .. } => self.update(Message::Typed(letter)),
            PageMessage { erased: true, .. } => self.update(Message::Erased),
            PageMessage { entered: true, .. } => self.update(Message::Entered),
            PageMessage { paste: Some(text), .. } => self.update(Message::Pasted(text)),
            PageMessage { open: Some(text), .. } => self.open(&text),
            PageMessage { copied: Some(outcome), .. } => self.note_copy(&outcome),
            PageMessage { thumbnail: Some(text), .. } => self.take_thumbnail(&text),
            PageMessage { made: Some(text), .. } => self.take_puzzle(serde_json::from_str(&text).ok()),
            PageMessage { select: Some(choice), .. } => self.update(Message::Act(Action::SelectAt(choice))),
            PageMessage { choose: Some(choice), difficulty, .. } => {
                for index in [choice].into_iter().chain(difficulty) {
                    self.update(Message::Act(Action::ChooseAt(index)));
                }
            }
            PageMessage { line: Some(line), value, .. } => self.point_at_line(line, value.as_deref()),
            PageMessage { assist: Some(level), .. } => {
                let Some(assist) = Assist::of_level(level) else { return };
                // A help level that gives the solution away has to be confirmed: the player chooses it a second time.
                let agrees = self.model.question() == Some(Action::Assist(assist));
                self.update(Message::Act(if agrees { Action::Place } else { Action::Assist(assist) }));
            }
            PageMessage { number: Some(number), .. } => self.update(Message::Load(number)),
            PageMessage { step: Some(step), .. } => self.step_to(step),
            PageMessage { go: Some(text), .. } => {
                self.update(Message::Act(Action::Go));
                text.chars().for_each(|letter| self.update(Message::Typed(letter)));
                self.update(Message::Entered);
            }
            PageMessage { set: Some(name), value, .. } => self.set(&name, &value.unwrap_or_default()),
            PageMessage { elapsed: Some(milliseconds), .. } => {
                let seconds = (milliseconds / 1000.0).clamp(0.0, 86_400.0);
                self.update(Message::Elapsed(Duration::from_secs_f64(if seconds.is_finite() { seconds } else { 0.0 })));
            }
            PageMessage { leaving: true, .. } => self.update(Message::Leaving),
            PageMessage { stored: Some(key), text, .. } => {
                self.store.changed_elsewhere(key, text);
                self.settings = self.store.read(store::SETTINGS);
                self.model.preferences = self.settings.preferences();
                self.model.statistics = self.store.statistics();
            }
            PageMessage { address: Some(address), .. } => self.go_to(address),
            PageMessage { trouble: Some(_), .. } => {
                self.refuse("This game can't be saved: the browser blocks storage for this page.");
            }
            _ => {}
        }
    }

    fn act(&mut self, name: &str) {
        match name {
            "share" if address::of(&self.model).is_empty() => {
                self.refuse("This puzzle is too long for a link. Save it as a text instead.");
            }
            "share" => {
                self.effects.push(PageEffect::Share { share: address::shared(&self.model) });
                let opened = if self.model.is_solved() { "puzzle" } else { "position" };
                self.copied = Some(format!("Link copied or shared: it opens this {opened}."));
            }
            "save" => match self.model.save() {
                Some(save) => {
                    let download = format!("{}.toml", puzzles::name_of(self.collection.kinds(), &save));
                    self.effects.push(PageEffect::Download { download, text: save.transcript() });
                }
                None => self.refuse("There is no game to save yet."),
            },
            _ => {
                if let Some(action) = tools::action(name) {
                    self.update(Message::Act(action));
                }
            }
        }
    }

    fn key(&mut self, name: &str) {
        if self.model.typing().is_some() {
            let mut letters = name.chars();
            match (name, letters.next(), letters.next()) {
                ("Enter", ..) => return self.update(Message::Entered),
                ("Backspace", ..) => return self.update(Message::Erased),
                (_, Some(letter), None) => return self.update(Message::Typed(letter)),
                _ => {}
            }
        }
        if let Some(letter) = tools::value(&self.model, name) {
            return self.update(Message::ValueTyped(letter));
        }
        // Only commands of the game are handled here, since the page itself shows the help.
        let command = tools::key(name).and_then(|key| tools::command(&self.model, key));
        if let Some(Command::Game(action)) = command {
            self.update(Message::Act(action));
        }
    }

    /// Handles a click on a line of a configurator's tree.
    fn point_at_line(&mut self, line: usize, wish: Option<&str>) {
        let is_why = matches!(self.model.mode(), Mode::Why(_));
        let is_shown = is_why || matches!(self.model.mode(), Mode::Play);
        if !is_shown || self.model.tree().is_none_or(|tree| line >= tree.lines().len()) {
            return;
        }
        // During an explanation, a click explains another option. A click on a suggestion ends the search.
        let wish = if is_why { Some("explain") } else { wish.filter(|_| self.model.search_text().is_none()) };
        if is_why {
            self.update(Message::Act(Action::Cancel));
        }
        self.update(Message::Act(Action::SelectAt(line)));
        match wish {
            Some("choose") => self.update(Message::Act(Action::Place)),
            Some("exclude") => self.update(Message::Act(Action::Block)),
            Some("explain") => self.update(Message::Act(Action::Why)),
            Some("fold") => self.update(Message::Act(Action::Fold)),
            _ => {}
        }
    }

    /// Handles a stroke of the pointer: rules out the open cells on the straight line from `from` to `to`, both
    /// included.
    fn sweep(&mut self, from: Cell, to: Cell) {
        let board = self.model.board();
        // If the stroke continues an earlier one, its first cell has been ruled out already.
        if board.contains(from) {
            let status = board.only(from).and_then(|variable| Some(self.model.guide()?.status(variable)));
            let is_empty = status.is_some_and(|status| self.model.shown(status) == Status::Open);
            if is_empty {
                self.update(Message::ClickBlock(from, None));
            }
        }
        self.update(Message::Swept { from, to });
    }

    /// Shows step `step` of the argument, counted from 0.
    fn step_to(&mut self, step: usize) {
        let at = |model: &Model| Some(model.mode().progress()?.0 - 1);
        if let Mode::Why(screen) = self.model.mode()
            && screen.is_folded()
        {
            self.update(Message::Act(Action::Fold));
        }
        while let Some(now) = at(&self.model).filter(|&now| now != step) {
            self.update(Message::Act(Action::Step(if now < step { ScreenStep::Next } else { ScreenStep::Previous })));
            if at(&self.model) == Some(now) {
                break;
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        self.settings.choose(name, value);
        self.store.write(store::SETTINGS, &self.settings);
        self.model.preferences = self.settings.preferences();
        if self.model.has_clock() != self.settings.has_clock() {
            self.update(Message::Act(Action::Clock));
        }
    }

    /// Opens the position of a new address of the page: the player has followed a link or used the browser's Back
    /// button.
    fn go_to(&mut self, address: String) {
        if address == self.address {
            return;
        }
        self.address = address;
        match address::read(&self.collection, &self.store, &self.address) {
            Ok(place) => {
                // Save the present game first.
                self.update(Message::Leaving);
                self.jobs.clear();
                self.waiting.clear();
                self.begin(place.unwrap_or_else(|| last_played(&self.collection)));
            }
            Err(fault) => self.refuse(fault),
        }
    }

    /// Replaces the game by a new game that starts at `place`.
    fn begin(&mut self, place: StartPosition) {
        (self.model, self.lesson) = begun(place, &self.settings, &self.store);
        self.start();
    }

    /// Loads the puzzle, or the lesson, of the game.
    fn start(&mut self) {
        self.step = self.lesson.as_ref().map(|lesson| lesson.step);
        let effects = match self.lesson.take() {
            Some(lesson) => self.model.update(Message::Opened(Box::new(lesson.opened))),
            None => self.model.start(),
        };
        self.carry_out(effects);
    }

    /// Shows a message about a successful action.
    fn say(&mut self, text: impl Into<String>) {
        self.update(Message::Say { text: text.into(), is_refusal: false });
    }

    /// Shows a message about an action that failed.
    fn refuse(&mut self, text: impl Into<String>) {
        self.update(Message::Say { text: text.into(), is_refusal: true });
    }

    fn update(&mut self, message: Message) {
        self.model.today = Some(Daily::number_of(today()));
        let effects = self.model.update(message);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Run(job) => self.jobs.push_back(job),
                Effect::Cancel(ticket) => self.jobs.retain(|job| job.ticket() != ticket),
                Effect::Remember(assist) => {
                    self.settings.remember(assist, self.model.catalogue().is_by_size());
                    self.store.write(store::SETTINGS, &self.settings);
                }
                // The page has settings of its own.
                Effect::RememberClock(_) | Effect::Set { .. } => {}
                Effect::Keep(save) => {
                    if self.store.keep(&save, self.now as u64) {
                        self.say("Another tab plays this puzzle, too. Both games are saved.");
                    }
                }
                Effect::Record(solve) => {
                    // The statistics are read again, because another tab may have changed them.
                    let mut statistics = self.store.statistics();
                    statistics.add(&solve);
                    self.store.write(store::STATISTICS, &statistics);
                }
                Effect::Copy(text) => {
                    // The browser may refuse to copy, so the game's sentence waits for the outcome.
                    self.copied = self.model.notice().map(|notice| notice.text.clone());
                    self.say("Copying …");
                    self.effects.push(PageEffect::Copy { copy: text });
                }
                Effect::Write { file, text, .. } => self.effects.push(PageEffect::Download { download: file, text }),
                Effect::Read(text) => {
                    self.update(match self.taken(&text) {
                        Ok(taken) => {
                            let assist = self.settings.assist(taken.catalogue.is_by_size());
                            Message::Opened(Box::new(taken.opened(assist)))
                        }
                        Err(why) => Message::NotRead(why.map(|why| why.to_string())),
                    });
                }
                Effect::Open(number) => {
                    let assist = |is_by_size| self.settings.assist(is_by_size);
                    let opened = match self.menu.get(number) {
                        Some(choice) => {
                            let opened = self.collection.open(choice, today(), [], assist);
                            if let Some(last) = choice.new_game() {
                                self.settings.set_new_game(last);
                                self.store.write(store::SETTINGS, &self.settings);
                            }
                            opened.map_err(|why| why.to_string())
                        }
                        None => Err("the menu has no such choice".to_owned()),
                    };
                    match opened {
                        Ok(opened) => self.update(Message::Opened(Box::new(opened))),
                        Err(why) => self.refuse(format!("The puzzle can't be played: {why}.")),
                    }
                }
                Effect::ListChoices => {
                    let choices = self.list_choices();
                    self.update(Message::Choices(choices));
                }
                Effect::Delete(name) => match self.store.delete(&name) {
                    Ok(()) => self.say(words::DELETED),
                    Err(why) => self.refuse(format!("The game can't be deleted: {why}.")),
                },
                Effect::Rename { saved, title } => {
                    self.store.rename(&saved, &title);
                    self.say(words::RENAMED);
                }
                Effect::Restore => match self.store.restore() {
                    Ok(()) => self.say(words::RESTORED),
                    Err(why) => self.refuse(format!("The game can't be restored: {why}.")),
                },
                Effect::Fail(error) => {
                    // Play the default board in place of the puzzle that can't be played.
                    self.trouble = Some(format!("The puzzle can't be played: {error}."));
                    self.begin(default_board(&self.collection));
                }
            }
        }
    }

    /// Returns the puzzle that `text` contains or names, or the reason why there is none.
    fn taken(&self, text: &str) -> Result<Taken, Option<Unplayable>> {
        self.collection.of_text(text).or_else(|why| self.of_transcript(text).ok_or(why))
    }

    /// Opens the puzzle of the text that the player has typed. If there is none, the player can type another.
    fn open(&mut self, text: &str) {
        if self.model.typing_purpose() != Some(InputPurpose::Open) {
            return;
        }
        match self.taken(text.trim_end()) {
            Ok(taken) => {
                self.update(Message::Act(Action::Cancel));
                let assist = self.settings.assist(taken.catalogue.is_by_size());
                self.update(Message::Opened(Box::new(taken.opened(assist))));
            }
            Err(why) => {
                let expected = "Expected an ID such as regions-KATZ1XF, a grid or a link";
                let first: String = text.trim().lines().next().unwrap_or_default().chars().take(40).collect();
                let found = if first.is_empty() { "no text".to_owned() } else { format!("“{first}”") };
                self.unread = Some(match why {
                    Some(why) => format!("This can't be played: {why}."),
                    None => format!("{expected}; found {found}."),
                });
            }
        }
    }

    /// Shows the outcome of the last copy.
    fn note_copy(&mut self, outcome: &str) {
        match (self.copied.take(), outcome) {
            (Some(text), "done") => self.say(text),
            (_, "refused") => self.refuse("The browser does not allow to copy. Copy the text by hand."),
            _ => self.say("Not copied."),
        }
    }

    /// Saves the game of the transcript `text` (a saved game as a text that people can read and edit), and returns the
    /// game. Returns `None` if `text` is not a transcript.
    fn of_transcript(&self, text: &str) -> Option<Taken> {
        let budget = &mut Budget::unlimited().with_memory(MEMORY);
        let save = self.collection.transcript(text, budget).ok()?;
        self.store.keep(&save, self.now as u64);
        self.collection.resumed(&save).ok()
    }

    /// Builds the list of choices for the menu, and stores the puzzle that each choice opens.
    fn list_choices(&mut self) -> Vec<MenuChoice> {
        if self.thumbnails.is_none() {
            self.thumbnails = Some(self.store.read(store::THUMBNAILS));
        }
        let player = PlayerData {
            puzzles: Vec::new(),
            games: self.store.all(self.now as u64),
            statistics: self.store.statistics(),
            last: self.settings.new_game(),
            // The page would scroll to a selected game further down.
            selects_latest: false,
        };
        let today = today();
        let known = |daily| {
            let is_it = |made: &&DailyThumbnail| Daily::ALL.get(made.daily) == Some(&daily);
            self.known_thumbnails().find(is_it)?.thumbnail()
        };
        let StartMenu { choices, opens } = self.collection.start_menu(today, player, known);
        self.menu = opens;
        arranged(choices)
    }

    /// Returns the pictures of today's puzzles that were made.
    fn known_thumbnails(&self) -> impl Iterator<Item = &DailyThumbnail> {
        let day = today().to_string();
        self.thumbnails.iter().flatten().filter(move |made| made.day == day)
    }

    /// Returns the index in [`Daily::ALL`] of a puzzle of today without a picture; `None` if all have one.
    fn due_thumbnail(&self) -> Option<usize> {
        (0..Daily::ALL.len()).find(|&daily| self.known_thumbnails().all(|made| made.daily != daily))
    }

    /// Makes a missing picture of today's puzzles, and returns it as the text of a message `thumbnail` to another
    /// engine. Returns an empty text if no picture is missing. Making a picture takes long, so the page has an engine
    /// for it beside the engine of the game.
    pub fn thumbnail(&mut self) -> String {
        let Some(daily) = self.due_thumbnail() else { return String::new() };
        let recipe = Daily::ALL[daily].recipe(self.collection.kinds(), today()).ok();
        let made = DailyThumbnail::of(daily, today().to_string(), recipe.as_ref().and_then(made));
        let text = view::text(&made);
        self.thumbnails.get_or_insert_default().push(made);
        text
    }

    /// Makes the new puzzle with this ID, and returns it as the text of a message `made` to another engine. Returns an
    /// empty text if it can't be made.
    pub fn made(&self, id: &str) -> String {
        let recipe = Recipe::named(self.collection.kinds(), id).ok();
        recipe.as_ref().and_then(made).map_or_else(String::new, |(puzzle, _)| view::text(&puzzle))
    }

    /// Takes a puzzle that another engine has made, so that it opens at once.
    fn take_puzzle(&self, made: Option<MadePuzzle>) {
        if let Some(MadePuzzle { id, text }) = made {
            self.store.add_puzzle(id, text);
        }
    }

    /// Returns the ID of the next puzzle of the series, if a puzzle of this series is being played and the next one is
    /// not made yet.
    #[inline(never)]
    fn due_puzzle(&self) -> Option<String> {
        let (catalogue, number) = (self.model.catalogue(), self.model.number());
        let is_played = !self.model.guide()?.marks().is_empty() && catalogue.daily(number).is_none();
        let id = catalogue.id(number + 1).filter(|_| is_played)?;
        (self.ahead.as_ref() != Some(&id) && self.store.text_of(&id).is_none()).then_some(id)
    }

    /// Takes a picture that another engine has made, and shows it in the menu. The pictures of the day are stored.
    fn take_thumbnail(&mut self, text: &str) {
        let Ok(mut made) = serde_json::from_str::<DailyThumbnail>(text) else { return };
        self.take_puzzle(made.puzzle.take());
        let known: Vec<DailyThumbnail> = self.known_thumbnails().cloned().chain([made]).collect();
        self.store.write(store::THUMBNAILS, &known);
        self.thumbnails = Some(known);
        if matches!(self.model.mode(), Mode::Page(Page::Menu(_))) {
            let choices = self.list_choices();
            self.update(Message::Choices(choices));
        }
    }

    /// Returns the answer: the changes since the last answer, and the effects. `is_wish` is `true` after an action of
    /// the player.
    fn answer(&mut self, is_wish: bool) -> String {
        if self.model.session().is_some()
            && let Some(text) = self.trouble.take()
        {
            self.refuse(text);
        }
        if self.settings.note(self.model.preferences, self.model.has_clock()) {
            self.store.write(store::SETTINGS, &self.settings);
        }
        let mut effects = std::mem::take(&mut self.effects);
        effects.extend(self.store.changes().into_iter().map(|(store, text)| PageEffect::Store { store, text }));
        if self.model.session().is_some() && self.model.loading().is_none() {
            let address = address::of(&self.model);
            if address != self.address {
                let puzzle_part = |address: &str| address.split('&').next().map(str::to_owned);
                let push = puzzle_part(&address) != puzzle_part(&self.address) && !self.address.is_empty();
                self.address.clone_from(&address);
                effects.push(PageEffect::Address { address, push });
            }
        }
        // A solved daily puzzle that is opened again says which ones are left, as when it was solved.
        if self.model.is_solved()
            && self.model.choices.is_empty()
            && self.model.catalogue().daily(self.model.number()).is_some()
        {
            let choices = self.list_choices();
            self.update(Message::Choices(choices));
        }
        let is_menu = matches!(self.model.mode(), Mode::Page(Page::Menu(_)));
        if is_menu && self.requested != Some(today()) && self.due_thumbnail().is_some() {
            self.requested = Some(today());
            effects.push(PageEffect::Thumbnails { thumbnails: true });
        }
        if is_wish
            && !self.model.catalogue().is_by_size()
            && self.jobs.is_empty()
            && let Some(ahead) = self.due_puzzle()
        {
            self.ahead = Some(ahead.clone());
            effects.push(PageEffect::Ahead { ahead });
        }
        self.model.can_restore = self.store.can_restore();
        if self.model.typing_purpose() != Some(InputPurpose::Open) {
            self.unread = None;
        }
        let pending = !self.jobs.is_empty();
        let view = self.sent.changes(&self.model, &self.settings, self.unread.as_deref(), is_wish);
        view::text(&PageAnswer { view, effects, pending, error: None })
    }

    /// Returns the accessible names of cells that have changed since the last call, as JSON pairs of index and name; an
    /// empty text if none has changed. The page calls this method after every answer.
    pub fn names(&mut self) -> String {
        self.sent.names(&self.model)
    }
}

/// Returns the local time in milliseconds since 1970; `offset` is the offset of the local time from UTC, in minutes.
fn local_time(now: f64, offset: i32) -> i64 {
    now as i64 + i64::from(offset) * 60_000
}

/// Returns the [`InputKind`] of a message, which decides its treatment while the game waits for a job.
fn kind_of(message: &PageMessage, model: &Model, address: &str) -> InputKind {
    match message {
        PageMessage { act: Some(name), .. } => tools::action(name).map_or(InputKind::Other, InputKind::of_action),
        PageMessage { key: Some(name), .. } => match name.as_str() {
            "Escape" => InputKind::Cancel,
            "Enter" => InputKind::EndsLine,
            _ if model.typing().is_some() || tools::value(model, name).is_some() => InputKind::Other,
            _ => match tools::key(name).and_then(|key| tools::command(model, key)) {
                Some(Command::Game(action)) => InputKind::of_action(action),
                _ => InputKind::Other,
            },
        },
        // A new address replaces the game, so input that waits for the present game is dropped.
        PageMessage { address: Some(other), .. } if other != address => InputKind::Cancel,
        PageMessage { click: Some(_), .. }
        | PageMessage { sweep: Some(_), .. }
        | PageMessage { point: Some(_), .. }
        | PageMessage { line: Some(_), .. } => InputKind::Pointer,
        PageMessage { number: Some(_), .. } => InputKind::Puzzle,
        PageMessage { entered: true, .. } => InputKind::EndsLine,
        _ => InputKind::Other,
    }
}

/// Arranges the choices for the page: the puzzle files are also among the new games, and games that are not solved come
/// before solved ones.
fn arranged(mut choices: Vec<MenuChoice>) -> Vec<MenuChoice> {
    let at = |label: &str| choices.iter().position(|choice| choice.label.starts_with(label));
    let (new, saved, files) = (at("New game"), at("Saved games"), at("Puzzle files"));
    if let Some(files) = files {
        choices[files].label = "More puzzles".to_owned();
        choices[files].detail = "tents, futoshiki, minesweeper, map colouring and others".to_owned();
        let more = MenuChoice { section: String::new(), label: "More kinds".to_owned(), ..choices[files].clone() };
        if let Some(MenuTarget::Lists(kinds)) = new.map(|new| &mut choices[new].target) {
            kinds.push(more);
        }
    }
    if let Some(MenuTarget::Lists(games)) = saved.map(|saved| &mut choices[saved].target) {
        games.sort_by_key(|game| game.progress == Some(GameProgress::Solved));
    }
    choices
}

/// Makes a new puzzle, and returns it with its picture; `None` if it can't be made.
fn made(recipe: &Recipe) -> Option<(MadePuzzle, Thumbnail)> {
    let budget = &mut Budget::unlimited().with_memory(MEMORY_OF_TEXTS);
    let made = recipe.kind.generator(&recipe.arguments(), recipe.seed).ok()?.next(budget).ok()?;
    let puzzle = made.entry.puzzle();
    Some((MadePuzzle { id: recipe.id()?, text: puzzle.text() }, Thumbnail::of(puzzle)))
}

fn default_board(collection: &Collection) -> StartPosition {
    StartPosition::of(collection.queens(Size::new(DEFAULT_SIZE).expect("the default size is between 1 and 255")))
}

/// Returns the latest saved game, or the default board.
fn last_played(collection: &Collection) -> StartPosition {
    let taken = collection.latest().and_then(|save| collection.resumed(&save).ok());
    taken.map_or_else(|| default_board(collection), StartPosition::of)
}

/// Returns the [`Model`] of a new game at a position, and the lesson that it starts with.
fn begun(place: StartPosition, settings: &Settings, store: &BrowserStore) -> (Model, Option<LessonStart>) {
    let StartPosition { taken: Taken { catalogue, number, puzzle }, marks, lesson } = place;
    let assist = settings.assist(catalogue.is_by_size()).unwrap_or_else(|| Assist::usual(&*catalogue));
    let mut model = Model::new(catalogue, number, puzzle)
        .with_clock(settings.has_clock())
        .with_marks(marks)
        .with_assist(assist)
        .with_seed(any_seed());
    model.lists_choices_late = true;
    model.shows_trees = true;
    model.preferences = settings.preferences();
    model.statistics = store.statistics();
    (model, lesson)
}
