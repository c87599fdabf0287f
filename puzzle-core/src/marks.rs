//! The player's marks: variables placed and variables blocked, and the moves that change them.
//!
//! Marks need not be consistent. Pieces that exclude each other, or that stand on blocked places, are represented and
//! have no completion. A diagram, in contrast, is always canonical, and its holder need not check it.
//!
//! Marks are the player's alone: undo, cores and repairs are about them. Givens belong to the puzzle, as its rules do,
//! and so do closed variables, which are false from the beginning.

use std::collections::BTreeSet;

use bdd_core::{ConstraintId, Literal, Variable};

use crate::puzzle::Puzzle;

/// The variables that the player has made true, and those that the player has ruled out. The puzzle's givens are not
/// among them.
///
/// Marks need not be consistent: what was placed may exclude each other, or be ruled out as well. They then simply
/// have no completion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Marks {
    /// The variables that were made true, in order.
    pub placed: BTreeSet<Variable>,
    /// The variables that were ruled out, in order.
    pub blocked: BTreeSet<Variable>,
}

/// A change of the marks. A [`Session`](crate::Session) takes every move, wise or not; what the guide advises against is for the front
/// end to refuse (see [`Guide::refusal`](crate::Guide::refusal)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Move {
    /// Make a variable true.
    Place(Variable),
    /// Take back that a variable was made true.
    Remove(Variable),
    /// Rule a variable out.
    Block(Variable),
    /// No longer rule a variable out.
    Unblock(Variable),
    /// Take all marks away.
    Clear,
}

impl Move {
    /// The variable that it changes; `None` if it changes all of them.
    #[must_use]
    pub fn variable(self) -> Option<Variable> {
        match self {
            Move::Place(variable) | Move::Remove(variable) | Move::Block(variable) | Move::Unblock(variable) => {
                Some(variable)
            }
            Move::Clear => None,
        }
    }

    /// The name as it stands in JSON: `place`, `remove`, `block`, `unblock` or `clear`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Move::Place(_) => "place",
            Move::Remove(_) => "remove",
            Move::Block(_) => "block",
            Move::Unblock(_) => "unblock",
            Move::Clear => "clear",
        }
    }
}

/// Why marks are not consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two variables that are placed or given exclude each other.
    Exclusion(Variable, Variable),
    /// A variable that is placed or given was ruled out.
    Blocked(Variable),
    /// More stands on a line than may.
    TooMany(ConstraintId),
}

impl Conflict {
    /// The variables in conflict, all of which stand: of a line with too many, those that the marks and the givens have
    /// there.
    ///
    /// # Panics
    ///
    /// If the puzzle has no such line.
    #[must_use]
    pub fn variables(&self, puzzle: &dyn Puzzle, marks: &Marks) -> Vec<Variable> {
        match *self {
            Conflict::Exclusion(a, b) => vec![a, b],
            Conflict::Blocked(blocked) => vec![blocked],
            Conflict::TooMany(line) => {
                let standing = marks.standing(puzzle);
                puzzle
                    .rules()
                    .constraint(line)
                    .variables()
                    .iter()
                    .copied()
                    .filter(|variable| standing.contains(variable))
                    .collect()
            }
        }
    }
}

impl Marks {
    /// Whether nothing was placed and nothing ruled out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of marks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.placed.len() + self.blocked.len()
    }

    /// What the marks say, as literals.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + Clone {
        let placed = self.placed.iter().map(|&variable| Literal::positive(variable));
        placed.chain(self.blocked.iter().map(|&variable| Literal::negative(variable)))
    }

    /// These marks without others.
    #[must_use]
    pub fn without(&self, others: &Marks) -> Marks {
        Marks { placed: &self.placed - &others.placed, blocked: &self.blocked - &others.blocked }
    }

    /// What is true from the beginning or was made so, in order.
    #[must_use]
    pub fn standing(&self, puzzle: &dyn Puzzle) -> BTreeSet<Variable> {
        self.placed.iter().chain(puzzle.givens()).copied().collect()
    }

    /// What is false from the beginning or was ruled out, in order.
    #[must_use]
    pub fn ruled_out(&self, puzzle: &dyn Puzzle) -> BTreeSet<Variable> {
        self.blocked.iter().chain(puzzle.closed()).copied().collect()
    }

    /// Everything that is wrong with the marks; nothing if they are consistent.
    #[must_use]
    pub fn conflicts(&self, puzzle: &dyn Puzzle) -> Vec<Conflict> {
        let standing = self.standing(puzzle);
        let mut conflicts = Vec::new();
        for (i, &a) in standing.iter().enumerate() {
            let excluded = standing.iter().skip(i + 1).filter(|&&b| puzzle.excludes(a, b));
            conflicts.extend(excluded.map(|&b| Conflict::Exclusion(a, b)));
        }
        if puzzle.has_counts() {
            let overfull = filled(puzzle, &standing).filter(|&(_, is_overfull)| is_overfull);
            conflicts.extend(overfull.map(|(line, _)| Conflict::TooMany(line)));
        }
        conflicts.extend(standing.intersection(&self.ruled_out(puzzle)).map(|&variable| Conflict::Blocked(variable)));
        conflicts
    }
}

/// The lines of variables that are full of what stands, in order, and whether each has more than it may have.
pub(crate) fn filled(puzzle: &dyn Puzzle, standing: &BTreeSet<Variable>) -> impl Iterator<Item = (ConstraintId, bool)> {
    let lines = puzzle.rules().numbered_constraints();
    let counted = lines.filter(|(_, line)| line.is_positive() && line.max_beside_exclusions() < line.variables().len());
    counted.filter_map(|(id, line)| {
        let trues = line.variables().iter().filter(|variable| standing.contains(variable)).count();
        (trues >= line.max()).then_some((id, trues > line.max()))
    })
}

impl FromIterator<Literal> for Marks {
    fn from_iter<T: IntoIterator<Item = Literal>>(literals: T) -> Marks {
        let mut marks = Marks::default();
        for Literal { variable, value } in literals {
            if value { &mut marks.placed } else { &mut marks.blocked }.insert(variable);
        }
        marks
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn marks_and_moves_survive_being_written_and_read() {
        let marks = Marks::from_iter([Literal::positive(3u16), Literal::negative(1u16), Literal::positive(0u16)]);
        let moves = [Move::Place(3u16.into()), Move::Unblock(1u16.into()), Move::Clear];
        let written = serde_json::to_string(&(&marks, &moves)).unwrap();
        assert_eq!(serde_json::from_str::<(Marks, [Move; 3])>(&written).unwrap(), (marks, moves));
        assert!(serde_json::from_str::<Move>("{\"Place\":65536}").is_err());
    }
}
