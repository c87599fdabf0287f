//! How to play, in six prompts on a small board.

use crate::model::{Mode, Model};

/// What the player is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Move the cursor.
    Move,
    /// Place a piece.
    Place,
    /// Place another one that it excludes.
    Clash,
    /// Rule a cell out.
    Block,
    /// Ask why a cell is excluded.
    Why,
    /// Solve the puzzle.
    Solve,
}

impl Lesson {
    /// All six, in order.
    pub const ALL: [Lesson; 6] =
        [Lesson::Move, Lesson::Place, Lesson::Clash, Lesson::Block, Lesson::Why, Lesson::Solve];

    /// The number of the prompt, counted from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// What comes next, if the player has done this.
    pub(crate) fn after(self, model: &Model) -> Lesson {
        let Some(guide) = model.guide() else { return self };
        let marks = guide.marks();
        let is_done = match self {
            Lesson::Move => model.cursor != model.board.first_cell(),
            Lesson::Place => !marks.placed.is_empty(),
            Lesson::Clash => !marks.conflicts(model.board.puzzle()).is_empty(),
            Lesson::Block => !marks.blocked.is_empty(),
            Lesson::Why => matches!(model.mode, Mode::Why(_)),
            Lesson::Solve => false,
        };
        if is_done { Lesson::ALL[self.number()] } else { self }
    }
}
