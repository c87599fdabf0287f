//! The model: the state of the game that faces draw.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bdd_core::Sampler;
use puzzle_core::{Conflict, Count, Guide, Hint, Marks, Session, Status, Variable};
use puzzle_kind::{Cell, Playable};

use crate::assist::Assist;
use crate::attempt::Attempt;
use crate::board::GameBoard;
use crate::catalogue::Catalogue;
use crate::lesson::Lesson;
use crate::menu::OpenedCatalogue;
use crate::notes::PencilNotes;
use crate::notice::Notice;
use crate::play_statistics::PlayStatistics;
use crate::preferences::Preferences;
use crate::screen::Mode;
use crate::text_input::TextInput;

/// The number of a job: no two of a game have the same one.
pub type Ticket = u64;

/// The state of the game: all that a face draws. [`Model::start`] begins it, and only [`Model::update`] changes it.
#[derive(Debug)]
pub struct Model {
    pub(crate) play: Play,
    pub(crate) screen: ScreenState,
    pub(crate) settings: GameSettings,
    /// Jobs under way, and what waits for them.
    pub(crate) pending: Pending,
    pub(crate) record: Bookkeeping,
    /// The game that was left for this one, with its level of help, until a move is made.
    pub(crate) left: Option<Box<(Play, Assist)>>,
    /// The choices of the menu, in words; empty if the game has no menu. [`Effect::Open`](crate::Effect::Open) names one by
    /// its index.
    pub choices: Vec<String>,
    /// The player preferences.
    pub preferences: Preferences,
    /// The statistics of all solved puzzles, this game included.
    pub statistics: PlayStatistics,
    pub(crate) sampler: Sampler,
}

/// A puzzle, and the game of it.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) catalogue: Arc<dyn Catalogue>,
    /// The number of the puzzle shown, in its catalogue: the session's, or that of the first load.
    pub(crate) number: usize,
    pub(crate) board: GameBoard,
    /// The moves, once the diagram is there.
    pub(crate) session: Option<Session>,
    /// The clashes in the session's position.
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) cursor: Cell,
    pub(crate) notes: PencilNotes,
    pub(crate) attempt: Attempt,
    pub(crate) lesson: Option<Lesson>,
    /// The turns that the pointer made in one draw: the numbers of those made before it and after it.
    pub(crate) draws: Vec<(usize, usize)>,
}

/// The screen beside the board.
#[derive(Debug, Default)]
pub(crate) struct ScreenState {
    pub(crate) mode: Mode,
    pub(crate) notice: Option<Notice>,
    pub(crate) hint: Option<GivenHint>,
    pub(crate) typing: Option<TextInput>,
    /// The cell for which a value has just been typed: Enter ends the typing and does nothing else.
    pub(crate) just_typed: Option<Cell>,
    pub(crate) is_noting: bool,
    /// Whether the counts are to stand on the board, if the level of help allows it.
    pub(crate) counts_shown: bool,
    /// Whether the heat is to stand on the board, if the level of help allows it.
    pub(crate) heat_shown: bool,
}

/// Player preferences.
#[derive(Debug)]
pub(crate) struct GameSettings {
    pub(crate) assist: Assist,
    /// Whether time is taken, and shown.
    pub(crate) has_clock: bool,
}

/// Jobs under way, and what waits for them.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// The number of loads and works begun; tells their messages apart.
    tickets: u64,
    pub(crate) loading: Option<Loading>,
    pub(crate) working: Option<Ticket>,
    /// What is being found out of the present position while the game goes on.
    pub(crate) learning: Option<Learning>,
    /// What the player has chosen from the menu, while its first puzzle is on its way.
    pub(crate) opening: Option<OpenedCatalogue>,
    /// The marks with which the first game is to begin.
    pub(crate) beginning: Option<Marks>,
}

/// What is to be kept.
#[derive(Debug, Default)]
pub(crate) struct Bookkeeping {
    /// Whether something may have changed since the game was last to be kept.
    pub(crate) has_changed: bool,
    /// The time played since then.
    pub(crate) time: Duration,
}

/// More being found out of a position.
#[derive(Debug)]
pub(crate) struct Learning {
    /// The ticket of the job; `None` once it has answered.
    pub(crate) ticket: Option<Ticket>,
    /// The guide to the position as far as it is known.
    pub(crate) of: Arc<Guide>,
}

/// A hint, and how much of it was given.
#[derive(Debug)]
pub(crate) struct GivenHint {
    pub(crate) hint: Hint,
    pub(crate) grade: Grade,
}

/// How much of a hint was given.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Grade {
    /// Where to look.
    Look,
    /// Where to look, and the move.
    Play,
    /// Where to look, the move, and why it is right.
    Why,
}

/// A puzzle on its way.
#[derive(Clone, Copy, Debug)]
pub struct Loading {
    /// The ticket of the load.
    pub ticket: Ticket,
    /// The number of the puzzle.
    pub number: usize,
    /// How far the load is, from 0 to 1.
    pub fraction: f64,
}

impl Play {
    /// A puzzle without a game.
    pub(crate) fn new(catalogue: Arc<dyn Catalogue>, number: usize, board: GameBoard) -> Play {
        Play {
            catalogue,
            number,
            cursor: board.first_cell(),
            board,
            session: None,
            conflicts: Vec::new(),
            notes: PencilNotes::default(),
            attempt: Attempt::default(),
            lesson: None,
            draws: Vec::new(),
        }
    }
}

impl Model {
    /// The state before anything has happened: no game, no load.
    ///
    /// `puzzle` is shown until the first one is loaded: the one with this number in the catalogue, or where that has still
    /// to be made, the [outline](puzzle_kind::Generator::outline) of it.
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
            preferences: Preferences::default(),
            statistics: PlayStatistics::default(),
            sampler: Sampler::new(1),
        }
    }

    /// This game, to begin at a level of help; without this it begins at [`Assist::default`].
    #[must_use]
    pub fn with_assist(mut self, assist: Assist) -> Model {
        self.set_assist(assist);
        self
    }

    /// Switches the clock on or off; the default is on. Without a clock no time is taken or shown.
    #[must_use]
    pub fn with_clock(mut self, has_clock: bool) -> Model {
        self.settings.has_clock = has_clock;
        self
    }

    /// Sets the marks with which the first game begins, made in one turn that the player can undo.
    #[must_use]
    pub fn with_marks(mut self, marks: Option<Marks>) -> Model {
        self.pending.beginning = marks;
        self
    }

    /// This game with its random numbers started from a seed. Without one, all games leaf through the same random
    /// solutions.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Model {
        Model { sampler: Sampler::new(seed), ..self }
    }

    /// The moves made and undone, once the puzzle is loaded.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.play.session.as_ref()
    }

    /// The guide to the current marks, once there is a game.
    #[must_use]
    pub fn guide(&self) -> Option<&Guide> {
        self.play.session.as_ref().map(|session| &**session.guide())
    }

    /// Whether more is being found out of the present position while the game goes on.
    #[must_use]
    pub fn is_learning(&self) -> bool {
        self.pending.learning.as_ref().is_some_and(|learning| learning.ticket.is_some())
    }

    /// Whether the screen tells what only the solutions know.
    pub(crate) fn is_guided(&self) -> bool {
        self.settings.assist.is_guided()
    }

    /// Whether nothing is marked on the board.
    pub(crate) fn is_empty(&self) -> bool {
        self.guide().is_some_and(|guide| guide.marks().is_empty())
    }

    /// The load of a puzzle under way.
    #[must_use]
    pub fn loading(&self) -> Option<Loading> {
        self.pending.loading
    }

    /// Returns whether a job is about to change the board or the screen: a puzzle is loaded, or an answer worked out. Until
    /// it ends a face keeps the player's input in an [`InputQueue`](crate::InputQueue), since its meaning may depend on what
    /// comes.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.pending.loading.is_some() || self.pending.working.is_some()
    }

    /// The ticket of what is being worked out. Until its answer is there, the game stands still.
    #[must_use]
    pub fn working(&self) -> Option<Ticket> {
        self.pending.working
    }

    /// Where the puzzles come from.
    #[must_use]
    pub fn catalogue(&self) -> &Arc<dyn Catalogue> {
        &self.play.catalogue
    }

    /// Where the puzzle comes from that is on its way, if one is; else the puzzle shown.
    #[must_use]
    pub fn awaited(&self) -> &Arc<dyn Catalogue> {
        self.pending.opening.as_ref().map_or(&self.play.catalogue, |opened| &opened.catalogue)
    }

    /// The number of the puzzle shown, in its catalogue.
    #[must_use]
    pub fn number(&self) -> usize {
        self.play.number
    }

    /// The short name of the puzzle shown, by which it can be had elsewhere, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        self.play.session.as_ref()?;
        self.play.catalogue.id(self.play.number)
    }

    /// The puzzle shown, and its cells.
    #[must_use]
    pub fn board(&self) -> &GameBoard {
        &self.play.board
    }

    /// The cell under the cursor; always one of the board.
    #[must_use]
    pub fn cursor(&self) -> Cell {
        self.play.cursor
    }

    /// The outcome of what the player did last; `None` after moving the cursor.
    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        self.screen.notice.as_ref()
    }

    /// What the board is for at the moment: to play, to explain, or to show solutions.
    #[must_use]
    pub fn mode(&self) -> &Mode {
        &self.screen.mode
    }

    /// The level of help.
    #[must_use]
    pub fn assist(&self) -> Assist {
        self.settings.assist
    }

    /// Whether the first click on an empty cell rules it out. Where the guide tells what is ruled out, it does not.
    #[must_use]
    pub fn rules_out_first(&self) -> bool {
        !self.is_guided() && self.preferences.rules_out_first_on(&self.play.board)
    }

    /// Whether there is something to take back: a turn, notes, or the game that was left for this one.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.play.session.as_ref().is_some_and(|session| session.turn_count() > 0)
            || self.play.notes.can_undo()
            || self.left.is_some()
    }

    /// Whether there is something to be made again that was taken back.
    pub(crate) fn can_redo(&self) -> bool {
        self.play.session.as_ref().is_some_and(|session| session.turns().len() > session.turn_count())
            || self.play.notes.can_redo()
    }

    /// Whether the keys of the values write notes.
    #[must_use]
    pub fn is_noting(&self) -> bool {
        self.screen.is_noting
    }

    /// What the player has noted, in order: pencil marks that the guide knows nothing of.
    #[must_use]
    pub fn notes(&self) -> &BTreeSet<Variable> {
        self.play.notes.noted()
    }

    /// The symbol of the value that stands under the cursor: its equals are shown wherever they are.
    #[must_use]
    pub fn lit(&self) -> Option<char> {
        let guide = self.guide().filter(|_| self.play.board.has_values())?;
        let stands = |variable: &&Variable| guide.status(**variable).stands();
        let standing = self.play.board.variables(self.play.cursor).iter().find(stands)?;
        Some(self.play.board.puzzle().symbol(*standing))
    }

    /// For each value how often it has still to be placed, where the rules say how often it stands in a solution.
    #[must_use]
    pub fn values_left(&self) -> Vec<(char, usize)> {
        let Some(guide) = self.guide() else { return Vec::new() };
        let puzzle = self.play.board.puzzle();
        let standing = guide.marks().standing(puzzle);
        let count = |symbol: char| standing.iter().filter(|&&variable| puzzle.symbol(variable) == symbol).count();
        let needed = self.play.board.needed().iter();
        needed.map(|&(symbol, needed)| (symbol, needed.saturating_sub(count(symbol)))).collect()
    }

    /// Whether the game marks what is excluded by itself.
    #[must_use]
    pub fn marks_itself(&self) -> bool {
        self.is_guided()
            || (self.settings.assist == Assist::Attacks && self.preferences.marks_excluded_on(&self.play.board))
    }

    /// What a status passes for on the board: what must not be told, or is not to be marked, looks as if it were open.
    #[must_use]
    pub fn shown(&self, status: Status) -> Status {
        match self.settings.assist.shown(status) {
            Status::Excluded if !self.marks_itself() => Status::Open,
            shown => shown,
        }
    }

    /// What stands and clashes, where that is shown: with help, if the player wants it, and where all is placed.
    #[must_use]
    pub fn clashes(&self) -> &[Conflict] {
        let is_wanted = self.settings.assist > Assist::Nothing || self.preferences.clashes_always;
        if is_wanted || self.is_full() { &self.play.conflicts } else { &[] }
    }

    /// The variables in a conflict of the present position.
    pub(crate) fn in_conflict(&self, conflict: &Conflict) -> Vec<Variable> {
        self.guide().map_or_else(Vec::new, |guide| conflict.variables(self.play.board.puzzle(), guide.marks()))
    }

    /// Finds out what clashes, once for every position that the session comes to.
    pub(crate) fn find_conflicts(&mut self) {
        self.play.conflicts =
            self.guide().map_or_else(Vec::new, |guide| guide.marks().conflicts(self.play.board.puzzle()));
    }

    /// Returns the conflicts that a variable takes part in.
    pub(crate) fn conflicts_of(&self, variable: Variable) -> Vec<Conflict> {
        let is_of_it = |conflict: &Conflict| self.in_conflict(conflict).contains(&variable);
        self.play.conflicts.iter().copied().filter(is_of_it).collect()
    }

    /// Shows the board of the game that has just taken the place of another one, of which nothing is left on the screen.
    pub(crate) fn show_board(&mut self) {
        self.find_conflicts();
        let screen = &mut self.screen;
        (screen.mode, screen.hint, screen.typing, screen.just_typed) = (Mode::Play, None, None, None);
        self.play.draws.clear();
    }

    /// Whether as much is placed as a solution has, rightly or wrongly.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let placed = self.guide().map_or(0, |guide| guide.marks().placed.len());
        self.play.board.puzzle().places().is_some_and(|places| placed >= places)
    }

    /// Whether all help beyond what anybody could work out would show the solution: it is a puzzle with a single one.
    pub(crate) fn has_one_solution(&self) -> bool {
        let first = self.play.session.as_ref().and_then(|session| session.count_history().next());
        !self.play.catalogue.is_by_size() && first == Some(&Count::Exact(1u8.into()))
    }

    /// The hint for the current marks, if one was given.
    #[must_use]
    pub fn hint(&self) -> Option<&Hint> {
        self.screen.hint.as_ref().map(|given| &given.hint)
    }

    /// What is known of this game beside its moves.
    #[must_use]
    pub fn attempt(&self) -> &Attempt {
        &self.play.attempt
    }

    /// The text typed so far, if something is being typed.
    #[must_use]
    pub fn typing(&self) -> Option<&str> {
        self.screen.typing.as_ref().map(|typing| typing.text.as_str())
    }

    /// The cell that has to be in view, on a screen too small for the board.
    #[must_use]
    pub fn focus(&self) -> Cell {
        self.screen.mode.focus(&self.play.board, self.play.cursor)
    }

    /// Whether a screen is shown that can be left: over the board or beside it, and with a game to go back to.
    #[must_use]
    pub fn can_leave_screen(&self) -> bool {
        match self.screen.mode {
            Mode::Play => false,
            Mode::Page(_) => self.play.session.is_some(),
            _ => true,
        }
    }

    /// Whether the puzzle is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.guide().is_some_and(Guide::is_solved)
    }

    /// Whether time is taken.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        self.settings.has_clock
    }

    /// What the player is taught at the moment.
    pub(crate) fn lesson(&self) -> Option<Lesson> {
        self.play.lesson
    }

    /// Whether time counts at the moment: while a puzzle is on the board that is not solved.
    pub(crate) fn is_clock_running(&self) -> bool {
        let is_seen = !matches!(self.screen.mode, Mode::Page(_));
        self.settings.has_clock && self.play.session.is_some() && is_seen && !self.is_solved()
    }

    /// Whether counts stand on the board.
    #[must_use]
    pub fn has_counts(&self) -> bool {
        self.screen.counts_shown && self.is_guided()
    }

    /// Whether heat stands on the board.
    #[must_use]
    pub fn has_heat(&self) -> bool {
        self.screen.heat_shown && self.is_guided()
    }

    /// A ticket that no job of this game has had.
    pub(crate) fn next_ticket(&mut self) -> Ticket {
        self.pending.tickets += 1;
        self.pending.tickets
    }

    /// Sets the level of help, and what stands on the board at that level.
    pub(crate) fn set_assist(&mut self, assist: Assist) {
        self.settings.assist = assist;
        self.screen.counts_shown = assist >= Assist::Counts;
        self.screen.heat_shown = self.screen.counts_shown;
    }
}
