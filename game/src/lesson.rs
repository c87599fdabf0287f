//! The lessons: n-queens in eleven prompts on a board of 5 x 5, and regions and Sudoku in four prompts each.
//!
//! Each prompt waits until the player has done its task. After a wrong answer the same prompt stays, with a remark that
//! says why the answer is wrong. The player may also skip a prompt, or go back to the prompt before: the board then
//! gets the position in which the prompt starts.

use puzzle_core::{Guide, Status, Variable};
use puzzle_kind::Cell;

use crate::assist::Assist;
use crate::board::GameBoard;

/// The square of the first queen. On 5 x 5 this queen leaves dead squares (in no solution), and any second queen leaves
/// forced squares (in every solution).
const FIRST: &str = "b1";
/// The square that the player rules out by hand. It is in no solution, so that no solution is lost.
const RULED_OUT: &str = "d4";
/// A square that the first queen attacks, for the second queen that clashes.
const ATTACKED: &str = "b3";
/// A square that is dead with the first queen.
const DEAD: &str = "a5";

/// The value that the lesson of Sudoku begins with: the last one of its row.
const SINGLE_VALUE: &str = "r1c3=3";
/// A value that [`SINGLE_VALUE`] rules out in its block.
const EXCLUDED_VALUE: &str = "r2c4=3";
/// The square that the lesson of regions begins with: the only one of its region.
const SINGLE_SQUARE: &str = "a4";
/// A square that touches [`SINGLE_SQUARE`] at a corner.
const TOUCHED: &str = "b5";

/// The puzzle that a lesson is about, in the order of the lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    Queens,
    /// Queens with regions, on a board of 5 x 5.
    Regions,
    /// A Sudoku of 4 x 4.
    Sudoku,
}

impl Course {
    /// Returns the course for the kind of a board.
    pub(crate) fn of(board: &GameBoard) -> Course {
        match (board.has_values(), board.has_named_regions()) {
            (true, _) => Course::Sudoku,
            (false, true) => Course::Regions,
            (false, false) => Course::Queens,
        }
    }

    /// Returns the name of the course, as the menu lists it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Course::Queens => "Queens",
            Course::Regions => "Regions",
            Course::Sudoku => "Sudoku",
        }
    }

    /// Returns the prompts in order.
    pub(crate) fn prompts(self) -> &'static [Prompt] {
        match self {
            Course::Queens => &Prompt::QUEENS,
            Course::Regions | Course::Sudoku => &Prompt::SHORT,
        }
    }

    /// Returns the names of the variable that a short course begins with, and of one that is ruled out then.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Course::Sudoku => (SINGLE_VALUE, EXCLUDED_VALUE),
            Course::Queens | Course::Regions => (SINGLE_SQUARE, TOUCHED),
        }
    }
}

/// A prompt of the lesson: a task for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// Move the cursor to the square of the first queen.
    Move,
    Place,
    /// Ask why a square is attacked.
    Attacked,
    /// Place a second queen that the first queen attacks.
    Clash,
    Undo,
    Block,
    /// Switch to a help level that [is guided](crate::Assist::is_guided).
    Guide,
    /// Ask why a square is dead.
    Dead,
    /// Place a second queen, and ask why a square is forced.
    Forced,
    Hint,
    Solve,
    /// Place the piece or value that has no other place.
    Single,
    /// Ask why a square or value is ruled out.
    RuledOut,
}

/// The lesson under way: its prompt, and the remark about a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lesson {
    pub(crate) course: Course,
    pub(crate) prompt: Prompt,
    /// The mistake in the last answer; `None` if the answer was not wrong.
    pub(crate) remark: Option<Remark>,
}

/// A mistake in an answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remark {
    /// The first queen is not on the square of the lesson, which goes on with its own square; see [`Lesson::accepted`].
    OtherSquare,
    /// The explained square is not attacked.
    NotAttacked,
    /// The second queen attacks no other queen.
    NoClash,
    /// A queen was placed in place of a block.
    Placed,
    /// Another square was blocked.
    OtherBlocked,
    /// The explained square is not dead.
    NotDead,
    /// The explained square is not forced.
    NotForced,
    /// Another piece or value was placed than the one that has no other place.
    OtherPlaced,
    /// The explained square or value is not ruled out by a piece or value.
    NotRuledOut,
}

/// The state of the game that the lesson judges.
pub(crate) struct LessonAnswer<'a> {
    pub(crate) board: &'a GameBoard,
    pub(crate) guide: &'a Guide,
    pub(crate) cursor: Cell,
    /// The status that the screen has begun to explain; `None` if there is no explanation, or if it was there before.
    pub(crate) explained: Option<Status>,
    /// `true` if a clash is explained on the screen.
    pub(crate) explains_clash: bool,
    /// `true` if the player has asked for an explanation, and there is none: the square is neither ruled out nor
    /// forced.
    pub(crate) is_asked_in_vain: bool,
    pub(crate) is_guided: bool,
    /// `true` if a hint shows its move.
    pub(crate) has_hint: bool,
}

impl Lesson {
    /// Returns the lesson of a course at its first prompt.
    pub(crate) fn start(course: Course) -> Lesson {
        Lesson { course, prompt: course.prompts()[0], remark: None }
    }

    /// Returns the lesson to go on with after the first queen was placed on another square: the next prompt, with a
    /// remark. Returns `None` if this was not the last answer.
    pub(crate) fn accepted(self) -> Option<Lesson> {
        let is_first = matches!(self.prompt, Prompt::Move | Prompt::Place);
        (is_first && self.remark == Some(Remark::OtherSquare)).then_some(Lesson { prompt: Prompt::Attacked, ..self })
    }

    /// Returns the number of the prompt, counted from 1.
    pub(crate) fn number(self) -> usize {
        self.index() + 1
    }

    /// Returns the lesson at the prompt with this number, counted from 1; `None` if there is no such prompt.
    pub(crate) fn at(self, number: usize) -> Option<Lesson> {
        Some(Lesson { prompt: *self.course.prompts().get(number.checked_sub(1)?)?, remark: None, ..self })
    }

    /// Returns the index of the prompt among those of the course.
    fn index(self) -> usize {
        self.course.prompts().iter().position(|&prompt| prompt == self.prompt).unwrap_or(0)
    }

    /// Returns the lesson at the next prompt if `is_next` is `true`, and otherwise at the prompt before; `None` if
    /// there is no such prompt.
    pub(crate) fn neighbour(self, is_next: bool) -> Option<Lesson> {
        self.at(if is_next { self.number() + 1 } else { self.index() })
    }

    /// Returns the lesson after an answer: at the next prompt if the answer is right, with a remark if it is wrong. A
    /// player who solves the puzzle has no further task, and is at the last prompt.
    pub(crate) fn after(self, answer: &LessonAnswer<'_>) -> Lesson {
        if answer.guide.is_solved() {
            return Lesson { prompt: Prompt::Solve, remark: None, ..self };
        }
        match self.judge(answer) {
            // Players with only a pointer place the queen by the tap that leads to its square.
            Ok(true) if self.prompt == Prompt::Move => {
                Lesson { prompt: Prompt::Place, remark: None, ..self }.after(answer)
            }
            Ok(true) => self.neighbour(true).unwrap_or(self),
            Ok(false) => Lesson { remark: None, ..self },
            Err(remark) => Lesson { remark: Some(remark), ..self },
        }
    }

    /// Returns the square or value that the task is about, for a mark on the board; `None` if any will do, or if the
    /// task is about none.
    pub(crate) fn target(self, board: &GameBoard, guide: &Guide) -> Option<Variable> {
        let (single, ruled_out) = self.course.names();
        let name = match self.prompt {
            Prompt::Move | Prompt::Place => FIRST,
            Prompt::Attacked | Prompt::Clash => ATTACKED,
            Prompt::Block => RULED_OUT,
            Prompt::Dead => DEAD,
            Prompt::Single => single,
            Prompt::RuledOut => ruled_out,
            Prompt::Forced => {
                let mut variables = guide.variables();
                return variables.find(|(_, status, _)| *status == Status::Forced).map(|(variable, ..)| variable);
            }
            Prompt::Undo | Prompt::Guide | Prompt::Hint | Prompt::Solve => return None,
        };
        board.puzzle().named(name).ok()
    }

    /// Returns the names of the placed and of the blocked variables in the position with which the prompt starts.
    pub(crate) fn position(self) -> (Vec<&'static str>, Vec<&'static str>) {
        match (self.course, self.prompt) {
            (_, Prompt::Move | Prompt::Place | Prompt::Single) => (vec![], vec![]),
            (Course::Regions | Course::Sudoku, _) => (vec![self.course.names().0], vec![]),
            (_, Prompt::Attacked | Prompt::Clash | Prompt::Block | Prompt::RuledOut) => (vec![FIRST], vec![]),
            (_, Prompt::Undo) => (vec![FIRST, ATTACKED], vec![]),
            (_, Prompt::Guide | Prompt::Dead | Prompt::Forced) => (vec![FIRST], vec![RULED_OUT]),
            (_, Prompt::Hint | Prompt::Solve) => (vec![FIRST, "e2"], vec![RULED_OUT]),
        }
    }

    /// Returns the help level with which the prompt starts.
    pub(crate) fn assist(self) -> Assist {
        let needs_guide = matches!(self.prompt, Prompt::Dead | Prompt::Forced | Prompt::Hint | Prompt::Solve);
        if needs_guide && self.course == Course::Queens { Assist::Dead } else { Assist::Attacks }
    }

    /// Returns `Ok(true)` if the task is done, and `Ok(false)` if it is not done yet. After a wrong answer, the error
    /// is the remark about it.
    fn judge(self, answer: &LessonAnswer<'_>) -> Result<bool, Remark> {
        let single = self.course.names().0;
        let LessonAnswer { board, guide, cursor, explained, explains_clash, is_asked_in_vain, is_guided, has_hint } =
            *answer;
        let marks = guide.marks();
        let named = |name: &str| board.puzzle().named(name).ok();
        let is_only = |of: &std::collections::BTreeSet<Variable>, name| of.iter().copied().eq(named(name));
        let clashes = !marks.conflicts(board.puzzle()).is_empty();
        match self.prompt {
            Prompt::Single if marks.placed.is_empty() => Ok(false),
            Prompt::Single if is_only(&marks.placed, single) => Ok(true),
            Prompt::Single => Err(Remark::OtherPlaced),
            // Players with only a pointer place a piece on the square before they can ask about it.
            Prompt::RuledOut if explains_clash => Ok(true),
            Prompt::RuledOut => match explained {
                Some(Status::Excluded) => Ok(true),
                None if !is_asked_in_vain => Ok(false),
                _ => Err(Remark::NotRuledOut),
            },
            Prompt::Move if marks.placed.is_empty() => {
                Ok(named(FIRST).is_some_and(|first| board.puzzle().cell(first) == cursor))
            }
            Prompt::Place if marks.placed.is_empty() => Ok(false),
            Prompt::Move | Prompt::Place if is_only(&marks.placed, FIRST) => Ok(true),
            Prompt::Move | Prompt::Place => Err(Remark::OtherSquare),
            // Players with only a pointer place a queen on the square before they can ask about it.
            Prompt::Attacked if explains_clash => Ok(true),
            Prompt::Attacked => match explained {
                Some(Status::Excluded) => Ok(true),
                None if !is_asked_in_vain => Ok(false),
                _ => Err(Remark::NotAttacked),
            },
            Prompt::Clash if clashes => Ok(true),
            Prompt::Clash if marks.placed.len() > 1 => Err(Remark::NoClash),
            Prompt::Clash => Ok(false),
            Prompt::Undo => Ok(is_only(&marks.placed, FIRST)),
            Prompt::Block
                if is_only(&marks.placed, FIRST) && named(RULED_OUT).is_some_and(|d4| marks.blocked.contains(&d4)) =>
            {
                Ok(true)
            }
            Prompt::Block if marks.placed.len() > 1 => Err(Remark::Placed),
            Prompt::Block if !marks.blocked.is_empty() => Err(Remark::OtherBlocked),
            Prompt::Block => Ok(false),
            Prompt::Guide => Ok(is_guided),
            Prompt::Dead => match explained {
                Some(Status::Dead) => Ok(true),
                None if !is_asked_in_vain => Ok(false),
                _ => Err(Remark::NotDead),
            },
            // Players with only a pointer place a queen on a forced square, where they can't ask about it first.
            Prompt::Forced if marks.placed.len() > 2 && !clashes => Ok(true),
            Prompt::Forced => match explained {
                Some(Status::Forced) => Ok(true),
                None if !is_asked_in_vain => Ok(false),
                _ => Err(Remark::NotForced),
            },
            Prompt::Hint => Ok(has_hint),
            Prompt::Solve => Ok(false),
        }
    }
}

impl Prompt {
    /// The prompts of the lesson about regions, and of that about Sudoku.
    const SHORT: [Prompt; 4] = [Prompt::Single, Prompt::RuledOut, Prompt::Hint, Prompt::Solve];

    /// The prompts of the lesson about n-queens.
    const QUEENS: [Prompt; 11] = [
        Prompt::Move,
        Prompt::Place,
        Prompt::Attacked,
        Prompt::Clash,
        Prompt::Undo,
        Prompt::Block,
        Prompt::Guide,
        Prompt::Dead,
        Prompt::Forced,
        Prompt::Hint,
        Prompt::Solve,
    ];
}
