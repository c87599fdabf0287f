//! What is known of a board's solutions.

use std::ops::ControlFlow;
use std::sync::Arc;

use bdd_core::{Bdd, BuildError, Progress, Reporter, Rules, Variable};
use nqueens_guide::Square;

use crate::attack::Attack;
use crate::board::Board;
use crate::field::{Lines, Set};
use crate::rules::regions_rules;
use crate::{direct, rating, search};

/// Up to `limit` solutions, each as its queens by rank. They are searched for without a diagram, so that boards can be
/// solved that have too many solutions to count.
#[must_use]
pub fn first_solutions(board: &Board, attack: Attack, limit: usize) -> Vec<Vec<Square>> {
    let lines = Lines::new(&regions_rules(board, attack));
    let solutions = search::solutions(&lines, lines.field(), limit);
    solutions.iter().map(|queens| squares(board, queens)).collect()
}

/// The squares of variables.
pub(crate) fn squares(board: &Board, variables: &[Variable]) -> Vec<Square> {
    variables.iter().map(|&variable| board.size().square_of(variable)).collect()
}

/// The diagram of all solutions of a board: equal to the conjunction of its [`regions_rules`].
///
/// ```
/// use std::ops::ControlFlow;
///
/// use regions_guide::{Attack, Board, Solutions};
///
/// let board: Board = "AABB\nABBC\nAACC\nDDDC".parse()?;
/// let solutions = Solutions::build(&board, Attack::King, usize::MAX, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(solutions.bdd().model_count(), 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    board: Board,
    attack: Attack,
    rules: Rules,
    bdd: Arc<Bdd>,
}

impl Solutions {
    /// Builds the diagram: squares that reasoning without case splits rules out are left out, and a search from rank
    /// to rank does the rest.
    ///
    /// # Errors
    ///
    /// [`BuildError::TooLarge`] if the work would take more than `memory_limit` bytes, and [`BuildError::Cancelled`]
    /// if `progress`, which is called every few milliseconds, answers with a break.
    pub fn build(
        board: &Board,
        attack: Attack,
        memory_limit: usize,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solutions, BuildError> {
        let rules = regions_rules(board, attack);
        let open = rating::reason(&Lines::new(&rules)).map_or(Set::of([]), |(field, _)| field.possible);
        let bdd = direct::build(board, attack, &open, memory_limit, Reporter::new(progress))?;
        Ok(Solutions { board: board.clone(), attack, rules, bdd: Arc::new(bdd) })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How far queens attack along diagonals.
    #[must_use]
    pub fn attack(&self) -> Attack {
        self.attack
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The diagram of all solutions, one variable a square.
    #[must_use]
    pub fn bdd(&self) -> &Arc<Bdd> {
        &self.bdd
    }
}
