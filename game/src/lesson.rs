//! The lesson: the game in six prompts on a small board.

use puzzle_core::Marks;
use puzzle_kind::Cell;

use crate::board::GameBoard;

/// A prompt of the lesson.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lesson {
    Move,
    Place,
    /// Place a second queen that the first one attacks.
    Clash,
    Block,
    /// Ask why a cell is excluded.
    Why,
    Solve,
}

impl Lesson {
    /// All prompts in order.
    pub(crate) const ALL: [Lesson; 6] =
        [Lesson::Move, Lesson::Place, Lesson::Clash, Lesson::Block, Lesson::Why, Lesson::Solve];

    /// Returns the number of the prompt, counted from 1.
    pub(crate) fn number(self) -> usize {
        self as usize + 1
    }

    /// Returns the next prompt if the player has done the task of this prompt, and this prompt otherwise. `is_why` is
    /// `true` while an explanation is shown.
    pub(crate) fn after(self, board: &GameBoard, marks: &Marks, cursor: Cell, is_why: bool) -> Lesson {
        let is_done = match self {
            Lesson::Move => cursor != board.first_cell(),
            Lesson::Place => !marks.placed.is_empty(),
            Lesson::Clash => !marks.conflicts(board.puzzle()).is_empty(),
            Lesson::Block => !marks.blocked.is_empty(),
            Lesson::Why => is_why,
            Lesson::Solve => false,
        };
        if is_done { Lesson::ALL[self.number()] } else { self }
    }
}
