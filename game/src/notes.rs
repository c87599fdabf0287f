//! Pencil marks that the player writes by hand. The guide ignores them.

use std::collections::BTreeSet;

use puzzle_core::Variable;

/// The notes on the board, with their undo history. Changes of notes are undone and redone in order with the turns of
/// the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct PencilNotes {
    noted: BTreeSet<Variable>,
    /// The changes that can be undone, the latest change last.
    undo_stack: Vec<NoteChange>,
    /// The changes that can be redone; the change undone last is the last element.
    redo_stack: Vec<NoteChange>,
}

/// A change of notes that can be undone or redone.
#[derive(Clone, Debug)]
struct NoteChange {
    /// The number of turns made before the change.
    turns: usize,
    toggled: Vec<Variable>,
    /// `true` if the turn after the first `turns` turns has caused the change, by ruling notes out. The change is then
    /// undone and redone together with that turn. `false` if the player has made the change.
    is_of_turn: bool,
}

impl PencilNotes {
    /// Restores saved notes, without a history.
    pub(crate) fn of(noted: BTreeSet<Variable>) -> PencilNotes {
        PencilNotes { noted, ..PencilNotes::default() }
    }

    /// Returns the noted variables in ascending order.
    pub(crate) fn noted(&self) -> &BTreeSet<Variable> {
        &self.noted
    }

    /// Toggles the notes of the variables `toggled`: erases the note of a variable that is noted, and notes a variable
    /// that is not. `turns` is the number of turns of the game so far. Forgets the changes that were undone.
    pub(crate) fn toggle(&mut self, toggled: Vec<Variable>, turns: usize) {
        self.flip(&toggled);
        self.redo_stack.clear();
        self.undo_stack.push(NoteChange { turns, toggled, is_of_turn: false });
    }

    /// Erases the notes `toggled`, which a new turn has ruled out. `turns` is the number of turns before the new turn.
    pub(crate) fn rub_out(&mut self, toggled: Vec<Variable>, turns: usize) {
        if !toggled.is_empty() {
            self.flip(&toggled);
            self.undo_stack.push(NoteChange { turns, toggled, is_of_turn: true });
        }
    }

    /// Updates the notes after an undo or redo, which has led to a position with `turns` turns. Undoes each change of
    /// notes that an undone turn had caused. Redoes each change of notes that a redone turn had caused.
    pub(crate) fn follow(&mut self, turns: usize) {
        while let Some(change) = self.undo_stack.pop_if(|change| change.is_of_turn && change.turns >= turns) {
            self.flip(&change.toggled);
            self.redo_stack.push(change);
        }
        while let Some(change) = self.redo_stack.pop_if(|change| change.is_of_turn && change.turns < turns) {
            self.flip(&change.toggled);
            self.undo_stack.push(change);
        }
    }

    /// Undoes the player's last change of notes, and returns its variables. Returns `None` if there is no such change,
    /// or if a turn was made after the change. `turns` is the number of turns of the game.
    pub(crate) fn undo(&mut self, turns: usize) -> Option<Vec<Variable>> {
        let change = self.undo_stack.pop_if(|change| !change.is_of_turn && change.turns >= turns)?;
        self.flip(&change.toggled);
        self.redo_stack.push(change.clone());
        Some(change.toggled)
    }

    /// Redoes the change of notes that was undone last, and returns its variables. Returns `None` if there is no such
    /// change, or if the player must redo a turn first. `turns` is the number of turns of the game.
    pub(crate) fn redo(&mut self, turns: usize) -> Option<Vec<Variable>> {
        let change = self.redo_stack.pop_if(|change| !change.is_of_turn && change.turns <= turns)?;
        self.flip(&change.toggled);
        self.undo_stack.push(change.clone());
        Some(change.toggled)
    }

    /// Returns `true` if a change can be undone.
    pub(crate) fn can_undo(&self) -> bool {
        self.undo_stack.iter().any(|change| !change.is_of_turn)
    }

    /// Returns `true` if a change can be redone.
    pub(crate) fn can_redo(&self) -> bool {
        self.redo_stack.iter().any(|change| !change.is_of_turn)
    }

    /// Forgets the undone changes after a new turn.
    pub(crate) fn forget_undone(&mut self) {
        self.redo_stack.clear();
    }

    fn flip(&mut self, toggled: &[Variable]) {
        for &variable in toggled {
            if !self.noted.remove(&variable) {
                self.noted.insert(variable);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_go_back_and_forth_among_the_turns() {
        let [a, b, c] = [0u16, 1, 2].map(Variable::new);
        let mut notes = PencilNotes::default();
        notes.toggle(vec![a], 0);
        notes.toggle(vec![b, c], 1);
        notes.toggle(vec![a], 1);
        assert_eq!(notes.noted(), &BTreeSet::from([b, c]));
        assert_eq!(notes.undo(2), None, "a turn came after them");
        assert_eq!(notes.undo(1), Some(vec![a]));
        assert_eq!(notes.undo(1), Some(vec![b, c]));
        assert_eq!(notes.undo(1), None);
        assert_eq!(notes.undo(0), Some(vec![a]));
        assert!(notes.noted().is_empty());
        assert_eq!(notes.redo(0), Some(vec![a]));
        assert_eq!(notes.redo(0), None, "a turn comes before it");
        assert_eq!(notes.redo(1), Some(vec![b, c]));
        notes.forget_undone();
        assert_eq!(notes.redo(1), None);
    }

    #[test]
    fn what_a_turn_rubs_out_comes_back_with_it() {
        let [a, b] = [0u16, 1].map(Variable::new);
        let mut notes = PencilNotes::default();
        notes.toggle(vec![a, b], 0);
        notes.rub_out(vec![a], 0);
        assert_eq!(notes.undo(1), None, "that is for the turn");
        notes.follow(0);
        assert_eq!(notes.noted(), &BTreeSet::from([a, b]));
        assert_eq!(notes.redo(0), None);
        notes.follow(1);
        assert_eq!(notes.noted(), &BTreeSet::from([b]));
        notes.follow(0);
        assert_eq!(notes.undo(0), Some(vec![a, b]));
        assert!(notes.noted().is_empty());
    }
}
