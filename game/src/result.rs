//! The screen of a solved puzzle: its result, the replay of its turns, and the path to its solution.

use std::time::Duration;

use puzzle_core::{BigUint, Count, Guide, Marks, Move, Tally, Variable};
use puzzle_kind::{Cell, Playable};

use crate::action::Action;
use crate::board::GameBoard;
use crate::screen_step::ScreenStep;
use crate::screen_text::{ScreenText, TextRole};
use crate::words::clock;

/// The time after a solution in which keys may still be meant for the board: long enough for a key typed after the last
/// move, short enough not to hold up a player who wants to go on.
const AFTERTHOUGHT: Duration = Duration::from_millis(900);
/// The duration of the animation that follows a solution.
const ANIMATION: Duration = Duration::from_millis(2000);
/// The number of neighbouring diagonals of the board that the animation highlights at a time.
const WAVE: usize = 3;
/// The longest time between two turns of a replay that runs by itself.
const PACE: Duration = Duration::from_millis(600);
/// The duration of a replay of many turns that runs by itself.
const REPLAY: Duration = Duration::from_secs(20);
/// The largest number of moves of a turn that are all named.
const NAMED: usize = 3;
/// The number of turns that the list of turns shows before and after the turn on the board.
const NEARBY: usize = 4;

/// A turn of the solved game.
#[derive(Clone, Debug)]
pub(crate) struct PlayedTurn {
    pub(crate) moves: Vec<Move>,
    /// The time of the clock at the turn; `None` if it is unknown.
    pub(crate) time: Option<Duration>,
    /// The name of the technique by which the turn follows from the turns before it; `None` if it is unknown.
    pub(crate) technique: Option<&'static str>,
}

/// The result of a solved puzzle and the replay of its turns, in [`Mode::Result`](crate::Mode::Result).
#[derive(Debug)]
pub struct ResultScreen {
    /// The sentences about the result, each with its role.
    sentences: Vec<(TextRole, String)>,
    /// The sentence about the daily puzzles that are left today; `None` for other puzzles.
    dailies: Option<String>,
    turns: Vec<PlayedTurn>,
    /// The position shown by the replay; `None` while the result is shown.
    shown: Option<ReplayedPosition>,
    /// `true` if the replay lists the turns with their times and techniques.
    has_path: bool,
    /// The time since the solution; `None` once the player has replayed it.
    age: Option<Duration>,
    /// `true` if an animation follows the solution.
    is_animated: bool,
    /// The time since the replay, running by itself, made its last turn; `None` while it stands still.
    runs: Option<Duration>,
}

/// A position of the replay, which shows the turns of the solved game one by one.
#[derive(Debug)]
struct ReplayedPosition {
    /// The number of turns made in this position, out of all turns of the game.
    at: usize,
    /// The guide to the marks of the position. It knows only the marks and the variables that they exclude; all other
    /// statuses are unknown.
    guide: Box<Guide>,
}

impl ResultScreen {
    /// Creates the screen of a game solved by `turns`, which shows `sentences`.
    pub(crate) fn new(sentences: Vec<(TextRole, String)>, turns: Vec<PlayedTurn>, is_animated: bool) -> ResultScreen {
        ResultScreen {
            sentences,
            dailies: None,
            turns,
            shown: None,
            has_path: false,
            age: Some(Duration::ZERO),
            is_animated,
            runs: None,
        }
    }

    /// Sets the sentence about the daily puzzles that are left today.
    pub(crate) fn tell_dailies(&mut self, left: Option<String>) {
        self.dailies = left;
    }

    /// Returns the number of turns that the replay has made, and the number of all turns; `None` while the result is
    /// shown.
    #[must_use]
    pub fn replayed(&self) -> Option<(usize, usize)> {
        self.shown.as_ref().map(|shown| (shown.at, self.turns.len()))
    }

    /// Returns the guide to the position of the replay; `None` while the result is shown.
    pub(crate) fn guide(&self) -> Option<&Guide> {
        self.shown.as_ref().map(|shown| &*shown.guide)
    }

    /// Returns the time since the start of the animation; `None` if no animation runs.
    fn animation(&self) -> Option<Duration> {
        self.age.filter(|&age| self.is_animated && age < ANIMATION)
    }

    /// Returns `true` while the animation or the replay runs.
    pub(crate) fn is_animated(&self) -> bool {
        self.animation().is_some() || self.runs.is_some()
    }

    /// Returns `true` if the puzzle was solved so recently that a key may still be meant for its board.
    pub(crate) fn is_fresh(&self) -> bool {
        self.age.is_some_and(|age| age < AFTERTHOUGHT)
    }

    /// Advances the time since the solution, and the replay if it runs by itself.
    pub(crate) fn pass(&mut self, time: Duration, board: &GameBoard) {
        self.age = self.age.map(|age| age.saturating_add(time));
        let (Some(waited), Some((at, of))) = (self.runs, self.replayed()) else { return };
        let pace = PACE.min(REPLAY / u32::try_from(of).unwrap_or(u32::MAX).max(1));
        let waited = waited.saturating_add(time);
        let turns = usize::try_from(waited.as_millis() / pace.as_millis().max(1)).unwrap_or(of).min(of - at);
        if turns > 0 {
            self.replay(at + turns, board.puzzle());
        }
        self.runs = (at + turns < of).then_some(if turns > 0 { Duration::ZERO } else { waited });
    }

    /// Returns `true` if a cell is highlighted: it lies in the wave of the animation, or the replay has just changed
    /// it.
    pub(crate) fn highlights(&self, board: &GameBoard, cell: Cell) -> bool {
        if let Some(shown) = &self.shown {
            let last = shown.at.checked_sub(1).map_or(&[][..], |last| &self.turns[last].moves);
            return last.iter().filter_map(|made| made.variable()).any(|changed| board.puzzle().cell(changed) == cell);
        }
        self.is_in_wave(board, cell)
    }

    /// Returns `true` if a cell lies in the wave of the animation, which runs over the board once it is solved.
    #[must_use]
    pub fn is_in_wave(&self, board: &GameBoard, cell: Cell) -> bool {
        let Some(age) = self.animation() else { return false };
        // The wave runs over the diagonals from the upper left to the lower right.
        let diagonals = (board.rows() + board.columns() + WAVE) as u128;
        let front = (diagonals * age.as_millis() / ANIMATION.as_millis()) as usize;
        let diagonal = cell.row + cell.column;
        diagonal <= front && front < diagonal + WAVE
    }

    /// Goes to another turn of the replay, which then stands still.
    pub(crate) fn step(&mut self, step: ScreenStep, board: &GameBoard) {
        self.runs = None;
        let last = self.turns.len();
        let from = self.shown.as_ref().map_or(last, |shown| shown.at);
        let at = match step {
            // The replay starts with the first turn.
            ScreenStep::Next if self.shown.is_none() => 1.min(last),
            _ => step.from(from, last, from),
        };
        self.replay(at, board.puzzle());
    }

    /// Shows the position before the first turn. The replay then runs by itself.
    pub(crate) fn rewind(&mut self, board: &GameBoard) {
        self.replay(0, board.puzzle());
        self.runs = (!self.turns.is_empty()).then_some(Duration::ZERO);
    }

    /// Shows the result, and ends the replay. Returns `false` if the result is shown already.
    pub(crate) fn show_result(&mut self) -> bool {
        (self.has_path, self.runs) = (false, None);
        self.shown.take().is_some()
    }

    /// Lists the turns with their techniques. `techniques` has the name of the technique of each turn.
    pub(crate) fn show_path(&mut self, techniques: Vec<Option<&'static str>>, board: &GameBoard) {
        for (turn, technique) in self.turns.iter_mut().zip(techniques) {
            turn.technique = technique;
        }
        (self.has_path, self.runs) = (true, None);
        let at = self.replayed().map_or(self.turns.len(), |(at, _)| at);
        self.replay(at, board.puzzle());
    }

    /// Returns the moves of each turn.
    pub(crate) fn moves(&self) -> Vec<Vec<Move>> {
        self.turns.iter().map(|turn| turn.moves.clone()).collect()
    }

    fn replay(&mut self, at: usize, puzzle: &dyn Playable) {
        let mut marks = Marks::default();
        self.turns[..at].iter().flat_map(|turn| &turn.moves).for_each(|&made| make(&mut marks, made));
        let variables = puzzle.rules().variables();
        let nothing_known = Tally {
            unknown: Variable::all(variables).collect(),
            ..Tally::new(Count::UNKNOWN, vec![Count::AtLeast(BigUint::ZERO); variables])
        };
        self.age = None;
        self.shown = Some(ReplayedPosition { at, guide: Box::new(Guide::new(puzzle, marks, nothing_known)) });
    }

    pub(crate) fn describe(&self, puzzle: &dyn Playable) -> ScreenText {
        let Some(shown) = &self.shown else {
            let dailies = self.dailies.iter().map(|left| (TextRole::Result, left.clone()));
            let lines: Vec<_> = self.sentences.iter().cloned().chain(dailies).collect();
            let brief = self.sentences.iter().map(|(_, sentence)| sentence.clone()).collect();
            let heads = vec!["Solved".to_owned()];
            return ScreenText { title: "Solved".to_owned(), heads, lines, brief };
        };
        let (at, of) = (shown.at, self.turns.len());
        let progress = format!("Move {at} of {of}");
        let step = at.checked_sub(1).map_or_else(|| "The start.".to_owned(), |last| self.sentence(puzzle, last));
        let mut lines = vec![(TextRole::Progress, progress.clone()), (TextRole::Step, step.clone())];
        if self.has_path {
            let nearby = at.saturating_sub(NEARBY + 1)..of.min(at + NEARBY);
            lines.extend(self.summary(puzzle).into_iter().map(|line| (TextRole::Summary, line)));
            let listed = nearby.map(|turn| {
                let mark = if turn + 1 == at { ">" } else { " " };
                (TextRole::Note, format!("{mark} {}", self.entry(puzzle, turn)))
            });
            lines.extend(listed);
        }
        let title = if self.has_path { "Solution path" } else { "Replay" }.to_owned();
        ScreenText { heads: vec![format!("{title}  {progress}"), progress], title, lines, brief: vec![step] }
    }

    /// Returns the sentences to read out: all turns with their techniques if the screen lists the turns, otherwise the
    /// text beside the board.
    pub(crate) fn read_out(&self, puzzle: &dyn Playable) -> Vec<String> {
        if self.has_path {
            let list = (0..self.turns.len()).map(|turn| format!("{}.", self.entry(puzzle, turn)));
            return self.summary(puzzle).into_iter().chain(list).collect();
        }
        self.describe(puzzle).lines.into_iter().map(|(_, line)| line).collect()
    }

    /// Returns all turns as lines such as `0:12 f6: hidden single`, and the number of turns made in the position shown;
    /// `None` if the screen does not list the turns.
    #[must_use]
    pub fn path(&self, puzzle: &dyn Playable) -> Option<(Vec<String>, usize)> {
        let shown = self.shown.as_ref().filter(|_| self.has_path)?;
        Some(((0..self.turns.len()).map(|turn| self.entry(puzzle, turn)).collect(), shown.at))
    }

    /// Returns the time that each turn took; `None` if a time is unknown.
    #[must_use]
    pub fn times_of_turns(&self) -> Option<Vec<Duration>> {
        (0..self.turns.len()).map(|turn| self.wait(turn)).collect()
    }

    /// Describes a turn as a sentence, such as `f6 at 3:12, after 1:02: hidden single.`
    fn sentence(&self, puzzle: &dyn Playable, turn: usize) -> String {
        let PlayedTurn { moves, time, technique } = &self.turns[turn];
        let time = time.map_or_else(String::new, |time| format!(" at {}", clock(time)));
        let wait = self.wait(turn).filter(|wait| wait.as_secs() > 0);
        let wait = wait.map_or_else(String::new, |wait| format!(", after {}", clock(wait)));
        let technique = technique.map_or_else(String::new, |name| format!(": {name}"));
        format!("{}{time}{wait}{technique}.", named(puzzle, moves))
    }

    /// Describes a turn for the list, such as `3:12 f6: hidden single`.
    fn entry(&self, puzzle: &dyn Playable, turn: usize) -> String {
        let PlayedTurn { moves, time, technique } = &self.turns[turn];
        let time = time.map_or_else(String::new, |time| format!("{} ", clock(time)));
        let technique = technique.map_or_else(String::new, |name| format!(": {name}"));
        format!("{time}{}{technique}", named(puzzle, moves))
    }

    /// Returns the time between the previous turn and `turn`; `None` if the time of either turn is unknown.
    fn wait(&self, turn: usize) -> Option<Duration> {
        let before = turn.checked_sub(1).map_or(Some(Duration::ZERO), |before| self.turns[before].time);
        Some(self.turns[turn].time?.saturating_sub(before?))
    }

    /// Returns a sentence about the longest pause before a turn, and a sentence with the number of turns by each
    /// technique. Leaves a sentence out if the times or techniques are unknown.
    fn summary(&self, puzzle: &dyn Playable) -> Vec<String> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for name in self.turns.iter().filter_map(|turn| turn.technique) {
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let techniques = counts.iter().map(|(name, count)| format!("{count} x {name}")).collect::<Vec<_>>().join(", ");
        let techniques = (!counts.is_empty()).then(|| format!("By technique: {techniques}."));
        let waits = (0..self.turns.len()).filter_map(|turn| Some((self.wait(turn)?, turn)));
        // Of several equally slow turns, take the first.
        let slowest = waits.rev().max_by_key(|(wait, _)| *wait).filter(|(wait, _)| wait.as_secs() > 0);
        let slowest = slowest.and_then(|(wait, turn)| {
            let (time, names) = (clock(self.turns[turn].time?), named(puzzle, &self.turns[turn].moves));
            Some(format!("Longest pause: {} before {names}, at {time}.", clock(wait)))
        });
        slowest.into_iter().chain(techniques).collect()
    }

    /// Returns `Some(true)` if `action` is possible now, and `Some(false)` if it is not; `None` if this screen has no
    /// such action.
    pub(crate) fn offers(&self, action: Action) -> Option<bool> {
        let (at, of) = self.replayed().unwrap_or((self.turns.len(), self.turns.len()));
        match action {
            Action::Step(ScreenStep::Previous | ScreenStep::First) => Some(at > 0),
            Action::Step(ScreenStep::Next) => Some(at < of || self.shown.is_none() && of > 0),
            Action::Step(ScreenStep::Last) => Some(at < of),
            _ => None,
        }
    }
}

/// Makes a move of a solved game.
pub(crate) fn make(marks: &mut Marks, made: Move) {
    match made {
        Move::Place(variable) => drop(marks.placed.insert(variable)),
        Move::Remove(variable) => drop(marks.placed.remove(&variable)),
        Move::Block(variable) => drop(marks.blocked.insert(variable)),
        Move::Unblock(variable) => drop(marks.blocked.remove(&variable)),
        Move::Clear => *marks = Marks::default(),
    }
}

/// Lists the moves of a turn, such as `d1` or `d1, not e5`. Of many moves, only the first is named.
fn named(puzzle: &dyn Playable, moves: &[Move]) -> String {
    if let [first, others @ ..] = moves
        && others.len() >= NAMED
    {
        return format!("{} and {} others", named(puzzle, &[*first]), others.len());
    }
    let name = |made: &Move| match made {
        Move::Place(variable) => puzzle.name(*variable),
        Move::Block(variable) => format!("not {}", puzzle.name(*variable)),
        Move::Remove(variable) => format!("remove {}", puzzle.name(*variable)),
        Move::Unblock(variable) => format!("unblock {}", puzzle.name(*variable)),
        Move::Clear => "clear".to_owned(),
    };
    moves.iter().map(name).collect::<Vec<_>>().join(", ")
}
