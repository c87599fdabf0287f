//! The player's marks (placed and blocked variables), and the moves that change them.
//!
//! Inconsistent marks are valid input: they have no completion. Undo, cores and repairs concern marks only. Givens and
//! closed variables belong to the puzzle.

use std::collections::BTreeSet;

use bdd_core::{ConstraintId, Literal, Variable};

use crate::puzzle::Puzzle;

/// The player's marks: the variables that the player has placed or blocked. They do not include the puzzle's givens and
/// closed variables.
///
/// Marks may be inconsistent; they then have no completion (see [`Marks::conflicts`]).
///
/// ```
/// use puzzle_core::{Literal, Marks, Variable};
///
/// let marks: Marks = [Literal::positive(3), Literal::negative(5)].into_iter().collect();
/// assert_eq!(marks.placed, [Variable::new(3)].into());
/// assert_eq!(marks.len(), 2);
/// assert!(marks.without(&marks).is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Marks {
    /// The placed variables, in ascending order.
    pub placed: BTreeSet<Variable>,
    /// The blocked variables, in ascending order.
    pub blocked: BTreeSet<Variable>,
}

/// A change of the player's marks. A [`Session`](crate::Session) also accepts a move that leaves no completion. To warn
/// of such a move, a front end asks [`Guide::refusal`](crate::Guide::refusal) for the reason against placing a
/// variable.
///
/// ```
/// use puzzle_core::{Move, Variable};
///
/// let block = Move::Block(Variable::new(3));
/// assert_eq!((block.name(), block.variable()), ("block", Some(Variable::new(3))));
/// assert_eq!(Move::Clear.variable(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Move {
    /// Places a variable, which makes it true.
    Place(Variable),
    /// Removes the mark of a placed variable.
    Remove(Variable),
    /// Blocks a variable, which makes it false.
    Block(Variable),
    /// Removes the block of a variable.
    Unblock(Variable),
    /// Removes all marks.
    Clear,
}

impl Move {
    /// Returns the variable that the move changes; `None` for [`Move::Clear`].
    #[must_use]
    pub fn variable(self) -> Option<Variable> {
        match self {
            Move::Place(variable) | Move::Remove(variable) | Move::Block(variable) | Move::Unblock(variable) => {
                Some(variable)
            }
            Move::Clear => None,
        }
    }

    /// Returns the name in JSON: `place`, `remove`, `block`, `unblock` or `clear`.
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

/// A reason why marks are inconsistent.
///
/// ```
/// use puzzle_core::{Conflict, Literal, Marks, Rules, Variable};
///
/// let mut rules = Rules::new(2);
/// rules.exclude(0, 1);
/// let both: Marks = [0, 1].map(Literal::positive).into_iter().collect();
/// assert_eq!(both.conflicts(&rules), [Conflict::Exclusion(Variable::new(0), Variable::new(1))]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two true variables exclude each other.
    Exclusion(Variable, Variable),
    /// A true variable is also blocked by the player, or closed ([`Puzzle::closed`]).
    Blocked(Variable),
    /// A line has more true variables than its maximum.
    TooMany(ConstraintId),
}

impl Conflict {
    /// Returns the true variables in conflict. For [`Conflict::TooMany`], these are the placed and given variables of
    /// the line.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle has no such line.
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
    /// Returns `true` if no variable is placed or blocked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of marks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.placed.len() + self.blocked.len()
    }

    /// Returns the placed variables as positive literals, then the blocked variables as negative literals.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + Clone {
        let placed = self.placed.iter().map(|&variable| Literal::positive(variable));
        placed.chain(self.blocked.iter().map(|&variable| Literal::negative(variable)))
    }

    /// Returns these marks without `others`.
    #[must_use]
    pub fn without(&self, others: &Marks) -> Marks {
        Marks { placed: &self.placed - &others.placed, blocked: &self.blocked - &others.blocked }
    }

    /// Returns the true variables: givens and placed variables, in ascending order.
    #[must_use]
    pub fn standing(&self, puzzle: &dyn Puzzle) -> BTreeSet<Variable> {
        self.placed.iter().chain(puzzle.givens()).copied().collect()
    }

    /// Returns the false variables, in ascending order: the variables that the player has blocked, and the closed
    /// variables ([`Puzzle::closed`]).
    #[must_use]
    pub fn ruled_out(&self, puzzle: &dyn Puzzle) -> BTreeSet<Variable> {
        self.blocked.iter().chain(puzzle.closed()).copied().collect()
    }

    /// Returns all conflicts between the marks, the givens and the closed variables. Returns an empty list if the marks
    /// are consistent.
    ///
    /// ```
    /// use puzzle_core::{Conflict, Literal, Marks, Puzzle, Rules, Variable};
    ///
    /// #[derive(Debug)]
    /// struct Pair(Rules);
    ///
    /// impl Puzzle for Pair {
    ///     fn rules(&self) -> &Rules {
    ///         &self.0
    ///     }
    /// }
    ///
    /// let mut rules = Rules::new(2);
    /// rules.exclude(0, 1);
    /// let both: Marks = [0, 1].map(Literal::positive).into_iter().collect();
    /// let conflict = Conflict::Exclusion(Variable::new(0), Variable::new(1));
    /// assert_eq!(both.conflicts(&Pair(rules)), [conflict]);
    /// ```
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

/// Returns the full lines, which have their maximum of true variables or more, in ascending order. Each line comes with
/// `true` if it has more true variables than its maximum. Leaves out lines with negated variables, and lines whose
/// maximum is enforced by exclusions alone.
pub(crate) fn filled(puzzle: &dyn Puzzle, standing: &BTreeSet<Variable>) -> impl Iterator<Item = (ConstraintId, bool)> {
    let lines = (0..).map(ConstraintId::from_index).zip(puzzle.rules().constraints());
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
