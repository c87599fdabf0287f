//! The lesson: the game in eleven prompts on a board of 5 x 5.
//!
//! Each prompt waits until the player has done its task. After a wrong answer the same prompt stays, with a remark that
//! says why the answer is wrong.

use puzzle_core::{Guide, Status, Variable};
use puzzle_kind::Cell;

use crate::board::GameBoard;

/// The square of the first queen. On 5 x 5 this queen leaves dead squares (in no solution), and any second queen leaves
/// forced squares (in every solution).
const FIRST: &str = "b1";
/// The square that the player rules out by hand. It is in no solution, so that no solution is lost.
const RULED_OUT: &str = "d4";

/// A prompt of the lesson: a task for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
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
}

/// The lesson under way: its prompt, and the remark about a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lesson {
    pub(crate) prompt: Prompt,
    /// The reason why the last answer was wrong, as a sentence; `None` if the answer was not wrong.
    pub(crate) remark: Option<&'static str>,
}

/// The state of the game that the lesson judges.
pub(crate) struct LessonAnswer<'a> {
    pub(crate) board: &'a GameBoard,
    pub(crate) guide: &'a Guide,
    pub(crate) cursor: Cell,
    /// The status that is explained on the screen.
    pub(crate) explained: Option<Status>,
    pub(crate) is_guided: bool,
    /// `true` if a hint shows its move.
    pub(crate) has_hint: bool,
}

impl Lesson {
    /// Returns the lesson at its first prompt.
    pub(crate) fn start() -> Lesson {
        Lesson { prompt: Prompt::Move, remark: None }
    }

    /// Returns the number of the prompt, counted from 1.
    pub(crate) fn number(self) -> usize {
        self.prompt as usize + 1
    }

    /// Returns the lesson after an answer: at the next prompt if the answer is right, with a remark if it is wrong.
    pub(crate) fn after(self, answer: &LessonAnswer<'_>) -> Lesson {
        match self.prompt.judge(answer) {
            Ok(true) => Lesson { prompt: Prompt::ALL[self.number()], remark: None },
            Ok(false) => Lesson { remark: None, ..self },
            Err(remark) => Lesson { remark: Some(remark), ..self },
        }
    }
}

impl Prompt {
    /// All prompts of the lesson, in order.
    pub(crate) const ALL: [Prompt; 11] = [
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

    /// Returns `Ok(true)` if the task is done, and `Ok(false)` if it is not done yet. After a wrong answer, the error
    /// is the remark about it.
    fn judge(self, answer: &LessonAnswer<'_>) -> Result<bool, &'static str> {
        let LessonAnswer { board, guide, cursor, explained, is_guided, has_hint } = *answer;
        let marks = guide.marks();
        let named = |name: &str| board.puzzle().named(name).ok();
        let is_only = |of: &std::collections::BTreeSet<Variable>, name| of.iter().copied().eq(named(name));
        let clashes = !marks.conflicts(board.puzzle()).is_empty();
        match self {
            Prompt::Move => Ok(cursor != board.first_cell()),
            Prompt::Place if marks.placed.is_empty() => Ok(false),
            Prompt::Place if is_only(&marks.placed, FIRST) => Ok(true),
            Prompt::Place => Err("The lesson goes on with b1: undo, then place a queen there."),
            Prompt::Attacked => match explained {
                Some(Status::Excluded) => Ok(true),
                Some(_) => Err("No queen attacks this square: ask about b3, for example."),
                None => Ok(false),
            },
            Prompt::Clash if clashes => Ok(true),
            Prompt::Clash if marks.placed.len() > 1 => {
                Err("The two queens don't clash: undo, then place one on b3, for example.")
            }
            Prompt::Clash => Ok(false),
            Prompt::Undo => Ok(is_only(&marks.placed, FIRST)),
            Prompt::Block if is_only(&marks.placed, FIRST) && is_only(&marks.blocked, RULED_OUT) => Ok(true),
            Prompt::Block if marks.placed.len() > 1 => Err("You placed a queen: undo, then rule d4 out."),
            Prompt::Block if !marks.blocked.is_empty() => Err("The lesson goes on with d4: undo, then rule it out."),
            Prompt::Block => Ok(false),
            Prompt::Guide => Ok(is_guided),
            Prompt::Dead => match explained {
                Some(Status::Dead) => Ok(true),
                Some(_) => Err("This square is not dead: choose a dead square, such as a5."),
                None => Ok(false),
            },
            Prompt::Forced => match explained {
                Some(Status::Forced) => Ok(true),
                Some(_) => Err("This square is not forced: choose a forced square."),
                None => Ok(false),
            },
            Prompt::Hint => Ok(has_hint),
            Prompt::Solve => Ok(false),
        }
    }
}
