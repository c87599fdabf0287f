//! Player preferences beside the level of help: settings of the configuration, or switched in the game.

use crate::board::Board;

/// How a player likes to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// At which levels of help clashes are marked.
    pub clashes: Clashes,
    /// Who marks what is excluded.
    pub marking: Marking,
    /// What the first click on an empty cell does.
    pub first_click: FirstClick,
}

/// At which levels of help is marked what stands and excludes each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clashes {
    /// From the level on at which what is excluded is shown.
    #[default]
    WithHelp,
    /// At all levels.
    Always,
}

/// Who marks what is excluded by what stands, at the level of help that shows no more than that. The levels above it tell
/// all that they know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marking {
    /// The game where a cell is taken or not; the player where it has values, by notes.
    #[default]
    Usual,
    /// The game.
    Automatic,
    /// The player.
    ByHand,
}

impl Marking {
    /// Whether the game marks, on this board.
    #[must_use]
    pub fn is_automatic(self, board: &Board) -> bool {
        match self {
            Marking::Usual => !board.has_values(),
            Marking::Automatic => true,
            Marking::ByHand => false,
        }
    }
}

/// What the first click on an empty cell does, where cells are taken or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstClick {
    /// It rules the cell out on a board with regions, and takes it on all others.
    #[default]
    Usual,
    /// It rules the cell out; the second click takes it, the third clears it.
    RulesOut,
    /// It takes the cell, and the second click clears it.
    Takes,
}

impl FirstClick {
    /// Whether the first click rules a cell out, on this board.
    #[must_use]
    pub fn rules_out(self, board: &Board) -> bool {
        match self {
            FirstClick::Usual => board.has_named_regions() && !board.has_values(),
            FirstClick::RulesOut => !board.has_values(),
            FirstClick::Takes => false,
        }
    }
}
