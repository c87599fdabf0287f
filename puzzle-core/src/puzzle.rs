//! The interface of a puzzle to the engine: rules, givens and lines.

use std::fmt;

use bdd_core::{ConstraintId, Literal, Rules, Variable, Weights};

/// A puzzle as rules over variables.
///
/// Placing a variable makes it true. A solution is a set of true variables that satisfies the rules. Guides,
/// sessions, explanations and hints need this trait only; [`Words`](crate::Words) adds sentences, and
/// `puzzle_kind::Layout` adds a grid.
///
/// ```
/// use puzzle_core::{Puzzle, Rules, Variable};
///
/// /// A lamp in one of two rooms, never in the first.
/// #[derive(Debug)]
/// struct Lamp(Rules, [Variable; 1]);
///
/// impl Puzzle for Lamp {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
///
///     fn closed(&self) -> &[Variable] {
///         &self.1
///     }
/// }
///
/// let mut rules = Rules::new(2);
/// rules.exactly_one(&[0, 1]);
/// let lamp = Lamp(rules, [Variable::new(0)]);
/// assert_eq!(lamp.variables(), 2);
/// assert!(lamp.excludes(Variable::new(0), Variable::new(1)));
/// ```
pub trait Puzzle: fmt::Debug + Send + Sync {
    /// Returns the rules: exclusions between variables, and lines with bounds on the number of their true literals.
    fn rules(&self) -> &Rules;

    /// Returns the number of variables that the player sees. A puzzle with large rules can override this method to
    /// avoid building the rules.
    ///
    /// The rules may have auxiliary variables after these. Auxiliary variables have no status, are not drawn, and do
    /// not make solutions different. Explanations may mention them by
    /// [`Words::auxiliary_name`](crate::Words::auxiliary_name).
    fn variables(&self) -> usize {
        self.rules().projected_variables()
    }

    /// Returns the variables that are true from the beginning, in ascending order. The player can't remove them.
    fn givens(&self) -> &[Variable] {
        &[]
    }

    /// Returns the variables that are false from the beginning, in ascending order, such as blocked squares. The player
    /// can't place them, and explanations call them blocked. The rules need not state that these variables are false.
    fn closed(&self) -> &[Variable] {
        &[]
    }

    /// Returns `true` if an exclusion of the rules forbids that `a` and `b` are both true. A puzzle with large rules
    /// can override this method to avoid building the rules.
    fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.rules().excluded_by(a).binary_search(&b).is_ok()
    }

    /// Returns `true` if some line is not an at-least-one constraint. In such a puzzle, arguments count the true
    /// variables of lines. A puzzle with large rules can override this method to avoid building the rules.
    fn has_counts(&self) -> bool {
        self.rules().constraints().any(|line| !line.is_at_least_one())
    }

    /// Returns the visual arrangement of a line's variables, which affects only how hard a deduction is for a person.
    fn visibility(&self, line: ConstraintId) -> Visibility {
        let _ = line;
        Visibility::default()
    }

    /// Returns a weight for each variable, such as a price; `None` if the puzzle has no weights, as by default. With
    /// weights, a guide has the range of the total weights of all completions, and for each variable the range of the
    /// total weights of the completions that contain it.
    fn weights(&self) -> Option<&Weights> {
        None
    }

    /// Returns the number of variables that the player places; `None` if it is not the same in every solution.
    fn places(&self) -> Option<usize> {
        None
    }

    /// Returns the symmetries of the rules as permutations: in each list, the element at the index of a variable is the
    /// image of this variable. Solutions that are images of each other count as the same. By default there are no
    /// symmetries.
    fn symmetries(&self) -> Vec<Vec<Variable>> {
        Vec::new()
    }
}

/// Rules by themselves are a puzzle without givens.
impl Puzzle for Rules {
    fn rules(&self) -> &Rules {
        self
    }
}

/// The visual arrangement of the variables on a line. The variants are ordered from the easiest to see at a glance to
/// the hardest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// Near each other, like the cells of a region or a block.
    #[default]
    Near,
    /// Along a straight line, like the squares of a rank.
    Straight,
    /// Values of a single cell. The board does not show them, so that a person checks them one by one.
    Cell,
}

/// Returns the givens of a puzzle as positive literals, and its [closed](Puzzle::closed) variables as negative
/// literals.
pub fn given_literals(puzzle: &(impl Puzzle + ?Sized)) -> impl Iterator<Item = Literal> + Clone + '_ {
    let given = puzzle.givens().iter().map(|&variable| Literal::positive(variable));
    given.chain(puzzle.closed().iter().map(|&variable| Literal::negative(variable)))
}
