//! The hardness of a deduction for a person. It depends on the [`Visibility`] of a line: places near each other, places
//! along a line, or values in one cell.
//!
//! The scale is the one that Sudoku players use, that of the programs *Sudoku Explainer* and *Sukaku Explainer*: 1 for
//! the easiest, 5 for the hardest sets, from 6.5 on for chains. Here it is in hundredths. The values are stated for
//! lines as a person sees them, so that they apply to any puzzle.

use crate::puzzle::Visibility;

/// The hardness of a deduction, in hundredths of the scale; of equally hard ones, those with fewer facts come first.
pub(crate) type Hardness = (u32, usize);

/// The easiest that a counting argument with so many lines can be.
pub(crate) fn least_locked(lines: usize) -> u32 {
    match lines {
        1 => 170,
        2 => 200,
        3 => 250,
        _ => 500,
    }
}

/// A line has one place left, and so many facts rule out the others.
pub(crate) fn only(visibility: Visibility, facts: usize) -> Hardness {
    let hardness = match visibility {
        Visibility::Near => 120,
        Visibility::Straight => 150,
        Visibility::Cell => 230,
    };
    (hardness, facts)
}

/// So many lines lie within as many covers, and have so many places left. It is easier to find where it leaves another
/// line with one place, for that is what one was looking for.
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

/// The easiest that something can be that all places of a line exclude.
pub(crate) const LEAST_COMMON: u32 = 290;

/// So many places of a line exclude something.
pub(crate) fn common(left: usize) -> Hardness {
    (LEAST_COMMON + 10 * left as u32, left)
}

/// The easiest that a chain can be.
pub(crate) const LEAST_CHAIN: u32 = 400;

/// A chain of so many places that have to follow, to a line without one; of cells alone or not.
///
/// With a counting argument among them it is about as hard as another place or two.
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

/// The easiest that a split can be.
pub(crate) const LEAST_SPLIT: u32 = 750;

/// A split into cases, of so many steps in all.
pub(crate) fn split(steps: usize) -> Hardness {
    (LEAST_SPLIT + 5 * (steps as u32).min(400), steps)
}
