//! The solutions of a board: a few of them, or the diagram of all.

use std::ops::ControlFlow;

use bdd_core::{Progress, Reporter, Stopped};
use nqueens_guide::Square;
use puzzle_core::{Diagram, Marks, Puzzle};

use crate::field::{Lines, Set};
use crate::puzzle::RegionsPuzzle;
use crate::{direct, rating, search};

/// Up to `limit` completions of marks, each as its queens by rank. They are searched for without a diagram, so that
/// boards can be solved that have too many solutions to count.
///
/// # Panics
///
/// If the marks are those of a larger board.
#[must_use]
pub fn first_solutions(puzzle: &RegionsPuzzle, marks: &Marks, limit: usize) -> Vec<Vec<Square>> {
    let lines = Lines::new(puzzle.rules());
    let mut field = lines.field();
    marks.blocked.iter().for_each(|&blocked| field.possible.remove(blocked));
    for &queen in &marks.placed {
        if !field.possible.contains(queen) {
            return Vec::new();
        }
        field = field.with(&lines, queen);
    }
    search::solutions(&lines, field, limit).iter().map(|queens| puzzle.squares(queens)).collect()
}

/// A board with the diagram of all its solutions, which the engine guides, plays and explains it by.
///
/// The diagram equals the conjunction of the rules. Squares that no solution has a queen on are left out first, and a
/// search from rank to rank does the rest: the time grows with the number of solutions, and not with the board alone.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use regions_guide::{Attack, RegionsPuzzle, all_solutions};
///
/// let puzzle = RegionsPuzzle::new("AABB\nABBC\nAACC\nDDDC".parse()?, Attack::King);
/// let source = all_solutions(puzzle, usize::MAX, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(source.solutions().model_count(), 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Stopped::TooLarge`] if the work would take more than `memory_limit` bytes, and [`Stopped::Cancelled`] if
/// `progress`, which is called every few milliseconds, answers with a break.
pub fn all_solutions(
    puzzle: RegionsPuzzle,
    memory_limit: usize,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Diagram<RegionsPuzzle>, Stopped> {
    let lines = Lines::new(puzzle.rules());
    let live = rating::reason(&lines).map_or(Set::of([]), |(field, _)| search::live(&lines, field));
    let bdd = direct::build(puzzle.board(), puzzle.attack(), &live, memory_limit, Reporter::new(progress))?;
    Ok(Diagram::new(puzzle, bdd))
}
