//! The state of the tree of a configurator: the selected line, the folded lines and the search.

use std::collections::BTreeSet;

use puzzle_kind::{Cell, OptionTree};

/// The number of lines from which a new tree shows only its two highest levels.
const LARGE: usize = 100;

/// The lines of a tree that are folded or selected.
#[derive(Debug, Default)]
pub(crate) struct TreeState {
    pub(crate) selected: usize,
    /// The lines whose parts are hidden.
    pub(crate) folded: BTreeSet<usize>,
    /// The index of the selected suggestion of the search.
    pub(crate) suggestion: usize,
    /// The cell that was under the cursor when `selected` was last computed.
    pub(crate) at: Option<Cell>,
}

impl TreeState {
    /// Returns the state of a new game.
    pub(crate) fn new(tree: Option<&OptionTree>) -> TreeState {
        let Some(tree) = tree.filter(|tree| tree.lines().len() > LARGE) else { return TreeState::default() };
        let is_deep = |line: &usize| tree.lines()[*line].depth > 0 && !tree.parts(*line).is_empty();
        TreeState { folded: (0..tree.lines().len()).filter(is_deep).collect(), ..TreeState::default() }
    }
}
