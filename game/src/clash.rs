//! The screen that steps through the clashes (conflicts) of one variable.

use puzzle_core::sentences::{self, capital};
use puzzle_core::{Conflict, ConstraintId, Marks, Move, Puzzle, Variable};
use puzzle_kind::Playable;

use crate::action::Action;
use crate::board::{GameBoard, Side};
use crate::screen_step::ScreenStep;
use crate::screen_text::{ScreenText, TextRole};

/// The clashes of a placed or given variable, and the clash shown.
#[derive(Debug)]
pub struct ClashScreen {
    /// The placed or given variable whose clashes are shown.
    pub variable: Variable,
    conflicts: Vec<Conflict>,
    /// The index of the clash shown.
    at: usize,
}

impl ClashScreen {
    /// Builds the screen at the first conflict; `None` if there are no conflicts.
    pub(crate) fn of(variable: Variable, conflicts: Vec<Conflict>) -> Option<ClashScreen> {
        (!conflicts.is_empty()).then_some(ClashScreen { variable, conflicts, at: 0 })
    }

    /// Returns the conflict (clash) that is shown.
    #[must_use]
    pub fn conflict(&self) -> Conflict {
        self.conflicts[self.at]
    }

    /// Returns the number of the clash shown, counted from 1, and the number of clashes.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at + 1, self.conflicts.len())
    }

    /// Returns the line (constraint) that the clashing variables share; `None` if there is no such line, or if the
    /// clash is about a blocked variable.
    ///
    /// Also returns `None` if the cells share a row, column or diagonal on a board without values: their direction then
    /// explains the clash. A diagonal between two cells of the same region does not count.
    #[must_use]
    pub fn line(&self, board: &GameBoard) -> Option<ConstraintId> {
        let (a, b) = match self.conflict() {
            Conflict::Exclusion(a, b) => (a, b),
            Conflict::TooMany(line) => return Some(line),
            Conflict::Blocked(_) => return None,
        };
        let [from, to] = [a, b].map(|variable| board.puzzle().cell(variable));
        let is_on_side = from.row == to.row || from.column == to.column;
        // Within a region a common diagonal is a coincidence, which is not drawn.
        let is_on_diagonal = from.row.abs_diff(to.row) == from.column.abs_diff(to.column)
            && (board.puzzle().region(from).is_none() || board.puzzle().region(from) != board.puzzle().region(to));
        // The rules of a large queens board take long to build. Its lines are all straight, so they are not needed.
        if (is_on_side || is_on_diagonal) && !board.has_values() {
            return None;
        }
        let lines = board.puzzle().rules().numbered_constraints();
        lines.into_iter().find(|(_, line)| [a, b].iter().all(|end| line.variables().contains(end))).map(|(id, _)| id)
    }

    /// Returns the row or column that the clashing variables share; `None` if they share none.
    pub(crate) fn side(&self, board: &GameBoard) -> Option<Side> {
        let (a, b) = match self.conflict() {
            Conflict::Exclusion(a, b) => (a, b),
            Conflict::TooMany(line) => return board.side(line),
            Conflict::Blocked(_) => return None,
        };
        let [from, to] = [a, b].map(|variable| board.puzzle().cell(variable));
        match (from.row == to.row, from.column == to.column) {
            (true, false) => Some(Side::Row(from.row)),
            (false, true) => Some(Side::Column(from.column)),
            _ => None,
        }
    }

    /// Returns the move that ends the clash shown, preferably by removing `self.variable`. Returns `None` if the player
    /// has neither placed nor blocked a variable of the clash.
    pub(crate) fn repair(&self, puzzle: &dyn Puzzle, marks: &Marks) -> Option<Move> {
        let conflict = self.conflict();
        if let Conflict::Blocked(variable) = conflict {
            // Closed and given variables belong to the puzzle, and cannot be changed.
            let unblocked = marks.blocked.contains(&variable).then_some(Move::Unblock(variable));
            return unblocked.or_else(|| marks.placed.contains(&variable).then_some(Move::Remove(variable)));
        }
        let candidates = [self.variable].into_iter().chain(conflict.variables(puzzle, marks));
        candidates.into_iter().find(|variable| marks.placed.contains(variable)).map(Move::Remove)
    }

    pub(crate) fn describe(&self, puzzle: &dyn Playable) -> ScreenText {
        let (at, of) = self.progress();
        let name = puzzle.name(self.variable);
        let title = format!("Clashes with {name}");
        let sentence = clash(puzzle, &self.conflict());
        let heads = [title.clone(), name].map(|what| format!("{what}  {at} of {of}")).to_vec();
        let lines = vec![(TextRole::Progress, format!("Clash {at} of {of}")), (TextRole::Step, sentence.clone())];
        ScreenText { title, heads, lines, brief: vec![sentence] }
    }

    pub(crate) fn steps(&self, puzzle: &dyn Playable) -> Vec<(String, usize)> {
        self.conflicts.iter().map(|conflict| (clash(puzzle, conflict), 0)).collect()
    }

    /// Returns `Some(true)` if `action` is possible now, and `Some(false)` if it is not; `None` if this screen has no
    /// such action.
    pub(crate) fn offers(&self, action: Action) -> Option<bool> {
        let (at, of) = self.progress();
        match action {
            Action::Step(ScreenStep::Previous) => (of > 1).then_some(at > 1),
            Action::Step(ScreenStep::Next) => (of > 1).then_some(at < of),
            Action::Repair => Some(true),
            _ => None,
        }
    }

    pub(crate) fn step(&mut self, step: ScreenStep) {
        self.at = step.from(self.at, self.conflicts.len() - 1, self.at);
    }
}

/// Returns a conflict as a sentence that names the line, such as `The queens on b4 and d4 attack each other along rank
/// 4.`
pub(crate) fn clash(puzzle: &dyn Playable, conflict: &Conflict) -> String {
    capital(&sentences::conflict(puzzle, *conflict)) + "."
}
