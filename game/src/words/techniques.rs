//! The techniques of hints: their names, and pages that explain them with a small drawn example.

use puzzle_core::explain::{Cover, Step};
use puzzle_core::{ConstraintId, Deduction, Explanation, Hint, Marks, Status, Visibility, sentences};
use puzzle_kind::Playable;

/// A technique as players call it, with the page that explains it.
#[derive(Debug, PartialEq, Eq)]
pub struct TechniqueText {
    /// The name, such as `hidden single`.
    pub name: &'static str,
    /// The explanation, with one sentence in each line.
    pub about: &'static [&'static str],
    /// The example, one text for each row. `.` is an empty cell, `-` a cell that is ruled out already, `x` a cell
    /// that the technique rules out, and `*` the cell that it decides.
    pub example: &'static [&'static str],
    /// The explanation of the example in a sentence.
    pub legend: &'static str,
}

const ONLY_SQUARE: TechniqueText = TechniqueText {
    name: "only square left",
    about: &[
        "Every line and region needs its pieces.",
        "If a line or region has only one free square left, a piece goes there.",
    ],
    example: &[". - . -", "* - - -", "- - - Q", "- Q - -"],
    legend: "The second row has one free square: *. The queens attack all others.",
};

const NAKED_SINGLE: TechniqueText = TechniqueText {
    name: "naked single",
    about: &["In a cell, all values but one are ruled out.", "The value that is left goes there."],
    example: &["1 2 3 | . . .", "4 * 6 | . 7 .", ". 8 9 | . . ."],
    legend: "The block has 1 2 3 4 6 8 9, and the row has 7, so * is 5.",
};

const HIDDEN_SINGLE: TechniqueText = TechniqueText {
    name: "hidden single",
    about: &[
        "A value has only one cell left in a row, column or block.",
        "The value goes there, whatever else the cell could be.",
    ],
    example: &["- - - | 5 . . | . . .", "1 * 2 | . . . | . . .", "- - - | . . . | . 5 ."],
    legend: "The 5s rule out two rows of the left block, so its 5 is at *.",
};

const NO_CHOICE: TechniqueText = TechniqueText {
    name: "rule that leaves no choice",
    about: &["A rule of the puzzle can be satisfied in one way only.", "So all its cells are decided."],
    example: &["? + ? = 2", "1 + 1 = 2"],
    legend: "Both must be 1: no other way reaches the sum.",
};

const POINTING: TechniqueText = TechniqueText {
    name: "pointing",
    about: &[
        "In a block, all cells left for a value lie in one row or column.",
        "The block has its value there, so no other cell of that row or column has the value.",
    ],
    example: &["4 4 - | x x x", "- - - | . . .", "- - - | . . ."],
    legend: "The left block has its 4 in the first row, so no x is 4.",
};

const CLAIMING: TechniqueText = TechniqueText {
    name: "claiming",
    about: &[
        "In a row or column, all cells left for a value lie in one block.",
        "The value is in one of them, so no other cell of the block has it.",
    ],
    example: &["4 4 - | - - -", "x x x | . . .", "x x x | . . ."],
    legend: "The first row has its 4 in the left block, so no x is 4.",
};

const NAKED_SET: [TechniqueText; 3] = [
    TechniqueText {
        name: "naked pair",
        about: &[
            "Two cells of a line have the same two values left.",
            "The two cells use up both values, so no other cell of the line has them.",
        ],
        example: &["[48] [48] [1x] [3x]"],
        legend: "The first two cells use up 4 and 8, so the other cells lose them (x).",
    },
    TechniqueText {
        name: "naked triple",
        about: &[
            "Three cells of a line have three values left in all.",
            "These cells use up the values, so no other cell of the line has them.",
        ],
        example: &["[48] [18] [14] [3x]"],
        legend: "The first three cells use up 1, 4 and 8, so the last cell loses them (x).",
    },
    TechniqueText {
        name: "naked quad",
        about: &[
            "Four cells of a line have four values left in all.",
            "These cells use up the values, so no other cell of the line has them.",
        ],
        example: &["[48] [18] [14] [49] [3x]"],
        legend: "The first four cells use up 1, 4, 8 and 9, so the last cell loses them (x).",
    },
];

const HIDDEN_SET: [TechniqueText; 3] = [
    TechniqueText {
        name: "hidden pair",
        about: &[
            "Two values of a line have the same two cells left.",
            "The two values take up both cells, so these cells have no other value.",
        ],
        example: &["[48x] [48x] [13] [13]"],
        legend: "Only the first two cells can be 4 or 8, so they lose their other values (x).",
    },
    TechniqueText {
        name: "hidden triple",
        about: &[
            "Three values of a line have three cells left in all.",
            "These values take up the cells, so the cells have no other value.",
        ],
        example: &["[48x] [18x] [14x] [35]"],
        legend: "Only the first three cells can be 1, 4 or 8, so they lose their other values (x).",
    },
    TechniqueText {
        name: "hidden quad",
        about: &[
            "Four values of a line have four cells left in all.",
            "These values take up the cells, so the cells have no other value.",
        ],
        example: &["[48x] [18x] [14x] [49x] [35]"],
        legend: "Only the first four cells can be 1, 4, 8 or 9, so they lose their other values (x).",
    },
];

const FISH: [TechniqueText; 3] = [
    TechniqueText {
        name: "X-wing",
        about: &[
            "In two rows, the cells left for a value lie in the same two columns.",
            "Each of these columns gets the value in one of these rows, so no other cell of the columns has it. Rows and \
             columns can be swapped.",
        ],
        example: &["7 - - 7 -", "x . . x .", "7 - - 7 -"],
        legend: "Both columns get their 7 in the first or last row, so no x is 7.",
    },
    TechniqueText {
        name: "swordfish",
        about: &[
            "In three rows, the cells left for a value lie in the same three columns.",
            "The columns get the value in these rows, so no other cell of the columns has it. Rows and columns can be \
             swapped.",
        ],
        example: &["7 - 7 - -", "x . x . x", "- - 7 - 7", "7 - - - 7"],
        legend: "The three rows put their 7s into these three columns, so no x is 7.",
    },
    TechniqueText {
        name: "jellyfish",
        about: &[
            "In four rows, the cells left for a value lie in the same four columns.",
            "The columns get the value in these rows, so no other cell of the columns has it. Rows and columns can be \
             swapped.",
        ],
        example: &["7 - 7 - -", "- 7 7 - -", "x x x . x", "- - 7 - 7", "7 - - - 7"],
        legend: "The four rows put their 7s into these four columns, so no x is 7.",
    },
];

const ONE_IN_ONE: TechniqueText = TechniqueText {
    name: "one region in one line",
    about: &[
        "All free squares of a region lie in one row or column, or the other way round.",
        "The piece is there, so the other squares of the row, column or region are ruled out.",
    ],
    example: &["A A x x", "- - . .", "- - . ."],
    legend: "The piece of region A is in the first row, so x has no piece.",
};

const TWO_IN_TWO: TechniqueText = TechniqueText {
    name: "two regions in two lines",
    about: &[
        "All free squares of two regions lie in two rows or columns, or the other way round.",
        "The pieces of the regions fill both lines, so the other squares of these lines are ruled out.",
    ],
    example: &["A B x x", "A B x x", "- - . ."],
    legend: "The pieces of A and B are in the first two rows, so no x has a piece.",
};

const SEVERAL_IN_SEVERAL: TechniqueText = TechniqueText {
    name: "several regions in as many lines",
    about: &[
        "All free squares of some regions lie in the same number of rows or columns, or the other way round.",
        "The pieces of the regions fill these lines, so the other squares of the lines are ruled out.",
    ],
    example: &["A B - x", "A - C x", "- B C x"],
    legend: "The pieces of A, B and C are in the three rows, so no x has a piece.",
};

const PACKING: TechniqueText = TechniqueText {
    name: "packing into 2 x 2 blocks",
    about: &[
        "A block of 2 x 2 squares has room for one piece, since pieces never touch.",
        "All free squares of some lines fit into as many blocks as the lines need pieces, so that each block has a piece \
         of these lines. The other squares of the blocks are ruled out.",
    ],
    example: &["A A - A A", "A x - x A"],
    legend: "Region A needs two pieces and has two blocks: one in each, so no x has a piece.",
};

const LAST_CELL: TechniqueText = TechniqueText {
    name: "last cell",
    about: &["A row, column or block has a single empty cell.", "This cell has the value that is missing."],
    example: &["1 2 3", "4 ? 6", "7 8 9"],
    legend: "Only 5 is missing, so ? is 5.",
};

const COMMON: TechniqueText = TechniqueText {
    name: "common attack",
    about: &[
        "A line has a few squares left, and each of them attacks the same square.",
        "One of these squares gets the piece, so the attacked square is ruled out.",
    ],
    example: &["- - - -", "- 1 2 -", ". x x ."],
    legend: "The piece of the second row is on 1 or 2. Both attack the squares x.",
};

const NO_PLACE: TechniqueText = TechniqueText {
    name: "leaves no place",
    about: &[
        "A piece or value in a cell would leave a line or another value without a place.",
        "So it can't be in this cell.",
    ],
    example: &["? - - -", "- - . .", "- . - ."],
    legend: "A piece at ? leaves no square in some line, so ? is ruled out.",
};

const CHAIN: TechniqueText = TechniqueText {
    name: "chain",
    about: &[
        "Suppose a move, and follow the moves that it forces, one after the other.",
        "The moves end in a contradiction, so the supposed move is wrong.",
    ],
    example: &["? -> 1 -> 2 -> no place left"],
    legend: "Each arrow is a forced move.",
};

const CASES: TechniqueText = TechniqueText {
    name: "cases",
    about: &[
        "Suppose a move that leaves a line only a few candidates. One of them must be right.",
        "But each candidate leads to a contradiction, so the supposed move is wrong.",
    ],
    example: &["?  +-> 1 -> no place left", "   +-> 2 -> no place left"],
    legend: "Both candidates 1 and 2 fail, so ? is ruled out.",
};

/// Returns all techniques, the simplest first.
#[cfg(test)]
fn all() -> Vec<&'static TechniqueText> {
    let first = [&ONLY_SQUARE, &NAKED_SINGLE, &HIDDEN_SINGLE, &NO_CHOICE, &POINTING, &CLAIMING];
    let sets = NAKED_SET.iter().chain(&HIDDEN_SET).chain(&FISH);
    let last =
        [&ONE_IN_ONE, &TWO_IN_TWO, &SEVERAL_IN_SEVERAL, &PACKING, &LAST_CELL, &COMMON, &NO_PLACE, &CHAIN, &CASES];
    first.into_iter().chain(sets).chain(last).collect()
}

/// Returns the technique of a deduction.
#[must_use]
pub fn technique(puzzle: &dyn Playable, deduction: &Deduction) -> &'static TechniqueText {
    of_steps(puzzle, &deduction.steps, deduction.conclusions.first().is_some_and(|literal| literal.value))
}

/// Returns the technique of an explanation.
#[must_use]
pub fn technique_of_explanation(puzzle: &dyn Playable, why: &Explanation) -> &'static TechniqueText {
    of_steps(puzzle, &why.steps, why.status == Status::Forced)
}

/// Returns the technique of a hint for a position; `None` if the hint compares solutions, or removes a mark.
#[must_use]
pub(crate) fn technique_of_hint(puzzle: &dyn Playable, marks: &Marks, hint: &Hint) -> Option<&'static TechniqueText> {
    if sentences::last_cell(puzzle, marks, hint).is_some() {
        return Some(&LAST_CELL);
    }
    match hint {
        Hint::Deduced(deduction) => Some(technique(puzzle, deduction)),
        Hint::Forced { why, .. } => Some(technique_of_explanation(puzzle, why)),
        _ => None,
    }
}

/// Returns the technique of an argument, as [`of_steps`] does; `None` if the argument only names what the marks rule
/// out directly.
#[must_use]
pub(crate) fn technique_of_steps(
    puzzle: &dyn Playable,
    steps: &[Step],
    is_placed: bool,
) -> Option<&'static TechniqueText> {
    let is_direct =
        matches!(steps, [Step::Blocked | Step::Excluded { .. } | Step::Full { .. } | Step::Conflict(_)] | []);
    (!is_direct).then(|| of_steps(puzzle, steps, is_placed))
}

/// Returns the technique of an argument. `is_placed` is `true` if the argument concludes that a variable is true.
fn of_steps(puzzle: &dyn Playable, steps: &[Step], is_placed: bool) -> &'static TechniqueText {
    match steps {
        // If a line would have no candidate without the forced variable, this variable is its only candidate.
        [Step::Only { on, .. }] => single(puzzle, *on),
        [Step::Empty { on, .. }] if is_placed => single(puzzle, *on),
        [.., Step::Locked { base, covers, .. }] => locked(puzzle, base, covers),
        [.., Step::Common { .. }] => &COMMON,
        [.., Step::Decided { .. }] => &NO_CHOICE,
        [.., Step::Split { .. }] => &CASES,
        [Step::Empty { .. }] => &NO_PLACE,
        _ => &CHAIN,
    }
}

fn single(puzzle: &dyn Playable, on: ConstraintId) -> &'static TechniqueText {
    match (puzzle.piece(), puzzle.visibility(on)) {
        (Some(_), _) => &ONLY_SQUARE,
        (None, Visibility::Cell) => &NAKED_SINGLE,
        (None, _) => &HIDDEN_SINGLE,
    }
}

/// Returns `true` if a cover consists of cells in a block of 2 x 2 cells, which no row or column contains.
fn is_block(puzzle: &dyn Playable, cover: &Cover) -> bool {
    let Cover::Clique(variables) = cover else { return false };
    let spread = |of: fn(puzzle_kind::Cell) -> usize| {
        let all = || variables.iter().map(|&variable| of(puzzle.cell(variable)));
        all().max().unwrap_or(0) - all().min().unwrap_or(0)
    };
    spread(|cell| cell.row) <= 1 && spread(|cell| cell.column) <= 1
}

/// Returns the technique of a counting argument.
fn locked(puzzle: &dyn Playable, base: &[ConstraintId], covers: &[Cover]) -> &'static TechniqueText {
    if puzzle.piece().is_some() {
        return match base.len() {
            _ if covers.iter().any(|cover| is_block(puzzle, cover)) => &PACKING,
            1 => &ONE_IN_ONE,
            2 => &TWO_IN_TWO,
            _ => &SEVERAL_IN_SEVERAL,
        };
    }
    let is_cell = |line: &ConstraintId| puzzle.visibility(*line) == Visibility::Cell;
    let is_cell_cover = |cover: &Cover| matches!(cover, Cover::Line(line) if is_cell(line));
    let of_size = |set: &'static [TechniqueText; 3]| &set[base.len().clamp(2, 4) - 2];
    match base {
        [base] if puzzle.visibility(*base) == Visibility::Near => &POINTING,
        [_] => &CLAIMING,
        _ if covers.iter().all(is_cell_cover) => of_size(&HIDDEN_SET),
        _ if base.iter().all(is_cell) => of_size(&NAKED_SET),
        _ => of_size(&FISH),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_technique_has_a_name_of_its_own_and_a_page_that_fits() {
        let names: BTreeSet<&str> = all().iter().map(|technique| technique.name).collect();
        assert_eq!(names.len(), all().len());
        for TechniqueText { name, about, example, legend } in all() {
            assert!(
                !example.is_empty() && about.iter().all(|line| line.ends_with('.')) && legend.ends_with('.'),
                "{name}"
            );
            assert!(
                example.iter().all(|row| row.is_ascii() && row.len() <= 30),
                "{name}: expected ASCII rows of at most 30 characters"
            );
        }
    }
}
