//! The difficulty of a deduction for a person. It depends on the [`Visibility`] of the lines: whether their variables
//! are squares near each other, squares along a straight line, or the values of one cell.
//!
//! The scale is the one that Sudoku players know from the programs *Sudoku Explainer* and *Sukaku Explainer*: 1 for the
//! easiest deduction, 5 for the hardest counting arguments, 6.5 and more for long chains. The numbers here are
//! hundredths of a point. They depend on the visibility of lines and not on the puzzle, so that they apply to any
//! puzzle.

use crate::puzzle::Visibility;

/// The difficulty in hundredths of a point, then the number of facts to be checked. Of two deductions of equal
/// difficulty, the one with fewer facts counts as easier.
pub(crate) type Hardness = (u32, usize);

/// Returns the least hardness of a counting argument (`Step::Locked`) with `lines` base lines.
pub(crate) fn least_locked(lines: usize) -> u32 {
    match lines {
        1 => 170,
        2 => 200,
        3 => 250,
        _ => 500,
    }
}

/// Returns the hardness of finding that a line has a single candidate. `facts` is the number of different facts that
/// rule out its other variables, such as true variables that exclude them.
pub(crate) fn only(visibility: Visibility, facts: usize) -> Hardness {
    let hardness = match visibility {
        Visibility::Near => 120,
        Visibility::Straight => 150,
        Visibility::Cell => 230,
    };
    (hardness, facts)
}

/// Returns the hardness of a counting argument (`Step::Locked`). `lines` is the number of its base lines or of its
/// covers, whichever is larger. `base` and `covers` are the visibilities of the base line and of the cover that are
/// hardest to see. `left` is the number of candidates of all base lines. `leads_on` is `true` if the argument leaves
/// another line with a single candidate, which makes it easier to find.
pub(crate) fn locked(lines: usize, base: Visibility, covers: Visibility, left: usize, leads_on: bool) -> Hardness {
    let is_hidden = covers == Visibility::Cell;
    let hardness = match lines {
        1 if base == Visibility::Near => 260,
        1 => 280,
        2 if is_hidden => 340,
        2 if base == Visibility::Cell => 300,
        2 => 320,
        3 if is_hidden => 400,
        3 if base == Visibility::Cell => 360,
        3 => 380,
        _ if is_hidden => 540,
        _ if base == Visibility::Cell => 500,
        _ => 520,
    };
    let easier = match (leads_on, lines) {
        (true, 1) => 90,
        (true, 2) if is_hidden => 140,
        (true, 3) if is_hidden => 150,
        _ => 0,
    };
    (hardness - easier, left)
}

/// A lower bound of the hardness of a `Step::Common`, which rules out the candidates that every candidate of a line
/// excludes.
pub(crate) const LEAST_COMMON: u32 = 290;

/// Returns the hardness of a `Step::Common`, which rules out the candidates that every candidate of a line excludes.
/// `left` is the number of candidates of the line.
pub(crate) fn common(left: usize) -> Hardness {
    (LEAST_COMMON + 10 * left as u32, left)
}

pub(crate) const LEAST_CHAIN: u32 = 400;

/// Returns the hardness of a chain of `links` consequences. `facts` is the number of facts that a person has to check.
/// `is_of_cells` is `true` if all lines of the chain are cells. `is_counted` is `true` if the chain contains a counting
/// argument. Such a chain is harder than any chain of up to nine links without a counting argument.
pub(crate) fn chain(links: usize, is_of_cells: bool, is_counted: bool, facts: usize) -> Hardness {
    let hardness = match links {
        _ if is_counted => 680 + 15 * (links as u32).min(50),
        0 => 300,
        1 => 400,
        2 if is_of_cells => 420,
        2 => 450,
        _ => 600 + 10 * (links as u32).min(50),
    };
    (hardness, facts)
}

pub(crate) const LEAST_SPLIT: u32 = 750;

/// Returns the hardness of a case split. `steps` is the total number of its steps.
pub(crate) fn split(steps: usize) -> Hardness {
    (LEAST_SPLIT + 5 * (steps as u32).min(400), steps)
}
