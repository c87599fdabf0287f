//! The state of a game, [`Model`], and its parts.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bdd_core::Sampler;
use puzzle_core::sentences::capital;
use puzzle_core::{Conflict, Count, Guide, Hint, Marks, Session, Source, Status, Variable};
use puzzle_kind::{Cell, Difficulty, Playable};

use crate::action::Action;
use crate::annotations::{Annotations, NoteKind};
use crate::assist::Assist;
use crate::attempt::Attempt;
use crate::board::GameBoard;
use crate::catalogue::Catalogue;
use crate::lesson::Lesson;
use crate::menu::{GameProgress, MenuChoice, MenuTarget, OpenedCatalogue, Page};
use crate::notice::{Notice, NoticeKind};
use crate::play_statistics::PlayStatistics;
use crate::preferences::Preferences;
use crate::screen::Mode;
use crate::setting::Setting;
use crate::text_input::{InputPurpose, TextInput};
use crate::tree_state::TreeState;

/// The number of a job, unique within its [`Model`].
pub type Ticket = u64;

/// The state of a game, which faces (user interfaces) draw. [`Model::start`] begins the game, and [`Model::update`]
/// changes it; the public fields may be set at any time.
///
/// ```
/// use std::sync::Arc;
///
/// use game::{Assist, Model, Series};
/// use nqueens_guide::{Queens, Size};
///
/// let queens = Arc::new(Queens::new(Size::new(6)?));
/// let model = Model::new(Arc::new(Series::of(Vec::new())), 1, queens).with_assist(Assist::Counts);
/// assert_eq!(model.board().columns(), 6);
/// assert!(model.session().is_none(), "the puzzle is shown, but not loaded");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Model {
    pub(crate) play: Play,
    pub(crate) screen: ScreenState,
    pub(crate) settings: GameSettings,
    /// The jobs under way, and data kept until they end.
    pub(crate) pending: Pending,
    pub(crate) record: Bookkeeping,
    /// The other of the two latest games. Until the next move, [`Action::Undo`](crate::Action::Undo) returns to the
    /// game that this game replaced, and [`Action::Redo`](crate::Action::Redo) leads forward again.
    pub(crate) left: Option<Box<LeftGame>>,
    /// The choices of the menu; empty if the game has no menu, or if they are not listed yet.
    pub choices: Vec<MenuChoice>,
    /// `true` if [`Model::choices`] is filled only when the player opens the menu, by
    /// [`Effect::ListChoices`](crate::Effect::ListChoices).
    pub lists_choices_late: bool,
    /// `true` if the face (user interface) shows the options of a configurator as a tree ([`Model::tree`]). The default
    /// is `false`.
    pub shows_trees: bool,
    /// `true` if a deleted game can be restored, so that [`offers`](crate::offers()) has a button for it.
    pub can_restore: bool,
    /// The preferences of the player.
    pub preferences: Preferences,
    /// The settings on [`Page::Settings`](crate::Page::Settings); empty if the face (user interface) has settings of
    /// its own.
    pub options: Vec<Setting>,
    /// The statistics of all solved puzzles, this game included.
    pub statistics: PlayStatistics,
    /// The present day, in days since 1 January 1970; `None` if it is unknown. The face (user interface) keeps it up to
    /// date.
    pub today: Option<i32>,
    pub(crate) sampler: Sampler,
}

/// A game that another game has replaced on the board.
#[derive(Debug)]
pub(crate) struct LeftGame {
    pub(crate) play: Play,
    /// The help level of the game.
    pub(crate) assist: Assist,
    /// `true` if the player left the game by an undo, so that a redo leads to it.
    pub(crate) is_ahead: bool,
}

/// A puzzle with the state of its game: moves, notes, attempt and lesson.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) catalogue: Arc<dyn Catalogue>,
    /// The number in `catalogue` of the puzzle shown; before the first load, the number requested.
    pub(crate) number: usize,
    pub(crate) board: GameBoard,
    /// The session with the moves; `None` until the puzzle is loaded.
    pub(crate) session: Option<Session>,
    /// The conflicts at the position of `session`.
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) cursor: Cell,
    /// The notes and colours of the player.
    pub(crate) annotations: Annotations,
    pub(crate) attempt: Attempt,
    /// `true` if there is a saved game of this puzzle.
    pub(crate) is_kept: bool,
    pub(crate) lesson: Option<Lesson>,
    /// The best time of the category, with the same kind of help, before the puzzle was solved in this session; `None`
    /// if there was no best time.
    pub(crate) best_before: Option<Duration>,
    /// `true` if the puzzle was solved in this session by a solution that the player had not found before.
    pub(crate) is_new_find: bool,
    /// The drags of the pointer that blocked cells, so that one undo takes back a whole drag. Each pair is the number
    /// of turns just before a drag, then the number of turns just after it.
    pub(crate) draws: Vec<(usize, usize)>,
    pub(crate) tree: TreeState,
}

/// The screen, and the input and hints on it.
#[derive(Debug, Default)]
pub(crate) struct ScreenState {
    pub(crate) mode: Mode,
    /// The indices of the choices that lead from [`Model::choices`] to the list of choices shown.
    pub(crate) menu_path: Vec<usize>,
    /// The pages to which the page shown returns, the last one first; empty if the page returns to the board.
    pub(crate) pages_below: Vec<Page>,
    pub(crate) notice: Option<Notice>,
    pub(crate) hint: Option<GivenHint>,
    pub(crate) typing: Option<TextInput>,
    /// The cell in which the player has just typed a value that was complete and so needed no Enter. If the player
    /// presses Enter there all the same, the game ignores the key.
    pub(crate) just_typed: Option<Cell>,
    /// The kind of notes that typed values become; `None` if they are placed.
    pub(crate) noting: Option<NoteKind>,
    /// `true` if the letter keys enter values, and do not give commands.
    pub(crate) types_letters: bool,
    /// The cells selected to be changed together; empty if only the cell under the cursor is selected.
    pub(crate) selected: BTreeSet<Cell>,
    /// `true` if the player wants counts on the board; [`Assist`] may hide them.
    pub(crate) counts_shown: bool,
    /// `true` if the player wants heat on the board; [`Assist`] may hide it.
    pub(crate) heat_shown: bool,
}

/// The help level and the clock switch.
#[derive(Debug)]
pub(crate) struct GameSettings {
    pub(crate) assist: Assist,
    /// `true` if time is taken and shown.
    pub(crate) has_clock: bool,
}

/// The jobs under way, and data kept until they end.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// The last [`Ticket`] given out.
    tickets: u64,
    pub(crate) loading: Option<Loading>,
    /// The job whose answer the game waits for.
    pub(crate) working: Option<Working>,
    /// The background job that refines the guide while the game goes on.
    pub(crate) learning: Option<Learning>,
    /// The background job of [`Source::prepare`].
    pub(crate) preparing: Option<Preparing>,
    /// The time taken by the job of the last [`Message::Answered`](crate::Message::Answered); `None` if the face (user
    /// interface) did not measure it.
    pub(crate) job_time: Option<Duration>,
    /// The catalogue of [`Message::Opened`](crate::Message::Opened), until its first puzzle is loaded.
    pub(crate) opening: Option<OpenedCatalogue>,
    /// The text of the latest [`Effect::Read`](crate::Effect::Read), for the reason if it is no puzzle.
    pub(crate) read: Option<String>,
    /// The marks of [`Model::with_marks`], until the first puzzle is loaded.
    pub(crate) beginning: Option<Marks>,
}

/// The state of autosave: the changes and the time since the game was saved last.
#[derive(Debug, Default)]
pub(crate) struct Bookkeeping {
    /// `true` if the game may have changed since the last autosave.
    pub(crate) has_changed: bool,
    /// The time played since the last autosave.
    pub(crate) time: Duration,
}

/// A job whose answer the game waits for.
#[derive(Debug)]
pub(crate) struct Working {
    pub(crate) ticket: Ticket,
    /// The guide to draw while the job computes a move: the new marks, and the statuses that follow from them at once.
    pub(crate) preview: Option<Guide>,
}

/// The background refinement of the guide of a position.
#[derive(Debug)]
pub(crate) struct Learning {
    /// The ticket of the job; `None` once it has answered.
    pub(crate) ticket: Option<Ticket>,
    /// The guide that the job refines. [`Session::update_guide`] drops the answer if the session has another guide by
    /// then.
    pub(crate) of: Arc<Guide>,
}

/// The background work of a source ([`Source::prepare`]).
#[derive(Debug)]
pub(crate) struct Preparing {
    /// The ticket of the job; `None` once it has answered.
    pub(crate) ticket: Option<Ticket>,
    pub(crate) source: Arc<dyn Source>,
}

/// A hint, and the part of it that was shown.
#[derive(Debug)]
pub(crate) struct GivenHint {
    pub(crate) hint: Hint,
    pub(crate) grade: Grade,
    /// The cell under the cursor when the hint was given.
    pub(crate) cursor: Cell,
}

/// The part of a hint that was shown.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Grade {
    /// The hint has named the place to look at.
    Look,
    /// The hint has also named the move.
    Play,
    /// The hint has also given the reason.
    Why,
}

/// A daily puzzle of today, from [`Model::dailies`].
#[derive(Clone, Copy, Debug)]
pub struct DailyState<'a> {
    /// The label of the puzzle in the menu, such as `Sudoku`.
    pub label: &'a str,
    /// `true` if the puzzle is solved.
    pub is_solved: bool,
    /// `true` if the puzzle was solved without help.
    pub is_solved_alone: bool,
    /// `true` for the puzzle on the board.
    pub is_present: bool,
    pub(crate) target: &'a MenuTarget,
}

/// A load under way, from [`Model::loading`].
#[derive(Clone, Copy, Debug)]
pub struct Loading {
    /// The ticket of the job and of its [`Message::Progressed`](crate::Message::Progressed).
    pub ticket: Ticket,
    /// The number of the puzzle in its catalogue.
    pub number: usize,
    /// The progress of the load, from 0 to 1.
    pub fraction: f64,
}

impl Play {
    /// Creates the state of a puzzle that is not loaded.
    pub(crate) fn new(catalogue: Arc<dyn Catalogue>, number: usize, board: GameBoard) -> Play {
        Play {
            catalogue,
            number,
            cursor: board.first_cell(),
            tree: TreeState::new(board.puzzle().options()),
            board,
            session: None,
            conflicts: Vec::new(),
            annotations: Annotations::default(),
            attempt: Attempt::default(),
            is_kept: false,
            lesson: None,
            best_before: None,
            is_new_find: false,
            draws: Vec::new(),
        }
    }
}

impl Model {
    /// Creates a model without a game; [`Model::start`] loads the first puzzle.
    ///
    /// `number` is the puzzle's number in `catalogue`. The board shows `puzzle` during the load. A puzzle that is still
    /// to be generated is represented by its [outline](puzzle_kind::Generator::outline).
    #[must_use]
    pub fn new(catalogue: Arc<dyn Catalogue>, number: usize, puzzle: Arc<dyn Playable>) -> Model {
        Model {
            play: Play::new(catalogue, number, GameBoard::new(puzzle)),
            screen: ScreenState::default(),
            settings: GameSettings { assist: Assist::default(), has_clock: true },
            pending: Pending::default(),
            record: Bookkeeping::default(),
            left: None,
            choices: Vec::new(),
            lists_choices_late: false,
            shows_trees: false,
            can_restore: false,
            preferences: Preferences::default(),
            options: Vec::new(),
            statistics: PlayStatistics::default(),
            today: None,
            sampler: Sampler::new(1),
        }
    }

    /// Sets the help level. The default is [`Assist::Dead`].
    #[must_use]
    pub fn with_assist(mut self, assist: Assist) -> Model {
        self.set_assist(assist);
        self
    }

    /// Switches the clock on or off. Without the clock, the game neither takes nor shows time. The default is `true`.
    #[must_use]
    pub fn with_clock(mut self, has_clock: bool) -> Model {
        self.settings.has_clock = has_clock;
        self
    }

    /// Sets the marks of the first position. They are made in one turn, which the player can undo. `None` keeps the
    /// marks of the loaded game.
    #[must_use]
    pub fn with_marks(mut self, marks: Option<Marks>) -> Model {
        self.pending.beginning = marks;
        self
    }

    /// Sets the seed for the solutions of [`ScreenStep::Random`](crate::ScreenStep::Random). The default is 1.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Model {
        Model { sampler: Sampler::new(seed), ..self }
    }

    /// Returns the daily puzzles of today in their order, while one of them is played and the menu lists them.
    /// Otherwise empty.
    #[must_use]
    pub fn dailies(&self) -> Vec<DailyState<'_>> {
        let catalogue = &self.play.catalogue;
        let present = catalogue.day(self.play.number).and_then(|_| catalogue.daily(self.play.number));
        let Some(present) = present.map(|daily| capital(daily.name)) else { return Vec::new() };
        let mut dailies = Vec::new();
        for choice in self.choices.iter().filter(|choice| choice.is_daily) {
            let is_present = choice.label == present;
            // The choices may have been listed before the present game was solved.
            let is_solved = choice.progress == Some(GameProgress::Solved) || is_present && self.is_over();
            let is_solved_alone = match is_present {
                true => is_solved && self.attempt().is_solved_alone(),
                false => choice.is_solved_alone,
            };
            let (label, target) = (&choice.label, &choice.target);
            dailies.push(DailyState { label, is_solved, is_solved_alone, is_present, target });
        }
        dailies
    }

    /// Returns the daily puzzle to play after the present daily puzzle: the next that is not solved, in the order of
    /// [`Model::dailies`]; the first follows the last. `None` if no other daily puzzle is left, and for other puzzles.
    #[must_use]
    pub fn next_daily(&self) -> Option<DailyState<'_>> {
        let mut dailies = self.dailies();
        let present = dailies.iter().position(|daily| daily.is_present)?;
        dailies.rotate_left(present);
        dailies.into_iter().skip(1).find(|daily| !daily.is_solved)
    }

    /// Returns the choices that the menu shows: [`Model::choices`], or the choices of a [`MenuTarget::Lists`] that the
    /// player has opened.
    #[must_use]
    pub fn listed_choices(&self) -> &[MenuChoice] {
        self.opened_list().map_or(&self.choices, |(_, choices)| choices)
    }

    /// Returns `true` if the game has a menu, which [`Action::Menu`](crate::Action::Menu) opens.
    #[must_use]
    pub fn has_menu(&self) -> bool {
        !self.choices.is_empty() || self.lists_choices_late
    }

    /// Returns the label of the choice whose list the menu shows; `None` for the first list.
    #[must_use]
    pub fn list_title(&self) -> Option<&str> {
        self.opened_list().map(|(choice, _)| choice.label.as_str())
    }

    /// Returns the labels of the choices that lead to the list that the menu shows; empty for the first list.
    #[must_use]
    pub fn list_path(&self) -> Vec<&str> {
        let (mut choices, mut path) = (self.choices.as_slice(), Vec::new());
        for &index in &self.screen.menu_path {
            let Some(choice) = choices.get(index) else { break };
            let (MenuTarget::Lists(list) | MenuTarget::Calendar(list)) = &choice.target else { break };
            path.push(choice.label.as_str());
            choices = list;
        }
        path
    }

    /// Returns `true` if the menu shows the days of a [`MenuTarget::Calendar`], on rows of [`WEEK`](crate::WEEK) days.
    #[must_use]
    pub fn lists_days(&self) -> bool {
        self.opened_list().is_some_and(|(choice, _)| matches!(choice.target, MenuTarget::Calendar(_)))
    }

    /// Returns the list of choices shown, with the choice that opens this list; `None` for the first list. If a part of
    /// the path no longer exists after a change of [`Model::choices`], returns the last list before that part.
    fn opened_list(&self) -> Option<(&MenuChoice, &[MenuChoice])> {
        let mut found: Option<(&MenuChoice, &[MenuChoice])> = None;
        for &index in &self.screen.menu_path {
            let choices = found.map_or(self.choices.as_slice(), |(_, choices)| choices);
            let Some(choice) = choices.get(index) else { break };
            let (MenuTarget::Lists(list) | MenuTarget::Calendar(list)) = &choice.target else { break };
            found = Some((choice, list));
        }
        found
    }

    /// Returns the session, with the moves made and undone; `None` until a puzzle is loaded.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.play.session.as_ref()
    }

    /// Returns the guide to the current marks, with the status of each variable and the number of solutions; `None`
    /// until a puzzle is loaded.
    #[must_use]
    pub fn guide(&self) -> Option<&Guide> {
        self.play.session.as_ref().map(|session| &**session.guide())
    }

    /// Returns the guide to the position that the board shows: the position of a replay, the position after a move that
    /// is being computed, or else the position of the game.
    pub(crate) fn drawn_guide(&self) -> Option<&Guide> {
        match &self.screen.mode {
            Mode::Result(screen) => screen.guide().or(self.guide()),
            _ => self.preview().or(self.guide()),
        }
    }

    /// Returns the guide to draw while a move is being computed.
    fn preview(&self) -> Option<&Guide> {
        let working = self.pending.working.as_ref().filter(|_| matches!(self.screen.mode, Mode::Play));
        working?.preview.as_ref()
    }

    /// Returns the status that the board shows for `variable`; `None` until a puzzle is loaded.
    ///
    /// While a move is being computed, a status that is not known yet keeps its look, so that the board does not
    /// flicker. But a variable that was ruled out before is drawn as open: the move may have taken the reason away.
    pub(crate) fn drawn_status(&self, variable: Variable) -> Option<Status> {
        let (drawn, present) = (self.drawn_guide()?.status(variable), self.guide()?.status(variable));
        Some(match present {
            _ if self.preview().is_none() || drawn != Status::Unknown => drawn,
            Status::Open | Status::Forced | Status::Unknown => present,
            _ => Status::Open,
        })
    }

    /// Returns `true` if the board changes as time passes, so that a face (user interface) draws it at every
    /// [`Message::Elapsed`](crate::Message::Elapsed).
    #[must_use]
    pub fn is_animated(&self) -> bool {
        matches!(&self.screen.mode, Mode::Result(screen) if screen.is_animated())
    }

    /// Returns `true` before the first move of a game, if the player has not solved a puzzle of its kind yet. `false`
    /// in the lesson and in configurators, which have instructions of their own.
    #[must_use]
    pub fn is_first_of_its_kind(&self) -> bool {
        let is_begun = self.play.session.as_ref().is_none_or(|session| session.turns().len() > 0);
        let kind = self.play.board.puzzle().kind();
        let is_new = !self.statistics.in_order().iter().any(|(category, _)| category.contains(kind));
        !is_begun && is_new && self.play.lesson.is_none() && self.tree().is_none()
    }

    /// Returns `true` if the puzzle was solved less than a second ago. A key that the player types on then was meant
    /// for the board, and must not close the result.
    #[must_use]
    pub fn is_just_solved(&self) -> bool {
        matches!(&self.screen.mode, Mode::Result(screen) if screen.is_fresh())
    }

    /// Returns `true` if a background job refines the guide, or prepares the source for the refinement, while the game
    /// goes on.
    #[must_use]
    pub fn is_learning(&self) -> bool {
        self.pending.learning.as_ref().is_some_and(|learning| learning.ticket.is_some())
            || self.pending.preparing.as_ref().is_some_and(|preparing| preparing.ticket.is_some())
    }

    /// Returns `true` if the help level [is guided](Assist::is_guided).
    pub(crate) fn is_guided(&self) -> bool {
        self.settings.assist.is_guided()
    }

    /// Returns `true` if a puzzle is loaded, and the player has neither placed nor blocked a variable.
    pub(crate) fn is_empty(&self) -> bool {
        self.guide().is_some_and(|guide| guide.marks().is_empty())
    }

    /// Returns the load under way; `None` if no puzzle is loading.
    #[must_use]
    pub fn loading(&self) -> Option<Loading> {
        self.pending.loading
    }

    /// Returns `true` if a job is about to change the board or the screen: a load, or a [job that the game waits
    /// for](Model::working). Until the job ends, a face (user interface) keeps all input in an
    /// [`InputQueue`](crate::InputQueue), since the meaning of an input may depend on the result.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.pending.loading.is_some() || self.pending.working.is_some()
    }

    /// Returns the [`Ticket`] of the job whose answer the game waits for, such as the search for a hint. A load does
    /// not count; see [`Model::loading`]. Returns `None` if there is no such job.
    #[must_use]
    pub fn working(&self) -> Option<Ticket> {
        self.pending.working.as_ref().map(|working| working.ticket)
    }

    /// Returns the catalogue of the puzzle shown.
    #[must_use]
    pub fn catalogue(&self) -> &Arc<dyn Catalogue> {
        &self.play.catalogue
    }

    /// Returns the catalogue of the puzzle that is loading, or of the puzzle shown if no puzzle is loading.
    #[must_use]
    pub fn awaited(&self) -> &Arc<dyn Catalogue> {
        self.pending.opening.as_ref().map_or(&self.play.catalogue, |opened| &opened.catalogue)
    }

    /// Returns the number that the puzzle shown has in [`Model::catalogue`].
    #[must_use]
    pub fn number(&self) -> usize {
        self.play.number
    }

    /// Returns the ID with which other players can open the puzzle; `None` if the puzzle has no ID or is not loaded.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        self.play.session.as_ref()?;
        self.play.catalogue.id(self.play.number)
    }

    /// Returns the difficulty of the puzzle: its rating, or the difficulty with which it was made; `None` if it has
    /// neither.
    #[must_use]
    pub fn difficulty(&self) -> Option<Difficulty> {
        let puzzle = self.play.board.puzzle();
        let wanted = || self.play.catalogue.origin(puzzle)?.options.values().find_map(|value| Difficulty::named(value));
        puzzle.difficulty().or_else(wanted)
    }

    /// Returns the puzzle shown and its cells.
    #[must_use]
    pub fn board(&self) -> &GameBoard {
        &self.play.board
    }

    /// Returns the cell under the cursor, always a cell of [`Model::board`].
    #[must_use]
    pub fn cursor(&self) -> Cell {
        self.play.cursor
    }

    /// Returns the outcome of the last action; `None` after a cursor move.
    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        self.screen.notice.as_ref()
    }

    /// Returns `true` if the last action was refused.
    pub(crate) fn is_refused(&self) -> bool {
        self.screen.notice.as_ref().is_some_and(|notice| notice.kind == NoticeKind::Refused)
    }

    /// Returns the screen shown.
    #[must_use]
    pub fn mode(&self) -> &Mode {
        &self.screen.mode
    }

    /// Returns the help level.
    #[must_use]
    pub fn assist(&self) -> Assist {
        self.settings.assist
    }

    /// Returns `true` if the first click on an empty cell blocks it; see [`Preferences::rules_out_first`].
    #[must_use]
    pub fn rules_out_first(&self) -> bool {
        !self.play.board.has_values() && self.preferences.rules_out_first.unwrap_or(!self.is_guided())
    }

    /// Returns `true` if [`Action::Undo`](crate::Action::Undo) can undo a turn or a change of notes or colours, or
    /// return to the previous game.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.can_undo_in_game() || self.left.as_ref().is_some_and(|left| !left.is_ahead)
    }

    /// Returns `true` if this game has a turn or a change of notes or colours to undo.
    #[must_use]
    pub fn can_undo_in_game(&self) -> bool {
        self.play.session.as_ref().is_some_and(|session| session.turn_count() > 0) || self.play.annotations.can_undo()
    }

    /// Returns `true` if [`Action::Undo`](crate::Action::Undo) leaves the puzzle and returns to the previous game.
    #[must_use]
    pub fn undo_leaves(&self) -> bool {
        self.left.as_ref().is_some_and(|left| !left.is_ahead) && !self.play.annotations.can_undo()
    }

    /// Returns `true` if a turn, or a change of notes or colours, can be redone.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.play.session.as_ref().is_some_and(|session| session.turns().len() > session.turn_count())
            || self.play.annotations.can_redo()
            || self.left.as_ref().is_some_and(|left| left.is_ahead)
    }

    /// Returns `true` if typed values become notes.
    #[must_use]
    pub fn is_noting(&self) -> bool {
        self.screen.noting.is_some()
    }

    /// Returns the kind of notes that typed values become; `None` if they are placed.
    #[must_use]
    pub fn noted_kind(&self) -> Option<NoteKind> {
        self.screen.noting
    }

    /// Returns the purpose of a value that is typed or clicked: to be placed, or noted.
    pub(crate) fn value_purpose(&self) -> InputPurpose {
        self.screen.noting.map_or(InputPurpose::Place, InputPurpose::of_note)
    }

    /// Returns the variables that the player has noted in the middle of their cells, in ascending order. The guide
    /// ignores them.
    #[must_use]
    pub fn notes(&self) -> &BTreeSet<Variable> {
        self.play.annotations.notes(NoteKind::Centre)
    }

    /// Returns the variables that the player has noted in corners of their cells, in ascending order. The guide ignores
    /// them.
    #[must_use]
    pub fn corner_notes(&self) -> &BTreeSet<Variable> {
        self.play.annotations.notes(NoteKind::Corner)
    }

    /// Returns the symbol of the value under the cursor; `None` if there is no value, or on screens in place of the
    /// game. Faces (user interfaces) highlight all cells with the same value.
    #[must_use]
    pub fn lit(&self) -> Option<char> {
        let is_play = matches!(self.screen.mode, Mode::Play);
        let guide = self.guide().filter(|_| is_play && self.play.board.has_values())?;
        let stands = |variable: &&Variable| guide.status(**variable).stands();
        let standing = self.play.board.variables(self.play.cursor).iter().find(stands)?;
        Some(self.play.board.puzzle().symbol(*standing))
    }

    /// Returns each value that occurs the same number of times in every solution, with the number of times that it
    /// remains to be placed.
    #[must_use]
    pub fn values_left(&self) -> Vec<(char, usize)> {
        let Some(guide) = self.guide() else { return Vec::new() };
        let puzzle = self.play.board.puzzle();
        let standing = guide.marks().standing(puzzle);
        let count = |symbol: char| standing.iter().filter(|&&variable| puzzle.symbol(variable) == symbol).count();
        let needed = self.play.board.needed().iter();
        needed.map(|&(symbol, needed)| (symbol, needed.saturating_sub(count(symbol)))).collect()
    }

    /// Returns `true` if the game marks excluded variables automatically.
    #[must_use]
    pub fn marks_itself(&self) -> bool {
        self.is_guided()
            || (self.settings.assist == Assist::Attacks && self.preferences.marks_excluded_on(&self.play.board))
    }

    /// Returns the status to draw for `status`: [`Status::Open`] if the help level hides it, or if it is
    /// [`Status::Excluded`] and the player marks excluded variables by hand; otherwise `status` itself.
    #[must_use]
    pub fn shown(&self, status: Status) -> Status {
        let is_replay = matches!(&self.screen.mode, Mode::Result(screen) if screen.guide().is_some());
        // Only the marks and the excluded variables of a replayed position are known.
        let status = if is_replay { Assist::Attacks.shown(status) } else { status };
        match self.settings.assist.shown(status) {
            Status::Excluded if !self.marks_itself() => Status::Open,
            shown => shown,
        }
    }

    /// Returns the conflicts to show: all conflicts if the level is above [`Assist::Nothing`], if the player prefers to
    /// see them at every level, or if the board is [full](Model::is_full); otherwise none.
    #[must_use]
    pub fn clashes(&self) -> &[Conflict] {
        let is_wanted = self.settings.assist > Assist::Nothing || self.preferences.clashes_always;
        if is_wanted || self.is_full() { &self.play.conflicts } else { &[] }
    }

    /// Returns the variables that take part in `conflict` at the present position.
    pub(crate) fn in_conflict(&self, conflict: &Conflict) -> Vec<Variable> {
        self.guide().map_or_else(Vec::new, |guide| conflict.variables(self.play.board.puzzle(), guide.marks()))
    }

    /// Updates the conflicts after a change of the position.
    pub(crate) fn find_conflicts(&mut self) {
        self.play.conflicts =
            self.guide().map_or_else(Vec::new, |guide| guide.marks().conflicts(self.play.board.puzzle()));
    }

    /// Returns the conflicts that contain a variable.
    pub(crate) fn conflicts_of(&self, variable: Variable) -> Vec<Conflict> {
        let is_of_it = |conflict: &Conflict| self.in_conflict(conflict).contains(&variable);
        self.play.conflicts.iter().copied().filter(is_of_it).collect()
    }

    /// Shows the board of another game: updates its conflicts, and closes the screen, the hint and the text input.
    pub(crate) fn show_board(&mut self) {
        self.find_conflicts();
        let screen = &mut self.screen;
        (screen.mode, screen.hint, screen.typing, screen.just_typed) = (Mode::Play, None, None, None);
        screen.pages_below.clear();
        screen.selected.clear();
        self.play.draws.clear();
    }

    /// Returns `true` if the number of placed variables has reached the number that a solution needs, right or wrong.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let placed = self.guide().map_or(0, |guide| guide.marks().placed.len());
        self.play.board.puzzle().places().is_some_and(|places| placed >= places)
    }

    /// Returns `true` if the puzzle has exactly one solution, which a [guided](Assist::is_guided) level would reveal.
    /// Always `false` if the catalogue is [by size](crate::Catalogue::is_by_size).
    pub(crate) fn has_one_solution(&self) -> bool {
        let first = self.play.session.as_ref().and_then(|session| session.count_history().next());
        !self.play.catalogue.is_by_size() && first == Some(&Count::Exact(1u8.into()))
    }

    /// Returns the hint for the current marks; `None` until the player asks for it.
    #[must_use]
    pub fn hint(&self) -> Option<&Hint> {
        self.screen.hint.as_ref().map(|given| &given.hint)
    }

    /// Returns the time, hints, help and checkpoint of this game.
    #[must_use]
    pub fn attempt(&self) -> &Attempt {
        &self.play.attempt
    }

    /// Returns the text typed so far; `None` if the player is not typing.
    #[must_use]
    pub fn typing(&self) -> Option<&str> {
        self.screen.typing.as_ref().map(|typing| typing.text.as_str())
    }

    /// Returns the action for which the player types a text; `None` if the player is not typing.
    #[must_use]
    pub fn typing_purpose(&self) -> Option<InputPurpose> {
        self.screen.typing.as_ref().map(|typing| typing.purpose)
    }

    /// Returns the cell that must stay visible if the board does not fit on the screen.
    #[must_use]
    pub fn focus(&self) -> Cell {
        self.screen.mode.focus(&self.play.board, self.play.cursor)
    }

    /// Returns `true` if [`Action::Cancel`](crate::Action::Cancel) would close the screen or the list of choices shown.
    /// Always `false` in [`Mode::Play`].
    #[must_use]
    pub fn can_leave_screen(&self) -> bool {
        match self.screen.mode {
            Mode::Play => false,
            Mode::Page(Page::Menu(_)) => self.play.session.is_some() || !self.screen.menu_path.is_empty(),
            Mode::Page(_) => self.play.session.is_some() || !self.choices.is_empty(),
            _ => true,
        }
    }

    /// Returns `true` if the puzzle is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.guide().is_some_and(Guide::is_solved)
    }

    /// Returns `true` if the game has ended: its attempt is solved, and no move changes the board any more. A lesson
    /// and a configuration do not end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_solved() && self.play.attempt.is_counted && self.play.lesson.is_none() && self.tree().is_none()
    }

    /// Returns `true` if time is taken and shown.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        self.settings.has_clock
    }

    /// Returns `true` if the reason of the hint is shown, beside the board or as an argument on a screen of its own.
    pub(crate) fn shows_reason_of_hint(&self) -> bool {
        let Some(GivenHint { hint, grade: Grade::Why, .. }) = &self.screen.hint else { return false };
        let is_argued = matches!(hint, Hint::Forced { .. } | Hint::Deduced(_));
        match self.screen.mode {
            Mode::Why(_) => is_argued,
            Mode::Play => !is_argued,
            _ => false,
        }
    }

    /// Returns the current prompt of the lesson; `None` outside of a lesson.
    pub(crate) fn lesson(&self) -> Option<Lesson> {
        self.play.lesson
    }

    /// Returns the lesson at the prompt to which [`Action::NextPuzzle`](crate::Action::NextPuzzle) or
    /// [`Action::PreviousPuzzle`](crate::Action::PreviousPuzzle) leads; `None` if the action leads to another puzzle.
    pub(crate) fn lesson_after(&self, action: Action) -> Option<Lesson> {
        let is_next = action == Action::NextPuzzle;
        let is_step = is_next || action == Action::PreviousPuzzle;
        self.play.lesson.filter(|_| is_step && self.pending.loading.is_none())?.neighbour(is_next)
    }

    /// Returns `true` if a lesson is under way, and its prompt is not the last.
    #[must_use]
    pub fn has_next_step(&self) -> bool {
        self.lesson_after(Action::NextPuzzle).is_some()
    }

    /// Returns the menu's choice of the lesson that follows the present one, once its puzzle is solved; `None` after
    /// the last lesson, and if the menu lists no lessons.
    #[must_use]
    pub fn next_lesson(&self) -> Option<&MenuChoice> {
        let course = self.play.lesson.filter(|_| self.is_solved())?.course;
        let lessons = self.choices.iter().find_map(|choice| match &choice.target {
            MenuTarget::Lists(list) if list.iter().any(|choice| choice.is_lesson) => Some(list),
            _ => None,
        });
        lessons?.get(course as usize + 1)
    }

    /// Returns `true` if a lesson is under way.
    #[must_use]
    pub fn has_lesson(&self) -> bool {
        self.play.lesson.is_some()
    }

    /// Returns the name of the lesson under way, such as `Queens`, and the number of its prompt, counted from 1; `None`
    /// outside of a lesson.
    #[must_use]
    pub fn lesson_step(&self) -> Option<(&'static str, usize)> {
        Some((self.play.lesson?.course.name(), self.play.lesson?.number()))
    }

    /// Returns `true` if time counts now: the clock is on, no page covers the board, no other puzzle is being made, and
    /// the puzzle is loaded, was not solved in this attempt and is no lesson.
    pub(crate) fn is_clock_running(&self) -> bool {
        let is_seen = !matches!(self.screen.mode, Mode::Page(_));
        let is_over = self.is_solved() || self.play.attempt.is_counted;
        let is_timed = self.settings.has_clock && self.play.lesson.is_none();
        is_timed && self.play.session.is_some() && self.pending.loading.is_none() && is_seen && !is_over
    }

    /// Returns `true` if each open cell shows the number of remaining solutions that contain it.
    #[must_use]
    pub fn has_counts(&self) -> bool {
        self.screen.counts_shown && self.is_guided()
    }

    /// Returns `true` if the board shows the heat map, which colours each open cell by its share of the remaining
    /// solutions.
    #[must_use]
    pub fn has_heat(&self) -> bool {
        self.screen.heat_shown && self.is_guided()
    }

    /// Returns a new [`Ticket`].
    pub(crate) fn next_ticket(&mut self) -> Ticket {
        self.pending.tickets += 1;
        self.pending.tickets
    }

    /// Sets the help level. Shows counts and heat at [`Assist::Counts`] and above, and hides them below.
    pub(crate) fn set_assist(&mut self, assist: Assist) {
        self.settings.assist = assist;
        self.screen.counts_shown = assist >= Assist::Counts;
        self.screen.heat_shown = self.screen.counts_shown;
    }
}
