//! Pencil marks that the player writes by hand: nothing that the guide hears of.

use std::collections::BTreeSet;

use puzzle_core::Variable;

/// The notes on the board, with what was changed and what of that was undone. They go back and forth with the turns of the
/// game, in the order in which both were made.
#[derive(Clone, Debug, Default)]
pub(crate) struct PencilNotes {
    noted: BTreeSet<Variable>,
    /// The changes made, the latest last.
    done: Vec<Change>,
    /// The changes undone, the latest undone last.
    undone: Vec<Change>,
}

/// Notes that were written or rubbed out at once.
#[derive(Clone, Debug)]
struct Change {
    /// The number of turns of the game made before it.
    turns: usize,
    toggled: Vec<Variable>,
    /// Whether it came of the turn that was made next, with which it goes back and forth.
    is_of_turn: bool,
}

impl PencilNotes {
    /// Notes that were kept, without how they came about.
    pub(crate) fn of(noted: BTreeSet<Variable>) -> PencilNotes {
        PencilNotes { noted, ..PencilNotes::default() }
    }

    /// What is noted, in order.
    pub(crate) fn noted(&self) -> &BTreeSet<Variable> {
        &self.noted
    }

    /// Writes what is not noted, and rubs out what is, after so many turns of the game. What was undone is forgotten.
    pub(crate) fn toggle(&mut self, toggled: Vec<Variable>, turns: usize) {
        self.flip(&toggled);
        self.undone.clear();
        self.done.push(Change { turns, toggled, is_of_turn: false });
    }

    /// Rubs out what a turn has ruled out, which was made after so many others.
    pub(crate) fn rub_out(&mut self, toggled: Vec<Variable>, turns: usize) {
        if !toggled.is_empty() {
            self.flip(&toggled);
            self.done.push(Change { turns, toggled, is_of_turn: true });
        }
    }

    /// Follows the game to where so many turns are made: what came of turns that were taken back or made again goes with
    /// them.
    pub(crate) fn follow(&mut self, turns: usize) {
        while let Some(change) = self.done.pop_if(|change| change.is_of_turn && change.turns >= turns) {
            self.flip(&change.toggled);
            self.undone.push(change);
        }
        while let Some(change) = self.undone.pop_if(|change| change.is_of_turn && change.turns < turns) {
            self.flip(&change.toggled);
            self.done.push(change);
        }
    }

    /// Takes the last change back, if it came after the last of so many turns, and returns what it was about.
    pub(crate) fn undo(&mut self, turns: usize) -> Option<Vec<Variable>> {
        let change = self.done.pop_if(|change| !change.is_of_turn && change.turns >= turns)?;
        self.flip(&change.toggled);
        self.undone.push(change.clone());
        Some(change.toggled)
    }

    /// Makes the change again that was undone last, if it came before the turn that follows so many, and returns what it
    /// was about.
    pub(crate) fn redo(&mut self, turns: usize) -> Option<Vec<Variable>> {
        let change = self.undone.pop_if(|change| !change.is_of_turn && change.turns <= turns)?;
        self.flip(&change.toggled);
        self.done.push(change.clone());
        Some(change.toggled)
    }

    /// Whether there is a change to take back.
    pub(crate) fn can_undo(&self) -> bool {
        self.done.iter().any(|change| !change.is_of_turn)
    }

    /// Whether there is a change to be made again.
    pub(crate) fn can_redo(&self) -> bool {
        self.undone.iter().any(|change| !change.is_of_turn)
    }

    /// Forgets what was undone: the game has taken another turn.
    pub(crate) fn forget_undone(&mut self) {
        self.undone.clear();
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
