//! A proof that the models of a diagram are exactly the solutions of a board; see [`prove_solutions`].

use std::collections::VecDeque;

use bdd_core::{BigUint, Budget, DecisionDiagram, Interrupted, NodeId, Reduction, Variable};
use nqueens_board::{Size, attacks};

use crate::known::known_solutions;

/// The reason why [`prove_solutions`] does not accept a diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unproven {
    /// The number of models of the diagram differs from the number of solutions of the board.
    #[error("not the solutions of size {size}: the diagram has {found} models, expected {expected}")]
    Count {
        /// The board size whose solutions were expected.
        size: Size,
        /// The number of models of the diagram.
        found: BigUint,
        /// The number of solutions of the board.
        expected: u64,
    },
    /// The diagram has a model that breaks a rule of the puzzle.
    #[error("not the solutions of size {size}: some model breaks a rule at the square {square}")]
    Rule {
        /// The board size whose solutions were expected.
        size: Size,
        /// The square at which a rule is broken.
        square: nqueens_board::Square,
    },
    /// The number of solutions of the board is unknown, so the diagram can't be checked.
    #[error(
        "the solutions of size {size} have never been counted, so no file of them can be checked; expected a size up to {}",
        crate::known::SIZES
    )]
    Unknown {
        /// The board size whose solutions were expected.
        size: Size,
    },
    /// The budget did not suffice, or the computation was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Proves that the models of a diagram are exactly the solutions of a board: every model is a solution, and there are
/// as many models as solutions. `models` is the number of models of the diagram.
///
/// One pass over the nodes, from the last level up, computes for each node the squares that have a queen in some model
/// below the node. A high edge places a queen. If two queens of a model attack each other, the high edge of the first
/// queen leads to a node below which an attacked square has a queen. So the pass compares, for each high edge, the
/// squares that the queen attacks with the squares of the node, and checks that all models have `n` queens. It keeps
/// only the squares of two levels at a time, or of two ranks for a [`Zdd`](bdd_core::Zdd).
///
/// ```
/// use nqueens_guide::{Budget, Size, Solutions, Unproven, prove_solutions};
///
/// let (size, budget) = (Size::new(6)?, &mut Budget::unlimited());
/// let bdd = Solutions::build(size).bdd().clone();
/// assert_eq!(prove_solutions(&bdd, &4u8.into(), size, budget), Ok(()));
/// assert!(matches!(prove_solutions(&bdd, &5u8.into(), size, budget), Err(Unproven::Count { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Unproven`] with the rule that is broken, or the reason why the proof was interrupted.
///
/// # Panics
///
/// If the diagram does not have one variable for each square.
pub fn prove_solutions<R: Reduction>(
    diagram: &DecisionDiagram<R>,
    models: &BigUint,
    size: Size,
    budget: &mut Budget<'_>,
) -> Result<(), Unproven> {
    assert_eq!(diagram.variables(), size.square_count(), "expected one variable for each square");
    let expected = known_solutions(size).ok_or(Unproven::Unknown { size })?;
    if *models != BigUint::from(expected) {
        return Err(Unproven::Count { size, found: models.clone(), expected });
    }
    if diagram.is_false() {
        return Ok(());
    }
    let words = size.square_count().div_ceil(64);
    // The number of levels kept. In a `Bdd`, a skipped square could have a queen or not, which no solution allows, so
    // an edge skips no level. In a `Zdd`, a skipped square is empty. Since each rank has a queen, an edge can skip the
    // end of one rank and the beginning of the next, at most 2n - 2 squares.
    let kept = if R::SKIPS_FREE { 1 } else { 2 * size.get() - 1 };
    let mut window =
        VecDeque::from([ProofLevel { first: NodeId::TRUE.index(), queens: vec![0], squares: vec![0; words] }]);
    for (done, square) in size.squares().rev().enumerate() {
        let (variable, broken) = (size.variable(square), || Unproven::Rule { size, square });
        let mut nodes = diagram.level_nodes(variable);
        let count = nodes.len();
        let first = nodes.next().map_or(0, |(first, _)| first.index());
        let held: usize = window.iter().map(|level| level.queens.len()).sum();
        budget.check_memory((words * size_of::<u64>() + 1).saturating_mul(count + held))?;
        budget.spend(u32::try_from(count * words).unwrap_or(u32::MAX), || done as f64 / size.square_count() as f64)?;
        let mut attacked = vec![0; words];
        let attacked_squares = size.squares().filter(|&other| attacks(square, other));
        attacked_squares.for_each(|other| insert(&mut attacked, size.variable(other)));
        let mut level = ProofLevel { first, queens: vec![0; count], squares: vec![0; count * words] };
        for ((place, (_, node)), squares) in
            diagram.level_nodes(variable).enumerate().zip(level.squares.chunks_exact_mut(words))
        {
            let mut queens = None;
            for (child, queen) in [(node.low(), 0), (node.high(), 1)] {
                if child == NodeId::FALSE {
                    continue;
                }
                let skipped = diagram.level(child).map_or(diagram.variables(), Variable::index) - variable.index() - 1;
                let (found, place) =
                    window.get(skipped).and_then(|below| Some((below, below.place(child)?))).ok_or_else(broken)?;
                let (count, found) = (found.queens[place] + queen, &found.squares[place * words..][..words]);
                let clashes =
                    queen == 1 && found.iter().zip(&attacked).any(|(squares, attacked)| squares & attacked != 0);
                if clashes || queens.is_some_and(|queens| queens != count) || usize::from(count) > size.get() {
                    return Err(broken());
                }
                queens = Some(count);
                squares.iter_mut().zip(found).for_each(|(squares, found)| *squares |= found);
            }
            level.queens[place] = queens.expect("a node has two children, and one of them is not FALSE");
            if node.high() != NodeId::FALSE {
                insert(squares, variable);
            }
        }
        if level.place(diagram.root()) == Some(0) {
            // Squares above the root could have a queen or not in a `Bdd`, which no solution allows; in a `Zdd` they
            // are empty.
            let is_whole = !R::SKIPS_FREE || variable.index() == 0;
            let is_full = is_whole && usize::from(level.queens[0]) == size.get();
            return if is_full { Ok(()) } else { Err(broken()) };
        }
        window.push_front(level);
        window.truncate(kept);
    }
    Err(Unproven::Rule { size, square: size.square_of(Variable::new(0)) })
}

/// The nodes of one level of the diagram, each with a number of queens and a set of squares. All models below the node
/// have this number of queens. The squares are the squares with a queen in at least one of these models.
struct ProofLevel {
    /// The index in the diagram of the level's first node.
    first: usize,
    queens: Vec<u8>,
    /// For each node, `words` words with a bit for each square that has a queen in some model below the node.
    squares: Vec<u64>,
}

impl ProofLevel {
    /// Returns the position of `node` in the level, counted from 0; `None` if it is on another level.
    fn place(&self, node: NodeId) -> Option<usize> {
        node.index().checked_sub(self.first).filter(|&place| place < self.queens.len())
    }
}

fn insert(squares: &mut [u64], variable: Variable) {
    squares[variable.index() / 64] |= 1 << (variable.index() % 64);
}

#[cfg(test)]
mod tests {
    use bdd_core::{Bdd, Literal, Rules};

    use super::*;
    use crate::solutions::Solutions;

    fn size(n: usize) -> Size {
        Size::new(n).unwrap()
    }

    fn prove<R: Reduction>(bdd: &DecisionDiagram<R>, n: usize) -> Result<(), Unproven> {
        prove_solutions(bdd, &bdd.model_count(), size(n), &mut Budget::unlimited())
    }

    #[test]
    fn all_solutions_are_proven() {
        for n in 1..=11 {
            assert_eq!(prove(Solutions::build(size(n)).bdd(), n), Ok(()), "{n}");
        }
    }

    #[test]
    fn other_functions_are_refused() {
        let six = Solutions::build(size(6));
        let three =
            six.bdd().select(&[Literal { variable: Variable::new(0), value: true }], &mut Budget::unlimited()).unwrap();
        let missing = six
            .bdd()
            .select(
                &[Literal { variable: size(6).variable("a4".parse().unwrap()), value: false }],
                &mut Budget::unlimited(),
            )
            .unwrap();
        for other in [three, missing, Bdd::constant(36, true), Bdd::constant(36, false)] {
            assert!(matches!(prove(&other, 6), Err(Unproven::Count { expected: 4, .. })));
            let other = other.to_zdd(&mut Budget::unlimited()).unwrap();
            assert!(matches!(prove(&other, 6), Err(Unproven::Count { expected: 4, .. })));
        }
        assert!(matches!(prove(&Bdd::constant(28 * 28, false), 28), Err(Unproven::Unknown { .. })));
    }

    /// Changes the first of the two solutions of 4 x 4 at one square after another, and expects each of the resulting
    /// diagrams to be refused.
    #[test]
    fn as_many_models_that_are_no_solutions_are_refused() {
        let two = Solutions::build(size(4));
        let models: Vec<Vec<Variable>> = two.bdd().models().collect();
        // The value of each square follows from the value of one chosen square, on which the two models differ.
        let function = |models: &[Vec<Variable>]| {
            let mut rules = Rules::new(16);
            let literal = |variable, value| Literal { variable, value };
            let squares = || (0..16).map(Variable::from_index);
            let is_in = |model: usize, it| models[model].contains(&it);
            let chosen = squares().find(|&it| is_in(0, it) && !is_in(1, it)).unwrap();
            for it in squares() {
                rules.imply(literal(chosen, true), literal(it, is_in(0, it)));
                rules.imply(literal(chosen, false), literal(it, is_in(1, it)));
            }
            bdd_core::DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap()
        };
        assert_eq!(function(&models), *two.bdd());
        for square in (0..16).map(Variable::from_index) {
            let mut other = models.clone();
            match other[0].iter().position(|&it| it == square) {
                Some(place) => drop(other[0].remove(place)),
                None => other[0].push(square),
            }
            let bdd = function(&other);
            assert_eq!(bdd.model_count(), 2u8.into());
            assert!(matches!(prove(&bdd, 4), Err(Unproven::Rule { .. })), "{square}");
            let zdd = bdd.to_zdd(&mut Budget::unlimited()).unwrap();
            assert!(matches!(prove(&zdd, 4), Err(Unproven::Rule { .. })), "{square}");
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let eight = Solutions::build(size(8));
        let mut budget = Budget::unlimited().with_memory(100);
        let interrupted = prove_solutions(eight.bdd(), &92u8.into(), size(8), &mut budget);
        assert!(matches!(interrupted, Err(Unproven::Interrupted(Interrupted::TooLarge { .. }))));
    }
}
