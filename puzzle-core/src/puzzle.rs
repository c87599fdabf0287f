//! The interface of a puzzle to the engine: rules, givens, lines.

use std::fmt;

use bdd_core::{ConstraintId, Literal, Rules, Variable, Weights};

/// A puzzle as rules: variables, the rules over them, and what is given.
///
/// Placing a variable makes it true; a solution is a choice of true variables that satisfies the rules. This is all
/// that guides, games, explanations and hints need. Whoever wants them in words implements [`Words`](crate::Words) as
/// well, and whoever wants them drawn `puzzle_kind::Layout`.
pub trait Puzzle: fmt::Debug + Send + Sync {
    /// The rules: which variables exclude each other, and the lines, of which so many must be true.
    fn rules(&self) -> &Rules;

    /// The number of variables: of those that are shown. A puzzle whose rules are large can say so without having them made.
    ///
    /// The rules may have hidden ones after them ([`Rules::with_auxiliary`]). Nobody is asked or told what those are: they are
    /// not drawn, not counted as different solutions, and have no status. Explanations may speak of them by their
    /// [name](crate::Words::name).
    fn variables(&self) -> usize {
        self.rules().projected_variables()
    }

    /// The variables that are true from the beginning, in order. The player can't take them away.
    fn givens(&self) -> &[Variable] {
        &[]
    }

    /// The variables that are false from the beginning, in order: squares, for example, that are blocked. The player can't
    /// place them, and what says why something is ruled out calls them blocked. The rules need not say it.
    fn closed(&self) -> &[Variable] {
        &[]
    }

    /// Whether two variables exclude each other. A puzzle whose rules are large can say so without having them made.
    fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.rules().excluded_by(a).binary_search(&b).is_ok()
    }

    /// Whether some line asks for something else than one of its variables. A puzzle whose rules are large can say so
    /// without having them made.
    fn has_counts(&self) -> bool {
        self.rules().constraints().any(|line| !line.is_at_least_one())
    }

    /// How the places of a line lie before the eye. It says how hard a deduction is for a person, and nothing else.
    fn sight(&self, line: ConstraintId) -> Sight {
        let _ = line;
        Sight::default()
    }

    /// A weight for every variable, such as its price, where the totals of solutions matter: then guides tell the cheapest
    /// and the dearest total that is left, in all and with every variable. None by default.
    fn weights(&self) -> Option<&Weights> {
        None
    }

    /// The number of variables that the player has to make true, if that is the same for every solution.
    fn places(&self) -> Option<usize> {
        None
    }

    /// The symmetries of the rules, as lists of where each variable goes. Solutions that they turn into each other count
    /// as the same. None by default: then solutions are not compared.
    fn symmetries(&self) -> Vec<Vec<Variable>> {
        Vec::new()
    }
}

/// The visual arrangement of the places of a line: the easier to see at once, the less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// Near each other, as those of a region or a block do.
    #[default]
    Near,
    /// Along a straight line, as those of a rank do.
    Straight,
    /// All in one cell, as the values of a cell are: they are not seen, and have to be gone through.
    Cell,
}

/// Returns the literals that a puzzle states from the beginning: its givens, and the negations of what is closed.
pub fn given_literals(puzzle: &(impl Puzzle + ?Sized)) -> impl Iterator<Item = Literal> + Clone + '_ {
    let given = puzzle.givens().iter().map(|&variable| Literal::positive(variable));
    given.chain(puzzle.closed().iter().map(|&variable| Literal::negative(variable)))
}
