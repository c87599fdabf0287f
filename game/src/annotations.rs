//! The notes that the player writes by hand, and the colours that the player gives to cells. The guide ignores both.

use std::collections::BTreeSet;
use std::mem;

use puzzle_core::Variable;
use puzzle_kind::Cell;

use crate::cell_colours::CellColours;

/// The place of a note in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// A note in the middle of the cell. Players write the candidates of the cell there.
    Centre,
    /// A note in a corner of the cell. Players use corner notes for the possible cells of a value in a row, column or
    /// region.
    Corner,
}

/// A note: its kind, and the variable that states that the cell has the value.
pub(crate) type PlacedNote = (NoteKind, Variable);

/// The notes and colours on the board, with their undo history. Their changes are undone and redone in order with the
/// turns of the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Annotations {
    centre: BTreeSet<Variable>,
    corner: BTreeSet<Variable>,
    colours: CellColours,
    /// The changes that can be undone, the latest change last.
    undo_stack: Vec<Annotated>,
    /// The changes that can be redone; the change undone last is the last element.
    redo_stack: Vec<Annotated>,
}

/// A change of notes or colours that can be undone or redone.
#[derive(Clone, Debug)]
struct Annotated {
    /// The number of turns made before the change.
    turns: usize,
    change: AnnotationChange,
    /// `true` if the turn after the first `turns` turns has caused the change, by ruling notes out. The change is then
    /// undone and redone together with that turn. `false` if the player has made the change.
    is_of_turn: bool,
}

/// A change of notes, or of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AnnotationChange {
    /// The notes that are written or erased.
    Notes(Vec<PlacedNote>),
    /// The cells whose colours change, each with the colour that the cell gets when the change is next undone or
    /// redone.
    Colours(Vec<(Cell, Option<u8>)>),
}

impl Annotations {
    /// Restores saved notes and colours, without a history.
    pub(crate) fn of(centre: BTreeSet<Variable>, corner: BTreeSet<Variable>, colours: CellColours) -> Annotations {
        Annotations { centre, corner, colours, ..Annotations::default() }
    }

    /// Returns the variables with notes of a kind, in ascending order.
    pub(crate) fn notes(&self, kind: NoteKind) -> &BTreeSet<Variable> {
        match kind {
            NoteKind::Centre => &self.centre,
            NoteKind::Corner => &self.corner,
        }
    }

    /// Iterates over all notes: the notes in the middle of cells, then the notes in corners.
    pub(crate) fn all_notes(&self) -> impl Iterator<Item = PlacedNote> {
        [NoteKind::Centre, NoteKind::Corner]
            .into_iter()
            .flat_map(|kind| self.notes(kind).iter().map(move |&variable| (kind, variable)))
    }

    /// Returns the colours of the cells.
    pub(crate) fn colours(&self) -> &CellColours {
        &self.colours
    }

    /// Returns `true` if there are no notes and no colours.
    pub(crate) fn is_empty(&self) -> bool {
        self.centre.is_empty() && self.corner.is_empty() && self.colours == CellColours::default()
    }

    /// Toggles the notes `toggled`: erases the notes that are on the board, and writes the notes that are not. `turns`
    /// is the number of turns of the game so far. Forgets the changes that were undone.
    pub(crate) fn toggle(&mut self, toggled: Vec<PlacedNote>, turns: usize) {
        self.make(AnnotationChange::Notes(toggled), turns);
    }

    /// Gives all `cells` the same colour, or takes their colours away. `turns` is the number of turns of the game so
    /// far. Forgets the changes that were undone.
    pub(crate) fn colour(&mut self, cells: impl IntoIterator<Item = Cell>, colour: Option<u8>, turns: usize) {
        self.make(AnnotationChange::Colours(cells.into_iter().map(|cell| (cell, colour)).collect()), turns);
    }

    fn make(&mut self, mut change: AnnotationChange, turns: usize) {
        self.exchange(&mut change);
        self.redo_stack.clear();
        self.undo_stack.push(Annotated { turns, change, is_of_turn: false });
    }

    /// Erases the notes `erased`, which a new turn has ruled out. `turns` is the number of turns before the new turn.
    pub(crate) fn rub_out(&mut self, erased: Vec<PlacedNote>, turns: usize) {
        if !erased.is_empty() {
            let mut change = AnnotationChange::Notes(erased);
            self.exchange(&mut change);
            self.undo_stack.push(Annotated { turns, change, is_of_turn: true });
        }
    }

    /// Updates the notes after an undo or redo, which has led to a position with `turns` turns. Undoes each change of
    /// notes that an undone turn had caused. Redoes each change of notes that a redone turn had caused.
    pub(crate) fn follow(&mut self, turns: usize) {
        while let Some(mut undone) = self.undo_stack.pop_if(|made| made.is_of_turn && made.turns >= turns) {
            self.exchange(&mut undone.change);
            self.redo_stack.push(undone);
        }
        while let Some(mut redone) = self.redo_stack.pop_if(|made| made.is_of_turn && made.turns < turns) {
            self.exchange(&mut redone.change);
            self.undo_stack.push(redone);
        }
    }

    /// Undoes the player's last change of notes or colours, and returns it. Returns `None` if there is no such change,
    /// or if a turn was made after the change. `turns` is the number of turns of the game.
    pub(crate) fn undo(&mut self, turns: usize) -> Option<AnnotationChange> {
        let mut undone = self.undo_stack.pop_if(|made| !made.is_of_turn && made.turns >= turns)?;
        self.exchange(&mut undone.change);
        let change = undone.change.clone();
        self.redo_stack.push(undone);
        Some(change)
    }

    /// Redoes the change of notes or colours that was undone last, and returns it. Returns `None` if there is no such
    /// change, or if the player must redo a turn first. `turns` is the number of turns of the game.
    pub(crate) fn redo(&mut self, turns: usize) -> Option<AnnotationChange> {
        let mut redone = self.redo_stack.pop_if(|made| !made.is_of_turn && made.turns <= turns)?;
        self.exchange(&mut redone.change);
        let change = redone.change.clone();
        self.undo_stack.push(redone);
        Some(change)
    }

    /// Returns `true` if a change can be undone.
    pub(crate) fn can_undo(&self) -> bool {
        self.undo_stack.iter().any(|made| !made.is_of_turn)
    }

    /// Returns `true` if a change can be redone.
    pub(crate) fn can_redo(&self) -> bool {
        self.redo_stack.iter().any(|made| !made.is_of_turn)
    }

    /// Forgets the undone changes after a new turn.
    pub(crate) fn forget_undone(&mut self) {
        self.redo_stack.clear();
    }

    /// Makes `change`, and replaces it by its inverse, so that a second call takes the change back.
    fn exchange(&mut self, change: &mut AnnotationChange) {
        match change {
            AnnotationChange::Notes(toggled) => {
                for &mut (kind, variable) in toggled {
                    let notes = match kind {
                        NoteKind::Centre => &mut self.centre,
                        NoteKind::Corner => &mut self.corner,
                    };
                    if !notes.remove(&variable) {
                        notes.insert(variable);
                    }
                }
            }
            AnnotationChange::Colours(cells) => {
                for (cell, colour) in cells {
                    let before = self.colours.of(*cell);
                    self.colours.set(*cell, mem::replace(colour, before));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: PlacedNote = (NoteKind::Centre, Variable::new(0));
    const B: PlacedNote = (NoteKind::Centre, Variable::new(1));
    const C: PlacedNote = (NoteKind::Centre, Variable::new(2));
    /// The value of [`A`], noted in the corner.
    const IN_CORNER: PlacedNote = (NoteKind::Corner, Variable::new(0));

    fn all(annotations: &Annotations) -> Vec<PlacedNote> {
        annotations.all_notes().collect()
    }

    fn notes(notes: &[PlacedNote]) -> Option<AnnotationChange> {
        Some(AnnotationChange::Notes(notes.to_vec()))
    }

    #[test]
    fn notes_go_back_and_forth_among_the_turns() {
        let mut made = Annotations::default();
        made.toggle(vec![A], 0);
        made.toggle(vec![B, C], 1);
        made.toggle(vec![A], 1);
        assert_eq!(all(&made), [B, C]);
        assert_eq!(made.undo(2), None, "a turn came after them");
        assert_eq!(made.undo(1), notes(&[A]));
        assert_eq!(made.undo(1), notes(&[B, C]));
        assert_eq!(made.undo(1), None);
        assert_eq!(made.undo(0), notes(&[A]));
        assert!(made.is_empty());
        assert_eq!(made.redo(0), notes(&[A]));
        assert_eq!(made.redo(0), None, "a turn comes before it");
        assert_eq!(made.redo(1), notes(&[B, C]));
        made.forget_undone();
        assert_eq!(made.redo(1), None);
    }

    #[test]
    fn what_a_turn_rubs_out_comes_back_with_it() {
        let mut made = Annotations::default();
        made.toggle(vec![A, B, IN_CORNER], 0);
        made.rub_out(vec![A, IN_CORNER], 0);
        assert_eq!(made.undo(1), None, "that is for the turn");
        made.follow(0);
        assert_eq!(all(&made), [A, B, IN_CORNER]);
        assert_eq!(made.redo(0), None);
        made.follow(1);
        assert_eq!(all(&made), [B]);
        made.follow(0);
        assert_eq!(made.undo(0), notes(&[A, B, IN_CORNER]));
        assert!(made.is_empty());
    }

    #[test]
    fn the_same_value_can_be_noted_in_the_centre_and_in_the_corner() {
        let mut made = Annotations::default();
        made.toggle(vec![A], 0);
        made.toggle(vec![IN_CORNER], 0);
        assert_eq!(all(&made), [A, IN_CORNER]);
        made.toggle(vec![A], 0);
        assert_eq!(all(&made), [IN_CORNER]);
    }

    #[test]
    fn colours_go_back_to_those_before() {
        let [first, second] = [0, 1].map(|column| Cell { row: 0, column });
        let mut made = Annotations::default();
        made.colour([first], Some(1), 0);
        made.colour([first, second], Some(2), 0);
        let of = |made: &Annotations| [first, second].map(|cell| made.colours().of(cell));
        assert_eq!(of(&made), [Some(2), Some(2)]);
        assert!(matches!(made.undo(0), Some(AnnotationChange::Colours(cells)) if cells.len() == 2));
        assert_eq!(of(&made), [Some(1), None]);
        assert!(made.redo(0).is_some());
        assert_eq!(of(&made), [Some(2), Some(2)]);
        assert!(made.undo(0).is_some() && made.undo(0).is_some());
        assert!(made.is_empty() && made.undo(0).is_none());
    }
}
